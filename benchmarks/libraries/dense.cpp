// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS and cuSOLVER against OpenBLAS called directly, on the same data, in turns (see the
// README):
//   bench-dense [--quick] [--cpu-time] [--orders 512,1024] [--rounds N] [NAME...]
// A ratio is their time over ours, from medians. A turn begins when the other's threads sleep.
// NAME: only cases whose names begin so.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <functional>
#include <numeric>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

namespace {

bool isQuick = false, isCpuTime = false;
int rounds = 7;
std::vector<std::string> chosen;
cublasHandle_t blas;
cusolverDnHandle_t solver;

double now() {
  timespec time;
  clock_gettime(isCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}
void check(int status, const char *what) {
  if (status) {
    std::fprintf(stderr, "%s answers %d\n", what, status);
    std::exit(1);
  }
}

/// OpenBLAS with threads of its own while it is called directly. cuBLAS calls the same file with
/// one thread.
struct OpenBlas {
  void *library;
  void (*setThreads)(int);
  int threads;
  OpenBlas() {
    library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library)
      library = dlopen("openblas-pthread/libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      std::fprintf(stderr, "OpenBLAS is not there (Debian: libopenblas0-pthread)\n");
      std::exit(1);
    }
    setThreads = reinterpret_cast<void (*)(int)>(dlsym(library, "openblas_set_num_threads"));
    const char *workers = std::getenv("ANYWARP_WORKERS");
    threads = workers ? std::atoi(workers) : int(std::thread::hardware_concurrency());
  }
};
OpenBlas &openBlas() {
  static OpenBlas it;
  return it;
}

template <typename A> const A *passed(const A &value) { return &value; }
template <typename A> A *passed(A *pointer) { return pointer; }
/// A Fortran routine by its whole name.
template <typename... A> void theirs(const std::string &name, A... arguments) {
  void *found = dlsym(openBlas().library, (name + "_").c_str());
  if (!found)
    check(1, name.c_str());
  reinterpret_cast<void (*)(decltype(passed(arguments))..., size_t, size_t, size_t, size_t)>(found)(
      passed(arguments)..., 1, 1, 1, 1);
}

double median(std::vector<double> &times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}
bool isChosen(const std::string &name) {
  return chosen.empty() || std::any_of(chosen.begin(), chosen.end(),
                                       [&](const std::string &c) { return name.starts_with(c); });
}

/// Waits until no thread of the process is at work: OpenBLAS's spin for tens of milliseconds after
/// their turn, and would slow down the turn of the other.
void settle() {
  if (isCpuTime || isQuick)
    return;
  const auto used = [] {
    timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
  };
  for (int i = 0; i < 200; ++i) {
    const double before = used();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (used() - before < 0.5e-3)
      return;
  }
}

using Action = std::function<void()>;
/// `bar`: the ratio that is asked for. `prepare` is not timed. `reps` calls are one run.
void compare(const std::string &name, double bar, const Action &prepare, const Action &ours,
             const Action &other, int reps = 1) {
  std::vector<double> a, b;
  for (int round = 0; round < rounds + 1; ++round) {
    prepare();
    settle();
    double before = now();
    for (int i = 0; i < reps; ++i)
      ours();
    cudaDeviceSynchronize();
    a.push_back(now() - before);
    prepare();
    openBlas().setThreads(openBlas().threads);
    settle();
    before = now();
    for (int i = 0; i < reps; ++i)
      other();
    b.push_back(now() - before);
    openBlas().setThreads(1);
    if (round == 0) // warms up
      a.clear(), b.clear();
  }
  const double x = median(a) / reps, y = median(b) / reps;
  std::printf("%-28s ours %12.2f us, theirs %12.2f us, ratio %5.2f (bar %.2f)%s\n", name.c_str(),
              x * 1e6, y * 1e6, y / x, bar, y / x < bar ? " below" : "");
  std::fflush(stdout);
}

template <typename T> struct RealOf {
  using Type = T;
};
template <typename T> struct RealOf<std::complex<T>> {
  using Type = T;
};
template <typename T> using Real = typename RealOf<T>::Type;
template <typename T> constexpr bool kIsComplex = !std::is_same_v<T, Real<T>>;

template <typename T> T *allocate(size_t count) {
  void *memory = nullptr;
  check(cudaMalloc(&memory, count * sizeof(T) + 64), "cudaMalloc");
  return static_cast<T *>(memory);
}
/// Numbers between -0.5 and 0.5; memory of the CPU device is the host's.
template <typename T> T *random(size_t count, unsigned seed) {
  T *data = allocate<T>(count);
  auto *reals = reinterpret_cast<Real<T> *>(data);
  for (size_t i = 0; i < count * sizeof(T) / sizeof(Real<T>); ++i)
    reals[i] =
        Real<T>((seed = seed * 1664525u + 1013904223u) >> 8) / Real<T>(1 << 24) - Real<T>(0.5);
  return data;
}

template <typename T> struct Cu;
#define AW_ROUTINES(T, C, L, U, SYEVD)                                                             \
  template <> struct Cu<T> {                                                                       \
    using Type = C;                                                                                \
    static constexpr const char *letter = L;                                                       \
    static constexpr auto gemm = cublas##U##gemm;                                                  \
    static constexpr auto strided = cublas##U##gemmStridedBatched;                                 \
    static constexpr auto syrk = cublas##U##syrk;                                                  \
    static constexpr auto trsm = cublas##U##trsm;                                                  \
    [[maybe_unused]] static constexpr auto gemv = cublas##U##gemv;                                 \
    [[maybe_unused]] static constexpr auto axpy = cublas##U##axpy;                                 \
    static constexpr auto getrfBatched = cublas##U##getrfBatched;                                  \
    static constexpr auto potrfBatched = cusolverDn##U##potrfBatched;                              \
    static constexpr auto potrf = cusolverDn##U##potrf;                                            \
    static constexpr auto potrfSize = cusolverDn##U##potrf_bufferSize;                             \
    static constexpr auto getrf = cusolverDn##U##getrf;                                            \
    static constexpr auto getrfSize = cusolverDn##U##getrf_bufferSize;                             \
    static constexpr auto geqrf = cusolverDn##U##geqrf;                                            \
    static constexpr auto geqrfSize = cusolverDn##U##geqrf_bufferSize;                             \
    static constexpr auto syevd = cusolverDn##SYEVD;                                               \
    static constexpr auto syevdSize = cusolverDn##SYEVD##_bufferSize;                              \
    static constexpr auto gesvd = cusolverDn##U##gesvd;                                            \
    static constexpr auto gesvdSize = cusolverDn##U##gesvd_bufferSize;                             \
  };
AW_ROUTINES(float, float, "s", S, Ssyevd)
AW_ROUTINES(double, double, "d", D, Dsyevd)
AW_ROUTINES(std::complex<float>, cuComplex, "c", C, Cheevd)
AW_ROUTINES(std::complex<double>, cuDoubleComplex, "z", Z, Zheevd)
#undef AW_ROUTINES

template <typename T> struct Matrices {
  using C = typename Cu<T>::Type;
  const std::string letter = Cu<T>::letter;
  int n;
  size_t size;
  T *a, *b, *c, *spd, *general;
  T one = 1, zero = 0;
  C *cu(T *p) const { return reinterpret_cast<C *>(p); }
  explicit Matrices(int n) : n(n), size(size_t(n) * n) {
    a = random<T>(size, 1), b = random<T>(size, 2), c = allocate<T>(size), spd = random<T>(size, 3);
    general = random<T>(size, 4);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i <= j; ++i)
        if (i == j)
          spd[i + size_t(j) * n] = T(Real<T>(n));
        else if constexpr (kIsComplex<T>)
          spd[j + size_t(i) * n] = std::conj(spd[i + size_t(j) * n]);
        else
          spd[j + size_t(i) * n] = spd[i + size_t(j) * n];
  }
  ~Matrices() {
    for (T *p : {a, b, c, spd, general})
      cudaFree(p);
  }
  Action copies(const T *from) {
    return [this, from] { std::copy_n(from, size, c); };
  }

  void products() {
    const auto none = [] {};
    const std::string at = " " + std::to_string(n);
    if (isChosen(letter + "gemm"))
      compare(
          letter + "gemm" + at, 0.95, none,
          [&] {
            check(Cu<T>::gemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, cu(&one), cu(a), n, cu(b), n,
                              cu(&zero), cu(c), n),
                  "gemm");
          },
          [&] { theirs(letter + "gemm", 'N', 'N', n, n, n, one, a, n, b, n, zero, c, n); });
    if (isChosen(letter + "syrk"))
      compare(
          letter + "syrk" + at, 0.95, none,
          [&] {
            check(Cu<T>::syrk(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, n, n, cu(&one), cu(a), n,
                              cu(&zero), cu(c), n),
                  "syrk");
          },
          [&] { theirs(letter + "syrk", 'L', 'N', n, n, one, a, n, zero, c, n); });
    if (isChosen(letter + "trsm"))
      compare(
          letter + "trsm" + at, 0.95, copies(b),
          [&] {
            check(Cu<T>::trsm(blas, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                              CUBLAS_DIAG_NON_UNIT, n, n, cu(&one), cu(spd), n, cu(c), n),
                  "trsm");
          },
          [&] { theirs(letter + "trsm", 'L', 'L', 'N', 'N', n, n, one, spd, n, c, n); });
  }

  /// ours(work, lwork, info), and LAPACK's routine with a question for its work space.
  template <typename Size, typename Ours, typename Theirs>
  void factorization(const std::string &name, const T *from, const Size &size, const Ours &ours,
                     const Theirs &other) {
    if (!isChosen(letter + name))
      return;
    int lwork = 0;
    check(size(&lwork), name.c_str());
    T *work = allocate<T>(size_t(lwork));
    int *info = allocate<int>(1);
    compare(
        letter + name + " " + std::to_string(n), 0.95, copies(from),
        [&] { check(ours(cu(work), lwork, info), name.c_str()); }, other);
    check(*info, name.c_str());
    cudaFree(work);
    cudaFree(info);
  }
  void factorizations() {
    int *pivots = allocate<int>(size_t(n)), info = 0;
    T *tau = allocate<T>(size_t(n)), *u = allocate<T>(this->size), *vt = allocate<T>(this->size);
    auto *w = allocate<Real<T>>(size_t(n));
    const auto lower = CUBLAS_FILL_MODE_LOWER;
    factorization(
        "potrf", spd, [&](int *l) { return Cu<T>::potrfSize(solver, lower, n, cu(c), n, l); },
        [&](C *work, int l, int *i) {
          return Cu<T>::potrf(solver, lower, n, cu(c), n, work, l, i);
        },
        [&] { theirs(letter + "potrf", 'L', n, c, n, &info); });
    factorization(
        "getrf", general, [&](int *l) { return Cu<T>::getrfSize(solver, n, n, cu(c), n, l); },
        [&](C *work, int, int *i) { return Cu<T>::getrf(solver, n, n, cu(c), n, work, pivots, i); },
        [&] { theirs(letter + "getrf", n, n, c, n, pivots, &info); });
    std::vector<T> space(1);
    const auto sized = [&](auto routine) { // asks, then works
      space.resize(1);
      routine(-1);
      const auto size = int(std::real(space[0]));
      space.resize(size_t(size));
      routine(size);
    };
    factorization(
        "geqrf", general, [&](int *l) { return Cu<T>::geqrfSize(solver, n, n, cu(c), n, l); },
        [&](C *work, int l, int *i) {
          return Cu<T>::geqrf(solver, n, n, cu(c), n, cu(tau), work, l, i);
        },
        [&] {
          sized([&](int l) { theirs(letter + "geqrf", n, n, c, n, tau, space.data(), l, &info); });
        });
    for (char job : {'N', 'V'}) {
      const auto mode = job == 'V' ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
      std::vector<Real<T>> rwork;
      std::vector<int> iwork;
      factorization(
          std::string("syevd") + job, spd,
          [&](int *l) { return Cu<T>::syevdSize(solver, mode, lower, n, cu(c), n, w, l); },
          [&](C *work, int l, int *i) {
            return Cu<T>::syevd(solver, mode, lower, n, cu(c), n, w, work, l, i);
          },
          [&] {
            rwork.resize(1), iwork.resize(1);
            int lrwork = -1, liwork = -1;
            sized([&](int l) {
              if (l >= 0) {
                if constexpr (kIsComplex<T>)
                  lrwork = int(rwork[0]), rwork.resize(size_t(lrwork));
                liwork = iwork[0], iwork.resize(size_t(liwork));
              }
              if constexpr (kIsComplex<T>)
                theirs(letter + "heevd", job, 'L', n, c, n, w, space.data(), l, rwork.data(),
                       lrwork, iwork.data(), liwork, &info);
              else
                theirs(letter + "syevd", job, 'L', n, c, n, w, space.data(), l, iwork.data(),
                       liwork, &info);
            });
          });
      const char jobs = job == 'V' ? 'A' : 'N';
      std::vector<Real<T>> real(5 * size_t(n));
      factorization(
          std::string("gesvd") + jobs, general,
          [&](int *l) { return Cu<T>::gesvdSize(solver, n, n, l); },
          [&](C *work, int l, int *i) {
            return Cu<T>::gesvd(solver, jobs, jobs, n, n, cu(c), n, w, cu(u), n, cu(vt), n, work, l,
                                nullptr, i);
          },
          [&] {
            sized([&](int l) {
              if constexpr (kIsComplex<T>)
                theirs(letter + "gesvd", jobs, jobs, n, n, c, n, w, u, n, vt, n, space.data(), l,
                       real.data(), &info);
              else
                theirs(letter + "gesvd", jobs, jobs, n, n, c, n, w, u, n, vt, n, space.data(), l,
                       &info);
            });
          });
    }
    for (void *p : {(void *)pivots, (void *)tau, (void *)u, (void *)vt, (void *)w})
      cudaFree(p);
  }
};

/// 10^4 small matrices against a loop.
template <typename T> void batches(int n, int count) {
  using C = typename Cu<T>::Type;
  const std::string letter = Cu<T>::letter, at = " " + std::to_string(n);
  const size_t each = size_t(n) * n, all = each * size_t(count);
  T *a = random<T>(all, 1), *b = random<T>(all, 2), *c = allocate<T>(all);
  const auto cu = [](T *p) { return reinterpret_cast<C *>(p); };
  C **pointers = allocate<C *>(size_t(count));
  int *pivots = allocate<int>(size_t(count) * n), *infos = allocate<int>(size_t(count));
  for (int i = 0; i < count; ++i) {
    pointers[i] = cu(c + i * each);
    for (int d = 0; d < n; ++d)
      b[i * each + size_t(d) * (n + 1)] = T(Real<T>(n));
  }
  T one = 1, zero = 0;
  int info;
  const auto copies = [&] { std::copy_n(b, all, c); };
  const auto loop = [&](auto routine) {
    return [=] {
      openBlas().setThreads(1); // no threads for a matrix of this size
      for (int i = 0; i < count; ++i)
        routine(i);
    };
  };
  if (isChosen(letter + "batch gemm"))
    compare(
        letter + "batch gemm" + at, 2, copies,
        [&] {
          check(Cu<T>::strided(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, cu(&one), cu(a), n,
                               (long long)each, cu(b), n, (long long)each, cu(&zero), cu(c), n,
                               (long long)each, count),
                "gemmStridedBatched");
        },
        loop([&](int i) {
          theirs(letter + "gemm", 'N', 'N', n, n, n, one, a + i * each, n, b + i * each, n, zero,
                 c + i * each, n);
        }));
  if (isChosen(letter + "batch getrf"))
    compare(
        letter + "batch getrf" + at, 2, copies,
        [&] {
          check(Cu<T>::getrfBatched(blas, n, pointers, n, pivots, infos, count), "getrfBatched");
        },
        loop([&](int i) {
          theirs(letter + "getrf", n, n, c + i * each, n, pivots + size_t(i) * n, &info);
        }));
  if (isChosen(letter + "batch potrf"))
    compare(
        letter + "batch potrf" + at, 2, copies,
        [&] {
          check(Cu<T>::potrfBatched(solver, CUBLAS_FILL_MODE_LOWER, n, pointers, n, infos, count),
                "potrfBatched");
        },
        loop([&](int i) { theirs(letter + "potrf", 'L', n, c + i * each, n, &info); }));
  for (void *p : {(void *)a, (void *)b, (void *)c, (void *)pointers, (void *)pivots, (void *)infos})
    cudaFree(p);
}

/// Loops over long vectors, shared out among threads: what the memory gives.
void inThreads(int64_t n, const std::function<double(int64_t, int64_t)> &part) {
  const int count = openBlas().threads;
  std::vector<double> sums(size_t(count) * 8);
  std::vector<std::thread> others;
  for (int t = 1; t < count; ++t)
    others.emplace_back([&, t] { sums[size_t(t) * 8] = part(n * t / count, n * (t + 1) / count); });
  sums[0] = part(0, n / count);
  for (std::thread &other : others)
    other.join();
  static volatile double sink;
  sink = sums[0];
  (void)sink;
}
template <typename T> void streams(int64_t n, int order) {
  using C = typename Cu<T>::Type;
  const std::string letter = Cu<T>::letter;
  T *x = random<T>(size_t(n), 1), *y = random<T>(size_t(n), 2);
  const auto cu = [](T *p) { return reinterpret_cast<C *>(p); };
  const auto none = [] {};
  T alpha = T(1e-3), result = 0, one = 1, zero = 0;
  const int m = int(n);
  if (isChosen(letter + "axpy"))
    compare(
        letter + "axpy, stream", 0.9, none,
        [&] { check(Cu<T>::axpy(blas, m, cu(&alpha), cu(x), 1, cu(y), 1), "axpy"); },
        [&] {
          inThreads(n, [&](int64_t first, int64_t last) {
            for (int64_t i = first; i < last; ++i)
              y[i] += alpha * x[i];
            return 0.0;
          });
        });
  const auto read = [&](const T *p, int64_t first, int64_t last) {
    T sums[64] = {};
    for (int64_t i = first; i + 64 <= last; i += 64)
      for (int l = 0; l < 64; ++l)
        sums[l] += p[i + l];
    return double(std::accumulate(sums, sums + 64, T(0))); // all, so that all are read
  };
  const auto readBoth = [&] {
    inThreads(n, [&](int64_t first, int64_t last) {
      T sums[64] = {};
      for (int64_t i = first; i + 64 <= last; i += 64)
        for (int l = 0; l < 64; ++l)
          sums[l] += x[i + l] * y[i + l];
      return double(std::accumulate(sums, sums + 64, T(0)));
    });
  };
  if (isChosen(letter + "dot"))
    compare(
        letter + "dot, stream", 0.9, none,
        [&] {
          if constexpr (std::is_same_v<T, float>)
            check(cublasSdot(blas, m, x, 1, y, 1, &result), "dot");
          else
            check(cublasDdot(blas, m, x, 1, y, 1, &result), "dot");
        },
        readBoth);
  if (isChosen(letter + "nrm2"))
    compare(
        letter + "nrm2, stream", 0.9, none,
        [&] {
          if constexpr (std::is_same_v<T, float>)
            check(cublasSnrm2(blas, m, x, 1, &result), "nrm2");
          else
            check(cublasDnrm2(blas, m, x, 1, &result), "nrm2");
        },
        [&] { inThreads(n, [&](int64_t f, int64_t l) { return read(x, f, l); }); });
  T *a = random<T>(size_t(order) * order, 3);
  for (auto op : {CUBLAS_OP_N, CUBLAS_OP_T})
    if (isChosen(letter + "gemv"))
      compare(
          letter + (op == CUBLAS_OP_N ? "gemvN, stream" : "gemvT, stream"), 0.9, none,
          [&] {
            check(Cu<T>::gemv(blas, op, order, order, cu(&one), cu(a), order, cu(x), 1, cu(&zero),
                              cu(y), 1),
                  "gemv");
          },
          [&] {
            inThreads(int64_t(order) * order, [&](int64_t f, int64_t l) { return read(a, f, l); });
          });
  for (void *p : {(void *)x, (void *)y, (void *)a})
    cudaFree(p);
}

/// Narrow inputs against single precision, both ours.
void narrow(int n) {
  const size_t size = size_t(n) * n;
  float *a = random<float>(size, 1), *c = allocate<float>(size);
  auto *bf = allocate<__nv_bfloat16>(size);
  auto *bytes = allocate<int8_t>(size);
  for (size_t i = 0; i < size; ++i)
    bf[i] = __float2bfloat16(a[i]), bytes[i] = int8_t(a[i] * 100);
  const float one = 1, zero = 0;
  const int32_t oneI = 1, zeroI = 0;
  const auto none = [] {};
  const auto plain = [&] {
    openBlas().setThreads(1);
    check(cublasSgemm(blas, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &zero, c, n),
          "sgemm");
    cudaDeviceSynchronize();
  };
  const std::string at = " " + std::to_string(n);
  if (isChosen("bf16"))
    compare(
        "bf16 gemm" + at, 1.5, none,
        [&] {
          check(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &one, bf, CUDA_R_16BF, n, bf,
                             CUDA_R_16BF, n, &zero, c, CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                             CUBLAS_GEMM_DEFAULT),
                "GemmEx");
        },
        plain);
  if (isChosen("int8"))
    compare(
        "int8 gemm" + at, 2, none,
        [&] {
          check(cublasGemmEx(blas, CUBLAS_OP_T, CUBLAS_OP_N, n, n, n, &oneI, bytes, CUDA_R_8I, n,
                             bytes, CUDA_R_8I, n, &zeroI, c, CUDA_R_32I, n, CUBLAS_COMPUTE_32I,
                             CUBLAS_GEMM_DEFAULT),
                "GemmEx");
        },
        plain);
  for (void *p : {(void *)a, (void *)c, (void *)bf, (void *)bytes})
    cudaFree(p);
}

/// What a small call costs over OpenBLAS's own; many in a row.
void small() {
  if (!isChosen("small"))
    return;
  constexpr int n = 32, calls = 2000;
  float *a = random<float>(n * n, 1), *b = random<float>(n * n, 2), *c = allocate<float>(n * n);
  const float one = 1, zero = 0;
  compare(
      "small sgemm 32", 0, [] {},
      [&] { cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n); },
      [&] { theirs("sgemm", 'N', 'N', n, n, n, one, a, n, b, n, zero, c, n); }, calls);
  compare(
      "small sgemm 32, waiting", 0, [] {},
      [&] {
        cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, b, n, &zero, c, n);
        cudaStreamSynchronize(nullptr);
      },
      [&] { theirs("sgemm", 'N', 'N', n, n, n, one, a, n, b, n, zero, c, n); }, calls);
  for (void *p : {(void *)a, (void *)b, (void *)c})
    cudaFree(p);
}

template <typename T> void dense(int n) {
  Matrices<T> matrices(n);
  matrices.products();
  matrices.factorizations();
}

} // namespace

int main(int argc, char **argv) {
  std::vector<int> orders = {512, 1024, 2048};
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--quick")
      isQuick = true, rounds = 1, orders = {96};
    else if (argument == "--cpu-time")
      isCpuTime = true;
    else if (argument == "--rounds" && i + 1 < argc)
      rounds = std::atoi(argv[++i]);
    else if (argument == "--orders" && i + 1 < argc) {
      orders.clear();
      for (char *at = argv[++i]; *at; at += *at == ',')
        orders.push_back(int(std::strtol(at, &at, 10)));
    } else
      chosen.push_back(argument);
  }
  check(cublasCreate(&blas), "cublasCreate");
  check(cusolverDnCreate(&solver), "cusolverDnCreate");
  small();
  streams<float>(isQuick ? 1 << 12 : 1 << 26, isQuick ? 64 : 8192);
  streams<double>(isQuick ? 1 << 12 : 1 << 25, isQuick ? 64 : 6144);
  for (int n : {8, 16, 32, 64}) {
    batches<float>(n, isQuick ? 20 : 10000);
    batches<double>(n, isQuick ? 20 : 10000);
    batches<std::complex<float>>(n, isQuick ? 20 : 10000);
    batches<std::complex<double>>(n, isQuick ? 20 : 10000);
  }
  for (int n : orders) {
    narrow(n);
    dense<float>(n);
    dense<double>(n);
    dense<std::complex<float>>(n);
    dense<std::complex<double>>(n);
  }
  cublasDestroy(blas);
  cusolverDnDestroy(solver);
}
