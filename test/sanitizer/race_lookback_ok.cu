// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A prefix sum in one pass: blocks look back at sums that others publish behind a fence.
__device__ int ticket, state[8];
__device__ volatile int partial[8], inclusive[8];
__global__ void scan(int *data) {
  __shared__ int block, before, s[64];
  int t = threadIdx.x;
  if (t == 0)
    block = atomicAdd(&ticket, 1);
  __syncthreads();
  s[t] = data[block * 64 + t];
  for (int step = 1; step < 64; step *= 2) {
    __syncthreads();
    int left = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += left;
  }
  if (t == 63) {
    partial[block] = s[63];
    __threadfence();
    atomicExch(&state[block], 1);
    int sum = 0;
    for (int b = block - 1; b >= 0; --b) {
      int seen;
      while (!(seen = atomicAdd(&state[b], 0)))
        ;
      __threadfence();
      sum += seen == 2 ? inclusive[b] : partial[b];
      if (seen == 2)
        break;
    }
    inclusive[block] = sum + s[63];
    __threadfence();
    atomicExch(&state[block], 2);
    before = sum;
  }
  __syncthreads();
  data[block * 64 + t] = s[t] + before;
}
int main() {
  int host[512], *data;
  for (int &value : host)
    value = 1;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  scan<<<8, 64>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);
  return host[511] != 512;
}
