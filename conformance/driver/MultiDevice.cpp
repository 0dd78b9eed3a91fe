// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several devices: peer access and copies, and a cooperative launch on all of them.
#include "Check.h"

// Old, and still there.
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {
struct OneDevice {
  CUcontext context;
  CUstream stream;
  CUmodule module;
  CUfunction increment;
  CUdeviceptr word;
};
} // namespace

static OneDevice prepare(CUdevice device) {
  OneDevice one{};
  one.context = usePrimary(device);
  OK(cuStreamCreate(&one.stream, CU_STREAM_NON_BLOCKING));
  one.module = loadPtx(kIotaPtx);
  one.increment = kernelOf(one.module, "increment");
  OK(cuMemAlloc(&one.word, 4));
  OK(cuMemsetD32(one.word, 0, 1));
  OK(cuCtxSynchronize());
  return one;
}

static CUDA_LAUNCH_PARAMS paramsOf(const OneDevice &one, void **arguments) {
  return {one.increment, 1, 1, 1, 1, 1, 1, 0, one.stream, arguments};
}

static void launches(std::vector<OneDevice> &devices) {
  std::vector<CUDA_LAUNCH_PARAMS> params;
  std::vector<void *> arguments(devices.size());
  for (size_t i = 0; i < devices.size(); ++i) {
    arguments[i] = &devices[i].word;
    params.push_back(paramsOf(devices[i], &arguments[i]));
  }
  unsigned count = unsigned(devices.size());
  OK(cuLaunchCooperativeKernelMultiDevice(params.data(), count, 0));
  OK(cuLaunchCooperativeKernelMultiDevice(
      params.data(), count, CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC));
  for (OneDevice &one : devices) {
    unsigned value = 0;
    OK(cuCtxSetCurrent(one.context));
    OK(cuStreamSynchronize(one.stream));
    OK(cuMemcpyDtoH(&value, one.word, 4));
    EQUAL(2, value);
  }
  OK(cuCtxSetCurrent(devices[0].context));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(nullptr, 1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(params.data(), 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(params.data(), count, 4));
  std::vector<CUDA_LAUNCH_PARAMS> wrong = params;
  wrong[0].hStream = nullptr;       // must be streams of the program
  EXPECT(CUDA_ERROR_INVALID_HANDLE, // seen
         cuLaunchCooperativeKernelMultiDevice(wrong.data(), count, 0));
  if (count > 1) {
    wrong = params;
    wrong[1] = wrong[0]; // the same device twice
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(wrong.data(), count, 0));
    wrong = params;
    wrong[1].gridDimX = 2;
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchCooperativeKernelMultiDevice(wrong.data(), count, 0));
  }
}

static void peers(const OneDevice &a, const OneDevice &b) {
  unsigned value = 77, seen = 0;
  OK(cuCtxSetCurrent(a.context));
  OK(cuMemcpyHtoD(a.word, &value, 4));
  OK(cuMemcpyPeer(b.word, b.context, a.word, a.context, 4));
  OK(cuMemcpyDtoH(&seen, b.word, 4));
  EQUAL(77, seen);
  value = 78;
  OK(cuMemcpyHtoD(a.word, &value, 4));
  OK(cuMemcpyPeerAsync(b.word, b.context, a.word, a.context, 4, a.stream));
  OK(cuStreamSynchronize(a.stream));
  OK(cuMemcpyDtoH(&seen, b.word, 4));
  EQUAL(78, seen);
  int can = 0, device = -1;
  OK(cuDeviceCanAccessPeer(&can, 0, 1));
  OK(cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, b.word));
  EQUAL(1, device);
  if (!can)
    return;
  OK(cuCtxEnablePeerAccess(b.context, 0));
  EXPECT(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, cuCtxEnablePeerAccess(b.context, 0));
  CUdeviceptr far = b.word;
  OK(launch1(a.increment, 1, 1, {&far}, a.stream));
  OK(cuStreamSynchronize(a.stream));
  OK(cuMemcpyDtoH(&seen, b.word, 4));
  EQUAL(79, seen);
  OK(cuCtxDisablePeerAccess(b.context));
  EXPECT(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(b.context));
}

/// Each thread opens a context of its own on the first device to one on the second.
static void peersOnThreads() {
  onTwoThreads([](int) {
    CUcontext near = nullptr, far = nullptr;
    CUatomicOperation add = CU_ATOMIC_OPERATION_INTEGER_ADD;
    unsigned capabilities = 0;
    int value = -1, can = 0;
    OK(cuDeviceGetP2PAttribute(&value, CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK, 0, 1));
    OK(cuDeviceGetP2PAtomicCapabilities(&capabilities, &add, 1, 0, 1));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuDeviceGetP2PAttribute(&value, CUdevice_P2PAttribute(77), 0, 1));
    OK(cuDeviceCanAccessPeer(&can, 0, 1));
    if (!can)
      return;
    OK(cuCtxCreate(&far, nullptr, 0, 1));
    OK(cuCtxCreate(&near, nullptr, 0, 0));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuCtxEnablePeerAccess(far, 1));
    OK(cuCtxEnablePeerAccess(far, 0));
    OK(cuCtxDisablePeerAccess(far));
    OK(cuCtxDestroy(near));
    OK(cuCtxDestroy(far));
  });
}

int main() {
  OK(cuInit(0));
  int count = 0, supported = 0;
  OK(cuDeviceGetCount(&count));
  std::vector<OneDevice> devices;
  for (int device = 0; device < count && device < 4; ++device)
    devices.push_back(prepare(device));
  OK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH, 0));
  if (supported)
    launches(devices);
  if (count > 1)
    peers(devices[0], devices[1]);
  if (count > 1)
    peersOnThreads();
  for (OneDevice &one : devices) {
    OK(cuCtxSetCurrent(one.context));
    OK(cuMemFree(one.word));
    OK(cuStreamDestroy(one.stream));
    OK(cuModuleUnload(one.module));
  }
  return finish("MultiDevice");
}
