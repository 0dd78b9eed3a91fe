// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A text that is added to a link, and the error of a link that lacks something.
#pragma once
#include "Check.h"

inline CUresult add(CUlinkState state, const std::string &text, const char *name) {
  return cuLinkAddData(state, CU_JIT_INPUT_PTX, const_cast<char *>(text.c_str()), text.size() + 1,
                       name, 0, nullptr, nullptr);
}

/// Seen: INVALID_SOURCE, and on a GPU UNKNOWN once the process has had a text refused.
inline bool isUndefined(CUresult result) {
  return result == CUDA_ERROR_INVALID_SOURCE || (onNvidia() && result == CUDA_ERROR_UNKNOWN);
}
