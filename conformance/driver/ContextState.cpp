// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What contexts and devices are asked and set: flags, banks of shared memory, the L2 cache; old
// queries of devices, pairs of devices; the profiler; settings of core dumps for the process.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static unsigned flagsNow() {
  unsigned flags = 0;
  OK(cuCtxGetFlags(&flags));
  return flags;
}

static void flags() {
  OK(cuInit(0));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetFlags(0));
  CUcontext own = nullptr;
  OK(cuCtxCreate(&own, nullptr, CU_CTX_SCHED_SPIN, 0));
  const unsigned mapped = flagsNow() & CU_CTX_MAP_HOST;
  for (unsigned wanted : {CU_CTX_SCHED_AUTO, CU_CTX_SCHED_SPIN, CU_CTX_SCHED_YIELD,
                          CU_CTX_SCHED_BLOCKING_SYNC, CU_CTX_SCHED_AUTO}) {
    OK(cuCtxSetFlags(wanted));
    EQUAL(wanted, flagsNow() & CU_CTX_SCHED_MASK);
    EQUAL(mapped, flagsNow() & CU_CTX_MAP_HOST);
  }
  OK(cuCtxSetFlags(CU_CTX_SCHED_YIELD | CU_CTX_MAP_HOST | CU_CTX_LMEM_RESIZE_TO_MAX));
  EQUAL(CU_CTX_SCHED_YIELD | CU_CTX_LMEM_RESIZE_TO_MAX | mapped, flagsNow()); // seen
  OK(cuCtxSetFlags(CU_CTX_SCHED_YIELD | CU_CTX_SYNC_MEMOPS));
  CHECK(flagsNow() & CU_CTX_SYNC_MEMOPS);
  OK(cuCtxSetFlags(CU_CTX_SCHED_YIELD));
  CHECK(!(flagsNow() & CU_CTX_SYNC_MEMOPS));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxSetFlags(3)); // two ways to wait
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxSetFlags(0x10000));
  EQUAL(CU_CTX_SCHED_YIELD, flagsNow() & CU_CTX_SCHED_MASK); // as it was
  OK(cuCtxDestroy(own));
  usePrimary();
  OK(cuCtxSetFlags(CU_CTX_SCHED_BLOCKING_SYNC));
  unsigned primary = 0;
  int active = 0;
  OK(cuDevicePrimaryCtxGetState(0, &primary, &active));
  std::printf("flags of the primary context: %#x of the device, %#x of the context\n", primary,
              flagsNow());
  EQUAL(CU_CTX_SCHED_BLOCKING_SYNC, flagsNow() & CU_CTX_SCHED_MASK);
}

static void banks() {
  OK(cuInit(0));
  CUsharedconfig config = CUsharedconfig(77);
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetSharedMemConfig(&config));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT,
         cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxResetPersistingL2Cache());
  usePrimary();
  OK(cuCtxGetSharedMemConfig(&config));
  EQUAL(CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE, config); // devices with one width of banks
  for (int wanted = 0; wanted <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE; ++wanted) {
    OK(cuCtxSetSharedMemConfig(CUsharedconfig(wanted)));
    OK(cuCtxGetSharedMemConfig(&config));
    EQUAL(CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE, config);
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxSetSharedMemConfig(CUsharedconfig(3)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxSetSharedMemConfig(CUsharedconfig(-1)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxGetSharedMemConfig(nullptr));
  OK(cuCtxResetPersistingL2Cache());
}

static int attributeOf(CUdevice_attribute attribute) {
  int value = -1;
  OK(cuDeviceGetAttribute(&value, attribute, 0));
  return value;
}

static void devices() {
  OK(cuInit(0));
  int major = 0, minor = 0;
  OK(cuDeviceComputeCapability(&major, &minor, 0));
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), major);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), minor);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceComputeCapability(nullptr, &minor, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceComputeCapability(&major, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceComputeCapability(&major, &minor, 99));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceComputeCapability(&major, &minor, -1));

  CUdevprop p{};
  OK(cuDeviceGetProperties(&p, 0));
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK), p.maxThreadsPerBlock);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X), p.maxThreadsDim[0]);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y), p.maxThreadsDim[1]);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z), p.maxThreadsDim[2]);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), p.maxGridSize[0]);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y), p.maxGridSize[1]);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z), p.maxGridSize[2]);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK), p.sharedMemPerBlock);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY), p.totalConstantMemory);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_WARP_SIZE), p.SIMDWidth);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_PITCH), p.memPitch);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK), p.regsPerBlock);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_CLOCK_RATE), p.clockRate);
  EQUAL(attributeOf(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT), p.textureAlign);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetProperties(nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetProperties(&p, 99));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetProperties(&p, -1));
}

static void pairs() {
  OK(cuInit(0));
  int count = 0, value = 0;
  OK(cuDeviceGetCount(&count));
  constexpr auto kAccess = CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED;
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetP2PAttribute(&value, kAccess, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetP2PAttribute(&value, kAccess, 0, 99));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetP2PAttribute(&value, kAccess, 99, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetP2PAttribute(&value, kAccess, -1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetP2PAttribute(nullptr, kAccess, 0, 0));
  if (count < 2)
    return;
  int reachable = -1;
  OK(cuDeviceCanAccessPeer(&reachable, 0, 1));
  OK(cuDeviceGetP2PAttribute(&value, kAccess, 0, 1));
  EQUAL(reachable, value);
  for (int a = CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK;
       a <= CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED; ++a) {
    value = -1;
    OK(cuDeviceGetP2PAttribute(&value, CUdevice_P2PAttribute(a), 0, 1));
    CHECK(value >= 0);
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceGetP2PAttribute(&value, CUdevice_P2PAttribute(77), 0, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetP2PAttribute(nullptr, kAccess, 0, 1));
}

extern "C" CUresult CUDAAPI cuProfilerStart();
extern "C" CUresult CUDAAPI cuProfilerStop();

/// Without a profiler nothing is started or stopped, however often; kernels run as ever.
static void profiler() {
  OK(cuInit(0));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuProfilerStart());
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuProfilerStop());
  usePrimary();
  CUmodule module = loadPtx(kIotaPtx);
  OK(cuProfilerStop());
  OK(cuProfilerStart());
  OK(cuProfilerStart());
  OK(launch1(kernelOf(module, "empty"), 1, 1, {}));
  OK(cuProfilerStop());
  OK(cuProfilerStop());
  OK(cuCtxSynchronize());
}

static void coredumps() {
  OK(cuInit(0));
  bool yes = true, seen = false;
  size_t size = sizeof yes;
  OK(cuCoredumpSetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &yes, &size));
  OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &seen, &size));
  CHECK(seen);
  yes = false;
  OK(cuCoredumpSetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &yes, &size));
  OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &seen, &size));
  CHECK(!seen);
  char name[] = "/tmp/a-name", text[1024] = "";
  size = sizeof name;
  OK(cuCoredumpSetAttributeGlobal(CU_COREDUMP_FILE, name, &size));
  size = sizeof text;
  OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, text, &size));
  CHECK(!std::strcmp(text, name));
  size = 0;
  OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_FILE, nullptr, &size)); // how much
  CHECK(size >= sizeof name); // seen: as much as there can be
  size = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuCoredumpGetAttributeGlobal(CUcoredumpSettings(99), &seen, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuCoredumpSetAttributeGlobal(CUcoredumpSettings(99), &yes, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuCoredumpGetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &seen, nullptr));
  if (!onNvidia()) // there no value is success, and nothing is set
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuCoredumpSetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, nullptr, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuCoredumpSetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &yes, nullptr));
  size = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuCoredumpSetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &yes, &size));
  std::string longest(1023, 'x'), tooLong(1024, 'x');
  size = longest.size() + 1;
  OK(cuCoredumpSetAttributeGlobal(CU_COREDUMP_FILE, longest.data(), &size));
  size = tooLong.size() + 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuCoredumpSetAttributeGlobal(CU_COREDUMP_FILE, tooLong.data(), &size));
}

/// Each thread has a context of its own.
static void threads() {
  OK(cuInit(0));
  auto run = [](unsigned wanted) {
    CUcontext own = nullptr;
    OK(cuCtxCreate(&own, nullptr, 0, 0));
    for (int i = 0; i < 20; ++i) {
      OK(cuCtxSetFlags(wanted));
      EQUAL(wanted, flagsNow() & CU_CTX_SCHED_MASK);
      OK(cuProfilerStart());
      OK(cuCtxResetPersistingL2Cache());
    }
    OK(cuCtxDestroy(own));
  };
  std::thread first(run, CU_CTX_SCHED_SPIN), second(run, CU_CTX_SCHED_BLOCKING_SYNC);
  first.join();
  second.join();
}

int main() {
  inChild("flags", flags);
  inChild("banks", banks);
  inChild("devices", devices);
  inChild("pairs", pairs);
  inChild("profiler", profiler);
  inChild("coredumps", coredumps);
  inChild("threads", threads);
  return finish("ContextState");
}
