// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A __host__ function called from a __host__ __device__ one: a warning, and a trap in device code,
// whether the callee is defined here or only declared.
// RUN: nvcc -ptx %s -o - 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t
// RUN: nvcc -ptx -diag-suppress 20011,20014 %s -o %t.ptx 2>&1 | count 0
// RUN: not nvcc -ptx -Werror cross-execution-space-call %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=ERROR
#include <stdexcept>
int declared(int);
inline int thrower(int x) {
  if (x < 0)
    throw std::runtime_error("negative");
  return x;
}
// WARNING: warning: calling a __host__ function ('declared') from a __host__ __device__ function ('both')
// ERROR: error: calling a __host__ function
__host__ __device__ int both(int x) { return x > 5 ? thrower(x) : declared(x); }
// CHECK: trap;
__global__ void kernel(int *p) { *p = both(*p); }

// From a __device__ function it stays an error.
// RUN: not nvcc -ptx -DREFUSED %s -o %t.ptx 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: error: no matching function for call to 'declared'
// REFUSED: call to __host__ function from __global__ function
#ifdef REFUSED
__global__ void refused(int *p) { *p = declared(*p); }
#endif
