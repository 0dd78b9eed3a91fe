// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUPTI: records of activity.
def CUPTI_UNIFIED_MEMORY_CPU_DEVICE_ID : Macro<"((uint32_t) 0xFFFFFFFFU)">;
def CUPTI_INVALID_CONTEXT_ID : Macro<"((uint32_t) 0xFFFFFFFFU)">;
def CUPTI_INVALID_STREAM_ID : Macro<"((uint32_t) 0xFFFFFFFFU)">;
def CUPTI_INVALID_CHANNEL_ID : Macro<"((uint32_t) 0xFFFFFFFFU)">;
def invalidNumaId : Macro<"((uint32_t) 0xFFFFFFFF)">;
def CUpti_ActivityKind : Enum<[
    Value<"CUPTI_ACTIVITY_KIND_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_KIND_MEMCPY", 1>,
    Value<"CUPTI_ACTIVITY_KIND_MEMSET", 2>,
    Value<"CUPTI_ACTIVITY_KIND_KERNEL", 3>,
    Value<"CUPTI_ACTIVITY_KIND_DRIVER", 4>,
    Value<"CUPTI_ACTIVITY_KIND_RUNTIME", 5>,
    Value<"CUPTI_ACTIVITY_KIND_EVENT", 6>,
    Value<"CUPTI_ACTIVITY_KIND_METRIC", 7>,
    Value<"CUPTI_ACTIVITY_KIND_DEVICE", 8>,
    Value<"CUPTI_ACTIVITY_KIND_CONTEXT", 9>,
    Value<"CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", 10>,
    Value<"CUPTI_ACTIVITY_KIND_NAME", 11>,
    Value<"CUPTI_ACTIVITY_KIND_MARKER", 12>,
    Value<"CUPTI_ACTIVITY_KIND_MARKER_DATA", 13>,
    Value<"CUPTI_ACTIVITY_KIND_SOURCE_LOCATOR", 14>,
    Value<"CUPTI_ACTIVITY_KIND_GLOBAL_ACCESS", 15>,
    Value<"CUPTI_ACTIVITY_KIND_BRANCH", 16>,
    Value<"CUPTI_ACTIVITY_KIND_OVERHEAD", 17>,
    Value<"CUPTI_ACTIVITY_KIND_CDP_KERNEL", 18>,
    Value<"CUPTI_ACTIVITY_KIND_PREEMPTION", 19>,
    Value<"CUPTI_ACTIVITY_KIND_ENVIRONMENT", 20>,
    Value<"CUPTI_ACTIVITY_KIND_EVENT_INSTANCE", 21>,
    Value<"CUPTI_ACTIVITY_KIND_MEMCPY2", 22>,
    Value<"CUPTI_ACTIVITY_KIND_METRIC_INSTANCE", 23>,
    Value<"CUPTI_ACTIVITY_KIND_INSTRUCTION_EXECUTION", 24>,
    Value<"CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER", 25>,
    Value<"CUPTI_ACTIVITY_KIND_FUNCTION", 26>,
    Value<"CUPTI_ACTIVITY_KIND_MODULE", 27>,
    Value<"CUPTI_ACTIVITY_KIND_DEVICE_ATTRIBUTE", 28>,
    Value<"CUPTI_ACTIVITY_KIND_SHARED_ACCESS", 29>,
    Value<"CUPTI_ACTIVITY_KIND_PC_SAMPLING", 30>,
    Value<"CUPTI_ACTIVITY_KIND_PC_SAMPLING_RECORD_INFO", 31>,
    Value<"CUPTI_ACTIVITY_KIND_INSTRUCTION_CORRELATION", 32>,
    Value<"CUPTI_ACTIVITY_KIND_OPENACC_DATA", 33>,
    Value<"CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH", 34>,
    Value<"CUPTI_ACTIVITY_KIND_OPENACC_OTHER", 35>,
    Value<"CUPTI_ACTIVITY_KIND_CUDA_EVENT", 36>,
    Value<"CUPTI_ACTIVITY_KIND_STREAM", 37>,
    Value<"CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", 38>,
    Value<"CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION", 39>,
    Value<"CUPTI_ACTIVITY_KIND_NVLINK", 40>,
    Value<"CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT", 41>,
    Value<"CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT_INSTANCE", 42>,
    Value<"CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC", 43>,
    Value<"CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC_INSTANCE", 44>,
    Value<"CUPTI_ACTIVITY_KIND_MEMORY", 45>,
    Value<"CUPTI_ACTIVITY_KIND_PCIE", 46>,
    Value<"CUPTI_ACTIVITY_KIND_OPENMP", 47>,
    Value<"CUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API", 48>,
    Value<"CUPTI_ACTIVITY_KIND_MEMORY2", 49>,
    Value<"CUPTI_ACTIVITY_KIND_MEMORY_POOL", 50>,
    Value<"CUPTI_ACTIVITY_KIND_GRAPH_TRACE", 51>,
    Value<"CUPTI_ACTIVITY_KIND_JIT", 52>,
    Value<"CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE", 53>,
    Value<"CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS", 54>,
    Value<"CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION", 55>,
    Value<"CUPTI_ACTIVITY_KIND_COUNT", 56>,
    Value<"CUPTI_ACTIVITY_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ActivityObjectKind : Enum<[
    Value<"CUPTI_ACTIVITY_OBJECT_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_OBJECT_PROCESS", 1>,
    Value<"CUPTI_ACTIVITY_OBJECT_THREAD", 2>,
    Value<"CUPTI_ACTIVITY_OBJECT_DEVICE", 3>,
    Value<"CUPTI_ACTIVITY_OBJECT_CONTEXT", 4>,
    Value<"CUPTI_ACTIVITY_OBJECT_STREAM", 5>,
    Value<"CUPTI_ACTIVITY_OBJECT_FORCE_INT", 2147483647>]>;
def CUpti_ActivityObjectKindId : Union<12, [{
  struct {
  uint32_t processId;
  uint32_t threadId;
  } pt;
  struct {
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  } dcs;
}]>;
def CUpti_ActivityOverheadKind : Enum<[
    Value<"CUPTI_ACTIVITY_OVERHEAD_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER", 1>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH", 65536>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION", 131072>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE", 196608>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING", 262144>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING", 327680>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL", 393216>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST", 458752>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_UVM_ACTIVITY_INIT", 524288>,
    Value<"CUPTI_ACTIVITY_OVERHEAD_FORCE_INT", 2147483647>]>;
def CUpti_ActivityComputeApiKind : Enum<[
    Value<"CUPTI_ACTIVITY_COMPUTE_API_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_COMPUTE_API_CUDA", 1>,
    Value<"CUPTI_ACTIVITY_COMPUTE_API_CUDA_MPS", 2>,
    Value<"CUPTI_ACTIVITY_COMPUTE_API_FORCE_INT", 2147483647>]>;
def CUpti_ActivityFlag : Enum<[
    Value<"CUPTI_ACTIVITY_FLAG_NONE", 0>,
    Value<"CUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_DEVICE_ATTRIBUTE_CUDEVICE", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_START", 2>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_END", 4>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE", 8>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_SUCCESS", 16>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_FAILED", 32>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_SYNC_RELEASE", 64>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_COLOR_NONE", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_MARKER_COLOR_ARGB", 2>,
    Value<"CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_SIZE_MASK", 255>,
    Value<"CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_LOAD", 256>,
    Value<"CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_CACHED", 512>,
    Value<"CUPTI_ACTIVITY_FLAG_METRIC_OVERFLOWED", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_METRIC_VALUE_INVALID", 2>,
    Value<"CUPTI_ACTIVITY_FLAG_INSTRUCTION_VALUE_INVALID", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_INSTRUCTION_CLASS_MASK", 510>,
    Value<"CUPTI_ACTIVITY_FLAG_FLUSH_FORCED", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_SIZE_MASK", 255>,
    Value<"CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_LOAD", 256>,
    Value<"CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_THRASHING_IN_CPU", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_THROTTLING_IN_CPU", 1>,
    Value<"CUPTI_ACTIVITY_FLAG_FORCE_INT", 2147483647>]>;
def CUpti_ActivityPCSamplingStallReason : Enum<[
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_NONE", 1>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_INST_FETCH", 2>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_EXEC_DEPENDENCY", 3>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_MEMORY_DEPENDENCY", 4>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_TEXTURE", 5>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_SYNC", 6>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_CONSTANT_MEMORY_DEPENDENCY", 7>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_PIPE_BUSY", 8>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_MEMORY_THROTTLE", 9>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_NOT_SELECTED", 10>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_OTHER", 11>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_SLEEPING", 12>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_STALL_FORCE_INT", 2147483647>]>;
def CUpti_ActivityPCSamplingPeriod : Enum<[
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MIN", 1>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_LOW", 2>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MID", 3>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_HIGH", 4>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MAX", 5>,
    Value<"CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_FORCE_INT", 2147483647>]>;
def CUpti_ActivityMemcpyKind : Enum<[
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_HTOD", 1>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_DTOH", 2>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_HTOA", 3>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_ATOH", 4>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_ATOA", 5>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_ATOD", 6>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_DTOA", 7>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_DTOD", 8>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_HTOH", 9>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_PTOP", 10>,
    Value<"CUPTI_ACTIVITY_MEMCPY_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ActivityMemoryKind : Enum<[
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE", 1>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_PINNED", 2>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_DEVICE", 3>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_ARRAY", 4>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_MANAGED", 5>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC", 6>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC", 7>,
    Value<"CUPTI_ACTIVITY_MEMORY_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ActivityPreemptionKind : Enum<[
    Value<"CUPTI_ACTIVITY_PREEMPTION_KIND_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_PREEMPTION_KIND_SAVE", 1>,
    Value<"CUPTI_ACTIVITY_PREEMPTION_KIND_RESTORE", 2>,
    Value<"CUPTI_ACTIVITY_PREEMPTION_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ActivityEnvironmentKind : Enum<[
    Value<"CUPTI_ACTIVITY_ENVIRONMENT_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_ENVIRONMENT_SPEED", 1>,
    Value<"CUPTI_ACTIVITY_ENVIRONMENT_TEMPERATURE", 2>,
    Value<"CUPTI_ACTIVITY_ENVIRONMENT_POWER", 3>,
    Value<"CUPTI_ACTIVITY_ENVIRONMENT_COOLING", 4>,
    Value<"CUPTI_ACTIVITY_ENVIRONMENT_COUNT", 5>,
    Value<"CUPTI_ACTIVITY_ENVIRONMENT_KIND_FORCE_INT", 2147483647>]>;
def CUpti_EnvironmentClocksThrottleReason : Enum<[
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_GPU_IDLE", 1>,
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_USER_DEFINED_CLOCKS", 2>,
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_SW_POWER_CAP", 4>,
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_HW_SLOWDOWN", 8>,
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_UNKNOWN", 2147483648>,
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_UNSUPPORTED", 1073741824>,
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_NONE", 0>,
    Value<"CUPTI_CLOCKS_THROTTLE_REASON_FORCE_INT", 2147483647>]>;
def CUpti_ActivityUnifiedMemoryCounterScope : Enum<[
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE", 1>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_ALL_DEVICES", 2>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_COUNT", 3>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_FORCE_INT", 2147483647>]>;
def CUpti_ActivityUnifiedMemoryCounterKind : Enum<[
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD", 1>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH", 2>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT", 3>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT", 4>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THRASHING", 5>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THROTTLING", 6>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_REMOTE_MAP", 7>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOD", 8>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_COUNT", 9>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ActivityUnifiedMemoryAccessType : Enum<[
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_READ", 1>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_WRITE", 2>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_ATOMIC", 3>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_PREFETCH", 4>]>;
def CUpti_ActivityUnifiedMemoryMigrationCause : Enum<[
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_USER", 1>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_COHERENCE", 2>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_PREFETCH", 3>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_EVICTION", 4>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_ACCESS_COUNTERS", 5>]>;
def CUpti_ActivityUnifiedMemoryRemoteMapCause : Enum<[
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_COHERENCE", 1>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_THRASHING", 2>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_POLICY", 3>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_OUT_OF_MEMORY", 4>,
    Value<"CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_EVICTION", 5>]>;
def CUpti_ActivityInstructionClass : Enum<[
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_32", 1>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_64", 2>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_INTEGER", 3>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_BIT_CONVERSION", 4>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_CONTROL_FLOW", 5>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_GLOBAL", 6>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_SHARED", 7>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_LOCAL", 8>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_GENERIC", 9>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_SURFACE", 10>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_CONSTANT", 11>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_TEXTURE", 12>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_GLOBAL_ATOMIC", 13>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_SHARED_ATOMIC", 14>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_SURFACE_ATOMIC", 15>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_INTER_THREAD_COMMUNICATION", 16>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_BARRIER", 17>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_MISCELLANEOUS", 18>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_16", 19>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_UNIFORM", 20>,
    Value<"CUPTI_ACTIVITY_INSTRUCTION_CLASS_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ActivityPartitionedGlobalCacheConfig : Enum<[
    Value<"CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_NOT_SUPPORTED", 1>,
    Value<"CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_OFF", 2>,
    Value<"CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_ON", 3>,
    Value<"CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_FORCE_INT", 2147483647>]>;
def CUpti_ActivitySynchronizationType : Enum<[
    Value<"CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE", 1>,
    Value<"CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT", 2>,
    Value<"CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE", 3>,
    Value<"CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE", 4>,
    Value<"CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_ActivityStreamFlag : Enum<[
    Value<"CUPTI_ACTIVITY_STREAM_CREATE_FLAG_UNKNOWN", 0>,
    Value<"CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT", 1>,
    Value<"CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING", 2>,
    Value<"CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL", 3>,
    Value<"CUPTI_ACTIVITY_STREAM_CREATE_MASK", 65535>,
    Value<"CUPTI_ACTIVITY_STREAM_CREATE_FLAG_FORCE_INT", 2147483647>]>;
def CUpti_LinkFlag : Enum<[
    Value<"CUPTI_LINK_FLAG_INVALID", 0>,
    Value<"CUPTI_LINK_FLAG_PEER_ACCESS", 2>,
    Value<"CUPTI_LINK_FLAG_SYSMEM_ACCESS", 4>,
    Value<"CUPTI_LINK_FLAG_PEER_ATOMICS", 8>,
    Value<"CUPTI_LINK_FLAG_SYSMEM_ATOMICS", 16>,
    Value<"CUPTI_LINK_FLAG_FORCE_INT", 2147483647>]>;
def CUpti_ActivityMemoryOperationType : Enum<[
    Value<"CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION", 1>,
    Value<"CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE", 2>,
    Value<"CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_ActivityMemoryPoolType : Enum<[
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_TYPE_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL", 1>,
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_TYPE_IMPORTED", 2>,
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_ActivityMemoryPoolOperationType : Enum<[
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_CREATED", 1>,
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_DESTROYED", 2>,
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_TRIMMED", 3>,
    Value<"CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_ChannelType : Enum<[
    Value<"CUPTI_CHANNEL_TYPE_INVALID", 0>,
    Value<"CUPTI_CHANNEL_TYPE_COMPUTE", 1>,
    Value<"CUPTI_CHANNEL_TYPE_ASYNC_MEMCPY", 2>,
    Value<"CUPTI_CHANNEL_TYPE_DECOMP", 3>,
    Value<"CUPTI_CHANNEL_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_ContextCigMode : Enum<[
    Value<"CUPTI_CONTEXT_CIG_MODE_NONE", 0>,
    Value<"CUPTI_CONTEXT_CIG_MODE_CIG", 1>,
    Value<"CUPTI_CONTEXT_CIG_MODE_CIG_FALLBACK", 2>,
    Value<"CUPTI_CONTEXT_CIG_MODE_FORCE_INT", 2147483647>]>;
def CUpti_NvtxExtPayloadType : Enum<[
    Value<"CUPTI_NVTX_EXT_PAYLOAD_TYPE_UNKNOWN", 0>,
    Value<"CUPTI_NVTX_EXT_PAYLOAD_TYPE_SCHEMA", 1>,
    Value<"CUPTI_NVTX_EXT_PAYLOAD_TYPE_ENUM", 2>,
    Value<"CUPTI_NVTX_EXT_PAYLOAD_TYPE_FORCE_INT", 2147483647>]>;
def CUPTI_SOURCE_LOCATOR_ID_UNKNOWN : Macro<"0">;
def CUPTI_FUNCTION_INDEX_ID_INVALID : Macro<"0">;
def CUPTI_CORRELATION_ID_UNKNOWN : Macro<"0">;
def CUPTI_GRID_ID_UNKNOWN : Macro<"0LL">;
def CUPTI_TIMESTAMP_UNKNOWN : Macro<"0LL">;
def CUPTI_SYNCHRONIZATION_INVALID_VALUE : Macro<"((uint32_t) 0xFFFFFFFFU)">;
def CUPTI_AUTO_BOOST_INVALID_CLIENT_PID : Macro<"0">;
def CUPTI_NVLINK_INVALID_PORT : Macro<"-1">;
def CUPTI_MAX_NVLINK_PORTS : Macro<"32">;
def CUPTI_DECOMPRESSED_BYTES_UNKNOWN : Macro<"0LL">;
// Of pages that move, which they do not here: no record is one.
def CUpti_ActivityUnifiedMemoryCounter2 : Struct<64, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityUnifiedMemoryCounterKind counterKind;
  uint64_t value;
  uint64_t start;
  uint64_t end;
  uint64_t address;
  uint32_t srcId;
  uint32_t dstId;
  uint32_t streamId;
  uint32_t processId;
  uint32_t flags;
  uint32_t pad;
}]>, Align<8>;
def CUpti_ActivityUnifiedMemoryCounterConfig : Struct<16, [{
  CUpti_ActivityUnifiedMemoryCounterScope scope;
  CUpti_ActivityUnifiedMemoryCounterKind kind;
  uint32_t deviceId;
  uint32_t enable;
}]>, Align<8>;
def CUpti_ActivityAutoBoostState : Struct<8, [{
  uint32_t enabled;
  uint32_t pid;
}]>, Align<8>;
def CUpti_ActivityPCSamplingConfig : Struct<16, [{
  uint32_t size;
  CUpti_ActivityPCSamplingPeriod samplingPeriod;
  uint32_t samplingPeriod2;
}]>, Align<8>;
def CUpti_Activity : Struct<8, [{
  CUpti_ActivityKind kind;
}]>, Align<8>;
def CUpti_ActivityMemcpy6 : Struct<96, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint8_t isDeviceLaunched;
  uint8_t pad2[3];
  uint64_t copyCount;
}]>, Align<8>;
def CUpti_ActivityMemcpyPtoP4 : Struct<96, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t srcDeviceId;
  uint32_t srcContextId;
  uint32_t dstDeviceId;
  uint32_t dstContextId;
  uint32_t correlationId;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
}]>, Align<8>;
def CUpti_ActivityMemset4 : Struct<88, [{
  CUpti_ActivityKind kind;
  uint32_t value;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint16_t flags;
  uint16_t memoryKind;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint8_t isDeviceLaunched;
  uint8_t pad2[3];
}]>, Align<8>;
def CUpti_ActivityLaunchType : Enum<[
    Value<"CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR", 0>,
    Value<"CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE", 1>,
    Value<"CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_MULTI_DEVICE", 2>,
    Value<"CUPTI_ACTIVITY_LAUNCH_TYPE_CBL_COMMANDLIST", 3>]>;
def CUpti_FuncShmemLimitConfig : Enum<[
    Value<"CUPTI_FUNC_SHMEM_LIMIT_DEFAULT", 0>,
    Value<"CUPTI_FUNC_SHMEM_LIMIT_OPTIN", 1>,
    Value<"CUPTI_FUNC_SHMEM_LIMIT_FORCE_INT", 2147483647>]>;
def CUpti_ActivityKernel10 : Struct<216, [{
  CUpti_ActivityKind kind;
  union {
  uint8_t both;
  struct {
  uint8_t requested:4;
  uint8_t executed:4;
  } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  CUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
  CUaccessPolicyWindow *pAccessPolicyWindow;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t clusterX;
  uint32_t clusterY;
  uint32_t clusterZ;
  uint32_t clusterSchedulingPolicy;
  uint64_t localMemoryTotal_v2;
  uint32_t maxPotentialClusterSize;
  uint32_t maxActiveClusters;
  uint8_t isDeviceLaunched;
  uint8_t padding3[7];
}]>, Align<8>;
def CUpti_ActivityAPI : Struct<40, [{
  CUpti_ActivityKind kind;
  CUpti_CallbackId cbid;
  uint64_t start;
  uint64_t end;
  uint32_t processId;
  uint32_t threadId;
  uint32_t correlationId;
  uint32_t returnValue;
}]>, Align<8>;
def CUpti_ActivityDevice5 : Struct<184, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint64_t globalMemoryBandwidth;
  uint64_t globalMemorySize;
  uint32_t constantMemorySize;
  uint32_t l2CacheSize;
  uint32_t numThreadsPerWarp;
  uint32_t coreClockRate;
  uint32_t numMemcpyEngines;
  uint32_t numMultiprocessors;
  uint32_t maxIPC;
  uint32_t maxWarpsPerMultiprocessor;
  uint32_t maxBlocksPerMultiprocessor;
  uint32_t maxSharedMemoryPerMultiprocessor;
  uint32_t maxRegistersPerMultiprocessor;
  uint32_t maxRegistersPerBlock;
  uint32_t maxSharedMemoryPerBlock;
  uint32_t maxThreadsPerBlock;
  uint32_t maxBlockDimX;
  uint32_t maxBlockDimY;
  uint32_t maxBlockDimZ;
  uint32_t maxGridDimX;
  uint32_t maxGridDimY;
  uint32_t maxGridDimZ;
  uint32_t computeCapabilityMajor;
  uint32_t computeCapabilityMinor;
  uint32_t id;
  uint32_t eccEnabled;
  CUuuid uuid;
  const char *name;
  uint8_t isCudaVisible;
  uint8_t isMigEnabled;
  uint8_t reserved[6];
  uint32_t gpuInstanceId;
  uint32_t computeInstanceId;
  CUuuid migUuid;
  uint32_t isNumaNode;
  uint32_t numaId;
}]>, Align<8>;
// Older records of a device begin as the newest does.
def CUpti_ActivityDevice3 : Typedef<"CUpti_ActivityDevice5">;
def CUpti_ActivityDevice2 : Typedef<"CUpti_ActivityDevice5">;
def CUpti_ActivityContext3 : Struct<32, [{
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t deviceId;
  uint16_t computeApiKind;
  uint16_t nullStreamId;
  uint32_t parentContextId;
  uint8_t isGreenContext;
  uint8_t padding;
  uint16_t numMultiprocessors;
  CUpti_ContextCigMode cigMode;
  uint32_t padding2;
}]>, Align<8>;
def CUpti_ActivityName : Struct<32, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint32_t pad;
  const char *name;
}]>, Align<8>;
def CUpti_ActivityMarker2 : Struct<56, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint64_t timestamp;
  uint32_t id;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint32_t pad;
  const char *name;
  const char *domain;
}]>, Align<8>;
def CUpti_ActivityMarkerData2 : Struct<40, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t id;
  CUpti_MetricValueKind payloadKind;
  CUpti_MetricValue payload;
  uint32_t color;
  uint32_t category;
  uint32_t cuptiDomainId;
  uint32_t padding;
}]>, Align<8>;
def CUpti_ActivityOverhead3 : Struct<56, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityOverheadKind overheadKind;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t reserved0;
  void *overheadData;
}]>, Align<8>;
def CUpti_ActivityCudaEvent2 : Struct<56, [{
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t eventId;
  uint32_t pad;
  uint32_t deviceId;
  uint32_t pad2;
  void *reserved0;
  uint64_t deviceTimestamp;
  uint64_t cudaEventSyncId;
}]>, Align<8>;
def CUpti_ActivityStream : Struct<24, [{
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t priority;
  CUpti_ActivityStreamFlag flag;
  uint32_t correlationId;
}]>, Align<8>;
def CUpti_ActivitySynchronization2 : Struct<56, [{
  CUpti_ActivityKind kind;
  CUpti_ActivitySynchronizationType type;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t cudaEventId;
  uint64_t cudaEventSyncId;
  uint32_t returnValue;
  uint32_t pad;
}]>, Align<8>;
def CUpti_OpenAccEventKind : Enum<[
    Value<"CUPTI_OPENACC_EVENT_KIND_INVALID", 0>,
    Value<"CUPTI_OPENACC_EVENT_KIND_DEVICE_INIT", 1>,
    Value<"CUPTI_OPENACC_EVENT_KIND_DEVICE_SHUTDOWN", 2>,
    Value<"CUPTI_OPENACC_EVENT_KIND_RUNTIME_SHUTDOWN", 3>,
    Value<"CUPTI_OPENACC_EVENT_KIND_ENQUEUE_LAUNCH", 4>,
    Value<"CUPTI_OPENACC_EVENT_KIND_ENQUEUE_UPLOAD", 5>,
    Value<"CUPTI_OPENACC_EVENT_KIND_ENQUEUE_DOWNLOAD", 6>,
    Value<"CUPTI_OPENACC_EVENT_KIND_WAIT", 7>,
    Value<"CUPTI_OPENACC_EVENT_KIND_IMPLICIT_WAIT", 8>,
    Value<"CUPTI_OPENACC_EVENT_KIND_COMPUTE_CONSTRUCT", 9>,
    Value<"CUPTI_OPENACC_EVENT_KIND_UPDATE", 10>,
    Value<"CUPTI_OPENACC_EVENT_KIND_ENTER_DATA", 11>,
    Value<"CUPTI_OPENACC_EVENT_KIND_EXIT_DATA", 12>,
    Value<"CUPTI_OPENACC_EVENT_KIND_CREATE", 13>,
    Value<"CUPTI_OPENACC_EVENT_KIND_DELETE", 14>,
    Value<"CUPTI_OPENACC_EVENT_KIND_ALLOC", 15>,
    Value<"CUPTI_OPENACC_EVENT_KIND_FREE", 16>,
    Value<"CUPTI_OPENACC_EVENT_KIND_FORCE_INT", 2147483647>]>;
def CUpti_OpenAccConstructKind : Enum<[
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_UNKNOWN", 0>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_PARALLEL", 1>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_KERNELS", 2>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_LOOP", 3>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_DATA", 4>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_ENTER_DATA", 5>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_EXIT_DATA", 6>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_HOST_DATA", 7>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_ATOMIC", 8>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_DECLARE", 9>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_INIT", 10>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_SHUTDOWN", 11>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_SET", 12>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_UPDATE", 13>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_ROUTINE", 14>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_WAIT", 15>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_RUNTIME_API", 16>,
    Value<"CUPTI_OPENACC_CONSTRUCT_KIND_FORCE_INT", 2147483647>]>;
def CUpti_OpenMpEventKind : Enum<[
    Value<"CUPTI_OPENMP_EVENT_KIND_INVALID", 0>,
    Value<"CUPTI_OPENMP_EVENT_KIND_PARALLEL", 1>,
    Value<"CUPTI_OPENMP_EVENT_KIND_TASK", 2>,
    Value<"CUPTI_OPENMP_EVENT_KIND_THREAD", 3>,
    Value<"CUPTI_OPENMP_EVENT_KIND_IDLE", 4>,
    Value<"CUPTI_OPENMP_EVENT_KIND_WAIT_BARRIER", 5>,
    Value<"CUPTI_OPENMP_EVENT_KIND_WAIT_TASKWAIT", 6>,
    Value<"CUPTI_OPENMP_EVENT_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ExternalCorrelationKind : Enum<[
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_INVALID", 0>,
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN", 1>,
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_OPENACC", 2>,
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0", 3>,
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1", 4>,
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2", 5>,
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_SIZE", 6>,
    Value<"CUPTI_EXTERNAL_CORRELATION_KIND_FORCE_INT", 2147483647>]>;
def CUpti_ActivityExternalCorrelation : Struct<24, [{
  CUpti_ActivityKind kind;
  CUpti_ExternalCorrelationKind externalKind;
  uint64_t externalId;
  uint32_t correlationId;
  uint32_t reserved;
}]>, Align<8>;
def CUpti_DevType : Enum<[
    Value<"CUPTI_DEV_TYPE_INVALID", 0>,
    Value<"CUPTI_DEV_TYPE_GPU", 1>,
    Value<"CUPTI_DEV_TYPE_NPU", 2>,
    Value<"CUPTI_DEV_TYPE_FORCE_INT", 2147483647>]>;
def CUPTI_MAX_GPUS : Macro<"32">;
def CUpti_PcieDeviceType : Enum<[
    Value<"CUPTI_PCIE_DEVICE_TYPE_GPU", 0>,
    Value<"CUPTI_PCIE_DEVICE_TYPE_BRIDGE", 1>,
    Value<"CUPTI_PCIE_DEVICE_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_PcieGen : Enum<[
    Value<"CUPTI_PCIE_GEN_GEN1", 1>,
    Value<"CUPTI_PCIE_GEN_GEN2", 2>,
    Value<"CUPTI_PCIE_GEN_GEN3", 3>,
    Value<"CUPTI_PCIE_GEN_GEN4", 4>,
    Value<"CUPTI_PCIE_GEN_GEN5", 5>,
    Value<"CUPTI_PCIE_GEN_GEN6", 6>,
    Value<"CUPTI_PCIE_GEN_FORCE_INT", 2147483647>]>;
def CUpti_ConfidentialComputeRotationEventType : Enum<[
    Value<"CUPTI_CONFIDENTIAL_COMPUTE_INVALID_ROTATION_EVENT", 0>,
    Value<"CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_BLOCKED", 1>,
    Value<"CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_DRAINED", 2>,
    Value<"CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_UNBLOCKED", 3>,
    Value<"CUPTI_CONFIDENTIAL_COMPUTE_EVENT_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_ActivityJitEntryType : Enum<[
    Value<"CUPTI_ACTIVITY_JIT_ENTRY_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_JIT_ENTRY_PTX_TO_CUBIN", 1>,
    Value<"CUPTI_ACTIVITY_JIT_ENTRY_NVVM_IR_TO_PTX", 2>,
    Value<"CUPTI_ACTIVITY_JIT_ENTRY_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_ActivityJitOperationType : Enum<[
    Value<"CUPTI_ACTIVITY_JIT_OPERATION_INVALID", 0>,
    Value<"CUPTI_ACTIVITY_JIT_OPERATION_CACHE_LOAD", 1>,
    Value<"CUPTI_ACTIVITY_JIT_OPERATION_CACHE_STORE", 2>,
    Value<"CUPTI_ACTIVITY_JIT_OPERATION_COMPILE", 3>,
    Value<"CUPTI_ACTIVITY_JIT_OPERATION_TYPE_FORCE_INT", 2147483647>]>;
def CUpti_DeviceGraphLaunchMode : Enum<[
    Value<"CUPTI_DEVICE_GRAPH_LAUNCH_MODE_INVALID", 0>,
    Value<"CUPTI_DEVICE_GRAPH_LAUNCH_MODE_FIRE_AND_FORGET", 1>,
    Value<"CUPTI_DEVICE_GRAPH_LAUNCH_MODE_TAIL", 2>,
    Value<"CUPTI_DEVICE_GRAPH_LAUNCH_MODE_FIRE_AND_FORGET_AS_SIBLING", 3>]>;
def CUpti_ActivityAttribute : Enum<[
    Value<"CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE", 0>,
    Value<"CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_CDP", 1>,
    Value<"CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT", 2>,
    Value<"CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_SIZE", 3>,
    Value<"CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_LIMIT", 4>,
    Value<"CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER", 5>,
    Value<"CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE", 6>,
    Value<"CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_PRE_ALLOCATE_VALUE", 7>,
    Value<"CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED", 8>,
    Value<"CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER", 9>,
    Value<"CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_DEVICE_GRAPHS", 10>,
    Value<"CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_FORCE_INT", 2147483647>]>;
def CUpti_ActivityThreadIdType : Enum<[
    Value<"CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT", 0>,
    Value<"CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM", 1>,
    Value<"CUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE", 2>,
    Value<"CUPTI_ACTIVITY_THREAD_ID_TYPE_FORCE_INT", 2147483647>]>;
def cuptiGetTimestamp : LibraryFunction<[Out<"uint64_t *", "timestamp">]>;
def cuptiGetContextId : LibraryFunction<[In<"CUcontext", "context">, Out<"uint32_t *", "contextId">]>;
def cuptiGetStreamId : LibraryFunction<[In<"CUcontext", "context">, In<"CUstream", "stream">, Out<"uint32_t *", "streamId">]>;
def cuptiGetStreamIdEx : LibraryFunction<[In<"CUcontext", "context">, In<"CUstream", "stream">, In<"uint8_t", "perThreadStream">, Out<"uint32_t *", "streamId">]>;
def cuptiGetDeviceId : LibraryFunction<[In<"CUcontext", "context">, Out<"uint32_t *", "deviceId">]>;
def cuptiGetGraphNodeId : LibraryFunction<[In<"CUgraphNode", "node">, In<"uint64_t *", "nodeId">], Absent>, Because<"graphs have no identifiers for tools yet">;
def cuptiGetGraphId : LibraryFunction<[In<"CUgraph", "graph">, In<"uint32_t *", "pId">], Absent>, Because<"graphs have no identifiers for tools yet">;
def cuptiGetGraphExecId : LibraryFunction<[In<"CUgraphExec", "graphExec">, In<"uint32_t *", "pId">], Absent>, Because<"graphs have no identifiers for tools yet">;
def cuptiActivityEnable : LibraryFunction<[In<"CUpti_ActivityKind", "kind">]>;
def cuptiActivityEnableAndDump : LibraryFunction<[In<"CUpti_ActivityKind", "kind">], Absent>, Because<"a record of what is there already is not built yet">;
def cuptiActivityDisable : LibraryFunction<[In<"CUpti_ActivityKind", "kind">]>;
def cuptiActivityEnableContext : LibraryFunction<[In<"CUcontext", "context">, In<"CUpti_ActivityKind", "kind">], Absent>, Because<"kinds are chosen for all contexts">;
def cuptiActivityDisableContext : LibraryFunction<[In<"CUcontext", "context">, In<"CUpti_ActivityKind", "kind">], Absent>, Because<"kinds are chosen for all contexts">;
def cuptiActivityGetNumDroppedRecords : LibraryFunction<[In<"CUcontext", "context">, In<"uint32_t", "streamId">, Out<"size_t *", "dropped">]>;
def cuptiActivityGetNextRecord : LibraryFunction<[In<"uint8_t *", "buffer">, In<"size_t", "validBufferSizeBytes">, Out<"CUpti_Activity **", "record">]>;
def CUpti_BuffersCallbackRequestFunc : Callback<"void", "uint8_t **buffer, size_t *size, size_t *maxNumRecords">, Plain;
def CUpti_BuffersCallbackCompleteFunc : Callback<"void", "CUcontext context, uint32_t streamId, uint8_t *buffer, size_t size, size_t validSize">, Plain;
def cuptiActivityRegisterCallbacks : LibraryFunction<[In<"CUpti_BuffersCallbackRequestFunc", "funcBufferRequested">, In<"CUpti_BuffersCallbackCompleteFunc", "funcBufferCompleted">]>;
def cuptiActivityFlush : LibraryFunction<[In<"CUcontext", "context">, In<"uint32_t", "streamId">, In<"uint32_t", "flag">]>;
def cuptiActivityFlushAll : LibraryFunction<[In<"uint32_t", "flag">]>;
def cuptiActivityGetAttribute : LibraryFunction<[In<"CUpti_ActivityAttribute", "attr">, Out<"size_t *", "valueSize">, Out<"void *", "value">]>;
def cuptiActivitySetAttribute : LibraryFunction<[In<"CUpti_ActivityAttribute", "attr">, Out<"size_t *", "valueSize">, Out<"void *", "value">]>;
def cuptiActivityConfigureUnifiedMemoryCounter : LibraryFunction<[In<"CUpti_ActivityUnifiedMemoryCounterConfig *", "config">, In<"uint32_t", "count">], Absent>, Because<"pages of managed memory do not move">;
def cuptiGetAutoBoostState : LibraryFunction<[In<"CUcontext", "context">, In<"CUpti_ActivityAutoBoostState *", "state">], Absent>, Because<"a CPU device has no such clock">;
def cuptiActivityConfigurePCSampling : LibraryFunction<[In<"CUcontext", "ctx">, In<"CUpti_ActivityPCSamplingConfig *", "config">], Absent>, Because<"nothing is sampled: ncu counts every instruction">;
def cuptiGetLastError : LibraryFunction<[]>;
def cuptiSetThreadIdType : LibraryFunction<[In<"CUpti_ActivityThreadIdType", "type">]>;
def cuptiGetThreadIdType : LibraryFunction<[Out<"CUpti_ActivityThreadIdType *", "type">]>;
def cuptiComputeCapabilitySupported : LibraryFunction<[In<"int", "major">, In<"int", "minor">, In<"int *", "support">], Absent>, Because<"what NVIDIA supports says nothing of a CPU device">;
def cuptiDeviceSupported : LibraryFunction<[In<"CUdevice", "dev">, In<"int *", "support">], Absent>, Because<"what NVIDIA supports says nothing of a CPU device">;
def CUpti_DeviceVirtualizationMode : Enum<[
    Value<"CUPTI_DEVICE_VIRTUALIZATION_MODE_NONE", 0>,
    Value<"CUPTI_DEVICE_VIRTUALIZATION_MODE_PASS_THROUGH", 1>,
    Value<"CUPTI_DEVICE_VIRTUALIZATION_MODE_VIRTUAL_GPU", 2>,
    Value<"CUPTI_DEVICE_VIRTUALIZATION_MODE_FORCE_INT", 2147483647>]>;
def cuptiDeviceVirtualizationMode : LibraryFunction<[In<"CUdevice", "dev">, Out<"CUpti_DeviceVirtualizationMode *", "mode">]>;
def cuptiFinalize : LibraryFunction<[]>;
def cuptiActivityPushExternalCorrelationId : LibraryFunction<[In<"CUpti_ExternalCorrelationKind", "kind">, In<"uint64_t", "id">]>;
def cuptiActivityPopExternalCorrelationId : LibraryFunction<[In<"CUpti_ExternalCorrelationKind", "kind">, OptOut<"uint64_t *", "lastId">]>;
def cuptiActivityEnableLatencyTimestamps : LibraryFunction<[In<"uint8_t", "enable">], Absent>, Because<"not built yet">;
def cuptiActivityFlushPeriod : LibraryFunction<[In<"uint32_t", "time">], Absent>, Because<"not built yet">;
def cuptiActivityEnableLaunchAttributes : LibraryFunction<[In<"uint8_t", "enable">], Absent>, Because<"not built yet">;
def CUpti_TimestampCallbackFunc : Callback<"uint64_t", "void">, Plain;
def cuptiActivityRegisterTimestampCallback : LibraryFunction<[In<"CUpti_TimestampCallbackFunc", "funcTimestamp">]>;
def cuptiActivityEnableDeviceGraph : LibraryFunction<[In<"uint8_t", "enable">], Absent>, Because<"graphs have no identifiers for tools yet">;
def cuptiActivityEnableDriverApi : LibraryFunction<[In<"CUpti_CallbackId", "cbid">, In<"uint8_t", "enable">]>;
def cuptiActivityEnableRuntimeApi : LibraryFunction<[In<"CUpti_CallbackId", "cbid">, In<"uint8_t", "enable">]>;
def cuptiActivityEnableHWTrace : LibraryFunction<[In<"uint8_t", "enable">], Absent>, Because<"there is no tracing hardware">;
def cuptiActivityEnableAllocationSource : LibraryFunction<[In<"uint8_t", "enable">], Absent>, Because<"not built yet">;
def cuptiActivityEnableAllSyncRecords : LibraryFunction<[In<"uint8_t", "enable">], Absent>, Because<"not built yet">;
def cuptiActivityEnableCudaEventDeviceTimestamps : LibraryFunction<[In<"uint8_t", "enable">], Absent>, Because<"not built yet">;
def CUpti_ActivityOverhead : Struct<40, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityOverheadKind overheadKind;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint64_t start;
  uint64_t end;
}]>, Align<8>;
def CUpti_ActivityOverhead2 : Struct<48, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityOverheadKind overheadKind;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t reserved0;
}]>, Align<8>;
def CUpti_ActivityDevice4 : Struct<176, [{
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint64_t globalMemoryBandwidth;
  uint64_t globalMemorySize;
  uint32_t constantMemorySize;
  uint32_t l2CacheSize;
  uint32_t numThreadsPerWarp;
  uint32_t coreClockRate;
  uint32_t numMemcpyEngines;
  uint32_t numMultiprocessors;
  uint32_t maxIPC;
  uint32_t maxWarpsPerMultiprocessor;
  uint32_t maxBlocksPerMultiprocessor;
  uint32_t maxSharedMemoryPerMultiprocessor;
  uint32_t maxRegistersPerMultiprocessor;
  uint32_t maxRegistersPerBlock;
  uint32_t maxSharedMemoryPerBlock;
  uint32_t maxThreadsPerBlock;
  uint32_t maxBlockDimX;
  uint32_t maxBlockDimY;
  uint32_t maxBlockDimZ;
  uint32_t maxGridDimX;
  uint32_t maxGridDimY;
  uint32_t maxGridDimZ;
  uint32_t computeCapabilityMajor;
  uint32_t computeCapabilityMinor;
  uint32_t id;
  uint32_t eccEnabled;
  CUuuid uuid;
  const char *name;
  uint8_t isCudaVisible;
  uint8_t isMigEnabled;
  uint8_t reserved[6];
  uint32_t gpuInstanceId;
  uint32_t computeInstanceId;
  CUuuid migUuid;
}]>, Align<8>;
def CUpti_ActivityKernel4 : Struct<144, [{
  CUpti_ActivityKind kind;
  union {
  uint8_t both;
  struct {
  uint8_t requested:4;
  uint8_t executed:4;
  } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
}]>, Align<8>;
def CUpti_ActivityKernel5 : Struct<160, [{
  CUpti_ActivityKind kind;
  union {
  uint8_t both;
  struct {
  uint8_t requested:4;
  uint8_t executed:4;
  } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  CUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
}]>, Align<8>;
def CUpti_ActivityKernel6 : Struct<168, [{
  CUpti_ActivityKind kind;
  union {
  uint8_t both;
  struct {
  uint8_t requested:4;
  uint8_t executed:4;
  } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  CUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
  CUaccessPolicyWindow *pAccessPolicyWindow;
}]>, Align<8>;
def CUpti_ActivityKernel7 : Struct<176, [{
  CUpti_ActivityKind kind;
  union {
  uint8_t both;
  struct {
  uint8_t requested:4;
  uint8_t executed:4;
  } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  CUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
  CUaccessPolicyWindow *pAccessPolicyWindow;
  uint32_t channelID;
  CUpti_ChannelType channelType;
}]>, Align<8>;
def CUpti_ActivityKernel8 : Struct<200, [{
  CUpti_ActivityKind kind;
  union {
  uint8_t both;
  struct {
  uint8_t requested:4;
  uint8_t executed:4;
  } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  CUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
  CUaccessPolicyWindow *pAccessPolicyWindow;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t clusterX;
  uint32_t clusterY;
  uint32_t clusterZ;
  uint32_t clusterSchedulingPolicy;
  uint64_t localMemoryTotal_v2;
}]>, Align<8>;
def CUpti_ActivityKernel9 : Struct<208, [{
  CUpti_ActivityKind kind;
  union {
  uint8_t both;
  struct {
  uint8_t requested:4;
  uint8_t executed:4;
  } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  CUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
  CUaccessPolicyWindow *pAccessPolicyWindow;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t clusterX;
  uint32_t clusterY;
  uint32_t clusterZ;
  uint32_t clusterSchedulingPolicy;
  uint64_t localMemoryTotal_v2;
  uint32_t maxPotentialClusterSize;
  uint32_t maxActiveClusters;
}]>, Align<8>;
def CUpti_ActivityMemcpy : Struct<64, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void *reserved0;
}]>, Align<8>;
def CUpti_ActivityMemcpy3 : Struct<72, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
}]>, Align<8>;
def CUpti_ActivityMemcpy4 : Struct<80, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t padding;
}]>, Align<8>;
def CUpti_ActivityMemcpyPtoP : Struct<72, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t srcDeviceId;
  uint32_t srcContextId;
  uint32_t dstDeviceId;
  uint32_t dstContextId;
  uint32_t correlationId;
  void *reserved0;
}]>, Align<8>;
def CUpti_ActivityMemcpyPtoP2 : Struct<80, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t srcDeviceId;
  uint32_t srcContextId;
  uint32_t dstDeviceId;
  uint32_t dstContextId;
  uint32_t correlationId;
  void *reserved0;
  uint64_t graphNodeId;
}]>, Align<8>;
def CUpti_ActivityMemcpyPtoP3 : Struct<88, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t srcDeviceId;
  uint32_t srcContextId;
  uint32_t dstDeviceId;
  uint32_t dstContextId;
  uint32_t correlationId;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t padding;
}]>, Align<8>;
def CUpti_ActivityMemset : Struct<64, [{
  CUpti_ActivityKind kind;
  uint32_t value;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint16_t flags;
  uint16_t memoryKind;
  uint32_t pad;
  void *reserved0;
}]>, Align<8>;
def CUpti_ActivityMemset2 : Struct<72, [{
  CUpti_ActivityKind kind;
  uint32_t value;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint16_t flags;
  uint16_t memoryKind;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
}]>, Align<8>;
def CUpti_ActivityMemset3 : Struct<80, [{
  CUpti_ActivityKind kind;
  uint32_t value;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint16_t flags;
  uint16_t memoryKind;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t padding;
}]>, Align<8>;
def CUpti_ActivityContext : Struct<16, [{
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t deviceId;
  uint16_t computeApiKind;
  uint16_t nullStreamId;
}]>, Align<8>;
def CUpti_ActivityContext2 : Struct<24, [{
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t deviceId;
  uint16_t computeApiKind;
  uint16_t nullStreamId;
  uint32_t parentContextId;
  uint8_t isGreenContext;
  uint8_t padding;
  uint16_t numMultiprocessors;
}]>, Align<8>;
def CUpti_ActivityCudaEvent : Struct<24, [{
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t eventId;
  uint32_t pad;
}]>, Align<8>;
def CUpti_ActivitySynchronization : Struct<40, [{
  CUpti_ActivityKind kind;
  CUpti_ActivitySynchronizationType type;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t cudaEventId;
}]>, Align<8>;
def CUpti_ActivityMemcpy5 : Struct<88, [{
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t pad2;
}]>, Align<8>;
