// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A pipeline of three streams over two halves of a buffer, ordered by events in each round.
__global__ void step(int *data, int by) { data[threadIdx.x] += by; }
int main() {
  cudaStream_t streams[3];
  cudaEvent_t done[2][3];
  int *data, host[128];
  cudaMalloc(&data, 512);
  for (auto &stream : streams)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (auto &half : done)
    for (auto &event : half)
      cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaMemsetAsync(data, 0, 512, streams[0]);
  for (int round = 0; round < 3; ++round)
    for (int half = 0; half < 2; ++half)
      for (int stage = 0; stage < 3; ++stage) {
        if (round || stage)
          cudaStreamWaitEvent(streams[stage], done[half][(stage + 2) % 3], 0);
        step<<<1, 64, 0, streams[stage]>>>(data + 64 * half, stage);
        cudaEventRecord(done[half][stage], streams[stage]);
      }
  cudaMemcpyAsync(host, data, 512, cudaMemcpyDeviceToHost, streams[2]);
  cudaStreamSynchronize(streams[2]);
  for (auto &half : done)
    for (auto &event : half)
      cudaEventDestroy(event);
  for (auto &stream : streams)
    cudaStreamDestroy(stream);
  cudaFree(data);
  return host[0] != 9;
}
