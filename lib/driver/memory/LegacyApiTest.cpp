// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture references and launches in steps, as programs of CUDA 3 and 4 have them; green contexts,
// external memory and what else several manuals' sections share.
#include <sys/mman.h>
#include <unistd.h>

#include "driver/TestSupport.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

namespace anywarp::driver {
namespace {

using LegacyApi = DeviceTest;
using ResourceApi = DeviceTest;

TEST_F(LegacyApi, TextureReferencesKeepWhatTheyAreTold) {
  CUtexref reference;
  OK(cuTexRefCreate(&reference));
  const CUdeviceptr memory = words(64);
  size_t offset = 1;
  OK(cuTexRefSetFormat(reference, CU_AD_FORMAT_FLOAT, 1));
  OK(cuTexRefSetAddress(&offset, reference, memory, 256));
  EXPECT_EQ(0u, offset);
  CUdeviceptr seen;
  OK(cuTexRefGetAddress(&seen, reference));
  EXPECT_EQ(memory, seen);
  CUarray_format format;
  int channels;
  OK(cuTexRefGetFormat(&format, &channels, reference));
  EXPECT_EQ(CU_AD_FORMAT_FLOAT, format);
  EXPECT_EQ(1, channels);
  OK(cuTexRefSetAddressMode(reference, 0, CU_TR_ADDRESS_MODE_CLAMP));
  CUaddress_mode mode;
  OK(cuTexRefGetAddressMode(&mode, reference, 0));
  EXPECT_EQ(CU_TR_ADDRESS_MODE_CLAMP, mode);
  OK(cuTexRefSetFilterMode(reference, CU_TR_FILTER_MODE_LINEAR));
  CUfilter_mode filter;
  OK(cuTexRefGetFilterMode(&filter, reference));
  EXPECT_EQ(CU_TR_FILTER_MODE_LINEAR, filter);
  OK(cuTexRefSetFlags(reference, CU_TRSF_NORMALIZED_COORDINATES));
  unsigned flags;
  OK(cuTexRefGetFlags(&flags, reference));
  EXPECT_EQ(unsigned(CU_TRSF_NORMALIZED_COORDINATES), flags);
  OK(cuTexRefSetMaxAnisotropy(reference, 4));
  int anisotropy;
  OK(cuTexRefGetMaxAnisotropy(&anisotropy, reference));
  EXPECT_EQ(4, anisotropy);
  float color[4] = {1, 2, 3, 4}, seenColor[4] = {};
  OK(cuTexRefSetBorderColor(reference, color));
  OK(cuTexRefGetBorderColor(seenColor, reference));
  EXPECT_EQ(3.0f, seenColor[2]);
  CUDA_ARRAY_DESCRIPTOR plane = {16, 4, CU_AD_FORMAT_FLOAT, 1};
  OK(cuTexRefSetAddress2D(reference, &plane, memory, 64));
  CUarray array, bound;
  OK(cuArrayCreate(&array, &plane));
  OK(cuTexRefSetArray(reference, array, CU_TRSA_OVERRIDE_FORMAT));
  OK(cuTexRefGetArray(&bound, reference));
  EXPECT_EQ(array, bound);
  OK(cuTexRefDestroy(reference));
  OK(cuArrayDestroy(array));
  OK(cuMemFree(memory));
}

TEST_F(LegacyApi, LaunchesInSteps) {
  CUmodule module;
  OK(cuModuleLoadData(&module, kKernels));
  const CUfunction fill = kernel(module, "fill");
  CUdeviceptr memory = words(4);
  OK(cuFuncSetBlockShape(fill, 4, 1, 1));
  OK(cuFuncSetSharedSize(fill, 0));
  OK(cuParamSetSize(fill, 16));
  OK(cuParamSetv(fill, 0, &memory, 8));
  OK(cuParamSeti(fill, 8, 30));
  OK(cuParamSeti(fill, 12, 4));
  OK(cuLaunch(fill));
  EXPECT_EQ((std::vector<unsigned>{30, 31, 32, 33}), read(memory, 4));
  OK(cuParamSeti(fill, 8, 50));
  OK(cuLaunchGrid(fill, 1, 1));
  OK(cuParamSeti(fill, 12, 1));
  OK(cuLaunchGridAsync(fill, 1, 1, nullptr));
  EXPECT_EQ(53u, read(memory, 4)[3]);
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
}

TEST_F(ResourceApi, GreenContextsHaveAPartOfTheDevice) {
  CUdevResource all = {}, half = {}, rest = {}, seen = {};
  OK(cuDeviceGetDevResource(device_, &all, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_GT(all.sm.smCount, 0u);
  unsigned groups = 1;
  OK(cuDevSmResourceSplitByCount(&half, &groups, &all, &rest, 0, 8));
  EXPECT_EQ(1u, groups);
  EXPECT_GE(half.sm.smCount, 8u);
  CUdevResourceDesc description;
  OK(cuDevResourceGenerateDesc(&description, &half, 1));
  CUgreenCtx green;
  OK(cuGreenCtxCreate(&green, description, device_, CU_GREEN_CTX_DEFAULT_STREAM));
  OK(cuGreenCtxGetDevResource(green, &seen, CU_DEV_RESOURCE_TYPE_SM));
  EXPECT_EQ(half.sm.smCount, seen.sm.smCount);
  CUcontext context;
  OK(cuCtxFromGreenCtx(&context, green));
  CUstream stream;
  OK(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  CUgreenCtx owner;
  OK(cuStreamGetGreenCtx(stream, &owner));
  EXPECT_EQ(green, owner);
  CUevent event;
  OK(cuEventCreate(&event, CU_EVENT_DEFAULT));
  OK(cuGreenCtxRecordEvent(green, event));
  OK(cuGreenCtxWaitEvent(green, event));
  OK(cuEventDestroy(event));
  OK(cuStreamDestroy(stream));
  OK(cuGreenCtxDestroy(green));
}

TEST_F(ResourceApi, ExternalMemoryIsAFileOfAnother) {
  const int file = memfd_create("test", 0);
  ASSERT_EQ(0, ftruncate(file, 65536));
  CUDA_EXTERNAL_MEMORY_HANDLE_DESC wanted = {};
  wanted.type = CU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD;
  wanted.handle.fd = dup(file);
  wanted.size = 65536;
  CUexternalMemory memory;
  OK(cuImportExternalMemory(&memory, &wanted)); // the descriptor is the driver's now
  CUDA_EXTERNAL_MEMORY_BUFFER_DESC part = {};
  part.size = 4096;
  CUdeviceptr mapped;
  OK(cuExternalMemoryGetMappedBuffer(&mapped, memory, &part));
  OK(cuMemsetD32(mapped, 12, 4));
  OK(cuCtxSynchronize());
  unsigned word = 0;
  EXPECT_EQ(4, pread(file, &word, 4, 8));
  EXPECT_EQ(12u, word);
  OK(cuMemFree(mapped));
  OK(cuDestroyExternalMemory(memory));
  wanted.size = 0;
  FAILS(INVALID_VALUE, cuImportExternalMemory(&memory, &wanted));
  close(file);
}

TEST_F(ResourceApi, MemoryAndEventsHaveHandlesForOtherProcesses) {
  const CUdeviceptr memory = words(64);
  CUipcMemHandle handle;
  OK(cuIpcGetMemHandle(&handle, memory));
  CUevent event;
  OK(cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
  CUipcEventHandle eventHandle;
  OK(cuIpcGetEventHandle(&eventHandle, event));
  FAILS(INVALID_VALUE, cuEventCreate(&event, CU_EVENT_INTERPROCESS)); // must not have times
  OK(cuMemFree(memory));
}

} // namespace
} // namespace anywarp::driver
