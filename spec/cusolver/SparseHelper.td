// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER: sparse: handles and streams.

def cusolverSpCreate : LibraryFunction<[Out<"cusolverSpHandle_t *", "handle">]>;
def cusolverSpDestroy : LibraryFunction<[Sp]>;
def cusolverSpSetStream : LibraryFunction<[Sp, In<"cudaStream_t", "stream">]>;
def cusolverSpGetStream : LibraryFunction<[Sp, Out<"cudaStream_t *", "stream">]>;
