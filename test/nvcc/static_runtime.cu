// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library with the static runtime exports nothing of it, and nothing in it keeps it loaded: no
// destructor of a thread's object, no symbol that is unique in the process.
// RUN: nvcc -shared -Xcompiler -fPIC %s -o %t.so
// RUN: llvm-nm -D --defined-only %t.so | FileCheck %s --implicit-check-not=cuda --implicit-check-not=anywarp
// CHECK: T launch
// RUN: llvm-nm -D --undefined-only %t.so | FileCheck %s --check-prefix=NEEDED --implicit-check-not=thread_atexit
// NEEDED: dlopen
// RUN: llvm-readelf -sW %t.so | FileCheck %s --check-prefix=UNIQUE --implicit-check-not=UNIQUE
// UNIQUE: launch
// What an object shows of the device is for its own library alone (NVIDIA's nvcc: hidden).
// RUN: nvcc -rdc=true -shared -Xcompiler -fPIC %s -o %t.rdc.so
// RUN: llvm-nm -D --defined-only %t.rdc.so | FileCheck %s --implicit-check-not=variable --implicit-check-not=kernel
__device__ int variable = 1;
__global__ void kernel(int *o) { *o = variable; }
extern "C" void launch(int *o) {
  kernel<<<1, 1>>>(o);
  cudaMemcpyFromSymbol(o, variable, sizeof *o);
}
