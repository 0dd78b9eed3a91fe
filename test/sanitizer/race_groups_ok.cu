// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, scans and partitions of cooperative groups; leaders exchange behind barriers of the block.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void groups(int *out) {
  __shared__ int sums[8], kinds[2];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<16>(block);
  int mine = block.thread_rank();
  if (mine < 2)
    kinds[mine] = 0;
  int sum = cg::reduce(tile, mine, cg::plus<int>());
  int before = cg::exclusive_scan(tile, mine, cg::plus<int>());
  if (tile.thread_rank() == 0)
    sums[tile.meta_group_rank()] = sum;
  block.sync();
  auto warp = cg::tiled_partition<32>(block);
  auto side = cg::binary_partition(warp, mine % 3 == 0);
  int least = cg::reduce(side, mine, cg::less<int>());
  if (side.thread_rank() == 0)
    atomicAdd(&kinds[mine % 3 == 0], least);
  auto label = cg::labeled_partition(warp, mine % 4);
  int many = cg::reduce(label, 1, cg::plus<int>());
  block.sync();
  out[mine] = sums[mine / 16] + sums[7 - mine / 16] + before + many + kinds[mine % 2];
}
int main() {
  int *out;
  cudaMalloc(&out, 512);
  groups<<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
