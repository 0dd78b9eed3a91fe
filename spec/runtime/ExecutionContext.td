// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: execution contexts, which are a device's primary context or a green one.

def cudaExecutionContext_t : Handle<"cudaExecutionContext_st">;
def cudaDevResourceDesc_t : Handle<"CUdevResourceDesc_st">;

def cudaDevResourceType : Enum<[
  Value<"cudaDevResourceTypeInvalid", 0>,
  Value<"cudaDevResourceTypeSm", 1>
]>, Same<"CUdevResourceType">;
def cudaDevSmResourceSplitByCount_flags : Enum<[
  Value<"cudaDevSmResourceSplitIgnoreSmCoscheduling", 0x1>,
  Value<"cudaDevSmResourceSplitMaxPotentialClusterSize", 0x2>
]>;
def cudaDevSmResourceGroup_flags : Enum<[
  Value<"cudaDevSmResourceGroupDefault", 0>,
  Value<"cudaDevSmResourceGroupBackfill", 0x1>
]>;
def cudaHostTaskSyncMode : Enum<[
  Value<"cudaHostTaskBlocking", 0>,
  Value<"cudaHostTaskSpinWait", 1>
]>;

def cudaDevSmResource : Struct<12, [{
  unsigned int smCount;
  unsigned int minSmPartitionSize;
  unsigned int smCoscheduledAlignment;
}]>;
def cudaDevResource : Struct<144, [{
  enum cudaDevResourceType type;
  unsigned char _internal_padding[92];
  union {
    struct cudaDevSmResource sm;
    unsigned char _oversize[48];
  };
}]>, Same<"CUdevResource">;
def cudaDevSmResourceGroupParams : Struct<64, [{
  unsigned int smCount;
  unsigned int coscheduledSmCount;
  unsigned int preferredCoscheduledSmCount;
  unsigned int flags;
  unsigned int reserved[12];
}]>, Same<"CU_DEV_SM_RESOURCE_GROUP_PARAMS">;

def cudaDeviceGetDevResource : RuntimeFunction<[
    Ordinal<"device">, Out<"struct cudaDevResource *", "resource">, In<"enum cudaDevResourceType", "type">],
    Initialized, Done>, On<"cuDeviceGetDevResource">;
def cudaDevSmResourceSplitByCount : RuntimeFunction<[
    OptOut<"struct cudaDevResource *", "result">, OptOut<"unsigned int *", "nbGroups">,
    In<"const struct cudaDevResource *", "input">, OptOut<"struct cudaDevResource *", "remaining">,
    In<"unsigned int", "flags">, In<"unsigned int", "minCount">], Initialized, Done>, On<"cuDevSmResourceSplitByCount">;
def cudaDevSmResourceSplit : RuntimeFunction<[
    OptOut<"struct cudaDevResource *", "result">, In<"unsigned int", "nbGroups">,
    In<"const struct cudaDevResource *", "input">, OptOut<"struct cudaDevResource *", "remainder">,
    In<"unsigned int", "flags">, InOut<"struct cudaDevSmResourceGroupParams *", "groupParams">], Initialized, Done>,
  On<"cuDevSmResourceSplit">;
def cudaDevResourceGenerateDesc : RuntimeFunction<[
    Out<"cudaDevResourceDesc_t *", "phDesc">, In<"struct cudaDevResource *", "resources">,
    In<"unsigned int", "nbResources">], Initialized, Done>, On<"cuDevResourceGenerateDesc">;
def cudaGreenCtxCreate : RuntimeFunction<[
    Out<"cudaExecutionContext_t *", "phCtx">, In<"cudaDevResourceDesc_t", "desc">, In<"int", "device">,
    In<"unsigned int", "flags">], Initialized, Done>, Doc<"Makes a context on a share of a device.">;
def cudaDeviceGetExecutionCtx : RuntimeFunction<[
    Out<"cudaExecutionContext_t *", "ctx">, In<"int", "device">], Initialized, Done>,
  Doc<"Gives the context of a whole device.">;
def cudaExecutionCtxDestroy : RuntimeFunction<[In<"cudaExecutionContext_t", "ctx">], Initialized, Done>,
  Doc<"Ends a green context.">;
def cudaExecutionCtxGetDevResource : RuntimeFunction<[
    In<"cudaExecutionContext_t", "ctx">, Out<"struct cudaDevResource *", "resource">,
    In<"enum cudaDevResourceType", "type">], Initialized, Done>, Doc<"Gives what a context has of its device.">,
  Is<"ExecutionContext", "call(ctx, cu().cuGreenCtxGetDevResource, cu().cuCtxGetDevResource, layoutCast<CUdevResource>(resource), CUdevResourceType(type))">;
def cudaExecutionCtxGetDevice : RuntimeFunction<[
    Out<"int *", "device">, In<"cudaExecutionContext_t", "ctx">], Initialized, Done>, Doc<"Gives the device of a context.">;
def cudaExecutionCtxGetId : RuntimeFunction<[
    In<"cudaExecutionContext_t", "ctx">, Out<"unsigned long long *", "ctxId">], Initialized, Done>,
  Doc<"Gives a number that no other context of the process has.">,
  Is<"ExecutionContext", "call(ctx, cu().cuGreenCtxGetId, cu().cuCtxGetId, ctxId)">;
def cudaExecutionCtxStreamCreate : RuntimeFunction<[
    Out<"cudaStream_t *", "phStream">, In<"cudaExecutionContext_t", "ctx">, In<"unsigned int", "flags">,
    In<"int", "priority">], Initialized, Done>, Doc<"Makes a stream in a context.">;
def cudaExecutionCtxSynchronize : RuntimeFunction<[In<"cudaExecutionContext_t", "ctx">], Initialized, Done>,
  Doc<"Waits for all work of a context.">;
def cudaExecutionCtxRecordEvent : RuntimeFunction<[
    In<"cudaExecutionContext_t", "ctx">, In<"cudaEvent_t", "event">], Initialized, Done>,
  Doc<"Records in an event all work that a context has so far.">,
  Is<"ExecutionContext", "call(ctx, cu().cuGreenCtxRecordEvent, cu().cuCtxRecordEvent, event)">;
def cudaExecutionCtxWaitEvent : RuntimeFunction<[
    In<"cudaExecutionContext_t", "ctx">, In<"cudaEvent_t", "event">], Initialized, Done>,
  Doc<"Makes all later work of a context wait for an event.">,
  Is<"ExecutionContext", "call(ctx, cu().cuGreenCtxWaitEvent, cu().cuCtxWaitEvent, event)">;
def cudaGraphConditionalHandleCreate_v2 : RuntimeFunction<[
    Out<"cudaGraphConditionalHandle *", "pHandle_out">, In<"cudaGraph_t", "graph">,
    In<"cudaExecutionContext_t", "ctx">, In<"unsigned int", "defaultLaunchValue", "0">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>,
  Doc<"Makes the value that decides over a conditional node, in a context.">;
def cudaStreamGetDevResource : RuntimeFunction<[
    In<"cudaStream_t", "hStream">, Out<"struct cudaDevResource *", "resource">,
    In<"enum cudaDevResourceType", "type">], CurrentContext, Done>, PerThreadStream, On<"cuStreamGetDevResource">;
