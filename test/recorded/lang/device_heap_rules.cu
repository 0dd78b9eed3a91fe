// malloc, free and new in kernels: sizes of 0, too large, alignment, kernels that share the heap, what is refused when it is full
#include <cstdio>
#include <cstdlib>
#include <new>
struct S { int v; __device__ S(int a) : v(a) { printf("S %d\n", v); } __device__ ~S() { printf("~S %d\n", v); } };
__device__ void *kept; __device__ int *table[64];
__global__ void one() {
  void *p = malloc(0); printf("malloc(0) %s\n", p ? "some" : "null"); free(p); free(nullptr);
  char *a = (char *)malloc(1), *b = (char *)malloc(1); printf("align %d %d differ %d\n", int((size_t)a % 16), int((size_t)b % 16), a != b); free(a); free(b);
  p = malloc(1ull << 40); printf("huge %s\n", p ? "some" : "null");  p = malloc(9 << 20); printf("over the limit %s\n", p ? "some" : "null"); free(p);
  S *s = new S(3); delete s; S *arr = (S *)operator new(sizeof(S) * 2); new (arr) S(4); arr->~S(); operator delete(arr);
  int *q = new int[10](); int sum = 0; for (int i = 0; i < 10; ++i) sum += q[i]; printf("zero sum %d\n", sum); delete[] q;
  kept = malloc(100); *(int *)kept = 77;
  
  printf("isGlobal %d\n", (int)__isGlobal(kept));
}
__global__ void two() { printf("kept %d\n", *(int *)kept); free(kept); }
__global__ void fill() { table[threadIdx.x] = (int *)malloc(64); if (table[threadIdx.x]) table[threadIdx.x][0] = threadIdx.x; }
__global__ void check() { int t = threadIdx.x; int bad = !table[63 - t] || table[63 - t][0] != 63 - t; bad = __syncthreads_count(bad); if (t == 0) printf("bad %d\n", bad); free(table[t]); }
__global__ void exhaust(int *n) { int c = 0; while (c < 1000) { void *p = malloc(100000); if (!p) break; ++c; } *n = c; }
__global__ void unused() { for (int i = 0; i < 3; ++i) { void *p = malloc(1 << 20); (void)p; } }
__global__ void unusedcheck(int *n) { int c = 0; for (int i = 0; i < 100; ++i) c += malloc(1 << 20) == nullptr; *n = c; }
int main() {
  size_t lim; cudaDeviceGetLimit(&lim, cudaLimitMallocHeapSize); printf("limit %zu\n", lim);
  one<<<1, 1>>>(); two<<<1, 1>>>(); fill<<<1, 64>>>(); check<<<1, 64>>>(); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  int *n; cudaMallocManaged(&n, 4); unused<<<1, 1>>>(); unusedcheck<<<1, 1>>>(n); cudaDeviceSynchronize(); printf("refused %s\n", *n > 90 ? "most" : "few");
  exhaust<<<1, 1>>>(n); cudaDeviceSynchronize(); printf("exhaust %s\n", *n < 80 ? "below 80" : "more");
  printf("set after launch: %s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20)));
  cudaDeviceGetLimit(&lim, cudaLimitPrintfFifoSize); printf("fifo %zu\n", lim);
}
