// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries of kernels for the programs about them.
#pragma once

#include "Check.h"

inline const std::string kText = std::string(kPtxHead) + R"(
.visible .global .align 4 .u32 counter = 41;
.visible .global .attribute(.managed) .align 8 .b8 shared[24];
.visible .entry bump() {
  .reg .u32 %r;
  ld.global.u32 %r, [counter];
  add.u32 %r, %r, 1;
  st.global.u32 [counter], %r;
  st.global.u32 [shared], %r;
  ret;
}
.visible .entry params(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .u16 d) { ret; }
)";

inline CUlibrary load(const std::string &text = kText) {
  CUlibrary library = nullptr;
  OK(cuLibraryLoadData(&library, text.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  return library;
}

inline CUkernel kernelIn(CUlibrary library, const char *name) {
  CUkernel kernel = nullptr;
  OK(cuLibraryGetKernel(&kernel, library, name));
  return kernel;
}
