// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Many boxes in one call, and boxes between devices.
#include "BatchCopies.h"

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

int main() {
  setUp();
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  peers(s);
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
  return finish("BatchBoxes");
}
