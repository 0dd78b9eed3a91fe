// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __block_size__ (CUDA C++ guide, "Thread Block Clusters"): the directives of NVIDIA's nvcc 13.0.
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s --check-prefix=PTX
// PTX: .entry _Z9clusteredPi
// PTX: .reqntid 64, 2, 1
// PTX: .blocksareclusters
// PTX-NEXT: .reqnctapercluster 2, 1, 1
// PTX: .entry _Z5plainPi
// PTX: .reqntid 32, 1, 1
// PTX: .blocksareclusters
// PTX-NEXT: .reqnctapercluster 1, 1, 1
#include <cooperative_groups.h>

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

// A launch names the number of clusters alone.
void launch(int *p) {
  clustered<<<dim3(3, 2)>>>(p);
  plain<<<5>>>(p);
}
