// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is told of kernels and set for them, code in files, clusters, texture references, core dumps
// and the driver's log.
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <unistd.h>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

using ProgramApi = DeviceTest;
using ReferenceApi = DeviceTest;
using LogApi = DeviceTest;

std::string temporary(const char *name) {
  return testing::TempDir() + "anywarp-" + std::to_string(getpid()) + name;
}

TEST_F(ProgramApi, ParametersAndStatesOfKernels) {
  CUlibrary library;
  OK(cuLibraryLoadData(&library, kKernels, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernel;
  OK(cuLibraryGetKernel(&kernel, library, "fill"));
  size_t count = 0, offset = 0, size = 0;
  OK(cuKernelGetParamCount(kernel, &count));
  EXPECT_EQ(3u, count);
  OK(cuKernelGetParamInfo(kernel, 2, &offset, &size));
  EXPECT_EQ(12u, offset);
  EXPECT_EQ(4u, size);
  FAILS(INVALID_VALUE, cuKernelGetParamInfo(kernel, 3, &offset, &size));
  OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 4096, kernel, device_));
  int value = 0;
  OK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, kernel,
                          device_));
  EXPECT_EQ(4096, value);
  FAILS(INVALID_DEVICE,
        cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 4096, kernel, 99));
  CUdeviceptr managed;
  FAILS(NOT_FOUND, cuLibraryGetManaged(&managed, &size, library, "table")); // no managed variable
  void *unified;
  FAILS(INVALID_VALUE, cuLibraryGetUnifiedFunction(&unified, library, "fill")); // (seen)
  OK(cuLibraryUnload(library));

  CUmodule module;
  OK(cuModuleLoadData(&module, kKernels));
  const CUfunction function = DeviceTest::kernel(module, "fill");
  CUfunctionLoadingState state;
  OK(cuFuncLoad(function));
  OK(cuFuncIsLoaded(&state, function));
  EXPECT_EQ(CU_FUNCTION_LOADING_STATE_LOADED, state);
  OK(cuFuncGetParamCount(function, &count));
  EXPECT_EQ(3u, count);
  CUmoduleLoadingMode mode;
  OK(cuModuleGetLoadingMode(&mode));
  OK(cuModuleUnload(module));
}

TEST_F(ProgramApi, CodeComesFromFiles) {
  const std::string path = temporary(".ptx");
  std::ofstream(path) << kKernels;
  CUmodule module;
  OK(cuModuleLoad(&module, path.c_str()));
  EXPECT_NE(nullptr, kernel(module, "fill"));
  OK(cuModuleUnload(module));
  CUlibrary library;
  OK(cuLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryUnload(library));
  CUlinkState state;
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  OK(cuLinkAddFile(state, CU_JIT_INPUT_PTX, path.c_str(), 0, nullptr, nullptr));
  void *image;
  size_t size;
  OK(cuLinkComplete(state, &image, &size));
  OK(cuLinkDestroy(state));
  std::filesystem::remove(path);
  FAILS(FILE_NOT_FOUND, cuModuleLoad(&module, path.c_str()));
  FAILS(FILE_NOT_FOUND,
        cuLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
}

TEST_F(ProgramApi, ClustersAreCounted) {
  CUmodule module;
  OK(cuModuleLoadData(&module, kKernels));
  const CUfunction function = kernel(module, "shared");
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  attribute.value.clusterDim = {2, 1, 1};
  CUlaunchConfig config = {4, 1, 1, 64, 1, 1, 0, nullptr, &attribute, 1};
  int clusters = 0, size = 0, grid = 0, block = 0;
  OK(cuOccupancyMaxActiveClusters(&clusters, function, &config));
  EXPECT_GE(clusters, 1);
  OK(cuOccupancyMaxPotentialClusterSize(&size, function, &config));
  EXPECT_GE(size, 8); // the portable size
  OK(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, function, nullptr, 0, 128, 0));
  EXPECT_EQ(128, block); // the limit asked for
  OK(cuLaunchKernelEx(&config, function, nullptr, nullptr));
  OK(cuCtxSynchronize());
  config.gridDimX = 3; // no multiple of the cluster
  EXPECT_NE(CUDA_SUCCESS, cuLaunchKernelEx(&config, function, nullptr, nullptr));
  OK(cuModuleUnload(module));
}

TEST_F(ReferenceApi, MipmapsOfReferences) {
  CUmodule module;
  OK(cuModuleLoadData(&module, ".version 7.0\n.target sm_70\n.address_size 64\n"
                               ".global .texref image;\n.global .surfref target;\n"
                               ".visible .entry k() { ret; }\n"));
  CUtexref image;
  CUsurfref target;
  OK(cuModuleGetTexRef(&image, module, "image"));
  OK(cuModuleGetSurfRef(&target, module, "target"));
  FAILS(NOT_FOUND, cuModuleGetTexRef(&image, module, "nothing"));
  OK(cuModuleGetTexRef(&image, module, "image"));
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = shape.Height = 8;
  shape.Format = CU_AD_FORMAT_FLOAT;
  shape.NumChannels = 1;
  shape.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  CUmipmappedArray mipmap, seen = nullptr;
  OK(cuMipmappedArrayCreate(&mipmap, &shape, 4));
  FAILS(INVALID_VALUE, cuTexRefGetMipmappedArray(&seen, image)); // none yet
  OK(cuTexRefSetMipmappedArray(image, mipmap, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefGetMipmappedArray(&seen, image));
  EXPECT_EQ(mipmap, seen);
  OK(cuTexRefSetMipmapFilterMode(image, CU_TR_FILTER_MODE_LINEAR));
  CUfilter_mode mode;
  OK(cuTexRefGetMipmapFilterMode(&mode, image));
  EXPECT_EQ(CU_TR_FILTER_MODE_LINEAR, mode);
  float bias = 7, low = -1, high = -1;
  OK(cuTexRefSetMipmapLevelBias(image, 1));
  OK(cuTexRefGetMipmapLevelBias(&bias, image));
  EXPECT_EQ(1, bias);
  OK(cuTexRefSetMipmapLevelClamp(image, 1, 2));
  OK(cuTexRefGetMipmapLevelClamp(&low, &high, image));
  EXPECT_EQ(1, low);
  EXPECT_EQ(2, high);
  CUarray level, surface = nullptr;
  OK(cuMipmappedArrayGetLevel(&level, mipmap, 0));
  OK(cuSurfRefSetArray(target, level, 0));
  OK(cuSurfRefGetArray(&surface, target));
  EXPECT_EQ(level, surface);
  OK(cuModuleUnload(module));
  OK(cuMipmappedArrayDestroy(mipmap));
}

template <typename T> T setting(decltype(&cuCoredumpGetAttribute) get, CUcoredumpSettings which) {
  T value = {};
  size_t size = sizeof(value);
  EXPECT_EQ(CUDA_SUCCESS, get(which, &value, &size));
  return value;
}

TEST_F(ProgramApi, DumpsAreSetForTheProcessAndForContexts) {
  EXPECT_FALSE(setting<bool>(cuCoredumpGetAttributeGlobal, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  EXPECT_TRUE(setting<bool>(cuCoredumpGetAttributeGlobal, CU_COREDUMP_TRIGGER_HOST));
  bool on = true;
  size_t size = sizeof(on);
  CUcontext context;
  OK(cuCtxCreate(&context, nullptr, CU_CTX_COREDUMP_ENABLE, device_));
  EXPECT_TRUE(setting<bool>(cuCoredumpGetAttribute, CU_COREDUMP_ENABLE_ON_EXCEPTION));
  OK(cuCoredumpSetAttribute(CU_COREDUMP_LIGHTWEIGHT, &on, &size));
  EXPECT_TRUE(setting<bool>(cuCoredumpGetAttribute, CU_COREDUMP_LIGHTWEIGHT));
  EXPECT_FALSE(setting<bool>(cuCoredumpGetAttributeGlobal, CU_COREDUMP_LIGHTWEIGHT));
  char name[] = "a-name-%p", seen[64] = {};
  size = sizeof(name);
  OK(cuCoredumpSetAttribute(CU_COREDUMP_FILE, name, &size));
  size = sizeof(seen);
  OK(cuCoredumpGetAttribute(CU_COREDUMP_FILE, seen, &size));
  EXPECT_STREQ(name, seen);
  FAILS(INVALID_VALUE, cuCoredumpGetAttribute(CUcoredumpSettings(99), &on, &size));
  FAILS(INVALID_VALUE, cuCoredumpGetAttribute(CU_COREDUMP_FILE, seen, nullptr));
  OK(cuCtxDestroy(context));
  OK(cuCtxSetCurrent(context_));
}

/// A kernel that writes to where nothing is; 0 if the dump is there and the error stays.
int leaveDump(CUdevice device, std::string path) {
  CUcontext context;
  CUmodule module;
  CUfunction stray;
  CUdeviceptr nowhere = 16;
  void *arguments[] = {&nowhere};
  int flags = CU_COREDUMP_SKIP_ABORT; // the process goes on
  size_t length = path.size() + 1, size = sizeof(flags);
  if (cuCtxCreate(&context, nullptr, CU_CTX_COREDUMP_ENABLE, device) ||
      cuCoredumpSetAttribute(CU_COREDUMP_FILE, path.data(), &length) ||
      cuCoredumpSetAttribute(CU_COREDUMP_GENERATION_FLAGS, &flags, &size) ||
      cuModuleLoadData(&module, ".version 7.0\n.target sm_70\n.address_size 64\n"
                                ".visible .entry stray(.param .u64 p) { .reg .u64 %d;\n"
                                "ld.param.u64 %d, [p]; st.global.u32 [%d], 1; ret; }\n") ||
      cuModuleGetFunction(&stray, module, "stray") ||
      cuLaunchKernel(stray, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr))
    return 1;
  if (cuCtxSynchronize() != CUDA_ERROR_ILLEGAL_ADDRESS ||
      cuMemAlloc(&nowhere, 4) != CUDA_ERROR_ILLEGAL_ADDRESS)
    return 2;
  const bool isThere = std::filesystem::file_size(path) > 100;
  std::filesystem::remove(path);
  return isThere ? 0 : 3;
}

/// In a process of its own: the fault is its last.
TEST_F(ProgramApi, AFaultLeavesADump) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(std::exit(leaveDump(device_, temporary("-core"))), testing::ExitedWithCode(0), "");
}

TEST_F(LogApi, RefusedCallsAreLogged) {
  static int called;
  called = 0;
  CUlogIterator start, place;
  OK(cuLogsCurrent(&start, 0));
  CUlogsCallbackHandle handle;
  FAILS(INVALID_VALUE, cuLogsRegisterCallback(nullptr, nullptr, &handle));
  OK(cuLogsRegisterCallback([](void *, CUlogLevel, char *, size_t) { ++called; }, nullptr,
                            &handle));
  CUdeviceptr none;
  FAILS(INVALID_VALUE, cuMemAlloc(&none, 0));
  EXPECT_GE(called, 1);
  OK(cuLogsUnregisterCallback(handle));
  char text[25600];
  size_t size = sizeof(text);
  place = start;
  OK(cuLogsDumpToMemory(&place, text, &size, 0));
  EXPECT_GT(size, 0u);
  EXPECT_NE(start, place);
  size = sizeof(text);
  OK(cuLogsDumpToMemory(&place, text, &size, 0)); // it has moved on
  EXPECT_EQ(0u, size);
  const std::string path = temporary("-log");
  OK(cuLogsDumpToFile(nullptr, path.c_str(), 0));
  EXPECT_GT(std::filesystem::file_size(path), 0u);
  std::filesystem::remove(path);
  FAILS(INVALID_VALUE, cuLogsDumpToFile(nullptr, nullptr, 0));
}

} // namespace
} // namespace anywarp::driver
