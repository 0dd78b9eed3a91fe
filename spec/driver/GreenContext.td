// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: green contexts.

def CUgreenCtx : Handle<"CUgreenCtx_st">;
def CUdevResourceDesc : Handle<"CUdevResourceDesc_st">, Owner<"">;

def CUgreenCtxCreate_flags : Enum<[
  Value<"CU_GREEN_CTX_DEFAULT_STREAM", 0x1>
]>, Tag<"CUgreenCtxCreate_flags">;

def CUdevSmResourceSplit_flags : Enum<[
  Value<"CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING", 0x1>,
  Value<"CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE", 0x2>
]>, Tag<"CUdevSmResourceSplit_flags">;

def CUdevResourceType : Enum<[
  Value<"CU_DEV_RESOURCE_TYPE_INVALID", 0>,
  Value<"CU_DEV_RESOURCE_TYPE_SM", 1>
]>, Tag<"CUdevResourceType">;

def CUdevSmResource : Struct<12, [{
  unsigned int smCount;
  unsigned int minSmPartitionSize;
  unsigned int smCoscheduledAlignment;
}]>;

def CUdevResource : Struct<144, [{
  CUdevResourceType type;
  unsigned char _internal_padding[92];
  union {
    CUdevSmResource sm;
    unsigned char _oversize[48];
  };
}]>, Version<1>;

def CUdevSmResourceGroup_flags : Enum<[
  Value<"CU_DEV_SM_RESOURCE_GROUP_DEFAULT", 0>,
  Value<"CU_DEV_SM_RESOURCE_GROUP_BACKFILL", 0x1>
]>, Tag<"CUdevSmResourceGroup_flags">;

def CU_DEV_SM_RESOURCE_GROUP_PARAMS : Struct<64, [{
  unsigned int smCount;
  unsigned int coscheduledSmCount;
  unsigned int preferredCoscheduledSmCount;
  unsigned int flags;
  unsigned int reserved[12];
}]>, Tag<"CU_DEV_SM_RESOURCE_GROUP_PARAMS_st">;

def cuGreenCtxCreate : DriverFunction<12040, [
    Out<"CUgreenCtx *", "phCtx">, In<"CUdevResourceDesc", "desc">, In<"CUdevice", "dev">,
    In<"unsigned int", "flags">], Initialized, Done>;
def cuGreenCtxDestroy : DriverFunction<12040, [In<"CUgreenCtx", "hCtx">], Initialized, Done>;
def cuCtxFromGreenCtx : DriverFunction<12040, [
    Out<"CUcontext *", "pContext">, In<"CUgreenCtx", "hCtx">], Initialized, Done>;
def cuDeviceGetDevResource : DriverFunction<12040, [
    In<"CUdevice", "device">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">], Initialized, Done>;
def cuCtxGetDevResource : DriverFunction<12040, [
    In<"CUcontext", "hCtx">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">], HandleContext, Done>;
def cuGreenCtxGetDevResource : DriverFunction<12040, [
    In<"CUgreenCtx", "hCtx">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">], Initialized, Done>;
def cuDevSmResourceSplitByCount : DriverFunction<12040, [
    OptOut<"CUdevResource *", "result">, OptOut<"unsigned int *", "nbGroups">,
    In<"const CUdevResource *", "input">, OptOut<"CUdevResource *", "remaining">,
    In<"unsigned int", "useFlags">, In<"unsigned int", "minCount">], Initialized, Done>;
def cuDevSmResourceSplit : DriverFunction<13010, [
    OptOut<"CUdevResource *", "result">, In<"unsigned int", "nbGroups">, In<"const CUdevResource *", "input">,
    OptOut<"CUdevResource *", "remainder">, In<"unsigned int", "flags">,
    InOut<"CU_DEV_SM_RESOURCE_GROUP_PARAMS *", "groupParams">], Initialized, Done>;
def cuDevResourceGenerateDesc : DriverFunction<12040, [
    Out<"CUdevResourceDesc *", "phDesc">, In<"CUdevResource *", "resources">,
    In<"unsigned int", "nbResources">], Initialized, Done>;
def cuGreenCtxRecordEvent : DriverFunction<12040, [
    In<"CUgreenCtx", "hCtx">, In<"CUevent", "hEvent">], Initialized, Done>;
def cuGreenCtxWaitEvent : DriverFunction<12040, [
    In<"CUgreenCtx", "hCtx">, In<"CUevent", "hEvent">], Initialized, Done>;
def cuStreamGetGreenCtx : DriverFunction<12040, [In<"CUstream", "hStream">, Out<"CUgreenCtx *", "phCtx">], HandleContext, Done>,
    InHostFunctions;
def cuGreenCtxStreamCreate : DriverFunction<12050, [
    Out<"CUstream *", "phStream">, In<"CUgreenCtx", "greenCtx">, In<"unsigned int", "flags">,
    In<"int", "priority">], Initialized, Done>;
def cuGreenCtxGetId : DriverFunction<12090, [
    In<"CUgreenCtx", "greenCtx">, Out<"unsigned long long *", "greenCtxId">], Initialized, Done>;
def cuStreamGetDevResource : DriverFunction<13010, [
    In<"CUstream", "hStream">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">],
    HandleContext, Done>;
