// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Much of everything, in constant memory: allocations, pairs of event records and waits, launches
// of graphs, streams, modules. usage: load [SHARE], of the full counts (10^6 allocations and pairs,
// 10^5 graph launches, 1,000 streams); prints the time of one and how the memory of the process
// grew from the tenth part on, and fails when it grew.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <functional>
#include <string>
#include <thread>
#include <vector>

static int failures = 0;

#define OK(call)                                                                                   \
  do {                                                                                             \
    if (CUresult result_ = (call)) {                                                               \
      std::printf("line %d: %s answers %d\n", __LINE__, #call, int(result_));                      \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

/// Memory of the process that is in use, in KiB.
static long residentKiB() {
  long pages = 0, resident = 0;
  if (std::FILE *file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return resident * 4;
}

/// Runs `body` that often. What it takes in the first tenth is no growth.
static void measure(const char *name, long count, const std::function<void(long)> &body) {
  constexpr long kAllowedKiB = 4096;
  long warm = count / 10;
  for (long i = 0; i < warm; ++i)
    body(i);
  OK(cuCtxSynchronize());
  long before = residentKiB();
  auto start = std::chrono::steady_clock::now();
  for (long i = warm; i < count; ++i)
    body(i);
  OK(cuCtxSynchronize());
  double ns =
      std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
  long growth = residentKiB() - before;
  std::printf("%-28s %9ld  %8.0f ns each  %+ld KiB\n", name, count, ns / double(count - warm),
              growth);
  if (growth > kAllowedKiB) {
    std::printf("%s: memory grows\n", name);
    ++failures;
  }
}

static const char *const kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .entry empty() { ret; }
)";

/// Fills a queue once as deep as a burst of the loop can make it while the executors are late: how
/// deep it gets by itself is a matter of luck, and what the deepest one takes the heap keeps (under
/// LeakSanitizer 8 MB; nothing of it leaks, and it stays at that).
static void fillQueue(CUstream stream, long depth, const std::function<void(long)> &body) {
  static std::atomic<bool> isOpen;
  isOpen = false;
  auto wait = [](void *) {
    while (!isOpen)
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  };
  OK(cuLaunchHostFunc(stream, wait, nullptr));
  for (long i = 0; i < depth; ++i)
    body(i);
  isOpen = true;
  OK(cuStreamSynchronize(stream));
}

static void allocations(long count) {
  std::vector<CUdeviceptr> held(64, 0);
  measure("cuMemAlloc, cuMemFree", count, [&](long i) {
    CUdeviceptr &slot = held[size_t(i * 7) % held.size()];
    if (slot)
      OK(cuMemFree(slot));
    // Small ones, and every thousandth with a mapping of its own.
    OK(cuMemAlloc(&slot, i % 1000 ? size_t(i % 50 + 1) * 300 : size_t(3) << 20));
  });
  for (CUdeviceptr p : held)
    if (p)
      OK(cuMemFree(p));
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  constexpr long kBurst = 1000;
  auto allocateAndFree = [&](long i) {
    CUdeviceptr p;
    OK(cuMemAllocAsync(&p, size_t(i % 50 + 1) * 300, stream));
    OK(cuMemFreeAsync(p, stream));
  };
  fillQueue(stream, kBurst, allocateAndFree);
  measure("cuMemAllocAsync, FreeAsync", count, [&](long i) {
    allocateAndFree(i);
    if (i % kBurst == 0)
      OK(cuStreamSynchronize(stream));
  });
  OK(cuStreamDestroy(stream));
}

static void events(long count) {
  CUstream a, b;
  OK(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
  std::vector<CUevent> events(16);
  for (CUevent &event : events)
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  measure("cuEventRecord, StreamWait", count, [&](long i) {
    CUevent event = events[size_t(i) % events.size()];
    OK(cuEventRecord(event, i & 1 ? a : b));
    OK(cuStreamWaitEvent(i & 1 ? b : a, event, 0));
  });
  measure("cuEventCreate, Destroy", count, [&](long) {
    CUevent event;
    OK(cuEventCreate(&event, 0));
    OK(cuEventRecord(event, a));
    OK(cuEventDestroy(event));
  });
  for (CUevent event : events)
    OK(cuEventDestroy(event));
  OK(cuStreamDestroy(a));
  OK(cuStreamDestroy(b));
}

static void graphs(CUfunction empty, long count) {
  CUgraph graph;
  OK(cuGraphCreate(&graph, 0));
  CUDA_KERNEL_NODE_PARAMS params{};
  params.func = empty;
  params.gridDimX = params.gridDimY = params.gridDimZ = 1;
  params.blockDimX = 32;
  params.blockDimY = params.blockDimZ = 1;
  CUgraphNode first, left, right, last;
  OK(cuGraphAddKernelNode(&first, graph, nullptr, 0, &params));
  OK(cuGraphAddKernelNode(&left, graph, &first, 1, &params));
  OK(cuGraphAddKernelNode(&right, graph, &first, 1, &params));
  CUgraphNode both[] = {left, right};
  OK(cuGraphAddEmptyNode(&last, graph, both, 2));
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  measure("cuGraphLaunch", count, [&](long i) {
    OK(cuGraphLaunch(exec, stream));
    if (i % 100 == 0)
      OK(cuStreamSynchronize(stream));
  });
  measure("cuGraphInstantiate, Destroy", count / 10, [&](long) {
    CUgraphExec other;
    OK(cuGraphInstantiate(&other, graph, 0));
    OK(cuGraphLaunch(other, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuGraphExecDestroy(other));
  });
  OK(cuStreamDestroy(stream));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
}

static void streams(CUfunction empty, long count) {
  std::vector<CUstream> all(static_cast<size_t>(count));
  measure("rounds over all streams", 20, [&](long) {
    for (CUstream &stream : all)
      OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 3; ++i)
      for (CUstream stream : all)
        OK(cuLaunchKernel(empty, 1, 1, 1, 32, 1, 1, 0, stream, nullptr, nullptr));
    for (CUstream stream : all) {
      OK(cuStreamSynchronize(stream));
      OK(cuStreamDestroy(stream));
    }
  });
}

static void modules(long count) {
  measure("cuModuleLoadData, Unload", count, [&](long) {
    CUmodule module;
    CUfunction function;
    OK(cuModuleLoadData(&module, kPtx));
    OK(cuModuleGetFunction(&function, module, "empty"));
    OK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, nullptr, nullptr));
    OK(cuModuleUnload(module));
  });
}

int main(int argc, char **argv) {
  double share = argc > 1 ? std::atof(argv[1]) : 1;
  auto part = [share](long full) { return std::max(20l, long(double(full) * share)); };
  CUcontext context;
  OK(cuInit(0));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  CUmodule module;
  CUfunction empty;
  OK(cuModuleLoadData(&module, kPtx));
  OK(cuModuleGetFunction(&empty, module, "empty"));
  allocations(part(1'000'000));
  events(part(1'000'000));
  graphs(empty, part(100'000));
  streams(empty, part(1'000));
  modules(part(2'000));
  OK(cuModuleUnload(module));
  OK(cuDevicePrimaryCtxRelease(0));
  return failures != 0;
}
