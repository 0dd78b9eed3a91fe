// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Green contexts: parts of a device; kernels on several devices at once.
#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

using GreenApi = DeviceTest;

TEST_F(GreenApi, PartsMakeUpTheDevice) {
  CUdevResource all, group, rest, wrong = {};
  OK(cuDeviceGetDevResource(device_, &all, CU_DEV_RESOURCE_TYPE_SM));
  unsigned groups = 0;
  OK(cuDevSmResourceSplitByCount(nullptr, &groups, &all, nullptr, 0, 1)); // how many could it be
  EXPECT_GE(groups, 1u);
  groups = 1;
  OK(cuDevSmResourceSplitByCount(&group, &groups, &all, &rest, 0, 1));
  EXPECT_EQ(1u, groups);
  const unsigned left = rest.type == CU_DEV_RESOURCE_TYPE_SM ? rest.sm.smCount : 0;
  EXPECT_EQ(all.sm.smCount, group.sm.smCount + left);
  FAILS(INVALID_RESOURCE_TYPE, cuDevSmResourceSplitByCount(&group, &groups, &wrong, nullptr, 0, 1));
  FAILS(INVALID_VALUE, cuDevSmResourceSplitByCount(&group, nullptr, &all, nullptr, 0, 1));
  CU_DEV_SM_RESOURCE_GROUP_PARAMS params[1] = {};
  params[0].smCount = 0; // as many as there are
  CUdevResource second[1];
  OK(cuDevSmResourceSplit(second, 1, &all, &rest, 0, params));
  EXPECT_EQ(all.sm.smCount, second[0].sm.smCount);
  FAILS(INVALID_VALUE, cuDevSmResourceSplit(second, 1, &all, nullptr, 1, params)); // no flags
  FAILS(INVALID_VALUE, cuDevSmResourceSplit(second, 1, &all, nullptr, 0, nullptr));

  CUdevResourceDesc desc;
  OK(cuDevResourceGenerateDesc(&desc, &group, 1));
  CUgreenCtx green, back;
  FAILS(INVALID_VALUE, cuGreenCtxCreate(&green, desc, device_, 0)); // the flag is a must
  FAILS(INVALID_DEVICE, cuGreenCtxCreate(&green, desc, 99, CU_GREEN_CTX_DEFAULT_STREAM));
  OK(cuGreenCtxCreate(&green, desc, device_, CU_GREEN_CTX_DEFAULT_STREAM));
  unsigned long long id = 0;
  OK(cuGreenCtxGetId(green, &id));
  CUcontext context;
  CUdevResource mine, ofStream;
  OK(cuCtxFromGreenCtx(&context, green));
  OK(cuGreenCtxGetDevResource(green, &mine, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(group.sm.smCount, mine.sm.smCount);
  OK(cuCtxGetDevResource(context, &mine, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(group.sm.smCount, mine.sm.smCount);
  OK(cuCtxGetDevResource(context_, &mine, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(all.sm.smCount, mine.sm.smCount);
  CUstream stream;
  FAILS(INVALID_VALUE, cuGreenCtxStreamCreate(&stream, green, CU_STREAM_DEFAULT, 0));
  OK(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  OK(cuStreamGetGreenCtx(stream, &back));
  EXPECT_EQ(green, back);
  OK(cuStreamGetDevResource(stream, &ofStream, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(group.sm.smCount, ofStream.sm.smCount);
  CUcontext usual = nullptr;
  OK(cuStreamGetCtx_v2(stream, &usual, &back));
  EXPECT_EQ(green, back);
  CUevent event;
  OK(cuEventCreate(&event, 0));
  OK(cuGreenCtxRecordEvent(green, event));
  OK(cuGreenCtxWaitEvent(green, event));
  OK(cuEventDestroy(event));
  // Memory is the primary context's.
  OK(cuCtxPushCurrent(context));
  const CUdeviceptr memory = words(4, 6);
  EXPECT_EQ(std::vector<unsigned>(4, 6), read(memory, 4));
  OK(cuCtxPopCurrent(&usual));
  OK(cuMemFree(memory));
  OK(cuStreamDestroy(stream));
  OK(cuGreenCtxDestroy(green));
}

TEST_F(GreenApi, AKernelStartsOnSeveralDevices) {
  struct OneDevice {
    CUcontext context;
    CUstream stream;
    CUmodule module;
    CUdeviceptr memory;
    unsigned value, count = 4;
    void *arguments[3] = {&memory, &value, &count};
  } devices[2];
  CUDA_LAUNCH_PARAMS params[2];
  for (unsigned i : {0u, 1u}) {
    OneDevice &device = devices[i];
    device.value = 10 * i;
    OK(cuDevicePrimaryCtxRetain(&device.context, CUdevice(i)));
    OK(cuCtxSetCurrent(device.context));
    OK(cuStreamCreate(&device.stream, CU_STREAM_NON_BLOCKING));
    OK(cuModuleLoadData(&device.module, kKernels));
    device.memory = words(4);
    params[i] = {
        kernel(device.module, "fill"), 1, 1, 1, 4, 1, 1, 0, device.stream, device.arguments};
  }
  OK(cuLaunchCooperativeKernelMultiDevice(params, 2, 0));
  for (OneDevice &device : devices) {
    OK(cuCtxSetCurrent(device.context));
    OK(cuStreamSynchronize(device.stream));
    EXPECT_EQ(device.value + 3, read(device.memory, 4)[3]);
  }
  FAILS(INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(nullptr, 2, 0));
  FAILS(INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(params, 0, 0));
  params[1].gridDimX = 2; // grids must be alike
  FAILS(INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(params, 2, 0));
  for (unsigned i : {1u, 0u}) {
    OK(cuCtxSetCurrent(devices[i].context));
    OK(cuMemFree(devices[i].memory));
    OK(cuStreamDestroy(devices[i].stream));
    OK(cuModuleUnload(devices[i].module));
    OK(cuDevicePrimaryCtxRelease(CUdevice(i)));
  }
}

} // namespace
} // namespace anywarp::driver
