// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of sparse matrices (SpGEMM, and its form that keeps the pattern) and sums (csrgeam2).
// The pattern keeps entries that cancel, and columns come out sorted (seen).
#include "Sparse.h"

/// 1 where a product has an entry, cancelled or not.
static Full patternOf(const Full &a, const Full &b) {
  Full pa = a, pb = b;
  for (Full *f : {&pa, &pb})
    for (Number &x : f->at)
      x = x != 0.0;
  return multiply(pa, pb);
}
static void checkResult(const char *what, cudaDataType type, int base, const Full &values,
                        const Full &pattern, const std::vector<int64_t> &offsets,
                        const std::vector<int64_t> &columns, const std::vector<Number> &got) {
  std::vector<int64_t> wantOffsets{base}, wantColumns;
  std::vector<Number> want;
  for (int i = 0; i < values.rows; ++i) {
    for (int j = 0; j < values.cols; ++j)
      if (pattern(i, j) != 0.0) {
        wantColumns.push_back(j + base);
        want.push_back(values(i, j));
      }
    wantOffsets.push_back(int64_t(want.size()) + base);
  }
  if (offsets != wantOffsets || columns != wantColumns || got != want) {
    std::printf("%s type %d base %d: wrong\n", what, type, base);
    ++failures;
  }
}
static std::vector<int64_t> readIndices(cusparseIndexType_t type, const Device &d, size_t count) {
  if (type == CUSPARSE_INDEX_64I)
    return d.read<int64_t>(count);
  const std::vector<int> narrow = d.read<int>(count);
  return {narrow.begin(), narrow.end()};
}

static void checkProduct(cusparseHandle_t h, cudaDataType type, cudaDataType compute,
                         cusparseSpGEMMAlg_t algorithm, int base, cusparseIndexType_t index) {
  const bool complex = isComplex(type);
  const Full a = sparse(25, 30, 1, 10, complex), b = sparse(30, 22, 2, 12, complex);
  const Sparse ma = make(a, CUSPARSE_FORMAT_CSR, type, base, index);
  const Sparse mb = make(b, CUSPARSE_FORMAT_CSR, type, base, index);
  const size_t width = index == CUSPARSE_INDEX_64I ? 8 : 4;
  const Device offsets((a.rows + 1) * width);
  cusparseSpMatDescr_t c;
  OK(cusparseCreateCsr(&c, a.rows, b.cols, 0, offsets.get(), nullptr, nullptr, index, index,
                       cusparseIndexBase_t(base), type));
  const Factor alpha(compute, 2), beta(compute, 0);
  cusparseSpGEMMDescr_t d;
  OK(cusparseSpGEMM_createDescr(&d));
  size_t size1 = 0, size2 = 0, size3 = 0;
  OK(cusparseSpGEMM_workEstimation(h, kN, kN, alpha, ma.descr, mb.descr, beta, c, compute,
                                   algorithm, d, &size1, nullptr));
  const Device buffer1(size1);
  OK(cusparseSpGEMM_workEstimation(h, kN, kN, alpha, ma.descr, mb.descr, beta, c, compute,
                                   algorithm, d, &size1, buffer1.get()));
  if (algorithm == CUSPARSE_SPGEMM_ALG2 || algorithm == CUSPARSE_SPGEMM_ALG3) {
    OK(cusparseSpGEMM_estimateMemory(h, kN, kN, alpha, ma.descr, mb.descr, beta, c, compute,
                                     algorithm, d, 0.2f, &size3, nullptr, nullptr));
    const Device buffer3(size3);
    OK(cusparseSpGEMM_estimateMemory(h, kN, kN, alpha, ma.descr, mb.descr, beta, c, compute,
                                     algorithm, d, 0.2f, &size3, buffer3.get(), &size2));
  } else {
    OK(cusparseSpGEMM_compute(h, kN, kN, alpha, ma.descr, mb.descr, beta, c, compute, algorithm, d,
                              &size2, nullptr));
  }
  const Device buffer2(size2);
  OK(cusparseSpGEMM_compute(h, kN, kN, alpha, ma.descr, mb.descr, beta, c, compute, algorithm, d,
                            &size2, buffer2.get()));
  int64_t rows, cols, nnz;
  OK(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
  const Device columns(size_t(nnz) * width), values(size_t(nnz) * sizeOf(type));
  OK(cusparseCsrSetPointers(c, offsets.get(), columns.get(), values.get()));
  OK(cusparseSpGEMM_copy(h, kN, kN, alpha, ma.descr, mb.descr, beta, c, compute, algorithm, d));
  Full want = multiply(a, b);
  for (Number &x : want.at)
    x *= 2;
  checkResult("SpGEMM", type, base, want, patternOf(a, b), readIndices(index, offsets, rows + 1),
              readIndices(index, columns, nnz), values.read(type, nnz));
  OK(cusparseSpGEMM_destroyDescr(d));
  OK(cusparseDestroySpMat(c));
}

static void checkReuse(cusparseHandle_t h, cudaDataType type, int base) {
  const bool complex = isComplex(type);
  const Full a = sparse(25, 30, 1, 10, complex), b = sparse(30, 22, 2, 12, complex);
  const Sparse ma = make(a, CUSPARSE_FORMAT_CSR, type, base);
  const Sparse mb = make(b, CUSPARSE_FORMAT_CSR, type, base);
  const Device offsets((a.rows + 1) * 4);
  const auto index = CUSPARSE_INDEX_32I;
  const auto algorithm = CUSPARSE_SPGEMM_DEFAULT;
  cusparseSpMatDescr_t c;
  OK(cusparseCreateCsr(&c, a.rows, b.cols, 0, offsets.get(), nullptr, nullptr, index, index,
                       cusparseIndexBase_t(base), type));
  cusparseSpGEMMDescr_t d;
  OK(cusparseSpGEMM_createDescr(&d));
  size_t size[6] = {};
  OK(cusparseSpGEMMreuse_workEstimation(h, kN, kN, ma.descr, mb.descr, c, algorithm, d, &size[1],
                                        nullptr));
  const Device buffer1(size[1]);
  OK(cusparseSpGEMMreuse_workEstimation(h, kN, kN, ma.descr, mb.descr, c, algorithm, d, &size[1],
                                        buffer1.get()));
  OK(cusparseSpGEMMreuse_nnz(h, kN, kN, ma.descr, mb.descr, c, algorithm, d, &size[2], nullptr,
                             &size[3], nullptr, &size[4], nullptr));
  const Device buffer2(size[2]), buffer3(size[3]), buffer4(size[4]);
  OK(cusparseSpGEMMreuse_nnz(h, kN, kN, ma.descr, mb.descr, c, algorithm, d, &size[2],
                             buffer2.get(), &size[3], buffer3.get(), &size[4], buffer4.get()));
  int64_t rows, cols, nnz;
  OK(cusparseSpMatGetSize(c, &rows, &cols, &nnz));
  const Device columns(size_t(nnz) * 4), values(size_t(nnz) * sizeOf(type));
  OK(cusparseCsrSetPointers(c, offsets.get(), columns.get(), values.get()));
  OK(cusparseSpGEMMreuse_copy(h, kN, kN, ma.descr, mb.descr, c, algorithm, d, &size[5], nullptr));
  const Device buffer5(size[5]);
  OK(cusparseSpGEMMreuse_copy(h, kN, kN, ma.descr, mb.descr, c, algorithm, d, &size[5],
                              buffer5.get()));
  Full want = multiply(a, b);
  for (double alpha : {1.0, 3.0}) {
    const Factor al(type, alpha), be(type, 0);
    OK(cusparseSpGEMMreuse_compute(h, kN, kN, al, ma.descr, mb.descr, be, c, type, algorithm, d));
    Full scaled = want;
    for (Number &x : scaled.at)
      x *= alpha;
    checkResult("SpGEMMreuse", type, base, scaled, patternOf(a, b),
                readIndices(index, offsets, rows + 1), readIndices(index, columns, nnz),
                values.read(type, nnz));
  }
  OK(cusparseSpGEMM_destroyDescr(d));
  OK(cusparseDestroySpMat(c));
}

/// One base for all: of different ones the columns are not told apart (seen).
static void checkSum(cusparseHandle_t h) {
  const int m = 14, n = 19;
  const Full a = sparse(m, n, 1, 20, true), b = sparse(m, n, 2, 25, true);
  const auto type = CUDA_C_32F;
  using T = cuComplex;
  const Sparse ma = make(a, CUSPARSE_FORMAT_CSR, type, 1),
               mb = make(b, CUSPARSE_FORMAT_CSR, type, 1);
  cusparseMatDescr_t one;
  OK(cusparseCreateMatDescr(&one));
  OK(cusparseSetMatIndexBase(one, CUSPARSE_INDEX_BASE_ONE));
  const T alpha{2, 1}, beta{0, -1};
  const Device offsets((m + 1) * 4);
  const int nnzA = int(ma.stored), nnzB = int(mb.stored);
  size_t size;
  OK(cusparseCcsrgeam2_bufferSizeExt(
      h, m, n, &alpha, one, nnzA, ma.values.get<T>(), ma.offsets.get<int>(), ma.columns.get<int>(),
      &beta, one, nnzB, mb.values.get<T>(), mb.offsets.get<int>(), mb.columns.get<int>(), one,
      nullptr, offsets.get<int>(), nullptr, &size));
  const Device buffer(size);
  int nnz = 0;
  OK(cusparseXcsrgeam2Nnz(h, m, n, one, nnzA, ma.offsets.get<int>(), ma.columns.get<int>(), one,
                          nnzB, mb.offsets.get<int>(), mb.columns.get<int>(), one,
                          offsets.get<int>(), &nnz, buffer.get()));
  const Device columns(size_t(nnz) * 4), values(size_t(nnz) * 8);
  OK(cusparseCcsrgeam2(h, m, n, &alpha, one, nnzA, ma.values.get<T>(), ma.offsets.get<int>(),
                       ma.columns.get<int>(), &beta, one, nnzB, mb.values.get<T>(),
                       mb.offsets.get<int>(), mb.columns.get<int>(), one, values.get<T>(),
                       offsets.get<int>(), columns.get<int>(), buffer.get()));
  Full want = full(m, n), pattern = full(m, n);
  for (size_t i = 0; i < want.at.size(); ++i) {
    want.at[i] = Number(2, 1) * a.at[i] + Number(0, -1) * b.at[i];
    pattern.at[i] = a.at[i] != 0.0 || b.at[i] != 0.0;
  }
  checkResult("csrgeam2", type, 1, want, pattern, readIndices(CUSPARSE_INDEX_32I, offsets, m + 1),
              readIndices(CUSPARSE_INDEX_32I, columns, nnz), values.read(type, nnz));
  OK(cusparseDestroyMatDescr(one));
}

int main() {
  Handle h;
  for (cudaDataType type : {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F}) {
    for (cusparseSpGEMMAlg_t algorithm : {CUSPARSE_SPGEMM_DEFAULT, CUSPARSE_SPGEMM_ALG1,
                                          CUSPARSE_SPGEMM_ALG2, CUSPARSE_SPGEMM_ALG3})
      for (int base : {0, 1})
        checkProduct(h, type, type, algorithm, base, CUSPARSE_INDEX_32I);
    checkProduct(h, type, type, CUSPARSE_SPGEMM_DEFAULT, 0, CUSPARSE_INDEX_64I);
    checkReuse(h, type, 0);
    checkReuse(h, type, 1);
  }
  for (cudaDataType type : {CUDA_R_16F, CUDA_R_16BF})
    checkProduct(h, type, type, CUSPARSE_SPGEMM_DEFAULT, 0, CUSPARSE_INDEX_32I);
  checkSum(h);
  return failures != 0;
}
