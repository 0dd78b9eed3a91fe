// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Driver Entry Point Access".
#include <algorithm>

#include "driver/entry/Entry.h"
#include "support/Trace.h"

namespace anywarp::driver {

/// Functions of versions after the one that cuDriverGetVersion tells can be asked for, too.
static constexpr int kNewest = std::max({
#define AW_ENTRY_POINT(base, since, symbol) since,
#define AW_ENTRY_POINT_PER_THREAD(base, since, symbol) since,
#include "driver/EntryPoints.inc"
#undef AW_ENTRY_POINT
#undef AW_ENTRY_POINT_PER_THREAD
});

CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
                          CUdriverProcAddressQueryResult *symbolStatus) {
  constexpr cuuint64_t kLegacy = CU_GET_PROC_ADDRESS_LEGACY_STREAM;
  constexpr cuuint64_t kPerThread = CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
  *pfn = nullptr;
  int newest = 0;
  driver::cuDriverGetVersion(&newest);
  if (!symbol || (flags & ~(kLegacy | kPerThread)) || cudaVersion > std::max(newest, kNewest))
    return CUDA_ERROR_INVALID_VALUE;
  if (cudaVersion < 0) // no version is too low for a number without a sign (seen)
    cudaVersion = std::max(newest, kNewest);
  bool tooNew = false;
  *pfn = entry::findEntryPoint(symbol, cudaVersion, flags == kPerThread, tooNew);
  auto status = *pfn     ? CU_GET_PROC_ADDRESS_SUCCESS
                : tooNew ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                         : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  if (symbolStatus)
    *symbolStatus = status;
  return CUDA_SUCCESS;
}

CUresult cuGetProcAddress_v1(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags) {
  if (CUresult result = driver::cuGetProcAddress(symbol, pfn, cudaVersion, flags, nullptr))
    return result;
  return *pfn ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

/// Undocumented tables are not offered. A program that asks for one was linked with NVIDIA's static
/// runtime.
CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId) {
  *ppExportTable = nullptr;
  static bool said = [] {
    report("the program asks for an undocumented table of NVIDIA's driver, which is not offered: "
           "build it with -cudart shared, or link it with this project's libcudart_static.a");
    return true;
  }();
  (void)said;
  return CUDA_ERROR_NOT_FOUND;
}

} // namespace anywarp::driver
