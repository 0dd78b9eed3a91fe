// children in ordinary, fire-and-forget and tail streams: whether they begin beside their parent, their order, the order and visibility of their memory, errors of launches
#include <cstdio>
__device__ int count, order[256]; __device__ volatile int flag, value;
__device__ void note(int id) { int n = atomicAdd(&count, 1); if (n < 256) order[n] = id; }
__device__ void pass(long long c) { for (long long t = clock64(); clock64() - t < c;); }
__global__ void leaf(int id) { note(id); }
__global__ void slow(int id) { pass(200000); note(id); }
__global__ void set(int v) { value = v; __threadfence(); flag = 1; }
__global__ void waitOrdinary(int *seen) { flag = 0; set<<<1, 1>>>(5); for (long long t = clock64(); !flag && clock64() - t < 2000000000;); *seen = flag; }
__global__ void waitStream(int *seen) { flag = 0; cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); set<<<1, 1, 0, s>>>(5); for (long long t = clock64(); !flag && clock64() - t < 2000000000;); *seen = flag; cudaStreamDestroy(s); }
__global__ void waitForget(int *seen) { flag = 0; set<<<1, 1, 0, cudaStreamFireAndForget>>>(5); for (long long t = clock64(); !flag && clock64() - t < 2000000000;); *seen = flag; }
__global__ void sameStream() { note(1); slow<<<1, 1>>>(2); leaf<<<1, 1>>>(3); leaf<<<1, 1>>>(4); note(100); }
__global__ void tails() { leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(3); leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(4); slow<<<1, 1>>>(2); pass(20000); note(1); }
__global__ void nested(int depth) { note(depth); if (depth < 4) nested<<<1, 1, 0, cudaStreamTailLaunch>>>(depth + 1); }
__global__ void nestedChild(int depth) { if (depth < 4) { nestedChild<<<1, 1>>>(depth + 1); } note(depth); }
__device__ int data[1024];
__global__ void child(int *sum) { int s = 0; for (int i = 0; i < 1024; ++i) s += data[i]; *sum = s; }
__global__ void writer(int *sum) { data[threadIdx.x] = threadIdx.x; __syncthreads(); if (threadIdx.x == 0) child<<<1, 1, 0, cudaStreamTailLaunch>>>(sum); }
__global__ void writerAfter(int *sum) { if (threadIdx.x == 0) child<<<1, 1, 0, cudaStreamTailLaunch>>>(sum); __syncthreads(); data[threadIdx.x] = 2; }
__global__ void many(int n) { if (threadIdx.x < n) leaf<<<1, 1>>>(7); }
__global__ void perThread() { leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(threadIdx.x); leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(100 + threadIdx.x); }
__device__ int sums[8]; __global__ void slowWrite(int i) { pass(100000 * (i + 1)); sums[i] = i + 1; } __global__ void total(int *o) { int s = 0; for (int i = 0; i < 8; ++i) s += sums[i]; *o = s; }
__global__ void forgetThenTail(int *o) { for (int i = 0; i < 8; ++i) slowWrite<<<1, 1, 0, cudaStreamFireAndForget>>>(i); total<<<1, 1, 0, cudaStreamTailLaunch>>>(o); }
__global__ void tailFirst(int *o) { total<<<1, 1, 0, cudaStreamTailLaunch>>>(o); for (int i = 0; i < 8; ++i) slowWrite<<<1, 1, 0, cudaStreamFireAndForget>>>(i); }
__global__ void clearSums() { for (int i = 0; i < 8; ++i) sums[i] = 0; } __global__ void forgetOnly() { for (int i = 0; i < 8; ++i) slowWrite<<<1, 1, 0, cudaStreamFireAndForget>>>(i); }
__global__ void tailOfTail(int *o, int d) { if (d) { tailOfTail<<<1, 1, 0, cudaStreamTailLaunch>>>(o, d - 1); note(d * 10); leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(d * 10 + 1); leaf<<<1, 1, 0, cudaStreamFireAndForget>>>(d * 10 + 2); } else note(0); }
__global__ void errors(int *e) { leaf<<<0, 1>>>(0); e[0] = cudaGetLastError(); leaf<<<1, 2000>>>(0); e[1] = cudaGetLastError(); leaf<<<1, 1, 1 << 20>>>(0); e[2] = cudaGetLastError(); e[3] = cudaPeekAtLastError(); leaf<<<1, 1>>>(9); e[4] = cudaGetLastError(); int d; e[5] = cudaGetDevice(&d); e[6] = d; e[7] = cudaGetDeviceCount(&d); e[8] = d; e[9] = cudaDeviceGetAttribute(&d, cudaDevAttrWarpSize, 0); e[10] = d; cudaEvent_t ev; e[11] = cudaEventCreateWithFlags(&ev, cudaEventDisableTiming); cudaStream_t s; e[12] = cudaStreamCreateWithFlags(&s, cudaStreamDefault); e[13] = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); e[14] = cudaEventRecord(ev, s); e[15] = cudaStreamWaitEvent(s, ev, 0); e[16] = cudaEventDestroy(ev); e[17] = cudaStreamDestroy(s); size_t lim; e[18] = cudaDeviceGetLimit(&lim, cudaLimitMallocHeapSize); e[19] = (int)(lim >> 20); int *p; e[20] = cudaMalloc((void**)&p, 100); e[21] = cudaFree(p); }
static void show(const char *name) { printf("%s: %s:", name, cudaGetErrorName(cudaDeviceSynchronize())); int n, o[256]; cudaMemcpyFromSymbol(&n, count, 4); cudaMemcpyFromSymbol(o, order, sizeof o); for (int i = 0; i < n && i < 256; ++i) printf(" %d", o[i]); printf("\n"); n = 0; cudaMemcpyToSymbol(count, &n, 4); }
int main() {
  int *s; cudaMallocManaged(&s, 4096); for (int i = 0; i < 64; ++i) s[i] = -1;
  waitForget<<<1, 1>>>(s); cudaDeviceSynchronize(); printf("forget seen %d\n", *s);
  waitOrdinary<<<1, 1>>>(s); cudaDeviceSynchronize(); printf("ordinary seen %d\n", *s);
  waitStream<<<1, 1>>>(s); cudaDeviceSynchronize(); printf("stream seen %d\n", *s);
  sameStream<<<1, 1>>>(); show("same stream"); tails<<<1, 1>>>(); show("tails"); nested<<<1, 1>>>(0); show("nested tails"); nestedChild<<<1, 1>>>(0); show("nested children");
  writer<<<1, 1024>>>(s); cudaDeviceSynchronize(); printf("writer %d\n", *s); writerAfter<<<1, 1024>>>(s); cudaDeviceSynchronize(); printf("writerAfter %d\n", *s);
  many<<<4, 32>>>(20); { printf("%s", cudaGetErrorName(cudaDeviceSynchronize())); int n; cudaMemcpyFromSymbol(&n, count, 4); printf(" many %d\n", n); n = 0; cudaMemcpyToSymbol(count, &n, 4); }
  perThread<<<1, 8>>>(); { cudaDeviceSynchronize(); int n, o[256]; cudaMemcpyFromSymbol(&n, count, 4); cudaMemcpyFromSymbol(o, order, sizeof o); int bad = 0; for (int i = 0; i < 8; ++i) bad += o[i] >= 100; printf("perThread %d early tails %d tails:", n, bad); for (int i = 8; i < 16; ++i) printf(" %d", o[i]); printf("\n"); n = 0; cudaMemcpyToSymbol(count, &n, 4); }
  forgetThenTail<<<1, 1>>>(s); cudaDeviceSynchronize(); printf("forgetThenTail %d\n", *s); clearSums<<<1, 1>>>(); tailFirst<<<1, 1>>>(s); cudaDeviceSynchronize(); printf("tailFirst %d\n", *s); clearSums<<<1, 1>>>(); forgetOnly<<<1, 1>>>(); total<<<1, 1>>>(s); cudaDeviceSynchronize(); printf("next kernel %d\n", *s); tailOfTail<<<1, 1>>>(s, 3); show("tailOfTail");
  errors<<<1, 1>>>(s); printf("errors %s:", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 22; ++i) printf(" %d", s[i]); printf("\n");
}
