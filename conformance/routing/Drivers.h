// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_DEVICE=all through the runtime API: NVIDIA's devices come first, CPU devices after them.
// The first and the last device are of different drivers.
#pragma once
#include <cstdlib>
#include <vector>

#include "../runtime/Check.h"

constexpr int kCount = 1 << 16;
constexpr size_t kBytes = kCount * sizeof(int);
static int devices = 0;

__constant__ int factor = 3;

__global__ void fill(int *out, int start) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount)
    out[i] = i * factor + start;
}
__global__ void addOne(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount)
    out[i] += 1;
}

inline bool isFilled(const std::vector<int> &data, int start) {
  for (int i = 0; i < kCount; ++i)
    if (data[i] != i * 3 + start)
      return false;
  return true;
}

inline int *filled(int device, int start) {
  int *memory = nullptr;
  OK(cudaSetDevice(device));
  OK(cudaMalloc(&memory, kBytes));
  fill<<<kCount / 256, 256>>>(memory, start);
  OK(cudaGetLastError());
  return memory;
}

inline void list() {
  OK(cudaGetDeviceCount(&devices));
  CHECK(devices >= 2);
  for (int i = 0; i < devices; ++i) {
    cudaDeviceProp properties;
    OK(cudaGetDeviceProperties(&properties, i));
    std::printf("%d: %s, %d.%d, %d multiprocessors\n", i, properties.name, properties.major,
                properties.minor, properties.multiProcessorCount);
    char id[32];
    int found = -1;
    OK(cudaDeviceGetPCIBusId(id, sizeof id, i));
    OK(cudaDeviceGetByPCIBusId(&found, id));
    if (i > 0 && !std::getenv("STANDIN_DRIVER")) // which has the same ids
      EQUAL(i, found);
  }
  cudaDeviceProp properties;
  EXPECT(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, devices));
  EXPECT(cudaErrorInvalidDevice, cudaSetDevice(devices));
  int access = 1;
  OK(cudaDeviceCanAccessPeer(&access, 0, devices - 1));
  EQUAL(0, access);
  access = 1;
  OK(cudaDeviceCanAccessPeer(&access, devices - 1, 0));
  EQUAL(0, access);
  OK(cudaSetDevice(0));
  EXPECT(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(devices - 1, 0));
  OK(cudaSetDevice(devices - 1));
  EXPECT(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
  int value = 1;
  OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, devices - 1));
  EQUAL(0, value);
}

inline void resetAll() {
  for (int device = devices - 1; device >= 0; --device) {
    OK(cudaSetDevice(device));
    OK(cudaDeviceSynchronize());
    OK(cudaDeviceReset());
  }
}
