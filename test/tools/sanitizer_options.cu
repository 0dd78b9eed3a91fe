// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of compute-sanitizer that choose launches, forms of reports and what an error ends.
// RUN: nvcc -lineinfo -arch=sm_90 -o %t %s
//
// Which launches: `first` once, `second` three times, each with 32 wrong stores but the first launch of `second`.
// RUN: compute-sanitizer --destroy-on-device-error kernel %t memory | grep "ERROR SUMMARY: 96 errors"
// RUN: compute-sanitizer --destroy-on-device-error kernel --kernel-name kns=first %t memory | grep "ERROR SUMMARY: 32 errors"
// RUN: compute-sanitizer --destroy-on-device-error kernel --kernel-name regex=second --launch-skip 2 %t memory | grep "ERROR SUMMARY: 32 errors"
// RUN: compute-sanitizer --destroy-on-device-error kernel --kernel-name regex=second --launch-count 1 %t memory | grep "ERROR SUMMARY: 0 errors"
// RUN: compute-sanitizer --destroy-on-device-error kernel --kernel-name kne=_Z5firstPi --kernel-name kns=second --kernel-name-exclude kns=second %t memory | grep "ERROR SUMMARY: 32 errors"
// RUN: compute-sanitizer --destroy-on-device-error kernel --print-limit 3 %t memory > %t.limit
// RUN: grep -c "Invalid __global__ write" %t.limit | grep -x 3
// RUN: grep "ERROR SUMMARY: 93 errors were not printed" %t.limit
//
// Single races, byte by byte: thread t reads what thread t - 32 wrote.
// RUN: not compute-sanitizer --tool racecheck --racecheck-report hazard --print-limit 0 --error-exitcode 9 %t races | FileCheck %s --check-prefix=HAZARD
// HAZARD: Error: Potential RAW hazard detected at __shared__ 0x400 in block (0,0,0) :
// HAZARD-NEXT: Write Thread (0,0,0) at races(int*)+{{.*}} in sanitizer_options.cu:[[# @LINE + 37]]
// HAZARD-NEXT: Read Thread (32,0,0) at races(int*)+{{.*}} in sanitizer_options.cu:[[# @LINE + 38]]
// HAZARD-NEXT: Current Value : 0
// HAZARD: RACECHECK SUMMARY: 128 hazards displayed (128 errors, 0 warnings)
// RUN: compute-sanitizer --tool racecheck %t same | grep "0 hazards displayed"
// RUN: compute-sanitizer --tool racecheck --racecheck-detect-level info --print-level info %t same | grep "Info: Race reported between Write access"
//
// Shared memory alone.
// RUN: compute-sanitizer --tool racecheck --racecheck-address-space shared %t races | grep "1 hazard displayed"
// RUN: compute-sanitizer --tool racecheck %t blocks | grep "1 hazard displayed"
// RUN: compute-sanitizer --tool racecheck --racecheck-address-space shared %t blocks | grep "0 hazards displayed"
//
// A core dump at the first error.
// RUN: rm -f %t.core; not compute-sanitizer --generate-coredump yes --coredump-name %t.core --coredump-behavior exit --error-exitcode 9 %t memory > %t.dumped
// RUN: FileCheck %s --check-prefix=CORE < %t.dumped
// CORE: Invalid __global__ write of size 4 bytes
// CORE: Generating coredump file: [[CORE:.*\.core]]
// CORE-NEXT: target cudacore [[CORE]]
// CORE: ERROR SUMMARY: 32 errors
// RUN: grep "Core dump of process" %t.core
// RUN: not grep "second" %t.core
#include <cstdio>
#include <cstring>

__global__ void first(int *p) { p[threadIdx.x] = 1; }

__global__ void second(int *p) { p[threadIdx.x] = 2; }

__global__ void same(int *p) {
  __shared__ int s;
  s = 7;
  __syncthreads();
  p[threadIdx.x] = s;
}

__global__ void races(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  if (threadIdx.x >= 32)
    p[threadIdx.x] = s[threadIdx.x - 32];
}

__global__ void blocks(int *p) { p[threadIdx.x] = blockIdx.x; }

int main(int, char **argv) {
  int *p;
  cudaMalloc(&p, 64 * sizeof(int));
  if (!std::strcmp(argv[1], "races"))
    races<<<1, 64>>>(p);
  if (!std::strcmp(argv[1], "blocks"))
    blocks<<<2, 64>>>(p);
  if (!std::strcmp(argv[1], "same"))
    same<<<1, 64>>>(p);
  if (!std::strcmp(argv[1], "memory")) {
    first<<<1, 32>>>(p + 64);
    second<<<1, 32>>>(p);
    second<<<1, 32>>>(p + 64);
    second<<<1, 32>>>(p + 64);
  }
  cudaDeviceSynchronize();
  cudaFree(p);
}
