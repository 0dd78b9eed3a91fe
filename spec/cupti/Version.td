// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: version.
def CUPTI_API_VERSION : Macro<"130001">;
def cuptiGetVersion : LibraryFunction<[Out<"uint32_t *", "version">]>;
