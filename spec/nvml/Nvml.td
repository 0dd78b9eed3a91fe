// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The management library (libnvidia-ml.so.1).
include "Api.td"

// Absent here: what a device made of CPUs does not have. It answers NVML_ERROR_NOT_SUPPORTED.
class NvmlFunction<list<Param> params, Status status = Absent, Requirement requires = Initialized>
    : Function<params, requires, status> {
  string Result = "nvmlReturn_t";
}
// Exported, but declared in no header: NVML_ERROR_NOT_SUPPORTED, too.
class NvmlNames<list<string> names> { list<string> Names = names; }

include "Types.td"
include "System.td"
include "Device.td"
include "Sensors.td"
include "Settings.td"
include "Names.td"

def nvml_types : TypesHeader<["Types"]>;
def nvml_functions : FunctionsHeader<["System", "Device", "Sensors", "Settings"]>;
