// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvBLAS (libnvblas.so.13 and .12): level 3 of the Fortran BLAS, for programs that are linked or preloaded with it.
include "LibraryApi.td"

def nvblas : LibraryInfo {
  let Name = "nvblas";
  let Title = "nvBLAS";
  let File = "libnvblas";
  let Versions = [13, 12];
  let Result = "cublasStatus_t"; // of no function here
  let Success = "CUBLAS_STATUS_SUCCESS";
  let Null = "CUBLAS_STATUS_INVALID_VALUE";
  let BadHandle = "CUBLAS_STATUS_NOT_INITIALIZED";
  let NotSupported = "CUBLAS_STATUS_NOT_SUPPORTED";
  let NoVendor = "CUBLAS_STATUS_NOT_SUPPORTED";
}

include "cublas/Types.td"
include "Level3.td"

def nvblas_status : TypesHeader<["Types"]>; // of cublas_api.h
def nvblas_functions : FunctionsHeader<["Level3"]>;
