// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts: current, stack, primary, destroyed; limits and configurations.
#include "Check.h"
#include <thread>

static void withoutContext() {
  OK(cuInit(0));
  CUcontext context = reinterpret_cast<CUcontext>(1);
  CUdeviceptr pointer;
  CUdevice device;
  CUstream stream;
  OK(cuCtxGetCurrent(&context));
  CHECK(!context);
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuMemAlloc(&pointer, 4));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetDevice(&device));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxSynchronize());
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuStreamCreate(&stream, 0));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&context));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuDevicePrimaryCtxRelease(0));
  unsigned flags = 1;
  int active = 1;
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EQUAL(0, active);
  OK(cuDevicePrimaryCtxReset(0));
}

static void primary() {
  OK(cuInit(0));
  CUcontext first, second, current;
  unsigned flags;
  int active = 0;
  OK(cuDevicePrimaryCtxRetain(&first, 0));
  OK(cuDevicePrimaryCtxRetain(&second, 0));
  CHECK(first == second);
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EQUAL(1, active);
  OK(cuCtxGetCurrent(&current));
  CHECK(!current);                                         // retaining does not make it current
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxDestroy(first)); // seen
  OK(cuCtxSetCurrent(first));
  CUdeviceptr pointer = 0;
  OK(cuMemAlloc(&pointer, 1024));
  OK(cuDevicePrimaryCtxRelease(0));
  OK(cuMemcpyDtoD(pointer, pointer, 0));
  OK(cuDevicePrimaryCtxRelease(0));
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EQUAL(0, active);
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuMemAlloc(&pointer, 1024)); // seen
  OK(cuDevicePrimaryCtxRetain(&second, 0));
  OK(cuCtxSetCurrent(second));
  OK(cuMemAlloc(&pointer, 1024));
  OK(cuMemFree(pointer));
  OK(cuDevicePrimaryCtxReset(0));
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EQUAL(0, active);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDevicePrimaryCtxSetFlags(0, 0x1000));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDevicePrimaryCtxRetain(&first, 99));
  OK(cuDevicePrimaryCtxSetFlags(0, CU_CTX_SCHED_BLOCKING_SYNC));
  OK(cuDevicePrimaryCtxGetState(0, &flags, &active));
  EQUAL(CU_CTX_SCHED_BLOCKING_SYNC, flags & CU_CTX_SCHED_MASK);
}

static void stack() {
  OK(cuInit(0));
  CUcontext a, b, current;
  OK(cuCtxCreate(&a, nullptr, 0, 0));
  OK(cuCtxGetCurrent(&current));
  CHECK(current == a);
  OK(cuCtxCreate(&b, nullptr, CU_CTX_SCHED_YIELD, 0));
  unsigned flags = 0;
  OK(cuCtxGetFlags(&flags));
  EQUAL(CU_CTX_SCHED_YIELD, flags & CU_CTX_SCHED_MASK);
  OK(cuCtxPopCurrent(&current));
  CHECK(current == b);
  OK(cuCtxGetCurrent(&current));
  CHECK(current == a);
  OK(cuCtxPushCurrent(b));
  // Another thread has a stack of its own.
  std::thread([&] {
    CUcontext none = a;
    OK(cuCtxGetCurrent(&none));
    CHECK(!none);
    OK(cuCtxSetCurrent(a));
    CUdevice device = -1;
    OK(cuCtxGetDevice(&device));
    EQUAL(0, device);
  }).join();
  unsigned long long idA = 0, idB = 0;
  OK(cuCtxGetId(a, &idA));
  OK(cuCtxGetId(b, &idB));
  CHECK(idA != idB);
  OK(cuCtxDestroy(b)); // current: popped
  OK(cuCtxGetCurrent(&current));
  CHECK(current == a);
  CUdeviceptr pointer;
  OK(cuMemAlloc(&pointer, 16));
  OK(cuCtxSetCurrent(nullptr));
  OK(cuCtxGetCurrent(&current));
  CHECK(!current);
  OK(cuCtxDestroy(a));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxDestroy(nullptr)); // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxCreate(&a, nullptr, 0x3, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxCreate(&a, nullptr, 0x10000, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate(&a, nullptr, 0, 99));
}

static void limits() {
  usePrimary();
  size_t value = 0;
  OK(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  EQUAL(1024, value); // seen
  OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 16384));
  OK(cuCtxGetLimit(&value, CU_LIMIT_STACK_SIZE));
  EQUAL(16384, value);
  OK(cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
  EQUAL(8 << 20, value); // seen
  OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, 32 << 20));
  OK(cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
  CHECK(value >= (32 << 20));
  OK(cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
  CHECK(value >= (1 << 20));
  OK(cuCtxGetLimit(&value, CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT));
  EQUAL(2048, value); // seen
  EXPECT(CUDA_ERROR_UNSUPPORTED_LIMIT,
         cuCtxGetLimit(&value, CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH)); // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxGetLimit(&value, CUlimit(77)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxSetLimit(CUlimit(77), 1));
  int least = 9, greatest = 9;
  OK(cuCtxGetStreamPriorityRange(&least, &greatest));
  EQUAL(0, least);     // seen
  EQUAL(-5, greatest); // seen
  OK(cuCtxGetStreamPriorityRange(nullptr, nullptr));
  CUfunc_cache config;
  OK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
  OK(cuCtxGetCacheConfig(&config));
  unsigned version = 0;
  CUcontext context;
  OK(cuCtxGetCurrent(&context));
  OK(cuCtxGetApiVersion(context, &version));
  CHECK(version >= 3010);
}

int main() {
  inChild("without a context", withoutContext);
  inChild("primary", primary);
  inChild("stack", stack);
  inChild("limits", limits);
  return finish("Context");
}
