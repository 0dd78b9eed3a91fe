// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches behind a barrier: two in the block's default stream, two in streams with an event between them. One at the tail
// reads what the others wrote. A tail launch reads what other blocks and threads of its parent wrote. A read beside the
// atomicCAS of a child is none. Then the host's stream reads all of it.
//flags -rdc=true -lcudadevrt
#include <cstdio>
__global__ void copy(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; }
__global__ void add(int *o, int offset) { o[offset + threadIdx.x] += 1; }
__global__ void sum(const int *p, int *o) { o[64 + threadIdx.x] = o[threadIdx.x] + p[threadIdx.x]; }
__global__ void parent(int *p, int *o) {
  int *mine = p + blockIdx.x * 32, *out = o + blockIdx.x * 32;
  mine[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    copy<<<1, 32>>>(mine, out);
    add<<<1, 32>>>(out, 0);
  }
}
__global__ void tail(int *p, int *o) {
  p[0] = 5;
  copy<<<1, 64>>>(p, o);
  sum<<<1, 64, 0, cudaStreamTailLaunch>>>(p, o);
}
__global__ void events(int *p) {
  cudaStream_t a, b;
  cudaEvent_t e;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
  add<<<1, 32, 0, a>>>(p, 0);
  cudaEventRecord(e, a);
  cudaStreamWaitEvent(b, e, 0);
  add<<<1, 32, 0, b>>>(p, 0);
  cudaEventDestroy(e);
  cudaStreamDestroy(a);
  cudaStreamDestroy(b);
}
__global__ void tailOfAll(int *p, int *o) {
  p[blockIdx.x * 32 + threadIdx.x] = threadIdx.x;
  if (blockIdx.x == 0 && threadIdx.x == 0)
    copy<<<1, 64, 0, cudaStreamTailLaunch>>>(p, o);
}
__global__ void claim(int *p) { atomicCAS(p, 0, 1); }
__global__ void guess(int *p, int *o) {
  claim<<<1, 1>>>(p);
  o[0] = *p;
}
int main() {
  int *p, *o, first;
  cudaMalloc(&p, 1024); cudaMalloc(&o, 1024); cudaMemset(p, 0, 1024); cudaMemset(o, 0, 1024);
  parent<<<2, 32>>>(p, o);
  tail<<<1, 1>>>(p, o);
  events<<<1, 1>>>(p);
  tailOfAll<<<2, 32>>>(p, o);
  guess<<<1, 1>>>(p, o);
  copy<<<1, 128>>>(p, o);
  cudaMemcpy(&first, o, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", first);
  cudaFree(p); cudaFree(o);
}
