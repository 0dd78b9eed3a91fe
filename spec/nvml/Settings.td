// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Management library: what can be set on a GPU and not here, and events.

def nvmlDeviceGetPersistenceMode : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlEnableState_t *", "mode">]>;
def nvmlDeviceSetPersistenceMode : NvmlFunction<[In<"nvmlDevice_t", "device">, In<"nvmlEnableState_t", "mode">]>;
def nvmlDeviceSetComputeMode : NvmlFunction<[In<"nvmlDevice_t", "device">, In<"nvmlComputeMode_t", "mode">]>;
def nvmlDeviceSetPowerManagementLimit : NvmlFunction<[In<"nvmlDevice_t", "device">, In<"unsigned int", "limit">]>;
def nvmlDeviceSetApplicationsClocks : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "memClockMHz">, In<"unsigned int", "graphicsClockMHz">]>;
def nvmlDeviceResetApplicationsClocks : NvmlFunction<[In<"nvmlDevice_t", "device">]>;
def nvmlDeviceSetGpuLockedClocks : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "minGpuClockMHz">, In<"unsigned int", "maxGpuClockMHz">]>;
def nvmlDeviceResetGpuLockedClocks : NvmlFunction<[In<"nvmlDevice_t", "device">]>;
def nvmlDeviceSetMemoryLockedClocks : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "minMemClockMHz">, In<"unsigned int", "maxMemClockMHz">]>;
def nvmlDeviceResetMemoryLockedClocks : NvmlFunction<[In<"nvmlDevice_t", "device">]>;
def nvmlDeviceSetCpuAffinity : NvmlFunction<[In<"nvmlDevice_t", "device">]>;
def nvmlDeviceClearCpuAffinity : NvmlFunction<[In<"nvmlDevice_t", "device">]>;

def nvmlEventSetCreate : NvmlFunction<[Out<"nvmlEventSet_t *", "set">]>;
def nvmlEventSetFree : NvmlFunction<[In<"nvmlEventSet_t", "set">]>;
def nvmlDeviceRegisterEvents : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned long long", "eventTypes">, In<"nvmlEventSet_t", "set">]>;
def nvmlDeviceGetSupportedEventTypes : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned long long *", "eventTypes">]>;
def nvmlEventSetWait : NvmlFunction<[
    In<"nvmlEventSet_t", "set">, Out<"nvmlEventData_t *", "data">, In<"unsigned int", "timeoutms">]>, Version<2>;
def nvmlEventSetWait_v1 : NvmlFunction<[
    In<"nvmlEventSet_t", "set">, Out<"nvmlEventData_t *", "data">, In<"unsigned int", "timeoutms">]>, Old<"nvmlEventSetWait">;
