// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All-pairs gravity with tiles of bodies in shared memory.
#include <cuda_runtime.h>

#include "Kernels.h"

constexpr int kBlock = 256;

__global__ void nbody(const float4 *bodies, float4 *accelerations, int n) {
  __shared__ float4 tile[kBlock];
  int i = blockIdx.x * kBlock + threadIdx.x;
  float4 me = bodies[i];
  float ax = 0, ay = 0, az = 0;
  for (int t = 0; t < n; t += kBlock) {
    tile[threadIdx.x] = bodies[t + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < kBlock; ++j) {
      float4 other = tile[j];
      float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
      float s = other.w * inverse * inverse * inverse;
      ax += dx * s;
      ay += dy * s;
      az += dz * s;
    }
    __syncthreads();
  }
  accelerations[i] = make_float4(ax, ay, az, 0);
}

namespace bench {

void nbodyCuda(const float *bodies, float *accelerations, int n) {
  nbody<<<n / kBlock, kBlock>>>(reinterpret_cast<const float4 *>(bodies), reinterpret_cast<float4 *>(accelerations), n);
  cudaDeviceSynchronize();
}

} // namespace bench
