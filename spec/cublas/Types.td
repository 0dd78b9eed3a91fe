// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: types.

def cublasStatus_t : Enum<[
    Value<"CUBLAS_STATUS_SUCCESS", 0, "success">,
    Value<"CUBLAS_STATUS_NOT_INITIALIZED", 1, "the library was not initialized">,
    Value<"CUBLAS_STATUS_ALLOC_FAILED", 3, "the resource allocation failed">,
    Value<"CUBLAS_STATUS_INVALID_VALUE", 7, "an unsupported value or parameter was passed to the function">,
    Value<"CUBLAS_STATUS_ARCH_MISMATCH", 8, "the function requires an architectural feature absent from the device">,
    Value<"CUBLAS_STATUS_MAPPING_ERROR", 11, "an access to GPU memory space failed">,
    Value<"CUBLAS_STATUS_EXECUTION_FAILED", 13, "the function failed to launch on the GPU">,
    Value<"CUBLAS_STATUS_INTERNAL_ERROR", 14, "an internal operation failed">,
    Value<"CUBLAS_STATUS_NOT_SUPPORTED", 15, "the requested functionality is not supported">,
    Value<"CUBLAS_STATUS_LICENSE_ERROR", 16, "the license check failed">]>;
def cublasFillMode_t : Enum<[
    Value<"CUBLAS_FILL_MODE_LOWER", 0>,
    Value<"CUBLAS_FILL_MODE_UPPER", 1>,
    Value<"CUBLAS_FILL_MODE_FULL", 2>]>;
def cublasDiagType_t : Enum<[
    Value<"CUBLAS_DIAG_NON_UNIT", 0>,
    Value<"CUBLAS_DIAG_UNIT", 1>]>;
def cublasSideMode_t : Enum<[
    Value<"CUBLAS_SIDE_LEFT", 0>,
    Value<"CUBLAS_SIDE_RIGHT", 1>]>;
def cublasOperation_t : Enum<[
    Value<"CUBLAS_OP_N", 0>,
    Value<"CUBLAS_OP_T", 1>,
    Value<"CUBLAS_OP_C", 2>,
    Value<"CUBLAS_OP_HERMITAN", 2>,
    Value<"CUBLAS_OP_CONJG", 3>]>;
def cublasPointerMode_t : Enum<[
    Value<"CUBLAS_POINTER_MODE_HOST", 0>,
    Value<"CUBLAS_POINTER_MODE_DEVICE", 1>]>;
def cublasAtomicsMode_t : Enum<[
    Value<"CUBLAS_ATOMICS_NOT_ALLOWED", 0>,
    Value<"CUBLAS_ATOMICS_ALLOWED", 1>]>;
class AlgoNumber<string name, int number> : Value<"CUBLAS_GEMM_ALGO" # name, number>;
def cublasGemmAlgo_t : Enum<!listconcat(
    [Value<"CUBLAS_GEMM_DFALT", -1>, Value<"CUBLAS_GEMM_DEFAULT", -1>],
    !foreach(i, !range(24), AlgoNumber<"" # i, i>),
    [Value<"CUBLAS_GEMM_DEFAULT_TENSOR_OP", 99>, Value<"CUBLAS_GEMM_DFALT_TENSOR_OP", 99>],
    !foreach(i, !range(16), AlgoNumber<i # "_TENSOR_OP", !add(i, 100)>),
    [Value<"CUBLAS_GEMM_AUTOTUNE", 999>])>;
def cublasMath_t : Enum<[
    Value<"CUBLAS_DEFAULT_MATH", 0>,
    Value<"CUBLAS_TENSOR_OP_MATH", 1>,
    Value<"CUBLAS_PEDANTIC_MATH", 2>,
    Value<"CUBLAS_TF32_TENSOR_OP_MATH", 3>,
    Value<"CUBLAS_FP32_EMULATED_BF16X9_MATH", 4>,
    Value<"CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH", 8>,
    Value<"CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION", 16>]>;
def cublasComputeType_t : Enum<[
    Value<"CUBLAS_COMPUTE_16F", 64>,
    Value<"CUBLAS_COMPUTE_16F_PEDANTIC", 65>,
    Value<"CUBLAS_COMPUTE_32F", 68>,
    Value<"CUBLAS_COMPUTE_32F_PEDANTIC", 69>,
    Value<"CUBLAS_COMPUTE_32F_FAST_16F", 74>,
    Value<"CUBLAS_COMPUTE_32F_FAST_16BF", 75>,
    Value<"CUBLAS_COMPUTE_32F_FAST_TF32", 77>,
    Value<"CUBLAS_COMPUTE_32F_EMULATED_16BFX9", 78>,
    Value<"CUBLAS_COMPUTE_64F", 70>,
    Value<"CUBLAS_COMPUTE_64F_PEDANTIC", 71>,
    Value<"CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT", 79>,
    Value<"CUBLAS_COMPUTE_32I", 72>,
    Value<"CUBLAS_COMPUTE_32I_PEDANTIC", 73>]>;
def cublasEmulationStrategy_t : Enum<[
    Value<"CUBLAS_EMULATION_STRATEGY_DEFAULT", 0>,
    Value<"CUBLAS_EMULATION_STRATEGY_PERFORMANT", 1>,
    Value<"CUBLAS_EMULATION_STRATEGY_EAGER", 2>]>;
def cublasHandle_t : Handle<"cublasContext">;
def cublasLogCallback : Callback<"void", "const char *msg">;
def cublasDataType_t : Typedef<"cudaDataType">;

def CUBLAS_VER_MAJOR : Macro<"13">;
def CUBLAS_VER_MINOR : Macro<"1">;
def CUBLAS_VER_PATCH : Macro<"0">;
def CUBLAS_VER_BUILD : Macro<"3">;
def CUBLAS_VERSION : Macro<"(CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)">;
