// float_fused_sums: which sums are fused with which products, in all types: hashes of all bits
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__device__ unsigned bits(float x) { return __float_as_uint(x); }
__device__ unsigned bits(double x) { return unsigned(__double_as_longlong(x) ^ __double_as_longlong(x) >> 32); }
__device__ unsigned bits(__half x) { return __half_as_ushort(x); }
__device__ unsigned bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
__device__ void make(unsigned &seed, float &x) { seed = seed * 1664525u + 1013904223u; x = int(seed) * 4.7e-10f; }
__device__ void make(unsigned &seed, double &x) { seed = seed * 1664525u + 1013904223u; x = int(seed) * 4.7e-10 * (1 + seed * 1e-17); }
__device__ void make(unsigned &seed, __half &x) { float f; make(seed, f); x = __float2half(f); }
__device__ void make(unsigned &seed, __nv_bfloat16 &x) { float f; make(seed, f); x = __float2bfloat16(f); }
template <class Shape, class T> __global__ void run(unsigned *out) {
  unsigned seed = threadIdx.x * 2654435761u + 12345, hash = 2166136261u;
#pragma unroll 1
  for (int n = 0; n < 64; n++) {
    T in[8], o[4] = {};
    for (T &x : in)
      make(seed, x);
    Shape::template of<T>(in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7], n & 1, o);
    for (T x : o)
      hash = (hash ^ bits(x)) * 16777619u;
  }
  atomicXor(out, hash);
}
#define SHAPES(X) \
  X(sum, o[0] = a * b + c) X(difference, o[0] = a * b - c) X(from, o[0] = c - a * b) X(negated, o[0] = -(a * b) + c) X(bothNegated, o[0] = -(a * b) - c) \
  X(twoSums, T m = a * b; o[0] = m + c; o[1] = m + d) X(fourSums, T m = a * b; o[0] = m + c; o[1] = m + d; o[2] = m + e; o[3] = m + f) \
  X(sumAndStore, T m = a * b; o[0] = m + c; o[1] = m) X(sumAndProduct, T m = a * b; o[0] = m + c; o[1] = m * d) X(sumAndDifference, T m = a * b; o[0] = m + c; o[1] = m - d) \
  X(differences, T m = a * b; o[0] = m - c; o[1] = d - m) X(negatedTwice, T m = -(a * b); o[0] = m - c; o[1] = m + d) \
  X(twoProducts, o[0] = a * b + c * d) X(productsDifference, o[0] = a * b - c * d) X(productsFrom, o[0] = -(a * b) - c * d) \
  X(firstStored, T m = a * b; o[0] = m + c * d; o[1] = m) X(secondStored, T m = c * d; o[0] = a * b + m; o[1] = m) X(firstStoredDifference, T m = a * b; o[0] = m - c * d; o[1] = m) X(secondStoredDifference, T m = c * d; o[0] = a * b - m; o[1] = m) \
  X(square, T m = a * b; o[0] = m * m + m) X(squareDifference, T m = a * b; o[0] = m - m * c) X(twice, T m = a * b; o[0] = m + m) \
  X(dot3, o[0] = a * b + c * d + e * f) X(dot4, o[0] = a * b + c * d + e * f + g * h) X(pairs, o[0] = a * b + (c * d + e * f)) \
  X(complexProduct, o[0] = a * c - b * d; o[1] = a * d + b * c) X(squares, T r = a * a; T i = b * b; o[0] = r - i; o[1] = r + i) X(squares2, T r = a * a; T i = b * b; o[0] = i - r; o[1] = r + i; o[2] = r - c) \
  X(horner, o[0] = ((a * b + c) * b + d) * b + e) X(hornerDown, o[0] = ((a * b - c) * b - d) * b - e) X(lerp, o[0] = a + (b - a) * c) X(lerp2, o[0] = a * (T(1) - c) + b * c) \
  X(chain, o[0] = c - a * b - d * e) X(mixed, o[0] = a * b - c * d + e * f) X(distance, T x = a - b; T y = c - d; T z = e - f; o[0] = x * x + y * y + z * z) \
  X(longProduct, o[0] = a * b * c + d) X(productOfSums, o[0] = (a * b) * (c + d) + e) X(three, T m = a * b; T n = c * d; T q = e * f; o[0] = m + n; o[1] = n + q; o[2] = q + m) \
  X(threeDown, T m = a * b; T n = c * d; T q = e * f; o[0] = m - n; o[1] = n - q; o[2] = q - m) X(shared, T m = a * b; T n = c * d; o[0] = m - n; o[1] = m - e) \
  X(chosen, T m = a * b; o[0] = (odd ? m : c) + d) X(branch, T m = a * b; if (odd) o[0] = m + c) X(branches, T m = a * b; if (odd) o[0] = m - c; else o[0] = d - m) \
  X(compared, T m = a * b; o[0] = m + c; if (m > T(0)) o[1] = T(1)) X(rotated, o[0] = a * c - b * d; o[1] = a * d + b * c; o[2] = o[0] * o[0] + o[1] * o[1]) \
  X(cross, o[0] = b * f - c * e; o[1] = c * d - a * f; o[2] = a * e - b * d) X(determinant, o[0] = a * (e * f - g * h) - b * (d * f - g * c) + c * (d * h - e * a)) \
  X(loop, T s = T(0); for (int i = 0; i < 5; i++) s += a * s + b; o[0] = s) X(loopDown, T s = c; for (int i = 0; i < 5; i++) s -= a * s - b; o[0] = s) \
  X(accumulated, T s = a * b; s += c * d; s -= e * f; s += g * h; o[0] = s)
#define STRUCT(NAME, ...) \
  struct NAME { \
    template <class T> __device__ static void of(T a, T b, T c, T d, T e, T f, T g, T h, bool odd, T *o) { __VA_ARGS__; } \
  };
SHAPES(STRUCT)
unsigned *out;
template <class Shape, class T> unsigned hashOf() {
  *out = 0;
  run<Shape, T><<<1, 32>>>(out);
  cudaError_t error = cudaDeviceSynchronize();
  return error ? error : *out;
}
int main() {
  cudaMallocManaged(&out, 4);
#define PRINT(NAME, ...) printf("%-22s %08x %08x %08x %08x\n", #NAME, hashOf<NAME, float>(), hashOf<NAME, double>(), hashOf<NAME, __half>(), hashOf<NAME, __nv_bfloat16>());
  SHAPES(PRINT)
}
