// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stencil over a pitched volume ends with the last slice.
__global__ void above(cudaPitchedPtr volume, float *out, int slices) {
  int x = threadIdx.x, z = threadIdx.y;
  if (z < slices) {
    auto *row = (const float *)((const char *)volume.ptr + (z + 1) * volume.pitch * volume.ysize);
    out[z * 8 + x] = row[x];
  }
}
int main() {
  cudaPitchedPtr volume;
  cudaExtent extent = make_cudaExtent(8 * sizeof(float), 4, 4);
  float *out;
  cudaMalloc3D(&volume, extent);
  cudaMemset3D(volume, 0, extent);
  cudaMalloc(&out, 128);
  above<<<1, dim3(8, 4)>>>(volume, out, 3);
  cudaDeviceSynchronize();
  cudaFree(volume.ptr);
  cudaFree(out);
}
