// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What StatedErrors.cpp is generated for: cases, the values of their arguments, and something of
// every kind of handle.
#pragma once
#include "Check.h"
#include <algorithm>

namespace {

/// Named like the records of spec/Api.td.
enum class Needs {
  None,
  Initialized,
  UsableContext,
  HandleContext,
  AnyContext,
  CodeContext,
  CurrentContext
};

struct Check {
  enum Kind {
    Null,     ///< an output that must be there
    NoObject, ///< a handle, null too, that stands for nothing
    Stale,    ///< the same, where null stands for something
    Condition
  };
  Kind kind;
  int argument;
  CUresult result;
  const char *text;
  unsigned matter; ///< of a condition: its arguments, a bit for each
  bool (*holds)(void *arguments);
};

/// What an argument points to, and the rules that its function checks it against.
struct Record {
  struct Rule {
    CUresult result;
    const char *text;
    void (*breakIt)(void *record); ///< of a valid one
  };
  int argument;
  size_t bytes;
  void (*make)(void *record);    ///< a valid one of zeros
  void (*give)(void *arguments); ///< what else has to hold
  std::vector<Rule> rules;
};

struct Case {
  const char *name, *family;
  Needs needs;
  CUresult inHostFunction;
  size_t bytes;
  int count;
  /// Sets an argument: 0 valid, kNull, kJunk, 1... other values; false if there is no such value.
  bool (*choose)(void *arguments, int argument, int nth);
  CUresult (*call)(void *arguments);
  std::vector<Check> checks;
  std::vector<Record> records;
};
constexpr int kNull = -1, kJunk = -2;

enum class Kind {
  CUdevice,
  CUcontext,
  CUgreenCtx,
  CUstream,
  CUevent,
  CUmodule,
  CUlibrary,
  CUkernel,
  CUfunction,
  CUarray,
  CUmipmappedArray,
  CUmemoryPool,
  CUlinkState,
  CUgraph,
  CUgraphNode,
  CUgraphExec,
  CUuserObject,
  CUtexObject,
  CUsurfObject,
  CUtexref,
  CUsurfref,
  CUexternalMemory,
  CUexternalSemaphore,
  CUmemGenericAllocationHandle,
  Count
};
/// Something of every kind, 0 where there is none.
uint64_t things[size_t(Kind::Count)];
/// What pointers point to.
alignas(64) char zeros[1 << 16], ones[1 << 12];

/// Memory of the device.
void *deviceBytes() {
  static CUdeviceptr bytes = [] {
    CUdeviceptr made = 0;
    OK(cuMemAlloc_v2(&made, 4096));
    return made;
  }();
  return (void *)bytes;
}

template <typename T> bool chooseHandle(Kind kind, T &value, int nth) {
  const uint64_t none = kind == Kind::CUdevice ? ~0ull : 0; // device 0 is one
  const uint64_t chosen = nth == kJunk ? 0x7f00de10 : nth == 0 ? things[size_t(kind)] : none;
  value = (T)chosen;
  return nth == 0 ? things[size_t(kind)] || kind == Kind::CUdevice : nth <= 1;
}

template <typename T> bool choose(T &value, int nth) {
  if constexpr (std::is_same_v<T, const char *>) {
    value = nth == 0 ? "k" : nth == 2 ? "" : nullptr;
    return nth <= 2;
  } else if constexpr (std::is_pointer_v<T> && !std::is_function_v<std::remove_pointer_t<T>>) {
    char *const values[] = {zeros, nullptr, ones, zeros + 1};
    const bool isThere = nth < int(std::size(values));
    value = (T)values[nth < 0 ? 1 : isThere ? nth : 0];
    return isThere;
  } else if constexpr (std::is_pointer_v<T>) {
    value = nth == 0 ? (T) + [] {} : nullptr; // never called
    return nth <= 1;
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    static const long long values[] = {0, 1,  2,  3,    4,          5,  6,         7,
                                       8, 16, 64, 4096, 0x7fffffff, -1, 0x40000000};
    const bool isThere = nth < int(std::size(values));
    value = static_cast<T>(values[isThere && nth > 0 ? nth : 0]);
    return isThere;
  } else {
    value = {};
    return nth <= 0;
  }
}

template <typename T> void put(Kind kind, T value) { things[size_t(kind)] = (uint64_t)value; }

void makeThings() {
  std::memset(ones, 0xff, sizeof ones);
  static const char *const kSource = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                     ".global .u32 g;\n.global .texref t;\n.global .surfref s;\n"
                                     ".visible .entry k() { ret; }\n";
  CUcontext context = usePrimary();
  put(Kind::CUcontext, context);
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  put(Kind::CUstream, stream);
  CUevent event;
  OK(cuEventCreate(&event, CU_EVENT_DEFAULT));
  put(Kind::CUevent, event);
  CUmodule module;
  OK(cuModuleLoadData(&module, kSource));
  put(Kind::CUmodule, module);
  CUfunction function;
  OK(cuModuleGetFunction(&function, module, "k"));
  put(Kind::CUfunction, function);
  CUtexref texture;
  OK(cuModuleGetTexRef(&texture, module, "t"));
  put(Kind::CUtexref, texture);
  CUsurfref surface;
  OK(cuModuleGetSurfRef(&surface, module, "s"));
  put(Kind::CUsurfref, surface);
  CUlibrary library;
  OK(cuLibraryLoadData(&library, kSource, nullptr, nullptr, 0, nullptr, nullptr, 0));
  put(Kind::CUlibrary, library);
  CUkernel kernel;
  OK(cuLibraryGetKernel(&kernel, library, "k"));
  put(Kind::CUkernel, kernel);
  CUarray array;
  CUDA_ARRAY_DESCRIPTOR_v2 plane = {32, 32, CU_AD_FORMAT_FLOAT, 1};
  OK(cuArrayCreate_v2(&array, &plane));
  put(Kind::CUarray, array);
  CUmipmappedArray mipmap;
  CUDA_ARRAY3D_DESCRIPTOR_v2 levels = {32, 32, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  OK(cuMipmappedArrayCreate(&mipmap, &levels, 2));
  put(Kind::CUmipmappedArray, mipmap);
  CUmemoryPool pool;
  OK(cuDeviceGetDefaultMemPool(&pool, 0));
  put(Kind::CUmemoryPool, pool);
  CUlinkState link;
  OK(cuLinkCreate_v2(0, nullptr, nullptr, &link));
  put(Kind::CUlinkState, link);
  CUgraph graph;
  OK(cuGraphCreate(&graph, 0));
  put(Kind::CUgraph, graph);
  CUgraphNode node;
  OK(cuGraphAddEmptyNode(&node, graph, nullptr, 0));
  put(Kind::CUgraphNode, node);
  CUgraphExec exec;
  OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  put(Kind::CUgraphExec, exec);
  CUuserObject object;
  OK(cuUserObjectCreate(&object, zeros, [](void *) {}, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  put(Kind::CUuserObject, object);
  CUmemAllocationProp physical = {};
  physical.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  physical.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  CUmemGenericAllocationHandle memory;
  OK(cuMemCreate(&memory, 2 << 20, &physical, 0));
  put(Kind::CUmemGenericAllocationHandle, memory);
  CUdevResource share;
  CUdevResourceDesc description;
  CUgreenCtx green;
  OK(cuDeviceGetDevResource(0, &share, CU_DEV_RESOURCE_TYPE_SM));
  OK(cuDevResourceGenerateDesc(&description, &share, 1));
  OK(cuGreenCtxCreate(&green, description, 0, CU_GREEN_CTX_DEFAULT_STREAM));
  put(Kind::CUgreenCtx, green);
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  CUDA_TEXTURE_DESC how = {};
  CUtexObject texObject;
  OK(cuTexObjectCreate(&texObject, &resource, &how, nullptr));
  put(Kind::CUtexObject, texObject);
}

} // namespace
