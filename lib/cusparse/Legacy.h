// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the older functions share: 32-bit indices, types in their names, totals that go to the host
// or the device.
#pragma once

#include "cusparse/Csr.h"

namespace anywarp::cusparse {

/// Bodies take arrays as they are; the public const comes and goes.
template <typename T> void *untyped(const T *pointer) {
  return const_cast<void *>(static_cast<const void *>(pointer));
}

/// Turns the counts in offsets[1..lines] into offsets from `base`; the total to `total`, if any.
void launchAccumulate(Work &work, int *offsets, int64_t lines, int64_t base, int *total);
/// Waits if the program's numbers are in host memory.
inline cusparseStatus_t finish(Work &work, cusparseHandle_t handle) {
  if (handle->pointerMode == CUSPARSE_POINTER_MODE_HOST)
    work.waitForResult();
  return work;
}
inline cusparseStatus_t requireGeneral(const cusparseMatDescr_t descr) {
  return descr->type == CUSPARSE_MATRIX_TYPE_GENERAL ? CUSPARSE_STATUS_SUCCESS
                                                     : CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED;
}

/// A block matrix with 32-bit indices, as a descriptor of the generic interface.
template <typename T>
cusparseSpMatDescr blockMatrix(const T *values, const int *offsets, const int *indices, int64_t mb,
                               int64_t nb, int64_t nnzb, int64_t blockRows, int64_t blockCols,
                               cusparseDirection_t direction, const cusparseMatDescr_t descr) {
  cusparseSpMatDescr a{CUSPARSE_FORMAT_BSR, mb * blockRows,
                       nb * blockCols,      nnzb * blockRows * blockCols,
                       untyped(offsets),    untyped(indices),
                       untyped(values),     CUSPARSE_INDEX_32I,
                       descr->base,         cudaDataType(kTypeOf<Value<T>>)};
  a.blockRows = blockRows;
  a.blockCols = blockCols;
  a.blockOrder = direction == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  a.fill = descr->fill;
  a.diagonal = descr->diagonal;
  return a;
}

} // namespace anywarp::cusparse
