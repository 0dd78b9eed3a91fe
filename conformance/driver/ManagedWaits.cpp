// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory of devices without concurrentManagedAccess, as the programming guide has it
// ("Coherency and Concurrency"): what opens it again. On CPU devices under
// ANYWARP_CONCURRENT_MANAGED=0; devices that share the memory allow all of it.
#include "ManagedParts.h"

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

int main() {
  askWhetherShared();
  synchronisation();
  attachment();
  hostFunctions();
  graphsOfDeviceCode();
  return finish("ManagedWaits");
}
