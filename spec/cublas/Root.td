// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS (libcublas.so.13 and .12) with cuBLASXt and the legacy interface.
include "LibraryApi.td"

def cublas : LibraryInfo {
  let Name = "cublas";
  let Title = "cuBLAS";
  let File = "libcublas";
  let Versions = [13, 12];
  let Result = "cublasStatus_t";
  let Success = "CUBLAS_STATUS_SUCCESS";
  let Null = "CUBLAS_STATUS_INVALID_VALUE";
  let BadHandle = "CUBLAS_STATUS_NOT_INITIALIZED";
  let NotSupported = "CUBLAS_STATUS_NOT_SUPPORTED";
  let NoVendor = "CUBLAS_STATUS_NOT_SUPPORTED";
  let Convention = "CUBLASWINAPI";
  let HasLog = true;
  let Handles = ["cublasHandle_t", "cublasXtHandle_t"];
}

include "Types.td"
include "Vocabulary.td"
include "Context.td"
include "Transfers.td"
include "Level1.td"
include "Level1Ex.td"
include "Level2.td"
include "Level2Batched.td"
include "Gemm.td"
include "GemmEx.td"
include "Level3.td"
include "Extensions.td"
include "Factorizations.td"
include "XtTypes.td"
include "Xt.td"
include "Legacy.td"

def cublas_types : TypesHeader<["Types"]>;
def cublas_functions : SymbolsHeader<["Context", "Transfers", "Level1", "Level1Ex", "Level2", "Level2Batched", "Gemm", "GemmEx", "Level3", "Extensions", "Factorizations"]>;
def cublas_names : NamesHeader<["Context", "Transfers", "Level1", "Level1Ex", "Level2", "Level2Batched", "Gemm", "GemmEx", "Level3", "Extensions", "Factorizations"]>;
def cublasxt_types : TypesHeader<["XtTypes"]>;
def cublasxt_functions : SymbolsHeader<["Xt"]>;
def cublas_legacy : SymbolsHeader<["Legacy"]>;
