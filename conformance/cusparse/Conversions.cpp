// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between dense, compressed and block formats.
#include "Sparse.h"

static cusparseMatDescr_t descriptor(int base) {
  cusparseMatDescr_t d;
  OK(cusparseCreateMatDescr(&d));
  OK(cusparseSetMatIndexBase(d, cusparseIndexBase_t(base)));
  return d;
}

static void checkDense(cusparseHandle_t h, cudaDataType type, cusparseFormat_t format, int base,
                       cusparseIndexType_t index, cusparseOrder_t order) {
  const Full a = sparse(12, 15, 3, 25, isComplex(type));
  const Sparse m = make(a, format, type, base, index, CUSPARSE_ORDER_COL);
  const Dense d(full(12, 15), type, order);
  size_t size = 0;
  const auto toDense = CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
  const bool isEll = format == CUSPARSE_FORMAT_BLOCKED_ELL;
  const auto status = isEll ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS; // seen
  EXPECT(status, cusparseSparseToDense_bufferSize(h, m.descr, d.descr, toDense, &size));
  const Device buffer(size);
  EXPECT(status, cusparseSparseToDense(h, m.descr, d.descr, toDense, buffer.get()));
  const Dense source(a, type, order);
  if (!isEll && !d.holds(a)) {
    std::printf("SparseToDense type %d format %d base %d order %d: wrong\n", type, format, base,
                order);
    ++failures;
  }
  if (format == CUSPARSE_FORMAT_SLICED_ELLPACK)
    return;
  // And back, into fresh arrays of the same sizes; the pattern of blocked ELL is given.
  const auto alg = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
  const Sparse want = make(a, format, type, base, index, CUSPARSE_ORDER_COL);
  const size_t width = index == CUSPARSE_INDEX_64I ? 8 : 4;
  const size_t columns = format == CUSPARSE_FORMAT_BSR ? m.stored / (kBlock * kBlock) : m.stored;
  const size_t offsets = format == CUSPARSE_FORMAT_COO   ? m.stored
                         : format == CUSPARSE_FORMAT_CSC ? 15 + 1
                         : format == CUSPARSE_FORMAT_BSR ? 12 / kBlock + 1
                                                         : 12 + 1;
  if (format != CUSPARSE_FORMAT_BLOCKED_ELL) {
    CUDA(cudaMemset(m.offsets.get(), 0, offsets * width));
    CUDA(cudaMemset(m.columns.get(), 0, columns * width));
  }
  CUDA(cudaMemset(m.values.get(), 0, size_t(m.stored) * sizeOf(type)));
  OK(cusparseDenseToSparse_bufferSize(h, source.descr, m.descr, alg, &size));
  const Device back(size);
  OK(cusparseDenseToSparse_analysis(h, source.descr, m.descr, alg, back.get()));
  int64_t rows, cols, nnz;
  OK(cusparseSpMatGetSize(m.descr, &rows, &cols, &nnz));
  if (!isEll) // whose size tells another number (seen)
    EQUAL(m.stored, nnz);
  OK(cusparseDenseToSparse_convert(h, source.descr, m.descr, alg, back.get()));
  if (m.values.read(type, m.stored) != want.values.read(type, m.stored) ||
      (!isEll &&
       (m.columns.read<char>(columns * width) != want.columns.read<char>(columns * width) ||
        m.offsets.read<char>(offsets * width) != want.offsets.read<char>(offsets * width)))) {
    std::printf("DenseToSparse type %d format %d base %d order %d: wrong\n", type, format, base,
                order);
    ++failures;
  }
}

/// A matrix in blocks of rows by cols, dense by what the conversions say.
struct Blocks {
  std::vector<int> offsets, columns;
  std::vector<double> values;
};
static Blocks block(const Full &a, int rows, int cols, bool byColumns, int base) {
  Blocks b;
  b.offsets.push_back(base);
  for (int I = 0; I * rows < a.rows; ++I) {
    for (int J = 0; J * cols < a.cols; ++J) {
      std::vector<double> values(size_t(rows) * cols);
      bool isThere = false;
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c)
          if (I * rows + r < a.rows && J * cols + c < a.cols) {
            const double x = a(I * rows + r, J * cols + c).real();
            isThere |= x != 0;
            values[byColumns ? c * rows + r : r * cols + c] = x;
          }
      if (isThere) {
        b.columns.push_back(J + base);
        b.values.insert(b.values.end(), values.begin(), values.end());
      }
    }
    b.offsets.push_back(int(b.columns.size()) + base);
  }
  return b;
}

static void checkBlocks(cusparseHandle_t h, cusparseDirection_t direction) {
  const int m = 13, n = 17; // no multiples of the blocks
  const Full a = sparse(m, n, 5, 15, false);
  const bool byColumns = direction == CUSPARSE_DIRECTION_COLUMN;
  const cusparseMatDescr_t zero = descriptor(0), one = descriptor(1);
  const Blocks entries = block(a, 1, 1, byColumns, 0);
  const Device offsets(entries.offsets), columns(entries.columns), values(entries.values);
  for (int size : {1, 2, 5}) {
    const Blocks want = block(a, size, size, byColumns, 1);
    const Device to(want.offsets.size() * 4);
    int nnzb = 0;
    OK(cusparseXcsr2bsrNnz(h, direction, m, n, zero, offsets.get<int>(), columns.get<int>(), size,
                           one, to.get<int>(), &nnzb));
    EQUAL(want.columns.size(), size_t(nnzb));
    CHECK(to.read<int>(want.offsets.size()) == want.offsets);
    const Device toColumns(size_t(nnzb) * 4), toValues(want.values.size() * 8);
    OK(cusparseDcsr2bsr(h, direction, m, n, zero, values.get<double>(), offsets.get<int>(),
                        columns.get<int>(), size, one, toValues.get<double>(), to.get<int>(),
                        toColumns.get<int>()));
    CHECK(toColumns.read<int>(nnzb) == want.columns);
    CHECK(toValues.read<double>(want.values.size()) == want.values);
  }
  // General blocks, from there to blocks of another size, and to CSR with all their entries.
  const int rows = 3, cols = 2, mb = (m + rows - 1) / rows, nb = (n + cols - 1) / cols;
  const Blocks general = block(a, rows, cols, byColumns, 1);
  const Device gOffsets(general.offsets.size() * 4);
  size_t bytes = 0;
  OK(cusparseDcsr2gebsr_bufferSizeExt(h, direction, m, n, zero, values.get<double>(),
                                      offsets.get<int>(), columns.get<int>(), rows, cols, &bytes));
  const Device buffer(bytes);
  int nnzb = 0;
  OK(cusparseXcsr2gebsrNnz(h, direction, m, n, zero, offsets.get<int>(), columns.get<int>(), one,
                           gOffsets.get<int>(), rows, cols, &nnzb, buffer.get()));
  EQUAL(general.columns.size(), size_t(nnzb));
  const Device gColumns(size_t(nnzb) * 4), gValues(general.values.size() * 8);
  OK(cusparseDcsr2gebsr(h, direction, m, n, zero, values.get<double>(), offsets.get<int>(),
                        columns.get<int>(), one, gValues.get<double>(), gOffsets.get<int>(),
                        gColumns.get<int>(), rows, cols, buffer.get()));
  CHECK(gOffsets.read<int>(general.offsets.size()) == general.offsets);
  CHECK(gColumns.read<int>(nnzb) == general.columns);
  CHECK(gValues.read<double>(general.values.size()) == general.values);
  // CSR of the blocks: every place of a block is an entry.
  std::vector<int> wantOffsets{0}, wantColumns;
  std::vector<double> wantValues;
  for (int i = 0; i < mb * rows; ++i) {
    for (int k = general.offsets[i / rows] - 1; k < general.offsets[i / rows + 1] - 1; ++k)
      for (int c = 0; c < cols; ++c) {
        const int j = (general.columns[k] - 1) * cols + c;
        wantColumns.push_back(j);
        wantValues.push_back(i < m && j < n ? a(i, j).real() : 0);
      }
    wantOffsets.push_back(int(wantColumns.size()));
  }
  const Device cOffsets(wantOffsets.size() * 4), cColumns(wantColumns.size() * 4),
      cValues(wantValues.size() * 8);
  OK(cusparseDgebsr2csr(h, direction, mb, nb, one, gValues.get<double>(), gOffsets.get<int>(),
                        gColumns.get<int>(), rows, cols, zero, cValues.get<double>(),
                        cOffsets.get<int>(), cColumns.get<int>()));
  CHECK(cOffsets.read<int>(wantOffsets.size()) == wantOffsets);
  CHECK(cColumns.read<int>(wantColumns.size()) == wantColumns);
  CHECK(cValues.read<double>(wantValues.size()) == wantValues);
  // Blocks by columns: they keep their layout.
  OK(cusparseDgebsr2gebsc_bufferSizeExt(h, mb, nb, nnzb, gValues.get<double>(), gOffsets.get<int>(),
                                        gColumns.get<int>(), rows, cols, &bytes));
  const Device space(bytes), tValues(general.values.size() * 8), tRows(size_t(nnzb) * 4),
      tOffsets((nb + 1) * 4);
  OK(cusparseDgebsr2gebsc(h, mb, nb, nnzb, gValues.get<double>(), gOffsets.get<int>(),
                          gColumns.get<int>(), rows, cols, tValues.get<double>(), tRows.get<int>(),
                          tOffsets.get<int>(), CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ONE,
                          space.get()));
  std::vector<int> scOffsets{1}, scRows;
  std::vector<double> scValues;
  for (int J = 0; J < nb; ++J) {
    for (int I = 0; I < mb; ++I)
      for (int k = general.offsets[I] - 1; k < general.offsets[I + 1] - 1; ++k)
        if (general.columns[k] - 1 == J) {
          scRows.push_back(I + 1);
          scValues.insert(scValues.end(), general.values.begin() + k * rows * cols,
                          general.values.begin() + (k + 1) * rows * cols);
        }
    scOffsets.push_back(int(scRows.size()) + 1);
  }
  CHECK(tOffsets.read<int>(nb + 1) == scOffsets);
  CHECK(tRows.read<int>(nnzb) == scRows);
  CHECK(tValues.read<double>(scValues.size()) == scValues);
  // Blocks of four by three.
  const int mc = (mb * rows + 3) / 4;
  Full padded = full(mb * rows, nb * cols);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j)
      padded(i, j) = a(i, j);
  // A block exists where one of the source reaches.
  Full reach = full(mb * rows, nb * cols);
  for (int I = 0; I < mb; ++I)
    for (int k = general.offsets[I] - 1; k < general.offsets[I + 1] - 1; ++k)
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c)
          reach(I * rows + r, (general.columns[k] - 1) * cols + c) = 1;
  const Blocks wantShape = block(reach, 4, 3, byColumns, 0);
  const Device nOffsets((mc + 1) * 4);
  int nnzc = 0;
  OK(cusparseXgebsr2gebsrNnz(h, direction, mb, nb, nnzb, one, gOffsets.get<int>(),
                             gColumns.get<int>(), rows, cols, zero, nOffsets.get<int>(), 4, 3,
                             &nnzc, buffer.get()));
  EQUAL(wantShape.columns.size(), size_t(nnzc));
  const Device nColumns(size_t(nnzc) * 4), nValues(size_t(nnzc) * 12 * 8);
  OK(cusparseDgebsr2gebsr(h, direction, mb, nb, nnzb, one, gValues.get<double>(),
                          gOffsets.get<int>(), gColumns.get<int>(), rows, cols, zero,
                          nValues.get<double>(), nOffsets.get<int>(), nColumns.get<int>(), 4, 3,
                          buffer.get()));
  CHECK(nColumns.read<int>(nnzc) == wantShape.columns);
  double sum = 0, wantSum = 0;
  const std::vector<double> nv = nValues.read<double>(size_t(nnzc) * 12);
  for (int I = 0, k = 0; I < mc; ++I)
    for (; k < wantShape.offsets[I + 1]; ++k)
      for (int r = 0; r < 4; ++r)
        for (int c = 0; c < 3; ++c) {
          const int i = I * 4 + r, j = wantShape.columns[k] * 3 + c;
          const double x = nv[size_t(k) * 12 + (byColumns ? c * 4 + r : r * 3 + c)];
          CHECK(x == (i < padded.rows && j < padded.cols ? padded(i, j).real() : 0));
          sum += x;
        }
  for (Number x : a.at)
    wantSum += x.real();
  EQUAL(wantSum, sum);
  OK(cusparseDestroyMatDescr(zero));
  OK(cusparseDestroyMatDescr(one));
}

int main() {
  Handle h;
  for (cudaDataType type :
       {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_8I})
    for (cusparseFormat_t format :
         {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO, CUSPARSE_FORMAT_BSR,
          CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_FORMAT_SLICED_ELLPACK})
      for (cusparseOrder_t order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
        checkDense(h, type, format, 0, CUSPARSE_INDEX_32I, order);
        checkDense(h, type, format, 1, CUSPARSE_INDEX_64I, order);
      }
  checkBlocks(h, CUSPARSE_DIRECTION_ROW);
  checkBlocks(h, CUSPARSE_DIRECTION_COLUMN);
  return failures != 0;
}
