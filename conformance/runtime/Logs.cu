// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error log. What its lines say is the library's own; that there are lines is documented.
#include "Check.h"

#include <atomic>
#include <cstdlib>
#include <string>
#include <thread>
#include <unistd.h>

static std::atomic<int> called{0}, wrong{0};
static std::string lastMessage;
static void onMessage(void *data, cudaLogLevel level, char *message, size_t length) {
  wrong += data != &called || level != cudaLogLevelError;
  lastMessage.assign(message, length);
  ++called;
}
static void onOther(void *data, cudaLogLevel, char *, size_t) {
  ++*static_cast<std::atomic<int> *>(data);
}

static char *device; // 64 bytes
static cudaError_t failing() { return cudaMemset(device, 0, 5000); }
static void fail() { EXPECT(cudaErrorInvalidValue, failing()); }

static char text[25600];

/// What the log tells from `at` on, as long as there is room for.
static size_t dump(cudaLogIterator at, size_t room = sizeof text) {
  size_t size = room;
  OK(cudaLogsDumpToMemory(&at, text, &size, 0));
  return size;
}

static void iterators() {
  cudaLogIterator start, at;
  OK(cudaLogsCurrent(&start, 0));
  EXPECT(cudaErrorInvalidValue, cudaLogsCurrent(nullptr, 0));
  OK(cudaLogsCurrent(&start, 0));
  EQUAL(0, dump(start)); // nothing since
  fail();
  at = start;
  size_t size = sizeof text;
  OK(cudaLogsDumpToMemory(&at, text, &size, 0));
  CHECK(size > 0 && size == std::strlen(text) && text[size - 1] == '\n');
  CHECK(at != start);
  size = sizeof text;
  OK(cudaLogsDumpToMemory(&at, text, &size, 0)); // the iterator has moved on
  EQUAL(0, size);
  OK(cudaLogsCurrent(&start, 0));
  CHECK(at == start);
}

static void rooms() {
  cudaLogIterator start, at;
  OK(cudaLogsCurrent(&start, 0));
  for (int i = 0; i < 20; ++i)
    fail();
  at = start;
  size_t size = 400;
  OK(cudaLogsDumpToMemory(&at, text, &size, 0));
  CHECK(size > 0 && (onNvidia() || size < 400)); // NVIDIA's writes behind the end (seen)
  at = start;
  size = 2;
  EXPECT(cudaErrorInvalidValue, cudaLogsDumpToMemory(&at, text, &size, 0));
  size = sizeof text;
  EXPECT(cudaErrorInvalidValue, cudaLogsDumpToMemory(nullptr, nullptr, &size, 0));
  EXPECT(cudaErrorInvalidValue, cudaLogsDumpToMemory(nullptr, text, nullptr, 0));
  OK(cudaLogsDumpToMemory(nullptr, text, &size, 1)); // seen: flags are not looked at
  // Many messages cost no more memory: the oldest go.
  for (int i = 0; i < 2000; ++i)
    fail();
  size = sizeof text;
  OK(cudaLogsDumpToMemory(nullptr, text, &size, 0));
  CHECK(size > 5000 && size < 25600);
}

static void callbacks() {
  cudaLogsCallbackHandle first, second;
  std::atomic<int> others{0};
  called = 0;
  OK(cudaLogsRegisterCallback(onMessage, &called, &first));
  OK(cudaLogsRegisterCallback(onOther, &others, &second));
  CHECK(first != second);
  fail();
  int before = called;
  CHECK(before >= 1); // a call may have more than one thing to say
  EQUAL(before, others.load());
  CHECK(!lastMessage.empty());
  OK(cudaLogsUnregisterCallback(first));
  fail();
  EQUAL(before, called.load());
  CHECK(others > before);
  OK(cudaLogsUnregisterCallback(second));
  before = others;
  fail();
  EQUAL(before, others.load());
  EQUAL(0, wrong.load());
  EXPECT(cudaErrorInvalidValue, cudaLogsRegisterCallback(nullptr, nullptr, &first));
  EXPECT(cudaErrorInvalidValue, cudaLogsUnregisterCallback(nullptr));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue, cudaLogsUnregisterCallback(second)); // twice
}

static void files() {
  char path[] = "/tmp/cuda-log-XXXXXX";
  int fd = mkstemp(path);
  CHECK(fd >= 0);
  cudaLogIterator at;
  OK(cudaLogsCurrent(&at, 0));
  fail();
  const size_t expected = dump(at);
  static char read[25600];
  OK(cudaLogsDumpToFile(&at, path, 0));
  EQUAL(expected, pread(fd, read, sizeof read, 0));
  CHECK(!std::memcmp(read, text, expected));
  EQUAL(0, dump(at)); // moved on
  OK(cudaLogsDumpToFile(nullptr, path, 0));
  CHECK(pread(fd, read, sizeof read, 0) > ssize_t(expected)); // all that is kept
  EXPECT(cudaErrorInvalidValue, cudaLogsDumpToFile(nullptr, nullptr, 0));
  OK(cudaLogsDumpToFile(nullptr, path, 1)); // seen: flags are not looked at
  EXPECT(cudaErrorInvalidValue, cudaLogsDumpToFile(nullptr, "/nowhere/at/all", 0));
  close(fd);
  std::remove(path);
}

/// Two threads fail on a stream each; the log has the lines of both, whole.
static void twoThreads() {
  std::atomic<int> one{0}, lines{0};
  cudaLogIterator at;
  cudaLogsCallbackHandle handle;
  fail();
  OK(cudaLogsRegisterCallback(onOther, &one, &handle));
  fail();
  const int perCall = one;
  one = 0;
  OK(cudaLogsCurrent(&at, 0));
  auto work = [] {
    cudaStream_t stream;
    (void)cudaStreamCreate(&stream);
    for (int i = 0; i < 20; ++i)
      (void)cudaMemsetAsync(device, 0, 5000, stream);
    (void)cudaStreamDestroy(stream);
  };
  std::thread a(work), b(work);
  a.join();
  b.join();
  EQUAL(40 * perCall, one.load());
  size_t size = dump(at);
  for (size_t i = 0; i < size; ++i)
    lines += text[i] == '\n';
  CHECK(lines >= 40);
  OK(cudaLogsUnregisterCallback(handle));
}

/// Each thread reads the log by itself while the other fails.
static void readers() {
  onTwoThreads([](int) {
    std::atomic<int> mine{0};
    cudaLogIterator from;
    cudaLogsCallbackHandle handle;
    OK(cudaLogsCurrent(&from, 0));
    OK(cudaLogsRegisterCallback(onOther, &mine, &handle));
    for (int i = 0; i < 5; ++i)
      fail();
    CHECK(mine >= 5);
    OK(cudaLogsUnregisterCallback(handle));
    char path[] = "/tmp/cuda-log-XXXXXX";
    std::string memory(25600, ' ');
    size_t size = memory.size();
    cudaLogIterator at = from;
    OK(cudaLogsDumpToMemory(&at, memory.data(), &size, 0));
    CHECK(size > 0 && memory[size - 1] == '\n');
    int fd = mkstemp(path);
    OK(cudaLogsDumpToFile(&from, path, 0));
    CHECK(lseek(fd, 0, SEEK_END) >= off_t(size)); // the other may have failed once more
    close(fd);
    std::remove(path);
  });
}

int main() {
  OK(cudaMalloc(&device, 64));
  iterators();
  rooms();
  callbacks();
  files();
  twoThreads();
  readers();
  OK(cudaFree(device));
  return finish("Logs");
}
