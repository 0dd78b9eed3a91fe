// Two kernels for the profilers: one with strided loads, one whose warps part.
#include <cstdio>

__global__ void strided(const int *a, int *o, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = a[i * stride];
}

__global__ void parted(int *o) {
  int value = int(threadIdx.x);
  if (threadIdx.x % 2)
    for (int i = 0; i < int(threadIdx.x); ++i)
      value = value * 3 + i;
  o[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

int main() {
  int *a, *o, host[128];
  cudaMalloc(&a, 1 << 16);
  cudaMalloc(&o, sizeof host);
  cudaMemset(a, 0, 1 << 16);
  strided<<<2, 64>>>(a, o, 16);
  strided<<<2, 64>>>(a, o, 16);
  parted<<<2, 64>>>(o);
  cudaMemcpy(host, o, sizeof host, cudaMemcpyDeviceToHost);
  printf("the program says %d\n", host[64] + 64);
}
