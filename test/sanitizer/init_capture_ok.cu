// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A captured graph fills, computes and copies; it is launched twice.
__global__ void add(int *data) { data[threadIdx.x] += 1; }
int main() {
  int *data, host[32];
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  cudaMalloc(&data, 128);
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaMemsetAsync(data, 0, 128, stream);
  add<<<1, 32, 0, stream>>>(data);
  cudaMemcpyAsync(host, data, 128, cudaMemcpyDeviceToHost, stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaGraphLaunch(exec, stream);
  cudaStreamSynchronize(stream);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
  cudaStreamDestroy(stream);
  cudaFree(data);
  return host[0] != 1;
}
