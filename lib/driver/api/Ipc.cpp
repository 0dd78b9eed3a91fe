// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and events of several processes: the manual's functions cuIpc*.
#include "driver/base/SharedFile.h"
#include "driver/context/Device.h"
#include "driver/process/Process.h"
#include "driver/stream/Event.h"

namespace anywarp::driver {

CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, CUdeviceptr dptr) {
  Process &process = Process::get();
  Allocation allocation;
  Backing::Shared shared;
  bool isKnown = false;
  // The memory, with what lies beside it, gets a file below it: nobody may write while that
  // happens.
  process.scheduler.whileIdle([&] { isKnown = process.memory.share(dptr, allocation, shared); });
  if (!isKnown)
    return CUDA_ERROR_INVALID_VALUE;
  if (shared.descriptor < 0)
    return CUDA_ERROR_OUT_OF_MEMORY;
  SharedFile file(SharedFile::Kind::Memory, shared.descriptor);
  file.offset = allocation.base - shared.start;
  file.bytes = allocation.size;
  file.fileBytes = shared.bytes;
  file.write(*pHandle);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenMemHandle(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int) {
  SharedFile file;
  if (!file.read(handle, SharedFile::Kind::Memory))
    return CUDA_ERROR_INVALID_VALUE;
  if (file.isOwn()) // handles are for other processes
    return CUDA_ERROR_INVALID_CONTEXT;
  return Process::get().memory.importShared(currentContext(), file, *pdptr);
}

CUresult cuIpcCloseMemHandle(CUdeviceptr dptr) {
  Process &process = Process::get();
  if (std::optional<Allocation> allocation = process.memory.find(dptr))
    process.scheduler.wait(*allocation->context);
  return process.memory.closeImported(dptr);
}

CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent hEvent) {
  Event *event = find<Event>(hEvent);
  if (!event)
    return hEvent ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE; // seen
  if (!event->shared())
    return CUDA_ERROR_INVALID_HANDLE; // not made for that
  SharedFile file = event->shared()->file();
  file.write(*pHandle);
  return CUDA_SUCCESS;
}

CUresult cuIpcOpenEventHandle(CUevent *phEvent, CUipcEventHandle handle) {
  SharedFile file;
  if (!file.read(handle, SharedFile::Kind::Event))
    return CUDA_ERROR_MAP_FAILED;
  if (file.isOwn())
    return CUDA_ERROR_INVALID_CONTEXT;
  std::shared_ptr<SharedEvent> shared = SharedEvent::open(file);
  if (!shared)
    return CUDA_ERROR_MAP_FAILED;
  Context &context = currentContext();
  Ref<Event> event =
      make<Event>(context, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING, std::move(shared));
  if (CUresult result = context.publish(Object::KindEvent, event))
    return result;
  *phEvent = handleOf(*event);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
