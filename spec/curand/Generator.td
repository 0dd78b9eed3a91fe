// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND: generators.

def curandGetVersion : LibraryFunction<[Out<"int *", "version">]>;
