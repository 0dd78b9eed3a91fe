// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB: a sort by the device, a sum by a block.
#include <cub/cub.cuh>

#include <cstdio>

__global__ void sumOfBlock(const int *in, int *out) {
  using Reduce = cub::BlockReduce<int, 128>;
  __shared__ typename Reduce::TempStorage storage;
  int sum = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    *out = sum;
}

int main() {
  constexpr int n = 4099;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    in[i] = int(i * 1709ll % n);
  void *storage = nullptr;
  size_t size = 0;
  cub::DeviceRadixSort::SortKeys(storage, size, in, out, n);
  cudaMalloc(&storage, size);
  cub::DeviceRadixSort::SortKeys(storage, size, in, out, n);
  cudaDeviceSynchronize();
  bool isSorted = true;
  for (int i = 0; i < n; ++i)
    isSorted &= out[i] == i;
  sumOfBlock<<<1, 128>>>(out, in);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%d %d %s\n", isSorted, *in, cudaGetErrorString(error));
  return !(isSorted && *in == 127 * 128 / 2);
}
