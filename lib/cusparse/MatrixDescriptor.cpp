// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors of the older functions, and the objects in which analyses keep what they found.
#include "cusparse/Api.h"
#include "cusparse/Registry.h"
#include "cusparse/Run.h"

csru2csrInfo::~csru2csrInfo() {
  if (order)
    (void)anywarp::library::cu().cuMemFree(reinterpret_cast<CUdeviceptr>(order));
}

namespace anywarp::cusparse {

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA) { return create(descrA); }
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA) { return destroy(descrA); }

/// A missing descriptor is NOT_INITIALIZED in setters and -1 in getters, as seen.
#define AW_PROPERTY(NAME, TYPE, MEMBER, LAST, PARAMETER)                                           \
  cusparseStatus_t cusparseSet##NAME(cusparseMatDescr_t descrA, TYPE PARAMETER) {                  \
    if (!isLive(descrA))                                                                           \
      return CUSPARSE_STATUS_NOT_INITIALIZED;                                                      \
    if (unsigned(PARAMETER) > unsigned(LAST))                                                      \
      return CUSPARSE_STATUS_INVALID_VALUE;                                                        \
    descrA->MEMBER = PARAMETER;                                                                    \
    return CUSPARSE_STATUS_SUCCESS;                                                                \
  }                                                                                                \
  TYPE cusparseGet##NAME(const cusparseMatDescr_t descrA) {                                        \
    return isLive(descrA) ? descrA->MEMBER : TYPE(-1);                                             \
  }
AW_PROPERTY(MatType, cusparseMatrixType_t, type, CUSPARSE_MATRIX_TYPE_TRIANGULAR, type)
AW_PROPERTY(MatFillMode, cusparseFillMode_t, fill, CUSPARSE_FILL_MODE_UPPER, fillMode)
AW_PROPERTY(MatDiagType, cusparseDiagType_t, diagonal, CUSPARSE_DIAG_TYPE_UNIT, diagType)
AW_PROPERTY(MatIndexBase, cusparseIndexBase_t, base, CUSPARSE_INDEX_BASE_ONE, base)
#undef AW_PROPERTY

namespace {
/// The work that writes into it must have ended.
template <typename Info> cusparseStatus_t destroyPivots(Info *info) {
  if (isLive(info) && info->stream)
    (void)library::settle(info->stream);
  return destroy(info);
}
} // namespace

cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info) { return destroyPivots(info); }
cusparseStatus_t cusparseCreateBsric02Info(bsric02Info_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyBsric02Info(bsric02Info_t info) { return destroyPivots(info); }
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info) { return destroyPivots(info); }
cusparseStatus_t cusparseCreateBsrilu02Info(bsrilu02Info_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyBsrilu02Info(bsrilu02Info_t info) { return destroyPivots(info); }
cusparseStatus_t cusparseCreateBsrsv2Info(bsrsv2Info_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyBsrsv2Info(bsrsv2Info_t info) { return destroyPivots(info); }
cusparseStatus_t cusparseCreateBsrsm2Info(bsrsm2Info_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyBsrsm2Info(bsrsm2Info_t info) { return destroyPivots(info); }
cusparseStatus_t cusparseCreateCsru2csrInfo(csru2csrInfo_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyCsru2csrInfo(csru2csrInfo_t info) { return destroy(info); }
cusparseStatus_t cusparseCreateColorInfo(cusparseColorInfo_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyColorInfo(cusparseColorInfo_t info) { return destroy(info); }
cusparseStatus_t cusparseCreatePruneInfo(pruneInfo_t *info) { return create(info); }
cusparseStatus_t cusparseDestroyPruneInfo(pruneInfo_t info) { return destroy(info); }

} // namespace anywarp::cusparse
