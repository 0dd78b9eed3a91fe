// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL: types.

def ncclResult_t : Enum<[
    Value<"ncclSuccess", 0, "no error">,
    Value<"ncclUnhandledCudaError", 1, "unhandled cuda error">,
    Value<"ncclSystemError", 2, "unhandled system error">,
    Value<"ncclInternalError", 3, "internal error">,
    Value<"ncclInvalidArgument", 4, "invalid argument">,
    Value<"ncclInvalidUsage", 5, "invalid usage">,
    Value<"ncclRemoteError", 6, "a remote rank ended or cannot be reached">,
    Value<"ncclInProgress", 7, "operation in progress">,
    Value<"ncclNumResults", 8>]>, Tag<"ncclResult_t">;
def ncclRedOp_t : Enum<[
    Value<"ncclSum", 0>, Value<"ncclProd", 1>, Value<"ncclMax", 2>, Value<"ncclMin", 3>, Value<"ncclAvg", 4>,
    Value<"ncclNumOps", 5>, Value<"ncclMaxRedOp", 0x7fffffff>]>, Tag<"ncclRedOp_t">;
def ncclDataType_t : Enum<[
    Value<"ncclInt8", 0>, Value<"ncclChar", 0>, Value<"ncclUint8", 1>, Value<"ncclInt32", 2>, Value<"ncclInt", 2>,
    Value<"ncclUint32", 3>, Value<"ncclInt64", 4>, Value<"ncclUint64", 5>, Value<"ncclFloat16", 6>, Value<"ncclHalf", 6>,
    Value<"ncclFloat32", 7>, Value<"ncclFloat", 7>, Value<"ncclFloat64", 8>, Value<"ncclDouble", 8>, Value<"ncclBfloat16", 9>,
    Value<"ncclFloat8e4m3", 10>, Value<"ncclFloat8e5m2", 11>, Value<"ncclNumTypes", 12>]>, Tag<"ncclDataType_t">;
def ncclScalarResidence_t : Enum<[
    Value<"ncclScalarDevice", 0>, Value<"ncclScalarHostImmediate", 1>]>, Tag<"ncclScalarResidence_t">;
def ncclComm_t : Handle<"ncclComm">;
def ncclWindow_t : Handle<"ncclWindow_vidmem">;
def ncclCommMemStat_t : Enum<[
    Value<"ncclStatGpuMemSuspend", 0>, Value<"ncclStatGpuMemSuspended", 1>, Value<"ncclStatGpuMemPersist", 2>,
    Value<"ncclStatGpuMemTotal", 3>]>;
def ncclWaitSignalDesc_t : Struct<16, [{
  int opCnt;
  int peer;
  int sigIdx;
  int ctx;
}]>;
def ncclUniqueId : Struct<128, [{
  char internal[128];
}]>, Tag<"ncclUniqueId">;
def ncclConfig_t : Struct<80, [{
  size_t size;
  unsigned int magic;
  unsigned int version;
  int blocking;
  int cgaClusterSize;
  int minCTAs;
  int maxCTAs;
  const char *netName;
  int splitShare;
  int trafficClass;
  const char *commName;
  int collnetEnable;
  int CTAPolicy;
  int shrinkShare;
  int nvlsCTAs;
  int nChannelsPerNetPeer;
  int nvlinkCentricSched;
}]>, Tag<"ncclConfig_v22800">;
def ncclSimInfo_t : Struct<24, [{
  size_t size;
  unsigned int magic;
  unsigned int version;
  float estimatedTime;
}]>, Tag<"ncclSimInfo_v22200">;
