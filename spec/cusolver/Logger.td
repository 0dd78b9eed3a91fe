// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: the logger.

def cusolverDnLoggerSetCallback : LibraryFunction<[In<"cusolverDnLoggerCallback_t", "callback">]>;
def cusolverDnLoggerSetFile : LibraryFunction<[In<"FILE *", "file">]>;
def cusolverDnLoggerOpenFile : LibraryFunction<[In<"const char *", "logFile">]>;
def cusolverDnLoggerSetLevel : LibraryFunction<[Int<"level">]>;
def cusolverDnLoggerSetMask : LibraryFunction<[Int<"mask">]>;
def cusolverDnLoggerForceDisable : LibraryFunction<[]>;
