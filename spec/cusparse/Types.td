// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: types and version.

def CUSPARSE_VER_MAJOR : Macro<"12">;
def CUSPARSE_VER_MINOR : Macro<"6">;
def CUSPARSE_VER_PATCH : Macro<"3">;
def CUSPARSE_VER_BUILD : Macro<"3">;
def CUSPARSE_VERSION : Macro<"(CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + CUSPARSE_VER_PATCH)">;

def cusparseStatus_t : Enum<[
    Value<"CUSPARSE_STATUS_SUCCESS", 0, "success">,
    Value<"CUSPARSE_STATUS_NOT_INITIALIZED", 1, "initialization error">,
    Value<"CUSPARSE_STATUS_ALLOC_FAILED", 2, "out of memory">,
    Value<"CUSPARSE_STATUS_INVALID_VALUE", 3, "invalid value">,
    Value<"CUSPARSE_STATUS_ARCH_MISMATCH", 4, "architecture mismatch">,
    Value<"CUSPARSE_STATUS_MAPPING_ERROR", 5, "texture memory mapping error">,
    Value<"CUSPARSE_STATUS_EXECUTION_FAILED", 6, "kernel launch failure">,
    Value<"CUSPARSE_STATUS_INTERNAL_ERROR", 7, "internal error">,
    Value<"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", 8, "matrix type not supported">,
    Value<"CUSPARSE_STATUS_ZERO_PIVOT", 9, "zero pivot">,
    Value<"CUSPARSE_STATUS_NOT_SUPPORTED", 10, "operation not supported">,
    Value<"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", 11, "insufficient resources">]>;
def cusparsePointerMode_t : Enum<[
    Value<"CUSPARSE_POINTER_MODE_HOST", 0>,
    Value<"CUSPARSE_POINTER_MODE_DEVICE", 1>]>;
def cusparseAction_t : Enum<[
    Value<"CUSPARSE_ACTION_SYMBOLIC", 0>,
    Value<"CUSPARSE_ACTION_NUMERIC", 1>]>;
def cusparseMatrixType_t : Enum<[
    Value<"CUSPARSE_MATRIX_TYPE_GENERAL", 0>,
    Value<"CUSPARSE_MATRIX_TYPE_SYMMETRIC", 1>,
    Value<"CUSPARSE_MATRIX_TYPE_HERMITIAN", 2>,
    Value<"CUSPARSE_MATRIX_TYPE_TRIANGULAR", 3>]>;
def cusparseFillMode_t : Enum<[
    Value<"CUSPARSE_FILL_MODE_LOWER", 0>,
    Value<"CUSPARSE_FILL_MODE_UPPER", 1>]>;
def cusparseDiagType_t : Enum<[
    Value<"CUSPARSE_DIAG_TYPE_NON_UNIT", 0>,
    Value<"CUSPARSE_DIAG_TYPE_UNIT", 1>]>;
def cusparseIndexBase_t : Enum<[
    Value<"CUSPARSE_INDEX_BASE_ZERO", 0>,
    Value<"CUSPARSE_INDEX_BASE_ONE", 1>]>;
def cusparseOperation_t : Enum<[
    Value<"CUSPARSE_OPERATION_NON_TRANSPOSE", 0>,
    Value<"CUSPARSE_OPERATION_TRANSPOSE", 1>,
    Value<"CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE", 2>]>;
def cusparseDirection_t : Enum<[
    Value<"CUSPARSE_DIRECTION_ROW", 0>,
    Value<"CUSPARSE_DIRECTION_COLUMN", 1>]>;
def cusparseSolvePolicy_t : Enum<[
    Value<"CUSPARSE_SOLVE_POLICY_NO_LEVEL", 0>,
    Value<"CUSPARSE_SOLVE_POLICY_USE_LEVEL", 1>]>;
def cusparseColorAlg_t : Enum<[
    Value<"CUSPARSE_COLOR_ALG0", 0>,
    Value<"CUSPARSE_COLOR_ALG1", 1>]>;
def cusparseCsr2CscAlg_t : Enum<[
    Value<"CUSPARSE_CSR2CSC_ALG_DEFAULT", 1>,
    Value<"CUSPARSE_CSR2CSC_ALG1", 1>]>;
def cusparseFormat_t : Enum<[
    Value<"CUSPARSE_FORMAT_CSR", 1>,
    Value<"CUSPARSE_FORMAT_CSC", 2>,
    Value<"CUSPARSE_FORMAT_COO", 3>,
    Value<"CUSPARSE_FORMAT_BLOCKED_ELL", 5>,
    Value<"CUSPARSE_FORMAT_BSR", 6>,
    Value<"CUSPARSE_FORMAT_SLICED_ELLPACK", 7>]>;
def cusparseOrder_t : Enum<[
    Value<"CUSPARSE_ORDER_COL", 1>,
    Value<"CUSPARSE_ORDER_ROW", 2>]>;
def cusparseIndexType_t : Enum<[
    Value<"CUSPARSE_INDEX_16U", 1>,
    Value<"CUSPARSE_INDEX_32I", 2>,
    Value<"CUSPARSE_INDEX_64I", 3>]>;
def cusparseSpMatAttribute_t : Enum<[
    Value<"CUSPARSE_SPMAT_FILL_MODE", 0>,
    Value<"CUSPARSE_SPMAT_DIAG_TYPE", 1>]>;
def cusparseSparseToDenseAlg_t : Enum<[
    Value<"CUSPARSE_SPARSETODENSE_ALG_DEFAULT", 0>]>;
def cusparseDenseToSparseAlg_t : Enum<[
    Value<"CUSPARSE_DENSETOSPARSE_ALG_DEFAULT", 0>]>;
def cusparseSpMVAlg_t : Enum<[
    Value<"CUSPARSE_SPMV_ALG_DEFAULT", 0>,
    Value<"CUSPARSE_SPMV_CSR_ALG1", 2>,
    Value<"CUSPARSE_SPMV_CSR_ALG2", 3>,
    Value<"CUSPARSE_SPMV_COO_ALG1", 1>,
    Value<"CUSPARSE_SPMV_COO_ALG2", 4>,
    Value<"CUSPARSE_SPMV_SELL_ALG1", 5>,
    Value<"CUSPARSE_SPMV_BSR_ALG1", 6>]>;
def cusparseSpSVAlg_t : Enum<[
    Value<"CUSPARSE_SPSV_ALG_DEFAULT", 0>]>;
def cusparseSpSVUpdate_t : Enum<[
    Value<"CUSPARSE_SPSV_UPDATE_GENERAL", 0>,
    Value<"CUSPARSE_SPSV_UPDATE_DIAGONAL", 1>]>;
def cusparseSpSMAlg_t : Enum<[
    Value<"CUSPARSE_SPSM_ALG_DEFAULT", 0>]>;
def cusparseSpSMUpdate_t : Enum<[
    Value<"CUSPARSE_SPSM_UPDATE_GENERAL", 0>,
    Value<"CUSPARSE_SPSM_UPDATE_DIAGONAL", 1>]>;
def cusparseSpMMAlg_t : Enum<[
    Value<"CUSPARSE_SPMM_ALG_DEFAULT", 0>,
    Value<"CUSPARSE_SPMM_COO_ALG1", 1>,
    Value<"CUSPARSE_SPMM_COO_ALG2", 2>,
    Value<"CUSPARSE_SPMM_COO_ALG3", 3>,
    Value<"CUSPARSE_SPMM_COO_ALG4", 5>,
    Value<"CUSPARSE_SPMM_CSR_ALG1", 4>,
    Value<"CUSPARSE_SPMM_CSR_ALG2", 6>,
    Value<"CUSPARSE_SPMM_CSR_ALG3", 12>,
    Value<"CUSPARSE_SPMM_BLOCKED_ELL_ALG1", 13>,
    Value<"CUSPARSE_SPMM_BSR_ALG1", 14>]>;
def cusparseSpGEMMAlg_t : Enum<[
    Value<"CUSPARSE_SPGEMM_DEFAULT", 0>,
    Value<"CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC", 1>,
    Value<"CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC", 2>,
    Value<"CUSPARSE_SPGEMM_ALG1", 3>,
    Value<"CUSPARSE_SPGEMM_ALG2", 4>,
    Value<"CUSPARSE_SPGEMM_ALG3", 5>]>;
def cusparseSDDMMAlg_t : Enum<[
    Value<"CUSPARSE_SDDMM_ALG_DEFAULT", 0>]>;
def cusparseSpMMOpAlg_t : Enum<[
    Value<"CUSPARSE_SPMM_OP_ALG_DEFAULT", 0>]>;
def cusparseHandle_t : Handle<"cusparseContext">;
def cusparseMatDescr_t : Handle<"cusparseMatDescr">;
def cusparseColorInfo_t : Handle<"cusparseColorInfo">;
def bsrsv2Info_t : Handle<"bsrsv2Info">;
def bsrsm2Info_t : Handle<"bsrsm2Info">;
def csric02Info_t : Handle<"csric02Info">;
def bsric02Info_t : Handle<"bsric02Info">;
def csrilu02Info_t : Handle<"csrilu02Info">;
def bsrilu02Info_t : Handle<"bsrilu02Info">;
def csru2csrInfo_t : Handle<"csru2csrInfo">;
def pruneInfo_t : Handle<"pruneInfo">;
def cusparseSpVecDescr_t : Handle<"cusparseSpVecDescr">;
def cusparseDnVecDescr_t : Handle<"cusparseDnVecDescr">;
def cusparseSpMatDescr_t : Handle<"cusparseSpMatDescr">;
def cusparseDnMatDescr_t : Handle<"cusparseDnMatDescr">;
def cusparseSpSVDescr_t : Handle<"cusparseSpSVDescr">;
def cusparseSpSMDescr_t : Handle<"cusparseSpSMDescr">;
def cusparseSpGEMMDescr_t : Handle<"cusparseSpGEMMDescr">;
def cusparseSpMMOpPlan_t : Handle<"cusparseSpMMOpPlan">;
def cusparseConstSpVecDescr_t : Typedef<"struct cusparseSpVecDescr const *">;
def cusparseConstDnVecDescr_t : Typedef<"struct cusparseDnVecDescr const *">;
def cusparseConstSpMatDescr_t : Typedef<"struct cusparseSpMatDescr const *">;
def cusparseConstDnMatDescr_t : Typedef<"struct cusparseDnMatDescr const *">;
def cusparseLoggerCallback_t : Callback<"void", "int logLevel, const char *functionName, const char *message">;
