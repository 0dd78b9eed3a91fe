// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of arrays and boxes at their edges: nothing, one texel, all of them and one more; pitches
// and directions that do not fit. In two streams of each of two threads.
#include "CopyPlaces.h"

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

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int thread) {
    cudaStream_t streams[2];
    for (cudaStream_t &s : streams)
      OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    for (cudaStream_t s : streams) {
      Place p(thread, s);
      arrays(p);
      boxes(p);
    }
    for (cudaStream_t s : streams)
      OK(cudaStreamDestroy(s));
  });
  return finish("CopyArrayEdges");
}
