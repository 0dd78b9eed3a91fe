// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups by label and by predicate, whose threads meet group by group.
#include <cstdio>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
__global__ void k(int *o) { int t = threadIdx.x; auto w = cg::tiled_partition<32>(cg::this_thread_block()); auto g = cg::labeled_partition(w, t % 5); int v = cg::reduce(g, t, cg::plus<int>()); auto b = cg::binary_partition(w, t & 1); if (t & 1) v += cg::reduce(b, 1, cg::plus<int>()); b.sync(); o[t] = v; }
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
