// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches on two threads at once: in every way in two streams, the greatest shapes and one more, and
// what is no kernel.
#include "Functions.h"

#include <cooperative_groups.h>

__global__ void meet(int *p, int v) {
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0 && blockIdx.x == 1)
    *p = v;
}

static int word(const int *d, cudaStream_t s) {
  int value = -1;
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&value, d, 4, cudaMemcpyDeviceToHost));
  return value;
}

/// The same launch by each function.
static void ways(cudaStream_t s, int *d) {
  int v = 1;
  void *arguments[] = {&d, &v};
  OK(cudaLaunchKernel(of(put), dim3(1), dim3(1), arguments, 0, s));
  EQUAL(1, word(d, s));
  v = 2;
  OK(cudaLaunchCooperativeKernel(of(meet), dim3(2), dim3(32), arguments, 0, s));
  EQUAL(2, word(d, s));
  v = 3;
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = s;
  OK(cudaLaunchKernelExC(&config, of(put), arguments));
  EQUAL(3, word(d, s));
  v = 4;
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.gridDim = dim3(2);
  config.attrs = &attribute;
  config.numAttrs = 1;
  OK(cudaLaunchKernelExC(&config, of(meet), arguments));
  EQUAL(4, word(d, s));
  cudaKernel_t kernel = nullptr;
  cudaFunction_t function = nullptr;
  OK(cudaGetKernel(&kernel, of(put)));
  OK(cudaGetFuncBySymbol(&function, of(put)));
  CHECK(kernel && function);
  v = 5;
  OK(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, s));
  EQUAL(5, word(d, s));
}

static void shapes(cudaStream_t s, int *d) {
  int v = 7;
  void *arguments[] = {&d, &v};
  const void *kernel = of(put);
  cudaLaunchConfig_t config{};
  config.stream = s;
  const auto launch = [&](dim3 grid, dim3 block, size_t shared = 0) {
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    const cudaError_t one = cudaLaunchKernel(kernel, grid, block, arguments, shared, s);
    const cudaError_t last = cudaGetLastError();
    CHECK(one == last);
    EXPECT(one, cudaLaunchKernelExC(&config, kernel, arguments));
    return one;
  };
  const struct {
    dim3 grid, block;
    size_t shared;
    cudaError_t answer;
  } kShapes[] = {
      {dim3(1), dim3(1024), 0, cudaSuccess},
      {dim3(1), dim3(1, 1024), 0, cudaSuccess},
      {dim3(1), dim3(1, 1, 64), 0, cudaSuccess},
      {dim3(1), dim3(16, 1, 64), 0, cudaSuccess},
      {dim3(1, 65535), dim3(1), 0, cudaSuccess},
      {dim3(1, 1, 65535), dim3(1), 0, cudaSuccess},
      {dim3(1), dim3(1), 48 << 10, cudaSuccess},
      {dim3(1), dim3(1025), 0, cudaErrorInvalidValue},
      {dim3(1), dim3(1, 1025), 0, cudaErrorInvalidValue},
      {dim3(1), dim3(1, 1, 65), 0, cudaErrorInvalidValue},
      {dim3(1), dim3(17, 1, 64), 0, cudaErrorInvalidValue},
      {dim3(1, 65536), dim3(1), 0, cudaErrorInvalidValue},
      {dim3(1, 1, 65536), dim3(1), 0, cudaErrorInvalidValue},
      {dim3(0x80000000u), dim3(1), 0, cudaErrorInvalidValue},
      {dim3(0), dim3(1), 0, cudaErrorInvalidValue},
      {dim3(1, 0), dim3(1), 0, cudaErrorInvalidValue},
      {dim3(1), dim3(1, 1, 0), 0, cudaErrorInvalidValue},
      {dim3(1), dim3(1), (48 << 10) + 1, cudaErrorInvalidValue},
  };
  for (auto &each : kShapes)
    EQUAL(each.answer, launch(each.grid, each.block, each.shared));
  EQUAL(7, word(d, s));
  kernel = of(bounded);
  EQUAL(cudaSuccess, launch(dim3(1), dim3(64)));
  EQUAL(cudaErrorInvalidValue, launch(dim3(1), dim3(65)));
  kernel = nullptr;
  EQUAL(cudaErrorInvalidDeviceFunction, launch(dim3(1), dim3(1)));
  kernel = none;
  EQUAL(cudaErrorInvalidResourceHandle, launch(dim3(1), dim3(1)));
  if (!onNvidia()) { // which takes the lower half of a size, and crashes
    EXPECT(cudaErrorInvalidValue,
           cudaLaunchKernel(of(put), dim3(1), dim3(1), arguments, size_t(1) << 32, s));
    EXPECT(cudaErrorInvalidValue, cudaLaunchKernelExC(nullptr, of(put), arguments));
  }
  EXPECT(cudaErrorInvalidDeviceFunction,
         cudaLaunchCooperativeKernel((const void *)nullptr, dim3(1), dim3(1), arguments, 0, s));
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaLaunchCooperativeKernel(none, dim3(1), dim3(1), arguments, 0, s));
  EXPECT(cudaErrorInvalidValue,
         cudaLaunchCooperativeKernel(of(meet), dim3(1), dim3(0), arguments, 0, s));
  EXPECT(cudaErrorCooperativeLaunchTooLarge,
         cudaLaunchCooperativeKernel(of(meet), dim3(1 << 20), dim3(1024), arguments, 0, s));
  // Attributes that are announced and not there, or unknown, or wrong.
  cudaLaunchAttribute attribute{};
  config.gridDim = config.blockDim = dim3(1);
  config.dynamicSmemBytes = 0;
  config.numAttrs = 1;
  EXPECT(cudaErrorInvalidValue, cudaLaunchKernelExC(&config, of(put), arguments));
  config.attrs = &attribute;
  attribute.id = cudaLaunchAttributeID(99);
  EXPECT(cudaErrorInvalidValue, cudaLaunchKernelExC(&config, of(put), arguments));
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = 3; // does not divide the grid
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  config.gridDim = dim3(4);
  EXPECT(cudaErrorInvalidClusterSize, cudaLaunchKernelExC(&config, of(put), arguments));
  attribute.val.clusterDim.x = 16; // more than is portable
  config.gridDim = dim3(16);
  EXPECT(cudaErrorInvalidClusterSize, cudaLaunchKernelExC(&config, of(put), arguments));
  OK(cudaStreamSynchronize(s));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int) {
    cudaStream_t streams[2];
    int *d = nullptr;
    OK(cudaMalloc(&d, 4));
    for (cudaStream_t &s : streams) {
      OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
      ways(s, d);
      shapes(s, d);
    }
    for (cudaStream_t s : streams)
      OK(cudaStreamDestroy(s));
    OK(cudaFree(d));
  });
  return finish("LaunchErrors");
}
