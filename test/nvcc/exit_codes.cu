// The exit code tells who refused: the preprocessor and what only compiles for the device 1, the
// host's front end 2, the assembler 255. Expected values are of NVIDIA's nvcc 13.0.
//
// RUN: sh -c 'for how in "-c -DINCLUDED" "-c -DSTOPPED" "-c -DUNKNOWN" "-cuda -DUNKNOWN" "-ptx -DUNKNOWN" "-cubin -DUNKNOWN" "-c -DDEVICE" "-c -DPARENTHESIS" "-c -DDIGIT" "-c -DARGUMENTS" "-c -DASSERTED" "-c -diag-error 177" "-c -Werror all-warnings" "-c -DASSEMBLY" "-c -DBOUNDS" "-c -DELLIPSIS" "-c -DELLIPSIS -DSTOPPED" "-c -DCONSTANT" "-c -DCONSTEXPR" "-c -DTHROWS" "-c"; do nvcc $how %s -o %t.o 2> %t.log; echo "$how: $?"; done' | FileCheck %s
// CHECK: -c -DINCLUDED: 1
// CHECK-NEXT: -c -DSTOPPED: 1
// CHECK-NEXT: -c -DUNKNOWN: 2
// CHECK-NEXT: -cuda -DUNKNOWN: 2
// CHECK-NEXT: -ptx -DUNKNOWN: 1
// CHECK-NEXT: -cubin -DUNKNOWN: 1
// CHECK-NEXT: -c -DDEVICE: 1
// CHECK-NEXT: -c -DPARENTHESIS: 2
// CHECK-NEXT: -c -DDIGIT: 2
// CHECK-NEXT: -c -DARGUMENTS: 1
// CHECK-NEXT: -c -DASSERTED: 2
// CHECK-NEXT: -c -diag-error 177: 2
// CHECK-NEXT: -c -Werror all-warnings: 1
// CHECK-NEXT: -c -DASSEMBLY: 255
// CHECK-NEXT: -c -DBOUNDS: 2
// CHECK-NEXT: -c -DELLIPSIS: 2
// CHECK-NEXT: -c -DELLIPSIS -DSTOPPED: 1
// CHECK-NEXT: -c -DCONSTANT: 2
// CHECK-NEXT: -c -DCONSTEXPR: 1
// CHECK-NEXT: -c -DTHROWS: 1
// CHECK-NEXT: -c: 0
// A refused file has no warnings of its end; one that only the device refuses has.
// RUN: not nvcc -c -DELLIPSIS %s -o %t.o 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not nvcc -c -DCONSTEXPR %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DEVICE
// REFUSED-NOT: warning
// DEVICE: [#177-D]
#ifdef INCLUDED
#include "no_such_header.h"
#endif
#ifdef STOPPED
#error stopped
#endif

__global__ void kernel(int *out) {
  int unused;
#ifdef UNKNOWN
  *out = unknown;
#endif
#if defined(DEVICE) && defined(__CUDA_ARCH__)
  *out = unknown;
#endif
#ifdef PARENTHESIS
  *out = (1 + 2;
#endif
#ifdef DIGIT
  *out = 0b2;
#endif
#ifdef ARGUMENTS
#define ONE(x) x
  *out = ONE(1, 2);
#endif
#ifdef ASSERTED
  static_assert(sizeof(int) == 5, "");
#endif
#ifdef ASSEMBLY
  asm("bogus.s32 %0;" : "=r"(*out));
#endif
}
#ifdef BOUNDS
__launch_bounds__(32) __device__ void bounded() {}
#endif
#ifdef ELLIPSIS
__global__ void more(...) {}
#endif
#ifdef CONSTANT
__constant__ int constant;
void writes() { constant = 1; }
#endif
#ifdef CONSTEXPR
constexpr __global__ void known() {}
#endif
#ifdef THROWS
__device__ void throws() { throw 1; }
#endif
