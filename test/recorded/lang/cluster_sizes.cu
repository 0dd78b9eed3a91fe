// sizes of clusters: grids that they make up or not, 0, too large, portable or not; launches and what occupancy says
#include <cstdio>
#include <cooperative_groups.h>
#define T(x) printf("%-50s %s\n", #x, cudaGetErrorName(x)); cudaGetLastError()
__global__ void k(int *o) { if (threadIdx.x == 0) o[blockIdx.x] = cooperative_groups::this_cluster().block_rank(); }
__global__ void __cluster_dims__(2, 1, 1) fixed(int *o) { if (threadIdx.x == 0) o[blockIdx.x] = cooperative_groups::this_cluster().block_rank(); }
int main() {
  int *o; cudaMallocManaged(&o, 4096);
  for (int grid : {1, 2, 4, 6, 12, 16, 32}) for (int c : {0, 1, 2, 3, 4, 5, 6, 8, 9, 12, 16, 17, 32}) {
    cudaLaunchConfig_t f = {}; f.gridDim = grid; f.blockDim = 32; cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeClusterDimension; a[0].val.clusterDim.x = c; a[0].val.clusterDim.y = a[0].val.clusterDim.z = c ? 1 : 0; f.attrs = a; f.numAttrs = 1;
    cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 0); int e = cudaLaunchKernelEx(&f, k, o); int e2 = cudaDeviceSynchronize(); cudaGetLastError(); int n = -1, e3 = cudaOccupancyMaxActiveClusters(&n, k, &f); cudaGetLastError(); int m = -1, e4 = cudaOccupancyMaxPotentialClusterSize(&m, k, &f); cudaGetLastError();
    cudaFuncSetAttribute(k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1); int e5 = cudaLaunchKernelEx(&f, k, o); int e6 = cudaDeviceSynchronize(); cudaGetLastError(); int n2 = -1, e7 = cudaOccupancyMaxActiveClusters(&n2, k, &f); cudaGetLastError(); int m2 = -1, e8 = cudaOccupancyMaxPotentialClusterSize(&m2, k, &f); cudaGetLastError();
    printf("grid %d cluster %d: launch %d %d active %d (%d) max %d (%d); nonportable launch %d %d active %d (%d) max %d (%d)\n", grid, c, e, e2, e3, n > 0, e4, m, e5, e6, e7, n2 > 0, e8, m2);
  }
  fixed<<<3, 32>>>(o); printf("fixed grid 3: %s\n", cudaGetErrorName(cudaGetLastError())); fixed<<<1, 32>>>(o); printf("fixed grid 1: %s\n", cudaGetErrorName(cudaGetLastError()));
  { cudaLaunchConfig_t f = {}; f.gridDim = 8; f.blockDim = 32; cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeClusterDimension; a[0].val.clusterDim.x = 4; a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1; f.attrs = a; f.numAttrs = 1; int n = -1; printf("fixed launched with 4: %s\n", cudaGetErrorName(cudaLaunchKernelEx(&f, fixed, o))); cudaGetLastError(); cudaFuncSetAttribute(fixed, cudaFuncAttributeNonPortableClusterSizeAllowed, 1); printf("set: %s\n", cudaGetErrorName(cudaGetLastError())); f.numAttrs = 0; printf("occ fixed none %s\n", cudaGetErrorName(cudaOccupancyMaxActiveClusters(&n, fixed, &f))); }
  { cudaFuncAttributes fa; T(cudaFuncGetAttributes(&fa, fixed)); printf("%d %d %d must %d nonport %d\n", fa.requiredClusterWidth, fa.requiredClusterHeight, fa.requiredClusterDepth, fa.clusterDimMustBeSet, fa.nonPortableClusterSizeAllowed); }
}
