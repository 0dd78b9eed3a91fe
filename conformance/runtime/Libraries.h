// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text of a library, and how it is loaded and used.
#pragma once
#include "Check.h"

inline const char kPtx[] = R"(.version 7.0
.target sm_70
.address_size 64
.visible .global .align 4 .u32 counter = 7;
.visible .global .align 4 .u32 words[5] = {1, 2, 3, 4, 5};
.visible .global .attribute(.managed) .align 4 .u32 both;
.visible .entry put(.param .u64 out, .param .u32 v) {
  .reg .u32 %r; .reg .u64 %d;
  ld.param.u64 %d, [out];
  ld.param.u32 %r, [v];
  st.global.u32 [%d], %r;
  ret;
}
.visible .entry bump() {
  .reg .u32 %r;
  atom.global.add.u32 %r, [counter], 1;
  atom.global.add.u32 %r, [both], 2;
  ret;
}
)";

inline cudaLibrary_t load(const char *text) {
  cudaLibrary_t library = nullptr;
  OK(cudaLibraryLoadData(&library, text, nullptr, nullptr, 0, nullptr, nullptr, 0));
  return library;
}
inline unsigned word(const void *p) {
  unsigned value = 0;
  OK(cudaMemcpy(&value, p, 4, cudaMemcpyDeviceToHost));
  return value;
}
inline cudaError_t put(cudaKernel_t kernel, void *to, unsigned value, cudaStream_t stream = 0) {
  void *params[] = {&to, &value};
  return cudaLaunchKernel((const void *)kernel, dim3(1), dim3(1), params, 0, stream);
}
