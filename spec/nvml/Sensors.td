// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Management library: what is measured. Of a machine's CPUs no such figure tells what a device does.

def nvmlDeviceGetUtilizationRates : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlUtilization_t *", "utilization">]>;
def nvmlDeviceGetEncoderUtilization : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned int *", "utilization">, Out<"unsigned int *", "samplingPeriodUs">]>;
def nvmlDeviceGetDecoderUtilization : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned int *", "utilization">, Out<"unsigned int *", "samplingPeriodUs">]>;
def nvmlDeviceGetTemperature : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlTemperatureSensors_t", "sensorType">, Out<"unsigned int *", "temp">]>;
def nvmlDeviceGetTemperatureThreshold : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlTemperatureThresholds_t", "thresholdType">, Out<"unsigned int *", "temp">]>;
def nvmlDeviceGetFanSpeed : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "speed">]>;
def nvmlDeviceGetFanSpeed_v2 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "fan">, Out<"unsigned int *", "speed">]>;
def nvmlDeviceGetNumFans : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "numFans">]>;
def nvmlDeviceGetPowerUsage : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "power">]>;
def nvmlDeviceGetTotalEnergyConsumption : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned long long *", "energy">]>;
def nvmlDeviceGetEnforcedPowerLimit : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "limit">]>;
def nvmlDeviceGetPowerManagementMode : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlEnableState_t *", "mode">]>;
def nvmlDeviceGetPowerManagementLimit : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "limit">]>;
def nvmlDeviceGetPowerManagementDefaultLimit : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned int *", "defaultLimit">]>;
def nvmlDeviceGetPowerManagementLimitConstraints : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned int *", "minLimit">, Out<"unsigned int *", "maxLimit">]>;
def nvmlDeviceGetPerformanceState : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlPstates_t *", "pState">]>;
def nvmlDeviceGetPowerState : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"nvmlPstates_t *", "pState">]>;
def nvmlDeviceGetClock : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlClockType_t", "clockType">, In<"nvmlClockId_t", "clockId">,
    Out<"unsigned int *", "clockMHz">]>;
def nvmlDeviceGetApplicationsClock : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlClockType_t", "clockType">, Out<"unsigned int *", "clockMHz">]>;
def nvmlDeviceGetDefaultApplicationsClock : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlClockType_t", "clockType">, Out<"unsigned int *", "clockMHz">]>;
def nvmlDeviceGetSupportedMemoryClocks : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"unsigned int *", "count">, InOut<"unsigned int *", "clocksMHz">]>;
def nvmlDeviceGetSupportedGraphicsClocks : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"unsigned int", "memoryClockMHz">, InOut<"unsigned int *", "count">,
    InOut<"unsigned int *", "clocksMHz">]>;
def nvmlDeviceGetCurrentClocksThrottleReasons : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"unsigned long long *", "clocksThrottleReasons">]>;
def nvmlDeviceGetEccMode : NvmlFunction<[
    In<"nvmlDevice_t", "device">, Out<"nvmlEnableState_t *", "current">, Out<"nvmlEnableState_t *", "pending">]>;
def nvmlDeviceGetTotalEccErrors : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlMemoryErrorType_t", "errorType">, In<"nvmlEccCounterType_t", "counterType">,
    Out<"unsigned long long *", "eccCounts">]>;
def nvmlDeviceGetPcieThroughput : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"nvmlPcieUtilCounter_t", "counter">, Out<"unsigned int *", "value">]>;
def nvmlDeviceGetPcieReplayCounter : NvmlFunction<[In<"nvmlDevice_t", "device">, Out<"unsigned int *", "value">]>;
def nvmlDeviceGetFieldValues : NvmlFunction<[
    In<"nvmlDevice_t", "device">, In<"int", "valuesCount">, InOut<"nvmlFieldValue_t *", "values">]>;
def nvmlDeviceGetComputeRunningProcesses : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"unsigned int *", "infoCount">, InOut<"nvmlProcessInfo_t *", "infos">]>, Version<3>;
def nvmlDeviceGetComputeRunningProcesses_v2 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"unsigned int *", "infoCount">,
    InOut<"nvmlProcessInfo_v2_t *", "infos">]>, Old<"nvmlDeviceGetComputeRunningProcesses", "_v2">;
def nvmlDeviceGetComputeRunningProcesses_v1 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"unsigned int *", "infoCount">,
    InOut<"nvmlProcessInfo_v1_t *", "infos">]>, Old<"nvmlDeviceGetComputeRunningProcesses">;
def nvmlDeviceGetGraphicsRunningProcesses : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"unsigned int *", "infoCount">, InOut<"nvmlProcessInfo_t *", "infos">]>, Version<3>;
def nvmlDeviceGetGraphicsRunningProcesses_v2 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"unsigned int *", "infoCount">,
    InOut<"nvmlProcessInfo_v2_t *", "infos">]>, Old<"nvmlDeviceGetGraphicsRunningProcesses", "_v2">;
def nvmlDeviceGetGraphicsRunningProcesses_v1 : NvmlFunction<[
    In<"nvmlDevice_t", "device">, InOut<"unsigned int *", "infoCount">,
    InOut<"nvmlProcessInfo_v1_t *", "infos">]>, Old<"nvmlDeviceGetGraphicsRunningProcesses">;
