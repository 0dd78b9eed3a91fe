// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A template that is a friend is the kernel of that name, whether it says __global__ or not; nvcc refuses
// every other declaration without it.
// RUN: nvcc %s -o %t && %t
// RUN: not nvcc -c -DPLAIN %s -o %t.o 2>&1 | FileCheck %s
template <class T> __global__ void outer(T *out, int value);
namespace inner {
__global__ void plain(int *out);
template <int N, class T> __global__ void sized(T *out);
} // namespace inner

class Number {
public:
  __host__ __device__ Number(int value) : value(value) {}

private:
  template <class T> friend void ::outer(T *, int);
  template <int N, class T> friend void inner::sized(T *);
#ifdef PLAIN
  // CHECK: friend_kernel.cu:[[@LINE+1]]:{{.*}}error: {{.*}}'plain'
  friend void inner::plain(int *);
#else
  friend __global__ void inner::plain(int *);
#endif
  int value;
};

template <class T> class Holder { // the friend is declared again for each instance
  template <int N, class U> friend void inner::sized(U *);
  T hidden = 3;
};

template <class T> __global__ void outer(T *out, int value) { out->value = Number(value).value; }
namespace inner {
__global__ void plain(int *out) { *out = Number(5).value; }
template <int N, class T> __global__ void sized(T *out) {
  *out = Number(N).value + Holder<T>().hidden + int(Holder<float>().hidden);
}
} // namespace inner

int main() {
  int *out;
  cudaMallocManaged(&out, 3 * sizeof *out);
  outer<<<1, 1>>>(reinterpret_cast<Number *>(out), 7);
  inner::plain<<<1, 1>>>(out + 1);
  inner::sized<11><<<1, 1>>>(out + 2);
  cudaDeviceSynchronize();
  return out[0] == 7 && out[1] == 5 && out[2] == 17 ? 0 : 1;
}
