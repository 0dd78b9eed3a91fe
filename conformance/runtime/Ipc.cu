// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of two processes, and threads of both.
#include "TwoProcesses.h"

// -- Memory ---------------------------------------------------------------------------------------

static const size_t kLarge = 8 << 20, kSmall = 1000;

namespace {
struct TwoHandles {
  cudaIpcMemHandle_t large, small;
};
} // namespace

static void memoryOwner(Link link) {
  char *large, *small;
  void *opened, *managed, *host;
  OK(cudaMalloc(&large, kLarge));
  OK(cudaMalloc(&small, kSmall));
  OK(cudaMemset(large, 0x11, kLarge));
  OK(cudaMemset(small, 0x22, kSmall));
  TwoHandles handles;
  cudaIpcMemHandle_t again;
  OK(cudaIpcGetMemHandle(&handles.large, large));
  OK(cudaIpcGetMemHandle(&handles.small, small));
  EQUAL(0x11111111, word(large + kLarge - 4)); // what was there is still there
  EQUAL(0x22222222, word(small));
  EXPECT(cudaErrorDeviceUninitialized, // a handle is for other processes
         cudaIpcOpenMemHandle(&opened, handles.large, kLazy));
  OK(cudaMallocManaged(&managed, 4096));
  OK(cudaMallocHost(&host, 4096));
  EXPECT(cudaErrorInvalidValue, cudaIpcGetMemHandle(&again, managed));
  EXPECT(cudaErrorInvalidValue, cudaIpcGetMemHandle(&again, host));
  EXPECT(cudaErrorInvalidValue, cudaIpcGetMemHandle(&again, (void *)0x1000));
  EXPECT(cudaErrorInvalidValue, cudaIpcGetMemHandle(&again, nullptr));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaIpcGetMemHandle(nullptr, large));
  EXPECT(cudaErrorInvalidValue, cudaIpcCloseMemHandle(large));
  EXPECT(cudaErrorInvalidValue, cudaIpcCloseMemHandle(nullptr));
  link.send(handles);
  link.await(); // the other has written
  EQUAL(0x44444444, word(large + 4096));
  EQUAL(0x55555555, word(small + 4));
  EQUAL(511, word(large + 511 * 4));
  EQUAL(511, word(large + 65536 + 511 * 4));
  OK(cudaMemset(large, 0x66, 16));
  OK(cudaDeviceSynchronize());
  link.tell();
  link.await(); // the other has closed
  OK(cudaFree(large));
  OK(cudaFree(small));
}

static void memoryReader(Link link) {
  auto handles = link.receive<TwoHandles>();
  cudaIpcMemHandle_t junk = {}, again;
  char *large = nullptr, *small = nullptr, *twice = nullptr;
  EXPECT(cudaErrorInvalidValue,
         cudaIpcOpenMemHandle((void **)&large, handles.large, 0)); // documented
  EXPECT(cudaErrorInvalidValue, cudaIpcOpenMemHandle(nullptr, handles.large, kLazy));
  EXPECT(cudaErrorInvalidValue, cudaIpcOpenMemHandle((void **)&large, junk, kLazy));
  OK(cudaIpcOpenMemHandle((void **)&large, handles.large, kLazy));
  OK(cudaIpcOpenMemHandle((void **)&small, handles.small, kLazy));
  OK(cudaIpcOpenMemHandle((void **)&twice, handles.large, kLazy));
  CHECK(twice == large);
  EQUAL(0x11111111, word(large));
  EQUAL(0x22222222, word(small + kSmall - 4));
  EXPECT(cudaErrorInvalidValue, cudaFree(large));                    // it is to be closed
  EXPECT(cudaErrorInvalidValue, cudaIpcGetMemHandle(&again, large)); // not this one's to give
  // Two streams work there, from two threads.
  auto work = [large](int which) {
    cudaStream_t s;
    CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
    iota<<<1, 64, 0, s>>>(reinterpret_cast<unsigned *>(large + which * 65536), 512);
    CHECK(cudaStreamSynchronize(s) == cudaSuccess);
    CHECK(cudaStreamDestroy(s) == cudaSuccess);
  };
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  OK(cudaMemset(large + 4096, 0x44, 4));
  OK(cudaMemset(small + 4, 0x55, 4));
  OK(cudaDeviceSynchronize());
  link.tell();
  link.await();
  EQUAL(0x66666666, word(large + 12));
  OK(cudaIpcCloseMemHandle(large)); // opened twice
  EQUAL(511, word(large + 511 * 4));
  OK(cudaIpcCloseMemHandle(large));
  OK(cudaIpcCloseMemHandle(small));
  EXPECT(cudaErrorInvalidValue, cudaIpcCloseMemHandle(large));
  unsigned value;
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(&value, large, 4, cudaMemcpyDeviceToHost));
  link.tell();
}

// -- Threads --------------------------------------------------------------------------------------

namespace {
/// What each of two threads shares.
struct Shared {
  cudaIpcMemHandle_t memory[2];
  cudaIpcEventHandle_t events[2];
  cudaMemPoolPtrExportData pooled[2];
};
} // namespace

static void threadsOwner(Link link) {
  Shared shared;
  cudaMemPool_t pools[2];
  char *memory[2], *pooled[2];
  cudaEvent_t events[2];
  int files[2];
  onTwoThreads([&](int i) {
    OK(cudaMalloc(&memory[i], kSmall));
    OK(cudaMemset(memory[i], 0x10 + i, kSmall));
    OK(cudaIpcGetMemHandle(&shared.memory[i], memory[i]));
    OK(cudaEventCreateWithFlags(&events[i], cudaEventInterprocess | cudaEventDisableTiming));
    OK(cudaIpcGetEventHandle(&shared.events[i], events[i]));
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = kFile;
    props.location.type = cudaMemLocationTypeDevice;
    OK(cudaMemPoolCreate(&pools[i], &props));
    OK(cudaMemPoolExportToShareableHandle(&files[i], pools[i], kFile, 0));
    OK(cudaMallocFromPoolAsync((void **)&pooled[i], kSmall, pools[i], nullptr));
    OK(cudaMemsetAsync(pooled[i], 0x20 + i, kSmall, nullptr));
    OK(cudaStreamSynchronize(nullptr));
    OK(cudaMemPoolExportPointer(&shared.pooled[i], pooled[i]));
  });
  link.send(shared);
  for (int file : files) {
    link.sendDescriptor(file);
    close(file);
    link.await();
  }
  link.await(); // the other has closed all of it
  for (int i = 0; i < 2; ++i) {
    EQUAL(0x01010101 * (0x30 + i), word(memory[i]));
    OK(cudaFree(memory[i]));
    OK(cudaFreeAsync(pooled[i], nullptr));
    OK(cudaStreamSynchronize(nullptr));
    OK(cudaMemPoolDestroy(pools[i]));
    OK(cudaEventDestroy(events[i]));
  }
}

static void threadsUser(Link link) {
  auto shared = link.receive<Shared>();
  int files[2];
  for (int &file : files) {
    file = link.receiveDescriptor();
    link.tell();
  }
  onTwoThreads([&](int i) {
    char *memory = nullptr, *pooled = nullptr;
    cudaEvent_t event = nullptr;
    cudaMemPool_t pool = nullptr;
    OK(cudaIpcOpenMemHandle((void **)&memory, shared.memory[i], kLazy));
    EQUAL(0x01010101 * (0x10 + i), word(memory + kSmall - 4));
    OK(cudaMemset(memory, 0x30 + i, 4));
    OK(cudaIpcOpenEventHandle(&event, shared.events[i]));
    OK(cudaEventRecord(event, nullptr));
    OK(cudaEventSynchronize(event));
    OK(cudaEventDestroy(event));
    OK(cudaIpcCloseMemHandle(memory));
    auto *handle = reinterpret_cast<void *>(intptr_t(files[i]));
    OK(cudaMemPoolImportFromShareableHandle(&pool, handle, kFile, 0));
    close(files[i]);
    OK(cudaMemPoolImportPointer((void **)&pooled, pool, &shared.pooled[i]));
    EQUAL(0x01010101 * (0x20 + i), word(pooled));
    OK(cudaFreeAsync(pooled, nullptr));
    OK(cudaStreamSynchronize(nullptr));
    OK(cudaMemPoolDestroy(pool));
  });
  link.tell();
}

int main() {
  twoProcesses("memory", memoryOwner, memoryReader);
  twoProcesses("threads", threadsOwner, threadsUser);
  return finish("Ipc");
}
