// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts, shares and limits of contexts, and what devices say of themselves. Expectations are the
// driver manual's; (seen) ones come from an H100.
#include <thread>

#include "driver/TestSupport.h"

extern "C" bool anywarp_hasContext(); // Native.cpp

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace anywarp::driver {
namespace {

using ContextLife = DeviceTest;

TEST_F(ContextLife, AttachedContextsAreCounted) {
  CUcontext made, again;
  OK(cuCtxCreate(&made, nullptr, 0, device_));
  FAILS(INVALID_VALUE, cuCtxAttach(&again, 1)); // "flags must be 0"
  OK(cuCtxAttach(&again, 0));
  EXPECT_EQ(made, again);
  OK(cuCtxDetach(made));
  OK(cuCtxSynchronize()); // somebody still uses it
  OK(cuCtxDetach(made));
  FAILS(CONTEXT_IS_DESTROYED, cuCtxDetach(made));
  FAILS(INVALID_CONTEXT, cuCtxDetach(nullptr));
  OK(cuCtxSetCurrent(context_));
  OK(cuCtxCreate(&made, nullptr, 0, device_));
  OK(cuCtxSetCurrent(context_));
  FAILS(INVALID_CONTEXT, cuCtxDetach(made)); // not current
  OK(cuCtxDestroy(made));
  FAILS(CONTEXT_IS_DESTROYED, cuCtxDestroy(made));
  FAILS(INVALID_VALUE, cuCtxDestroy(nullptr));
}

TEST_F(ContextLife, AContextMayHaveAShareOfTheDevice) {
  int all = 0;
  OK(cuDeviceGetAttribute(&all, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device_));
  CUexecAffinityParam share = {}, seen = {};
  OK(cuCtxGetExecAffinity(&seen, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  EXPECT_EQ(unsigned(all), seen.param.smCount.val);
  FAILS(UNSUPPORTED_EXEC_AFFINITY, cuCtxGetExecAffinity(&seen, CUexecAffinityType(7)));
  share.type = CU_EXEC_AFFINITY_TYPE_SM_COUNT;
  share.param.smCount.val = 1;
  CUctxCreateParams params = {};
  params.execAffinityParams = &share;
  params.numExecAffinityParams = 1;
  CUcontext made;
  OK(cuCtxCreate(&made, &params, 0, device_));
  OK(cuCtxGetExecAffinity(&seen, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  EXPECT_GE(seen.param.smCount.val, 1u); // "may be rounded up"
  EXPECT_LE(seen.param.smCount.val, unsigned(all));
  OK(cuCtxDestroy(made));
  share.type = CUexecAffinityType(7);
  EXPECT_NE(CUDA_SUCCESS, cuCtxCreate(&made, &params, 0, device_));
  FAILS(INVALID_VALUE, cuCtxCreate(&made, nullptr, 0x8000, device_));
  FAILS(INVALID_DEVICE, cuCtxCreate(&made, nullptr, 0, 99));
  OK(cuCtxSetCurrent(context_));
}

TEST_F(ContextLife, OldFormsMakeContextsToo) {
  CUcontext made, top;
  OK((formOf<CUresult (*)(CUcontext *, unsigned, CUdevice)>("cuCtxCreate", 3010))(&made, 0,
                                                                                  device_));
  OK(cuCtxGetCurrent(&top));
  EXPECT_EQ(made, top);
  CUdevice device = -1;
  OK(cuCtxGetDevice_v2(&device, made));
  EXPECT_EQ(device_, device);
  OK(formOf<CUresult (*)(CUcontext)>("cuCtxDestroy", 3010)(made));
  OK(cuCtxGetDevice_v2(&device, made)); // (seen)
  OK(cuCtxSetCurrent(context_));
}

TEST_F(ContextLife, LimitsAreRoundedAndBounded) {
  size_t before[2] = {}, value = 0;
  OK(cuCtxGetLimit(&before[0], CU_LIMIT_PRINTF_FIFO_SIZE));
  OK(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, 1));
  OK(cuCtxGetLimit(&value, CU_LIMIT_PRINTF_FIFO_SIZE));
  EXPECT_GT(value, 1u); // "the value requested [...] is modified to meet h/w requirements"
  OK(cuCtxSetLimit(CU_LIMIT_PRINTF_FIFO_SIZE, before[0]));
  OK(cuCtxGetLimit(&before[1], CU_LIMIT_MALLOC_HEAP_SIZE));
  OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, before[1] + 1));
  OK(cuCtxGetLimit(&value, CU_LIMIT_MALLOC_HEAP_SIZE));
  EXPECT_GT(value, before[1]);
  FAILS(INVALID_VALUE, cuCtxSetLimit(CUlimit(99), 1));
  FAILS(INVALID_VALUE, cuCtxGetLimit(&value, CUlimit(99)));
  OK(cuCtxSetLimit(CU_LIMIT_MALLOC_HEAP_SIZE, before[1]));
}

TEST_F(ContextLife, EachThreadHasADefaultStream) {
  const CUdeviceptr memory = words(16);
  unsigned long long own = 0, others = 0, again = 0;
  OK(cuStreamGetId(CU_STREAM_PER_THREAD, &own));
  OK(cuMemsetD32Async(memory, 7, 16, CU_STREAM_PER_THREAD));
  OK(cuStreamSynchronize(CU_STREAM_PER_THREAD));
  EXPECT_EQ(7u, read(memory, 1)[0]);
  std::thread([&] {
    EXPECT_EQ(CUDA_SUCCESS, cuCtxSetCurrent(context_));
    EXPECT_EQ(CUDA_SUCCESS, cuStreamGetId(CU_STREAM_PER_THREAD, &others));
    EXPECT_EQ(CUDA_SUCCESS, cuMemsetD32Async(memory, 8, 16, CU_STREAM_PER_THREAD));
    EXPECT_EQ(CUDA_SUCCESS, cuStreamSynchronize(CU_STREAM_PER_THREAD));
  }).join();
  EXPECT_NE(own, others);
  OK(cuStreamGetId(CU_STREAM_PER_THREAD, &again));
  EXPECT_EQ(own, again);
  EXPECT_EQ(8u, read(memory, 1)[0]);
  OK(cuMemFree(memory));
}

TEST_F(ContextLife, PrimaryContextsAreReset) {
  unsigned flags = 0;
  int active = 0;
  FAILS(INVALID_VALUE, cuDevicePrimaryCtxSetFlags(device_, 0x8000));
  OK(cuDevicePrimaryCtxSetFlags(device_, CU_CTX_SCHED_BLOCKING_SYNC));
  OK(cuDevicePrimaryCtxGetState(device_, &flags, &active));
  EXPECT_EQ(unsigned(CU_CTX_SCHED_BLOCKING_SYNC), flags & CU_CTX_SCHED_MASK);
  OK(cuDevicePrimaryCtxSetFlags(device_, 0));
  CUdeviceptr memory = words(4);
  OK(cuDevicePrimaryCtxReset(device_)); // "destroys all allocations"
  OK(cuDevicePrimaryCtxGetState(device_, &flags, &active));
  EXPECT_EQ(0, active);
  EXPECT_NE(CUDA_SUCCESS, cuMemFree(memory));
  CUcontext again; // who retained it before is still to release it (seen)
  OK(cuDevicePrimaryCtxRetain(&again, device_));
  OK(cuCtxSetCurrent(again));
  memory = words(4, 5);
  EXPECT_EQ(5u, read(memory, 4)[3]);
  OK(cuMemFree(memory));
  OK(cuDevicePrimaryCtxRelease(device_));
}

TEST_F(ContextLife, TheRuntimeAsksForAContext) {
  EXPECT_TRUE(anywarp_hasContext());
  std::thread([&] {
    EXPECT_FALSE(anywarp_hasContext()); // of this thread
    OK(cuCtxSetCurrent(context_));
    EXPECT_TRUE(anywarp_hasContext());
    bool seen = true;
    OK(cuLaunchHostFunc(
        nullptr, [](void *seen) { *static_cast<bool *>(seen) = anywarp_hasContext(); }, &seen));
    OK(cuStreamSynchronize(nullptr));
    EXPECT_FALSE(seen);
  }).join();
  CUcontext made;
  OK(cuCtxCreate(&made, nullptr, 0, device_));
  EXPECT_TRUE(anywarp_hasContext());
  std::thread([&] { OK(cuCtxDestroy(made)); }).join();
  EXPECT_FALSE(anywarp_hasContext());
  OK(cuCtxSetCurrent(context_));
}

TEST_F(ContextLife, DevicesHaveTheirOldDescription) {
  int major = 0, minor = 0, value = 0;
  OK(cuDeviceComputeCapability(&major, &minor, device_));
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device_));
  EXPECT_EQ(value, major);
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device_));
  EXPECT_EQ(value, minor);
  CUdevprop properties = {};
  OK(cuDeviceGetProperties(&properties, device_));
  const struct {
    int seen;
    CUdevice_attribute attribute;
  } kSame[] = {{properties.maxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
               {properties.maxThreadsDim[2], CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z},
               {properties.maxGridSize[0], CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X},
               {properties.sharedMemPerBlock, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK},
               {properties.totalConstantMemory, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY},
               {properties.SIMDWidth, CU_DEVICE_ATTRIBUTE_WARP_SIZE},
               {properties.memPitch, CU_DEVICE_ATTRIBUTE_MAX_PITCH},
               {properties.regsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK},
               {properties.clockRate, CU_DEVICE_ATTRIBUTE_CLOCK_RATE},
               {properties.textureAlign, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT}};
  for (const auto &[seen, attribute] : kSame) {
    OK(cuDeviceGetAttribute(&value, attribute, device_));
    EXPECT_EQ(value, seen) << attribute;
  }
  size_t floats = 0, vectors = 0;
  OK(cuDeviceGetTexture1DLinearMaxWidth(&floats, CU_AD_FORMAT_FLOAT, 1, device_));
  OK(cuDeviceGetTexture1DLinearMaxWidth(&vectors, CU_AD_FORMAT_FLOAT, 4, device_));
  EXPECT_GE(floats, vectors);
  EXPECT_GT(vectors, 0u);
  FAILS(INVALID_VALUE, cuDeviceGetTexture1DLinearMaxWidth(&floats, CU_AD_FORMAT_FLOAT, 3, device_));
  // Flushes are for devices that say so.
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS,
                          device_));
  EXPECT_EQ(value & CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST ? CUDA_SUCCESS
                                                                : CUDA_ERROR_NOT_SUPPORTED,
            cuFlushGPUDirectRDMAWrites(CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX,
                                       CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER));
}

} // namespace
} // namespace anywarp::driver
