// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __block_size__ (CUDA C++ guide, "Thread Block Clusters"): the directives of NVIDIA's nvcc 13.0.
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s --check-prefix=PTX
// RUN: nvcc -arch=sm_90 %s -o %t && %t | FileCheck %s
// PTX: .entry _Z9clusteredPi
// PTX: .reqntid 64, 2, 1
// PTX: .blocksareclusters
// PTX-NEXT: .reqnctapercluster 2, 1, 1
// PTX: .entry _Z5plainPi
// PTX: .reqntid 32, 1, 1
// PTX: .blocksareclusters
// PTX-NEXT: .reqnctapercluster 1, 1, 1
#include <cooperative_groups.h>
#include <cstdio>

__block_size__((64, 2, 1), (2, 1, 1)) __global__ void clustered(int *p) {
  bool isFirst = threadIdx.x == 0 && threadIdx.y == 0;
  if (isFirst)
    atomicAdd(p, 1);
  if (isFirst && blockIdx.x == 0 && blockIdx.y == 0) {
    p[1] = gridDim.x * 1000 + gridDim.y * 100 + cooperative_groups::this_cluster().num_blocks();
    p[2] = blockDim.x * 10 + blockDim.y;
  }
}
__global__ __block_size__((32, 1, 1)) void plain(int *p) {
  if (threadIdx.x == 0)
    atomicAdd(p + 3, 1);
}

// A launch names the number of clusters, and the size of a block or none (seen on an H200).
int main() {
  int *p;
  cudaMallocManaged(&p, 4 * sizeof *p);
  auto tell = [&](const char *what) {
    cudaError_t error = cudaGetLastError();
    cudaDeviceSynchronize();
    printf("%s: %d, %d blocks, grid and cluster %d, block %d; %d\n", what, error, p[0], p[1], p[2], p[3]);
    for (int i = 0; i < 4; ++i)
      p[i] = 0;
  };
  tell("nothing");
  // CHECK: no size: 0, 12 blocks, grid and cluster 6202, block 642; 5
  clustered<<<dim3(3, 2)>>>(p), plain<<<5>>>(p), tell("no size");
  // CHECK: its size: 0, 6 blocks, grid and cluster 6102, block 642; 3
  clustered<<<3, dim3(64, 2)>>>(p), plain<<<3, 32>>>(p), tell("its size");
  // CHECK: another size: 1, 0 blocks, grid and cluster 0, block 0; 0
  clustered<<<3, 64>>>(p), tell("another size");
  cudaLaunchAttribute size;
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim = {2, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = 4;
  config.blockDim = dim3(64, 2);
  config.attrs = &size;
  config.numAttrs = 1;
  // CHECK: with an attribute: 0, 8 blocks, grid and cluster 8102, block 642; 0
  cudaLaunchKernelEx(&config, clustered, p), tell("with an attribute");
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  clustered<<<3, 1, 0, stream>>>(p);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  // CHECK: captured: 0, 6 blocks, grid and cluster 6102, block 642; 0
  cudaGraphLaunch(exec, stream), tell("captured");
}
