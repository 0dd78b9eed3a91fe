// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: graphs and their nodes.

def cudaGraphKernelNodePortDefault : Macro<"0">;
def cudaGraphKernelNodePortProgrammatic : Macro<"1">;
def cudaGraphKernelNodePortLaunchCompletion : Macro<"2">;
def cudaKernelNodeAttrID : Macro<"cudaLaunchAttributeID">;
def cudaKernelNodeAttributeAccessPolicyWindow : Macro<"cudaLaunchAttributeAccessPolicyWindow">;
def cudaKernelNodeAttributeCooperative : Macro<"cudaLaunchAttributeCooperative">;
def cudaKernelNodeAttributePriority : Macro<"cudaLaunchAttributePriority">;
def cudaKernelNodeAttributeClusterDimension : Macro<"cudaLaunchAttributeClusterDimension">;
def cudaKernelNodeAttributeClusterSchedulingPolicyPreference : Macro<"cudaLaunchAttributeClusterSchedulingPolicyPreference">;
def cudaKernelNodeAttributeMemSyncDomainMap : Macro<"cudaLaunchAttributeMemSyncDomainMap">;
def cudaKernelNodeAttributeMemSyncDomain : Macro<"cudaLaunchAttributeMemSyncDomain">;
def cudaKernelNodeAttributePreferredSharedMemoryCarveout : Macro<"cudaLaunchAttributePreferredSharedMemoryCarveout">;
def cudaKernelNodeAttributeDeviceUpdatableKernelNode : Macro<"cudaLaunchAttributeDeviceUpdatableKernelNode">;
def cudaKernelNodeAttributeNvlinkUtilCentricScheduling : Macro<"cudaLaunchAttributeNvlinkUtilCentricScheduling">;
def cudaKernelNodeAttrValue : Macro<"cudaLaunchAttributeValue">;

def cudaMemcpyNodeParams : Struct<176, [{
  int flags;
  int reserved[3];
  struct cudaMemcpy3DParms copyParams;
}]>;

def cudaMemsetParams : Struct<40, [{
  void *dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
}]>, Same<"CUDA_MEMSET_NODE_PARAMS">;

def cudaMemsetParamsV2 : Struct<40, [{
  void *dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
}]>;

def cudaHostNodeParams : Struct<16, [{
  cudaHostFn_t fn;
  void *userData;
}]>, Same<"CUDA_HOST_NODE_PARAMS">;

def cudaHostNodeParamsV2 : Struct<16, [{
  cudaHostFn_t fn;
  void *userData;
}]>;

def cudaUserObjectFlags : Enum<[
  Value<"cudaUserObjectNoDestructorSync", 0x1>
]>;

def cudaUserObjectRetainFlags : Enum<[
  Value<"cudaGraphUserObjectMove", 0x1>
]>;

def cudaMemAllocNodeParams : Struct<120, [{
  struct cudaMemPoolProps poolProps;
  const struct cudaMemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void *dptr;
}]>, Same<"CUDA_MEM_ALLOC_NODE_PARAMS">;

def cudaMemAllocNodeParamsV2 : Struct<120, [{
  struct cudaMemPoolProps poolProps;
  const struct cudaMemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void *dptr;
}]>;

def cudaMemFreeNodeParams : Struct<8, [{
  void *dptr;
}]>;

def cudaGraphMemAttributeType : Enum<[
  Value<"cudaGraphMemAttrUsedMemCurrent", 0x0>,
  Value<"cudaGraphMemAttrUsedMemHigh", 0x1>,
  Value<"cudaGraphMemAttrReservedMemCurrent", 0x2>,
  Value<"cudaGraphMemAttrReservedMemHigh", 0x3>
]>, Same<"CUgraphMem_attribute">;

def cudaGraph_t : Handle<"CUgraph_st">;
def cudaGraphNode_t : Handle<"CUgraphNode_st">;
def cudaUserObject_t : Handle<"CUuserObject_st">;
def cudaGraphConditionalHandle : Typedef<"unsigned long long">;

def cudaKernelNodeParams : Struct<56, [{
  void *func;
  dim3 gridDim;
  dim3 blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
}]>;

def cudaKernelNodeParamsV2 : Struct<56, [{
  void *func;
  dim3 gridDim;
  dim3 blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
}]>;

def cudaGraphConditionalHandleFlags : Enum<[
  Value<"cudaGraphCondAssignDefault", 1>
]>;

def cudaGraphConditionalNodeType : Enum<[
  Value<"cudaGraphCondTypeIf", 0>,
  Value<"cudaGraphCondTypeWhile", 1>,
  Value<"cudaGraphCondTypeSwitch", 2>
]>, Same<"CUgraphConditionalNodeType">;

def cudaConditionalNodeParams : Struct<24, [{
  cudaGraphConditionalHandle handle;
  enum cudaGraphConditionalNodeType type;
  unsigned int size;
  cudaGraph_t *phGraph_out;
}]>;

def cudaGraphNodeType : Enum<[
  Value<"cudaGraphNodeTypeKernel", 0x0>,
  Value<"cudaGraphNodeTypeMemcpy", 0x1>,
  Value<"cudaGraphNodeTypeMemset", 0x2>,
  Value<"cudaGraphNodeTypeHost", 0x3>,
  Value<"cudaGraphNodeTypeGraph", 0x4>,
  Value<"cudaGraphNodeTypeEmpty", 0x5>,
  Value<"cudaGraphNodeTypeWaitEvent", 0x6>,
  Value<"cudaGraphNodeTypeEventRecord", 0x7>,
  Value<"cudaGraphNodeTypeExtSemaphoreSignal", 0x8>,
  Value<"cudaGraphNodeTypeExtSemaphoreWait", 0x9>,
  Value<"cudaGraphNodeTypeMemAlloc", 0xa>,
  Value<"cudaGraphNodeTypeMemFree", 0xb>,
  Value<"cudaGraphNodeTypeConditional", 0xd>,
  Value<"cudaGraphNodeTypeCount", 14>
]>, Same<"CUgraphNodeType">;

def cudaGraphChildGraphNodeOwnership : Enum<[
  Value<"cudaGraphChildGraphOwnershipClone", 0>,
  Value<"cudaGraphChildGraphOwnershipMove", 1>
]>;

def cudaChildGraphNodeParams : Struct<16, [{
  cudaGraph_t graph;
  enum cudaGraphChildGraphNodeOwnership ownership;
}]>;

def cudaEventRecordNodeParams : Struct<8, [{
  cudaEvent_t event;
}]>;

def cudaEventWaitNodeParams : Struct<8, [{
  cudaEvent_t event;
}]>;

def cudaGraphNodeParams : Struct<256, [{
  enum cudaGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    struct cudaKernelNodeParamsV2 kernel;
    struct cudaMemcpyNodeParams memcpy;
    struct cudaMemsetParamsV2 memset;
    struct cudaHostNodeParamsV2 host;
    struct cudaChildGraphNodeParams graph;
    struct cudaEventWaitNodeParams eventWait;
    struct cudaEventRecordNodeParams eventRecord;
    struct cudaExternalSemaphoreSignalNodeParamsV2 extSemSignal;
    struct cudaExternalSemaphoreWaitNodeParamsV2 extSemWait;
    struct cudaMemAllocNodeParamsV2 alloc;
    struct cudaMemFreeNodeParams free;
    struct cudaConditionalNodeParams conditional;
  };
  long long reserved2;
}]>;

def cudaGraphDependencyType : Enum<[
  Value<"cudaGraphDependencyTypeDefault", 0>,
  Value<"cudaGraphDependencyTypeProgrammatic", 1>
]>, Tag<"cudaGraphDependencyType_enum">;

def cudaGraphEdgeData : Struct<8, [{
  unsigned char from_port;
  unsigned char to_port;
  unsigned char type;
  unsigned char reserved[5];
}]>, Tag<"cudaGraphEdgeData_st">, Same<"CUgraphEdgeData">;

def cudaGraphDebugDotFlags : Enum<[
  Value<"cudaGraphDebugDotFlagsVerbose", 0x1>,
  Value<"cudaGraphDebugDotFlagsKernelNodeParams", 0x4>,
  Value<"cudaGraphDebugDotFlagsMemcpyNodeParams", 0x8>,
  Value<"cudaGraphDebugDotFlagsMemsetNodeParams", 0x10>,
  Value<"cudaGraphDebugDotFlagsHostNodeParams", 0x20>,
  Value<"cudaGraphDebugDotFlagsEventNodeParams", 0x40>,
  Value<"cudaGraphDebugDotFlagsExtSemasSignalNodeParams", 0x80>,
  Value<"cudaGraphDebugDotFlagsExtSemasWaitNodeParams", 0x100>,
  Value<"cudaGraphDebugDotFlagsKernelNodeAttributes", 0x200>,
  Value<"cudaGraphDebugDotFlagsHandles", 0x400>,
  Value<"cudaGraphDebugDotFlagsConditionalNodeParams", 0x8000>
]>;

def cudaGraphCreate : RuntimeFunction<[
    Out<"cudaGraph_t *", "pGraph">, In<"unsigned int", "flags">], CurrentContext, Done>, On<"cuGraphCreate">;
def cudaGraphAddKernelNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    Record<"const struct cudaKernelNodeParams *", "pNodeParams", "CUDA_KERNEL_NODE_PARAMS">], CurrentContext, Done>,
  On<"cuGraphAddKernelNode">;
def cudaGraphKernelNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">,
    Out<"struct cudaKernelNodeParams *", "pNodeParams">], CurrentContext, Done>, Doc<"Gives the launch of a kernel node.">;
def cudaGraphKernelNodeSetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">,
    Record<"const struct cudaKernelNodeParams *", "pNodeParams", "CUDA_KERNEL_NODE_PARAMS">], CurrentContext, Done>,
  On<"cuGraphKernelNodeSetParams">;
def cudaGraphKernelNodeCopyAttributes : RuntimeFunction<[
    In<"cudaGraphNode_t", "hDst">, In<"cudaGraphNode_t", "hSrc">], CurrentContext, Done>,
  On<"cuGraphKernelNodeCopyAttributes">;
def cudaGraphKernelNodeGetAttribute : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">, In<"cudaLaunchAttributeID", "attr">,
    Out<"cudaLaunchAttributeValue *", "value_out">], CurrentContext, Done>, On<"cuGraphKernelNodeGetAttribute">;
def cudaGraphKernelNodeSetAttribute : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">, In<"cudaLaunchAttributeID", "attr">,
    In<"const cudaLaunchAttributeValue *", "value">], CurrentContext, Done>, On<"cuGraphKernelNodeSetAttribute">;
// How the copy is described, and whom it is given.
class GivesCopy<string describe, string give>
    : Is<"GraphWorkNodes", "giveCopy([&](CUDA_MEMCPY3D &copy) { return " # describe #
                           "; }, [&](const CUDA_MEMCPY3D &copy) { return " # give # "; })">;
def cudaGraphAddMemcpyNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    Record<"const struct cudaMemcpy3DParms *", "pCopyParams", "CUDA_MEMCPY3D">], CurrentContext, Done>,
  On<"cuGraphAddMemcpyNode", ["pGraphNode", "graph", "pDependencies", "numDependencies", "pCopyParams", "currentContext()"]>;
def cudaGraphAddMemcpyNodeToSymbol : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"const void *", "symbol">, In<"const void *", "src">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, Doc<"Adds a node that copies into a device variable.">,
  GivesCopy<"copyToSymbol(symbol, src, count, offset, kind, copy)", "addCopy(pGraphNode, graph, pDependencies, numDependencies, copy)">;
def cudaGraphAddMemcpyNodeFromSymbol : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">, In<"void *", "dst">,
    In<"const void *", "symbol">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, Doc<"Adds a node that copies out of a device variable.">,
  GivesCopy<"copyFromSymbol(dst, symbol, count, offset, kind, copy)", "addCopy(pGraphNode, graph, pDependencies, numDependencies, copy)">;
def cudaGraphAddMemcpyNode1D : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">, In<"void *", "dst">,
    In<"const void *", "src">, In<"size_t", "count">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, Doc<"Adds a node that copies bytes.">,
  GivesCopy<"linearCopy(dst, src, count, kind, copy)", "addCopy(pGraphNode, graph, pDependencies, numDependencies, copy)">;
def cudaGraphMemcpyNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Out<"struct cudaMemcpy3DParms *", "pNodeParams">], CurrentContext, Done>,
  Doc<"Gives the copy of a node.">;
def cudaGraphMemcpyNodeSetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">,
    Record<"const struct cudaMemcpy3DParms *", "pNodeParams", "CUDA_MEMCPY3D">], CurrentContext, Done>,
  On<"cuGraphMemcpyNodeSetParams">;
def cudaGraphMemcpyNodeSetParamsToSymbol : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, In<"const void *", "symbol">, In<"const void *", "src">,
    In<"size_t", "count">, In<"size_t", "offset">, In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>,
  Doc<"Sets the copy of a node, into a device variable.">,
  GivesCopy<"copyToSymbol(symbol, src, count, offset, kind, copy)", "toError(cu().cuGraphMemcpyNodeSetParams(node, &copy))">;
def cudaGraphMemcpyNodeSetParamsFromSymbol : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, In<"void *", "dst">, In<"const void *", "symbol">, In<"size_t", "count">,
    In<"size_t", "offset">, In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>,
  Doc<"Sets the copy of a node, out of a device variable.">,
  GivesCopy<"copyFromSymbol(dst, symbol, count, offset, kind, copy)", "toError(cu().cuGraphMemcpyNodeSetParams(node, &copy))">;
def cudaGraphMemcpyNodeSetParams1D : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, In<"void *", "dst">, In<"const void *", "src">, In<"size_t", "count">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, Doc<"Sets the copy of a node, of bytes.">,
  GivesCopy<"linearCopy(dst, src, count, kind, copy)", "toError(cu().cuGraphMemcpyNodeSetParams(node, &copy))">;
def cudaGraphAddMemsetNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"const struct cudaMemsetParams *", "pMemsetParams">], CurrentContext, Done>,
  On<"cuGraphAddMemsetNode", ["pGraphNode", "graph", "pDependencies", "numDependencies", "pMemsetParams", "currentContext()"]>;
def cudaGraphMemsetNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Out<"struct cudaMemsetParams *", "pNodeParams">], CurrentContext, Done>,
  On<"cuGraphMemsetNodeGetParams">;
def cudaGraphMemsetNodeSetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">,
    In<"const struct cudaMemsetParams *", "pNodeParams">], CurrentContext, Done>, On<"cuGraphMemsetNodeSetParams">;
def cudaGraphAddHostNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"const struct cudaHostNodeParams *", "pNodeParams">], CurrentContext, Done>, On<"cuGraphAddHostNode">;
def cudaGraphHostNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Out<"struct cudaHostNodeParams *", "pNodeParams">], CurrentContext, Done>,
  On<"cuGraphHostNodeGetParams">;
def cudaGraphHostNodeSetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">,
    In<"const struct cudaHostNodeParams *", "pNodeParams">], CurrentContext, Done>, On<"cuGraphHostNodeSetParams">;
def cudaGraphAddChildGraphNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"cudaGraph_t", "childGraph">], CurrentContext, Done>, On<"cuGraphAddChildGraphNode">;
def cudaGraphChildGraphNodeGetGraph : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Out<"cudaGraph_t *", "pGraph">], CurrentContext, Done>,
  On<"cuGraphChildGraphNodeGetGraph">;
def cudaGraphAddEmptyNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">], CurrentContext, Done>,
  On<"cuGraphAddEmptyNode">;
def cudaGraphAddEventRecordNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"cudaEvent_t", "event">], CurrentContext, Done>, On<"cuGraphAddEventRecordNode">;
def cudaGraphEventRecordNodeGetEvent : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Out<"cudaEvent_t *", "event_out">], CurrentContext, Done>,
  On<"cuGraphEventRecordNodeGetEvent">;
def cudaGraphEventRecordNodeSetEvent : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, In<"cudaEvent_t", "event">], CurrentContext, Done>,
  On<"cuGraphEventRecordNodeSetEvent">;
def cudaGraphAddEventWaitNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"cudaEvent_t", "event">], CurrentContext, Done>, On<"cuGraphAddEventWaitNode">;
def cudaGraphEventWaitNodeGetEvent : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Out<"cudaEvent_t *", "event_out">], CurrentContext, Done>,
  On<"cuGraphEventWaitNodeGetEvent">;
def cudaGraphEventWaitNodeSetEvent : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, In<"cudaEvent_t", "event">], CurrentContext, Done>,
  On<"cuGraphEventWaitNodeSetEvent">;
def cudaGraphAddExternalSemaphoresSignalNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"const struct cudaExternalSemaphoreSignalNodeParams *", "nodeParams">], CurrentContext, Done>,
  On<"cuGraphAddExternalSemaphoresSignalNode">;
def cudaGraphExternalSemaphoresSignalNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">,
    Out<"struct cudaExternalSemaphoreSignalNodeParams *", "params_out">], CurrentContext, Done>,
  On<"cuGraphExternalSemaphoresSignalNodeGetParams">;
def cudaGraphExternalSemaphoresSignalNodeSetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">,
    In<"const struct cudaExternalSemaphoreSignalNodeParams *", "nodeParams">], CurrentContext, Done>,
  On<"cuGraphExternalSemaphoresSignalNodeSetParams">;
def cudaGraphAddExternalSemaphoresWaitNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"const struct cudaExternalSemaphoreWaitNodeParams *", "nodeParams">], CurrentContext, Done>,
  On<"cuGraphAddExternalSemaphoresWaitNode">;
def cudaGraphExternalSemaphoresWaitNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">,
    Out<"struct cudaExternalSemaphoreWaitNodeParams *", "params_out">], CurrentContext, Done>,
  On<"cuGraphExternalSemaphoresWaitNodeGetParams">;
def cudaGraphExternalSemaphoresWaitNodeSetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">,
    In<"const struct cudaExternalSemaphoreWaitNodeParams *", "nodeParams">], CurrentContext, Done>,
  On<"cuGraphExternalSemaphoresWaitNodeSetParams">;
def cudaGraphAddMemAllocNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"struct cudaMemAllocNodeParams *", "nodeParams">], CurrentContext, Done>, On<"cuGraphAddMemAllocNode">;
def cudaGraphMemAllocNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">,
    Out<"struct cudaMemAllocNodeParams *", "params_out">], CurrentContext, Done>, On<"cuGraphMemAllocNodeGetParams">;
def cudaGraphAddMemFreeNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"size_t", "numDependencies">,
    In<"void *", "dptr">], CurrentContext, Done>, On<"cuGraphAddMemFreeNode">;
def cudaGraphMemFreeNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, In<"void *", "dptr_out">], CurrentContext, Done>,
  On<"cuGraphMemFreeNodeGetParams", ["node", "static_cast<CUdeviceptr *>(dptr_out)"]>;
def cudaGraphClone : RuntimeFunction<[
    Out<"cudaGraph_t *", "pGraphClone">, In<"cudaGraph_t", "originalGraph">], CurrentContext, Done>, On<"cuGraphClone">;
def cudaGraphNodeFindInClone : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pNode">, In<"cudaGraphNode_t", "originalNode">,
    In<"cudaGraph_t", "clonedGraph">], CurrentContext, Done>, On<"cuGraphNodeFindInClone">;
def cudaGraphNodeGetType : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Out<"enum cudaGraphNodeType *", "pType">], CurrentContext, Done>,
  On<"cuGraphNodeGetType">;
def cudaGraphGetNodes : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, OptOut<"cudaGraphNode_t *", "nodes">,
    Out<"size_t *", "numNodes">], CurrentContext, Done>, On<"cuGraphGetNodes">;
def cudaGraphGetRootNodes : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, OptOut<"cudaGraphNode_t *", "pRootNodes">,
    Out<"size_t *", "pNumRootNodes">], CurrentContext, Done>, On<"cuGraphGetRootNodes">;
def cudaGraphGetEdges : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, OptOut<"cudaGraphNode_t *", "from">, OptOut<"cudaGraphNode_t *", "to">,
    OptOut<"cudaGraphEdgeData *", "edgeData">, Out<"size_t *", "numEdges">], CurrentContext, Done>,
  On<"cuGraphGetEdges">;
def cudaGraphNodeGetDependencies : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, OptOut<"cudaGraphNode_t *", "pDependencies">,
    OptOut<"cudaGraphEdgeData *", "edgeData">, Out<"size_t *", "pNumDependencies">], CurrentContext, Done>,
  On<"cuGraphNodeGetDependencies">;
def cudaGraphNodeGetDependentNodes : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, OptOut<"cudaGraphNode_t *", "pDependentNodes">,
    OptOut<"cudaGraphEdgeData *", "edgeData">, Out<"size_t *", "pNumDependentNodes">], CurrentContext, Done>,
  On<"cuGraphNodeGetDependentNodes">;
def cudaGraphAddDependencies : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, In<"const cudaGraphNode_t *", "from">, In<"const cudaGraphNode_t *", "to">,
    In<"const cudaGraphEdgeData *", "edgeData">, In<"size_t", "numDependencies">], CurrentContext, Done>,
  On<"cuGraphAddDependencies">;
def cudaGraphRemoveDependencies : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, In<"const cudaGraphNode_t *", "from">, In<"const cudaGraphNode_t *", "to">,
    In<"const cudaGraphEdgeData *", "edgeData">, In<"size_t", "numDependencies">], CurrentContext, Done>,
  On<"cuGraphRemoveDependencies">;
def cudaGraphDestroyNode : RuntimeFunction<[In<"cudaGraphNode_t", "node">], CurrentContext, Done>,
  On<"cuGraphDestroyNode">;
def cudaGraphNodeSetEnabled : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "hNode">,
    In<"unsigned int", "isEnabled">], Initialized, Done>, On<"cuGraphNodeSetEnabled">;
def cudaGraphNodeGetEnabled : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "hNode">,
    Out<"unsigned int *", "isEnabled">], Initialized, Done>, On<"cuGraphNodeGetEnabled">;
def cudaGraphDestroy : RuntimeFunction<[In<"cudaGraph_t", "graph">], CurrentContext, Done>, On<"cuGraphDestroy">;
def cudaGraphDebugDotPrint : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, In<"const char *", "path">,
    In<"unsigned int", "flags">], CurrentContext, Done>, On<"cuGraphDebugDotPrint">;
def cudaUserObjectCreate : RuntimeFunction<[
    Out<"cudaUserObject_t *", "object_out">, In<"void *", "ptr">, In<"cudaHostFn_t", "destroy">,
    In<"unsigned int", "initialRefcount">, In<"unsigned int", "flags">], Initialized, Done>, On<"cuUserObjectCreate">;
def cudaUserObjectRetain : RuntimeFunction<[
    In<"cudaUserObject_t", "object">, In<"unsigned int", "count", "1">], CurrentContext, Done>,
  On<"cuUserObjectRetain">;
def cudaUserObjectRelease : RuntimeFunction<[
    In<"cudaUserObject_t", "object">, In<"unsigned int", "count", "1">], CurrentContext, Done>,
  On<"cuUserObjectRelease">;
def cudaGraphRetainUserObject : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, In<"cudaUserObject_t", "object">, In<"unsigned int", "count", "1">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, On<"cuGraphRetainUserObject">;
def cudaGraphReleaseUserObject : RuntimeFunction<[
    In<"cudaGraph_t", "graph">, In<"cudaUserObject_t", "object">,
    In<"unsigned int", "count", "1">], CurrentContext, Done>, On<"cuGraphReleaseUserObject">;
def cudaGraphAddNode : RuntimeFunction<[
    Out<"cudaGraphNode_t *", "pGraphNode">, In<"cudaGraph_t", "graph">,
    In<"const cudaGraphNode_t *", "pDependencies">, In<"const cudaGraphEdgeData *", "dependencyData">,
    In<"size_t", "numDependencies">, In<"struct cudaGraphNodeParams *", "nodeParams">], CurrentContext, Done>,
  Doc<"Adds a node of any type.">;
def cudaGraphNodeSetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, Record<"struct cudaGraphNodeParams *", "nodeParams", "CUgraphNodeParams">], CurrentContext, Done>,
  On<"cuGraphNodeSetParams">;
def cudaGraphNodeGetParams : RuntimeFunction<[
    In<"cudaGraphNode_t", "node">, InOut<"struct cudaGraphNodeParams *", "nodeParams">], CurrentContext, Done>,
  Doc<"Gives the parameters of a node of any type.">;
def cudaGraphNodeGetContainingGraph : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">, Out<"cudaGraph_t *", "phGraph">], CurrentContext, Done>,
  On<"cuGraphNodeGetContainingGraph">;
def cudaGraphNodeGetLocalId : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">, Out<"unsigned int *", "nodeId">], CurrentContext, Done>,
  On<"cuGraphNodeGetLocalId">;
def cudaGraphNodeGetToolsId : RuntimeFunction<[
    In<"cudaGraphNode_t", "hNode">, Out<"unsigned long long *", "toolsNodeId">], CurrentContext, Done>,
  On<"cuGraphNodeGetToolsId">;
def cudaGraphGetId : RuntimeFunction<[
    In<"cudaGraph_t", "hGraph">, Out<"unsigned int *", "graphID">], CurrentContext, Done>, On<"cuGraphGetId">;
def cudaGraphConditionalHandleCreate : RuntimeFunction<[
    Out<"cudaGraphConditionalHandle *", "pHandle_out">, In<"cudaGraph_t", "graph">,
    In<"unsigned int", "defaultLaunchValue", "0">, In<"unsigned int", "flags", "0">], CurrentContext, Done>,
  On<"cuGraphConditionalHandleCreate", ["pHandle_out", "graph", "currentContext()", "defaultLaunchValue", "flags"]>;
