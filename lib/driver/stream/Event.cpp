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
    return absentChild(hEvent);
  return CUDA_SUCCESS;
}

CUresult findEvent(CUevent handle, Event *&event) {
  event = find<Event>(handle);
  return event ? CUDA_SUCCESS : absentChild(handle);
}

CUresult cuEventRecordWithFlags(Event &event, Stream &stream, unsigned int flags) {
  bool isCapturing;
  if (CUresult result = enterStream(stream, isCapturing))
    return result;
  if (isCapturing && (flags & CU_EVENT_RECORD_EXTERNAL))
    return captureNode(stream, EventNode{Ref<Event>(&event), /*isRecord=*/true});
  if (isCapturing) {
    event.setCaptured(captureRecord(stream));
    return CUDA_SUCCESS;
  }
  if (flags & CU_EVENT_RECORD_EXTERNAL) // means something in a capture only
    return CUDA_ERROR_ILLEGAL_STATE;
  Ref<RecordEvent> record =
      event.shared() ? make<RecordEvent>(event.shared()) : make<RecordEvent>();
  Process::get().scheduler.enqueue(record, stream);
  event.setRecorded(std::move(record));
  return CUDA_SUCCESS;
}

CUresult cuEventQuery(Event &event) {
  Ref<RecordEvent> record = event.recorded();
  if ((record && !Scheduler::isDone(*record)) || event.foreignRecord())
    return CUDA_ERROR_NOT_READY;
  return event.context().error();
}

CUresult cuEventSynchronize(Event &event) {
  if (Ref<RecordEvent> record = event.recorded()) {
    Process::get().scheduler.wait(*record);
    event.context().output.flush();
  }
  if (uint64_t number = event.foreignRecord())
    while (!event.shared()->isDone(number))
      event.shared()->rest(number);
  return event.context().error();
}

CUresult cuEventElapsedTime(float *pMilliseconds, Event &start, Event &end) {
  Ref<RecordEvent> from = start.recorded(), to = end.recorded();
  if (!from || !to)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!from->isDone() || !to->isDone())
    return CUDA_ERROR_NOT_READY;
  *pMilliseconds = std::chrono::duration<float, std::milli>(to->time() - from->time()).count();
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
