// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nodes that allocate and free memory, and what a device tells of the memory of its graphs.
#include "GraphCheck.h"

static CUDA_MEM_ALLOC_NODE_PARAMS allocation(size_t bytes) {
  CUDA_MEM_ALLOC_NODE_PARAMS params{};
  params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  params.poolProps.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  params.bytesize = bytes;
  return params;
}

static unsigned long long
used(CUgraphMem_attribute attribute = CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT) {
  cuuint64_t value = ~0ull;
  OK(cuDeviceGetGraphMemAttribute(0, attribute, &value));
  return value;
}

static CUgraphNode addFill(CUgraph g, const Nodes &after, CUdeviceptr at, unsigned value) {
  CUDA_MEMSET_NODE_PARAMS params{};
  params.dst = at;
  params.value = value;
  params.elementSize = 4;
  params.width = params.height = 1;
  CUgraphNode node = nullptr;
  OK(cuGraphAddMemsetNode(&node, g, after.data(), after.size(), &params, context));
  return node;
}
static CUgraphNode addCopy(CUgraph g, const Nodes &after, CUdeviceptr to, CUdeviceptr from) {
  CUDA_MEMCPY3D copy{};
  copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = from;
  copy.dstDevice = to;
  copy.WidthInBytes = 4;
  copy.Height = copy.Depth = 1;
  CUgraphNode node = nullptr;
  OK(cuGraphAddMemcpyNode(&node, g, after.data(), after.size(), &copy, context));
  return node;
}

/// Allocated, used and freed by one launch.
static void allocatedAndFreed() {
  CUgraph g = newGraph();
  CUgraphNode alloc = nullptr, free = nullptr, node = nullptr;
  CUDA_MEM_ALLOC_NODE_PARAMS params = allocation(1001), seen{};
  CUmemAccessDesc access{{CU_MEM_LOCATION_TYPE_DEVICE, 0}, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
  params.accessDescs = &access;
  params.accessDescCount = 1;
  OK(cuGraphAddMemAllocNode(&alloc, g, nullptr, 0, &params));
  EQUAL(CU_GRAPH_NODE_TYPE_MEM_ALLOC, typeOf(alloc));
  CHECK(params.dptr != 0);
  CUgraphNode set = addFill(g, {alloc}, params.dptr, 6),
              copy = addCopy(g, {set}, words, params.dptr);
  OK(cuGraphAddMemFreeNode(&free, g, &copy, 1, params.dptr));
  EQUAL(CU_GRAPH_NODE_TYPE_MEM_FREE, typeOf(free));
  OK(cuGraphMemAllocNodeGetParams(alloc, &seen));
  CHECK(seen.dptr == params.dptr);
  EQUAL(1001, seen.bytesize);
  EQUAL(CU_MEM_ALLOCATION_TYPE_PINNED, seen.poolProps.allocType);
  EQUAL(1, seen.accessDescCount);
  CHECK(seen.accessDescs && seen.accessDescs != &access);
  CUdeviceptr freed = 0;
  OK(cuGraphMemFreeNodeGetParams(free, &freed));
  CHECK(freed == params.dptr);
  fill(0);
  CUgraphExec exec = instantiated(g), second = nullptr;
  for (int i = 0; i < 3; ++i)
    launch(exec);
  EQUAL(6, word());
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphInstantiateWithFlags(&second, g, 0)); // one at a time
  CUgraph other = nullptr;
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphClone(&other, g));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphDestroyNode(copy));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphRemoveDependencies(g, &set, &copy, nullptr, 1));
  CUgraph parent = newGraph();
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphAddChildGraphNode(&node, parent, nullptr, 0, g));
  OK(cuGraphDestroy(parent));

  CUdeviceptr address = params.dptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&node, g, nullptr, 0, address)); // twice
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&node, g, nullptr, 0, words));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&node, g, nullptr, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(nullptr, g, nullptr, 0, address));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&node, nullptr, nullptr, 0, address));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemFreeNode(&node, g, nullptr, 1, address));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(nullptr, g, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&node, nullptr, nullptr, 0, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&node, g, nullptr, 1, &params));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemAllocNode(&node, g, nullptr, 0, nullptr));
  auto refused = [&](CUresult why, auto change) {
    CUDA_MEM_ALLOC_NODE_PARAMS bad = allocation(64);
    change(bad);
    EXPECT(why, cuGraphAddMemAllocNode(&node, g, nullptr, 0, &bad));
  };
  using Params = CUDA_MEM_ALLOC_NODE_PARAMS;
  refused(CUDA_ERROR_INVALID_VALUE, [](Params &bad) { bad.bytesize = 0; });
  refused(CUDA_ERROR_INVALID_VALUE,
          [](Params &bad) { bad.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_INVALID; });
  refused(CUDA_ERROR_INVALID_VALUE, [](Params &bad) { bad.poolProps.location.id = 99; });
  if (!onNvidia())
    refused(CUDA_ERROR_INVALID_VALUE, [](Params &bad) { bad.accessDescCount = 1; });
  refused(CUDA_ERROR_NOT_SUPPORTED, [](Params &bad) {
    bad.poolProps.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  });
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemAllocNodeGetParams(nullptr, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemAllocNodeGetParams(alloc, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemAllocNodeGetParams(free, &seen));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemFreeNodeGetParams(nullptr, &freed));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemFreeNodeGetParams(free, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphMemFreeNodeGetParams(alloc, &freed));
  // Alloc and free nodes are what they are.
  CUgraphNodeParams generic{};
  generic.type = CU_GRAPH_NODE_TYPE_MEM_FREE;
  generic.free.dptr = params.dptr;
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuGraphNodeSetParams(free, &generic));
  OK(cuGraphExecDestroy(exec));
  OK(cuGraphDestroy(g));
}

/// Allocated by one graph, used and freed by another, or by the program.
static void handedOn() {
  CUgraph makes = newGraph(), frees = newGraph();
  CUgraphNodeParams generic{};
  generic.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
  CUDA_MEM_ALLOC_NODE_PARAMS params = allocation(1 << 21);
  std::memcpy(&generic.alloc, &params, sizeof params);
  CUgraphNode alloc = nullptr, free = nullptr;
  OK(cuGraphAddNode(&alloc, makes, nullptr, nullptr, 0, &generic));
  CUdeviceptr p = generic.alloc.dptr;
  CHECK(p != 0);
  addFill(makes, {alloc}, p, 21);
  CUgraphNode copy = addCopy(frees, {}, words, p);
  OK(cuGraphAddMemFreeNode(&free, frees, &copy, 1, p));
  CUgraphExec making = instantiated(makes), freeing = instantiated(frees);
  fill(0);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(freeing, stream)); // nothing to free
  launch(making);
  CHECK(used() >= 1 << 21);
  CHECK(used(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH) >= used());
  CHECK(used(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT) >= used());
  CHECK(used(CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH) >= used(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(making, stream)); // not freed yet
  OK(cuDeviceGraphMemTrim(0));                                     // takes nothing that is in use
  CHECK(used() >= 1 << 21);
  launch(freeing);
  EQUAL(21, word());
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuGraphLaunch(freeing, stream));
  launch(making);
  OK(cuMemFreeAsync(p, stream));
  OK(cuStreamSynchronize(stream));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, stream));
  launch(making);
  OK(cuMemFree(p));
  OK(cuGraphExecDestroy(making));
  OK(cuGraphExecDestroy(freeing));
  // Freed by the next launch itself.
  OK(cuGraphInstantiateWithFlags(&making, makes, CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH));
  launch(making);
  launch(making);
  unsigned value = 0;
  OK(cuMemcpyDtoH(&value, p, 4));
  EQUAL(21, value);
  OK(cuMemFree(p));
  OK(cuGraphExecDestroy(making));
  OK(cuGraphDestroy(makes));
  OK(cuGraphDestroy(frees));
}

static void deviceAttributes() {
  OK(cuDeviceGraphMemTrim(0));
  EQUAL(0, used());
  EQUAL(0, used(CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT));
  cuuint64_t zero = 0, one = 1, value = 0;
  OK(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
  OK(cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH, &zero));
  EQUAL(0, used(CU_GRAPH_MEM_ATTR_USED_MEM_HIGH));
  EQUAL(0, used(CU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &one));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &zero));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT, &zero));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceSetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceSetGraphMemAttribute(0, CUgraphMem_attribute(9), &zero));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceSetGraphMemAttribute(-1, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &zero));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuDeviceGetGraphMemAttribute(0, CUgraphMem_attribute(9), &value));
  EXPECT(CUDA_ERROR_INVALID_DEVICE,
         cuDeviceGetGraphMemAttribute(99, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &value));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGraphMemTrim(-1));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuDeviceGraphMemTrim(99));
}

/// Two graphs with memory of their own, launched in two streams by two threads.
static void streamsAndThreads() {
  fill(0);
  auto work = [](unsigned index) {
    CUgraph g = newGraph();
    CUDA_MEM_ALLOC_NODE_PARAMS params = allocation(1 << 20);
    CUgraphNode alloc = nullptr, free = nullptr;
    OK(cuGraphAddMemAllocNode(&alloc, g, nullptr, 0, &params));
    CUgraphNode set = addFill(g, {alloc}, params.dptr, index * 100),
                copy = addCopy(g, {set}, words + index * 4, params.dptr);
    OK(cuGraphAddMemFreeNode(&free, g, &copy, 1, params.dptr));
    CUgraphExec exec = instantiated(g);
    CUstream streams[2];
    for (CUstream &made : streams)
      OK(cuStreamCreate(&made, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 20; ++i)
      OK(cuGraphLaunch(exec, streams[i % 2]));
    for (CUstream made : streams) {
      OK(cuStreamSynchronize(made));
      OK(cuStreamDestroy(made));
    }
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(g));
  };
  shareWithTwoThreads([&](int thread) { work(unsigned(thread) + 3); });
  EQUAL(300, word(3));
  EQUAL(400, word(4));
}

int main() {
  setUpGraphs();
  allocatedAndFreed();
  handedOn();
  deviceAttributes();
  streamsAndThreads();
  // The same on two threads at once.
  onTwoThreads([](int) {
    setUpGraphs();
    allocatedAndFreed();
    handedOn();
  });
  return finish("GraphMemory");
}
