// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: executable graphs.

def cudaGraphExec_t : Handle<"CUgraphExec_st">;

def cudaGraphExecUpdateResult : Enum<[
  Value<"cudaGraphExecUpdateSuccess", 0x0>,
  Value<"cudaGraphExecUpdateError", 0x1>,
  Value<"cudaGraphExecUpdateErrorTopologyChanged", 0x2>,
  Value<"cudaGraphExecUpdateErrorNodeTypeChanged", 0x3>,
  Value<"cudaGraphExecUpdateErrorFunctionChanged", 0x4>,
  Value<"cudaGraphExecUpdateErrorParametersChanged", 0x5>,
  Value<"cudaGraphExecUpdateErrorNotSupported", 0x6>,
  Value<"cudaGraphExecUpdateErrorUnsupportedFunctionChange", 0x7>,
  Value<"cudaGraphExecUpdateErrorAttributesChanged", 0x8>
]>, Same<"CUgraphExecUpdateResult">;

def cudaGraphInstantiateResult : Enum<[
  Value<"cudaGraphInstantiateSuccess", 0>,
  Value<"cudaGraphInstantiateError", 1>,
  Value<"cudaGraphInstantiateInvalidStructure", 2>,
  Value<"cudaGraphInstantiateNodeOperationNotSupported", 3>,
  Value<"cudaGraphInstantiateMultipleDevicesNotSupported", 4>,
  Value<"cudaGraphInstantiateConditionalHandleUnused", 5>
]>, Named;

def cudaGraphInstantiateParams : Struct<32, [{
  unsigned long long flags;
  cudaStream_t uploadStream;
  cudaGraphNode_t errNode_out;
  cudaGraphInstantiateResult result_out;
}]>, Tag<"cudaGraphInstantiateParams_st">, Same<"CUDA_GRAPH_INSTANTIATE_PARAMS">;

def cudaGraphExecUpdateResultInfo : Struct<24, [{
  enum cudaGraphExecUpdateResult result;
  cudaGraphNode_t errorNode;
  cudaGraphNode_t errorFromNode;
}]>, Tag<"cudaGraphExecUpdateResultInfo_st">, Same<"CUgraphExecUpdateResultInfo">;

def cudaGraphDeviceNode_t : Handle<"CUgraphDeviceUpdatableNode_st">;

def cudaGraphKernelNodeField : Enum<[
  Value<"cudaGraphKernelNodeFieldInvalid", 0>,
  Value<"cudaGraphKernelNodeFieldGridDim", 1>,
  Value<"cudaGraphKernelNodeFieldParam", 2>,
  Value<"cudaGraphKernelNodeFieldEnabled", 3>
]>;

def cudaGraphKernelNodeUpdate : Struct<40, [{
  cudaGraphDeviceNode_t node;
  enum cudaGraphKernelNodeField field;
  union {
    dim3 gridDim;
    struct {
      const void *pValue;
      size_t offset;
      size_t size;
    } param;
    unsigned int isEnabled;
  } updateData;
}]>;

def cudaGraphInstantiateFlags : Enum<[
  Value<"cudaGraphInstantiateFlagAutoFreeOnLaunch", 1>,
  Value<"cudaGraphInstantiateFlagUpload", 2>,
  Value<"cudaGraphInstantiateFlagDeviceLaunch", 4>,
  Value<"cudaGraphInstantiateFlagUseNodePriority", 8>
]>, Same<"CUgraphInstantiate_flags">;

def cudaDeviceGraphMemTrim : RuntimeFunction<[Ordinal<"device">], CurrentContext, Done>, On<"cuDeviceGraphMemTrim">;
def cudaDeviceGetGraphMemAttribute : RuntimeFunction<[
    Ordinal<"device">, In<"enum cudaGraphMemAttributeType", "attr">,
    In<"void *", "value">], CurrentContext, Done>, On<"cuDeviceGetGraphMemAttribute">;
def cudaDeviceSetGraphMemAttribute : RuntimeFunction<[
    Ordinal<"device">, In<"enum cudaGraphMemAttributeType", "attr">,
    In<"void *", "value">], CurrentContext, Done>, On<"cuDeviceSetGraphMemAttribute">;
def cudaGraphInstantiate : RuntimeFunction<[
    Out<"cudaGraphExec_t *", "pGraphExec">, In<"cudaGraph_t", "graph">,
    In<"unsigned long long", "flags", "0">], CurrentContext, Done>, On<"cuGraphInstantiateWithFlags">;
def cudaGraphInstantiateWithFlags : RuntimeFunction<[
    Out<"cudaGraphExec_t *", "pGraphExec">, In<"cudaGraph_t", "graph">,
    In<"unsigned long long", "flags", "0">], CurrentContext, Done>, On<"cuGraphInstantiateWithFlags">;
def cudaGraphInstantiateWithParams : RuntimeFunction<[
    Out<"cudaGraphExec_t *", "pGraphExec">, In<"cudaGraph_t", "graph">,
    In<"cudaGraphInstantiateParams *", "instantiateParams">], CurrentContext, Done>, PerThreadStream,
  On<"cuGraphInstantiateWithParams">;
def cudaGraphExecGetFlags : RuntimeFunction<[
    In<"cudaGraphExec_t", "graphExec">, Out<"unsigned long long *", "flags">], CurrentContext, Done>,
  On<"cuGraphExecGetFlags">;
def cudaGraphExecKernelNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">,
    Record<"const struct cudaKernelNodeParams *", "pNodeParams", "CUDA_KERNEL_NODE_PARAMS">], CurrentContext, Done>,
  On<"cuGraphExecKernelNodeSetParams">;
def cudaGraphExecMemcpyNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">,
    Record<"const struct cudaMemcpy3DParms *", "pNodeParams", "CUDA_MEMCPY3D">], CurrentContext, Done>,
  On<"cuGraphExecMemcpyNodeSetParams", ["hGraphExec", "node", "pNodeParams", "currentContext()"]>;
def cudaGraphExecMemcpyNodeSetParamsToSymbol : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">, In<"const void *", "symbol">,
    In<"const void *", "src">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>,
  Doc<"Sets the copy of a node for later launches, into a device variable.">,
  GivesCopy<"copyToSymbol(symbol, src, count, offset, kind, copy)", "setCopy(hGraphExec, node, copy)">;
def cudaGraphExecMemcpyNodeSetParamsFromSymbol : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">, In<"void *", "dst">,
    In<"const void *", "symbol">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>,
  Doc<"Sets the copy of a node for later launches, out of a device variable.">,
  GivesCopy<"copyFromSymbol(dst, symbol, count, offset, kind, copy)", "setCopy(hGraphExec, node, copy)">;
def cudaGraphExecMemcpyNodeSetParams1D : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">, In<"void *", "dst">,
    In<"const void *", "src">, In<"size_t", "count">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, Doc<"Sets the copy of a node for later launches, of bytes.">,
  GivesCopy<"linearCopy(dst, src, count, kind, copy)", "setCopy(hGraphExec, node, copy)">;
def cudaGraphExecMemsetNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">,
    In<"const struct cudaMemsetParams *", "pNodeParams">], CurrentContext, Done>,
  On<"cuGraphExecMemsetNodeSetParams", ["hGraphExec", "node", "pNodeParams", "currentContext()"]>;
def cudaGraphExecHostNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">,
    In<"const struct cudaHostNodeParams *", "pNodeParams">], CurrentContext, Done>, On<"cuGraphExecHostNodeSetParams">;
def cudaGraphExecChildGraphNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "node">,
    In<"cudaGraph_t", "childGraph">], CurrentContext, Done>, On<"cuGraphExecChildGraphNodeSetParams">;
def cudaGraphExecEventRecordNodeSetEvent : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "hNode">,
    In<"cudaEvent_t", "event">], CurrentContext, Done>, On<"cuGraphExecEventRecordNodeSetEvent">;
def cudaGraphExecEventWaitNodeSetEvent : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "hNode">,
    In<"cudaEvent_t", "event">], CurrentContext, Done>, On<"cuGraphExecEventWaitNodeSetEvent">;
def cudaGraphExecExternalSemaphoresSignalNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "hNode">,
    In<"const struct cudaExternalSemaphoreSignalNodeParams *", "nodeParams">], CurrentContext, Done>,
  On<"cuGraphExecExternalSemaphoresSignalNodeSetParams">;
def cudaGraphExecExternalSemaphoresWaitNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraphNode_t", "hNode">,
    In<"const struct cudaExternalSemaphoreWaitNodeParams *", "nodeParams">], CurrentContext, Done>,
  On<"cuGraphExecExternalSemaphoresWaitNodeSetParams">;
def cudaGraphExecUpdate : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, In<"cudaGraph_t", "hGraph">,
    OptOut<"cudaGraphExecUpdateResultInfo *", "resultInfo">], CurrentContext, Done>, On<"cuGraphExecUpdate">;
def cudaGraphUpload : RuntimeFunction<[
    In<"cudaGraphExec_t", "graphExec">, In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  On<"cuGraphUpload">;
def cudaGraphLaunch : RuntimeFunction<[
    In<"cudaGraphExec_t", "graphExec">, In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  On<"cuGraphLaunch">;
def cudaGraphExecDestroy : RuntimeFunction<[In<"cudaGraphExec_t", "graphExec">], Initialized, Done>,
  On<"cuGraphExecDestroy">;
def cudaGraphExecNodeSetParams : RuntimeFunction<[
    In<"cudaGraphExec_t", "graphExec">, In<"cudaGraphNode_t", "node">,
    Record<"struct cudaGraphNodeParams *", "nodeParams", "CUgraphNodeParams">], CurrentContext, Done>,
  On<"cuGraphExecNodeSetParams">;
def cudaGraphExecGetId : RuntimeFunction<[
    In<"cudaGraphExec_t", "hGraphExec">, Out<"unsigned int *", "graphID">], CurrentContext, Done>,
  On<"cuGraphExecGetId">;
