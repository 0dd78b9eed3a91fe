// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Literals half way between two numbers, in device and host code: nvcc takes the odd one for those that its first estimate
// puts below the next power of two. The bits were printed by nvcc 13 (PTX of this file; the host lines by the program).
// RUN: nvcc %s -ptx -o - | FileCheck %s --check-prefix=PTX
// RUN: nvcc %s -o %t && %t | FileCheck %s
#include <cstdio>
#include <cstring>

// PTX: singles[
// PTX-SAME: = {1, 0, 128, 75, 2, 0, 128, 75, 1, 0, 0, 77, 3, 0, 0, 77, 4, 0, 0, 77, 0, 0, 0, 78, 0, 0, 128, 75, 1, 0, 128, 75, 0, 0, 128, 75, 1, 0, 128, 75}
__device__ float singles[] = {
    16777217.f,   // 2^24 + 1: up
    16777221.f,   // even
    134217736.f,  // 2^27, 1.34e8: two of them go up
    134217768.f,
    134217800.f,
    536870944.f,  // 2^29: the estimate rounds to the power
    0x1000001p0f, // hexadecimal: even
    1.67772'170'0e+7f,
    16777216.99999999999999999999999999f, // no tie
    16777217.00000000000000000000000001f,
};
// PTX: doubles[
// PTX-SAME: = {0, 0, 0, 0, 0, 0, 64, 67, 1, 0, 0, 0, 0, 0, 80, 67, 0, 0, 0, 0, 0, 0, 96, 67, 0, 0, 0, 0, 0, 0, 112, 65}
__device__ double doubles[] = {9007199254740993., 18014398509481986., 36028797018963972.,
                               (float)16777217.};
// PTX: small[
// PTX-SAME: = {1, 0, 0, 58}
__device__ float small[] = {0.00048828127910383045673370361328125f};

static unsigned bits(float x) {
  unsigned u;
  memcpy(&u, &x, sizeof u);
  return u;
}

int main() {
  // CHECK: 4b800001 4b800002 4b800000
  printf("%x %x %x\n", bits(16777217.f), bits(16777221.f), bits((float)16777217.));
}
