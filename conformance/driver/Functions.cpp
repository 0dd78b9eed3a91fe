// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and kernels of libraries: loading, from where they can be loaded, settings; occupancy
// with flags and of clusters.
#include "Check.h"
#include "FatBinary.h"
#include <fstream>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static const std::string kText = std::string(kPtxHead) + R"(
.visible .global .align 4 .u32 counter = 41;
.visible .global .attribute(.managed) .align 8 .b8 shared[24];
.visible .entry bump() {
  .reg .u32 %r;
  ld.global.u32 %r, [counter];
  add.u32 %r, %r, 1;
  st.global.u32 [counter], %r;
  st.global.u32 [shared], %r;
  ret;
}
.visible .entry params(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .u16 d) { ret; }
)";

static CUlibrary load(const std::string &text = kText) {
  CUlibrary library = nullptr;
  OK(cuLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  return library;
}

static CUkernel kernelIn(CUlibrary library, const char *name) {
  CUkernel kernel = nullptr;
  OK(cuLibraryGetKernel(&kernel, library, name));
  return kernel;
}

static void loading() {
  CUmodule module = loadPtx(kText);
  CUfunction bump = kernelOf(module, "bump");
  CUfunctionLoadingState state = CUfunctionLoadingState(77);
  OK(cuFuncIsLoaded(&state, bump));
  CHECK(state == CU_FUNCTION_LOADING_STATE_LOADED || state == CU_FUNCTION_LOADING_STATE_UNLOADED);
  OK(cuFuncLoad(bump));
  OK(cuFuncIsLoaded(&state, bump));
  EQUAL(CU_FUNCTION_LOADING_STATE_LOADED, state);
  OK(cuFuncLoad(bump)); // again
  OK(launch1(bump, 1, 1, {}));
  OK(cuCtxSynchronize());
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuFuncLoad(nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuFuncIsLoaded(&state, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncIsLoaded(nullptr, bump));
  // A launch loads.
  CUfunction params = kernelOf(module, "params");
  char a = 0, c[12] = {};
  long long b = 0;
  short d = 0;
  OK(launch1(params, 1, 1, {&a, &b, c, &d}));
  OK(cuFuncIsLoaded(&state, params));
  EQUAL(CU_FUNCTION_LOADING_STATE_LOADED, state);
  OK(cuModuleUnload(module));
}

static void enumerated() {
  CUmodule module = loadPtx(kText);
  CUfunction functions[3] = {nullptr, nullptr, nullptr};
  OK(cuModuleEnumerateFunctions(functions, 2, module));
  CUfunction bump = kernelOf(module, "bump"), params = kernelOf(module, "params");
  CHECK((functions[0] == bump && functions[1] == params) ||
        (functions[0] == params && functions[1] == bump));
  functions[0] = functions[1] = nullptr;
  OK(cuModuleEnumerateFunctions(functions, 1, module));
  CHECK(functions[0] && !functions[1]);
  OK(cuModuleEnumerateFunctions(functions, 3, module)); // more than there are
  CHECK(functions[1] && !functions[2]);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleEnumerateFunctions(nullptr, 2, module));
  OK(cuModuleEnumerateFunctions(functions, 0, module)); // seen
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuModuleEnumerateFunctions(functions, 2, nullptr));
  OK(cuModuleUnload(module));
}

static void images() {
  CUmodule module = nullptr;
  std::string fat = fatBinary(kText, 70), foreign = fatBinary(kText, 250);
  OK(cuModuleLoadFatBinary(&module, fat.data()));
  OK(launch1(kernelOf(module, "bump"), 1, 1, {}));
  CUdeviceptr counter = 0;
  unsigned value = 0;
  OK(cuModuleGetGlobal(&counter, nullptr, module, "counter"));
  OK(cuMemcpyDtoH(&value, counter, 4));
  EQUAL(42, value);
  OK(cuModuleUnload(module));
  OK(cuModuleLoadFatBinary(&module, kText.c_str())); // seen: any image
  OK(cuModuleUnload(module));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadFatBinary(&module, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuModuleLoadFatBinary(nullptr, fat.data()));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, cuModuleLoadFatBinary(&module, "\x01\x02\x03\x04garbage"));
  EXPECT(CUDA_ERROR_NO_BINARY_FOR_GPU, cuModuleLoadFatBinary(&module, foreign.data()));

  char path[] = "/tmp/conformance-XXXXXX";
  CHECK(close(mkstemp(path)) == 0);
  auto fromFile = [&](const std::string &contents) {
    std::ofstream(path, std::ios::binary) << contents;
    CUlibrary library = nullptr;
    CUkernel bump = nullptr;
    if (CUresult result =
            cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0))
      return result;
    CUresult result = cuLibraryGetKernel(&bump, library, "bump"); // what is wrong may be told here
    if (!result)
      OK(launch1(reinterpret_cast<CUfunction>(bump), 1, 1, {}));
    OK(cuLibraryUnload(library));
    return result;
  };
  OK(fromFile(kText));
  OK(fromFile(fat));
  EXPECT(CUDA_ERROR_INVALID_PTX,
         fromFile(std::string(kPtxHead) + ".visible .entry bump() { nonsense; }"));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, fromFile("garbage"));
  EXPECT(CUDA_ERROR_INVALID_IMAGE, fromFile(""));
  EXPECT(CUDA_ERROR_NO_BINARY_FOR_GPU, fromFile(foreign));
  std::ofstream(path, std::ios::binary) << kText;
  CUlibrary library = nullptr;
  CUlibraryOption option = CU_LIBRARY_BINARY_IS_PRESERVED;
  void *one = reinterpret_cast<void *>(1);
  OK(cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryUnload(library));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // of data only
         cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, &option, &one, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadFromFile(nullptr, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 1, nullptr, nullptr, 0));
  if (!onNvidia()) // crashes
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 1));
  unlink(path);
  EXPECT(CUDA_ERROR_FILE_NOT_FOUND,
         cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
}

/// What cannot be loaded is a library that says so when something of it is asked for (all seen).
static void brokenLibraries() {
  const std::string bad = std::string(kPtxHead) + ".visible .entry bump() { nonsense; }",
                    high = ".version 8.7\n.target sm_120\n.address_size 64\n"
                           ".visible .entry bump() { ret; }\n",
                    version = ".version 99.0\n.target sm_70\n.address_size 64\n"
                              ".visible .entry bump() { ret; }\n",
                    missing = std::string(kPtxHead) +
                              ".extern .func f();\n.visible .entry bump() { call f, (); ret; }\n",
                    garbage(100, 'x');
  const struct {
    const std::string &image;
    CUresult why;
  } kImages[] = {{bad, CUDA_ERROR_INVALID_PTX},
                 {high, CUDA_ERROR_INVALID_PTX},
                 {version, CUDA_ERROR_UNSUPPORTED_PTX_VERSION},
                 {missing, CUDA_ERROR_INVALID_PTX},
                 {garbage, CUDA_ERROR_INVALID_IMAGE}};
  for (const auto &[image, why] : kImages) {
    CUlibrary library = nullptr;
    CUkernel kernel = nullptr, kernels[2] = {};
    CUmodule module = nullptr;
    CUdeviceptr address = 0;
    size_t bytes = 0;
    unsigned count = 77;
    OK(cuLibraryLoadData(&library, image.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    CHECK(library != nullptr);
    for (int twice = 0; twice < 2; ++twice)
      EXPECT(why, cuLibraryGetKernel(&kernel, library, "bump"));
    EXPECT(why, cuLibraryGetKernel(&kernel, library, "none"));
    EXPECT(why, cuLibraryGetModule(&module, library));
    EXPECT(why, cuLibraryGetGlobal(&address, &bytes, library, "counter"));
    EXPECT(why, cuLibraryGetManaged(&address, &bytes, library, "shared"));
    OK(cuLibraryGetKernelCount(&count, library));
    EQUAL(0, count);
    OK(cuLibraryEnumerateKernels(kernels, 2, library));
    CHECK(!kernels[0]);
    OK(cuLibraryUnload(library));
  }
  // The logs are written by the call that loads.
  char log[2048] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUlibrary library = nullptr;
  OK(cuLibraryLoadData(&library, bad.c_str(), options, values, 2, nullptr, nullptr, 0));
  CHECK(std::strstr(log, "nonsense"));
  OK(cuLibraryUnload(library));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
}

/// Machine code for another GPU: a cubin's header, which is as far as it is read.
static void foreignCode() {
  std::string cubin(256, '\0');
  std::memcpy(cubin.data(),
              "\x7f"
              "ELF\2\1\1\x33\7",
              9);
  cubin[16] = 2;         // ET_EXEC
  cubin[18] = char(190); // EM_CUDA
  cubin[48] = 30;        // sm_30
  CUmodule module;
  CUlibrary library;
  CUkernel kernel;
  char log[2048] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  const CUresult why = CUDA_ERROR_NO_BINARY_FOR_GPU;
  EXPECT(why, cuModuleLoadDataEx(&module, cubin.data(), 2, options, values));
  if (!onNvidia()) // whose log is empty
    CHECK(std::strstr(log, "machine code for sm_30"));
  OK(cuLibraryLoadData(&library, cubin.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(why, cuLibraryGetKernel(&kernel, library, "bump"));
  OK(cuLibraryUnload(library));
}

static void managed() {
  CUlibrary library = load();
  CUdeviceptr shared = 0;
  size_t bytes = 0;
  OK(cuLibraryGetManaged(&shared, &bytes, library, "shared"));
  EQUAL(24, bytes);
  OK(launch1(reinterpret_cast<CUfunction>(kernelIn(library, "bump")), 1, 1, {}));
  OK(cuCtxSynchronize());
  EQUAL(42, *reinterpret_cast<unsigned *>(shared));
  OK(cuLibraryGetManaged(nullptr, &bytes, library, "shared"));
  OK(cuLibraryGetManaged(&shared, nullptr, library, "shared"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuLibraryGetManaged(&shared, &bytes, library, "counter"));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuLibraryGetManaged(&shared, &bytes, library, "nothing"));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLibraryGetManaged(&shared, &bytes, library, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLibraryGetManaged(&shared, &bytes, nullptr, "shared"));
  OK(cuLibraryUnload(library));
}

static void kernels() {
  CUlibrary library = load();
  CUkernel params = kernelIn(library, "params"), bump = kernelIn(library, "bump");
  size_t offset = 0, size = 0;
  const size_t offsets[] = {0, 8, 16, 28}, sizes[] = {1, 8, 12, 2};
  for (size_t i = 0; i < 4; ++i) {
    OK(cuKernelGetParamInfo(params, i, &offset, &size));
    EQUAL(offsets[i], offset);
    EQUAL(sizes[i], size);
  }
  OK(cuKernelGetParamInfo(params, 3, &offset, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelGetParamInfo(params, 4, &offset, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelGetParamInfo(bump, 0, &offset, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelGetParamInfo(params, 0, nullptr, &size));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncGetParamInfo(nullptr, 0, &offset, &size));   // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelGetParamInfo(nullptr, 0, &offset, &size)); // seen

  constexpr auto kDynamic = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
  auto withShared = [](CUfunction f, unsigned bytes) {
    return cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, bytes, nullptr, nullptr, nullptr);
  };
  auto asFunction = reinterpret_cast<CUfunction>(bump);
  CUfunction function = nullptr;
  int value = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, withShared(asFunction, 60000));
  OK(cuKernelSetAttribute(kDynamic, 60000, bump, 0));
  OK(cuKernelGetAttribute(&value, kDynamic, bump, 0));
  EQUAL(60000, value);
  OK(withShared(asFunction, 60000));
  EXPECT(CUDA_ERROR_INVALID_VALUE, withShared(asFunction, 60004));
  OK(cuKernelGetFunction(&function, bump));
  OK(cuFuncGetAttribute(&value, kDynamic, function));
  EQUAL(60000, value);
  // What is set of the function is its own, whatever is set of the kernel before or after.
  OK(cuFuncSetAttribute(function, kDynamic, 50000));
  OK(cuKernelGetAttribute(&value, kDynamic, bump, 0));
  EQUAL(60000, value);
  OK(cuKernelSetAttribute(kDynamic, 55000, bump, 0));
  OK(cuKernelGetAttribute(&value, kDynamic, bump, 0));
  EQUAL(55000, value);
  OK(cuFuncGetAttribute(&value, kDynamic, function));
  EQUAL(50000, value);
  OK(withShared(function, 50000));
  EXPECT(CUDA_ERROR_INVALID_VALUE, withShared(function, 50004));
  EXPECT(CUDA_ERROR_INVALID_VALUE, withShared(asFunction, 50004));
  OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 30, bump, 0));
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, function));
  EQUAL(30, value); // the others still follow
  OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 100, bump, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 101, bump, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelSetAttribute(kDynamic, 300 << 10, bump, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelSetAttribute(kDynamic, -1, bump, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_NUM_REGS, 8, bump, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelSetAttribute(CUfunction_attribute(99), 8, bump, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuKernelSetAttribute(kDynamic, 8, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuKernelSetAttribute(kDynamic, 8, bump, 99));

  // Caches and banks are hints: the call is checked, the kernel runs as before.
  for (int config = CU_FUNC_CACHE_PREFER_NONE; config <= CU_FUNC_CACHE_PREFER_EQUAL; ++config) {
    OK(cuFuncSetCacheConfig(function, CUfunc_cache(config)));
    OK(cuKernelSetCacheConfig(bump, CUfunc_cache(config), 0));
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetCacheConfig(function, CUfunc_cache(4)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuKernelSetCacheConfig(bump, CUfunc_cache(4), 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuFuncSetCacheConfig(nullptr, CU_FUNC_CACHE_PREFER_L1));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuKernelSetCacheConfig(nullptr, CU_FUNC_CACHE_PREFER_L1, 0));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuKernelSetCacheConfig(bump, CU_FUNC_CACHE_PREFER_L1, 99));
  for (int config = 0; config <= CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE; ++config)
    OK(cuFuncSetSharedMemConfig(function, CUsharedconfig(config)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetSharedMemConfig(function, CUsharedconfig(3)));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuFuncSetSharedMemConfig(nullptr, CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE));
  OK(withShared(asFunction, 0));
  OK(cuCtxSynchronize());
  OK(cuLibraryUnload(library));
}

// -- Occupancy ------------------------------------------------------------------------------------

static size_t CUDA_CB sharedOf(int block) { return size_t(block) * 64; }

static void occupancy() {
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(module, "empty");
  int plain = -1, flagged = -1, grid = 0, block = 0;
  for (unsigned flags : {CU_OCCUPANCY_DEFAULT, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE})
    for (int threads : {1, 32, 33, 128, 1024}) {
      OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&plain, empty, threads, 1000));
      OK(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&flagged, empty, threads, 1000,
                                                              flags));
      EQUAL(plain, flagged);
    }
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&plain, empty, 32, 0, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&plain, empty, 0, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&plain, empty, -1, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(nullptr, empty, 32, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&plain, nullptr, 32, 0, 0));

  int processors = 0;
  OK(cuDeviceGetAttribute(&processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
  for (unsigned flags : {CU_OCCUPANCY_DEFAULT, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE}) {
    OK(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, empty, nullptr, 0, 0, flags));
    EQUAL(1024, block);
    EQUAL(2 * processors, grid);
  }
  OK(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, empty, nullptr, 0, 33, 0));
  EQUAL(33, block); // 32 blocks of either fit, and these have more threads
  OK(cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, empty, sharedOf, 0, 0, 0));
  CHECK(block > 0 && block <= 768 && block % 32 == 0); // 48 kB hold 768 threads' share
  int known = 0;
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&known, empty, block, sharedOf(block)));
  EQUAL(known * processors, grid);
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, empty, nullptr, 0, 0, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, empty, nullptr, 0, -1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxPotentialBlockSizeWithFlags(nullptr, &block, empty, nullptr, 0, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, nullptr, empty, nullptr, 0, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE,
         cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, nullptr, nullptr, 0, 0, 0));
  OK(cuModuleUnload(module));
}

static void clusters() {
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(module, "empty");
  CUlaunchAttribute attribute{};
  attribute.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
  CUlaunchConfig config{};
  config.gridDimX = 64;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 128;
  int size = 0, count = 0;
  OK(cuOccupancyMaxPotentialClusterSize(&size, empty, &config));
  EQUAL(8, size); // the portable bound
  OK(cuFuncSetAttribute(empty, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1));
  OK(cuOccupancyMaxPotentialClusterSize(&size, empty, &config));
  CHECK(size == 8 || size == 16);
  OK(cuFuncSetAttribute(empty, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 0));
  config.attrs = &attribute;
  config.numAttrs = 1;
  auto active = [&](unsigned x, unsigned y = 1) {
    attribute.value.clusterDim = {x, y, 1};
    return cuOccupancyMaxActiveClusters(&count, empty, &config);
  };
  int before = 0;
  for (unsigned x : {1u, 2u, 4u, 8u}) {
    OK(active(x));
    CHECK(count > 0 && (!before || count <= before));
    before = count;
  }
  EXPECT(CUDA_ERROR_INVALID_CLUSTER_SIZE, active(16));
  EXPECT(CUDA_ERROR_INVALID_CLUSTER_SIZE, active(3)); // 64 are not whole clusters
  EXPECT(CUDA_ERROR_INVALID_CLUSTER_SIZE, active(2, 2));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(nullptr, empty, &config));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(&count, empty, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(&count, nullptr, &config)); // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxPotentialClusterSize(nullptr, empty, &config));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxPotentialClusterSize(&size, empty, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxPotentialClusterSize(&size, nullptr, &config));
  attribute.value.clusterDim = {2, 1, 1};
  config.blockDimX = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(&count, empty, &config));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxPotentialClusterSize(&size, empty, &config));
  config.blockDimX = 32;
  config.gridDimX = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveClusters(&count, empty, &config));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxPotentialClusterSize(&size, empty, &config));
  config.gridDimX = 64;
  // seen: what does not fit is none
  config.blockDimX = 1025;
  OK(cuOccupancyMaxActiveClusters(&count, empty, &config));
  EQUAL(0, count);
  OK(cuOccupancyMaxPotentialClusterSize(&size, empty, &config));
  EQUAL(0, size);
  config.blockDimX = 32;
  config.sharedMemBytes = 60000; // more than the kernel was allowed
  OK(cuOccupancyMaxActiveClusters(&count, empty, &config));
  EQUAL(0, count);
  OK(cuOccupancyMaxPotentialClusterSize(&size, empty, &config));
  EQUAL(0, size);
  OK(cuModuleUnload(module));
}

/// Seconds for getting some kernels of a module of `count`.
static double secondsToGet(int count, bool fromLibrary) {
  std::string text = kPtxHead;
  text += ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n";
  auto name = [](int i) { return "kernel" + std::to_string(i); };
  for (int i = 0; i < count; ++i)
    text += ".visible .entry " + name(i) + "() { ret; }\n";
  CUmodule module = fromLibrary ? nullptr : loadPtx(text);
  CUlibrary library = fromLibrary ? load(text) : nullptr;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 200; ++i)
    if (fromLibrary)
      kernelIn(library, name(count - 1 - i).c_str());
    else
      kernelOf(module, name(count - 1 - i).c_str());
  const auto end = std::chrono::steady_clock::now();
  if (fromLibrary)
    OK(cuLibraryUnload(library));
  else
    OK(cuModuleUnload(module));
  return std::chrono::duration<double>(end - start).count();
}

/// What a kernel costs does not grow with the number of kernels beside it.
static void many() {
  if (onNvidia()) // whose assembler takes its time
    return;
  for (bool fromLibrary : {false, true}) {
    double few = 1e9, all = 1e9;
    for (int i = 0; i < 3; ++i) {
      few = std::min(few, secondsToGet(200, fromLibrary));
      all = std::min(all, secondsToGet(8000, fromLibrary));
    }
    CHECK(all < few * 8); // where each walks over all, 40 times
  }
}

/// Two streams and two threads, each with a library of its own.
static void threads() {
  onTwoThreads([](int) {
    CUstream streams[2];
    for (CUstream &s : streams)
      OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 5; ++i) {
      CUlibrary library = load();
      CUkernel bump = kernelIn(library, "bump");
      OK(cuKernelSetAttribute(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 50000, bump, 0));
      CUfunction function = nullptr;
      OK(cuKernelGetFunction(&function, bump));
      OK(cuFuncLoad(function));
      for (CUstream s : streams) {
        OK(launch1(function, 1, 1, {}, s));
        OK(cuStreamSynchronize(s));
      }
      CUdeviceptr counter = 0;
      size_t bytes = 0;
      unsigned value = 0;
      OK(cuLibraryGetGlobal(&counter, &bytes, library, "counter"));
      OK(cuMemcpyDtoH(&value, counter, 4));
      EQUAL(43, value);
      OK(cuLibraryUnload(library));
    }
    for (CUstream s : streams)
      OK(cuStreamDestroy(s));
  });
}

int main() {
  inChild("loading", [] {
    usePrimary();
    loading();
  });
  inChild("enumerated", [] {
    usePrimary();
    enumerated();
  });
  inChild("images", [] {
    usePrimary();
    images();
  });
  inChild("broken libraries", [] {
    usePrimary();
    brokenLibraries();
  });
  inChild("foreign code", [] {
    usePrimary();
    foreignCode();
  });
  inChild("managed", [] {
    usePrimary();
    managed();
  });
  inChild("kernels", [] {
    usePrimary();
    kernels();
  });
  inChild("occupancy", [] {
    usePrimary();
    occupancy();
  });
  inChild("clusters", [] {
    usePrimary();
    clusters();
  });
  inChild("many", [] {
    usePrimary();
    many();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      loading();
      enumerated();
      images();
      brokenLibraries();
      foreignCode();
      kernels();
      occupancy();
      clusters();
    });
  });
  return finish("Functions");
}
