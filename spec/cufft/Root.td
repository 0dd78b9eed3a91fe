// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT (libcufft.so.12 and .11).
include "LibraryApi.td"

def cufft : LibraryInfo {
  let Name = "cufft";
  let Title = "cuFFT";
  let File = "libcufft";
  let Versions = [12, 11];
  let Result = "cufftResult";
  let Success = "CUFFT_SUCCESS";
  let Null = "CUFFT_INVALID_VALUE";
  let BadHandle = "CUFFT_INVALID_PLAN";
  let NotSupported = "CUFFT_NOT_IMPLEMENTED";
  let NoVendor = "CUFFT_SETUP_FAILED";
  let Convention = "CUFFTAPI";
  let Handles = ["cufftHandle"];
}

include "Types.td"
include "LibXt.td"
include "XtTypes.td"
include "Plans.td"
include "Sizes.td"
include "Execution.td"
include "Settings.td"
include "XtPlans.td"
include "XtDevices.td"
include "XtCallbacks.td"

def cufft_types : TypesHeader<["Types"]>;
def cudalibxt_types : TypesHeader<["LibXt"]>;
def cufftxt_types : TypesHeader<["XtTypes"]>;
def cufft_functions : FunctionsHeader<["Plans", "Sizes", "Execution", "Settings"]>;
def cufftxt_functions : FunctionsHeader<["XtPlans", "XtDevices", "XtCallbacks"]>;
