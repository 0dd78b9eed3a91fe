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
    Version<2>, PerThreadStream, InHostFunctions, Doc<"Begins to record what a stream is given as a graph.">,
  Is<"Capture", "begin(hStream, make<Graph>(), /*ownsGraph=*/true, {}, mode)">;
def cuStreamBeginCapture_v1 : DriverFunction<10000, [
    In<"CUstream", "hStream">], HandleContext, Done>, Old<"cuStreamBeginCapture">, PerThreadStream, InHostFunctions,
  On<"cuStreamBeginCapture", ["hStream", "CU_STREAM_CAPTURE_MODE_GLOBAL"]>;
def cuStreamBeginCaptureToGraph : DriverFunction<12030, [
    In<"CUstream", "hStream">, In<"CUgraph", "hGraph">, In<"const CUgraphNode *", "dependencies">,
    In<"const CUgraphEdgeData *", "dependencyData">, In<"size_t", "numDependencies">,
    In<"CUstreamCaptureMode", "mode">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Doc<"Begins to record what a stream is given, into an existing graph.">;
def CUgraphRecaptureStatus : Enum<[
  Value<"CU_GRAPH_RECAPTURE_ELIGIBLE_FOR_UPDATE", 0>,
  Value<"CU_GRAPH_RECAPTURE_INELIGIBLE_FOR_UPDATE", 1>,
  Value<"CU_GRAPH_RECAPTURE_ERROR", 2>
]>;
def CUgraphRecaptureCallback : Callback<"CUresult", "void *data, CUgraphNode node, const CUgraphNodeParams *originalParams, "
    "const CUgraphNodeParams *recaptureParams, CUgraphRecaptureStatus status">;
def cuStreamBeginRecaptureToGraph : DriverFunction<13030, [
    In<"CUstream", "hStream">, In<"CUstreamCaptureMode", "mode">, In<"CUgraph", "hGraph">,
    In<"CUgraphRecaptureCallback", "callbackFunc">, In<"void *", "userData">], HandleContext>, PerThreadStream,
  Because<"a capture makes new nodes: capture again and pass the graph to cuGraphExecUpdate">,
  Doc<"Begins to record what a stream is given, in place of the nodes of a graph.">;
def cuStreamBeginCaptureToCig : DriverFunction<13020, [
    In<"CUstream", "hStream">, In<"void *", "streamCigCaptureParams">], HandleContext>,
  Because<"the devices draw nothing: no list of graphics commands takes kernels">,
  Doc<"Begins to record what a stream is given, into a list of graphics commands.">;
def cuStreamEndCaptureToCig : DriverFunction<13020, [In<"CUstream", "hStream">], HandleContext>,
  Because<"the devices draw nothing: no list of graphics commands takes kernels">, Doc<"Ends such a capture.">;
def cuThreadExchangeStreamCaptureMode : DriverFunction<10010, [
    Out<"CUstreamCaptureMode *", "mode">], Initialized, Done>, Across, InHostFunctions,
  Refuses<[Invalid<"unsigned(*mode) > CU_STREAM_CAPTURE_MODE_RELAXED">]>,
  Doc<"Swaps the mode by which this thread's unsafe calls are judged.">,
  Does<"Capture", "std::swap(ThreadState::get().captureMode, *mode)">;
def cuStreamEndCapture : DriverFunction<10000, [
    Found<"CUstream", "hStream">, OptOut<"CUgraph *", "phGraph">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  Doc<"Ends a capture and gives its graph.">;
def cuStreamIsCapturing : DriverFunction<10000, [
    Found<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Tells whether a stream is being captured.">;
def cuStreamGetCaptureInfo : DriverFunction<12030, [
    Found<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus_out">,
    OptOut<"cuuint64_t *", "id_out">, OptOut<"CUgraph *", "graph_out">,
    OptOut<"const CUgraphNode **", "dependencies_out">, OptOut<"const CUgraphEdgeData **", "edgeData_out">,
    OptOut<"size_t *", "numDependencies_out">], HandleContext, Done>, Version<3>, PerThreadStream, InHostFunctions,
  Doc<"Gives the state of a stream's capture, and what its next node would depend on.">;
def cuStreamGetCaptureInfo_v2 : DriverFunction<11030, [
    In<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus_out">,
    OptOut<"cuuint64_t *", "id_out">, OptOut<"CUgraph *", "graph_out">,
    OptOut<"const CUgraphNode **", "dependencies_out">, OptOut<"size_t *", "numDependencies_out">], HandleContext, Done>,
    Old<"cuStreamGetCaptureInfo", "_v2">, PerThreadStream, InHostFunctions,
  On<"cuStreamGetCaptureInfo", ["hStream", "captureStatus_out", "id_out", "graph_out", "dependencies_out", "nullptr", "numDependencies_out"]>;
def cuStreamGetCaptureInfo_v1 : DriverFunction<10010, [
    In<"CUstream", "hStream">, Out<"CUstreamCaptureStatus *", "captureStatus_out">,
    OptOut<"cuuint64_t *", "id_out">], HandleContext, Done>, Old<"cuStreamGetCaptureInfo">, PerThreadStream, InHostFunctions,
  On<"cuStreamGetCaptureInfo", ["hStream", "captureStatus_out", "id_out", "nullptr", "nullptr", "nullptr", "nullptr"]>;
def cuStreamUpdateCaptureDependencies : DriverFunction<12030, [
    Found<"CUstream", "hStream">, In<"CUgraphNode *", "dependencies">,
    In<"const CUgraphEdgeData *", "dependencyData">, In<"size_t", "numDependencies">,
    In<"unsigned int", "flags">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions,
  Refuses<[Invalid<"flags > CU_STREAM_SET_CAPTURE_DEPENDENCIES">, Find<"hStream">]>,
  Doc<"Changes what the next captured node depends on.">;
def cuStreamUpdateCaptureDependencies_v1 : DriverFunction<11030, [
    In<"CUstream", "hStream">, In<"CUgraphNode *", "dependencies">, In<"size_t", "numDependencies">,
    In<"unsigned int", "flags">], HandleContext, Done>,
    Old<"cuStreamUpdateCaptureDependencies">, PerThreadStream, InHostFunctions,
  On<"cuStreamUpdateCaptureDependencies", ["hStream", "dependencies", "nullptr", "numDependencies", "flags"]>;
