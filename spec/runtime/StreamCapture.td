// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: stream capture.

def cudaStreamCaptureStatus : Enum<[
  Value<"cudaStreamCaptureStatusNone", 0>,
  Value<"cudaStreamCaptureStatusActive", 1>,
  Value<"cudaStreamCaptureStatusInvalidated", 2>
]>, Same<"CUstreamCaptureStatus">;

def cudaStreamCaptureMode : Enum<[
  Value<"cudaStreamCaptureModeGlobal", 0>,
  Value<"cudaStreamCaptureModeThreadLocal", 1>,
  Value<"cudaStreamCaptureModeRelaxed", 2>
]>, Same<"CUstreamCaptureMode">;

def cudaStreamUpdateCaptureDependenciesFlags : Enum<[
  Value<"cudaStreamAddCaptureDependencies", 0x0>,
  Value<"cudaStreamSetCaptureDependencies", 0x1>
]>;

def cudaStreamBeginCapture : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"enum cudaStreamCaptureMode", "mode">], CurrentContext, Done>,
    PerThreadStream, On<"cuStreamBeginCapture">;
def cudaStreamBeginCaptureToGraph : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaGraph_t", "graph">, In<"const cudaGraphNode_t *", "dependencies">,
    In<"const cudaGraphEdgeData *", "dependencyData">, In<"size_t", "numDependencies">,
    In<"enum cudaStreamCaptureMode", "mode">], CurrentContext, Done>, PerThreadStream,
  On<"cuStreamBeginCaptureToGraph">;
def cudaGraphRecaptureStatus : Enum<[
  Value<"cudaGraphRecaptureEligibleForUpdate", 0>,
  Value<"cudaGraphRecaptureIneligibleForUpdate", 1>,
  Value<"cudaGraphRecaptureError", 2>
]>;
def cudaGraphRecaptureCallback_t : Callback<"cudaError_t", "void *data, cudaGraphNode_t node, "
    "const struct cudaGraphNodeParams *originalParams, const struct cudaGraphNodeParams *recaptureParams, "
    "enum cudaGraphRecaptureStatus status">;
def cudaGraphRecaptureCallbackData : Struct<16, [{
  cudaGraphRecaptureCallback_t callbackFunc;
  void *userData;
}]>;
def cudaStreamBeginRecaptureToGraph : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"enum cudaStreamCaptureMode", "mode">, In<"cudaGraph_t", "graph">,
    In<"struct cudaGraphRecaptureCallbackData *", "callbackData", "0">]>, PerThreadStream,
  Because<"a capture makes new nodes: capture again and pass the graph to cudaGraphExecUpdate">;
def cudaThreadExchangeStreamCaptureMode : RuntimeFunction<[
    Out<"enum cudaStreamCaptureMode *", "mode">], CurrentContext, Done>, On<"cuThreadExchangeStreamCaptureMode">;
def cudaStreamEndCapture : RuntimeFunction<[
    In<"cudaStream_t", "stream">, OptOut<"cudaGraph_t *", "pGraph">], CurrentContext, Done>, PerThreadStream,
  On<"cuStreamEndCapture">;
def cudaStreamIsCapturing : RuntimeFunction<[
    In<"cudaStream_t", "stream">,
    Out<"enum cudaStreamCaptureStatus *", "pCaptureStatus">], CurrentContext, Done>, PerThreadStream,
  On<"cuStreamIsCapturing">;
def cudaStreamGetCaptureInfo : RuntimeFunction<[
    In<"cudaStream_t", "stream">, Out<"enum cudaStreamCaptureStatus *", "captureStatus_out">,
    OptOut<"unsigned long long *", "id_out", "0">, OptOut<"cudaGraph_t *", "graph_out", "0">,
    OptOut<"const cudaGraphNode_t **", "dependencies_out", "0">,
    OptOut<"const cudaGraphEdgeData **", "edgeData_out", "0">,
    OptOut<"size_t *", "numDependencies_out", "0">], CurrentContext, Done>, PerThreadStream,
  On<"cuStreamGetCaptureInfo">;
def cudaStreamUpdateCaptureDependencies : RuntimeFunction<[
    In<"cudaStream_t", "stream">, In<"cudaGraphNode_t *", "dependencies">,
    In<"const cudaGraphEdgeData *", "dependencyData">, In<"size_t", "numDependencies">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, PerThreadStream, On<"cuStreamUpdateCaptureDependencies">;
