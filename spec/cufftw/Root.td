// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFTW: the interface of FFTW 3 (libcufftw.so.12 and .11).
include "LibraryApi.td"

def cufftw : LibraryInfo {
  let Name = "cufftw";
  let Title = "cuFFTW";
  let File = "libcufftw";
  let Versions = [12, 11];
  let Result = ""; // no function has a status
  let Success = "";
  let Null = "";
  let BadHandle = "";
  let NotSupported = "null or 0";
  let NoVendor = "";
  let IsOwnOnGpu = true;
  let Convention = "CUFFTAPI";
}

include "Types.td"
include "Plans.td"
include "Execution.td"
include "Others.td"

def cufftw_types : TypesHeader<["Types"]>;
def cufftw_functions : FunctionsHeader<["Plans", "Execution", "Others"]>;
