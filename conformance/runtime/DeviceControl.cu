// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What programs tell devices: which of them may be used, what they prefer, when they are profiled;
// and the driver's functions by their names.
#include "Check.h"

#include <atomic>
#include <cuda_profiler_api.h>
#include <thread>

__global__ void write(int *p, int v) { *p = v; }
__global__ void shared(int *p) {
  __shared__ int words[64];
  words[threadIdx.x] = int(threadIdx.x);
  __syncthreads();
  p[threadIdx.x] = words[63 - threadIdx.x];
}

static int count;

static void choosing() {
  cudaDeviceProp wanted;
  int device = -1;
  std::memset(&wanted, 0, sizeof wanted);
  OK(cudaChooseDevice(&device, &wanted)); // anything is good enough
  CHECK(device >= 0 && device < count);
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 0));
  device = -1;
  OK(cudaChooseDevice(&device, &properties)); // there is a device just like that
  CHECK(device >= 0 && device < count);
  wanted.major = 99; // the best match is taken even so
  wanted.multiProcessorCount = 1 << 20;
  OK(cudaChooseDevice(&device, &wanted));
  CHECK(device >= 0 && device < count);
  EXPECT(cudaErrorInvalidValue, cudaChooseDevice(nullptr, &wanted));
  EXPECT(cudaErrorInvalidValue, cudaChooseDevice(&device, nullptr));
}

static void valid() {
  int devices[65] = {0}, device = -1;
  for (int &each : devices)
    each = 0;
  OK(cudaSetValidDevices(devices, 1));
  OK(cudaGetDevice(&device));
  EQUAL(0, device);
  OK(cudaSetValidDevices(nullptr, 0)); // back to all
  EXPECT(cudaErrorInvalidValue, cudaSetValidDevices(nullptr, 1));
  EXPECT(cudaErrorInvalidValue, cudaSetValidDevices(devices, -1));
  EXPECT(cudaErrorInvalidValue, cudaSetValidDevices(devices, 65));
  devices[0] = count; // there is no such device
  EXPECT(cudaErrorInvalidDevice, cudaSetValidDevices(devices, 1));
  devices[0] = -1;
  EXPECT(cudaErrorInvalidDevice, cudaSetValidDevices(devices, 1));
  OK(cudaSetDevice(0));
}

static void sharedMemory() {
  cudaSharedMemConfig config;
  for (cudaSharedMemConfig each : {cudaSharedMemBankSizeEightByte, cudaSharedMemBankSizeFourByte,
                                   cudaSharedMemBankSizeDefault}) {
    OK(cudaDeviceSetSharedMemConfig(each)); // a preference
    OK(cudaDeviceGetSharedMemConfig(&config));
    EQUAL(cudaSharedMemBankSizeFourByte, config); // seen: banks are what they are
    OK(cudaFuncSetSharedMemConfig((const void *)shared, each));
  }
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetSharedMemConfig(cudaSharedMemConfig(3)));
  EXPECT(cudaErrorInvalidValue,
         cudaFuncSetSharedMemConfig((const void *)shared, cudaSharedMemConfig(3)));
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaFuncSetSharedMemConfig(nullptr, cudaSharedMemBankSizeFourByte));
  EXPECT(cudaErrorInvalidResourceHandle, // seen
         cudaFuncSetSharedMemConfig((const void *)&count, cudaSharedMemBankSizeFourByte));
  // The kernel runs as before.
  int *d, host[64] = {};
  OK(cudaMalloc(&d, sizeof host));
  shared<<<1, 64>>>(d);
  OK(cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost));
  EQUAL(63, host[0]);
  EQUAL(0, host[63]);
  OK(cudaFree(d));
}

static void onNotification(cudaAsyncNotificationInfo_t *, void *data, cudaAsyncCallbackHandle_t) {
  ++*static_cast<std::atomic<int> *>(data);
}

static void notifications() {
  std::atomic<int> called{0};
  cudaAsyncCallbackHandle_t first = nullptr, second = nullptr;
  EXPECT(cudaErrorInvalidDevice,
         cudaDeviceRegisterAsyncNotification(count, onNotification, &called, &first));
  EXPECT(cudaErrorInvalidDevice,
         cudaDeviceRegisterAsyncNotification(-1, onNotification, &called, &first));
  EXPECT(cudaErrorInvalidValue, cudaDeviceRegisterAsyncNotification(0, nullptr, &called, &first));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue,
           cudaDeviceRegisterAsyncNotification(0, onNotification, &called, nullptr));
  OK(cudaDeviceRegisterAsyncNotification(0, onNotification, &called, &first));
  OK(cudaDeviceRegisterAsyncNotification(0, onNotification, nullptr, &second));
  CHECK(first && second && first != second);
  EXPECT(cudaErrorInvalidDevice, cudaDeviceUnregisterAsyncNotification(count, first));
  OK(cudaDeviceUnregisterAsyncNotification(0, first));
  OK(cudaDeviceUnregisterAsyncNotification(0, second));
  EXPECT(cudaErrorInvalidValue, cudaDeviceUnregisterAsyncNotification(0, nullptr));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaDeviceUnregisterAsyncNotification(0, first)); // twice
  EQUAL(0, called.load()); // nobody took memory away
}

static void others() {
  OK(cudaCtxResetPersistingL2Cache());
  // Writes of other devices: there is nothing to flush to, or it is done.
  int options = 0;
  OK(cudaDeviceGetAttribute(&options, cudaDevAttrGPUDirectRDMAFlushWritesOptions, 0));
  const bool hasFlush = options & cudaFlushGPUDirectRDMAWritesOptionHost;
  const auto target = cudaFlushGPUDirectRDMAWritesTargetCurrentDevice;
  EXPECT(hasFlush ? cudaSuccess : cudaErrorNotSupported,
         cudaDeviceFlushGPUDirectRDMAWrites(target, cudaFlushGPUDirectRDMAWritesToOwner));
  EXPECT(hasFlush ? cudaSuccess : cudaErrorNotSupported,
         cudaDeviceFlushGPUDirectRDMAWrites(target, cudaFlushGPUDirectRDMAWritesToAllDevices));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceFlushGPUDirectRDMAWrites(target, cudaFlushGPUDirectRDMAWritesScope(7)));
  EXPECT(cudaErrorInvalidValue,
         cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTarget(7),
                                            cudaFlushGPUDirectRDMAWritesToOwner));
  // No library of NvSciSync is linked, whose list this would be.
  int list[16] = {};
  EXPECT(cudaErrorInvalidDevice,
         cudaDeviceGetNvSciSyncAttributes(list, count, cudaNvSciSyncAttrSignal));
  EXPECT(cudaErrorInvalidResourceHandle, // seen
         cudaDeviceGetNvSciSyncAttributes(nullptr, 0, cudaNvSciSyncAttrSignal));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetNvSciSyncAttributes(list, 0, 0));
  EXPECT(cudaErrorNotSupported, cudaDeviceGetNvSciSyncAttributes(list, 0, cudaNvSciSyncAttrSignal));
}

static void entryPoints() {
  using Version = int (*)(int *);
  void *function = nullptr;
  cudaDriverEntryPointQueryResult status = cudaDriverEntryPointVersionNotSufficent;
  OK(cudaGetDriverEntryPoint("cuDriverGetVersion", &function, cudaEnableDefault, &status));
  EQUAL(cudaDriverEntryPointSuccess, status);
  int driver = 0, expected = 0;
  CHECK(function && reinterpret_cast<Version>(function)(&driver) == 0);
  OK(cudaDriverGetVersion(&expected));
  EQUAL(expected, driver);
  void *legacy = nullptr, *perThread = nullptr;
  OK(cudaGetDriverEntryPoint("cuStreamQuery", &legacy, cudaEnableLegacyStream));
  OK(cudaGetDriverEntryPoint("cuStreamQuery", &perThread, cudaEnablePerThreadDefaultStream));
  CHECK(legacy && perThread && legacy != perThread);
  function = &function;
  OK(cudaGetDriverEntryPoint("cuNoSuchThing", &function, cudaEnableDefault, &status));
  EQUAL(cudaDriverEntryPointSymbolNotFound, status);
  CHECK(!function);
  if (!onNvidia()) {
    EXPECT(cudaErrorInvalidValue,
           cudaGetDriverEntryPoint(nullptr, &function, cudaEnableDefault, &status));
    EXPECT(cudaErrorInvalidValue,
           cudaGetDriverEntryPoint("cuInit", nullptr, cudaEnableDefault, &status));
  }
  EXPECT(cudaErrorInvalidValue, cudaGetDriverEntryPoint("cuInit", &function, 77, &status));
}

/// Calls between start and stop do what they do; starts and stops need not match.
static void profiler() {
  int *d, v = 0;
  OK(cudaMalloc(&d, 8));
  OK(cudaProfilerStop());
  OK(cudaProfilerStart());
  OK(cudaProfilerStart());
  write<<<1, 1>>>(d, 5);
  OK(cudaProfilerStop());
  OK(cudaMemcpy(&v, d, 4, cudaMemcpyDeviceToHost));
  EQUAL(5, v);
  // Two threads with a stream each.
  auto work = [d](int which) {
    cudaStream_t s;
    (void)cudaStreamCreate(&s);
    for (int i = 0; i <= 20; ++i) {
      (void)cudaProfilerStart();
      write<<<1, 1, 0, s>>>(d + which, which * 100 + i);
      (void)cudaProfilerStop();
      (void)cudaCtxResetPersistingL2Cache();
      (void)cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte);
    }
    (void)cudaStreamSynchronize(s);
    (void)cudaStreamDestroy(s);
  };
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  int both[2] = {};
  OK(cudaMemcpy(both, d, 8, cudaMemcpyDeviceToHost));
  EQUAL(20, both[0]);
  EQUAL(120, both[1]);
  OK(cudaFree(d));
}

int main() {
  OK(cudaGetDeviceCount(&count));
  choosing();
  valid();
  sharedMemory();
  notifications();
  others();
  entryPoints();
  profiler();
  return finish("DeviceControl");
}
