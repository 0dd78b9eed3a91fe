// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory of pools in captures and graphs, and of pools of managed memory.
#include "Pools.h"

/// Graphs have memory of devices only, pinned even if it is asked of a pool of managed memory.
static void captured() {
  const struct {
    CUmemAllocationType type;
    CUmemLocationType location;
    CUresult answer;
    int handle = 0;
  } kinds[] = {{kPinnedType, CU_MEM_LOCATION_TYPE_DEVICE, CUDA_SUCCESS},
               {kPinnedType, CU_MEM_LOCATION_TYPE_DEVICE, CUDA_ERROR_NOT_SUPPORTED,
                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR},
               {kPinnedType, CU_MEM_LOCATION_TYPE_HOST, CUDA_ERROR_NOT_SUPPORTED},
               {kPinnedType, CU_MEM_LOCATION_TYPE_HOST_NUMA, CUDA_ERROR_NOT_SUPPORTED},
               {kManagedType, CU_MEM_LOCATION_TYPE_INVALID, CUDA_ERROR_INVALID_VALUE},
               {kManagedType, CU_MEM_LOCATION_TYPE_DEVICE, CUDA_SUCCESS},
               {kManagedType, CU_MEM_LOCATION_TYPE_HOST, CUDA_ERROR_NOT_SUPPORTED}};
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  for (auto [type, location, answer, handle] : kinds) {
    CUmemoryPool pool = nullptr;
    CUdeviceptr p = 0;
    CUgraph graph = nullptr;
    OK(create(pool, type, at(location), handle));
    OK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_RELAXED));
    EXPECT(answer, cuMemAllocFromPoolAsync(&p, 100, pool, s));
    OK(cuStreamEndCapture(s, &graph));
    if (answer == CUDA_SUCCESS) {
      CUgraphExec exec = nullptr;
      CUgraphNode node = nullptr;
      size_t count = 1;
      CUDA_MEM_ALLOC_NODE_PARAMS params{};
      OK(cuGraphGetNodes(graph, &node, &count));
      OK(cuGraphMemAllocNodeGetParams(node, &params));
      EQUAL(kPinnedType, params.poolProps.allocType);
      EQUAL(CU_MEM_LOCATION_TYPE_DEVICE, params.poolProps.location.type);
      OK(cuGraphInstantiate(&exec, graph, 0));
      OK(cuGraphLaunch(exec, s));
      OK(cuStreamSynchronize(s));
      EQUAL(0, pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
      CHECK(poolOf(p) == nullptr);
      OK(cuMemFreeAsync(p, s));
      OK(cuStreamSynchronize(s));
      OK(cuGraphExecDestroy(exec));
    }
    OK(cuGraphDestroy(graph));
    OK(cuMemPoolDestroy(pool));
  }
  OK(cuStreamDestroy(s));
}

/// Memory nodes, by the pool that their parameters describe: all of it seen.
static void nodes() {
  constexpr CUresult kNot = CUDA_ERROR_NOT_SUPPORTED, kBad = CUDA_ERROR_INVALID_VALUE;
  const struct {
    int location, id;
    CUresult pinned, managed;
  } kinds[] = {{CU_MEM_LOCATION_TYPE_INVALID, 0, kBad, kNot},
               {CU_MEM_LOCATION_TYPE_DEVICE, 0, CUDA_SUCCESS, CUDA_SUCCESS},
               {CU_MEM_LOCATION_TYPE_DEVICE, 99, kBad, kBad},
               {CU_MEM_LOCATION_TYPE_HOST, 0, kNot, kNot},
               {CU_MEM_LOCATION_TYPE_HOST_NUMA, 0, kNot, kNot},
               {CU_MEM_LOCATION_TYPE_HOST_NUMA, 99, kBad, kBad},
               {CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT, 0, kBad, kNot},
               {77, 0, kBad, kNot}};
  for (auto [location, id, pinned, managed] : kinds)
    for (CUmemAllocationType type : {CU_MEM_ALLOCATION_TYPE_INVALID, kPinnedType, kManagedType}) {
      const CUresult expected = type == kPinnedType    ? pinned
                                : type == kManagedType ? managed
                                                       : kBad;
      CUgraph graph = nullptr;
      CUgraphNode node = nullptr;
      CUDA_MEM_ALLOC_NODE_PARAMS params{}, seen{};
      params.poolProps.allocType = type;
      params.poolProps.location = at(CUmemLocationType(location), id);
      params.bytesize = 100;
      OK(cuGraphCreate(&graph, 0));
      EXPECT(expected, cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
      CUgraphNodeParams any{};
      any.type = CU_GRAPH_NODE_TYPE_MEM_ALLOC;
      any.alloc.poolProps = params.poolProps;
      any.alloc.bytesize = 100;
      CUgraphNode other = nullptr;
      EXPECT(expected, cuGraphAddNode(&other, graph, nullptr, nullptr, 0, &any));
      if (!expected) { // managed or not: the device's own memory
        OK(cuGraphMemAllocNodeGetParams(node, &seen));
        EQUAL(type, seen.poolProps.allocType);
        CUgraphExec exec = nullptr;
        OK(cuGraphInstantiate(&exec, graph, 0));
        OK(cuGraphLaunch(exec, nullptr));
        OK(cuCtxSynchronize());
        unsigned isManaged = 9, word = 0;
        OK(cuPointerGetAttribute(&isManaged, CU_POINTER_ATTRIBUTE_IS_MANAGED, params.dptr));
        EQUAL(0, isManaged);
        OK(cuMemsetD32(params.dptr, 7, 25));
        OK(cuMemcpyDtoH(&word, params.dptr + 96, 4));
        EQUAL(7, word);
        OK(cuMemFree(params.dptr));
        OK(cuMemFree(any.alloc.dptr));
        OK(cuGraphExecDestroy(exec));
      }
      params.poolProps.handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
      if (type == kManagedType) // managed memory is never shared
        EXPECT(kBad, cuGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
      OK(cuGraphDestroy(graph));
    }
}

static void ofManagedMemory() {
  const struct {
    CUmemLocation location;
    int place; ///< CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION
  } places[] = {{at(CU_MEM_LOCATION_TYPE_INVALID), CU_DEVICE_INVALID},
                {at(CU_MEM_LOCATION_TYPE_DEVICE), 0},
                {at(CU_MEM_LOCATION_TYPE_HOST), CU_DEVICE_CPU},
                {at(CU_MEM_LOCATION_TYPE_HOST_NUMA), CU_DEVICE_CPU}};
  CUfunction increment = kernelOf(loadPtx(kIotaPtx), "increment");
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  for (auto [location, place] : places) {
    CUmemLocation here = at(CU_MEM_LOCATION_TYPE_DEVICE);
    CUmemoryPool pool = nullptr;
    OK(create(pool, kManagedType, location));
    CUmemAccess_flags flags;
    OK(cuMemPoolGetAccess(&flags, pool, &here)); // it says nothing
    EQUAL(CU_MEM_ACCESS_FLAGS_PROT_NONE, flags);
    CUdeviceptr p = 0, q = 0, base = 0;
    size_t size = 0;
    OK(cuMemAllocFromPoolAsync(&p, 1000, pool, nullptr));
    OK(cuMemAllocFromPoolAsync(&q, 3 << 20, pool, nullptr));
    OK(cuCtxSynchronize());
    EQUAL(CU_MEMORYTYPE_DEVICE, pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p));
    EQUAL(1, pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
    EQUAL(1, pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, p));
    EQUAL(p, pointerFact<CUdeviceptr>(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, p));
    EQUAL(p, pointerFact<CUdeviceptr>(CU_POINTER_ATTRIBUTE_HOST_POINTER, p));
    CHECK(poolOf(p) == pool);
    OK(cuMemGetAddressRange(&base, &size, p + 10));
    CHECK(base == p && size == 1000);
    int number = 77;
    OK(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, p, 1000));
    EQUAL(place, number);
    OK(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, p, 1000));
    EQUAL(location.type, number);
    auto *value = reinterpret_cast<volatile unsigned *>(p);
    value[0] = 41;
    OK(launch1(increment, 1, 1, {&p}));
    OK(cuCtxSynchronize());
    EQUAL(42, value[0]);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuStreamAttachMemAsync(s, p, 0, CU_MEM_ATTACH_SINGLE));
    OK(cuMemPrefetchAsync(p, 1000, here, 0, nullptr));
    OK(cuMemRangeGetAttribute(&number, 4, CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p, 1000));
    EQUAL(0, number);
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMemAdvise(p, 1000, CU_MEM_ADVISE_SET_READ_MOSTLY, here));
    EXPECT(CUDA_ERROR_NOT_SUPPORTED,
           cuMemAdvise(p, 1000, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, here));
    EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMemAdvise(p, 1000, CU_MEM_ADVISE_SET_ACCESSED_BY, here));
    unsigned bytes[2] = {1, 2};
    OK(cuMemcpyHtoD(q, bytes, 8));
    OK(cuMemsetD32(q, 7, 100));
    OK(cuMemcpyDtoH(bytes, q, 8));
    EQUAL(7, bytes[1]);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(reinterpret_cast<void *>(p)));
    OK(cuMemFree(q));
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(q, nullptr));
    OK(cuMemFreeAsync(p, nullptr));
    OK(cuCtxSynchronize());
    const bool isDevices = location.type == CU_MEM_LOCATION_TYPE_DEVICE;
    EXPECT(isDevices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE, cuDeviceSetMemPool(0, pool));
    if (isDevices) { // the one of managed memory there
      CUmemoryPool current = nullptr;
      OK(cuMemGetMemPool(&current, &here, kManagedType));
      CHECK(current == pool);
      OK(cuMemAllocAsync(&p, 100, nullptr));
      EQUAL(0, pointerFact<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, p));
      OK(cuMemFreeAsync(p, nullptr));
    }
    OK(cuMemPoolDestroy(pool));
  }
}

int main() {
  inChild("captured", [] {
    usePrimary();
    captured();
    nodes();
  });
  inChild("of managed memory", [] {
    usePrimary();
    ofManagedMemory();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) { nodes(); });
  });
  return finish("PoolNodes");
}
