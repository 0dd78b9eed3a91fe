// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pragmas that switch off the check of calls from host-device functions are nvcc's own: no host compiler's -Wall
// and no --promote_warnings is about them. A pragma that neither knows is told, as seen with nvcc 13.0.
// RUN: nvcc -c -Xcompiler=-Wall,-Werror -Xcudafe=--promote_warnings %s -o %t.o 2>&1 | count 0
// RUN: nvcc -c -Xcompiler=-Wall -DUNKNOWN %s -o %t.o 2>&1 | FileCheck %s
#pragma nv_exec_check_disable
template <class T> __host__ __device__ void first(T t) { t(); }
#pragma hd_warning_disable
template <class T> __host__ __device__ void second(T t) { t(); }
_Pragma("nv_exec_check_disable") template <class T> __host__ __device__ void third(T t) { t(); }
void use() {
  first([] {});
  second([] {});
  third([] {});
}
#ifdef UNKNOWN
// CHECK: :[[#@LINE+1]]:{{.*}}warning: {{.*}}pragma
#pragma nv_exec_check_nonsense
#endif
