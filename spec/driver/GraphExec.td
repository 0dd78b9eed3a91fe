// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: executable graphs.

// Functions that change a node of an executable graph: how its `content` is read. `node` is what it has been.
class SetsExecNode<string object, string read>
    : Is<"GraphUpdate", "setNode<" # object # ">(hGraphExec, hNode, [&](const GraphNode &node, " #
                        "NodeContent &content) { return " # read # "; })">;

def CUgraphExec : Handle<"CUgraphExec_st">, Object<"GraphExec", "CUDA_ERROR_INVALID_VALUE">;

def CUgraphInstantiateResult : Enum<[
  Value<"CUDA_GRAPH_INSTANTIATE_SUCCESS", 0>,
  Value<"CUDA_GRAPH_INSTANTIATE_ERROR", 1>,
  Value<"CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE", 2>,
  Value<"CUDA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED", 3>,
  Value<"CUDA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED", 4>,
  Value<"CUDA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED", 5>
]>;

def CUDA_GRAPH_INSTANTIATE_PARAMS : Struct<32, [{
  cuuint64_t flags;
  CUstream hUploadStream;
  CUgraphNode hErrNode_out;
  CUgraphInstantiateResult result_out;
}]>;

def CUgraphExecUpdateResult : Enum<[
  Value<"CU_GRAPH_EXEC_UPDATE_SUCCESS", 0x0>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR", 0x1>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED", 0x2>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED", 0x3>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED", 0x4>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED", 0x5>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED", 0x6>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE", 0x7>,
  Value<"CU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED", 0x8>
]>;

def CUgraphExecUpdateResultInfo : Struct<24, [{
  CUgraphExecUpdateResult result;
  CUgraphNode errorNode;
  CUgraphNode errorFromNode;
}]>, Version<1>;

def CUgraphInstantiate_flags : Enum<[
  Value<"CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH", 1>,
  Value<"CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD", 2>,
  Value<"CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH", 4>,
  Value<"CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY", 8>
]>;

def cuGraphExecBatchMemOpNodeSetParams : DriverFunction<11070, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">,
    In<"const CUDA_BATCH_MEM_OP_NODE_PARAMS *", "nodeParams">], HandleContext, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Refuses<[Invalid<"!nodeParams">]>,
  Doc<"Sets the memory operations of a node for later launches.">,
  SetsExecNode<"MemOpNode", "readMemOps(*nodeParams, content)">;
def cuDeviceGraphMemTrim : DriverFunction<11040, [Found<"CUdevice", "device">], Initialized, Done>,
  Doc<"Gives memory of graphs back that no launch uses.">;
def cuDeviceGetGraphMemAttribute : DriverFunction<11040, [
    Found<"CUdevice", "device">, In<"CUgraphMem_attribute", "attr">, In<"void *", "value">], Initialized, Done>,
  Refuses<[Invalid<"!value">, Invalid<"unsigned(attr) > CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH">]>,
  Doc<"Tells how many bytes the graphs of a device use or hold.">;
def cuDeviceSetGraphMemAttribute : DriverFunction<11040, [
    Found<"CUdevice", "device">, In<"CUgraphMem_attribute", "attr">, In<"void *", "value">], Initialized, Done>,
  Refuses<[
    Invalid<"!value">,
    Invalid<"*static_cast<const cuuint64_t *>(value) != 0">,
    Invalid<"attr != CU_GRAPH_MEM_ATTR_USED_MEM_HIGH && attr != CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH">]>,
  Doc<"Resets the highest number of bytes that graphs used or held.">, Is<"GraphMemory", "table().reset(device, attr)">;
def cuGraphInstantiateWithFlags : DriverFunction<11040, [
    Out<"CUgraphExec *", "phGraphExec">, In<"CUgraph", "hGraph">, In<"unsigned long long", "flags">], CurrentContext, Done>,
    Public<"cuGraphInstantiate">, Refuses<[
    Invalid<"flags & CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD"> // wants a stream
  ]>, Doc<"Makes an executable graph.">;
def cuGraphInstantiateWithParams : DriverFunction<12000, [
    Out<"CUgraphExec *", "phGraphExec">, In<"CUgraph", "hGraph">,
    In<"CUDA_GRAPH_INSTANTIATE_PARAMS *", "instantiateParams">], CurrentContext, Done>, PerThreadStream,
  Refuses<[Invalid<"!instantiateParams">]>, Doc<"Makes an executable graph, and says which node stands in the way.">;
// What only says how the call itself went is not kept; nor is the use of priorities (seen).
def cuGraphExecGetFlags : DriverFunction<12000, [
    Found<"CUgraphExec", "hGraphExec">, Out<"cuuint64_t *", "flags">], HandleContext, Done>,
  Doc<"Gives the flags of an executable graph.">,
  Gives<"GraphExec", "hGraphExec.flags() & ~uint64_t(CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY)">;
def cuGraphExecKernelNodeSetParams : DriverFunction<12000, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">,
    In<"const CUDA_KERNEL_NODE_PARAMS *", "nodeParams">], UsableContext, Done>,
    Version<2>, InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Refuses<[Invalid<"!nodeParams">]>,
  Doc<"Sets the launch of a kernel node for later launches.">,
  SetsExecNode<"KernelNode", "readKernel(*nodeParams, content)">;
def cuGraphExecKernelNodeSetParams_v1 : DriverFunction<10010, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">,
    In<"const CUDA_KERNEL_NODE_PARAMS_v1 *", "nodeParams">], UsableContext, Done>,
    Old<"cuGraphExecKernelNodeSetParams">, InHostFunctions<"CUDA_ERROR_INVALID_VALUE">,
  Refuses<[Invalid<"!nodeParams">]>;
def cuGraphExecMemcpyNodeSetParams : DriverFunction<10020, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">, In<"const CUDA_MEMCPY3D *", "copyParams">,
    In<"CUcontext", "ctx">], HandleContext, Done>, InHostFunctions<"CUDA_ERROR_INVALID_VALUE">,
  Refuses<[Invalid<"!copyParams">]>, Doc<"Sets the copy of a node for later launches.">,
  SetsExecNode<"CopyNode", "readIn(ctx, node, *copyParams, readCopy, content)">;
def cuGraphExecMemsetNodeSetParams : DriverFunction<10020, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">,
    In<"const CUDA_MEMSET_NODE_PARAMS *", "memsetParams">, In<"CUcontext", "ctx">], HandleContext, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Refuses<[Invalid<"!memsetParams">]>,
  Doc<"Sets what a node sets, for later launches.">,
  SetsExecNode<"FillNode", "readIn(ctx, node, *memsetParams, readFill, content)">;
def cuGraphExecHostNodeSetParams : DriverFunction<10020, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">,
    In<"const CUDA_HOST_NODE_PARAMS *", "nodeParams">], HandleContext, Done>, InHostFunctions<"CUDA_ERROR_INVALID_VALUE">,
  Refuses<[Invalid<"!nodeParams">, Invalid<"!nodeParams->fn">]>,
  Doc<"Sets the function that a node calls, for later launches.">,
  SetsExecNode<"HostNode", "readHost(*nodeParams, content)">;
def cuGraphExecChildGraphNodeSetParams : DriverFunction<11010, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">, In<"CUgraph", "childGraph">], HandleContext, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Doc<"Updates the graph inside a node for later launches.">;
def cuGraphExecEventRecordNodeSetEvent : DriverFunction<11010, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">, In<"CUevent", "event">], HandleContext, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Doc<"Sets the event that a node records, for later launches.">,
  SetsExecNode<"EventNode", "readEvent(event, /*isRecord=*/true, content)">;
def cuGraphExecEventWaitNodeSetEvent : DriverFunction<11010, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">, In<"CUevent", "event">], HandleContext, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Doc<"Sets the event for which a node waits, for later launches.">,
  SetsExecNode<"EventNode", "readEvent(event, /*isRecord=*/false, content)">;
def cuGraphExecExternalSemaphoresSignalNodeSetParams : DriverFunction<11020, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">,
    In<"const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *", "nodeParams">], CurrentContext, Done>,
  Refuses<[Invalid<"!nodeParams">, Invalid<"!signalsOf(hNode)">]>, Doc<"Sets what a node signals, for later launches.">,
  Is<"GraphSemaphores", "set(hGraphExec, hNode, nodeParams)">;
def cuGraphExecExternalSemaphoresWaitNodeSetParams : DriverFunction<11020, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">,
    In<"const CUDA_EXT_SEM_WAIT_NODE_PARAMS *", "nodeParams">], CurrentContext, Done>,
  Refuses<[Invalid<"!nodeParams">, Invalid<"!waitsOf(hNode)">]>, Doc<"Sets for what a node waits, for later launches.">;
// Instantiation has compiled and placed everything: only launches by device code ask for it.
def cuGraphUpload : DriverFunction<11010, [
    Found<"CUgraphExec", "hGraphExec">, Found<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[NotCaptured<"hStream">]>, Doc<"Prepares the first launch of an executable graph, in a stream.">,
  Does<"GraphExec", "hGraphExec.upload(hStream)">;
def cuGraphLaunch : DriverFunction<10000, [
    Found<"CUgraphExec", "hGraphExec">, Found<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Refuses<[ // a launch is not captured, whatever the graph is (seen)
    Find<"hStream">,
    Asks<"refuseGraphOn(*hStream_)", "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED", "`hStream` captures">,
    Find<"hGraphExec">
  ]>, Doc<"Launches an executable graph in a stream.">;
def cuGraphExecDestroy : DriverFunction<10000, [In<"CUgraphExec", "hGraphExec">], Initialized, Done>,
  Doc<"Ends an executable graph; launches under way go on.">;
def cuGraphExecUpdate : DriverFunction<12000, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraph", "hGraph">,
    OptOut<"CUgraphExecUpdateResultInfo *", "resultInfo">], HandleContext, Done>, Version<2>,
  Doc<"Gives an executable graph the parameters of a graph of the same shape.">;
def cuGraphExecUpdate_v1 : DriverFunction<10020, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraph", "hGraph">, OptOut<"CUgraphNode *", "hErrorNode_out">,
    OptOut<"CUgraphExecUpdateResult *", "updateResult_out">], HandleContext, Done>, Old<"cuGraphExecUpdate">;
def cuGraphExecNodeSetParams : DriverFunction<12020, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">, In<"CUgraphNodeParams *", "nodeParams">], HandleContext, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Doc<"Sets the parameters of a node of any type for later launches.">;
def cuGraphInstantiate_v2 : DriverFunction<11000, [
    Out<"CUgraphExec *", "phGraphExec">, In<"CUgraph", "hGraph">, OptOut<"CUgraphNode *", "phErrorNode">,
    InOut<"char *", "logBuffer">, In<"size_t", "bufferSize">], CurrentContext, Done>, Old<"cuGraphInstantiate", "_v2">,
  On<"cuGraphInstantiate_v1">, Doc<"Makes an executable graph, and says why not as a text.">;
def cuGraphInstantiate_v1 : DriverFunction<10000, [
    Out<"CUgraphExec *", "phGraphExec">, In<"CUgraph", "hGraph">, OptOut<"CUgraphNode *", "phErrorNode">,
    InOut<"char *", "logBuffer">, In<"size_t", "bufferSize">], CurrentContext, Done>, Old<"cuGraphInstantiate">,
  Doc<"Makes an executable graph, and says why not as a text.">;

// -- Rules ----------------------------------------------------------------------------------------

def checkInstance : Rules<["GraphExec"], [In<"const Graph &", "graph">, In<"uint64_t", "flags">], [
  Let<"const uint64_t once = CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH">,
  Invalid<"flags & ~(once | CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY)">,
  Invalid<"(flags & once) == once">,
  Absence<"graph.isBody"> // seen
]>;

// What cannot be twice. Of updatable nodes in child graphs there may be several (seen).
def checkSecondInstance : Rules<["GraphExec"], [In<"const Graph &", "graph">], [
  Accepts<"!graph.instances">,
  Absence<"graph.hasMemoryNodes()">,
  Absence<"graph.hasConditionalNodes()">,
  Absence<"graph.hasUpdatableNodes()">
]>;
