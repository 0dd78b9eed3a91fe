// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --strict-nvcc refuses what NVIDIA's nvcc 13.0 refuses (each line below was held against it) and takes the rest.
// RUN: nvcc -c -std=c++17 --extended-lambda %s -o %t.o
// RUN: not nvcc -c -std=c++17 --strict-nvcc --extended-lambda %s -o %t.o > %t.said 2>&1
// RUN: FileCheck %s < %t.said
// RUN: grep -c "error:" %t.said | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}37{{$}}
// constexpr functions are for both sides with the flag, and the macro says so.
// RUN: not nvcc -c -std=c++17 --strict-nvcc --extended-lambda --expt-relaxed-constexpr %s -o %t.o > %t.relaxed 2>&1
// RUN: not grep "needs --expt-relaxed-constexpr" %t.relaxed
// RUN: grep -c "error:" %t.relaxed | FileCheck %s --check-prefix=RELAXED
// RELAXED: {{^}}25{{$}}
// RUN: nvcc -c --strict-nvcc -DMACRO=0 %s -o %t.o
// RUN: nvcc -c --strict-nvcc --expt-relaxed-constexpr -DMACRO=1 %s -o %t.o
// RUN: nvcc -c -DMACRO=1 %s -o %t.o
// RUN: not nvcc -c --strict-nvcc -DMAIN %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MAIN
// MAIN: error: the function main cannot be __device__ or __global__
#ifdef MACRO
#ifdef __CUDACC_RELAXED_CONSTEXPR__
static_assert(MACRO == 1, "");
#else
static_assert(MACRO == 0, "");
#endif
#elif defined(MAIN)
__device__ int main() { return 0; }
#else
#include <algorithm>
#include <array>
#include <initializer_list>
#include <limits>
#include <utility>

// constexpr functions, wherever device code names them.
constexpr int plus(int x) { return x + 1; }
template <class T> constexpr T plusT(T x) { return x + 1; }
struct Literal {
  int a;
  constexpr Literal(int x) : a(x) {}
  constexpr int get() const { return a; }
};
struct Defaulted {
  int a = 3;
  constexpr Defaulted() = default;
};
__global__ void constexprFunctions(int *p) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: calling the constexpr __host__ function 'plus' from device code needs --expt-relaxed-constexpr
  p[0] = plus(p[1]);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  constexpr int constant = plus(3);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  int array[plus(2)];
  array[0] = constant;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  p[1] = plusT(array[0]);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  Literal literal(p[0]);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  p[2] = literal.get();
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  p[3] = std::max(p[0], p[1]);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  p[4] = std::numeric_limits<int>::max();
  std::array<int, 3> list{1, 2, 3};
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  p[5] = list[1];
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  std::pair<int, int> pair(1, 2);
  p[6] = pair.first;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  switch (p[0]) { case plus(1): p[0] = 1; }
  p[8] = std::move(p[1]);
  for (int i : std::initializer_list<int>{1, 2})
    p[9] += i;
  Defaulted defaulted;
  auto own = [](int x) { return x; };
  p[10] = own(defaulted.a);
}
template <class T> __device__ T inTemplate(T x) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: {{.*}} needs --expt-relaxed-constexpr
  return plus(x);
}
__device__ int instance(int x) { return inTemplate(x); }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} warning: {{.*}} needs --expt-relaxed-constexpr [#20013-D]
__host__ __device__ int forBoth(int x) { return plus(x); }

// One function for the host and another for the device.
__host__ int overload() { return 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: 'overload' is there already
__device__ int overload() { return 2; }
template <class T> __host__ int overloadT(T) { return 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: 'overloadT' is there already
template <class T> __device__ int overloadT(T) { return 2; }
struct Overloads {
  __host__ Overloads() {}
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: 'Overloads' is there already
  __device__ Overloads() {}
  __host__ int f() { return 1; }
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: 'f' is there already
  __device__ int f() { return 2; }
  __host__ int g() { return 1; }
  __device__ int g() const { return 2; }
};
int byType(int) { return 1; }
__device__ int byType(float) { return 2; }

// Types in the template arguments of kernels.
template <class T> __global__ void kernel(T) {}
template <class T, T> __global__ void kernelOfValue() {}
template <template <class> class X> __global__ void kernelOfTemplate() {}
template <int> __global__ void kernelOfNumber() {}
template <class T> struct Holder {
  T t;
};
struct {
  int a;
} unnamed;
typedef struct {
  int a;
} NamedByTypedef;
namespace {
struct InNamespace {};
} // namespace
enum { kZ = 2 };
class Owner {
  struct Private {};
  template <class> struct PrivateTemplate {};

protected:
  enum Protected { value };

public:
  struct Public {};
  void types() {
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the private or protected type 'Private' cannot be a template argument
    kernel<<<1, 1>>>(Private());
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the private or protected type 'Protected'
    kernel<<<1, 1>>>(value);
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the private or protected template 'PrivateTemplate'
    kernelOfTemplate<PrivateTemplate><<<1, 1>>>();
    kernel<<<1, 1>>>(Public());
  }
};
void types() {
  struct Local {};
  enum { kLocal = 3 };
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: 'Local', which is local to a __host__ function
  kernel<<<1, 1>>>(Local());
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: 'Local', which is local to a __host__ function
  kernel<<<1, 1>>>(Holder<Local>());
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: an unnamed type cannot be a template argument
  kernel<<<1, 1>>>(unnamed);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: an unnamed type cannot be a template argument
  kernelOfValue<decltype(kZ), kZ><<<1, 1>>>();
  kernelOfNumber<kLocal><<<1, 1>>>();
  kernel<<<1, 1>>>(NamedByTypedef());
  kernel<<<1, 1>>>(InNamespace());
}

// Variables of the host.
constexpr int table[3] = {1, 2, 3};
const char text[] = "abc";
constexpr int number = 3;
const float real = 2.5f;
struct Static {
  static constexpr int array[2] = {1, 2};
  static constexpr int number = 3;
};
template <class T> struct StaticT {
  static constexpr T array[2] = {1, 2};
};
__device__ void byReference(const int &);
__constant__ constexpr int deviceTable[3] = {1, 2, 3};
__global__ void variables(int *p) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the host variable 'table' has no address in device code
  p[0] = table[p[1]];
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the host variable 'table' has no address
  p[1] = table[2];
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the host variable 'text' has no address
  p[2] = text[p[0]];
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the host variable 'array' has no address
  p[3] = Static::array[p[0]];
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the host variable 'number' has no address
  const int &reference = number;
  p[4] = reference;
  constexpr int known = table[1];
  constexpr int own[2] = {1, 2};
  p[5] = number + real + Static::number + known + sizeof(table) + own[p[0]];
  p[6] = StaticT<int>::array[1] + deviceTable[p[0]];
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: thread_local cannot be used in device code
  thread_local int perThread;
  p[7] = perThread;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: warpSize is no constant expression
  int lanes[warpSize > 0 ? 4 : 1];
  p[8] = lanes[0] + warpSize;
  switch (p[0]) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: warpSize is no constant expression
  case warpSize:
    p[9] = 1;
  }
}

// Lambdas in host code that device code may call.
template <class F> __global__ void call(F) {}
class Lambdas {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the function around an extended lambda cannot be a private or protected member
  void hidden() { call<<<1, 1>>>([] __device__ {}); }
};
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the function around an extended lambda must not have a deduced return type
auto deduced() { call<<<1, 1>>>([] __device__ {}); return 1; }
void lambdas() {
  int x = 1;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: a __host__ __device__ extended lambda cannot be generic
  call<<<1, 1>>>([] __host__ __device__(auto y) { return y; });
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: an extended lambda cannot capture variables by reference
  call<<<1, 1>>>([&] __device__ { (void)x; });
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: a __host__ __device__ extended lambda cannot have init-captures
  call<<<1, 1>>>([q = 1] __host__ __device__ { (void)q; });
  call<<<1, 1>>>([q = 1] __device__ { (void)q; });
  call<<<1, 1>>>([] __device__(auto y) { return y; });
  struct Inner {
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: the function around an extended lambda cannot be a member of a local class
    void m() { call<<<1, 1>>>([] __device__ {}); }
  };
}
#endif
