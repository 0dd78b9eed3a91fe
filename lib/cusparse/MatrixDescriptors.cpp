// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors of sparse matrices. Arrays may be null, as seen.
#include "cusparse/Api.h"
#include "cusparse/Registry.h"
#include "cusparse/Run.h"

namespace anywarp::cusparse {
namespace {
constexpr auto kOk = CUSPARSE_STATUS_SUCCESS;
constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

/// What all formats check, in the order seen.
cusparseStatus_t check(int64_t rows, int64_t cols, int64_t nnz, cusparseIndexType_t offsets,
                       cusparseIndexType_t indices, cusparseIndexBase_t base, cudaDataType type) {
  if (rows < 0 || cols < 0 || nnz < 0 || !isValid(offsets) || !isValid(indices) || !isValid(base) ||
      !sizeOf(type))
    return kInvalid;
  if (static_cast<unsigned __int128>(rows) * uint64_t(cols) < uint64_t(nnz))
    return kInvalid;
  return offsets == indices ? kOk : CUSPARSE_STATUS_NOT_SUPPORTED;
}

cusparseSpMatDescr plain(cusparseFormat_t format, int64_t rows, int64_t cols, int64_t nnz,
                         const void *offsets, const void *indices, const void *values,
                         cusparseIndexType_t indexType, cusparseIndexBase_t base,
                         cudaDataType type) {
  return {format,
          rows,
          cols,
          nnz,
          const_cast<void *>(offsets),
          const_cast<void *>(indices),
          const_cast<void *>(values),
          indexType,
          base,
          type};
}

cusparseStatus_t makePlain(cusparseFormat_t format, cusparseConstSpMatDescr_t *descriptor,
                           int64_t rows, int64_t cols, int64_t nnz, const void *offsets,
                           const void *indices, const void *values, cusparseIndexType_t offsetsType,
                           cusparseIndexType_t indexType, cusparseIndexBase_t base,
                           cudaDataType type) {
  if (cusparseStatus_t status = check(rows, cols, nnz, offsetsType, indexType, base, type))
    return status;
  return create(descriptor,
                plain(format, rows, cols, nnz, offsets, indices, values, indexType, base, type));
}

cusparseStatus_t getPlain(cusparseFormat_t format, cusparseConstSpMatDescr_t a, int64_t *rows,
                          int64_t *cols, int64_t *nnz, const void **offsets, const void **indices,
                          const void **values, cusparseIndexType_t *offsetsType,
                          cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
                          cudaDataType *type) {
  if (a->format != format)
    return kInvalid;
  *rows = a->rows;
  *cols = a->cols;
  *nnz = a->nnz;
  *offsets = a->offsets;
  *indices = a->indices;
  *values = a->values;
  *offsetsType = *indexType = a->indexType;
  *base = a->base;
  *type = a->valueType;
  return kOk;
}

cusparseStatus_t setPointers(cusparseFormat_t format, cusparseSpMatDescr_t a, void *offsets,
                             void *indices, void *values) {
  if (a->format != format)
    return kInvalid;
  a->offsets = offsets;
  a->indices = indices;
  a->values = values;
  return kOk;
}
const void **asConst(void **pointer) { return const_cast<const void **>(pointer); }
} // namespace

// CSR, CSC and COO: the const form, then the other, each in one line.
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *d, int64_t rows, int64_t cols,
                                        int64_t nnz, const void *offsets, const void *indices,
                                        const void *values, cusparseIndexType_t offsetsType,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType type) {
  return makePlain(CUSPARSE_FORMAT_CSR, d, rows, cols, nnz, offsets, indices, values, offsetsType,
                   indexType, base, type);
}
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *d, int64_t rows, int64_t cols, int64_t nnz,
                                   void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return makePlain(CUSPARSE_FORMAT_CSR, const_cast<cusparseConstSpMatDescr_t *>(d), rows, cols, nnz,
                   offsets, indices, values, offsetsType, indexType, base, type);
}
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t *d, int64_t rows, int64_t cols,
                                        int64_t nnz, const void *offsets, const void *indices,
                                        const void *values, cusparseIndexType_t offsetsType,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType type) {
  return makePlain(CUSPARSE_FORMAT_CSC, d, rows, cols, nnz, offsets, indices, values, offsetsType,
                   indexType, base, type);
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *d, int64_t rows, int64_t cols, int64_t nnz,
                                   void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return makePlain(CUSPARSE_FORMAT_CSC, const_cast<cusparseConstSpMatDescr_t *>(d), rows, cols, nnz,
                   offsets, indices, values, offsetsType, indexType, base, type);
}
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *d, int64_t rows, int64_t cols,
                                        int64_t nnz, const void *rowIndices, const void *indices,
                                        const void *values, cusparseIndexType_t indexType,
                                        cusparseIndexBase_t base, cudaDataType type) {
  return makePlain(CUSPARSE_FORMAT_COO, d, rows, cols, nnz, rowIndices, indices, values, indexType,
                   indexType, base, type);
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *d, int64_t rows, int64_t cols, int64_t nnz,
                                   void *rowIndices, void *indices, void *values,
                                   cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                   cudaDataType type) {
  return makePlain(CUSPARSE_FORMAT_COO, const_cast<cusparseConstSpMatDescr_t *>(d), rows, cols, nnz,
                   rowIndices, indices, values, indexType, indexType, base, type);
}
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t a, int64_t *rows, int64_t *cols,
                                     int64_t *nnz, const void **offsets, const void **indices,
                                     const void **values, cusparseIndexType_t *offsetsType,
                                     cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
                                     cudaDataType *type) {
  return getPlain(CUSPARSE_FORMAT_CSR, a, rows, cols, nnz, offsets, indices, values, offsetsType,
                  indexType, base, type);
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t a, int64_t *rows, int64_t *cols, int64_t *nnz,
                                void **offsets, void **indices, void **values,
                                cusparseIndexType_t *offsetsType, cusparseIndexType_t *indexType,
                                cusparseIndexBase_t *base, cudaDataType *type) {
  return getPlain(CUSPARSE_FORMAT_CSR, a, rows, cols, nnz, asConst(offsets), asConst(indices),
                  asConst(values), offsetsType, indexType, base, type);
}
cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t a, int64_t *rows, int64_t *cols,
                                     int64_t *nnz, const void **offsets, const void **indices,
                                     const void **values, cusparseIndexType_t *offsetsType,
                                     cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
                                     cudaDataType *type) {
  return getPlain(CUSPARSE_FORMAT_CSC, a, rows, cols, nnz, offsets, indices, values, offsetsType,
                  indexType, base, type);
}
cusparseStatus_t cusparseCscGet(cusparseSpMatDescr_t a, int64_t *rows, int64_t *cols, int64_t *nnz,
                                void **offsets, void **indices, void **values,
                                cusparseIndexType_t *offsetsType, cusparseIndexType_t *indexType,
                                cusparseIndexBase_t *base, cudaDataType *type) {
  return getPlain(CUSPARSE_FORMAT_CSC, a, rows, cols, nnz, asConst(offsets), asConst(indices),
                  asConst(values), offsetsType, indexType, base, type);
}
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t a, int64_t *rows, int64_t *cols,
                                     int64_t *nnz, const void **rowIndices, const void **indices,
                                     const void **values, cusparseIndexType_t *indexType,
                                     cusparseIndexBase_t *base, cudaDataType *type) {
  return getPlain(CUSPARSE_FORMAT_COO, a, rows, cols, nnz, rowIndices, indices, values, indexType,
                  indexType, base, type);
}
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t a, int64_t *rows, int64_t *cols, int64_t *nnz,
                                void **rowIndices, void **indices, void **values,
                                cusparseIndexType_t *indexType, cusparseIndexBase_t *base,
                                cudaDataType *type) {
  return getPlain(CUSPARSE_FORMAT_COO, a, rows, cols, nnz, asConst(rowIndices), asConst(indices),
                  asConst(values), indexType, indexType, base, type);
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t a, void *offsets, void *indices,
                                        void *values) {
  return setPointers(CUSPARSE_FORMAT_CSR, a, offsets, indices, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t a, void *offsets, void *indices,
                                        void *values) {
  return setPointers(CUSPARSE_FORMAT_CSC, a, offsets, indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t a, void *rowIndices, void *indices,
                                        void *values) {
  return setPointers(CUSPARSE_FORMAT_COO, a, rowIndices, indices, values);
}

cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t *d, int64_t brows, int64_t bcols,
                                        int64_t bnnz, int64_t blockRows, int64_t blockCols,
                                        const void *offsets, const void *indices,
                                        const void *values, cusparseIndexType_t offsetsType,
                                        cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                        cudaDataType type, cusparseOrder_t order) {
  if (blockRows <= 0 || blockRows != blockCols || !isValid(order))
    return kInvalid;
  if (cusparseStatus_t status = check(brows, bcols, bnnz, offsetsType, indexType, base, type))
    return status;
  cusparseSpMatDescr a =
      plain(CUSPARSE_FORMAT_BSR, brows * blockRows, bcols * blockCols, bnnz * blockRows * blockCols,
            offsets, indices, values, indexType, base, type);
  a.blockRows = blockRows;
  a.blockCols = blockCols;
  a.blockOrder = order;
  return create(d, a);
}
cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *d, int64_t brows, int64_t bcols,
                                   int64_t bnnz, int64_t blockRows, int64_t blockCols,
                                   void *offsets, void *indices, void *values,
                                   cusparseIndexType_t offsetsType, cusparseIndexType_t indexType,
                                   cusparseIndexBase_t base, cudaDataType type,
                                   cusparseOrder_t order) {
  return cusparse::cusparseCreateConstBsr(const_cast<cusparseConstSpMatDescr_t *>(d), brows, bcols,
                                          bnnz, blockRows, blockCols, offsets, indices, values,
                                          offsetsType, indexType, base, type, order);
}

cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t *d, int64_t rows,
                                               int64_t cols, int64_t blockSize, int64_t ellCols,
                                               const void *indices, const void *values,
                                               cusparseIndexType_t indexType,
                                               cusparseIndexBase_t base, cudaDataType type) {
  if (rows <= 0 || cols < 0 || blockSize <= 0 || ellCols < 0 || ellCols > cols ||
      rows % blockSize || cols % blockSize || ellCols % blockSize)
    return kInvalid;
  if (cusparseStatus_t status = check(rows, cols, 0, indexType, indexType, base, type))
    return status;
  cusparseSpMatDescr a = plain(CUSPARSE_FORMAT_BLOCKED_ELL, rows, cols, rows * ellCols, nullptr,
                               indices, values, indexType, base, type);
  a.blockRows = a.blockCols = blockSize;
  a.width = ellCols;
  return create(d, a);
}
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *d, int64_t rows, int64_t cols,
                                          int64_t blockSize, int64_t ellCols, void *indices,
                                          void *values, cusparseIndexType_t indexType,
                                          cusparseIndexBase_t base, cudaDataType type) {
  return cusparse::cusparseCreateConstBlockedEll(const_cast<cusparseConstSpMatDescr_t *>(d), rows,
                                                 cols, blockSize, ellCols, indices, values,
                                                 indexType, base, type);
}
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t a, int64_t *rows,
                                            int64_t *cols, int64_t *blockSize, int64_t *ellCols,
                                            const void **indices, const void **values,
                                            cusparseIndexType_t *indexType,
                                            cusparseIndexBase_t *base, cudaDataType *type) {
  if (a->format != CUSPARSE_FORMAT_BLOCKED_ELL)
    return kInvalid;
  *rows = a->rows;
  *cols = a->cols;
  *blockSize = a->blockRows;
  *ellCols = a->width;
  *indices = a->indices;
  *values = a->values;
  *indexType = a->indexType;
  *base = a->base;
  *type = a->valueType;
  return kOk;
}
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t a, int64_t *rows, int64_t *cols,
                                       int64_t *blockSize, int64_t *ellCols, void **indices,
                                       void **values, cusparseIndexType_t *indexType,
                                       cusparseIndexBase_t *base, cudaDataType *type) {
  return cusparse::cusparseConstBlockedEllGet(a, rows, cols, blockSize, ellCols, asConst(indices),
                                              asConst(values), indexType, base, type);
}

/// The size of a slice and `nnz` against the size of the matrix are not checked, as seen.
cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t *d, int64_t rows,
                                              int64_t cols, int64_t nnz, int64_t valuesSize,
                                              int64_t sliceSize, const void *offsets,
                                              const void *indices, const void *values,
                                              cusparseIndexType_t offsetsType,
                                              cusparseIndexType_t indexType,
                                              cusparseIndexBase_t base, cudaDataType type) {
  if (nnz < 0 || valuesSize < nnz || sliceSize < 0)
    return kInvalid;
  if (cusparseStatus_t status = check(rows, cols, 0, offsetsType, indexType, base, type))
    return status;
  cusparseSpMatDescr a = plain(CUSPARSE_FORMAT_SLICED_ELLPACK, rows, cols, nnz, offsets, indices,
                               values, indexType, base, type);
  a.sliceSize = sliceSize;
  a.valuesSize = valuesSize;
  return create(d, a);
}
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *d, int64_t rows, int64_t cols,
                                         int64_t nnz, int64_t valuesSize, int64_t sliceSize,
                                         void *offsets, void *indices, void *values,
                                         cusparseIndexType_t offsetsType,
                                         cusparseIndexType_t indexType, cusparseIndexBase_t base,
                                         cudaDataType type) {
  return cusparse::cusparseCreateConstSlicedEll(const_cast<cusparseConstSpMatDescr_t *>(d), rows,
                                                cols, nnz, valuesSize, sliceSize, offsets, indices,
                                                values, offsetsType, indexType, base, type);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t a) { return destroy(a); }
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t a, cusparseFormat_t *format) {
  *format = a->format;
  return kOk;
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t a, cusparseIndexBase_t *base) {
  *base = a->base;
  return kOk;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t a, void **values) {
  *values = a->values;
  return kOk;
}
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t a, const void **values) {
  *values = a->values;
  return kOk;
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t a, void *values) {
  a->values = values;
  return kOk;
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t a, int64_t *rows, int64_t *cols,
                                      int64_t *nnz) {
  *rows = a->rows;
  *cols = a->cols;
  // Of blocked ELL this is no count of entries (seen).
  *nnz = a->format == CUSPARSE_FORMAT_BLOCKED_ELL ? a->rows * a->cols * a->blockRows : a->nnz;
  return kOk;
}
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t a, int *batchCount) {
  *batchCount = a->batchCount;
  return kOk;
}

namespace {
/// Stride 0: the array serves all matrices.
cusparseStatus_t setBatch(cusparseFormat_t format, cusparseSpMatDescr_t a, int batchCount,
                          int64_t offsets, int64_t indices, int64_t values) {
  const int64_t blocks = a->nnz / (a->blockRows * a->blockCols);
  // The setter of CSR takes CSC as well (seen).
  const bool isCsc = format == CUSPARSE_FORMAT_CSR && a->format == CUSPARSE_FORMAT_CSC;
  if ((a->format != format && !isCsc) || batchCount <= 0 ||
      (format != CUSPARSE_FORMAT_COO && offsets && offsets < a->rows / a->blockRows + 1) ||
      (indices && indices < blocks) || (values && values < a->nnz))
    return kInvalid;
  a->batchCount = batchCount;
  a->offsetsStride = offsets;
  a->indicesStride = indices;
  a->valuesStride = values;
  return kOk;
}
} // namespace
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t a, int count, int64_t stride) {
  return setBatch(CUSPARSE_FORMAT_COO, a, count, stride, stride, stride);
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t a, int count, int64_t offsets,
                                            int64_t columnsValues) {
  return setBatch(CUSPARSE_FORMAT_CSR, a, count, offsets, columnsValues, columnsValues);
}
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t a, int count, int64_t offsets,
                                            int64_t columns, int64_t values) {
  return setBatch(CUSPARSE_FORMAT_BSR, a, count, offsets, columns, values);
}

/// The value of an attribute is not checked, as seen.
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t a, cusparseSpMatAttribute_t what,
                                           void *data, size_t size) {
  if (!data || size != sizeof(int))
    return kInvalid;
  if (what == CUSPARSE_SPMAT_FILL_MODE)
    std::memcpy(&a->fill, data, size);
  else if (what == CUSPARSE_SPMAT_DIAG_TYPE)
    std::memcpy(&a->diagonal, data, size);
  else
    return kInvalid;
  a->isTriangle = true;
  return kOk;
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t a,
                                           cusparseSpMatAttribute_t what, void *data, size_t size) {
  if (!data || size != sizeof(int))
    return kInvalid;
  if (what == CUSPARSE_SPMAT_FILL_MODE)
    std::memcpy(data, &a->fill, size);
  else if (what == CUSPARSE_SPMAT_DIAG_TYPE)
    std::memcpy(data, &a->diagonal, size);
  else
    return kInvalid;
  return kOk;
}

} // namespace anywarp::cusparse
