// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What -res-usage and -Xptxas -v tell, the table of --time, and -arch=native.
// RUN: rm -f %t.csv
// RUN: nvcc -arch=sm_80 -res-usage -time %t.csv -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=USAGE
// RUN: nvcc -arch=sm_80 -Xptxas -v,-O1 -ptx %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=USAGE
// USAGE: ptxas info    : 4 bytes gmem
// USAGE-NEXT: ptxas info    : Compiling entry function '_Z5tilesPi' for 'sm_80'
// USAGE-NEXT: ptxas info    : Function properties for _Z5tilesPi
// USAGE-NEXT: 0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
// USAGE-NEXT: ptxas info    : Used {{[0-9]+}} registers, used 1 barriers, 256 bytes smem, 8 bytes cmem[0]
// RUN: FileCheck %s --check-prefix=TIME --input-file=%t.csv
// TIME: source file name , phase name , tool , metric , unit
// TIME-NEXT: {{.*}}resources.cu , compile , nvcc , {{[0-9.]+}} , ms
// RUN: nvcc -arch=native -fatbin %s -o %t.fatbin && cuobjdump %t.fatbin | FileCheck %s --check-prefix=NATIVE
// NATIVE: arch = sm_{{[0-9]+}}
__device__ int counter;
__global__ void tiles(int *p) {
  __shared__ int tile[64];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = tile[63 - threadIdx.x] + counter;
}
