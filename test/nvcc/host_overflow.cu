// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Signed integers of host code wrap as g++ leaves them, unless a sanitizer tells of an overflow.
// RUN: nvcc -O3 -o %t %s && %t | FileCheck %s
// RUN: nvcc -O3 -Xcompiler -fsanitize=undefined,-fsanitize-undefined-trap-on-error -o %t.told %s
// RUN: not --crash %t.told
// CHECK: wrapped 100000
#include <cstdio>
#include <cstdlib>

int main(int count, char **) {
  const int n = count * 100000;
  int *squares = static_cast<int *>(malloc(sizeof(int) * n));
  for (int i = 0; i < n; ++i)
    squares[i] = int(unsigned(i) * unsigned(i));
  int equal = 0;
  for (int i = 0; i < n; i += 1) {
    if (squares[i] != i * i)
      break;
    ++equal;
  }
  printf("wrapped %d\n", equal);
  free(squares);
}
