// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands of asm that no comma parts, as nvcc takes them: in device code, host code, macros, templates.
// RUN: nvcc -std=c++17 %s -o %t && %t
#define ADD(to, a, b) asm("add.u32 %0, %1, %2;" : "=r"(to) : "r"(a) "r"(b))

template <typename T> __device__ T twice(T x) {
  T y;
  asm volatile("add.u32 %0, %1, %2;" : "=r"(y) : "r"(x) "r"(x) : "memory");
  return y;
}

__global__ void kernel(unsigned *out) {
  unsigned a, b;
  asm("{mov.u32 %0, %2; mov.u32 %1, %2;}" : "=r"(a) "=r"(b) : "r"(4));
  ADD(a, a, b);
  auto lambda = [&](unsigned x) { ADD(b, x, (x * "\2"[0])); };
  lambda(a);
  asm volatile("st.u32 [%1], %0;" ::"r"(twice(a) + b) "l"(out) : "memory");
}

int known asm("renamed_by_asm");

static int sum(int a, int b) {
  int c;
  asm("lea (%1, %2), %0" : "=r"(c) : "r"(long(a)) "r"(long(b)));
  return c;
}

int main() {
  unsigned *out;
  cudaMallocManaged(&out, 4);
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  return !(out[0] == 16 + 24 && sum(3, 4) == 7 && known == 0);
}
