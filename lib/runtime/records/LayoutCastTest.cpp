// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the runtime hands to the driver unchanged: the same fields at the same places, the same
// numbers for the same meanings.
#include "runtime/records/LayoutCast.h"

#include <cstddef>

#include <gtest/gtest.h>

using namespace anywarp::runtime;

#define SAME_HANDLE(ours, theirs)
#define SAME_TYPE(ours, theirs)                                                                    \
  static_assert(sizeof(ours) == sizeof(theirs) && alignof(ours) == alignof(theirs), #ours);
#define SAME_FIELD(ours, field, theirs, theirField)                                                \
  static_assert(offsetof(ours, field) == offsetof(theirs, theirField) &&                           \
                    sizeof(static_cast<ours *>(nullptr)->field) ==                                 \
                        sizeof(static_cast<theirs *>(nullptr)->theirField),                        \
                #ours "::" #field);
#define SAME_VALUE(ours, theirs)                                                                   \
  static_assert(static_cast<long>(ours) == static_cast<long>(theirs), #ours);
// The rows of spec/runtime with Same.
#include "runtime/Same.inc"

// Values whose names differ too much for the tables.
SAME_VALUE(cudaFuncAttributeMaxDynamicSharedMemorySize,
           CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
SAME_VALUE(cudaDriverEntryPointVersionNotSufficent, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT)
SAME_VALUE(cudaDevAttrMaxTexture2DWidth, CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH)

// Nodes of these types have the same fields in both APIs.
SAME_FIELD(cudaGraphNodeParams, eventWait, CUgraphNodeParams, eventWait)
SAME_FIELD(cudaGraphNodeParams, eventRecord, CUgraphNodeParams, eventRecord)
SAME_FIELD(cudaGraphNodeParams, host, CUgraphNodeParams, host)
SAME_FIELD(cudaGraphNodeParams, graph, CUgraphNodeParams, graph)
SAME_FIELD(cudaGraphNodeParams, extSemSignal, CUgraphNodeParams, extSemSignal)
SAME_FIELD(cudaGraphNodeParams, extSemWait, CUgraphNodeParams, extSemWait)
SAME_FIELD(cudaGraphNodeParams, alloc, CUgraphNodeParams, alloc)
SAME_FIELD(cudaGraphNodeParams, free, CUgraphNodeParams, free)

TEST(LayoutCast, passesThePointerOn) {
  cudaMemLocation location = {cudaMemLocationTypeDevice, 3};
  const auto *same = layoutCast<CUmemLocation>(&location);
  EXPECT_EQ(same->type, CU_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(same->id, 3);
}

TEST(LayoutCast, passesValuesInTheDriversTypes) {
  cudaMemLocation location = {cudaMemLocationTypeHostNuma, 5};
  CUmemLocation same = passed<CUmemLocation>(location);
  EXPECT_EQ(same.type, CU_MEM_LOCATION_TYPE_HOST_NUMA);
  EXPECT_EQ(same.id, 5);
  void *pointer = &location;
  EXPECT_EQ(passed<CUdeviceptr>(pointer), reinterpret_cast<uintptr_t>(&location));
  EXPECT_EQ(passed<unsigned char>(0x1ff), 0xff); // as cudaMemset takes its value
}
