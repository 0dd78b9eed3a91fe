// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of cuSPARSE share: small random matrices whose entries are integers, so that
// every type holds every result exactly, in all formats, types and bases.
#pragma once

#include "Numbers.h"

/// A dense matrix by rows.
struct Full {
  int rows, cols;
  std::vector<Number> at;
  Number operator()(int i, int j) const { return at[size_t(i) * cols + j]; }
  Number &operator()(int i, int j) { return at[size_t(i) * cols + j]; }
};
inline Full full(int rows, int cols) {
  return {rows, cols, std::vector<Number>(size_t(rows) * cols)};
}
/// `percent` of the entries are not zero.
inline Full sparse(int rows, int cols, unsigned seed, int percent, bool withImaginary) {
  Full a = full(rows, cols);
  Random random(seed);
  for (Number &x : a.at)
    if (random(0, 99) < percent)
      x = {double(random(1, 2) * (random(0, 1) ? 1 : -1)),
           withImaginary ? double(random(-2, 2)) : 0};
  return a;
}
inline Full operate(const Full &a, cusparseOperation_t op) {
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE)
    return a;
  Full t = full(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      t(j, i) = op == CUSPARSE_OPERATION_TRANSPOSE ? a(i, j) : std::conj(a(i, j));
  return t;
}
inline Full multiply(const Full &a, const Full &b) {
  Full c = full(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int k = 0; k < a.cols; ++k)
      if (a(i, k) != 0.0)
        for (int j = 0; j < b.cols; ++j)
          c(i, j) += a(i, k) * b(k, j);
  return c;
}

/// Arrays of compressed rows.
struct Rows {
  std::vector<int64_t> offsets, rows, columns;
  std::vector<Number> values;
};
inline Rows compress(const Full &a, int base) {
  Rows r;
  for (int i = 0; i < a.rows; ++i) {
    r.offsets.push_back(int64_t(r.columns.size()) + base);
    for (int j = 0; j < a.cols; ++j)
      if (a(i, j) != 0.0) {
        r.rows.push_back(i + base);
        r.columns.push_back(j + base);
        r.values.push_back(a(i, j));
      }
  }
  r.offsets.push_back(int64_t(r.columns.size()) + base);
  return r;
}
template <typename T> std::vector<int> narrow(const std::vector<T> &numbers) {
  return {numbers.begin(), numbers.end()};
}
inline Device indices(cusparseIndexType_t type, const std::vector<int64_t> &numbers) {
  return type == CUSPARSE_INDEX_64I ? Device(numbers) : Device(narrow(numbers));
}

/// A descriptor with its arrays.
struct Sparse {
  cusparseSpMatDescr_t descr = nullptr;
  Device offsets, columns, values;
  int64_t stored; ///< values
  Sparse(std::nullptr_t, Device offsets, Device columns, Device values, int64_t stored)
      : offsets(std::move(offsets)), columns(std::move(columns)), values(std::move(values)),
        stored(stored) {}
  Sparse(Sparse &&other)
      : descr(std::exchange(other.descr, nullptr)), offsets(std::move(other.offsets)),
        columns(std::move(other.columns)), values(std::move(other.values)), stored(other.stored) {}
  ~Sparse() { cusparseDestroySpMat(descr); }
};
constexpr int kBlock = 3;
/// Rows and columns are multiples of kBlock for blocked formats. Padding is there where it can be.
inline Sparse make(const Full &a, cusparseFormat_t format, cudaDataType type, int base = 0,
                   cusparseIndexType_t index = CUSPARSE_INDEX_32I,
                   cusparseOrder_t order = CUSPARSE_ORDER_ROW) {
  const auto at = cusparseIndexBase_t(base);
  cusparseSpMatDescr_t d = nullptr;
  if (format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_COO ||
      format == CUSPARSE_FORMAT_CSC) {
    const Rows r = compress(
        format == CUSPARSE_FORMAT_CSC ? operate(a, CUSPARSE_OPERATION_TRANSPOSE) : a, base);
    const auto nnz = int64_t(r.columns.size());
    Sparse s{nullptr, indices(index, format == CUSPARSE_FORMAT_COO ? r.rows : r.offsets),
             indices(index, r.columns), Device(type, r.values), nnz};
    if (format == CUSPARSE_FORMAT_CSR)
      OK(cusparseCreateCsr(&d, a.rows, a.cols, nnz, s.offsets.get(), s.columns.get(),
                           s.values.get(), index, index, at, type));
    else if (format == CUSPARSE_FORMAT_CSC)
      OK(cusparseCreateCsc(&d, a.rows, a.cols, nnz, s.offsets.get(), s.columns.get(),
                           s.values.get(), index, index, at, type));
    else
      OK(cusparseCreateCoo(&d, a.rows, a.cols, nnz, s.offsets.get(), s.columns.get(),
                           s.values.get(), index, at, type));
    s.descr = d;
    return s;
  }
  std::vector<int64_t> offsets{base}, columns;
  std::vector<Number> values;
  if (format == CUSPARSE_FORMAT_SLICED_ELLPACK) {
    constexpr int kSlice = 4;
    int64_t nnz = 0;
    for (int first = 0; first < a.rows; first += kSlice) {
      std::vector<std::vector<int>> lines(kSlice);
      size_t width = 0;
      for (int r = 0; r < kSlice && first + r < a.rows; ++r) {
        for (int j = 0; j < a.cols; ++j)
          if (a(first + r, j) != 0.0)
            lines[r].push_back(j);
        width = std::max(width, lines[r].size());
        nnz += int64_t(lines[r].size());
      }
      for (size_t k = 0; k < width; ++k)
        for (int r = 0; r < kSlice; ++r) {
          const bool isThere = k < lines[r].size();
          columns.push_back(isThere ? lines[r][k] + base : -1);
          values.push_back(isThere ? a(first + r, lines[r][k]) : 0.0);
        }
      offsets.push_back(int64_t(columns.size()) + base);
    }
    Sparse s{nullptr, indices(index, offsets), indices(index, columns), Device(type, values),
             int64_t(values.size())};
    OK(cusparseCreateSlicedEll(&d, a.rows, a.cols, nnz, s.stored, kSlice, s.offsets.get(),
                               s.columns.get(), s.values.get(), index, index, at, type));
    s.descr = d;
    return s;
  }
  const auto isBlock = [&](int I, int J) {
    for (int r = 0; r < kBlock; ++r)
      for (int c = 0; c < kBlock; ++c)
        if (a(I * kBlock + r, J * kBlock + c) != 0.0)
          return true;
    return false;
  };
  const int brows = a.rows / kBlock, bcols = a.cols / kBlock;
  if (format == CUSPARSE_FORMAT_BSR) {
    for (int I = 0; I < brows; ++I) {
      for (int J = 0; J < bcols; ++J)
        if (isBlock(I, J)) {
          columns.push_back(J + base);
          for (int x = 0; x < kBlock; ++x)
            for (int y = 0; y < kBlock; ++y)
              values.push_back(order == CUSPARSE_ORDER_ROW ? a(I * kBlock + x, J * kBlock + y)
                                                           : a(I * kBlock + y, J * kBlock + x));
        }
      offsets.push_back(int64_t(columns.size()) + base);
    }
    Sparse s{nullptr, indices(index, offsets), indices(index, columns), Device(type, values),
             int64_t(values.size())};
    OK(cusparseCreateBsr(&d, brows, bcols, int64_t(columns.size()), kBlock, kBlock, s.offsets.get(),
                         s.columns.get(), s.values.get(), index, index, at, type, order));
    s.descr = d;
    return s;
  }
  size_t slots = 1;
  std::vector<std::vector<int>> lines(brows);
  for (int I = 0; I < brows; ++I) {
    for (int J = 0; J < bcols; ++J)
      if (isBlock(I, J))
        lines[I].push_back(J);
    slots = std::max(slots, lines[I].size());
  }
  for (int i = 0; i < a.rows; ++i)
    for (size_t k = 0; k < slots; ++k) {
      const bool isThere = k < lines[i / kBlock].size();
      const int J = isThere ? lines[i / kBlock][k] : -1;
      if (i % kBlock == 0)
        columns.push_back(isThere ? J + base : -1);
      for (int c = 0; c < kBlock; ++c)
        values.push_back(isThere ? a(i, J * kBlock + c) : 0.0);
    }
  Sparse s{nullptr, Device(16), indices(index, columns), Device(type, values),
           int64_t(values.size())};
  OK(cusparseCreateBlockedEll(&d, a.rows, a.cols, kBlock, int64_t(slots) * kBlock, s.columns.get(),
                              s.values.get(), index, at, type));
  s.descr = d;
  return s;
}

/// A dense matrix with padding, and its descriptor.
struct Dense {
  cusparseDnMatDescr_t descr = nullptr;
  Device values;
  int rows, cols, ld;
  cudaDataType type;
  cusparseOrder_t order;
  Dense(const Full &a, cudaDataType type, cusparseOrder_t order)
      : values(type, layout(a, order)), rows(a.rows), cols(a.cols),
        ld((order == CUSPARSE_ORDER_COL ? a.rows : a.cols) + 2), type(type), order(order) {
    OK(cusparseCreateDnMat(&descr, rows, cols, ld, values.get(), type, order));
  }
  ~Dense() { cusparseDestroyDnMat(descr); }
  /// The padding holds 77.
  static std::vector<Number> layout(const Full &a, cusparseOrder_t order) {
    const bool byColumns = order == CUSPARSE_ORDER_COL;
    const int ld = (byColumns ? a.rows : a.cols) + 2;
    std::vector<Number> out(size_t(ld) * (byColumns ? a.cols : a.rows), 77.0);
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < a.cols; ++j)
        out[byColumns ? size_t(j) * ld + i : size_t(i) * ld + j] = a(i, j);
    return out;
  }
  /// True: the matrix, and the padding is what it was.
  bool holds(const Full &a) const {
    const std::vector<Number> want = layout(a, order);
    return values.read(type, want.size()) == want;
  }
};
struct Vector {
  cusparseDnVecDescr_t descr = nullptr;
  Device values;
  size_t count;
  cudaDataType type;
  Vector(cudaDataType type, const std::vector<Number> &numbers)
      : values(type, numbers), count(numbers.size()), type(type) {
    OK(cusparseCreateDnVec(&descr, int64_t(count), values.get(), type));
  }
  ~Vector() { cusparseDestroyDnVec(descr); }
  std::vector<Number> read() const { return values.read(type, count); }
};

/// A factor in host memory, in a compute type.
struct Factor {
  alignas(16) char bytes[16];
  Factor(cudaDataType type, Number value) { encode(type, value, bytes); }
  operator const void *() const { return bytes; }
};

struct Handle {
  cusparseHandle_t handle = nullptr;
  Handle() { OK(cusparseCreate(&handle)); }
  ~Handle() { OK(cusparseDestroy(handle)); }
  operator cusparseHandle_t() const { return handle; }
};

constexpr cusparseOperation_t kN = CUSPARSE_OPERATION_NON_TRANSPOSE;
constexpr cusparseOperation_t kT = CUSPARSE_OPERATION_TRANSPOSE;
constexpr cusparseOperation_t kC = CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
