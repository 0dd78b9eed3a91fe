// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual architectures, from the oldest to those newer than the compiler's back end.
// RUN: nvcc -ptx %s -o - | FileCheck %s -DTARGET=sm_75 -DARCH=750
// RUN: nvcc -ptx -arch=compute_60 %s -o - | FileCheck %s -DTARGET=sm_60 -DARCH=600
// RUN: nvcc -ptx -arch=sm_90a %s -o - | FileCheck %s -DTARGET=sm_90a -DARCH=900
// RUN: nvcc -ptx -gencode arch=compute_100,code=sm_100 %s -o - | FileCheck %s -DTARGET=sm_100 -DARCH=1000
// RUN: nvcc -ptx -arch=sm_88 %s -o - | FileCheck %s -DTARGET=sm_88 -DARCH=880
// RUN: nvcc -ptx -arch=sm_120 %s -o - | FileCheck %s -DTARGET=sm_120 -DARCH=1200
// RUN: not nvcc -ptx -arch=sm_99 %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not nvcc -ptx -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// CHECK: .target [[TARGET]]
// CHECK: st.global.u32 [%{{.*}}], %{{.*}}
// UNKNOWN: nvcc fatal   : Unsupported gpu architecture 'sm_99'
// SEVERAL: Option '--ptx (-ptx)' is not allowed when compiling for multiple GPU architectures
__global__ void kernel(int *p) { *p = __CUDA_ARCH__; }
// The value in the text, and the list of all.
// RUN: nvcc -E -gencode arch=compute_80,code=sm_80 -gencode arch=compute_75,code=sm_75 %s | FileCheck %s --check-prefix=LIST
// LIST: int list[] = { 750,800 };
int list[] = { __CUDA_ARCH_LIST__ };
