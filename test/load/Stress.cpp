// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 16 threads that do everything at once with one device: streams, events, allocation, copies,
// kernels, graphs, captures, modules, host functions; each checks what it computed. For the thread
// sanitizer. usage: stress [SECONDS [THREADS]]
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda.h>
#include <random>
#include <thread>
#include <vector>

static std::atomic<int> failures{0};
static std::atomic<long> rounds{0};

#define OK(call)                                                                                   \
  do {                                                                                             \
    if (CUresult result_ = (call)) {                                                               \
      std::printf("line %d: %s answers %d\n", __LINE__, #call, int(result_));                      \
      ++failures;                                                                                  \
    }                                                                                              \
  } while (0)

// out[i] = i * factor
static const char *const kPtx = R"(
.version 7.0
.target sm_70
.address_size 64
.visible .global .u32 offset = 5;
.visible .entry scale(.param .u64 out, .param .u32 n, .param .u32 factor) {
  .reg .u32 %r<8>; .reg .u64 %d<3>; .reg .pred %p;
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r1, %r2, %r3;
  ld.param.u32 %r5, [n];
  setp.ge.u32 %p, %r4, %r5;
  @%p ret;
  ld.param.u32 %r6, [factor];
  ld.global.u32 %r7, [offset];
  mad.lo.u32 %r6, %r4, %r6, %r7;
  ld.param.u64 %d1, [out];
  cvta.to.global.u64 %d1, %d1;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d1, %d1, %d2;
  st.global.u32 [%d1], %r6;
  ret;
}
)";

namespace {
class Worker {
public:
  Worker(unsigned seed, CUcontext context, CUmodule shared)
      : random_(seed), context_(context), shared_(shared) {}

  void run(std::chrono::steady_clock::time_point end) {
    OK(cuCtxSetCurrent(context_));
    OK(cuStreamCreate(&stream_, random_() & 1 ? CU_STREAM_NON_BLOCKING : CU_STREAM_DEFAULT));
    while (std::chrono::steady_clock::now() < end && !failures) {
      switch (random_() % 6) {
      case 0:
        launch(shared_, /*async=*/false);
        break;
      case 1:
        launch(shared_, /*async=*/true);
        break;
      case 2:
        ownModule();
        break;
      case 3:
        graph();
        break;
      case 4:
        capture();
        break;
      case 5:
        handOver();
        break;
      }
      ++rounds;
    }
    OK(cuStreamDestroy(stream_));
  }

private:
  static constexpr unsigned kCount = 200;

  void enqueue(CUmodule module, CUdeviceptr out, unsigned factor, CUstream stream) {
    CUfunction function;
    OK(cuModuleGetFunction(&function, module, "scale"));
    unsigned count = kCount;
    void *params[] = {&out, &count, &factor};
    OK(cuLaunchKernel(function, 2, 1, 1, 128, 1, 1, 0, stream, params, nullptr));
  }

  void check(const std::vector<unsigned> &seen, unsigned factor) {
    for (unsigned i = 0; i < kCount; ++i)
      if (seen[i] != i * factor + 5) {
        std::printf("[%u] is %u, not %u\n", i, seen[i], i * factor + 5);
        ++failures;
        return;
      }
  }

  void launch(CUmodule module, bool async) {
    CUdeviceptr out;
    unsigned factor = unsigned(random_() % 1000);
    std::vector<unsigned> seen(kCount);
    OK(async ? cuMemAllocAsync(&out, kCount * 4, stream_) : cuMemAlloc(&out, kCount * 4));
    enqueue(module, out, factor, stream_);
    OK(cuMemcpyDtoHAsync(seen.data(), out, kCount * 4, stream_));
    if (async)
      OK(cuMemFreeAsync(out, stream_));
    OK(cuStreamSynchronize(stream_));
    check(seen, factor);
    if (!async)
      OK(cuMemFree(out));
  }

  void ownModule() {
    CUmodule module;
    OK(cuModuleLoadData(&module, kPtx));
    launch(module, random_() & 1);
    OK(cuModuleUnload(module));
  }

  void graph() {
    CUdeviceptr out;
    OK(cuMemAlloc(&out, kCount * 4));
    unsigned factor = unsigned(random_() % 1000), count = kCount;
    void *params[] = {&out, &count, &factor};
    CUgraph graph;
    CUgraphNode fill, kernel;
    OK(cuGraphCreate(&graph, 0));
    CUDA_MEMSET_NODE_PARAMS zero{out, 0, 0, 4, kCount, 1};
    OK(cuGraphAddMemsetNode(&fill, graph, nullptr, 0, &zero, context_));
    CUDA_KERNEL_NODE_PARAMS node{};
    OK(cuModuleGetFunction(&node.func, shared_, "scale"));
    node.gridDimX = 2;
    node.blockDimX = 128;
    node.gridDimY = node.gridDimZ = node.blockDimY = node.blockDimZ = 1;
    node.kernelParams = params;
    OK(cuGraphAddKernelNode(&kernel, graph, &fill, 1, &node));
    CUgraphExec exec;
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream_));
    OK(cuGraphLaunch(exec, stream_));
    std::vector<unsigned> seen(kCount);
    OK(cuMemcpyDtoHAsync(seen.data(), out, kCount * 4, stream_));
    OK(cuGraphExecDestroy(exec)); // what was launched goes on
    OK(cuGraphDestroy(graph));
    OK(cuStreamSynchronize(stream_));
    check(seen, factor);
    OK(cuMemFree(out));
  }

  void capture() {
    CUdeviceptr out;
    OK(cuMemAlloc(&out, kCount * 4));
    unsigned factor = unsigned(random_() % 1000);
    CUstream origin, side;
    CUevent fork, join;
    OK(cuStreamCreate(&origin, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&side, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&fork, CU_EVENT_DISABLE_TIMING));
    OK(cuEventCreate(&join, CU_EVENT_DISABLE_TIMING));
    OK(cuStreamBeginCapture(origin, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuEventRecord(fork, origin));
    OK(cuStreamWaitEvent(side, fork, 0));
    enqueue(shared_, out, factor, side);
    OK(cuEventRecord(join, side));
    OK(cuStreamWaitEvent(origin, join, 0));
    CUgraph graph;
    CUgraphExec exec;
    OK(cuStreamEndCapture(origin, &graph));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphLaunch(exec, stream_));
    std::vector<unsigned> seen(kCount);
    OK(cuMemcpyDtoHAsync(seen.data(), out, kCount * 4, stream_));
    OK(cuStreamSynchronize(stream_));
    check(seen, factor);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
    OK(cuEventDestroy(fork));
    OK(cuEventDestroy(join));
    OK(cuStreamDestroy(origin));
    OK(cuStreamDestroy(side));
    OK(cuMemFree(out));
  }

  /// From stream to stream by an event, with a host function at the end.
  void handOver() {
    CUdeviceptr out;
    OK(cuMemAlloc(&out, kCount * 4));
    unsigned factor = unsigned(random_() % 1000);
    CUstream other;
    CUevent event;
    OK(cuStreamCreateWithPriority(&other, CU_STREAM_NON_BLOCKING, -int(random_() % 3)));
    OK(cuEventCreate(&event, 0));
    enqueue(shared_, out, factor, stream_);
    OK(cuEventRecord(event, stream_));
    OK(cuStreamWaitEvent(other, event, 0));
    std::vector<unsigned> seen(kCount);
    OK(cuMemcpyDtoHAsync(seen.data(), out, kCount * 4, other));
    bool called = false;
    OK(cuLaunchHostFunc(other, [](void *flag) { *static_cast<bool *>(flag) = true; }, &called));
    OK(cuStreamSynchronize(other));
    if (!called)
      ++failures;
    check(seen, factor);
    OK(cuEventSynchronize(event));
    OK(cuEventDestroy(event));
    OK(cuStreamDestroy(other));
    OK(cuMemFree(out));
  }

  std::mt19937 random_;
  CUcontext context_;
  CUmodule shared_;
  CUstream stream_ = nullptr;
};
} // namespace

int main(int argc, char **argv) {
  double seconds = argc > 1 ? std::atof(argv[1]) : 600;
  unsigned threads = argc > 2 ? unsigned(std::atoi(argv[2])) : 16;
  CUcontext context;
  CUmodule module;
  OK(cuInit(0));
  OK(cuDevicePrimaryCtxRetain(&context, 0));
  OK(cuCtxSetCurrent(context));
  OK(cuModuleLoadData(&module, kPtx));
  auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(long(seconds * 1000));
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i)
    all.emplace_back([=] { Worker(i, context, module).run(end); });
  for (std::thread &thread : all)
    thread.join();
  OK(cuModuleUnload(module));
  OK(cuDevicePrimaryCtxRelease(0));
  std::printf("%ld rounds of %u threads, %d failures\n", rounds.load(), threads, failures.load());
  return failures != 0;
}
