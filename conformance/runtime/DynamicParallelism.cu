// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches from device code: order in streams, tail launches, copies, what the device runtime
// answers, and errors. Expectations are the programming guide's (chapter on dynamic parallelism).
// Needs -rdc=true.
#include <initializer_list>

#include "Check.h"

struct Log {
  int count, entries[64];
};
__device__ Log steps;
__device__ int errors[8], numbers[8];
__device__ unsigned long long deepest;

__global__ void note(int what) { steps.entries[atomicAdd(&steps.count, 1)] = what; }

/// Launches by the threads of one block into its default stream, one after the other.
__global__ void inOrder() {
  for (int i = 0; i < 4; ++i) {
    if (threadIdx.x == i)
      note<<<1, 1>>>(i);
    __syncthreads();
  }
  if (threadIdx.x == 0)
    note<<<1, 1, 0, cudaStreamTailLaunch>>>(9);
  __syncthreads();
  if (threadIdx.x == 1)
    note<<<1, 1>>>(4);
}

__global__ void parentOf(int what) {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(what + 1);
  note<<<1, 1>>>(what);
}
/// The second child begins after the first and all that came of it.
__global__ void nested() {
  note<<<1, 1, 0, cudaStreamTailLaunch>>>(30);
  parentOf<<<1, 1>>>(10);
  parentOf<<<1, 1>>>(20);
}

__global__ void addTo(int *data, int n, int value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += value;
}
__global__ void copies(int *a, int *b, int n) {
  cudaStream_t first, second;
  cudaEvent_t event;
  errors[0] = cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  errors[1] = cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  errors[2] = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  errors[3] = cudaMemsetAsync(a, 0, n * sizeof(int), first);
  addTo<<<(n + 63) / 64, 64, 0, first>>>(a, n, 5);
  errors[4] = cudaEventRecord(event, first);
  errors[5] = cudaStreamWaitEvent(second, event, 0);
  errors[6] = cudaMemcpyAsync(b, a, n * sizeof(int), cudaMemcpyDeviceToDevice, second);
  addTo<<<(n + 63) / 64, 64, 0, second>>>(b, n, 2);
  errors[7] = cudaGetLastError();
  cudaEventDestroy(event);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
}

__global__ void wrong() {
  note<<<1, 2000>>>(1); // more threads than a block can have
  errors[0] = cudaPeekAtLastError();
  errors[1] = cudaGetLastError();
  errors[2] = cudaGetLastError();
  cudaStream_t stream;
  errors[3] = cudaStreamCreateWithFlags(&stream, cudaStreamDefault);
  cudaEvent_t event;
  errors[4] = cudaEventCreateWithFlags(&event, cudaEventDefault);
  (void)cudaGetLastError();
  note<<<0, 1>>>(2);
  errors[5] = cudaGetLastError();
}

__global__ void questions() {
  cudaFuncAttributes attributes;
  errors[0] = cudaGetDevice(&numbers[0]);
  errors[1] = cudaGetDeviceCount(&numbers[1]);
  errors[2] = cudaDeviceGetAttribute(&numbers[2], cudaDevAttrWarpSize, numbers[0]);
  errors[3] = cudaFuncGetAttributes(&attributes, addTo);
  numbers[3] = attributes.maxThreadsPerBlock;
  int *heap = nullptr;
  errors[4] = cudaMalloc(&heap, 64);
  heap[3] = 7;
  numbers[4] = heap[3];
  errors[5] = cudaFree(heap);
  errors[6] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&numbers[6], addTo, 128, 0);
}

__global__ void deeper(unsigned long long level) {
  atomicMax(&deepest, level);
  if (level == 100)
    return;
  deeper<<<1, 1>>>(level + 1);
  if (cudaError_t error = cudaGetLastError())
    errors[0] = error;
}

/// A loop that goes on by the tail stream.
__global__ void again(int left) {
  if (left)
    again<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1);
  else
    numbers[0] = 1234;
}

__global__ void fails() { __trap(); }
__global__ void launchesAFailure() { fails<<<1, 1>>>(); }

template <int N> static void read(int (&values)[N], const int (&symbol)[N]) {
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpyFromSymbol(values, symbol, sizeof values));
}

static void expectSteps(std::initializer_list<int> expected) {
  OK(cudaDeviceSynchronize());
  Log log;
  OK(cudaMemcpyFromSymbol(&log, steps, sizeof log));
  EQUAL(expected.size(), log.count);
  int i = 0;
  for (int step : expected)
    EQUAL(step, log.entries[i++]);
  Log none = {};
  OK(cudaMemcpyToSymbol(steps, &none, sizeof none));
}

int main() {
  inOrder<<<1, 32>>>();
  expectSteps({0, 1, 2, 3, 4, 9});
  nested<<<1, 1>>>();
  expectSteps({10, 11, 20, 21, 30});

  const int n = 1000;
  int *a, *b, host[n], values[8];
  OK(cudaMalloc(&a, sizeof host));
  OK(cudaMalloc(&b, sizeof host));
  copies<<<1, 1>>>(a, b, n);
  read(values, errors);
  for (int error : values)
    EQUAL(cudaSuccess, error);
  OK(cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost));
  for (int value : host)
    EQUAL(7, value);

  wrong<<<1, 1>>>();
  expectSteps({});
  read(values, errors);
  CHECK(values[0] != cudaSuccess && values[1] == values[0] && values[2] == cudaSuccess);
  // Streams are non-blocking, whatever was asked for; events take no time.
  CHECK(values[3] == cudaSuccess && values[4] == cudaErrorInvalidValue);
  EQUAL(cudaErrorInvalidConfiguration, values[5]);

  questions<<<1, 1>>>();
  read(values, errors);
  for (int i = 0; i < 7; ++i)
    CHECK(values[i] == cudaSuccess);
  read(values, numbers);
  int devices = 0, occupancy = 0;
  OK(cudaGetDeviceCount(&devices));
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&occupancy, addTo, 128, 0));
  CHECK(values[0] == 0 && values[1] == devices && values[2] == 32 && values[4] == 7);
  CHECK(values[3] == 1024 && values[6] == occupancy);

  // The 24 levels of the guide are no limit (seen).
  deeper<<<1, 1>>>(0);
  read(values, errors);
  EQUAL(cudaSuccess, values[0]);
  unsigned long long levels = 0;
  OK(cudaMemcpyFromSymbol(&levels, deepest, sizeof levels));
  EQUAL(100, levels);

  again<<<1, 1>>>(200);
  read(values, numbers);
  CHECK(values[0] == 1234);

  launchesAFailure<<<1, 1>>>();
  CHECK(cudaDeviceSynchronize() == cudaErrorLaunchFailure);
  return finish("DynamicParallelism");
}
