// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and semaphores by file descriptors. A GPU takes those that Vulkan has exported on it; the
// CPU takes a memfd and an eventfd, with which this program shows that both sides see each other.
#include "Check.h"
#include <atomic>
#include <chrono>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <thread>

static constexpr size_t kBytes = 1 << 20;

static int makeFile(size_t bytes, void **mapped) {
  int fd = memfd_create("shared", MFD_CLOEXEC);
  CHECK(fd >= 0 && ftruncate(fd, off_t(bytes)) == 0);
  *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK(*mapped != MAP_FAILED);
  return fd;
}

static void memory() {
  void *mapped;
  int fd = makeFile(kBytes, &mapped);
  auto *words = static_cast<unsigned *>(mapped);
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc{};
  desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  desc.handle.fd = fd;
  CUexternalMemory external = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalMemory(&external, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalMemory(&external, &desc)); // no size
  desc.size = kBytes + 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalMemory(&external, &desc)); // not so much
  desc.size = kBytes;
  desc.type = CUexternalMemoryHandleType(77);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalMemory(&external, &desc));
  desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_NVSCIBUF;
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuImportExternalMemory(&external, &desc));
  desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  desc.handle.fd = -1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalMemory(&external, &desc));
  desc.handle.fd = fd;
  OK(cuImportExternalMemory(&external, &desc));

  CUDA_EXTERNAL_MEMORY_BUFFER_DESC buffer{};
  CUdeviceptr all = 0, part = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuExternalMemoryGetMappedBuffer(&all, external, &buffer));
  buffer.size = kBytes;
  OK(cuExternalMemoryGetMappedBuffer(&all, external, &buffer));
  buffer.offset = 4;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuExternalMemoryGetMappedBuffer(&part, external, &buffer));
  buffer.offset = 5000;
  buffer.size = 400;
  OK(cuExternalMemoryGetMappedBuffer(&part, external, &buffer));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuExternalMemoryGetMappedBuffer(&part, nullptr, &buffer));

  // A kernel's stores are seen outside; what comes from outside is seen by copies.
  CUmodule module = loadPtx(kIotaPtx);
  unsigned n = 1000, value = 0;
  OK(launch1(kernelOf(module, "iota"), 8, 128, {&all, &n}));
  OK(cuCtxSynchronize());
  EQUAL(999, words[999]);
  words[5000 / 4] = 4711;
  OK(cuMemcpyDtoH(&value, part, 4));
  EQUAL(4711, value);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&value, part + 398, 4));
  size_t size = 0;
  OK(cuMemGetAddressRange(nullptr, &size, part));
  EQUAL(400, size);
  OK(cuMemFree(part));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(part));
  OK(cuMemFree(all));
  OK(cuDestroyExternalMemory(external));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuDestroyExternalMemory(external));
  munmap(mapped, kBytes);
}

/// The levels of a mipmapped array in the file: a level's texels, seen from both sides.
static void mipmaps() {
  constexpr size_t kOffset = 4096;
  void *mapped;
  int fd = makeFile(kBytes, &mapped);
  auto *words = static_cast<unsigned *>(mapped) + kOffset / 4;
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC desc{};
  desc.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  desc.handle.fd = fd;
  desc.size = kBytes;
  CUexternalMemory external = nullptr;
  OK(cuImportExternalMemory(&external, &desc));
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC shape{};
  shape.offset = kOffset;
  shape.arrayDesc.Width = 16;
  shape.arrayDesc.Height = 8;
  shape.arrayDesc.Format = CU_AD_FORMAT_UNSIGNED_INT32;
  shape.arrayDesc.NumChannels = 1;
  shape.numLevels = 3;
  CUmipmappedArray mipmap = nullptr;
  OK(cuExternalMemoryGetMappedMipmappedArray(&mipmap, external, &shape));
  CUarray level = nullptr;
  size_t at = 0;
  for (unsigned i = 0; i < 3; ++i) {
    CUDA_ARRAY_DESCRIPTOR seen{};
    OK(cuMipmappedArrayGetLevel(&level, mipmap, i));
    OK(cuArrayGetDescriptor(&seen, level));
    EQUAL(16 >> i, seen.Width);
    EQUAL(8 >> i, seen.Height);
    unsigned value = 100 + i, row[16] = {};
    words[at] = value;
    OK(cuMemcpyAtoH(row, level, 0, seen.Width * 4));
    EQUAL(value, row[0]);
    row[1] = value * 2;
    OK(cuMemcpyHtoA(level, 0, row, seen.Width * 4));
    EQUAL(value * 2, words[at + 1]);
    at += seen.Width * seen.Height;
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMipmappedArrayGetLevel(&level, mipmap, 3));
  auto refused = [&](auto change) {
    auto bad = shape;
    change(bad);
    CUmipmappedArray none = nullptr;
    return cuExternalMemoryGetMappedMipmappedArray(&none, external, &bad);
  };
  using Desc = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](Desc &d) { d.numLevels = 0; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](Desc &d) { d.numLevels = 6; })); // it has 5
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](Desc &d) { d.offset = kBytes; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         refused([](Desc &d) { d.offset = kBytes - 512; })); // the first fits
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](Desc &d) { d.arrayDesc.Width = 0; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE, refused([](Desc &d) { d.arrayDesc.NumChannels = 3; }));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuExternalMemoryGetMappedMipmappedArray(nullptr, external, &shape));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuExternalMemoryGetMappedMipmappedArray(&mipmap, external, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuExternalMemoryGetMappedMipmappedArray(&mipmap, nullptr, &shape));
  OK(cuMipmappedArrayDestroy(mipmap));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuMipmappedArrayDestroy(mipmap));
  OK(cuDestroyExternalMemory(external));
  munmap(mapped, kBytes);
}

static CUexternalSemaphore import(CUexternalSemaphoreHandleType type, int fd) {
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc{};
  desc.type = type;
  desc.handle.fd = fd;
  CUexternalSemaphore semaphore = nullptr;
  OK(cuImportExternalSemaphore(&semaphore, &desc));
  return semaphore;
}

static void binary() {
  int fd = eventfd(0, EFD_SEMAPHORE), peer = dup(fd);
  CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC desc{};
  CUexternalSemaphore semaphore = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalSemaphore(&semaphore, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalSemaphore(&semaphore, &desc));
  desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_NVSCISYNC;
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuImportExternalSemaphore(&semaphore, &desc));
  desc.type = CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD;
  desc.handle.fd = -1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuImportExternalSemaphore(&semaphore, &desc));
  semaphore = import(CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD, fd);

  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait{};
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal{};
  OK(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
  uint64_t one = 1;
  CHECK(write(peer, &one, 8) == 8);
  OK(cuStreamSynchronize(stream));
  OK(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  OK(cuStreamSynchronize(stream));
  uint64_t seen = 0;
  CHECK(read(peer, &seen, 8) == 8);
  EQUAL(1, seen);
  signal.flags = 4;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuWaitExternalSemaphoresAsync(nullptr, &wait, 1, stream));
  CUexternalSemaphore none = nullptr;
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuWaitExternalSemaphoresAsync(&none, &wait, 1, stream));
  OK(cuDestroyExternalSemaphore(semaphore));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuDestroyExternalSemaphore(semaphore));
  OK(cuStreamDestroy(stream));
  close(peer);
}

static void timeline() {
  void *mapped;
  int fd = makeFile(4096, &mapped);
  auto *counter = static_cast<std::atomic<uint64_t> *>(mapped);
  CUexternalSemaphore semaphore =
      import(CU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD, fd);
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS wait{};
  CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS signal{};
  wait.params.fence.value = 5;
  signal.params.fence.value = 6;
  OK(cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
  OK(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  counter->store(4);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
  EQUAL(4, counter->load());
  counter->store(5);
  OK(cuStreamSynchronize(stream));
  EQUAL(6, counter->load());

  // The same as nodes of a graph: made, captured, changed.
  CUgraph graph;
  OK(cuGraphCreate(&graph, 0));
  CUgraphNode waits, signals;
  wait.params.fence.value = 7;
  signal.params.fence.value = 8;
  CUDA_EXT_SEM_WAIT_NODE_PARAMS waitParams{&semaphore, &wait, 1}, waitSeen{};
  CUDA_EXT_SEM_SIGNAL_NODE_PARAMS signalParams{&semaphore, &signal, 1}, signalSeen{};
  OK(cuGraphAddExternalSemaphoresWaitNode(&waits, graph, nullptr, 0, &waitParams));
  OK(cuGraphAddExternalSemaphoresSignalNode(&signals, graph, &waits, 1, &signalParams));
  CUgraphNodeType type;
  OK(cuGraphNodeGetType(waits, &type));
  EQUAL(CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT, type);
  OK(cuGraphExternalSemaphoresWaitNodeGetParams(waits, &waitSeen));
  EQUAL(1, waitSeen.numExtSems);
  EQUAL(7, waitSeen.paramsArray[0].params.fence.value);
  OK(cuGraphExternalSemaphoresSignalNodeGetParams(signals, &signalSeen));
  EQUAL(8, signalSeen.paramsArray[0].params.fence.value);
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphExternalSemaphoresSignalNodeGetParams(waits, &signalSeen));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuGraphAddExternalSemaphoresWaitNode(&waits, graph, nullptr, 0, nullptr));
  CUgraphExec exec;
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(stream));
  counter->store(7);
  OK(cuStreamSynchronize(stream));
  EQUAL(8, counter->load());
  signal.params.fence.value = 9;
  OK(cuGraphExecExternalSemaphoresSignalNodeSetParams(exec, signals, &signalParams));
  wait.params.fence.value = 8;
  OK(cuGraphExecExternalSemaphoresWaitNodeSetParams(exec, waits, &waitParams));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  EQUAL(9, counter->load());
  OK(cuGraphExternalSemaphoresSignalNodeSetParams(signals, &signalParams));
  OK(cuGraphExternalSemaphoresWaitNodeSetParams(waits, &waitParams));
  OK(cuGraphExternalSemaphoresSignalNodeGetParams(signals, &signalSeen));
  EQUAL(9, signalSeen.paramsArray[0].params.fence.value);
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));

  OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
  signal.params.fence.value = 20;
  OK(cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  OK(cuStreamEndCapture(stream, &graph));
  EQUAL(9, counter->load()); // not done, captured
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, stream));
  OK(cuStreamSynchronize(stream));
  EQUAL(20, counter->load());
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(graph));
  OK(cuDestroyExternalSemaphore(semaphore));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
  OK(cuStreamDestroy(stream));
  munmap(mapped, 4096);
}

int main() {
  usePrimary();
  if (onNvidia()) { // a GPU takes memory of other GPU libraries only
    std::printf("External: files in memory cannot be imported here\n");
    return 0;
  }
  memory();
  mipmaps();
  binary();
  timeline();
  // The same on two threads at once.
  onTwoThreads([](int) {
    memory();
    mipmaps();
    binary();
    timeline();
  });
  return finish("External");
}
