// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: callbacks and records for tools (libcupti.so.13).
include "LibraryApi.td"

def cupti : LibraryInfo {
  let Name = "cupti";
  let Title = "CUPTI";
  let File = "libcupti";
  let Versions = [13, 12];
  let Result = "CUptiResult";
  let Success = "CUPTI_SUCCESS";
  let Null = "CUPTI_ERROR_INVALID_PARAMETER";
  let BadHandle = "CUPTI_ERROR_INVALID_PARAMETER";
  let NotSupported = "CUPTI_ERROR_NOT_SUPPORTED";
  let NoVendor = "CUPTI_ERROR_NOT_SUPPORTED";
  let Convention = "CUPTIAPI";
  let Handles = ["CUpti_SubscriberHandle"];
  let Notes = "noteStatus";
}

include "Result.td"
include "Version.td"
include "Callbacks.td"
include "Events.td"
include "Metrics.td"
include "Activity.td"
include "Profiler.td"
include "DriverCalls.td"
include "RuntimeCalls.td"

def cupti_types : TypesHeader<["Result", "Version", "Callbacks", "Events", "Metrics", "Activity"]>;
def cupti_driver_cbids : TypesHeader<["DriverCalls"]>;
def cupti_runtime_cbids : TypesHeader<["RuntimeCalls"]>;
def cupti_functions : FunctionsHeader<["Result", "Version", "Callbacks", "Events", "Metrics", "Activity", "Profiler"]>;
