// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Systems and least squares by a factorization in low precision: the result has the precision of
// the data; objects refuse what the manual says.
#include "Check.h"

static cusolverDnHandle_t h;
static int *info;

#define SOLVE(name, T)                                                                             \
  do {                                                                                             \
    const Matrix a = positive<T>(n, 3), x = random<T>(n, 2, 4);                                    \
    T *pa = a.device<T>(), *pb = (a * x).device<T>(), *px = memory<T>(n * 2);                      \
    size_t bytes = 0;                                                                              \
    int iterations = -99;                                                                          \
    OK(cusolverDn##name##gesv_bufferSize(h, n, 2, pa, n, pivots, pb, n, px, n, nullptr, &bytes));  \
    OK(cusolverDn##name##gesv(h, n, 2, pa, n, pivots, pb, n, px, n, memory<char>(bytes), bytes,    \
                              &iterations, info));                                                 \
    EQUAL(0, *info);                                                                               \
    CHECK(iterations >= 0);                                                                        \
    CHECK(near<T>(Matrix::from(px, n, 2, n), x, 1e3));                                             \
    const Matrix tall = random<T>(2 * n, n, 5);                                                    \
    pa = tall.device<T>(), pb = (tall * x).device<T>();                                            \
    OK(cusolverDn##name##gels_bufferSize(h, 2 * n, n, 2, pa, 2 * n, pb, 2 * n, px, n, nullptr,     \
                                         &bytes));                                                 \
    OK(cusolverDn##name##gels(h, 2 * n, n, 2, pa, 2 * n, pb, 2 * n, px, n, memory<char>(bytes),    \
                              bytes, &iterations, info));                                          \
    EQUAL(0, *info);                                                                               \
    CHECK(near<T>(Matrix::from(px, n, 2, n), x, 1e3));                                             \
  } while (0)

static void forms() {
  const int n = 48; // more than one panel
  int *pivots = memory<int>(n);
  SOLVE(ZZ, cuDoubleComplex);
  SOLVE(ZC, cuDoubleComplex);
  SOLVE(ZK, cuDoubleComplex);
  SOLVE(ZE, cuDoubleComplex);
  SOLVE(ZY, cuDoubleComplex);
  SOLVE(CC, cuComplex);
  SOLVE(CK, cuComplex);
  SOLVE(CE, cuComplex);
  SOLVE(CY, cuComplex);
  SOLVE(DD, double);
  SOLVE(DS, double);
  SOLVE(DH, double);
  SOLVE(DB, double);
  SOLVE(DX, double);
  SOLVE(SS, float);
  SOLVE(SH, float);
  SOLVE(SB, float);
  SOLVE(SX, float);
}

static void objects() {
  cusolverDnIRSParams_t params;
  cusolverDnIRSInfos_t infos;
  OK(cusolverDnIRSParamsCreate(&params));
  OK(cusolverDnIRSInfosCreate(&infos));
  const int n = 48;
  const Matrix a = positive<double>(n, 3), x = random<double>(n, 1, 4);
  double *pa = a.device<double>(), *pb = (a * x).device<double>(), *px = memory<double>(n);
  size_t bytes = 0;
  EXPECT(CUSOLVER_STATUS_IRS_PARAMS_INVALID,
         cusolverDnIRSXgesv_bufferSize(h, params, n, 1, &bytes));
  OK(cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_64F, CUSOLVER_R_32F));
  OK(cusolverDnIRSXgesv_bufferSize(h, params, n, 1, &bytes));
  EXPECT(CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE,
         cusolverDnIRSXgesv(h, params, infos, n, 1, pa, n, pb, n, px, n, memory<char>(bytes), bytes,
                            nullptr, info));
  OK(cusolverDnIRSParamsSetRefinementSolver(params, CUSOLVER_IRS_REFINE_GMRES));
  int most = 0;
  OK(cusolverDnIRSParamsGetMaxIters(params, &most));
  EQUAL(50, most);
  OK(cusolverDnIRSXgesv_bufferSize(h, params, n, 1, &bytes));
  OK(cusolverDnIRSInfosRequestResidual(infos));
  int iterations = -99, same = -98;
  OK(cusolverDnIRSXgesv(h, params, infos, n, 1, pa, n, pb, n, px, n, memory<char>(bytes), bytes,
                        &iterations, info));
  CHECK(near<double>(Matrix::from(px, n, 1, n), x, 1e3));
  CHECK(iterations >= 0 && iterations < 10);
  OK(cusolverDnIRSInfosGetNiters(infos, &same));
  EQUAL(iterations, same);
  void *history = nullptr;
  OK(cusolverDnIRSInfosGetResidualHistory(infos, &history));
  CHECK(history != nullptr);
  EXPECT(CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES,
         cusolverDnIRSXgesv(h, params, infos, n, 2, pa, n, pb, n, px, n, memory<char>(bytes), bytes,
                            nullptr, info));
  // Too ill for half precision: the fallback solves it and tells by a negative count.
  Matrix ill = identity(n);
  for (int i = 0; i < n; ++i)
    ill(i, i) = std::pow(10.0, i % 2 ? 6 : -3);
  pa = ill.device<double>(), pb = (ill * x).device<double>();
  OK(cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_64F, CUSOLVER_R_16F));
  OK(cusolverDnIRSXgesv_bufferSize(h, params, n, 1, &bytes));
  OK(cusolverDnIRSXgesv(h, params, infos, n, 1, pa, n, pb, n, px, n, memory<char>(bytes), bytes,
                        &iterations, info));
  EQUAL(0, *info);
  CHECK(near<double>(Matrix::from(px, n, 1, n), x, 1e3));
  OK(cusolverDnIRSInfosDestroy(infos));
  OK(cusolverDnIRSParamsDestroy(params));
}

int main() {
  OK(cusolverDnCreate(&h));
  info = memory<int>(1);
  forms();
  objects();
  OK(cusolverDnDestroy(h));
  return failures != 0;
}
