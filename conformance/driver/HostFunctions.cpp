// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls inside functions of the program that streams, graphs and user objects run: which of them
// answer. All of it was seen on an H100.
#include "HostFunctions.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE;

static void CUDA_CB nothingInStream(CUstream, CUresult, void *) {}

static void streams(const Fixture &t) {
  unsigned flags = 0;
  int priority;
  unsigned long long id;
  CUdevice device;
  CUcontext context = nullptr;
  CUgreenCtx green;
  CUstreamCaptureStatus status;
  CUstreamAttrValue value;
  OK(cuStreamQuery(t.stream));
  EXPECT(t.isInStream ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS, cuStreamQuery(t.work));
  OK(cuStreamGetFlags(t.stream, &flags));
  EQUAL(CU_STREAM_NON_BLOCKING, flags);
  OK(cuStreamGetPriority(t.stream, &priority));
  OK(cuStreamGetId(t.stream, &id));
  OK(cuStreamGetDevice(t.stream, &device));
  OK(cuStreamGetCtx(t.stream, &context));
  CHECK(context == t.context);
  OK(cuStreamGetCtx_v2(t.stream, &context, &green));
  OK(cuStreamGetGreenCtx(t.stream, &green));
  OK(cuStreamIsCapturing(t.stream, &status));
  OK(cuStreamGetAttribute(t.stream, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
  OK(cuStreamSetAttribute(t.stream, CU_STREAM_ATTRIBUTE_PRIORITY, &value));
  OK(cuStreamCopyAttributes(t.other, t.stream));
  OK(cuStreamAttachMemAsync(t.stream, t.managed, 0, CU_MEM_ATTACH_GLOBAL));
  OK(cuMemPrefetchAsync(t.managed, 4096, t.where.location, 0, t.stream));
  OK(cuMemsetD8Async(t.a, 1, 16, t.stream));
  OK(cuMemsetD2D32Async(t.a, 64, 1, 4, 4, t.stream));
  OK(cuStreamWriteValue32(t.stream, t.b, 3, 0));
  OK(cuStreamWaitValue32(t.stream, t.b, 3, CU_STREAM_WAIT_VALUE_GEQ));
  OK(cuStreamSynchronize(t.stream));
  OK(cuStreamDestroy(t.gone));
  // What waits behind the function that makes the call.
  OK(cuLaunchHostFunc(t.other, nothing, nullptr));
  OK(cuStreamAddCallback(t.other, nothingInStream, nullptr, 0));
  OK(cuGraphUpload(t.exec, t.other));
  OK(cuGraphLaunch(t.exec, t.other));
}

static void captures(const Fixture &t) {
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
  CUstreamCaptureStatus status;
  CUgraph made = nullptr;
  OK(cuThreadExchangeStreamCaptureMode(&mode));
  OK(cuStreamBeginCaptureToGraph(t.stream, t.more, nullptr, nullptr, 0,
                                 CU_STREAM_CAPTURE_MODE_RELAXED));
  OK(cuStreamGetCaptureInfo(t.stream, &status, nullptr, nullptr, nullptr, nullptr, nullptr));
  EQUAL(CU_STREAM_CAPTURE_STATUS_ACTIVE, status);
  OK(cuStreamEndCapture(t.stream, &made));
  OK(cuThreadExchangeStreamCaptureMode(&mode));
}

static void events(const Fixture &t) {
  float time = -1;
  OK(cuEventQuery(t.first));
  OK(cuEventElapsedTime(&time, t.first, t.second));
  CHECK(time >= 0);
  OK(cuEventSynchronize(t.second));
  OK(cuEventRecord(t.second, t.stream));
  OK(cuEventRecordWithFlags(t.second, t.stream, 0));
  OK(cuStreamWaitEvent(t.other, t.second, 0));
  OK(cuEventDestroy(t.goneEvent));
}

static void arrays(const Fixture &t) {
  CUDA_ARRAY_DESCRIPTOR plane = {};
  CUDA_ARRAY3D_DESCRIPTOR volume;
  CUarray level;
  OK(cuArrayGetDescriptor(&plane, t.array));
  EQUAL(32, plane.Width);
  OK(cuArray3DGetDescriptor(&volume, t.array));
  OK(cuMipmappedArrayGetLevel(&level, t.mipmap, 1));
}

static void graphs(const Fixture &t) {
  CUgraphNode made, empty;
  CUDA_KERNEL_NODE_PARAMS kernel;
  CUDA_HOST_NODE_PARAMS host;
  CUevent event = nullptr;
  CUuserObject object;
  CUgraphNodeParams params = {};
  OK(cuGraphKernelNodeGetParams(t.kernelNode, &kernel));
  OK(cuGraphHostNodeGetParams(t.hostNode, &host));
  OK(cuGraphHostNodeSetParams(t.hostNode, &t.hostParams));
  OK(cuGraphEventRecordNodeGetEvent(t.eventNode, &event));
  CHECK(event == t.third);
  OK(cuGraphEventRecordNodeSetEvent(t.eventNode, t.second));
  OK(cuGraphAddHostNode(&made, t.more, nullptr, 0, &t.hostParams));
  OK(cuGraphAddEmptyNode(&empty, t.more, nullptr, 0));
  OK(cuGraphAddEventWaitNode(&made, t.more, nullptr, 0, t.first));
  OK(cuGraphAddDependencies(t.more, &empty, &made, nullptr, 1));
  OK(cuGraphRemoveDependencies(t.more, &empty, &made, nullptr, 1));
  params.type = CU_GRAPH_NODE_TYPE_EMPTY;
  OK(cuGraphAddNode(&made, t.more, nullptr, nullptr, 0, &params));
  OK(cuUserObjectCreate(&object, nullptr, nothing, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
  OK(cuUserObjectRetain(t.object, 1));
  OK(cuUserObjectRelease(t.object, 1));
  OK(cuGraphRetainUserObject(t.more, t.object, 1, 0));
  OK(cuGraphReleaseUserObject(t.more, t.object, 1));
  // Nodes of executable graphs are refused in their own way.
  unsigned enabled;
  EXPECT(kValue, cuGraphNodeSetEnabled(t.exec, t.kernelNode, 1));
  EXPECT(kValue, cuGraphNodeGetEnabled(t.exec, t.kernelNode, &enabled));
  EXPECT(kValue, cuGraphExecKernelNodeSetParams(t.exec, t.kernelNode, &t.kernelParams));
  EXPECT(kValue, cuGraphExecHostNodeSetParams(t.exec, t.hostNode, &t.hostParams));
  EXPECT(kValue, cuGraphExecEventRecordNodeSetEvent(t.exec, t.eventNode, t.first));
}

static void others(const Fixture &t) {
  CUlogsCallbackHandle log;
  CUlogIterator place;
  bool flag;
  size_t size = sizeof flag;
  int version;
  const char *name;
  CUasyncCallbackHandle notified;
  OK(cuInit(0));
  OK(cuDriverGetVersion(&version));
  OK(cuGetErrorName(CUDA_SUCCESS, &name));
  OK(cuLogsRegisterCallback([](void *, CUlogLevel, char *, size_t) {}, nullptr, &log));
  OK(cuLogsUnregisterCallback(log));
  OK(cuLogsCurrent(&place, 0));
  OK(cuCoredumpGetAttributeGlobal(CU_COREDUMP_LIGHTWEIGHT, &flag, &size));
  OK(cuDeviceRegisterAsyncNotification(
      0, [](CUasyncNotificationInfo *, void *, CUasyncCallbackHandle) {}, nullptr, &notified));
  OK(cuDeviceUnregisterAsyncNotification(0, notified));
  OK(cuLinkAddData(t.link, CU_JIT_INPUT_PTX, const_cast<char *>(kIotaPtx.c_str()),
                   kIotaPtx.size() + 1, "iota", 0, nullptr, nullptr));
  void *image;
  OK(cuLinkComplete(t.link, &image, &size));
  OK(cuLinkDestroy(t.link));
}

void callAll(const Fixture &t) {
  streams(t);
  captures(t);
  arrays(t);
  events(t);
  graphs(t);
  others(t);
}

int main() {
  callInsideAll();
  return finish("HostFunctions");
}
