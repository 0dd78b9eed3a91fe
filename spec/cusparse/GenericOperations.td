// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: operations of the generic interface.

def cusparseAxpby : LibraryFunction<[
    Context<>, In<"const void *", "alpha">, In<"cusparseConstSpVecDescr_t", "vecX">, In<"const void *", "beta">,
    In<"cusparseDnVecDescr_t", "vecY">]> {
  let Errors = [Bad<"!alpha">, Bad<"!beta">];
}
def cusparseGather : LibraryFunction<[
    Context<>, In<"cusparseConstDnVecDescr_t", "vecY">, In<"cusparseSpVecDescr_t", "vecX">]>;
def cusparseScatter : LibraryFunction<[
    Context<>, In<"cusparseConstSpVecDescr_t", "vecX">, In<"cusparseDnVecDescr_t", "vecY">]>;
def cusparseRot : LibraryFunction<[
    Context<>, In<"const void *", "c_coeff">, In<"const void *", "s_coeff">, In<"cusparseSpVecDescr_t", "vecX">,
    In<"cusparseDnVecDescr_t", "vecY">]> {
  let Errors = [Bad<"!c_coeff">, Bad<"!s_coeff">];
}
def cusparseSpVV_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opX">, In<"cusparseConstSpVecDescr_t", "vecX">,
    In<"cusparseConstDnVecDescr_t", "vecY">, In<"const void *", "result">, In<"cudaDataType", "computeType">,
    Out<"size_t *", "bufferSize">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opX)">, Bad<"!result">];
}
def cusparseSpVV : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opX">, In<"cusparseConstSpVecDescr_t", "vecX">,
    In<"cusparseConstDnVecDescr_t", "vecY">, In<"void *", "result">, In<"cudaDataType", "computeType">,
    In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opX)">, Bad<"!result">];
}
def cusparseSparseToDense_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseDnMatDescr_t", "matB">,
    In<"cusparseSparseToDenseAlg_t", "alg">, Out<"size_t *", "bufferSize">]> {
  let Errors = [Bad<"alg != CUSPARSE_SPARSETODENSE_ALG_DEFAULT">];
}
def cusparseSparseToDense : LibraryFunction<[
    Context<>, In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseDnMatDescr_t", "matB">,
    In<"cusparseSparseToDenseAlg_t", "alg">, In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"alg != CUSPARSE_SPARSETODENSE_ALG_DEFAULT">];
}
def cusparseDenseToSparse_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseConstDnMatDescr_t", "matA">, In<"cusparseSpMatDescr_t", "matB">,
    In<"cusparseDenseToSparseAlg_t", "alg">, Out<"size_t *", "bufferSize">]> {
  let Errors = [Bad<"alg != CUSPARSE_DENSETOSPARSE_ALG_DEFAULT">];
}
def cusparseDenseToSparse_analysis : LibraryFunction<[
    Context<>, In<"cusparseConstDnMatDescr_t", "matA">, In<"cusparseSpMatDescr_t", "matB">,
    In<"cusparseDenseToSparseAlg_t", "alg">, In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"alg != CUSPARSE_DENSETOSPARSE_ALG_DEFAULT">];
}
def cusparseDenseToSparse_convert : LibraryFunction<[
    Context<>, In<"cusparseConstDnMatDescr_t", "matA">, In<"cusparseSpMatDescr_t", "matB">,
    In<"cusparseDenseToSparseAlg_t", "alg">, In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"alg != CUSPARSE_DENSETOSPARSE_ALG_DEFAULT">];
}
def cusparseSpMV : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"const void *", "alpha">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstDnVecDescr_t", "vecX">, In<"const void *", "beta">, In<"cusparseDnVecDescr_t", "vecY">,
    In<"cudaDataType", "computeType">, In<"cusparseSpMVAlg_t", "alg">, In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opA)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpMV_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"const void *", "alpha">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstDnVecDescr_t", "vecX">, In<"const void *", "beta">, In<"cusparseDnVecDescr_t", "vecY">,
    In<"cudaDataType", "computeType">, In<"cusparseSpMVAlg_t", "alg">, Out<"size_t *", "bufferSize">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opA)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpMV_preprocess : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"const void *", "alpha">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstDnVecDescr_t", "vecX">, In<"const void *", "beta">, In<"cusparseDnVecDescr_t", "vecY">,
    In<"cudaDataType", "computeType">, In<"cusparseSpMVAlg_t", "alg">, In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opA)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpSV_createDescr : LibraryFunction<[Out<"cusparseSpSVDescr_t *", "descr">]>;
def cusparseSpSV_destroyDescr : LibraryFunction<[In<"cusparseSpSVDescr_t", "descr">]>, AnyHandle;
// Vectors may be absent until the solution (manual); so may C (seen).
def cusparseSpSV_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"const void *", "alpha">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstDnVecDescr_t", "vecX">, In<"cusparseDnVecDescr_t", "vecY">, In<"cudaDataType", "computeType">,
    In<"cusparseSpSVAlg_t", "alg">, In<"cusparseSpSVDescr_t", "spsvDescr">, Out<"size_t *", "bufferSize">]>, AnyHandle {
  let Errors = [Bad<"!cusparse::isLive(handle)">, Bad<"!cusparse::isLive(matA)">, Bad<"!cusparse::isLive(spsvDescr)">,
      Bad<"vecX && !cusparse::isLive(vecX)">, Bad<"vecY && !cusparse::isLive(vecY)">,
      Bad<"!cusparse::isComputeType(computeType)">, Bad<"!alpha">, Bad<"alg != CUSPARSE_SPSV_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">];
}
def cusparseSpSV_analysis : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"const void *", "alpha">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstDnVecDescr_t", "vecX">, In<"cusparseDnVecDescr_t", "vecY">, In<"cudaDataType", "computeType">,
    In<"cusparseSpSVAlg_t", "alg">, In<"cusparseSpSVDescr_t", "spsvDescr">, In<"void *", "externalBuffer">]>, AnyHandle {
  let Errors = [Bad<"!cusparse::isLive(handle)">, Bad<"!cusparse::isLive(matA)">, Bad<"!cusparse::isLive(spsvDescr)">,
      Bad<"vecX && !cusparse::isLive(vecX)">, Bad<"vecY && !cusparse::isLive(vecY)">,
      Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SPSV_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">, Bad<"!alpha">];
}
def cusparseSpSV_solve : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"const void *", "alpha">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstDnVecDescr_t", "vecX">, In<"cusparseDnVecDescr_t", "vecY">, In<"cudaDataType", "computeType">,
    In<"cusparseSpSVAlg_t", "alg">, In<"cusparseSpSVDescr_t", "spsvDescr">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SPSV_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">,
      Bad<"!alpha">];
}
def cusparseSpSV_updateMatrix : LibraryFunction<[
    Context<>, In<"cusparseSpSVDescr_t", "spsvDescr">, In<"void *", "newValues">, In<"cusparseSpSVUpdate_t", "updatePart">]> {
  let Errors = [Bad<"updatePart != CUSPARSE_SPSV_UPDATE_GENERAL && updatePart != CUSPARSE_SPSV_UPDATE_DIAGONAL">];
}
def cusparseSpSM_createDescr : LibraryFunction<[Out<"cusparseSpSMDescr_t *", "descr">]>;
def cusparseSpSM_destroyDescr : LibraryFunction<[In<"cusparseSpSMDescr_t", "descr">]>, AnyHandle;
def cusparseSpSM_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"cusparseDnMatDescr_t", "matC">,
    In<"cudaDataType", "computeType">, In<"cusparseSpSMAlg_t", "alg">, In<"cusparseSpSMDescr_t", "spsmDescr">,
    Out<"size_t *", "bufferSize">]>, AnyHandle {
  let Errors = [Bad<"!cusparse::isLive(handle)">, Bad<"!cusparse::isLive(matA)">, Bad<"!cusparse::isLive(spsmDescr)">,
      Bad<"!cusparse::isLive(matB)">, Bad<"matC && !cusparse::isLive(matC)">,
      Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SPSM_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">,
      Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">];
}
def cusparseSpSM_analysis : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"cusparseDnMatDescr_t", "matC">,
    In<"cudaDataType", "computeType">, In<"cusparseSpSMAlg_t", "alg">, In<"cusparseSpSMDescr_t", "spsmDescr">,
    In<"void *", "externalBuffer">]>, AnyHandle {
  let Errors = [Bad<"!cusparse::isLive(handle)">, Bad<"!cusparse::isLive(matA)">, Bad<"!cusparse::isLive(spsmDescr)">,
      Bad<"!cusparse::isLive(matB)">, Bad<"matC && !cusparse::isLive(matC)">,
      Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SPSM_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">,
      Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">];
}
def cusparseSpSM_solve : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"cusparseDnMatDescr_t", "matC">,
    In<"cudaDataType", "computeType">, In<"cusparseSpSMAlg_t", "alg">, In<"cusparseSpSMDescr_t", "spsmDescr">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SPSM_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">,
      Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">];
}
def cusparseSpSM_updateMatrix : LibraryFunction<[
    Context<>, In<"cusparseSpSMDescr_t", "spsmDescr">, In<"void *", "newValues">, In<"cusparseSpSMUpdate_t", "updatePart">]> {
  let Errors = [Bad<"updatePart != CUSPARSE_SPSM_UPDATE_GENERAL && updatePart != CUSPARSE_SPSM_UPDATE_DIAGONAL">];
}
def cusparseSpMM_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseDnMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpMMAlg_t", "alg">,
    Out<"size_t *", "bufferSize">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">,
      Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpMM_preprocess : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseDnMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpMMAlg_t", "alg">,
    In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">,
      Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpMM : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseDnMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpMMAlg_t", "alg">,
    In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">,
      Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpGEMM_createDescr : LibraryFunction<[Out<"cusparseSpGEMMDescr_t *", "descr">]>;
def cusparseSpGEMM_destroyDescr : LibraryFunction<[In<"cusparseSpGEMMDescr_t", "descr">]>, AnyHandle;
def cusparseSpGEMM_workEstimation : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstSpMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">, Out<"size_t *", "bufferSize1">, In<"void *", "externalBuffer1">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">,
      Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpGEMM_getNumProducts : LibraryFunction<[
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">, Out<"int64_t *", "num_prods">]>;
def cusparseSpGEMM_estimateMemory : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstSpMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">, In<"float", "chunk_fraction">, Out<"size_t *", "bufferSize3">,
    In<"void *", "externalBuffer3">, In<"size_t *", "bufferSize2">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">,
      Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpGEMM_compute : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstSpMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">, Out<"size_t *", "bufferSize2">, In<"void *", "externalBuffer2">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">,
      Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpGEMM_copy : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstSpMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">,
      Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpGEMMreuse_workEstimation : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstSpMatDescr_t", "matB">, In<"cusparseSpMatDescr_t", "matC">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">, Out<"size_t *", "bufferSize1">, In<"void *", "externalBuffer1">]> {
  let Errors = [Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">, Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">];
}
def cusparseSpGEMMreuse_nnz : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstSpMatDescr_t", "matB">, In<"cusparseSpMatDescr_t", "matC">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">, Out<"size_t *", "bufferSize2">, In<"void *", "externalBuffer2">,
    Out<"size_t *", "bufferSize3">, In<"void *", "externalBuffer3">, Out<"size_t *", "bufferSize4">,
    In<"void *", "externalBuffer4">]> {
  let Errors = [Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">, Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">];
}
def cusparseSpGEMMreuse_copy : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"cusparseConstSpMatDescr_t", "matA">,
    In<"cusparseConstSpMatDescr_t", "matB">, In<"cusparseSpMatDescr_t", "matC">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">, Out<"size_t *", "bufferSize5">, In<"void *", "externalBuffer5">]> {
  let Errors = [Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">, Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">];
}
def cusparseSpGEMMreuse_compute : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstSpMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSpGEMMAlg_t", "alg">,
    In<"cusparseSpGEMMDescr_t", "spgemmDescr">]> {
  let Errors = [Bad<"unsigned(alg) > CUSPARSE_SPGEMM_ALG3">, Bad<"!cusparse::isComputeType(computeType)">,
      Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSDDMM_bufferSize : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstDnMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSDDMMAlg_t", "alg">,
    Out<"size_t *", "bufferSize">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SDDMM_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">,
      Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSDDMM_preprocess : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstDnMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSDDMMAlg_t", "alg">,
    In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SDDMM_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">,
      Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSDDMM : LibraryFunction<[
    Context<>, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">, In<"const void *", "alpha">,
    In<"cusparseConstDnMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"const void *", "beta">,
    In<"cusparseSpMatDescr_t", "matC">, In<"cudaDataType", "computeType">, In<"cusparseSDDMMAlg_t", "alg">,
    In<"void *", "externalBuffer">]> {
  let Errors = [Bad<"!cusparse::isComputeType(computeType)">, Bad<"alg != CUSPARSE_SDDMM_ALG_DEFAULT">, Bad<"!cusparse::isValid(opA)">,
      Bad<"!cusparse::isValid(opB)">, Bad<"!alpha">, Bad<"!beta">];
}
def cusparseSpMMOp_createPlan : LibraryFunction<[
    Context<>, Out<"cusparseSpMMOpPlan_t *", "plan">, In<"cusparseOperation_t", "opA">, In<"cusparseOperation_t", "opB">,
    In<"cusparseConstSpMatDescr_t", "matA">, In<"cusparseConstDnMatDescr_t", "matB">, In<"cusparseDnMatDescr_t", "matC">,
    In<"cudaDataType", "computeType">, In<"cusparseSpMMOpAlg_t", "alg">, In<"const void *", "addOperationNvvmBuffer">,
    In<"size_t", "addOperationBufferSize">, In<"const void *", "mulOperationNvvmBuffer">,
    In<"size_t", "mulOperationBufferSize">, In<"const void *", "epilogueNvvmBuffer">, In<"size_t", "epilogueBufferSize">,
    Out<"size_t *", "SpMMWorkspaceSize">]> {
  let Errors = [Bad<"!cusparse::isValid(opA)">, Bad<"!cusparse::isValid(opB)">, Bad<"alg != CUSPARSE_SPMM_OP_ALG_DEFAULT">,
      Bad<"!addOperationNvvmBuffer || !addOperationBufferSize">, Bad<"!mulOperationNvvmBuffer || !mulOperationBufferSize">,
      Bad<"!epilogueNvvmBuffer || !epilogueBufferSize">];
}
def cusparseSpMMOp : LibraryFunction<[In<"cusparseSpMMOpPlan_t", "plan">, In<"void *", "externalBuffer">]>;
def cusparseSpMMOp_destroyPlan : LibraryFunction<[In<"cusparseSpMMOpPlan_t", "plan">]>, AnyHandle;
