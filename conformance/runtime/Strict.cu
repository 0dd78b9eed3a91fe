// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who may touch which memory: host code that touches the device's is stopped, kernels that touch
// memory which CUDA does not know lose their context. On CPU devices under ANYWARP_STRICT=1.
#include <csignal>
#include <cstdlib>
#include <functional>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "Check.h"

__global__ void addOne(int *out, const int *in) { *out = *in + 1; }
__global__ void store(int *out) { out[threadIdx.x] = int(threadIdx.x); }
__global__ void add(int *out) { atomicAdd(out, 2); }
__device__ int variable = 3;
__constant__ int fixed = 4;

struct Four {
  int numbers[4];
};
__device__ __noinline__ int pick(const int *numbers, int i) { return numbers[i]; }
__global__ void generic(const __grid_constant__ Four four, int *out, int i) {
  __shared__ int block[32];
  int own[8];
  for (int n = 0; n < 8; ++n)
    own[n] = n * i;
  block[threadIdx.x] = int(threadIdx.x) * 10;
  __syncthreads();
  int *heap = static_cast<int *>(malloc(4));
  *heap = 1000;
  out[threadIdx.x] = pick(block, 31 - threadIdx.x) + pick(own, i) + pick(four.numbers, i) +
                     pick(&fixed, 0) + pick(&variable, 0) + pick(heap, 0);
  free(heap);
}

/// How a process of its own ends: 0, or the signal.
static int endOf(const std::function<void()> &body) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    failures = 0;
    body();
    std::fflush(stdout);
    _exit(failures ? 100 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

static volatile int sink;

static void hostOnDevice() {
  auto onDevice = [](const std::function<void(int *)> &body) {
    int *memory = nullptr;
    OK(cudaMalloc(&memory, 1 << 20));
    OK(cudaMemset(memory, 0, 1 << 20));
    OK(cudaDeviceSynchronize());
    body(memory);
  };
  EQUAL(SIGSEGV, endOf([&] { onDevice([](int *memory) { sink = *memory; }); }));
  EQUAL(SIGSEGV, endOf([&] { onDevice([](int *memory) { memory[1000] = 1; }); }));
  EQUAL(SIGSEGV, endOf([&] { // small ones share pages
          int *memory = nullptr;
          OK(cudaMalloc(&memory, 4));
          sink = *memory;
        }));
  EQUAL(SIGSEGV, endOf([] {
          void *address = nullptr;
          OK(cudaGetSymbolAddress(&address, variable));
          sink = *static_cast<int *>(address);
        }));
  EQUAL(SIGSEGV, endOf([] {
          int *memory = nullptr;
          OK(cudaMallocAsync(&memory, 64, 0));
          OK(cudaDeviceSynchronize());
          sink = *memory;
        }));
  // After kernels and copies, too; and in a function that a stream calls.
  EQUAL(SIGSEGV, endOf([&] {
          onDevice([](int *memory) {
            int numbers[32];
            store<<<1, 32>>>(memory);
            OK(cudaMemcpy(numbers, memory, sizeof numbers, cudaMemcpyDeviceToHost));
            EQUAL(31, numbers[31]);
            if (!failures)
              sink = memory[31];
          });
        }));
  EQUAL(SIGSEGV, endOf([&] {
          onDevice([](int *memory) {
            OK(cudaLaunchHostFunc(0, [](void *data) { sink = *static_cast<int *>(data); }, memory));
            OK(cudaDeviceSynchronize());
          });
        }));
}

static void kernelOnHost() {
  static int ofProgram = 7;
  auto fails = [](int *address) {
    return endOf([=] {
      int *out = nullptr, value = 0;
      OK(cudaMalloc(&out, 4));
      addOne<<<1, 1>>>(out, address);
      EXPECT(cudaErrorIllegalAddress, cudaDeviceSynchronize());
      EXPECT(cudaErrorIllegalAddress, cudaMemcpy(&value, out, 4, cudaMemcpyDefault));
    });
  };
  int onStack = 9;
  int *onHeap = static_cast<int *>(std::malloc(1 << 20));
  EQUAL(0, fails(&ofProgram));
  EQUAL(0, fails(&onStack));
  EQUAL(0, fails(onHeap + 1000));
  EQUAL(0, fails(nullptr));
  EQUAL(0, endOf([=] {
          store<<<1, 32>>>(onHeap);
          EXPECT(cudaErrorIllegalAddress, cudaDeviceSynchronize());
        }));
  EQUAL(0, endOf([=] {
          add<<<1, 32>>>(onHeap);
          EXPECT(cudaErrorIllegalAddress, cudaDeviceSynchronize());
        }));
  // Registered, it may; and no longer when that has ended.
  EQUAL(0, endOf([] {
          int *memory = nullptr, *out = nullptr, value = 0;
          CHECK(posix_memalign(reinterpret_cast<void **>(&memory), 4096, 4096) == 0);
          OK(cudaMalloc(&out, 4));
          memory[5] = 5;
          OK(cudaHostRegister(memory, 4096, cudaHostRegisterDefault));
          addOne<<<1, 1>>>(out, memory + 5);
          OK(cudaMemcpy(&value, out, 4, cudaMemcpyDefault));
          EQUAL(6, value);
          OK(cudaHostUnregister(memory));
          addOne<<<1, 1>>>(out, memory + 5);
          EXPECT(cudaErrorIllegalAddress, cudaDeviceSynchronize());
        }));
  EQUAL(0, endOf([] { // freed
          int *memory = nullptr;
          OK(cudaMalloc(&memory, 4 << 20));
          OK(cudaFree(memory));
          store<<<1, 32>>>(memory);
          EXPECT(cudaErrorIllegalAddress, cudaDeviceSynchronize());
        }));
  std::free(onHeap);
}

static void allowed() {
  int *out = nullptr, *pinned = nullptr, *managed = nullptr, value = 0;
  OK(cudaMalloc(&out, 128));
  OK(cudaMallocHost(&pinned, 64));
  OK(cudaMallocManaged(&managed, 64));
  *pinned = 20;
  addOne<<<1, 1>>>(out, pinned);
  OK(cudaMemcpy(&value, out, 4, cudaMemcpyDefault));
  EQUAL(21, value);
  *managed = 30;
  addOne<<<1, 1>>>(managed + 1, managed);
  OK(cudaDeviceSynchronize());
  EQUAL(31, managed[1]);
  // Generic addresses of every other kind of memory.
  Four four{{10, 20, 30, 40}};
  generic<<<1, 32>>>(four, out, 3);
  int seen[32];
  OK(cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i)
    EQUAL((31 - i) * 10 + 9 + 40 + 4 + 3 + 1000, seen[i]);
  // Pinned memory is read by functions that a stream calls.
  OK(cudaLaunchHostFunc(0, [](void *data) { *static_cast<int *>(data) += 1; }, pinned));
  OK(cudaDeviceSynchronize());
  EQUAL(21, *pinned);
  OK(cudaFree(out));
  OK(cudaFree(managed));
  OK(cudaFreeHost(pinned));
}

int main() {
  hostOnDevice();
  kernelOnHost();
  allowed();
  return finish("Strict");
}
