// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Descriptors and their attributes, by tables.
#include "cublaslt/Descriptors.h"

#include <cstddef>
#include <cstring>
#include <new>

namespace anywarp::cublaslt {
namespace {

#define AW_ATTRIBUTE(number, type, member) {number, offsetof(type, member), sizeof(type::member)}

constexpr Attribute kLayout[] = {
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_TYPE, MatrixLayout, type),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ORDER, MatrixLayout, order),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_ROWS, MatrixLayout, rows),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_COLS, MatrixLayout, cols),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_LD, MatrixLayout, ld),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, MatrixLayout, batchCount),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, MatrixLayout, stride),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, MatrixLayout, planeOffset),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_LAYOUT_BATCH_MODE, MatrixLayout, batchMode)};

constexpr Attribute kMatmul[] = {
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, MatmulDesc, computeType),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SCALE_TYPE, MatmulDesc, scaleType),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_POINTER_MODE, MatmulDesc, pointerMode),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSA, MatmulDesc, transa),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSB, MatmulDesc, transb),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_TRANSC, MatmulDesc, transc),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FILL_MODE, MatmulDesc, fillMode),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE, MatmulDesc, epilogue),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_POINTER, MatmulDesc, bias),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, MatmulDesc, biasStride),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, MatmulDesc, aux),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, MatmulDesc, auxLd),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, MatmulDesc, auxStride),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, MatmulDesc, alphaStride),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, MatmulDesc, smCountTarget),
    AW_ATTRIBUTE(16, MatmulDesc, nameless), // (seen)
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, MatmulDesc, scaleA),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, MatmulDesc, scaleB),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, MatmulDesc, scaleC),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, MatmulDesc, scaleD),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, MatmulDesc, amax),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, MatmulDesc, auxType),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, MatmulDesc, auxScale),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, MatmulDesc, auxAmax),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_FAST_ACCUM, MatmulDesc, fastAccumulation),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, MatmulDesc, biasType),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, MatmulDesc, scaleModeA),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_B_SCALE_MODE, MatmulDesc, scaleModeB),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_C_SCALE_MODE, MatmulDesc, scaleModeC),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_SCALE_MODE, MatmulDesc, scaleModeD),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_MODE, MatmulDesc, scaleModeAux),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_POINTER, MatmulDesc, outScale),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_D_OUT_SCALE_MODE, MatmulDesc, outScaleMode),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_DESC_EMULATION_DESCRIPTOR, MatmulDesc, emulation)};

constexpr Attribute kTransform[] = {
    AW_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE, TransformDesc, scaleType),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE, TransformDesc, pointerMode),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSA, TransformDesc, transa),
    AW_ATTRIBUTE(CUBLASLT_MATRIX_TRANSFORM_DESC_TRANSB, TransformDesc, transb)};

constexpr Attribute kPreference[] = {
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_SEARCH_MODE, Preference, searchMode),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, Preference, workspace),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, Preference, reductionSchemes),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, Preference, alignmentA),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, Preference, alignmentB),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, Preference, alignmentC),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, Preference, alignmentD),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, Preference, waves),
    AW_ATTRIBUTE(CUBLASLT_MATMUL_PREF_IMPL_MASK, Preference, implementations)};

constexpr Attribute kEmulation[] = {
    AW_ATTRIBUTE(CUBLASLT_EMULATION_DESC_STRATEGY, EmulationDesc, strategy),
    AW_ATTRIBUTE(CUBLASLT_EMULATION_DESC_SPECIAL_VALUES_SUPPORT, EmulationDesc, specialValues),
    AW_ATTRIBUTE(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_CONTROL, EmulationDesc,
                 mantissaControl),
    AW_ATTRIBUTE(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MAX_MANTISSA_BIT_COUNT, EmulationDesc,
                 maxMantissaBits),
    AW_ATTRIBUTE(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_OFFSET, EmulationDesc,
                 mantissaBitOffset),
    AW_ATTRIBUTE(CUBLASLT_EMULATION_DESC_FIXEDPOINT_MANTISSA_BIT_COUNT_POINTER, EmulationDesc,
                 mantissaBits)};
#undef AW_ATTRIBUTE

const Attribute *find(const Attribute *table, size_t count, int number) {
  for (size_t i = 0; i < count; ++i)
    if (table[i].number == number)
      return table + i;
  return nullptr;
}

/// Makes an opaque structure on the heap, filled by `init`.
template <typename T, typename F> cublasStatus_t create(T **object, F &&init) {
  T *made = new (std::nothrow) T;
  if (!made)
    return CUBLAS_STATUS_ALLOC_FAILED;
  const cublasStatus_t status = init(made);
  if (status == CUBLAS_STATUS_SUCCESS)
    *object = made;
  else
    delete made;
  return status;
}
template <typename T> cublasStatus_t destroy(T *object) {
  delete object;
  return CUBLAS_STATUS_SUCCESS;
}
template <typename T, typename Opaque> cublasStatus_t fill(Opaque *opaque, const T &value) {
  *opaque = {};
  std::memcpy(static_cast<void *>(opaque), &value, sizeof value);
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace

cublasStatus_t setAttribute(const Attribute *table, size_t count, void *object, int number,
                            const void *buf, size_t size) {
  const Attribute *attribute = find(table, count, number);
  if (!attribute || !buf || size != attribute->size)
    return CUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(static_cast<char *>(object) + attribute->offset, buf, size);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t handOut(const void *value, size_t valueSize, void *buf, size_t size,
                       size_t *sizeWritten) {
  if ((!size && !sizeWritten) || (size && (!buf || size < valueSize)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (sizeWritten)
    *sizeWritten = valueSize;
  if (size)
    std::memcpy(buf, value, valueSize);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t getAttribute(const Attribute *table, size_t count, const void *object, int number,
                            void *buf, size_t size, size_t *sizeWritten) {
  const Attribute *attribute = find(table, count, number);
  if (!attribute || (size && size != attribute->size))
    return CUBLAS_STATUS_INVALID_VALUE;
  return handOut(static_cast<const char *>(object) + attribute->offset, attribute->size, buf, size,
                 sizeWritten);
}

// The functions of each descriptor. NAME, its parameter, its table.
#define AW_DESCRIPTOR(Name, Opaque, Attributes, table)                                             \
  cublasStatus_t cublasLt##Name##Destroy(Opaque object) { return destroy(object); }                \
  cublasStatus_t cublasLt##Name##SetAttribute(Opaque object, Attributes attr, const void *buf,     \
                                              size_t size) {                                       \
    return setAttribute(table, std::size(table), object, attr, buf, size);                         \
  }                                                                                                \
  cublasStatus_t cublasLt##Name##GetAttribute(Opaque object, Attributes attr, void *buf,           \
                                              size_t size, size_t *written) {                      \
    return getAttribute(table, std::size(table), object, attr, buf, size, written);                \
  }
AW_DESCRIPTOR(MatrixLayout, cublasLtMatrixLayout_t, cublasLtMatrixLayoutAttribute_t, kLayout)
AW_DESCRIPTOR(MatmulDesc, cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, kMatmul)
AW_DESCRIPTOR(MatrixTransformDesc, cublasLtMatrixTransformDesc_t,
              cublasLtMatrixTransformDescAttributes_t, kTransform)
AW_DESCRIPTOR(MatmulPreference, cublasLtMatmulPreference_t, cublasLtMatmulPreferenceAttributes_t,
              kPreference)
AW_DESCRIPTOR(EmulationDesc, cublasLtEmulationDesc_t, cublasLtEmulationDescAttributes_t, kEmulation)
#undef AW_DESCRIPTOR

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t layout, size_t,
                                                 cudaDataType type, uint64_t rows, uint64_t cols,
                                                 int64_t ld) {
  return fill(layout, MatrixLayout{.type = type,
                                   .order = CUBLASLT_ORDER_COL,
                                   .rows = rows,
                                   .cols = cols,
                                   .ld = ld,
                                   .batchCount = 1,
                                   .batchMode = 0,
                                   .stride = 0,
                                   .planeOffset = 0});
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout, cudaDataType type,
                                          uint64_t rows, uint64_t cols, int64_t ld) {
  return create(layout, [&](cublasLtMatrixLayout_t made) {
    return cublaslt::cublasLtMatrixLayoutInit_internal(made, sizeof *made, type, rows, cols, ld);
  });
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t desc, size_t,
                                               cublasComputeType_t computeType,
                                               cudaDataType_t scaleType) {
  MatmulDesc value{};
  value.computeType = computeType;
  value.scaleType = scaleType;
  value.fillMode = CUBLAS_FILL_MODE_FULL;
  value.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  value.auxType = value.biasType = -1;
  return fill(desc, value);
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc, cublasComputeType_t computeType,
                                        cudaDataType_t scaleType) {
  return create(desc, [&](cublasLtMatmulDesc_t made) {
    return cublaslt::cublasLtMatmulDescInit_internal(made, sizeof *made, computeType, scaleType);
  });
}

cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t desc, size_t,
                                                        cudaDataType scaleType) {
  return fill(desc, TransformDesc{scaleType, CUBLASLT_POINTER_MODE_HOST, CUBLAS_OP_N, CUBLAS_OP_N});
}
cublasStatus_t cublasLtMatrixTransformDescCreate(cublasLtMatrixTransformDesc_t *desc,
                                                 cudaDataType scaleType) {
  return create(desc, [&](cublasLtMatrixTransformDesc_t made) {
    return cublaslt::cublasLtMatrixTransformDescInit_internal(made, sizeof *made, scaleType);
  });
}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t pref, size_t) {
  return fill(pref, Preference{.searchMode = CUBLASLT_SEARCH_BEST_FIT,
                               .reductionSchemes = CUBLASLT_REDUCTION_SCHEME_MASK,
                               .workspace = 0,
                               .implementations = ~0ull,
                               .alignmentA = 256,
                               .alignmentB = 256,
                               .alignmentC = 256,
                               .alignmentD = 256,
                               .waves = 0});
}
cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *pref) {
  return create(pref, [](cublasLtMatmulPreference_t made) {
    return cublaslt::cublasLtMatmulPreferenceInit_internal(made, sizeof *made);
  });
}

cublasStatus_t cublasLtEmulationDescInit_internal(cublasLtEmulationDesc_t desc, size_t) {
  return fill(desc, EmulationDesc{CUBLAS_EMULATION_STRATEGY_DEFAULT,
                                  CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT,
                                  CUDA_EMULATION_MANTISSA_CONTROL_DYNAMIC, 0, 0, nullptr});
}
cublasStatus_t cublasLtEmulationDescCreate(cublasLtEmulationDesc_t *desc) {
  return create(desc, [](cublasLtEmulationDesc_t made) {
    return cublaslt::cublasLtEmulationDescInit_internal(made, sizeof *made);
  });
}

} // namespace anywarp::cublaslt
