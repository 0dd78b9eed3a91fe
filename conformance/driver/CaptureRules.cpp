// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What may be called while a stream is captured: copies and fills without a stream, and calls that
// are refused as unsafe. What the manual leaves open here was seen on an H200.
#include "CaptureCalls.h"

extern "C" CUresult CUDAAPI cuProfilerStart();
extern "C" CUresult CUDAAPI cuProfilerStop();

constexpr size_t kBytes = 256;

struct Fixture {
  CUarray a = makeArray(), b = makeArray();
  CUdeviceptr d = 0, e = 0;
  unsigned char host[kBytes] = {};
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(module, "empty");
  CUmemoryPool pool = nullptr;
  CUcontext context = nullptr;
  Fixture() {
    OK(cuMemAlloc(&d, kBytes));
    OK(cuMemAlloc(&e, kBytes));
    OK(cuDeviceGetMemPool(&pool, 0));
    OK(cuCtxGetCurrent(&context));
    OK(launch1(empty, 1, 1, {}));
    OK(cuCtxSynchronize());
  }
  static CUarray makeArray() {
    CUDA_ARRAY_DESCRIPTOR line{};
    line.Width = kBytes;
    line.Format = CU_AD_FORMAT_UNSIGNED_INT8;
    line.NumChannels = 1;
    CUarray array = nullptr;
    OK(cuArrayCreate(&array, &line));
    return array;
  }
};

using Calls = std::vector<std::function<CUresult()>>;

/// Copies and fills in the default stream.
static Calls inDefaultStream(Fixture &t) {
  CUDA_MEMCPY2D rectangle{};
  rectangle.srcMemoryType = rectangle.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  rectangle.srcDevice = t.d;
  rectangle.dstDevice = t.e;
  rectangle.WidthInBytes = 4;
  rectangle.Height = 1;
  CUDA_MEMCPY3D_PEER box{};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = t.d;
  box.dstDevice = t.e;
  box.srcContext = box.dstContext = t.context;
  box.WidthInBytes = 4;
  box.Height = box.Depth = 1;
  return {[&t] { return cuMemcpyHtoD(t.d, t.host, kBytes); },
          [&t] { return cuMemcpyDtoH(t.host, t.d, kBytes); },
          [&t] { return cuMemcpyDtoD(t.d, t.e, kBytes); },
          [&t] { return cuMemcpyAtoA(t.a, 0, t.b, 0, 4); },
          [&t] { return cuMemcpyAtoD(t.d, t.a, 0, 4); },
          [&t] { return cuMemcpyDtoA(t.a, 0, t.d, 4); },
          [&t] { return cuMemcpyHtoA(t.a, 0, t.host, 4); },
          [=] { return cuMemcpy2DUnaligned(&rectangle); },
          [=] { return cuMemcpy3DPeer(&box); },
          [&t] { return cuMemsetD8(t.d, 1, kBytes); },
          [&t] { return cuMemsetD2D8(t.d, 64, 1, 4, 4); },
          [&t] { return cuMemsetD2D16(t.d, 64, 1, 4, 4); }};
}

static Calls unsafe(Fixture &t) {
  CUmemLocation here{};
  here.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemAccessDesc access{};
  access.location = here;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = shape.Height = 8;
  shape.Format = CU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  CUarray made = nullptr;
  CUmipmappedArray mipmap = nullptr;
  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location = here;
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = t.a;
  CUDA_TEXTURE_DESC texture{};
  CUmemoryPool pool = nullptr;
  CUtexObject object = 0;
  cuuint64_t number = 0;
  return {
      [] { return cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024); },
      [] { return cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1); },
      [=]() mutable { return cuMemPoolCreate(&pool, &props); },
      [&t] { return cuMemPoolTrimTo(t.pool, 0); },
      [=, &t]() mutable {
        return cuMemPoolSetAttribute(t.pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &number);
      },
      [=, &t]() mutable {
        return cuMemPoolGetAttribute(t.pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &number);
      },
      [=]() mutable { return cuTexObjectCreate(&object, &resource, &texture, nullptr); },
      [=]() mutable { return cuArray3DCreate(&made, &shape); },
      [=]() mutable { return cuMipmappedArrayCreate(&mipmap, &shape, 2); },
      [] { return cuProfilerStart(); },
      [] { return cuProfilerStop(); },
      [] { return cuCtxSetSharedMemConfig(CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE); },
      [=, &t]() mutable { return cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_PINNED, t.pool); },
      [&t] { return cuDeviceSetMemPool(0, t.pool); },
      [=, &t] { return cuMemPoolSetAccess(t.pool, &access, 1); }};
}

static void besides() {
  Fixture t;
  CUstream apart = makeStream(CU_STREAM_NON_BLOCKING), joined = makeStream(CU_STREAM_DEFAULT);
  for (auto mode : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL}) {
    for (auto &call : inDefaultStream(t)) {
      OK(during(apart, mode, 0, call));
      EXPECT(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, during(joined, mode, -1, call));
    }
    for (auto &call : unsafe(t))
      EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, during(apart, mode, -1, call));
    EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
           during(apart, mode, -1, [&] { return cuArrayDestroy(t.a); }));
    EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
           during(apart, mode, -1, [&] { return cuLaunch(t.empty); }));
    // Before what is wrong with the call.
    CUsurfObject surface = 0;
    for (auto call :
         Calls{[] { return cuCtxSetLimit(CUlimit(99), 1); },
               [] { return cuCtxSetCacheConfig(CUfunc_cache(99)); },
               [] { return cuMemPoolTrimTo(nullptr, 0); }, [] { return cuTexObjectDestroy(0); },
               [&] { return cuSurfObjectCreate(&surface, nullptr); },
               [] { return cuSurfObjectDestroy(0); }})
      EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, during(apart, mode, -1, call));
  }
  for (auto &call : unsafe(t))
    OK(during(apart, CU_STREAM_CAPTURE_MODE_RELAXED, 0, call));
  // It was done.
  std::memset(t.host, 7, kBytes);
  OK(during(apart, CU_STREAM_CAPTURE_MODE_GLOBAL, 0,
            [&] { return cuMemcpyHtoD(t.d, t.host, kBytes); }));
  std::memset(t.host, 0, kBytes);
  OK(cuMemcpyDtoH(t.host, t.d, kBytes));
  CHECK(t.host[0] == 7 && t.host[kBytes - 1] == 7);
  OK(cuStreamDestroy(apart));
  OK(cuStreamDestroy(joined));
}

/// In the captured stream: what becomes a node and what does not.
static void captured() {
  Fixture t;
  CUstream s = makeStream(CU_STREAM_NON_BLOCKING);
  constexpr auto kMode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  CUDA_MEMCPY2D rectangle{};
  rectangle.srcMemoryType = rectangle.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  rectangle.srcDevice = t.d;
  rectangle.dstDevice = t.e;
  rectangle.WidthInBytes = 4;
  rectangle.Height = 1;
  OK(during(s, kMode, 1, [&] { return cuMemcpyAtoHAsync(t.host, t.a, 0, 4, s); }));
  OK(during(s, kMode, 1, [&] { return cuMemcpyHtoAAsync(t.a, 0, t.host, 4, s); }));
  OK(during(s, kMode, 1, [&] { return cuMemcpy2DAsync(&rectangle, s); }));
  OK(during(s, kMode, 1, [&] { return cuMemsetD2D8Async(t.d, 64, 1, 4, 4, s); }));
  OK(during(s, kMode, 1, [&] { return cuMemsetD2D16Async(t.d, 64, 1, 4, 4, s); }));
  // Nothing to do is no node.
  rectangle.Height = 0;
  OK(during(s, kMode, 0, [&] { return cuMemcpyHtoAAsync(t.a, 0, t.host, 0, s); }));
  OK(during(s, kMode, 0, [&] { return cuMemcpy2DAsync(&rectangle, s); }));
  OK(during(s, kMode, 0, [&] { return cuMemsetD16Async(t.d, 1, 0, s); }));
  OK(during(s, kMode, 0, [&] { return cuMemsetD2D8Async(t.d, 64, 1, 4, 0, s); }));
  // What is wrong leaves the capture whole.
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         during(s, kMode, 0, [&] { return cuMemcpyHtoAAsync(t.a, 1, t.host, kBytes, s); }));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         during(s, kMode, 0, [&] { return cuMemsetD16Async(t.d + 1, 1, 4, s); }));
  CUdeviceptr managed;
  OK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, during(s, kMode, -1, [&] {
           return cuStreamAttachMemAsync(s, managed, 0, CU_MEM_ATTACH_GLOBAL);
         }));
  OK(cuMemFree(managed));
  // No copies between contexts, and no question for the device; of other streams there may be both.
  CUstream other = makeStream(CU_STREAM_NON_BLOCKING);
  CUDA_MEMCPY3D_PEER box{};
  box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  box.srcDevice = t.d;
  box.dstDevice = t.e;
  box.srcContext = box.dstContext = t.context;
  box.WidthInBytes = 4;
  box.Height = box.Depth = 1;
  CUdevice device;
  for (auto mode : {CU_STREAM_CAPTURE_MODE_GLOBAL, CU_STREAM_CAPTURE_MODE_RELAXED})
    for (std::function<CUresult(CUstream)> call : {
             std::function([&](CUstream in) { return cuMemcpy3DPeerAsync(&box, in); }),
             std::function([&](CUstream in) {
               return cuMemcpyPeerAsync(t.d, t.context, t.e, t.context, 4, in);
             }),
             std::function([&](CUstream in) { return cuStreamGetDevice(in, &device); }),
         }) {
      OK(during(s, mode, 0, [&] { return call(other); }));
      EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, during(s, mode, -1, [&] { return call(s); }));
    }
  OK(cuStreamDestroy(other));
  OK(cuStreamDestroy(s));
}

/// Another thread's unsafe calls count for captures of the global mode only.
static void threads() {
  Fixture t;
  CUstream s = makeStream(CU_STREAM_NON_BLOCKING);
  auto elsewhere = [&] {
    CUresult result = CUDA_SUCCESS;
    std::thread([&] {
      OK(cuCtxSetCurrent(t.context));
      CUarray array = nullptr;
      CUDA_ARRAY_DESCRIPTOR line{};
      line.Width = 4;
      line.Format = CU_AD_FORMAT_FLOAT;
      line.NumChannels = 1;
      result = cuArrayCreate(&array, &line);
    }).join();
    return result;
  };
  EXPECT(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
         during(s, CU_STREAM_CAPTURE_MODE_GLOBAL, -1, elsewhere));
  OK(during(s, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL, 0, elsewhere));
  OK(during(s, CU_STREAM_CAPTURE_MODE_RELAXED, 0, elsewhere));
  OK(cuStreamDestroy(s));
}

int main() {
  inChild("besides", [] {
    usePrimary();
    besides();
  });
  inChild("captured", [] {
    usePrimary();
    captured();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  return finish("CaptureRules");
}
