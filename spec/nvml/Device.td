// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Management library: which devices there are, and what does not change about them.

def nvmlDeviceGetCount : NvmlFunction<[Out<"unsigned int *", "deviceCount">], Done>, Version<2>;
def nvmlDeviceGetCount_v1 : NvmlFunction<[Out<"unsigned int *", "deviceCount">], Done>, Old<"nvmlDeviceGetCount">;
def nvmlDeviceGetHandleByIndex : NvmlFunction<[
    In<"unsigned int", "index">, Out<"nvmlDevice_t *", "device">], Done>, Version<2>;
def nvmlDeviceGetHandleByIndex_v1 : NvmlFunction<[
    In<"unsigned int", "index">, Out<"nvmlDevice_t *", "device">], Done>, Old<"nvmlDeviceGetHandleByIndex">;
def nvmlDeviceGetHandleByUUID : NvmlFunction<[In<"const char *", "uuid">, Out<"nvmlDevice_t *", "device">], Done>;
def nvmlDeviceGetHandleByPciBusId : NvmlFunction<[
    In<"const char *", "pciBusId">, Out<"nvmlDevice_t *", "device">], Done>, Version<2>;
def nvmlDeviceGetHandleByPciBusId_v1 : NvmlFunction<[
    In<"const char *", "pciBusId">, Out<"nvmlDevice_t *", "device">], Done>, Old<"nvmlDeviceGetHandleByPciBusId">;
def nvmlDeviceGetHandleBySerial : NvmlFunction<[In<"const char *", "serial">, Out<"nvmlDevice_t *", "device">]>;

def nvmlDeviceGetIndex : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "index">], Done>;
def nvmlDeviceGetName : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"char *", "name">, In<"unsigned int", "length">], Done>;
def nvmlDeviceGetUUID : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"char *", "uuid">, In<"unsigned int", "length">], Done>;
def nvmlDeviceGetMinorNumber : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "minorNumber">], Done>;
def nvmlDeviceGetPciInfo : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlPciInfo_t *", "pci">], Done>, Version<3>;
def nvmlDeviceGetPciInfo_v2 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlPciInfo_v2_t *", "pci">], Done>, Old<"nvmlDeviceGetPciInfo", "_v2">;
def nvmlDeviceGetPciInfo_v1 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlPciInfo_v2_t *", "pci">], Done>, Old<"nvmlDeviceGetPciInfo">;
def nvmlDeviceGetPciInfoExt : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlPciInfoExt_t *", "pci">], Done>;
def nvmlDeviceGetBrand : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlBrandType_t *", "type">], Done>;
def nvmlDeviceGetArchitecture : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlDeviceArchitecture_t *", "arch">], Done>;
def nvmlDeviceGetCudaComputeCapability : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"int *", "major">, Out<"int *", "minor">], Done>;
def nvmlDeviceGetMemoryInfo : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlMemory_t *", "memory">], Done>;
def nvmlDeviceGetMemoryInfo_v2 : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlMemory_v2_t *", "memory">], Done>;
def nvmlDeviceGetClockInfo : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlClockType_t", "type">, Out<"unsigned int *", "clock">], Done>;
def nvmlDeviceGetMaxClockInfo : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlClockType_t", "type">, Out<"unsigned int *", "clock">], Done>;
def nvmlDeviceGetComputeMode : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlComputeMode_t *", "mode">], Done>;
def nvmlDeviceGetDisplayMode : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlEnableState_t *", "display">], Done>;
def nvmlDeviceGetDisplayActive : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlEnableState_t *", "isActive">], Done>;
def nvmlDeviceGetMultiGpuBoard : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "multiGpuBool">], Done>;
def nvmlDeviceIsMigDeviceHandle : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned int *", "isMigDevice">], Done>;
def nvmlDeviceGetCpuAffinity : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "cpuSetSize">, Out<"unsigned long *", "cpuSet">], Done>;
def nvmlDeviceGetP2PStatus : NvmlFunction<[
    In<"nvmlDevice_t", "device1">, In<"nvmlDevice_t", "device2">, In<"nvmlGpuP2PCapsIndex_t", "p2pIndex">,
    Out<"nvmlGpuP2PStatus_t *", "p2pStatus">], Done>;
def nvmlDeviceGetTopologyCommonAncestor : NvmlFunction<[
    In<"nvmlDevice_t", "device1">, In<"nvmlDevice_t", "device2">, Out<"nvmlGpuTopologyLevel_t *", "pathInfo">], Done>;

def nvmlDeviceGetNumGpuCores : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "numCores">]>;
def nvmlDeviceGetMemoryBusWidth : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "busWidth">], Done>;
def nvmlDeviceGetAttributes : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlDeviceAttributes_t *", "attributes">]>, Version<2>;
def nvmlDeviceGetAttributes_v1 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlDeviceAttributes_t *", "attributes">]>, Old<"nvmlDeviceGetAttributes">;
def nvmlDeviceGetSerial : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"char *", "serial">, In<"unsigned int", "length">]>;
def nvmlDeviceGetVbiosVersion : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"char *", "version">, In<"unsigned int", "length">]>;
def nvmlDeviceGetBoardPartNumber : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"char *", "partNumber">, In<"unsigned int", "length">]>;
def nvmlDeviceGetBoardId : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "boardId">]>;
def nvmlDeviceOnSameBoard : NvmlFunction<[
    In<"nvmlDevice_t", "device1">, In<"nvmlDevice_t", "device2">, Out<"int *", "onSameBoard">]>;
def nvmlDeviceGetBAR1MemoryInfo : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlBAR1Memory_t *", "bar1Memory">]>;
def nvmlDeviceGetMigMode : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned int *", "currentMode">, Out<"unsigned int *", "pendingMode">]>;
def nvmlDeviceGetMaxMigDeviceCount : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "count">]>;
def nvmlDeviceGetMigDeviceHandleByIndex : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "index">, Out<"nvmlDevice_t *", "migDevice">]>;
def nvmlDeviceGetCurrPcieLinkGeneration : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "currLinkGen">]>;
def nvmlDeviceGetMaxPcieLinkGeneration : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "maxLinkGen">]>;
def nvmlDeviceGetCurrPcieLinkWidth : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "currLinkWidth">]>;
def nvmlDeviceGetMaxPcieLinkWidth : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "maxLinkWidth">]>;
def nvmlDeviceGetNvLinkState : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "link">, Out<"nvmlEnableState_t *", "isActive">]>;
