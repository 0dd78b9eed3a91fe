// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A bitonic sort in shared memory whose inner steps have no barrier for distances of a warp and more.
__global__ void sort(int *data) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = data[t];
  for (int size = 2; size <= 128; size *= 2) {
    __syncthreads();
    for (int stride = size / 2; stride; stride /= 2) {
      int other = t ^ stride;
      if (stride < 32)
        __syncthreads();
      if (other > t) {
        int a = s[t], b = s[other]; //! racecheck RAW read
        if ((a > b) == !(t & size)) {
          s[t] = b; //! racecheck RAW write
          s[other] = a; //! racecheck RAW write
        }
      }
    }
  }
  __syncthreads();
  data[t] = s[t];
}
int main() {
  int host[128], *data;
  for (int i = 0; i < 128; ++i)
    host[i] = i * 37 % 128;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  sort<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
