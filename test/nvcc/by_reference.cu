// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device function gets an object with a copy constructor or a destructor by address: it is destroyed as the callee left it.
// RUN: nvcc -arch=sm_90 %s -o %t && %t
// RUN: nvcc -arch=sm_90 -G %s -o %t && %t
// RUN: nvcc -arch=sm_90 -rdc=true -ptx %s -o - | FileCheck %s
// CHECK: .extern .func {{.*}}far
// CHECK-NEXT: (
// CHECK-NEXT: .param .b64 {{.*}}far
// CHECK: .visible .entry {{.*}}kernel
// CHECK: .param .align 8 .b8 {{.*}}kernel
#include <utility>
__device__ int destroyed;
struct Owner {
  int *target;
  const Owner *self;
  __host__ __device__ explicit Owner(int *t) : target(t), self(this) {}
  __host__ __device__ Owner(const Owner &other) : target(other.target), self(this) {}
  __host__ __device__ Owner(Owner &&other) : target(other.target), self(this) { other.target = nullptr; }
  __host__ __device__ ~Owner() {
#ifdef __CUDA_ARCH__
    destroyed += target ? *target : 1000;
#endif
  }
};
struct Plain {
  int a, b;
};
struct Base {
  __device__ virtual int take(int first, Owner owner, Plain plain) { return 0; }
};
struct Derived : Base {
  __device__ int take(int first, Owner owner, Plain plain) override {
    owner.target = nullptr;
    plain.a = 0;
    return first + plain.b;
  }
};
__device__ Owner handOn(Owner owner) { return owner; }
__device__ __noinline__ bool knowsItself(Owner owner) { return owner.self == &owner; }
__device__ int change(Plain plain) { return ++plain.a; }
__device__ int through(int (*function)(Owner), Owner owner) { return function(std::move(owner)); }
__device__ int drop(Owner owner) {
  owner.target = nullptr;
  return 5;
}
#ifdef __CUDACC_RDC__
extern __device__ int far(Owner owner);
#else
__device__ int far(Owner owner) { return 0; }
#endif
__global__ void kernel(Owner owner, Plain plain, Base *base, int *out, bool isVirtual) {
  int seven = 7;
  out[0] = *owner.target;
  { handOn(Owner(&seven)); } // the parameter was moved from: 1000, then 7
  out[1] = destroyed;
  destroyed = 0;
  out[2] = knowsItself(Owner(&seven));
  out[3] = change(plain) + plain.a;
  destroyed = 0;
  Derived derived;
  Base *called = isVirtual ? &derived : base;
  out[4] = called->take(1, Owner(&seven), plain);
  out[5] = destroyed;
  destroyed = 0;
  out[6] = through(isVirtual ? drop : far, Owner(&seven)); // moved from, and dropped
  out[7] = destroyed;
}
int main() {
  int *out;
  cudaMallocManaged(&out, 64);
  out[15] = 99;
  kernel<<<1, 1>>>(Owner(out + 15), Plain{3, 4}, nullptr, out, true);
  const int expected[] = {99, 1007, 1, 7, 5, 1000, 5, 2000};
  if (cudaDeviceSynchronize())
    return 100;
  for (int i = 0; i < 8; ++i)
    if (out[i] != expected[i])
      return i + 1;
}
