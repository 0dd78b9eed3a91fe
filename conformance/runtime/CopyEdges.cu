// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills at their edges: nothing, one byte, all of a range and one byte more; pitches,
// directions, devices and symbols that do not fit. In two streams of each of two threads.
#include "Check.h"

#include <vector>

__device__ char odd[7] = {1, 2, 3, 4, 5, 6, 7};
__device__ int words[2][16]; // for each thread

constexpr size_t kBytes = 4096, kRow = 64, kRows = 64;
static int notVariable;

/// What the parts work on; the stream is used by the functions that take one.
struct Place {
  int thread;
  cudaStream_t stream;
  char *from, *to; // kBytes on the device
  std::vector<char> host = std::vector<char>(kBytes), back = std::vector<char>(kBytes);
  cudaArray_t array, other; // kRows rows of kRow bytes

  Place(int thread_, cudaStream_t stream_) : thread(thread_), stream(stream_) {
    cudaChannelFormatDesc bytes = cudaCreateChannelDesc<char>();
    for (size_t i = 0; i < kBytes; ++i)
      host[i] = char(i * 7 + i / 256 + size_t(thread));
    OK(cudaMalloc(&from, kBytes));
    OK(cudaMalloc(&to, kBytes));
    OK(cudaMemcpy(from, host.data(), kBytes, cudaMemcpyHostToDevice));
    OK(cudaMallocArray(&array, &bytes, kRow, kRows));
    OK(cudaMallocArray(&other, &bytes, kRow, kRows));
    OK(cudaMemcpy2DToArray(array, 0, 0, host.data(), kRow, kRow, kRows, cudaMemcpyHostToDevice));
    OK(cudaStreamSynchronize(nullptr));
  }
  ~Place() {
    OK(cudaStreamSynchronize(stream));
    OK(cudaFree(from));
    OK(cudaFree(to));
    OK(cudaFreeArray(array));
    OK(cudaFreeArray(other));
  }
  /// The device's second range is `value` all over.
  void clear(int value = 0) {
    OK(cudaMemset(to, value, kBytes));
    OK(cudaStreamSynchronize(nullptr));
  }
  /// The first `bytes` of it are now as on the host.
  void expect(size_t bytes) {
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(back.data(), to, kBytes, cudaMemcpyDeviceToHost));
    CHECK(!std::memcmp(back.data(), host.data(), bytes));
    size_t more = 0;
    for (size_t i = bytes; i < kBytes; ++i)
      more += back[i] != 0;
    EQUAL(0, more);
  }
};

static const cudaMemcpyKind kNoKind = static_cast<cudaMemcpyKind>(5);

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

static void arrays(Place &p) {
  cudaStream_t s = p.stream;
  char *from = p.from, *to = p.to, *host = p.host.data();
  const auto up = cudaMemcpyHostToDevice, across = cudaMemcpyDeviceToDevice;
  // Everything through an array, by each pair of functions.
  p.clear();
  OK(cudaMemcpy2DFromArray(to, kRow, p.array, 0, 0, kRow, kRows, across));
  p.expect(kBytes);
  p.clear();
  OK(cudaMemcpy2DArrayToArray(p.other, 0, 0, p.array, 0, 0, kRow, kRows, across));
  OK(cudaStreamSynchronize(nullptr));
  OK(cudaMemcpy2DFromArrayAsync(to, kRow, p.other, 0, 0, kRow, kRows, across, s));
  p.expect(kBytes);
  p.clear();
  OK(cudaMemcpy2DToArrayAsync(p.other, 0, 0, host, kRow, kRow, kRows, up, s));
  OK(cudaMemcpyFromArrayAsync(to, p.other, 0, 0, kBytes, across, s));
  p.expect(kBytes);
  p.clear();
  OK(cudaMemcpyToArrayAsync(p.other, 0, 0, from, kBytes, across, s));
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpyFromArray(to, p.other, 0, 0, 1, across));
  p.expect(1);
  OK(cudaMemcpyToArray(p.other, 0, 0, host, kBytes, up));
  OK(cudaMemcpyArrayToArray(p.array, 0, 0, p.other, 0, 0, kBytes, across));
  OK(cudaMemcpyFromArray(to, p.array, 0, 0, kBytes, across));
  p.expect(kBytes);
  // Nothing.
  p.clear();
  OK(cudaMemcpyFromArray(to, p.array, 0, 0, 0, across));
  OK(cudaMemcpyToArray(p.array, 0, 0, from, 0, across));
  OK(cudaMemcpyArrayToArray(p.array, 0, 0, p.other, 0, 0, 0, across));
  OK(cudaMemcpy2DFromArray(to, kRow, p.array, 0, 0, 0, kRows, across));
  OK(cudaMemcpy2DArrayToArray(p.array, 0, 0, p.other, 0, 0, kRow, 0, across));
  OK(cudaMemcpy2DToArray(nullptr, 0, 0, from, 8, 0, 1, kNoKind)); // seen
  OK(cudaMemcpyToArray(nullptr, 0, 0, from, 0, across));
  p.expect(0);
  // One too many.
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromArray(to, p.array, 0, 0, kBytes + 1, across));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromArrayAsync(to, p.array, 0, 0, kBytes + 1, across, s));
  p.expect(kBytes); // seen: what was there has been copied
  p.clear();
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToArrayAsync(p.array, 0, 0, from, kBytes + 1, across, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyArrayToArray(p.array, 1, 0, p.other, 0, 0, kBytes, across));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DFromArray(to, kRow, p.array, 1, 0, kRow, kRows, across));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DFromArrayAsync(to, kRow, p.array, 0, 1, kRow, kRows, across, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DToArrayAsync(p.array, 1, 0, from, kRow, kRow, kRows, across, s));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpy2DArrayToArray(p.array, 0, 0, p.other, 0, 1, kRow, kRows, across));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy2DFromArray(to, 8, p.array, 0, 0, 9, 2, across));
  EXPECT(cudaErrorInvalidPitchValue,
         cudaMemcpy2DFromArrayAsync(to, 8, p.array, 0, 0, 9, 2, across, s));
  EXPECT(cudaErrorInvalidPitchValue,
         cudaMemcpy2DToArrayAsync(p.array, 0, 0, from, 8, 9, 2, across, s));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyArrayToArray(p.array, 0, 0, p.other, 0, 0, 9, cudaMemcpyHostToDevice));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpy2DArrayToArray(p.array, 0, 0, p.other, 0, 0, 9, 2, cudaMemcpyDeviceToHost));
  EXPECT(cudaErrorInvalidMemcpyDirection,
         cudaMemcpyFromArrayAsync(to, p.array, 0, 0, 9, cudaMemcpyHostToHost, s));
  EXPECT(cudaErrorInvalidResourceHandle, cudaMemcpyFromArray(to, nullptr, 0, 0, 9, across));
  EXPECT(cudaErrorInvalidResourceHandle, cudaMemcpyToArray(nullptr, 0, 0, from, 9, across));
  EXPECT(cudaErrorInvalidResourceHandle,
         cudaMemcpyArrayToArray(nullptr, 0, 0, p.other, 0, 0, 9, across));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromArray(nullptr, p.array, 0, 0, 9, across));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToArray(p.array, 0, 0, nullptr, 9, across));
  OK(cudaMemcpyToArray(p.array, kRow, 0, from, 9, across)); // the next row begins there (seen)
  EXPECT(cudaErrorInvalidValue, cudaMemcpyToArray(p.array, kRow + 1, 0, from, 9, across));
  EXPECT(cudaErrorInvalidValue, cudaMemcpyFromArray(to, p.array, kRow + 1, 0, 9, across));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyArrayToArray(p.array, kRow + 1, 0, p.other, 0, 0, 9, across));
  EXPECT(cudaErrorInvalidValue,
         cudaMemcpyArrayToArray(p.array, 0, 0, p.other, kRow + 1, 0, 9, across));
  p.expect(0);
}

static void boxes(Place &p) {
  cudaStream_t s = p.stream;
  const cudaPitchedPtr from = make_cudaPitchedPtr(p.from, kRow, kRow, 8),
                       to = make_cudaPitchedPtr(p.to, kRow, kRow, 8);
  const cudaExtent all = make_cudaExtent(kRow, 8, 8); // eight slices of eight rows
  cudaMemcpy3DParms copy{};
  copy.srcPtr = from;
  copy.dstPtr = to;
  copy.extent = all;
  copy.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3DPeerParms peer{};
  peer.srcPtr = from;
  peer.dstPtr = to;
  peer.extent = all;
  const auto each = [&](auto call) {
    p.clear();
    OK(call());
    p.expect(kBytes);
  };
  each([&] { return cudaMemcpy3D(&copy); });
  each([&] { return cudaMemcpy3DAsync(&copy, s); });
  each([&] { return cudaMemcpy3DPeer(&peer); });
  each([&] { return cudaMemcpy3DPeerAsync(&peer, s); });
  copy.extent = peer.extent = make_cudaExtent(1, 1, 1);
  p.clear();
  OK(cudaMemcpy3D(&copy));
  OK(cudaMemcpy3DPeerAsync(&peer, s));
  p.expect(1);
  p.clear();
  for (cudaExtent none :
       {make_cudaExtent(0, 8, 8), make_cudaExtent(8, 0, 8), make_cudaExtent(8, 8, 0)}) {
    copy.extent = peer.extent = none;
    OK(cudaMemcpy3D(&copy));
    OK(cudaMemcpy3DAsync(&copy, s));
    OK(cudaMemcpy3DPeer(&peer));
    OK(cudaMemcpy3DPeerAsync(&peer, s));
    OK(cudaMemset3D(to, 1, none));
    OK(cudaMemset3DAsync(to, 1, none, s));
  }
  p.expect(0);
  // One slice too many, a pitch too short, no memory, no such device.
  copy.extent = peer.extent = make_cudaExtent(kRow, 8, 9);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3D(&copy));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DAsync(&copy, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeer(&peer));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeerAsync(&peer, s));
  EXPECT(cudaErrorInvalidValue, cudaMemset3D(to, 1, copy.extent));
  EXPECT(cudaErrorInvalidValue, cudaMemset3DAsync(to, 1, copy.extent, s));
  EXPECT(cudaErrorInvalidValue, cudaMemset3D(to, 1, make_cudaExtent(kRow, 9, 1))); // above its rows
  EXPECT(cudaErrorInvalidValue, cudaMemset3D(to, 1, make_cudaExtent(kRow + 1, 2, 1)));
  copy.extent = peer.extent = all;
  copy.srcPtr.pitch = peer.srcPtr.pitch = 8;
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy3D(&copy));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy3DAsync(&copy, s));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy3DPeer(&peer));
  EXPECT(cudaErrorInvalidPitchValue, cudaMemcpy3DPeerAsync(&peer, s));
  copy.srcPtr = peer.srcPtr = {};
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DAsync(&copy, s));
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DPeer(&peer));
  copy.srcPtr = peer.srcPtr = from;
  copy.kind = kNoKind;
  EXPECT(cudaErrorInvalidMemcpyDirection, cudaMemcpy3DAsync(&copy, s));
  peer.srcDevice = 99;
  EXPECT(cudaErrorInvalidDevice, cudaMemcpy3DPeer(&peer));
  EXPECT(cudaErrorInvalidDevice, cudaMemcpy3DPeerAsync(&peer, s));
  p.expect(0);
  OK(cudaMemset3D(to, 0, all));
  OK(cudaMemset3DAsync(to, 0, all, s));
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
      arrays(p);
      boxes(p);
      symbols(p);
    }
    for (cudaStream_t s : streams)
      OK(cudaStreamDestroy(s));
  });
  return finish("CopyEdges");
}
