// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many copies in one call, and boxes between devices.
#include "Check.h"

#include <thread>
#include <vector>

__global__ void wait(volatile int *flag) {
  while (!*flag)
    ;
}

static unsigned numbers[1024];
static thread_local unsigned back[1024];

static cudaMemcpyAttributes order(cudaMemcpySrcAccessOrder order) {
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = order;
  return attributes;
}
static unsigned *filled() {
  unsigned *p = nullptr;
  OK(cudaMalloc(&p, 4096));
  OK(cudaMemcpy(p, numbers, 4096, cudaMemcpyHostToDevice));
  return p;
}
static unsigned *cleared() {
  unsigned *p = nullptr;
  OK(cudaMalloc(&p, 4096));
  OK(cudaMemset(p, 0, 4096));
  OK(cudaDeviceSynchronize()); // other streams do not wait for it
  return p;
}
static void readBack(const void *p) { OK(cudaMemcpy(back, p, 4096, cudaMemcpyDeviceToHost)); }

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

static cudaMemcpy3DOperand pointer(void *p, size_t row, size_t height) {
  cudaMemcpy3DOperand operand = {};
  operand.type = cudaMemcpyOperandTypePointer;
  operand.op.ptr.ptr = p;
  operand.op.ptr.rowLength = row;
  operand.op.ptr.layerHeight = height;
  return operand;
}
static cudaMemcpy3DOperand inArray(cudaArray_t array, size_t x, size_t y, size_t z) {
  cudaMemcpy3DOperand operand = {};
  operand.type = cudaMemcpyOperandTypeArray;
  operand.op.array.array = array;
  operand.op.array.offset.x = x;
  operand.op.array.offset.y = y;
  operand.op.array.offset.z = z;
  return operand;
}
static cudaMemcpy3DBatchOp copyOf(cudaMemcpy3DOperand dst, cudaMemcpy3DOperand src,
                                  cudaExtent extent) {
  cudaMemcpy3DBatchOp op = {};
  op.src = src;
  op.dst = dst;
  op.extent = extent;
  op.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  return op;
}

static void boxes(cudaStream_t s) {
  unsigned *a = filled(), *b = cleared();
  // Four rows of four numbers: between pointers an element is a byte.
  cudaMemcpy3DBatchOp op =
      copyOf(pointer(b, 64, 16), pointer(a, 64, 16), make_cudaExtent(16, 4, 1));
  OK(cudaMemcpy3DBatchAsync(1, &op, 0, s));
  OK(cudaStreamSynchronize(s));
  readBack(b);
  CHECK(back[0] == 0 && back[3] == 9 && back[4] == 0 && back[16] == 48 && back[19] == 57 &&
        back[20] == 0 && back[64] == 0);
  // With an array lengths count its elements.
  cudaArray_t array;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned>();
  OK(cudaMalloc3DArray(&array, &desc, make_cudaExtent(8, 4, 2)));
  cudaMemcpy3DBatchOp both[] = {
      copyOf(inArray(array, 0, 0, 0), pointer(a, 0, 0), make_cudaExtent(8, 4, 2)), // packed
      copyOf(pointer(b + 512, 0, 0), pointer(a, 0, 0), make_cudaExtent(1, 1, 1))};
  OK(cudaMemcpy3DBatchAsync(2, both, 0, s));
  cudaMemcpy3DBatchOp out =
      copyOf(pointer(b, 10, 5), inArray(array, 2, 1, 1), make_cudaExtent(3, 2, 1));
  OK(cudaMemcpy3DBatchAsync(1, &out, 0, s));
  OK(cudaStreamSynchronize(s));
  readBack(b);
  CHECK(back[0] == (32 + 8 + 2) * 3 && back[2] == (32 + 8 + 4) * 3 &&
        back[10] == (32 + 16 + 2) * 3);
  OK(cudaMemcpy3DBatchAsync(1, &op, 0, s));

  out.src = inArray(array, 6, 1, 1); // over the edge
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &out, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(0, &op, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, nullptr, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &op, 1, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &op, 0, cudaStreamLegacy)); // documented
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &op, 0, 0));
  op.dst.op.ptr.rowLength = 8; // shorter than the rows
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &op, 0, s));
  op.dst = pointer(nullptr, 64, 16);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &op, 0, s));
  op.dst = pointer(b, 64, 16);
  op.dst.type = cudaMemcpy3DOperandType(9);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &op, 0, s));
  op.dst = pointer(b, 64, 16);
  op.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DBatchAsync(1, &op, 0, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaFreeArray(array));
  OK(cudaFree(a));
  OK(cudaFree(b));
}

/// A box between devices, here of one.
static void peers(cudaStream_t s) {
  unsigned *a = filled(), *b = cleared();
  cudaMemcpy3DPeerParms parms = {};
  parms.srcPtr = make_cudaPitchedPtr(a, 64, 64, 4);
  parms.dstPtr = make_cudaPitchedPtr(b, 32, 32, 4);
  parms.srcPos = make_cudaPos(4, 1, 1);
  parms.dstPos = make_cudaPos(8, 0, 1);
  parms.extent = make_cudaExtent(12, 2, 2);
  OK(cudaMemcpy3DPeer(&parms));
  OK(cudaDeviceSynchronize());
  readBack(b);
  // Source: word 1 + 16 * (1 + row + 4 * (1 + layer)); destination: word 2 + 8 * (row + 4 * (1 +
  // layer)).
  CHECK(back[2 + 8 * 4] == 81 * 3 && back[4 + 8 * 4] == 83 * 3 && back[5 + 8 * 4] == 0);
  CHECK(back[2 + 8 * 9] == 161 * 3 && back[0] == 0 && back[2 + 8 * 10] == 0);
  parms.dstPos = make_cudaPos(0, 0, 0);
  OK(cudaMemcpy3DPeerAsync(&parms, s));
  OK(cudaStreamSynchronize(s));
  readBack(b);
  CHECK(back[0] == 81 * 3 && back[2] == 83 * 3 && back[3] == 0);

  // Through an array.
  cudaArray_t array;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<unsigned>();
  OK(cudaMalloc3DArray(&array, &desc, make_cudaExtent(8, 4, 2)));
  cudaMemcpy3DPeerParms in = {}, out = {};
  in.srcPtr = make_cudaPitchedPtr(a, 32, 32, 4);
  in.dstArray = array;
  in.extent = make_cudaExtent(8, 4, 2); // in elements
  out.srcArray = array;
  out.srcPos = make_cudaPos(7, 3, 1);
  out.dstPtr = make_cudaPitchedPtr(b, 4, 4, 1);
  out.extent = make_cudaExtent(1, 1, 1);
  OK(cudaMemcpy3DPeerAsync(&in, s));
  OK(cudaMemcpy3DPeerAsync(&out, s));
  OK(cudaStreamSynchronize(s));
  readBack(b);
  EQUAL(63 * 3, back[0]);

  cudaMemcpy3DPeerParms empty = {}, wrong = parms;
  OK(cudaMemcpy3DPeer(&empty));
  OK(cudaMemcpy3DPeerAsync(&empty, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeer(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeerAsync(nullptr, s));
  wrong.dstDevice = 99;
  EXPECT(cudaErrorInvalidDevice, cudaMemcpy3DPeer(&wrong));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpy3DPeerAsync(&wrong, s));
  wrong = parms;
  wrong.srcDevice = -1;
  EXPECT(cudaErrorInvalidDevice, cudaMemcpy3DPeer(&wrong));
  wrong = parms;
  wrong.dstPtr.ptr = nullptr;
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeer(&wrong));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeerAsync(&wrong, s));
  wrong = parms;
  wrong.srcArray = array; // two sources
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeer(&wrong));
  wrong = parms;
  wrong.dstPtr.pitch = 8;                                       // shorter than the rows
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy3DPeer(&wrong)); // seen
  wrong = parms;
  wrong.extent.depth = 1 << 20; // more than there is
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeer(&wrong));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeerAsync(&wrong, s));
  out.srcPos = make_cudaPos(8, 3, 1); // over the edge
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeer(&out));
  OK(cudaFreeArray(array));
  OK(cudaFree(a));
  OK(cudaFree(b));
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
  for (unsigned i = 0; i < 1024; ++i)
    numbers[i] = i * 3;
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  linear(s);
  peers(s);
  twoStreams(s);
  twoThreads();
  onTwoThreads([](int) {
    cudaStream_t streams[2];
    for (cudaStream_t &each : streams) {
      OK(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking));
      boxes(each);
    }
    for (cudaStream_t each : streams)
      OK(cudaStreamDestroy(each));
  });
  OK(cudaStreamDestroy(s));
  return finish("BatchCopy");
}
