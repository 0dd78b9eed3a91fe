// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --coverage of host code is linked and runs; llvm-cov gcov reads what it leaves.
// REQUIRES: coverage
// RUN: rm -rf %t.folder && mkdir %t.folder && cd %t.folder && nvcc -Xcompiler --coverage %s -o program && ./program
// RUN: cd %t.folder && llvm-cov gcov -t coverage.gcda | FileCheck %s --match-full-lines
// RUN: cd %t.folder && nvcc -Xcompiler --coverage -c %s -o other.o && test -s other.gcno
__global__ void kernel() {}
int choose(int a) {
  // CHECK: {{ *}}3: [[#@LINE + 1]]:  if (a > 1)
  if (a > 1)
    // CHECK: {{ *}}1: [[#@LINE + 1]]:    return 1;
    return 1;
  // CHECK: {{ *}}2: [[#@LINE + 1]]:  return 2;
  return 2;
}
int main() {
  for (int i = 0; i < 3; ++i)
    choose(i);
}
