/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* C++ forms of the runtime API: typed pointers, kernels and symbols by name. Part of cuda_runtime.h. */
#ifndef ANYWARP_RUNTIME_TEMPLATES_H
#define ANYWARP_RUNTIME_TEMPLATES_H

#include "cuda_runtime_api.h"

#if __cplusplus >= 201103L
#include <utility>
#endif

#define AW_INLINE static __inline__ __host__ cudaError_t

/* Launches */

template <class T>
AW_INLINE cudaLaunchKernel(T *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem = 0,
                           cudaStream_t stream = 0) {
  return ::cudaLaunchKernel((const void *)func, gridDim, blockDim, args, sharedMem, stream);
}

template <class T>
AW_INLINE cudaLaunchCooperativeKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                      size_t sharedMem = 0, cudaStream_t stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)func, gridDim, blockDim, args, sharedMem,
                                       stream);
}

#if __cplusplus >= 201103L
/* Arguments take the types of the kernel's parameters before their addresses are handed over. */
template <typename... ExpTypes, typename... ActTypes>
AW_INLINE cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(ExpTypes...),
                             ActTypes &&...args) {
  return [&](ExpTypes... converted) {
    void *addresses[] = {(void *)&converted..., nullptr};
    return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
  }(std::forward<ActTypes>(args)...);
}

/* A kernel handle knows no types: arguments must already have those of its parameters. */
template <typename... ActTypes>
AW_INLINE cudaLaunchKernelEx(const cudaLaunchConfig_t *config, const cudaKernel_t kernel,
                             ActTypes &&...args) {
  void *addresses[] = {(void *)&args..., nullptr};
  return ::cudaLaunchKernelExC(config, (const void *)kernel, addresses);
}
#endif

/* Functions */

template <class T>
AW_INLINE cudaFuncGetAttributes(struct cudaFuncAttributes *attr, T *entry) {
  return ::cudaFuncGetAttributes(attr, (const void *)entry);
}

template <class T>
AW_INLINE cudaFuncSetAttribute(T *func, enum cudaFuncAttribute attr, int value) {
  return ::cudaFuncSetAttribute((const void *)func, attr, value);
}

template <class T> AW_INLINE cudaFuncSetCacheConfig(T *func, enum cudaFuncCache cacheConfig) {
  return ::cudaFuncSetCacheConfig((const void *)func, cacheConfig);
}

template <class T> AW_INLINE cudaFuncGetName(const char **name, T *func) {
  return ::cudaFuncGetName(name, (const void *)func);
}

template <class T> AW_INLINE cudaGetKernel(cudaKernel_t *kernelPtr, T *func) {
  return ::cudaGetKernel(kernelPtr, (const void *)func);
}

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif
template <class T>
__attribute__((deprecated)) AW_INLINE cudaFuncSetSharedMemConfig(T *func,
                                                                 enum cudaSharedMemConfig config) {
  return ::cudaFuncSetSharedMemConfig((const void *)func, config);
}
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Memory */

AW_INLINE cudaMallocHost(void **ptr, size_t size, unsigned int flags) {
  // By its own name where that says all: a profiler's user looks for it.
  return flags ? ::cudaHostAlloc(ptr, size, flags) : ::cudaMallocHost(ptr, size);
}

template <class T> AW_INLINE cudaMalloc(T **devPtr, size_t size) {
  return ::cudaMalloc((void **)(void *)devPtr, size);
}

template <class T> AW_INLINE cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0) {
  return ::cudaMallocHost((void **)(void *)ptr, size, flags);
}

template <class T> AW_INLINE cudaHostAlloc(T **ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc((void **)(void *)ptr, size, flags);
}

template <class T>
AW_INLINE cudaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void **)(void *)pDevice, pHost, flags);
}

template <class T>
AW_INLINE cudaMallocManaged(T **devPtr, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)(void *)devPtr, size, flags);
}

template <class T>
AW_INLINE cudaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void **)(void *)devPtr, pitch, width, height);
}

template <class T>
AW_INLINE cudaStreamAttachMemAsync(cudaStream_t stream, T *devPtr, size_t length = 0,
                                   unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

AW_INLINE cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}

template <class T>
AW_INLINE cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}

template <class T> AW_INLINE cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync((void **)(void *)ptr, size, stream);
}

template <class T>
AW_INLINE cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t memPool,
                                  cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)(void *)ptr, size, memPool, stream);
}

/* Batches: with one location or one set of attributes for all, or with lists of them. */

template <typename T>
AW_INLINE cudaMemPrefetchBatchAsync(T **dptrs, size_t *sizes, size_t count,
                                    struct cudaMemLocation *prefetchLocs, size_t *prefetchLocIdxs,
                                    size_t numPrefetchLocs, unsigned long long flags,
                                    cudaStream_t stream) {
  return ::cudaMemPrefetchBatchAsync((void **)(void *)dptrs, sizes, count, prefetchLocs,
                                     prefetchLocIdxs, numPrefetchLocs, flags, stream);
}

template <typename T>
AW_INLINE cudaMemPrefetchBatchAsync(T **dptrs, size_t *sizes, size_t count,
                                    struct cudaMemLocation prefetchLocs, unsigned long long flags,
                                    cudaStream_t stream) {
  size_t first = 0;
  return ::cudaMemPrefetchBatchAsync((void **)(void *)dptrs, sizes, count, &prefetchLocs, &first, 1,
                                     flags, stream);
}

template <typename T>
AW_INLINE cudaMemDiscardAndPrefetchBatchAsync(T **dptrs, size_t *sizes, size_t count,
                                              struct cudaMemLocation *prefetchLocs,
                                              size_t *prefetchLocIdxs, size_t numPrefetchLocs,
                                              unsigned long long flags, cudaStream_t stream) {
  return ::cudaMemDiscardAndPrefetchBatchAsync((void **)(void *)dptrs, sizes, count, prefetchLocs,
                                               prefetchLocIdxs, numPrefetchLocs, flags, stream);
}

template <typename T>
AW_INLINE cudaMemDiscardAndPrefetchBatchAsync(T **dptrs, size_t *sizes, size_t count,
                                              struct cudaMemLocation prefetchLocs,
                                              unsigned long long flags, cudaStream_t stream) {
  size_t first = 0;
  return ::cudaMemDiscardAndPrefetchBatchAsync((void **)(void *)dptrs, sizes, count, &prefetchLocs,
                                               &first, 1, flags, stream);
}

template <typename T, typename U>
AW_INLINE cudaMemcpyBatchAsync(T *const *dsts, U *const *srcs, const size_t *sizes, size_t count,
                               struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs,
                               size_t numAttrs, cudaStream_t hStream) {
  return ::cudaMemcpyBatchAsync((void *const *)(const void *)dsts,
                                (const void *const *)(const void *)srcs, sizes, count, attrs,
                                attrsIdxs, numAttrs, hStream);
}

template <typename T, typename U>
AW_INLINE cudaMemcpyBatchAsync(T *const *dsts, U *const *srcs, const size_t *sizes, size_t count,
                               struct cudaMemcpyAttributes attr, cudaStream_t hStream) {
  size_t first = 0;
  return ::cudaMemcpyBatchAsync((void *const *)(const void *)dsts,
                                (const void *const *)(const void *)srcs, sizes, count, &attr,
                                &first, 1, hStream);
}

/* Symbols: a variable's name stands for its host shadow, whose address the runtime knows. */

template <class T>
AW_INLINE cudaMemcpyToSymbol(const T &symbol, const void *src, size_t count, size_t offset = 0,
                             enum cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&symbol, src, count, offset, kind);
}

template <class T>
AW_INLINE cudaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count, size_t offset = 0,
                                  enum cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                  cudaStream_t stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void *)&symbol, src, count, offset, kind, stream);
}

template <class T>
AW_INLINE cudaMemcpyFromSymbol(void *dst, const T &symbol, size_t count, size_t offset = 0,
                               enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(dst, (const void *)&symbol, count, offset, kind);
}

template <class T>
AW_INLINE cudaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count, size_t offset = 0,
                                    enum cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                    cudaStream_t stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(dst, (const void *)&symbol, count, offset, kind, stream);
}

template <class T> AW_INLINE cudaGetSymbolAddress(void **devPtr, const T &symbol) {
  return ::cudaGetSymbolAddress(devPtr, (const void *)&symbol);
}

template <class T> AW_INLINE cudaGetSymbolSize(size_t *size, const T &symbol) {
  return ::cudaGetSymbolSize(size, (const void *)&symbol);
}

/* Events and graphs */

AW_INLINE cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
  return ::cudaEventCreateWithFlags(event, flags);
}

AW_INLINE cudaGraphInstantiate(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, cudaGraphNode_t *,
                               char *, size_t) {
  return ::cudaGraphInstantiate(pGraphExec, graph, 0);
}

AW_INLINE cudaGraphExecUpdate(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph,
                              cudaGraphNode_t *hErrorNode_out,
                              enum cudaGraphExecUpdateResult *updateResult_out) {
  cudaGraphExecUpdateResultInfo info = cudaGraphExecUpdateResultInfo();
  const cudaError_t status = ::cudaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out)
    *hErrorNode_out = info.errorNode;
  if (updateResult_out)
    *updateResult_out = info.result;
  return status;
}

template <class T>
AW_INLINE cudaGraphAddMemcpyNodeToSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                         const cudaGraphNode_t *pDependencies,
                                         size_t numDependencies, const T &symbol, const void *src,
                                         size_t count, size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies,
                                          (const void *)&symbol, src, count, offset, kind);
}

template <class T>
AW_INLINE cudaGraphAddMemcpyNodeFromSymbol(cudaGraphNode_t *pGraphNode, cudaGraph_t graph,
                                           const cudaGraphNode_t *pDependencies,
                                           size_t numDependencies, void *dst, const T &symbol,
                                           size_t count, size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                            (const void *)&symbol, count, offset, kind);
}

template <class T>
AW_INLINE cudaGraphMemcpyNodeSetParamsToSymbol(cudaGraphNode_t node, const T &symbol,
                                               const void *src, size_t count, size_t offset,
                                               enum cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsToSymbol(node, (const void *)&symbol, src, count, offset,
                                                kind);
}

template <class T>
AW_INLINE cudaGraphMemcpyNodeSetParamsFromSymbol(cudaGraphNode_t node, void *dst, const T &symbol,
                                                 size_t count, size_t offset,
                                                 enum cudaMemcpyKind kind) {
  return ::cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, (const void *)&symbol, count, offset,
                                                  kind);
}

template <class T>
AW_INLINE cudaGraphExecMemcpyNodeSetParamsToSymbol(cudaGraphExec_t hGraphExec, cudaGraphNode_t node,
                                                   const T &symbol, const void *src, size_t count,
                                                   size_t offset, enum cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec, node, (const void *)&symbol, src,
                                                    count, offset, kind);
}

template <class T>
AW_INLINE cudaGraphExecMemcpyNodeSetParamsFromSymbol(cudaGraphExec_t hGraphExec,
                                                     cudaGraphNode_t node, void *dst,
                                                     const T &symbol, size_t count, size_t offset,
                                                     enum cudaMemcpyKind kind) {
  return ::cudaGraphExecMemcpyNodeSetParamsFromSymbol(hGraphExec, node, dst, (const void *)&symbol,
                                                      count, offset, kind);
}

/* A user object that owns a C++ object and deletes it with the last reference. */
template <class T> static void __cudaDeleteWrapped(void *object) { delete static_cast<T *>(object); }

template <class T>
AW_INLINE cudaUserObjectCreate(cudaUserObject_t *object_out, T *objectToWrap,
                               unsigned int initialRefcount, unsigned int flags) {
  return ::cudaUserObjectCreate(object_out, objectToWrap, __cudaDeleteWrapped<T>, initialRefcount,
                                flags);
}

template <class T>
AW_INLINE cudaUserObjectCreate(cudaUserObject_t *object_out, T *objectToWrap,
                               unsigned int initialRefcount, cudaUserObjectFlags flags) {
  return ::cudaUserObjectCreate(object_out, objectToWrap, __cudaDeleteWrapped<T>, initialRefcount,
                                (unsigned int)flags);
}

/* Libraries */

template <class T>
AW_INLINE cudaLibraryGetGlobal(T **dptr, size_t *bytes, cudaLibrary_t library, const char *name) {
  return ::cudaLibraryGetGlobal((void **)(void *)dptr, bytes, library, name);
}

template <class T>
AW_INLINE cudaLibraryGetManaged(T **dptr, size_t *bytes, cudaLibrary_t library, const char *name) {
  return ::cudaLibraryGetManaged((void **)(void *)dptr, bytes, library, name);
}

template <class T>
AW_INLINE cudaLibraryGetUnifiedFunction(T **fptr, cudaLibrary_t library, const char *symbol) {
  return ::cudaLibraryGetUnifiedFunction((void **)(void *)fptr, library, symbol);
}

#include "anywarp/occupancy_templates.h"

#undef AW_INLINE

#endif
