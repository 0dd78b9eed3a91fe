// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: graphs and their nodes.

// A node of one type: the function receives what it contains.
class Node<string object, string name>
    : FoundAs<object, "CUgraphNode", name, "CUDA_ERROR_INVALID_VALUE", "contentOf<" # object # ">">;
// Functions that add a node, or change one of that kind: how its `content` is read. `node` is what it has been.
class AddsNode<string read, string isKernel = "false">
    : Is<"GraphNode", "addNode(phGraphNode, hGraph, dependencies, nullptr, numDependencies, /*isKernel=*/" # isKernel #
                      ", [&](NodeContent &content) { return " # read # "; })">;
class SetsNode<string object, string read>
    : Is<"GraphNode", "setNode<" # object # ">(hNode, [&](const " # object #
                      " &node, NodeContent &content) { return " # read # "; })">;

def CU_GRAPH_COND_ASSIGN_DEFAULT : Macro<"0x1">;
def CU_GRAPH_KERNEL_NODE_PORT_DEFAULT : Macro<"0">;
def CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC : Macro<"1">;
def CU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER : Macro<"2">;
def CU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW : Macro<"CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW">;
def CU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE : Macro<"CU_LAUNCH_ATTRIBUTE_COOPERATIVE">;
def CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_DIMENSION : Macro<"CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION">;
def CU_KERNEL_NODE_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE : Macro<"CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE">;
def CU_KERNEL_NODE_ATTRIBUTE_PRIORITY : Macro<"CU_LAUNCH_ATTRIBUTE_PRIORITY">;
def CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP : Macro<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP">;
def CU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN : Macro<"CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN">;
def CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION : Macro<"CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION">;
def CU_KERNEL_NODE_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE : Macro<"CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE">;
def CU_KERNEL_NODE_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT : Macro<"CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT">;

def CUgraph : Handle<"CUgraph_st">, Object<"Graph", "CUDA_ERROR_INVALID_VALUE">;
def CUgraphNode : Handle<"CUgraphNode_st">, Object<"GraphNode", "CUDA_ERROR_INVALID_VALUE">;
def CUuserObject : Handle<"CUuserObject_st">, Object<"UserObject", "CUDA_ERROR_INVALID_VALUE">;
def CUgraphConditionalHandle : Typedef<"cuuint64_t">;
def CUgraphDeviceNode : Handle<"CUgraphDeviceUpdatableNode_st">;

def CUDA_BATCH_MEM_OP_NODE_PARAMS : Struct<32, [{
  CUcontext ctx;
  unsigned int count;
  CUstreamBatchMemOpParams *paramArray;
  unsigned int flags;
}]>, Version<1>, Tag<"CUDA_BATCH_MEM_OP_NODE_PARAMS_v1_st">;

def CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 : Struct<32, [{
  CUcontext ctx;
  unsigned int count;
  CUstreamBatchMemOpParams *paramArray;
  unsigned int flags;
}]>;

def CUDA_KERNEL_NODE_PARAMS_v1 : Struct<56, [{
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
}]>, Tag<"CUDA_KERNEL_NODE_PARAMS_st">, Owner<"record">;

def CUDA_KERNEL_NODE_PARAMS : Struct<72, [{
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
  CUkernel kern;
  CUcontext ctx;
}]>, Version<2>, Tag<"CUDA_KERNEL_NODE_PARAMS_v2_st">, Owner<"record">;

def CUDA_KERNEL_NODE_PARAMS_v3 : Struct<72, [{
  CUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
  CUkernel kern;
  CUcontext ctx;
}]>;

def CUDA_MEMSET_NODE_PARAMS : Struct<40, [{
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
}]>, Version<1>;

def CUDA_MEMSET_NODE_PARAMS_v2 : Struct<48, [{
  CUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
  CUcontext ctx;
}]>;

def CUDA_HOST_NODE_PARAMS : Struct<16, [{
  CUhostFn fn;
  void *userData;
}]>, Version<1>;

def CUDA_HOST_NODE_PARAMS_v2 : Struct<16, [{
  CUhostFn fn;
  void *userData;
}]>;

def CUgraphConditionalNodeType : Enum<[
  Value<"CU_GRAPH_COND_TYPE_IF", 0>,
  Value<"CU_GRAPH_COND_TYPE_WHILE", 1>,
  Value<"CU_GRAPH_COND_TYPE_SWITCH", 2>
]>;

def CUDA_CONDITIONAL_NODE_PARAMS : Struct<32, [{
  CUgraphConditionalHandle handle;
  CUgraphConditionalNodeType type;
  unsigned int size;
  CUgraph *phGraph_out;
  CUcontext ctx;
}]>, Tag<"CUDA_CONDITIONAL_NODE_PARAMS">;

def CUgraphNodeType : Enum<[
  Value<"CU_GRAPH_NODE_TYPE_KERNEL", 0>,
  Value<"CU_GRAPH_NODE_TYPE_MEMCPY", 1>,
  Value<"CU_GRAPH_NODE_TYPE_MEMSET", 2>,
  Value<"CU_GRAPH_NODE_TYPE_HOST", 3>,
  Value<"CU_GRAPH_NODE_TYPE_GRAPH", 4>,
  Value<"CU_GRAPH_NODE_TYPE_EMPTY", 5>,
  Value<"CU_GRAPH_NODE_TYPE_WAIT_EVENT", 6>,
  Value<"CU_GRAPH_NODE_TYPE_EVENT_RECORD", 7>,
  Value<"CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL", 8>,
  Value<"CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT", 9>,
  Value<"CU_GRAPH_NODE_TYPE_MEM_ALLOC", 10>,
  Value<"CU_GRAPH_NODE_TYPE_MEM_FREE", 11>,
  Value<"CU_GRAPH_NODE_TYPE_BATCH_MEM_OP", 12>,
  Value<"CU_GRAPH_NODE_TYPE_CONDITIONAL", 13>
]>;

def CUgraphDependencyType : Enum<[
  Value<"CU_GRAPH_DEPENDENCY_TYPE_DEFAULT", 0>,
  Value<"CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC", 1>
]>;

def CUgraphEdgeData : Struct<8, [{
  unsigned char from_port;
  unsigned char to_port;
  unsigned char type;
  unsigned char reserved[5];
}]>;

def CUkernelNodeAttrID : Typedef<"CUlaunchAttributeID">;
def CUkernelNodeAttrValue : Typedef<"CUlaunchAttributeValue">, Version<1>;

def CUDA_MEMCPY_NODE_PARAMS : Struct<216, [{
  int flags;
  int reserved;
  CUcontext copyCtx;
  CUDA_MEMCPY3D copyParams;
}]>;

def CUDA_EXT_SEM_SIGNAL_NODE_PARAMS : Struct<24, [{
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray;
  unsigned int numExtSems;
}]>, Version<1>;

def CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 : Struct<24, [{
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray;
  unsigned int numExtSems;
}]>;

def CUDA_EXT_SEM_WAIT_NODE_PARAMS : Struct<24, [{
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray;
  unsigned int numExtSems;
}]>, Version<1>;

def CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 : Struct<24, [{
  CUexternalSemaphore *extSemArray;
  const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray;
  unsigned int numExtSems;
}]>;

def CUDA_MEM_ALLOC_NODE_PARAMS : Struct<120, [{
  CUmemPoolProps poolProps;
  const CUmemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  CUdeviceptr dptr;
}]>, Version<1>, Tag<"CUDA_MEM_ALLOC_NODE_PARAMS_v1_st">;

def CUDA_MEM_ALLOC_NODE_PARAMS_v2 : Struct<120, [{
  CUmemPoolProps poolProps;
  const CUmemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  CUdeviceptr dptr;
}]>;

def CUDA_MEM_FREE_NODE_PARAMS : Struct<8, [{
  CUdeviceptr dptr;
}]>;

def CUgraphMem_attribute : Enum<[
  Value<"CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT", 0>,
  Value<"CU_GRAPH_MEM_ATTR_USED_MEM_HIGH", 1>,
  Value<"CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT", 2>,
  Value<"CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH", 3>
]>;

def CUgraphChildGraphNodeOwnership : Enum<[
  Value<"CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE", 0>,
  Value<"CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE", 1>
]>;

def CUDA_CHILD_GRAPH_NODE_PARAMS : Struct<16, [{
  CUgraph graph;
  CUgraphChildGraphNodeOwnership ownership;
}]>;

def CUDA_EVENT_RECORD_NODE_PARAMS : Struct<8, [{
  CUevent event;
}]>;

def CUDA_EVENT_WAIT_NODE_PARAMS : Struct<8, [{
  CUevent event;
}]>;

def CUgraphNodeParams : Struct<256, [{
  CUgraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    CUDA_KERNEL_NODE_PARAMS_v3 kernel;
    CUDA_MEMCPY_NODE_PARAMS memcpy;
    CUDA_MEMSET_NODE_PARAMS_v2 memset;
    CUDA_HOST_NODE_PARAMS_v2 host;
    CUDA_CHILD_GRAPH_NODE_PARAMS graph;
    CUDA_EVENT_WAIT_NODE_PARAMS eventWait;
    CUDA_EVENT_RECORD_NODE_PARAMS eventRecord;
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS_v2 extSemSignal;
    CUDA_EXT_SEM_WAIT_NODE_PARAMS_v2 extSemWait;
    CUDA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
    CUDA_MEM_FREE_NODE_PARAMS free;
    CUDA_BATCH_MEM_OP_NODE_PARAMS_v2 memOp;
    CUDA_CONDITIONAL_NODE_PARAMS conditional;
  };
  long long reserved2;
}]>, Owner<"record">;

def CUgraphDebugDot_flags : Enum<[
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE", 0x1>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES", 0x2>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS", 0x4>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS", 0x8>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS", 0x10>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS", 0x20>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS", 0x40>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS", 0x80>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS", 0x100>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES", 0x200>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES", 0x400>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS", 0x800>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS", 0x1000>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS", 0x2000>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO", 0x4000>,
  Value<"CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS", 0x8000>
]>;

def CUuserObject_flags : Enum<[
  Value<"CU_USER_OBJECT_NO_DESTRUCTOR_SYNC", 1>
]>;

def CUuserObjectRetain_flags : Enum<[
  Value<"CU_GRAPH_USER_OBJECT_MOVE", 1>
]>;

def cuGraphCreate : DriverFunction<10000, [
    Out<"CUgraph *", "phGraph">, In<"unsigned int", "flags">], Initialized, Done>,
  Refuses<[Invalid<"flags">]>, Doc<"Makes an empty graph.">;
def cuGraphAddKernelNode : DriverFunction<12000, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_KERNEL_NODE_PARAMS *", "nodeParams">], UsableContext, Done>,
    Version<2>, Refuses<[Invalid<"!nodeParams">]>, Doc<"Adds a node that launches a kernel.">,
  AddsNode<"readKernel(*nodeParams, content)", "true">;
def cuGraphAddKernelNode_v1 : DriverFunction<10000, [
    Out<"CUgraphNode *", "phGraphNode">, In<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_KERNEL_NODE_PARAMS_v1 *", "nodeParams">], UsableContext, Done>,
    Old<"cuGraphAddKernelNode">, Refuses<[Invalid<"!nodeParams">]>;
def cuGraphKernelNodeGetParams : DriverFunction<12000, [
    Node<"KernelNode", "hNode">, Out<"CUDA_KERNEL_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
    Version<2>, Across, InHostFunctions, Doc<"Gives the launch of a kernel node.">;
def cuGraphKernelNodeGetParams_v1 : DriverFunction<10000, [
    In<"CUgraphNode", "hNode">, Out<"CUDA_KERNEL_NODE_PARAMS_v1 *", "nodeParams">], Initialized, Done>,
    Old<"cuGraphKernelNodeGetParams">, InHostFunctions;
def cuGraphKernelNodeSetParams : DriverFunction<12000, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_KERNEL_NODE_PARAMS *", "nodeParams">], UsableContext, Done>,
    Version<2>, Refuses<[Invalid<"!nodeParams">]>, Doc<"Sets the launch of a kernel node.">,
  SetsNode<"KernelNode", "readKernel(*nodeParams, content)">;
def cuGraphKernelNodeSetParams_v1 : DriverFunction<10000, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_KERNEL_NODE_PARAMS_v1 *", "nodeParams">], UsableContext, Done>,
    Old<"cuGraphKernelNodeSetParams">, Refuses<[Invalid<"!nodeParams">]>;
def cuGraphAddMemcpyNode : DriverFunction<10000, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_MEMCPY3D *", "copyParams">, In<"CUcontext", "ctx">], Initialized, Done>,
  Refuses<[Invalid<"!copyParams">, Invalid<"!copyParams->WidthInBytes">]>, Doc<"Adds a node that copies.">,
  AddsNode<"readCopyIn(ctx, *copyParams, content)">;
def cuGraphMemcpyNodeGetParams : DriverFunction<10000, [
    Node<"CopyNode", "hNode">, Out<"CUDA_MEMCPY3D *", "nodeParams">], Initialized, Done>, Doc<"Gives the copy of a node.">,
  Gives<"GraphNode", "hNode.copy">;
def cuGraphMemcpyNodeSetParams : DriverFunction<10000, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_MEMCPY3D *", "nodeParams">], UsableContext, Done>,
  Refuses<[Invalid<"!nodeParams">]>, Doc<"Sets the copy of a node.">,
  SetsNode<"CopyNode", "readCopy(*nodeParams, *node.context, content)">;
def cuGraphAddMemsetNode : DriverFunction<10000, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_MEMSET_NODE_PARAMS *", "memsetParams">,
    In<"CUcontext", "ctx">], Initialized, Done>, Refuses<[Invalid<"!memsetParams">, MeetsInside<"memsetParams", "checkFillNode">]>, Doc<"Adds a node that sets memory.">,
  AddsNode<"readFillIn(ctx, *memsetParams, content)">;
def cuGraphMemsetNodeGetParams : DriverFunction<10000, [
    Node<"FillNode", "hNode">, Out<"CUDA_MEMSET_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
  Doc<"Gives what a node sets.">,
  Gives<"GraphNode", "hNode.fill">;
def cuGraphMemsetNodeSetParams : DriverFunction<10000, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_MEMSET_NODE_PARAMS *", "nodeParams">], UsableContext, Done>,
  Refuses<[Invalid<"!nodeParams">]>, Doc<"Sets what a node sets.">,
  SetsNode<"FillNode", "readFill(*nodeParams, *node.context, content)">;
def cuGraphAddHostNode : DriverFunction<10000, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_HOST_NODE_PARAMS *", "nodeParams">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!nodeParams">, MeetsInside<"nodeParams", "checkHostNode">]>, Doc<"Adds a node that calls a function of the program.">,
  AddsNode<"readHost(*nodeParams, content)">;
def cuGraphHostNodeGetParams : DriverFunction<10000, [
    Node<"HostNode", "hNode">, Out<"CUDA_HOST_NODE_PARAMS *", "nodeParams">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the function that a node calls.">,
  Gives<"GraphNode", "hNode.host">;
def cuGraphHostNodeSetParams : DriverFunction<10000, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_HOST_NODE_PARAMS *", "nodeParams">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!nodeParams">]>, Doc<"Sets the function that a node calls.">,
  SetsNode<"HostNode", "readHost(*nodeParams, content)">;
def cuGraphAddChildGraphNode : DriverFunction<10000, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"CUgraph", "childGraph">], Initialized, Done>,
  Doc<"Adds a node that runs a copy of another graph.">,
  AddsNode<"readChild(childGraph, hGraph, content)">;
def cuGraphChildGraphNodeGetGraph : DriverFunction<10000, [
    Node<"ChildNode", "hNode">, Out<"CUgraph *", "phGraph">], Initialized, Done>, Doc<"Gives the graph that a node runs.">,
  Gives<"GraphNode", "handleOf(*hNode.graph)">;
def cuGraphAddEmptyNode : DriverFunction<10000, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">], Initialized, Done>, InHostFunctions, Doc<"Adds a node that does nothing.">,
  AddsNode<"CUDA_SUCCESS">;
def cuGraphAddEventRecordNode : DriverFunction<11010, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"CUevent", "event">], Initialized, Done>, InHostFunctions,
  Doc<"Adds a node that records an event.">,
  AddsNode<"readEvent(event, /*isRecord=*/true, content)">;
def cuGraphEventRecordNodeGetEvent : DriverFunction<11010, [
    In<"CUgraphNode", "hNode">, Out<"CUevent *", "event_out">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the event that a node records.">, Is<"GraphNode", "getEvent(hNode, /*isRecord=*/true, event_out)">;
def cuGraphEventRecordNodeSetEvent : DriverFunction<11010, [
    In<"CUgraphNode", "hNode">, In<"CUevent", "event">], Initialized, Done>, InHostFunctions,
  Doc<"Sets the event that a node records.">, Is<"GraphNode", "setEvent(hNode, /*isRecord=*/true, event)">;
def cuGraphAddEventWaitNode : DriverFunction<11010, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"CUevent", "event">], Initialized, Done>, InHostFunctions,
  Doc<"Adds a node that waits for an event.">,
  AddsNode<"readEvent(event, /*isRecord=*/false, content)">;
def cuGraphEventWaitNodeGetEvent : DriverFunction<11010, [
    In<"CUgraphNode", "hNode">, Out<"CUevent *", "event_out">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the event for which a node waits.">, Is<"GraphNode", "getEvent(hNode, /*isRecord=*/false, event_out)">;
def cuGraphEventWaitNodeSetEvent : DriverFunction<11010, [
    In<"CUgraphNode", "hNode">, In<"CUevent", "event">], Initialized, Done>, InHostFunctions,
  Doc<"Sets the event for which a node waits.">, Is<"GraphNode", "setEvent(hNode, /*isRecord=*/false, event)">;
def cuGraphAddExternalSemaphoresSignalNode : DriverFunction<11020, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
  Refuses<[Invalid<"!nodeParams">]>, Doc<"Adds a node that signals imported semaphores.">,
  Is<"GraphSemaphores", "add(phGraphNode, hGraph, dependencies, numDependencies, nodeParams)">;
def cuGraphExternalSemaphoresSignalNodeGetParams : DriverFunction<11020, [
    FoundAs<"SemaphoreNode", "CUgraphNode", "hNode", "CUDA_ERROR_INVALID_VALUE", "signalsOf">, Out<"CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *", "params_out">], Initialized, Done>,
  Doc<"Gives what a node signals.">, Gives<"GraphSemaphores", "{hNode.handles.data(), hNode.signals.data(), unsigned(hNode.handles.size())}">;
def cuGraphExternalSemaphoresSignalNodeSetParams : DriverFunction<11020, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
  Refuses<[Invalid<"!nodeParams">, Invalid<"!signalsOf(hNode)">]>, Doc<"Sets what a node signals.">;
def cuGraphAddExternalSemaphoresWaitNode : DriverFunction<11020, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_EXT_SEM_WAIT_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
  Refuses<[Invalid<"!nodeParams">]>, Doc<"Adds a node that waits for imported semaphores.">,
  Is<"GraphSemaphores", "add(phGraphNode, hGraph, dependencies, numDependencies, nodeParams)">;
def cuGraphExternalSemaphoresWaitNodeGetParams : DriverFunction<11020, [
    FoundAs<"SemaphoreNode", "CUgraphNode", "hNode", "CUDA_ERROR_INVALID_VALUE", "waitsOf">, Out<"CUDA_EXT_SEM_WAIT_NODE_PARAMS *", "params_out">], Initialized, Done>,
  Doc<"Gives for what a node waits.">, Gives<"GraphSemaphores", "{hNode.handles.data(), hNode.waits.data(), unsigned(hNode.handles.size())}">;
def cuGraphExternalSemaphoresWaitNodeSetParams : DriverFunction<11020, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_EXT_SEM_WAIT_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
  Refuses<[Invalid<"!nodeParams">, Invalid<"!waitsOf(hNode)">]>, Doc<"Sets for what a node waits.">;
def cuGraphAddBatchMemOpNode : DriverFunction<11070, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"const CUDA_BATCH_MEM_OP_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
    InHostFunctions, Refuses<[Invalid<"!nodeParams">, MeetsInside<"nodeParams", "checkMemOpNode">]>, Doc<"Adds a node that waits for and writes words of memory.">,
  AddsNode<"readMemOps(*nodeParams, content)">;
def cuGraphBatchMemOpNodeGetParams : DriverFunction<11070, [
    Node<"MemOpNode", "hNode">, Out<"CUDA_BATCH_MEM_OP_NODE_PARAMS *", "nodeParams_out">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the memory operations of a node.">,
  Gives<"GraphNode", "{handleOf(*hNode.context), unsigned(hNode.operations.size()), hNode.operations.data(), hNode.flags}">;
def cuGraphBatchMemOpNodeSetParams : DriverFunction<11070, [
    In<"CUgraphNode", "hNode">, In<"const CUDA_BATCH_MEM_OP_NODE_PARAMS *", "nodeParams">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!nodeParams">]>, Doc<"Sets the memory operations of a node.">,
  SetsNode<"MemOpNode", "readMemOps(*nodeParams, content)">;
def cuGraphAddMemAllocNode : DriverFunction<11040, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"CUDA_MEM_ALLOC_NODE_PARAMS *", "nodeParams">], Initialized, Done>,
  Refuses<[Invalid<"!nodeParams">]>, Doc<"Adds a node that allocates; the address is known at once.">,
  AddsNode<"makeAlloc(hGraph, ThreadState::get().current(), *nodeParams, content)">;
def cuGraphMemAllocNodeGetParams : DriverFunction<11040, [
    Node<"AllocNode", "hNode">, Out<"CUDA_MEM_ALLOC_NODE_PARAMS *", "params_out">], Initialized, Done>, InHostFunctions,
  Doc<"Gives what a node allocates.">;
def cuGraphAddMemFreeNode : DriverFunction<11040, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"CUdeviceptr", "dptr">], Initialized, Done>, Doc<"Adds a node that frees.">,
  AddsNode<"makeFree(hGraph, dptr, content)">;
def cuGraphMemFreeNodeGetParams : DriverFunction<11040, [
    Node<"FreeNode", "hNode">, Out<"CUdeviceptr *", "dptr_out">], Initialized, Done>, InHostFunctions,
  Doc<"Gives what a node frees.">,
  Gives<"GraphNode", "hNode.address">;
def cuGraphClone : DriverFunction<10000, [
    Out<"CUgraph *", "phGraphClone">, Found<"CUgraph", "originalGraph">], Initialized, Done>, Refuses<[
    Fails<"CUDA_ERROR_NOT_SUPPORTED", "originalGraph_->hasMemoryNodes()">,
    Fails<"CUDA_ERROR_NOT_SUPPORTED", "originalGraph_->hasConditionalNodes()">,
    Fails<"CUDA_ERROR_NOT_SUPPORTED", "originalGraph_->hasUpdatableNodes()">]>, Doc<"Copies a graph.">;
def cuGraphNodeFindInClone : DriverFunction<10000, [
    Out<"CUgraphNode *", "phNode">, Found<"CUgraphNode", "hOriginalNode">, Found<"CUgraph", "hClonedGraph">], Initialized, Done>,
  Refuses<[Invalid<"hClonedGraph_->original != hOriginalNode_->graph().id()">]>,
  Doc<"Gives the copy of a node in a copied graph.">;
def cuGraphNodeGetType : DriverFunction<10000, [
    Found<"CUgraphNode", "hNode">, Out<"CUgraphNodeType *", "type">], Initialized, Done>, Doc<"Gives the type of a node.">,
  Gives<"Graph", "hNode.type()">;
def cuGraphGetNodes : DriverFunction<10000, [
    Found<"CUgraph", "hGraph">, OptOut<"CUgraphNode *", "nodes">, Out<"size_t *", "numNodes">], Initialized, Done>,
  Doc<"Gives the nodes of a graph, or counts them.">;
def cuGraphGetRootNodes : DriverFunction<10000, [
    Found<"CUgraph", "hGraph">, OptOut<"CUgraphNode *", "rootNodes">, Out<"size_t *", "numRootNodes">], Initialized, Done>,
  Doc<"Gives the nodes that depend on none, or counts them.">;
def cuGraphGetEdges : DriverFunction<12030, [
    Found<"CUgraph", "hGraph">, OptOut<"CUgraphNode *", "from">, OptOut<"CUgraphNode *", "to">,
    OptOut<"CUgraphEdgeData *", "edgeData">, Out<"size_t *", "numEdges">], Initialized, Done>, Version<2>,
  Refuses<[Invalid<"!from != !to">, Invalid<"edgeData && !from">]>, Doc<"Gives the edges of a graph, or counts them.">;
def cuGraphGetEdges_v1 : DriverFunction<10000, [
    In<"CUgraph", "hGraph">, OptOut<"CUgraphNode *", "from">, OptOut<"CUgraphNode *", "to">,
    Out<"size_t *", "numEdges">], Initialized, Done>, Old<"cuGraphGetEdges">,
  On<"cuGraphGetEdges", ["hGraph", "from", "to", "nullptr", "numEdges"]>;
def cuGraphNodeGetDependencies : DriverFunction<12030, [
    Found<"CUgraphNode", "hNode">, OptOut<"CUgraphNode *", "dependencies">,
    OptOut<"CUgraphEdgeData *", "edgeData">, Out<"size_t *", "numDependencies">], Initialized, Done>, Version<2>,
  Doc<"Gives the nodes on which a node depends, or counts them.">,
  Is<"Graph", "giveEdges(hNode.dependencies, dependencies, edgeData, numDependencies)">;
def cuGraphNodeGetDependencies_v1 : DriverFunction<10000, [
    In<"CUgraphNode", "hNode">, OptOut<"CUgraphNode *", "dependencies">, Out<"size_t *", "numDependencies">], Initialized, Done>,
    Old<"cuGraphNodeGetDependencies">,
  On<"cuGraphNodeGetDependencies", ["hNode", "dependencies", "nullptr", "numDependencies"]>;
def cuGraphNodeGetDependentNodes : DriverFunction<12030, [
    Found<"CUgraphNode", "hNode">, OptOut<"CUgraphNode *", "dependentNodes">,
    OptOut<"CUgraphEdgeData *", "edgeData">, Out<"size_t *", "numDependentNodes">], Initialized, Done>, Version<2>,
  Doc<"Gives the nodes that depend on a node, or counts them.">,
  Is<"Graph", "giveEdges(hNode.dependents, dependentNodes, edgeData, numDependentNodes)">;
def cuGraphNodeGetDependentNodes_v1 : DriverFunction<10000, [
    In<"CUgraphNode", "hNode">, OptOut<"CUgraphNode *", "dependentNodes">,
    Out<"size_t *", "numDependentNodes">], Initialized, Done>, Old<"cuGraphNodeGetDependentNodes">,
  On<"cuGraphNodeGetDependentNodes", ["hNode", "dependentNodes", "nullptr", "numDependentNodes"]>;
def cuGraphAddDependencies : DriverFunction<12030, [
    Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "from">, In<"const CUgraphNode *", "to">,
    In<"const CUgraphEdgeData *", "edgeData">, In<"size_t", "numDependencies">], Initialized, Done>,
    Version<2>, InHostFunctions, Refuses<[Invalid<"numDependencies && (!from || !to)">]>, Doc<"Adds edges between nodes.">;
def cuGraphAddDependencies_v1 : DriverFunction<10000, [
    In<"CUgraph", "hGraph">, In<"const CUgraphNode *", "from">, In<"const CUgraphNode *", "to">,
    In<"size_t", "numDependencies">], Initialized, Done>, Old<"cuGraphAddDependencies">, InHostFunctions,
  On<"cuGraphAddDependencies", ["hGraph", "from", "to", "nullptr", "numDependencies"]>;
def cuGraphRemoveDependencies : DriverFunction<12030, [
    Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "from">, In<"const CUgraphNode *", "to">,
    In<"const CUgraphEdgeData *", "edgeData">, In<"size_t", "numDependencies">], Initialized, Done>,
    Version<2>, InHostFunctions, Refuses<[
    Invalid<"numDependencies && (!from || !to)">,
    Absence<"numDependencies && hGraph_->hasMemoryNodes()"> // seen
  ]>, Doc<"Removes edges between nodes.">;
def cuGraphRemoveDependencies_v1 : DriverFunction<10000, [
    In<"CUgraph", "hGraph">, In<"const CUgraphNode *", "from">, In<"const CUgraphNode *", "to">,
    In<"size_t", "numDependencies">], Initialized, Done>, Old<"cuGraphRemoveDependencies">, InHostFunctions,
  On<"cuGraphRemoveDependencies", ["hGraph", "from", "to", "nullptr", "numDependencies"]>;
def cuGraphDestroyNode : DriverFunction<10000, [Found<"CUgraphNode", "hNode">], Initialized, Done>, Refuses<[
    Invalid<"hNode_->graph().isCapturing">,
    Absence<"hNode_->graph().hasMemoryNodes()">, // seen
    Absence<"hNode_->as<KernelNode>() && hNode_->as<KernelNode>()->updatable">
  ]>, Doc<"Removes a node from its graph.">,
  Does<"Graph", "hNode.graph().remove(hNode)">;
def cuGraphNodeSetEnabled : DriverFunction<11060, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">, In<"unsigned int", "isEnabled">], Initialized, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Doc<"Says whether later launches of an executable graph run a node.">;
def cuGraphNodeGetEnabled : DriverFunction<11060, [
    In<"CUgraphExec", "hGraphExec">, In<"CUgraphNode", "hNode">, Out<"unsigned int *", "isEnabled">], Initialized, Done>,
    InHostFunctions<"CUDA_ERROR_INVALID_VALUE">, Doc<"Tells whether launches of an executable graph run a node.">;
def cuGraphDestroy : DriverFunction<10000, [Found<"CUgraph", "hGraph">], Initialized, Done>,
  Refuses<[
    Invalid<"hGraph_->owner || hGraph_->isBody">,
    Fails<"CUDA_ERROR_ILLEGAL_STATE", "hGraph_->isCapturing"> // seen
  ]>, Doc<"Ends a graph.">;
def cuGraphKernelNodeCopyAttributes : DriverFunction<11000, [
    Node<"KernelNode", "dst">, Node<"KernelNode", "src">], Initialized, Done>,
  Refuses<[
    Fails<"CUDA_ERROR_NOT_SUPPORTED", "dst_->updatable">,
    Fails<"CUDA_ERROR_NOT_SUPPORTED", "src_->updatable">]>,
  Doc<"Gives a kernel node the attributes of another.">;
def cuGraphKernelNodeGetAttribute : DriverFunction<11000, [
    Node<"KernelNode", "hNode">, In<"CUkernelNodeAttrID", "attr">,
    Out<"CUkernelNodeAttrValue *", "value_out">], Initialized, Done>, Refuses<[Invalid<"!isOfNodes(attr)">]>, Doc<"Gives an attribute of a kernel node.">;
def cuGraphKernelNodeSetAttribute : DriverFunction<11000, [
    Node<"KernelNode", "hNode">, In<"CUkernelNodeAttrID", "attr">,
    In<"const CUkernelNodeAttrValue *", "value">], Initialized, Done>,
  Refuses<[Invalid<"!value">]>,
  Doc<"Sets an attribute of a kernel node.">,
  Is<"GraphNode", "setAttribute(hNode, attr, *value)">;
def cuGraphDebugDotPrint : DriverFunction<11030, [
    Found<"CUgraph", "hGraph">, In<"const char *", "path">, In<"unsigned int", "flags">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!path">]>, Doc<"Writes a graph to a file in the language of Graphviz.">;
def cuUserObjectCreate : DriverFunction<11030, [
    Out<"CUuserObject *", "object_out">, In<"void *", "ptr">, In<"CUhostFn", "destroy">,
    In<"unsigned int", "initialRefcount">, In<"unsigned int", "flags">], Initialized, Done>, InHostFunctions,
  Refuses<[
    Invalid<"!destroy">,
    Invalid<"!initialRefcount">,
    Invalid<"flags != CU_USER_OBJECT_NO_DESTRUCTOR_SYNC">]>,
  Doc<"Makes an object of the program that graphs keep alive.">;
def cuUserObjectRetain : DriverFunction<11030, [
    Found<"CUuserObject", "object">, In<"unsigned int", "count">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!count">, Invalid<"count > INT_MAX">]>,
  Doc<"Adds references to a user object.">;
def cuUserObjectRelease : DriverFunction<11030, [
    Found<"CUuserObject", "object">, In<"unsigned int", "count">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!count">]>,
  Doc<"Gives up references to a user object; with the last one its destructor is called.">;
def cuGraphRetainUserObject : DriverFunction<11030, [
    Found<"CUgraph", "graph">, Found<"CUuserObject", "object">, In<"unsigned int", "count">,
    In<"unsigned int", "flags">], Initialized, Done>, InHostFunctions,
  Refuses<[
    Invalid<"flags & ~unsigned(CU_GRAPH_USER_OBJECT_MOVE)">,
    Invalid<"!count">,
    Invalid<"flags & CU_GRAPH_USER_OBJECT_MOVE && object_->references() < count">]>, Doc<"Makes a graph hold references to a user object.">;
def cuGraphReleaseUserObject : DriverFunction<11030, [
    Found<"CUgraph", "graph">, Found<"CUuserObject", "object">, In<"unsigned int", "count">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!count">, Invalid<"graph_->references(*object_) < count">]>,
  Doc<"Takes references to a user object from a graph.">;
def cuGraphAddNode : DriverFunction<12030, [
    Out<"CUgraphNode *", "phGraphNode">, Found<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"const CUgraphEdgeData *", "dependencyData">, In<"size_t", "numDependencies">,
    In<"CUgraphNodeParams *", "nodeParams">], Initialized, Done>, Version<2>, InHostFunctions,
  Refuses<[
    Invalid<"!nodeParams">,
    Invalid<"hasReserved(*nodeParams)">,
    Fails<"CUDA_ERROR_NOT_PERMITTED", "isRefusedHere(nodeParams->type)">]>,
  Doc<"Adds a node of any type.">;
def cuGraphAddNode_v1 : DriverFunction<12020, [
    Out<"CUgraphNode *", "phGraphNode">, In<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"size_t", "numDependencies">, In<"CUgraphNodeParams *", "nodeParams">], Initialized, Done>,
    Old<"cuGraphAddNode">, InHostFunctions,
  On<"cuGraphAddNode", ["phGraphNode", "hGraph", "dependencies", "nullptr", "numDependencies", "nodeParams"]>;
def cuGraphNodeSetParams : DriverFunction<12020, [
    Found<"CUgraphNode", "hNode">, In<"CUgraphNodeParams *", "nodeParams">], Initialized, Done>, InHostFunctions,
  Refuses<[
    Invalid<"!nodeParams">,
    Invalid<"hNode_->type() != nodeParams->type">,
    Invalid<"hasReserved(*nodeParams)">,
    Fails<"CUDA_ERROR_NOT_PERMITTED", "isRefusedHere(nodeParams->type)">,
    Absence<"hNode_->as<ChildNode>()"> // the program changes the nodes inside instead
  ]>, Doc<"Sets the parameters of a node of any type.">;
def cuGraphConditionalHandleCreate : DriverFunction<12030, [
    Out<"CUgraphConditionalHandle *", "pHandle_out">, Found<"CUgraph", "hGraph">, In<"CUcontext", "ctx">,
    In<"unsigned int", "defaultLaunchValue">, In<"unsigned int", "flags">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"flags & ~unsigned(CU_GRAPH_COND_ASSIGN_DEFAULT)">]>,
  Doc<"Makes the value that decides over a conditional node.">;

// What is told of all of them.
def cuGraphGetId : DriverFunction<13010, [
    Found<"CUgraph", "hGraph">, Out<"unsigned int *", "graphId">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the number of a graph.">, Gives<"GraphQuery", "unsigned(hGraph.id())">;
def cuGraphExecGetId : DriverFunction<13010, [
    Found<"CUgraphExec", "hGraphExec">, Out<"unsigned int *", "graphId">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the number of an executable graph's graph.">, Gives<"GraphQuery", "unsigned(hGraphExec.graph().id())">;
def cuGraphNodeGetContainingGraph : DriverFunction<13010, [
    Found<"CUgraphNode", "hNode">, Out<"CUgraph *", "phGraph">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the graph of a node.">, Gives<"GraphQuery", "handleOf(hNode.graph())">;
def cuGraphNodeGetLocalId : DriverFunction<13010, [
    Found<"CUgraphNode", "hNode">, Out<"unsigned int *", "nodeId">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the number of a node in its graph.">, Gives<"GraphQuery", "unsigned(hNode.id())">;
def cuGraphNodeGetToolsId : DriverFunction<13010, [
    Found<"CUgraphNode", "hNode">, Out<"unsigned long long *", "toolsNodeId">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the number by which tools know a node.">, Gives<"GraphQuery", "hNode.id()">;
def cuGraphNodeGetParams : DriverFunction<13020, [
    Found<"CUgraphNode", "hNode">, InOut<"CUgraphNodeParams *", "nodeParams">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!nodeParams">]>,
  Doc<"Gives the parameters of a node of any type.">;

// -- Rules ----------------------------------------------------------------------------------------

def checkFillNode : Rules<["GraphNode"], [In<"const CUDA_MEMSET_NODE_PARAMS &", "it">], [
  Invalid<"it.elementSize != 1 && it.elementSize != 2 && it.elementSize != 4", "it.elementSize = 3">,
  Invalid<"!it.width", "it.width = 0">,
  Invalid<"!it.height", "it.height = 0">
]>, Valid<"it = {(CUdeviceptr)deviceBytes(), 0, 0, 4, 16, 1}">;

def checkHostNode : Rules<["GraphNode"], [In<"const CUDA_HOST_NODE_PARAMS &", "it">], [
  Invalid<"!it.fn", "it.fn = nullptr">
]>, Valid<"it.fn = [](void *) {}">;

def checkMemOpNode : Rules<["GraphNode"], [In<"const CUDA_BATCH_MEM_OP_NODE_PARAMS &", "it">], [
  Invalid<"it.flags", "it.flags = 1">,
  Invalid<"it.count > kMaxMemOps", "it.count = 257">,
  Invalid<"it.count && !it.paramArray", "it.count = 1">,
  Invalid<"!it.ctx", "it.ctx = nullptr"> // not the current one (seen)
]>, Valid<"it.ctx = (CUcontext)things[size_t(Kind::CUcontext)]">;

def checkChild : Rules<["GraphNode"], [In<"const Graph *", "child">, In<"const Graph &", "parent">], [
  Invalid<"!child || child == &parent">,
  Absence<"child->hasMemoryNodes()">, // seen
  Absence<"child->hasConditionalNodes()">
]>;

// A child graph that becomes the parent's own.
def checkMovedChild : Rules<["GraphNode"], [In<"const Graph *", "child">, In<"const Graph &", "parent">], [
  Invalid<"!child">,
  Absence<"child->owner">, // it has a parent (seen)
  Invalid<"child->isBody || child->isCapturing || child->instances">,
  Invalid<"isWithin(parent, *child)">
]>;

// Of the records in CUgraphNodeParams. Nodes of the last three types are made once.
def checkNodeParams : Rules<["GraphNode"], [In<"const CUgraphNodeParams &", "it">], [
  Invalid<"it.type == CU_GRAPH_NODE_TYPE_MEMCPY && (it.memcpy.flags || it.memcpy.reserved)">,
  Invalid<"it.type == CU_GRAPH_NODE_TYPE_GRAPH && unsigned(it.graph.ownership) > CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE">,
  Absence<"it.type == CU_GRAPH_NODE_TYPE_MEM_ALLOC || it.type == CU_GRAPH_NODE_TYPE_MEM_FREE">,
  Absence<"it.type == CU_GRAPH_NODE_TYPE_CONDITIONAL">,
  Invalid<"unsigned(it.type) > CU_GRAPH_NODE_TYPE_BATCH_MEM_OP">
]>;

// Graphs have memory of devices only; that is what they give for managed memory on a device, too (all seen).
def checkGraphPool : Rules<["GraphNode"], [In<"const CUmemPoolProps &", "it">], [
  Let<"const bool isManaged = it.allocType == CU_MEM_ALLOCATION_TYPE_MANAGED">,
  Let<"const CUmemLocation &place = it.location">,
  Invalid<"!isManaged && it.allocType != CU_MEM_ALLOCATION_TYPE_PINNED">,
  Invalid<"isManaged && it.handleTypes != CU_MEM_HANDLE_TYPE_NONE">,
  Absence<"place.type == CU_MEM_LOCATION_TYPE_HOST">,
  Absence<"place.type == CU_MEM_LOCATION_TYPE_HOST_NUMA && isHostNode(place.id)">,
  Absence<"isManaged && place.type != CU_MEM_LOCATION_TYPE_HOST_NUMA && place.type != CU_MEM_LOCATION_TYPE_DEVICE">,
  Invalid<"place.type != CU_MEM_LOCATION_TYPE_DEVICE || !findDevice(place.id)">
]>;

def checkAllocNode : Rules<["GraphNode"], [In<"const CUDA_MEM_ALLOC_NODE_PARAMS &", "it">, In<"const Graph &", "graph">], [
  Asks<"checkGraphPool(it.poolProps)">,
  Invalid<"!it.bytesize">,
  Invalid<"it.accessDescCount && !it.accessDescs">,
  Absence<"it.poolProps.handleTypes != CU_MEM_HANDLE_TYPE_NONE">,
  Absence<"graph.isBody">,
  Each<"const CUmemAccessDesc &access", "std::span(it.accessDescs, it.accessDescCount)", [
    Invalid<"!isDevice(access.location) || access.flags != CU_MEM_ACCESS_FLAGS_PROT_READWRITE">
  ]>
]>;

// Either the graph that owns the memory frees it, or others do.
def checkFreeNode : Rules<["GraphNode"], [
    In<"const GraphMemory *", "memory">, In<"const Graph &", "graph">, In<"CUdeviceptr", "address">], [
  Invalid<"!memory || frees(graph, address)">,
  Absence<"graph.isBody">,
  Invalid<"memory->freedBy && memory->freedBy == memory->graph()">,
  Invalid<"memory->freedBy && memory->graph() == graph.id()">
]>;

def checkConditionalNode : Rules<["GraphNode"], [In<"const CUDA_CONDITIONAL_NODE_PARAMS &", "it">, In<"const ConditionalValue *", "value">], [
  Invalid<"unsigned(it.type) > CU_GRAPH_COND_TYPE_SWITCH">,
  Invalid<"!it.size">,
  Invalid<"it.type == CU_GRAPH_COND_TYPE_IF && it.size > 2">,
  Invalid<"it.type == CU_GRAPH_COND_TYPE_WHILE && it.size > 1">,
  Fails<"CUDA_ERROR_OUT_OF_MEMORY", "it.size > 1u << 16">,
  Invalid<"!value || value->isUsed">
]>;

def checkNodeAttribute : Rules<["GraphNode", "Launch"], [In<"CUlaunchAttributeID", "id">, In<"const CUlaunchAttributeValue &", "value">], [
  Invalid<"!isOfNodes(id)">,
  Let<"const bool isWindow = id == CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW">,
  Asks<"isWindow ? checkAccessPolicy(value.accessPolicyWindow) : CUDA_SUCCESS">,
  Invalid<"id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN && unsigned(value.memSyncDomain) > CU_LAUNCH_MEM_SYNC_DOMAIN_REMOTE">,
  Invalid<"id == CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE && "
          "unsigned(value.clusterSchedulingPolicyPreference) > CU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING">,
  Let<"const bool isCarveout = id == CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT">,
  Let<"const int carveout = int(value.sharedMemCarveout)">, // per cent, or the default
  Invalid<"isCarveout && (carveout < CU_SHAREDMEM_CARVEOUT_DEFAULT || carveout > CU_SHAREDMEM_CARVEOUT_MAX_SHARED)">,
  Invalid<"id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE && unsigned(value.deviceUpdatableKernelNode.deviceUpdatable) > 1">
]>;

// A node that device code may change stays so. A handle is of another node (seen).
def checkUpdatable : Rules<["GraphNode"], [In<"const KernelNode &", "node">, In<"bool", "wanted">, In<"CUgraphDeviceNode", "handle">], [
  Absence<"!wanted && node.updatable">,
  Invalid<"!wanted && handle">
]>;

def checkDependencies : Rules<["Graph"], [In<"const Graph &", "graph">, In<"const CUgraphNode *", "nodes">, In<"size_t", "count">, In<"Repeats", "repeats">], [
  Invalid<"count && !nodes">,
  Invalid<"repeats == Repeats::Refused && count > graph.nodes().size()">
]>;

def checkDependency : Rules<["Graph"], [
    In<"const Graph &", "graph">, In<"const GraphNode *", "node">, In<"const CUgraphEdgeData &", "data">, In<"bool", "toKernel">], [
  Invalid<"!node || &node->graph() != &graph">,
  Invalid<"!isValid(data, *node, toKernel)">
]>;

def checkEdges : Rules<["Graph"], [In<"const std::vector<GraphEdge> &", "edges">, In<"const CUgraphNode *", "nodes">, In<"const CUgraphEdgeData *", "data">], [
  Invalid<"data && !nodes">,
  Accepts<"data || !nodes">,
  Each<"const GraphEdge &edge", "edges", [Fails<"CUDA_ERROR_LOSSY_QUERY", "!isDefault(edge.data)">]>
]>;

def checkEnds : Rules<["Graph"], [In<"const Graph &", "graph">, In<"const GraphNode *", "from">, In<"const GraphNode *", "to">], [
  Invalid<"!from || &from->graph() != &graph">,
  Invalid<"!to || &to->graph() != &graph">
]>;

def checkNewEdge : Rules<["Graph"], [In<"const GraphNode &", "from">, In<"const GraphNode &", "to">, In<"const CUgraphEdgeData &", "data">], [
  Invalid<"&from == &to">,
  Invalid<"!isValid(data, from, to.as<KernelNode>() != nullptr)">
]>;
