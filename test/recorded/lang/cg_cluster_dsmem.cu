// clusters: cluster_group queries, distributed shared memory, arrive and wait, query_shared_rank, cluster dims at compile and launch time
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4, 1, 1) hist(int *o) {
  __shared__ int bins[64]; auto c = cg::this_cluster(); int t = threadIdx.x; bins[t] = 0; c.sync();
  for (int i = t; i < 1000; i += 64) { int bin = (i * 7 + blockIdx.x * 13) % 256; atomicAdd(c.map_shared_rank(bins, bin / 64) + bin % 64, 1); }
  c.sync(); o[blockIdx.x * 64 + t] = bins[t];
  if (t == 0 && blockIdx.x == 6) printf("block %d rank %d of %d, dims %d %d %d, index %d %d, threads %d, query %d\n", blockIdx.x, c.block_rank(), c.num_blocks(), c.dim_blocks().x, c.dim_blocks().y, c.dim_blocks().z, c.block_index().x, c.block_index().y, c.num_threads(), cg::cluster_group::query_shared_rank(c.map_shared_rank(bins, 3)));
}
__global__ void ring(int *o) { extern __shared__ int sh[]; auto c = cg::this_cluster(); int n = c.num_blocks(), r = c.block_rank(); sh[threadIdx.x] = r * 100 + threadIdx.x; auto tok = c.barrier_arrive(); c.barrier_wait(std::move(tok)); int *next = c.map_shared_rank(sh, (r + 1) % n); o[(blockIdx.x + gridDim.x * blockIdx.y) * blockDim.x + threadIdx.x] = next[blockDim.x - 1 - threadIdx.x]; c.sync(); }
int main() { int *o; cudaMallocManaged(&o, 4096); hist<<<8, 64>>>(o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); int s = 0; for (int i = 0; i < 512; ++i) s = s * 31 + o[i]; printf("hash %d\n", s);
  for (dim3 cl : {dim3(1, 1, 1), dim3(2, 2, 1), dim3(8, 1, 1), dim3(4, 2, 1), dim3(2, 1, 2)}) { cudaLaunchConfig_t c = {}; c.gridDim = dim3(8, 2, 2); c.blockDim = 16; c.dynamicSmemBytes = 64; cudaLaunchAttribute a[1]; a[0].id = cudaLaunchAttributeClusterDimension; a[0].val.clusterDim.x = cl.x; a[0].val.clusterDim.y = cl.y; a[0].val.clusterDim.z = cl.z; c.attrs = a; c.numAttrs = 1; for (int i = 0; i < 1024; ++i) o[i] = 0; cudaError_t e = cudaLaunchKernelEx(&c, ring, o), f = cudaDeviceSynchronize(); s = 0; for (int i = 0; i < 256; ++i) s = s * 31 + o[i]; printf("%u %u %u: %s %s %d\n", cl.x, cl.y, cl.z, cudaGetErrorName(e), cudaGetErrorName(f), cl.z == 1 ? s : 0); } }
