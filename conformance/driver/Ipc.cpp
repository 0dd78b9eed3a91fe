// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and events of two processes.
#include "TwoProcesses.h"

// -- Memory ---------------------------------------------------------------------------------------

static const size_t kLarge = 8 << 20, kSmall = 1000;

namespace {
struct TwoHandles {
  CUipcMemHandle large, small;
};
} // namespace

static void memoryOwner(Link link) {
  usePrimary();
  CUdeviceptr large, small, neighbour, opened;
  OK(cuMemAlloc(&large, kLarge));
  OK(cuMemAlloc(&small, kSmall));
  OK(cuMemAlloc(&neighbour, kSmall));
  OK(cuMemsetD32(large, 0x11111111, kLarge / 4));
  OK(cuMemsetD32(small, 0x22222222, kSmall / 4));
  OK(cuMemsetD32(neighbour, 0x33333333, kSmall / 4));
  TwoHandles handles;
  CUipcMemHandle again;
  OK(cuIpcGetMemHandle(&handles.large, large));
  OK(cuIpcGetMemHandle(&handles.small, small));
  OK(cuIpcGetMemHandle(&again, large));
  // What was there is still there, and stays where it was.
  EQUAL(0x11111111, word(large + kLarge - 4));
  EQUAL(0x22222222, word(small));
  EQUAL(0x33333333, word(neighbour + kSmall - 4));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, // a handle is for other processes
         cuIpcOpenMemHandle(&opened, handles.large, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  CUdeviceptr managed;
  void *host;
  OK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemHostAlloc(&host, 4096, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&again, managed));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&again, CUdeviceptr(host)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&again, 0x1000));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(large));
  link.send(handles);
  link.await(); // the other has written
  EQUAL(0x44444444, word(large + 4096));
  EQUAL(0x55555555, word(small + 4));
  EQUAL(0x33333333, word(neighbour));
  OK(cuMemsetD32(large, 0x66666666, 4));
  OK(cuCtxSynchronize());
  link.tell();
  link.await(); // the other has closed
  OK(cuMemFree(large));
  OK(cuMemFree(small));
  OK(cuMemAlloc(&large, kLarge));
  OK(cuMemsetD8(large, 1, kLarge));
  OK(cuMemFree(large));
  OK(cuMemFree(neighbour));
}

static void memoryReader(Link link) {
  usePrimary();
  TwoHandles handles = link.receive<TwoHandles>();
  CUipcMemHandle junk{};
  CUdeviceptr large = 0, small = 0, twice = 0, base = 0;
  size_t size = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuIpcOpenMemHandle(&large, handles.large, 0)); // documented
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuIpcOpenMemHandle(&large, junk, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS)); // seen
  OK(cuIpcOpenMemHandle(&large, handles.large, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  OK(cuIpcOpenMemHandle(&small, handles.small, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  OK(cuIpcOpenMemHandle(&twice, handles.large, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  onTwoThreads([&](int) {
    CUdeviceptr again = 0;
    OK(cuIpcOpenMemHandle(&again, handles.large, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    EQUAL(large, again);
    OK(cuIpcCloseMemHandle(again));
  });
  CHECK(twice == large);
  OK(cuMemGetAddressRange(&base, &size, large + 100));
  CHECK(base == large && size == kLarge);
  EQUAL(0x11111111, word(large));
  EQUAL(0x22222222, word(small + kSmall - 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(large)); // it is to be closed
  CUipcMemHandle again;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuIpcGetMemHandle(&again, large)); // not this one's to give
  OK(cuMemsetD32(large + 4096, 0x44444444, 1));
  OK(cuMemsetD32(small + 4, 0x55555555, 1));
  OK(cuCtxSynchronize());
  link.tell();
  link.await();
  EQUAL(0x66666666, word(large + 12));
  // A kernel works there too.
  CUmodule module = loadPtx(kIotaPtx);
  unsigned n = 512;
  OK(launch1(kernelOf(module, "iota"), 2, 256, {&large, &n}));
  EQUAL(511, word(large + 511 * 4));
  OK(cuIpcCloseMemHandle(large)); // opened twice
  EQUAL(511, word(large + 511 * 4));
  OK(cuIpcCloseMemHandle(large));
  OK(cuIpcCloseMemHandle(small));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuIpcCloseMemHandle(large));
  unsigned value;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&value, large, 4));
  link.tell();
}

// -- Events ---------------------------------------------------------------------------------------

namespace {
struct EventAndFlag {
  CUipcEventHandle event;
  CUipcMemHandle data;
};
} // namespace

/// Records behind a kernel that waits until the other side has seen that it is not done.
static void eventOwner(Link link) {
  usePrimary();
  CUmodule module = loadPtx(kIotaPtx);
  CUevent event, plain;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuEventCreate(&event, CU_EVENT_INTERPROCESS)); // documented
  OK(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
  OK(cuEventCreate(&plain, CU_EVENT_DISABLE_TIMING));
  EventAndFlag shared;
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuIpcGetEventHandle(&shared.event, plain)); // seen
  OK(cuIpcGetEventHandle(&shared.event, event));
  OK(cuEventQuery(event)); // never recorded
  CUdeviceptr data, flag;
  unsigned *host = nullptr;
  OK(cuMemAlloc(&data, 4096));
  OK(cuMemsetD8(data, 0, 4096));
  OK(cuIpcGetMemHandle(&shared.data, data));
  OK(cuMemHostAlloc(reinterpret_cast<void **>(&host), 4, CU_MEMHOSTALLOC_DEVICEMAP));
  OK(cuMemHostGetDevicePointer(&flag, host, 0));
  *host = 0;
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(launch1(kernelOf(module, "waitFor"), 1, 1, {&flag}, s));
  OK(cuMemsetD32Async(data, 7, 1, s));
  OK(cuEventRecord(event, s));
  EXPECT(CUDA_ERROR_NOT_READY, cuEventQuery(event));
  link.send(shared);
  link.await(); // the other has queued what waits for the event
  *static_cast<volatile unsigned *>(host) = 1;
  OK(cuEventSynchronize(event));
  link.await(); // the other has recorded
  OK(cuEventSynchronize(event));
  EQUAL(8, word(data + 4));
  link.tell();
  OK(cuEventDestroy(event));
}

static void eventUser(Link link) {
  usePrimary();
  EventAndFlag shared = link.receive<EventAndFlag>();
  CUipcEventHandle junk{};
  CUevent event;
  CUdeviceptr data;
  EXPECT(CUDA_ERROR_MAP_FAILED, cuIpcOpenEventHandle(&event, junk)); // seen
  OK(cuIpcOpenEventHandle(&event, shared.event));
  onTwoThreads([&](int) {
    CUevent again = nullptr;
    OK(cuIpcOpenEventHandle(&again, shared.event));
    OK(cuEventDestroy(again));
  });
  OK(cuIpcOpenMemHandle(&data, shared.data, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  EXPECT(CUDA_ERROR_NOT_READY, cuEventQuery(event));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamWaitEvent(s, event, 0));
  unsigned copied = 0;
  OK(cuMemcpyDtoDAsync(data + 8, data, 4, s));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  link.tell();
  OK(cuEventSynchronize(event));
  OK(cuEventQuery(event));
  OK(cuStreamSynchronize(s));
  OK(cuMemcpyDtoH(&copied, data + 8, 4));
  EQUAL(7, copied);
  OK(cuMemsetD32Async(data + 4, 8, 1, s));
  OK(cuEventRecord(event, s)); // either side may
  link.tell();
  link.await();
  OK(cuEventDestroy(event));
  OK(cuIpcCloseMemHandle(data));
}

int main() {
  twoProcesses("memory", memoryOwner, memoryReader);
  twoProcesses("events", eventOwner, eventUser);
  return finish("Ipc");
}
