// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that signal external semaphores or wait for them. A GPU takes only semaphores that Vulkan
// has exported on it: there what needs one is left out, and the errors remain.
#include "Check.h"

#include <atomic>
#include <chrono>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using Signal = cudaExternalSemaphoreSignalNodeParams;
using Wait = cudaExternalSemaphoreWaitNodeParams;

/// A timeline semaphore: a counter in a file that the host maps.
struct Timeline {
  std::atomic<unsigned long long> *counter = nullptr;
  cudaExternalSemaphore_t semaphore = nullptr;

  Timeline() {
    int file = memfd_create("timeline", 0);
    CHECK(ftruncate(file, 4096) == 0);
    void *mapped = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    counter = static_cast<std::atomic<unsigned long long> *>(mapped);
    cudaExternalSemaphoreHandleDesc desc = {};
    desc.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
    desc.handle.fd = file;
    OK(cudaImportExternalSemaphore(&semaphore, &desc));
  }
  ~Timeline() {
    OK(cudaDestroyExternalSemaphore(semaphore));
    munmap(counter, 4096);
  }
};

/// What is wrong whatever the semaphore.
static void errors() {
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaGraphNode_t node = nullptr, empty = nullptr;
  OK(cudaGraphAddEmptyNode(&empty, g, nullptr, 0));
  Signal signal = {};
  Wait wait = {};
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresSignalNode(&node, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresWaitNode(&node, g, nullptr, 0, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresSignalNode(nullptr, g, nullptr, 0, &signal));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresWaitNode(nullptr, g, nullptr, 0, &wait));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresSignalNode(&node, nullptr, nullptr, 0, &signal));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresWaitNode(&node, nullptr, nullptr, 0, &wait));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresSignalNode(&node, g, nullptr, 1, &signal));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphAddExternalSemaphoresWaitNode(&node, g, nullptr, 1, &wait));
  if (!onNvidia()) {                         // it crashes
    signal.numExtSems = wait.numExtSems = 1; // but no arrays
    EXPECT(cudaErrorInvalidValue,
           cudaGraphAddExternalSemaphoresSignalNode(&node, g, nullptr, 0, &signal));
    EXPECT(cudaErrorInvalidValue,
           cudaGraphAddExternalSemaphoresWaitNode(&node, g, nullptr, 0, &wait));
  }
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresSignalNodeGetParams(nullptr, &signal));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresWaitNodeGetParams(nullptr, &wait));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresSignalNodeGetParams(empty, &signal));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresWaitNodeGetParams(empty, &wait));
  signal = {};
  wait = {};
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresSignalNodeSetParams(nullptr, &signal));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresWaitNodeSetParams(nullptr, &wait));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresSignalNodeSetParams(empty, &signal));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresWaitNodeSetParams(empty, &wait));
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, g));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresSignalNodeSetParams(nullptr, empty, &signal));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresWaitNodeSetParams(nullptr, empty, &wait));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, nullptr, &signal));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, nullptr, &wait));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, empty, &signal));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, &wait));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, empty, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, empty, nullptr));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
}

static void nodes() {
  Timeline first, second;
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaGraph_t g;
  OK(cudaGraphCreate(&g, 0));
  cudaExternalSemaphore_t both[2] = {first.semaphore, second.semaphore};
  cudaExternalSemaphoreWaitParams waits[2] = {};
  cudaExternalSemaphoreSignalParams signals[2] = {};
  waits[0].params.fence.value = 3;
  waits[1].params.fence.value = 4;
  signals[0].params.fence.value = 5;
  signals[1].params.fence.value = 6;
  Wait wait = {both, waits, 2}, waitSeen = {};
  Signal signal = {both, signals, 2}, signalSeen = {};
  cudaGraphNode_t waiting = nullptr, signalling = nullptr, node = nullptr;
  OK(cudaGraphAddExternalSemaphoresWaitNode(&waiting, g, nullptr, 0, &wait));
  OK(cudaGraphAddExternalSemaphoresSignalNode(&signalling, g, &waiting, 1, &signal));
  cudaGraphNodeType type;
  OK(cudaGraphNodeGetType(waiting, &type));
  EQUAL(cudaGraphNodeTypeExtSemaphoreWait, type);
  OK(cudaGraphNodeGetType(signalling, &type));
  EQUAL(cudaGraphNodeTypeExtSemaphoreSignal, type);
  OK(cudaGraphExternalSemaphoresWaitNodeGetParams(waiting, &waitSeen));
  EQUAL(2, waitSeen.numExtSems);
  CHECK(waitSeen.extSemArray[1] == second.semaphore && waitSeen.paramsArray != waits);
  EQUAL(4, waitSeen.paramsArray[1].params.fence.value);
  OK(cudaGraphExternalSemaphoresSignalNodeGetParams(signalling, &signalSeen));
  EQUAL(5, signalSeen.paramsArray[0].params.fence.value);
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExternalSemaphoresWaitNodeGetParams(signalling, &waitSeen));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExternalSemaphoresSignalNodeGetParams(waiting, &signalSeen));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresWaitNodeGetParams(waiting, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExternalSemaphoresSignalNodeGetParams(signalling, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaGraphExternalSemaphoresWaitNodeSetParams(waiting, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExternalSemaphoresSignalNodeSetParams(signalling, nullptr));

  cudaGraphExec_t exec;
  OK(cudaGraphInstantiateWithFlags(&exec, g));
  OK(cudaGraphLaunch(exec, s));
  first.counter->store(3);
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK(cudaStreamQuery(s) == cudaErrorNotReady); // for the second
  EQUAL(3, first.counter->load());
  second.counter->store(4);
  OK(cudaStreamSynchronize(s));
  EQUAL(5, first.counter->load());
  EQUAL(6, second.counter->load());
  // Changed in the executable graph; in the graph itself.
  waits[0].params.fence.value = 5;
  waits[1].params.fence.value = 6;
  signals[0].params.fence.value = signals[1].params.fence.value = 10;
  OK(cudaGraphExecExternalSemaphoresWaitNodeSetParams(exec, waiting, &wait));
  OK(cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signalling, &signal));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(10, first.counter->load());
  signal.numExtSems = 1; // their number is the node's
  EXPECT(cudaErrorInvalidValue,
         cudaGraphExecExternalSemaphoresSignalNodeSetParams(exec, signalling, &signal));
  signals[0].params.fence.value = 20;
  OK(cudaGraphExternalSemaphoresWaitNodeSetParams(waiting, &wait));
  OK(cudaGraphExternalSemaphoresSignalNodeSetParams(signalling, &signal));
  OK(cudaGraphExternalSemaphoresSignalNodeGetParams(signalling, &signalSeen));
  EQUAL(1, signalSeen.numExtSems);
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphInstantiateWithFlags(&exec, g));
  OK(cudaGraphLaunch(exec, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(20, first.counter->load());
  EQUAL(10, second.counter->load());
  // No semaphore at all, and one that is none.
  wait.numExtSems = 0;
  OK(cudaGraphAddExternalSemaphoresWaitNode(&node, g, nullptr, 0, &wait));
  cudaExternalSemaphore_t none = nullptr;
  signal.extSemArray = &none;
  CHECK(cudaGraphAddExternalSemaphoresSignalNode(&node, g, nullptr, 0, &signal) != cudaSuccess);
  (void)cudaGetLastError();
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(g));
  OK(cudaStreamDestroy(s));
}

/// Two threads with a stream each take turns by a semaphore.
static void streamsAndThreads() {
  Timeline turn;
  int order[20] = {}, count = 0;
  struct Step {
    int *order, *count, self;
  };
  auto work = [&](int self) {
    cudaStream_t mine;
    OK(cudaStreamCreateWithFlags(&mine, cudaStreamNonBlocking));
    Step step = {order, &count, self};
    cudaHostNodeParams host = {[](void *data) {
                                 auto *step = static_cast<Step *>(data);
                                 step->order[(*step->count)++] = step->self;
                               },
                               &step};
    for (unsigned round = 0; round < 10; ++round) {
      cudaExternalSemaphoreWaitParams waits = {};
      cudaExternalSemaphoreSignalParams signals = {};
      waits.params.fence.value = 2 * round + self;
      signals.params.fence.value = 2 * round + self + 1;
      Wait wait = {&turn.semaphore, &waits, 1};
      Signal signal = {&turn.semaphore, &signals, 1};
      cudaGraph_t g;
      OK(cudaGraphCreate(&g, 0));
      cudaGraphNode_t a = nullptr, b = nullptr, c = nullptr;
      OK(cudaGraphAddExternalSemaphoresWaitNode(&a, g, nullptr, 0, &wait));
      OK(cudaGraphAddHostNode(&b, g, &a, 1, &host));
      OK(cudaGraphAddExternalSemaphoresSignalNode(&c, g, &b, 1, &signal));
      cudaGraphExec_t exec;
      OK(cudaGraphInstantiateWithFlags(&exec, g));
      OK(cudaGraphLaunch(exec, mine));
      OK(cudaGraphExecDestroy(exec));
      OK(cudaGraphDestroy(g));
    }
    OK(cudaStreamSynchronize(mine));
    OK(cudaStreamDestroy(mine));
  };
  std::thread one(work, 0), two(work, 1);
  one.join();
  two.join();
  EQUAL(20, count);
  for (int i = 0; i < 20; ++i)
    EQUAL(i % 2, order[i]);
  EQUAL(20, turn.counter->load());
}

int main() {
  OK(cudaFree(nullptr));
  errors();
  if (!onNvidia()) {
    onTwoThreads([](int) { nodes(); });
    streamsAndThreads();
  }
  return finish("GraphSemaphores");
}
