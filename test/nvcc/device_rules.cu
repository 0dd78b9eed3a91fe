// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What nvcc 13 refuses of kernels, their qualifiers and device variables, each with its own macro.
// RUN: nvcc -c -arch=sm_90 %s -o %t.o
// RUN: not nvcc -c -arch=sm_80 -DCLUSTER %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: nvcc -c -arch=sm_90 -DCLUSTER %s -o %t.o
// CLUSTER: error: __cluster_dims__ is not supported for this GPU architecture
// CLUSTER: error: __block_size__ is not supported for this GPU architecture
// CLUSTER: error: maxclusterrank requires sm_90
// RUN: not nvcc -c -arch=sm_90 -DQUALIFIER %s -o %t.o 2>&1 | FileCheck %s --check-prefix=QUALIFIER
// QUALIFIER: error: a parameter with __grid_constant__ must have a const-qualified type
// QUALIFIER: error: a parameter with __grid_constant__ must have a const-qualified type
// QUALIFIER: error: __grid_constant__ is only allowed on a parameter of a __global__ function
// QUALIFIER: error: __launch_bounds__ and __maxnreg__ cannot be applied to the same kernel
// QUALIFIER: error: __maxnreg__ is only allowed on a __global__ function
// QUALIFIER: error: __launch_bounds__ is only allowed on a __global__ function
// RUN: not nvcc -c -DKERNEL %s -o %t.o 2>&1 | FileCheck %s --check-prefix=KERNEL
// KERNEL: error: a __global__ function must not have a deduced return type
// KERNEL: error: a __global__ function cannot have ellipsis
// KERNEL: error: a __global__ function cannot have a parameter with rvalue reference type
// KERNEL: error: a __global__ function or function template cannot be a member
// KERNEL: error: an exception specification is not allowed for a __global__ function
// KERNEL: error: a pack must be the last template parameter of a __global__ function template
// KERNEL: error: a __global__ function or function template cannot have a parameter with type std::initializer_list
// KERNEL: error: Formal parameter space overflowed (40000 bytes required, max 32764 bytes allowed) in function _Z4huge3Big
// RUN: not nvcc -c -DVARIABLE %s -o %t.o 2>&1 | FileCheck %s --check-prefix=VARIABLE
// VARIABLE: error: memory qualifier on data member is not allowed
// VARIABLE: error: expression must be a modifiable lvalue: 'fixed' is __constant__
// VARIABLE: error: expression must be a modifiable lvalue: 'fixed' is __constant__
// VARIABLE: error: expression must be a modifiable lvalue: 'fixed' is __constant__
// VARIABLE: error: an inline __device__/__constant__/__managed__ variable must have internal linkage
// VARIABLE: error: expression must be a modifiable lvalue: 'fixed' is __constant__
// VARIABLE: error: expression must be a modifiable lvalue: 'fixed' is __constant__
// VARIABLE: error: expression must be a modifiable lvalue: 'pair' is __constant__
// VARIABLE: error: cannot take address of builtin variable "threadIdx"
// RUN: nvcc -c -rdc=true -DINLINE %s -o %t.o
// RUN: not nvcc -c -DMORE %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: error: a __managed__ variable cannot be const
// MORE: error: a __managed__ variable cannot be __constant__
// MORE: error: a __global__ function cannot be constexpr
// MORE: error: a static __device__ variable in a host function
#include <initializer_list>

struct Big {
  char bytes[40000];
};
struct Small {
  int a;
};
__constant__ int fixed;
__constant__ Small pair[2];
__device__ int *pointer;

#if defined(CLUSTER)
__global__ void __cluster_dims__(2, 1, 1) dims() {}
__global__ void __block_size__((32, 1, 1)) sized() {}
__global__ void __launch_bounds__(32, 1, 2) bounds() {}
#elif defined(QUALIFIER)
__global__ void notConst(__grid_constant__ Small s) {}
__global__ void reference(const __grid_constant__ Small &s) {}
__device__ void noKernel(const __grid_constant__ Small s) {}
__global__ void __launch_bounds__(128) __maxnreg__(32) both() {}
__device__ void __maxnreg__(32) registers() {}
__device__ void __launch_bounds__(32) threads() {}
#elif defined(KERNEL)
__global__ auto deduced() {}
__global__ void variadic(int, ...) {}
__global__ void moved(int &&p) {}
struct Member {
  static __global__ void kernel() {}
};
__global__ void quiet() noexcept {}
template <class... T, class U> __global__ void packed(T...) {}
__global__ void listed(std::initializer_list<int> l) {}
__global__ void huge(Big b) {}
#elif defined(VARIABLE)
struct Static {
  static __device__ int member;
};
struct Counted {
  __device__ Counted() { fixed = 1; }
  __device__ ~Counted() { --fixed; }
  __device__ operator int() const { return fixed = 2; }
};
inline __device__ int shared = 1;
__global__ void kernel(int *p) {
  fixed = 1;
  ++fixed;
  pair[*p].a += 2;
  *pointer = 3;
  const uint3 *q = &threadIdx;
}
void host() { pair[0].a = 4; }
#elif defined(MORE)
__managed__ const int managedConst = 1;
__constant__ __managed__ int managedConstant;
__global__ constexpr void constexprKernel() {}
void staticInHost() { static __device__ int s; }
#elif defined(INLINE)
inline __device__ int shared = 1;
#else
// All of this is taken.
__global__ void __cluster_dims__(2, 1, 1) dims() {}
__global__ void __launch_bounds__(32, 1, 2) bounds() {}
__global__ void constant(const __grid_constant__ Small s, int *p) { *p = s.a; }
template <class U, class... T> __global__ void packed(T... t) {}
static inline __device__ int own = 1;
__global__ void kernel(int *p) {
  *pointer = fixed + own;
  p[fixed] = pair[1].a;
}
void host() { pair[0].a = 4; }
#endif
