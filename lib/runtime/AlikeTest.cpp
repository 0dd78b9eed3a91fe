// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records and enums that the runtime hands to the driver unchanged: the same fields at the same
// places, the same numbers for the same meanings.
#include "runtime/Alike.h"

#include <cstddef>

#include <gtest/gtest.h>

using namespace anywarp::runtime;

#define SAME(RuntimeType, runtimeField, DriverType, driverField)                                   \
  static_assert(offsetof(RuntimeType, runtimeField) == offsetof(DriverType, driverField) &&        \
                    sizeof(RuntimeType::runtimeField) == sizeof(DriverType::driverField),          \
                #RuntimeType "::" #runtimeField)
#define EQUAL(a, b) static_assert(static_cast<long>(a) == static_cast<long>(b), #a)

// Memory.
SAME(cudaMemLocation, type, CUmemLocation, type);
SAME(cudaMemLocation, id, CUmemLocation, id);
SAME(cudaMemAccessDesc, location, CUmemAccessDesc, location);
SAME(cudaMemAccessDesc, flags, CUmemAccessDesc, flags);
SAME(cudaMemPoolProps, allocType, CUmemPoolProps, allocType);
SAME(cudaMemPoolProps, handleTypes, CUmemPoolProps, handleTypes);
SAME(cudaMemPoolProps, location, CUmemPoolProps, location);
SAME(cudaMemPoolProps, win32SecurityAttributes, CUmemPoolProps, win32SecurityAttributes);
SAME(cudaMemPoolProps, maxSize, CUmemPoolProps, maxSize);
SAME(cudaMemPoolProps, usage, CUmemPoolProps, usage);
SAME(cudaMemcpyAttributes, srcAccessOrder, CUmemcpyAttributes, srcAccessOrder);
SAME(cudaMemcpyAttributes, srcLocHint, CUmemcpyAttributes, srcLocHint);
SAME(cudaMemcpyAttributes, dstLocHint, CUmemcpyAttributes, dstLocHint);
SAME(cudaMemcpyAttributes, flags, CUmemcpyAttributes, flags);
SAME(cudaMemcpy3DOperand, type, CUmemcpy3DOperand, type);
SAME(cudaMemcpy3DOperand, op, CUmemcpy3DOperand, op);
SAME(cudaMemcpy3DBatchOp, src, CUDA_MEMCPY3D_BATCH_OP, src);
SAME(cudaMemcpy3DBatchOp, dst, CUDA_MEMCPY3D_BATCH_OP, dst);
SAME(cudaMemcpy3DBatchOp, extent, CUDA_MEMCPY3D_BATCH_OP, extent);
SAME(cudaMemcpy3DBatchOp, srcAccessOrder, CUDA_MEMCPY3D_BATCH_OP, srcAccessOrder);
SAME(cudaMemcpy3DBatchOp, flags, CUDA_MEMCPY3D_BATCH_OP, flags);
EQUAL(cudaMemLocationTypeDevice, CU_MEM_LOCATION_TYPE_DEVICE);
EQUAL(cudaMemLocationTypeHost, CU_MEM_LOCATION_TYPE_HOST);
EQUAL(cudaMemLocationTypeHostNuma, CU_MEM_LOCATION_TYPE_HOST_NUMA);
EQUAL(cudaMemLocationTypeHostNumaCurrent, CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT);
EQUAL(cudaMemAccessFlagsProtReadWrite, CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
EQUAL(cudaMemAllocationTypePinned, CU_MEM_ALLOCATION_TYPE_PINNED);
EQUAL(cudaMemHandleTypePosixFileDescriptor, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR);
EQUAL(cudaMemPoolReuseFollowEventDependencies, CU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES);
EQUAL(cudaMemPoolAttrReleaseThreshold, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD);
EQUAL(cudaMemPoolAttrUsedMemHigh, CU_MEMPOOL_ATTR_USED_MEM_HIGH);
EQUAL(cudaMemAdviseSetReadMostly, CU_MEM_ADVISE_SET_READ_MOSTLY);
EQUAL(cudaMemAdviseUnsetAccessedBy, CU_MEM_ADVISE_UNSET_ACCESSED_BY);
EQUAL(cudaMemRangeAttributeReadMostly, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY);
EQUAL(cudaMemRangeAttributeLastPrefetchLocationId,
      CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID);
EQUAL(cudaMemcpySrcAccessOrderStream, CU_MEMCPY_SRC_ACCESS_ORDER_STREAM);
EQUAL(cudaMemcpyOperandTypeArray, CU_MEMCPY_OPERAND_TYPE_ARRAY);
EQUAL(cudaHostAllocPortable, CU_MEMHOSTALLOC_PORTABLE);
EQUAL(cudaHostAllocMapped, CU_MEMHOSTALLOC_DEVICEMAP);
EQUAL(cudaHostAllocWriteCombined, CU_MEMHOSTALLOC_WRITECOMBINED);
EQUAL(cudaHostRegisterMapped, CU_MEMHOSTREGISTER_DEVICEMAP);
EQUAL(cudaHostRegisterIoMemory, CU_MEMHOSTREGISTER_IOMEMORY);
EQUAL(cudaHostRegisterReadOnly, CU_MEMHOSTREGISTER_READ_ONLY);
EQUAL(cudaMemAttachSingle, CU_MEM_ATTACH_SINGLE);
EQUAL(cudaArrayLayered, CUDA_ARRAY3D_LAYERED);
EQUAL(cudaArraySurfaceLoadStore, CUDA_ARRAY3D_SURFACE_LDST);
EQUAL(cudaArrayCubemap, CUDA_ARRAY3D_CUBEMAP);
EQUAL(cudaArrayTextureGather, CUDA_ARRAY3D_TEXTURE_GATHER);
EQUAL(cudaArraySparse, CUDA_ARRAY3D_SPARSE);

// Launches and streams.
SAME(cudaLaunchAttribute, id, CUlaunchAttribute, id);
SAME(cudaLaunchAttribute, val, CUlaunchAttribute, value);
SAME(cudaLaunchAttributeValue, clusterDim, CUlaunchAttributeValue, clusterDim);
SAME(cudaLaunchAttributeValue, accessPolicyWindow, CUlaunchAttributeValue, accessPolicyWindow);
SAME(cudaAccessPolicyWindow, base_ptr, CUaccessPolicyWindow, base_ptr);
SAME(cudaAccessPolicyWindow, num_bytes, CUaccessPolicyWindow, num_bytes);
SAME(cudaAccessPolicyWindow, hitRatio, CUaccessPolicyWindow, hitRatio);
SAME(cudaAccessPolicyWindow, missProp, CUaccessPolicyWindow, missProp);
EQUAL(cudaLaunchAttributeAccessPolicyWindow, CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW);
EQUAL(cudaLaunchAttributeCooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE);
EQUAL(cudaLaunchAttributeClusterDimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
EQUAL(cudaLaunchAttributePriority, CU_LAUNCH_ATTRIBUTE_PRIORITY);
EQUAL(cudaLaunchAttributePreferredSharedMemoryCarveout,
      CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
EQUAL(cudaStreamNonBlocking, CU_STREAM_NON_BLOCKING);
EQUAL(cudaStreamCaptureModeRelaxed, CU_STREAM_CAPTURE_MODE_RELAXED);
EQUAL(cudaStreamCaptureStatusInvalidated, CU_STREAM_CAPTURE_STATUS_INVALIDATED);
EQUAL(cudaEventBlockingSync, CU_EVENT_BLOCKING_SYNC);
EQUAL(cudaEventDisableTiming, CU_EVENT_DISABLE_TIMING);
EQUAL(cudaEventInterprocess, CU_EVENT_INTERPROCESS);
EQUAL(cudaEventRecordExternal, CU_EVENT_RECORD_EXTERNAL);

// Devices and functions.
EQUAL(cudaLimitStackSize, CU_LIMIT_STACK_SIZE);
EQUAL(cudaLimitPrintfFifoSize, CU_LIMIT_PRINTF_FIFO_SIZE);
EQUAL(cudaLimitMallocHeapSize, CU_LIMIT_MALLOC_HEAP_SIZE);
EQUAL(cudaLimitPersistingL2CacheSize, CU_LIMIT_PERSISTING_L2_CACHE_SIZE);
EQUAL(cudaDevAttrMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
EQUAL(cudaDevAttrClusterLaunch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH);
EQUAL(cudaDevAttrMpsEnabled, CU_DEVICE_ATTRIBUTE_MPS_ENABLED);
EQUAL(cudaDevAttrHostNumaId, CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID);
EQUAL(cudaDevP2PAttrNativeAtomicSupported, CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED);
EQUAL(cudaDeviceScheduleSpin, CU_CTX_SCHED_SPIN);
EQUAL(cudaDeviceScheduleBlockingSync, CU_CTX_SCHED_BLOCKING_SYNC);
EQUAL(cudaDeviceLmemResizeToMax, CU_CTX_LMEM_RESIZE_TO_MAX);
EQUAL(cudaDeviceSyncMemops, CU_CTX_SYNC_MEMOPS);
EQUAL(cudaFuncAttributeMaxDynamicSharedMemorySize, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
EQUAL(cudaFuncAttributeNonPortableClusterSizeAllowed,
      CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
EQUAL(cudaFuncCachePreferEqual, CU_FUNC_CACHE_PREFER_EQUAL);
EQUAL(cudaOccupancyDisableCachingOverride, CU_OCCUPANCY_DISABLE_CACHING_OVERRIDE);
EQUAL(cudaJitMaxRegisters, CU_JIT_MAX_REGISTERS);
EQUAL(cudaJitErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
EQUAL(cudaJitCacheMode, CU_JIT_CACHE_MODE);
EQUAL(cudaLibraryBinaryIsPreserved, CU_LIBRARY_BINARY_IS_PRESERVED);
EQUAL(cudaEnablePerThreadDefaultStream, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM);
EQUAL(cudaDriverEntryPointVersionNotSufficent, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);

// Graphs.
SAME(cudaGraphEdgeData, from_port, CUgraphEdgeData, from_port);
SAME(cudaGraphEdgeData, to_port, CUgraphEdgeData, to_port);
SAME(cudaGraphEdgeData, type, CUgraphEdgeData, type);
SAME(cudaMemsetParams, dst, CUDA_MEMSET_NODE_PARAMS, dst);
SAME(cudaMemsetParams, pitch, CUDA_MEMSET_NODE_PARAMS, pitch);
SAME(cudaMemsetParams, value, CUDA_MEMSET_NODE_PARAMS, value);
SAME(cudaMemsetParams, elementSize, CUDA_MEMSET_NODE_PARAMS, elementSize);
SAME(cudaMemsetParams, width, CUDA_MEMSET_NODE_PARAMS, width);
SAME(cudaMemsetParams, height, CUDA_MEMSET_NODE_PARAMS, height);
SAME(cudaHostNodeParams, fn, CUDA_HOST_NODE_PARAMS, fn);
SAME(cudaHostNodeParams, userData, CUDA_HOST_NODE_PARAMS, userData);
SAME(cudaMemAllocNodeParams, poolProps, CUDA_MEM_ALLOC_NODE_PARAMS, poolProps);
SAME(cudaMemAllocNodeParams, accessDescs, CUDA_MEM_ALLOC_NODE_PARAMS, accessDescs);
SAME(cudaMemAllocNodeParams, bytesize, CUDA_MEM_ALLOC_NODE_PARAMS, bytesize);
SAME(cudaMemAllocNodeParams, dptr, CUDA_MEM_ALLOC_NODE_PARAMS, dptr);
SAME(cudaGraphInstantiateParams, flags, CUDA_GRAPH_INSTANTIATE_PARAMS, flags);
SAME(cudaGraphInstantiateParams, uploadStream, CUDA_GRAPH_INSTANTIATE_PARAMS, hUploadStream);
SAME(cudaGraphInstantiateParams, errNode_out, CUDA_GRAPH_INSTANTIATE_PARAMS, hErrNode_out);
SAME(cudaGraphInstantiateParams, result_out, CUDA_GRAPH_INSTANTIATE_PARAMS, result_out);
SAME(cudaGraphExecUpdateResultInfo, result, CUgraphExecUpdateResultInfo, result);
SAME(cudaGraphExecUpdateResultInfo, errorNode, CUgraphExecUpdateResultInfo, errorNode);
SAME(cudaGraphExecUpdateResultInfo, errorFromNode, CUgraphExecUpdateResultInfo, errorFromNode);
SAME(cudaGraphNodeParams, eventWait, CUgraphNodeParams, eventWait);
SAME(cudaGraphNodeParams, eventRecord, CUgraphNodeParams, eventRecord);
SAME(cudaGraphNodeParams, host, CUgraphNodeParams, host);
SAME(cudaGraphNodeParams, graph, CUgraphNodeParams, graph);
SAME(cudaGraphNodeParams, extSemSignal, CUgraphNodeParams, extSemSignal);
SAME(cudaGraphNodeParams, extSemWait, CUgraphNodeParams, extSemWait);
SAME(cudaGraphNodeParams, alloc, CUgraphNodeParams, alloc);
SAME(cudaGraphNodeParams, free, CUgraphNodeParams, free);
EQUAL(cudaGraphNodeTypeKernel, CU_GRAPH_NODE_TYPE_KERNEL);
EQUAL(cudaGraphNodeTypeMemFree, CU_GRAPH_NODE_TYPE_MEM_FREE);
EQUAL(cudaGraphNodeTypeConditional, CU_GRAPH_NODE_TYPE_CONDITIONAL);
EQUAL(cudaGraphInstantiateFlagUseNodePriority, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY);
EQUAL(cudaGraphExecUpdateErrorParametersChanged, CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED);
EQUAL(cudaGraphCondTypeSwitch, CU_GRAPH_COND_TYPE_SWITCH);

// Textures and other interfaces.
SAME(cudaResourceViewDesc, format, CUDA_RESOURCE_VIEW_DESC, format);
SAME(cudaResourceViewDesc, width, CUDA_RESOURCE_VIEW_DESC, width);
SAME(cudaResourceViewDesc, depth, CUDA_RESOURCE_VIEW_DESC, depth);
SAME(cudaResourceViewDesc, firstMipmapLevel, CUDA_RESOURCE_VIEW_DESC, firstMipmapLevel);
SAME(cudaResourceViewDesc, lastLayer, CUDA_RESOURCE_VIEW_DESC, lastLayer);
EQUAL(cudaResourceTypePitch2D, CU_RESOURCE_TYPE_PITCH2D);
EQUAL(cudaAddressModeBorder, CU_TR_ADDRESS_MODE_BORDER);
EQUAL(cudaFilterModeLinear, CU_TR_FILTER_MODE_LINEAR);
SAME(cudaExternalMemoryHandleDesc, handle, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, handle);
SAME(cudaExternalMemoryHandleDesc, size, CUDA_EXTERNAL_MEMORY_HANDLE_DESC, size);
SAME(cudaExternalSemaphoreHandleDesc, handle, CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC, handle);
SAME(cudaExternalSemaphoreSignalParams, flags, CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, flags);
SAME(cudaExternalSemaphoreWaitParams, flags, CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, flags);
SAME(cudaAsyncNotificationInfo_t, type, CUasyncNotificationInfo, type);
SAME(cudaAsyncNotificationInfo_t, info, CUasyncNotificationInfo, info);

TEST(Alike, passesThePointerOn) {
  cudaMemLocation location = {cudaMemLocationTypeDevice, 3};
  const auto *same = alike<CUmemLocation>(&location);
  EXPECT_EQ(same->type, CU_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(same->id, 3);
}
