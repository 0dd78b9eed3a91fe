// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: events (hardware counters).
def CUpti_EventID : Typedef<"uint32_t">;
def CUpti_EventDomainID : Typedef<"uint32_t">;
def CUpti_EventGroup : Typedef<"void *">;
def CUpti_DeviceAttributeDeviceClass : Enum<[
    Value<"CUPTI_DEVICE_ATTR_DEVICE_CLASS_TESLA", 0>,
    Value<"CUPTI_DEVICE_ATTR_DEVICE_CLASS_QUADRO", 1>,
    Value<"CUPTI_DEVICE_ATTR_DEVICE_CLASS_GEFORCE", 2>,
    Value<"CUPTI_DEVICE_ATTR_DEVICE_CLASS_TEGRA", 3>]>;
def CUpti_DeviceAttribute : Enum<[
    Value<"CUPTI_DEVICE_ATTR_MAX_EVENT_ID", 1>,
    Value<"CUPTI_DEVICE_ATTR_MAX_EVENT_DOMAIN_ID", 2>,
    Value<"CUPTI_DEVICE_ATTR_GLOBAL_MEMORY_BANDWIDTH", 3>,
    Value<"CUPTI_DEVICE_ATTR_INSTRUCTION_PER_CYCLE", 4>,
    Value<"CUPTI_DEVICE_ATTR_INSTRUCTION_THROUGHPUT_SINGLE_PRECISION", 5>,
    Value<"CUPTI_DEVICE_ATTR_MAX_FRAME_BUFFERS", 6>,
    Value<"CUPTI_DEVICE_ATTR_PCIE_LINK_RATE", 7>,
    Value<"CUPTI_DEVICE_ATTR_PCIE_LINK_WIDTH", 8>,
    Value<"CUPTI_DEVICE_ATTR_PCIE_GEN", 9>,
    Value<"CUPTI_DEVICE_ATTR_DEVICE_CLASS", 10>,
    Value<"CUPTI_DEVICE_ATTR_FLOP_SP_PER_CYCLE", 11>,
    Value<"CUPTI_DEVICE_ATTR_FLOP_DP_PER_CYCLE", 12>,
    Value<"CUPTI_DEVICE_ATTR_MAX_L2_UNITS", 13>,
    Value<"CUPTI_DEVICE_ATTR_MAX_SHARED_MEMORY_CACHE_CONFIG_PREFER_SHARED", 14>,
    Value<"CUPTI_DEVICE_ATTR_MAX_SHARED_MEMORY_CACHE_CONFIG_PREFER_L1", 15>,
    Value<"CUPTI_DEVICE_ATTR_MAX_SHARED_MEMORY_CACHE_CONFIG_PREFER_EQUAL", 16>,
    Value<"CUPTI_DEVICE_ATTR_FLOP_HP_PER_CYCLE", 17>,
    Value<"CUPTI_DEVICE_ATTR_NVLINK_PRESENT", 18>,
    Value<"CUPTI_DEVICE_ATTR_GPU_CPU_NVLINK_BW", 19>,
    Value<"CUPTI_DEVICE_ATTR_NVSWITCH_PRESENT", 20>,
    Value<"CUPTI_DEVICE_ATTR_FORCE_INT", 2147483647>]>;
def CUpti_EventDomainAttribute : Enum<[
    Value<"CUPTI_EVENT_DOMAIN_ATTR_NAME", 0>,
    Value<"CUPTI_EVENT_DOMAIN_ATTR_INSTANCE_COUNT", 1>,
    Value<"CUPTI_EVENT_DOMAIN_ATTR_TOTAL_INSTANCE_COUNT", 3>,
    Value<"CUPTI_EVENT_DOMAIN_ATTR_COLLECTION_METHOD", 4>,
    Value<"CUPTI_EVENT_DOMAIN_ATTR_FORCE_INT", 2147483647>]>;
def CUpti_EventCollectionMethod : Enum<[
    Value<"CUPTI_EVENT_COLLECTION_METHOD_PM", 0>,
    Value<"CUPTI_EVENT_COLLECTION_METHOD_SM", 1>,
    Value<"CUPTI_EVENT_COLLECTION_METHOD_INSTRUMENTED", 2>,
    Value<"CUPTI_EVENT_COLLECTION_METHOD_NVLINK_TC", 3>,
    Value<"CUPTI_EVENT_COLLECTION_METHOD_FORCE_INT", 2147483647>]>;
def CUpti_EventGroupAttribute : Enum<[
    Value<"CUPTI_EVENT_GROUP_ATTR_EVENT_DOMAIN_ID", 0>,
    Value<"CUPTI_EVENT_GROUP_ATTR_PROFILE_ALL_DOMAIN_INSTANCES", 1>,
    Value<"CUPTI_EVENT_GROUP_ATTR_USER_DATA", 2>,
    Value<"CUPTI_EVENT_GROUP_ATTR_NUM_EVENTS", 3>,
    Value<"CUPTI_EVENT_GROUP_ATTR_EVENTS", 4>,
    Value<"CUPTI_EVENT_GROUP_ATTR_INSTANCE_COUNT", 5>,
    Value<"CUPTI_EVENT_GROUP_ATTR_PROFILING_SCOPE", 6>,
    Value<"CUPTI_EVENT_GROUP_ATTR_FORCE_INT", 2147483647>]>;
def CUpti_EventProfilingScope : Enum<[
    Value<"CUPTI_EVENT_PROFILING_SCOPE_CONTEXT", 0>,
    Value<"CUPTI_EVENT_PROFILING_SCOPE_DEVICE", 1>,
    Value<"CUPTI_EVENT_PROFILING_SCOPE_BOTH", 2>,
    Value<"CUPTI_EVENT_PROFILING_SCOPE_FORCE_INT", 2147483647>]>;
def CUpti_EventAttribute : Enum<[
    Value<"CUPTI_EVENT_ATTR_NAME", 0>,
    Value<"CUPTI_EVENT_ATTR_SHORT_DESCRIPTION", 1>,
    Value<"CUPTI_EVENT_ATTR_LONG_DESCRIPTION", 2>,
    Value<"CUPTI_EVENT_ATTR_CATEGORY", 3>,
    Value<"CUPTI_EVENT_ATTR_PROFILING_SCOPE", 5>,
    Value<"CUPTI_EVENT_ATTR_FORCE_INT", 2147483647>]>;
def CUpti_EventCollectionMode : Enum<[
    Value<"CUPTI_EVENT_COLLECTION_MODE_CONTINUOUS", 0>,
    Value<"CUPTI_EVENT_COLLECTION_MODE_KERNEL", 1>,
    Value<"CUPTI_EVENT_COLLECTION_MODE_FORCE_INT", 2147483647>]>;
def CUpti_EventCategory : Enum<[
    Value<"CUPTI_EVENT_CATEGORY_INSTRUCTION", 0>,
    Value<"CUPTI_EVENT_CATEGORY_MEMORY", 1>,
    Value<"CUPTI_EVENT_CATEGORY_CACHE", 2>,
    Value<"CUPTI_EVENT_CATEGORY_PROFILE_TRIGGER", 3>,
    Value<"CUPTI_EVENT_CATEGORY_SYSTEM", 4>,
    Value<"CUPTI_EVENT_CATEGORY_FORCE_INT", 2147483647>]>;
def CUPTI_EVENT_OVERFLOW : Macro<"((uint64_t)0xFFFFFFFFFFFFFFFFULL)">;
def CUPTI_EVENT_INVALID : Macro<"((uint64_t)0xFFFFFFFFFFFFFFFEULL)">;
def CUpti_ReadEventFlags : Enum<[
    Value<"CUPTI_EVENT_READ_FLAG_NONE", 0>,
    Value<"CUPTI_EVENT_READ_FLAG_FORCE_INT", 2147483647>]>;
def CUpti_EventGroupSet : Struct<16, [{
  uint32_t numEventGroups;
  CUpti_EventGroup *eventGroups;
}]>;
def CUpti_EventGroupSets : Struct<16, [{
  uint32_t numSets;
  CUpti_EventGroupSet *sets;
}]>;
def cuptiSetEventCollectionMode : LibraryFunction<[In<"CUcontext", "context">, In<"CUpti_EventCollectionMode", "mode">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiDeviceGetAttribute : LibraryFunction<[In<"CUdevice", "device">, In<"CUpti_DeviceAttribute", "attrib">, In<"size_t *", "valueSize">, In<"void *", "value">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiDeviceGetNumEventDomains : LibraryFunction<[In<"CUdevice", "device">, In<"uint32_t *", "numDomains">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiDeviceEnumEventDomains : LibraryFunction<[In<"CUdevice", "device">, In<"size_t *", "arraySizeBytes">, In<"CUpti_EventDomainID *", "domainArray">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiDeviceGetEventDomainAttribute : LibraryFunction<[In<"CUdevice", "device">, In<"CUpti_EventDomainID", "eventDomain">, In<"CUpti_EventDomainAttribute", "attrib">, In<"size_t *", "valueSize">, In<"void *", "value">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiGetNumEventDomains : LibraryFunction<[In<"uint32_t *", "numDomains">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEnumEventDomains : LibraryFunction<[In<"size_t *", "arraySizeBytes">, In<"CUpti_EventDomainID *", "domainArray">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventDomainGetAttribute : LibraryFunction<[In<"CUpti_EventDomainID", "eventDomain">, In<"CUpti_EventDomainAttribute", "attrib">, In<"size_t *", "valueSize">, In<"void *", "value">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventDomainGetNumEvents : LibraryFunction<[In<"CUpti_EventDomainID", "eventDomain">, In<"uint32_t *", "numEvents">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventDomainEnumEvents : LibraryFunction<[In<"CUpti_EventDomainID", "eventDomain">, In<"size_t *", "arraySizeBytes">, In<"CUpti_EventID *", "eventArray">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGetAttribute : LibraryFunction<[In<"CUpti_EventID", "event">, In<"CUpti_EventAttribute", "attrib">, In<"size_t *", "valueSize">, In<"void *", "value">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGetIdFromName : LibraryFunction<[In<"CUdevice", "device">, In<"const char *", "eventName">, In<"CUpti_EventID *", "event">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupCreate : LibraryFunction<[In<"CUcontext", "context">, In<"CUpti_EventGroup *", "eventGroup">, In<"uint32_t", "flags">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupDestroy : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupGetAttribute : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">, In<"CUpti_EventGroupAttribute", "attrib">, In<"size_t *", "valueSize">, In<"void *", "value">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupSetAttribute : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">, In<"CUpti_EventGroupAttribute", "attrib">, In<"size_t", "valueSize">, In<"void *", "value">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupAddEvent : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">, In<"CUpti_EventID", "event">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupRemoveEvent : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">, In<"CUpti_EventID", "event">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupRemoveAllEvents : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupResetAllEvents : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupEnable : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupDisable : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupReadEvent : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">, In<"CUpti_ReadEventFlags", "flags">, In<"CUpti_EventID", "event">, In<"size_t *", "eventValueBufferSizeBytes">, In<"uint64_t *", "eventValueBuffer">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupReadAllEvents : LibraryFunction<[In<"CUpti_EventGroup", "eventGroup">, In<"CUpti_ReadEventFlags", "flags">, In<"size_t *", "eventValueBufferSizeBytes">, In<"uint64_t *", "eventValueBuffer">, In<"size_t *", "eventIdArraySizeBytes">, In<"CUpti_EventID *", "eventIdArray">, In<"size_t *", "numEventIdsRead">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupSetsCreate : LibraryFunction<[In<"CUcontext", "context">, In<"size_t", "eventIdArraySizeBytes">, In<"CUpti_EventID *", "eventIdArray">, In<"CUpti_EventGroupSets **", "eventGroupPasses">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupSetsDestroy : LibraryFunction<[In<"CUpti_EventGroupSets *", "eventGroupSets">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupSetEnable : LibraryFunction<[In<"CUpti_EventGroupSet *", "eventGroupSet">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEventGroupSetDisable : LibraryFunction<[In<"CUpti_EventGroupSet *", "eventGroupSet">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiEnableKernelReplayMode : LibraryFunction<[In<"CUcontext", "context">], Absent>, Because<"a CPU device has no hardware counters">;
def cuptiDisableKernelReplayMode : LibraryFunction<[In<"CUcontext", "context">], Absent>, Because<"a CPU device has no hardware counters">;
def CUpti_KernelReplayUpdateFunc : Callback<"void", "const char *kernelName, int numReplaysDone, void *customData">, Plain;
def cuptiKernelReplaySubscribeUpdate : LibraryFunction<[In<"CUpti_KernelReplayUpdateFunc", "updateFunc">, In<"void *", "customData">], Absent>, Because<"a CPU device has no hardware counters">;
