// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory, events and pools of two processes. Both are forked off before the driver is used; bytes
// go between them over a socket.
#include "Check.h"

#include <sys/socket.h>

namespace {
struct Link {
  int socket;
  template <typename T> void send(const T &value) const {
    CHECK(write(socket, &value, sizeof value) == ssize_t(sizeof value));
  }
  template <typename T> T receive() const {
    T value{};
    CHECK(read(socket, &value, sizeof value) == ssize_t(sizeof value));
    return value;
  }
  void tell() const { send('x'); }
  void await() const { (void)receive<char>(); }

  void sendDescriptor(int fd) const {
    char byte = 'x', control[CMSG_SPACE(sizeof fd)] = {};
    iovec data{&byte, 1};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof fd);
    std::memcpy(CMSG_DATA(head), &fd, sizeof fd);
    CHECK(sendmsg(socket, &message, 0) == 1);
  }
  int receiveDescriptor() const {
    int fd = -1;
    char byte, control[CMSG_SPACE(sizeof fd)] = {};
    iovec data{&byte, 1};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    if (recvmsg(socket, &message, 0) == 1 && CMSG_FIRSTHDR(&message))
      std::memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof fd);
    return fd;
  }
};
} // namespace

/// Runs the two sides as children; a side that fails ends the other by closing its socket.
static void twoProcesses(const char *name, void (*first)(Link), void (*second)(Link)) {
  int pair[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  pid_t children[2];
  for (int i = 0; i < 2; ++i)
    if ((children[i] = fork()) == 0) {
      close(pair[1 - i]);
      failures = 0;
      alarm(60);
      (i ? second : first)(Link{pair[i]});
      std::fflush(stdout);
      _exit(failures != 0);
    }
  close(pair[0]);
  close(pair[1]);
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
      std::printf("%s: failed\n", name);
      ++failures;
    }
  }
}

static unsigned word(CUdeviceptr p) {
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, p, 4));
  return value;
}

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

// -- Pools ----------------------------------------------------------------------------------------

static void poolOwner(Link link) {
  usePrimary();
  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemoryPool pool, plain;
  int fd = -1;
  OK(cuMemPoolCreate(&pool, &props));
  OK(cuDeviceGetDefaultMemPool(&plain, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // made without a handle type
         cuMemPoolExportToShareableHandle(&fd, plain, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  link.sendDescriptor(fd);
  close(fd);
  CUdeviceptr p, q;
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_DEFAULT));
  OK(cuMemAllocFromPoolAsync(&p, 5000, pool, s));
  OK(cuMemsetD32Async(p, 0x77777777, 1250, s));
  OK(cuStreamSynchronize(s));
  CUmemPoolPtrExportData data;
  OK(cuMemPoolExportPointer(&data, p));
  OK(cuMemAlloc(&q, 100));
  CUmemPoolPtrExportData none;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&none, q));
  link.send(data);
  link.await();
  EQUAL(0x12345678, word(p + 4996));
  OK(cuMemFreeAsync(p, s));
  OK(cuStreamSynchronize(s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolExportPointer(&none, p));
  OK(cuMemPoolDestroy(pool));
  OK(cuMemFree(q));
}

static void poolUser(Link link) {
  usePrimary();
  int fd = link.receiveDescriptor();
  CUmemoryPool pool;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(intptr_t(0)),
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  OK(cuMemPoolImportFromShareableHandle(&pool, reinterpret_cast<void *>(intptr_t(fd)),
                                        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  close(fd);
  auto data = link.receive<CUmemPoolPtrExportData>();
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_DEFAULT));
  CUdeviceptr p = 0, q = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocFromPoolAsync(&q, 100, pool, s)); // documented
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceSetMemPool(0, pool));               // documented
  CUmemPoolPtrExportData junk{};
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolImportPointer(&p, pool, &junk));
  OK(cuMemPoolImportPointer(&p, pool, &data));
  EQUAL(0x77777777, word(p));
  OK(cuMemsetD32(p + 4996, 0x12345678, 1));
  OK(cuCtxSynchronize());
  OK(cuMemFreeAsync(p, s)); // before the owner does
  OK(cuStreamSynchronize(s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, s));
  OK(cuMemPoolDestroy(pool));
  link.tell();
}

int main() {
  twoProcesses("memory", memoryOwner, memoryReader);
  twoProcesses("events", eventOwner, eventUser);
  twoProcesses("pools", poolOwner, poolUser);
  return finish("Ipc");
}
