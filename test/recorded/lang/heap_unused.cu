// what the compiler may not remove: allocations in kernels that nobody uses, their failures, frees, printf among them
#include <cstdio>
#include <new>
struct Big { char c[1 << 20]; __device__ Big() { c[0] = 1; } }; struct Loud { int v; __device__ Loud(int v) : v(v) { printf("made %d\n", v); } __device__ ~Loud() { printf("gone %d\n", v); } };
__global__ void take(int n) { for (int i = 0; i < n; ++i) malloc(1 << 20); }
__global__ void takeNew(int n) { for (int i = 0; i < n; ++i) new Big; }
__global__ void room(int *o) { int n = 0; void *p[64]; while (n < 64 && (p[n] = malloc(1 << 20))) ++n; *o = n; for (int i = 0; i < n; ++i) free(p[i]); }
__global__ void nulls(int *o) { int bad = 0; for (int i = 0; i < 100; ++i) { void *p = malloc(1 << 20); bad += p == 0; } *o = bad; }
__global__ void compare(int *o) { char *a = (char *)malloc(16), *b = (char *)malloc(16); o[0] = a == b; o[1] = a != 0; o[2] = (size_t(a) & 15) == 0; free(a); free(b); free(nullptr); delete (int *)nullptr; }
__global__ void pairs(int n) { for (int i = 0; i < n; ++i) { void *p = malloc(1 << 20); free(p); } }
__global__ void objects() { new Loud(1); Loud *p = new Loud(2); delete p; alignas(Loud) char room[sizeof(Loud)]; Loud *r = new (room) Loud(4); r->~Loud(); Loud *a = (Loud *)malloc(2 * sizeof(Loud)); new (a) Loud(5); a->~Loud(); free(a); }
__global__ void counts(int *o) { o[0] = printf("a%d\n", 1); printf("b\n"); o[1] = printf("%d %d %d\n", 1, 2, 3); printf("%s|%5.2f|%c|%x|%lld|%%\n", "text", 2.5, 'c', 255, 1ll << 40); }
int main() {
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20); int *o; cudaMallocManaged(&o, 64); auto ask = [&](const char *what) { room<<<1, 1>>>(o); cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s room %s\n", what, cudaGetErrorName(e), *o >= 13 ? "nearly all" : *o >= 8 ? "more than half" : *o >= 1 ? "some" : "none"); };
  objects<<<1, 1>>>(); cudaDeviceSynchronize(); counts<<<1, 1>>>(o); cudaDeviceSynchronize(); printf("%d %d\n", o[0], o[1]);
  ask("fresh"); pairs<<<1, 1>>>(100); ask("pairs"); take<<<1, 1>>>(5); ask("five unused"); takeNew<<<1, 1>>>(8); cudaDeviceSynchronize(); take<<<1, 1>>>(100); ask("a hundred more");
  nulls<<<1, 1>>>(o); cudaDeviceSynchronize(); printf("nulls %d\n", *o > 90); compare<<<1, 1>>>(o); cudaDeviceSynchronize(); printf("%d %d %d\n", o[0], o[1], o[2]);
}
