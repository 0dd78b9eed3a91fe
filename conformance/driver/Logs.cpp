// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error log. What its lines say is the library's own; that there are lines is documented.
#include "Check.h"

static int called = 0;
static std::string lastMessage;
static void onMessage(void *data, CUlogLevel level, char *message, size_t length) {
  ++called;
  CHECK(data == &called && level == CU_LOG_LEVEL_ERROR);
  lastMessage.assign(message, length);
}

static void fail() {
  CUdeviceptr p;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&p, 0));
}

int main() {
  usePrimary();
  CUlogIterator start, at;
  OK(cuLogsCurrent(&start, 0));
  OK(cuLogsCurrent(&at, 1)); // seen: flags are not looked at
  OK(cuLogsCurrent(&start, 0));
  char text[25600];
  size_t size = sizeof text;
  at = start;
  OK(cuLogsDumpToMemory(&at, text, &size, 0));
  EQUAL(0, size); // nothing since
  fail();
  at = start;
  size = sizeof text;
  OK(cuLogsDumpToMemory(&at, text, &size, 0));
  CHECK(size > 0 && size == std::strlen(text) && text[size - 1] == '\n');
  CHECK(at != start);
  size = sizeof text;
  OK(cuLogsDumpToMemory(&at, text, &size, 0)); // the iterator has moved on
  EQUAL(0, size);

  // The newest message is always there; too small a buffer is told.
  for (int i = 0; i < 20; ++i)
    fail();
  at = start;
  size = 400;
  OK(cuLogsDumpToMemory(&at, text, &size, 0));
  CHECK(size > 0 && (onNvidia() || size < 400)); // NVIDIA's writes behind the end (seen)
  at = start;
  size = 2;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLogsDumpToMemory(&at, text, &size, 0));
  EQUAL(0, size);

  CUlogsCallbackHandle handle;
  OK(cuLogsRegisterCallback(onMessage, &called, &handle));
  fail();
  int before = called;
  CHECK(before >= 1); // a call may have more than one thing to say
  CHECK(!lastMessage.empty());
  OK(cuLogsUnregisterCallback(handle));
  fail();
  EQUAL(before, called);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLogsRegisterCallback(nullptr, nullptr, &handle));

  char path[] = "/tmp/cuda-log-XXXXXX";
  int fd = mkstemp(path);
  CHECK(fd >= 0);
  OK(cuLogsDumpToFile(nullptr, path, 0));
  CHECK(read(fd, text, sizeof text) > 0);
  close(fd);
  std::remove(path);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLogsDumpToFile(nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLogsDumpToMemory(nullptr, nullptr, &size, 0));
  // Many messages cost no more memory: the oldest go.
  for (int i = 0; i < 2000; ++i)
    fail();
  size = sizeof text;
  OK(cuLogsDumpToMemory(nullptr, text, &size, 0));
  CHECK(size > 5000 && size < 25600);
  return finish("Logs");
}
