// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A reduction by a template ends its threads' loops at their own bounds, with the barrier inside.
template <int N> __device__ int reduce(int *s, int value) {
  s[threadIdx.x] = value;
  for (int i = threadIdx.x; i < N; i += 24) {
    __syncthreads(); //! synccheck divergent-barrier warp
    value += s[i];
  }
  return value;
}
__global__ void sum(int *out) {
  __shared__ int s[64];
  out[threadIdx.x] = reduce<64>(s, threadIdx.x);
}
int main() {
  int *out;
  cudaMalloc(&out, 256);
  sum<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
