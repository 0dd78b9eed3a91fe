// when the size of the printf buffer can be set
#include <cstdio>
__global__ void silent(int *p) { if (*p == 77) printf("never\n"); }
__global__ void quiet(int *p) { *p = 1; }
__global__ void loud() { printf("loud\n"); }
#define T(x) printf("%s: %s\n", #x, cudaGetErrorName(x)); cudaGetLastError()
int main() {
  size_t v; int *p; cudaMallocManaged(&p, 4); *p = 0; cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); printf("%zu\n", v);
  T(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 1 << 20)); quiet<<<1, 1>>>(p); cudaDeviceSynchronize(); T(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 2 << 20)); cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); printf("%zu\n", v);
  silent<<<1, 1>>>(p); cudaDeviceSynchronize(); T(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 3 << 20)); cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); printf("%zu\n", v);
  T(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, v)); loud<<<1, 1>>>(); cudaDeviceSynchronize(); T(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20)); T(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, v)); cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); printf("%zu\n", v);
  T(cudaDeviceReset()); T(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20)); cudaDeviceGetLimit(&v, cudaLimitPrintfFifoSize); printf("%zu\n", v); loud<<<1, 1>>>(); T(cudaDeviceSynchronize());
  size_t stack; cudaDeviceGetLimit(&stack, cudaLimitStackSize); printf("stack %zu\n", stack); T(cudaDeviceSetLimit(cudaLimitStackSize, 4096)); cudaDeviceGetLimit(&stack, cudaLimitStackSize); printf("stack %zu\n", stack);
}
