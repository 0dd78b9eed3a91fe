// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What functions of devices, contexts and logs refuse: no place for the answer, a device that is
// not there, numbers beyond an enumeration; limits at their ends, names that are cut.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kDevice = CUDA_ERROR_INVALID_DEVICE,
                   kContext = CUDA_ERROR_INVALID_CONTEXT;
/// More than there are, and less.
constexpr CUdevice kNone[] = {99, -1};

static void devices() {
  char text[64] = "";
  CUuuid uuid;
  size_t bytes = 0;
  unsigned flags = 0;
  int number = 0, active = 0;
  CUmemoryPool pool = nullptr;
  CUcontext context = nullptr;
  CUdevResource resource;
  CUasyncCallbackHandle notification = nullptr;
  CUexecAffinityParam affinity;
  auto onEvent = [](CUasyncNotificationInfo *, void *, CUasyncCallbackHandle) {};
  unsigned capabilities[1];
  CUatomicOperation add = CU_ATOMIC_OPERATION_INTEGER_ADD;
  for (CUdevice none : kNone) {
    EXPECT(kDevice, cuDeviceGet(&number, none));
    EXPECT(kDevice, cuDeviceGetName(text, sizeof text, none));
    EXPECT(kDevice, cuDeviceGetAttribute(&number, CU_DEVICE_ATTRIBUTE_WARP_SIZE, none));
    EXPECT(kDevice, cuDeviceGetPCIBusId(text, sizeof text, none));
    EXPECT(kDevice, cuDeviceGetUuid(&uuid, none));
    EXPECT(kDevice, cuDeviceTotalMem(&bytes, none));
    EXPECT(kDevice, cuDeviceGetDefaultMemPool(&pool, none));
    EXPECT(kValue, cuDeviceGetMemPool(&pool, none)); // seen
    EXPECT(kDevice, cuDeviceCanAccessPeer(&number, none, 0));
    EXPECT(kDevice, cuDeviceCanAccessPeer(&number, 0, none));
    EXPECT(kDevice,
           cuDeviceGetP2PAttribute(&number, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, none));
    EXPECT(kDevice,
           cuDeviceGetP2PAttribute(&number, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, none, 0));
    EXPECT(kDevice, cuDevicePrimaryCtxGetState(none, &flags, &active));
    EXPECT(kDevice, cuDevicePrimaryCtxSetFlags(none, 0));
    EXPECT(kDevice, cuDevicePrimaryCtxRelease(none));
    EXPECT(kDevice, cuDevicePrimaryCtxReset(none));
    EXPECT(kDevice, cuDevicePrimaryCtxRetain(&context, none));
    EXPECT(kDevice, cuCtxCreate(&context, nullptr, 0, none));
    EXPECT(kDevice, cuDeviceGetDevResource(none, &resource, CU_DEV_RESOURCE_TYPE_SM));
    EXPECT(kDevice, cuDeviceGetExecAffinitySupport(&number, CU_EXEC_AFFINITY_TYPE_SM_COUNT, none));
    EXPECT(kDevice, cuDeviceRegisterAsyncNotification(none, onEvent, nullptr, &notification));
    EXPECT(kDevice, cuDeviceGetGraphMemAttribute(none, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, &bytes));
    EXPECT(kDevice, cuDeviceSetGraphMemAttribute(none, CU_GRAPH_MEM_ATTR_USED_MEM_HIGH, &bytes));
    EXPECT(kDevice, cuDeviceGraphMemTrim(none));
    EXPECT(kDevice, cuDeviceComputeCapability(&number, &active, none));
  }
  EXPECT(kValue, cuDeviceGetName(nullptr, 10, 0));
  EXPECT(kValue, cuDeviceGetAttribute(&number, CUdevice_attribute(0), 0));
  EXPECT(kValue, cuDeviceGetAttribute(&number, CUdevice_attribute(9999), 0));
  EXPECT(kValue, cuDeviceGetPCIBusId(nullptr, 20, 0));
  EXPECT(kValue, cuDeviceGetPCIBusId(text, 0, 0));
  EXPECT(kValue, cuDeviceGetPCIBusId(text, -1, 0));
  EXPECT(kValue, cuDeviceGetByPCIBusId(nullptr, "0000:00:00.0"));
  EXPECT(kValue, cuDeviceGetByPCIBusId(&number, nullptr));
  EXPECT(kValue, cuDeviceGetByPCIBusId(&number, ""));
  EXPECT(kValue, cuDeviceGetByPCIBusId(&number, "nonsense"));
  EXPECT(kDevice, cuDeviceGetByPCIBusId(&number, "fff0:1f:1f.0"));
  EXPECT(kValue, cuDeviceSetMemPool(99, nullptr)); // seen
  EXPECT(kValue, cuDeviceSetMemPool(0, nullptr));
  EXPECT(kDevice, cuDeviceGetP2PAttribute(&number, CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED, 0, 0));
  EXPECT(kDevice, // seen: before the attribute
         cuDeviceGetP2PAttribute(&number, CUdevice_P2PAttribute(77), 0, 0));
  EXPECT(kValue, cuDeviceGetP2PAtomicCapabilities(nullptr, &add, 1, 0, 0));
  EXPECT(kValue, cuDeviceGetP2PAtomicCapabilities(capabilities, nullptr, 1, 0, 0));
  EXPECT(kDevice, cuDeviceGetP2PAtomicCapabilities(capabilities, &add, 1, 0, 0));
  EXPECT(kValue, cuDeviceGetP2PAtomicCapabilities(capabilities, &add, 0, 0, 0));
  EXPECT(kValue, cuDeviceUnregisterAsyncNotification(0, nullptr));
  if (!onNvidia()) { // which crashes, or takes any
    EXPECT(kValue, cuDeviceGetName(text, 0, 0));
    EXPECT(kDevice, cuDeviceUnregisterAsyncNotification(99, notification));
  }
  EXPECT(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,
         cuCtxGetExecAffinity(&affinity, CUexecAffinityType(1)));
  EXPECT(kValue, cuDeviceGetGraphMemAttribute(0, CUgraphMem_attribute(77), &bytes));
  EXPECT(kValue, cuDeviceGetGraphMemAttribute(0, CU_GRAPH_MEM_ATTR_USED_MEM_CURRENT, nullptr));
  // Names that are cut.
  for (int length : {1, 2, 8}) {
    std::memset(text, 'x', sizeof text);
    OK(cuDeviceGetName(text, length, 0));
    EQUAL('\0', text[length - 1]);
    EQUAL('x', text[length]);
  }
  for (int length : {1, 2, 12})
    EXPECT(kValue, cuDeviceGetPCIBusId(text, length, 0)); // seen
  std::memset(text, 'x', sizeof text);
  OK(cuDeviceGetPCIBusId(text, 13, 0)); // just enough
  EQUAL(12, std::strlen(text));
  CUdevice same = -1;
  OK(cuDeviceGetByPCIBusId(&same, text));
  EQUAL(0, same);
}

static void contexts() {
  CUcontext current = nullptr, none = nullptr;
  unsigned flags = 0, version = 0;
  unsigned long long id = 0;
  size_t size = 0;
  CUdevResource resource;
  OK(cuCtxGetCurrent(&current));
  OK(cuCtxGetApiVersion(nullptr, &version));
  OK(cuCtxGetId(nullptr, &id));
  EXPECT(kValue, cuCtxPushCurrent(nullptr));
  EXPECT(kValue, cuCtxSetCacheConfig(CUfunc_cache(77)));
  EXPECT(kValue, cuCtxSetSharedMemConfig(CUsharedconfig(77)));
  EXPECT(kValue, cuCtxSetFlags(0x10000));
  EXPECT(kValue, cuCtxSetFlags(0x3));
  EXPECT(CUDA_ERROR_UNSUPPORTED_LIMIT, cuCtxSetLimit(CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH, 2));
  EXPECT(kValue, cuCtxSetLimit(CU_LIMIT_MAX, 1));
  OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 0));
  EXPECT(kValue, cuCtxSetLimit(CU_LIMIT_STACK_SIZE, size_t(1) << 30));
  EXPECT(kValue, cuCtxSetLimit(CU_LIMIT_STACK_SIZE, ~size_t(0)));
  OK(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024));
  // What is least, and most: seen.
  const struct {
    CUlimit limit;
    size_t given, is;
  } least[] = {{CU_LIMIT_MALLOC_HEAP_SIZE, 0, 4 << 20},
               {CU_LIMIT_MALLOC_HEAP_SIZE, 1, 4 << 20},
               {CU_LIMIT_PRINTF_FIFO_SIZE, 0, 512 << 10},
               {CU_LIMIT_PRINTF_FIFO_SIZE, 1, 512 << 10},
               {CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 0, 32},
               {CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT, 1, 32},
               {CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 0, 0},
               {CU_LIMIT_MAX_L2_FETCH_GRANULARITY, 1, 1},
               {CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 0, 0}};
  for (auto &l : least) {
    size_t before = 0;
    OK(cuCtxGetLimit(&before, l.limit));
    OK(cuCtxSetLimit(l.limit, l.given));
    OK(cuCtxGetLimit(&size, l.limit));
    EQUAL(l.is, size);
    OK(cuCtxSetLimit(l.limit, before));
  }
  for (size_t huge : {size_t(1) << 45, ~size_t(0)}) {
    EXPECT(kValue, cuCtxSetLimit(CU_LIMIT_MAX_L2_FETCH_GRANULARITY, huge));
    EXPECT(kValue, cuCtxSetLimit(CU_LIMIT_PERSISTING_L2_CACHE_SIZE, huge));
  }
  // Facts: asked, never set (seen).
  for (CUlimit fact : {CU_LIMIT_SHMEM_SIZE, CU_LIMIT_CIG_ENABLED}) {
    OK(cuCtxGetLimit(&size, fact));
    EXPECT(CUDA_ERROR_NOT_PERMITTED, cuCtxSetLimit(fact, 1));
  }
  EXPECT(CUDA_ERROR_UNSUPPORTED_LIMIT, cuCtxSetLimit(CU_LIMIT_CIG_SHMEM_FALLBACK_ENABLED, 1));
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE,
         cuCtxGetDevResource(current, &resource, CU_DEV_RESOURCE_TYPE_INVALID));
  EXPECT(CUDA_ERROR_INVALID_RESOURCE_TYPE,
         cuCtxGetDevResource(current, &resource, CUdevResourceType(77)));
  EXPECT(kContext, cuCtxGetDevResource(nullptr, &resource, CU_DEV_RESOURCE_TYPE_SM)); // seen
  CUctxCigParam cig{CIG_DATA_TYPE_NV_BLOB, &flags};
  CUctxCreateParams params{nullptr, 0, &cig};
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuCtxCreate(&none, &params, 0, 0));
  cig.sharedDataType = CIG_DATA_TYPE_D3D12_COMMAND_QUEUE;
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuCtxCreate(&none, &params, 0, 0));
  params = {nullptr, 1, nullptr};
  EXPECT(kValue, cuCtxCreate(&none, &params, 0, 0));
  // None of these became current.
  OK(cuCtxGetCurrent(&none));
  CHECK(none == current);
  EXPECT(kContext, cuCtxEnablePeerAccess(nullptr, 0));
  EXPECT(kValue, cuCtxEnablePeerAccess(current, 1));
  EXPECT(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, cuCtxEnablePeerAccess(current, 0)); // its own
  EXPECT(kContext, cuCtxDisablePeerAccess(nullptr));
  EXPECT(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, cuCtxDisablePeerAccess(current));
}

static void logs() {
  CUlogIterator iterator = 0;
  CUlogsCallbackHandle handle = nullptr;
  auto onLog = [](void *, CUlogLevel, char *, size_t) {};
  char text[100];
  size_t size = sizeof text;
  OK(cuLogsCurrent(&iterator, 0));
  EXPECT(kValue, cuLogsRegisterCallback(nullptr, nullptr, &handle));
  EXPECT(kValue, cuLogsUnregisterCallback(nullptr));
  EXPECT(kValue, cuLogsDumpToFile(&iterator, nullptr, 0));
  EXPECT(kValue, cuLogsDumpToFile(&iterator, "/nonexistent/folder/x", 0));
  EXPECT(kValue, cuLogsDumpToMemory(&iterator, nullptr, &size, 0));
  EXPECT(kValue, cuLogsDumpToMemory(&iterator, text, nullptr, 0));
  OK(cuLogsRegisterCallback(onLog, nullptr, &handle));
  OK(cuLogsUnregisterCallback(handle));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuLogsUnregisterCallback(handle));
}

int main() {
  inChildren({{"devices", devices}, {"contexts", contexts}, {"logs", logs}});
  return finish("RefusedQueries");
}
