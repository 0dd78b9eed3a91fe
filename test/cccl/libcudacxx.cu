// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcu++: the C++ library's parts, and CUDA's own of the same names as our few
// (include/anywarp/cccl).
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/atomic>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <nv/target>

#include <cstdio>

__device__ cuda::atomic<int, cuda::thread_scope_device> total;
__device__ cuda::std::atomic<int> calls;

__global__ void neighbours(cuda::std::span<int> numbers) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  numbers[threadIdx.x] = threadIdx.x;
  barrier.arrive_and_wait();
  total.fetch_add(numbers[(threadIdx.x + 1) % numbers.size()], cuda::memory_order_relaxed);
  NV_IF_TARGET(NV_IS_DEVICE, (calls += 1;))
}

__global__ void result(int *out) {
  auto pair = cuda::std::make_tuple(total.load(), calls.load());
  static_assert(cuda::std::is_same_v<decltype(pair), cuda::std::tuple<int, int>>, "");
  out[0] = cuda::std::get<0>(pair);
  out[1] = cuda::std::get<1>(pair);
}

int main() {
  int *p;
  cudaMallocManaged(&p, 256 * sizeof(int));
  neighbours<<<1, 256>>>(cuda::std::span<int>(p, 256));
  result<<<1, 1>>>(p);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%d %d %s\n", p[0], p[1], cudaGetErrorString(error));
  return !(p[0] == 255 * 256 / 2 && p[1] == 256);
}
