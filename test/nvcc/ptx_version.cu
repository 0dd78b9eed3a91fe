// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The version of PTX: LLVM's, or what asm statements need.
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: nvcc -ptx -arch=sm_90 -DSTATEMENT='"fence.acquire.sync_restrict::shared::cluster.cluster;"' %s -o - | FileCheck %s --check-prefix=FENCE
// RUN: nvcc -ptx -arch=sm_90 -DSTATEMENT='".pragma \"enable_smem_spilling\";"' %s -o - | FileCheck %s --check-prefix=PRAGMA
// RUN: nvcc -ptx -arch=sm_90 -DSTATEMENT='"fence.acq_rel.gpu;"' %s -o - | FileCheck %s --check-prefix=PLAIN
// RUN: nvcc -ptx -arch=sm_110 -DSTATEMENT='"fence.acq_rel.gpu;"' %s -o - | FileCheck %s --check-prefix=LATER
// PLAIN: {{^}}.version 8.5{{$}}
// FENCE: {{^}}.version 8.6{{$}}
// PRAGMA: {{^}}.version 8.7{{$}}
// LATER: {{^}}.version 9.0{{$}}
__global__ void k(int *p) {
#ifdef STATEMENT
  asm volatile(STATEMENT ::: "memory");
#endif
  *p = 1;
}
