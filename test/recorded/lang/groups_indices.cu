// Every cooperative group type: sizes, ranks, thread and block indices, sync, partition, invoke_one.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void ids(int *o) {
  auto b = cg::this_thread_block(); auto g = cg::this_grid(); int t = b.thread_rank(); int *p = o + t * 16; int k = 0;
  if (blockIdx.x || blockIdx.y) return;
  p[k++] = b.size(); p[k++] = b.num_threads(); p[k++] = b.group_index().x; p[k++] = b.thread_index().y; p[k++] = b.dim_threads().x; p[k++] = g.size(); p[k++] = g.num_blocks(); p[k++] = g.num_threads(); p[k++] = g.block_rank(); p[k++] = g.thread_rank(); p[k++] = g.dim_blocks().y; p[k++] = g.block_index().x; p[k++] = g.is_valid(); p[k++] = b.group_dim().y;
}
template <int N> __global__ void tile(int *o) {
  auto b = cg::this_thread_block(); auto t = cg::tiled_partition<N>(b); int i = b.thread_rank(), v = i * 7 % 13; int *p = o + i * 20; int k = 0;
  p[k++] = t.thread_rank(); p[k++] = t.meta_group_rank(); p[k++] = t.meta_group_size(); p[k++] = t.size(); p[k++] = t.shfl(v, 0); p[k++] = t.shfl_up(v, 1); p[k++] = t.shfl_down(v, 1); p[k++] = t.shfl_xor(v, N > 1 ? 1 : 0); p[k++] = t.any(v == 5); p[k++] = t.all(v < 13); p[k++] = t.ballot(v & 1); p[k++] = t.match_any(v % 3); int pred; p[k++] = t.match_all(v / 13, pred); p[k++] = pred; p[k++] = cg::reduce(t, v, cg::plus<int>()); p[k++] = cg::inclusive_scan(t, v); p[k++] = cg::exclusive_scan(t, v, cg::bit_xor<int>());
  struct D { double a; int b; } d{i * 0.5, i}; d = t.shfl(d, N - 1); p[k++] = d.a * 2 + d.b;
}
__global__ void parts(int *o) {
  auto b = cg::this_thread_block(); auto w = cg::tiled_partition<32>(b); int i = b.thread_rank();
  auto bin = cg::binary_partition(w, i % 3 == 0); auto lab = cg::labeled_partition(w, i % 5); o[i * 8] = bin.size() * 100 + bin.thread_rank(); o[i * 8 + 1] = lab.size() * 100 + lab.thread_rank(); o[i * 8 + 2] = cg::reduce(lab, i, cg::greater<int>()); o[i * 8 + 3] = bin.meta_group_rank() * 10 + bin.meta_group_size();
  if (i % 2) { auto c = cg::coalesced_threads(); o[i * 8 + 4] = c.size() * 100 + c.thread_rank(); o[i * 8 + 5] = c.shfl(i, 3); o[i * 8 + 6] = cg::reduce(c, i, cg::plus<int>()); auto c4 = cg::tiled_partition(c, 4); o[i * 8 + 7] = c4.size() * 100 + c4.thread_rank(); }
  cg::invoke_one(w, [&] { atomicAdd(&o[2000], 1); }); int v = cg::invoke_one_broadcast(w, [&] { return 40 + (int)w.meta_group_rank(); }); if (v != 40 + (int)w.meta_group_rank()) o[2001] = 1;
  o[1000 + i] = cg::reduce(b.size() ? w : w, (unsigned)i, cg::bit_or<unsigned>()); cg::sync(b); b.sync(); cg::thread_group tg = b; o[1100 + i] = tg.size() + tg.thread_rank() + int(tg.get_type() == b.get_type());
}
int main() { int *o; cudaMallocManaged(&o, 1 << 16); auto show = [&](const char *n, int count, int stride, int used) { printf("%s %s\n", n, cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < count; ++i) { for (int j = 0; j < used; ++j) printf("%d ", o[i * stride + j]); printf("\n"); } };
  void *a[] = {&o}; cudaLaunchCooperativeKernel((void *)ids, dim3(2, 3), dim3(4, 2), a, 0, 0); show("ids", 8, 16, 14);
  tile<1><<<1, 64>>>(o); show("tile1", 4, 20, 18); tile<2><<<1, 64>>>(o); show("tile2", 4, 20, 18); tile<4><<<1, 64>>>(o); show("tile4", 8, 20, 18); tile<8><<<1, 64>>>(o); show("tile8", 16, 20, 18); tile<16><<<1, 64>>>(o); show("tile16", 32, 20, 18); tile<32><<<1, 64>>>(o); show("tile32", 64, 20, 18);
  for (int i = 0; i < 4000; ++i) o[i] = 0; parts<<<1, 96>>>(o); show("parts", 96, 8, 8); printf("%d %d\n", o[2000], o[2001]); for (int i = 0; i < 96; ++i) printf("%d/%d ", o[1000 + i], o[1100 + i]); printf("\n"); }
