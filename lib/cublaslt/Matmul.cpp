// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products: from descriptors to blas::Matmul, and the algorithms that programs ask for. There is
// one algorithm: it needs no workspace and takes every configuration.
#include "blas/Matmul.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "cublaslt/Descriptors.h"

namespace anywarp::cublaslt {
namespace {

using blas::Arithmetic;

enum class Class { F16, F32, F64, I32, None };
Class classOf(cublasComputeType_t type) {
  switch (type) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    return Class::F16;
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_32F_PEDANTIC:
  case CUBLAS_COMPUTE_32F_FAST_16F:
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
    return Class::F32;
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC:
  case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
    return Class::F64;
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    return Class::I32;
  }
  return Class::None;
}

/// A row of the manual's table for cublasLtMatmul: A and B have one type, C and D another.
struct Combination {
  Class kind;
  cudaDataType scale, ab, cd;
  Arithmetic arithmetic;
};
constexpr Combination kCombinations[] = {
    {Class::F16, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F, Arithmetic::F32},
    {Class::I32, CUDA_R_32I, CUDA_R_8I, CUDA_R_32I, Arithmetic::I32},
    {Class::I32, CUDA_R_32F, CUDA_R_8I, CUDA_R_8I, Arithmetic::I32},
    {Class::F32, CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF, Arithmetic::F32},
    {Class::F32, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F, Arithmetic::F32},
    {Class::F32, CUDA_R_32F, CUDA_R_8I, CUDA_R_32F, Arithmetic::F32},
    {Class::F32, CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F, Arithmetic::F32},
    {Class::F32, CUDA_R_32F, CUDA_R_16F, CUDA_R_32F, Arithmetic::F32},
    {Class::F32, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, Arithmetic::F32},
    {Class::F32, CUDA_C_32F, CUDA_C_8I, CUDA_C_32F, Arithmetic::C32},
    {Class::F32, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, Arithmetic::C32},
    {Class::F32, CUDA_C_32F, CUDA_C_16F, CUDA_C_16F, Arithmetic::C32},
    {Class::F32, CUDA_C_32F, CUDA_C_16BF, CUDA_C_16BF, Arithmetic::C32},
    {Class::F64, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, Arithmetic::F64},
    {Class::F64, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, Arithmetic::C64}};

/// Complex numbers whose parts lie in planes.
bool isPlanar(cudaDataType type) { return type == CUDA_C_16F || type == CUDA_C_16BF; }
bool isFloat8(cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }
bool isHalf(cudaDataType type) { return type == CUDA_R_16F || type == CUDA_R_16BF; }

/// 8-bit floats: not both E5M2; D is as wide as C, or 8 bits where C is a half.
bool isFloat8Product(cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType d) {
  if (!isFloat8(a) || !isFloat8(b) || (a == CUDA_R_8F_E5M2 && b == CUDA_R_8F_E5M2))
    return false;
  if (isFloat8(d))
    return isHalf(c) && (d == CUDA_R_8F_E4M3 || a == CUDA_R_8F_E5M2 || b == CUDA_R_8F_E5M2);
  return c == d && (isHalf(c) || c == CUDA_R_32F);
}

bool findArithmetic(cublasComputeType_t compute, cudaDataType scale, cudaDataType a, cudaDataType b,
                    cudaDataType c, cudaDataType d, Arithmetic &arithmetic) {
  arithmetic = Arithmetic::F32;
  // Only two E4M3 where the inputs may be rounded, none where nothing may be (seen).
  if (classOf(compute) == Class::F32 && scale == CUDA_R_32F && isFloat8Product(a, b, c, d))
    return compute == CUBLAS_COMPUTE_32F ||
           (compute != CUBLAS_COMPUTE_32F_PEDANTIC && a == CUDA_R_8F_E4M3 && b == a);
  for (const Combination &row : kCombinations)
    if (row.kind == classOf(compute) && row.scale == scale && a == row.ab && b == row.ab &&
        c == row.cd && d == row.cd) {
      arithmetic = row.arithmetic;
      return true;
    }
  return false;
}

/// Where inputs of 32 bits may be rounded, the results have their type, whatever C and D say
/// (seen).
bool ignoresResultTypes(const MatmulDesc &d, const MatrixLayout &a, const MatrixLayout &b,
                        const MatrixLayout &c, const MatrixLayout &out) {
  return (d.computeType == CUBLAS_COMPUTE_32F_FAST_16F ||
          d.computeType == CUBLAS_COMPUTE_32F_FAST_16BF ||
          d.computeType == CUBLAS_COMPUTE_32F_FAST_TF32) &&
         (d.scaleType == CUDA_R_32F || d.scaleType == CUDA_C_32F) && a.type == d.scaleType &&
         b.type == d.scaleType && c.type == out.type && out.type != d.scaleType;
}

/// The scale type is wrong for types that have an algorithm with another one: the descriptor is
/// invalid then (seen).
bool isWrongScale(cublasComputeType_t compute, cudaDataType scale, cudaDataType a, cudaDataType b,
                  cudaDataType c, cudaDataType d) {
  Arithmetic arithmetic;
  for (cudaDataType other :
       {CUDA_R_16F, CUDA_R_32F, CUDA_R_64F, CUDA_R_32I, CUDA_C_32F, CUDA_C_64F})
    if (other != scale && findArithmetic(compute, other, a, b, c, d, arithmetic))
      return true;
  return false;
}

struct EpilogueParts {
  cublasLtEpilogue_t name;
  uint32_t parts;
};
constexpr EpilogueParts kEpilogues[] = {
    {cublasLtEpilogue_t(0), 0}, // seen
    {CUBLASLT_EPILOGUE_DEFAULT, 0},
    {CUBLASLT_EPILOGUE_RELU, blas::kRelu},
    {cublasLtEpilogue_t(CUBLASLT_EPILOGUE_RELU | CUBLASLT_EPILOGUE_DEFAULT), blas::kRelu}, // seen
    {CUBLASLT_EPILOGUE_RELU_AUX, blas::kRelu | blas::kAux},
    {CUBLASLT_EPILOGUE_BIAS, blas::kBias},
    {CUBLASLT_EPILOGUE_RELU_BIAS, blas::kRelu | blas::kBias},
    {CUBLASLT_EPILOGUE_RELU_AUX_BIAS, blas::kRelu | blas::kAux | blas::kBias},
    {CUBLASLT_EPILOGUE_DRELU, blas::kReluGradient | blas::kAux},
    {CUBLASLT_EPILOGUE_DRELU_BGRAD, blas::kReluGradient | blas::kAux | blas::kBiasGradient},
    {CUBLASLT_EPILOGUE_GELU, blas::kGelu},
    {CUBLASLT_EPILOGUE_GELU_AUX, blas::kGelu | blas::kAux},
    {CUBLASLT_EPILOGUE_GELU_BIAS, blas::kGelu | blas::kBias},
    {CUBLASLT_EPILOGUE_GELU_AUX_BIAS, blas::kGelu | blas::kAux | blas::kBias},
    {CUBLASLT_EPILOGUE_DGELU, blas::kGeluGradient | blas::kAux},
    {CUBLASLT_EPILOGUE_DGELU_BGRAD, blas::kGeluGradient | blas::kAux | blas::kBiasGradient},
    {CUBLASLT_EPILOGUE_BGRADA, blas::kBiasGradientA},
    {CUBLASLT_EPILOGUE_BGRADB, blas::kBiasGradientB}};
/// Numbers without a name (seen): gradients, and GELU whose input is stored where there is a place
/// for it.
uint32_t namelessEpilogue(int number, bool hasAux) {
  const uint32_t aux = hasAux ? blas::kAux : 0;
  switch (number) {
  case 8:
    return blas::kReluGradient | blas::kAux;
  case 64:
    return blas::kGeluGradient | blas::kAux;
  case 128:
    return blas::kGelu | aux;
  case 132:
    return blas::kGelu | blas::kBias | aux;
  }
  return 0;
}
/// More for which an algorithm is found (seen). What they do with the bias nothing says.
bool isUnknownEpilogue(int number) { return number == 16 || number == 144; }
const EpilogueParts *findEpilogue(int number) {
  const auto *found = std::find_if(std::begin(kEpilogues), std::end(kEpilogues),
                                   [&](const EpilogueParts &e) { return e.name == number; });
  return found == std::end(kEpilogues) ? nullptr : found;
}
bool isNamed(int number) { return findEpilogue(number); }
uint32_t partsOf(const MatmulDesc &d) {
  const EpilogueParts *found = findEpilogue(d.epilogue);
  return found ? found->parts : namelessEpilogue(d.epilogue, d.aux);
}
/// A gradient goes with no other function (seen).
bool isContradiction(int number) { return (number & 64) && (number & (4 | 32)); }
constexpr uint32_t kUsesBias =
    blas::kBias | blas::kBiasGradient | blas::kBiasGradientA | blas::kBiasGradientB;

/// Rows and columns of a stored matrix fit its leading dimension.
bool isLayout(const MatrixLayout &l) {
  const auto rows = int64_t(l.rows), cols = int64_t(l.cols);
  switch (l.order) {
  case CUBLASLT_ORDER_COL:
    return l.ld >= rows;
  case CUBLASLT_ORDER_ROW:
    return l.ld >= cols;
  case CUBLASLT_ORDER_COL32:
    return l.ld >= 32 * rows;
  case CUBLASLT_ORDER_COL4_4R2_8C:
    return l.ld >= 32 * ((rows + 7) / 8 * 8);
  case CUBLASLT_ORDER_COL32_2R_4R4:
    return l.ld >= 32 * ((rows + 31) / 32 * 32);
  }
  return false;
}

blas::Operand operandOf(const MatrixLayout &l, const void *data) {
  blas::Operand o;
  o.data = data;
  o.ld = l.ld;
  o.stride = l.stride;
  o.type = l.type == CUDA_C_16F ? CUDA_R_16F : l.type == CUDA_C_16BF ? CUDA_R_16BF : l.type;
  o.plane = l.planeOffset;
  o.order = blas::Order(l.order);
  o.isArray = l.batchMode == CUBLASLT_BATCH_MODE_POINTER_ARRAY;
  return o;
}
void transpose(blas::Operand &o, cublasOperation_t op) {
  o.isTransposed = op != CUBLAS_OP_N;
  o.isConjugated = op == CUBLAS_OP_C;
}

blas::Rounding roundingOf(cublasComputeType_t compute) {
  switch (compute) {
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_FAST_16BF: // an H200 keeps as many bits (seen)
    return blas::Rounding::Tf32;
  case CUBLAS_COMPUTE_32F_FAST_16F:
    return blas::Rounding::Half;
  default:
    return blas::Rounding::None;
  }
}

/// alpha and beta by the pointer mode.
void readScalars(const MatmulDesc &d, const void *alpha, const void *beta, blas::Matmul &p) {
  const bool isVector = d.pointerMode >= CUBLASLT_POINTER_MODE_DEVICE_VECTOR;
  auto read = [&](const void *value, bool isHost, bool vector) {
    blas::Scalar s;
    if (isHost)
      s.value = value ? blas::readScalar(value, d.scaleType) : blas::DoubleComplex(0);
    else
      s.device = value;
    s.isVector = vector;
    s.batchStride = vector ? d.alphaStride : 0;
    return s;
  };
  p.alpha = read(alpha, d.pointerMode == CUBLASLT_POINTER_MODE_HOST, isVector);
  switch (d.pointerMode) {
  case CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO:
    p.beta = {};
    break;
  case CUBLASLT_POINTER_MODE_HOST:
  case CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST:
    p.beta = read(beta, true, false);
    break;
  default:
    p.beta = read(beta, false, isVector);
  }
}

cublasStatus_t describeEpilogue(const MatmulDesc &d, const MatrixLayout &out, bool isRun,
                                blas::Matmul &p) {
  const bool isWhole = d.scaleType == CUDA_R_32I;
  const bool isComplex = p.arithmetic == Arithmetic::C32 || p.arithmetic == Arithmetic::C64;
  if (isUnknownEpilogue(d.epilogue))
    return isRun || isWhole || isComplex ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
  blas::Epilogue &e = p.epilogue;
  e.parts = partsOf(d);
  if (!e.parts && !isNamed(d.epilogue))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  // The bias has D's type; that of 8-bit floats has C's or bfloat16, that of 8-bit integers is
  // float.
  const cudaDataType usual = isFloat8(out.type)      ? (isHalf(p.c.type) ? p.c.type : CUDA_R_16BF)
                             : out.type == CUDA_R_8I ? CUDA_R_32F
                             : isFloat8(p.a.type) && out.type == CUDA_R_32F ? CUDA_R_16BF
                                                                            : out.type;
  e.biasType = d.biasType == -1 ? usual : cudaDataType(d.biasType);
  e.auxType = d.auxType == -1 ? out.type : cudaDataType(d.auxType);
  // Seen: a type of the bias is looked at whether there is one or not; complex and whole numbers
  // have no epilogue.
  const bool isNarrow = isFloat8(p.a.type);
  const bool isUniform = (p.a.type == out.type && !isNarrow && out.type != CUDA_R_8I) || isWhole;
  const bool hasOwnBias = isWhole || (!isNarrow && out.type != CUDA_R_8I);
  if (hasOwnBias && e.biasType != out.type)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (isNarrow && (e.parts & kUsesBias) && e.biasType != usual)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  e.bias = d.bias;
  e.biasStride = d.biasStride;
  e.aux = d.aux;
  e.auxLd = d.auxLd;
  e.auxStride = d.auxStride;
  e.auxScale = d.auxScale;
  e.amax = static_cast<float *>(d.amax);
  e.auxAmax = static_cast<float *>(d.auxAmax);
  if (isRun && bool(e.parts & kUsesBias) != bool(d.bias)) // one that is not used, too (seen)
    return CUBLAS_STATUS_INVALID_VALUE;
  const bool isMask = e.parts & (blas::kRelu | blas::kReluGradient);
  // A mask has no type; other values have that of the result (seen).
  if ((e.parts & blas::kAux) && (isUniform || isNarrow) && d.auxType != -1 &&
      (isMask || e.auxType != out.type))
    return CUBLAS_STATUS_INVALID_VALUE;
  // An algorithm is found before the place of the values is known, and a number without a name has
  // none (seen).
  if ((e.parts & blas::kAux) && (isRun || (d.auxLd && (d.epilogue & 128))) &&
      ((isRun && !d.aux) || d.auxLd < p.m || (isMask && d.auxLd % 128)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (e.parts && (isComplex || isWhole))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (isRun && e.parts == blas::kRelu && d.aux) // no mask is stored then (seen)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return CUBLAS_STATUS_SUCCESS;
}

/// Scales of more than one number: those of a pair of kinds that an H200 has (seen).
cublasStatus_t checkScaleModes(const MatmulDesc &d, const blas::Matmul &p) {
  if (d.scaleModeC || d.scaleModeD)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!d.scaleModeA && !d.scaleModeB)
    return CUBLAS_STATUS_SUCCESS;
  constexpr int kVector = CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F,
                kGroup = CUBLASLT_MATMUL_MATRIX_SCALE_VEC128_32F,
                kBlock = CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F,
                kShort = CUBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0;
  const auto isLarge = [](int mode) { return mode >= kVector && mode <= kBlock; };
  const int a = d.scaleModeA, b = d.scaleModeB;
  const bool isPair = (isLarge(a) && isLarge(b)) || (a == kShort && b == kShort);
  if (!isPair || !d.scaleA || !d.scaleB || isFloat8(p.d.type))
    return CUBLAS_STATUS_INVALID_VALUE;
  const bool isOffered = (a == kVector && b != kGroup) || (a == kGroup && b != kVector) ||
                         (a == kBlock && b == kGroup);
  return a != kShort && isOffered ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED;
}

cublasStatus_t describeScales(const MatmulDesc &d, blas::Matmul &p) {
  struct Side {
    blas::Operand *o;
    const void *scale;
    int32_t mode;
  };
  // Scales are for 8-bit floats, and what describes 8-bit results is for them only (seen).
  if (!isFloat8(p.a.type)) {
    const bool hasScale = d.scaleA || d.scaleB || d.scaleC || d.scaleD || d.amax;
    if (hasScale || d.scaleModeA || d.scaleModeB || d.scaleModeC || d.scaleModeD)
      return CUBLAS_STATUS_INVALID_VALUE;
  } else if (!isFloat8(p.d.type) && (d.scaleD || d.amax)) {
    return CUBLAS_STATUS_INVALID_VALUE;
  }
  if (cublasStatus_t status = checkScaleModes(d, p))
    return status;
  for (const Side &s : {Side{&p.a, d.scaleA, d.scaleModeA}, Side{&p.b, d.scaleB, d.scaleModeB},
                        Side{&p.c, d.scaleC, d.scaleModeC}, Side{&p.d, d.scaleD, d.scaleModeD}}) {
    s.o->scale = s.scale;
    s.o->scaleMode = blas::ScaleMode(s.mode);
    const bool isInput = s.o == &p.a || s.o == &p.b;
    if (s.scale && (s.mode < 0 || s.mode > CUBLASLT_MATMUL_MATRIX_SCALE_BLK128x128_32F ||
                    s.mode == CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3 || (!isInput && s.mode)))
      return CUBLAS_STATUS_NOT_SUPPORTED;
  }
  return d.outScale ? CUBLAS_STATUS_NOT_SUPPORTED : CUBLAS_STATUS_SUCCESS;
}

/// Bytes in columns or rows lie in groups of four (seen). Where the sum runs along both of them
/// every product has an algorithm. Elsewhere few rows have one, and larger results in whole groups.
bool hasBytesAlgorithm(const MatmulDesc &d, const MatrixLayout &a, const MatrixLayout &b,
                       const MatrixLayout &out) {
  if (a.order > CUBLASLT_ORDER_ROW || b.order > CUBLASLT_ORDER_ROW ||
      out.order > CUBLASLT_ORDER_ROW)
    return true;
  bool acrossA = (d.transa != CUBLAS_OP_N) != (a.order == CUBLASLT_ORDER_ROW);
  bool acrossB = (d.transb != CUBLAS_OP_N) != (b.order == CUBLASLT_ORDER_ROW);
  auto m = int64_t(out.rows), n = int64_t(out.cols);
  if (out.order == CUBLASLT_ORDER_ROW) { // its transpose, of the transposes
    std::swap(m, n);
    acrossA = !std::exchange(acrossB, !acrossA);
  }
  const bool isNarrow = out.type == CUDA_R_8I;
  if (m % 4 || a.ld % 4 || b.ld % 4 || (isNarrow && out.ld % 4))
    return false;
  if (acrossA && !acrossB)
    return true;
  if (isNarrow)
    return m < 32 && (d.epilogue & ~CUBLASLT_EPILOGUE_DEFAULT) == 0;
  return m < 32 || (n % 8 == 0 && (out.batchCount == 1 || m == 32) && (!acrossA || m % 32 == 0));
}

/// Types and epilogues that go together. They come before sizes, and a heuristic that they refuse
/// tells no count (seen).
cublasStatus_t checkKinds(const MatmulDesc &d, const MatrixLayout &a, const MatrixLayout &b,
                          const MatrixLayout &c, const MatrixLayout &out) {
  const auto finds = [&](cudaDataType typeA, cudaDataType typeB, cudaDataType typeC) {
    Arithmetic arithmetic;
    return findArithmetic(d.computeType, d.scaleType, typeA, typeB, typeC, out.type, arithmetic);
  };
  if (isWrongScale(d.computeType, d.scaleType, a.type, b.type, c.type, out.type))
    return CUBLAS_STATUS_INVALID_VALUE;
  // C has not the type that fits A, B and D (seen).
  if (c.type != out.type && !isFloat8(a.type) && finds(a.type, b.type, out.type))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!finds(a.type, b.type, c.type)) {
    // Nor has B the one that fits A; results by rows are those of the transposes (seen).
    const cudaDataType first = out.order == CUBLASLT_ORDER_ROW ? b.type : a.type;
    return !isFloat8(first) && finds(first, first, c.type) ? CUBLAS_STATUS_INVALID_VALUE
                                                           : CUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (d.fillMode != CUBLAS_FILL_MODE_FULL || d.transc != CUBLAS_OP_N)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (c.order != out.order || c.rows != out.rows || c.cols != out.cols)
    return CUBLAS_STATUS_INVALID_VALUE;
  // Sums of inputs run over whole columns in memory, and not of complex numbers; by rows go plain
  // results, their ReLU and GELU (seen).
  const uint32_t parts = partsOf(d);
  const bool isComplex = a.type == CUDA_C_32F || a.type == CUDA_C_64F;
  if ((isComplex && (parts & (blas::kBiasGradientA | blas::kBiasGradientB))) ||
      ((parts & blas::kBiasGradientA) &&
       (d.transa != CUBLAS_OP_N || a.order != CUBLASLT_ORDER_COL)) ||
      ((parts & blas::kBiasGradientB) &&
       (d.transb == CUBLAS_OP_N || b.order != CUBLASLT_ORDER_COL)) ||
      (out.order == CUBLASLT_ORDER_ROW && (parts & ~(blas::kRelu | blas::kGelu))))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return CUBLAS_STATUS_SUCCESS;
}

/// Everything but the matrices' addresses and scalars; `isRun`: pointers are looked at too.
cublasStatus_t describe(const MatmulDesc &d, const MatrixLayout &a, const MatrixLayout &b,
                        const MatrixLayout &c, const MatrixLayout &out, bool isRun,
                        blas::Matmul &p) {
  if (ignoresResultTypes(d, a, b, c, out)) {
    MatrixLayout plainC = c, plainOut = out;
    plainC.type = plainOut.type = d.scaleType;
    return describe(d, a, b, plainC, plainOut, isRun, p);
  }
  if (unsigned(d.transa) > CUBLAS_OP_C || unsigned(d.transb) > CUBLAS_OP_C ||
      unsigned(d.pointerMode) > CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (cublasStatus_t status = checkKinds(d, a, b, c, out))
    return status;
  findArithmetic(d.computeType, d.scaleType, a.type, b.type, c.type, out.type, p.arithmetic);
  const bool isPlainA = d.transa == CUBLAS_OP_N, isPlainB = d.transb == CUBLAS_OP_N;
  p.m = int64_t(isPlainA ? a.rows : a.cols);
  p.k = int64_t(isPlainA ? a.cols : a.rows);
  p.n = int64_t(isPlainB ? b.cols : b.rows);
  p.batches = out.batchCount;
  if (int64_t(isPlainB ? b.rows : b.cols) != p.k)
    return CUBLAS_STATUS_INVALID_VALUE;
  for (const MatrixLayout *l : {&c, &out})
    if (int64_t(l->rows) != p.m || int64_t(l->cols) != p.n)
      return CUBLAS_STATUS_INVALID_VALUE;
  for (const MatrixLayout *l : {&a, &b, &c, &out})
    if (!(isLayout(*l) || (l == &c && c.ld == 0)) || l->batchCount != out.batchCount ||
        l->batchCount < 0)
      return CUBLAS_STATUS_INVALID_VALUE;
  for (const MatrixLayout *l : {&a, &b, &c, &out})
    if (isPlanar(l->type) != bool(l->planeOffset))
      return CUBLAS_STATUS_NOT_SUPPORTED;
  if (isContradiction(d.epilogue))
    return CUBLAS_STATUS_INVALID_VALUE;
  // 8-bit floats: A transposed, B not, columns of whole groups of 16 bytes (seen).
  if (isFloat8(a.type) && (isPlainA || !isPlainB || p.m * blas::sizeOf(out.type) % 16 || p.k % 16 ||
                           a.order != CUBLASLT_ORDER_COL || b.order != CUBLASLT_ORDER_COL))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  // A vector of factors for the rows is for bytes alone. A bias that is not used is told first
  // (seen).
  if (a.type != CUDA_R_8I && d.pointerMode > CUBLASLT_POINTER_MODE_DEVICE)
    return isRun && d.bias && !(d.epilogue & CUBLASLT_EPILOGUE_BIAS) ? CUBLAS_STATUS_INVALID_VALUE
                                                                     : CUBLAS_STATUS_NOT_SUPPORTED;
  // Bytes: vectors of scales for results that are not scaled are missing, and bytes come with one
  // beta (seen).
  if (a.type == CUDA_R_8I && d.scaleType == CUDA_R_32I &&
      d.pointerMode > CUBLASLT_POINTER_MODE_DEVICE)
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (out.type == CUDA_R_8I && out.order == CUBLASLT_ORDER_COL &&
      (d.pointerMode == CUBLASLT_POINTER_MODE_DEVICE_VECTOR ||
       d.pointerMode == CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (a.type == CUDA_R_8I && (out.type == CUDA_R_8I || out.type == CUDA_R_32I) &&
      !hasBytesAlgorithm(d, a, b, out))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  p.scaleType = d.scaleType;
  if (a.type == CUDA_R_32F || a.type == CUDA_C_32F)
    p.rounding = roundingOf(d.computeType);
  p.a = operandOf(a, nullptr);
  p.b = operandOf(b, nullptr);
  p.c = operandOf(c, nullptr);
  p.d = operandOf(out, nullptr);
  transpose(p.a, d.transa);
  transpose(p.b, d.transb);
  if (cublasStatus_t status = describeScales(d, p))
    return status;
  if (cublasStatus_t status = describeEpilogue(d, out, isRun, p))
    return status;
  // A conjugate of a matrix that lies across the result would not be a transpose (seen).
  if (a.type == CUDA_C_32F || a.type == CUDA_C_64F)
    for (auto [order, op] : {std::pair(a.order, d.transa), std::pair(b.order, d.transb)})
      if (order != out.order && op == CUBLAS_OP_C)
        return CUBLAS_STATUS_NOT_SUPPORTED;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t statusOf(CUresult result) {
  return result == CUDA_SUCCESS ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// Programs keep the number of the algorithm that was best on a GPU. These numbers are small.
/// Each names the one algorithm that is here.
bool isAlgoId(int id) { return id >= 0 && id < 128; }
bool isAlgo(const Algo &algo) { return algo.isSet == kAlgoMark && isAlgoId(algo.id); }
void setAlgo(cublasLtMatmulAlgo_t *algo, int id = 0) {
  *algo = {};
  of(algo).id = id;
  of(algo).splitK = 1;
  of(algo).isSet = kAlgoMark;
}
void fillResult(cublasLtMatmulHeuristicResult_t &result, const cublasLtMatmulAlgo_t *algo) {
  result = {};
  if (algo)
    result.algo = *algo;
  else
    setAlgo(&result.algo);
  result.state = CUBLAS_STATUS_SUCCESS;
  result.wavesCount = 1;
}

} // namespace

cublasStatus_t cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t computeDesc, const void *alpha,
                              const void *A, cublasLtMatrixLayout_t Adesc, const void *B,
                              cublasLtMatrixLayout_t Bdesc, const void *beta, const void *C,
                              cublasLtMatrixLayout_t Cdesc, void *D, cublasLtMatrixLayout_t Ddesc,
                              const cublasLtMatmulAlgo_t *algo, void *, size_t,
                              cudaStream_t stream) {
  const MatmulDesc &d = of(computeDesc);
  blas::Matmul p;
  if (cublasStatus_t status = describe(d, of(Adesc), of(Bdesc), of(Cdesc), of(Ddesc), true, p))
    return status;
  const bool needsBeta = d.pointerMode != CUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO;
  if ((algo && !isAlgo(of(algo))) || !alpha || (needsBeta && !beta))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!p.m || !p.n) // though the heuristic has found something (seen)
    return CUBLAS_STATUS_EXECUTION_FAILED;
  readScalars(d, alpha, beta, p);
  p.a.data = A;
  p.b.data = B;
  p.c.data = C;
  p.d.data = D;
  return statusOf(blas::multiply(stream, p));
}

cublasStatus_t
cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t operationDesc,
                               cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
                               cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
                               cublasLtMatmulPreference_t, int,
                               cublasLtMatmulHeuristicResult_t *results, int *returnAlgoCount) {
  blas::Matmul p;
  const cublasStatus_t status =
      describe(of(operationDesc), of(Adesc), of(Bdesc), of(Cdesc), of(Ddesc), false, p);
  const bool isRefused = checkKinds(of(operationDesc), of(Adesc), of(Bdesc), of(Cdesc), of(Ddesc));
  if (status != CUBLAS_STATUS_INVALID_VALUE &&
      (!status || !isRefused)) // others leave the count (seen)
    *returnAlgoCount = 0;
  if (status != CUBLAS_STATUS_SUCCESS)
    return status;
  fillResult(results[0], nullptr);
  *returnAlgoCount = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t, cublasComputeType_t computeType,
                                        cudaDataType_t scaleType, cudaDataType_t Atype,
                                        cudaDataType_t Btype, cudaDataType_t Ctype,
                                        cudaDataType_t Dtype, int, int *algoIdsArray,
                                        int *returnAlgoCount) {
  Arithmetic arithmetic;
  *returnAlgoCount = 0;
  if (!findArithmetic(computeType, scaleType, Atype, Btype, Ctype, Dtype, arithmetic))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  algoIdsArray[0] = 0;
  *returnAlgoCount = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t, cublasComputeType_t computeType,
                                      cudaDataType_t scaleType, cudaDataType_t Atype,
                                      cudaDataType_t Btype, cudaDataType_t Ctype,
                                      cudaDataType_t Dtype, int algoId,
                                      cublasLtMatmulAlgo_t *algo) {
  Arithmetic arithmetic;
  if (!isAlgoId(algoId))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!findArithmetic(computeType, scaleType, Atype, Btype, Ctype, Dtype, arithmetic))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  setAlgo(algo, algoId);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t, cublasLtMatmulDesc_t operationDesc,
                                       cublasLtMatrixLayout_t Adesc, cublasLtMatrixLayout_t Bdesc,
                                       cublasLtMatrixLayout_t Cdesc, cublasLtMatrixLayout_t Ddesc,
                                       const cublasLtMatmulAlgo_t *algo,
                                       cublasLtMatmulHeuristicResult_t *result) {
  blas::Matmul p;
  if (!isAlgo(of(algo)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (cublasStatus_t status =
          describe(of(operationDesc), of(Adesc), of(Bdesc), of(Cdesc), of(Ddesc), false, p))
    return status;
  const cublasLtMatmulAlgo_t copy = *algo; // may be the one in *result
  fillResult(*result, &copy);
  return CUBLAS_STATUS_SUCCESS;
}

namespace {

uint64_t capabilityOf(cublasLtMatmulAlgoCapAttributes_t attr, size_t &size) {
  size = sizeof(int32_t);
  switch (attr) {
  case CUBLASLT_ALGO_CAP_SPLITK_SUPPORT:
  case CUBLASLT_ALGO_CAP_STRIDED_BATCH_SUPPORT:
  case CUBLASLT_ALGO_CAP_OUT_OF_PLACE_RESULT_SUPPORT:
  case CUBLASLT_ALGO_CAP_CUSTOM_MEMORY_ORDER:
  case CUBLASLT_ALGO_CAP_POINTER_ARRAY_BATCH_SUPPORT:
    return 1;
  case CUBLASLT_ALGO_CAP_CTA_SWIZZLING_SUPPORT:
  case CUBLASLT_ALGO_CAP_UPLO_SUPPORT:
  case CUBLASLT_ALGO_CAP_CUSTOM_OPTION_MAX:
  case CUBLASLT_ALGO_CAP_LD_NEGATIVE:
  case CUBLASLT_ALGO_CAP_FLOATING_POINT_EMULATION_SUPPORT:
    return 0;
  case CUBLASLT_ALGO_CAP_TILE_IDS:
    return CUBLASLT_MATMUL_TILE_UNDEFINED;
  case CUBLASLT_ALGO_CAP_STAGES_IDS:
    return CUBLASLT_MATMUL_STAGES_UNDEFINED;
  case CUBLASLT_ALGO_CAP_REDUCTION_SCHEME_MASK:
    return CUBLASLT_REDUCTION_SCHEME_MASK;
  case CUBLASLT_ALGO_CAP_POINTER_MODE_MASK:
    return 31;
  case CUBLASLT_ALGO_CAP_EPILOGUE_MASK: {
    uint64_t mask = 0;
    for (const EpilogueParts &e : kEpilogues)
      mask |= e.name;
    return mask;
  }
  case CUBLASLT_ALGO_CAP_NUMERICAL_IMPL_FLAGS:
    size = sizeof(uint64_t);
    return CUBLASLT_NUMERICAL_IMPL_FLAGS_FMA;
  case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_A_BYTES:
  case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_B_BYTES:
  case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_C_BYTES:
  case CUBLASLT_ALGO_CAP_MIN_ALIGNMENT_D_BYTES:
    return 1;
  }
  size = 0;
  return 0;
}

#define AW_CONFIG(number, member) {number, offsetof(Algo, member), sizeof(Algo::member)}
constexpr Attribute kConfig[] = {AW_CONFIG(CUBLASLT_ALGO_CONFIG_ID, id),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_TILE_ID, tile),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_SPLITK_NUM, splitK),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME, reduction),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_CTA_SWIZZLING, swizzling),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_CUSTOM_OPTION, customOption),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_STAGES_ID, stages),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_INNER_SHAPE_ID, innerShape),
                                 AW_CONFIG(CUBLASLT_ALGO_CONFIG_CLUSTER_SHAPE_ID, clusterShape)};
#undef AW_CONFIG

} // namespace

cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *algo,
                                                 cublasLtMatmulAlgoCapAttributes_t attr, void *buf,
                                                 size_t sizeInBytes, size_t *sizeWritten) {
  size_t size;
  const uint64_t value = capabilityOf(attr, size);
  const bool isList = attr == CUBLASLT_ALGO_CAP_TILE_IDS || attr == CUBLASLT_ALGO_CAP_STAGES_IDS;
  if (!size || !isAlgo(of(algo)) || (!isList && sizeInBytes && sizeInBytes != size))
    return CUBLAS_STATUS_INVALID_VALUE;
  return handOut(&value, size, buf, sizeInBytes, sizeWritten);
}

cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *algo,
                                                    cublasLtMatmulAlgoConfigAttributes_t attr,
                                                    const void *buf, size_t sizeInBytes) {
  if (attr == CUBLASLT_ALGO_CONFIG_ID)
    return CUBLAS_STATUS_INVALID_VALUE; // set by AlgoInit
  return setAttribute(kConfig, std::size(kConfig), algo, attr, buf, sizeInBytes);
}
cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *algo,
                                                    cublasLtMatmulAlgoConfigAttributes_t attr,
                                                    void *buf, size_t sizeInBytes,
                                                    size_t *sizeWritten) {
  return getAttribute(kConfig, std::size(kConfig), algo, attr, buf, sizeInBytes, sizeWritten);
}

} // namespace anywarp::cublaslt
