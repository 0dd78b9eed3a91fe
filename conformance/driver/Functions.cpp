// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions and kernels of libraries: managed variables, settings; occupancy with flags and of
// clusters.
#include "Libraries.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

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

int main() {
  inChild("managed", [] {
    usePrimary();
    managed();
  });
  inChild("kernels", [] {
    usePrimary();
    kernels();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("occupancy", [] {
    usePrimary();
    occupancy();
  });
  inChild("clusters", [] {
    usePrimary();
    clusters();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      kernels();
      occupancy();
      clusters();
    });
  });
  return finish("Functions");
}
