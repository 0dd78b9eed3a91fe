// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For programs that call the driver inside functions which streams, graphs and user objects run.
#pragma once

#include "Check.h"

inline void CUDA_CB nothing(void *) {}

/// Something of everything, made before.
struct Fixture {
  CUcontext context = usePrimary();
  CUstream work = nullptr, stream = nullptr, other = nullptr, gone = nullptr;
  CUevent first = nullptr, second = nullptr, third = nullptr, goneEvent = nullptr;
  CUdeviceptr a = 0, b = 0, managed = 0, ofPool = 0;
  void *pinned = nullptr;
  CUmemoryPool pool = nullptr;
  CUmemGenericAllocationHandle physical = 0;
  size_t granularity = 0;
  CUmemAllocationProp where = {};
  CUdeviceptr range = 0;
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  CUlibrary library = nullptr;
  CUkernel kernel = nullptr;
  CUlinkState link = nullptr;
  CUarray array = nullptr;
  CUmipmappedArray mipmap = nullptr;
  CUgraph graph = nullptr, more = nullptr;
  CUgraphNode kernelNode = nullptr, hostNode = nullptr, eventNode = nullptr;
  CUDA_KERNEL_NODE_PARAMS kernelParams = {};
  CUDA_HOST_NODE_PARAMS hostParams = {nothing, nullptr};
  CUgraphExec exec = nullptr;
  CUuserObject object = nullptr;
  bool isInStream = true; ///< the calls are made by something that `work` runs

  Fixture() {
    for (CUstream *each : {&work, &stream, &other, &gone})
      OK(cuStreamCreate(each, CU_STREAM_NON_BLOCKING));
    for (CUevent *each : {&first, &second, &third, &goneEvent})
      OK(cuEventCreate(each, 0));
    OK(cuEventRecord(first, stream));
    OK(cuEventRecord(second, stream));
    OK(cuMemAlloc(&a, 4096));
    OK(cuMemAlloc(&b, 4096));
    OK(cuMemAllocManaged(&managed, 4096, CU_MEM_ATTACH_GLOBAL));
    OK(cuMemAllocAsync(&ofPool, 4096, stream));
    OK(cuMemAllocHost(&pinned, 4096));
    OK(cuDeviceGetDefaultMemPool(&pool, 0));
    where.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    where.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    where.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
    OK(cuMemGetAllocationGranularity(&granularity, &where, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    OK(cuMemCreate(&physical, granularity, &where, 0));
    OK(cuMemAddressReserve(&range, granularity, 0, 0, 0));
    OK(cuMemMap(range, granularity, 0, physical, 0));
    module = loadPtx(kIotaPtx);
    function = kernelOf(module, "empty");
    OK(cuLibraryLoadData(&library, kIotaPtx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    OK(cuLibraryGetKernel(&kernel, library, "empty"));
    OK(cuLinkCreate(0, nullptr, nullptr, &link));
    CUDA_ARRAY3D_DESCRIPTOR plane = {32, 32, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    OK(cuArray3DCreate(&array, &plane));
    OK(cuMipmappedArrayCreate(&mipmap, &plane, 2));
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphCreate(&more, 0));
    kernelParams.func = function;
    kernelParams.gridDimX = kernelParams.gridDimY = kernelParams.gridDimZ = 1;
    kernelParams.blockDimX = kernelParams.blockDimY = kernelParams.blockDimZ = 1;
    OK(cuGraphAddKernelNode(&kernelNode, graph, nullptr, 0, &kernelParams));
    OK(cuGraphAddHostNode(&hostNode, graph, nullptr, 0, &hostParams));
    OK(cuGraphAddEventRecordNode(&eventNode, graph, nullptr, 0, third));
    OK(cuGraphInstantiate(&exec, graph, 0));
    OK(cuUserObjectCreate(&object, nullptr, nothing, 9, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    OK(cuCtxSynchronize());
  }
};

/// The calls of the program, made by something that runs inside.
void callAll(const Fixture &t);

inline std::atomic<bool> isCalled{false};

inline void CUDA_CB callInside(void *things) {
  callAll(*static_cast<const Fixture *>(things));
  isCalled = true;
}

inline void finishAll(const Fixture &t) {
  for (int i = 0; i < 10000 && !isCalled; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  CHECK(isCalled);
  OK(cuCtxSynchronize());
  OK(cuMemFree(t.a)); // here it may be called again
}

inline void hostFunction() {
  Fixture t;
  OK(cuLaunchHostFunc(t.work, callInside, &t));
  finishAll(t);
}

inline void callback() {
  Fixture t;
  OK(cuStreamAddCallback(
      t.work, [](CUstream, CUresult, void *things) { callInside(things); }, &t, 0));
  finishAll(t);
}

inline void hostNode() {
  Fixture t;
  CUgraph graph;
  CUgraphNode node;
  CUgraphExec exec;
  CUDA_HOST_NODE_PARAMS params = {callInside, &t};
  OK(cuGraphCreate(&graph, 0));
  OK(cuGraphAddHostNode(&node, graph, nullptr, 0, &params));
  OK(cuGraphInstantiate(&exec, graph, 0));
  OK(cuGraphLaunch(exec, t.work));
  finishAll(t);
}

inline void destructor() {
  Fixture t;
  t.isInStream = false;
  CUuserObject object;
  OK(cuUserObjectCreate(&object, &t, callInside, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuUserObjectRelease(object, 1));
  finishAll(t);
}

/// Makes the calls inside all of them, each in a process of its own.
inline void callInsideAll() {
  inChildren({{"host function", hostFunction},
              {"callback", callback},
              {"host node", hostNode},
              {"destructor", destructor}});
}
