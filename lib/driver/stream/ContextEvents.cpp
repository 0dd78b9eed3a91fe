// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuCtxRecordEvent and cuCtxWaitEvent of the manual's section "Context Management".
#include "driver/stream/ContextEvents.h"

#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"
#include "driver/stream/Event.h"
#include "driver/stream/GreenContext.h"

namespace anywarp::driver {

static std::vector<Ref<Stream>> streamsOf(Context &context,
                                          const std::shared_ptr<Partition> &partition) {
  std::vector<Ref<Stream>> streams = Process::get().scheduler.streams(context);
  if (partition)
    std::erase_if(streams, [&](const Ref<Stream> &s) { return s->partition() != partition; });
  return streams;
}

static CUresult findEvent(Context &context, CUevent handle, Event *&event) {
  if (CUresult result = context.error())
    return result;
  event = find<Event>(handle);
  if (!event)
    return absent(Object::KindEvent, handle, CUDA_ERROR_INVALID_HANDLE);
  return CUDA_SUCCESS;
}

CUresult recordContext(Context &context, const std::shared_ptr<Partition> &partition,
                       CUevent handle) {
  Event *event;
  if (CUresult result = findEvent(context, handle, event))
    return result;
  if (&event->context() != &context) // it can be waited for in any context (seen)
    return CUDA_ERROR_INVALID_HANDLE;
  if (CUresult result = refuseOn(context, partition))
    return result;
  Scheduler &scheduler = Process::get().scheduler;
  std::vector<Ref<Command>> all;
  for (const Ref<Stream> &stream : streamsOf(context, partition))
    if (Ref<Command> last = scheduler.last(*stream))
      all.push_back(std::move(last));
  // In a stream of its own: nothing else is to wait for the record.
  Ref<Stream> aside =
      make<Stream>(context, Stream::Role::Created, unsigned(CU_STREAM_NON_BLOCKING), 0);
  Ref<RecordEvent> record =
      event->shared() ? make<RecordEvent>(event->shared()) : make<RecordEvent>();
  scheduler.enqueue(record, *aside, all);
  event->setRecorded(std::move(record));
  return CUDA_SUCCESS;
}

CUresult holdContext(Context &context, const std::shared_ptr<Partition> &partition,
                     CUevent handle) {
  Event *event;
  if (CUresult result = findEvent(context, handle, event))
    return result;
  if (event->captured())
    return refuseCaptured(*event);
  if (CUresult result = refuseOn(context, partition))
    return result;
  if (Ref<RecordEvent> recorded = event->recorded(); recorded && !recorded->isDone())
    context.addGate(std::move(recorded), partition);
  for (const Ref<Stream> &stream : streamsOf(context, partition))
    waitFor(*stream, *event);
  return CUDA_SUCCESS;
}

// -- The API --------------------------------------------------------------------------------------

/// Null is no context here, not the current one (seen).
static CUresult namedContext(CUcontext handle, Context *&context) {
  return handle ? usableContext(handle, context) : CUDA_ERROR_INVALID_CONTEXT;
}

static std::shared_ptr<Partition> partitionOf(CUcontext handle) {
  GreenContext *green = findGreen(handle);
  return green ? green->partition() : nullptr;
}

CUresult cuCtxRecordEvent(CUcontext hCtx, CUevent hEvent) {
  Context *context;
  if (CUresult result = namedContext(hCtx, context))
    return result;
  return recordContext(*context, partitionOf(hCtx), hEvent);
}

CUresult cuCtxWaitEvent(CUcontext hCtx, CUevent hEvent) {
  Context *context;
  if (CUresult result = namedContext(hCtx, context))
    return result;
  return holdContext(*context, partitionOf(hCtx), hEvent);
}

} // namespace anywarp::driver
