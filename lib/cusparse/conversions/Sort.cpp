// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting: rows by std::sort, entries of coordinate format by counting, then by row.
#include "cusparse/conversions/Sort.h"

#include "cusparse/Api.h"
#include "cusparse/Csr.h"

namespace anywarp::cusparse {
namespace {

struct Rows {
  const int *offsets;
  int *indices, *order;
  int64_t rows, nnz, base;
  uint64_t *keys; ///< index, then place
  int *oldOrder;
};
void makeKeys(const Rows &p, library::Block block) {
  const Span span = rowsOf(block, p.offsets, p.base, p.rows, p.nnz);
  for (int64_t row = span.begin; row < span.end; ++row) {
    const int64_t begin = p.offsets[row] - p.base, end = p.offsets[row + 1] - p.base;
    for (int64_t i = begin; i < end; ++i) {
      p.keys[i] = uint64_t(uint32_t(p.indices[i])) << 32 | uint32_t(i);
      if (p.order)
        p.oldOrder[i] = p.order[i];
    }
    std::sort(p.keys + begin, p.keys + end);
    for (int64_t i = begin; i < end; ++i) {
      p.indices[i] = int(p.keys[i] >> 32);
      if (p.order)
        p.order[i] = p.oldOrder[uint32_t(p.keys[i])];
    }
  }
}

struct Numbers {
  int *numbers;
  int64_t count;
};
void writeIdentity(const Numbers &p, library::Block block) {
  const Span span = spanOf(block, p.count);
  for (int64_t i = span.begin; i < span.end; ++i)
    p.numbers[i] = int(i);
}

struct Permutation {
  const int *order;
  const void *from;
  void *to;
  int64_t count;
  bool isInverse;
};
template <typename V> void move(const Permutation &p, library::Block block) {
  const V *from = static_cast<const V *>(p.from);
  V *to = static_cast<V *>(p.to);
  const Span span = spanOf(block, p.count);
  for (int64_t i = span.begin; i < span.end; ++i)
    if (!p.order)
      to[i] = from[i];
    else if (p.isInverse)
      to[p.order[i]] = from[i];
    else
      to[i] = from[p.order[i]];
}

struct Lines {
  const int *offsets;
  int *numbers;
  int64_t lines, nnz;
};
/// The line of each entry.
void writeLines(const Lines &p, library::Block block) {
  const Span span = rowsOf(block, p.offsets, 0, p.lines, p.nnz);
  for (int64_t line = span.begin; line < span.end; ++line)
    std::fill(p.numbers + p.offsets[line], p.numbers + p.offsets[line + 1], int(line));
}

/// Indices have no stated base, so that there is one line more.
struct CoordinateBuffer {
  CoordinateBuffer(void *buffer, int64_t lines, int64_t nnz) {
    Carver carver(buffer);
    offsets = carver.take<int>(lines + 2);
    indices = carver.take<int>(nnz);
    order = carver.take<int>(nnz);
    identity = carver.take<int>(nnz);
    counts = carver.take<int>((lines + 1) * partsFor(nnz, lines + 1));
    keys = carver.take(int64_t(sortRowsSize(nnz)));
    size = carver.size();
  }
  int *offsets, *indices, *order, *identity, *counts;
  char *keys;
  size_t size;
};

} // namespace

size_t sortRowsSize(int64_t nnz) {
  Carver carver;
  carver.take<uint64_t>(nnz);
  carver.take<int>(nnz);
  return std::max<size_t>(carver.size(), 256);
}
void sortRows(Work &work, int64_t rows, int64_t nnz, int64_t base, const int *offsets, int *indices,
              int *order, void *buffer) {
  Carver carver(buffer);
  uint64_t *keys = carver.take<uint64_t>(nnz);
  int *oldOrder = carver.take<int>(nnz);
  const Rows p{offsets, indices, order, rows, nnz, base, keys, oldOrder};
  if (nnz)
    work.run<makeKeys>("cusparse_sortRows", blocksFor((rows + nnz) * 8), p);
}
void fillIdentity(Work &work, int64_t count, int *numbers) {
  work.run<writeIdentity>("cusparse_writeIdentity", count ? blocksFor(count, 65536) : 0,
                          Numbers{numbers, count});
}
void permute(Work &work, size_t size, int64_t count, const int *order, const void *from, void *to,
             bool isInverse) {
  const Permutation p{order, from, to, count, isInverse};
  chooseSize(size, [&]<typename V>(Tag<V>) {
    work.run<move<V>>("cusparse_move", count ? blocksFor(count) : 0, p);
  });
}

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p) {
  Work work(handle);
  fillIdentity(work, n, p);
  return work;
}

cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t, int, int, int nnz, const int *,
                                                const int *, size_t *pBufferSizeInBytes) {
  *pBufferSizeInBytes = sortRowsSize(nnz);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int, int nnz,
                                  const cusparseMatDescr_t descrA, const int *csrRowPtrA,
                                  int *csrColIndA, int *P, void *pBuffer) {
  Work work(handle);
  Buffer buffer(work, pBuffer, sortRowsSize(nnz));
  sortRows(work, m, nnz, descrA->base, csrRowPtrA, csrColIndA, P, buffer.get());
  return work;
}
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t, int, int, int nnz, const int *,
                                                const int *, size_t *pBufferSizeInBytes) {
  *pBufferSizeInBytes = sortRowsSize(nnz);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int, int n, int nnz,
                                  const cusparseMatDescr_t descrA, const int *cscColPtrA,
                                  int *cscRowIndA, int *P, void *pBuffer) {
  Work work(handle);
  Buffer buffer(work, pBuffer, sortRowsSize(nnz));
  sortRows(work, n, nnz, descrA->base, cscColPtrA, cscRowIndA, P, buffer.get());
  return work;
}

cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t, int m, int n, int nnz,
                                                const int *, const int *,
                                                size_t *pBufferSizeInBytes) {
  *pBufferSizeInBytes = CoordinateBuffer(nullptr, std::max(m, n), nnz).size;
  return CUSPARSE_STATUS_SUCCESS;
}
namespace {
cusparseStatus_t sortCoordinates(cusparseHandle_t handle, int64_t lines, int64_t others,
                                 int64_t nnz, int *first, int *second, int *P, void *pBuffer) {
  Work work(handle);
  Buffer given(work, pBuffer, CoordinateBuffer(nullptr, std::max(lines, others), nnz).size);
  if (!nnz || !work.ok())
    return work;
  const CoordinateBuffer b(given.get(), std::max(lines, others), nnz);
  fillIdentity(work, nnz, b.identity);
  // The matrix whose values are the places of its entries.
  cusparseSpMatDescr places{CUSPARSE_FORMAT_COO,
                            lines + 1,
                            others + 1,
                            nnz,
                            first,
                            second,
                            b.identity,
                            CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO,
                            CUDA_R_32I};
  const CooToCsr conversion{matrixOf(&places), b.counts, b.offsets, b.indices, b.order};
  launchCooToCsr(work, conversion);
  sortRows(work, lines + 1, nnz, 0, b.offsets, b.indices, b.order, b.keys);
  if (P) {
    permute(work, sizeof(int), nnz, b.order, P, b.identity, false);
    permute(work, sizeof(int), nnz, nullptr, b.identity, P, false);
  }
  permute(work, sizeof(int), nnz, nullptr, b.indices, second, false);
  work.run<writeLines>("cusparse_writeLines", blocksFor(lines + nnz, 65536),
                       Lines{b.offsets, first, lines + 1, nnz});
  return work;
}
} // namespace
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz,
                                       int *cooRowsA, int *cooColsA, int *P, void *pBuffer) {
  return sortCoordinates(handle, m, n, nnz, cooRowsA, cooColsA, P, pBuffer);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz,
                                          int *cooRowsA, int *cooColsA, int *P, void *pBuffer) {
  return sortCoordinates(handle, n, m, nnz, cooColsA, cooRowsA, P, pBuffer);
}

// csru2csr: sorts the columns of a matrix and remembers how, so that csr2csru undoes it.
namespace {
struct UnsortedBuffer {
  UnsortedBuffer(void *buffer, int64_t nnz, size_t valueSize) {
    Carver carver(buffer);
    keys = carver.take(int64_t(sortRowsSize(nnz)));
    values = carver.take(nnz * int64_t(valueSize));
    indices = carver.take<int>(nnz);
    size = std::max<size_t>(carver.size(), 256);
  }
  char *keys, *values;
  int *indices;
  size_t size;
};
cusparseStatus_t reserve(csru2csrInfo_t info, int nnz) {
  if (info->nnz >= nnz && info->order)
    return CUSPARSE_STATUS_SUCCESS;
  CUdeviceptr memory;
  if (CUresult result = library::cu().cuMemAlloc(&memory, size_t(std::max(nnz, 1)) * sizeof(int)))
    return statusOf(result);
  if (info->order)
    (void)library::cu().cuMemFree(reinterpret_cast<CUdeviceptr>(info->order));
  info->order = reinterpret_cast<int *>(memory);
  info->nnz = nnz;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t csru2csr_bufferSizeExt(cusparseHandle_t, int, int, int nnz, T *, const int *,
                                        int *, csru2csrInfo_t info, size_t *pBufferSizeInBytes) {
  *pBufferSizeInBytes = UnsortedBuffer(nullptr, nnz, sizeof(T)).size;
  return reserve(info, nnz);
}
template <typename T>
cusparseStatus_t csru2csr(cusparseHandle_t handle, int m, int, int nnz,
                          const cusparseMatDescr_t descrA, T *csrVal, const int *csrRowPtr,
                          int *csrColInd, csru2csrInfo_t info, void *pBuffer) {
  if (cusparseStatus_t status = reserve(info, nnz))
    return status;
  Work work(handle);
  Buffer given(work, pBuffer, UnsortedBuffer(nullptr, nnz, sizeof(T)).size);
  const UnsortedBuffer b(given.get(), nnz, sizeof(T));
  fillIdentity(work, nnz, info->order);
  sortRows(work, m, nnz, descrA->base, csrRowPtr, csrColInd, info->order, b.keys);
  permute(work, sizeof(T), nnz, info->order, csrVal, b.values, false);
  permute(work, sizeof(T), nnz, nullptr, b.values, csrVal, false);
  return work;
}
template <typename T>
cusparseStatus_t csr2csru(cusparseHandle_t handle, int, int, int nnz, const cusparseMatDescr_t,
                          T *csrVal, const int *, int *csrColInd, csru2csrInfo_t info,
                          void *pBuffer) {
  if (!info->order || info->nnz < nnz)
    return CUSPARSE_STATUS_INVALID_VALUE;
  Work work(handle);
  Buffer given(work, pBuffer, UnsortedBuffer(nullptr, nnz, sizeof(T)).size);
  const UnsortedBuffer b(given.get(), nnz, sizeof(T));
  permute(work, sizeof(T), nnz, info->order, csrVal, b.values, true);
  permute(work, sizeof(T), nnz, nullptr, b.values, csrVal, false);
  permute(work, sizeof(int), nnz, info->order, csrColInd, b.indices, true);
  permute(work, sizeof(int), nnz, nullptr, b.indices, csrColInd, false);
  return work;
}
} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Sort
#include "cusparse/Entries.inc"
