// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What copies and fills refuse, in tables over all of them: all that there is, nothing, more than
// there is, null pointers, what is not aligned, no array, a stream that is gone.
#include "Check.h"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE;

static void copies() {
  CUdeviceptr p = 0, q = 0;
  CUstream s = nullptr;
  CUcontext c = nullptr;
  CUarray a = nullptr;
  char h[4096] = {};
  OK(cuCtxGetCurrent(&c));
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuMemAlloc(&p, 4096));
  OK(cuMemAlloc(&q, 4096));
  CUDA_ARRAY_DESCRIPTOR line{64, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1};
  OK(cuArrayCreate(&a, &line));
  // By the size: all that there is, one byte more, nothing.
  constexpr size_t kBeyond = size_t(1) << 32;
  auto table = [&](size_t unit,
                   const std::function<CUresult(CUdeviceptr, CUdeviceptr, size_t)> &call) {
    OK(call(p, q, 4096 / unit));
    OK(call(p, q, 1));
    OK(call(p, q, 0));
    OK(call(0, 0, 0));
    OK(call(p + 4096, q, 0));
    EXPECT(kValue, call(p, q, kBeyond));
    EXPECT(kValue, call(0, q, 1));
    EXPECT(kValue, call(p + 1, q, unit == 1 ? kBeyond : 1));
    OK(cuCtxSynchronize());
  };
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) { return cuMemcpy(to, from, n); });
  table(1,
        [&](CUdeviceptr to, CUdeviceptr from, size_t n) { return cuMemcpyAsync(to, from, n, s); });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) {
    return cuMemcpyPeer(to, c, from, c, n);
  });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) {
    return cuMemcpyPeerAsync(to, c, from, c, n, s);
  });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) { return cuMemcpyDtoD(to, from, n); });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) {
    return cuMemcpyDtoDAsync(to, from, n, s);
  });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) {
    return cuMemcpyHtoD(to, from ? h : nullptr, n);
  });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) {
    return cuMemcpyHtoDAsync(to, from ? h : nullptr, n, s);
  });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) {
    return cuMemcpyDtoH(from ? h : nullptr, to, n);
  });
  table(1, [&](CUdeviceptr to, CUdeviceptr from, size_t n) {
    return cuMemcpyDtoHAsync(from ? h : nullptr, to, n, s);
  });
  EXPECT(kValue, cuMemcpyHtoD(p, nullptr, 1));
  EXPECT(kValue, cuMemcpyDtoH(nullptr, p, 1));
  EXPECT(kValue, cuMemcpyHtoDAsync(p, nullptr, 1, s));
  EXPECT(kValue, cuMemcpyDtoHAsync(nullptr, p, 1, s));
  EXPECT(kValue, cuMemcpyDtoD(p, 0, 1));
  EXPECT(kValue, cuMemcpyDtoDAsync(p, 0, 1, s));
  table(1, [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD8(to, 1, n); });
  table(1, [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD8Async(to, 1, n, s); });
  table(2, [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD16(to, 1, n); });
  table(2, [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD16Async(to, 1, n, s); });
  table(4, [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD32(to, 1, n); });
  table(4, [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD32Async(to, 1, n, s); });
  table(1, [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD2D8(to, n, 1, n, 1); });
  table(4,
        [&](CUdeviceptr to, CUdeviceptr, size_t n) { return cuMemsetD2D32(to, n * 4, 1, n, 1); });
  table(4, [&](CUdeviceptr to, CUdeviceptr, size_t n) {
    return cuMemsetD2D32Async(to, n * 4, 1, n, 1, s);
  });
  // The pitch is looked at where there is a second row (seen).
  for (size_t height : {0, 1, 2}) {
    const CUresult expected = height < 2 ? CUDA_SUCCESS : kValue;
    EXPECT(expected, cuMemsetD2D8(p, 4, 1, 5, height));
    EXPECT(expected, cuMemsetD2D16(p, 4, 1, 3, height));
    EXPECT(expected, cuMemsetD2D32(p, 4, 1, 2, height));
    EXPECT(expected, cuMemsetD2D32(p, 6, 1, 1, height));
    EXPECT(expected, cuMemsetD2D8Async(p, 4, 1, 5, height, s));
    EXPECT(expected, cuMemsetD2D16Async(p, 4, 1, 3, height, s));
    EXPECT(expected, cuMemsetD2D32Async(p, 4, 1, 2, height, s));
  }
  OK(cuMemsetD2D32(p, 0, 1, 0, 0));
  EXPECT(kValue, cuMemsetD2D32(p, 4096, 1, 1, 1 << 24));
  // Arrays of one row.
  for (auto &call : std::initializer_list<std::function<CUresult(CUarray, size_t, size_t)>>{
           [&](CUarray a, size_t at, size_t n) { return cuMemcpyHtoA(a, at, h, n); },
           [&](CUarray a, size_t at, size_t n) { return cuMemcpyHtoAAsync(a, at, h, n, s); },
           [&](CUarray a, size_t at, size_t n) { return cuMemcpyAtoH(h, a, at, n); },
           [&](CUarray a, size_t at, size_t n) { return cuMemcpyAtoHAsync(h, a, at, n, s); },
           [&](CUarray a, size_t at, size_t n) { return cuMemcpyDtoA(a, at, p, n); },
           [&](CUarray a, size_t at, size_t n) { return cuMemcpyAtoD(p, a, at, n); },
           [&](CUarray b, size_t at, size_t n) { return cuMemcpyAtoA(a, 0, b, at, n); }}) {
    OK(call(a, 0, 64));
    OK(call(a, 63, 1));
    OK(call(a, 0, 0));
    EXPECT(kValue, call(a, 0, 65));
    EXPECT(kValue, call(a, 1, 64));
    EXPECT(kValue, call(a, 64, 1));
    EXPECT(kValue, call(nullptr, 0, 1)); // seen
  }
  OK(cuCtxSynchronize());
  EXPECT(kValue, cuMemcpy2D(nullptr));
  EXPECT(kValue, cuMemcpy2DUnaligned(nullptr));
  EXPECT(kValue, cuMemcpy2DAsync(nullptr, s));
  EXPECT(kValue, cuMemcpy3D(nullptr));
  EXPECT(kValue, cuMemcpy3DAsync(nullptr, s));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuMemcpy3DPeer(nullptr));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuMemcpy3DPeerAsync(nullptr, s));
  CUDA_MEMCPY2D box{};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = p, box.dstDevice = q, box.srcPitch = box.dstPitch = 64, box.WidthInBytes = 64,
  box.Height = 64;
  OK(cuMemcpy2D(&box));
  box.WidthInBytes = 65;
  EXPECT(kValue, cuMemcpy2D(&box));
  EXPECT(kValue, cuMemcpy2DUnaligned(&box));
  box.WidthInBytes = 64, box.srcMemoryType = CUmemorytype(77);
  EXPECT(kValue, cuMemcpy2D(&box));
  box.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  EXPECT(kValue, cuMemcpy2D(&box));          // seen
  EXPECT(kValue, cuMemcpy2DAsync(&box, s));  // seen
  EXPECT(kValue, cuMemcpy2DUnaligned(&box)); // seen
  CUDA_MEMCPY3D cube{};
  cube.srcMemoryType = CU_MEMORYTYPE_ARRAY, cube.dstMemoryType = CU_MEMORYTYPE_DEVICE,
  cube.dstDevice = p;
  cube.WidthInBytes = cube.Height = cube.Depth = 1;
  EXPECT(kValue, cuMemcpy3D(&cube));         // seen
  EXPECT(kValue, cuMemcpy3DAsync(&cube, s)); // seen
  CUDA_MEMCPY3D_PEER peer{};
  peer.srcMemoryType = CU_MEMORYTYPE_ARRAY, peer.dstMemoryType = CU_MEMORYTYPE_DEVICE,
  peer.dstDevice = p, peer.srcContext = peer.dstContext = c;
  peer.WidthInBytes = peer.Height = peer.Depth = 1;
  EXPECT(kValue, cuMemcpy3DPeer(&peer));         // seen
  EXPECT(kValue, cuMemcpy3DPeerAsync(&peer, s)); // seen
  OK(cuMemcpyPeer(p, nullptr, q, c, 4));         // seen
  OK(cuMemcpyPeer(p, c, q, nullptr, 4));         // seen
  OK(cuMemcpyPeerAsync(p, nullptr, q, c, 4, s)); // seen
  // Into a stream that is gone.
  OK(cuStreamDestroy(s));
  if (onNvidia())
    return; // crashes
  EXPECT(kHandle, cuMemcpyAsync(p, q, 4, s));
  EXPECT(kHandle, cuMemcpyPeerAsync(p, c, q, c, 4, s));
  EXPECT(kHandle, cuMemcpyDtoDAsync(p, q, 4, s));
  EXPECT(kHandle, cuMemcpyHtoDAsync(p, h, 4, s));
  EXPECT(kHandle, cuMemcpyDtoHAsync(h, p, 4, s));
  EXPECT(kHandle, cuMemcpyHtoAAsync(a, 0, h, 4, s));
  EXPECT(kHandle, cuMemcpyAtoHAsync(h, a, 0, 4, s));
  box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  EXPECT(kHandle, cuMemcpy2DAsync(&box, s));
  cube.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  cube.srcDevice = q;
  EXPECT(kHandle, cuMemcpy3DAsync(&cube, s));
  EXPECT(kHandle, cuMemsetD8Async(p, 1, 4, s));
  EXPECT(kHandle, cuMemAllocAsync(&p, 4, s));
  CUdeviceptr m = 0;
  OK(cuMemAllocManaged(&m, 4096, CU_MEM_ATTACH_GLOBAL));
  EXPECT(kHandle, cuStreamAttachMemAsync(s, m, 0, CU_MEM_ATTACH_GLOBAL));
  CUmemDecompressParams none{};
  EXPECT(kHandle, cuMemBatchDecompressAsync(&none, 1, 0, nullptr, s));
}

int main() {
  inChildren({{"copies", copies}});
  return finish("RefusedCopies");
}
