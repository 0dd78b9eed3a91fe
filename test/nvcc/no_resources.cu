// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Without Clang's own headers the message names the package that has them. The option reaches the host pass alone.
// RUN: mkdir -p %t.empty
// RUN: not nvcc -c %s -Xcompiler -resource-dir=%t.empty -o %t.o 2>&1 | FileCheck %s
// CHECK: fatal error: Clang's headers are not in {{.*}}.empty/include: install the Debian package libclang-common-19-dev
// CHECK: 1 error detected in the compilation
__global__ void k() {}
