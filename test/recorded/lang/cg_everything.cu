// cooperative groups: reduce and scan of all operators and types in tiles of each size, coalesced subsets, labeled partition, invoke_one_broadcast, memcpy_async, barrier tokens
#include <cstdio>
#include <cooperative_groups.h>
#include <utility>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups; typedef unsigned u;
__device__ u out[64 * 64]; struct P { float a; int b; };
__device__ u h(u s, u v) { return (s ^ v) * 16777619u; }
template <int N> __device__ u tile(int row) {
  auto b = cg::this_thread_block(); auto t = cg::tiled_partition<N>(b); int v = (threadIdx.x * 37 + 11) % 101 - 40; u s = 1;
  s = h(s, cg::reduce(t, v, cg::plus<int>())); s = h(s, cg::reduce(t, v, cg::less<int>())); s = h(s, cg::reduce(t, v, cg::greater<int>())); s = h(s, cg::reduce(t, (u)v, cg::bit_and<u>())); s = h(s, cg::reduce(t, (u)v, cg::bit_or<u>())); s = h(s, cg::reduce(t, (u)v, cg::bit_xor<u>()));
  s = h(s, (u)cg::reduce(t, (long long)v << 30, cg::plus<long long>())); s = h(s, __float_as_uint(cg::reduce(t, v * 0.25f, cg::plus<float>()))); s = h(s, (u)cg::reduce(t, v * 0.5, cg::greater<double>())); s = h(s, cg::reduce(t, v, [](int a, int c) { return a * 3 > c ? a : c; }) != 12345);
  s = h(s, cg::inclusive_scan(t, v)); s = h(s, cg::exclusive_scan(t, v)); s = h(s, cg::inclusive_scan(t, v, cg::greater<int>())); s = h(s, cg::exclusive_scan(t, (u)v, cg::bit_xor<u>())); s = h(s, __float_as_uint(cg::inclusive_scan(t, v * 0.5f, cg::plus<float>()))); s = h(s, cg::inclusive_scan(t, v, [](int a, int c) { return a > c ? a : c; }));
  P p{v * 0.5f, v}; P q = cg::reduce(t, p, [](P x, P y) { return P{x.a + y.a, max(x.b, y.b)}; }); s = h(s, (u)(int)(q.a * 2)); s = h(s, q.b);
  if constexpr (N <= 32) { s = h(s, t.shfl(v, 1 % N)); s = h(s, t.shfl_down(v, 1)); s = h(s, t.shfl_up(v, 2)); s = h(s, t.shfl_xor(v, N / 2)); s = h(s, t.ballot(v > 0)); s = h(s, t.match_any(v & 3)); s = h(s, t.any(v > 55)); s = h(s, t.all(v < 90)); }
  s = h(s, t.thread_rank()); s = h(s, t.size()); s = h(s, t.meta_group_rank()); s = h(s, t.meta_group_size()); return s;
}
__global__ void tiles() { int t = threadIdx.x; out[t] = tile<1>(0); out[64 + t] = tile<2>(0); out[128 + t] = tile<4>(0); out[192 + t] = tile<8>(0); out[256 + t] = tile<16>(0); out[320 + t] = tile<32>(0); }
__global__ void subsets() {
  int t = threadIdx.x; auto w = cg::tiled_partition<32>(cg::this_thread_block()); u s = 1;
  if (t % 3 != 1) { auto c = cg::coalesced_threads(); int v = t * t % 29; s = h(s, c.size()); s = h(s, c.thread_rank()); s = h(s, cg::reduce(c, v, cg::plus<int>())); s = h(s, cg::inclusive_scan(c, v)); s = h(s, cg::exclusive_scan(c, v, cg::greater<int>())); s = h(s, c.shfl(v, 3)); s = h(s, c.shfl_down(v, 2)); s = h(s, c.shfl_up(v, 2)); s = h(s, c.ballot(v > 9)); s = h(s, c.match_any(v % 4)); int pred; s = h(s, c.match_all(7, pred)); s = h(s, pred); s = h(s, c.any(v == 28)); s = h(s, c.meta_group_size());
    auto l = cg::labeled_partition(c, v % 3); s = h(s, l.size()); s = h(s, l.thread_rank()); s = h(s, cg::reduce(l, v, cg::greater<int>())); s = h(s, l.meta_group_rank()); auto bi = cg::binary_partition(c, v & 1); s = h(s, bi.size()); s = h(s, bi.thread_rank()); s = h(s, bi.meta_group_rank()); auto tp = cg::tiled_partition(c, 4); s = h(s, tp.size()); s = h(s, tp.thread_rank()); }
  out[512 + t] = s; auto lw = cg::labeled_partition(w, t / 5); int x = cg::invoke_one_broadcast(lw, [&] { return t * 2; }); out[576 + t] = x / 10 + lw.size() * 100; int cnt = 0; cg::invoke_one(lw, [&] { cnt = 1; }); out[640 + t] = __popc(__ballot_sync(~0u, cnt));
}
__global__ void copies(const int *in) {
  __shared__ alignas(16) int a[256]; auto b = cg::this_thread_block(); cg::memcpy_async(b, a, in, 256); cg::memcpy_async(b, a + 64, 100, in + 64, 90); cg::wait_prior<1>(b); int v = a[threadIdx.x]; cg::wait(b); out[704 + threadIdx.x] = v * 1000 + a[64 + threadIdx.x % 90]; auto w = cg::tiled_partition<32>(b); w.sync(); b.sync(); cg::memcpy_async(w, a + w.meta_group_rank() * 32, in + 128 + w.meta_group_rank() * 32, sizeof(int) * 32); cg::wait(w); out[768 + threadIdx.x] = a[threadIdx.x];
  auto tok = b.barrier_arrive(); a[200 + threadIdx.x % 8] = 1; b.barrier_wait(std::move(tok)); out[832 + threadIdx.x] = b.dim_threads().x + b.num_threads() + b.thread_index().x + b.group_dim().y;
}
__global__ void dims() { auto g = cg::this_grid(); auto b = cg::this_thread_block(); int i = g.thread_rank(); if (i < 64) out[896 + i] = g.block_rank() * 100 + b.thread_rank() + g.num_blocks() * 10000 + g.block_index().y * 7 + g.dim_blocks().z * 13 + (g.is_valid() ? 1 << 20 : 0) + g.num_threads(); }
int main() {
  int *in; cudaMallocManaged(&in, 1024); for (int i = 0; i < 256; ++i) in[i] = i * 3; tiles<<<1, 64>>>(); subsets<<<1, 64>>>(); copies<<<1, 64>>>(in); dims<<<dim3(2, 2, 2), dim3(4, 2, 2)>>>(); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  static u o[64 * 64]; cudaMemcpyFromSymbol(o, out, sizeof o); for (int r = 0; r < 15; ++r) { u s = 1; for (int i = 0; i < 64; ++i) s = (s ^ o[r * 64 + i]) * 16777619u; printf("%d: %08x  %u %u %u\n", r, s, o[r * 64], o[r * 64 + 5], o[r * 64 + 63]); }
}
