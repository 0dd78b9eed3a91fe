// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is asked of devices besides their attributes: atomic operations on others' memory, widths of
// textures, notifications; execution affinity and the counting of contexts.
#include "Check.h"

static void atomics() {
  CUatomicOperation operations[CU_ATOMIC_OPERATION_MAX];
  unsigned capabilities[CU_ATOMIC_OPERATION_MAX];
  for (int i = 0; i < CU_ATOMIC_OPERATION_MAX; ++i)
    operations[i] = CUatomicOperation(i);
  OK(cuDeviceGetHostAtomicCapabilities(capabilities, operations, CU_ATOMIC_OPERATION_MAX, 0));
  int native = 0;
  OK(cuDeviceGetAttribute(&native, CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED, 0));
  if (native) {
    unsigned add = capabilities[CU_ATOMIC_OPERATION_INTEGER_ADD];
    CHECK(add & CU_ATOMIC_CAPABILITY_SCALAR_32);
    CHECK(add & CU_ATOMIC_CAPABILITY_SCALAR_64);
    CHECK(capabilities[CU_ATOMIC_OPERATION_CAS] & CU_ATOMIC_CAPABILITY_SCALAR_32);
  }
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceGetHostAtomicCapabilities(capabilities, operations, 1, 99));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetHostAtomicCapabilities(nullptr, operations, 1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetHostAtomicCapabilities(capabilities, nullptr, 1, 0));
  CUatomicOperation wrong = CU_ATOMIC_OPERATION_MAX;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceGetHostAtomicCapabilities(capabilities, &wrong, 1, 0));
  int count = 0;
  OK(cuDeviceGetCount(&count));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceGetP2PAtomicCapabilities(capabilities, operations, 1, 0, 99));
  if (count > 1)
    OK(cuDeviceGetP2PAtomicCapabilities(capabilities, operations, CU_ATOMIC_OPERATION_MAX, 0, 1));
}

static void widths() {
  size_t width = 0, narrow = 0;
  OK(cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 4, 0));
  OK(cuDeviceGetTexture1DLinearMaxWidth(&narrow, CU_AD_FORMAT_UNSIGNED_INT8, 1, 0));
  CHECK(width >= 1 << 20 && narrow >= width);
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 4, 99));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 3, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceGetTexture1DLinearMaxWidth(nullptr, CU_AD_FORMAT_FLOAT, 4, 0));
}

static void CUDA_CB onEvent(CUasyncNotificationInfo *, void *, CUasyncCallbackHandle) {}

static void notifications() {
  CUasyncCallbackHandle handle = nullptr;
  OK(cuDeviceRegisterAsyncNotification(0, onEvent, nullptr, &handle));
  OK(cuDeviceUnregisterAsyncNotification(0, handle));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceRegisterAsyncNotification(0, nullptr, nullptr, &handle));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceRegisterAsyncNotification(99, onEvent, nullptr, &handle));
}

static void flush() {
  int options = 0;
  OK(cuDeviceGetAttribute(&options, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS, 0));
  if (options & CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST)
    OK(cuFlushGPUDirectRDMAWrites(CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                                  CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuFlushGPUDirectRDMAWrites(CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                                    CUflushGPUDirectRDMAWritesScope(7)));
}

static void affinity() {
  int supported = 0, multiprocessors = 0;
  OK(cuDeviceGetExecAffinitySupport(&supported, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 0));
  OK(cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceGetExecAffinitySupport(&supported, CU_EXEC_AFFINITY_TYPE_SM_COUNT, 99));
  CUexecAffinityParam seen{};
  if (!supported)
    return;
  OK(cuCtxGetExecAffinity(&seen, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  EQUAL(multiprocessors, seen.param.smCount.val);
  EXPECT(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, cuCtxGetExecAffinity(&seen, CUexecAffinityType(5)));
  CUexecAffinityParam one{};
  one.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT;
  one.param.smCount.val = 1;
  CUctxCreateParams params{&one, 1, nullptr};
  CUcontext context = nullptr;
  OK(cuCtxCreate(&context, &params, 0, 0));
  OK(cuCtxGetExecAffinity(&seen, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  EQUAL(1, seen.param.smCount.val);
  // What it may run at once follows.
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(module, "empty");
  int perSm = 0;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&perSm, empty, 1024, 0));
  OK(cuLaunchCooperativeKernel(empty, unsigned(perSm), 1, 1, 1024, 1, 1, 0, nullptr, nullptr));
  if (multiprocessors > 1)
    EXPECT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
           cuLaunchCooperativeKernel(empty, unsigned(perSm * multiprocessors), 1, 1, 1024, 1, 1, 0,
                                     nullptr, nullptr));
  OK(cuCtxDestroy(context));
  one.type = CUexecAffinityType(5);
  EXPECT(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, cuCtxCreate(&context, &params, 0, 0));
}

// Old, and still there.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
static void counting() {
  CUcontext context = nullptr, again = nullptr, current = nullptr;
  OK(cuCtxCreate(&context, nullptr, 0, 0));
  OK(cuCtxAttach(&again, 0));
  CHECK(again == context);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxAttach(&again, 1));
  OK(cuCtxDetach(context));
  OK(cuCtxSynchronize()); // once more to go
  OK(cuCtxDetach(context));
  OK(cuCtxGetCurrent(&current));
  CHECK(current != context);
  EXPECT(CUDA_ERROR_CONTEXT_IS_DESTROYED, cuCtxDetach(context));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxDetach(nullptr));
}

static void unified() {
  CUlibrary library;
  OK(cuLibraryLoadData(&library, kIotaPtx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  void *function = nullptr;
  int has = 0;
  int engines = 0;
  OK(cuDeviceGetAttribute(&engines, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 0));
  EQUAL(3, engines); // as an H200
  OK(cuDeviceGetAttribute(&has, CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS, 0));
  if (!has)
    EXPECT(CUDA_ERROR_INVALID_VALUE, // seen; the manual has CUDA_ERROR_NOT_FOUND
           cuLibraryGetUnifiedFunction(&function, library, "iota"));
  OK(cuLibraryUnload(library));
}

int main() {
  usePrimary();
  atomics();
  widths();
  notifications();
  flush();
  affinity();
  counting();
  unified();
  // The same on two threads at once.
  onTwoThreads([](int) {
    atomics();
    widths();
    notifications();
    flush();
    affinity();
    counting();
    unified();
  });
  return finish("Device");
}
