// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events and pools of two processes.
#include "TwoProcesses.h"

// -- Events ---------------------------------------------------------------------------------------

namespace {
struct EventAndData {
  cudaIpcEventHandle_t event;
  cudaIpcMemHandle_t data;
};
} // namespace

/// Records behind a kernel that waits until the other side has seen that it is not done.
static void eventOwner(Link link) {
  cudaEvent_t event, plain;
  EXPECT(cudaErrorInvalidValue,
         cudaEventCreateWithFlags(&event, cudaEventInterprocess)); // documented
  OK(cudaEventCreateWithFlags(&event, cudaEventInterprocess | cudaEventDisableTiming));
  OK(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
  EventAndData shared;
  EXPECT(cudaErrorInvalidResourceHandle, cudaIpcGetEventHandle(&shared.event, plain));
  EXPECT(cudaErrorInvalidValue, cudaIpcGetEventHandle(&shared.event, nullptr)); // seen
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaIpcGetEventHandle(nullptr, event));
  OK(cudaIpcGetEventHandle(&shared.event, event));
  EXPECT(cudaErrorDeviceUninitialized, // a handle is for other processes
         cudaIpcOpenEventHandle(&plain, shared.event));
  OK(cudaEventQuery(event)); // never recorded
  unsigned *data = nullptr;
  volatile unsigned *flag = nullptr;
  OK(cudaMalloc(&data, 4096));
  OK(cudaMemset(data, 0, 4096));
  OK(cudaIpcGetMemHandle(&shared.data, data));
  OK(cudaMallocHost((void **)&flag, 4));
  *flag = 0;
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  wait<<<1, 1, 0, s>>>(flag);
  OK(cudaMemsetAsync(data, 7, 1, s));
  OK(cudaEventRecord(event, s));
  EQUAL(cudaErrorNotReady, cudaEventQuery(event));
  link.send(shared);
  link.await(); // the other has queued what waits for the event
  *flag = 1;
  OK(cudaEventSynchronize(event));
  link.await(); // the other has recorded
  OK(cudaEventSynchronize(event));
  EQUAL(8, word(data + 1));
  link.tell();
  OK(cudaEventDestroy(event));
}

static void eventUser(Link link) {
  auto shared = link.receive<EventAndData>();
  cudaIpcEventHandle_t junk = {};
  cudaEvent_t event;
  unsigned *data, copied = 0;
  EXPECT(cudaErrorMapBufferObjectFailed, cudaIpcOpenEventHandle(&event, junk));
  EXPECT(cudaErrorInvalidValue, cudaIpcOpenEventHandle(nullptr, shared.event));
  OK(cudaIpcOpenEventHandle(&event, shared.event));
  OK(cudaIpcOpenMemHandle((void **)&data, shared.data, kLazy));
  EQUAL(cudaErrorNotReady, cudaEventQuery(event));
  cudaStream_t s;
  OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  OK(cudaStreamWaitEvent(s, event, 0));
  OK(cudaMemcpyAsync(data + 2, data, 4, cudaMemcpyDeviceToDevice, s));
  EQUAL(cudaErrorNotReady, cudaStreamQuery(s));
  link.tell();
  OK(cudaEventSynchronize(event));
  OK(cudaEventQuery(event));
  OK(cudaStreamSynchronize(s));
  OK(cudaMemcpy(&copied, data + 2, 4, cudaMemcpyDeviceToHost));
  EQUAL(7, copied);
  OK(cudaMemsetAsync(data + 1, 8, 1, s));
  OK(cudaEventRecord(event, s)); // either side may
  link.tell();
  link.await();
  OK(cudaEventDestroy(event));
  OK(cudaIpcCloseMemHandle(data));
}

// -- Pools ----------------------------------------------------------------------------------------

static void poolOwner(Link link) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = kFile;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, plain;
  int fd = -1;
  OK(cudaMemPoolCreate(&pool, &props));
  OK(cudaDeviceGetDefaultMemPool(&plain, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolExportToShareableHandle(&fd, plain, kFile, 0)); // of no type
  EXPECT(cudaErrorInvalidValue, cudaMemPoolExportToShareableHandle(&fd, nullptr, kFile, 0));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolExportToShareableHandle(&fd, pool, kFile, 1));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolExportToShareableHandle(&fd, pool, cudaMemHandleTypeNone, 0));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaMemPoolExportToShareableHandle(nullptr, pool, kFile, 0));
  OK(cudaMemPoolExportToShareableHandle(&fd, pool, kFile, 0));
  link.sendDescriptor(fd);
  close(fd);
  char *p = nullptr;
  void *q = nullptr;
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  OK(cudaMallocFromPoolAsync((void **)&p, 5000, pool, s));
  OK(cudaMemsetAsync(p, 0x77, 5000, s));
  OK(cudaStreamSynchronize(s));
  cudaMemPoolPtrExportData data, none;
  OK(cudaMemPoolExportPointer(&data, p));
  OK(cudaMalloc(&q, 100));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolExportPointer(&none, q));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolExportPointer(&none, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolExportPointer(nullptr, p));
  link.send(data);
  link.await();
  EQUAL(0x12121212, word(p + 4996));
  OK(cudaFreeAsync(p, s));
  OK(cudaStreamSynchronize(s));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolExportPointer(&none, p));
  OK(cudaMemPoolDestroy(pool));
  OK(cudaFree(q));
}

static void poolUser(Link link) {
  int fd = link.receiveDescriptor();
  auto *handle = reinterpret_cast<void *>(intptr_t(fd));
  cudaMemPool_t pool;
  EXPECT(cudaErrorInvalidValue, cudaMemPoolImportFromShareableHandle(&pool, nullptr, kFile, 0));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolImportFromShareableHandle(nullptr, handle, kFile, 0));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolImportFromShareableHandle(&pool, handle, kFile, 1));
  EXPECT(cudaErrorInvalidValue,
         cudaMemPoolImportFromShareableHandle(&pool, handle, cudaMemHandleTypeNone, 0));
  OK(cudaMemPoolImportFromShareableHandle(&pool, handle, kFile, 0));
  close(fd);
  auto data = link.receive<cudaMemPoolPtrExportData>();
  cudaStream_t s;
  OK(cudaStreamCreate(&s));
  char *p = nullptr;
  void *q = nullptr;
  EXPECT(cudaErrorInvalidValue, cudaMallocFromPoolAsync(&q, 100, pool, s)); // documented
  EXPECT(cudaErrorInvalidValue, cudaDeviceSetMemPool(0, pool));             // documented
  cudaMemPoolPtrExportData junk = {};
  EXPECT(cudaErrorInvalidValue, cudaMemPoolImportPointer((void **)&p, pool, &junk));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolImportPointer(nullptr, pool, &data));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolImportPointer((void **)&p, pool, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaMemPoolImportPointer((void **)&p, nullptr, &data));
  OK(cudaMemPoolImportPointer((void **)&p, pool, &data));
  EQUAL(0x77777777, word(p));
  OK(cudaMemset(p + 4996, 0x12, 4));
  OK(cudaDeviceSynchronize());
  OK(cudaFreeAsync(p, s)); // before the owner does
  OK(cudaStreamSynchronize(s));
  EXPECT(cudaErrorInvalidValue, cudaFreeAsync(p, s));
  OK(cudaMemPoolDestroy(pool));
  link.tell();
}

int main() {
  twoProcesses("events", eventOwner, eventUser);
  twoProcesses("pools", poolOwner, poolUser);
  return finish("IpcEvents");
}
