// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zero-copy: kernels read and write page-locked host memory that is mapped into the device's space,
// allocated by the runtime or registered from ordinary memory.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

__global__ void square(const float *in, float *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[i] * in[i];
}

int main() {
  const int n = 5000;
  float *in, *deviceIn, *deviceOut;
  CHECK(cudaHostAlloc(&in, n * sizeof(float), cudaHostAllocMapped));
  std::vector<float> out(n);
  CHECK(cudaHostRegister(out.data(), n * sizeof(float), cudaHostRegisterMapped));
  for (int i = 0; i < n; ++i)
    in[i] = 0.5f * i;
  CHECK(cudaHostGetDevicePointer(&deviceIn, in, 0));
  CHECK(cudaHostGetDevicePointer(&deviceOut, out.data(), 0));
  square<<<1, 256>>>(deviceIn, deviceOut, n);
  CHECK(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    EXPECT(out[i] == in[i] * in[i], "element %d is %g", i, out[i]);
  CHECK(cudaHostUnregister(out.data()));
  EXPECT(cudaHostUnregister(out.data()) == cudaErrorHostMemoryNotRegistered, "unregistered twice");
  cudaGetLastError();
  CHECK(cudaFreeHost(in));
  std::puts("zero_copy: ok");
}
