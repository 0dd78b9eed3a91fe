// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensor maps that device code changes, boxes for the blocks of a cluster, and what is outside of a
// tensor or no map at all. All of it was seen on an H100 (nvcc -arch=sm_90a).
#include "TensorMaps.h"

/// Changes box, extent, step and swizzle of a map in shared memory, and puts it to *to.
__global__ void replace(const CUtensorMap *from, CUtensorMap *to) {
#if !defined __CUDA_ARCH_FEAT_SM90_ALL && defined __CUDA_ARCH__ && __CUDA_ARCH__ >= 900
  __trap();
#else
  __shared__ __align__(128) CUtensorMap map;
  reinterpret_cast<uint32_t *>(&map)[threadIdx.x] =
      reinterpret_cast<const uint32_t *>(from)[threadIdx.x];
  __syncwarp();
  const unsigned at = sharedAddress(&map);
  if (threadIdx.x == 0) {
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, 16;" ::"r"(at));
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 1, 4;" ::"r"(at));
    asm volatile("tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 1, 5;" ::"r"(at));
    asm volatile("tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%0], 1, 2;" ::"r"(at));
    asm volatile("tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%0], 0, %1;" ::"r"(at),
                 "l"(256ull));
    asm volatile("tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%0], 1;" ::"r"(at));
    asm volatile("tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%0], 10;" ::"r"(at));
    asm volatile("tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%0], 1;" ::"r"(at));
  }
  __syncwarp();
  asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned"
               " [%0], [%1], 128;" ::"l"(to), "r"(at) : "memory");
#endif
}

static void replaced() {
  count<uint16_t>();
  CUtensorMap *maps, before = encode(Tensor());
  OK(cudaMalloc(&maps, 2 * sizeof before));
  OK(cudaMemcpy(maps, &before, sizeof before, cudaMemcpyHostToDevice));
  replace<<<1, 32>>>(maps, maps + 1);
  OK(cudaDeviceSynchronize());
  // Rows 1, 3 and, beyond the tensor's five, none.
  copy<2, false, Load><<<1, 32>>>(before, maps + 1, {{0, 3}, {}, 64}, nullptr, out);
  expect("replaced", chunks<uint16_t>(5), {385, 393, 0x7ff7, 0x7ff7, -1});
  OK(cudaFree(maps));
}

__global__ void __cluster_dims__(4, 1, 1) multicast(const __grid_constant__ CUtensorMap map,
                                                    uint16_t *out, int blocks) {
  __shared__ __align__(128) uint16_t box[128];
  __shared__ __align__(8) uint64_t barrier;
  unsigned rank;
  asm("mov.u32 %0, %cluster_ctarank;" : "=r"(rank));
  const unsigned b = sharedAddress(&barrier), s = sharedAddress(box);
  for (int i = threadIdx.x; i < 128; i += blockDim.x)
    box[i] = 0;
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));
  asm volatile("fence.mbarrier_init.release.cluster; fence.proxy.async;" ::: "memory");
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  if (threadIdx.x == 0) {
    asm volatile("{ .reg .b64 t; mbarrier.arrive.expect_tx.shared::cta.b64 t, [%0], %1; }" ::"r"(b),
                 "r"(blocks >> rank & 1 ? 256 : 0));
    if (rank == 1)
      asm volatile("cp.async.bulk.tensor.2d." LOAD ".multicast::cluster [%0], [%1, {%3, %4}], [%2], %5;" ::"r"(s),
                   "l"(&map), "r"(b), "r"(8), "r"(1), "h"((unsigned short)blocks)
                   : "memory");
    int done = 0;
    while (!done)
      asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;"
                   " selp.s32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(b)
                   : "memory");
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 128; i += blockDim.x)
    out[rank * 128 + i] = box[i];
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}

static void clusters() {
  count<uint16_t>();
  Tensor t;
  t.box[0] = 16;
  for (int blocks : {2, 5, 15}) {
    multicast<<<4, 64>>>(encode(t), reinterpret_cast<uint16_t *>(out), blocks);
    OK(cudaDeviceSynchronize());
    uint16_t seen[4][128];
    OK(cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost));
    for (int rank = 0; rank < 4; ++rank) {
      EQUAL(blocks >> rank & 1 ? 73 : 0, seen[rank][0]);
      EQUAL(blocks >> rank & 1 ? 536 : 0, seen[rank][127]);
    }
  }
}

/// An H100 takes memory that holds no tensor map without an error.
__global__ void replaceNothing(int *p) {
  __shared__ alignas(128) int memory[32];
  memory[threadIdx.x] = 0;
  __syncwarp();
  if (threadIdx.x == 0) {
    unsigned at = (unsigned)__cvta_generic_to_shared(memory);
    asm volatile("tensormap.replace.tile.rank.shared::cta.b1024.b32 [%0], 2;" ::"r"(at) : "memory");
    asm volatile("tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%0], 0, 7;" ::"r"(at)
                 : "memory");
    *p = 5;
  }
}

static void noMap() {
  replaceNothing<<<1, 32>>>(reinterpret_cast<int *>(out));
  OK(cudaDeviceSynchronize());
  int seen = 0;
  OK(cudaMemcpy(&seen, out, sizeof seen, cudaMemcpyDeviceToHost));
  EQUAL(5, seen);
}

/// What is written begins inside of the tensor: the last test, for its error stays.
static void negative() {
  copy<2, false, Store><<<1, 32>>>(encode(Tensor()), nullptr, {{0, -1}, {}, 0}, in, nullptr);
  EXPECT(cudaErrorIllegalInstruction, cudaDeviceSynchronize());
}

int main() {
  setUp();
  replaced();
  clusters();
  noMap();
  negative();
  return finish("TensorMapChanges");
}
