// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting, compression, pruning and colouring.
#include "Sparse.h"

static cusparseMatDescr_t descriptor(int base) {
  cusparseMatDescr_t d;
  OK(cusparseCreateMatDescr(&d));
  OK(cusparseSetMatIndexBase(d, cusparseIndexBase_t(base)));
  return d;
}

static void checkSorting(cusparseHandle_t h, int base) {
  const int m = 40, n = 30;
  const Rows r = compress(sparse(m, n, 6, 20, false), base);
  const int nnz = int(r.columns.size());
  const cusparseMatDescr_t descr = descriptor(base);
  // Shuffled within rows, and as a whole.
  std::vector<int> offsets = narrow(r.offsets), columns = narrow(r.columns), order(nnz);
  Random random(3);
  for (int i = 0; i < m; ++i)
    for (int k = offsets[i] - base; k < offsets[i + 1] - base - 1; ++k)
      std::swap(columns[k], columns[random(k, offsets[i + 1] - base - 1)]);
  size_t size;
  const Device dOffsets(offsets), dColumns(columns), dOrder(size_t(nnz) * 4);
  OK(cusparseXcsrsort_bufferSizeExt(h, m, n, nnz, dOffsets.get<int>(), dColumns.get<int>(), &size));
  const Device buffer(size);
  OK(cusparseCreateIdentityPermutation(h, nnz, dOrder.get<int>()));
  OK(cusparseXcsrsort(h, m, n, nnz, descr, dOffsets.get<int>(), dColumns.get<int>(),
                      dOrder.get<int>(), buffer.get()));
  CHECK(dColumns.read<int>(nnz) == narrow(r.columns));
  order = dOrder.read<int>(nnz);
  for (int k = 0; k < nnz; ++k)
    CHECK(columns[order[k]] == r.columns[k]);
  for (bool byRow : {true, false}) {
    std::vector<int> rows = narrow(r.rows), cols = narrow(r.columns);
    for (int k = 0; k < nnz; ++k) {
      const int other = random(k, nnz - 1);
      std::swap(rows[k], rows[other]);
      std::swap(cols[k], cols[other]);
    }
    const Device dRows(rows), dCols(cols);
    OK(cusparseXcoosort_bufferSizeExt(h, m, n, nnz, dRows.get<int>(), dCols.get<int>(), &size));
    const Device space(size);
    OK(cusparseCreateIdentityPermutation(h, nnz, dOrder.get<int>()));
    OK(byRow ? cusparseXcoosortByRow(h, m, n, nnz, dRows.get<int>(), dCols.get<int>(),
                                     dOrder.get<int>(), space.get())
             : cusparseXcoosortByColumn(h, m, n, nnz, dRows.get<int>(), dCols.get<int>(),
                                        dOrder.get<int>(), space.get()));
    const std::vector<int> sr = dRows.read<int>(nnz), sc = dCols.read<int>(nnz);
    order = dOrder.read<int>(nnz);
    for (int k = 0; k < nnz; ++k) {
      CHECK(rows[order[k]] == sr[k] && cols[order[k]] == sc[k]);
      if (k) {
        const auto before =
            byRow ? std::pair(sr[k - 1], sc[k - 1]) : std::pair(sc[k - 1], sr[k - 1]);
        CHECK(before < (byRow ? std::pair(sr[k], sc[k]) : std::pair(sc[k], sr[k])));
      }
    }
  }
  // csru2csr sorts values too; csr2csru undoes it.
  std::vector<double> values(nnz);
  for (int k = 0; k < nnz; ++k)
    values[k] = columns[k] * 10.0;
  const Device uColumns(columns), uValues(values);
  csru2csrInfo_t info;
  OK(cusparseCreateCsru2csrInfo(&info));
  OK(cusparseDcsru2csr_bufferSizeExt(h, m, n, nnz, uValues.get<double>(), dOffsets.get<int>(),
                                     uColumns.get<int>(), info, &size));
  const Device space(size);
  OK(cusparseDcsru2csr(h, m, n, nnz, descr, uValues.get<double>(), dOffsets.get<int>(),
                       uColumns.get<int>(), info, space.get()));
  CHECK(uColumns.read<int>(nnz) == narrow(r.columns));
  const std::vector<double> sorted = uValues.read<double>(nnz);
  for (int k = 0; k < nnz; ++k)
    CHECK(sorted[k] == r.columns[k] * 10.0);
  OK(cusparseDcsr2csru(h, m, n, nnz, descr, uValues.get<double>(), dOffsets.get<int>(),
                       uColumns.get<int>(), info, space.get()));
  CHECK(uColumns.read<int>(nnz) == columns);
  CHECK(uValues.read<double>(nnz) == values);
  OK(cusparseDestroyCsru2csrInfo(info));
  OK(cusparseDestroyMatDescr(descr));
}

/// Pruned CSR of a matrix with distinct magnitudes 1 … m n.
static void checkPruning(cusparseHandle_t h) {
  const int m = 6, n = 7;
  std::vector<float> a(m * n);
  for (int i = 0; i < m * n; ++i)
    a[i] = float((i * 25) % 42 + 1) * (i % 2 ? -1 : 1);
  const cusparseMatDescr_t descr = descriptor(1);
  const Device dA(a), offsets((m + 1) * 4);
  pruneInfo_t info;
  OK(cusparseCreatePruneInfo(&info));
  // 50 % of 42 entries go: those up to 21.
  size_t size;
  int nnz = 0;
  OK(cusparseSpruneDense2csrByPercentage_bufferSizeExt(
      h, m, n, dA.get<float>(), m, 50, descr, nullptr, offsets.get<int>(), nullptr, info, &size));
  const Device buffer(size);
  OK(cusparseSpruneDense2csrNnzByPercentage(h, m, n, dA.get<float>(), m, 50, descr,
                                            offsets.get<int>(), &nnz, info, buffer.get()));
  EQUAL(21, nnz);
  const Device columns(size_t(nnz) * 4), values(size_t(nnz) * 4);
  OK(cusparseSpruneDense2csrByPercentage(h, m, n, dA.get<float>(), m, 50, descr,
                                         values.get<float>(), offsets.get<int>(),
                                         columns.get<int>(), info, buffer.get()));
  const std::vector<int> o = offsets.read<int>(m + 1), c = columns.read<int>(nnz);
  const std::vector<float> v = values.read<float>(nnz);
  for (int i = 0, k = 0; i < m; ++i) {
    EQUAL(k + 1, o[i]);
    for (int j = 0; j < n; ++j)
      if (std::abs(a[j * m + i]) > 21) {
        EQUAL(j + 1, c[k]);
        EQUAL(a[j * m + i], v[k]);
        ++k;
      }
  }
  // From there, the entries above 30.
  const float threshold = 30;
  const Device offsets2((m + 1) * 4);
  int left = 0;
  OK(cusparseSpruneCsr2csrNnz(h, m, n, nnz, descr, values.get<float>(), offsets.get<int>(),
                              columns.get<int>(), &threshold, descr, offsets2.get<int>(), &left,
                              buffer.get()));
  EQUAL(12, left);
  const Device columns2(size_t(left) * 4), values2(size_t(left) * 4);
  OK(cusparseSpruneCsr2csr(h, m, n, nnz, descr, values.get<float>(), offsets.get<int>(),
                           columns.get<int>(), &threshold, descr, values2.get<float>(),
                           offsets2.get<int>(), columns2.get<int>(), buffer.get()));
  for (float x : values2.read<float>(left))
    CHECK(std::abs(x) > 30);
  // Compression counts magnitudes above the tolerance.
  const Device perRow(m * 4);
  int kept = 0;
  OK(cusparseSnnz_compress(h, m, descr, values.get<float>(), offsets.get<int>(), perRow.get<int>(),
                           &kept, 40.0f));
  EQUAL(2, kept);
  EXPECT(CUSPARSE_STATUS_INVALID_VALUE,
         cusparseSpruneDense2csrNnzByPercentage(h, m, n, dA.get<float>(), m, 101, descr,
                                                offsets.get<int>(), &nnz, info, buffer.get()));
  OK(cusparseDestroyPruneInfo(info));
  OK(cusparseDestroyMatDescr(descr));
}

/// Colours and rows count from the base.
static void checkColouring(cusparseHandle_t h, int base) {
  const int n = 60;
  Full a = sparse(n, n, 8, 5, false);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (a(i, j) != 0.0 || a(j, i) != 0.0)
        a(i, j) = a(j, i) = 1;
  const Sparse m = make(a, CUSPARSE_FORMAT_CSR, CUDA_R_64F, base);
  const cusparseMatDescr_t descr = descriptor(base);
  cusparseColorInfo_t info;
  OK(cusparseCreateColorInfo(&info));
  const Device colours(n * 4), order(n * 4);
  const double fraction = 1;
  int count = 0;
  OK(cusparseDcsrcolor(h, n, int(m.stored), descr, m.values.get<double>(), m.offsets.get<int>(),
                       m.columns.get<int>(), &fraction, &count, colours.get<int>(),
                       order.get<int>(), info));
  const std::vector<int> c = colours.read<int>(n);
  for (int i = 0; i < n; ++i) {
    CHECK(c[i] >= base && c[i] < base + count);
    for (int j = 0; j < n; ++j)
      CHECK(i == j || a(i, j) == 0.0 || c[i] != c[j]);
  }
  std::vector<int> sorted = order.read<int>(n);
  std::sort(sorted.begin(), sorted.end());
  for (int i = 0; i < n; ++i)
    EQUAL(base + i, sorted[i]);
  OK(cusparseDestroyColorInfo(info));
  OK(cusparseDestroyMatDescr(descr));
}

int main() {
  Handle h;
  checkSorting(h, 0);
  checkSorting(h, 1);
  checkPruning(h);
  for (int base : {0, 1})
    checkColouring(h, base);
  return failures != 0;
}
