// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_DEVICE=all through the driver API: whose a call is, the stack of contexts over both
// drivers, what is refused. Device 0 is NVIDIA's, the last one a CPU device.
#include <thread>

#include "../driver/Check.h"

static CUdevice gpu, cpu;

static void devices() {
  CUdevice device = 77;
  int version = 0;
  EXPECT(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGet(&device, 0));
  OK(cuDriverGetVersion(&version));
  CHECK(version >= 12000);
  OK(cuInit(0));
  int count = 0;
  OK(cuDeviceGetCount(&count));
  CHECK(count >= 2);
  OK(cuDeviceGet(&gpu, 0));
  OK(cuDeviceGet(&cpu, count - 1));
  EQUAL(count - 1, cpu);
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, count));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, -1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGet(nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetCount(nullptr));
  char name[64];
  for (int i = 0; i < count; ++i)
    OK(cuDeviceGetName(name, sizeof name, i));
  OK(cuDeviceGetName(name, sizeof name, cpu));
  CHECK(!std::strncmp(name, "Anywarp", 7));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetName(name, sizeof name, count));
  int access = 1;
  OK(cuDeviceCanAccessPeer(&access, gpu, cpu));
  EQUAL(0, access);
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceCanAccessPeer(&access, cpu, count));
  const CUatomicOperation operation = CU_ATOMIC_OPERATION_INTEGER_ADD;
  unsigned capabilities = 1;
  OK(cuDeviceGetP2PAtomicCapabilities(&capabilities, &operation, 1, gpu, cpu));
  EQUAL(0, capabilities);
}

static void contexts() {
  CUcontext a, b, c, seen;
  CUdevice device;
  CUdeviceptr memory;
  OK(cuCtxGetCurrent(&seen));
  CHECK(!seen);
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&memory, 16));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&seen));
  OK(cuCtxCreate(&a, nullptr, 0, gpu));
  OK(cuCtxCreate(&b, nullptr, 0, cpu));
  OK(cuCtxCreate(&c, nullptr, 0, gpu));
  OK(cuCtxGetDevice(&device));
  EQUAL(gpu, device);
  OK(cuCtxPopCurrent(&seen));
  CHECK(seen == c);
  OK(cuCtxGetDevice(&device));
  EQUAL(cpu, device);
  OK(cuCtxPushCurrent(a));
  OK(cuCtxGetCurrent(&seen));
  CHECK(seen == a);
  OK(cuCtxSetCurrent(b));
  OK(cuCtxGetDevice(&device));
  EQUAL(cpu, device);
  OK(cuMemAlloc(&memory, 16));
  OK(cuCtxSetCurrent(c));
  OK(cuPointerGetAttribute(&seen, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
  CHECK(seen == b);
  OK(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, memory));
  EQUAL(cpu, device);
  OK(cuMemFree(memory));
  OK(cuCtxPopCurrent(nullptr)); // c; b and a are below
  OK(cuCtxGetCurrent(&seen));
  CHECK(seen == b);
  OK(cuCtxDestroy(b)); // the current one is popped
  OK(cuCtxGetCurrent(&seen));
  CHECK(seen == a);
  EXPECT(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(b, 0));
  OK(cuCtxSynchronize());
  OK(cuCtxDestroy(c));
  OK(cuCtxDestroy(a));
  OK(cuCtxGetCurrent(&seen));
  CHECK(!seen);
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
}

/// A module belongs to the context it was loaded in, a library to all.
static void programs(CUcontext gpuContext, CUcontext cpuContext) {
  CUlibrary library, back;
  CUkernel kernel, again[8];
  CUmodule module;
  unsigned count = 0;
  OK(cuLibraryLoadData(&library, kIotaPtx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetKernel(&kernel, library, "iota"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuLibraryGetKernel(&again[0], library, "absent"));
  OK(cuLibraryGetKernelCount(&count, library));
  EQUAL(4, count);
  OK(cuLibraryEnumerateKernels(again, 8, library));
  OK(cuKernelGetLibrary(&back, kernel));
  CHECK(back == library);
  for (CUcontext context : {gpuContext, cpuContext}) {
    OK(cuCtxSetCurrent(context));
    CUdevice device;
    OK(cuCtxGetDevice(&device));
    CUdeviceptr memory;
    OK(cuMemAlloc(&memory, 256 * 4));
    int n = 256, numbers[256] = {};
    void *params[] = {&memory, &n};
    OK(cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), 2, 1, 1, 128, 1, 1, 0, nullptr, params,
                      nullptr));
    OK(cuMemcpyDtoH(numbers, memory, sizeof numbers));
    EQUAL(255, numbers[255]);
    CUfunction function;
    OK(cuKernelGetFunction(&function, kernel));
    OK(cuMemsetD8(memory, 0, sizeof numbers));
    OK(cuLaunchKernel(function, 2, 1, 1, 128, 1, 1, 0, nullptr, params, nullptr));
    OK(cuMemcpyDtoH(numbers, memory, sizeof numbers));
    EQUAL(200, numbers[200]);
    int value = 0;
    OK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel, device));
    CHECK(value >= 256);
    const char *name = nullptr;
    OK(cuKernelGetName(&name, kernel));
    CHECK(name && !std::strcmp(name, "iota"));
    module = loadPtx(kIotaPtx);
    OK(launch1(kernelOf(module, "iota"), 2, 128, {&memory, &n}));
    OK(cuModuleUnload(module));
    OK(cuMemFree(memory));
  }
  // The function of a module takes no stream of the other driver.
  CUstream stream;
  OK(cuCtxSetCurrent(gpuContext));
  OK(cuStreamCreate(&stream, 0));
  OK(cuCtxSetCurrent(cpuContext));
  module = loadPtx(kIotaPtx);
  EXPECT(CUDA_ERROR_INVALID_HANDLE, launch1(kernelOf(module, "empty"), 1, 1, {}, stream));
  OK(cuModuleUnload(module));
  OK(cuStreamDestroy(stream)); // of the other driver
  OK(cuLibraryUnload(library));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLibraryUnload(library));
}

/// A library that our driver cannot use is no reason to wait for what is at work.
static void badProgram(CUcontext cpuContext) {
  CUstream stream;
  Gate gate;
  OK(cuCtxSetCurrent(cpuContext));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  gate.close(stream);
  CUlibrary library;
  const std::string text = std::string(kPtxHead) + ".visible .entry k() { nonsense; }\n";
  CUresult loaded =
      cuLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
  if (loaded == CUDA_SUCCESS) // the other driver's
    OK(cuLibraryUnload(library));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
  gate.open();
  OK(cuStreamSynchronize(stream));
  OK(cuStreamDestroy(stream));
}

static void memory(CUcontext gpuContext, CUcontext cpuContext) {
  constexpr size_t kBytes = 1 << 20;
  std::vector<unsigned> numbers(kBytes / 4);
  CUdeviceptr onGpu, onCpu, managed;
  void *pinned;
  OK(cuCtxSetCurrent(gpuContext));
  OK(cuMemAlloc(&onGpu, kBytes));
  OK(cuMemHostAlloc(&pinned, kBytes, 0));
  OK(cuCtxSetCurrent(cpuContext));
  OK(cuMemAlloc(&onCpu, kBytes));
  OK(cuMemAllocManaged(&managed, kBytes, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemsetD32(onCpu, 5, kBytes / 4));
  OK(cuMemsetD32(onGpu, 6, kBytes / 4)); // done when it is back, as its stream is not to be named
  // Pinned memory of the one is memory of the host to the other.
  OK(cuMemcpyDtoH(pinned, onCpu, kBytes));
  EQUAL(5, static_cast<unsigned *>(pinned)[77]);
  OK(cuMemcpy(onCpu, onGpu, kBytes));
  OK(cuMemcpy(managed, onGpu, kBytes));
  OK(cuCtxSynchronize());
  EQUAL(6, reinterpret_cast<unsigned *>(managed)[kBytes / 4 - 1]);
  OK(cuMemcpyDtoH(numbers.data(), onCpu, kBytes));
  EQUAL(6, numbers[12345]);
  OK(cuMemcpyPeer(onGpu, gpuContext, onCpu, cpuContext, kBytes));
  unsigned type = 0;
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, onGpu + 100));
  EQUAL(CU_MEMORYTYPE_DEVICE, type);
  CUdeviceptr base;
  size_t size;
  OK(cuMemGetAddressRange(&base, &size, onGpu + 100));
  CHECK(base == onGpu);
  OK(cuCtxSetCurrent(gpuContext));
  OK(cuMemGetAddressRange(&base, &size, onCpu + 100));
  CHECK(base == onCpu);
  OK(cuMemFreeHost(pinned));

  // A batch with both.
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuMemsetD32Async(onGpu, 8, kBytes / 4, stream));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuMemsetD32Async(onCpu, 8, kBytes / 4, stream));
  OK(cuMemcpyAsync(onCpu, onGpu, kBytes, stream));
  OK(cuStreamSynchronize(stream));
  OK(cuMemcpyDtoH(numbers.data(), onCpu, kBytes));
  EQUAL(8, numbers[kBytes / 4 - 1]);
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  CUstreamCaptureStatus status;
  OK(cuStreamIsCapturing(stream, &status));
  EQUAL(CU_STREAM_CAPTURE_STATUS_ACTIVE, status);
  CUgraph graph;
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(stream));

  // A stream of ours that copies from NVIDIA's memory cannot be captured.
  OK(cuCtxSetCurrent(cpuContext));
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuMemcpyAsync(onCpu, onGpu, kBytes, stream));
  OK(cuStreamEndCapture(stream, &graph));
  OK(cuGraphDestroy(graph));
  OK(cuStreamDestroy(stream));

  // A thread without a context names memory of both.
  std::thread([&] {
    CUcontext current;
    OK(cuCtxGetCurrent(&current));
    CHECK(!current);
    unsigned kind = 0;
    OK(cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, onCpu));
    EQUAL(CU_MEMORYTYPE_DEVICE, kind);
    OK(cuCtxSetCurrent(cpuContext));
    OK(cuMemFree(onGpu));
    OK(cuMemFree(onCpu));
    OK(cuMemFree(managed));
  }).join();
}

static void mapped(CUcontext cpuContext) {
  OK(cuCtxSetCurrent(cpuContext));
  CUmemAllocationProp properties{};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location = {CU_MEM_LOCATION_TYPE_DEVICE, cpu};
  size_t granularity = 0;
  OK(cuMemGetAllocationGranularity(&granularity, &properties,
                                   CU_MEM_ALLOC_GRANULARITY_RECOMMENDED));
  CUmemGenericAllocationHandle handle;
  CUdeviceptr address;
  OK(cuMemCreate(&handle, granularity, &properties, 0));
  OK(cuMemAddressReserve(&address, granularity, 0, 0, 0));
  OK(cuMemMap(address, granularity, 0, handle, 0));
  CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, cpu}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  OK(cuMemSetAccess(address, granularity, &access, 1));
  OK(cuMemsetD8(address, 3, granularity));
  OK(cuMemUnmap(address, granularity));
  OK(cuMemAddressFree(address, granularity));
  OK(cuMemRelease(handle));
  CUmemoryPool pool, ours;
  OK(cuDeviceGetDefaultMemPool(&pool, gpu));
  OK(cuDeviceGetDefaultMemPool(&ours, cpu));
  CHECK(pool != ours);
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuDeviceSetMemPool(gpu, ours));
}

/// Asked for by name and version, functions are the same that serve both drivers.
static void entryPoints() {
  void *found = nullptr;
  CUdriverProcAddressQueryResult status;
  OK(cuGetProcAddress("cuDeviceGetCount", &found, 12000, 0, &status));
  int count = 0, all = 0;
  OK(reinterpret_cast<decltype(&cuDeviceGetCount)>(found)(&count));
  OK(cuDeviceGetCount(&all));
  EQUAL(all, count);
  const void *exported = &exported;
  CUuuid id{};
  EXPECT(CUDA_ERROR_NOT_FOUND, cuGetExportTable(&exported, &id));
}

int main() {
  devices();
  contexts();
  CUcontext gpuContext, cpuContext;
  OK(cuDevicePrimaryCtxRetain(&gpuContext, gpu));
  OK(cuDevicePrimaryCtxRetain(&cpuContext, cpu));
  programs(gpuContext, cpuContext);
  badProgram(cpuContext);
  memory(gpuContext, cpuContext);
  mapped(cpuContext);
  entryPoints();
  OK(cuCtxSetCurrent(nullptr));
  OK(cuDevicePrimaryCtxRelease(cpu));
  OK(cuDevicePrimaryCtxRelease(gpu));
  return finish("BothDrivers");
}
