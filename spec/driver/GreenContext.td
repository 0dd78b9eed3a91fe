// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: green contexts.

def CUgreenCtx : Handle<"CUgreenCtx_st">, Usable<"GreenContext", "CUDA_ERROR_INVALID_CONTEXT", "findGreen">;
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
    In<"unsigned int", "flags">], Initialized, Done>,
  Refuses<[Invalid<"flags != CU_GREEN_CTX_DEFAULT_STREAM">]>, Doc<"Makes a context on a share of a device.">;
def cuGreenCtxDestroy : DriverFunction<12040, [In<"CUgreenCtx", "hCtx">], Initialized, Done>, Doc<"Ends a green context.">;
def cuCtxFromGreenCtx : DriverFunction<12040, [
    Out<"CUcontext *", "pContext">, Checked<"CUgreenCtx", "hCtx">], Initialized, Done>,
  Doc<"Gives the context that stands for a green context.">, Gives<"GreenContext", "reinterpret_cast<CUcontext>(hCtx)">;
def cuDeviceGetDevResource : DriverFunction<12040, [
    Found<"CUdevice", "device">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">], Initialized, Done>,
  Doc<"Gives what a device has to share.">, Is<"GreenContext", "giveResource(device.ordinal(), device.multiprocessors(), type, resource)">;
def cuCtxGetDevResource : DriverFunction<12040, [
    In<"CUcontext", "hCtx">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">], HandleContext, Done>,
  Doc<"Gives what a context has of its device.">;
def cuGreenCtxGetDevResource : DriverFunction<12040, [
    Found<"CUgreenCtx", "hCtx">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">], Initialized, Done>,
  Doc<"Gives what a green context has of its device.">,
  Is<"GreenContext", "giveResource(hCtx.context().device().ordinal(), hCtx.multiprocessors(), type, resource)">;
def cuDevSmResourceSplitByCount : DriverFunction<12040, [
    OptOut<"CUdevResource *", "result">, OptOut<"unsigned int *", "nbGroups">,
    In<"const CUdevResource *", "input">, OptOut<"CUdevResource *", "remaining">,
    In<"unsigned int", "useFlags">, In<"unsigned int", "minCount">], Initialized, Done>, Refuses<[
    Invalid<"!nbGroups">,
    Invalid<"!input">,
    Invalid<"result && !*nbGroups">,
    Invalid<"useFlags & ~unsigned(CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING | CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE)">,
    Invalid<"useFlags == unsigned(CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING | CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE)">]>,
  Doc<"Splits multiprocessors into groups of at least a number.">;
def cuDevSmResourceSplit : DriverFunction<13010, [
    OptOut<"CUdevResource *", "result">, In<"unsigned int", "nbGroups">, In<"const CUdevResource *", "input">,
    OptOut<"CUdevResource *", "remainder">, In<"unsigned int", "flags">,
    InOut<"CU_DEV_SM_RESOURCE_GROUP_PARAMS *", "groupParams">], Initialized, Done>, Refuses<[
    Invalid<"!nbGroups">,
    Invalid<"!input">,
    Invalid<"!groupParams">,
    Invalid<"flags">]>, Doc<"Splits multiprocessors into groups of wanted sizes.">;
def cuDevResourceGenerateDesc : DriverFunction<12040, [
    Out<"CUdevResourceDesc *", "phDesc">, In<"CUdevResource *", "resources">,
    In<"unsigned int", "nbResources">], Initialized, Done>,
  Refuses<[Invalid<"!resources">, Invalid<"!nbResources">]>, Doc<"Makes of shares what cuGreenCtxCreate takes.">;
def cuGreenCtxRecordEvent : DriverFunction<12040, [
    Found<"CUgreenCtx", "hCtx">, In<"CUevent", "hEvent">], Initialized, Done>,
  Doc<"Records in an event all work that a green context has so far.">, Is<"GreenContext", "recordContext(hCtx.context(), hCtx.partition(), hEvent)">;
def cuGreenCtxWaitEvent : DriverFunction<12040, [
    Found<"CUgreenCtx", "hCtx">, In<"CUevent", "hEvent">], Initialized, Done>,
  Doc<"Makes all later work of a green context wait for an event.">, Is<"GreenContext", "holdContext(hCtx.context(), hCtx.partition(), hEvent)">;
def cuStreamGetGreenCtx : DriverFunction<12040, [Found<"CUstream", "hStream", "", "findAsked">, Out<"CUgreenCtx *", "phCtx">], HandleContext, Done>,
    InHostFunctions, Doc<"Gives the green context of a stream, or null.">;
def cuGreenCtxStreamCreate : DriverFunction<12050, [
    Out<"CUstream *", "phStream">, Found<"CUgreenCtx", "greenCtx">, In<"unsigned int", "flags">,
    In<"int", "priority">], Initialized, Done>, Refuses<[
    Invalid<"flags != CU_STREAM_NON_BLOCKING"> // documented: must be given
  ]>, Doc<"Makes a stream in a green context.">;
def cuGreenCtxGetId : DriverFunction<12090, [
    Found<"CUgreenCtx", "greenCtx">, Out<"unsigned long long *", "greenCtxId">], Initialized, Done>,
  Doc<"Gives a number that no other context of the process has.">, Gives<"GreenContext", "greenCtx.id()">;
def cuStreamGetDevResource : DriverFunction<13010, [
    Found<"CUstream", "hStream", "", "findAsked">, Out<"CUdevResource *", "resource">, In<"CUdevResourceType", "type">],
    HandleContext, Done>, PerThreadStream, Doc<"Gives what a stream has of its device.">;

// -- Rules ----------------------------------------------------------------------------------------

class BadShare<string condition> : Fails<"CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION", condition>;
class BadResource<string condition> : Fails<"CUDA_ERROR_INVALID_RESOURCE_TYPE", condition>;

// Of a resource that a call made.
def checkShare : Rules<["GreenContext"], [In<"const CUdevResource &", "it">, In<"const Device *", "device">], [
  BadResource<"it.type != CU_DEV_RESOURCE_TYPE_SM">,
  BadShare<"!device">,
  BadShare<"!it.sm.smCount || it.sm.smCount > splittable(*device)">
]>;

def checkShareType : Rules<["GreenContext"], [In<"CUdevResourceType", "type">], [BadResource<"type != CU_DEV_RESOURCE_TYPE_SM">]>;

def checkGroup : Rules<["GreenContext"], [In<"const CU_DEV_SM_RESOURCE_GROUP_PARAMS &", "it">, In<"unsigned", "size">], [
  Invalid<"it.flags & ~unsigned(CU_DEV_SM_RESOURCE_GROUP_BACKFILL)">,
  Each<"const unsigned word", "it.reserved", [Invalid<"word">]>,
  BadShare<"!size">
]>;

def checkDescription : Rules<["GreenContext"], [In<"const ResourceDescription &", "description">, In<"CUdevice", "device">], [
  Invalid<"description.fields.magic != kDescriptionMagic">,
  Fails<"CUDA_ERROR_INVALID_DEVICE", "!findDevice(device)">,
  Invalid<"description.fields.device != device">
]>;
