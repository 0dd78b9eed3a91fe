// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Graph Management": the parameters of nodes, checked and copied.
#include <algorithm>
#include <cstring>
#include <span>

#include "driver/code/Library.h"
#include "driver/context/Device.h"
#include "driver/graph/Graph.h"
#include "driver/graph/UpdatableNode.h"
#include "driver/memory/Copy.h"
#include "driver/memory/GraphMemory.h"
#include "driver/memory/MemoryAdvice.h"
#include "driver/process/Process.h"
#include "driver/stream/StreamMemOps.h"
#include "exec/memory/Strict.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

// -- What may be asked for ------------------------------------------------------------------------

static bool isDevice(const CUmemLocation &location) {
  return location.type == CU_MEM_LOCATION_TYPE_DEVICE && findDevice(location.id);
}

/// Whether the graph is that one, or lies in a node of it.
static bool isWithin(const Graph &graph, const Graph &outer) {
  const Graph *at = &graph;
  while (at && at != &outer)
    at = at->owner ? &at->owner->graph() : nullptr;
  return at;
}

/// True if the graph, or what it was moved into, has a free node for the address.
static bool frees(const Graph &graph, CUdeviceptr address) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [address](const auto &node) {
    auto *free = node->template as<FreeNode>();
    return free && free->address == address;
  });
}

bool isOfNodes(CUlaunchAttributeID id) {
  switch (id) {
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION:
  case CU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
  case CU_LAUNCH_ATTRIBUTE_COOPERATIVE:
  case CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
  case CU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION:
  case CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    return true;
  default:
    return false;
  }
}

#include "driver/rules/GraphNode.inc"

// -- Reading parameters ---------------------------------------------------------------------------

/// The context of a handle; null: the current one.
static CUresult contextOf(CUcontext handle, Ref<Context> &context) {
  context = Ref<Context>(handle ? find<Context>(handle) : ThreadState::get().current());
  return context && context->isActive() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

/// The same where null does not stand for the current one (seen).
static CUresult contextNamed(CUcontext handle, Ref<Context> &context) {
  return handle ? contextOf(handle, context) : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult findFunction(const KernelNode &node, Function *&function) {
  if (node.func)
    if ((function = find<Function>(node.func)))
      return CUDA_SUCCESS;
  // The API takes a CUkernel where it asks for a CUfunction.
  CUkernel handle = node.kern ? node.kern : reinterpret_cast<CUkernel>(node.func);
  Kernel *kernel = find<Kernel>(handle);
  return kernel ? kernel->function(*node.context, function) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult readKernel(const CUDA_KERNEL_NODE_PARAMS &params, NodeContent &content) {
  KernelNode node;
  node.func = params.func;
  node.kern = params.func ? nullptr : params.kern; // documented
  if (!node.func && !node.kern)
    return CUDA_ERROR_INVALID_HANDLE; // seen
  if (node.func && find<Kernel>(reinterpret_cast<CUkernel>(node.func)))
    node.kern = reinterpret_cast<CUkernel>(std::exchange(node.func, nullptr));
  Function *function;
  if (node.kern) {
    if (CUresult result = contextOf(params.ctx, node.context))
      return result;
    if (CUresult result = findFunction(node, function))
      return result;
  } else {
    if (CUresult result = findFunction(node, function))
      return result;
    node.context = Ref<Context>(&function->context());
  }
  node.request.grid[0] = params.gridDimX;
  node.request.grid[1] = params.gridDimY;
  node.request.grid[2] = params.gridDimZ;
  node.request.block[0] = params.blockDimX;
  node.request.block[1] = params.blockDimY;
  node.request.block[2] = params.blockDimZ;
  node.request.dynamicShared = params.sharedMemBytes;
  LaunchRequest checked = node.request;
  // Clusters may still come with an attribute.
  if (CUresult result = checkLaunch(*function, checked);
      result && result != CUDA_ERROR_INVALID_CLUSTER_SIZE)
    return result;
  // Beside parameters, an empty `extra` is none (seen).
  const bool isNone = params.kernelParams && params.extra && *params.extra == CU_LAUNCH_PARAM_END;
  if (CUresult result =
          packParams(*function, params.kernelParams, isNone ? nullptr : params.extra, node.params))
    return result;
  content = std::move(node);
  return CUDA_SUCCESS;
}

CUresult readCopy(const CUDA_MEMCPY3D &copy, Context &context, NodeContent &content) {
  CopyEndpoint to, from;
  CopyExtent extent;
  if (CUresult result = placeCopy(copy, to, from, extent))
    return result;
  CopyNode node;
  node.copy = copy;
  node.context = Ref<Context>(&context);
  content = std::move(node);
  return CUDA_SUCCESS;
}

Fill fillOf(const CUDA_MEMSET_NODE_PARAMS &params) {
  return {reinterpret_cast<char *>(params.dst),
          params.pitch,
          params.value,
          params.elementSize,
          params.width,
          params.height};
}

CUresult readFill(const CUDA_MEMSET_NODE_PARAMS &fill, Context &context, NodeContent &content) {
  if (CUresult result = checkFillNode(fill))
    return result;
  bool isHost;
  Fill checked = fillOf(fill);
  if (CUresult result = checkFill(checked, isHost))
    return result;
  FillNode node;
  node.fill = fill;
  node.context = Ref<Context>(&context);
  content = std::move(node);
  return CUDA_SUCCESS;
}

CUresult readHost(const CUDA_HOST_NODE_PARAMS &params, NodeContent &content) {
  if (CUresult result = checkHostNode(params))
    return result;
  content = HostNode{params};
  return CUDA_SUCCESS;
}

CUresult readEvent(CUevent handle, bool isRecord, NodeContent &content) {
  Event *event = find<Event>(handle);
  if (!event)
    return CUDA_ERROR_INVALID_VALUE;
  content = EventNode{Ref<Event>(event), isRecord};
  return CUDA_SUCCESS;
}

CUresult readMemOps(const CUDA_BATCH_MEM_OP_NODE_PARAMS &params, NodeContent &content) {
  if (CUresult result = checkMemOpNode(params))
    return result;
  MemOpNode node;
  if (CUresult result = contextOf(params.ctx, node.context))
    return result;
  node.operations.assign(params.paramArray, params.paramArray + params.count);
  MemOpAction checked;
  if (CUresult result = readMemOps(node.operations.data(), node.operations.size(), checked))
    return result;
  content = std::move(node);
  return CUDA_SUCCESS;
}

/// A child graph: a copy.
static CUresult readChild(CUgraph handle, const Graph &parent, NodeContent &content) {
  Graph *child = find<Graph>(handle);
  if (CUresult result = checkChild(child, parent))
    return result;
  content = ChildNode{child->clone(nullptr)};
  return CUDA_SUCCESS;
}

static CUresult readCopyIn(CUcontext handle, const CUDA_MEMCPY3D &params, NodeContent &content) {
  Ref<Context> context;
  if (CUresult result = contextOf(handle, context))
    return result;
  return readCopy(params, *context, content);
}

static CUresult readFillIn(CUcontext handle, const CUDA_MEMSET_NODE_PARAMS &params,
                           NodeContent &content) {
  Ref<Context> context;
  if (CUresult result = contextOf(handle, context))
    return result;
  return readFill(params, *context, content);
}

/// A child graph that becomes the parent's own.
static CUresult moveChild(CUgraph handle, const Graph &parent, NodeContent &content) {
  Graph *child = find<Graph>(handle);
  if (CUresult result = checkMovedChild(child, parent))
    return result;
  content = ChildNode{Ref<Graph>(child)};
  return CUDA_SUCCESS;
}

CUresult readParams(Graph &graph, const CUgraphNodeParams &params, NodeContent &content) {
  if (CUresult result = checkNodeParams(params))
    return result;
  switch (params.type) {
  case CU_GRAPH_NODE_TYPE_KERNEL: {
    CUDA_KERNEL_NODE_PARAMS kernel;
    static_assert(sizeof kernel == sizeof params.kernel);
    std::memcpy(&kernel, &params.kernel, sizeof kernel);
    return readKernel(kernel, content);
  }
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return readCopyIn(params.memcpy.copyCtx, params.memcpy.copyParams, content);
  case CU_GRAPH_NODE_TYPE_MEMSET: {
    const auto &fill = params.memset;
    return readFillIn(fill.ctx,
                      {fill.dst, fill.pitch, fill.value, fill.elementSize, fill.width, fill.height},
                      content);
  }
  case CU_GRAPH_NODE_TYPE_HOST:
    return readHost({params.host.fn, params.host.userData}, content);
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return params.graph.ownership == CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE
               ? moveChild(params.graph.graph, graph, content)
               : readChild(params.graph.graph, graph, content);
  case CU_GRAPH_NODE_TYPE_EMPTY:
    content = EmptyNode{};
    return CUDA_SUCCESS;
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return readEvent(params.eventWait.event, /*isRecord=*/false, content);
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return readEvent(params.eventRecord.event, /*isRecord=*/true, content);
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return readMemOps(
        {params.memOp.ctx, params.memOp.count, params.memOp.paramArray, params.memOp.flags},
        content);
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return readSemaphores(params, content);
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC: // made once, see makeAlloc, makeFree and makeConditional
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    break;
  }
  AW_UNREACHABLE("a type that was not checked");
}

// -- Nodes whose parameters are fixed -------------------------------------------------------------

/// The context in which a device's memory is allocated: the preferred one, or else the primary one.
static CUresult contextOn(CUdevice ordinal, Context *preferred, Ref<Context> &context) {
  const Device &device = *findDevice(ordinal);
  context = Ref<Context>(preferred);
  if (!context || &context->device() != &device)
    context = device.primary.context;
  return context->isActive() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult makeAlloc(Graph &graph, Context *preferred, CUDA_MEM_ALLOC_NODE_PARAMS &params,
                   NodeContent &content) {
  const CUmemPoolProps &pool = params.poolProps;
  if (CUresult result = checkAllocNode(params, graph))
    return result;
  AllocNode node;
  node.access.assign(params.accessDescs, params.accessDescs + params.accessDescCount);
  Ref<Context> context;
  if (CUresult result = contextOn(pool.location.id, preferred, context))
    return result;
  if (CUresult result = GraphMemory::create(*context, params.bytesize, graph.id(), node.memory))
    return result;
  params.dptr = node.memory->address();
  node.params = params;
  content = std::move(node);
  return CUDA_SUCCESS;
}

CUresult makeFree(Graph &graph, CUdeviceptr address, NodeContent &content) {
  std::shared_ptr<GraphMemory> memory = Process::get().graphMemory.find(address);
  if (CUresult result = checkFreeNode(memory.get(), graph, address))
    return result;
  memory->freedBy = graph.id();
  content = FreeNode{address, std::move(memory)};
  return CUDA_SUCCESS;
}

/// The value that decides, of the graph or of what it lies in.
static std::shared_ptr<ConditionalValue> findConditional(const Graph &graph,
                                                         CUgraphConditionalHandle handle) {
  for (const Graph *at = &graph; at; at = at->owner ? &at->owner->graph() : nullptr)
    for (const std::shared_ptr<ConditionalValue> &value : at->conditionals)
      if (value->handle() == handle)
        return value;
  return nullptr;
}

static CUresult makeConditional(Graph &graph, const CUDA_CONDITIONAL_NODE_PARAMS &params,
                                NodeContent &content) {
  ConditionalNode node;
  node.type = params.type;
  node.value = findConditional(graph, params.handle);
  if (CUresult result = checkConditionalNode(params, node.value.get()))
    return result;
  if (CUresult result = contextNamed(params.ctx, node.context))
    return result;
  node.value->isUsed = true;
  for (unsigned i = 0; i < params.size; ++i) {
    node.bodies.push_back(make<Graph>());
    node.bodies.back()->isBody = true;
  }
  content = std::move(node);
  return CUDA_SUCCESS;
}

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *pHandle_out, Graph &graph,
                                        CUcontext ctx, unsigned int defaultLaunchValue,
                                        unsigned int flags) {
  Ref<Context> context;
  if (CUresult result = contextNamed(ctx, context))
    return result;
  auto value = std::make_shared<ConditionalValue>();
  value->initial = defaultLaunchValue;
  value->assignsInitial = flags & CU_GRAPH_COND_ASSIGN_DEFAULT;
  *pHandle_out = value->handle();
  exec::openToKernels(value->handle(), sizeof value->value); // which write there
  graph.conditionals.push_back(std::move(value));
  return CUDA_SUCCESS;
}

// -- Adding ---------------------------------------------------------------------------------------

/// Finds the dependencies; then `read(content)` checks the parameters.
template <typename Read>
static CUresult addNode(CUgraphNode *phGraphNode, Graph &graph, const CUgraphNode *dependencies,
                        const CUgraphEdgeData *data, size_t count, bool isKernel, Read read) {
  std::vector<GraphEdge> edges;
  if (CUresult result =
          readDependencies(graph, dependencies, data, count, isKernel, Repeats::Refused, edges))
    return result;
  NodeContent content = EmptyNode{};
  if (CUresult result = read(content))
    return result;
  GraphNode *node;
  if (CUresult result = graph.add(std::move(content), edges, node))
    return result;
  *phGraphNode = handleOf(*node);
  return CUDA_SUCCESS;
}

static CUDA_KERNEL_NODE_PARAMS widen(const CUDA_KERNEL_NODE_PARAMS_v1 &params) {
  CUDA_KERNEL_NODE_PARAMS wide{};
  std::memcpy(&wide, &params, sizeof params);
  return wide;
}

CUresult cuGraphAddKernelNode_v1(CUgraphNode *phGraphNode, CUgraph hGraph,
                                 const CUgraphNode *dependencies, size_t numDependencies,
                                 const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  CUDA_KERNEL_NODE_PARAMS wide = widen(*nodeParams);
  return edge::cuGraphAddKernelNode(phGraphNode, hGraph, dependencies, numDependencies, &wide);
}

bool isRefusedHere(CUgraphNodeType type) {
  switch (type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
  case CU_GRAPH_NODE_TYPE_MEMCPY:
  case CU_GRAPH_NODE_TYPE_MEMSET:
  case CU_GRAPH_NODE_TYPE_GRAPH:
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return ThreadState::get().isInHostFunction();
  default:
    return false;
  }
}

bool hasReserved(const CUgraphNodeParams &params) {
  return params.reserved0[0] || params.reserved0[1] || params.reserved0[2] || params.reserved2;
}

CUresult cuGraphAddNode(CUgraphNode *phGraphNode, Graph &graph, const CUgraphNode *dependencies,
                        const CUgraphEdgeData *dependencyData, size_t numDependencies,
                        CUgraphNodeParams *nodeParams) {
  auto read = [&](NodeContent &content) {
    switch (nodeParams->type) {
    case CU_GRAPH_NODE_TYPE_MEM_ALLOC: {
      CUDA_MEM_ALLOC_NODE_PARAMS alloc;
      static_assert(sizeof alloc == sizeof nodeParams->alloc);
      std::memcpy(&alloc, &nodeParams->alloc, sizeof alloc);
      CUresult result = makeAlloc(graph, ThreadState::get().current(), alloc, content);
      nodeParams->alloc.dptr = alloc.dptr;
      return result;
    }
    case CU_GRAPH_NODE_TYPE_MEM_FREE:
      return makeFree(graph, nodeParams->free.dptr, content);
    case CU_GRAPH_NODE_TYPE_CONDITIONAL:
      return makeConditional(graph, nodeParams->conditional, content);
    default:
      return readParams(graph, *nodeParams, content);
    }
  };
  CUresult result = addNode(phGraphNode, graph, dependencies, dependencyData, numDependencies,
                            /*isKernel=*/nodeParams->type == CU_GRAPH_NODE_TYPE_KERNEL, read);
  if (!result && nodeParams->type == CU_GRAPH_NODE_TYPE_CONDITIONAL)
    nodeParams->conditional.phGraph_out =
        find<GraphNode>(*phGraphNode)->as<ConditionalNode>()->handles.data();
  return result;
}

// -- Getting and setting --------------------------------------------------------------------------

CUresult cuGraphKernelNodeGetParams(KernelNode &node, CUDA_KERNEL_NODE_PARAMS *nodeParams) {
  Function *function;
  if (CUresult result = findFunction(node, function))
    return result;
  node.pointers.clear();
  for (const auto &param : function->facts().params)
    node.pointers.push_back(node.params.data() + param.offset);
  *nodeParams = {};
  nodeParams->func = node.func;
  nodeParams->kern = node.kern;
  nodeParams->gridDimX = node.request.grid[0];
  nodeParams->gridDimY = node.request.grid[1];
  nodeParams->gridDimZ = node.request.grid[2];
  nodeParams->blockDimX = node.request.block[0];
  nodeParams->blockDimY = node.request.block[1];
  nodeParams->blockDimZ = node.request.block[2];
  nodeParams->sharedMemBytes = node.request.dynamicShared;
  nodeParams->kernelParams = node.pointers.empty() ? nullptr : node.pointers.data();
  nodeParams->ctx = handleOf(*node.context);
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeGetParams_v1(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  CUDA_KERNEL_NODE_PARAMS wide;
  if (CUresult result = edge::cuGraphKernelNodeGetParams(hNode, &wide))
    return result;
  if (!wide.func) // the old form knows functions only
    wide.func = reinterpret_cast<CUfunction>(wide.kern);
  std::memcpy(nodeParams, &wide, sizeof *nodeParams);
  return CUDA_SUCCESS;
}

/// New parameters for a node; a kernel keeps its attributes.
void replaceContent(NodeContent &content, NodeContent made) {
  auto *before = std::get_if<KernelNode>(&content);
  auto *after = std::get_if<KernelNode>(&made);
  if (before && after) {
    after->attributes = before->attributes;
    after->updatable = before->updatable;
    after->request.cooperative = before->request.cooperative;
    after->request.carveout = before->request.carveout;
    std::copy_n(before->request.cluster, 3, after->request.cluster);
  }
  content = std::move(made);
}

/// `read(content)` checks the parameters.
template <typename T, typename Read> static CUresult setNode(CUgraphNode hNode, Read read) {
  T *node = contentOf<T>(hNode);
  if (!node)
    return CUDA_ERROR_INVALID_VALUE;
  NodeContent made = EmptyNode{};
  if (CUresult result = read(*node, made))
    return result;
  replaceContent(find<GraphNode>(hNode)->content, std::move(made));
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeSetParams_v1(CUgraphNode hNode,
                                       const CUDA_KERNEL_NODE_PARAMS_v1 *nodeParams) {
  CUDA_KERNEL_NODE_PARAMS wide = widen(*nodeParams);
  return edge::cuGraphKernelNodeSetParams(hNode, &wide);
}

static CUresult getEvent(CUgraphNode hNode, bool isRecord, CUevent *event) {
  auto *node = contentOf<EventNode>(hNode);
  if (!node || node->isRecord != isRecord)
    return CUDA_ERROR_INVALID_VALUE;
  *event = handleOf(*node->event);
  return CUDA_SUCCESS;
}

static CUresult setEvent(CUgraphNode hNode, bool isRecord, CUevent event) {
  return setNode<EventNode>(hNode, [&](const EventNode &node, NodeContent &content) {
    return node.isRecord == isRecord ? readEvent(event, isRecord, content)
                                     : CUDA_ERROR_INVALID_VALUE;
  });
}

CUresult cuGraphMemAllocNodeGetParams(AllocNode &node, CUDA_MEM_ALLOC_NODE_PARAMS *params_out) {
  *params_out = node.params;
  params_out->accessDescs = node.access.empty() ? nullptr : node.access.data();
  return CUDA_SUCCESS;
}

CUresult cuGraphNodeSetParams(GraphNode &node, CUgraphNodeParams *nodeParams) {
  NodeContent made = EmptyNode{};
  if (CUresult result = readParams(node.graph(), *nodeParams, made))
    return result;
  replaceContent(node.content, std::move(made));
  return CUDA_SUCCESS;
}

// -- Attributes of kernel nodes -------------------------------------------------------------------

static CUlaunchAttributeValue initialAttribute(CUlaunchAttributeID id) {
  CUlaunchAttributeValue value{};
  if (id == CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP)
    value.memSyncDomainMap = {0, 1};
  else if (id == CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    value.sharedMemCarveout = unsigned(CU_SHAREDMEM_CARVEOUT_DEFAULT);
  return value;
}

static CUresult makeUpdatable(KernelNode &node, bool wanted, CUgraphDeviceNode &handle) {
  if (CUresult result = checkUpdatable(node, wanted, handle); result || !wanted)
    return result;
  if (!node.updatable && !(node.updatable = UpdatableNode::create()))
    return CUDA_ERROR_OUT_OF_MEMORY;
  handle = handleOf(*node.updatable);
  return CUDA_SUCCESS;
}

CUresult setAttribute(KernelNode &node, CUlaunchAttributeID id,
                      const CUlaunchAttributeValue &value) {
  if (CUresult result = checkNodeAttribute(id, value))
    return result;
  if (id == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE) {
    // The one attribute that also answers, const or not (the manual: "a handle will be returned").
    auto &updatable = const_cast<CUlaunchAttributeValue &>(value).deviceUpdatableKernelNode;
    return makeUpdatable(node, updatable.deviceUpdatable != 0, updatable.devNode);
  }
  CUlaunchAttributeValue &kept = node.attributes[id] = value;
  if (id == CU_LAUNCH_ATTRIBUTE_PRIORITY) // as a stream's (seen)
    kept.priority = std::clamp(value.priority, kGreatestPriority, kLeastPriority);
  if (id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
    node.request.cooperative = value.cooperative != 0;
  if (id == CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT)
    node.request.carveout = int(value.sharedMemCarveout);
  if (id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
    node.request.cluster[0] = value.clusterDim.x;
    node.request.cluster[1] = value.clusterDim.y;
    node.request.cluster[2] = value.clusterDim.z;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeGetAttribute(KernelNode &node, CUkernelNodeAttrID attr,
                                       CUkernelNodeAttrValue *value_out) {
  if (attr == CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE) {
    *value_out = {};
    value_out->deviceUpdatableKernelNode.deviceUpdatable = node.updatable != nullptr;
    if (node.updatable)
      value_out->deviceUpdatableKernelNode.devNode = handleOf(*node.updatable);
    return CUDA_SUCCESS;
  }
  auto set = node.attributes.find(attr);
  *value_out = set == node.attributes.end() ? initialAttribute(attr) : set->second;
  return CUDA_SUCCESS;
}

CUresult cuGraphKernelNodeCopyAttributes(KernelNode &to, KernelNode &from) {
  to.attributes = from.attributes;
  to.request.cooperative = from.request.cooperative;
  to.request.carveout = from.request.carveout;
  std::copy_n(from.request.cluster, 3, to.request.cluster);
  return CUDA_SUCCESS;
}

#include "driver/bodies/GraphNode.inc"

} // namespace anywarp::driver
