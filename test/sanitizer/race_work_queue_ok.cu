// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks draw tasks from a counter; a barrier stands between the reads and the next task.
__global__ void work(int *next, int *out, int tasks) {
  __shared__ int task;
  while (true) {
    if (threadIdx.x == 0)
      task = atomicAdd(next, 1);
    __syncthreads();
    int mine = task;
    __syncthreads();
    if (mine >= tasks)
      break;
    atomicAdd(&out[mine], 1);
  }
}
int main() {
  int *next, *out;
  cudaMalloc(&next, 4);
  cudaMalloc(&out, 64);
  cudaMemset(next, 0, 4);
  cudaMemset(out, 0, 64);
  work<<<2, 128>>>(next, out, 16);
  cudaDeviceSynchronize();
  cudaFree(next);
  cudaFree(out);
}
