// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What modules, libraries, kernels and functions refuse: null handles, no place for the answer,
// names of other things, numbers beyond an enumeration.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE,
                   kDevice = CUDA_ERROR_INVALID_DEVICE, kMissing = CUDA_ERROR_NOT_FOUND;

static const std::string kText = std::string(kPtxHead) + R"(
.visible .global .align 4 .u32 counter = 41;
.visible .global .attribute(.managed) .align 4 .u32 shared;
.visible .global .texref picture;
.visible .global .surfref canvas;
.visible .entry none() { ret; }
.visible .entry one(.param .u64 p) { ret; }
)";
static std::string path() { return "/tmp/anywarp-refused-" + std::to_string(getpid()); }

static void modules() {
  CUmodule module = nullptr, m = nullptr;
  CUfunction f = nullptr;
  CUdeviceptr p = 0;
  size_t size = 0;
  CUtexref t = nullptr;
  CUsurfref u = nullptr;
  EXPECT(kValue, cuModuleLoad(nullptr, "/tmp/x"));
  EXPECT(kValue, cuModuleLoad(&m, nullptr));
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&m, (path() + ".none").c_str()));
  EXPECT(kValue, cuModuleLoad(&m, "")); // seen
  EXPECT(kValue, cuModuleLoadData(&m, nullptr));
  EXPECT(kValue, cuModuleLoadDataEx(&m, nullptr, 0, nullptr, nullptr));
  CUjit_option wrong = CUjit_option(7777), registers = CU_JIT_MAX_REGISTERS;
  void *values[1] = {(void *)16};
  EXPECT(kValue, cuModuleLoadDataEx(&m, kText.c_str(), 1, nullptr, values));
  EXPECT(kValue, cuModuleLoadDataEx(&m, kText.c_str(), 1, &registers, nullptr));
  EXPECT(kValue, cuModuleLoadDataEx(&m, kText.c_str(), 1, &wrong, values));
  wrong = CUjit_option(-1);
  EXPECT(kValue, cuModuleLoadDataEx(&m, kText.c_str(), 1, &wrong, values));
  wrong = CU_JIT_NUM_OPTIONS;
  EXPECT(kValue, cuModuleLoadDataEx(&m, kText.c_str(), 1, &wrong, values));
  EXPECT(kValue, cuModuleLoadFatBinary(&m, nullptr));
  OK(cuModuleLoadData(&module, kText.c_str()));
  EXPECT(kValue, cuModuleGetFunction(nullptr, module, "none"));
  EXPECT(kHandle, cuModuleGetFunction(&f, nullptr, "none"));
  EXPECT(kValue, cuModuleGetFunction(&f, module, nullptr));
  EXPECT(kValue, cuModuleGetFunction(&f, module, "")); // seen
  EXPECT(kMissing, cuModuleGetFunction(&f, module, "nowhere"));
  EXPECT(kMissing, cuModuleGetFunction(&f, module, "counter"));
  EXPECT(kValue, cuModuleGetGlobal(nullptr, nullptr, module, "counter")); // seen
  OK(cuModuleGetGlobal(&p, nullptr, module, "counter"));
  OK(cuModuleGetGlobal(nullptr, &size, module, "counter"));
  EQUAL(4, size);
  EXPECT(kValue, cuModuleGetGlobal(&p, &size, module, nullptr));
  EXPECT(kHandle, cuModuleGetGlobal(&p, &size, nullptr, "counter"));
  EXPECT(kValue, cuModuleGetGlobal(&p, &size, module, "none"));    // seen
  EXPECT(kValue, cuModuleGetGlobal(&p, &size, module, "picture")); // seen
  EXPECT(kValue, cuModuleGetGlobal(&p, &size, module, ""));        // seen
  OK(cuModuleGetTexRef(&t, module, "picture"));
  EXPECT(kValue, cuModuleGetTexRef(nullptr, module, "picture"));
  EXPECT(kValue, cuModuleGetTexRef(&t, module, nullptr));
  EXPECT(kHandle, cuModuleGetTexRef(&t, nullptr, "picture"));
  EXPECT(kMissing, cuModuleGetTexRef(&t, module, "canvas"));
  EXPECT(kMissing, cuModuleGetTexRef(&t, module, "counter"));
  OK(cuModuleGetSurfRef(&u, module, "canvas"));
  EXPECT(kValue, cuModuleGetSurfRef(nullptr, module, "canvas"));
  EXPECT(kValue, cuModuleGetSurfRef(&u, module, nullptr));
  EXPECT(kHandle, cuModuleGetSurfRef(&u, nullptr, "canvas"));
  EXPECT(kMissing, cuModuleGetSurfRef(&u, module, "picture"));
  EXPECT(kMissing, cuModuleGetSurfRef(&u, module, "nowhere"));
  EXPECT(kValue, cuModuleEnumerateFunctions(nullptr, 1, module));
  if (!onNvidia()) // crashes
    OK(cuModuleUnload(module));
  CUlibrary library = nullptr;
  OK(cuLibraryLoadData(&library, kText.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetModule(&module, library));
  EXPECT(CUDA_ERROR_NOT_PERMITTED, cuModuleUnload(module));
  OK(cuLibraryUnload(library));
}

static void libraries() {
  CUlibrary library = nullptr, l = nullptr;
  CUkernel kernel = nullptr, k = nullptr, kernels[9];
  CUfunction f = nullptr;
  CUdeviceptr p = 0;
  void *pointer = nullptr;
  size_t size = 0, offset = 0;
  int number = 0;
  const char *name = nullptr;
  EXPECT(kValue, cuLibraryLoadData(&l, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(kValue, cuLibraryLoadData(&l, kText.c_str(), nullptr, nullptr, 1, nullptr, nullptr, 0));
  CUlibraryOption option = CUlibraryOption(77);
  void *value = nullptr;
  EXPECT(kValue, cuLibraryLoadData(&l, kText.c_str(), nullptr, nullptr, 0, &option, &value, 1));
  OK(cuLibraryLoadData(&library, kText.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(kValue, cuLibraryGetKernel(nullptr, library, "none"));
  EXPECT(kHandle, cuLibraryGetKernel(&k, nullptr, "none"));
  EXPECT(kValue, cuLibraryGetKernel(&k, library, nullptr));
  EXPECT(kMissing, cuLibraryGetKernel(&k, library, "nowhere"));
  EXPECT(kMissing, cuLibraryGetKernel(&k, library, ""));
  EXPECT(kValue, cuLibraryEnumerateKernels(nullptr, 1, library));
  OK(cuLibraryEnumerateKernels(kernels, 0, library));
  EXPECT(kValue, cuLibraryGetGlobal(nullptr, nullptr, library, "counter")); // seen
  EXPECT(kHandle, cuLibraryGetGlobal(&p, &size, nullptr, "counter"));
  EXPECT(kValue, cuLibraryGetGlobal(&p, &size, library, nullptr));
  EXPECT(kMissing, cuLibraryGetGlobal(&p, &size, library, "nowhere"));
  EXPECT(kHandle, cuLibraryGetManaged(&p, &size, nullptr, "shared"));
  EXPECT(kValue, cuLibraryGetManaged(&p, &size, library, nullptr));
  EXPECT(kMissing, cuLibraryGetManaged(&p, &size, library, "counter"));
  EXPECT(kValue, cuLibraryGetManaged(nullptr, nullptr, library, "shared")); // seen
  EXPECT(kHandle, cuLibraryGetUnifiedFunction(&pointer, nullptr, "none"));
  EXPECT(kValue, cuLibraryGetUnifiedFunction(nullptr, library, "none"));
  EXPECT(kValue, cuLibraryGetUnifiedFunction(&pointer, library, nullptr));
  EXPECT(kValue, cuLibraryGetUnifiedFunction(&pointer, library, "nowhere")); // seen
  OK(cuLibraryGetKernel(&kernel, library, "one"));
  EXPECT(kValue, cuKernelGetName(&name, nullptr)); // seen
  EXPECT(kHandle, cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr, 0));
  EXPECT(kValue, cuKernelGetAttribute(&number, CUfunction_attribute(77), kernel, 0));
  EXPECT(kDevice, cuKernelGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, kernel, 99));
  EXPECT(kHandle,
         cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024, nullptr, 0));
  EXPECT(kValue, cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_NUM_REGS, 1024, kernel, 0));
  EXPECT(kDevice,
         cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024, kernel, 99));
  EXPECT(kValue,
         cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1 << 30, kernel, 0));
  EXPECT(kValue,
         cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1, kernel, 0));
  EXPECT(kHandle, cuKernelSetCacheConfig(nullptr, CU_FUNC_CACHE_PREFER_L1, 0));
  EXPECT(kValue, cuKernelSetCacheConfig(kernel, CUfunc_cache(77), 0));
  EXPECT(kDevice, cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 99));
  OK(cuKernelGetParamInfo(kernel, 0, &offset, nullptr));
  EXPECT(kValue, cuKernelGetParamInfo(kernel, 1, &offset, &size));
  EXPECT(kValue, cuKernelGetParamInfo(nullptr, 0, &offset, &size)); // seen
  EXPECT(kHandle, cuLibraryUnload(nullptr));
  // What of the library is destroyed with it.
  OK(cuKernelGetFunction(&f, kernel));
  OK(cuLibraryUnload(library));
}

static void functions() {
  CUmodule module = loadPtx(kText), m = nullptr;
  CUfunction f = kernelOf(module, "one");
  const char *name = nullptr;
  int number = 0;
  size_t size = 0, offset = 0;
  CUfunctionLoadingState state;
  EXPECT(kValue, cuFuncGetName(&name, nullptr)); // seen
  EXPECT(kValue, cuFuncGetModule(&m, nullptr));  // seen
  EXPECT(kHandle, cuFuncLoad(nullptr));
  EXPECT(kHandle, cuFuncIsLoaded(&state, nullptr));
  EXPECT(kHandle, cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, nullptr));
  EXPECT(kValue, cuFuncGetAttribute(&number, CUfunction_attribute(77), f));
  EXPECT(kHandle,
         cuFuncSetAttribute(nullptr, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 1024));
  EXPECT(kValue, cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_NUM_REGS, 1024));
  EXPECT(kValue, cuFuncSetAttribute(f, CUfunction_attribute(77), 1024));
  EXPECT(kHandle, cuFuncSetCacheConfig(nullptr, CU_FUNC_CACHE_PREFER_L1));
  EXPECT(kValue, cuFuncSetCacheConfig(f, CUfunc_cache(77)));
  EXPECT(kHandle, cuFuncSetSharedMemConfig(nullptr, CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
  EXPECT(kValue, cuFuncSetSharedMemConfig(f, CUsharedconfig(77)));
  EXPECT(kValue, cuFuncGetParamInfo(f, 1, &offset, &size));
  EXPECT(kValue, cuFuncGetParamInfo(nullptr, 0, &offset, &size)); // seen
  int grid = 0, block = 0;
  size_t bytes = 0;
  auto none = [](int) { return size_t(0); };
  EXPECT(kHandle, cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, nullptr, 64, 0));
  EXPECT(kValue, cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, f, 0, 0));
  EXPECT(kValue, cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, f, -1, 0));
  EXPECT(kValue, cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&number, f, 64, 0, 0x10));
  EXPECT(kHandle, cuOccupancyMaxPotentialBlockSize(&grid, &block, nullptr, none, 0, 0));
  OK(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, nullptr, 0, 0));
  EXPECT(kValue, cuOccupancyMaxPotentialBlockSize(&grid, &block, f, nullptr, 0, -1));
  EXPECT(kValue, cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, f, none, 0, 0, 0x10));
  if (!onNvidia()) // crashes
    EXPECT(kHandle, cuOccupancyAvailableDynamicSMemPerBlock(&bytes, nullptr, 1, 64));
  EXPECT(kValue, cuOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 0, 64));
  EXPECT(kValue, cuOccupancyAvailableDynamicSMemPerBlock(&bytes, f, -1, 64));
  EXPECT(kValue, cuOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 1, 0));
  EXPECT(kValue, cuOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 1, -1));
  EXPECT(kValue, cuOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 1, 2000));
  EXPECT(kValue, cuOccupancyAvailableDynamicSMemPerBlock(&bytes, f, 1000, 1024));
  CUlaunchConfig config{};
  config.gridDimX = config.gridDimY = config.gridDimZ = 1;
  config.blockDimX = config.blockDimY = config.blockDimZ = 1;
  EXPECT(kValue, cuOccupancyMaxActiveClusters(&number, f, nullptr));
  EXPECT(kValue, cuOccupancyMaxActiveClusters(&number, nullptr, &config)); // seen
  EXPECT(kValue, cuOccupancyMaxPotentialClusterSize(&number, f, nullptr));
  EXPECT(kValue, cuOccupancyMaxPotentialClusterSize(&number, nullptr, &config)); // seen
  OK(cuModuleUnload(module));
}

/// Of what is only met in a list some facts are not known (seen which).
static void unloaded() {
  CUmodule module = loadPtx(kText);
  CUfunction all[2] = {};
  CUfunctionLoadingState state = CUfunctionLoadingState(77);
  int number = 0;
  OK(cuModuleEnumerateFunctions(all, 2, module));
  OK(cuFuncIsLoaded(&state, all[0]));
  EQUAL(CU_FUNCTION_LOADING_STATE_UNLOADED, state);
  constexpr CUfunction_attribute kLater[] = {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                                             CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
                                             CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES};
  for (CUfunction_attribute a : kLater)
    EXPECT(CUDA_ERROR_FUNCTION_NOT_LOADED, cuFuncGetAttribute(&number, a, all[0]));
  OK(cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, all[0]));
  OK(cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_PTX_VERSION, all[0]));
  OK(cuFuncLoad(all[0]));
  for (CUfunction_attribute a : kLater)
    OK(cuFuncGetAttribute(&number, a, all[0]));
  OK(cuModuleUnload(module));
}

int main() {
  inChildren({{"modules", modules},
              {"libraries", libraries},
              {"functions", functions},
              {"unloaded", unloaded}});
  return finish("RefusedCode");
}
