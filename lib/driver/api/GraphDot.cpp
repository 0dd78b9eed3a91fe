// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuGraphDebugDotPrint: a graph in the language of Graphviz. Nodes are records whose first field
// names type and number, and the kernel or the direction of the copy; flags add parameters and
// handles.
#include <cstdarg>
#include <cstdio>
#include <string>

#include "driver/graph/Graph.h"
#include "driver/memory/GraphMemory.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

namespace {
class DotWriter {
public:
  explicit DotWriter(unsigned flags) : flags_(flags) {}
  std::string write(const Graph &graph) {
    text_ = "digraph dot {\n";
    writeGraph(graph, "graph_1");
    text_ += "}\n";
    return std::move(text_);
  }

private:
  bool shows(unsigned flag) const { return flags_ & (flag | CU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE); }
  void writeGraph(const Graph &graph, const std::string &name);
  void writeNode(const GraphNode &node, const std::string &name);
  std::string labelOf(const GraphNode &node) const;
  std::string kernelLabel(const KernelNode &kernel) const;

  const unsigned flags_;
  unsigned graphs_ = 1;
  std::string text_;
};
} // namespace

[[gnu::format(printf, 2, 3)]] static void append(std::string &text, const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  text += line;
}

/// Characters that mean something in a record's label.
static std::string escaped(const std::string &name) {
  std::string text;
  for (char c : name) {
    if (std::string_view("\\\"{}|<>").find(c) != std::string_view::npos)
      text += '\\';
    text += c;
  }
  return text;
}

static const char *typeName(CUgraphNodeType type) {
  switch (type) {
  case CU_GRAPH_NODE_TYPE_KERNEL:
    return "KERNEL";
  case CU_GRAPH_NODE_TYPE_MEMCPY:
    return "MEMCPY";
  case CU_GRAPH_NODE_TYPE_MEMSET:
    return "MEMSET";
  case CU_GRAPH_NODE_TYPE_HOST:
    return "HOST";
  case CU_GRAPH_NODE_TYPE_GRAPH:
    return "GRAPH";
  case CU_GRAPH_NODE_TYPE_EMPTY:
    return "EMPTY";
  case CU_GRAPH_NODE_TYPE_WAIT_EVENT:
    return "EVENT_WAIT";
  case CU_GRAPH_NODE_TYPE_EVENT_RECORD:
    return "EVENT_RECORD";
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL:
    return "EXT_SEMAS_SIGNAL";
  case CU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT:
    return "EXT_SEMAS_WAIT";
  case CU_GRAPH_NODE_TYPE_MEM_ALLOC:
    return "MEM_ALLOC";
  case CU_GRAPH_NODE_TYPE_MEM_FREE:
    return "MEM_FREE";
  case CU_GRAPH_NODE_TYPE_BATCH_MEM_OP:
    return "BATCH_MEM_OP";
  case CU_GRAPH_NODE_TYPE_CONDITIONAL:
    return "CONDITIONAL";
  }
  return "UNKNOWN";
}

static const char *placeName(CUmemorytype type) {
  switch (type) {
  case CU_MEMORYTYPE_HOST:
    return "host";
  case CU_MEMORYTYPE_DEVICE:
    return "device";
  case CU_MEMORYTYPE_ARRAY:
    return "array";
  case CU_MEMORYTYPE_UNIFIED:
    return "unified";
  }
  return "unknown";
}

std::string DotWriter::kernelLabel(const KernelNode &kernel) const {
  std::string label;
  Function *function = nullptr;
  std::string name = findFunction(kernel, function) ? "unloaded" : escaped(function->name());
  const LaunchRequest &request = kernel.request;
  label = name;
  append(label, "\\<\\<\\<%u,%u,%u\\>\\>\\>", request.grid[0], request.block[0],
         request.dynamicShared);
  if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS))
    append(label, "|grid %u,%u,%u|block %u,%u,%u|shared %u|%zu bytes of parameters",
           request.grid[0], request.grid[1], request.grid[2], request.block[0], request.block[1],
           request.block[2], request.dynamicShared, kernel.params.size());
  if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES)) {
    append(label, "|cooperative %d|cluster %u,%u,%u", request.cooperative, request.cluster[0],
           request.cluster[1], request.cluster[2]);
    if (auto set = kernel.attributes.find(CU_LAUNCH_ATTRIBUTE_PRIORITY);
        set != kernel.attributes.end())
      append(label, "|priority %d", set->second.priority);
  }
  if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES))
    append(label, "|function %p",
           static_cast<void *>(kernel.func ? static_cast<void *>(kernel.func) : kernel.kern));
  return label;
}

std::string DotWriter::labelOf(const GraphNode &node) const {
  std::string label;
  if (auto *kernel = node.as<KernelNode>()) {
    label += kernelLabel(*kernel);
  } else if (auto *copy = node.as<CopyNode>()) {
    const CUDA_MEMCPY3D &what = copy->copy;
    append(label, "%s to %s, %zu bytes", placeName(what.srcMemoryType),
           placeName(what.dstMemoryType), what.WidthInBytes * what.Height * what.Depth);
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS))
      append(label, "|from %p pitch %zu|to %p pitch %zu|extent %zu,%zu,%zu",
             what.srcMemoryType == CU_MEMORYTYPE_HOST ? what.srcHost
                                                      : reinterpret_cast<void *>(what.srcDevice),
             what.srcPitch,
             what.dstMemoryType == CU_MEMORYTYPE_HOST ? what.dstHost
                                                      : reinterpret_cast<void *>(what.dstDevice),
             what.dstPitch, what.WidthInBytes, what.Height, what.Depth);
  } else if (auto *fill = node.as<FillNode>()) {
    append(label, "value %u", fill->fill.value);
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS))
      append(label, "|at %p pitch %zu|element %u bytes|extent %zu,%zu",
             reinterpret_cast<void *>(fill->fill.dst), fill->fill.pitch, fill->fill.elementSize,
             fill->fill.width, fill->fill.height);
  } else if (auto *host = node.as<HostNode>()) {
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS))
      append(label, "function %p|data %p", reinterpret_cast<void *>(host->host.fn),
             host->host.userData);
  } else if (auto *event = node.as<EventNode>()) {
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS))
      append(label, "event %p", static_cast<void *>(handleOf(*event->event)));
  } else if (auto *alloc = node.as<AllocNode>()) {
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS))
      append(label, "%zu bytes at %p", alloc->params.bytesize,
             reinterpret_cast<void *>(alloc->params.dptr));
  } else if (auto *free = node.as<FreeNode>()) {
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS))
      append(label, "at %p", reinterpret_cast<void *>(free->address));
  } else if (auto *ops = node.as<MemOpNode>()) {
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS))
      append(label, "%zu operations", ops->operations.size());
  } else if (auto *semaphores = node.as<SemaphoreNode>()) {
    if (shows(semaphores->isSignal ? CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS
                                   : CU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS))
      append(label, "%zu semaphores", semaphores->handles.size());
  } else if (auto *conditional = node.as<ConditionalNode>()) {
    static constexpr const char *kTypes[] = {"IF", "WHILE", "SWITCH"};
    append(label, "%s", kTypes[conditional->type]);
    if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS))
      append(label, "|handle 0x%llx|%zu bodies",
             static_cast<unsigned long long>(conditional->value->handle()),
             conditional->bodies.size());
  }
  if (shows(CU_GRAPH_DEBUG_DOT_FLAGS_HANDLES))
    append(label, "%snode %p", label.empty() ? "" : "|", static_cast<void *>(handleOf(node)));
  return label;
}

void DotWriter::writeNode(const GraphNode &node, const std::string &name) {
  std::string label = labelOf(node);
  append(text_, "\"%s\" [shape=\"record\" label=\"{%s|%llu", name.c_str(), typeName(node.type()),
         static_cast<unsigned long long>(node.id()));
  text_ += label.empty() ? "}\"];\n" : "|" + label + "}\"];\n";
  auto inner = [&](const Graph &graph) {
    std::string part = "graph_" + std::to_string(++graphs_);
    writeGraph(graph, part);
    if (!graph.nodes().empty())
      append(text_, "\"%s\" -> \"%s_node_0\" [style=dashed];\n", name.c_str(), part.c_str());
  };
  if (auto *child = node.as<ChildNode>())
    inner(*child->graph);
  if (auto *conditional = node.as<ConditionalNode>())
    for (const Ref<Graph> &body : conditional->bodies)
      inner(*body);
}

void DotWriter::writeGraph(const Graph &graph, const std::string &name) {
  append(text_, "subgraph cluster_%s {\nlabel=\"%s\"\n", name.c_str(), name.c_str());
  std::map<const GraphNode *, std::string> names;
  for (const Ref<GraphNode> &node : graph.nodes())
    names[node.get()] = name + "_node_" + std::to_string(names.size());
  for (const Ref<GraphNode> &node : graph.nodes())
    writeNode(*node, names[node.get()]);
  for (const Ref<GraphNode> &node : graph.nodes())
    for (const GraphEdge &edge : node->dependencies) {
      append(text_, "\"%s\" -> \"%s\"", names[edge.node].c_str(), names[node.get()].c_str());
      if (!isDefault(edge.data))
        append(text_, " [label=\"port %u type %u\"]", edge.data.from_port, edge.data.type);
      text_ += ";\n";
    }
  text_ += "}\n";
}

CUresult cuGraphDebugDotPrint(Graph &graph, const char *path, unsigned int flags) {
  std::string text = DotWriter(flags).write(graph);
  std::FILE *file = std::fopen(path, "w");
  if (!file)
    return CUDA_ERROR_OPERATING_SYSTEM;
  bool isWritten = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && isWritten ? CUDA_SUCCESS : CUDA_ERROR_OPERATING_SYSTEM;
}

} // namespace anywarp::driver
