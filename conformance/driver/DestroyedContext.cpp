// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is answered while a context is current that another thread has destroyed, and about its
// handle later.
#include "Check.h"

constexpr CUresult kGone = CUDA_ERROR_CONTEXT_IS_DESTROYED;

/// The current context has been destroyed by another thread.
static void current() {
  CUcontext c = nullptr, popped = nullptr;
  OK(cuCtxCreate(&c, nullptr, 0, 0));
  CUarray a = nullptr;
  CUmipmappedArray m = nullptr;
  CUDA_ARRAY_DESCRIPTOR d{16, 16, CU_AD_FORMAT_FLOAT, 1}, seen;
  CUDA_ARRAY3D_DESCRIPTOR e{16, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0}, seen3;
  OK(cuArrayCreate(&a, &d));
  OK(cuMipmappedArrayCreate(&m, &e, 2));
  CUlibrary library;
  CUkernel kernel;
  OK(cuLibraryLoadData(&library, kIotaPtx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  OK(cuLibraryGetKernel(&kernel, library, "empty"));
  CUstream s, t;
  CUevent ev;
  OK(cuStreamCreate(&s, 0));
  OK(cuEventCreate(&ev, 0));
  std::thread([&] { OK(cuCtxDestroy(c)); }).join();
  CUdeviceptr p;
  size_t size;
  unsigned long long id;
  unsigned version;
  CUdevice device;
  CUmodule module;
  CUfunction f;
  bool on = true;
  EXPECT(kGone, cuMemAlloc(&p, 4));
  EXPECT(kGone, cuArray3DGetDescriptor(&seen3, a));
  EXPECT(kGone, cuArrayGetDescriptor(&seen, a));
  EXPECT(kGone, cuArrayDestroy(a));
  EXPECT(kGone, cuMipmappedArrayDestroy(m));
  EXPECT(kGone, cuArrayCreate(&a, &d));
  EXPECT(kGone, cuCoredumpGetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &(size = sizeof on)));
  EXPECT(kGone, cuCoredumpSetAttribute(CU_COREDUMP_ENABLE_ON_EXCEPTION, &on, &(size = sizeof on)));
  EXPECT(kGone, cuKernelGetFunction(&f, kernel));
  EXPECT(kGone, cuLibraryGetModule(&module, library));
  EXPECT(kGone, cuLibraryGetGlobal(&p, &size, library, "x"));
  EXPECT(kGone, cuCtxGetId(c, &id));
  EXPECT(kGone, cuCtxGetId(nullptr, &id));
  if (!onNvidia()) // not asked there
    EXPECT(kGone, cuCtxGetDevice_v2(&device, c));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetApiVersion(c, &version)); // seen
  EXPECT(kGone, cuCtxSynchronize());
  EXPECT(kGone, cuStreamCreate(&t, 0));
  EXPECT(kGone, cuStreamQuery(nullptr));
  EXPECT(kGone, cuCtxDestroy(c));
  OK(cuCtxPopCurrent(&popped)); // seen
}

int main() {
  inChildren({{"current", current}});
  return finish("DestroyedContext");
}
