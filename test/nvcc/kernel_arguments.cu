// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structures that kernels take by value: what is only read of them takes no local memory, also where a pointer may be
// read in a member's place (NVIDIA's nvcc 13.0 has none in `choice` either); a kernel that writes to its copy has one.
// RUN: nvcc -arch=sm_80 -ptx %s -o - | FileCheck %s
// RUN: nvcc -arch=sm_80 %s -o %t
// RUN: %t
// RUN: env ANYWARP_SIMD_WIDTH=1 %t
// RUN: nvcc -arch=sm_80 -G %s -o %t.debug
// RUN: %t.debug
#include <cstdio>

struct Scale {
  double alpha, beta;
  const double *alphaPointer, *betaPointer;
};
struct Table {
  float v[20];
  int n;
};
struct Big {
  int v[101];
};
struct Odd {
  char c[7];
};

// CHECK-LABEL: .entry choice(
// CHECK-NOT: local
// CHECK: ret;
__device__ double valueOf(const double *pointer, const double &value) { return pointer ? *pointer : value; }
extern "C" __global__ void choice(Scale s, double *out) {
  out[threadIdx.x] = valueOf(s.alphaPointer, s.alpha) * threadIdx.x + valueOf(s.betaPointer, s.beta);
}

// CHECK-LABEL: .entry indexed(
// CHECK-NOT: local
// CHECK: ret;
extern "C" __global__ void indexed(Table t, float *out) { out[threadIdx.x] = t.v[threadIdx.x % t.n]; }

extern "C" __global__ void either(Table t, Table u, float *out) {
  const float *from = threadIdx.x & 1 ? t.v : u.v;
  out[threadIdx.x] = from[threadIdx.x % t.n];
}

// CHECK-LABEL: .entry written(
// CHECK: .local
extern "C" __global__ void written(Table t, float *out) {
  t.v[threadIdx.x % 20] += 1;
  out[threadIdx.x] = t.v[t.n] + t.v[threadIdx.x % 20];
}

__device__ __noinline__ float sum(const Table &t) {
  float all = 0;
  for (int i = 0; i < t.n; ++i)
    all += t.v[i];
  return all;
}
extern "C" __global__ void passed(Table t, float *out) { out[threadIdx.x] = sum(t); }
extern "C" __global__ void constant(const __grid_constant__ Table t, float *out) { out[threadIdx.x] = sum(t); }

extern "C" __global__ void big(Big b, float *out) {
  b.v[threadIdx.x] += 1;
  out[threadIdx.x] = b.v[threadIdx.x] + b.v[100 - threadIdx.x];
}

extern "C" __global__ void odd(Odd o, float *out) {
  o.c[threadIdx.x % 7] += 1;
  out[threadIdx.x] = o.c[6 - threadIdx.x % 7];
}

int failures = 0;
template <class T, class F> void expect(const char *name, T *out, F value) {
  if (cudaError_t error = cudaDeviceSynchronize())
    printf("%s: %s\n", name, cudaGetErrorString(error)), ++failures;
  for (int i = 0; i < 32; ++i)
    if (out[i] != value(i))
      printf("%s: out[%d] is %g, not %g\n", name, i, double(out[i]), double(value(i))), ++failures;
}

int main() {
  double *numbers, *doubles;
  float *floats;
  cudaMallocManaged(&numbers, 2 * sizeof(double));
  cudaMallocManaged(&doubles, 32 * sizeof(double));
  cudaMallocManaged(&floats, 32 * sizeof(float));
  numbers[0] = 3;
  numbers[1] = 5;
  Table t{}, u{};
  for (int i = 0; i < 20; ++i)
    t.v[i] = i + 1, u.v[i] = 100 * i;
  t.n = 13;
  u.n = 20;
  Big b;
  for (int i = 0; i < 101; ++i)
    b.v[i] = i * i;
  for (int which = 0; which < 4; ++which) {
    Scale s = {7, 11, which & 1 ? numbers : nullptr, which & 2 ? numbers + 1 : nullptr};
    choice<<<1, 32>>>(s, doubles);
    expect("choice", doubles, [=](int i) { return (which & 1 ? 3. : 7.) * i + (which & 2 ? 5. : 11.); });
  }
  indexed<<<1, 32>>>(t, floats);
  expect("indexed", floats, [=](int i) { return t.v[i % 13]; });
  either<<<1, 32>>>(t, u, floats);
  expect("either", floats, [=](int i) { return (i & 1 ? t.v : u.v)[i % 13]; });
  written<<<1, 32>>>(t, floats);
  expect("written", floats, [=](int i) { return (i % 20 == 13 ? 15.f : 14.f) + t.v[i % 20] + 1; });
  passed<<<1, 32>>>(t, floats);
  expect("passed", floats, [](int) { return 91.f; });
  constant<<<1, 32>>>(t, floats);
  expect("constant", floats, [](int) { return 91.f; });
  big<<<1, 32>>>(b, floats);
  expect("big", floats, [=](int i) { return float(b.v[i] + 1 + b.v[100 - i]); });
  Odd o = {{1, 2, 3, 4, 5, 6, 7}};
  odd<<<1, 32>>>(o, floats);
  expect("odd", floats, [=](int i) { return float(o.c[6 - i % 7] + (i % 7 == 3)); });
  printf("%s\n", failures ? "wrong" : "ok");
  return failures != 0;
}
