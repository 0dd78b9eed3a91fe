// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is never evaluated in a kernel may name functions of the host: std::declval, constructors,
// requirements. RUN: nvcc -std=c++20 -arch=sm_90 %s -o %t && %t RUN: nvcc -std=c++17 -arch=sm_90 -c
// %s -o /dev/null
#include <type_traits>
#include <utility>
#if __cplusplus >= 202002L
#include <concepts>
template <class T>
concept Small = requires { static_cast<short>(std::declval<T>()); };
#endif
int onHost(int);
struct Host {
  Host(int);
  int member();
  short operator()(int);
  ~Host();
};
struct Both {
  __device__ int size() const { return 1; }
};
__device__ int sides(long) { return 1; }
int sides(int) { return 2; }
__global__ void kernel(int *out) {
  decltype(std::declval<int>()) five = 5;
  decltype(onHost(1)) six = 6;
  decltype(std::declval<const Both &>().size()) seven = 7;
  out[0] = five + six + seven;
  out[1] = sizeof(Host(1)(2)) + sizeof(Host(1).member()) + noexcept(std::declval<int>());
  auto lambda = [](auto value) -> decltype(onHost(value)) { return value + 1; };
  out[2] = lambda(3);
  out[3] = sizeof(sides(1L)) + sides(1L);
#if __cplusplus >= 202002L
  out[4] = Small<float> + 2 * Small<Host> + 4 * std::convertible_to<unsigned long, int> +
           8 * requires { onHost(3); };
#endif
}
int main() {
  int *out;
  cudaMallocManaged(&out, 64);
  kernel<<<1, 1>>>(out);
  return cudaDeviceSynchronize() || out[0] != 18 || out[1] != 7 || out[2] != 4 || out[3] != 5 ||
         out[4] != 13;
}
