// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of the run-time linker share: two texts, a link as an object, and a run of what
// comes of it.
#pragma once
#include "../Check.h"

#include <cstring>
#include <cuda.h>
#include <nvJitLink.h>
#include <string>
#include <vector>

#define OK(call) EXPECT(0, call)

inline const char *const kKernel = R"(.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) twice(.param .b32 a);
.visible .entry k(.param .u64 p) {
  .reg .b64 %rd<3>;
  .reg .b32 %r<3>;
  ld.param.u64 %rd1, [p];
  cvta.to.global.u64 %rd2, %rd1;
  ld.global.u32 %r1, [%rd2];
  {
    .param .b32 a;
    .param .b32 r;
    st.param.b32 [a], %r1;
    call (r), twice, (a);
    ld.param.b32 %r2, [r];
  }
  st.global.u32 [%rd2], %r2;
  ret;
}
)";
inline const char *const kTwice = R"(.version 8.0
.target sm_80
.address_size 64
.visible .func (.param .b32 r) twice(.param .b32 a) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [a];
  add.u32 %r2, %r1, %r1;
  st.param.b32 [r], %r2;
  ret;
}
)";

class Link {
public:
  explicit Link(std::vector<const char *> options, int expected = NVJITLINK_SUCCESS) {
    EXPECT(expected, nvJitLinkCreate(&handle, unsigned(options.size()), options.data()));
    CHECK(handle);
  }
  ~Link() {
    OK(nvJitLinkDestroy(&handle));
    CHECK(!handle);
  }
  nvJitLinkResult add(const std::string &text, nvJitLinkInputType type = NVJITLINK_INPUT_PTX,
                      const char *name = "part") {
    const size_t closing = text.find('\0') == text.npos ? 1 : 0; // the NUL of a text
    return nvJitLinkAddData(handle, type, text.c_str(), text.size() + closing, name);
  }
  std::string log() {
    size_t size = 99;
    OK(nvJitLinkGetErrorLogSize(handle, &size));
    std::string text(size + 2, '?');
    OK(nvJitLinkGetErrorLog(handle, text.data()));
    CHECK(text.back() == '?'); // no more than was said, but the end of an empty one (seen)
    const size_t length = size ? size - 1 : 0;
    CHECK(text[length] == '\0');
    return text.substr(0, length);
  }
  std::string cubin() {
    size_t size = 0;
    OK(nvJitLinkGetLinkedCubinSize(handle, &size));
    std::string bytes(size, '?');
    OK(nvJitLinkGetLinkedCubin(handle, bytes.data()));
    return bytes;
  }

  nvJitLinkHandle handle = nullptr;
};

inline int run(const void *image, int value) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  OK(cuModuleLoadData(&module, image));
  OK(cuModuleGetFunction(&function, module, "k"));
  OK(cuMemAlloc(&memory, sizeof value));
  OK(cuMemcpyHtoD(memory, &value, sizeof value));
  void *arguments[] = {&memory};
  OK(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr));
  OK(cuMemcpyDtoH(&value, memory, sizeof value));
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
  return value;
}

inline void usePrimary() {
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));
}
