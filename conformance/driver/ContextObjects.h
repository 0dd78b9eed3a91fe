// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Something of everything in the primary context.
#pragma once

#include "Check.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

inline const char *const kSource = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                   ".global .u32 g;\n.global .texref t;\n"
                                   ".visible .entry set(.param .u64 p, .param .u32 v) {\n"
                                   "  .reg .u64 %a;\n  .reg .u32 %v;\n"
                                   "  ld.param.u64 %a, [p];\n  ld.param.u32 %v, [v];\n"
                                   "  st.global.u32 [%a], %v;\n  ret;\n}\n";

/// Something of everything in the primary context, which is current to nobody then.
struct Fixture {
  CUcontext context = usePrimary();
  CUstream stream = nullptr, other = nullptr;
  CUevent first = nullptr, second = nullptr;
  CUdeviceptr a = 0, b = 0, c = 0, managed = 0;
  void *pinned = nullptr;
  CUmemoryPool pool = nullptr;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CUarray array = nullptr;
  CUmipmappedArray mipmap = nullptr;
  CUtexObject texture = 0;

  Fixture() {
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&first, 0));
    OK(cuEventCreate(&second, 0));
    OK(cuEventRecord(first, stream));
    OK(cuEventRecord(second, stream));
    for (CUdeviceptr *each : {&a, &b, &c})
      OK(cuMemAlloc(each, 4096));
    OK(cuMemsetD8(b, 0, 4096));
    OK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemHostAlloc(&pinned, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    OK(cuModuleLoadData(&module, kSource));
    OK(cuModuleGetFunction(&function, module, "set"));
    OK(cuLibraryLoadData(&library, kSource, nullptr, nullptr, 0, nullptr, nullptr, 0));
    OK(cuLibraryGetKernel(&kernel, library, "set"));
    CUDA_ARRAY_DESCRIPTOR plane = {32, 32, CU_AD_FORMAT_FLOAT, 1};
    OK(cuArrayCreate(&array, &plane));
    CUDA_ARRAY3D_DESCRIPTOR levels = {32, 32, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    OK(cuMipmappedArrayCreate(&mipmap, &levels, 2));
    CUDA_RESOURCE_DESC resource = {};
    resource.resType = CU_RESOURCE_TYPE_ARRAY;
    resource.res.array.hArray = array;
    CUDA_TEXTURE_DESC how = {};
    OK(cuTexObjectCreate(&texture, &resource, &how, nullptr));
    OK(cuCtxSynchronize());
  }
};

inline void launch(CUfunction function, CUdeviceptr where, unsigned value, CUstream stream,
                   CUresult expected) {
  void *params[] = {&where, &value};
  EXPECT(expected, cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, params, nullptr));
}

inline unsigned wordAt(CUdeviceptr where, CUstream stream) {
  unsigned word = ~0u;
  OK(cuMemcpyDtoHAsync(&word, where, sizeof word, stream));
  OK(cuStreamSynchronize(stream));
  return word;
}
