// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function fills a variable of its caller or says that it did not; it is read only then.
struct Source {
  int left;
  __device__ virtual bool take(int &value) {
    int mine = atomicSub(&left, 1);
    if (mine <= 0)
      return false;
    value = mine;
    return true;
  }
};
__device__ Source *source;
__global__ void make() {
  source = new Source;
  source->left = 20;
}
__global__ void use(int *out) {
  int value;
  if (source->take(value))
    out[threadIdx.x] = value;
  else
    out[threadIdx.x] = -1;
}
__global__ void drop() { delete source; }
int main() {
  int *out;
  cudaMalloc(&out, 256);
  make<<<1, 1>>>();
  use<<<1, 64>>>(out);
  drop<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaFree(out);
}
