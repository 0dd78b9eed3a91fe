// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A macro that expands to `#pragma ...`: a directive where it stands first on its line, as with NVIDIA's nvcc 13.0, which reads
// what the preprocessor has written; elsewhere an error. All that follows on the line belongs to the pragma.
// RUN: nvcc -ptx %s -o - | FileCheck %s --check-prefix=PTX
// RUN: nvcc -E %s | FileCheck %s --check-prefix=TEXT
// RUN: nvcc -c %s -o %t.o
// RUN: not nvcc -c -DMIDDLE %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MIDDLE
// RUN: not nvcc -c -DREST %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REST
// TEXT: #pragma unroll
// TEXT: #pragma unroll 3
#define UNROLL #pragma unroll
#define SIDES 3
#define UNROLL_THREE # pragma unroll SIDES
#define DIAGNOSTICS #pragma nv_diag_suppress 177

DIAGNOSTICS
// All of the loop unrolled, no branch is left.
// PTX: .entry _Z3allPf
// PTX-NOT: bra
// PTX: .entry _Z5threePfi
// PTX-COUNT-3: st.global
// PTX: bra
__global__ void all(float *p) {
  UNROLL
  for (int i = 0; i < 40; ++i)
    p[i * threadIdx.x] += 1;
}

template <class T> __device__ void steps(T *p, int n) {
  UNROLL_THREE
  for (int i = 0; i < n; ++i)
    p[i] = i * threadIdx.x;
}
__global__ void three(float *p, int n) { steps(p, n); }

// MIDDLE: error: expected expression
#ifdef MIDDLE
__global__ void middle(int *p) { UNROLL
  for (int i = 0; i < 40; ++i)
    p[i] = i;
}
#endif
// REST: error: expected '}'
#ifdef REST
__global__ void rest(int *p) {
  UNROLL for (int i = 0; i < 40; ++i) p[i] = i; }
#endif
