// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Deep nesting. Of names that are not declared it would take Clang's parser time that doubles with each: an error ends that.
// What is valid compiles.
// RUN: python3 -c "print('__device__ int x = ' + 'A<' * 300 + ' 1;')" > %t.cu
// RUN: not timeout 60 nvcc -ptx %t.cu -o %t.ptx 2>&1 | FileCheck %s
// CHECK: fatal error: this can be read in too many ways
// CHECK: 1 error detected
// RUN: python3 -c "print('template <class> struct A {}; ' + 'A<' * 900 + 'int' + '>' * 900 + ' x; __device__ ' + 'A<' * 900 + 'int' + '>' * 900 + ' y;')" > %t.cu
// RUN: timeout 60 nvcc -c -std=c++17 %t.cu -o %t.o
// RUN: python3 -c "print('__device__ int f(int ****p) { return ' + '- ' * 20000 + '1; }')" > %t.cu
// RUN: timeout 60 nvcc -ptx %t.cu -o %t.ptx
