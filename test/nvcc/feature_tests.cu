// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Feature tests answer as with nvcc 13.0 and g++ 12, on host and device, and what they promise compiles.
// RUN: nvcc -std=c++17 %s -o %t 2>&1 | count 0
// RUN: %t
// RUN: nvcc -std=c++20 %s -o %t 2>&1 | count 0
// RUN: %t
#if defined __cpp_static_call_operator || defined __cpp_pack_indexing || defined __cpp_placeholder_variables ||        \
    defined __cpp_deleted_function || defined __cpp_named_character_escapes
#error of a later C++
#endif
#if __cplusplus > 201703L
static_assert(__cpp_deduction_guides == 201907 && __cpp_nontype_template_args == 201911);
struct Pair {
  int i, j;
};
template <Pair p> __host__ __device__ int sum() { return p.i + p.j; }
template <class T> struct Aggregate {
  T first, second;
};
template <class T> using Alias = Aggregate<T>;
__host__ __device__ int all() {
  Aggregate a{3, 4};
  Alias b{5, 6};
  return sum<Pair{1, 2}>() + a.second + b.second;
}
#else
__host__ __device__ int all() { return 13; }
#endif
__managed__ int seen;
__global__ void kernel() { seen = all(); }
int main() {
  kernel<<<1, 1>>>();
  return cudaDeviceSynchronize() != cudaSuccess || seen != 13 || all() != 13;
}
