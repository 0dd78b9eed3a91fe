// coalesced, labeled and binary groups, invoke_one
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o) {
  int t = threadIdx.x, r = -1;
  if (t % 3 == 1) { auto g = cg::coalesced_threads(); r = g.thread_rank() * 1000 + g.size(); int v = g.shfl(t, 0) + 10 * g.shfl_down(t, 1) + 100 * g.shfl_up(t, 2); o[t + 64] = v; o[t + 128] = g.ballot(t > 20); o[t + 192] = g.any(t == 31) * 2 + g.all(t > 0); o[t + 256] = g.match_any(t / 8); int pred; o[t + 320] = g.match_all(t & 0, pred); o[t + 384] = pred; }
  o[t] = r;
  auto b = cg::this_thread_block(); auto tile = cg::tiled_partition<16>(b); auto lp = cg::labeled_partition(tile, t % 4); o[t + 448] = lp.size() * 100 + lp.thread_rank(); auto bp = cg::binary_partition(tile, t % 5 == 0); o[t + 512] = bp.size() * 100 + bp.thread_rank(); o[t + 576] = bp.meta_group_size() * 10 + bp.meta_group_rank();
  auto c2 = cg::tiled_partition(cg::coalesced_threads(), 4); o[t + 640] = c2.size() * 100 + c2.thread_rank();
  cg::invoke_one(tile, [&] { o[704 + tile.meta_group_rank()] = tile.num_threads(); }); int s = cg::invoke_one_broadcast(tile, [&] { return 7 + int(tile.meta_group_rank()); }); o[720 + t] = s;
  o[800 + t] = b.thread_index().x + b.dim_threads().x + b.num_threads() + tile.meta_group_size();
}
int main() { int *o; cudaMallocManaged(&o, 4096 * 4); k<<<1, 64>>>(o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 864; ++i) printf("%d%c", o[i], i % 32 == 31 ? '\n' : ' '); }
