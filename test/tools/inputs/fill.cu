// A cooperative grid of as many blocks as the device holds at once, and one of a block more.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void meet(unsigned *arrived, unsigned *wrong) {
  if (threadIdx.x == 0)
    atomicAdd(arrived, 1);
  cg::this_grid().sync();
  if (*(volatile unsigned *)arrived != gridDim.x)
    atomicAdd(wrong, 1);
}

int main() {
  int processors = 0, blocks = 0;
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meet, 256, 0);
  std::printf("%d multiprocessors, %d blocks on each\n", processors, blocks);
  unsigned *counts;
  cudaMallocManaged(&counts, 2 * sizeof *counts);
  counts[0] = counts[1] = 0;
  unsigned *arrived = counts, *wrong = counts + 1;
  void *arguments[] = {&arrived, &wrong};
  cudaError_t result = cudaLaunchCooperativeKernel(meet, processors * blocks, 256, arguments);
  if (!result)
    result = cudaDeviceSynchronize();
  if (result == cudaSuccess && !*wrong && *arrived == unsigned(processors * blocks))
    std::printf("all blocks met\n");
  result = cudaLaunchCooperativeKernel(meet, processors * blocks + 1, 256, arguments);
  std::printf("one block more: %s\n", cudaGetErrorString(result));
}
