// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime API as device code sees it (dynamic parallelism): each function calls the device runtime
// of the driver under the names that nvcc uses.
#ifndef ANYWARP_DEVICE_RUNTIME_H
#define ANYWARP_DEVICE_RUNTIME_H

#ifdef __CUDACC_RTC__
#include "driver_types.h"
#else
#include "cuda_runtime_api.h"
#endif

#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)

extern "C" {

/// Launches a graph that was instantiated for that from a kernel of another one, or at the end of
/// its own: into one of the three streams above.
__device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
static __device__ __forceinline__ cudaGraphExec_t cudaGetCurrentGraphExec(void) {
  unsigned long long exec;
  asm("mov.u64 %0, %%current_graph_exec;" : "=l"(exec));
  return (cudaGraphExec_t)exec;
}

/// Changes of kernel nodes that were made updatable: the node's next run has them.
__device__ cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                                                   const void *value, size_t size);
__device__ cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable);
__device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 gridDim);
__device__ cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate *updates,
                                                       size_t updateCount);

/// The value by which a conditional node of a graph decides.
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);

/// Named by CUB before 2.0. The device runtime has had none since CUDA 12: a call is unresolved.
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);

// name, parameters, arguments, result
#define __AW_DEVICE_CALL(result, name, parameters, arguments)                                      \
  __device__ result __cudaCDP2##name parameters;                                                   \
  static __device__ __forceinline__ result cuda##name parameters {                                 \
    return __cudaCDP2##name arguments;                                                             \
  }
__AW_DEVICE_CALL(cudaError_t, DeviceGetAttribute, (int *value, enum cudaDeviceAttr attr, int device),
                 (value, attr, device))
__AW_DEVICE_CALL(cudaError_t, DeviceGetLimit, (size_t *value, enum cudaLimit limit), (value, limit))
__AW_DEVICE_CALL(cudaError_t, DeviceGetCacheConfig, (enum cudaFuncCache *config), (config))
__AW_DEVICE_CALL(cudaError_t, GetLastError, (void), ())
__AW_DEVICE_CALL(cudaError_t, PeekAtLastError, (void), ())
__AW_DEVICE_CALL(const char *, GetErrorString, (cudaError_t error), (error))
__AW_DEVICE_CALL(const char *, GetErrorName, (cudaError_t error), (error))
__AW_DEVICE_CALL(cudaError_t, GetDeviceCount, (int *count), (count))
__AW_DEVICE_CALL(cudaError_t, GetDevice, (int *device), (device))
__AW_DEVICE_CALL(cudaError_t, StreamCreateWithFlags, (cudaStream_t *stream, unsigned int flags),
                 (stream, flags))
__AW_DEVICE_CALL(cudaError_t, StreamDestroy, (cudaStream_t stream), (stream))
__AW_DEVICE_CALL(cudaError_t, StreamWaitEvent,
                 (cudaStream_t stream, cudaEvent_t event, unsigned int flags),
                 (stream, event, flags))
__AW_DEVICE_CALL(cudaError_t, EventCreateWithFlags, (cudaEvent_t *event, unsigned int flags),
                 (event, flags))
__AW_DEVICE_CALL(cudaError_t, EventRecord, (cudaEvent_t event, cudaStream_t stream),
                 (event, stream))
__AW_DEVICE_CALL(cudaError_t, EventDestroy, (cudaEvent_t event), (event))
__AW_DEVICE_CALL(cudaError_t, FuncGetAttributes, (struct cudaFuncAttributes *attr, const void *func),
                 (attr, func))
__AW_DEVICE_CALL(cudaError_t, Free, (void *p), (p))
__AW_DEVICE_CALL(cudaError_t, Malloc, (void **p, size_t size), (p, size))
__AW_DEVICE_CALL(cudaError_t, MemcpyAsync,
                 (void *to, const void *from, size_t count, enum cudaMemcpyKind kind,
                  cudaStream_t stream),
                 (to, from, count, kind, stream))
__AW_DEVICE_CALL(cudaError_t, Memcpy2DAsync,
                 (void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width,
                  size_t height, enum cudaMemcpyKind kind, cudaStream_t stream),
                 (to, toPitch, from, fromPitch, width, height, kind, stream))
__AW_DEVICE_CALL(cudaError_t, MemsetAsync,
                 (void *to, int value, size_t count, cudaStream_t stream),
                 (to, value, count, stream))
__AW_DEVICE_CALL(cudaError_t, Memset2DAsync,
                 (void *to, size_t pitch, int value, size_t width, size_t height,
                  cudaStream_t stream),
                 (to, pitch, value, width, height, stream))
__AW_DEVICE_CALL(cudaError_t, RuntimeGetVersion, (int *version), (version))
__AW_DEVICE_CALL(cudaError_t, OccupancyMaxActiveBlocksPerMultiprocessor,
                 (int *blocks, const void *func, int blockSize, size_t dynamicShared),
                 (blocks, func, blockSize, dynamicShared))
__AW_DEVICE_CALL(cudaError_t, OccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
                 (int *blocks, const void *func, int blockSize, size_t dynamicShared,
                  unsigned int flags),
                 (blocks, func, blockSize, dynamicShared, flags))
#undef __AW_DEVICE_CALL

__device__ void *__cudaCDP2GetParameterBufferV2(void *func, dim3 gridDimension, dim3 blockDimension,
                                                unsigned int sharedMemSize);
__device__ cudaError_t __cudaCDP2LaunchDeviceV2(void *buffer, cudaStream_t stream);
static __device__ __forceinline__ void *cudaGetParameterBufferV2(void *func, dim3 grid, dim3 block,
                                                                 unsigned int shared) {
  return __cudaCDP2GetParameterBufferV2(func, grid, block, shared);
}
static __device__ __forceinline__ cudaError_t cudaLaunchDeviceV2(void *buffer, cudaStream_t stream) {
  return __cudaCDP2LaunchDeviceV2(buffer, stream);
}

// The older form: the buffer comes before the kernel is known, so its size goes with it.
static __device__ __forceinline__ void *cudaGetParameterBuffer(size_t alignment, size_t size) {
  size_t *buffer = alignment > 16 ? nullptr : (size_t *)malloc(size + 16);
  if (!buffer)
    return nullptr;
  *buffer = size;
  return buffer + 2;
}
static __device__ __forceinline__ cudaError_t cudaLaunchDevice(void *func, void *parameterBuffer,
                                                               dim3 grid, dim3 block,
                                                               unsigned int shared,
                                                               cudaStream_t stream) {
  void *buffer = __cudaCDP2GetParameterBufferV2(func, grid, block, shared);
  if (buffer && parameterBuffer)
    memcpy(buffer, parameterBuffer, ((size_t *)parameterBuffer)[-2]);
  if (parameterBuffer)
    free((size_t *)parameterBuffer - 2);
  return buffer ? __cudaCDP2LaunchDeviceV2(buffer, stream) : cudaErrorLaunchOutOfResources;
}
}

template <class T>
static __device__ __forceinline__ cudaError_t
cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const T &value) {
  return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof(T));
}
template <class T> static __device__ __forceinline__ cudaError_t cudaMalloc(T **p, size_t size) {
  return cudaMalloc((void **)(void *)p, size);
}
template <class T>
static __device__ __forceinline__ cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr,
                                                                    T *func) {
  return cudaFuncGetAttributes(attr, (const void *)func);
}
template <class T>
static __device__ __forceinline__ cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T func, int blockSize,
                                              size_t dynamicShared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)func, blockSize,
                                                       dynamicShared);
}
template <class T>
static __device__ __forceinline__ cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T func, int blockSize,
                                                       size_t dynamicShared, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void *)func,
                                                                blockSize, dynamicShared, flags);
}

#endif
