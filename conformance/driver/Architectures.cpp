// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Limits and occupancy follow the compute capability, as the programming guide tabulates it. On the
// CPU the test is run once for each that ANYWARP_DEVICE_MODEL can name.
#include "Check.h"

namespace {
struct Row { // of the guide's tables "Technical Specifications per Compute Capability"
  int capability, warps, blocks, sharedKB, optInKB;
};
} // namespace
static constexpr Row kRows[] = {
    {75, 32, 16, 64, 64},    {80, 64, 32, 164, 163},  {86, 48, 16, 100, 99},
    {87, 48, 16, 164, 163},  {89, 48, 24, 100, 99},   {90, 64, 32, 228, 227},
    {100, 64, 32, 228, 227}, {103, 64, 32, 228, 227}, {110, 48, 24, 228, 227},
    {120, 48, 24, 100, 99},  {121, 48, 24, 100, 99}};

static int attribute(CUdevice_attribute which) {
  int value = -1;
  OK(cuDeviceGetAttribute(&value, which, 0));
  return value;
}

int main() {
  usePrimary();
  int capability = attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
                   attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  if (const char *wanted = std::getenv("ANYWARP_DEVICE_MODEL"))
    EQUAL(std::atoi(wanted + 3), capability);
  EXPECT(attribute(CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE) ? CUDA_SUCCESS
                                                                     : CUDA_ERROR_NOT_SUPPORTED,
         cuCtxResetPersistingL2Cache());
  for (const Row &row : kRows) {
    if (row.capability != capability)
      continue;
    EQUAL(row.warps * 32, attribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
    EQUAL(row.blocks, attribute(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR));
    EQUAL(row.sharedKB << 10, attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
    EQUAL(row.optInKB << 10, attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
    EQUAL(row.capability >= 90, attribute(CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH));
    CUmodule module = loadPtx(kIotaPtx);
    CUfunction empty = kernelOf(module, "empty");
    int blocks = 0, grid = 0, best = 0;
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 32, 0));
    EQUAL(row.blocks, blocks); // small blocks: their number bounds
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 512, 0));
    EQUAL(row.warps / 16, blocks);
    OK(cuOccupancyMaxPotentialBlockSize(&grid, &best, empty, nullptr, 0, 0));
    EQUAL(row.warps * 32, grid / attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT) * best);
    // As much dynamic shared memory as there is, and no more.
    OK(cuFuncSetAttribute(empty, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                          row.optInKB << 10));
    EXPECT(CUDA_ERROR_INVALID_VALUE,
           cuFuncSetAttribute(empty, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                              (row.optInKB << 10) + 1));
    OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, empty, 64, size_t(row.optInKB) << 10));
    EQUAL(1, blocks);
    OK(cuLaunchKernel(empty, 1, 1, 1, 64, 1, 1, unsigned(row.optInKB) << 10, nullptr, nullptr,
                      nullptr));
    OK(cuCtxSynchronize());
    // Code for a newer architecture does not run.
    for (int newer : {120, 121}) {
      CUmodule refused = nullptr;
      std::string ptx = ".version 8.8\n.target sm_" + std::to_string(newer) +
                        "\n.address_size 64\n.visible .entry k() { ret; }\n";
      CHECK((cuModuleLoadData(&refused, ptx.c_str()) == CUDA_SUCCESS) == (capability >= newer));
    }
    OK(cuModuleUnload(module));
  }
  return finish("Architectures");
}
