// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory, events and pools of two processes. Both are forked off before the runtime is used; bytes
// go between them over a socket.
#include "Check.h"

#include <cstdint>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

__global__ void iota(unsigned *p, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    p[i] = i;
}
__global__ void wait(volatile unsigned *flag) {
  while (!*flag)
    ;
}

namespace {
struct Link {
  int socket;
  template <typename T> void send(const T &value) const {
    CHECK(write(socket, &value, sizeof value) == ssize_t(sizeof value));
  }
  template <typename T> T receive() const {
    T value = {};
    CHECK(read(socket, &value, sizeof value) == ssize_t(sizeof value));
    return value;
  }
  void tell() const { send('x'); }
  void await() const { (void)receive<char>(); }

  /// Sends `fd`, or with -1 receives one.
  int descriptor(int fd) const {
    char byte = 'x', control[CMSG_SPACE(sizeof fd)] = {};
    iovec data{&byte, 1};
    msghdr message{};
    message.msg_iov = &data;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
    if (fd >= 0) {
      cmsghdr *head = CMSG_FIRSTHDR(&message);
      head->cmsg_level = SOL_SOCKET;
      head->cmsg_type = SCM_RIGHTS;
      head->cmsg_len = CMSG_LEN(sizeof fd);
      std::memcpy(CMSG_DATA(head), &fd, sizeof fd);
      CHECK(sendmsg(socket, &message, 0) == 1);
    } else if (recvmsg(socket, &message, 0) == 1 && CMSG_FIRSTHDR(&message)) {
      std::memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof fd);
    }
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

static unsigned word(const void *p) {
  unsigned value = 0;
  OK(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost));
  return value;
}

// -- Memory ---------------------------------------------------------------------------------------

static const size_t kLarge = 8 << 20, kSmall = 1000;
static const unsigned kLazy = cudaIpcMemLazyEnablePeerAccess;

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

static const auto kFile = cudaMemHandleTypePosixFileDescriptor;

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
  link.descriptor(fd);
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
  int fd = link.descriptor(-1);
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
    link.descriptor(file);
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
    file = link.descriptor(-1);
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
  twoProcesses("events", eventOwner, eventUser);
  twoProcesses("pools", poolOwner, poolUser);
  twoProcesses("threads", threadsOwner, threadsUser);
  return finish("Ipc");
}
