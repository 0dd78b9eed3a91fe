// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the other programs do in one stream or on one thread only: here in two streams, on two
// threads at once.
#include "Check.h"
#include <fstream>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr unsigned kWords = 1000;

/// Two streams of the calling thread, with memory for each.
struct Pair {
  CUstream streams[2];
  CUdeviceptr from[2], to[2];
  std::vector<unsigned> host[2];
  CUcontext context = nullptr;
  Pair() {
    OK(cuCtxGetCurrent(&context));
    for (int i = 0; i < 2; ++i) {
      OK(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING));
      OK(cuMemAlloc(&from[i], kWords * 4));
      OK(cuMemAlloc(&to[i], kWords * 4));
      OK(cuMemsetD32(from[i], 100 + unsigned(i), kWords));
      host[i].assign(kWords, 0);
    }
    OK(cuStreamSynchronize(nullptr));
  }
  ~Pair() {
    for (int i = 0; i < 2; ++i) {
      OK(cuMemFree(from[i]));
      OK(cuMemFree(to[i]));
      OK(cuStreamDestroy(streams[i]));
    }
  }
  /// `copy(i)` moves all words in stream i, `words` of them; then they are there and the rest is
  /// not.
  template <typename Copy> void moves(unsigned words, Copy copy) {
    for (int i = 0; i < 2; ++i)
      OK(cuMemsetD32Async(to[i], 7, kWords, streams[i]));
    for (int i = 0; i < 2; ++i)
      OK(copy(i));
    for (int i = 0; i < 2; ++i) {
      OK(cuMemcpyDtoHAsync(host[i].data(), to[i], kWords * 4, streams[i]));
      OK(cuStreamSynchronize(streams[i]));
      for (unsigned w = 0; w < kWords; ++w)
        EQUAL(w < words ? 100 + unsigned(i) : 7, host[i][w]);
    }
  }
};

static void copies() {
  Pair p;
  for (unsigned words : {0u, 1u, kWords}) {
    const size_t bytes = words * 4;
    p.moves(words, [&](int i) { return cuMemcpyAsync(p.to[i], p.from[i], bytes, p.streams[i]); });
    p.moves(words, [&](int i) {
      return cuMemcpyPeerAsync(p.to[i], p.context, p.from[i], p.context, bytes, p.streams[i]);
    });
    if (words)
      p.moves(words, [&](int i) {
        CUDA_MEMCPY3D_PEER box{};
        box.srcMemoryType = box.dstMemoryType = CU_MEMORYTYPE_DEVICE;
        box.srcContext = box.dstContext = p.context;
        box.srcDevice = p.from[i];
        box.dstDevice = p.to[i];
        box.WidthInBytes = bytes;
        box.Height = box.Depth = 1;
        return cuMemcpy3DPeerAsync(&box, p.streams[i]);
      });
    if (words)
      p.moves(words, [&](int i) {
        size_t size = bytes, first = 0;
        CUmemcpyAttributes attributes{};
        attributes.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM;
        return cuMemcpyBatchAsync(&p.to[i], &p.from[i], &size, 1, &attributes, &first, 1,
                                  p.streams[i]);
      });
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAsync(0, p.from[0], 4, p.streams[0]));
}

/// Memory of a pool is allocated and given back in each stream.
static void pools() {
  Pair p;
  CUdeviceptr words[2] = {};
  for (int i = 0; i < 2; ++i)
    OK(cuMemAllocAsync(&words[i], kWords * 4, p.streams[i]));
  for (int i = 0; i < 2; ++i) {
    OK(cuMemsetD32Async(words[i], 100 + unsigned(i), kWords, p.streams[i]));
  }
  p.moves(kWords,
          [&](int i) { return cuMemcpyAsync(p.to[i], words[i], kWords * 4, p.streams[i]); });
  for (int i = 0; i < 2; ++i)
    OK(cuMemFreeAsync(words[i], p.streams[i]));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocAsync(nullptr, 4, p.streams[0]));

  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemoryPool pool = nullptr;
  OK(cuMemPoolCreate(&pool, &props));
  cuuint64_t value = 4096, seen = 0;
  OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &value));
  OK(cuMemPoolGetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &seen));
  EQUAL(4096, seen);
  CUmemAccessDesc access{};
  access.location = props.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  CUmemAccess_flags flags = CU_MEM_ACCESS_FLAGS_PROT_NONE;
  OK(cuMemPoolSetAccess(pool, &access, 1));
  OK(cuMemPoolGetAccess(&flags, pool, &props.location));
  EQUAL(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);
  OK(cuMemPoolTrimTo(pool, 0));
  OK(cuMemPoolDestroy(pool));
}

/// Values are written and waited for, in either stream for the other.
static void values() {
  Pair p;
  for (int i = 0; i < 2; ++i) {
    OK(cuMemsetD32(p.to[i], 0, 4));
    OK(cuStreamSynchronize(nullptr));
    OK(cuStreamWriteValue64(p.streams[i], p.to[i], 5 + cuuint64_t(i), 0));
    OK(cuStreamWriteValue32(p.streams[i], p.to[i] + 8, 9, 0));
  }
  for (int i = 0; i < 2; ++i) {
    OK(cuStreamWaitValue64(p.streams[1 - i], p.to[i], 5, CU_STREAM_WAIT_VALUE_GEQ));
    OK(cuStreamWaitValue32(p.streams[1 - i], p.to[i] + 8, 9, CU_STREAM_WAIT_VALUE_EQ));
  }
  for (int i = 0; i < 2; ++i) {
    cuuint64_t seen = 0;
    OK(cuStreamSynchronize(p.streams[i]));
    OK(cuMemcpyDtoH(&seen, p.to[i], 8));
    EQUAL(5 + i, seen);
  }
  CUstream none = reinterpret_cast<CUstream>(0x1234567890);
  if (!onNvidia()) // crashes there
    EXPECT(CUDA_ERROR_INVALID_HANDLE, cuStreamWaitValue32(none, p.to[0], 1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue32(p.streams[0], p.to[0] + 1, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamWaitValue64(p.streams[0], p.to[0] + 4, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamWriteValue64(p.streams[0], p.to[0] + 4, 0, 0));
}

static void CUDA_CB count(CUstream, CUresult result, void *calls) {
  if (result == CUDA_SUCCESS)
    ++*static_cast<std::atomic<int> *>(calls);
}
static void CUDA_CB countInGraph(void *calls) { ++*static_cast<std::atomic<int> *>(calls); }

static void calls() {
  Pair p;
  std::atomic<int> called[2] = {};
  for (int round = 0; round < 10; ++round)
    for (int i = 0; i < 2; ++i)
      OK(cuStreamAddCallback(p.streams[i], count, &called[i], 0));
  for (int i = 0; i < 2; ++i) {
    OK(cuStreamSynchronize(p.streams[i]));
    EQUAL(10, called[i].load());
  }
  // As nodes of a graph, which each stream runs.
  CUgraph graph = nullptr;
  CUgraphNode node = nullptr;
  CUgraphExec exec = nullptr;
  CUDA_HOST_NODE_PARAMS params{countInGraph, &called[0]}, seen{};
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddHostNode(&node, graph, nullptr, 0, &params));
  OK(cuGraphHostNodeGetParams(node, &seen));
  CHECK(seen.fn == countInGraph && seen.userData == &called[0]);
  params.userData = &called[1];
  OK(cuGraphHostNodeSetParams(node, &params));
  OK(cuGraphInstantiate(&exec, graph, 0));
  for (CUstream s : p.streams) {
    OK(cuGraphLaunch(exec, s));
    OK(cuStreamSynchronize(s));
  }
  EQUAL(12, called[1].load());
  params.userData = &called[0];
  OK(cuGraphExecHostNodeSetParams(exec, node, &params));
  OK(cuGraphLaunch(exec, p.streams[0]));
  OK(cuStreamSynchronize(p.streams[0]));
  EQUAL(11, called[0].load());
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

/// What is asked of devices and contexts, and a context that one thread alone has on its stack.
static void questions() {
  int version = 0, major = 0, minor = 0, active = 0;
  unsigned flags = 0, api = 0;
  unsigned long long id = 0, again = 0;
  size_t limit = 0;
  CUdevice device = -1;
  CUcontext context = nullptr, own = nullptr, popped = nullptr;
  CUdevprop properties{};
  CUfunc_cache cache;
  OK(cuDriverGetVersion(&version));
  CHECK(version >= 12000);
  OK(cuCtxGetDevice(&device));
  EQUAL(0, device);
  OK(cuDeviceComputeCapability(&major, &minor, 0));
  CHECK(major >= 7 && minor >= 0);
  OK(cuDeviceGetProperties(&properties, 0));
  EQUAL(32, properties.SIMDWidth);
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EQUAL(1, active);
  OK(cuCtxGetCurrent(&context));
  OK(cuCtxGetApiVersion(context, &api));
  CHECK(api > 0);
  OK(cuCtxGetLimit(&limit, CU_LIMIT_PRINTF_FIFO_SIZE));
  CHECK(limit > 0);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxGetLimit(&limit, CUlimit(99)));
  OK(cuCtxGetCacheConfig(&cache));
  OK(cuCtxGetId(context, &id));
  OK(cuCtxCreate(&own, nullptr, 0, 0)); // and current
  OK(cuCtxGetId(own, &again));
  CHECK(id != again);
  OK(cuCtxPushCurrent(context));
  OK(cuCtxPopCurrent(&popped));
  CHECK(popped == context);
  OK(cuCtxDestroy(own));
  OK(cuCtxGetCurrent(&popped));
  CHECK(popped == context);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDriverGetVersion(nullptr));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceComputeCapability(&major, &minor, 99));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGetProperties(&properties, 99));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxGetDevice(nullptr));
}

/// Modules and parts of a link that lie in files.
static void files(int thread) {
  const std::string path =
      "/tmp/anywarp-two-" + std::to_string(getpid()) + "-" + std::to_string(thread) + ".ptx";
  std::ofstream(path) << kIotaPtx;
  CUmodule module = nullptr, linked = nullptr;
  CUlinkState state = nullptr;
  void *image = nullptr;
  size_t size = 0;
  OK(cuModuleLoad(&module, path.c_str()));
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  OK(cuLinkAddFile(state, CU_JIT_INPUT_PTX, path.c_str(), 0, nullptr, nullptr));
  OK(cuLinkComplete(state, &image, &size));
  OK(cuModuleLoadData(&linked, image));
  CUdeviceptr words = 0;
  OK(cuMemAlloc(&words, kWords * 4));
  for (CUmodule each : {module, linked}) {
    std::vector<unsigned> host(kWords, 0);
    unsigned n = kWords;
    OK(cuMemsetD8(words, 0xff, kWords * 4));
    OK(launch1(kernelOf(each, "iota"), 4, 256, {&words, &n}));
    OK(cuMemcpyDtoH(host.data(), words, kWords * 4));
    for (unsigned i = 0; i < kWords; ++i)
      EQUAL(i, host[i]);
    OK(cuModuleUnload(each));
  }
  OK(cuMemFree(words));
  OK(cuLinkDestroy(state));
  unlink(path.c_str());
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&module, path.c_str()));
}

static void time() {
  CUevent begin, end;
  CUstream s;
  float ms = -1;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&begin, 0));
  OK(cuEventCreate(&end, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&ms, begin, end)); // not recorded
  OK(cuEventRecord(begin, s));
  OK(cuEventRecord(end, s));
  OK(cuEventSynchronize(end));
  OK(cuEventElapsedTime(&ms, begin, end));
  CHECK(ms >= 0);
  OK(cuEventDestroy(begin));
  OK(cuEventDestroy(end));
  OK(cuStreamDestroy(s));
}

int main() {
  usePrimary();
  onTwoThreads([](int thread) {
    copies();
    pools();
    values();
    calls();
    time();
    files(thread);
    questions();
  });
  return finish("TwoAtOnce");
}
