// Two blocks of two warps: a row stored to shared memory, a barrier, then eight lanes of each warp load backwards.
__global__ void traced(int *out, int few) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x % 32 < few) {
    int value = s[63 - threadIdx.x];
    asm volatile("{.reg .pred p;\n"
                 "setp.lt.u32 p, %1, 4;\n"
                 "@p red.global.add.u32 [%0], 1;}" ::"l"(out + 200),
                 "r"(threadIdx.x));
    out[threadIdx.x] = value;
  }
}

int main() {
  int *out;
  cudaMalloc(&out, 4096);
  traced<<<2, 64>>>(out, 8);
  traced<<<2, 64>>>(out, 8);
  return cudaDeviceSynchronize();
}
