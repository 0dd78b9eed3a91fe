// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt (libcublasLt.so.13 and .12). The status codes are cuBLAS's.
include "LibraryApi.td"

def cublaslt : LibraryInfo {
  let Name = "cublaslt";
  let Title = "cuBLASLt";
  let File = "libcublasLt";
  let Versions = [13, 12];
  let Result = "cublasStatus_t";
  let Success = "CUBLAS_STATUS_SUCCESS";
  let Null = "CUBLAS_STATUS_INVALID_VALUE";
  let BadHandle = "CUBLAS_STATUS_NOT_INITIALIZED";
  let NotSupported = "CUBLAS_STATUS_NOT_SUPPORTED";
  let NoVendor = "CUBLAS_STATUS_NOT_SUPPORTED";
  let Convention = "CUBLASWINAPI";
  let HasLog = true;
  let Handles = ["cublasLtHandle_t"];
}

include "cublas/Types.td"
include "LtTypes.td"
include "Shapes.td"
include "Context.td"
include "Descriptors.td"
include "Matmul.td"

def cublaslt_status : TypesHeader<["Types"]>; // of cublas_api.h
def cublaslt_types : TypesHeader<["LtTypes", "Shapes"]>;
def cublaslt_functions : FunctionsHeader<["Context", "Descriptors", "Matmul"]>;
