// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bodies of templates count in the device pass once they are instantiated, by host code too; in the host pass
// nothing is instantiated for device code. And what a pass only reads chooses among functions of both sides,
// which changes no program.
// RUN: nvcc %s -o %t && %t
// RUN: not nvcc -c -DINSTANTIATED %s -o %t.o 2>&1 | FileCheck %s
// RUN: not nvcc -c -DHOST %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOST
#include <cstdio>

#ifdef __CUDA_ARCH__
template <class T> __device__ void nowhere(T x) {
  undeclared(1);
  int i = "text";
}
#endif

// As rapidjson 1.1: g++ 12 does not look for it before.
template <class T> struct Reference {
  T *at;
  const int length = 0;
  Reference &operator=(const Reference &other) {
    length = other.length;
    return *this;
  }
};

template <class T> __host__ __device__ T twice(T x) {
#ifdef __CUDA_ARCH__
  using ::only_elsewhere;
  return only_elsewhere(x);
#endif
  return x + x;
}

template <class T> struct Box {
  T value;
  __host__ __device__ T get() const {
#ifdef __CUDA_ARCH__
    return undeclared(2);
#else
    return value;
#endif
  }
};

#ifdef __CUDA_ARCH__
template <class T> __device__ T onDevice(T x) { return x + 1; }
#endif
template <class T> __host__ __device__ T forBoth(T x) { return onDevice(x); }
template <class T> __device__ T forDevice(T x) { return forBoth(onDevice(x)); }
template <class T> __global__ void chain(T *out) { *out = forDevice(T(40)); }

// As Eigen's half: in the device pass an operator of the device is the best one.
struct Narrow {
  float value;
  __host__ __device__ operator float() const { return value; }
};
struct Wide {
  float value;
  __host__ __device__ Wide(const Narrow &narrow) : value(narrow.value) {}
};
__host__ __device__ inline float operator-(const Wide &a, const Wide &b) { return b.value - a.value; }
#ifdef __CUDA_ARCH__
__device__ inline float operator-(const Narrow &a, const Narrow &b) { return a.value - b.value; }
#else
inline float operator-(const Narrow &a, const Narrow &b) { return a.value - b.value; }
#endif
static float difference(const Narrow &a, const Narrow &b) { return a - b; }

__global__ void kernel(float *out, Narrow a, Narrow b) { *out = a - b; }

int main() {
#ifdef INSTANTIATED
  // CHECK: template_bodies.cu:[[@LINE-45]]:{{.*}}error: {{.*}}'only_elsewhere'
  // CHECK: template_bodies.cu:[[@LINE+1]]:{{.*}}note: in instantiation of {{.*}}'twice<int>'
  int result = twice(3);
  // CHECK: template_bodies.cu:[[@LINE-38]]:{{.*}}error: use of undeclared identifier 'undeclared'
  return result + Box<int>{4}.get();
#else
#ifdef HOST
  // HOST: template_bodies.cu:[[@LINE-32]]:{{.*}}error: use of undeclared identifier 'onDevice'
  // HOST-NEXT: return onDevice(x)
  // HOST: template_bodies.cu:[[@LINE+1]]:{{.*}}note: in instantiation of {{.*}}'forBoth<float>'
  forBoth(1.0f);
#endif
  float *out;
  cudaMallocManaged(&out, sizeof *out);
  kernel<<<1, 1>>>(out, Narrow{5}, Narrow{3});
  cudaDeviceSynchronize();
  int *count;
  cudaMallocManaged(&count, sizeof *count);
  chain<<<1, 1>>>(count);
  cudaDeviceSynchronize();
  return *out == 2 && *count == 42 && difference(Narrow{7}, Narrow{4}) == 3 ? 0 : 1;
#endif
}
