// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory of devices without concurrentManagedAccess, as the programming guide has it
// ("Coherency and Concurrency"): who may touch what, and when. On CPU devices under
// ANYWARP_CONCURRENT_MANAGED=0; devices that share the memory allow all of it.
#include <cerrno>
#include <csignal>
#include <fcntl.h>

#include "Check.h"

static bool isShared; ///< the device has concurrentManagedAccess

/// What a part of the program has: a kernel that spins until it is told to end, and managed memory.
struct Fixture {
  CUmodule module;
  CUfunction empty, increment, waitFor;
  CUstream s, t;
  CUdeviceptr flag = 0; ///< pinned
  CUdeviceptr p = 0;    ///< managed
  volatile unsigned *x;

  explicit Fixture(unsigned flags = CU_MEM_ATTACH_GLOBAL) {
    usePrimary();
    module = loadPtx(kIotaPtx + ".visible .global .attribute(.managed) .u32 shared = 5;\n");
    empty = kernelOf(module, "empty");
    increment = kernelOf(module, "increment");
    waitFor = kernelOf(module, "waitFor");
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
    void *pinned = nullptr;
    OK(cuMemHostAlloc(&pinned, 4, 0));
    flag = CUdeviceptr(pinned);
    OK(cuMemAllocManaged(&p, 10000, flags));
    x = reinterpret_cast<volatile unsigned *>(p);
    x[0] = 10;
    // What a first launch does is done.
    OK(launch1(empty, 1, 1, {}, s));
    CUdeviceptr other = 0;
    OK(cuMemAlloc(&other, 4));
    OK(launch1(increment, 1, 1, {&other}, s));
    OK(cuCtxSynchronize());
  }
  /// A kernel is at work in the stream from now on, until end().
  void begin(CUstream stream) {
    *reinterpret_cast<volatile unsigned *>(flag) = 0;
    OK(launch1(waitFor, 1, 1, {&flag}, stream));
  }
  void end() { *reinterpret_cast<volatile unsigned *>(flag) = 1; }
  /// Touches the memory while the kernel is at work.
  void touchAndEnd() {
    x[1] = x[0] + 1;
    end();
    OK(cuCtxSynchronize());
    EQUAL(11, x[1]);
  }
};

/// Runs it in a process of its own, which is to end well, or by a fault where memory is not shared.
static void part(const char *name, bool isForbidden, const std::function<void()> &body) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    if (isForbidden) // what is said of it is looked at elsewhere
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    alarm(60);
    failures = 0;
    body();
    std::fflush(stdout);
    _exit(failures ? 100 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int end = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  const int expected = isForbidden && !isShared ? SIGSEGV : 0;
  if (end != expected) {
    ++failures;
    std::printf("%s: ends with %d, expected %d\n", name, end, expected);
  }
}

template <typename Body> static void forbidden(const char *name, Body body) {
  part(name, /*isForbidden=*/true, body);
}
template <typename Body> static void allowed(const char *name, Body body) {
  part(name, /*isForbidden=*/false, body);
}

static void whileKernelsWork() {
  forbidden("a kernel that does not use the memory", [] {
    Fixture f;
    f.begin(f.s);
    f.touchAndEnd();
  });
  forbidden("a kernel that is over, but the program has not asked", [] {
    Fixture f;
    OK(launch1(f.empty, 1, 1, {}, f.s));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    f.x[0] = 1;
  });
  forbidden("a kernel that reads it all the time", [] {
    Fixture f;
    f.x[0] = 0;
    OK(launch1(f.waitFor, 1, 1, {&f.p}, f.s));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    f.x[0] = 1;
    OK(cuCtxSynchronize());
  });
  forbidden("a managed variable", [] {
    Fixture f;
    CUdeviceptr variable = 0;
    size_t bytes = 0;
    OK(cuModuleGetGlobal(&variable, &bytes, f.module, "shared"));
    EQUAL(5, *reinterpret_cast<volatile unsigned *>(variable));
    OK(launch1(f.increment, 1, 1, {&variable}, f.s));
    OK(cuCtxSynchronize());
    EQUAL(6, *reinterpret_cast<volatile unsigned *>(variable));
    f.begin(f.s);
    *reinterpret_cast<volatile unsigned *>(variable) = 7;
    f.end();
    OK(cuCtxSynchronize());
  });
  forbidden("memory that was allocated meanwhile", [] {
    Fixture f;
    f.begin(f.s);
    CUdeviceptr q = 0;
    OK(cuMemAllocManaged(&q, 64, CU_MEM_ATTACH_GLOBAL));
    *reinterpret_cast<volatile unsigned *>(q) = 1;
    f.end();
    OK(cuCtxSynchronize());
  });
  forbidden("a graph", [] {
    Fixture f;
    CUgraph graph;
    CUgraphExec exec;
    OK(cuStreamBeginCapture(f.s, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(launch1(f.empty, 1, 1, {}, f.s));
    OK(cuStreamEndCapture(f.s, &graph));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphLaunch(exec, f.s));
    OK(cuStreamSynchronize(f.s));
    f.x[0] = 2;
    OK(cuGraphLaunch(exec, f.s));
    f.x[0] = 3;
  });
  forbidden("a copy of managed memory", [] {
    Fixture f;
    OK(cuMemcpyDtoDAsync(f.p + 100, f.p, 8, f.s));
    f.x[0] = 1;
  });
  forbidden("a fill of managed memory", [] {
    Fixture f;
    OK(cuMemsetD32Async(f.p, 1, 8, f.s));
    f.x[0] = 1;
  });
  allowed("copies of other memory", [] {
    Fixture f;
    CUdeviceptr a = 0, b = 0, host = 0;
    OK(cuMemAlloc(&a, 100));
    OK(cuMemAlloc(&b, 100));
    OK(cuMemAllocManaged(&host, 100, CU_MEM_ATTACH_HOST));
    OK(cuMemcpyDtoDAsync(a, b, 100, f.s));
    f.x[0] = 1;
    OK(cuMemcpyAsync(a, host, 100, f.s)); // reaches it as the host does
    f.x[0] = 2;
    *reinterpret_cast<volatile unsigned *>(host) = 1;
  });
  allowed("a fill that waits", [] { // documented of managed memory
    Fixture f;
    OK(cuMemsetD32(f.p, 33, 8));
    EQUAL(33, f.x[7]);
  });
  allowed("pinned memory", [] { // the flag is there
    Fixture f;
    f.begin(f.s);
    f.end();
    OK(cuCtxSynchronize());
  });
  allowed("kernels and copies of other streams", [] {
    Fixture f;
    f.begin(f.s);
    unsigned seen = 0;
    OK(launch1(f.increment, 1, 1, {&f.p}, f.t));
    OK(cuMemcpyDtoHAsync(&seen, f.p, 4, f.t));
    OK(cuMemsetD32Async(f.p + 4, 77, 3, f.t));
    OK(cuMemcpyDtoDAsync(f.p + 100, f.p, 8, f.t));
    OK(cuStreamSynchronize(f.t));
    EQUAL(11, seen);
    f.end();
    OK(cuCtxSynchronize());
    EQUAL(11, f.x[0]);
    EQUAL(77, f.x[3]);
    EQUAL(77, f.x[26]);
  });
}

static void systemCalls() {
  part("a system call", /*isForbidden=*/false, [] {
    Fixture f;
    int pipes[2];
    CHECK(pipe(pipes) == 0);
    f.begin(f.s);
    ssize_t written = write(pipes[1], const_cast<unsigned *>(f.x), 4);
    if (isShared)
      EQUAL(4, written);
    else
      CHECK(written < 0 && errno == EFAULT);
    f.end();
    OK(cuCtxSynchronize());
    EQUAL(4, write(pipes[1], const_cast<unsigned *>(f.x), 4));
  });
}

/// What makes the program know that the kernel is over.
static void synchronisation() {
  const struct {
    const char *name;
    bool isEnough;
    std::function<void(Fixture &)> wait;
  } kWays[] = {
      {"cuCtxSynchronize", true, [](Fixture &) { OK(cuCtxSynchronize()); }},
      {"cuStreamSynchronize", true, [](Fixture &f) { OK(cuStreamSynchronize(f.s)); }},
      {"another stream", false, [](Fixture &f) { OK(cuStreamSynchronize(f.t)); }},
      {"cuStreamQuery", true,
       [](Fixture &f) {
         while (cuStreamQuery(f.s) == CUDA_ERROR_NOT_READY)
           std::this_thread::yield();
       }},
      {"an event after it", true,
       [](Fixture &f) {
         CUevent event;
         OK(cuEventCreate(&event, 0));
         OK(cuEventRecord(event, f.s));
         OK(cuEventSynchronize(event));
       }},
      {"asking for an event after it", true,
       [](Fixture &f) {
         CUevent event;
         OK(cuEventCreate(&event, 0));
         OK(cuEventRecord(event, f.s));
         while (cuEventQuery(event) == CUDA_ERROR_NOT_READY)
           std::this_thread::yield();
       }},
      {"an event before the next kernel", false,
       [](Fixture &f) {
         CUevent event;
         OK(cuEventCreate(&event, 0));
         OK(cuEventRecord(event, f.s));
         OK(launch1(f.empty, 1, 1, {}, f.s));
         OK(cuEventSynchronize(event));
       }},
      {"a copy to the host in the stream", true,
       [](Fixture &f) {
         unsigned seen = 0;
         OK(cuMemcpyDtoHAsync(&seen, f.p, 4, f.s));
         OK(cuStreamSynchronize(f.s));
         EQUAL(11, seen);
       }},
      {"a stream that waits for it", true,
       [](Fixture &f) {
         CUevent event;
         OK(cuEventCreate(&event, 0));
         OK(cuEventRecord(event, f.s));
         std::this_thread::sleep_for(std::chrono::milliseconds(20));
         OK(cuStreamWaitEvent(f.t, event, 0));
         OK(cuStreamSynchronize(f.t));
       }},
      {"destroying the stream", false, [](Fixture &f) { OK(cuStreamDestroy(f.s)); }},
  };
  for (const auto &way : kWays)
    part(way.name, !way.isEnough, [&] {
      Fixture f;
      OK(launch1(f.increment, 1, 1, {&f.p}, f.s));
      way.wait(f);
      if (way.isEnough)
        EQUAL(11, f.x[0]);
      else
        f.x[1] = 1;
    });
  allowed("the default stream's order", [] {
    Fixture f;
    CUstream blocking;
    OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    OK(launch1(f.increment, 1, 1, {&f.p}, blocking));
    OK(launch1(f.empty, 1, 1, {}, nullptr)); // comes after it
    OK(cuStreamSynchronize(nullptr));
    EQUAL(11, f.x[0]);
    OK(launch1(f.increment, 1, 1, {&f.p}, nullptr));
    OK(launch1(f.empty, 1, 1, {}, blocking)); // and this after that
    OK(cuStreamSynchronize(blocking));
    EQUAL(12, f.x[0]);
    OK(launch1(f.increment, 1, 1, {&f.p}, blocking));
    unsigned seen = 0;
    OK(cuMemcpyDtoH(&seen, f.p, 4)); // synchronous, in the default stream
    EQUAL(13, f.x[0]);
  });
  allowed("a kernel after it is of no interest to what is known", [] {
    Fixture f;
    for (unsigned i = 0; i < 100; ++i) {
      OK(launch1(f.increment, 1, 1, {&f.p}, i % 2 ? f.s : f.t));
      OK(cuStreamSynchronize(i % 2 ? f.s : f.t));
      EQUAL(11 + i, f.x[0]);
    }
  });
}

static void attachment() {
  allowed("allocated for the host", [] {
    Fixture f(CU_MEM_ATTACH_HOST);
    f.begin(f.s);
    f.touchAndEnd();
  });
  allowed("attached to the host, and waited for", [] {
    Fixture f;
    OK(cuStreamAttachMemAsync(f.t, f.p, 0, CU_MEM_ATTACH_HOST));
    OK(cuStreamSynchronize(f.t));
    f.begin(f.s);
    f.touchAndEnd();
  });
  forbidden("attached to the host, not waited for", [] {
    Fixture f;
    f.begin(f.s);
    OK(cuStreamAttachMemAsync(f.s, f.p, 0, CU_MEM_ATTACH_HOST));
    f.touchAndEnd();
  });
  allowed("attached to a stream while another is at work", [] {
    Fixture f;
    OK(cuStreamAttachMemAsync(f.t, f.p, 0, CU_MEM_ATTACH_SINGLE));
    OK(cuStreamSynchronize(f.t));
    f.begin(f.s);
    OK(launch1(f.increment, 1, 1, {&f.p}, f.t));
    OK(cuStreamSynchronize(f.t));
    EQUAL(11, f.x[0]);
    f.x[0] = 10;
    f.touchAndEnd();
  });
  forbidden("attached to the stream at work", [] {
    Fixture f;
    OK(cuStreamAttachMemAsync(f.s, f.p, 0, CU_MEM_ATTACH_SINGLE));
    OK(cuCtxSynchronize());
    f.begin(f.s);
    f.touchAndEnd();
  });
  forbidden("of the host's, now attached to the stream at work", [] {
    Fixture f(CU_MEM_ATTACH_HOST);
    OK(cuStreamAttachMemAsync(f.s, f.p, 0, CU_MEM_ATTACH_SINGLE));
    f.begin(f.s);
    f.touchAndEnd();
  });
  forbidden("attached to all again", [] {
    Fixture f;
    OK(cuStreamAttachMemAsync(f.t, f.p, 0, CU_MEM_ATTACH_SINGLE));
    OK(cuStreamAttachMemAsync(f.t, f.p, 0, CU_MEM_ATTACH_GLOBAL));
    OK(cuStreamSynchronize(f.t));
    f.begin(f.s);
    f.touchAndEnd();
  });
  forbidden("its stream is no more", [] { // documented: as it was allocated
    Fixture f;
    OK(cuStreamAttachMemAsync(f.t, f.p, 0, CU_MEM_ATTACH_SINGLE));
    OK(cuStreamDestroy(f.t));
    OK(cuCtxSynchronize());
    f.begin(f.s);
    f.touchAndEnd();
  });
}

static void CUDA_CB touch(void *data) { *static_cast<unsigned *>(data) += 1; }

static void hostFunctions() {
  allowed("in a function of the stream", [] {
    Fixture f;
    OK(launch1(f.increment, 1, 1, {&f.p}, f.s));
    OK(cuLaunchHostFunc(f.s, touch, reinterpret_cast<void *>(f.p)));
    OK(launch1(f.increment, 1, 1, {&f.p}, f.s));
    OK(cuStreamSynchronize(f.s));
    EQUAL(13, f.x[0]);
  });
  allowed("after a function that no work follows", [] {
    Fixture f;
    static std::atomic<bool> isCalled = false;
    OK(launch1(f.increment, 1, 1, {&f.p}, f.s));
    OK(cuLaunchHostFunc(f.s, [](void *) { isCalled = true; }, nullptr));
    while (!isCalled)
      std::this_thread::yield();
    EQUAL(11, f.x[0]);
  });
  forbidden("after a function that work follows", [] {
    Fixture f;
    static std::atomic<bool> isCalled = false;
    OK(cuLaunchHostFunc(f.s, [](void *) { isCalled = true; }, nullptr));
    f.begin(f.s);
    while (!isCalled)
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    f.touchAndEnd();
  });
  forbidden("in a function while another stream is at work", [] {
    Fixture f;
    f.begin(f.t);
    OK(cuLaunchHostFunc(f.s, touch, reinterpret_cast<void *>(f.p)));
    OK(cuStreamSynchronize(f.s));
    f.end();
    OK(cuCtxSynchronize());
  });
}

/// fire(launched, stream): device code that launches a graph.
static const char kFirePtx[] = R"(
.extern .func (.param .b32 r) cudaGraphLaunch(.param .b64 graph, .param .b64 stream);
.visible .entry fire(.param .u64 graph, .param .u64 stream) {
  .reg .b64 %d<3>; .reg .b32 %r;
  ld.param.u64 %d1, [graph];
  ld.param.u64 %d2, [stream];
  { .param .b64 a; .param .b64 b; .param .b32 r;
    st.param.b64 [a], %d1;
    st.param.b64 [b], %d2;
    call (r), cudaGraphLaunch, (a, b); }
  ret;
}
)";

/// A graph of one kernel, which launches one that waits for the flag and then increments. What it
/// launches is over when the graph is.
struct Launching {
  Fixture f;
  CUgraphExec exec = nullptr;
  CUevent event = nullptr; ///< recorded behind the kernel, in the graph

  explicit Launching(uint64_t kind) {
    CUfunction fire = kernelOf(loadPtx(std::string(kPtxHead) + kFirePtx), "fire");
    CUgraph inner = nullptr, outer = nullptr;
    CUgraphExec launched = nullptr;
    OK(cuStreamBeginCapture(f.s, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(launch1(f.waitFor, 1, 1, {&f.flag}, f.s));
    OK(launch1(f.increment, 1, 1, {&f.p}, f.s));
    OK(cuStreamEndCapture(f.s, &inner));
    OK(cuGraphInstantiate(&launched, inner, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH));
    OK(cuGraphUpload(launched, f.s));
    OK(cuEventCreate(&event, 0));
    OK(cuStreamBeginCapture(f.s, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(launch1(fire, 1, 1, {&launched, &kind}, f.s));
    OK(cuEventRecordWithFlags(event, f.s, CU_EVENT_RECORD_EXTERNAL));
    OK(cuStreamEndCapture(f.s, &outer));
    OK(cuGraphInstantiate(&exec, outer, 0));
    OK(cuCtxSynchronize());
    *reinterpret_cast<volatile unsigned *>(f.flag) = 0;
    OK(cuGraphLaunch(exec, f.s));
  }
};

static void graphsOfDeviceCode() {
  constexpr uint64_t kTail = uint64_t(1) << 56, kFireAndForget = uint64_t(2) << 56;
  for (uint64_t kind : {kTail, kFireAndForget}) {
    allowed("after a graph that launched another", [kind] {
      if (usePrimary(); onNvidia()) // wants the device runtime's library
        return;
      Launching l(kind);
      for (unsigned i = 0; i < 3; ++i) {
        l.f.end();
        OK(cuStreamSynchronize(l.f.s));
        EQUAL(11 + i, l.f.x[0]);
        l.f.x[1] = i;
        OK(cuGraphLaunch(l.exec, l.f.s));
      }
      OK(cuCtxSynchronize());
      EQUAL(14, l.f.x[0]);
    });
    forbidden("while what a graph launched is at work", [kind] {
      if (usePrimary(); onNvidia())
        return;
      Launching l(kind);
      OK(cuEventSynchronize(l.event)); // the kernel that launches is over
      l.f.x[1] = 1;
      l.f.end();
      OK(cuCtxSynchronize());
    });
  }
}

/// The line that says what went wrong.
static void message() {
  if (isShared)
    return;
  char path[] = "/tmp/conformance-XXXXXX";
  int file = mkstemp(path);
  unlink(path);
  pid_t child = fork();
  if (child == 0) {
    dup2(file, STDERR_FILENO);
    Fixture f;
    f.begin(f.s);
    f.x[3] = 1;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  char text[1000] = "";
  CHECK(pread(file, text, sizeof text - 1, 0) > 0);
  CHECK(std::strstr(text, "at work on 'waitFor'") && std::strstr(text, "byte 12 of the 10000"));
}

static void answers() {
  Fixture f;
  int value = -1;
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 0));
  EQUAL(1, value);
  if (isShared)
    return;
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 0));
  EQUAL(0, value);
  CUmemLocation here{}, host{};
  here.type = CU_MEM_LOCATION_TYPE_DEVICE;
  host.type = CU_MEM_LOCATION_TYPE_HOST;
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuMemPrefetchAsync(f.p, 10000, here, 0, f.s));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuMemAdvise(f.p, 10000, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuMemAdvise(f.p, 10000, CU_MEM_ADVISE_SET_ACCESSED_BY, here));
  OK(cuMemAdvise(f.p, 10000, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
  // Batches are for devices that share the memory, whatever the place.
  size_t bytes = 10000, first = 0;
  for (CUmemLocation place : {here, host}) {
    EXPECT(CUDA_ERROR_INVALID_DEVICE,
           cuMemPrefetchBatchAsync(&f.p, &bytes, 1, &place, &first, 1, 0, f.s));
    EXPECT(CUDA_ERROR_INVALID_DEVICE,
           cuMemDiscardAndPrefetchBatchAsync(&f.p, &bytes, 1, &place, &first, 1, 0, f.s));
  }
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuMemDiscardBatchAsync(&f.p, &bytes, 1, 0, f.s));
  EQUAL(10, f.x[0]);
  CUmemoryPool pool;
  EXPECT(CUDA_ERROR_NOT_SUPPORTED,
         cuMemGetDefaultMemPool(&pool, &here, CU_MEM_ALLOCATION_TYPE_MANAGED));
  // Many blocks come and go, each between pages that are nobody's.
  std::vector<CUdeviceptr> blocks(300);
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      OK(cuMemAllocManaged(&blocks[i], 1 + i * 97, CU_MEM_ATTACH_GLOBAL));
      auto *bytes = reinterpret_cast<volatile unsigned char *>(blocks[i]);
      EQUAL(0, bytes[i * 97]);
      bytes[i * 97] = 1;
    }
    for (size_t first : {size_t(round & 1), size_t(1 - (round & 1))})
      for (size_t i = first; i < blocks.size(); i += 2)
        OK(cuMemFree(blocks[i]));
  }
}

int main() {
  // The driver is for the children.
  pid_t child = fork();
  if (child == 0) {
    usePrimary();
    int value = -1;
    OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 0));
    _exit(value);
  }
  int status = 0;
  waitpid(child, &status, 0);
  isShared = WIFEXITED(status) && WEXITSTATUS(status) == 1;
  std::printf("the memory is %s\n", isShared ? "shared" : "the device's while it works");
  whileKernelsWork();
  systemCalls();
  synchronisation();
  attachment();
  hostFunctions();
  graphsOfDeviceCode();
  message();
  inChild("answers", answers);
  return finish("ManagedRules");
}
