// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVERMg (libcusolverMg.so.12): dense matrices spread over several devices. The status codes are cuSOLVER's.
include "LibraryApi.td"

def cusolvermg : LibraryInfo {
  let Name = "cusolvermg";
  let Title = "cuSOLVERMg";
  let File = "libcusolverMg";
  let Versions = [12, 11];
  let Result = "cusolverStatus_t";
  let Success = "CUSOLVER_STATUS_SUCCESS";
  let Null = "CUSOLVER_STATUS_INVALID_VALUE";
  let BadHandle = "CUSOLVER_STATUS_NOT_INITIALIZED";
  let NotSupported = "CUSOLVER_STATUS_NOT_SUPPORTED";
  let NoVendor = "CUSOLVER_STATUS_ARCH_MISMATCH";
  let Convention = "CUSOLVERAPI";
  let Handles = ["cusolverMgHandle_t"];
}

class Int<string name> : In<"int", name>;
class Int64<string name> : In<"int64_t", name>;
class DataType<string name> : In<"cudaDataType", name>;
defvar Mg = In<"cusolverMgHandle_t", "handle">;
defvar Fill = In<"cublasFillMode_t", "uplo">;

include "cusolver/TypesCommon.td"
include "Types.td"
include "Mg.td"

def cusolvermg_status : TypesHeader<["TypesCommon"]>; // of cusolver_common.h
def cusolvermg_types : TypesHeader<["Types"]>;
def cusolvermg_functions : FunctionsHeader<["Mg"]>;
