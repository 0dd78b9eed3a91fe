// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: launches.

def CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_PRE_LAUNCH_SYNC : Macro<"0x01">;
def CUDA_COOPERATIVE_LAUNCH_MULTI_DEVICE_NO_POST_LAUNCH_SYNC : Macro<"0x02">;
def CU_LAUNCH_KERNEL_REQUIRED_BLOCK_DIM : Macro<"1">;
def CU_LAUNCH_PARAM_END_AS_INT : Macro<"0x00">;
def CU_LAUNCH_PARAM_END : Macro<"((void*)CU_LAUNCH_PARAM_END_AS_INT)">;
def CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT : Macro<"0x01">;
def CU_LAUNCH_PARAM_BUFFER_POINTER : Macro<"((void*)CU_LAUNCH_PARAM_BUFFER_POINTER_AS_INT)">;
def CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT : Macro<"0x02">;
def CU_LAUNCH_PARAM_BUFFER_SIZE : Macro<"((void*)CU_LAUNCH_PARAM_BUFFER_SIZE_AS_INT)">;
def CU_PARAM_TR_DEFAULT : Macro<"-1">;

def CUhostFn : Callback<"void", "void *userData">;

def CUaccessProperty : Enum<[
  Value<"CU_ACCESS_PROPERTY_NORMAL", 0>,
  Value<"CU_ACCESS_PROPERTY_STREAMING", 1>,
  Value<"CU_ACCESS_PROPERTY_PERSISTING", 2>
]>;

def CUaccessPolicyWindow : Struct<32, [{
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  CUaccessProperty hitProp;
  CUaccessProperty missProp;
}]>, Version<1>;

def CUclusterSchedulingPolicy : Enum<[
  Value<"CU_CLUSTER_SCHEDULING_POLICY_DEFAULT", 0>,
  Value<"CU_CLUSTER_SCHEDULING_POLICY_SPREAD", 1>,
  Value<"CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING", 2>
]>;

def CUlaunchMemSyncDomain : Enum<[
  Value<"CU_LAUNCH_MEM_SYNC_DOMAIN_DEFAULT", 0>,
  Value<"CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE", 1>
]>;

def CUlaunchMemSyncDomainMap : Struct<2, [{
  unsigned char default_;
  unsigned char remote;
}]>;

def CUlaunchAttributeID : Enum<[
  Value<"CU_LAUNCH_ATTRIBUTE_IGNORE", 0>,
  Value<"CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW", 1>,
  Value<"CU_LAUNCH_ATTRIBUTE_COOPERATIVE", 2>,
  Value<"CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY", 3>,
  Value<"CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION", 4>,
  Value<"CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE", 5>,
  Value<"CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION", 6>,
  Value<"CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT", 7>,
  Value<"CU_LAUNCH_ATTRIBUTE_PRIORITY", 8>,
  Value<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP", 9>,
  Value<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN", 10>,
  Value<"CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION", 11>,
  Value<"CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT", 12>,
  Value<"CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE", 13>,
  Value<"CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT", 14>,
  Value<"CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING", 16>
]>;

def CUlaunchAttributeValue : Union<64, [{
  char pad[64];
  CUaccessPolicyWindow accessPolicyWindow;
  int cooperative;
  CUsynchronizationPolicy syncPolicy;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } clusterDim;
  CUclusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    CUevent event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  struct {
    CUevent event;
    int flags;
  } launchCompletionEvent;
  int priority;
  CUlaunchMemSyncDomainMap memSyncDomainMap;
  CUlaunchMemSyncDomain memSyncDomain;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } preferredClusterDim;
  struct {
    int deviceUpdatable;
    CUgraphDeviceNode devNode;
  } deviceUpdatableKernelNode;
  unsigned int sharedMemCarveout;
  unsigned int nvlinkUtilCentricScheduling;
}]>, Tag<"CUlaunchAttributeValue_union">;

def CUlaunchAttribute : Struct<72, [{
  CUlaunchAttributeID id;
  char pad[4];
  CUlaunchAttributeValue value;
}]>;

def CUlaunchConfig : Struct<56, [{
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  CUstream hStream;
  CUlaunchAttribute *attrs;
  unsigned int numAttrs;
}]>, Owner<"record">;

def CUDA_LAUNCH_PARAMS : Struct<56, [{
  CUfunction function;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  CUstream hStream;
  void **kernelParams;
}]>, Version<1>, Owner<"record">;

def cuLaunchKernel : DriverFunction<4000, [
    In<"CUfunction", "f">, In<"unsigned int", "gridDimX">, In<"unsigned int", "gridDimY">,
    In<"unsigned int", "gridDimZ">, In<"unsigned int", "blockDimX">, In<"unsigned int", "blockDimY">,
    In<"unsigned int", "blockDimZ">, In<"unsigned int", "sharedMemBytes">, In<"CUstream", "hStream">,
    In<"void **", "kernelParams">, In<"void **", "extra">], HandleContext, Done>, PerThreadStream,
  Doc<"Launches a kernel: grid in blocks, block in threads, dynamic shared memory in bytes.">;
def cuLaunchKernelEx : DriverFunction<11060, [
    In<"const CUlaunchConfig *", "config">, In<"CUfunction", "f">, In<"void **", "kernelParams">,
    In<"void **", "extra">], HandleContext, Done>, PerThreadStream,
  Refuses<[Invalid<"!config">]>, Doc<"Launches a kernel with attributes.">;
def cuLaunchCooperativeKernel : DriverFunction<9000, [
    In<"CUfunction", "f">, In<"unsigned int", "gridDimX">, In<"unsigned int", "gridDimY">,
    In<"unsigned int", "gridDimZ">, In<"unsigned int", "blockDimX">, In<"unsigned int", "blockDimY">,
    In<"unsigned int", "blockDimZ">, In<"unsigned int", "sharedMemBytes">, In<"CUstream", "hStream">,
    In<"void **", "kernelParams">], HandleContext, Done>, PerThreadStream,
  Doc<"Launches a kernel whose blocks can wait for each other.">;
def cuLaunchCooperativeKernelMultiDevice : DriverFunction<9000, [
    In<"CUDA_LAUNCH_PARAMS *", "launchParamsList">, In<"unsigned int", "numDevices">,
    In<"unsigned int", "flags">], HandleContext, Done>, Deprecated, Doc<"Launches cooperative kernels on several devices.">;
def cuLaunchHostFunc : DriverFunction<10000, [
    Found<"CUstream", "hStream">, In<"CUhostFn", "fn">, In<"void *", "userData">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Refuses<[Invalid<"!fn">, Find<"hStream">]>,
  Doc<"Calls a function of the program in the order of a stream.">;
def CUhostTaskSyncMode : Enum<[
  Value<"CU_HOST_TASK_BLOCKING", 0>,
  Value<"CU_HOST_TASK_SPINWAIT", 1>
]>;
def cuLaunchHostFunc_v2 : DriverFunction<13020, [
    In<"CUstream", "hStream">, In<"CUhostFn", "fn">, In<"void *", "userData">,
    In<"unsigned int", "syncMode">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[Invalid<"syncMode != CU_HOST_TASK_BLOCKING && syncMode != CU_HOST_TASK_SPINWAIT">]>,
  Doc<"Calls a function of the program in the order of a stream, and says how to wait for it.">;
def cuParamSetSize : DriverFunction<2000, [
    Found<"CUfunction", "hfunc">, In<"unsigned int", "numbytes">], CurrentContext, Done>, Deprecated,
  Refuses<[Invalid<"numbytes > architecture().maxParamBytes">]>,
  Doc<"Sets the bytes of parameters for the old way to launch.">;
def cuParamSeti : DriverFunction<2000, [
    In<"CUfunction", "hfunc">, In<"int", "offset">, In<"unsigned int", "value">], CurrentContext, Done>, Deprecated,
  Doc<"Sets an integer parameter for the old way to launch.">;
def cuParamSetf : DriverFunction<2000, [
    In<"CUfunction", "hfunc">, In<"int", "offset">, In<"float", "value">], CurrentContext, Done>, Deprecated,
  Doc<"Sets a float parameter for the old way to launch.">;
def cuParamSetv : DriverFunction<2000, [
    Found<"CUfunction", "hfunc">, In<"int", "offset">, In<"void *", "ptr">, In<"unsigned int", "numbytes">], CurrentContext, Done>,
    Deprecated,
  Refuses<[
    Invalid<"offset < 0">,
    Invalid<"!ptr">,
    Invalid<"uint64_t(offset) + numbytes > architecture().maxParamBytes">]>,
  Doc<"Sets bytes of parameters for the old way to launch.">;
def cuLaunch : DriverFunction<2000, [In<"CUfunction", "f">], CurrentContext, Done>, Deprecated,
  On<"cuLaunchGrid", ["f", "1", "1"]>, Doc<"Launches one block the old way.">;
def cuLaunchGrid : DriverFunction<2000, [
    In<"CUfunction", "f">, In<"int", "grid_width">, In<"int", "grid_height">], CurrentContext, Done>, Deprecated,
  On<"cuLaunchGridAsync", ["f", "grid_width", "grid_height", "nullptr"]>, Doc<"Launches a grid the old way.">;
def cuLaunchGridAsync : DriverFunction<2000, [
    In<"CUfunction", "f">, In<"int", "grid_width">, In<"int", "grid_height">, In<"CUstream", "hStream">], CurrentContext, Done>,
    Deprecated, Doc<"Launches a grid the old way, in a stream.">;
def cuParamSetTexRef : DriverFunction<2000, [
    Found<"CUfunction", "hfunc">, In<"int", "texunit">, In<"CUtexref", "hTexRef">], CurrentContext, Done>, Deprecated,
  Doc<"Names a texture that a function uses, for the old way to launch.">;
