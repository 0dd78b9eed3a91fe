// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines that ANYWARP_TRACE promises.
// RUN: env ANYWARP_TRACE=exec,jit,runtime,driver anywarp run %s 2>&1 | FileCheck %s
// RUN: env ANYWARP_TRACE=runtime,threads anywarp run %s 2>&1 | FileCheck %s --check-prefix=THREADS
// THREADS: [anywarp runtime [[P:[0-9]+]]/[[P]]] cudaDeviceSynchronize() = cudaSuccess
__global__ void once() {}
int main() {
  once<<<3, 33>>>();
  return cudaDeviceSynchronize();
  // CHECK-DAG: [anywarp jit] _Z4oncev
  // CHECK-DAG: [anywarp exec] _Z4oncev: grid (3,1,1), block (33,1,1)
  // CHECK-DAG: [anywarp runtime] cudaDeviceSynchronize() = cudaSuccess
  // CHECK-DAG: [anywarp driver] cuGetProcAddress_v2({{.*}} = CUDA_SUCCESS
}
