// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches in steps, as CUDA 3 had them: block shape, parameters one by one, the grid.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// k(out, i, f, v): what was given, then the sizes of the block and the grid and of shared memory.
static const std::string kKernels = std::string(kPtxHead) + R"(
.visible .entry tell(.param .u64 out, .param .u32 i, .param .f32 f, .param .align 8 .b8 v[16]) {
  .reg .u32 %r<8>; .reg .u64 %d<3>; .reg .f32 %f;
  ld.param.u64 %d1, [out];
  ld.param.u32 %r1, [i]; st.global.u32 [%d1], %r1;
  ld.param.f32 %f, [f]; st.global.f32 [%d1+4], %f;
  ld.param.u64 %d2, [v+8]; st.global.u64 [%d1+8], %d2;
  mov.u32 %r1, %ntid.x; mov.u32 %r2, %ntid.y; mov.u32 %r3, %ntid.z;
  mov.u32 %r4, %nctaid.x; mov.u32 %r5, %nctaid.y; mov.u32 %r6, %nctaid.z;
  mov.u32 %r7, %dynamic_smem_size;
  st.global.u32 [%d1+16], %r1; st.global.u32 [%d1+20], %r2; st.global.u32 [%d1+24], %r3;
  st.global.u32 [%d1+28], %r4; st.global.u32 [%d1+32], %r5; st.global.u32 [%d1+36], %r6;
  st.global.u32 [%d1+40], %r7;
  ret;
}
)";

struct Told {
  unsigned i;
  float f;
  unsigned long long v;
  unsigned block[3], grid[3], shared, rest;
};

static void give(CUfunction f, CUdeviceptr out, unsigned i, float x, unsigned long long v) {
  unsigned long long pair[2] = {1, v};
  OK(cuParamSetSize(f, 32));
  OK(cuParamSetv(f, 0, &out, 8));
  OK(cuParamSeti(f, 8, i));
  OK(cuParamSetf(f, 12, x));
  OK(cuParamSetv(f, 16, pair, 16));
}

static Told read(CUdeviceptr out) {
  Told told{};
  OK(cuMemcpyDtoH(&told, out, sizeof told));
  OK(cuMemsetD8(out, 0, sizeof told));
  OK(cuCtxSynchronize());
  return told;
}

static void results() {
  CUmodule module = loadPtx(kKernels);
  CUfunction tell = kernelOf(module, "tell");
  CUdeviceptr out;
  OK(cuMemAlloc(&out, sizeof(Told)));
  give(tell, out, 42, 2.5f, 0x1122334455667788);
  OK(cuFuncSetBlockShape(tell, 5, 3, 2));
  OK(cuFuncSetSharedSize(tell, 1000));
  OK(cuLaunchGrid(tell, 7, 4));
  Told told = read(out);
  EQUAL(42, told.i);
  CHECK(told.f == 2.5f && told.v == 0x1122334455667788);
  CHECK(told.block[0] == 5 && told.block[1] == 3 && told.block[2] == 2);
  CHECK(told.grid[0] == 7 && told.grid[1] == 4 && told.grid[2] == 1);
  EQUAL(1000, told.shared);
  // What was set stays, and can be changed one by one.
  OK(cuParamSeti(tell, 8, 43));
  OK(cuFuncSetSharedSize(tell, 0));
  OK(cuLaunch(tell));
  told = read(out);
  EQUAL(43, told.i);
  CHECK(told.f == 2.5f && told.block[0] == 5 && told.grid[0] == 1 && told.grid[1] == 1);
  EQUAL(0, told.shared);
  OK(cuFuncSetBlockShape(tell, 1024, 1, 1)); // as large as it can be
  OK(cuLaunchGridAsync(tell, 1, 1, nullptr));
  EQUAL(1024, read(out).block[0]);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSetv(tell, 8, nullptr, 0)); // seen: nothing, from nowhere
  OK(cuMemFree(out));
  OK(cuModuleUnload(module));
}

static void refused() {
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction empty = kernelOf(module, "empty");
  unsigned value = 0;
  OK(cuLaunch(empty)); // seen: a block of one thread
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(empty, 0, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(empty, 1, -1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(empty, 1, 1, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(empty, 1025, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(empty, 1, 1, 65));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetBlockShape(empty, 64, 32, 1));
  OK(cuLaunchGrid(empty, 1, 1)); // as it was
  OK(cuFuncSetBlockShape(empty, 32, 1, 1));
  OK(cuLaunch(empty));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchGrid(empty, 0, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchGrid(empty, 1, -1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchGrid(empty, 1, 65536));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuLaunchGridAsync(empty, 0, 0, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSetv(empty, 0, nullptr, 4));
  if (!onNvidia()) { // crashes
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSetv(empty, -4, &value, 4));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSeti(empty, -4, 1));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSetf(empty, -4, 1));
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSeti(empty, 1 << 20, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSetv(empty, 0, &value, 1 << 20));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSetSize(empty, 1 << 20));
  OK(cuParamSetSize(empty, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuFuncSetSharedSize(empty, 1 << 30));
  OK(cuFuncSetSharedSize(empty, 0));
  OK(cuLaunch(empty));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuFuncSetBlockShape(nullptr, 1, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuFuncSetSharedSize(nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuParamSetSize(nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuParamSetv(nullptr, 0, &value, 4));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuParamSeti(nullptr, 0, 1));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuParamSetf(nullptr, 0, 1));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuParamSetTexRef(nullptr, CU_PARAM_TR_DEFAULT, nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLaunch(nullptr));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLaunchGrid(nullptr, 1, 1));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuLaunchGridAsync(nullptr, 1, 1, nullptr));
  OK(cuCtxSynchronize());
  OK(cuModuleUnload(module));
}

/// As with a buffer of parameters: too much is refused, what is missing the kernel may not need.
static void otherSizes() {
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction iota = kernelOf(module, "iota");
  CUdeviceptr out;
  OK(cuMemAlloc(&out, 64));
  OK(cuFuncSetBlockShape(iota, 1, 1, 1));
  OK(cuParamSetSize(iota, 8));
  OK(cuParamSetv(iota, 0, &out, 8));
  OK(cuLaunch(iota)); // seen
  OK(cuParamSetSize(iota, 12));
  OK(cuParamSeti(iota, 8, 1));
  OK(cuLaunch(iota));
  OK(cuParamSetSize(iota, 100));
  EXPECT(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, cuLaunch(iota));
  OK(cuCtxSynchronize());
}

static void textures() {
  CUmodule module = loadPtx(R"(
.version 7.0
.target sm_70, texmode_unified
.address_size 64
.visible .global .texref image;
.visible .entry fetch(.param .u64 out) {
  .reg .b32 %r<6>; .reg .u64 %d<3>;
  ld.param.u64 %d1, [out];
  mov.u32 %r0, %tid.x;
  mul.wide.u32 %d2, %r0, 4;
  add.u64 %d1, %d1, %d2;
  tex.1d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [image, {%r0}];
  st.global.u32 [%d1], %r1;
  ret;
}
)");
  CUfunction fetch = kernelOf(module, "fetch");
  CUtexref image = nullptr;
  OK(cuModuleGetTexRef(&image, module, "image"));
  unsigned texels[4] = {11, 22, 33, 44}, seen[4] = {};
  CUdeviceptr in, out;
  size_t offset = 0;
  OK(cuMemAlloc(&in, 16));
  OK(cuMemAlloc(&out, 16));
  OK(cuMemcpyHtoD(in, texels, 16));
  OK(cuTexRefSetFormat(image, CU_AD_FORMAT_UNSIGNED_INT32, 1));
  OK(cuTexRefSetFlags(image, CU_TRSF_READ_AS_INTEGER));
  OK(cuTexRefSetAddress(&offset, image, in, 16));
  OK(cuParamSetTexRef(fetch, CU_PARAM_TR_DEFAULT, image));
  if (!onNvidia()) // which does not mind; documented: must be CU_PARAM_TR_DEFAULT
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuParamSetTexRef(fetch, 0, image));
  EXPECT(CUDA_ERROR_INVALID_HANDLE, cuParamSetTexRef(fetch, CU_PARAM_TR_DEFAULT, nullptr));
  OK(cuFuncSetBlockShape(fetch, 4, 1, 1));
  OK(cuParamSetSize(fetch, 8));
  OK(cuParamSetv(fetch, 0, &out, 8));
  OK(cuLaunch(fetch));
  OK(cuMemcpyDtoH(seen, out, 16));
  CHECK(!std::memcmp(texels, seen, 16));
  OK(cuModuleUnload(module));
  OK(cuMemFree(in));
  OK(cuMemFree(out));
}

/// Parameters are taken when the call is made.
static void streams() {
  CUmodule module = loadPtx(kKernels);
  CUfunction tell = kernelOf(module, "tell");
  CUdeviceptr a, b;
  OK(cuMemAlloc(&a, sizeof(Told)));
  OK(cuMemAlloc(&b, sizeof(Told)));
  read(a);
  CUstream s, t;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  OK(cuFuncSetBlockShape(tell, 1, 1, 1));
  give(tell, b, 0, 0, 0);
  OK(cuLaunchGridAsync(tell, 1, 1, t)); // loaded: nothing waits for it below
  OK(cuStreamSynchronize(t));
  Gate gate;
  gate.close(s);
  give(tell, a, 1, 1, 1);
  OK(cuLaunchGridAsync(tell, 3, 1, s));
  give(tell, b, 2, 2, 2);
  OK(cuFuncSetBlockShape(tell, 2, 1, 1));
  OK(cuLaunchGridAsync(tell, 5, 1, t));
  OK(cuStreamSynchronize(t));
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  gate.open();
  OK(cuStreamSynchronize(s));
  Told first = read(a), second = read(b);
  CHECK(first.i == 1 && first.block[0] == 1 && first.grid[0] == 3);
  CHECK(second.i == 2 && second.block[0] == 2 && second.grid[0] == 5);
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
  OK(cuModuleUnload(module));
  OK(cuMemFree(a));
  OK(cuMemFree(b));
}

/// What is set belongs to the function: each thread has one of its own.
static void threads() {
  onTwoThreads([](int who) {
    CUmodule module = loadPtx(kKernels);
    CUfunction tell = kernelOf(module, "tell");
    CUdeviceptr out;
    OK(cuMemAlloc(&out, sizeof(Told)));
    for (unsigned i = 0; i < 20; ++i) {
      give(tell, out, i, 0, who);
      OK(cuFuncSetBlockShape(tell, who + 1, 1, 1));
      OK(cuLaunch(tell));
      Told told = read(out);
      CHECK(told.i == i && told.v == (unsigned)who && told.block[0] == (unsigned)who + 1);
    }
    OK(cuMemFree(out));
    OK(cuModuleUnload(module));
  });
}

int main() {
  inChild("results", [] {
    usePrimary();
    results();
  });
  inChild("refused", [] {
    usePrimary();
    refused();
  });
  inChild("other sizes", [] {
    usePrimary();
    otherSizes();
  });
  inChild("textures", [] {
    usePrimary();
    textures();
  });
  inChild("streams", [] {
    usePrimary();
    streams();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      results();
      refused();
      otherSizes();
      textures();
      streams();
    });
  });
  return finish("OldLaunch");
}
