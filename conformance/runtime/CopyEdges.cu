// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills at their edges: nothing, one byte, all of a range and one byte more; pitches,
// directions, devices and symbols that do not fit. In two streams of each of two threads.
#include "CopyPlaces.h"

__device__ char odd[7] = {1, 2, 3, 4, 5, 6, 7};
__device__ int words[2][16]; // for each thread
static int notVariable;

static void linear(Place &p) {
  cudaStream_t s = p.stream;
  char *from = p.from, *to = p.to, *host = p.host.data();
  for (size_t bytes : {size_t(0), size_t(1), kBytes}) {
    p.clear();
    OK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
    p.expect(bytes);
    p.clear();
    OK(cudaMemcpyAsync(to, host, bytes, cudaMemcpyHostToDevice, s));
    p.expect(bytes);
    p.clear();
    OK(cudaMemcpyPeer(to, 0, from, 0, bytes));
    p.expect(bytes);
    p.clear();
    OK(cudaMemcpyPeerAsync(to, 0, from, 0, bytes, s));
    p.expect(bytes);
    p.clear();
    OK(cudaMemset(to, 0, bytes));
    OK(cudaMemsetAsync(to, 0, bytes, s));
    p.expect(0);
  }
  for (size_t bytes : {kBytes + 1, size_t(1) << 60}) {
    EXPECT(cudaErrorInvalidValue, cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
    EXPECT(cudaErrorInvalidValue, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, s));
    EXPECT(cudaErrorInvalidValue, cudaMemcpyPeer(to, 0, from, 0, bytes));
    EXPECT(cudaErrorInvalidValue, cudaMemcpyPeerAsync(to, 0, from, 0, bytes, s));
    EXPECT(cudaErrorInvalidValue, cudaMemset(to, 1, bytes));
    EXPECT(cudaErrorInvalidValue, cudaMemsetAsync(to, 1, bytes, s));
  }
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy(to, from, 4, kNoKind));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyAsync(to, from, 4, kNoKind, s));
  OK(cudaMemcpy(to, from, 0, kNoKind)); // nothing has no direction (seen)
  OK(cudaMemcpyAsync(to, from, 0, kNoKind, s));
  OK(cudaMemcpyPeer(to, 99, from, 0, 0));
  OK(cudaMemcpyPeerAsync(to, 0, from, -1, 0, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyAsync(nullptr, from, 4, cudaMemcpyDeviceToDevice, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyPeer(nullptr, 0, from, 0, 4));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyPeer(to, 0, nullptr, 0, 4));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyPeerAsync(nullptr, 0, from, 0, 4, s));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpyPeer(to, 99, from, 0, 4));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpyPeer(to, 0, from, -1, 4));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpyPeerAsync(to, 99, from, 0, 4, s));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpyPeerAsync(to, 0, from, -1, 4, s));
  EXPECT(cudaErrorInvalidValue, cudaMemset(nullptr, 0, 1));
  EXPECT(cudaErrorInvalidValue, cudaMemsetAsync(nullptr, 0, 1, s));
  p.clear();
  p.expect(0);
}

static void rectangles(Place &p) {
  cudaStream_t s = p.stream;
  char *from = p.from, *to = p.to, *host = p.host.data();
  const auto kind = cudaMemcpyDeviceToDevice;
  p.clear();
  OK(cudaMemcpy2D(to, kRow, from, kRow, 0, 9, kind));
  OK(cudaMemcpy2D(to, kRow, from, kRow, 9, 0, kind));
  OK(cudaMemcpy2DAsync(to, kRow, from, kRow, 0, 9, kind, s));
  OK(cudaMemset2D(to, kRow, 1, 0, 9));
  OK(cudaMemset2D(to, kRow, 1, 9, 0));
  OK(cudaMemset2DAsync(to, kRow, 1, 0, 9, s));
  p.expect(0);
  OK(cudaMemcpy2D(to, kRow, from, kRow, 1, 1, kind));
  p.expect(1);
  OK(cudaMemcpy2DAsync(to, kRow, host, kRow, kRow, kRows, cudaMemcpyHostToDevice, s));
  p.expect(kBytes);
  p.clear();
  OK(cudaMemcpy2D(to, 0, host, 0, 9, 1, cudaMemcpyHostToDevice));
  OK(cudaMemcpy2DAsync(to, kRow, from, 0, 9, 1, kind, s));
  p.expect(9);
  OK(cudaMemcpy2D(to, 8, from, 8, 9, 0, kNoKind));
  OK(cudaMemcpy2DAsync(to, 8, from, 8, 0, 9, kNoKind, s));
  p.clear(1);
  OK(cudaMemset2DAsync(to, kRow, 0, kRow, kRows, s));
  p.expect(0);
  // One row too many, a row too long, a pitch too short.
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2D(to, kRow, from, kRow, kRow, kRows + 1, kind));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2DAsync(to, kRow, from, kRow, kRow, kRows + 1, kind, s));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2D(to, kRow, from, kRow, kRow + 1, 2, kind));
  // One row needs no pitch; if it has one that is looked at, and told of otherwise (seen).
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2D(to, kRow, from, kRow, kRow + 1, 1, kind));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2D(to, kRow, host, 8, 9, 1, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2DAsync(to, 8, from, 64, 9, 1, cudaMemcpyDefault, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2D(p.back.data(), 8, host, 64, 9, 1, cudaMemcpyHostToHost));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2D(to, kRow, from, 8, 9, 2, kind));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2DAsync(to, 8, from, kRow, 9, 2, kind, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2D(nullptr, kRow, from, kRow, 9, 2, kind));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy2DAsync(to, kRow, nullptr, kRow, 9, 2, kind, s));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy2D(to, kRow, from, kRow, 9, 2, kNoKind));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DAsync(to, kRow, from, kRow, 9, 2, kNoKind, s));
  EXPECT(cudaErrorInvalidValue, cudaMemset2D(to, kRow, 1, kRow, kRows + 1));
  EXPECT(cudaErrorInvalidValue, cudaMemset2DAsync(to, kRow, 1, kRow, kRows + 1, s));
  EXPECT(cudaErrorInvalidValue, cudaMemset2D(to, 8, 1, 9, 2));
  EXPECT(cudaErrorInvalidValue, cudaMemset2DAsync(to, 8, 1, 9, 2, s));
  EXPECT(cudaErrorInvalidValue, cudaMemset2D(nullptr, 8, 1, 8, 2));
  p.expect(0);
}

static void symbols(Place &p) {
  cudaStream_t s = p.stream;
  char *host = p.host.data(), *back = p.back.data();
  const size_t row = sizeof words[0], at = size_t(p.thread) * row;
  const auto up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
  void *address = nullptr;
  size_t size = 0;
  OK(cudaGetSymbolSize(&size, odd));
  EQUAL(7, size);
  OK(cudaGetSymbolSize(&size, words));
  EQUAL(2 * row, size);
  OK(cudaGetSymbolAddress(&address, words));
  for (size_t bytes : {size_t(0), size_t(1), row}) {
    OK(cudaMemset(static_cast<char *>(address) + at, 0, row));
    OK(cudaStreamSynchronize(nullptr));
    OK(cudaMemcpyToSymbol(words, host, bytes, at, up));
    OK(cudaMemcpyFromSymbol(back, words, row, at, down));
    CHECK(!std::memcmp(back, host, bytes) && (bytes == row || back[bytes] == 0));
    OK(cudaMemcpyToSymbolAsync(words, host, bytes, at, up, s));
    OK(cudaMemcpyFromSymbolAsync(back, words, row, at, down, s));
    OK(cudaStreamSynchronize(s));
    CHECK(!std::memcmp(back, host, bytes) && (bytes == row || back[bytes] == 0));
  }
  OK(cudaMemcpyFromSymbol(back, odd, 1, 6, down));
  EQUAL(7, back[0]);
  OK(cudaMemcpyFromSymbol(back, odd, 0, 7, down));
  for (size_t offset : {size_t(1), size_t(7), size_t(8), SIZE_MAX}) {
    EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbol(odd, host, 7, offset, up));
    EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbolAsync(odd, host, 7, offset, up, s));
    EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbol(back, odd, 7, offset, down));
    EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbolAsync(back, odd, 7, offset, down, s));
  }
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbol(odd, host, SIZE_MAX, 2, up));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToSymbol(odd, nullptr, 7, 0, up));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromSymbol(nullptr, odd, 7, 0, down));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbol(odd, host, 7, 0, down));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyToSymbolAsync(odd, host, 7, 0, down, s));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromSymbol(back, odd, 7, 0, up));
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromSymbolAsync(back, odd, 7, 0, up, s));
  const void *none = &notVariable;
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(none, host, 4, 0, up));
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyToSymbolAsync(none, host, 4, 0, up, s));
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyFromSymbol(back, none, 4, 0, down));
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyFromSymbolAsync(back, none, 4, 0, down, s));
  EXPECT(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, none));
  EXPECT(cudaErrorInvalidSymbol, cudaGetSymbolSize(&size, (const void *)nullptr));
  EXPECT(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, none));
  EXPECT(cudaErrorInvalidSymbol, cudaMemcpyToSymbol((const void *)nullptr, host, 4, 0, up));
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int thread) {
    cudaStream_t streams[2];
    for (cudaStream_t &s : streams)
      OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    for (cudaStream_t s : streams) {
      Place p(thread, s);
      linear(p);
      rectangles(p);
      symbols(p);
    }
    for (cudaStream_t s : streams)
      OK(cudaStreamDestroy(s));
  });
  return finish("CopyEdges");
}
