// __launch_bounds__ with one, two, three arguments, __maxnreg__, expressions and template arguments; what attributes say and what is refused
#include <cstdio>
__global__ void none(int *o) { o[threadIdx.x] = 1; }
__global__ void __launch_bounds__(128) lb1(int *o) { o[threadIdx.x] = 2; }
__global__ void __launch_bounds__(256, 4) lb2(int *o) { o[threadIdx.x] = 3; }
__global__ void __launch_bounds__(256, 2, 4) lb3(int *o) { o[threadIdx.x] = 4; }
__global__ void __maxnreg__(32) mr(int *o) { o[threadIdx.x] = 5; }
template <int N, class T> __global__ void __launch_bounds__(N * sizeof(T), N > 16 ? 2 : 1) tlb(T *o) { o[threadIdx.x] = T(6); }
constexpr int kB = 96; enum { E = 192 };
__launch_bounds__(kB) __global__ void ce(int *o) { o[threadIdx.x] = 7; }
__global__ void __launch_bounds__(E) en(int *o) { o[threadIdx.x] = 8; }
__global__ __launch_bounds__(64) void after(int *o) { o[threadIdx.x] = 9; }
__global__ void __cluster_dims__(2, 1, 1) __launch_bounds__(64) cl(int *o) { o[threadIdx.x] = 10; }
template <int N> __global__ void __launch_bounds__(N) member(int *o) { o[threadIdx.x] = N; }
template <class F> void show(const char *n, F f, int *o, int in, int over) {
  cudaFuncAttributes a; cudaError_t e = cudaFuncGetAttributes(&a, f); printf("%s: %s max %d ", n, cudaGetErrorName(e), a.maxThreadsPerBlock);
  printf("regs ok %d shared %zu const %zu local %zu ", a.numRegs <= 255 && a.numRegs > 0, a.sharedSizeBytes, a.constSizeBytes, a.localSizeBytes); void *args[] = {&o};
  o[in - 1] = 0; e = cudaLaunchKernel((void *)f, dim3(2), dim3(in), args, 0, 0); printf("in %s", cudaGetErrorName(e)); cudaDeviceSynchronize(); printf(" %d", o[in - 1]); e = cudaLaunchKernel((void *)f, dim3(2), dim3(over), args, 0, 0); printf(" over %s, then %s %s\n", cudaGetErrorName(e), cudaGetErrorName(cudaGetLastError()), cudaGetErrorName(cudaDeviceSynchronize())); }
int main() { int *o; cudaMallocManaged(&o, 8192); show("none", none, o, 1024, 1025); show("lb1", lb1, o, 128, 129); show("lb2", lb2, o, 256, 257); show("lb3", lb3, o, 256, 288); show("maxnreg", mr, o, 1024, 1056); show("template", tlb<32, int>, o, 128, 160); show("template2", tlb<8, int>, o, 32, 33); show("constexpr", ce, o, 96, 97); show("enum", en, o, 192, 200); show("after", after, o, 64, 65); show("cluster", cl, o, 64, 96); show("member", member<48>, o, 48, 49);
  cudaFuncAttributes a; cudaFuncGetAttributes(&a, cl); printf("cluster %d %d %d must %d nonportable %d policy %d\n", a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth, a.clusterDimMustBeSet, a.nonPortableClusterSizeAllowed, (int)a.clusterSchedulingPolicyPreference); cudaFuncGetAttributes(&a, none); printf("none %d %d %d must %d dyn %d\n", a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth, a.clusterDimMustBeSet, a.maxDynamicSharedSizeBytes);
  cl<<<3, 32>>>(o); printf("grid 3 of cluster 2: %s\n", cudaGetErrorName(cudaGetLastError())); }
