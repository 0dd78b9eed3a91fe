// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of boxes in streams and between contexts.
#include "Boxes.h"

constexpr size_t kWidth = 64, kHeight = 8, kDepth = 8, kVolume = kWidth * kHeight * kDepth;

/// Two boxes of device memory, the first with `source` in it, and one of the host's.
struct Volumes {
  CUdeviceptr from = 0, to = 0;
  unsigned char *host = nullptr;
  Bytes source = pattern(kVolume, 3);
  Volumes() {
    OK(cuMemAlloc(&from, kVolume));
    OK(cuMemAlloc(&to, kVolume));
    OK(cuMemAllocHost(reinterpret_cast<void **>(&host), kVolume));
    OK(cuMemcpyHtoD(from, source.data(), kVolume));
    clear(to, kVolume);
  }
  ~Volumes() {
    OK(cuMemFree(from));
    OK(cuMemFree(to));
    OK(cuMemFreeHost(host));
  }
  template <typename Copy> Copy copy() const {
    Copy c{};
    c.srcMemoryType = c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    c.srcDevice = from;
    c.dstDevice = to;
    c.srcPitch = c.dstPitch = kWidth;
    c.srcHeight = c.dstHeight = kHeight;
    c.srcXInBytes = 1;
    c.srcY = 2;
    c.srcZ = 3;
    c.dstXInBytes = 5;
    c.dstY = 1;
    c.dstZ = 2;
    c.WidthInBytes = 33;
    c.Height = 3;
    c.Depth = 2;
    return c;
  }
  Bytes expected() const {
    Bytes bytes(kVolume);
    for (size_t z = 0; z < 2; ++z)
      for (size_t y = 0; y < 3; ++y)
        std::memcpy(&bytes[((z + 2) * kHeight + y + 1) * kWidth + 5],
                    &source[((z + 3) * kHeight + y + 2) * kWidth + 1], 33);
    return bytes;
  }
};

template <typename Record, typename Copy> static void boxes(Copy copy, Record start) {
  Volumes b;
  auto with = [&](auto change) {
    Record c = b.copy<Record>();
    if constexpr (std::is_same_v<Record, CUDA_MEMCPY3D_PEER>) {
      c.srcContext = start.srcContext;
      c.dstContext = start.dstContext;
    }
    change(c);
    return copy(&c);
  };
  OK(with([](Record &c) { c.Depth = 0; }));
  OK(with([](Record &c) { c.Height = 0; }));
  OK(with([](Record &c) { c.WidthInBytes = 0; }));
  CHECK(contents(b.to, kVolume) == Bytes(kVolume));
  OK(with([](Record &) {}));
  CHECK(contents(b.to, kVolume) == b.expected());
  OK(with([](Record &c) {
    c.srcXInBytes = c.srcY = c.srcZ = c.dstXInBytes = c.dstY = c.dstZ = 0;
    c.WidthInBytes = kWidth;
    c.Height = kHeight;
    c.Depth = kDepth;
  }));
  CHECK(contents(b.to, kVolume) == b.source);
  if (!onNvidia() || std::is_same_v<Record, CUDA_MEMCPY3D>) // crashes there
    EXPECT(CUDA_ERROR_INVALID_VALUE, copy(nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with([](Record &c) { c.dstPitch = 37; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with([](Record &c) { c.srcPitch = 33; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with([](Record &c) { c.dstHeight = 3; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with([](Record &c) { c.srcHeight = 4; }));
  OK(with([](Record &c) { c.srcLOD = c.dstLOD = 1; })); // seen: of arrays only
  EXPECT(CUDA_ERROR_INVALID_VALUE, with([](Record &c) { c.dstDevice = 0; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with([](Record &c) { c.srcMemoryType = CUmemorytype(0); }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, with([](Record &c) { c.srcZ = size_t(1) << 40; }));
}

static void inStreams3D(const Volumes &b) {
  CUstream s = makeStream(), t = makeStream();
  auto copy = b.copy<CUDA_MEMCPY3D>(), back = copy;
  std::memset(b.host, 0xee, kVolume);
  back.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  back.srcDevice = b.to;
  back.dstMemoryType = CU_MEMORYTYPE_HOST;
  back.dstHost = b.host;
  back.srcXInBytes = back.srcY = back.srcZ = back.dstXInBytes = back.dstY = back.dstZ = 0;
  back.WidthInBytes = kWidth;
  back.Height = kHeight;
  back.Depth = kDepth;
  Gate gate;
  gate.close(s);
  OK(cuMemcpy3DAsync(&copy, s));
  OK(cuMemcpy3DAsync(&back, t));
  OK(cuStreamSynchronize(t));
  CHECK(Bytes(b.host, b.host + kVolume) == Bytes(kVolume));
  gate.open();
  OK(cuMemcpy3DAsync(&back, s));
  OK(cuStreamSynchronize(s));
  CHECK(Bytes(b.host, b.host + kVolume) == b.expected());
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

/// Between contexts of one device.
static void peers() {
  CUcontext primary = usePrimary(), other = nullptr;
  CUstream s = makeStream();
  CUDA_MEMCPY3D_PEER same{};
  same.srcContext = same.dstContext = primary;
  boxes<CUDA_MEMCPY3D_PEER>([](const CUDA_MEMCPY3D_PEER *c) { return cuMemcpy3DPeer(c); }, same);
  boxes<CUDA_MEMCPY3D_PEER>(
      [&](const CUDA_MEMCPY3D_PEER *c) {
        CUresult result = cuMemcpy3DPeerAsync(c, s);
        OK(cuStreamSynchronize(s));
        return result;
      },
      same);
  OK(cuCtxCreate(&other, nullptr, 0, 0));
  CUdeviceptr there;
  OK(cuMemAlloc(&there, kVolume));
  clear(there, kVolume);
  OK(cuCtxSetCurrent(primary));
  Volumes b;
  auto c = b.copy<CUDA_MEMCPY3D_PEER>();
  c.srcContext = primary;
  c.dstContext = other;
  c.dstDevice = there;
  OK(cuMemcpy3DPeer(&c));
  OK(cuCtxSetCurrent(other));
  CHECK(contents(there, kVolume) == b.expected());
  clear(there, kVolume);
  OK(cuCtxSetCurrent(primary));
  OK(cuMemcpy3DPeerAsync(&c, s));
  OK(cuStreamSynchronize(s));
  OK(cuCtxSetCurrent(other));
  CHECK(contents(there, kVolume) == b.expected());
  OK(cuCtxSetCurrent(primary));
  // seen: none is the current one
  for (CUcontext *none : {&c.dstContext, &c.srcContext}) {
    *none = nullptr;
    clear(there, kVolume);
    OK(cuMemcpy3DPeer(&c));
    OK(cuMemcpy3DPeerAsync(&c, s));
    OK(cuStreamSynchronize(s));
    CHECK(contents(there, kVolume) == b.expected());
  }
  OK(cuMemcpyPeer(b.to, nullptr, b.from, nullptr, kVolume));
  CHECK(contents(b.to, kVolume) == b.source);
  OK(cuStreamDestroy(s));
  OK(cuCtxDestroy(other));
}

int main() {
  inChild("boxes", [] {
    usePrimary();
    CUstream s = makeStream();
    boxes<CUDA_MEMCPY3D>(
        [&](const CUDA_MEMCPY3D *c) {
          CUresult result = cuMemcpy3DAsync(c, s);
          OK(cuStreamSynchronize(s));
          return result;
        },
        CUDA_MEMCPY3D{});
    inStreams3D(Volumes());
  });
  inChild("peers", peers);
  inChild("all at once", [] {
    usePrimary();
    const Volumes box[2];
    onTwoThreads([&](int who) { inStreams3D(box[who]); });
  });
  return finish("Copy3D");
}
