// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Management library: types and numbers, as far as the declared functions need them.

def NVML_INIT_FLAG_NO_GPUS : Macro<"1">;
def NVML_INIT_FLAG_NO_ATTACH : Macro<"2">;
def NVML_INIT_FLAG_FORCE_INIT : Macro<"4">;
def NVML_VALUE_NOT_AVAILABLE : Macro<"(-1)">;
def NVML_DEVICE_INFOROM_VERSION_BUFFER_SIZE : Macro<"16">;
def NVML_DEVICE_UUID_BUFFER_SIZE : Macro<"80">;
def NVML_DEVICE_UUID_V2_BUFFER_SIZE : Macro<"96">;
def NVML_DEVICE_PART_NUMBER_BUFFER_SIZE : Macro<"80">;
def NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE : Macro<"80">;
def NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE : Macro<"80">;
def NVML_DEVICE_NAME_BUFFER_SIZE : Macro<"64">;
def NVML_DEVICE_NAME_V2_BUFFER_SIZE : Macro<"96">;
def NVML_DEVICE_SERIAL_BUFFER_SIZE : Macro<"30">;
def NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE : Macro<"32">;
def NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE : Macro<"32">;
def NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE : Macro<"16">;
def NVML_NVLINK_MAX_LINKS : Macro<"18">;
def NVML_MAX_PHYSICAL_BRIDGE : Macro<"128">;
def nvmlMemory_v2 : Macro<"((unsigned int)(sizeof(nvmlMemory_v2_t) | (2 << 24)))">;
def nvmlPciInfoExt_v1 : Macro<"((unsigned int)(sizeof(nvmlPciInfoExt_v1_t) | (1 << 24)))">;
def NVML_DEVICE_ARCH_KEPLER : Macro<"2">;
def NVML_DEVICE_ARCH_MAXWELL : Macro<"3">;
def NVML_DEVICE_ARCH_PASCAL : Macro<"4">;
def NVML_DEVICE_ARCH_VOLTA : Macro<"5">;
def NVML_DEVICE_ARCH_TURING : Macro<"6">;
def NVML_DEVICE_ARCH_AMPERE : Macro<"7">;
def NVML_DEVICE_ARCH_ADA : Macro<"8">;
def NVML_DEVICE_ARCH_HOPPER : Macro<"9">;
def NVML_DEVICE_ARCH_BLACKWELL : Macro<"10">;
def NVML_DEVICE_ARCH_UNKNOWN : Macro<"0xffffffff">;
def NVML_BUS_TYPE_UNKNOWN : Macro<"0">;
def NVML_BUS_TYPE_PCI : Macro<"1">;
def NVML_BUS_TYPE_PCIE : Macro<"2">;
def NVML_AFFINITY_SCOPE_NODE : Macro<"0">;
def NVML_AFFINITY_SCOPE_SOCKET : Macro<"1">;

// The texts are what nvmlErrorString answers.
def nvmlReturn_t : Enum<[
  Value<"NVML_SUCCESS", 0, "no error">,
  Value<"NVML_ERROR_UNINITIALIZED", 1, "nvmlInit has not been called">,
  Value<"NVML_ERROR_INVALID_ARGUMENT", 2, "an argument is not valid">,
  Value<"NVML_ERROR_NOT_SUPPORTED", 3, "not supported by this device">,
  Value<"NVML_ERROR_NO_PERMISSION", 4, "the caller has no permission">,
  Value<"NVML_ERROR_ALREADY_INITIALIZED", 5, "already initialized">,
  Value<"NVML_ERROR_NOT_FOUND", 6, "not found">,
  Value<"NVML_ERROR_INSUFFICIENT_SIZE", 7, "the buffer is too small">,
  Value<"NVML_ERROR_INSUFFICIENT_POWER", 8, "external power is not connected">,
  Value<"NVML_ERROR_DRIVER_NOT_LOADED", 9, "no driver is loaded">,
  Value<"NVML_ERROR_TIMEOUT", 10, "timed out">,
  Value<"NVML_ERROR_IRQ_ISSUE", 11, "an interrupt of the device has failed">,
  Value<"NVML_ERROR_LIBRARY_NOT_FOUND", 12, "the library was not found">,
  Value<"NVML_ERROR_FUNCTION_NOT_FOUND", 13, "the function was not found">,
  Value<"NVML_ERROR_CORRUPTED_INFOROM", 14, "the device's infoROM is damaged">,
  Value<"NVML_ERROR_GPU_IS_LOST", 15, "the device has fallen off the bus">,
  Value<"NVML_ERROR_RESET_REQUIRED", 16, "the device has to be reset">,
  Value<"NVML_ERROR_OPERATING_SYSTEM", 17, "blocked by the operating system">,
  Value<"NVML_ERROR_LIB_RM_VERSION_MISMATCH", 18, "library and driver have different versions">,
  Value<"NVML_ERROR_IN_USE", 19, "in use">,
  Value<"NVML_ERROR_MEMORY", 20, "out of memory">,
  Value<"NVML_ERROR_NO_DATA", 21, "no data">,
  Value<"NVML_ERROR_VGPU_ECC_NOT_SUPPORTED", 22, "not possible with ECC">,
  Value<"NVML_ERROR_INSUFFICIENT_RESOURCES", 23, "out of resources">,
  Value<"NVML_ERROR_FREQ_NOT_SUPPORTED", 24, "not a frequency of the device">,
  Value<"NVML_ERROR_ARGUMENT_VERSION_MISMATCH", 25, "the version of an argument is not supported">,
  Value<"NVML_ERROR_DEPRECATED", 26, "deprecated">,
  Value<"NVML_ERROR_NOT_READY", 27, "not ready">,
  Value<"NVML_ERROR_GPU_NOT_FOUND", 28, "no device was found">,
  Value<"NVML_ERROR_INVALID_STATE", 29, "not possible in the present state">,
  Value<"NVML_ERROR_RESET_TYPE_NOT_SUPPORTED", 30, "no such kind of reset">,
  Value<"NVML_ERROR_UNKNOWN", 999, "unknown error">
]>, Tag<"nvmlReturn_enum">;

def nvmlEnableState_t : Enum<[Value<"NVML_FEATURE_DISABLED", 0>, Value<"NVML_FEATURE_ENABLED", 1>]>;

def nvmlBrandType_t : Enum<[
  Value<"NVML_BRAND_UNKNOWN", 0>,
  Value<"NVML_BRAND_QUADRO", 1>,
  Value<"NVML_BRAND_TESLA", 2>,
  Value<"NVML_BRAND_NVS", 3>,
  Value<"NVML_BRAND_GRID", 4>,
  Value<"NVML_BRAND_GEFORCE", 5>,
  Value<"NVML_BRAND_TITAN", 6>,
  Value<"NVML_BRAND_NVIDIA_VAPPS", 7>,
  Value<"NVML_BRAND_NVIDIA_VPC", 8>,
  Value<"NVML_BRAND_NVIDIA_VCS", 9>,
  Value<"NVML_BRAND_NVIDIA_VWS", 10>,
  Value<"NVML_BRAND_NVIDIA_CLOUD_GAMING", 11>,
  Value<"NVML_BRAND_QUADRO_RTX", 12>,
  Value<"NVML_BRAND_NVIDIA_RTX", 13>,
  Value<"NVML_BRAND_NVIDIA", 14>,
  Value<"NVML_BRAND_GEFORCE_RTX", 15>,
  Value<"NVML_BRAND_TITAN_RTX", 16>,
  Value<"NVML_BRAND_NVIDIA_DLA", 17>,
  Value<"NVML_BRAND_NVIDIA_VGAMEDEV", 18>,
  Value<"NVML_BRAND_NVIDIA_NPU", 19>,
  Value<"NVML_BRAND_COUNT", 20>
]>;

def nvmlTemperatureThresholds_t : Enum<[
  Value<"NVML_TEMPERATURE_THRESHOLD_SHUTDOWN", 0>,
  Value<"NVML_TEMPERATURE_THRESHOLD_SLOWDOWN", 1>,
  Value<"NVML_TEMPERATURE_THRESHOLD_MEM_MAX", 2>,
  Value<"NVML_TEMPERATURE_THRESHOLD_GPU_MAX", 3>,
  Value<"NVML_TEMPERATURE_THRESHOLD_ACOUSTIC_MIN", 4>,
  Value<"NVML_TEMPERATURE_THRESHOLD_ACOUSTIC_CURR", 5>,
  Value<"NVML_TEMPERATURE_THRESHOLD_ACOUSTIC_MAX", 6>,
  Value<"NVML_TEMPERATURE_THRESHOLD_GPS_CURR", 7>,
  Value<"NVML_TEMPERATURE_THRESHOLD_COUNT", 8>
]>;

def nvmlTemperatureSensors_t : Enum<[Value<"NVML_TEMPERATURE_GPU", 0>, Value<"NVML_TEMPERATURE_COUNT", 1>]>;

def nvmlComputeMode_t : Enum<[
  Value<"NVML_COMPUTEMODE_DEFAULT", 0>,
  Value<"NVML_COMPUTEMODE_EXCLUSIVE_THREAD", 1>,
  Value<"NVML_COMPUTEMODE_PROHIBITED", 2>,
  Value<"NVML_COMPUTEMODE_EXCLUSIVE_PROCESS", 3>,
  Value<"NVML_COMPUTEMODE_COUNT", 4>
]>;

def nvmlClockType_t : Enum<[
  Value<"NVML_CLOCK_GRAPHICS", 0>,
  Value<"NVML_CLOCK_SM", 1>,
  Value<"NVML_CLOCK_MEM", 2>,
  Value<"NVML_CLOCK_VIDEO", 3>,
  Value<"NVML_CLOCK_COUNT", 4>
]>;

def nvmlClockId_t : Enum<[
  Value<"NVML_CLOCK_ID_CURRENT", 0>,
  Value<"NVML_CLOCK_ID_APP_CLOCK_TARGET", 1>,
  Value<"NVML_CLOCK_ID_APP_CLOCK_DEFAULT", 2>,
  Value<"NVML_CLOCK_ID_CUSTOMER_BOOST_MAX", 3>,
  Value<"NVML_CLOCK_ID_COUNT", 4>
]>;

def nvmlPstates_t : Enum<[
  Value<"NVML_PSTATE_0", 0>,
  Value<"NVML_PSTATE_1", 1>,
  Value<"NVML_PSTATE_2", 2>,
  Value<"NVML_PSTATE_3", 3>,
  Value<"NVML_PSTATE_4", 4>,
  Value<"NVML_PSTATE_5", 5>,
  Value<"NVML_PSTATE_6", 6>,
  Value<"NVML_PSTATE_7", 7>,
  Value<"NVML_PSTATE_8", 8>,
  Value<"NVML_PSTATE_9", 9>,
  Value<"NVML_PSTATE_10", 10>,
  Value<"NVML_PSTATE_11", 11>,
  Value<"NVML_PSTATE_12", 12>,
  Value<"NVML_PSTATE_13", 13>,
  Value<"NVML_PSTATE_14", 14>,
  Value<"NVML_PSTATE_15", 15>,
  Value<"NVML_PSTATE_UNKNOWN", 32>
]>;

def nvmlPcieUtilCounter_t : Enum<[
  Value<"NVML_PCIE_UTIL_TX_BYTES", 0>,
  Value<"NVML_PCIE_UTIL_RX_BYTES", 1>,
  Value<"NVML_PCIE_UTIL_COUNT", 2>
]>;

def nvmlMemoryErrorType_t : Enum<[
  Value<"NVML_MEMORY_ERROR_TYPE_CORRECTED", 0>,
  Value<"NVML_MEMORY_ERROR_TYPE_UNCORRECTED", 1>,
  Value<"NVML_MEMORY_ERROR_TYPE_COUNT", 2>
]>;

def nvmlEccCounterType_t : Enum<[Value<"NVML_VOLATILE_ECC", 0>, Value<"NVML_AGGREGATE_ECC", 1>]>;

def nvmlValueType_t : Enum<[
  Value<"NVML_VALUE_TYPE_DOUBLE", 0>,
  Value<"NVML_VALUE_TYPE_UNSIGNED_INT", 1>,
  Value<"NVML_VALUE_TYPE_UNSIGNED_LONG", 2>,
  Value<"NVML_VALUE_TYPE_UNSIGNED_LONG_LONG", 3>,
  Value<"NVML_VALUE_TYPE_SIGNED_LONG_LONG", 4>,
  Value<"NVML_VALUE_TYPE_SIGNED_INT", 5>,
  Value<"NVML_VALUE_TYPE_UNSIGNED_SHORT", 6>,
  Value<"NVML_VALUE_TYPE_COUNT", 7>
]>;

def nvmlGpuTopologyLevel_t : Enum<[
  Value<"NVML_TOPOLOGY_INTERNAL", 0>,
  Value<"NVML_TOPOLOGY_SINGLE", 10>,
  Value<"NVML_TOPOLOGY_MULTIPLE", 20>,
  Value<"NVML_TOPOLOGY_HOSTBRIDGE", 30>,
  Value<"NVML_TOPOLOGY_NODE", 40>,
  Value<"NVML_TOPOLOGY_SYSTEM", 50>
]>;

def nvmlGpuP2PCapsIndex_t : Enum<[
  Value<"NVML_P2P_CAPS_INDEX_READ", 0>,
  Value<"NVML_P2P_CAPS_INDEX_WRITE", 1>,
  Value<"NVML_P2P_CAPS_INDEX_NVLINK", 2>,
  Value<"NVML_P2P_CAPS_INDEX_ATOMICS", 3>,
  Value<"NVML_P2P_CAPS_INDEX_PCI", 4>,
  Value<"NVML_P2P_CAPS_INDEX_UNKNOWN", 5>
]>;

def nvmlGpuP2PStatus_t : Enum<[
  Value<"NVML_P2P_STATUS_OK", 0>,
  Value<"NVML_P2P_STATUS_CHIPSET_NOT_SUPPORTED", 1>,
  Value<"NVML_P2P_STATUS_GPU_NOT_SUPPORTED", 2>,
  Value<"NVML_P2P_STATUS_IOH_TOPOLOGY_NOT_SUPPORTED", 3>,
  Value<"NVML_P2P_STATUS_DISABLED_BY_REGKEY", 4>,
  Value<"NVML_P2P_STATUS_NOT_SUPPORTED", 5>,
  Value<"NVML_P2P_STATUS_UNKNOWN", 6>
]>;

def nvmlDeviceArchitecture_t : Typedef<"unsigned int">;
def nvmlBusType_t : Typedef<"unsigned int">;
def nvmlAffinityScope_t : Typedef<"unsigned int">;

def nvmlDevice_t : Handle<"nvmlDevice_st">;
def nvmlUnit_t : Handle<"nvmlUnit_st">;
def nvmlEventSet_t : Handle<"nvmlEventSet_st">;

def nvmlPciInfo_v2_t : Struct<52, [{
  char busId[16];
  unsigned int domain, bus, device;
  unsigned int pciDeviceId, pciSubSystemId;
  unsigned int reserved0, reserved1, reserved2, reserved3;
}]>, Tag<"nvmlPciInfo_v2_st">;
def nvmlPciInfo_t : Struct<68, [{
  char busIdLegacy[16];
  unsigned int domain, bus, device;
  unsigned int pciDeviceId, pciSubSystemId;
  char busId[32];
}]>, Tag<"nvmlPciInfo_st">;
def nvmlPciInfoExt_v1_t : Struct<64, [{
  unsigned int version;
  unsigned int domain, bus, device;
  unsigned int pciDeviceId, pciSubSystemId;
  unsigned int baseClass, subClass;
  char busId[32];
}]>;
def nvmlPciInfoExt_t : Typedef<"nvmlPciInfoExt_v1_t">;
def nvmlMemory_t : Struct<24, [{
  unsigned long long total, free, used;
}]>, Tag<"nvmlMemory_st">;
def nvmlMemory_v2_t : Struct<40, [{
  unsigned int version;
  unsigned long long total, reserved, free, used;
}]>, Tag<"nvmlMemory_v2_st">;
def nvmlBAR1Memory_t : Struct<24, [{
  unsigned long long bar1Total, bar1Free, bar1Used;
}]>, Tag<"nvmlBAR1Memory_st">;
def nvmlUtilization_t : Struct<8, [{
  unsigned int gpu, memory;
}]>, Tag<"nvmlUtilization_st">;
def nvmlProcessInfo_v1_t : Struct<16, [{
  unsigned int pid;
  unsigned long long usedGpuMemory;
}]>, Tag<"nvmlProcessInfo_v1_st">;
def nvmlProcessInfo_v2_t : Struct<24, [{
  unsigned int pid;
  unsigned long long usedGpuMemory;
  unsigned int gpuInstanceId, computeInstanceId;
}]>, Tag<"nvmlProcessInfo_v2_st">;
def nvmlProcessInfo_t : Struct<24, [{
  unsigned int pid;
  unsigned long long usedGpuMemory;
  unsigned int gpuInstanceId, computeInstanceId;
}]>, Tag<"nvmlProcessInfo_st">;
def nvmlDeviceAttributes_t : Struct<40, [{
  unsigned int multiprocessorCount;
  unsigned int sharedCopyEngineCount, sharedDecoderCount, sharedEncoderCount, sharedJpegCount, sharedOfaCount;
  unsigned int gpuInstanceSliceCount, computeInstanceSliceCount;
  unsigned long long memorySizeMB;
}]>, Tag<"nvmlDeviceAttributes_st">;
def nvmlValue_t : Union<8, [{
  double dVal;
  int siVal;
  unsigned int uiVal;
  unsigned long ulVal;
  unsigned long long ullVal;
  signed long long sllVal;
  unsigned short usVal;
}]>, Tag<"nvmlValue_st">;
def nvmlFieldValue_t : Struct<40, [{
  unsigned int fieldId, scopeId;
  long long timestamp, latencyUsec;
  nvmlValueType_t valueType;
  nvmlReturn_t nvmlReturn;
  nvmlValue_t value;
}]>, Tag<"nvmlFieldValue_st">;
def nvmlEventData_t : Struct<32, [{
  nvmlDevice_t device;
  unsigned long long eventType, eventData;
  unsigned int gpuInstanceId, computeInstanceId;
}]>, Tag<"nvmlEventData_st">;
