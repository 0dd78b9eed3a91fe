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
  OK(cuCtxGetDevice_v2(&device, c));
  EXPECT(kGone, cuCtxDetach(c));
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxGetApiVersion(c, &version)); // seen
  EXPECT(kGone, cuCtxSynchronize());
  EXPECT(kGone, cuStreamCreate(&t, 0));
  EXPECT(kGone, cuStreamQuery(nullptr));
  EXPECT(kGone, cuCtxDestroy(c));
  OK(cuCtxPopCurrent(&popped)); // seen
}

/// What a context made, and takes along.
struct Made {
  CUmodule module;
  CUfunction function;
  CUstream stream;
  CUevent event;
  Made() {
    OK(cuModuleLoadData(&module, kIotaPtx.c_str()));
    OK(cuModuleGetFunction(&function, module, "empty"));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    OK(cuEventCreate(&event, 0));
  }
};

static bool isCurrent(CUcontext context) {
  CUcontext now = nullptr;
  OK(cuCtxGetCurrent(&now));
  return now == context;
}

/// A destroyed context can be made current; calls that use it say what it is. Seen on an H200.
static void madeCurrent() {
  CUcontext c = nullptr, other = nullptr, popped = nullptr;
  CUdeviceptr p;
  OK(cuCtxCreate(&c, nullptr, 0, 0));
  Made made;
  OK(cuCtxDestroy(c));
  CHECK(!isCurrent(c));
  OK(cuCtxSetCurrent(c));
  CHECK(isCurrent(c));
  EXPECT(kGone, cuMemAlloc(&p, 4));
  EXPECT(kGone, cuCtxSynchronize());
  EXPECT(kGone, cuLaunchKernel(made.function, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  EXPECT(kGone, cuStreamQuery(nullptr));
  EXPECT(kGone, cuEventQuery(made.event));
  OK(cuCtxPushCurrent(c));
  OK(cuCtxCreate(&other, nullptr, 0, 0));
  OK(cuMemAlloc(&p, 4));
  OK(cuCtxPopCurrent(&popped));
  CHECK(popped == other && isCurrent(c));
  EXPECT(kGone, cuMemAlloc(&p, 4));
  EXPECT(kGone, cuCtxDetach(c));
  EXPECT(kGone, cuCtxDestroy(c));
  CHECK(isCurrent(c));
  for (int i = 0; i < 2; ++i) {
    OK(cuCtxPopCurrent(&popped));
    CHECK(popped == c);
  }
  EXPECT(CUDA_ERROR_INVALID_CONTEXT, cuCtxPopCurrent(&popped));
  std::thread([&] {
    OK(cuCtxPushCurrent(c));
    EXPECT(kGone, cuMemAlloc(&p, 4));
  }).join();
}

/// Modules and functions are none any more, also while their context is current.
static void itsCode(const Made &made) {
  constexpr CUresult kNone = CUDA_ERROR_INVALID_HANDLE;
  CUfunction f;
  CUmodule m;
  CUdeviceptr p;
  size_t size;
  unsigned count;
  int value;
  const char *name;
  EXPECT(kNone, cuModuleGetFunction(&f, made.module, "empty"));
  EXPECT(kNone, cuModuleGetFunctionCount(&count, made.module));
  EXPECT(kNone, cuModuleGetGlobal(&p, &size, made.module, "x"));
  EXPECT(kNone, cuModuleUnload(made.module));
  EXPECT(kNone, cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, made.function));
  EXPECT(kNone,
         cuFuncSetAttribute(made.function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 64));
  EXPECT(kNone, cuFuncSetCacheConfig(made.function, CU_FUNC_CACHE_PREFER_L1));
  EXPECT(kNone, cuFuncGetModule(&m, made.function));
  EXPECT(kNone, cuFuncGetName(&name, made.function));
}

/// The context that went and what it made, named while another or none is current.
static void named() {
  CUcontext c = nullptr, other = nullptr;
  OK(cuCtxCreate(&c, nullptr, 0, 0));
  Made made;
  OK(cuCtxDestroy(c));
  OK(cuCtxSetCurrent(c));
  itsCode(made);
  OK(cuCtxSetCurrent(nullptr));
  for (bool isOther : {false, true}) {
    if (isOther)
      OK(cuCtxCreate(&other, nullptr, 0, 0));
    CUdevice device = -1;
    float time;
    unsigned flags;
    OK(cuCtxGetDevice_v2(&device, c));
    EQUAL(0, device);
    EXPECT(kGone, cuEventQuery(made.event));
    EXPECT(kGone, cuEventSynchronize(made.event));
    EXPECT(kGone, cuEventElapsedTime(&time, made.event, made.event));
    EXPECT(kGone, cuEventDestroy(made.event));
    itsCode(made);
    if (onNvidia() && isOther)
      continue; // its streams crash
    EXPECT(kGone, cuStreamQuery(made.stream));
    EXPECT(kGone, cuStreamSynchronize(made.stream));
    EXPECT(kGone, cuStreamGetFlags(made.stream, &flags));
    EXPECT(kGone, cuStreamWaitEvent(made.stream, made.event, 0));
    EXPECT(kGone, cuStreamDestroy(made.stream));
  }
  EXPECT(kGone, cuCtxEnablePeerAccess(c, 0));
  EXPECT(kGone, cuCtxDisablePeerAccess(c));
}

int main() {
  inChildren({{"current", current}, {"made current", madeCurrent}, {"named", named}});
  return finish("DestroyedContext");
}
