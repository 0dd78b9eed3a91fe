// images for several architectures: which one a kernel comes from, what its attributes say, device variables of it
#include <cstdio>
#ifdef __CUDA_ARCH__
#define ARCH __CUDA_ARCH__
#else
#define ARCH 0
#endif
__device__ int variable = 5; __constant__ int table[2] = {1, 2};
__global__ void arch(int *o) { o[0] = ARCH; o[1] = variable + table[1];
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  o[2] = 90;
#endif
#if defined(__CUDA_ARCH_SPECIFIC__) || defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
  o[3] = __CUDA_ARCH_SPECIFIC__;
#endif
}
template <int K> __global__ void sized(int *o) { __shared__ int s[K * (ARCH >= 900 ? 2 : 1) + 1]; s[threadIdx.x] = 1; __syncthreads(); *o = s[0]; }
struct Say { template <class... A> Say(const char *f, A... a) { printf(f, a...); } }; // arguments from left to right
#define printf(...) Say{__VA_ARGS__}
int main() {
  int *o; cudaMallocManaged(&o, 64); o[2] = o[3] = 0; arch<<<1, 1>>>(o); cudaError_t e = cudaGetLastError(); printf("%s", cudaGetErrorName(e)); { cudaError_t code = cudaDeviceSynchronize(); printf(" %s %d %d %d %d\n", cudaGetErrorName(code), o[0], o[1], o[2], o[3]); }
  cudaFuncAttributes a = {}; e = cudaFuncGetAttributes(&a, arch); printf("%s binary %d ptx %d\n", cudaGetErrorName(e), a.binaryVersion, a.ptxVersion); cudaGetLastError(); a = {}; e = cudaFuncGetAttributes(&a, sized<100>); printf("%s shared %zu constant %zu local %zu\n", cudaGetErrorName(e), a.sharedSizeBytes, a.constSizeBytes, a.localSizeBytes); cudaGetLastError();
  size_t n = 0; e = cudaGetSymbolSize(&n, table); printf("%s %zu\n", cudaGetErrorName(e), n); cudaGetLastError(); int v = 0; e = cudaMemcpyFromSymbol(&v, variable, 4); printf("%s %d\n", cudaGetErrorName(e), v); cudaGetLastError(); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
