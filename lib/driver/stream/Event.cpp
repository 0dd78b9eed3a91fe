// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Event Management".
#include "driver/stream/Event.h"

#include "driver/graph/Capture.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

uint64_t Event::foreignRecord() const {
  if (!shared_)
    return 0;
  uint64_t last = shared_->lastRecord();
  Ref<RecordEvent> own = recorded();
  bool isOwn = own && own->number() == last;
  return isOwn || shared_->isDone(last) ? 0 : last;
}

CUresult cuEventCreate(CUevent *phEvent, unsigned int Flags) {
  constexpr unsigned kKnown =
      CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS;
  bool isShared = Flags & CU_EVENT_INTERPROCESS;
  if (Flags & ~kKnown || (isShared && !(Flags & CU_EVENT_DISABLE_TIMING)))
    return CUDA_ERROR_INVALID_VALUE;
  std::shared_ptr<SharedEvent> shared;
  if (isShared && !(shared = SharedEvent::make()))
    return CUDA_ERROR_OUT_OF_MEMORY;
  Context &context = currentContext();
  Ref<Event> event = make<Event>(context, Flags, std::move(shared));
  if (CUresult result = context.publish(Object::KindEvent, event))
    return result;
  *phEvent = handleOf(*event);
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent hEvent) {
  if (!Context::unpublish(Object::KindEvent, reinterpret_cast<uint64_t>(hEvent)))
    return CUDA_ERROR_INVALID_HANDLE;
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v1(CUevent hEvent) { return driver::cuEventDestroy(hEvent); }

CUresult cuEventRecordWithFlags(CUevent hEvent, CUstream hStream, unsigned int flags) {
  if (flags & ~unsigned(CU_EVENT_RECORD_EXTERNAL))
    return CUDA_ERROR_INVALID_VALUE;
  Stream *stream;
  if (CUresult result = findStream(hStream, stream))
    return result;
  Event *event = find<Event>(hEvent);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  if (&event->context() != &stream->context())
    return CUDA_ERROR_INVALID_HANDLE;
  bool isCapturing;
  if (CUresult result = enterStream(*stream, isCapturing))
    return result;
  if (isCapturing && (flags & CU_EVENT_RECORD_EXTERNAL))
    return captureNode(*stream, EventNode{Ref<Event>(event), /*isRecord=*/true});
  if (isCapturing) {
    event->setCaptured(captureRecord(*stream));
    return CUDA_SUCCESS;
  }
  if (flags & CU_EVENT_RECORD_EXTERNAL) // means something in a capture only
    return CUDA_ERROR_ILLEGAL_STATE;
  Ref<RecordEvent> record =
      event->shared() ? make<RecordEvent>(event->shared()) : make<RecordEvent>();
  Process::get().scheduler.enqueue(record, *stream);
  event->setRecorded(std::move(record));
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent hEvent, CUstream hStream) {
  return driver::cuEventRecordWithFlags(hEvent, hStream, CU_EVENT_RECORD_DEFAULT);
}

CUresult cuEventQuery(CUevent hEvent) {
  Event *event = find<Event>(hEvent);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  if (CUresult result = refuseCaptured(*event))
    return result;
  if (CUresult result = refuseUnsafe())
    return result;
  Ref<RecordEvent> record = event->recorded();
  if ((record && !Scheduler::isDone(*record)) || event->foreignRecord())
    return CUDA_ERROR_NOT_READY;
  return event->context().error();
}

CUresult cuEventSynchronize(CUevent hEvent) {
  Event *event = find<Event>(hEvent);
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  if (CUresult result = refuseCaptured(*event))
    return result;
  if (CUresult result = refuseUnsafe())
    return result;
  if (Ref<RecordEvent> record = event->recorded()) {
    Process::get().scheduler.wait(*record);
    event->context().output.flush();
  }
  if (uint64_t number = event->foreignRecord())
    while (!event->shared()->isDone(number))
      event->shared()->rest(number);
  return event->context().error();
}

CUresult cuEventElapsedTime(float *pMilliseconds, CUevent hStart, CUevent hEnd) {
  Event *start = find<Event>(hStart), *end = find<Event>(hEnd);
  if (!start || !end || &start->context() != &end->context() || !start->hasTiming() ||
      !end->hasTiming())
    return CUDA_ERROR_INVALID_HANDLE;
  if (start->captured() || end->captured())
    return CUDA_ERROR_CAPTURED_EVENT;
  Ref<RecordEvent> from = start->recorded(), to = end->recorded();
  if (!from || !to)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!from->isDone() || !to->isDone())
    return CUDA_ERROR_NOT_READY;
  *pMilliseconds = std::chrono::duration<float, std::milli>(to->time() - from->time()).count();
  return CUDA_SUCCESS;
}

CUresult cuEventElapsedTime_v1(float *pMilliseconds, CUevent hStart, CUevent hEnd) {
  return driver::cuEventElapsedTime(pMilliseconds, hStart, hEnd);
}

} // namespace anywarp::driver
