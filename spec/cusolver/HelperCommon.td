// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: the version.

def cusolverGetProperty : LibraryFunction<[In<"libraryPropertyType", "type">, Out<"int *", "value">]>;
def cusolverGetVersion : LibraryFunction<[Out<"int *", "version">]>;
