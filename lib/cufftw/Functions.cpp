// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FFTW's functions (FFTW manual, sections "Basic Interface", "Advanced Interface", "Guru
// Interface", "Using Plans", "Memory Allocation"), once for each precision.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#include "cufftw/Api.h"
#include "cufftw/Plan.h"

namespace anywarp::cufftw {

using cufft::Kind;
using cufft::Precision;
using cufft::Problem;

static void *planOf(std::optional<Problem> problem, Precision precision, std::optional<Kind> kind,
                    void *in, void *out) {
  if (!problem || !kind)
    return nullptr;
  problem->precision = precision;
  problem->kind = *kind;
  std::unique_ptr<Plan> plan(new (std::nothrow) Plan(*problem, in, out));
  return plan && plan->isMade() ? plan.release() : nullptr;
}

static void *planMany(const Many &many, Precision precision, std::optional<Kind> kind, void *in,
                      void *out) {
  if (!kind)
    return nullptr;
  return planOf(readMany(many, *kind, in == out), precision, kind, in, out);
}

static void *planBasic(int rank, const int *n, Precision precision, std::optional<Kind> kind,
                       void *in, void *out) {
  return planMany({rank, n, 1, nullptr, 1, 0, nullptr, 1, 0}, precision, kind, in, out);
}

static void execute(const void *plan, const void *in, void *out) {
  if (plan)
    static_cast<const Plan *>(plan)->execute(in, out);
}

/// Memory for any processor's vectors.
static void *allocate(size_t bytes) {
  void *memory = nullptr;
  return ::posix_memalign(&memory, 64, bytes) ? nullptr : memory;
}

static double cost(const void *plan) {
  return plan ? static_cast<const Plan *>(plan)->operations() : 0;
}

/// The split of a radix-2 butterfly: six additions and four multiplications.
static void flops(const void *plan, double *add, double *mul, double *fma) {
  if (add)
    *add = cost(plan) * 0.6;
  if (mul)
    *mul = cost(plan) * 0.4;
  if (fma)
    *fma = 0;
}

static void print(const void *plan) {
  if (!plan)
    return;
  const Problem &problem = static_cast<const Plan *>(plan)->problem();
  std::printf("(cufftw-%s", problem.kind == Kind::RealToComplex   ? "r2c"
                            : problem.kind == Kind::ComplexToReal ? "c2r"
                                                                  : "dft");
  for (int i = 0; i < problem.rank; ++i)
    std::printf("%c%lld", i ? 'x' : '-', static_cast<long long>(problem.axes[size_t(i)].n));
  std::printf(")");
}

// P: prefix; REAL, PRECISION: its numbers; SUFFIX, IN, OUT: a kind and its numbers; KIND: which it
// is; END: further parameters.
#define AW_KIND(P, PRECISION, SUFFIX, IN, OUT, KIND, ...)                                          \
  P##_plan P##_plan_dft##SUFFIX##_1d(int n, IN *in, OUT *out, __VA_ARGS__) {                       \
    return planBasic(1, &n, PRECISION, KIND, in, out);                                             \
  }                                                                                                \
  P##_plan P##_plan_dft##SUFFIX##_2d(int n0, int n1, IN *in, OUT *out, __VA_ARGS__) {              \
    const int n[] = {n0, n1};                                                                      \
    return planBasic(2, n, PRECISION, KIND, in, out);                                              \
  }                                                                                                \
  P##_plan P##_plan_dft##SUFFIX##_3d(int n0, int n1, int n2, IN *in, OUT *out, __VA_ARGS__) {      \
    const int n[] = {n0, n1, n2};                                                                  \
    return planBasic(3, n, PRECISION, KIND, in, out);                                              \
  }                                                                                                \
  P##_plan P##_plan_dft##SUFFIX(int rank, const int *n, IN *in, OUT *out, __VA_ARGS__) {           \
    return planBasic(rank, n, PRECISION, KIND, in, out);                                           \
  }                                                                                                \
  P##_plan P##_plan_many_dft##SUFFIX(int rank, const int *n, int batch, IN *in,                    \
                                     const int *inembed, int istride, int idist, OUT *out,         \
                                     const int *onembed, int ostride, int odist, __VA_ARGS__) {    \
    return planMany({rank, n, batch, inembed, istride, idist, onembed, ostride, odist}, PRECISION, \
                    KIND, in, out);                                                                \
  }                                                                                                \
  P##_plan P##_plan_guru_dft##SUFFIX(int rank, const P##_iodim *dims, int batch_rank,              \
                                     const P##_iodim *batch_dims, IN *in, OUT *out, __VA_ARGS__) { \
    return planOf(readGuru<fftw_iodim>({rank, dims, batch_rank, batch_dims}), PRECISION, KIND, in, \
                  out);                                                                            \
  }                                                                                                \
  P##_plan P##_plan_guru64_dft##SUFFIX(int rank, const P##_iodim64 *dims, int batch_rank,          \
                                       const P##_iodim64 *batch_dims, IN *in, OUT *out,            \
                                       __VA_ARGS__) {                                              \
    return planOf(readGuru<fftw_iodim64>({rank, dims, batch_rank, batch_dims}), PRECISION, KIND,   \
                  in, out);                                                                        \
  }                                                                                                \
  void P##_execute_dft##SUFFIX(const P##_plan plan, IN *idata, OUT *odata) {                       \
    execute(plan, idata, odata);                                                                   \
  }

#define AW_PRECISION(P, REAL, PRECISION)                                                           \
  AW_KIND(P, PRECISION, , P##_complex, P##_complex, kindOf(sign), int sign, unsigned)              \
  AW_KIND(P, PRECISION, _r2c, REAL, P##_complex, Kind::RealToComplex, unsigned)                    \
  AW_KIND(P, PRECISION, _c2r, P##_complex, REAL, Kind::ComplexToReal, unsigned)                    \
  void P##_execute(const P##_plan plan) {                                                          \
    if (plan)                                                                                      \
      static_cast<const Plan *>(plan)->execute();                                                  \
  }                                                                                                \
  void *P##_malloc(size_t n) { return allocate(n); }                                               \
  void P##_free(void *pointer) { std::free(pointer); }                                             \
  void P##_print_plan(const P##_plan plan) { print(plan); }                                        \
  void P##_set_timelimit(double) {} /* planning takes less than any */                             \
  double P##_cost(const P##_plan plan) { return cost(plan); }                                      \
  void P##_flops(const P##_plan plan, double *add, double *mul, double *fma) {                     \
    flops(plan, add, mul, fma);                                                                    \
  }                                                                                                \
  void P##_destroy_plan(P##_plan plan) { delete static_cast<Plan *>(plan); }                       \
  void P##_cleanup() {} /* plans own all there is */

AW_PRECISION(fftw, double, Precision::Double)
AW_PRECISION(fftwf, float, Precision::Single)

} // namespace anywarp::cufftw
