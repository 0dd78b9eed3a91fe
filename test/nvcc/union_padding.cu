// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A union keeps all of its bytes as parameter, argument, result and member, also those that are padding in the member
// which gives it its alignment (CUB's kernel_arg). The language says so; host code computes what is expected.
// RUN: nvcc -arch=sm_90 %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s
// RUN: nvcc -arch=sm_90 -G %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s
// RUN: nvcc -arch=sm_90 -rdc=true %s -o %t && env ANYWARP_DEVICE=cpu %t | FileCheck %s
// CHECK: good
#include <cstdio>
struct Aligned {
  char *pointer;
  int padding;
};
struct alignas(8) Bytes {
  unsigned char all[16];
};
union Both {
  Aligned aligned;
  Bytes bytes;
};
union Small {
  struct {
    short a;
    char b;
  } first;
  unsigned char all[4];
  struct {
    unsigned low : 5, high : 27;
  } bits;
};
union Nested {
  struct {
    double4 *pointer;
    Small small;
  } first;
  Both both;
};
struct Holder {
  int before;
  Both both;
  union {
    struct {
      short a;
      char b;
    };
    unsigned char bytes[4];
  };
};
__constant__ Small table[2] = {{{0x201, 3}}, {{0x605, 7}}};
__device__ const Both number = {{nullptr, 0x04030201}};

template <class T> __host__ __device__ int sumOf(const T &value) {
  int sum = 0;
  for (int i = 0; i < int(sizeof(T)); ++i)
    sum = sum * 3 + reinterpret_cast<const unsigned char *>(&value)[i];
  return sum;
}
template <class T> __device__ __noinline__ int take(T value) { return sumOf(value); }
template <class T> __device__ int takeInline(T value) { return sumOf(value); }
template <class T> __host__ __device__ __noinline__ T make(int seed) {
  T value;
  for (int i = 0; i < int(sizeof(T)); ++i)
    reinterpret_cast<unsigned char *>(&value)[i] = (unsigned char)(seed + i);
  return value;
}
__device__ int through(int (*function)(Both), Both (*maker)(int), int seed) { return function(maker(seed)); }

template <class T> __global__ void test(T value, int *results, int seed) {
  results[0] = sumOf(value);
  results[1] = take(value);
  results[2] = take(make<T>(seed));
  results[3] = takeInline(make<T>(seed));
  T copy = value, other = copy;
  copy = make<T>(seed);
  results[4] = take(other) + takeInline(copy) - sumOf(make<T>(seed));
}
__global__ void more(Holder holder, int *results, int seed) {
  results[0] = take(holder.both);
  results[1] = holder.bytes[2] * 1000 + holder.bytes[3] + holder.a;
  results[2] = through(take<Both>, make<Both>, seed);
  results[3] = table[seed & 1].all[2] * 10 + table[0].all[0] + int(table[1].bits.low);
  results[4] = number.bytes.all[8 + (seed & 3)];
  Small small = make<Small>(seed);
  small.bits.low = 1;
  results[5] = int(small.bits.high);
}
bool good = true;
void expect(int seen, int wanted, const char *what, int which) {
  if (seen != wanted)
    printf("%s %d: %d instead of %d\n", what, which, seen, wanted), good = false;
}
template <class T> void run(const char *name) {
  int *results;
  cudaMallocManaged(&results, 5 * sizeof(int));
  T value = make<T>(100);
  test<<<1, 1>>>(value, results, 7);
  expect(cudaDeviceSynchronize(), 0, name, -1);
  const int wanted[] = {sumOf(value), sumOf(value), sumOf(make<T>(7)), sumOf(make<T>(7)), sumOf(value)};
  for (int i = 0; i < 5; ++i)
    expect(results[i], wanted[i], name, i);
}
int main() {
  run<Both>("both");
  run<Small>("small");
  run<Nested>("nested");
  int *results;
  cudaMallocManaged(&results, 6 * sizeof(int));
  Holder holder{};
  holder.both = make<Both>(9);
  holder.a = 300;
  holder.bytes[2] = 4;
  holder.bytes[3] = 5;
  more<<<1, 1>>>(holder, results, 3);
  expect(cudaDeviceSynchronize(), 0, "more", -1);
  Small small = make<Small>(3);
  const int wanted[] = {sumOf(make<Both>(9)), 4305, sumOf(make<Both>(3)), 70 + 1 + 5, 4, int(small.bits.high)};
  for (int i = 0; i < 6; ++i)
    expect(results[i], wanted[i], "more", i);
  puts(good ? "good" : "bad");
}
