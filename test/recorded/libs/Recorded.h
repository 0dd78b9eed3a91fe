// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the recorded programs of the libraries share: results in few digits, statuses, and digests
// of many lines.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <fcntl.h>
#include <string>
#include <tuple>
#include <unistd.h>
#include <vector>
// Many lines: each 32 of them are one digest; with SHOW in the environment they are printed as
// well.
struct Lines {
  unsigned long long h = 0;
  int n = 0;
  char text[4096];
  int used = 0;
  bool shows = getenv("SHOW");
  void end() {
    fprintf(stdout, "%d: %016llx\n", n, h);
    h = 0;
  }
  ~Lines() {
    if (used)
      text[used++] = '\n', line();
    if (n % 32)
      end();
  }
  void line() {
    for (int i = 0; i < used; ++i)
      h = (h ^ (unsigned char)text[i]) * 1099511628211ull + 7;
    if (shows)
      fwrite(text, 1, used, stdout);
    used = 0;
    if (++n % 32 == 0)
      end();
  }
};
static Lines lines;
template <class... A> static void say(const char *f, A... a) {
  char b[4096];
  int k = snprintf(b, sizeof b, f, a...);
  for (int i = 0; i < k; ++i) {
    lines.text[lines.used++] = b[i];
    if (b[i] == '\n' || lines.used > 4000)
      lines.line();
  }
}
#define printf say
#define CK(x)                                                                                      \
  do {                                                                                             \
    cudaError_t e_ = (x);                                                                          \
    if (e_ != cudaSuccess) {                                                                       \
      printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_));                                \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)
// The library may write its own message about a bad argument to standard output: that text is
// dropped.
template <class F> static auto hush(F f) {
  fflush(stdout);
  int keep = dup(1), null = open("/dev/null", O_WRONLY);
  dup2(null, 1);
  auto r = f();
  fflush(stdout);
  dup2(keep, 1);
  close(keep);
  close(null);
  return r;
}
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
#define OK(x)                                                                                      \
  do {                                                                                             \
    int s_ = (int)hush([&] { return x; });                                                         \
    if (s_)                                                                                        \
      printf("line %d: %s -> %d\n", __LINE__, #x, s_);                                             \
  } while (0)
template <class T> static T *dev(const std::vector<T> &v) {
  T *d;
  CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16));
  CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
  return d;
}
template <class T> static T *devz(size_t n) {
  T *d;
  CK(cudaMalloc((void **)&d, n * sizeof(T) + 16));
  CK(cudaMemset(d, 0, n * sizeof(T) + 16));
  return d;
}
template <class T> static std::vector<T> get(const T *d, size_t n) {
  std::vector<T> v(n);
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost));
  return v;
}
static void *buf(size_t n) {
  void *p;
  CK(cudaMalloc(&p, n + 256));
  CK(cudaMemset(p, 0, n + 256));
  return p;
}
typedef std::complex<double> Z;
template <class T> inline Z z(T x) { return Z(double(float(x)), 0); }
template <> inline Z z(double x) { return x; }
template <> inline Z z(int x) { return double(x); }
template <> inline Z z(int64_t x) { return double(x); }
template <> inline Z z(cuComplex x) { return Z(x.x, x.y); }
template <> inline Z z(cuDoubleComplex x) { return Z(x.x, x.y); }
template <class T> inline T mk(Z v) { return T(float(v.real())); }
template <> inline double mk(Z v) { return v.real(); }
template <> inline int mk(Z v) { return int(v.real()); }
template <> inline int8_t mk(Z v) { return int8_t(v.real()); }
template <> inline cuComplex mk(Z v) { return {float(v.real()), float(v.imag())}; }
template <> inline cuDoubleComplex mk(Z v) { return {v.real(), v.imag()}; }
static int digits = 4;
static double tiny = 1e-6;
static void num(double y) {
  if (std::isnan(y))
    printf(" nan");
  else
    printf(" %.*g", digits, std::fabs(y) < tiny ? 0.0 : y);
}
template <class T> static void show(const char *name, const std::vector<T> &v) {
  printf("%s:", name);
  for (auto x : v) {
    Z y = z(x);
    num(y.real());
    if (std::is_same<T, cuComplex>::value || std::is_same<T, cuDoubleComplex>::value) {
      printf(",");
      num(y.imag());
    }
  }
  printf("\n");
}
template <class T> static void show(const char *name, const T *d, size_t n) {
  show(name, get(d, n));
}
template <class T> static void hashed(const char *name, const T *d, size_t n) {
  unsigned long long h = 0;
  for (auto x : get(d, n)) {
    Z y = z(x);
    for (double p : {y.real(), y.imag()}) {
      h = (h ^ (p != p ? 0x7ff8ull << 48 : (unsigned long long)llround(p))) * 0x9e3779b97f4a7c15ull;
      h ^= h >> 29;
    }
  }
  printf("%s hash %016llx\n", name, h);
}
// of the bytes
template <class T> static unsigned long long fnv(const T *d, size_t n) {
  auto v = get(d, n);
  unsigned long long h = 0xcbf29ce484222325ull;
  auto b = (const unsigned char *)v.data();
  for (size_t i = 0; i < n * sizeof(T); ++i)
    h = (h ^ b[i]) * 0x100000001b3ull;
  return h;
}
// the bits of all
template <class T> static void hexes(const char *name, const T *d, size_t n, size_t per = 16) {
  auto v = get(d, n);
  std::string line;
  for (size_t i = 0; i < n; ++i) {
    unsigned long long b = 0;
    memcpy(&b, &v[i], sizeof(T));
    char t[32];
    snprintf(t, 32, " %0*llx", int(sizeof(T)) * 2, b);
    line += t;
    if (i % per == per - 1 || i + 1 == n) {
      printf("%s %d:%s\n", name, int(i / per), line.c_str());
      line.clear();
    }
  }
}
static void sync(const char *what) {
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s: %s\n", what, cudaGetErrorName(e));
}
static int lineBuffered = (setvbuf(stdout, nullptr, _IOLBF, 1 << 16), 0);
struct Rnd {
  unsigned s;
  explicit Rnd(unsigned seed = 1) : s(seed * 2654435761u + 12345u) {}
  int operator()(int n) {
    s = s * 1664525u + 1013904223u;
    return int((s >> 10) % unsigned(n));
  }
};
template <class T> static std::vector<T> ints(size_t n, unsigned seed, int range = 7) {
  Rnd r(seed);
  std::vector<T> v(n);
  for (auto &x : v) {
    double a = r(range) - range / 2, b = r(range) - range / 2;
    x = mk<T>(Z(a, b));
  }
  return v;
}
template <class T> constexpr cudaDataType typeOf() {
  return std::is_same<T, float>::value             ? CUDA_R_32F
         : std::is_same<T, double>::value          ? CUDA_R_64F
         : std::is_same<T, cuComplex>::value       ? CUDA_C_32F
         : std::is_same<T, cuDoubleComplex>::value ? CUDA_C_64F
         : std::is_same<T, __half>::value          ? CUDA_R_16F
         : std::is_same<T, __nv_bfloat16>::value   ? CUDA_R_16BF
         : std::is_same<T, int8_t>::value          ? CUDA_R_8I
                                                   : CUDA_R_32I;
}
template <class T> constexpr bool isComplex() {
  return std::is_same<T, cuComplex>::value || std::is_same<T, cuDoubleComplex>::value;
}
template <class T> struct RealOf {
  typedef T type;
};
template <> struct RealOf<cuComplex> {
  typedef float type;
};
template <> struct RealOf<cuDoubleComplex> {
  typedef double type;
};
#define PICK(T, s, d, c, z)                                                                        \
  [&](auto... a) {                                                                                 \
    if constexpr (std::is_same<T, float>::value)                                                   \
      return s(a...);                                                                              \
    else if constexpr (std::is_same<T, double>::value)                                             \
      return d(a...);                                                                              \
    else if constexpr (std::is_same<T, cuComplex>::value)                                          \
      return c(a...);                                                                              \
    else                                                                                           \
      return z(a...);                                                                              \
  }
static void good(const char *what, double e, double bound) {
  if (e <= bound)
    printf("%s good\n", what);
  else
    printf("%s BAD %.2g\n", what, e);
}
// op(A) B with A m x k, B k x n; op 1 conjugates and transposes A
template <class T>
static std::vector<Z> mul(const std::vector<T> &a, int lda, const std::vector<T> &b, int ldb, int m,
                          int k, int n, int opa = 0, int opb = 0) {
  std::vector<Z> c(m * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      Z s = 0;
      for (int p = 0; p < k; ++p)
        s += (opa ? std::conj(z(a[p + i * lda])) : z(a[i + p * lda])) *
             (opb ? std::conj(z(b[j + p * ldb])) : z(b[p + j * ldb]));
      c[i + j * m] = s;
    }
  return c;
}
static double far(const std::vector<Z> &a, const std::vector<Z> &b) {
  double e = 0, s = 1;
  for (size_t i = 0; i < b.size(); ++i) {
    double d = std::abs(a[i] - b[i]);
    if (!(d <= e))
      e = d;
    s = std::max(s, std::abs(b[i]));
  }
  return e / s;
}
template <class T> static std::vector<Z> zs(const std::vector<T> &v, int m, int n, int ld) {
  std::vector<Z> r;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      r.push_back(z(v[i + j * ld]));
  return r;
}
static std::vector<Z> eye(int n) {
  std::vector<Z> r(n * n);
  for (int i = 0; i < n; ++i)
    r[i * n + i] = 1;
  return r;
}
template <class T> static double eps() {
  return sizeof(typename RealOf<T>::type) == 4 ? 2e-5 : 1e-12;
}
template <class T>
static std::vector<T> hermitian(int n, int ld, unsigned seed, int range = 9, double diag = 0) {
  auto a = ints<T>(ld * n, seed, range);
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < j; ++i)
      a[i + j * ld] = mk<T>(std::conj(z(a[j + i * ld])));
    a[j + j * ld] = mk<T>(Z(z(a[j + j * ld]).real() + diag, 0));
  }
  return a;
}
template <class T> struct Csr {
  int m, n, base;
  std::vector<int> p, j, i;
  std::vector<T> v;
  int nnz() const { return int(j.size()); }
};
template <class T>
static Csr<T> sparse(int m, int n, int percent, unsigned seed, int base = 0, int range = 7) {
  Rnd r(seed);
  Csr<T> a{m, n, base, {base}, {}, {}, {}};
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j)
      if (r(100) < percent && i != 2) {
        a.j.push_back(j + base);
        a.i.push_back(i + base);
        double x = r(range) - range / 2, y = r(range) - range / 2;
        a.v.push_back(mk<T>(Z(x == 0 ? 1 : x, y)));
      }
    a.p.push_back(int(a.j.size()) + base);
  }
  return a;
}
// a triangular matrix with a diagonal of ones, twos and minus ones
template <class T>
static Csr<T> triangle(int n, int percent, unsigned seed, bool lower, int base = 0,
                       bool other = false) {
  Rnd r(seed);
  Csr<T> a{n, n, base, {base}, {}, {}, {}};
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      bool in = i == j || ((lower ? j < i : j > i) || other) && r(100) < percent;
      if (!in)
        continue;
      a.j.push_back(j + base);
      a.i.push_back(i + base);
      double x = r(3) - 1, y = r(3) - 1;
      a.v.push_back(i == j ? mk<T>(Z(i % 3 == 2 ? -1 : 1, 0)) : mk<T>(Z(x, y)));
    }
    a.p.push_back(int(a.j.size()) + base);
  }
  return a;
}
// Results of calls in the order in which they are written; arguments of a function have no order.
static inline void codes(const char *name, std::initializer_list<long long> v) {
  printf("%s", name);
  for (auto x : v)
    printf(" %lld", x);
}
