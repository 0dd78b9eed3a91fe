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
  Refuses<[Invalid<"!config">, Meets<"config", "checkConfig", "kernelParams = extra = nullptr">]>, Doc<"Launches a kernel with attributes.">;
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
// How a GPU waits for the host is the same here.
def cuLaunchHostFunc_v2 : DriverFunction<13020, [
    In<"CUstream", "hStream">, In<"CUhostFn", "fn">, In<"void *", "userData">,
    In<"unsigned int", "syncMode">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[Invalid<"syncMode != CU_HOST_TASK_BLOCKING && syncMode != CU_HOST_TASK_SPINWAIT">]>,
  Doc<"Calls a function of the program in the order of a stream, and says how to wait for it.">,
  Is<"Stream", "edge::cuLaunchHostFunc(hStream, fn, userData)">;
def cuParamSetSize : DriverFunction<2000, [
    Found<"CUfunction", "hfunc">, In<"unsigned int", "numbytes">], CurrentContext, Done>, Deprecated,
  Refuses<[Invalid<"numbytes > architecture().maxParamBytes">]>,
  Doc<"Sets the bytes of parameters for the old way to launch.">;
def cuParamSeti : DriverFunction<2000, [
    In<"CUfunction", "hfunc">, In<"int", "offset">, In<"unsigned int", "value">], CurrentContext, Done>, Deprecated,
  Doc<"Sets an integer parameter for the old way to launch.">, Is<"Launch", "edge::cuParamSetv(hfunc, offset, &value, sizeof value)">;
def cuParamSetf : DriverFunction<2000, [
    In<"CUfunction", "hfunc">, In<"int", "offset">, In<"float", "value">], CurrentContext, Done>, Deprecated,
  Doc<"Sets a float parameter for the old way to launch.">, Is<"Launch", "edge::cuParamSetv(hfunc, offset, &value, sizeof value)">;
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
    Checked<"CUfunction", "f">, In<"int", "grid_width">, In<"int", "grid_height">, Found<"CUstream", "hStream">], CurrentContext, Done>,
    Deprecated, Refuses<[Invalid<"grid_width <= 0 || grid_height <= 0">, Find<"hStream">, Unsafe<>]>, Doc<"Launches a grid the old way, in a stream.">;
def cuParamSetTexRef : DriverFunction<2000, [
    Found<"CUfunction", "hfunc">, In<"int", "texunit">, Checked<"CUtexref", "hTexRef">], CurrentContext, Done>, Deprecated,
  Refuses<[Invalid<"texunit != -1">]>, // CU_PARAM_TR_DEFAULT
  Doc<"Names a texture that a function uses, for the old way to launch.">;

// -- Rules ----------------------------------------------------------------------------------------

class BadCluster<string condition> : Fails<"CUDA_ERROR_INVALID_CLUSTER_SIZE", condition>;

def checkConfig : Rules<["Occupancy"], [In<"const CUlaunchConfig &", "it">], [
  Invalid<"it.numAttrs && !it.attrs", "it.numAttrs = 1">
]>, Valid<"it.gridDimX = it.gridDimY = it.gridDimZ = it.blockDimX = it.blockDimY = it.blockDimZ = 1">;

def checkLaunchAttribute : Rules<["Launch"], [In<"CUlaunchAttributeID", "id">, In<"const CUlaunchAttributeValue &", "value">], [
  Invalid<"!isOfLaunches(id)">,
  Let<"const bool isCluster = id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION">,
  Let<"const auto [x, y, z] = value.clusterDim">,
  BadCluster<"isCluster && (x || y || z) && (!x || !y || !z)">, // all 0: as if it were not given (seen)
  BadHandle<"id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT && !value.programmaticEvent.event">,
  BadHandle<"id == CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT && !value.launchCompletionEvent.event">
]>;

// A preferred cluster is a multiple of the least one.
def checkPreferredCluster : Rules<["Launch"], [
    In<"const CUlaunchAttributeValue &", "value">, In<"const LaunchRequest &", "request">], [
  Let<"const auto [x, y, z] = value.preferredClusterDim">,
  BadCluster<"!request.cluster[0]">,
  BadCluster<"x % request.cluster[0] || y % request.cluster[1] || z % request.cluster[2]">
]>;

def checkShape : Rules<["Launch"], [In<"const LaunchRequest &", "request">, In<"const Function &", "function">], [
  Let<"const KernelFacts &facts = function.facts()">,
  Each<"const int i", "{0, 1, 2}", [
    Invalid<"!request.grid[i] || request.grid[i] > model::kMaxGridDim[i]">,
    Invalid<"!request.block[i] || request.block[i] > model::kMaxBlockDim[i]">
  ]>,
  Let<"const uint32_t threads = request.block[0] * request.block[1] * request.block[2]">,
  Invalid<"threads > model::kMaxThreadsPerBlock">,
  Invalid<"facts.boundThreads && threads > facts.boundThreads">,
  Invalid<"facts.requiredBlock[0] && !std::equal(request.block, request.block + 3, facts.requiredBlock)">,
  Fails<"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "threads > facts.maxThreads">,
  Accepts<"request.dynamicShared <= maxDynamicShared(facts, function.settings())">,
  Fails<"CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", // seen
        "request.cooperative && request.dynamicShared <= architecture().sharedPerBlockOptIn">,
  Invalid<"request.dynamicShared > maxDynamicShared(facts, function.settings())">
]>;

def checkAskedCluster : Rules<["Launch"], [In<"const LaunchRequest &", "request">, In<"const FunctionSettings &", "settings">], [
  Let<"const bool isGiven = request.cluster[0] != 0">,
  Accepts<"!isGiven && !settings.clusterMustBeSet">,
  Each<"const int i", "{0, 1, 2}", [
    BadCluster<"isGiven && settings.cluster[i] && request.cluster[i] != settings.cluster[i]">
  ]>,
  BadCluster<"!isGiven && settings.clusterMustBeSet && !settings.cluster[0]">
]>;

def checkCluster : Rules<["Launch"], [In<"const LaunchRequest &", "request">, In<"const Function &", "function">], [
  Accepts<"(request.cluster[0] | request.cluster[1] | request.cluster[2]) == 1">,
  Let<"const bool isAnySize = function.settings().nonPortableCluster">,
  Let<"const uint32_t most = isAnySize ? architecture().maxClusterSizeNonPortable : architecture().maxClusterSize">,
  Let<"const uint32_t bound = function.facts().maxClusterRank">,
  Let<"const uint64_t blocks = uint64_t(request.cluster[0]) * request.cluster[1] * request.cluster[2]">,
  BadCluster<"blocks > most">,
  BadCluster<"bound && blocks > bound">,
  Each<"const int i", "{0, 1, 2}", [BadCluster<"request.grid[i] % request.cluster[i]">]>
]>;

def checkCooperative : Rules<["Launch"], [In<"const LaunchRequest &", "request">, In<"const Function &", "function">], [
  Accepts<"!request.cooperative">,
  Let<"const KernelFacts &facts = function.facts()">,
  Fails<"CUDA_ERROR_NOT_PERMITTED", "facts.uses & KernelFacts::DeviceRuntime">, // seen
  Let<"const uint32_t threads = request.block[0] * request.block[1] * request.block[2]">,
  Let<"const uint64_t eachHas = maxActiveBlocks(facts, function.settings(), threads, request.dynamicShared)">,
  Let<"const uint32_t workers = request.workers ? request.workers : function.context().device().multiprocessors()">,
  Let<"const uint64_t blocks = uint64_t(request.grid[0]) * request.grid[1] * request.grid[2]">,
  Fails<"CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "blocks > eachHas * workers">
]>;

def checkGivenParams : Rules<["Launch"], [In<"const KernelFacts &", "facts">, In<"void **", "kernelParams">, In<"void **", "extra">], [
  Invalid<"kernelParams && extra && !facts.params.empty()">, // of a kernel without, neither is read (seen)
  Invalid<"!kernelParams && !extra && !facts.params.empty()">
]>;

// As NVIDIA's driver has it: too much is refused; what is missing the kernel may not need.
def checkParamBytes : Rules<["Launch"], [In<"const KernelFacts &", "facts">, In<"size_t", "bytes">], [
  Fails<"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "bytes > facts.paramBytes">
]>;

def checkPlace : Rules<["Launch"], [In<"const Function &", "function">, In<"const LaunchRequest &", "request">, In<"const Stream &", "stream">], [
  BadHandle<"&function.context() != &stream.context()">,
  Absence<"request.isNode">,
  Absence<"function.facts().uses & KernelFacts::GraphLaunch"> // only as a node of one
]>;

def checkClusterQuery : Rules<["Occupancy"], [In<"CUfunction", "function">, In<"const CUlaunchConfig *", "config">], [
  Invalid<"!function">,
  Invalid<"!config">,
  Invalid<"!config->gridDimX || !config->gridDimY || !config->gridDimZ">,
  Invalid<"!config->blockDimX || !config->blockDimY || !config->blockDimZ">
]>;
