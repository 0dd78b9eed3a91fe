// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the ways to launch refuse: grids and blocks at their ends and beyond, shared memory,
// parameters, shapes that the kernel asks for; and each of them after a kernel has failed.
#include "Check.h"
#include <array>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE;

static const std::string kText = std::string(kPtxHead) + R"(
.visible .entry none() { ret; }
.visible .entry one(.param .u64 p) { ret; }
.visible .entry limited() .maxntid 64 { ret; }
.visible .entry shaped() .reqntid 64 { ret; }
.visible .entry trapped() { trap; }
)";
static void launches() {
  CUmodule module = loadPtx(kText);
  CUfunction none = kernelOf(module, "none"), one = kernelOf(module, "one"),
             limited = kernelOf(module, "limited"), shaped = kernelOf(module, "shaped"),
             grouped = nullptr;
  CUdeviceptr p = 0;
  void *params[] = {&p}, *extra[] = {CU_LAUNCH_PARAM_END},
       *badExtra[] = {(void *)77, CU_LAUNCH_PARAM_END};
  using Shape = std::array<unsigned, 7>;
  int blockLimit = 0, shared = 0, sms = 0, major = 0;
  OK(cuDeviceGetAttribute(&blockLimit, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 0));
  OK(cuDeviceGetAttribute(&shared, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 0));
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0));
  OK(cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  if (major >= 9)
    grouped = kernelOf(loadPtx(".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry "
                               "grouped() .explicitcluster .reqnctapercluster 2 { ret; }\n"),
                       "grouped");
  auto ordinary = [](CUfunction f, Shape s, void **params, void **extra) {
    return cuLaunchKernel(f, s[0], s[1], s[2], s[3], s[4], s[5], s[6], nullptr, params, extra);
  };
  auto extended = [](CUfunction f, Shape s, void **params, void **extra) {
    CUlaunchConfig c{s[0], s[1], s[2], s[3], s[4], s[5], s[6], nullptr, nullptr, 0};
    return cuLaunchKernelEx(&c, f, params, extra);
  };
  auto cooperative = [](CUfunction f, Shape s, void **params, void **) {
    return cuLaunchCooperativeKernel(f, s[0], s[1], s[2], s[3], s[4], s[5], s[6], nullptr, params);
  };
  auto extendedCooperative = [](CUfunction f, Shape s, void **params, void **extra) {
    CUlaunchAttribute a{};
    a.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    a.value.cooperative = 1;
    CUlaunchConfig c{s[0], s[1], s[2], s[3], s[4], s[5], s[6], nullptr, &a, 1};
    return cuLaunchKernelEx(&c, f, params, extra);
  };
  auto multi = [](CUfunction f, Shape s, void **params, void **) {
    CUstream stream = nullptr;
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CUDA_LAUNCH_PARAMS p{f, s[0], s[1], s[2], s[3], s[4], s[5], s[6], stream, params};
    CUresult r = cuLaunchCooperativeKernelMultiDevice(&p, 1, 0);
    OK(cuStreamDestroy(stream));
    return r;
  };
  const struct {
    std::function<CUresult(CUfunction, Shape, void **, void **)> launch;
    bool isCooperative;
  } ways[] = {{ordinary, false},
              {extended, false},
              {cooperative, true},
              {extendedCooperative, true},
              {multi, true}};
  for (auto &w : ways) {
    OK(w.launch(none, {1, 1, 1, 1, 1, 1, 0}, nullptr, nullptr));
    OK(w.launch(one, {1, 1, 1, 1, 1, 1, 0}, params, nullptr));
    EXPECT(kHandle, w.launch(nullptr, {1, 1, 1, 1, 1, 1, 0}, nullptr, nullptr));
    for (unsigned i = 0; i < 6; ++i) {
      Shape s{1, 1, 1, 1, 1, 1, 0};
      s[i] = 0;
      EXPECT(kValue, w.launch(none, s, nullptr, nullptr));
    }
    EXPECT(kValue, w.launch(none, {1, 1, 1, unsigned(blockLimit) + 1, 1, 1, 0}, nullptr, nullptr));
    EXPECT(kValue, w.launch(none, {1, 1, 1, unsigned(blockLimit), 2, 1, 0}, nullptr, nullptr));
    EXPECT(kValue, w.launch(none, {1, 1, 1, 1, 1, 65, 0}, nullptr, nullptr));
    OK(w.launch(none, {1, 1, 1, 1, 1, 64, 0}, nullptr, nullptr));
    if (!w.isCooperative) {
      OK(w.launch(none, {1, 65535, 1, 1, 1, 1, 0}, nullptr, nullptr));
      EXPECT(kValue, w.launch(none, {1, 65536, 1, 1, 1, 1, 0}, nullptr, nullptr));
      EXPECT(kValue, w.launch(none, {1, 1, 65536, 1, 1, 1, 0}, nullptr, nullptr));
      EXPECT(kValue, w.launch(none, {0x80000000u, 1, 1, 1, 1, 1, 0}, nullptr, nullptr));
      if (!onNvidia()) // the manual; NVIDIA's takes the first
        EXPECT(kValue, w.launch(one, {1, 1, 1, 1, 1, 1, 0}, params, extra));
      EXPECT(kValue, w.launch(one, {1, 1, 1, 1, 1, 1, 0}, nullptr, badExtra));
      // More parameters than it has.
      char buffer[128] = {};
      size_t bytes = sizeof buffer;
      void *tooMuch[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, CU_LAUNCH_PARAM_BUFFER_SIZE,
                         &bytes, CU_LAUNCH_PARAM_END};
      EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
             w.launch(one, {1, 1, 1, 1, 1, 1, 0}, nullptr, tooMuch));
    } else {
      EXPECT(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
             w.launch(none, {unsigned(sms) * 64, 1, 1, 1024, 1, 1, 0}, nullptr, nullptr));
      EXPECT(kValue, w.launch(none, {1, 65536, 1, 1, 1, 1, 0}, nullptr, nullptr));
      EXPECT(kValue, w.launch(none, {0x80000000u, 1, 1, 1, 1, 1, 0}, nullptr, nullptr));
    }
    OK(w.launch(none, {1, 1, 1, 1, 1, 1, unsigned(shared)}, nullptr, nullptr));
    EXPECT(w.isCooperative ? CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE : kValue,
           w.launch(none, {1, 1, 1, 1, 1, 1, unsigned(shared) + 1}, nullptr, nullptr));
    EXPECT(kValue, w.launch(none, {1, 1, 1, 1, 1, 1, ~0u}, nullptr, nullptr));
    EXPECT(kValue,
           w.launch(one, {1, 1, 1, 1, 1, 1, 0}, nullptr, nullptr)); // its parameter is missing
    OK(w.launch(limited, {1, 1, 1, 64, 1, 1, 0}, nullptr, nullptr));
    EXPECT(kValue, w.launch(limited, {1, 1, 1, 65, 1, 1, 0}, nullptr, nullptr));
    OK(w.launch(shaped, {1, 1, 1, 64, 1, 1, 0}, nullptr, nullptr));
    EXPECT(kValue, w.launch(shaped, {1, 1, 1, 32, 1, 1, 0}, nullptr, nullptr));
    EXPECT(kValue, w.launch(shaped, {1, 1, 1, 32, 2, 1, 0}, nullptr, nullptr));
    if (grouped) {
      OK(w.launch(grouped, {2, 1, 1, 64, 1, 1, 0}, nullptr, nullptr));
      EXPECT(CUDA_ERROR_INVALID_CLUSTER_SIZE,
             w.launch(grouped, {3, 1, 1, 64, 1, 1, 0}, nullptr, nullptr));
    }
    OK(cuCtxSynchronize());
  }
  EXPECT(kValue, cuLaunchKernelEx(nullptr, none, nullptr, nullptr));
  CUlaunchConfig c{1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, 1};
  EXPECT(kValue, cuLaunchKernelEx(&c, none, nullptr, nullptr));
  CUlaunchAttribute a{};
  a.id = CUlaunchAttributeID(77);
  c.attrs = &a;
  EXPECT(kValue, cuLaunchKernelEx(&c, none, nullptr, nullptr));
  EXPECT(kValue, cuLaunchCooperativeKernelMultiDevice(nullptr, 1, 0));
  CUDA_LAUNCH_PARAMS lp{none, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr};
  EXPECT(kValue, cuLaunchCooperativeKernelMultiDevice(&lp, 0, 0));
  EXPECT(kValue, cuLaunchCooperativeKernelMultiDevice(&lp, 1, 0x77));
  EXPECT(kValue, cuLaunchCooperativeKernelMultiDevice(&lp, 99, 0));
  EXPECT(kHandle, cuLaunchCooperativeKernelMultiDevice(&lp, 1, 0)); // the default stream
}

static void oldLaunches() {
  int shared = 0;
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  OK(cuDeviceGetAttribute(&shared, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 0));
  EXPECT(kHandle, cuLaunch(nullptr));
  CUfunction fresh = kernelOf(loadPtx(kText), "none");
  OK(cuLaunch(fresh)); // no shape of blocks // seen
  OK(cuFuncSetBlockShape(fresh, 1, 1, 1));
  EXPECT(kValue, cuLaunchGrid(fresh, 0, 1));
  EXPECT(kValue, cuLaunchGrid(fresh, 1, 65536));
  EXPECT(kValue, cuLaunchGridAsync(fresh, 0, 1, nullptr));
  EXPECT(kHandle, cuLaunchGridAsync(nullptr, 1, 1, nullptr));
  EXPECT(kValue, cuFuncSetBlockShape(fresh, 0, 1, 1));
  EXPECT(kValue, cuFuncSetBlockShape(fresh, 2000, 1, 1));
  EXPECT(kValue, cuFuncSetSharedSize(fresh, 1 << 20));
  OK(cuFuncSetSharedSize(fresh, unsigned(shared)));
  EXPECT(kValue, cuFuncSetSharedSize(fresh, unsigned(shared) + 1)); // seen
  // More parameters than it has.
  OK(cuParamSetSize(fresh, 100));
  EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cuLaunch(fresh));
  EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cuLaunchGrid(fresh, 1, 1));
  EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cuLaunchGridAsync(fresh, 1, 1, nullptr));
  OK(cuLibraryLoadData(&library, kText.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetKernel(&kernel, library, "none"));
  OK(launch1(reinterpret_cast<CUfunction>(kernel), 1, 1, {}));
}

/// Every launch after a kernel has failed.
static void afterFailure() {
  CUmodule module = loadPtx(kText);
  CUfunction none = kernelOf(module, "none"), trapped = kernelOf(module, "trapped");
  CUstream s;
  CUevent e;
  OK(cuEventCreate(&e, 0));
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuFuncSetBlockShape(none, 1, 1, 1));
  OK(launch1(trapped, 1, 1, {}, s));
  constexpr CUresult kFailed = CUDA_ERROR_LAUNCH_FAILED;
  EXPECT(kFailed, cuStreamSynchronize(s));
  CUlaunchConfig c{1, 1, 1, 1, 1, 1, 0, s, nullptr, 0};
  CUDA_LAUNCH_PARAMS lp{none, 1, 1, 1, 1, 1, 1, 0, s, nullptr};
  EXPECT(kFailed, launch1(none, 1, 1, {}, s));
  EXPECT(kFailed, cuLaunchKernelEx(&c, none, nullptr, nullptr));
  EXPECT(kFailed, cuLaunchCooperativeKernel(none, 1, 1, 1, 1, 1, 1, 0, s, nullptr));
  EXPECT(kFailed, cuLaunchCooperativeKernelMultiDevice(&lp, 1, 0));
  EXPECT(kFailed, cuLaunch(none));
  EXPECT(kFailed, cuLaunchGrid(none, 1, 1));
  EXPECT(kFailed, cuLaunchGridAsync(none, 1, 1, s));
  EXPECT(kFailed, cuStreamQuery(s));
  EXPECT(kFailed, cuEventRecord(e, s));
  EXPECT(kFailed, cuEventQuery(e));
  EXPECT(kFailed, cuEventSynchronize(e));
  EXPECT(kFailed, cuCtxSynchronize());
  CUdeviceptr p;
  EXPECT(kFailed, cuMemAlloc(&p, 4));
  size_t a, b;
  EXPECT(kFailed, cuMemGetInfo(&a, &b));
}

int main() {
  inChildren(
      {{"launches", launches}, {"oldLaunches", oldLaunches}, {"afterFailure", afterFailure}});
  return finish("RefusedLaunches");
}
