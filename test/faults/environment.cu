// Values of environment variables that mean nothing are told once, and count as unset.
// RUN: env ANYWARP_WORKERS=0x ANYWARP_TRACE=foo,exec ANYWARP_STRICT=yes ANYWARP_CPU_DEVICES=-1 CUDA_CACHE_MAXSIZE=1G CUDA_MODULE_LOADING= anywarp run %s 2>&1 | FileCheck %s
// RUN: env ANYWARP_WORKERS=2 ANYWARP_TRACE=threads,,exec ANYWARP_STRICT=0 ANYWARP_DUMP=after:FormWarps ANYWARP_DUMP_DIR=%t.d anywarp run %s 2>&1 | FileCheck %s --check-prefix=NONE
#include <cstdio>
// CHECK-DAG: anywarp: ANYWARP_CPU_DEVICES=-1 means nothing, a number, auto or numa is expected; taking auto
// CHECK-DAG: anywarp: ANYWARP_WORKERS=0x means nothing, a number is expected; taking 0
// CHECK-DAG: anywarp: ANYWARP_STRICT=yes means nothing, 0 or 1 is expected; taking 0
// CHECK-DAG: anywarp: ANYWARP_TRACE: 'foo' means nothing, driver, runtime, library, jit, exec or threads is expected
// CHECK-DAG: anywarp: CUDA_CACHE_MAXSIZE=1G means nothing, a number is expected; taking 268435456
// CHECK-NOT: means nothing
// CHECK: [anywarp exec]
// CHECK: result 0, 1 devices
// NONE-NOT: means nothing
// NONE: result 0, 1 devices
__global__ void kernel() {}
int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);
  kernel<<<1, 1>>>();
  cudaError_t result = cudaDeviceSynchronize();
  std::printf("result %d, %d devices\n", result, devices);
}
