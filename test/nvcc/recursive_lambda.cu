// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A generic lambda that is instantiated in the middle of a kernel is no reason to judge the vtables
// that headers have made due by then.
// RUN: nvcc -std=c++17 %s -o %t && %t
template <class F> struct Fix {
  F f;
  template <class... A> __device__ auto operator()(A... a) const { return f(*this, a...); }
};
template <class F> Fix(F) -> Fix<F>;
__global__ void sums(int *out) {
  int i = threadIdx.x;
  out[i] = Fix{[](auto self, int a) -> int { return a ? a + self(a - 1) : 0; }}(i);
}
int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof *out);
  sums<<<1, 32>>>(out);
  if (cudaDeviceSynchronize())
    return 1;
  for (int i = 0; i < 32; ++i)
    if (out[i] != i * (i + 1) / 2)
      return 2;
}
