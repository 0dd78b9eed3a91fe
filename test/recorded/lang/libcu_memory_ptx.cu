// libcu++: cuda::ptx, annotated pointers, access properties, discard, aligned sizes, memcpy_async, address queries
#include <cstdio>
#include <cuda/annotated_ptr>
#include <cuda/barrier>
#if __has_include(<cuda/discard_memory>)
#include <cuda/discard_memory>
#endif
#include <cuda/ptx>
#include <cuda/cmath>
#include <cuda/std/bit>
#include <cuda/std/numeric>
#include <cuda/std/array>
#include <cuda/functional>
#include <cuda/warp>
namespace ptx = cuda::ptx;
__global__ void annotated(int *p, int n) { cuda::annotated_ptr<const int, cuda::access_property::persisting> a(p); cuda::annotated_ptr<int, cuda::access_property::streaming> b(p + n); cuda::annotated_ptr<int, cuda::access_property> c(p + 2 * n, cuda::access_property::normal{}); int i = threadIdx.x; b[i] = a[i] + 1; c[i] = a[i] * 2; cuda::discard_memory(p + 8192, 1024); cuda::apply_access_property(p, n * 4, cuda::access_property::persisting{}); }
__global__ void wrappers(unsigned *o) { __shared__ alignas(8) cuda::std::uint64_t bar; __shared__ alignas(16) int buffer[64]; int t = threadIdx.x; if (t == 0) ptx::mbarrier_init(&bar, blockDim.x); __syncthreads(); auto token = ptx::mbarrier_arrive(&bar); while (!ptx::mbarrier_try_wait(&bar, token)); buffer[t] = t; __syncthreads(); if (t < 32) { o[t] = ptx::get_sreg_laneid() | ptx::get_sreg_lanemask_lt() << 5; } if (t == 32) { o[32] = ptx::get_sreg_ntid_x(); o[33] = ptx::get_sreg_nctaid_x(); o[34] = ptx::get_sreg_tid_x(); o[35] = ptx::get_sreg_warpid() < 64; } ptx::fence_proxy_async(ptx::space_shared); o[64 + t] = buffer[63 - t]; }
__global__ void copy(const int *in, int *out) { __shared__ alignas(16) int s[256]; __shared__ cuda::barrier<cuda::thread_scope_block> b; if (threadIdx.x == 0) init(&b, blockDim.x); __syncthreads(); if (threadIdx.x == 0) cuda::memcpy_async(s, in, cuda::aligned_size_t<16>(1024), b); b.arrive_and_wait(); out[threadIdx.x] = s[255 - threadIdx.x]; }
__global__ void numbers(long long *o) { int k = 0; o[k++] = cuda::ceil_div(17, 5); o[k++] = cuda::std::popcount(0xf0f0u); o[k++] = cuda::std::countl_zero(1u); o[k++] = cuda::std::bit_ceil(17u); o[k++] = cuda::std::gcd(84, 36); o[k++] = cuda::std::lcm(4, 6); o[k++] = cuda::std::midpoint(3, 8); o[k++] = cuda::std::rotl(0x80000001u, 3); o[k++] = cuda::std::byteswap(0x11223344u); o[k++] = cuda::round_up(17, 8); o[k++] = cuda::round_down(17, 8); o[k++] = cuda::std::has_single_bit(64u); cuda::std::array<int, 4> a = {4, 3, 2, 1}; o[k++] = a.front() * 10 + a.back(); auto f = cuda::proclaim_return_type<int>([](int x) { return x + 1; }); o[k++] = f(41); o[k++] = cuda::ilog2(1000); o[k++] = cuda::ilog10(1000); }
struct Say { template <class... A> Say(const char *f, A... a) { printf(f, a...); } }; // arguments from left to right
#define printf(...) Say{__VA_ARGS__}
int main() {
  int *p; cudaMallocManaged(&p, 1 << 16); for (int i = 0; i < 256; ++i) p[i] = i; annotated<<<1, 64>>>(p, 64); { cudaError_t code = cudaDeviceSynchronize(); printf("%s %d %d %d\n", cudaGetErrorName(code), p[64], p[127], p[191]); }
  unsigned *o = (unsigned *)p + 1024; wrappers<<<3, 64>>>(o); printf("%s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 36; ++i) printf(" %x", o[i]); printf(" %x %x\n", o[64], o[127]); for (int i = 0; i < 256; ++i) p[i] = i; copy<<<1, 256>>>(p, p + 256); { cudaError_t code = cudaDeviceSynchronize(); printf("%s %d %d\n", cudaGetErrorName(code), p[256], p[511]); } long long *n = (long long *)p; numbers<<<1, 1>>>(n); printf("%s", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 16; ++i) printf(" %lld", n[i]); printf("\n");
}
