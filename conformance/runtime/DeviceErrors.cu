// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Questions to devices and settings of them, on two threads at once: with no place for the answer,
// of devices that are not there, values that are not known. With two devices each thread takes its
// own, with access to the other's memory.
#include "Check.h"

#include <cuda_profiler_api.h>
#include <string>

static int count = 0;

static void questions(int device) {
  int value = -1, version = 0, none[] = {-1, count, 99};
  unsigned flags = 0, capability = 0;
  cudaDeviceProp properties{};
  char bus[32] = "";
  OK(cudaGetDeviceCount(&value));
  EQUAL(count, value);
  OK(cudaGetDevice(&value));
  EQUAL(device, value);
  OK(cudaDriverGetVersion(&version));
  OK(cudaRuntimeGetVersion(&value));
  CHECK(version >= value && value >= 13000);
  OK(cudaGetDeviceProperties(&properties, device));
  OK(cudaChooseDevice(&value, &properties));
  CHECK(value >= 0 && value < count);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, device));
  EQUAL(properties.maxThreadsPerBlock, value);
  OK(cudaGetDeviceFlags(&flags));
  OK(cudaDeviceGetPCIBusId(bus, sizeof bus, device));
  OK(cudaDeviceGetByPCIBusId(&value, bus));
  EQUAL(device, value);
  OK(cudaDeviceCanAccessPeer(&value, device, device));
  EQUAL(0, value);
  cudaAtomicOperation add = cudaAtomicOperationIntegerAdd;
  OK(cudaDeviceGetHostAtomicCapabilities(&capability, &add, 1, device));
  EXPECT(cudaErrorInvalidValue, cudaGetDevice(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaDriverGetVersion(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaRuntimeGetVersion(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, device));
  EXPECT(cudaErrorInvalidValue, cudaGetDeviceFlags(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(nullptr, 32, device));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(bus, 0, device));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(bus, -1, device));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&value, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(nullptr, bus));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&value, ""));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&value, "7fff:7f:1f.0"));
  EXPECT(cudaErrorInvalidValue, cudaDeviceCanAccessPeer(nullptr, device, device));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetHostAtomicCapabilities(nullptr, &add, 1, device));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceGetHostAtomicCapabilities(&capability, nullptr, 1, device));
  EXPECT(cudaErrorInvalidDevice, // of a device with itself nothing is told (seen)
         cudaDeviceGetP2PAttribute(&value, cudaDeviceP2PAttr(99), device, device));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceGetP2PAttribute(nullptr, cudaDevP2PAttrPerformanceRank, device, device));
  for (int bad : none) {
    EXPECT(cudaErrorInvalidDevice, cudaSetDevice(bad));
    EXPECT(cudaErrorInvalidDevice, cudaInitDevice(bad, 0, 0));
    EXPECT(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, bad));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, bad));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceGetPCIBusId(bus, sizeof bus, bad));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, device, bad));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, bad, device));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(bad, 0));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceDisablePeerAccess(bad));
    EXPECT(cudaErrorInvalidDevice,
           cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, bad, device));
    EXPECT(cudaErrorInvalidDevice, cudaDeviceGetHostAtomicCapabilities(&capability, &add, 1, bad));
    EXPECT(cudaErrorInvalidDevice,
           cudaDeviceGetP2PAtomicCapabilities(&capability, &add, 1, bad, device));
  }
  OK(cudaGetDevice(&value)); // is still the same
  EQUAL(device, value);
}

static void settings(int device) {
  size_t value = 0;
  unsigned flags = 0;
  cudaFuncCache cache;
  cudaSharedMemConfig banks;
  OK(cudaInitDevice(device, 0, 0));
  OK(cudaSetDeviceFlags(cudaDeviceScheduleAuto));
  OK(cudaInitDevice(device, cudaDeviceScheduleAuto, cudaInitDeviceFlagsAreValid));
  OK(cudaInitDevice(device, 0, 2)); // seen: of the flags one is looked at
  EXPECT(cudaErrorInvalidValue, cudaInitDevice(device, 0x4000, cudaInitDeviceFlagsAreValid));
  EXPECT(cudaErrorInvalidValue, cudaSetDeviceFlags(0x4000));
  OK(cudaGetDeviceFlags(&flags));
  OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  OK(cudaDeviceGetCacheConfig(&cache));
  CHECK(cache == cudaFuncCachePreferL1 || cache == cudaFuncCachePreferNone);
  OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferNone));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetCacheConfig(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetCacheConfig(cudaFuncCache(4)));
  OK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeDefault));
  OK(cudaDeviceGetSharedMemConfig(&banks));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetSharedMemConfig(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetSharedMemConfig(cudaSharedMemConfig(3)));
  for (cudaLimit limit : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize,
                          cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity,
                          cudaLimitPersistingL2CacheSize}) {
    OK(cudaDeviceGetLimit(&value, limit));
    OK(cudaDeviceSetLimit(limit, value)); // as it is
  }
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  EXPECT(cudaErrorUnsupportedLimit, cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth));
  EXPECT(cudaErrorUnsupportedLimit, cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 2));
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimit(99), 2));
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 129));
  OK(cudaCtxResetPersistingL2Cache());
  OK(cudaProfilerStart());
  OK(cudaProfilerStop());
  OK(cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                        cudaFlushGPUDirectRDMAWritesToOwner));
  int least = 1, greatest = 1;
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(least >= greatest);
  int devices[] = {device};
  OK(cudaSetValidDevices(devices, 1));
  EXPECT(cudaErrorInvalidValue, cudaSetValidDevices(nullptr, 1));

  std::atomic<int> called = 0;
  cudaAsyncCallbackHandle_t handle = nullptr;
  const auto notified = [](cudaAsyncNotificationInfo_t *, void *data, cudaAsyncCallbackHandle_t) {
    ++*static_cast<std::atomic<int> *>(data);
  };
  OK(cudaDeviceRegisterAsyncNotification(device, notified, &called, &handle));
  OK(cudaDeviceUnregisterAsyncNotification(device, handle));
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status;
  OK(cudaGetDriverEntryPoint("cuMemAlloc", &function, cudaEnableDefault, &status));
  CHECK(function && status == cudaDriverEntryPointSuccess);
  OK(cudaGetDriverEntryPointByVersion("cuMemAlloc", &function, 12000, cudaEnableDefault, &status));
  CHECK(function && status == cudaDriverEntryPointSuccess);
}

static void pools(int device) {
  cudaMemPool_t pool = nullptr, own = nullptr;
  cudaMemLocation here{};
  here.type = cudaMemLocationTypeDevice;
  here.id = device;
  OK(cudaDeviceGetDefaultMemPool(&pool, device));
  OK(cudaDeviceGetMemPool(&own, device));
  OK(cudaDeviceSetMemPool(device, own));
  OK(cudaMemGetDefaultMemPool(&own, &here, cudaMemAllocationTypePinned));
  CHECK(own == pool);
  OK(cudaMemGetMemPool(&own, &here, cudaMemAllocationTypePinned));
  OK(cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, own));
  cudaMemPoolProps props{};
  props.allocType = cudaMemAllocationTypePinned;
  props.location = here;
  OK(cudaMemPoolCreate(&own, &props));
  unsigned long long bytes = 9;
  OK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrReservedMemCurrent, &bytes));
  EQUAL(0, bytes);
  OK(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &bytes));
  cudaMemAccessDesc access{};
  access.location = here;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
  OK(cudaMemPoolSetAccess(own, &access, 1));
  OK(cudaMemPoolGetAccess(&flags, own, &here));
  EQUAL(cudaMemAccessFlagsProtReadWrite, flags);
  void *p = nullptr;
  EXPECT(cudaErrorMemoryAllocation, cudaMallocFromPoolAsync(&p, size_t(1) << 60, own, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMallocFromPoolAsync((void **)nullptr, 4, own, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMallocFromPoolAsync(&p, 4, nullptr, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolGetAttribute(own, cudaMemPoolAttr(99), &bytes));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolGetAttribute(nullptr, cudaMemPoolAttrReservedMemHigh, &bytes));
  OK(cudaMemPoolDestroy(own));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolDestroy(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolCreate(nullptr, &props));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolCreate(&own, nullptr));
  props.location.id = 99;
  EXPECT(cudaErrorInvalidValue, cudaMemPoolCreate(&own, &props));
  props.location = {};
  EXPECT(cudaErrorInvalidValue, cudaMemPoolCreate(&own, &props));
  props.location = here;
  props.allocType = cudaMemAllocationType(99);
  EXPECT(cudaErrorInvalidValue, cudaMemPoolCreate(&own, &props));
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypeWin32;
  EXPECT(cudaErrorInvalidValue, cudaMemPoolCreate(&own, &props)); // seen
  props.handleTypes = cudaMemHandleTypeNone;
  props.maxSize = size_t(1) << 60;
  EXPECT(cudaErrorMemoryAllocation, cudaMemPoolCreate(&own, &props));
}

/// Two devices, each of one thread: access to the other's memory, once given, once taken.
static void peers(int device) {
  const int other = 1 - device;
  int can = 0, value = 0;
  unsigned capability = 0;
  cudaAtomicOperation add = cudaAtomicOperationIntegerAdd;
  OK(cudaDeviceCanAccessPeer(&can, device, other));
  OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, device, other));
  EQUAL(can, value);
  OK(cudaDeviceGetP2PAtomicCapabilities(&capability, &add, 1, device, other));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceGetP2PAtomicCapabilities(nullptr, &add, 1, device, other));
  if (!can)
    return;
  EXPECT(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(other));
  EXPECT(cudaErrorInvalidValue, cudaDeviceEnablePeerAccess(other, 1));
  OK(cudaDeviceEnablePeerAccess(other, 0));
  EXPECT(cudaErrorPeerAccessAlreadyEnabled, cudaDeviceEnablePeerAccess(other, 0));
  OK(cudaDeviceDisablePeerAccess(other));
  EXPECT(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(other));
  // Streams and events of the other's.
  cudaEvent_t event = nullptr;
  cudaStream_t s = nullptr;
  OK(cudaEventCreate(&event));
  OK(cudaSetDevice(other));
  OK(cudaStreamCreate(&s));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(event, s));
  OK(cudaStreamWaitEvent(s, event, 0));
  OK(cudaStreamDestroy(s));
  OK(cudaSetDevice(device));
  OK(cudaEventDestroy(event));
}

/// More than there is of what kernels share is no error: it becomes less (seen).
static void largeLimits() {
  size_t was = 0, now = 0, free = 0, total = 0;
  OK(cudaMemGetInfo(&free, &total));
  for (cudaLimit limit : {cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize}) {
    OK(cudaDeviceGetLimit(&was, limit));
    OK(cudaDeviceSetLimit(limit, size_t(1) << 60));
    OK(cudaDeviceGetLimit(&now, limit));
    CHECK(now >= was && now <= total);
    OK(cudaDeviceSetLimit(limit, was));
  }
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetLimit(cudaLimitStackSize, 512 << 10));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, size_t(1) << 60));
}

int main() {
  OK(cudaGetDeviceCount(&count));
  OK(cudaSetDevice(0));
  EXPECT(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0)); // itself (seen)
  EXPECT(cudaErrorInvalidValue, cudaGetDeviceCount(nullptr));
  largeLimits();
  onTwoThreads([](int thread) {
    const int device = count > 1 ? thread : 0;
    OK(cudaSetDevice(device));
    questions(device);
    settings(device);
    pools(device);
    if (count > 1)
      peers(device);
  });
  if (count > 1) // each its own
    onTwoThreads([](int device) {
      OK(cudaSetDevice(device));
      OK(cudaDeviceReset());
    });
  return finish("DeviceErrors");
}
