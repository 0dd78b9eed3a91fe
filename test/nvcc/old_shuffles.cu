// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles without a mask: templates may name them, programs may have their own for structures, calls are an error.
// RUN: nvcc %s -o %t && %t
// RUN: not nvcc -DCALL -c %s -o %t.o 2>&1 | FileCheck %s
__device__ float4 __shfl_down(const float4 value, const unsigned lane, const unsigned width = 32) {
  float4 out = value;
  out.x = __shfl_down_sync(~0u, value.x, lane, width);
  return out;
}

template <typename T> __device__ T notInstantiated(T x) { return __shfl_xor(x, 1); }

__global__ void kernel(float4 *p) {
  p[threadIdx.x] = __shfl_down(p[threadIdx.x], 16);
#ifdef CALL
  // CHECK: old_shuffles.cu:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}use __shfl_down_sync
  p->y = __shfl_down(p->y, 1);
#endif
}

int main() {
  float4 *p;
  cudaMallocManaged(&p, 32 * sizeof *p);
  for (int i = 0; i < 32; ++i)
    p[i].x = i;
  kernel<<<1, 32>>>(p);
  return cudaDeviceSynchronize() || p[3].x != 19;
}
