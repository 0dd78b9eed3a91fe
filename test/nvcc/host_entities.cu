// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the host object shows of kernels and device variables, as NVIDIA's nvcc 13 has it (readelf of
// both): names, binding, visibility.
// RUN: nvcc -std=c++17 -c %s -o %t.o
// RUN: llvm-readelf -sW %t.o | FileCheck %s --check-prefixes=BOTH,WHOLE,STATIC
// RUN: nvcc -std=c++17 -static-global-template-stub=false -c %s -o %t.weak.o
// RUN: llvm-readelf -sW %t.weak.o | FileCheck %s --check-prefixes=BOTH,WHOLE,WEAK
// RUN: nvcc -std=c++17 -rdc=true -c %s -o %t.rdc.o
// RUN: llvm-readelf -sW %t.rdc.o | FileCheck %s --check-prefixes=BOTH,RDC,WEAK
// RUN: nvcc -std=c++17 -rdc=true --device-entity-has-hidden-visibility=false -c %s -o %t.shown.o
// RUN: llvm-readelf -sW %t.shown.o | FileCheck %s --check-prefix=SHOWN
// The file is registered before its constructors run.
// RUN: nvcc -std=c++17 -cuda %s -o - | FileCheck %s --check-prefix=ORDER
// RUN: nvcc -std=c++17 -rdc=true -cuda %s -o - | FileCheck %s --check-prefix=ORDER
// ORDER: .section{{.*}}.init_array
// ORDER: .quad{{.*}}__cuda_module_ctor
// ORDER-NEXT: .quad{{.*}}_GLOBAL__sub_I
__global__ void plain(int *o) { *o = 1; }
static __global__ void local(int *o) { *o = 1; }
inline __global__ void onceOnly(int *o) { *o = 1; }
extern "C" __global__ void c_name(int *o) { *o = 1; }
extern __global__ void elsewhere(int *o);
__attribute__((visibility("default"))) __global__ void shown(int *o) { *o = 1; }
namespace n1 {
template <class T> __global__ void instance(T *o) { *o = 1; }
} // namespace n1
template <class T> __global__ void special(T *o) { *o = 1; }
template <> __global__ void special<int>(int *o) { *o = 2; }
// BOTH-DAG: FUNC GLOBAL HIDDEN {{.*}} _Z5plainPi
// BOTH-DAG: FUNC LOCAL DEFAULT {{.*}} _ZL5localPi
// BOTH-DAG: FUNC WEAK HIDDEN {{.*}} _Z8onceOnlyPi
// BOTH-DAG: FUNC GLOBAL HIDDEN {{.*}} c_name
// BOTH-DAG: GLOBAL HIDDEN UND _Z9elsewherePi
// BOTH-DAG: FUNC GLOBAL DEFAULT {{.*}} _Z5shownPi
// STATIC-DAG: FUNC LOCAL DEFAULT {{.*}} _ZN2n18instanceIiEEvPT_
// STATIC-DAG: FUNC LOCAL DEFAULT {{.*}} _Z7specialIiEvPT_
// WEAK-DAG: FUNC WEAK HIDDEN {{.*}} _ZN2n18instanceIiEEvPT_
// WEAK-DAG: FUNC GLOBAL HIDDEN {{.*}} _Z7specialIiEvPT_
// SHOWN-DAG: FUNC GLOBAL DEFAULT {{.*}} _Z5plainPi
// SHOWN-DAG: FUNC WEAK DEFAULT {{.*}} _ZN2n18instanceIiEEvPT_

__device__ int number = 1;
__managed__ int managed = 2;
static __constant__ int hidden[2];
template <class T> __device__ T of = 3;
// WHOLE-DAG: OBJECT LOCAL DEFAULT {{.*}} number
// WHOLE-DAG: OBJECT LOCAL DEFAULT {{.*}} managed{{$}}
// BOTH-DAG: OBJECT LOCAL DEFAULT {{.*}} _ZL6hidden
// RDC-DAG: OBJECT GLOBAL HIDDEN {{.*}} number
// RDC-DAG: OBJECT GLOBAL HIDDEN {{.*}} managed{{$}}
// RDC-DAG: OBJECT WEAK HIDDEN {{.*}} _Z2ofIiE
// SHOWN-DAG: OBJECT GLOBAL DEFAULT {{.*}} number
// SHOWN-DAG: OBJECT WEAK DEFAULT {{.*}} _Z2ofIiE
#ifdef __CUDACC_RDC__
extern __device__ int far;
extern __managed__ int farManaged;
inline __managed__ int shared = 4;
__attribute__((visibility("default"))) __constant__ int open;
// RDC-DAG: GLOBAL HIDDEN UND far
// RDC-DAG: GLOBAL HIDDEN UND farManaged{{$}}
// RDC-DAG: OBJECT WEAK HIDDEN {{.*}} shared{{$}}
// RDC-DAG: OBJECT GLOBAL DEFAULT {{.*}} open
// SHOWN-DAG: GLOBAL DEFAULT UND far
#endif

struct Global {
  Global();
} global;
Global::Global() {
  int *o = nullptr, to[2];
  plain<<<1, 1>>>(o);
  local<<<1, 1>>>(o);
  onceOnly<<<1, 1>>>(o);
  c_name<<<1, 1>>>(o);
  elsewhere<<<1, 1>>>(o);
  shown<<<1, 1>>>(o);
  n1::instance<int><<<1, 1>>>(o);
  special<int><<<1, 1>>>(o);
  cudaMemcpyFromSymbol(to, number, 4);
  cudaMemcpyFromSymbol(to, hidden, 8);
  cudaMemcpyFromSymbol(to, of<int>, 4);
  managed = 3;
#ifdef __CUDACC_RDC__
  cudaMemcpyFromSymbol(to, far, 4);
  cudaMemcpyFromSymbol(to, open, 4);
  shared = farManaged;
#endif
}
