// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills: directions that do not fit, ranges that are too long, symbols.
#include "Check.h"

__device__ int variable[4] = {1, 2, 3, 4};
__constant__ int constant[4] = {5, 6, 7, 8};
__managed__ int managed = 42;

static char host[4096], other[64];

static void linear(char *memory, void *pinned) {
  OK(cudaMemcpy(other, host, 16, cudaMemcpyHostToHost));
  OK(cudaMemcpy(other, host, 16, cudaMemcpyDefault));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy(memory, host, 16, (cudaMemcpyKind)7));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(other, memory, 16, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(memory, host, 16, cudaMemcpyDeviceToHost));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(memory, host, 16, cudaMemcpyDeviceToDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(memory, memory, 8192, cudaMemcpyDeviceToDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(memory, host, 4097, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(nullptr, memory, 4, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(other, memory + 1, 3, cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(memory, pinned, 4, cudaMemcpyDefault));
  OK(cudaMemcpy(host, pinned, 4, cudaMemcpyDeviceToHost)); // pinned memory is the device's, too
  OK(cudaMemcpyAsync(other, host, 16, cudaMemcpyHostToHost, 0));
  OK(cudaMemcpyPeer(memory, 0, memory, 0, 16));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpyPeer(memory, 99, memory, 0, 16));
  EXPECT(cudaErrorInvalidValue, cudaMemset(host, 0, 4));
  EXPECT(cudaErrorInvalidValue, cudaMemset(memory, 0, 5000));
  OK(cudaMemset(memory, 0, 0));
}

static void rectangles(char *memory) {
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2D(memory, 8, host, 16, 16, 2, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(memory, 16, host, 16, 0, 2, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2D(host, 16, other, 16, 16, 2, cudaMemcpyHostToHost));
  OK(cudaMemcpy2D(host, 16, memory, 16, 16, 2, cudaMemcpyDefault));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2D(nullptr, 16, memory, 16, 16, 2, cudaMemcpyDeviceToHost));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2D(host, 16, memory, 16, 16, 2, (cudaMemcpyKind)9));
  OK(cudaMemcpy2DAsync(host, 16, memory, 16, 16, 2, cudaMemcpyDeviceToHost, 0));
  EXPECT(cudaErrorInvalidValue, cudaMemset2D(memory, 8, 0, 16, 2));
  OK(cudaMemset2D(memory, 16, 1, 16, 0));
}

static void boxes(char *memory) {
  cudaPitchedPtr box;
  OK(cudaMalloc3D(&box, make_cudaExtent(10, 3, 2)));
  OK(cudaMemset3D(box, 1, make_cudaExtent(0, 3, 2)));
  OK(cudaMemset3D(box, 1, make_cudaExtent(10, 3, 2)));
  EXPECT(cudaErrorInvalidValue, cudaMemset3D(box, 1, make_cudaExtent(10, 4, 2)));
  EXPECT(cudaErrorInvalidValue, cudaMemset3D(box, 1, make_cudaExtent(10, 3, 3)));
  EXPECT(cudaErrorInvalidValue,
         cudaMemset3D(make_cudaPitchedPtr(nullptr, 16, 16, 2), 1, make_cudaExtent(4, 1, 1)));
  OK(cudaFree(box.ptr));

  cudaMemcpy3DParms parms = {};
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3D(nullptr));
  OK(cudaMemcpy3D(&parms)); // an empty box
  parms.extent = make_cudaExtent(4, 1, 1);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3D(&parms));
  parms.srcPtr = make_cudaPitchedPtr(host, 4, 4, 1);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3D(&parms));
  parms.dstPtr = make_cudaPitchedPtr(memory, 4, 4, 1);
  parms.kind = (cudaMemcpyKind)8;
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy3D(&parms));
  parms.kind = cudaMemcpyDefault;
  OK(cudaMemcpy3D(&parms));
  parms.extent.height = 2; // a second row, behind the first
  parms.dstPtr.pitch = 3;
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy3D(&parms)); // seen
  parms.dstPtr.pitch = 4;
  parms.srcPtr.pitch = 0;
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy3D(&parms)); // seen
}

static void symbols() {
  int values[4] = {};
  void *address = nullptr;
  size_t size = 0;
  OK(cudaMemcpyFromSymbol(values, variable, 16));
  EQUAL(1, values[0]);
  EQUAL(4, values[3]);
  OK(cudaMemcpyFromSymbol(values, variable, 0, 16));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbol(values, variable, 17));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbol(values, variable, 4, 14));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyFromSymbol(values, variable, 4, 0, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyToSymbol(constant, values, 4, 0, cudaMemcpyDeviceToHost));
  OK(cudaMemcpyToSymbol(constant, values, 4, 0, cudaMemcpyDefault));
  OK(cudaMemcpyFromSymbol(values, constant, 16));
  EQUAL(1, values[0]);
  EQUAL(6, values[1]);
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyToSymbol((const void *)host, values, 4));
  EXPECT(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, (const void *)host));
  EXPECT(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, (const void *)nullptr));
  OK(cudaGetSymbolSize(&size, constant));
  EQUAL(16, size);
  OK(cudaGetSymbolSize(&size, managed));
  EQUAL(4, size);
  OK(cudaGetSymbolAddress(&address, managed));
  CHECK(address == &managed);
  OK(cudaMemcpyFromSymbol(values, managed, 4));
  EQUAL(42, values[0]);
}

int main() {
  char *memory = nullptr;
  void *pinned = nullptr;
  OK(cudaMalloc(&memory, 4096));
  OK(cudaMallocHost(&pinned, 4096));
  linear(memory, pinned);
  rectangles(memory);
  boxes(memory);
  symbols();
  OK(cudaFreeHost(pinned));
  OK(cudaFree(memory));
  return finish("Memcpy");
}
