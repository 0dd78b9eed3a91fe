// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A count that cannot be read is an error, in an instance as well, and no crash.
// RUN: not nvcc -ptx -std=c++17 %s -o %t.ptx 2>&1 | FileCheck %s
// CHECK: error: use of undeclared identifier 'nothing'
// CHECK-NOT: signal
__global__ void kernel(int *p) {
  auto fill = [=](auto x) {
#pragma unroll nothing(x)
    for (int i = 0; i < 4; ++i)
      p[i] = i;
  };
  fill('c');
}
