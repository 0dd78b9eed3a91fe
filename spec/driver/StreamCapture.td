// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: stream capture.

def CUstreamUpdateCaptureDependencies_flags : Enum<[
  Value<"CU_STREAM_ADD_CAPTURE_DEPENDENCIES", 0x0>,
  Value<"CU_STREAM_SET_CAPTURE_DEPENDENCIES", 0x1>
]>;

def CUstreamCaptureStatus : Enum<[
  Value<"CU_STREAM_CAPTURE_STATUS_NONE", 0>,
  Value<"CU_STREAM_CAPTURE_STATUS_ACTIVE", 1>,
  Value<"CU_STREAM_CAPTURE_STATUS_INVALIDATED", 2>
]>;

def CUstreamCaptureMode : Enum<[
  Value<"CU_STREAM_CAPTURE_MODE_GLOBAL", 0>,
  Value<"CU_STREAM_CAPTURE_MODE_THREAD_LOCAL", 1>,
  Value<"CU_STREAM_CAPTURE_MODE_RELAXED", 2>
]>;

def cuStreamBeginCapture : DriverFunction<10010, [
    In<"CUstream", "hStream">, In<"CUstreamCaptureMode", "mode">], HandleContext, Done>,
    Version<2>, PerThreadStream, InHostFunctions;
def cuStreamBeginCapture_v1 : DriverFunction<10000, [
    In<"CUstream", "hStream">], HandleContext, Done>, Old<"cuStreamBeginCapture">, PerThreadStream, InHostFunctions;
def cuStreamBeginCaptureToGraph : DriverFunction<12030, [
    In<"CUstream", "hStream">, In<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"const CUgraphEdgeData *", "dependencyData">, In<"size_t", "numDependencies">,
    In<"CUstreamCaptureMode", "mode">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuThreadExchangeStreamCaptureMode : DriverFunction<10010, [
    Out<"CUstreamCaptureMode *", "mode">], Initialized, Done>, Across, InHostFunctions;
def cuStreamEndCapture : DriverFunction<10000, [
    In<"CUstream", "hStream">, OptOut<"CUgraph *", "phGraph">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuStreamIsCapturing : DriverFunction<10000, [
    In<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus">], HandleContext, Done>,
    PerThreadStream, InHostFunctions;
def cuStreamGetCaptureInfo : DriverFunction<12030, [
    In<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus_out">,
    OptOut<"cuuint64_t *", "id_out">, OptOut<"CUgraph *", "graph_out">,
    OptOut<"const CUgraphNode **", "dependencies_out">, OptOut<"const CUgraphEdgeData **", "edgeData_out">,
    OptOut<"size_t *", "numDependencies_out">], HandleContext, Done>, Version<3>, PerThreadStream, InHostFunctions;
def cuStreamGetCaptureInfo_v2 : DriverFunction<11030, [
    In<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus_out">,
    OptOut<"cuuint64_t *", "id_out">, OptOut<"CUgraph *", "graph_out">,
    OptOut<"const CUgraphNode **", "dependencies_out">, OptOut<"size_t *", "numDependencies_out">], HandleContext, Done>,
    Old<"cuStreamGetCaptureInfo", "_v2">, PerThreadStream, InHostFunctions;
def cuStreamGetCaptureInfo_v1 : DriverFunction<10010, [
    In<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus_out">,
    OptOut<"cuuint64_t *", "id_out">], HandleContext, Done>, Old<"cuStreamGetCaptureInfo">, PerThreadStream, InHostFunctions;
def cuStreamUpdateCaptureDependencies : DriverFunction<12030, [
    In<"CUstream", "hStream">, In<"CUgraphNode *", "dependencies">,
    In<"const CUgraphEdgeData *", "dependencyData">, In<"size_t", "numDependencies">,
    In<"unsigned int", "flags">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions;
def cuStreamUpdateCaptureDependencies_v1 : DriverFunction<11030, [
    In<"CUstream", "hStream">, In<"CUgraphNode *", "dependencies">, In<"size_t", "numDependencies">,
    In<"unsigned int", "flags">], HandleContext, Done>,
    Old<"cuStreamUpdateCaptureDependencies">, PerThreadStream, InHostFunctions;
