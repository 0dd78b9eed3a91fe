// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers that count and vote end a loop that all leave together.
__global__ void settle(int *data, int *rounds) {
  int value = data[threadIdx.x], round = 0;
  while (__syncthreads_or(value > 1)) {
    value = value > 1 ? (value & 1 ? 3 * value + 1 : value / 2) : value;
    ++round;
    if (__syncthreads_count(value == 1) == blockDim.x && __syncthreads_and(round > 0))
      break;
  }
  data[threadIdx.x] = value;
  if (threadIdx.x == 0)
    *rounds = round;
}
int main() {
  int host[64], *data, *rounds;
  for (int i = 0; i < 64; ++i)
    host[i] = i + 1;
  cudaMalloc(&data, 256);
  cudaMalloc(&rounds, 4);
  cudaMemcpy(data, host, 256, cudaMemcpyHostToDevice);
  settle<<<1, 64>>>(data, rounds);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(rounds);
}
