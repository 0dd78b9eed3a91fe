// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host object: launch and registration calls, a container in .nv_fatbin with one PTX for each
// architecture, a wrapper in .nvFatBinSegment.
// RUN: nvcc -c -gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=sm_90 --no-compress %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: llvm-readelf -S %t.o | FileCheck %s --check-prefix=SECTIONS
// RUN: llvm-strings %t.o | FileCheck %s --check-prefix=TEXT
// SYMBOLS-DAG: U __cudaPopCallConfiguration
// SYMBOLS-DAG: U __cudaPushCallConfiguration
// SYMBOLS-DAG: U __cudaRegisterFatBinary
// SYMBOLS-DAG: U __cudaRegisterFatBinaryEnd
// SYMBOLS-DAG: U __cudaRegisterFunction
// SYMBOLS-DAG: U __cudaRegisterVar
// SYMBOLS-DAG: U __cudaRegisterManagedVar
// SYMBOLS-DAG: U cudaLaunchKernel
// SECTIONS: .nv_fatbin
// SECTIONS: .nvFatBinSegment
// TEXT: .target sm_75
// TEXT: .target sm_90
__constant__ float factor = 2;
__managed__ int counter;
__global__ void kernel(float *p) { *p *= factor + counter; }
void launch(float *p) {
  counter = 1;
  cudaMemcpyToSymbol(factor, &counter, 4);
  kernel<<<1, 1>>>(p);
}
