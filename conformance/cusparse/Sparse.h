// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of cuSPARSE share: small random matrices whose entries are integers, so that
// every type holds every result exactly, in all formats, types and bases.
#pragma once

#include <algorithm>
#include <complex>
#include <cstring>
#include <utility>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>
#include <cusparse.h>

#include "../Check.h"

inline std::string nameOf(cusparseStatus_t status) { return cusparseGetErrorName(status); }
inline std::string nameOf(const std::string &text) { return text; }
#define OK(call) EXPECT(CUSPARSE_STATUS_SUCCESS, call)
#define CUDA(call) EQUAL(cudaSuccess, call)

using Number = std::complex<double>;

inline size_t sizeOf(cudaDataType type) {
  switch (int(type)) {
  case CUDA_R_8I:
    return 1;
  case CUDA_R_16F:
  case CUDA_R_16BF:
    return 2;
  case CUDA_R_64F:
  case CUDA_C_32F:
    return 8;
  case CUDA_C_64F:
    return 16;
  }
  return 4;
}
inline bool isComplex(cudaDataType type) {
  return type == CUDA_C_16F || type == CUDA_C_16BF || type == CUDA_C_32F || type == CUDA_C_64F;
}
inline cudaDataType partOf(cudaDataType type) {
  switch (int(type)) {
  case CUDA_C_16F:
    return CUDA_R_16F;
  case CUDA_C_16BF:
    return CUDA_R_16BF;
  case CUDA_C_32F:
    return CUDA_R_32F;
  case CUDA_C_64F:
    return CUDA_R_64F;
  }
  return type;
}
template <typename T> void put(char *to, T value) { std::memcpy(to, &value, sizeof value); }
template <typename T> T take(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void encode(cudaDataType type, Number x, char *to) {
  const double re = x.real();
  switch (int(type)) {
  case CUDA_R_8I:
    return put(to, int8_t(re));
  case CUDA_R_32I:
    return put(to, int32_t(re));
  case CUDA_R_16F:
    return put(to, __float2half(float(re)));
  case CUDA_R_16BF:
    return put(to, __float2bfloat16(float(re)));
  case CUDA_R_32F:
    return put(to, float(re));
  case CUDA_R_64F:
    return put(to, re);
  }
  const cudaDataType part = partOf(type);
  encode(part, x.real(), to);
  encode(part, x.imag(), to + sizeOf(part));
}
inline Number decode(cudaDataType type, const char *from) {
  switch (int(type)) {
  case CUDA_R_8I:
    return take<int8_t>(from);
  case CUDA_R_32I:
    return take<int32_t>(from);
  case CUDA_R_16F:
    return __half2float(take<__half>(from));
  case CUDA_R_16BF:
    return __bfloat162float(take<__nv_bfloat16>(from));
  case CUDA_R_32F:
    return take<float>(from);
  case CUDA_R_64F:
    return take<double>(from);
  }
  const cudaDataType part = partOf(type);
  return {decode(part, from).real(), decode(part, from + sizeOf(part)).real()};
}

/// Device memory; freed at the end of its scope.
class Device {
public:
  explicit Device(size_t size) {
    CUDA(cudaMalloc(&memory_, size + 16));
    CUDA(cudaMemset(memory_, 0, size + 16));
  }
  template <typename T>
  explicit Device(const std::vector<T> &data) : Device(data.size() * sizeof(T)) {
    CUDA(cudaMemcpy(memory_, data.data(), data.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  /// Numbers in a type.
  Device(cudaDataType type, const std::vector<Number> &numbers)
      : Device(numbers.size() * sizeOf(type)) {
    std::vector<char> bytes(numbers.size() * sizeOf(type));
    for (size_t i = 0; i < numbers.size(); ++i)
      encode(type, numbers[i], &bytes[i * sizeOf(type)]);
    CUDA(cudaMemcpy(memory_, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  }
  Device(Device &&other) : memory_(std::exchange(other.memory_, nullptr)) {}
  ~Device() { cudaFree(memory_); }
  template <typename T = void> T *get() const { return static_cast<T *>(memory_); }
  template <typename T> std::vector<T> read(size_t count) const {
    std::vector<T> data(count);
    CUDA(cudaMemcpy(data.data(), memory_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return data;
  }
  std::vector<Number> read(cudaDataType type, size_t count) const {
    const std::vector<char> bytes = read<char>(count * sizeOf(type));
    std::vector<Number> numbers(count);
    for (size_t i = 0; i < count; ++i)
      numbers[i] = decode(type, &bytes[i * sizeOf(type)]);
    return numbers;
  }

private:
  void *memory_ = nullptr;
};

class Random {
public:
  explicit Random(unsigned seed) : state_(seed * 2654435761u + 12345u) {}
  int operator()(int low, int high) {
    state_ = state_ * 1664525u + 1013904223u;
    return low + int((state_ >> 8) % unsigned(high - low + 1));
  }

private:
  unsigned state_;
};
inline std::vector<Number> integers(size_t count, unsigned seed, bool withImaginary, int most = 2) {
  Random random(seed);
  std::vector<Number> numbers(count);
  for (Number &x : numbers)
    x = {double(random(-most, most)), withImaginary ? double(random(-most, most)) : 0};
  return numbers;
}

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
