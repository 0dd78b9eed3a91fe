// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stream capture.
#include "runtime/Alike.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode) {
  return toError(cu().cuStreamBeginCapture(stream, static_cast<CUstreamCaptureMode>(mode)));
}

cudaError_t cudaStreamBeginCaptureToGraph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t *dependencies,
                                          const cudaGraphEdgeData *dependencyData,
                                          size_t numDependencies, enum cudaStreamCaptureMode mode) {
  return toError(cu().cuStreamBeginCaptureToGraph(
      stream, graph, dependencies, alike<CUgraphEdgeData>(dependencyData), numDependencies,
      static_cast<CUstreamCaptureMode>(mode)));
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
  return toError(cu().cuThreadExchangeStreamCaptureMode(alike<CUstreamCaptureMode>(mode)));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *pGraph) {
  return toError(cu().cuStreamEndCapture(stream, pGraph));
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  enum cudaStreamCaptureStatus *pCaptureStatus) {
  return toError(cu().cuStreamIsCapturing(stream, alike<CUstreamCaptureStatus>(pCaptureStatus)));
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream,
                                     enum cudaStreamCaptureStatus *captureStatus_out,
                                     unsigned long long *id_out, cudaGraph_t *graph_out,
                                     const cudaGraphNode_t **dependencies_out,
                                     const cudaGraphEdgeData **edgeData_out,
                                     size_t *numDependencies_out) {
  return toError(cu().cuStreamGetCaptureInfo(
      stream, alike<CUstreamCaptureStatus>(captureStatus_out), alike<cuuint64_t>(id_out), graph_out,
      dependencies_out, reinterpret_cast<const CUgraphEdgeData **>(edgeData_out),
      numDependencies_out));
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *dependencies,
                                                const cudaGraphEdgeData *dependencyData,
                                                size_t numDependencies, unsigned int flags) {
  return toError(cu().cuStreamUpdateCaptureDependencies(
      stream, dependencies, alike<CUgraphEdgeData>(dependencyData), numDependencies, flags));
}

} // namespace anywarp::runtime
