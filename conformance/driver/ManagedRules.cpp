// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory of devices without concurrentManagedAccess, as the programming guide has it
// ("Coherency and Concurrency"): what is closed while kernels work. On CPU devices under
// ANYWARP_CONCURRENT_MANAGED=0; devices that share the memory allow all of it.
#include <cerrno>

#include "ManagedParts.h"

static void whileKernelsWork() {
  forbidden("a kernel that does not use the memory", [] {
    Fixture f;
    f.begin(f.s);
    f.touchAndEnd();
  });
  forbidden("a kernel that is over, but the program has not asked", [] {
    Fixture f;
    OK(launch1(f.empty, 1, 1, {}, f.s));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    f.x[0] = 1;
  });
  forbidden("a kernel that reads it all the time", [] {
    Fixture f;
    f.x[0] = 0;
    OK(launch1(f.waitFor, 1, 1, {&f.p}, f.s));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    f.x[0] = 1;
    OK(cuCtxSynchronize());
  });
  forbidden("a managed variable", [] {
    Fixture f;
    CUdeviceptr variable = 0;
    size_t bytes = 0;
    OK(cuModuleGetGlobal(&variable, &bytes, f.module, "shared"));
    EQUAL(5, *reinterpret_cast<volatile unsigned *>(variable));
    OK(launch1(f.increment, 1, 1, {&variable}, f.s));
    OK(cuCtxSynchronize());
    EQUAL(6, *reinterpret_cast<volatile unsigned *>(variable));
    f.begin(f.s);
    *reinterpret_cast<volatile unsigned *>(variable) = 7;
    f.end();
    OK(cuCtxSynchronize());
  });
  forbidden("memory that was allocated meanwhile", [] {
    Fixture f;
    f.begin(f.s);
    CUdeviceptr q = 0;
    OK(cuMemAllocManaged(&q, 64, CU_MEM_ATTACH_GLOBAL));
    *reinterpret_cast<volatile unsigned *>(q) = 1;
    f.end();
    OK(cuCtxSynchronize());
  });
  forbidden("a graph", [] {
    Fixture f;
    CUgraph graph;
    CUgraphExec exec;
    OK(cuStreamBeginCapture(f.s, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(launch1(f.empty, 1, 1, {}, f.s));
    OK(cuStreamEndCapture(f.s, &graph));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuGraphLaunch(exec, f.s));
    OK(cuStreamSynchronize(f.s));
    f.x[0] = 2;
    OK(cuGraphLaunch(exec, f.s));
    f.x[0] = 3;
  });
  forbidden("a copy of managed memory", [] {
    Fixture f;
    OK(cuMemcpyDtoDAsync(f.p + 100, f.p, 8, f.s));
    f.x[0] = 1;
  });
  forbidden("a fill of managed memory", [] {
    Fixture f;
    OK(cuMemsetD32Async(f.p, 1, 8, f.s));
    f.x[0] = 1;
  });
  allowed("copies of other memory", [] {
    Fixture f;
    CUdeviceptr a = 0, b = 0, host = 0;
    OK(cuMemAlloc(&a, 100));
    OK(cuMemAlloc(&b, 100));
    OK(cuMemAllocManaged(&host, 100, CU_MEM_ATTACH_HOST));
    OK(cuMemcpyDtoDAsync(a, b, 100, f.s));
    f.x[0] = 1;
    OK(cuMemcpyAsync(a, host, 100, f.s)); // reaches it as the host does
    f.x[0] = 2;
    *reinterpret_cast<volatile unsigned *>(host) = 1;
  });
  allowed("a fill that waits", [] { // documented of managed memory
    Fixture f;
    OK(cuMemsetD32(f.p, 33, 8));
    EQUAL(33, f.x[7]);
  });
  allowed("pinned memory", [] { // the flag is there
    Fixture f;
    f.begin(f.s);
    f.end();
    OK(cuCtxSynchronize());
  });
  allowed("kernels and copies of other streams", [] {
    Fixture f;
    f.begin(f.s);
    unsigned seen = 0;
    OK(launch1(f.increment, 1, 1, {&f.p}, f.t));
    OK(cuMemcpyDtoHAsync(&seen, f.p, 4, f.t));
    OK(cuMemsetD32Async(f.p + 4, 77, 3, f.t));
    OK(cuMemcpyDtoDAsync(f.p + 100, f.p, 8, f.t));
    OK(cuStreamSynchronize(f.t));
    EQUAL(11, seen);
    f.end();
    OK(cuCtxSynchronize());
    EQUAL(11, f.x[0]);
    EQUAL(77, f.x[3]);
    EQUAL(77, f.x[26]);
  });
}

static void systemCalls() {
  part("a system call", /*isForbidden=*/false, [] {
    Fixture f;
    int pipes[2];
    CHECK(pipe(pipes) == 0);
    f.begin(f.s);
    ssize_t written = write(pipes[1], const_cast<unsigned *>(f.x), 4);
    if (isShared)
      EQUAL(4, written);
    else
      CHECK(written < 0 && errno == EFAULT);
    f.end();
    OK(cuCtxSynchronize());
    EQUAL(4, write(pipes[1], const_cast<unsigned *>(f.x), 4));
  });
}

/// The line that says what went wrong.
static void message() {
  if (isShared)
    return;
  char path[] = "/tmp/conformance-XXXXXX";
  int file = mkstemp(path);
  unlink(path);
  pid_t child = fork();
  if (child == 0) {
    dup2(file, STDERR_FILENO);
    Fixture f;
    f.begin(f.s);
    f.x[3] = 1;
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  char text[1000] = "";
  CHECK(pread(file, text, sizeof text - 1, 0) > 0);
  CHECK(std::strstr(text, "at work on 'waitFor'") && std::strstr(text, "byte 12 of the 10000"));
}

static void answers() {
  Fixture f;
  int value = -1;
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 0));
  EQUAL(1, value);
  if (isShared)
    return;
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS, 0));
  EQUAL(0, value);
  CUmemLocation here{}, host{};
  here.type = CU_MEM_LOCATION_TYPE_DEVICE;
  host.type = CU_MEM_LOCATION_TYPE_HOST;
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuMemPrefetchAsync(f.p, 10000, here, 0, f.s));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuMemAdvise(f.p, 10000, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuMemAdvise(f.p, 10000, CU_MEM_ADVISE_SET_ACCESSED_BY, here));
  OK(cuMemAdvise(f.p, 10000, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, host));
  // Batches are for devices that share the memory, whatever the place.
  size_t bytes = 10000, first = 0;
  for (CUmemLocation place : {here, host}) {
    EXPECT(CUDA_ERROR_INVALID_DEVICE,
           cuMemPrefetchBatchAsync(&f.p, &bytes, 1, &place, &first, 1, 0, f.s));
    EXPECT(CUDA_ERROR_INVALID_DEVICE,
           cuMemDiscardAndPrefetchBatchAsync(&f.p, &bytes, 1, &place, &first, 1, 0, f.s));
  }
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuMemDiscardBatchAsync(&f.p, &bytes, 1, 0, f.s));
  EQUAL(10, f.x[0]);
  CUmemoryPool pool;
  EXPECT(CUDA_ERROR_NOT_SUPPORTED,
         cuMemGetDefaultMemPool(&pool, &here, CU_MEM_ALLOCATION_TYPE_MANAGED));
  // Many blocks come and go, each between pages that are nobody's.
  std::vector<CUdeviceptr> blocks(300);
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      OK(cuMemAllocManaged(&blocks[i], 1 + i * 97, CU_MEM_ATTACH_GLOBAL));
      auto *bytes = reinterpret_cast<volatile unsigned char *>(blocks[i]);
      EQUAL(0, bytes[i * 97]);
      bytes[i * 97] = 1;
    }
    for (size_t first : {size_t(round & 1), size_t(1 - (round & 1))})
      for (size_t i = first; i < blocks.size(); i += 2)
        OK(cuMemFree(blocks[i]));
  }
}

int main() {
  askWhetherShared();
  whileKernelsWork();
  systemCalls();
  message();
  inChild("answers", answers);
  return finish("ManagedRules");
}
