// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies from and to arrays and variables in the order of a stream.
#include "Check.h"

#include <thread>

__device__ int variable[1024];
__device__ char odd[7] = {1, 2, 3, 4, 5, 6, 7};
__constant__ int constant[256];
__global__ void wait(volatile int *flag) {
  while (!*flag)
    ;
}
__global__ void add(int v) { variable[threadIdx.x] += v; }
__global__ void readConstant(int *out) { out[threadIdx.x] = constant[threadIdx.x]; }

static int *host, *back; // 1024 words each, pinned
static char pageable[64];
static constexpr size_t kRow = 64, kRows = 16;

static cudaArray_t newArray() {
  cudaArray_t array = nullptr;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
  OK(cudaMallocArray(&array, &desc, kRow / 4, kRows));
  return array;
}
static cudaStream_t newStream() {
  cudaStream_t s = nullptr;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  return s;
}

static void rectangles() {
  cudaArray_t array = newArray();
  cudaStream_t s = newStream();
  const auto in = cudaMemcpyHostToDevice, out = cudaMemcpyDeviceToHost;
  for (int i = 0; i < 1024; ++i)
    host[i] = i * 3;
  OK(cudaMemcpy2DToArrayAsync(array, 0, 0, host, kRow, kRow, kRows, in, s));
  // Odd bytes in the middle: 5 rows of 7 bytes.
  OK(cudaMemcpy2DToArrayAsync(array, 3, 2, host + 512, 9, 7, 5, in, s));
  std::memset(back, 0, 4096);
  OK(cudaMemcpy2DFromArrayAsync(back, kRow, array, 0, 0, kRow, kRows, out, s));
  OK(cudaMemcpy2DFromArrayAsync(back + 512, 8, array, 4, 15, 8, 1, out, s));
  OK(cudaStreamSynchronize(s));
  static char expected[kRow * kRows];
  std::memcpy(expected, host, sizeof expected);
  for (int row = 0; row < 5; ++row)
    std::memcpy(expected + (2 + row) * kRow + 3, reinterpret_cast<char *>(host + 512) + row * 9, 7);
  CHECK(!std::memcmp(back, expected, sizeof expected));
  EQUAL(host[15 * 16 + 1], back[512]);
  EQUAL(host[15 * 16 + 2], back[513]);
  EQUAL(0, back[514]);
  OK(cudaMemcpy2DToArrayAsync(array, 0, 0, host, kRow, 0, 4, in, s)); // nothing
  OK(cudaMemcpy2DFromArrayAsync(back, kRow, array, 0, 0, kRow, 0, out, s));

  EXPECT(cudaErrorInvalidResourceHandle,
         cudaMemcpy2DToArrayAsync(nullptr, 0, 0, host, kRow, kRow, 1, in, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DToArrayAsync(array, 0, 0, nullptr, kRow, kRow, 2, in, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DToArrayAsync(array, 0, 1, host, kRow, kRow, kRows, in, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2DToArrayAsync(array, 4, 0, host, kRow, kRow, 1, in, s));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2DToArrayAsync(array, 0, 0, host, 8, 9, 2, in, s));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DToArrayAsync(array, 0, 0, host, kRow, kRow, 1, cudaMemcpyKind(9), s));
  OK(cudaMemcpy2DToArrayAsync(array, 0, 0, host, kRow, kRow, 0, cudaMemcpyKind(9), s)); // seen
  for (cudaMemcpyKind wrong : {out, cudaMemcpyHostToHost}) // an array is the device's
    EXPECT(cudaErrorInvalidMemcpyDirection,
           cudaMemcpy2DToArrayAsync(array, 0, 0, host, kRow, kRow, 1, wrong, s));
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaMemcpy2DFromArrayAsync(back, kRow, nullptr, 0, 0, kRow, 1, out, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DFromArrayAsync(nullptr, kRow, array, 0, 0, kRow, 2, out, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DFromArrayAsync(back, kRow, array, 0, 1, kRow, kRows, out, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DFromArrayAsync(back, kRow, array, 4, 0, kRow, 1, out, s));
  EXPECT(cudaErrorInvalidPitchValue,
         cudaMemcpy2DFromArrayAsync(back, 8, array, 0, 0, 9, 2, out, s));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DFromArrayAsync(back, kRow, array, 0, 0, kRow, 1, cudaMemcpyKind(9), s));
  for (cudaMemcpyKind wrong : {in, cudaMemcpyHostToHost})
    EXPECT(cudaErrorInvalidMemcpyDirection,
           cudaMemcpy2DFromArrayAsync(back, kRow, array, 0, 0, kRow, 1, wrong, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2DToArrayAsync(array, 0, 0, pageable, kRow, kRow, 1,
                                                         cudaMemcpyDeviceToDevice, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaFreeArray(array));
  OK(cudaStreamDestroy(s));
}

/// Bytes that go on in the next row.
static void alongRows() {
  cudaArray_t array = newArray();
  cudaStream_t s = newStream();
  const auto in = cudaMemcpyHostToDevice, out = cudaMemcpyDeviceToHost;
  for (int i = 0; i < 1024; ++i)
    host[i] = i * 5;
  OK(cudaMemcpyToArrayAsync(array, 0, 0, host, kRow * kRows, in, s));
  OK(cudaMemcpyToArrayAsync(array, 16, 1, host + 512, 200, in, s)); // to the fifth row
  OK(cudaMemcpyFromArrayAsync(back, array, 0, 0, kRow * kRows, out, s));
  OK(cudaMemcpyFromArrayAsync(back + 512, array, 8, 1, 216, out, s));
  OK(cudaStreamSynchronize(s));
  static char expected[kRow * kRows];
  std::memcpy(expected, host, sizeof expected);
  std::memcpy(expected + kRow + 16, host + 512, 200);
  CHECK(!std::memcmp(back, expected, sizeof expected));
  CHECK(!std::memcmp(back + 512, expected + kRow + 8, 216));
  OK(cudaMemcpyToArrayAsync(array, 0, 0, host, 0, in, s));
  OK(cudaMemcpyFromArrayAsync(back, array, 0, 0, 0, out, s));

  EXPECT(cudaErrorInvalidResourceHandle, cudaMemcpyToArrayAsync(nullptr, 0, 0, host, 4, in, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToArrayAsync(array, 0, 0, nullptr, 4, in, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToArrayAsync(array, 0, kRows, host, 4, in, s));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyToArrayAsync(array, 0, 0, host, 4, out, s));
  OK(cudaMemcpyToArrayAsync(array, 0, 0, host, 4, cudaMemcpyKind(9), s)); // seen
  EXPECT(cudaErrorInvalidResourceHandle, cudaMemcpyFromArrayAsync(back, nullptr, 0, 0, 4, out, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromArrayAsync(nullptr, array, 0, 0, 4, out, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromArrayAsync(back, array, 0, kRows, 4, out, s));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromArrayAsync(back, array, 0, 0, 4, in, s));
  OK(cudaMemcpyFromArrayAsync(back, array, 0, 0, 4, cudaMemcpyKind(9), s)); // seen
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToArrayAsync(array, 0, 0, host, kRow * kRows + 1, in, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyFromArrayAsync(back, array, 0, 0, kRow * kRows + 1, out, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaFreeArray(array));
  OK(cudaStreamDestroy(s));
}

static void symbols() {
  cudaStream_t s = newStream();
  const auto in = cudaMemcpyHostToDevice, out = cudaMemcpyDeviceToHost;
  int *d;
  OK(cudaMalloc(&d, 4096));
  for (int i = 0; i < 1024; ++i)
    host[i] = i;
  OK(cudaMemcpyToSymbolAsync(variable, host, 4096, 0, in, s));
  add<<<1, 1024, 0, s>>>(10);
  OK(cudaMemcpyFromSymbolAsync(back, variable, 4096, 0, out, s));
  OK(cudaMemcpyFromSymbolAsync(d, variable, 40, 4000, cudaMemcpyDeviceToDevice, s));
  OK(cudaMemcpyToSymbolAsync(variable, d, 40, 0, cudaMemcpyDefault, s));
  OK(cudaMemcpyToSymbolAsync(constant, host + 100, 1024, 0, in, s));
  readConstant<<<1, 256, 0, s>>>(d);
  OK(cudaStreamSynchronize(s));
  CHECK(back[0] == 10 && back[1023] == 1033);
  OK(cudaMemcpy(back, d, 1024, cudaMemcpyDeviceToHost));
  CHECK(back[0] == 100 && back[255] == 355);
  OK(cudaMemcpyFromSymbolAsync(back, variable, 44, 0, out, s));
  OK(cudaStreamSynchronize(s));
  CHECK(back[0] == 1010 && back[9] == 1019 && back[10] == 20);
  // Odd places.
  char bytes[3] = {9, 9, 9}, all[7] = {};
  OK(cudaMemcpyToSymbolAsync(odd, bytes, 3, 1, in, s));
  OK(cudaMemcpyFromSymbolAsync(all, odd, 7, 0, out, s));
  OK(cudaStreamSynchronize(s));
  CHECK(all[0] == 1 && all[1] == 9 && all[3] == 9 && all[4] == 5 && all[6] == 7);
  OK(cudaMemcpyToSymbolAsync(odd, bytes, 0, 7, in, s)); // nothing, at the end
  OK(cudaMemcpyFromSymbolAsync(all, odd, 0, 7, out, s));

  EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbolAsync(odd, bytes, 8, 0, in, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbolAsync(odd, bytes, 1, 7, in, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbolAsync(odd, bytes, 2, size_t(-1), in, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbolAsync(odd, (const void *)nullptr, 1, 0, in, s));
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyToSymbolAsync((const void *)host, bytes, 1, 0, in, s));
  EXPECT(cudaErrorInvalidSymbol,
         cudaMemcpyToSymbolAsync((const void *)nullptr, bytes, 1, 0, in, s));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbolAsync(odd, bytes, 1, 0, out, s));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyToSymbolAsync(odd, bytes, 1, 0, cudaMemcpyKind(9), s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbolAsync(all, odd, 8, 0, out, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbolAsync(all, odd, 1, 7, out, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbolAsync((void *)nullptr, odd, 1, 0, out, s));
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyFromSymbolAsync(all, (const void *)host, 1, 0, out, s));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromSymbolAsync(all, odd, 1, 0, in, s));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyFromSymbolAsync(all, odd, 1, 0, cudaMemcpyHostToHost, s));
  OK(cudaFree(d));
  OK(cudaStreamDestroy(s));
}

/// Behind a kernel that waits in one stream nothing is done; the other goes on.
static void twoStreams() {
  cudaStream_t a = newStream(), b = newStream();
  cudaArray_t array = newArray();
  volatile int *flag = nullptr;
  OK(cudaMallocHost((void **)&flag, 4));
  *flag = 0;
  for (int i = 0; i < 1024; ++i)
    host[i] = i + 7;
  back[0] = back[1] = back[600] = -1;
  OK(cudaMemcpyToSymbol(variable, host, 4096));
  wait<<<1, 1, 0, a>>>(flag);
  OK(cudaMemcpyToArrayAsync(array, 0, 0, host, 64, cudaMemcpyHostToDevice, a));
  OK(cudaMemcpy2DFromArrayAsync(back, 4, array, 4, 0, 4, 1, cudaMemcpyDeviceToHost, a));
  OK(cudaMemcpyFromSymbolAsync(back + 1, variable, 4, 400, cudaMemcpyDeviceToHost, a));
  OK(cudaMemcpyFromSymbolAsync(back + 600, variable, 4, 0, cudaMemcpyDeviceToHost, b));
  OK(cudaStreamSynchronize(b));
  EQUAL(7, back[600]);
  EQUAL(cudaErrorNotReady, cudaStreamQuery(a));
  EQUAL(-1, *(volatile int *)&back[0]);
  EQUAL(-1, *(volatile int *)&back[1]);
  *flag = 1;
  OK(cudaStreamSynchronize(a));
  EQUAL(8, back[0]);
  EQUAL(107, back[1]);
  OK(cudaFreeHost((void *)flag));
  OK(cudaFreeArray(array));
  OK(cudaStreamDestroy(a));
  OK(cudaStreamDestroy(b));
}

static void twoThreads() {
  int good[2] = {};
  auto work = [&](int which) {
    cudaStream_t s;
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>();
    bool fine = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess &&
                cudaMallocArray(&array, &desc, 16, 16) == cudaSuccess;
    int *mine = host + which * 512, *out = back + which * 512;
    for (int round = 0; round < 30; ++round) {
      for (int i = 0; i < 256; ++i)
        mine[i] = i * round + which;
      fine &= cudaMemcpy2DToArrayAsync(array, 0, 0, mine, 64, 64, 16, cudaMemcpyHostToDevice, s) ==
              cudaSuccess;
      fine &= cudaMemcpyFromArrayAsync(out, array, 0, 0, 1024, cudaMemcpyDeviceToHost, s) ==
              cudaSuccess;
      fine &= cudaMemcpyToSymbolAsync(variable, mine, 1024, size_t(which) * 2048,
                                      cudaMemcpyHostToDevice, s) == cudaSuccess;
      fine &= cudaMemcpyFromSymbolAsync(out + 256, variable, 1024, size_t(which) * 2048,
                                        cudaMemcpyDeviceToHost, s) == cudaSuccess;
      fine &= cudaStreamSynchronize(s) == cudaSuccess;
      good[which] += fine && !std::memcmp(mine, out, 1024) && !std::memcmp(mine, out + 256, 1024);
    }
    (void)cudaFreeArray(array);
    (void)cudaStreamDestroy(s);
  };
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  EQUAL(30, good[0]);
  EQUAL(30, good[1]);
}

int main() {
  OK(cudaMallocHost(&host, 4096));
  OK(cudaMallocHost(&back, 4096));
  rectangles();
  alongRows();
  symbols();
  twoStreams();
  twoThreads();
  OK(cudaFreeHost(host));
  OK(cudaFreeHost(back));
  return finish("AsyncCopy");
}
