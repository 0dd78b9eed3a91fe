#include <cstdio>
__global__ void step(int *p) {
  int i = threadIdx.x;
  p[i] = i * 2;
}
int main() {
  int *p, result = 0;
  cudaMalloc(&p, 32 * sizeof(int));
  step<<<1, 32>>>(p);
  cudaMemcpy(&result, p + 3, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("result %d\n", result);
}
