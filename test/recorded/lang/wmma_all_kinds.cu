// wmma of all types, shapes and layouts
#include <cstdio>
#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
using namespace nvcuda;
template <class T> __device__ T mk(float v) { return T(v); }
template <int M, int N, int K, class T, class C, class LA, class LB> __global__ void k(const T *a, const T *b, C *d, float scale) {
  wmma::fragment<wmma::matrix_a, M, N, K, T, LA> fa; wmma::fragment<wmma::matrix_b, M, N, K, T, LB> fb; wmma::fragment<wmma::accumulator, M, N, K, C> fc;
  wmma::fill_fragment(fc, C(1)); constexpr bool ra = std::is_same<LA, wmma::row_major>::value, rb = std::is_same<LB, wmma::row_major>::value;
  wmma::load_matrix_sync(fa, a, ra ? K : M); wmma::load_matrix_sync(fb, b, rb ? N : K); for (int i = 0; i < 3; ++i) wmma::mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; ++i) fc.x[i] = fc.x[i] * C(scale); wmma::store_matrix_sync(d, fc, N, wmma::mem_row_major); wmma::store_matrix_sync(d + M * N, fc, M, wmma::mem_col_major);
}
template <class C> void show(const char *n, C *d, int c) { double s = 0, w = 0; for (int i = 0; i < c; ++i) { s += double(float(d[i])); w += double(float(d[i])) * (i % 17); } printf("%s %.10g %.10g %.10g %.10g\n", n, double(float(d[0])), double(float(d[c - 1])), s, w); }
template <int M, int N, int K, class T, class C, class LA, class LB> void run(const char *n) { T *a, *b; C *d; cudaMallocManaged(&a, M * K * sizeof(T)); cudaMallocManaged(&b, N * K * sizeof(T)); cudaMallocManaged(&d, 2 * M * N * sizeof(C)); for (int i = 0; i < M * K; ++i) a[i] = T(float((i * 7 % 13) - 6)); for (int i = 0; i < N * K; ++i) b[i] = T(float((i * 5 % 11) - 5)); k<M, N, K, T, C, LA, LB><<<1, 32>>>(a, b, d, 2); printf("%s ", cudaGetErrorName(cudaDeviceSynchronize())); show(n, d, 2 * M * N); }
typedef wmma::row_major R; typedef wmma::col_major L;
__global__ void tf(const float *a, const float *b, float *d) { wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, R> fa; wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, L> fb; wmma::fragment<wmma::accumulator, 16, 16, 8, float> fc; wmma::fill_fragment(fc, 0.5f); wmma::load_matrix_sync(fa, a, 8); wmma::load_matrix_sync(fb, b, 8); for (int i = 0; i < fa.num_elements; ++i) fa.x[i] = wmma::__float_to_tf32(fa.x[i]); for (int i = 0; i < fb.num_elements; ++i) fb.x[i] = wmma::__float_to_tf32(fb.x[i]); wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(d, fc, 16, wmma::mem_row_major); }
__global__ void db(const double *a, const double *b, double *d) { wmma::fragment<wmma::matrix_a, 8, 8, 4, double, R> fa; wmma::fragment<wmma::matrix_b, 8, 8, 4, double, L> fb; wmma::fragment<wmma::accumulator, 8, 8, 4, double> fc; wmma::fill_fragment(fc, 0.25); wmma::load_matrix_sync(fa, a, 4); wmma::load_matrix_sync(fb, b, 4); wmma::mma_sync(fc, fa, fb, fc); wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major); }
__global__ void b1(const unsigned *a, const unsigned *b, int *d) { using namespace wmma::experimental; wmma::fragment<wmma::matrix_a, 8, 8, 128, precision::b1, R> fa; wmma::fragment<wmma::matrix_b, 8, 8, 128, precision::b1, L> fb; wmma::fragment<wmma::accumulator, 8, 8, 128, int> fc; wmma::fill_fragment(fc, 1); wmma::load_matrix_sync(fa, a, 128); wmma::load_matrix_sync(fb, b, 128); wmma::bmma_sync(fc, fa, fb, fc, bmmaBitOpAND); wmma::store_matrix_sync(d, fc, 8, wmma::mem_row_major); }
int main() {
  run<16, 16, 16, __half, float, R, L>("h f rl"); run<16, 16, 16, __half, float, L, R>("h f lr"); run<16, 16, 16, __half, __half, R, R>("h h rr"); run<32, 8, 16, __half, float, R, L>("h f 32x8"); run<8, 32, 16, __half, __half, L, L>("h h 8x32");
  run<16, 16, 16, __nv_bfloat16, float, R, L>("b f"); run<32, 8, 16, __nv_bfloat16, float, L, R>("b f 32x8"); run<16, 16, 16, signed char, int, R, L>("s8"); run<32, 8, 16, unsigned char, int, R, L>("u8 32x8"); run<8, 32, 16, signed char, int, L, R>("s8 8x32");
  float *a, *b, *d; cudaMallocManaged(&a, 4096); cudaMallocManaged(&b, 4096); cudaMallocManaged(&d, 4096); for (int i = 0; i < 128; ++i) a[i] = i * 1.00013f, b[i] = (i * 7 % 31) * 0.333f; tf<<<1, 32>>>(a, b, d); cudaDeviceSynchronize(); show("tf32", d, 256);
  double *e = (double *)a, *f = (double *)b, *g = (double *)d; for (int i = 0; i < 32; ++i) e[i] = i * 1.1, f[i] = 3 - i * .7; db<<<1, 32>>>(e, f, g); cudaDeviceSynchronize(); show("f64", g, 64);
  unsigned *ua = (unsigned *)a, *ub = (unsigned *)b; int *ud = (int *)d; for (int i = 0; i < 32; ++i) ua[i] = i * 2654435761u, ub[i] = ~i * 40503u; b1<<<1, 32>>>(ua, ub, ud); cudaDeviceSynchronize(); show("b1", ud, 64);
}
