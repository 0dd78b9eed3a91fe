// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: contexts.

def CUcontext : Handle<"CUctx_st">, Usable<"Context", "CUDA_ERROR_INVALID_CONTEXT", "usableContext">;

def CUctx_flags : Enum<[
  Value<"CU_CTX_SCHED_AUTO", 0x0>,
  Value<"CU_CTX_SCHED_SPIN", 0x1>,
  Value<"CU_CTX_SCHED_YIELD", 0x2>,
  Value<"CU_CTX_SCHED_BLOCKING_SYNC", 0x4>,
  Value<"CU_CTX_BLOCKING_SYNC", 0x4>,
  Value<"CU_CTX_SCHED_MASK", 0x7>,
  Value<"CU_CTX_MAP_HOST", 0x8>,
  Value<"CU_CTX_LMEM_RESIZE_TO_MAX", 0x10>,
  Value<"CU_CTX_COREDUMP_ENABLE", 0x20>,
  Value<"CU_CTX_USER_COREDUMP_ENABLE", 0x40>,
  Value<"CU_CTX_SYNC_MEMOPS", 0x80>,
  Value<"CU_CTX_FLAGS_MASK", 0xff>
]>;

def cl_context_flags : Enum<[
  Value<"NVCL_CTX_SCHED_AUTO", 0x0>,
  Value<"NVCL_CTX_SCHED_SPIN", 0x1>,
  Value<"NVCL_CTX_SCHED_YIELD", 0x2>,
  Value<"NVCL_CTX_SCHED_BLOCKING_SYNC", 0x4>
]>;

def CUfunc_cache : Enum<[
  Value<"CU_FUNC_CACHE_PREFER_NONE", 0x0>,
  Value<"CU_FUNC_CACHE_PREFER_SHARED", 0x1>,
  Value<"CU_FUNC_CACHE_PREFER_L1", 0x2>,
  Value<"CU_FUNC_CACHE_PREFER_EQUAL", 0x3>
]>;

def CUsharedconfig : Enum<[
  Value<"CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE", 0x0>,
  Value<"CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE", 0x1>,
  Value<"CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE", 0x2>
]>;

def CUlimit : Enum<[
  Value<"CU_LIMIT_STACK_SIZE", 0x0>,
  Value<"CU_LIMIT_PRINTF_FIFO_SIZE", 0x1>,
  Value<"CU_LIMIT_MALLOC_HEAP_SIZE", 0x2>,
  Value<"CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH", 0x3>,
  Value<"CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT", 0x4>,
  Value<"CU_LIMIT_MAX_L2_FETCH_GRANULARITY", 0x5>,
  Value<"CU_LIMIT_PERSISTING_L2_CACHE_SIZE", 0x6>,
  Value<"CU_LIMIT_SHMEM_SIZE", 0x7>,
  Value<"CU_LIMIT_CIG_ENABLED", 0x8>,
  Value<"CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED", 0x9>,
  Value<"CU_LIMIT_MAX", 10>
]>;

def CUexecAffinityType : Enum<[
  Value<"CU_EXEC_AFFINITY_TYPE_SM_COUNT", 0>,
  Value<"CU_EXEC_AFFINITY_TYPE_MAX", 1>
]>;

def CUexecAffinitySmCount : Struct<4, [{
  unsigned int val;
}]>, Version<1>;

def CUexecAffinityParam : Struct<8, [{
  CUexecAffinityType type;
  union {
    CUexecAffinitySmCount smCount;
  } param;
}]>, Version<1>;

def CUcigDataType : Enum<[
  Value<"CIG_DATA_TYPE_D3D12_COMMAND_QUEUE", 0x1>,
  Value<"CIG_DATA_TYPE_NV_BLOB", 0x2>
]>;

def CUctxCigParam : Struct<16, [{
  CUcigDataType sharedDataType;
  void *sharedData;
}]>;

def CUctxCreateParams : Struct<24, [{
  CUexecAffinityParam *execAffinityParams;
  int numExecAffinityParams;
  CUctxCigParam *cigParams;
}]>;

def CUflushGPUDirectRDMAWritesOptions : Enum<[
  Value<"CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_HOST", 0x1>,
  Value<"CU_FLUSH_GPU_DIRECT_RDMA_WRITES_OPTION_MEMOPS", 0x2>
]>;

def CUflushGPUDirectRDMAWritesScope : Enum<[
  Value<"CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_OWNER", 100>,
  Value<"CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TO_ALL_DEVICES", 200>
]>;

def CUflushGPUDirectRDMAWritesTarget : Enum<[
  Value<"CU_FLUSH_GPU_DIRECT_RDMA_WRITES_TARGET_CURRENT_CTX", 0>
]>;

def cuCtxCreate : DriverFunction<12050, [
    OptOut<"CUcontext *", "pctx">, In<"CUctxCreateParams *", "ctxCreateParams">, In<"unsigned int", "flags">,
    Checked<"CUdevice", "dev">], Initialized, Done>, Version<4>, Across, Refuses<[Invalid<"!pctx">]>, Doc<"Makes a context on a device and makes it current.">;
def cuCtxCreate_v3 : DriverFunction<11040, [
    Out<"CUcontext *", "pctx">, In<"CUexecAffinityParam *", "paramsArray">, In<"int", "numParams">,
    In<"unsigned int", "flags">, In<"CUdevice", "dev">], Initialized, Done>, Old<"cuCtxCreate", "_v3">, Across;
def cuCtxCreate_v2 : DriverFunction<3020, [
    Out<"CUcontext *", "pctx">, In<"unsigned int", "flags">, In<"CUdevice", "dev">], Initialized, Done>,
    Old<"cuCtxCreate", "_v2">, Across, Is<"CurrentContext", "createContext(pctx, flags, dev)">;
def cuCtxCreate_v1 : DriverFunction<2000, [
    Out<"CUcontext *", "pctx">, In<"unsigned int", "flags">, In<"CUdevice", "dev">], Initialized, Done>,
    Old<"cuCtxCreate">, Across, Is<"CurrentContext", "createContext(pctx, flags, dev)">;
def cuCtxDestroy : DriverFunction<4000, [In<"CUcontext", "ctx">], Initialized, Done>, Version<2>, Across,
  Refuses<[Invalid<"!ctx">]>, Doc<"Ends a context and all it contains.">;
def cuCtxDestroy_v1 : DriverFunction<2000, [In<"CUcontext", "ctx">], Initialized, Done>, Old<"cuCtxDestroy">, Across,
  On<"cuCtxDestroy">;
def cuCtxPushCurrent : DriverFunction<4000, [In<"CUcontext", "ctx">], Initialized, Done>, Version<2>, Across,
  Refuses<[Invalid<"!ctx">]>, Doc<"Makes a context current and remembers the one that was.">;
def cuCtxPushCurrent_v1 : DriverFunction<2000, [
    In<"CUcontext", "ctx">], Initialized, Done>, Old<"cuCtxPushCurrent">, Across, On<"cuCtxPushCurrent">;
def cuCtxPopCurrent : DriverFunction<4000, [OptOut<"CUcontext *", "pctx">], Initialized, Done>, Version<2>, Across,
  Doc<"Takes the current context away; the one before it is current again.">;
def cuCtxPopCurrent_v1 : DriverFunction<2000, [
    OptOut<"CUcontext *", "pctx">], Initialized, Done>, Old<"cuCtxPopCurrent">, Across, On<"cuCtxPopCurrent">;
def cuCtxSetCurrent : DriverFunction<4000, [In<"CUcontext", "ctx">], Initialized, Done>, Across,
  Doc<"Makes a context current to the calling thread in place of the one that is.">;
def cuCtxGetCurrent : DriverFunction<4000, [Out<"CUcontext *", "pctx">], Initialized, Done>, Across,
  Doc<"Gives the context that is current to the calling thread, or null.">, Gives<"CurrentContext", "ThreadState::get().currentHandle()">;
def cuCtxGetDevice : DriverFunction<2000, [Out<"CUdevice *", "device">], AnyContext, Done>,
  Doc<"Gives the device of the current context.">, Gives<"CurrentContext", "currentContext().device().ordinal()">;
def cuCtxGetDevice_v2 : DriverFunction<13000, [
    Out<"CUdevice *", "device">, In<"CUcontext", "ctx">], Initialized, Done>, Of<"cuCtxGetDevice">,
  Doc<"Gives the device of a context.">;
def cuCtxGetFlags : DriverFunction<7000, [Out<"unsigned int *", "flags">], AnyContext, Done>,
  Doc<"Gives the flags of the current context.">, Gives<"CurrentContext", "currentContext().flags()">;
def cuCtxSetFlags : DriverFunction<12010, [In<"unsigned int", "flags">], AnyContext, Done>,
  Refuses<[Asks<"checkContextFlags(flags)">]>,
  Doc<"Sets the flags of the current context.">;
def cuCtxGetId : DriverFunction<12000, [
    Found<"CUcontext", "ctx">, Out<"unsigned long long *", "ctxId">], Initialized, Done>,
  Doc<"Gives a number that no other context of the process has.">, Gives<"CurrentContext", "ctx.id()">;
def cuCtxSynchronize : DriverFunction<2000, [], CurrentContext, Done>, Refuses<[Asks<"refuseOn(currentContext())">]>,
  Doc<"Waits for all work of the current context.">;
def cuCtxSynchronize_v2 : DriverFunction<13000, [Found<"CUcontext", "ctx">], Initialized, Done>, Of<"cuCtxSynchronize">,
  Doc<"Waits for all work of a context.">;
def cuCtxSetLimit : DriverFunction<3010, [In<"CUlimit", "limit">, In<"size_t", "value">], CurrentContext, Done>,
  Refuses<[Unsafe<>]>, Doc<"Sets a limit of the current context: sizes in bytes, depths in launches.">,
  Is<"CurrentContext", "currentContext().setLimit(limit, value)">;
def cuCtxGetLimit : DriverFunction<3010, [Out<"size_t *", "pvalue">, In<"CUlimit", "limit">], CurrentContext, Done>,
  Doc<"Gives a limit of the current context.">, Is<"CurrentContext", "currentContext().limit(limit, *pvalue)">;
def cuCtxGetCacheConfig : DriverFunction<3020, [Out<"CUfunc_cache *", "pconfig">], CurrentContext, Done>,
  Doc<"Gives what kernels of the context prefer: shared memory or cache.">, Gives<"CurrentContext", "currentContext().cacheConfig">;
def cuCtxSetCacheConfig : DriverFunction<3020, [In<"CUfunc_cache", "config">], CurrentContext, Done>, Refuses<[Unsafe<>, Invalid<"config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL">]>,
  Doc<"Says what kernels of the context prefer: shared memory or cache.">,
  Does<"CurrentContext", "currentContext().cacheConfig = config">;
def cuCtxGetApiVersion : DriverFunction<3020, [
    In<"CUcontext", "ctx">, Out<"unsigned int *", "version">], Initialized, Done>,
  Doc<"Gives the version of the API with which a context was made.">;
def cuCtxGetStreamPriorityRange : DriverFunction<5050, [
    OptOut<"int *", "leastPriority">, OptOut<"int *", "greatestPriority">], CurrentContext, Done>,
  Doc<"Gives the least and the greatest priority of streams; greater ones are lower numbers.">;
// No line of it ever persists; before compute capability 8.0 there are none that could.
def cuCtxResetPersistingL2Cache : DriverFunction<11000, [], CurrentContext, Done>,
  Doc<"Frees the lines of the L2 cache that are kept for repeated access.">,
  Is<"CurrentContext", "architecture().maxPersistingL2 ? CUDA_SUCCESS : CUDA_ERROR_NOT_SUPPORTED">;
def cuCtxGetExecAffinity : DriverFunction<11040, [
    Out<"CUexecAffinityParam *", "pExecAffinity">, In<"CUexecAffinityType", "type">], CurrentContext, Done>,
  Refuses<[Fails<"CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", "type != CU_EXEC_AFFINITY_TYPE_SM_COUNT">]>,
  Doc<"Gives the share of the device that the current context has.">;
def cuCtxRecordEvent : DriverFunction<12050, [In<"CUcontext", "hCtx">, In<"CUevent", "hEvent">], Initialized, Done>,
  Doc<"Records in an event all work that streams of a context have so far.">;
def cuCtxWaitEvent : DriverFunction<12050, [In<"CUcontext", "hCtx">, In<"CUevent", "hEvent">], Initialized, Done>,
  Doc<"Makes all later work of a context wait for an event.">;
def cuCtxAttach : DriverFunction<2000, [
    Out<"CUcontext *", "pctx">, In<"unsigned int", "flags">], CurrentContext, Done>, Deprecated,
  Refuses<[Invalid<"flags">]>, Doc<"Counts one more user of the current context.">;
def cuCtxDetach : DriverFunction<2000, [In<"CUcontext", "ctx">], Initialized, Done>, Deprecated, Across,
  Doc<"Counts one user of a context less; the last one ends it.">;
// The device has one width of banks; another is asked for in vain, as on current GPUs.
def cuCtxGetSharedMemConfig : DriverFunction<4020, [Out<"CUsharedconfig *", "pConfig">], CurrentContext, Done>, Deprecated,
  Doc<"Gives the width of shared memory's banks.">, Gives<"CurrentContext", "CU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE">;
def cuCtxSetSharedMemConfig : DriverFunction<4020, [In<"CUsharedconfig", "config">], CurrentContext, Done>, Deprecated,
  Refuses<[
    Invalid<"config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE || config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE">]>,
  Doc<"Sets the width of shared memory's banks.">;

// -- Rules ----------------------------------------------------------------------------------------

def checkContextFlags : Rules<["CurrentContext"], [In<"unsigned int", "flags">], [
  Invalid<"flags & ~unsigned(CU_CTX_FLAGS_MASK)">,
  Invalid<"(flags & CU_CTX_SCHED_MASK) != CU_CTX_SCHED_BLOCKING_SYNC && (flags & CU_CTX_SCHED_MASK) > CU_CTX_SCHED_YIELD">
]>;

def checkAffinities : Rules<["CurrentContext"], [In<"const CUexecAffinityParam *", "params">, In<"int", "count">], [
  Invalid<"count < 0">,
  Invalid<"count && !params">,
  Each<"const CUexecAffinityParam &it", "std::span(params, size_t(count))", [
    Fails<"CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY", "it.type != CU_EXEC_AFFINITY_TYPE_SM_COUNT">,
    Invalid<"!it.param.smCount.val">
  ]>,
  Invalid<"count > 1">
]>;

def checkGraphicsQueue : Rules<["CurrentContext"], [In<"const CUctxCreateParams &", "it">], [
  Invalid<"it.cigParams && it.numExecAffinityParams">,
  Absence<"it.cigParams">
]>;

def checkNewContext : Rules<["CurrentContext"], [In<"unsigned int", "flags">, In<"const Device *", "device">, In<"uint32_t", "multiprocessors">], [
  Fails<"CUDA_ERROR_INVALID_DEVICE", "!device">,
  Asks<"checkContextFlags(flags)">,
  Asks<"device->lostWith">,
  Invalid<"multiprocessors > device->multiprocessors()">
]>;

// Which limits there are, and which are facts of the device.
def checkLimit : Rules<["Context"], [In<"CUlimit", "limit">], [
  Invalid<"unsigned(limit) >= CU_LIMIT_MAX">,
  Fails<"CUDA_ERROR_UNSUPPORTED_LIMIT", "!isFact(limit) && !isSupported(limit)">
]>;

def checkNewLimit : Rules<["Context"], [In<"CUlimit", "limit">, In<"size_t", "value">], [
  Invalid<"unsigned(limit) >= CU_LIMIT_MAX">,
  Fails<"CUDA_ERROR_NOT_PERMITTED", "isFact(limit)">,
  Fails<"CUDA_ERROR_UNSUPPORTED_LIMIT", "!isSupported(limit)">,
  Invalid<"limit == CU_LIMIT_STACK_SIZE && value >= size_t(512) << 10">, // the guide: 512 kB for each thread
  Invalid<"limit == CU_LIMIT_MAX_L2_FETCH_GRANULARITY && value > 128">,
  Invalid<"limit == CU_LIMIT_PERSISTING_L2_CACHE_SIZE && value > architecture().maxPersistingL2">
]>;
