// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpMMOp: sums, products and what becomes of them are functions of the program.
#include "cusparse/Api.h"
#include "cusparse/Registry.h"
#include "cusparse/products/Operators.h"
#include "cusparse/products/Products.h"

struct cusparseSpMMOpPlan {
  cusparseHandle_t handle;
  cusparseOperation_t opB;
  cusparseConstSpMatDescr_t a;
  cusparseConstDnMatDescr_t b;
  cusparseDnMatDescr_t c;
  std::shared_ptr<const anywarp::cusparse::OperatorKernel> kernel;
};

namespace anywarp::cusparse {

cusparseStatus_t cusparseSpMMOp_createPlan(
    cusparseHandle_t handle, cusparseSpMMOpPlan_t *plan, cusparseOperation_t opA,
    cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
    cusparseDnMatDescr_t matC, cudaDataType computeType, cusparseSpMMOpAlg_t,
    const void *addOperationNvvmBuffer, size_t addOperationBufferSize,
    const void *mulOperationNvvmBuffer, size_t mulOperationBufferSize,
    const void *epilogueNvvmBuffer, size_t epilogueBufferSize, size_t *SpMMWorkspaceSize) {
  if (opA != CUSPARSE_OPERATION_NON_TRANSPOSE)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (matC->rows != matA->rows || rowsOf(matB, opB) != matA->cols ||
      colsOf(matB, opB) != matC->cols)
    return CUSPARSE_STATUS_INVALID_VALUE;
  // Manual, cusparseSpMMOp(): what it supports.
  if (isConjugate(opB) || matA->format != CUSPARSE_FORMAT_CSR ||
      matA->indexType == CUSPARSE_INDEX_16U || !isGeneral(matA) || matA->batchCount != 1 ||
      !OperatorKernel::offers(computeType) || matA->valueType != computeType ||
      matB->valueType != computeType || matC->valueType != computeType)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const auto text = [](const void *data, size_t size) {
    return std::string(static_cast<const char *>(data), size);
  };
  const Operators operators{text(addOperationNvvmBuffer, addOperationBufferSize),
                            text(mulOperationNvvmBuffer, mulOperationBufferSize),
                            text(epilogueNvvmBuffer, epilogueBufferSize)};
  auto kernel = OperatorKernel::make(operators, computeType,
                                     /*hasWideIndices=*/matA->indexType == CUSPARSE_INDEX_64I);
  if (!kernel)
    return CUSPARSE_STATUS_INTERNAL_ERROR;
  *SpMMWorkspaceSize = 0;
  return create(plan, cusparseSpMMOpPlan{handle, opB, matA, matB, matC, std::move(kernel)});
}

cusparseStatus_t cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void *) {
  const int64_t bytes = int64_t(sizeOf(plan->c->valueType));
  const Dense b = denseOf(plan->b, plan->opB),
              c = denseOf(plan->c, CUSPARSE_OPERATION_NON_TRANSPOSE);
  return statusOf(
      plan->kernel->launch(plan->handle->stream,
                           {plan->a->offsets, plan->a->indices, plan->a->values, b.values, c.values,
                            plan->a->rows, plan->c->cols, int64_t(plan->a->base), b.rowStep * bytes,
                            b.columnStep * bytes, c.rowStep * bytes, c.columnStep * bytes}));
}

cusparseStatus_t cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan) { return destroy(plan); }

} // namespace anywarp::cusparse
