// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names and texts of errors (recorded from NVIDIA's runtime 13.0), and calls that need no driver.
#include <gtest/gtest.h>

#include "runtime/core/Driver.h"
#include "runtime/core/Entry.h"

namespace {

TEST(Init, namesOfErrors) {
  EXPECT_STREQ(::cudaGetErrorName(cudaSuccess), "cudaSuccess");
  EXPECT_STREQ(::cudaGetErrorString(cudaErrorInvalidValue), "invalid argument");
  EXPECT_STREQ(::cudaGetErrorString(cudaErrorIllegalAddress),
               "an illegal memory access was encountered");
  EXPECT_STREQ(::cudaGetErrorName(static_cast<cudaError_t>(12345)), "unrecognized error code");
  EXPECT_STREQ(::cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST(Init, errorsOfTheDriver) {
  using anywarp::runtime::toError;
  EXPECT_EQ(toError(CUDA_SUCCESS), cudaSuccess);
  EXPECT_EQ(toError(CUDA_ERROR_OUT_OF_MEMORY), cudaErrorMemoryAllocation);
  EXPECT_EQ(toError(CUDA_ERROR_NOT_FOUND), cudaErrorSymbolNotFound);
  EXPECT_EQ(toError(CUDA_ERROR_LAUNCH_FAILED), cudaErrorLaunchFailure);
  // Numbers that the runtime has no name for.
  EXPECT_EQ(toError(CUDA_ERROR_CONTEXT_ALREADY_CURRENT), cudaErrorUnknown);
}

TEST(Init, versionNeedsNoDriver) {
  int version = 0;
  EXPECT_EQ(::cudaRuntimeGetVersion(&version), cudaSuccess);
  EXPECT_EQ(version, 13000);
}

TEST(Init, lastErrorIsTheThreadsAndIsTakenOnce) {
  EXPECT_EQ(::cudaRuntimeGetVersion(nullptr), cudaErrorInvalidValue);
  EXPECT_EQ(::cudaPeekAtLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(::cudaGetLastError(), cudaErrorInvalidValue);
  EXPECT_EQ(::cudaGetLastError(), cudaSuccess);
}

TEST(Init, absentFunctionsSaySo) {
  const void *table = nullptr;
  EXPECT_EQ(::cudaGetExportTable(&table, nullptr), cudaErrorNotSupported);
  EXPECT_EQ(::cudaGetLastError(), cudaErrorNotSupported);
}

} // namespace
