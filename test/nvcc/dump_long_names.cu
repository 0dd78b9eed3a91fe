// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_DUMP writes a kernel whose name is too long for a file system; two of them stay apart.
// RUN: rm -rf %t.dumps && mkdir %t.dumps && nvcc %s -o %t
// RUN: env ANYWARP_DUMP=ptx,after:Optimize ANYWARP_DUMP_DIR=%t.dumps %t | FileCheck %s
// RUN: ls %t.dumps | FileCheck %s --check-prefix=FILES
#include <cstdio>
#include <utility>

template <class T, size_t... I> __global__ void store(int *out, std::index_sequence<I...>) {
  *out = int(sizeof...(I) + sizeof(T));
}

int main() {
  int *out;
  cudaMallocManaged(&out, 8);
  store<char><<<1, 1>>>(out, std::make_index_sequence<100>());
  store<short><<<1, 1>>>(out + 1, std::make_index_sequence<100>());
  // CHECK: cudaSuccess 101 102
  printf("%s ", cudaGetErrorName(cudaDeviceSynchronize()));
  printf("%d %d\n", out[0], out[1]);
}
// FILES-COUNT-2: {{^_Z5store.*-[0-9a-f]+}}.Optimize.ll
