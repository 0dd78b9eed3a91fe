// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that go wrong: the documented error, and that it stays; each in a process of its own.
#include "Check.h"

static const std::string kBad = std::string(kPtxHead) + R"(
.visible .entry wild(.param .u64 p) {
  .reg .u64 %d; .reg .u32 %r;
  ld.param.u64 %d, [p];
  mov.u32 %r, 1;
  st.global.u32 [%d], %r;
  ret;
}
.visible .entry misaligned(.param .u64 p) {
  .reg .u64 %d; .reg .u32 %r;
  ld.param.u64 %d, [p];
  ld.global.u32 %r, [%d+1];
  st.global.u32 [%d], %r;
  ret;
}
.visible .entry misaligned_loop(.param .u64 p) {
  .reg .u64 %d; .reg .u32 %r<4>; .reg .pred %q;
  ld.param.u64 %d, [p];
  add.u64 %d, %d, 2;
  mov.u32 %r2, 0;
  mov.u32 %r3, %nctaid.x;
LOOP:
  ld.global.u32 %r1, [%d];
  add.u32 %r1, %r1, %r3;
  st.global.u32 [%d], %r1;
  add.u64 %d, %d, 4;
  add.u32 %r2, %r2, 1;
  setp.lt.u32 %q, %r2, %r3;
  @%q bra LOOP;
  ret;
}
.visible .entry misaligned_lane(.param .u64 p) {
  .reg .u64 %d<3>; .reg .u32 %r<4>;
  ld.param.u64 %d1, [p];
  mov.u32 %r1, %tid.x;
  div.u32 %r2, %r1, 3;
  mad.wide.u32 %d2, %r2, 2, %d1;
  st.global.u32 [%d2], %r1;
  ret;
}
.visible .entry misaligned_vector(.param .u64 p) {
  .reg .u64 %d; .reg .u32 %r<4>;
  ld.param.u64 %d, [p];
  ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%d+8];
  st.global.v4.u32 [%d], {%r3, %r2, %r1, %r0};
  ret;
}
.visible .entry misaligned_atomic(.param .u64 p) {
  .reg .u64 %d; .reg .u32 %r<2>;
  ld.param.u64 %d, [p];
  mov.u32 %r0, 1;
  atom.global.add.u32 %r1, [%d+2], %r0;
  ret;
}
.visible .entry misaligned_shared(.param .u64 p) {
  .reg .u32 %r<3>; .reg .u64 %d;
  .shared .align 4 .b8 data[512];
  ld.param.u64 %d, [p];
  mov.u32 %r0, data; mov.u32 %r1, %nctaid.x;
  add.u32 %r0, %r0, %r1;
  ld.shared.u32 %r2, [%r0];
  st.global.u32 [%d], %r2;
  ret;
}
.visible .entry unread(.param .u64 p) {
  .reg .u64 %d; .reg .u32 %r<2>; .reg .pred %q;
  ld.param.u64 %d, [p];
  mov.u32 %r0, %tid.x;
  setp.gt.u32 %q, %r0, 1000;
  @%q ld.global.u32 %r1, [%d];
  @%q st.global.u32 [%d+4], %r1;
  ret;
}
.visible .entry trapped() { trap; }
.visible .entry fine() { ret; }
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 what[6] = {120, 32, 62, 32, 48, 0};
.global .align 1 .b8 where[5] = {97, 46, 99, 117, 0};
.global .align 1 .b8 who[2] = {107, 0};
.visible .entry asserts() {
  .reg .u64 %d<4>;
  mov.u64 %d1, what; cvta.global.u64 %d1, %d1;
  mov.u64 %d2, where; cvta.global.u64 %d2, %d2;
  mov.u64 %d3, who; cvta.global.u64 %d3, %d3;
  {
    .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 d; .param .b64 e;
    st.param.b64 [a], %d1; st.param.b64 [b], %d2; st.param.b32 [c], 12;
    st.param.b64 [d], %d3; st.param.b64 [e], 1;
    call.uni __assertfail, (a, b, c, d, e);
  }
  ret;
}
)";

static void sticky(const char *kernel, std::vector<void *> params, CUresult expected,
                   unsigned threads = 1) {
  CUmodule module = loadPtx(kBad);
  CUfunction bad = kernelOf(module, kernel), fine = kernelOf(module, "fine");
  CUdeviceptr p = 0;
  CUstream s = nullptr;
  OK(cuMemAlloc(&p, 64));
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(launch1(bad, 1, threads, params, s));
  EXPECT(expected, cuStreamSynchronize(s));
  // From now on everything in the context answers the same.
  unsigned value;
  CUdeviceptr q;
  CUdevice device;
  EXPECT(expected, cuStreamSynchronize(s));
  EXPECT(expected, cuCtxSynchronize());
  EXPECT(expected, cuMemcpyDtoH(&value, p, 4));
  EXPECT(expected, cuMemAlloc(&q, 4));
  EXPECT(expected, cuMemFree(p));
  EXPECT(expected, launch1(fine, 1, 1, {}));
  EXPECT(expected, cuStreamQuery(s));
  EXPECT(expected, cuStreamQuery(nullptr));
  // What does not concern the context still works.
  OK(cuDeviceGet(&device, 0));
  CUcontext current;
  OK(cuCtxGetCurrent(&current));
}

template <typename F> static void child(const char *name, F body) {
  inChild(name, [&] {
    usePrimary();
    body();
  });
}

int main() {
  unsigned long long null = 0, far = 0x00dead0000000000, odd;
  child("null", [&] { sticky("wild", {&null}, CUDA_ERROR_ILLEGAL_ADDRESS); });
  child("far", [&] { sticky("wild", {&far}, CUDA_ERROR_ILLEGAL_ADDRESS); });
  for (const char *kernel : {"misaligned", "misaligned_loop", "misaligned_lane",
                             "misaligned_vector", "misaligned_atomic", "misaligned_shared"})
    child(kernel, [&] {
      CUdeviceptr p;
      OK(cuMemAlloc(&p, 512));
      odd = p;
      sticky(kernel, {&odd}, CUDA_ERROR_MISALIGNED_ADDRESS, 64);
    });
  child("misaligned and not read", [&] {
    CUdeviceptr p;
    OK(cuMemAlloc(&p, 512));
    odd = p + 1;
    CUfunction unread = kernelOf(loadPtx(kBad), "unread");
    OK(launch1(unread, 1, 64, {&odd}));
    OK(cuCtxSynchronize());
  });
  child("trap", [&] { sticky("trapped", {}, CUDA_ERROR_LAUNCH_FAILED); });
  child("assert", [&] { sticky("asserts", {}, CUDA_ERROR_ASSERT); });
  child("far off an array", [&] {
    CUdeviceptr p;
    OK(cuMemAlloc(&p, 64 << 20));
    odd = p + (size_t(1) << 40);
    sticky("wild", {&odd}, CUDA_ERROR_ILLEGAL_ADDRESS);
  });
  child("what is queued behind does not run", [&] {
    CUmodule module = loadPtx(kBad), other = loadPtx(kIotaPtx);
    void *mapped;
    CUdeviceptr out;
    OK(cuMemHostAlloc(&mapped, 4, CU_MEMHOSTALLOC_DEVICEMAP));
    OK(cuMemHostGetDevicePointer(&out, mapped, 0));
    *static_cast<unsigned *>(mapped) = 0;
    CUfunction increment = kernelOf(other, "increment"), trapped = kernelOf(module, "trapped");
    OK(launch1(trapped, 1, 1, {}));
    launch1(increment, 1, 1, {&out});
    EXPECT(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
    EQUAL(0, *static_cast<unsigned *>(mapped));
  });
  child("the process gets no other context", [&] {
    CUmodule module = loadPtx(kBad);
    CUcontext other, again;
    OK(launch1(kernelOf(module, "trapped"), 1, 1, {}));
    EXPECT(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize());
    EXPECT(CUDA_ERROR_LAUNCH_FAILED, cuCtxCreate(&other, nullptr, 0, 0));  // seen
    OK(cuDevicePrimaryCtxReset(0));                                        // seen
    EXPECT(CUDA_ERROR_LAUNCH_FAILED, cuDevicePrimaryCtxRetain(&again, 0)); // seen
    int count = 0;
    OK(cuDeviceGetCount(&count));
  });
  return finish("Faults");
}
