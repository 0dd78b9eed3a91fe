// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules, libraries, the linker, functions and launches; contexts and devices.
#include <cstring>
#include <string>

#include "driver/TestSupport.h"

namespace anywarp::driver {
namespace {

using CodeApi = DeviceTest;
using ContextApi = DeviceTest;

TEST_F(CodeApi, ModulesGiveFunctionsAndVariables) {
  CUmodule module;
  char log[256] = {};
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  OK(cuModuleLoadDataEx(&module, kKernels, 2, options, values));
  CUdeviceptr table;
  size_t size;
  OK(cuModuleGetGlobal(&table, &size, module, "table"));
  EXPECT_EQ(64u, size);
  FAILS(NOT_FOUND, cuModuleGetGlobal(&table, &size, module, "nothing"));
  CUfunction function;
  FAILS(NOT_FOUND, cuModuleGetFunction(&function, module, "nothing"));
  unsigned count = 0;
  OK(cuModuleGetFunctionCount(&count, module));
  EXPECT_EQ(2u, count);
  CUfunction all[2];
  OK(cuModuleEnumerateFunctions(all, 2, module));
  const char *name;
  OK(cuFuncGetName(&name, kernel(module, "shared")));
  EXPECT_STREQ("shared", name);
  CUmodule owner;
  OK(cuFuncGetModule(&owner, all[0]));
  EXPECT_EQ(module, owner);
  size_t offset, bytes;
  OK(cuFuncGetParamInfo(kernel(module, "fill"), 1, &offset, &bytes));
  EXPECT_EQ(8u, offset);
  EXPECT_EQ(4u, bytes);
  FAILS(INVALID_VALUE, cuFuncGetParamInfo(kernel(module, "fill"), 3, &offset, &bytes));
  OK(cuModuleUnload(module));
  values[1] = reinterpret_cast<void *>(sizeof(log));
  FAILS(INVALID_PTX, cuModuleLoadDataEx(&module, ".version 8.0\n.target sm_80\n.entry k() { bad; }",
                                        2, options, values));
  EXPECT_NE(nullptr, std::strstr(log, "bad"));
}

TEST_F(CodeApi, ABlockThatWasPromisedHasItsRegisters) {
  for (int bound : {33, 256, 288, 320, 416, 544, 800, 1024}) {
    std::string text =
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 p)"
        ".maxntid " +
        std::to_string(bound) + "\n{ .reg .u64 a; .reg .f32 f<220>; ld.param.u64 a, [p];\n";
    std::string stores;
    for (int i = 0; i < 220; ++i) {
      const std::string at = "f" + std::to_string(i), place = "[a+" + std::to_string(4 * i) + "]";
      text += "ld.volatile.global.f32 " + at + ", " + place + ";\n";
      stores += "st.volatile.global.f32 " + place + ", " + at + ";\n";
    }
    CUmodule module;
    OK(cuModuleLoadData(&module, (text + stores + "ret; }\n").c_str()));
    int value;
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel(module, "k")));
    EXPECT_EQ(bound, value);
    OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel(module, "k")));
    if (bound == 320)
      EXPECT_EQ(168, value); // as ptxas 13.0
    OK(cuModuleUnload(module));
  }
}

TEST_F(CodeApi, FunctionsHaveAttributesAndAnOccupancy) {
  CUmodule module;
  OK(cuModuleLoadData(&module, kKernels));
  const CUfunction function = kernel(module, "shared");
  int value;
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function));
  EXPECT_EQ(256, value);
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, function));
  EXPECT_EQ(2048, value);
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_PTX_VERSION, function));
  EXPECT_EQ(80, value);
  OK(cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 4096));
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, function));
  EXPECT_EQ(4096, value);
  FAILS(INVALID_VALUE, cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_NUM_REGS, 4));
  OK(cuFuncSetCacheConfig(function, CU_FUNC_CACHE_PREFER_L1));
  int blocks, grid, block;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0));
  EXPECT_GE(blocks, 1);
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&value, function, 256, 0,
                                                          CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE));
  EXPECT_EQ(blocks, value);
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, function, nullptr, 0, 0));
  EXPECT_EQ(256, block); // what the kernel allows
  size_t dynamic;
  OK(cuOccupancyAvailableDynamicSMemPerBlock(&dynamic, function, 1, 256));
  EXPECT_GT(dynamic, 0u);
  FAILS(INVALID_VALUE, cuLaunchKernel(function, 1, 1, 1, 512, 1, 1, 0, nullptr, nullptr, nullptr));
  OK(cuModuleUnload(module));
}

TEST_F(CodeApi, ArgumentsComeAsPointersOrAsABuffer) {
  CUmodule module;
  OK(cuModuleLoadData(&module, kKernels));
  const CUfunction fill = kernel(module, "fill");
  CUdeviceptr memory = words(8);
  unsigned value = 3, count = 4;
  void *arguments[] = {&memory, &value, &count};
  OK(cuLaunchKernel(fill, 2, 1, 1, 2, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_EQ((std::vector<unsigned>{3, 4, 5, 6, 0}), read(memory, 5));
  struct {
    CUdeviceptr memory;
    unsigned value, count;
  } packed = {memory, 10, 2};
  size_t size = sizeof(packed);
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  OK(cuLaunchKernel(fill, 1, 1, 1, 4, 1, 1, 0, nullptr, nullptr, extra));
  EXPECT_EQ((std::vector<unsigned>{10, 11, 5}), read(memory, 3));
  FAILS(INVALID_VALUE, cuLaunchKernel(fill, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments, extra));
  FAILS(INVALID_VALUE, cuLaunchKernel(fill, 0, 1, 1, 4, 1, 1, 0, nullptr, arguments, nullptr));
  CUlaunchAttribute attribute = {};
  attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
  attribute.value.cooperative = 1;
  CUlaunchConfig config = {1, 1, 1, 4, 1, 1, 0, nullptr, &attribute, 1};
  value = 20;
  OK(cuLaunchKernelEx(&config, fill, arguments, nullptr));
  EXPECT_EQ(23u, read(memory, 4)[3]);
  OK(cuLaunchCooperativeKernel(fill, 1, 1, 1, 4, 1, 1, 0, nullptr, arguments));
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
}

TEST_F(CodeApi, LibrariesAreOfNoContext) {
  CUlibrary library;
  OK(cuLibraryLoadData(&library, kKernels, nullptr, nullptr, 0, nullptr, nullptr, 0));
  CUkernel kernels[2], fill;
  unsigned count;
  OK(cuLibraryGetKernelCount(&count, library));
  EXPECT_EQ(2u, count);
  OK(cuLibraryEnumerateKernels(kernels, 2, library));
  OK(cuLibraryGetKernel(&fill, library, "fill"));
  const char *name;
  OK(cuKernelGetName(&name, fill));
  EXPECT_STREQ("fill", name);
  CUfunction function;
  OK(cuKernelGetFunction(&function, fill));
  CUmodule module;
  OK(cuLibraryGetModule(&module, library));
  CUdeviceptr table;
  size_t size;
  OK(cuLibraryGetGlobal(&table, &size, library, "table"));
  EXPECT_EQ(64u, size);
  int value;
  OK(cuKernelGetAttribute(&value, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, fill, device_));
  EXPECT_EQ(0, value);
  OK(cuKernelSetCacheConfig(fill, CU_FUNC_CACHE_PREFER_SHARED, device_));
  CUlibrary owner;
  OK(cuKernelGetLibrary(&owner, fill));
  EXPECT_EQ(library, owner);
  OK(cuLibraryUnload(library));
}

TEST_F(CodeApi, TheLinkerMakesOneProgramOfSeveral) {
  CUlinkState state;
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  std::string caller = ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".extern .func (.param .b32 r) seven();\n"
                       ".visible .entry k(.param .u64 to) {\n"
                       ".reg .b32 %r<2>; .reg .b64 %d<2>; .param .b32 r;\n"
                       "call (r), seven; ld.param.b32 %r1, [r]; ld.param.u64 %d1, [to];\n"
                       "st.global.u32 [%d1], %r1; ret; }\n";
  std::string called = ".version 8.0\n.target sm_80\n.address_size 64\n"
                       ".visible .func (.param .b32 r) seven() {\n"
                       ".reg .b32 %r<2>; mov.u32 %r1, 7; st.param.b32 [r], %r1; ret; }\n";
  for (std::string *text : {&caller, &called})
    OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, text->data(), text->size() + 1, "text", 0, nullptr,
                     nullptr));
  void *image;
  size_t size;
  OK(cuLinkComplete(state, &image, &size));
  CUmodule module;
  OK(cuModuleLoadData(&module, image));
  CUdeviceptr memory = words(1);
  void *arguments[] = {&memory};
  OK(cuLaunchKernel(kernel(module, "k"), 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  EXPECT_EQ(7u, read(memory, 1)[0]);
  OK(cuLinkDestroy(state));
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
}

TEST_F(ContextApi, ContextsAreAStack) {
  CUcontext made, top;
  OK(cuCtxCreate(&made, nullptr, CU_CTX_SCHED_YIELD, device_));
  OK(cuCtxGetCurrent(&top));
  EXPECT_EQ(made, top);
  unsigned flags, version;
  OK(cuCtxGetFlags(&flags));
  EXPECT_TRUE(flags & CU_CTX_SCHED_YIELD);
  OK(cuCtxSetFlags(CU_CTX_SCHED_SPIN));
  OK(cuCtxGetApiVersion(made, &version));
  EXPECT_GE(version, 3020u);
  size_t stack, seen;
  OK(cuCtxGetLimit(&stack, CU_LIMIT_STACK_SIZE));
  OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, stack * 2));
  OK(cuCtxGetLimit(&seen, CU_LIMIT_STACK_SIZE));
  EXPECT_GE(seen, stack * 2);
  FAILS(INVALID_VALUE, cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));
  CUfunc_cache cache;
  OK(cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_SHARED));
  OK(cuCtxGetCacheConfig(&cache));
  EXPECT_EQ(CU_FUNC_CACHE_PREFER_SHARED, cache);
  unsigned long long id, other;
  OK(cuCtxGetId(made, &id));
  OK(cuCtxGetId(context_, &other));
  EXPECT_NE(other, id);
  CUdevice device = -1;
  OK(cuCtxGetDevice(&device));
  EXPECT_EQ(device_, device);
  OK(cuCtxPopCurrent(&top));
  EXPECT_EQ(made, top);
  OK(cuCtxPushCurrent(context_));
  OK(cuCtxDestroy(made));
  OK(cuCtxPushCurrent(made)); // seen
  FAILS(CONTEXT_IS_DESTROYED, cuCtxSynchronize());
  OK(cuCtxPopCurrent(nullptr));
  CUevent event;
  OK(cuEventCreate(&event, 0));
  OK(cuCtxRecordEvent(context_, event));
  OK(cuCtxWaitEvent(context_, event));
  OK(cuEventDestroy(event));
}

TEST_F(ContextApi, DevicesAreDescribed) {
  int count, value, major, minor, active;
  unsigned flags;
  OK(cuDeviceGetCount(&count));
  EXPECT_GE(count, 1);
  CUdevice none;
  FAILS(INVALID_DEVICE, cuDeviceGet(&none, count));
  char name[64], place[32];
  OK(cuDeviceGetName(name, sizeof(name), device_));
  EXPECT_NE('\0', name[0]);
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device_));
  EXPECT_EQ(32, value);
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device_));
  OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device_));
  EXPECT_GE(major * 10 + minor, 75);
  FAILS(INVALID_VALUE, cuDeviceGetAttribute(&value, CUdevice_attribute(99999), device_));
  CUuuid first, second;
  OK(cuDeviceGetUuid(&first, device_));
  OK(cuDeviceGetUuid(&second, device_));
  EXPECT_EQ(0, std::memcmp(&first, &second, sizeof(first)));
  OK(cuDeviceGetPCIBusId(place, sizeof(place), device_));
  OK(cuDeviceGetByPCIBusId(&none, place));
  EXPECT_EQ(device_, none);
  size_t bytes;
  OK(cuDeviceTotalMem(&bytes, device_));
  EXPECT_GT(bytes, size_t(1) << 20);
  OK(cuDevicePrimaryCtxGetState(device_, &flags, &active));
  EXPECT_EQ(1, active);
  int peer;
  OK(cuDeviceCanAccessPeer(&peer, device_, device_));
  EXPECT_EQ(0, peer); // a device is no peer of its own
  const char *text;
  OK(cuGetErrorName(CUDA_ERROR_NOT_READY, &text));
  EXPECT_STREQ("CUDA_ERROR_NOT_READY", text);
  OK(cuGetErrorString(CUDA_ERROR_NOT_READY, &text));
  FAILS(INVALID_VALUE, cuGetErrorName(CUresult(99999), &text));
  void *address;
  CUdriverProcAddressQueryResult found;
  OK(cuGetProcAddress("cuMemAlloc", &address, 13000, CU_GET_PROC_ADDRESS_DEFAULT, &found));
  EXPECT_EQ(CU_GET_PROC_ADDRESS_SUCCESS, found);
  OK(cuDriverGetVersion(&value));
  EXPECT_GE(value, 13000);
}

} // namespace
} // namespace anywarp::driver
