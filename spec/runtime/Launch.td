// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: launches.

def cudaAccessProperty : Enum<[
  Value<"cudaAccessPropertyNormal", 0>,
  Value<"cudaAccessPropertyStreaming", 1>,
  Value<"cudaAccessPropertyPersisting", 2>
]>;

def cudaAccessPolicyWindow : Struct<32, [{
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  enum cudaAccessProperty hitProp;
  enum cudaAccessProperty missProp;
}]>, Same<"CUaccessPolicyWindow">;

def cudaHostFn_t : Callback<"void", "void *userData">;

def cudaClusterSchedulingPolicy : Enum<[
  Value<"cudaClusterSchedulingPolicyDefault", 0>,
  Value<"cudaClusterSchedulingPolicySpread", 1>,
  Value<"cudaClusterSchedulingPolicyLoadBalancing", 2>
]>;

def cudaCGScope : Enum<[
  Value<"cudaCGScopeInvalid", 0>,
  Value<"cudaCGScopeGrid", 1>,
  Value<"cudaCGScopeReserved", 2>
]>;

def cudaLaunchMemSyncDomain : Enum<[
  Value<"cudaLaunchMemSyncDomainDefault", 0>,
  Value<"cudaLaunchMemSyncDomainRemote", 1>
]>, Named;

def cudaLaunchMemSyncDomainMap : Struct<2, [{
  unsigned char default_;
  unsigned char remote;
}]>, Tag<"cudaLaunchMemSyncDomainMap_st">;

def cudaLaunchAttributeID : Enum<[
  Value<"cudaLaunchAttributeIgnore", 0>,
  Value<"cudaLaunchAttributeAccessPolicyWindow", 1>,
  Value<"cudaLaunchAttributeCooperative", 2>,
  Value<"cudaLaunchAttributeSynchronizationPolicy", 3>,
  Value<"cudaLaunchAttributeClusterDimension", 4>,
  Value<"cudaLaunchAttributeClusterSchedulingPolicyPreference", 5>,
  Value<"cudaLaunchAttributeProgrammaticStreamSerialization", 6>,
  Value<"cudaLaunchAttributeProgrammaticEvent", 7>,
  Value<"cudaLaunchAttributePriority", 8>,
  Value<"cudaLaunchAttributeMemSyncDomainMap", 9>,
  Value<"cudaLaunchAttributeMemSyncDomain", 10>,
  Value<"cudaLaunchAttributePreferredClusterDimension", 11>,
  Value<"cudaLaunchAttributeLaunchCompletionEvent", 12>,
  Value<"cudaLaunchAttributeDeviceUpdatableKernelNode", 13>,
  Value<"cudaLaunchAttributePreferredSharedMemoryCarveout", 14>,
  Value<"cudaLaunchAttributeNvlinkUtilCentricScheduling", 16>
]>, Named, Same<"CUlaunchAttributeID">;

def cudaLaunchAttributeValue : Union<64, [{
  char pad[64];
  struct cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  enum cudaSynchronizationPolicy syncPolicy;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } clusterDim;
  enum cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    cudaEvent_t event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
  cudaLaunchMemSyncDomainMap memSyncDomainMap;
  cudaLaunchMemSyncDomain memSyncDomain;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } preferredClusterDim;
  struct {
    cudaEvent_t event;
    int flags;
  } launchCompletionEvent;
  struct {
    int deviceUpdatable;
    cudaGraphDeviceNode_t devNode;
  } deviceUpdatableKernelNode;
  unsigned int sharedMemCarveout;
  unsigned int nvlinkUtilCentricScheduling;
}]>, Named, Same<"CUlaunchAttributeValue">;

def cudaLaunchAttribute : Struct<72, [{
  cudaLaunchAttributeID id;
  char pad[4];
  cudaLaunchAttributeValue val;
}]>, Tag<"cudaLaunchAttribute_st">, Same<"CUlaunchAttribute">;

def cudaLaunchConfig_t : Struct<56, [{
  dim3 gridDim;
  dim3 blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute *attrs;
  unsigned int numAttrs;
}]>, Tag<"cudaLaunchConfig_st">;

def cudaLaunchKernel : RuntimeFunction<[
    In<"const void *", "func">, In<"dim3", "gridDim">, In<"dim3", "blockDim">, In<"void **", "args">,
    In<"size_t", "sharedMem">, In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  Doc<"Launches a kernel: grid in blocks, block in threads, dynamic shared memory in bytes.">;
def cudaLaunchKernelExC : RuntimeFunction<[
    In<"const cudaLaunchConfig_t *", "config">, In<"const void *", "func">,
    In<"void **", "args">], CurrentContext, Done>, PerThreadStream, Doc<"Launches a kernel with attributes.">;
def cudaLaunchCooperativeKernel : RuntimeFunction<[
    In<"const void *", "func">, In<"dim3", "gridDim">, In<"dim3", "blockDim">, In<"void **", "args">,
    In<"size_t", "sharedMem">, In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  Doc<"Launches a kernel whose blocks can wait for each other.">;
def cudaLaunchHostFunc : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaHostFn_t", "fn">, In<"void *", "userData">], CurrentContext, Done>,
    PerThreadStream, On<"cuLaunchHostFunc">;
def cudaLaunchHostFunc_v2 : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaHostFn_t", "fn">, In<"void *", "userData">,
    In<"unsigned int", "syncMode">], CurrentContext, Done>, PerThreadStream, On<"cuLaunchHostFunc_v2">;
