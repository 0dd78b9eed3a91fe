// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND's host interface (libcurand.so.10).
include "LibraryApi.td"

def curand : LibraryInfo {
  let Name = "curand";
  let Title = "cuRAND";
  let File = "libcurand";
  let Versions = [10];
  let Result = "curandStatus_t";
  let Success = "CURAND_STATUS_SUCCESS";
  let Null = "CURAND_STATUS_NOT_INITIALIZED";
  let BadHandle = "CURAND_STATUS_NOT_INITIALIZED";
  let NotSupported = "CURAND_STATUS_TYPE_ERROR";
  let NoVendor = "CURAND_STATUS_INITIALIZATION_FAILED";
  let Convention = "CURANDAPI";
  let Handles = ["curandGenerator_t"];
}

include "Types.td"
include "Generator.td"
include "Generate.td"

def curand_types : TypesHeader<["Types"]>;
def curand_functions : FunctionsHeader<["Generator", "Generate"]>;
