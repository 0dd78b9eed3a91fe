// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: vectors and matrices of the generic interface.

def cusparseCreateSpVec : LibraryFunction<[
    Out<"cusparseSpVecDescr_t *", "spVecDescr">, In<"int64_t", "size">, In<"int64_t", "nnz">, In<"void *", "indices">,
    In<"void *", "values">, In<"cusparseIndexType_t", "idxType">, In<"cusparseIndexBase_t", "idxBase">,
    In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateConstSpVec : LibraryFunction<[
    Out<"cusparseConstSpVecDescr_t *", "spVecDescr">, In<"int64_t", "size">, In<"int64_t", "nnz">,
    In<"const void *", "indices">, In<"const void *", "values">, In<"cusparseIndexType_t", "idxType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseDestroySpVec : LibraryFunction<[In<"cusparseConstSpVecDescr_t", "spVecDescr">]>, AnyHandle;
def cusparseSpVecGet : LibraryFunction<[
    In<"cusparseSpVecDescr_t", "spVecDescr">, Out<"int64_t *", "size">, Out<"int64_t *", "nnz">, Out<"void **", "indices">,
    Out<"void **", "values">, Out<"cusparseIndexType_t *", "idxType">, Out<"cusparseIndexBase_t *", "idxBase">,
    Out<"cudaDataType *", "valueType">]>;
def cusparseConstSpVecGet : LibraryFunction<[
    In<"cusparseConstSpVecDescr_t", "spVecDescr">, Out<"int64_t *", "size">, Out<"int64_t *", "nnz">,
    Out<"const void **", "indices">, Out<"const void **", "values">, Out<"cusparseIndexType_t *", "idxType">,
    Out<"cusparseIndexBase_t *", "idxBase">, Out<"cudaDataType *", "valueType">]>;
def cusparseSpVecGetIndexBase : LibraryFunction<[
    In<"cusparseConstSpVecDescr_t", "spVecDescr">, Out<"cusparseIndexBase_t *", "idxBase">]>;
def cusparseSpVecGetValues : LibraryFunction<[In<"cusparseSpVecDescr_t", "spVecDescr">, Out<"void **", "values">]>;
def cusparseConstSpVecGetValues : LibraryFunction<[
    In<"cusparseConstSpVecDescr_t", "spVecDescr">, Out<"const void **", "values">]>;
def cusparseSpVecSetValues : LibraryFunction<[In<"cusparseSpVecDescr_t", "spVecDescr">, In<"void *", "values">]>;
def cusparseCreateDnVec : LibraryFunction<[
    Out<"cusparseDnVecDescr_t *", "dnVecDescr">, In<"int64_t", "size">, In<"void *", "values">,
    In<"cudaDataType", "valueType">]>;
def cusparseCreateConstDnVec : LibraryFunction<[
    Out<"cusparseConstDnVecDescr_t *", "dnVecDescr">, In<"int64_t", "size">, In<"const void *", "values">,
    In<"cudaDataType", "valueType">]>;
def cusparseDestroyDnVec : LibraryFunction<[In<"cusparseConstDnVecDescr_t", "dnVecDescr">]>, AnyHandle;
def cusparseDnVecGet : LibraryFunction<[
    In<"cusparseDnVecDescr_t", "dnVecDescr">, Out<"int64_t *", "size">, Out<"void **", "values">,
    Out<"cudaDataType *", "valueType">]>;
def cusparseConstDnVecGet : LibraryFunction<[
    In<"cusparseConstDnVecDescr_t", "dnVecDescr">, Out<"int64_t *", "size">, In<"const void **", "values">,
    Out<"cudaDataType *", "valueType">]>;
def cusparseDnVecGetValues : LibraryFunction<[In<"cusparseDnVecDescr_t", "dnVecDescr">, Out<"void **", "values">]>;
def cusparseConstDnVecGetValues : LibraryFunction<[
    In<"cusparseConstDnVecDescr_t", "dnVecDescr">, In<"const void **", "values">]>;
def cusparseDnVecSetValues : LibraryFunction<[In<"cusparseDnVecDescr_t", "dnVecDescr">, In<"void *", "values">]>;
def cusparseDestroySpMat : LibraryFunction<[In<"cusparseConstSpMatDescr_t", "spMatDescr">]>, AnyHandle;
def cusparseSpMatGetFormat : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"cusparseFormat_t *", "format">]>;
def cusparseSpMatGetIndexBase : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"cusparseIndexBase_t *", "idxBase">]>;
def cusparseSpMatGetValues : LibraryFunction<[In<"cusparseSpMatDescr_t", "spMatDescr">, Out<"void **", "values">]>;
def cusparseConstSpMatGetValues : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, In<"const void **", "values">]>;
def cusparseSpMatSetValues : LibraryFunction<[In<"cusparseSpMatDescr_t", "spMatDescr">, In<"void *", "values">]>;
def cusparseSpMatGetSize : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">,
    Out<"int64_t *", "nnz">]>;
def cusparseSpMatGetStridedBatch : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"int *", "batchCount">]>;
def cusparseCooSetStridedBatch : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, In<"int", "batchCount">, In<"int64_t", "batchStride">]> {
  let Errors = [Bad<"batchCount < 0">];
}
def cusparseCsrSetStridedBatch : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, In<"int", "batchCount">, In<"int64_t", "offsetsBatchStride">,
    In<"int64_t", "columnsValuesBatchStride">]> {
  let Errors = [Bad<"batchCount < 0">];
}
def cusparseBsrSetStridedBatch : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, In<"int", "batchCount">, In<"int64_t", "offsetsBatchStride">,
    In<"int64_t", "columnsBatchStride">, In<"int64_t", "ValuesBatchStride">]> {
  let Errors = [Bad<"batchCount < 0">];
}
def cusparseSpMatGetAttribute : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, In<"cusparseSpMatAttribute_t", "attribute">, Out<"void *", "data">,
    In<"size_t", "dataSize">]>;
def cusparseSpMatSetAttribute : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, In<"cusparseSpMatAttribute_t", "attribute">, In<"void *", "data">,
    In<"size_t", "dataSize">]>;
def cusparseCreateCsr : LibraryFunction<[
    Out<"cusparseSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"void *", "csrRowOffsets">, In<"void *", "csrColInd">, In<"void *", "csrValues">,
    In<"cusparseIndexType_t", "csrRowOffsetsType">, In<"cusparseIndexType_t", "csrColIndType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateConstCsr : LibraryFunction<[
    Out<"cusparseConstSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"const void *", "csrRowOffsets">, In<"const void *", "csrColInd">, In<"const void *", "csrValues">,
    In<"cusparseIndexType_t", "csrRowOffsetsType">, In<"cusparseIndexType_t", "csrColIndType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateCsc : LibraryFunction<[
    Out<"cusparseSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"void *", "cscColOffsets">, In<"void *", "cscRowInd">, In<"void *", "cscValues">,
    In<"cusparseIndexType_t", "cscColOffsetsType">, In<"cusparseIndexType_t", "cscRowIndType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateConstCsc : LibraryFunction<[
    Out<"cusparseConstSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"const void *", "cscColOffsets">, In<"const void *", "cscRowInd">, In<"const void *", "cscValues">,
    In<"cusparseIndexType_t", "cscColOffsetsType">, In<"cusparseIndexType_t", "cscRowIndType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCsrGet : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">, Out<"int64_t *", "nnz">,
    Out<"void **", "csrRowOffsets">, Out<"void **", "csrColInd">, Out<"void **", "csrValues">,
    Out<"cusparseIndexType_t *", "csrRowOffsetsType">, Out<"cusparseIndexType_t *", "csrColIndType">,
    Out<"cusparseIndexBase_t *", "idxBase">, Out<"cudaDataType *", "valueType">]>;
def cusparseConstCsrGet : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">,
    Out<"int64_t *", "nnz">, In<"const void **", "csrRowOffsets">, In<"const void **", "csrColInd">,
    In<"const void **", "csrValues">, Out<"cusparseIndexType_t *", "csrRowOffsetsType">,
    Out<"cusparseIndexType_t *", "csrColIndType">, Out<"cusparseIndexBase_t *", "idxBase">,
    Out<"cudaDataType *", "valueType">]>;
def cusparseCscGet : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">, Out<"int64_t *", "nnz">,
    Out<"void **", "cscColOffsets">, Out<"void **", "cscRowInd">, Out<"void **", "cscValues">,
    Out<"cusparseIndexType_t *", "cscColOffsetsType">, Out<"cusparseIndexType_t *", "cscRowIndType">,
    Out<"cusparseIndexBase_t *", "idxBase">, Out<"cudaDataType *", "valueType">]>;
def cusparseConstCscGet : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">,
    Out<"int64_t *", "nnz">, In<"const void **", "cscColOffsets">, In<"const void **", "cscRowInd">,
    In<"const void **", "cscValues">, Out<"cusparseIndexType_t *", "cscColOffsetsType">,
    Out<"cusparseIndexType_t *", "cscRowIndType">, Out<"cusparseIndexBase_t *", "idxBase">,
    Out<"cudaDataType *", "valueType">]>;
def cusparseCsrSetPointers : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, In<"void *", "csrRowOffsets">, In<"void *", "csrColInd">,
    In<"void *", "csrValues">]>;
def cusparseCscSetPointers : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, In<"void *", "cscColOffsets">, In<"void *", "cscRowInd">,
    In<"void *", "cscValues">]>;
def cusparseCreateBsr : LibraryFunction<[
    Out<"cusparseSpMatDescr_t *", "spMatDescr">, In<"int64_t", "brows">, In<"int64_t", "bcols">, In<"int64_t", "bnnz">,
    In<"int64_t", "rowBlockSize">, In<"int64_t", "colBlockSize">, In<"void *", "bsrRowOffsets">, In<"void *", "bsrColInd">,
    In<"void *", "bsrValues">, In<"cusparseIndexType_t", "bsrRowOffsetsType">, In<"cusparseIndexType_t", "bsrColIndType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">, In<"cusparseOrder_t", "order">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateConstBsr : LibraryFunction<[
    Out<"cusparseConstSpMatDescr_t *", "spMatDescr">, In<"int64_t", "brows">, In<"int64_t", "bcols">, In<"int64_t", "bnnz">,
    In<"int64_t", "rowBlockDim">, In<"int64_t", "colBlockDim">, In<"const void *", "bsrRowOffsets">,
    In<"const void *", "bsrColInd">, In<"const void *", "bsrValues">, In<"cusparseIndexType_t", "bsrRowOffsetsType">,
    In<"cusparseIndexType_t", "bsrColIndType">, In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">,
    In<"cusparseOrder_t", "order">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateCoo : LibraryFunction<[
    Out<"cusparseSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"void *", "cooRowInd">, In<"void *", "cooColInd">, In<"void *", "cooValues">, In<"cusparseIndexType_t", "cooIdxType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateConstCoo : LibraryFunction<[
    Out<"cusparseConstSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"const void *", "cooRowInd">, In<"const void *", "cooColInd">, In<"const void *", "cooValues">,
    In<"cusparseIndexType_t", "cooIdxType">, In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCooGet : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">, Out<"int64_t *", "nnz">,
    Out<"void **", "cooRowInd">, Out<"void **", "cooColInd">, Out<"void **", "cooValues">,
    Out<"cusparseIndexType_t *", "idxType">, Out<"cusparseIndexBase_t *", "idxBase">, Out<"cudaDataType *", "valueType">]>;
def cusparseConstCooGet : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">,
    Out<"int64_t *", "nnz">, In<"const void **", "cooRowInd">, In<"const void **", "cooColInd">,
    In<"const void **", "cooValues">, Out<"cusparseIndexType_t *", "idxType">, Out<"cusparseIndexBase_t *", "idxBase">,
    Out<"cudaDataType *", "valueType">]>;
def cusparseCooSetPointers : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, In<"void *", "cooRows">, In<"void *", "cooColumns">, In<"void *", "cooValues">]>;
def cusparseCreateBlockedEll : LibraryFunction<[
    Out<"cusparseSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "ellBlockSize">,
    In<"int64_t", "ellCols">, In<"void *", "ellColInd">, In<"void *", "ellValue">, In<"cusparseIndexType_t", "ellIdxType">,
    In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateConstBlockedEll : LibraryFunction<[
    Out<"cusparseConstSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">,
    In<"int64_t", "ellBlockSize">, In<"int64_t", "ellCols">, In<"const void *", "ellColInd">, In<"const void *", "ellValue">,
    In<"cusparseIndexType_t", "ellIdxType">, In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseBlockedEllGet : LibraryFunction<[
    In<"cusparseSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">,
    Out<"int64_t *", "ellBlockSize">, Out<"int64_t *", "ellCols">, Out<"void **", "ellColInd">, Out<"void **", "ellValue">,
    Out<"cusparseIndexType_t *", "ellIdxType">, Out<"cusparseIndexBase_t *", "idxBase">, Out<"cudaDataType *", "valueType">]>;
def cusparseConstBlockedEllGet : LibraryFunction<[
    In<"cusparseConstSpMatDescr_t", "spMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">,
    Out<"int64_t *", "ellBlockSize">, Out<"int64_t *", "ellCols">, In<"const void **", "ellColInd">,
    In<"const void **", "ellValue">, Out<"cusparseIndexType_t *", "ellIdxType">, Out<"cusparseIndexBase_t *", "idxBase">,
    Out<"cudaDataType *", "valueType">]>;
def cusparseCreateSlicedEll : LibraryFunction<[
    Out<"cusparseSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"int64_t", "sellValuesSize">, In<"int64_t", "sliceSize">, In<"void *", "sellSliceOffsets">,
    In<"void *", "sellColInd">, In<"void *", "sellValues">, In<"cusparseIndexType_t", "sellSliceOffsetsType">,
    In<"cusparseIndexType_t", "sellColIndType">, In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateConstSlicedEll : LibraryFunction<[
    Out<"cusparseConstSpMatDescr_t *", "spMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "nnz">,
    In<"int64_t", "sellValuesSize">, In<"int64_t", "sliceSize">, In<"const void *", "sellSliceOffsets">,
    In<"const void *", "sellColInd">, In<"const void *", "sellValues">, In<"cusparseIndexType_t", "sellSliceOffsetsType">,
    In<"cusparseIndexType_t", "sellColIndType">, In<"cusparseIndexBase_t", "idxBase">, In<"cudaDataType", "valueType">]> {
  let Errors = [Bad<"!cusparse::isValid(idxBase)">];
}
def cusparseCreateDnMat : LibraryFunction<[
    Out<"cusparseDnMatDescr_t *", "dnMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "ld">,
    In<"void *", "values">, In<"cudaDataType", "valueType">, In<"cusparseOrder_t", "order">]>;
def cusparseCreateConstDnMat : LibraryFunction<[
    Out<"cusparseConstDnMatDescr_t *", "dnMatDescr">, In<"int64_t", "rows">, In<"int64_t", "cols">, In<"int64_t", "ld">,
    In<"const void *", "values">, In<"cudaDataType", "valueType">, In<"cusparseOrder_t", "order">]>;
def cusparseDestroyDnMat : LibraryFunction<[In<"cusparseConstDnMatDescr_t", "dnMatDescr">]>, AnyHandle;
def cusparseDnMatGet : LibraryFunction<[
    In<"cusparseDnMatDescr_t", "dnMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">, Out<"int64_t *", "ld">,
    Out<"void **", "values">, Out<"cudaDataType *", "type">, Out<"cusparseOrder_t *", "order">]>;
def cusparseConstDnMatGet : LibraryFunction<[
    In<"cusparseConstDnMatDescr_t", "dnMatDescr">, Out<"int64_t *", "rows">, Out<"int64_t *", "cols">,
    Out<"int64_t *", "ld">, In<"const void **", "values">, Out<"cudaDataType *", "type">, Out<"cusparseOrder_t *", "order">]>;
def cusparseDnMatGetValues : LibraryFunction<[In<"cusparseDnMatDescr_t", "dnMatDescr">, Out<"void **", "values">]>;
def cusparseConstDnMatGetValues : LibraryFunction<[
    In<"cusparseConstDnMatDescr_t", "dnMatDescr">, In<"const void **", "values">]>;
def cusparseDnMatSetValues : LibraryFunction<[In<"cusparseDnMatDescr_t", "dnMatDescr">, In<"void *", "values">]>;
def cusparseDnMatSetStridedBatch : LibraryFunction<[
    In<"cusparseDnMatDescr_t", "dnMatDescr">, In<"int", "batchCount">, In<"int64_t", "batchStride">]> {
  let Errors = [Bad<"batchCount < 0">];
}
def cusparseDnMatGetStridedBatch : LibraryFunction<[
    In<"cusparseConstDnMatDescr_t", "dnMatDescr">, Out<"int *", "batchCount">, Out<"int64_t *", "batchStride">]>;
