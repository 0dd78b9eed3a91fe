// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many copies in one call.
#include "BatchCopies.h"

#include <thread>

__global__ void wait(volatile int *flag) {
  while (!*flag)
    ;
}

static void linear(cudaStream_t s) {
  unsigned *a = filled(), *b = cleared(), *h = nullptr;
  OK(cudaMallocHost(&h, 4096));
  void *to[] = {b, b + 512, h + 100};
  const void *from[] = {a + 256, a, a + 900};
  size_t sizes[] = {400, 81, 40}, first[] = {0, 1};
  cudaMemcpyAttributes attributes[] = {order(cudaMemcpySrcAccessOrderStream),
                                       order(cudaMemcpySrcAccessOrderAny)};
  OK(cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 2, s));
  OK(cudaStreamSynchronize(s));
  readBack(b);
  EQUAL(768, back[0]);
  EQUAL(1065, back[99]);
  EQUAL(0, back[100]);
  EQUAL(57, back[531]);
  EQUAL(60, back[532]); // its first byte
  EQUAL(2727, h[109]);
  OK(cudaMemcpyBatchAsync(to, from, sizes, 1, attributes, first, 1, s));

  // A source that is gone when the call returns.
  {
    std::vector<unsigned> brief(1024, 5);
    void *dst = b;
    const void *source = brief.data();
    size_t bytes = 4096, zero = 0;
    cudaMemcpyAttributes during = order(cudaMemcpySrcAccessOrderDuringApiCall);
    OK(cudaMemcpyBatchAsync(&dst, &source, &bytes, 1, &during, &zero, 1, s));
    brief.assign(1024, 9);
    OK(cudaStreamSynchronize(s));
  }
  readBack(b);
  CHECK(back[0] == 5 && back[1023] == 5);

  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 0, attributes, first, 1, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 4, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyBatchAsync(nullptr, from, sizes, 3, attributes, first, 1, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyBatchAsync(to, nullptr, sizes, 3, attributes, first, 1, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyBatchAsync(to, from, nullptr, 3, attributes, first, 1, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, nullptr, first, 1, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, nullptr, 1, s));
  EXPECT(cudaErrorInvalidValue, // documented: not in the legacy stream
         cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 1, cudaStreamLegacy));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 1, 0));
  first[1] = 3;
  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 2, s));
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 1, s));
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  sizes[1] = 1 << 20;
  EXPECT(cudaErrorInvalidValue, cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 1, s));
  sizes[1] = 0;
  EXPECT(cudaErrorInvalidValue, // seen
         cudaMemcpyBatchAsync(to, from, sizes, 3, attributes, first, 1, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaFree(a));
  OK(cudaFree(b));
  OK(cudaFreeHost(h));
}

/// Behind a kernel that waits in one stream nothing is copied; the other goes on.
static void twoStreams(cudaStream_t s) {
  cudaStream_t other;
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  unsigned *a = filled(), *b = cleared(), *c = cleared();
  volatile int *flag = nullptr;
  unsigned *h = nullptr;
  OK(cudaMallocHost((void **)&flag, 4));
  OK(cudaMallocHost(&h, 8));
  *flag = 0;
  h[0] = h[1] = 77;
  wait<<<1, 1, 0, s>>>(flag);
  void *to[] = {b, h};
  const void *from[] = {a, a + 5};
  size_t sizes[] = {4096, 4}, zero = 0;
  cudaMemcpyAttributes attributes = order(cudaMemcpySrcAccessOrderStream);
  OK(cudaMemcpyBatchAsync(to, from, sizes, 2, &attributes, &zero, 1, s));
  to[0] = c;
  to[1] = h + 1;
  OK(cudaMemcpyBatchAsync(to, from, sizes, 2, &attributes, &zero, 1, other));
  OK(cudaStreamSynchronize(other));
  EQUAL(15, *(volatile unsigned *)&h[1]);
  EQUAL(77, *(volatile unsigned *)&h[0]);
  *flag = 1;
  OK(cudaStreamSynchronize(s));
  EQUAL(15, h[0]);
  readBack(b);
  CHECK(!std::memcmp(back, numbers, 4096));
  readBack(c);
  CHECK(!std::memcmp(back, numbers, 4096));
  OK(cudaFreeHost((void *)flag));
  OK(cudaFreeHost(h));
  for (unsigned *p : {a, b, c})
    OK(cudaFree(p));
  OK(cudaStreamDestroy(other));
}

static void twoThreads() {
  int good[2] = {};
  unsigned *a = filled();
  auto work = [&](int which) {
    cudaStream_t s;
    unsigned *b = nullptr, seen[2];
    bool fine = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess &&
                cudaMalloc(&b, 8) == cudaSuccess;
    for (unsigned i = 0; i < 50; ++i) {
      unsigned at = i * 20 + unsigned(which);
      void *to[] = {b, b + 1};
      const void *from[] = {a + at, a + at + 1};
      size_t sizes[] = {4, 4}, zero = 0;
      cudaMemcpyAttributes attributes = order(cudaMemcpySrcAccessOrderStream);
      fine &= cudaMemcpyBatchAsync(to, from, sizes, 2, &attributes, &zero, 1, s) == cudaSuccess;
      fine &= cudaMemcpyAsync(seen, b, 8, cudaMemcpyDeviceToHost, s) == cudaSuccess;
      fine &= cudaStreamSynchronize(s) == cudaSuccess;
      good[which] += fine && seen[0] == at * 3 && seen[1] == at * 3 + 3;
      cudaMemcpy3DPeerParms parms = {};
      parms.srcPtr = make_cudaPitchedPtr(a + at, 8, 8, 1);
      parms.dstPtr = make_cudaPitchedPtr(b, 8, 8, 1);
      parms.extent = make_cudaExtent(4, 1, 1);
      fine &= cudaMemcpy3DPeerAsync(&parms, s) == cudaSuccess;
    }
    fine = cudaStreamSynchronize(s) == cudaSuccess && fine;
    (void)cudaFree(b);
    (void)cudaStreamDestroy(s);
    good[which] += fine;
  };
  std::thread x(work, 0), y(work, 1);
  x.join();
  y.join();
  EQUAL(51, good[0]);
  EQUAL(51, good[1]);
  OK(cudaFree(a));
}

int main() {
  setUp();
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  linear(s);
  twoStreams(s);
  twoThreads();
  OK(cudaStreamDestroy(s));
  return finish("BatchCopy");
}
