// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A graph's memory is freed in its stream, behind the kernels that use it; a second launch allocates it again.
#include <cstring>
__global__ void fill(int *data, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    data[i] = i;
}
int main() {
  const int count = 1 << 18;
  cudaMemAllocNodeParams memory;
  memset(&memory, 0, sizeof memory);
  memory.bytesize = count * sizeof(int);
  memory.poolProps.allocType = cudaMemAllocationTypePinned;
  memory.poolProps.location.type = cudaMemLocationTypeDevice;
  cudaGraph_t graph;
  cudaGraphNode_t alloc, kernel;
  cudaGraphExec_t exec;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaGraphCreate(&graph, 0);
  cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory);
  int elements = count;
  void *arguments[] = {&memory.dptr, &elements};
  cudaKernelNodeParams launch = {};
  launch.func = (void *)fill;
  launch.gridDim = launch.blockDim = dim3(1);
  launch.kernelParams = arguments;
  cudaGraphAddKernelNode(&kernel, graph, &alloc, 1, &launch);
  cudaGraphInstantiate(&exec, graph, 0);
  for (int i = 0; i < 2; ++i) {
    cudaGraphLaunch(exec, stream);
    cudaFreeAsync(memory.dptr, stream);
    cudaStreamSynchronize(stream);
  }
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
}
