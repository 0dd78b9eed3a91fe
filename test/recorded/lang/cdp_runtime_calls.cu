// device runtime of kernels: memory, copies, fills, attributes, device queries, errors, in device code
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <string>
static struct Line { Line() { setvbuf(stdout, 0, _IONBF, 0); } } line;
#define T(...) printf("%-60s ", #__VA_ARGS__); printf("%s\n", cudaGetErrorName(__VA_ARGS__)); cudaGetLastError()
__global__ void child(int *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] += i; }
__device__ int src[64];
__global__ void k(int *o, int *buf) { int n = 0; int v = -1; 
#define P(x) printf("%s %d\n", #x, (int)(x))
  P(cudaGetDeviceCount(&v)); P(v > 0); P(cudaGetDevice(&v)); P(v); P(cudaDeviceGetAttribute(&v, cudaDevAttrMaxThreadsPerBlock, 0)); P(v); P(cudaDeviceGetAttribute(&v, cudaDevAttrWarpSize, 0)); P(v); P(cudaDeviceGetAttribute(&v, cudaDevAttrComputeCapabilityMajor, 0)); P(v); P(cudaPeekAtLastError()); P(cudaGetLastError()); cudaFuncAttributes fa; P(cudaFuncGetAttributes(&fa, child)); P(fa.maxThreadsPerBlock); P(fa.sharedSizeBytes); size_t lim = 0; P(cudaDeviceGetLimit(&lim, cudaLimitMallocHeapSize)); P(lim > 0); int *m = 0; P(cudaMalloc(&m, 256)); P(m != 0); for (int i = 0; i < 64; ++i) { src[i] = i * 3; m[i] = 1; } 
  P(cudaMemcpyAsync(m, src, 128, cudaMemcpyDeviceToDevice, 0)); child<<<1, 64>>>(m, 64); P(cudaGetLastError()); P(cudaMemsetAsync(buf, 0, 256, 0)); P(cudaMemcpyAsync(buf + 8, src, 16, cudaMemcpyDefault, 0)); child<<<2, 16>>>(buf, 30); cudaFree(0); int nb = 0; P(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&nb, child, 1024, 0)); P(nb); const char *s = cudaGetErrorName(cudaErrorInvalidValue); printf("%s|%s\n", s, cudaGetErrorString(cudaErrorMemoryAllocation)); cudaStream_t st; P(cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking)); cudaEvent_t ev; P(cudaEventCreateWithFlags(&ev, cudaEventDisableTiming)); child<<<1, 4, 0, st>>>(o, 4); P(cudaEventRecord(ev, st)); P(cudaStreamWaitEvent(st, ev, 0)); P(cudaEventDestroy(ev)); P(cudaStreamDestroy(st)); child<<<1, 2000>>>(o, 4); P(cudaPeekAtLastError()); P(cudaGetLastError()); P(cudaGetLastError()); P(cudaMemcpy2DAsync(buf + 48, 8, src, 4, 4, 3, cudaMemcpyDeviceToDevice, 0)); }
int main() { int *o, *b; cudaMallocManaged(&o, 256); cudaMallocManaged(&b, 1024); memset(o, 0, 256); memset(b, 7, 1024); k<<<1, 1>>>(o, b); T(cudaDeviceSynchronize()); for (int i = 0; i < 64; ++i) printf("%d ", b[i]); printf("\n%d %d\n", o[1], o[3]); }
