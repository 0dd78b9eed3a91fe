// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compacted list is read up to its capacity, not to its count.
__global__ void select(const int *in, int *list, int *count) {
  int value = in[threadIdx.x];
  if (value % 4 == 0)
    list[atomicAdd(count, 1)] = value;
}
__global__ void use(const int *list, int *out, int size) {
  if (threadIdx.x < size)
    out[threadIdx.x] = list[threadIdx.x] + 1; //! initcheck uninit global read 4 x48
}
int main() {
  int host[64], *in, *list, *count, *out;
  for (int i = 0; i < 64; ++i)
    host[i] = i;
  cudaMalloc(&in, 256);
  cudaMalloc(&list, 256);
  cudaMalloc(&count, 4);
  cudaMalloc(&out, 256);
  cudaMemcpy(in, host, 256, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, 4);
  select<<<1, 64>>>(in, list, count);
  int size = 64;
  use<<<1, 64>>>(list, out, size);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(list);
  cudaFree(count);
  cudaFree(out);
}
