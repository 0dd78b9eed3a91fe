// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASXt: types.

def cublasXtHandle_t : Handle<"cublasXtContext">;
def cublasXtPinnedMemMode_t : Enum<[Value<"CUBLASXT_PINNING_DISABLED", 0>, Value<"CUBLASXT_PINNING_ENABLED", 1>]>;
def cublasXtOpType_t
    : Enum<[Value<"CUBLASXT_FLOAT", 0>, Value<"CUBLASXT_DOUBLE", 1>, Value<"CUBLASXT_COMPLEX", 2>, Value<"CUBLASXT_DOUBLECOMPLEX", 3>]>;
defvar xtOperations = ["GEMM", "SYRK", "HERK", "SYMM", "HEMM", "TRSM", "SYR2K", "HER2K", "SPMM", "SYRKX", "HERKX", "TRMM", "ROUTINE_MAX"];
def cublasXtBlasOp_t : Enum<!foreach(i, !range(13), Value<!strconcat("CUBLASXT_", xtOperations[i]), i>)>;
