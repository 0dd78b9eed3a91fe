// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -dc with -fatbin, -cubin or -ptx makes relocatable device code and no object: how the callbacks of
// cuFFT are compiled.
// RUN: nvcc -dc -fatbin --generate-code arch=compute_75,code=lto_75 %s -o %t.fatbin
// RUN: nvcc -dc -ptx -arch=sm_80 %s -o %t.ptx && grep -q 'func.*twice' %t.ptx
// RUN: od -An -tx4 -N4 %t.fatbin | FileCheck %s
// CHECK: ba55ed50
__device__ int twice(int x) { return 2 * x; }
