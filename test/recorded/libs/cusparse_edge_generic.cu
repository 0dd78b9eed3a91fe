// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE, generic interface: types of sums that are none, operands that come late or never,
// batches where there is none, strides of one matrix, formats that do not convert.
#include "Recorded.h"
#include <cusparse.h>
int main() {
  cusparseHandle_t h;
  ST(cusparseCreate(&h));
  auto N = CUSPARSE_OPERATION_NON_TRANSPOSE, C = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  auto I = CUSPARSE_INDEX_32I;
  auto Z = CUSPARSE_INDEX_BASE_ZERO;
  auto F = CUDA_R_32F;
  float one = 1, two = 2;
  auto a = triangle<float>(6, 50, 3, true);
  float *v = dev(a.v), *b = dev(ints<float>(36, 2)), *x = devz<float>(72);
  int *p = dev(a.p), *j = dev(a.j);
  cusparseSpMatDescr_t A, A2, csc, coo, bsr, ell, empty, A3;
  cusparseDnVecDescr_t X, B, bad;
  cusparseDnMatDescr_t M, R, M2;
  OK(cusparseCreateCsr(&A, 6, 6, a.nnz(), p, j, v, I, I, Z, F));
  OK(cusparseCreateCsr(&A2, 6, 6, a.nnz(), p, j, v, I, I, Z, F));
  OK(cusparseCreateCsr(&A3, 6, 6, a.nnz(), p, j, v, I, I, Z, F));
  OK(cusparseCreateCsr(&empty, 6, 6, 0, p, nullptr, nullptr, I, I, Z, F));
  OK(cusparseCreateCsc(&csc, 6, 6, a.nnz(), p, j, v, I, I, Z, F));
  OK(cusparseCreateCoo(&coo, 6, 6, a.nnz(), dev(a.i), j, v, I, Z, F));
  int *bp = dev(std::vector<int>{0, 1, 2, 3}), *bj = dev(std::vector<int>{0, 1, 2});
  OK(cusparseCreateBsr(&bsr, 3, 3, 3, 2, 2, bp, bj, b, I, I, Z, F, CUSPARSE_ORDER_ROW));
  OK(cusparseCreateSlicedEll(&ell, 6, 6, 6, 6, 3, dev(std::vector<int>{0, 3, 6}), dev(std::vector<int>{0, 1, 2, 3, 4, 5}), b, I, I, Z, F));
  OK(cusparseCreateDnVec(&X, 6, x, F));
  OK(cusparseCreateDnVec(&B, 6, b, F));
  OK(cusparseCreateDnVec(&bad, 5, b, F));
  OK(cusparseCreateDnMat(&M, 6, 6, 6, b, F, CUSPARSE_ORDER_COL));
  OK(cusparseCreateDnMat(&R, 6, 6, 6, x, F, CUSPARSE_ORDER_COL));
  OK(cusparseCreateDnMat(&M2, 6, 6, 6, x, F, CUSPARSE_ORDER_COL));
  void *w = buf(1 << 20);
  size_t size = 0;
  cusparseSpSVDescr_t sv;
  cusparseSpSMDescr_t sm;
  cusparseSpGEMMDescr_t sg;
  OK(cusparseSpSV_createDescr(&sv));
  OK(cusparseSpSM_createDescr(&sm));
  OK(cusparseSpGEMM_createDescr(&sg));
  for (int t : {0, 1, 2, 3, 4, 5, 6, 8, 10, 14, 28, 99, -1}) {
    auto T = (cudaDataType)t;
    printf("compute type %d\n", t);
    ST(cusparseSpMV_bufferSize(h, N, &one, A, B, &one, X, T, CUSPARSE_SPMV_ALG_DEFAULT, &size));
    ST(cusparseSpMM_bufferSize(h, N, N, &one, A, M, &one, R, T, CUSPARSE_SPMM_ALG_DEFAULT, &size));
    ST(cusparseSpMM_bufferSize(h, N, N, &one, ell, M, &one, R, T, CUSPARSE_SPMM_ALG_DEFAULT, &size));
    ST(cusparseSDDMM_bufferSize(h, N, N, &one, M, R, &one, A, T, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
    ST(cusparseSpSV_bufferSize(h, N, &one, A, B, X, T, CUSPARSE_SPSV_ALG_DEFAULT, sv, &size));
    ST(cusparseSpSV_bufferSize(h, N, &one, csc, B, X, T, CUSPARSE_SPSV_ALG_DEFAULT, sv, &size));
    ST(cusparseSpSM_bufferSize(h, N, N, &one, A, M, R, T, CUSPARSE_SPSM_ALG_DEFAULT, sm, &size));
    ST(cusparseSpGEMM_workEstimation(h, N, N, &one, A, A2, &one, A3, T, CUSPARSE_SPGEMM_DEFAULT, sg, &size, nullptr));
  }
  ST(cusparseSpMV_bufferSize(h, N, nullptr, A, B, &one, X, F, CUSPARSE_SPMV_ALG_DEFAULT, &size));
  ST(cusparseSpMM_bufferSize(h, N, N, &one, A, M, nullptr, R, F, CUSPARSE_SPMM_ALG_DEFAULT, &size));
  ST(cusparseSDDMM_bufferSize(h, N, N, nullptr, M, R, &one, A, F, CUSPARSE_SDDMM_ALG_DEFAULT, &size));
  // Solutions whose vectors come after the analysis.
  ST(cusparseSpSV_bufferSize(h, N, &two, A, nullptr, nullptr, F, CUSPARSE_SPSV_ALG_DEFAULT, sv, &size));
  ST(cusparseSpSV_analysis(h, N, &two, A, nullptr, nullptr, F, CUSPARSE_SPSV_ALG_DEFAULT, sv, w));
  ST(cusparseSpSV_solve(h, N, &two, A, nullptr, X, F, CUSPARSE_SPSV_ALG_DEFAULT, sv));
  ST(cusparseSpSV_solve(h, N, &two, A, bad, X, F, CUSPARSE_SPSV_ALG_DEFAULT, sv));
  ST(cusparseSpSV_solve(h, N, &two, A, B, X, F, CUSPARSE_SPSV_ALG_DEFAULT, sv));
  show("x", x, 6);
  void *w2 = buf(1 << 20);
  ST(cusparseSpSM_bufferSize(h, N, N, &two, A, M, nullptr, F, CUSPARSE_SPSM_ALG_DEFAULT, sm, &size));
  ST(cusparseSpSM_analysis(h, N, N, &two, A, M, nullptr, F, CUSPARSE_SPSM_ALG_DEFAULT, sm, w2));
  ST(cusparseSpSM_solve(h, N, N, &two, A, M, nullptr, F, CUSPARSE_SPSM_ALG_DEFAULT, sm));
  ST(cusparseSpSM_solve(h, N, N, &two, A, M, R, F, CUSPARSE_SPSM_ALG_DEFAULT, sm));
  show("X", x, 36);
  ST(cusparseSpSM_bufferSize(h, N, C, &two, A, M, R, F, CUSPARSE_SPSM_ALG_DEFAULT, sm, &size));
  // Batches and strides.
  ST(cusparseDnMatSetStridedBatch(M2, 1, 4));
  ST(cusparseDnMatSetStridedBatch(M2, 2, 4));
  ST(cusparseDnMatSetStridedBatch(M2, 2, 36));
  ST(cusparseCsrSetStridedBatch(csc, 1, 0, 0));
  ST(cusparseCsrSetStridedBatch(coo, 1, 0, 0));
  ST(cusparseCsrSetStridedBatch(bsr, 1, 0, 0));
  ST(cusparseCsrSetStridedBatch(A2, 2, 0, 0));
  int count = 0;
  ST(cusparseSpMatGetStridedBatch(csc, &count));
  ST(cusparseSpMV_bufferSize(h, N, &one, A2, B, &one, X, F, CUSPARSE_SPMV_ALG_DEFAULT, &size));
  ST(cusparseSpGEMM_workEstimation(h, N, N, &one, A2, A, &one, A3, F, CUSPARSE_SPGEMM_DEFAULT, sg, &size, nullptr));
  for (auto m : {A, A2, csc, coo}) {
    ST(cusparseSparseToDense_bufferSize(h, m, R, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
    ST(cusparseSparseToDense_bufferSize(h, m, M2, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
    ST(cusparseDenseToSparse_bufferSize(h, M, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
    ST(cusparseDenseToSparse_bufferSize(h, M2, m, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
  }
  // Formats come before sizes.
  cusparseSpMatDescr_t wide;
  OK(cusparseCreateCsr(&wide, 6, 7, a.nnz(), p, j, v, I, I, Z, F));
  ST(cusparseSpGEMM_workEstimation(h, N, N, &one, csc, wide, &one, A3, F, CUSPARSE_SPGEMM_DEFAULT, sg, &size, nullptr));
  ST(cusparseSpGEMM_workEstimation(h, N, N, &one, wide, A, &one, A3, F, CUSPARSE_SPGEMM_DEFAULT, sg, &size, nullptr));
  for (int alg : {0, 1, 2, 5, 6, 99, -1})
    ST(cusparseSpGEMMreuse_workEstimation(h, N, N, A, A, A3, (cusparseSpGEMMAlg_t)alg, sg, &size, nullptr));
  sync("end");
}
