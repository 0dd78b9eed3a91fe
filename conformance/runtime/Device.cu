// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices: choice, flags, attributes, limits, what a reset leaves.
#include "Check.h"

__device__ int counter = 5;
__global__ void bump() { counter += 1; }

static int readCounter() {
  int value = 0;
  OK(cudaMemcpyFromSymbol(&value, counter, sizeof value));
  return value;
}

int main() {
  int count = 0, device = -1, value = 0;
  unsigned flags = 0;
  OK(cudaGetDeviceCount(&count));
  CHECK(count > 0);
  EXPECT(cudaErrorInvalidValue, cudaGetDeviceCount(nullptr));

  // Flags name a schedule; host memory is always mapped.
  OK(cudaGetDeviceFlags(&flags));
  EQUAL(cudaDeviceMapHost, flags);
  OK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  OK(cudaGetDeviceFlags(&flags));
  EQUAL(cudaDeviceScheduleBlockingSync, flags & cudaDeviceScheduleMask);
  EXPECT(cudaErrorInvalidValue, cudaSetDeviceFlags(0x4000));
  EXPECT(cudaErrorInvalidValue, cudaSetDeviceFlags(cudaDeviceScheduleSpin | cudaDeviceScheduleYield));
  OK(cudaSetDeviceFlags(cudaDeviceScheduleAuto));

  OK(cudaSetDevice(0));
  EXPECT(cudaErrorInvalidDevice, cudaSetDevice(count));
  EXPECT(cudaErrorInvalidDevice, cudaSetDevice(-1));
  EXPECT(cudaErrorInvalidDevice, cudaInitDevice(count, 0, 0));
  OK(cudaGetDevice(&device));
  EQUAL(0, device);

  EXPECT(cudaErrorInvalidValue, cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
  EQUAL(32, value);

  // Properties and attributes tell the same.
  cudaDeviceProp properties;
  std::memset(&properties, 0xff, sizeof properties);
  OK(cudaGetDeviceProperties(&properties, 0));
  EQUAL(32, properties.warpSize);
  CHECK(properties.name[0] && std::strlen(properties.name) < sizeof properties.name);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxThreadsPerBlock, 0));
  EQUAL(value, properties.maxThreadsPerBlock);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0));
  EQUAL(value, properties.major);
  OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  EQUAL(value, properties.multiProcessorCount);
  EQUAL(1, properties.unifiedAddressing);
  size_t free = 0, total = 0;
  OK(cudaMemGetInfo(&free, &total));
  CHECK(free <= total && total <= properties.totalGlobalMem);
  OK(cudaMemGetInfo(nullptr, &total));
  OK(cudaMemGetInfo(nullptr, nullptr));
  EXPECT(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, count));
  EXPECT(cudaErrorInvalidValue, cudaGetDeviceProperties(nullptr, 0));

  size_t limit = 0;
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetLimit(&limit, static_cast<cudaLimit>(99)));
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetLimit(static_cast<cudaLimit>(99), 1));
  cudaFuncCache cache;
  OK(cudaDeviceGetCacheConfig(&cache));
  EQUAL(cudaFuncCachePreferNone, cache);
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(9)));

  char bus[32];
  OK(cudaDeviceGetPCIBusId(bus, sizeof bus, 0));
  OK(cudaDeviceGetByPCIBusId(&device, bus));
  EQUAL(0, device);
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(bus, 3, 0));
  EXPECT(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&device, "no bus"));

  OK(cudaDeviceCanAccessPeer(&value, 0, 0));
  EQUAL(0, value);
  EXPECT(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&value, 0, 99));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceEnablePeerAccess(99, 0));
  EXPECT(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));

  // A reset forgets memory and gives variables their first values.
  bump<<<1, 1>>>();
  OK(cudaGetLastError());
  EQUAL(6, readCounter());
  void *memory = nullptr;
  OK(cudaMalloc(&memory, 64));
  OK(cudaDeviceReset());
  if (!onNvidia()) // there the next context may have something at this address
    EXPECT(cudaErrorInvalidValue, cudaMemset(memory, 0, 64));
  EQUAL(5, readCounter());
  bump<<<1, 1>>>();
  OK(cudaDeviceSynchronize());
  EQUAL(6, readCounter());
  OK(cudaDeviceReset());
  OK(cudaDeviceReset());
  OK(cudaDeviceSynchronize());
  return finish("Device");
}
