// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE, older interface: null handles, sizes of 0, kinds of matrices, solutions that differ from
// their analysis.
#include "Recorded.h"
#include <cusparse.h>
static cusparseHandle_t h, none;
static cusparseMatDescr_t plain, lower, sym;
static float *val, *val2, *x, *y, one = 1;
static int *p, *j, *p2, *j2, *n2, nnz;
static void *w;
static void reset() {
  std::vector<float> v(64, 1), u(64, 3);
  std::vector<int> i(64), k(64, -5);
  for (int q = 0; q < 64; ++q)
    i[q] = q, v[q] = q % 3 + 1;
  CK(cudaMemcpy(val, v.data(), 256, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(val2, u.data(), 256, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(x, v.data(), 256, cudaMemcpyHostToDevice));
  CK(cudaMemcpy(y, u.data(), 256, cudaMemcpyHostToDevice));
  for (int *d : {p, j})
    CK(cudaMemcpy(d, i.data(), 256, cudaMemcpyHostToDevice));
  for (int *d : {p2, j2, n2})
    CK(cudaMemcpy(d, k.data(), 256, cudaMemcpyHostToDevice));
  nnz = -9;
}
static void results() {
  sync(" ");
  show(" val2", val2, 8);
  show(" y", y, 8);
  show(" p2", p2, 6);
  show(" j2", j2, 6);
  printf(" nnz %d\n", nnz);
}
#define RUN(call) (reset(), printf("%s -> %d\n", #call, (int)hush([&] { return call; })), results())
int main() {
  ST(cusparseCreate(&h));
  cusparseCreateMatDescr(&plain);
  cusparseCreateMatDescr(&lower);
  cusparseSetMatType(lower, CUSPARSE_MATRIX_TYPE_TRIANGULAR);
  cusparseCreateMatDescr(&sym);
  cusparseSetMatType(sym, CUSPARSE_MATRIX_TYPE_SYMMETRIC);
  val = (float *)buf(256), val2 = (float *)buf(256), x = (float *)buf(256), y = (float *)buf(256);
  p = (int *)buf(256), j = (int *)buf(256), p2 = (int *)buf(256), j2 = (int *)buf(256), n2 = (int *)buf(256);
  w = buf(1 << 20);
  auto D = CUSPARSE_DIRECTION_ROW;
  auto N = CUSPARSE_OPERATION_NON_TRANSPOSE, T = CUSPARSE_OPERATION_TRANSPOSE, C = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  auto Z = CUSPARSE_INDEX_BASE_ZERO;
  float *dense = val;
  for (auto e : {h, none}) {
    printf("handle %d\n", e == h);
    RUN(cusparseSnnz(e, D, 4, 4, plain, dense, 4, n2, &nnz));
    RUN(cusparseXcoo2csr(e, p, 4, 4, p2, Z));
    RUN(cusparseXcsr2coo(e, p, 4, 4, p2, Z));
    RUN(cusparseSbsr2csr(e, D, 2, 2, plain, val, p, j, 2, plain, val2, p2, j2));
    RUN(cusparseScsr2bsr(e, D, 4, 4, plain, val, p, j, 2, plain, val2, p, j2));
    RUN(cusparseXcsr2bsrNnz(e, D, 4, 4, plain, p, j, 2, plain, p2, &nnz));
    RUN(cusparseXcsrgeam2Nnz(e, 4, 4, plain, 4, p, j, plain, 4, p, j, plain, p2, &nnz, w));
    RUN(cusparseSgemvi(e, N, 4, 4, &one, val, 4, 2, x, j, &one, y, Z, w));
    RUN(cusparseSgtsv2(e, 4, 1, x, val, x, y, 4, w));
    RUN(cusparseSpruneDense2csrNnz(e, 4, 4, dense, 4, &one, plain, p2, &nnz, w));
    RUN(cusparseSbsrmv(e, D, N, 2, 2, 2, &one, plain, val, p, j, 2, x, &one, y));
  }
  for (int m : {4, 0})
    for (int n : {4, 0}) {
      if (m && n)
        continue;
      printf("m %d n %d\n", m, n);
      RUN(cusparseSnnz(h, D, m, n, plain, dense, 4, n2, &nnz));
      RUN(cusparseSbsr2csr(h, D, m / 2, n / 2, plain, val, p, j, 2, plain, val2, p2, j2));
      RUN(cusparseScsr2bsr(h, D, m, n, plain, val, p, j, 2, plain, val2, p, j2));
      RUN(cusparseXcsr2bsrNnz(h, D, m, n, plain, p, j, 2, plain, p2, &nnz));
      RUN(cusparseXcsr2gebsrNnz(h, D, m, n, plain, p, j, plain, p2, 2, 2, &nnz, w));
      RUN(cusparseXcsrgeam2Nnz(h, m, n, plain, 4, p, j, plain, 4, p, j, plain, p2, &nnz, w));
      RUN(cusparseScsrgeam2(h, m, n, &one, plain, 4, val, p, j, &one, plain, 4, x, p, j, plain, val2, p, j2, w));
      RUN(cusparseSgemvi(h, N, m, n, &one, val, 4, 2, x, j, &one, y, Z, w));
      RUN(cusparseSpruneDense2csrNnz(h, m, n, dense, 4, &one, plain, p2, &nnz, w));
      RUN(cusparseSpruneCsr2csrNnz(h, m, n, 4, plain, val, p, j, &one, plain, p2, &nnz, w));
      RUN(cusparseSbsrmv(h, D, N, m / 2, n / 2, 2, &one, plain, val, p, j, 2, x, &one, y));
      RUN(cusparseSbsrmm(h, D, N, N, m / 2, 2, n / 2, 2, &one, plain, val, p, j, 2, x, 4, &one, y, 4));
      RUN(cusparseSgebsr2gebsc(h, m / 2, n / 2, 2, val, p, j, 2, 2, val2, j2, p2, CUSPARSE_ACTION_NUMERIC, Z, w));
    }
  for (auto d : {plain, lower, sym}) {
    printf("type %d\n", (int)cusparseGetMatType(d));
    ST(cusparseSbsr2csr(h, D, 2, 2, d, val, p, j, 2, plain, val2, p2, j2));
    ST(cusparseSbsr2csr(h, D, 2, 2, plain, val, p, j, 2, d, val2, p2, j2));
    ST(cusparseScsr2bsr(h, D, 4, 4, d, val, p, j, 2, plain, val2, p, j2));
    ST(cusparseScsr2bsr(h, D, 4, 4, plain, val, p, j, 2, d, val2, p, j2));
    ST(cusparseXcsr2bsrNnz(h, D, 4, 4, plain, p, j, 2, d, p2, &nnz));
    ST(cusparseSgebsr2csr(h, D, 2, 2, d, val, p, j, 2, 2, plain, val2, p2, j2));
    sync("types");
  }
  int size;
  csrilu02Info_t ilu;
  csric02Info_t ic;
  bsrilu02Info_t bilu;
  bsrsv2Info_t sv;
  auto P0 = CUSPARSE_SOLVE_POLICY_NO_LEVEL, P1 = CUSPARSE_SOLVE_POLICY_USE_LEVEL;
  cusparseCreateCsrilu02Info(&ilu);
  cusparseCreateCsric02Info(&ic);
  cusparseCreateBsrilu02Info(&bilu);
  cusparseCreateBsrsv2Info(&sv);
  for (int m : {4, 0})
    for (int z : {4, 0}) {
      ST(cusparseScsrilu02_bufferSize(h, m, z, plain, val, p, j, ilu, &size));
      ST(cusparseScsric02_bufferSize(h, m, z, plain, val, p, j, ic, &size));
      ST(cusparseSbsrilu02_bufferSize(h, D, m / 2, z / 2, plain, val, p, j, 2, bilu, &size));
      ST(cusparseSbsrsv2_bufferSize(h, D, N, m / 2, z / 2, plain, val, p, j, 2, sv, &size));
      ST(cusparseScsrilu02_analysis(h, m, z, plain, val, p, j, ilu, P0, w));
      ST(cusparseScsric02_analysis(h, m, z, plain, val, p, j, ic, P0, w));
      ST(cusparseSbsrsv2_analysis(h, D, N, m / 2, z / 2, plain, val, p, j, 2, sv, P0, w));
    }
  reset();
  ST(cusparseScsrilu02_analysis(h, 4, 4, plain, val, p, j, ilu, P0, w));
  ST(cusparseScsric02_analysis(h, 4, 4, plain, val, p, j, ic, P0, w));
  ST(cusparseSbsrilu02_analysis(h, D, 2, 2, plain, val, p, j, 2, bilu, P0, w));
  ST(cusparseSbsrsv2_analysis(h, D, N, 2, 2, plain, val, p, j, 2, sv, P0, w));
  for (auto q : {P1, P0}) {
    ST(cusparseScsrilu02(h, 4, 4, plain, val, p, j, ilu, q, w));
    ST(cusparseScsric02(h, 4, 4, plain, val, p, j, ic, q, w));
    ST(cusparseSbsrilu02(h, D, 2, 2, plain, val, p, j, 2, bilu, q, w));
    ST(cusparseSbsrsv2_solve(h, D, N, 2, 2, &one, plain, val, p, j, 2, sv, x, y, q, w));
  }
  ST(cusparseSbsrsv2_solve(h, D, T, 2, 2, &one, plain, val, p, j, 2, sv, x, y, P0, w));
  ST(cusparseSbsrsv2_solve(h, D, N, 2, 2, &one, plain, val, p, j, 1, sv, x, y, P0, w));
  ST(cusparseSbsrxmv(h, D, T, 2, 2, 2, 2, &one, plain, val, p, p, p, j, 2, x, &one, y));
  ST(cusparseSbsrxmv(h, D, N, 2, 2, 2, 2, &one, plain, val, p, p, p, j, 1, x, &one, y));
  ST(cusparseSgemvi(h, C, 4, 4, &one, val, 4, 2, x, j, &one, y, Z, w));
  ST(cusparseSgemvi(h, T, 4, 4, &one, val, 4, 2, x, j, &one, y, Z, w));
  sync("end");
}
