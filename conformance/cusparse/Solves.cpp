// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Triangular systems (SpSV, SpSM, bsrsv2, bsrsm2), and tridiagonal and pentadiagonal ones. The
// right-hand sides are made from known solutions. Diagonals are powers of two, so that solutions
// come out exact.
#include "Sparse.h"

/// The triangle of a matrix that counts.
static Full triangle(const Full &a, cusparseFillMode_t fill, cusparseDiagType_t diagonal) {
  Full t = full(a.rows, a.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      if (i == j)
        t(i, j) = diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1.0 : a(i, j);
      else if ((i > j) == (fill == CUSPARSE_FILL_MODE_LOWER))
        t(i, j) = a(i, j);
  return t;
}
static Full square(int n, bool complex) {
  Full a = sparse(n, n, 31, 12, complex);
  for (int i = 0; i < n; ++i)
    a(i, i) = i % 3 ? Number(i % 2 ? -1 : 2) : complex ? Number(0, 2) : Number(4);
  return a;
}
static Full scaled(Full a, Number by) {
  for (Number &x : a.at)
    x *= by;
  return a;
}

struct Case {
  cudaDataType type;
  cusparseFormat_t format;
  cusparseFillMode_t fill;
  cusparseDiagType_t diagonal;
  cusparseOperation_t op;
  int base;
};
static void setTriangle(const Sparse &m, const Case &c) {
  cusparseFillMode_t fill = c.fill;
  cusparseDiagType_t diagonal = c.diagonal;
  OK(cusparseSpMatSetAttribute(m.descr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  OK(cusparseSpMatSetAttribute(m.descr, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
}
static void tell(const char *what, const Case &c) {
  std::printf("%s type %d format %d fill %d diagonal %d op %d base %d: wrong\n", what, c.type,
              c.format, c.fill, c.diagonal, c.op, c.base);
  ++failures;
}

static void checkVector(cusparseHandle_t h, const Case &c) {
  const int n = 24;
  const bool complex = isComplex(c.type);
  const Full a = square(n, complex), f = operate(triangle(a, c.fill, c.diagonal), c.op);
  const Sparse m = make(a, c.format, c.type, c.base);
  setTriangle(m, c);
  Full x = full(n, 1);
  x.at = integers(n, 2, complex);
  const Vector b(c.type, multiply(f, x).at), y(c.type, std::vector<Number>(n, 99.0));
  const Factor alpha(c.type, 2);
  cusparseSpSVDescr_t d;
  OK(cusparseSpSV_createDescr(&d));
  size_t size = 0;
  OK(cusparseSpSV_bufferSize(h, c.op, alpha, m.descr, b.descr, y.descr, c.type,
                             CUSPARSE_SPSV_ALG_DEFAULT, d, &size));
  const Device buffer(size);
  OK(cusparseSpSV_analysis(h, c.op, alpha, m.descr, b.descr, y.descr, c.type,
                           CUSPARSE_SPSV_ALG_DEFAULT, d, buffer.get()));
  OK(cusparseSpSV_solve(h, c.op, alpha, m.descr, b.descr, y.descr, c.type,
                        CUSPARSE_SPSV_ALG_DEFAULT, d));
  if (y.read() != scaled(x, 2).at)
    tell("SpSV", c);
  // All values doubled, then the diagonal halved again.
  std::vector<Number> values = m.values.read(c.type, size_t(m.stored));
  for (Number &value : values)
    value *= 2;
  const Device doubled(c.type, values);
  OK(cusparseSpSV_updateMatrix(h, d, doubled.get(), CUSPARSE_SPSV_UPDATE_GENERAL));
  OK(cusparseSpSV_solve(h, c.op, alpha, m.descr, b.descr, y.descr, c.type,
                        CUSPARSE_SPSV_ALG_DEFAULT, d));
  if (c.diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT && y.read() != x.at)
    tell("SpSV after an update", c);
  std::vector<Number> diagonal(n);
  for (int i = 0; i < n; ++i) // counts even where the matrix has a unit one (seen)
    diagonal[i] = c.diagonal == CUSPARSE_DIAG_TYPE_UNIT ? Number(1) : a(i, i);
  const Device newDiagonal(c.type, diagonal);
  OK(cusparseSpSV_updateMatrix(h, d, m.values.get(), CUSPARSE_SPSV_UPDATE_GENERAL));
  OK(cusparseSpSV_updateMatrix(h, d, newDiagonal.get(), CUSPARSE_SPSV_UPDATE_DIAGONAL));
  OK(cusparseSpSV_solve(h, c.op, alpha, m.descr, b.descr, y.descr, c.type,
                        CUSPARSE_SPSV_ALG_DEFAULT, d));
  if (y.read() != scaled(x, 2).at)
    tell("SpSV after a new diagonal", c);
  OK(cusparseSpSV_destroyDescr(d));
}

static void checkMatrix(cusparseHandle_t h, const Case &c, cusparseOperation_t opB, int orders) {
  const int n = 24, columns = 11;
  const bool complex = isComplex(c.type);
  const Full a = square(n, complex), f = operate(triangle(a, c.fill, c.diagonal), c.op);
  const Sparse m = make(a, c.format, c.type, c.base);
  setTriangle(m, c);
  Full x = full(n, columns);
  x.at = integers(x.at.size(), 2, complex);
  const Dense b(operate(multiply(f, x), opB == kN ? kN : kT), c.type,
                orders & 1 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Dense y(full(n, columns), c.type, orders & 2 ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const Factor alpha(c.type, 2);
  cusparseSpSMDescr_t d;
  OK(cusparseSpSM_createDescr(&d));
  size_t size = 0;
  OK(cusparseSpSM_bufferSize(h, c.op, opB, alpha, m.descr, b.descr, y.descr, c.type,
                             CUSPARSE_SPSM_ALG_DEFAULT, d, &size));
  const Device buffer(size);
  OK(cusparseSpSM_analysis(h, c.op, opB, alpha, m.descr, b.descr, y.descr, c.type,
                           CUSPARSE_SPSM_ALG_DEFAULT, d, buffer.get()));
  OK(cusparseSpSM_solve(h, c.op, opB, alpha, m.descr, b.descr, y.descr, c.type,
                        CUSPARSE_SPSM_ALG_DEFAULT, d));
  if (!y.holds(scaled(x, 2)))
    tell("SpSM", c);
  OK(cusparseSpSM_destroyDescr(d));
}

/// Blocks of two by two, dense on the diagonal.
static void checkBlocks(cusparseHandle_t h, cusparseFillMode_t fill, cusparseDiagType_t diagonal,
                        cusparseOperation_t op, cusparseDirection_t direction) {
  const int n = 12, size = kBlock, columns = 5;
  const Full a = square(n, false), f = operate(triangle(a, fill, diagonal), op);
  const Sparse m =
      make(a, CUSPARSE_FORMAT_BSR, CUDA_R_64F, 1, CUSPARSE_INDEX_32I,
           direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  const int mb = n / size, nnzb = int(m.stored) / (size * size);
  cusparseMatDescr_t descr;
  OK(cusparseCreateMatDescr(&descr));
  OK(cusparseSetMatIndexBase(descr, CUSPARSE_INDEX_BASE_ONE));
  OK(cusparseSetMatFillMode(descr, fill));
  OK(cusparseSetMatDiagType(descr, diagonal));
  Full x = full(n, columns);
  x.at = integers(x.at.size(), 4, false);
  const Full right = multiply(f, x);
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  const double alpha = 2;
  auto *values = m.values.get<double>();
  auto *offsets = m.offsets.get<int>(), *indices = m.columns.get<int>();
  int bytes = 0, position = 7;
  bsrsv2Info_t vectorInfo;
  OK(cusparseCreateBsrsv2Info(&vectorInfo));
  OK(cusparseDbsrsv2_bufferSize(h, direction, op, mb, nnzb, descr, values, offsets, indices, size,
                                vectorInfo, &bytes));
  const Device buffer(bytes);
  std::vector<Number> first(n);
  for (int i = 0; i < n; ++i)
    first[i] = right(i, 0);
  const Device b(CUDA_R_64F, first), y(n * 8);
  OK(cusparseDbsrsv2_analysis(h, direction, op, mb, nnzb, descr, values, offsets, indices, size,
                              vectorInfo, policy, buffer.get()));
  OK(cusparseXbsrsv2_zeroPivot(h, vectorInfo, &position));
  EQUAL(-1, position);
  OK(cusparseDbsrsv2_solve(h, direction, op, mb, nnzb, &alpha, descr, values, offsets, indices,
                           size, vectorInfo, b.get<double>(), y.get<double>(), policy,
                           buffer.get()));
  const std::vector<double> got = y.read<double>(n);
  for (int i = 0; i < n; ++i)
    CHECK(got[i] == 2 * x(i, 0).real());
  OK(cusparseXbsrsv2_zeroPivot(h, vectorInfo, &position));
  OK(cusparseDestroyBsrsv2Info(vectorInfo));

  bsrsm2Info_t matrixInfo;
  OK(cusparseCreateBsrsm2Info(&matrixInfo));
  for (cusparseOperation_t transXY : {kN, kT}) {
    const Dense db(operate(right, transXY), CUDA_R_64F, CUSPARSE_ORDER_COL);
    const Dense dx(operate(full(n, columns), transXY), CUDA_R_64F, CUSPARSE_ORDER_COL);
    OK(cusparseDbsrsm2_bufferSize(h, direction, op, transXY, mb, columns, nnzb, descr, values,
                                  offsets, indices, size, matrixInfo, &bytes));
    const Device work(bytes);
    OK(cusparseDbsrsm2_analysis(h, direction, op, transXY, mb, columns, nnzb, descr, values,
                                offsets, indices, size, matrixInfo, policy, work.get()));
    OK(cusparseDbsrsm2_solve(h, direction, op, transXY, mb, columns, nnzb, &alpha, descr, values,
                             offsets, indices, size, matrixInfo, db.values.get<double>(), db.ld,
                             dx.values.get<double>(), dx.ld, policy, work.get()));
    CHECK(dx.holds(operate(scaled(x, 2), transXY)));
  }
  OK(cusparseDestroyBsrsm2Info(matrixInfo));
  OK(cusparseDestroyMatDescr(descr));
}

/// A matrix whose second row needs an exchange: without one the pivot is zero.
static void checkPivoting(cusparseHandle_t h) {
  const int m = 4;
  const std::vector<double> dl{0, 2, 1, 4}, d{1, 2, 3, 8}, du{1, 4, 2, 0}, x{3, -1, 2, 5};
  std::vector<double> b(m);
  for (int i = 0; i < m; ++i)
    b[i] = d[i] * x[i] + (i ? dl[i] * x[i - 1] : 0) + (i < m - 1 ? du[i] * x[i + 1] : 0);
  const Device a(dl), e(d), c(du), y(b);
  size_t size;
  OK(cusparseDgtsv2_bufferSizeExt(h, m, 1, a.get<double>(), e.get<double>(), c.get<double>(),
                                  y.get<double>(), m, &size));
  const Device buffer(size);
  OK(cusparseDgtsv2(h, m, 1, a.get<double>(), e.get<double>(), c.get<double>(), y.get<double>(), m,
                    buffer.get()));
  const std::vector<double> got = y.read<double>(m);
  for (int i = 0; i < m; ++i)
    CHECK(std::abs(got[i] - x[i]) < 1e-12);
}

/// Complex systems, interleaved: LU and QR forms.
static void checkInterleaved(cusparseHandle_t h) {
  constexpr int kSize = 17, kCount = 9;
  const auto type = CUDA_C_64F;
  using T = cuDoubleComplex;
  std::vector<std::vector<Number>> bands;
  for (int band = 0; band < 5; ++band)
    bands.push_back(integers(kSize * kCount, unsigned(band + 1), true));
  const std::vector<Number> x = integers(kSize * kCount, 9, true);
  for (Number &v : bands[2])
    v += 12.0;
  for (int reach : {1, 2}) {
    std::vector<Number> b(x.size());
    for (int i = 0; i < kSize; ++i)
      for (int s = 0; s < kCount; ++s)
        for (int k = -reach; k <= reach; ++k)
          if (i + k >= 0 && i + k < kSize)
            b[i * kCount + s] += bands[k + 2][i * kCount + s] * x[(i + k) * kCount + s];
    for (int algorithm = 0; algorithm < (reach == 1 ? 3 : 1); ++algorithm) {
      std::vector<Device> d;
      for (const auto &band : bands)
        d.emplace_back(type, band);
      const Device y(type, b);
      size_t size;
      T *p[5];
      for (int band = 0; band < 5; ++band)
        p[band] = d[band].get<T>();
      if (reach == 1) {
        OK(cusparseZgtsvInterleavedBatch_bufferSizeExt(h, algorithm, kSize, p[1], p[2], p[3],
                                                       y.get<T>(), kCount, &size));
        const Device buffer(size);
        OK(cusparseZgtsvInterleavedBatch(h, algorithm, kSize, p[1], p[2], p[3], y.get<T>(), kCount,
                                         buffer.get()));
      } else {
        OK(cusparseZgpsvInterleavedBatch_bufferSizeExt(h, 0, kSize, p[0], p[1], p[2], p[3], p[4],
                                                       y.get<T>(), kCount, &size));
        const Device buffer(size);
        OK(cusparseZgpsvInterleavedBatch(h, 0, kSize, p[0], p[1], p[2], p[3], p[4], y.get<T>(),
                                         kCount, buffer.get()));
      }
      const std::vector<Number> got = y.read(type, x.size());
      double worst = 0;
      for (size_t i = 0; i < x.size(); ++i)
        worst = std::max(worst, std::abs(got[i] - x[i]));
      CHECK(worst < 1e-12);
    }
  }
}

int main() {
  Handle h;
  for (cudaDataType type : {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F})
    for (cusparseFillMode_t fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
      for (cusparseDiagType_t diagonal : {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT})
        for (cusparseOperation_t op : {kN, kT, kC}) {
          if (op == kC && !isComplex(type))
            continue;
          for (cusparseFormat_t format :
               {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_COO, CUSPARSE_FORMAT_SLICED_ELLPACK}) {
            const Case c{type, format, fill, diagonal, op, op == kT};
            // On a GPU sliced ELL is for matrices without transposition.
            if (format == CUSPARSE_FORMAT_SLICED_ELLPACK) {
              if (op == kN)
                checkVector(h, c);
              continue;
            }
            checkVector(h, c);
            for (int orders : {0, 1, 2, 3})
              for (cusparseOperation_t opB : {kN, kT})
                checkMatrix(h, c, opB, orders);
          }
        }
  for (cusparseFillMode_t fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
    for (cusparseDiagType_t diagonal : {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT})
      for (cusparseOperation_t op : {kN, kT})
        for (cusparseDirection_t direction : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN})
          checkBlocks(h, fill, diagonal, op, direction);
  checkPivoting(h);
  checkInterleaved(h);
  return failures != 0;
}
