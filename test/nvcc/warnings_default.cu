// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The warnings that NVIDIA's nvcc 13.0 gives of this file unasked, by number and line, and no others.
// RUN: nvcc -c -std=c++17 %s -o %t.o > %t.said 2>&1
// RUN: FileCheck %s < %t.said
// The read of a field before it is set is Clang's own warning, without a number, and an old function in host code.
// RUN: grep -c "warning:.*-D]" %t.said | FileCheck %s --check-prefix=COUNT
// RUN: grep "warning:" %t.said | grep -vc "warning:.*-D]" | FileCheck %s --check-prefix=OWN
// OWN: {{^}}2{{$}}
// COUNT: {{^}}67{{$}}
// 181 alone leaves what Clang counts among its kind.
// RUN: nvcc -c -std=c++17 -diag-suppress 181 %s -o %t.o > %t.others 2>&1
// RUN: FileCheck %s --check-prefix=OTHERS < %t.others
// OTHERS-NOT: #181-D
// OTHERS-DAG: [#224-D]
// OTHERS-DAG: [#225-D]
// RUN: not nvcc -c -std=c++17 -Werror all-warnings -diag-suppress 181 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PROMOTED
// PROMOTED-DAG: error:{{.*}} [#224-D]
// By numbers and by names they are not there.
// RUN: nvcc -c -std=c++17 -diag-suppress 68,69,173,174,177,187,514,549,550,815,997,20011 -diag-suppress=20012,20044,20050,20091,20092,20208 -diag-suppress 61,186,940,39,179,1056,836,375,64,414,852,821,114,181,224,225,226,108,554,959,1422,1215,1444 %s -o %t.o 2>&1 | count 0
// RUN: not nvcc -c -std=c++17 -diag-error 20091 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: the __device__ variable 'd' cannot be read directly in a host function{{.*}} [#20091-D]
#include <cassert>
#include <cstdio>
enum Color { red };
struct P {
  int x, y;
  __host__ __device__ int get() const { return x; }
};
__device__ int d;
__constant__ int c[4];
__managed__ int m;
__device__ P p;
__device__ int *pointer;
__device__ const int folded = 4;
template <class T> void take(const T &);
void address(const void *);

// A host function has its own copy of a device variable.
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} warning: the __device__ variable 'd' cannot be read directly in a host function{{.*}} [#20091-D]
int hostReads() { return d; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20091-D]
int parts() { return p.x; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} __constant__ variable 'c' {{.*}} [#20091-D]
int element(int i) { return c[i]; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20092-D]
void hostWrites() { d = 3; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20092-D]
void hostWritesStruct() { p = P{1, 2}; }
// CHECK-DAG: :[[#@LINE+2]]:{{.*}} [#20091-D]
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20092-D]
void both() { d++; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20091-D]
__host__ __device__ int hostToo() { return d; }
template <class T> int notInstantiated() { return d; }
struct Member {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20091-D]
  int f() { return *pointer; }
};
int allowed() {
  address(&d);
  address(c);
  take(d);
  return m + folded + int(sizeof d) + p.get();
}

// CHECK-DAG: :[[#@LINE+2]]:{{.*}} warning: {{.*}} [#20050-D]
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20050-D]
inline __global__ void inlineKernel(int *p) { *p = 1; } template <class T> inline __global__ void inlineTemplate(T *p) {}

// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20044-D]
extern __device__ int elsewhere;

struct Defaulted {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20012-D]
  __device__ Defaulted() = default;
  virtual __device__ ~Defaulted() = default;
};

struct Base {
  virtual void f(int) {}
};
struct Derived : Base {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#997-D]
  virtual void f(double) {}
};

// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20208-D]
__device__ double longDouble(double x) { long double y = x; return y; }
__device__ long double inTheType(long double x) { return x; }

// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#20011-D]
template <class T> __host__ __device__ int callsHost(T x) { return hostReads() + x; }

// Constants of bits keep that under a name of their type.
enum OfBits { kAll = ~0, kSame = kAll, kBoth = -1 & ~0, kNumber = -1 };
constexpr int kEvery = ~0;
constexpr long kWider = ~0;
template <int N> struct Masks {
  static constexpr int kMask = ~0;
  __device__ static unsigned mask() { return kMask; }
};
__device__ void named(unsigned *p) {
  p[0] = kAll;
  p[1] = kSame;
  p[2] = kBoth;
  p[3] = (kEvery);
  p[4] = Masks<1>::mask();
  p[5] = -1 ^ 0;
  p[6] = (int)~0;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
  p[7] = kNumber;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
  p[8] = kWider;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
  p[9] = ~0 + 0;
}
__global__ void constants(unsigned *p, long long big) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
  if (threadIdx.x == -1)
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
    p[0] = -1;
  p[1] = ~0;
  p[2] = unsigned(-1);
  int i = 0x80000000;
  p[3] = i;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#69-D]
  unsigned char byte = 300;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
  signed char small = 200;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#173-D]
  p[4] = -1.5f;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#61-D]
  p[5] = 0x7fffffff + 1 + byte + small;
  p[6] = callsHost(1);
}

__global__ void statements(int *p, int n, unsigned u, volatile int *v) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#174-D]
  n;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#174-D]
  n + 1;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#174-D]
  n == 2;
  (void)n;
  *v;
  p[0]++, n;
  assert(n == 1);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#187-D]
  if (n = 3)
    // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#186-D]
    if (u < 0)
      p[0] = 1;
  if (n = p[1])
    p[0] = 2;
  for (; n; *p++)
    ;
}

__global__ void variables(int *p) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#177-D]
  int unused;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#177-D]
  const int constant = 3;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#550-D]
  int set;
  set = 1;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#550-D]
  P structure;
  structure.x = 1;
  int counted = 0;
  counted++;
  counted += 2;
  int captured;
  auto lambda = [&] { captured = 2; };
  lambda();
  // CHECK-DAG: :[[#@LINE+2]]:{{.*}} [#549-D]
  int never;
  p[0] = never;
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#177-D]
label:
  [[maybe_unused]] int knownToBe;
  volatile int visible;
  visible = 1;
}
template <class T> __device__ void instance(T x) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#177-D]
  int unused;
  T ofTheArgument = x;
  int set;
  set = 1;
}
template <class T> __device__ void noInstance(T x) { int unused; }
__global__ void instances() { instance(1); }
// The host's as well.
void host() {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#177-D]
  int unused;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#550-D]
  int set;
  set = 1;
}
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#940-D]
__device__ int noReturn(int n) { if (n) return 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#815-D]
const int qualified() { return 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#177-D]
static int unusedFunction() { return 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#177-D]
static __device__ int unusedVariable;
static volatile int unusedVolatile;
auto lambdaOfFile = [] { return 1; };

// Parameters, too.
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} the parameter 'n' is set and never used [#550-D]
__device__ void setsParameter(int n) { n = 3; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#179-D]
__device__ int remainder(int n) { return n % 0; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#39-D]
__device__ int quotient(int n) { return n / 0; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#1056-D]
__device__ int *addressOfLocal() { int local = 1; return &local; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#836-D]
__device__ int &referenceToLocal() { int local = 1; return local; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#375-D]
typedef int;
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#64-D]
int;
struct Incomplete;
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#414-D]
void deletes(Incomplete *p) { delete p; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#852-D]
__device__ void deletesVoid(void *p) { delete p; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#821-D]
inline int notDefinedInline();
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#114-D]
static int notDefined();
int usesThem() { return notDefinedInline() + notDefined(); }
__global__ void prints() {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#181-D]
  printf("%d\n", 1.0);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#224-D]
  printf("%d\n");
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#225-D]
  printf("%d\n", 1, 2);
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#226-D]
  printf("%q\n", 1);
}
// Clang takes kernels for used.
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} the function 'unusedKernel' is declared and never referenced [#177-D]
static __global__ void unusedKernel() {}
static __global__ void launchedKernel() {}
namespace {
template <class T> __global__ void unusedTemplate(T) {}
} // namespace
void launches() { launchedKernel<<<1, 1>>>(); }
struct Bits {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#108-D]
  int bit : 1;
  int : 1;
  unsigned one : 1;
  bool yes : 1;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#959-D]
  int wide : 40;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#554-D]
  operator Bits() const;
};
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#1422-D]
int characters() { return 'ab'; }
__device__ int comparisons(unsigned n, unsigned char c, bool b) {
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#514-D]
  int found = c == -1;
  // CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#514-D]
  found += -1l < n;
  return found + (c == 256) + (int(c) == -1) + (b == -1);
}
[[deprecated]] __host__ __device__ int old() { return 1; }
[[deprecated("why")]] __device__ int older() { return 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#1215-D]
__host__ __device__ int usesOld() { return old(); }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#1444-D]
__device__ int usesOlder() { return older(); }
// The host compiler's part, without a number.
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [-Wdeprecated-declarations]
int hostUsesOld() { return old(); }
// What nvcc says nothing of.
__global__ void elements(int x) {
  extern __shared__ int memory[];
  memory[0] = x;
}
struct Fields {
  int a, b;
  Fields(int x) : a(b), b(x) {}
};
