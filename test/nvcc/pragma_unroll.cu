// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `#pragma unroll` before what is no loop: a warning, as with NVIDIA's nvcc 13.0 (20058, 607 and 609 among its five).
// RUN: nvcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: nvcc -c -diag-suppress=607,609,20058,20167,20168 %s -o %t.o 2>&1 | count 0
// RUN: not nvcc -c -diag-error=20058 %s -o %t.o
// RUN: nvcc -ptx %s -o - 2> %t.said | FileCheck %s --check-prefix=PTX
// RUN: not nvcc -ptx -DWRONG %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: pragma_unroll.cu:[[@LINE+1]]:{{.*}} warning: the #pragma unroll must immediately precede a statement [#607-D]
#pragma unroll
__device__ int declared(int n);
struct Members {
// CHECK: :[[@LINE+1]]:{{.*}} warning: the #pragma unroll must immediately precede a statement [#607-D]
#pragma unroll 4
  int x;
};
template <class T> __device__ void work(T *p, int n) {
// CHECK: :[[@LINE+1]]:{{.*}} warning: the #pragma unroll must precede a loop [#20058-D]
#pragma unroll
  { p[0] = 1; }
// CHECK: :[[@LINE+1]]:{{.*}} warning: the #pragma unroll must precede a loop [#20058-D]
#pragma unroll
  if (n)
#pragma unroll 1
    while (n)
      p[n--] = 2;
// CHECK-NOT: warning
#pragma unroll
  // a comment
  for (int i = 0; i < 4; ++i)
    p[i] ^= threadIdx.x;
  int x = n < 3 ? 1 : (n > 2);
#pragma unroll
  do
    p[100 + x--] = 3;
  while (x > 0);
// CHECK: :[[@LINE+1]]:{{.*}} warning: the #pragma unroll has no place here [#609-D]
#pragma unroll
}
// PTX: .entry _Z6kernelPii
// PTX-COUNT-4: xor.b32
__global__ void kernel(int *p, int n) { work(p, n); }
// CHECK: :[[@LINE+1]]:{{.*}} warning: the #pragma unroll must immediately precede a statement [#607-D]
#pragma unroll

// CHECK: :[[@LINE+2]]:{{.*}} [#607-D]
__device__ void declares(int *p) {
#pragma unroll
  using Number = int;
// CHECK: :[[@LINE+1]]:{{.*}} [#607-D]
#pragma unroll
  enum Kind { kind };
// CHECK: :[[@LINE+1]]:{{.*}} [#609-D]
#pragma unroll
  ;
  p[0] = Number(kind);
}

// CHECK: :[[@LINE+2]]:{{.*}} warning: the unroll value cannot be zero or negative
__device__ void negative(int *p) {
#pragma unroll -1
  for (int i = 0; i < 4; ++i)
    p[i] = i;
}

// Counts that no compiler writes out: from 8192 on, nvcc leaves the loop as it is. What does not fit an int it says.
// PTX: .entry _Z4hugePii
// PTX-NOT: +{{[0-9][0-9][0-9]+}}]
__global__ void huge(int *p, int n) {
// CHECK-NOT: warning
#pragma unroll 0x7fffffff
  for (int i = 0; i < n; ++i)
    p[i] = i;
#pragma unroll 8192
  while (n)
    p[n--] = 2;
// CHECK: :[[@LINE+1]]:{{.*}} warning: the unroll value does not fit an int
#pragma unroll 0x80000000
  for (int i = 0; i < n; ++i)
    p[2 * i] = i;
}
template <long N> __device__ int sum(int *p, int n) {
  int all = 0;
// CHECK: :[[@LINE+1]]:{{.*}} warning: the unroll value does not fit an int
#pragma unroll N
  for (int i = 0; i < n; ++i)
    all += p[i];
  return all;
}
__global__ void sums(int *p, int n) { *p = sum<8192>(p, n) + sum<4294967296>(p, n); }

// A count that depends on a template inside the template.
template <int N> __device__ void nested(int *p, int n) {
  auto fill = [=](auto x) {
#pragma unroll N + sizeof(x)
    for (int i = 0; i < n; ++i)
      p[i] = x;
  };
  fill(1);
  fill('c');
}
__global__ void nests(int *p, int n) { nested<3>(p, n); }

#ifdef WRONG
// WRONG: :[[@LINE+2]]:{{.*}} error: called object type 'int' is not a function
template <class T> __device__ void wrong(T *p, int n) {
#pragma unroll 1(n)
  while (n)
    p[n--] = 2;
}
// WRONG-NOT: signal
__global__ void wrongs(int *p, int n) { wrong(p, n); }
#endif
