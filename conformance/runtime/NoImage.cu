// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program whose kernels and variables were made for devices that come later (-arch=sm_120), on
// two threads at once: every use of them tells so, and what needs none goes on.
#include "Check.h"

__device__ int variable;
__global__ void kernel(int *p) { *p = 1; }

int main() {
  const cudaError_t why = cudaErrorNoKernelImageForDevice;
  onTwoThreads([&](int) {
    cudaStream_t s = nullptr;
    int *d = nullptr, host = 7;
    void *address = nullptr;
    size_t size = 0;
    const auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    OK(cudaMalloc(&d, 4));
    void *arguments[] = {&d};
    cudaLaunchConfig_t config{};
    config.gridDim = config.blockDim = dim3(1);
    config.stream = s;
    cudaFuncAttributes attributes{};
    cudaFunction_t function = nullptr;
    cudaGraph_t graph = nullptr;
    cudaGraphNode_t node = nullptr;
    int blocks = 0;
    const void *symbol = reinterpret_cast<const void *>(kernel);
    EXPECT(why, cudaLaunchKernel(symbol, dim3(1), dim3(1), arguments, 0, s));
    EXPECT(why, cudaLaunchKernelExC(&config, symbol, arguments));
    EXPECT(why, cudaLaunchCooperativeKernel(symbol, dim3(1), dim3(1), arguments, 0, s));
    EXPECT(why, cudaGetSymbolAddress(&address, variable));
    EXPECT(why, cudaGetSymbolSize(&size, variable));
    EXPECT(why, cudaMemcpyToSymbol(variable, &host, 4, 0, up));
    EXPECT(why, cudaMemcpyToSymbolAsync(variable, &host, 4, 0, up, s));
    EXPECT(why, cudaMemcpyFromSymbol(&host, variable, 4, 0, down));
    EXPECT(why, cudaMemcpyFromSymbolAsync(&host, variable, 4, 0, down, s));
    EXPECT(why, cudaFuncGetAttributes(&attributes, kernel));
    EXPECT(why, cudaFuncSetAttribute(symbol, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    EXPECT(why, cudaGetFuncBySymbol(&function, symbol));
    EXPECT(why, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, symbol, 32, 0));
    OK(cudaGraphCreate(&graph, 0));
    cudaKernelNodeParams params{};
    params.func = const_cast<void *>(symbol);
    params.gridDim = params.blockDim = 1;
    params.kernelParams = arguments;
    EXPECT(onNvidia() ? cudaErrorInvalidResourceHandle : why, // which is less
           cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
    OK(cudaGraphDestroy(graph));
    OK(cudaMemcpyAsync(d, &host, 4, up, s));
    OK(cudaMemcpyAsync(&host, d, 4, down, s));
    OK(cudaStreamSynchronize(s));
    EQUAL(7, host);
    OK(cudaFree(d));
    OK(cudaStreamDestroy(s));
  });
  return finish("NoImage");
}
