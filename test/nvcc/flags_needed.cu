// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc 13 compiles only with a flag: launches in device code, lambdas that device code may call.
// RUN: not nvcc -c -std=c++17 %s -o %t.o 2>&1 | FileCheck %s
// RUN: nvcc -c -std=c++17 -rdc=true --extended-lambda %s -o %t.o
// RUN: nvcc -c -std=c++17 -dc --expt-extended-lambda %s -o %t.o
// RUN: not nvcc -c -std=c++17 -rdc=true --extended-lambda -DPLAIN %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PLAIN
template <class F> struct Holder {
  F f;
};
template <class F> __global__ void run(F f, int *p) { *p = f(1); }
template <class F> __global__ void runHeld(Holder<F> h, int *p) { *p = h.f(1); }

__global__ void child(int *p) { *p = 1; }
__global__ void parent(int *p) {
  // CHECK-DAG: flags_needed.cu:[[#@LINE+1]]:{{.*}} error: kernel launch from __device__ or __global__ functions requires separate compilation mode
  child<<<1, 1>>>(p);
}
template <class T> __host__ __device__ void both(T *p) {
  // CHECK-DAG: flags_needed.cu:[[#@LINE+1]]:{{.*}} error: kernel launch from
  child<<<1, 1>>>(p);
}
__global__ void address(void **p) { *p = (void *)child; }

void host(int *p) {
  both(p);
  child<<<1, 1>>>(p);
  // CHECK-DAG: flags_needed.cu:[[#@LINE+1]]:{{.*}} error: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
  run<<<1, 1>>>([] __device__(int x) { return x + 1; }, p);
  // CHECK-DAG: flags_needed.cu:[[#@LINE+1]]:{{.*}} error: __host__ or __device__ annotation on lambda requires
  auto l = [] __host__ __device__(int x) { return x + 1; };
  runHeld<<<1, 1>>>(Holder<decltype(l)>{l}, p);
#ifdef PLAIN
  auto plain = [](int x) { return x; };
  // PLAIN: flags_needed.cu:[[#@LINE+1]]:{{.*}} error: the closure type of a lambda cannot be used in a template argument of a __global__ function
  run<<<1, 1>>>(plain, p);
  // PLAIN: flags_needed.cu:[[#@LINE+1]]:{{.*}} error: the closure type of a lambda
  runHeld<<<1, 1>>>(Holder<decltype(plain)>{plain}, p);
#endif
}
#if defined(__CUDACC_EXTENDED_LAMBDA__) != defined(__CUDACC_RDC__)
#error both flags are given or none
#endif
__global__ void inside(int *p) {
  auto plain = [](int x) { return x; };
  *p = plain(1);
}
