// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rest of what device code may call (spec/runtime/DeviceRuntime.td): copies of rectangles, questions,
// launches with a buffer, programmatic dependent launch. Expectations are the programming guide's.
// Needs -rdc=true.
#include <thread>

#include "Check.h"

constexpr int kPitch = 64, kWidth = 20, kRows = 7;

struct Answers {
  int errors[16], numbers[16];
  size_t limits[4];
  const char *texts[2];
  char names[2][64];
};

__device__ void copyText(char *to, const char *from) {
  for (int i = 0; i < 63 && (*to = *from); ++i)
    ++to, ++from;
  *to = 0;
}

__global__ void add(int *to, int value) { atomicAdd(to, value); }
__global__ void twoArguments(char tag, long long value, long long *to) { *to = value * 100 + tag; }

__global__ void rectangles(unsigned char *from, unsigned char *to, Answers *a) {
  a->errors[0] = cudaMemset2DAsync(from, kPitch, 5, kWidth, kRows, 0);
  a->errors[1] = cudaMemcpy2DAsync(to, kPitch, from, kPitch, kWidth, kRows, cudaMemcpyDeviceToDevice, 0);
  a->errors[2] = cudaGetLastError();
}

__global__ void questions(Answers *a) {
  enum cudaFuncCache cache = cudaFuncCachePreferL1;
  a->errors[0] = cudaRuntimeGetVersion(&a->numbers[0]);
  a->errors[1] = cudaDeviceGetLimit(&a->limits[0], cudaLimitStackSize);
  a->errors[2] = cudaDeviceGetLimit(&a->limits[1], cudaLimitMallocHeapSize);
  a->errors[3] = cudaDeviceGetCacheConfig(&cache);
  a->numbers[1] = cache;
  a->errors[4] = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&a->numbers[2], add, 128, 0, 0);
  a->errors[5] = cudaDeviceGetAttribute(&a->numbers[3], cudaDevAttrMultiProcessorCount, 0);
  copyText(a->names[0], cudaGetErrorName(cudaErrorInvalidValue));
  copyText(a->names[1], cudaGetErrorString(cudaSuccess));
}

/// By buffers, in both forms: the kernel's parameters lie as in a structure.
__global__ void byBuffer(long long *results, int *sum, Answers *a) {
  struct Parameters {
    char tag;
    long long value, *to;
  };
  void *buffer = cudaGetParameterBufferV2((void *)twoArguments, dim3(1), dim3(1), 0);
  *(Parameters *)buffer = {3, 7, results};
  a->errors[0] = cudaLaunchDeviceV2(buffer, 0);
  auto *old = (Parameters *)cudaGetParameterBuffer(alignof(Parameters), sizeof(Parameters));
  *old = {4, 8, results + 1};
  a->errors[1] = cudaLaunchDevice((void *)twoArguments, old, dim3(1), dim3(1), 0, 0);
  add<<<2, 32>>>(sum, 1);
  a->errors[2] = cudaGetLastError();
}

/// The second kernel may begin early, and waits for all that the first one wrote.
__global__ void first(int *data, int n) {
  cudaTriggerProgrammaticLaunchCompletion();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] = i + 1;
}
__global__ void second(const int *data, int n, int *sum) {
  cudaGridDependencySynchronize();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(sum, data[i]);
}

static void inStream(cudaStream_t stream) {
  unsigned char *from, *to;
  Answers *a;
  long long *results;
  int *sum;
  OK(cudaMallocManaged(&from, kPitch * kRows));
  OK(cudaMallocManaged(&to, kPitch * kRows));
  OK(cudaMallocManaged(&a, sizeof *a));
  OK(cudaMallocManaged(&results, 2 * sizeof *results));
  OK(cudaMallocManaged(&sum, sizeof *sum));
  std::memset(from, 1, kPitch * kRows);
  std::memset(to, 2, kPitch * kRows);
  *sum = 0;
  rectangles<<<1, 1, 0, stream>>>(from, to, a);
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 3; ++i)
    EQUAL(cudaSuccess, a->errors[i]);
  const int filled = onNvidia() ? 0 : 5; // NVIDIA's fills with 0, whatever it is given (seen)
  for (int row = 0; row < kRows; ++row)
    for (int x = 0; x < kPitch; ++x) {
      EQUAL(x < kWidth ? filled : 1, from[row * kPitch + x]);
      EQUAL(x < kWidth ? filled : 2, to[row * kPitch + x]);
    }
  byBuffer<<<1, 1, 0, stream>>>(results, sum, a);
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 3; ++i)
    EQUAL(cudaSuccess, a->errors[i]);
  EQUAL(703, results[0]);
  EQUAL(804, results[1]);
  EQUAL(64, *sum);

  questions<<<1, 1, 0, stream>>>(a);
  OK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 6; ++i)
    EQUAL(cudaSuccess, a->errors[i]);
  size_t limit = 0;
  cudaFuncCache cache;
  int blocks = 0, multiprocessors = 0, version = 0;
  OK(cudaRuntimeGetVersion(&version));
  EQUAL(onNvidia() ? 6000 : version, a->numbers[0]); // seen
  OK(cudaDeviceGetLimit(&limit, cudaLimitStackSize));
  EQUAL(limit, a->limits[0]);
  OK(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  EQUAL(limit, a->limits[1]);
  OK(cudaDeviceGetCacheConfig(&cache));
  EQUAL(cache, a->numbers[1]);
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, add, 128, 0, 0));
  EQUAL(blocks, a->numbers[2]);
  OK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
  EQUAL(multiprocessors, a->numbers[3]);
  CHECK(!std::strcmp(a->names[0], "cudaErrorInvalidValue"));
  CHECK(!std::strcmp(a->names[1], "no error"));

  constexpr int kMany = 10000;
  int *data;
  OK(cudaMallocManaged(&data, kMany * sizeof(int)));
  *sum = 0;
  cudaLaunchAttribute early{};
  early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  early.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = config.blockDim = dim3(1);
  config.blockDim.x = 256;
  config.stream = stream;
  OK(cudaLaunchKernelEx(&config, first, data, kMany));
  config.attrs = &early;
  config.numAttrs = 1;
  OK(cudaLaunchKernelEx(&config, second, static_cast<const int *>(data), kMany, sum));
  OK(cudaStreamSynchronize(stream));
  EQUAL(kMany * (kMany + 1) / 2, *sum);
  OK(cudaFree(data));
  for (void *p : {static_cast<void *>(from), static_cast<void *>(to), static_cast<void *>(a),
                  static_cast<void *>(results), static_cast<void *>(sum)})
    OK(cudaFree(p));
}

int main() {
  inStream(nullptr);
  std::thread threads[2];
  for (std::thread &thread : threads)
    thread = std::thread([] {
      cudaStream_t stream;
      OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      inStream(stream);
      OK(cudaStreamDestroy(stream));
    });
  for (std::thread &thread : threads)
    thread.join();
  return finish("DeviceRuntime");
}
