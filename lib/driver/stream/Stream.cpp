// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Stream Management".
#include "driver/stream/Stream.h"

#include <algorithm>

#include "driver/context/Device.h"
#include "driver/graph/Capture.h"
#include "driver/process/Process.h"
#include "driver/stream/DefaultStream.h"
#include "driver/stream/Event.h"
#include "driver/stream/GreenContext.h"
#include "exec/memory/HostGuard.h"
#include "exec/memory/ManagedViews.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

static std::atomic<uint64_t> nextStream{1};

Stream::Stream(Context &context, Role role, unsigned flags, int priority,
               std::shared_ptr<Partition> partition)
    : context_(&context), role_(role), flags_(flags), priority_(priority),
      id_(nextStream.fetch_add(1)), partition_(std::move(partition)) {
  Process::get().scheduler.addStream(*this);
  if (!isLegacy())
    ManagedAccess::expectStreams();
}

uint32_t Stream::workers() const {
  if (partition_)
    return partition_->multiprocessors;
  uint32_t own = context_->multiprocessors();
  return own < context_->device().multiprocessors() ? own : 0;
}

Stream::~Stream() {
  if (ManagedAccess::followsOrder())
    Process::get().managed.leave(*this);
  Process::get().scheduler.removeStream(*this);
}

Stream &defaultStream(Context &context) {
  if (perThreadDefaultStream)
    return context.threadStream();
  GreenContext *green = ThreadState::get().currentGreen();
  return green && &green->context() == &context ? green->defaultStream() : context.legacyStream();
}

/// A default stream: the current context's.
static CUresult findDefault(CUstream handle, Stream *&stream) {
  Context *context;
  if (CUresult result = usableContext(context))
    return result;
  if (!handle) {
    stream = &defaultStream(*context);
  } else if (handle == CU_STREAM_LEGACY) {
    GreenContext *green = ThreadState::get().currentGreen();
    stream = green ? &green->defaultStream() : &context->legacyStream();
  } else {
    stream = &context->threadStream();
  }
  return CUDA_SUCCESS;
}

CUresult findStream(CUstream handle, Stream *&stream) {
  if (!handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD)
    return findDefault(handle, stream);
  stream = find<Stream>(handle);
  return stream ? stream->context().error() : absentChild(handle);
}

namespace {
/// Waits for a record that another process has made. Occupies an executor: nobody who waits for the
/// stream here can bring it about.
class AwaitShared final : public Command {
public:
  AwaitShared(std::shared_ptr<SharedEvent> event, uint64_t number)
      : Command(Runs::OnExecutor), event_(std::move(event)), number_(number) {}
  CUresult run(CUresult context) override {
    while (context == CUDA_SUCCESS && !event_->isDone(number_) &&
           !Process::get().scheduler.isStopping()) {
      event_->rest(number_);
      context = stream()->context().error();
    }
    return CUDA_SUCCESS;
  }

private:
  std::shared_ptr<SharedEvent> event_;
  uint64_t number_;
};

/// Calls a stream callback, which is told of errors.
class HostCallback final : public Command {
public:
  HostCallback(CUstream stream, CUstreamCallback callback, void *userData)
      : Command(Runs::OnExecutor), handle_(stream), callback_(callback), userData_(userData) {}
  CUresult run(CUresult context) override {
    ThreadState::HostFunction rules;
    ManagedAccess::HostFunction memory;
    exec::HostAccess program;
    callback_(handle_, context, userData_);
    return CUDA_SUCCESS;
  }

private:
  CUstream handle_;
  CUstreamCallback callback_;
  void *userData_;
};
} // namespace

CUresult HostAction::run(const Turn &) const {
  ThreadState::HostFunction rules;
  ManagedAccess::HostFunction memory;
  exec::HostAccess program;
  call.fn(call.userData);
  return CUDA_SUCCESS;
}

bool isOfStreams(CUstreamAttrID id) {
  switch (id) {
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    return true;
  default:
    return false;
  }
}

#include "driver/rules/Stream.inc"

// -- The API --------------------------------------------------------------------------------------

CUresult createStream(Context &context, unsigned flags, int priority,
                      std::shared_ptr<Partition> partition, CUstream *handle) {
  Ref<Stream> stream =
      make<Stream>(context, Stream::Role::Created, flags,
                   std::clamp(priority, kGreatestPriority, kLeastPriority), std::move(partition));
  if (CUresult result = context.publish(Object::KindStream, stream))
    return result;
  context.hold(*stream);
  *handle = handleOf(*stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamCreateWithPriority(CUstream *phStream, unsigned int flags, int priority) {
  GreenContext *green = ThreadState::get().currentGreen();
  return createStream(currentContext(), flags, priority, green ? green->partition() : nullptr,
                      phStream);
}

/// Work that is still queued goes on; the stream ends with it.
CUresult cuStreamDestroy(CUstream hStream) {
  if (Stream *stream = find<Stream>(hStream))
    leaveCapture(*stream);
  if (!Context::unpublish(Object::KindStream, reinterpret_cast<uint64_t>(hStream)))
    return absentChild(hStream);
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx_v2(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx) {
  CUgreenCtx green;
  CUcontext context;
  if (CUresult result = edge::cuStreamGetGreenCtx(hStream, pGreenCtx ? pGreenCtx : &green))
    return result;
  return edge::cuStreamGetCtx(hStream, pCtx ? pCtx : &context);
}

CUresult cuStreamWaitEvent(Stream &stream, Event &event, unsigned int Flags) {
  bool isCapturing;
  if (CUresult result = enterStream(stream, isCapturing))
    return result;
  if (isCapturing && (Flags & CU_EVENT_WAIT_EXTERNAL) && event.captured()) { // seen on a GPU
    refuseOn(stream);
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (isCapturing && (Flags & CU_EVENT_WAIT_EXTERNAL))
    return captureNode(stream, EventNode{Ref<Event>(&event), /*isRecord=*/false});
  if (std::shared_ptr<EventCapture> captured = event.captured())
    return captureWait(stream, *captured);
  if (isCapturing && !event.recorded() && !event.foreignRecord())
    return CUDA_SUCCESS; // there is nothing to wait for (seen)
  if (CUresult result = checkWait(isCapturing, Flags & CU_EVENT_WAIT_EXTERNAL)) {
    if (isCapturing)
      refuseOn(stream);
    return result;
  }
  waitFor(stream, event);
  return CUDA_SUCCESS;
}

void waitFor(Stream &stream, const Event &event) {
  Scheduler &scheduler = Process::get().scheduler;
  Ref<Command> recorded = event.recorded();
  if (recorded && (!recorded->isDone() || ManagedAccess::followsOrder()))
    scheduler.enqueue(make<Join>(), stream, {recorded});
  if (uint64_t number = event.foreignRecord())
    scheduler.enqueue(make<AwaitShared>(event.shared(), number), stream);
}

CUresult cuStreamAddCallback(CUstream hStream, CUstreamCallback callback, void *userData,
                             unsigned int) {
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  if (CUresult result = refuseOn(*stream))
    return result;
  Process::get().scheduler.enqueue(make<HostCallback>(hStream, callback, userData), *stream);
  return CUDA_SUCCESS;
}

CUresult cuLaunchHostFunc(Stream &stream, CUhostFn fn, void *userData) {
  const CUDA_HOST_NODE_PARAMS call{fn, userData};
  return submit(stream, HostAction(call), HostNode{call});
}

CUresult cuStreamQuery(Stream &stream) {
  if (!Process::get().scheduler.isIdle(stream))
    return CUDA_ERROR_NOT_READY;
  return stream.context().error();
}

CUresult cuStreamSynchronize(Stream &stream) {
  Process::get().scheduler.wait(stream);
  stream.context().output.flush();
  return stream.context().error();
}

CUresult cuStreamGetAttribute(Stream &stream, CUstreamAttrID attr, CUstreamAttrValue *value_out) {
  Stream::Attributes attributes = stream.attributes();
  switch (attr) {
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    value_out->accessPolicyWindow = attributes.window;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    value_out->syncPolicy = attributes.syncPolicy;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    value_out->priority = stream.priority();
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    value_out->memSyncDomainMap = attributes.domains;
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    value_out->memSyncDomain = attributes.domain;
    return CUDA_SUCCESS;
  default:
    AW_UNREACHABLE("an attribute that the row refuses");
  }
}

CUresult checkAccessPolicy(const CUaccessPolicyWindow &window) { return checkAccessWindow(window); }

CUresult cuStreamSetAttribute(Stream &stream, CUstreamAttrID attr, const CUstreamAttrValue *value) {
  if (CUresult result = checkStreamAttribute(attr, *value))
    return result;
  Stream::Attributes attributes = stream.attributes();
  switch (attr) {
  case CU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW:
    attributes.window = value->accessPolicyWindow;
    break;
  case CU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY:
    attributes.syncPolicy = value->syncPolicy;
    break;
  case CU_LAUNCH_ATTRIBUTE_PRIORITY:
    stream.setPriority(value->priority);
    return CUDA_SUCCESS;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP:
    attributes.domains = value->memSyncDomainMap;
    break;
  case CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN:
    attributes.domain = value->memSyncDomain;
    break;
  default:
    AW_UNREACHABLE("an attribute that the row refuses");
  }
  stream.setAttributes(attributes);
  return CUDA_SUCCESS;
}

namespace {
/// A place in a stream from which on memory is attached as the program wants it.
class Attach final : public Command {
public:
  Attach() : Command(Runs::Instantly) {}
  CUresult run(CUresult) override { return CUDA_SUCCESS; }
  const char *awaited() const override { return ""; }
};
} // namespace

/// A device that allows concurrent access has nothing to do: what is attached to a stream stays
/// accessible to all.
CUresult cuStreamAttachMemAsync(Stream &stream, CUdeviceptr dptr, size_t length,
                                unsigned int flags) {
  std::optional<Allocation> allocation = Process::get().memory.find(dptr);
  if (CUresult result = checkAttached(allocation, dptr, length))
    return result;
  if (exec::isManagedExclusive()) {
    Ref<Command> attached = make<Attach>();
    Process::get().scheduler.enqueue(attached, stream);
    Process::get().managed.attach(dptr, *attached, stream, flags);
  }
  return CUDA_SUCCESS;
}

#include "driver/bodies/Stream.inc"

} // namespace anywarp::driver
