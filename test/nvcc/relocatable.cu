// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With -rdc=true the host's shadows of device variables are shared between files, statics are not.
// RUN: nvcc -rdc=true -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// The object registers with the others: through a function that the device link defines.
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=LINKED --implicit-check-not=__cudaRegisterFatBinary
// LINKED: U __cudaRegisterLinkedBinary_nv_
// RUN: nvcc -rdc=true -DDEFINITIONS -c %s -o %t.definitions.o
// RUN: nvcc -dlink %t.o %t.definitions.o -o %t.link.o
// RUN: llvm-nm %t.link.o | FileCheck %s --check-prefix=LINK
// LINK-DAG: T __cudaRegisterLinkedBinary_nv_
// LINK-DAG: U __cudaRegisterFatBinary
// A file with nothing but device functions has code to hand over, too.
// RUN: nvcc -rdc=true -DFUNCTIONS_ONLY -c %s -o %t.functions.o
// RUN: llvm-nm %t.functions.o | FileCheck %s --check-prefix=FUNCTIONS
// FUNCTIONS: U __cudaRegisterLinkedBinary_nv_
// RUN: nvcc -DWHOLE -c %s -o %t.whole.o
// RUN: llvm-nm %t.whole.o | FileCheck %s --check-prefix=WHOLE
// CHECK-DAG: b _ZL8private_
// CHECK-DAG: U elsewhere
// CHECK-DAG: B shared_one
// WHOLE-DAG: b shared_one
// WHOLE-DAG: b _ZL8private_
// RUN: nvcc -rdc=true -ptx %s -o - | FileCheck %s --check-prefix=PTX
// PTX-DAG: .extern .global .align 4 .u32 elsewhere;
// PTX-DAG: .visible .global .align 4 .u32 shared_one;
// PTX-DAG: .extern .func  (.param .b32 func_retval0) _Z5otheri
// A program without device code links, too.
// RUN: nvcc -rdc=true -DHOST_ONLY %s -o %t.host && %t.host
#if defined(HOST_ONLY)
int main() {}
#elif defined(DEFINITIONS)
__device__ int elsewhere;
__device__ int other(int x) { return x; }
#elif defined(FUNCTIONS_ONLY)
__device__ int alone(int x) { return x + 1; }
#else
#ifdef WHOLE // nothing may come from elsewhere
__device__ int elsewhere;
__device__ int other(int x) { return x; }
#else
extern __device__ int elsewhere;
__device__ int other(int);
#endif
__device__ int shared_one;
static __device__ int private_;
__global__ void kernel() { shared_one = elsewhere + private_ + other(1); }
void set(int v) {
  cudaMemcpyToSymbol(shared_one, &v, 4);
  cudaMemcpyToSymbol(private_, &v, 4);
#ifdef __CUDACC_RDC__
  cudaMemcpyToSymbol(elsewhere, &v, 4);
#endif
}
#endif
