// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In the second round a stream begins with a buffer before the last stage of the round before has ended.
__global__ void step(int *data, int by) {
  data[threadIdx.x] += by; //! racecheck WAW write
}
int main() {
  cudaStream_t streams[2];
  cudaEvent_t done;
  int *data;
  cudaMalloc(&data, 256);
  cudaMemset(data, 0, 256);
  cudaEventCreate(&done);
  for (auto &stream : streams)
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  for (int round = 0; round < 2; ++round) {
    step<<<1, 64, 0, streams[0]>>>(data, 1);
    cudaEventRecord(done, streams[0]);
    cudaStreamWaitEvent(streams[1], done, 0);
    step<<<1, 64, 0, streams[1]>>>(data, 2);
  }
  cudaDeviceSynchronize();
  cudaEventDestroy(done);
  for (auto &stream : streams)
    cudaStreamDestroy(stream);
  cudaFree(data);
}
