// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands that copy and fill.
#include "driver/memory/Copy.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "driver/graph/Capture.h"
#include "driver/memory/TransferRecord.h"
#include "driver/process/Process.h"
#include "driver/stream/WorkOrigin.h"
#include "exec/memory/ManagedViews.h"
#include "exec/memory/Protect.h"
#include "insight/Sanitizer.h"

namespace anywarp::driver {

/// Pageable memory up to this size is copied aside by the call itself, which then need not wait.
static constexpr size_t kStagedBytes = 64 << 10;
/// Copies and fills up to this size are run by the thread that gives them, if they can run at once.
static constexpr size_t kShortBytes = 4 << 20;

/// What compute-sanitizer is told of a copy, before it is done. `host`: frames of the call that
/// asked for it.
static void tellCopy(const CopyEndpoint &to, const CopyEndpoint &from, const CopyExtent &extent,
                     const insight::HostFrames &host) {
  insight::Sanitizer *sanitizer = insight::Sanitizer::get();
  if (!sanitizer)
    return;
  const bool isResult = to.isHost && sanitizer->wantsResults();
  insight::ResultDigest result(isResult ? extent.width * extent.height * extent.depth : 0);
  for (size_t z = 0; z < extent.depth; ++z)
    for (size_t y = 0; y < extent.height; ++y) {
      const auto target = uintptr_t(to.address + z * to.slicePitch + y * to.pitch);
      const auto source = uintptr_t(from.address + z * from.slicePitch + y * from.pitch);
      const insight::Moment moment = ManagedAccess::momentOfRunning();
      sanitizer->moved(moment, target, source, extent.width, host);
      if (to.isHost)
        sanitizer->hostReads(source, extent.width, "cudaMemcpy", host);
      sanitizer->copied(target, source, extent.width);
      if (isResult)
        result.add(exec::deviceView(reinterpret_cast<char *>(source)), extent.width);
    }
  if (isResult)
    sanitizer->copiedToHost(result, host);
}

static void copyBytes(CopyEndpoint to, CopyEndpoint from, const CopyExtent &extent) {
  to.address = exec::deviceView(to.address);
  from.address = exec::deviceView(from.address);
  bool oneRun = extent.depth == 1 &&
                (extent.height == 1 || (to.pitch == extent.width && from.pitch == extent.width));
  if (oneRun) {
    std::memmove(to.address, from.address, extent.width * extent.height);
    return;
  }
  for (size_t z = 0; z < extent.depth; ++z)
    for (size_t y = 0; y < extent.height; ++y)
      std::memmove(to.address + z * to.slicePitch + y * to.pitch,
                   from.address + z * from.slicePitch + y * from.pitch, extent.width);
}

/// Does the work; where memory may go while it is done, a fault is an error and not the process's
/// end.
template <typename Work> static CUresult doGuarded(bool guarded, Work work) {
  if (!guarded) {
    work();
    return CUDA_SUCCESS;
  }
  Status status = exec::runProtected([](void *arg) { (*static_cast<Work *>(arg))(); }, &work);
  return status.ok() ? CUDA_SUCCESS : CUDA_ERROR_ILLEGAL_ADDRESS;
}

CUresult runCopy(const CopyEndpoint &to, const CopyEndpoint &from, const CopyExtent &extent,
                 const std::vector<void *> &host) {
  tellCopy(to, from, extent, host);
  return doGuarded(to.isMapped || from.isMapped, [&] { copyBytes(to, from, extent); });
}

CopyEndpoint CopyAction::stagedEndpoint() const {
  CopyEndpoint endpoint;
  endpoint.address = const_cast<char *>(staged_.data());
  endpoint.pitch = extent_.width;
  endpoint.slicePitch = extent_.width * extent_.height;
  return endpoint;
}

void CopyAction::stage() {
  staged_.resize(extent_.width * extent_.height * extent_.depth);
  copyBytes(stagedEndpoint(), from_, extent_);
}

static void tellUses(const CopyEndpoint &end, const CopyExtent &extent, const Command &command,
                     const Stream &stream) {
  Process::get().managed.uses(command, stream, uintptr_t(end.address),
                              end.slicePitch * (extent.depth - 1) +
                                  end.pitch * (extent.height - 1) + extent.width);
}

void CopyAction::tellUses(const Command &command, const Stream &stream) const {
  driver::tellUses(to_, extent_, command, stream);
  driver::tellUses(from_, extent_, command, stream);
}

static void tellUses(const Fill &fill, const Command &command, const Stream &stream) {
  Process::get().managed.uses(command, stream, uintptr_t(fill.address),
                              fill.pitch * (fill.height - 1) + fill.width * fill.valueBytes);
}

void FillAction::tellUses(const Command &command, const Stream &stream) const {
  driver::tellUses(fill_, command, stream);
}

CUresult CopyAction::run(const Turn &) const {
  TransferRecord record(to_, from_, extent_, origin);
  return runCopy(to_, staged_.empty() ? from_ : stagedEndpoint(), extent_, origin.host);
}

CUresult FillAction::run(const Turn &) const {
  TransferRecord record(fill_.width * fill_.valueBytes * fill_.height, fill_.value, origin);
  return fill_.run(origin.host);
}

CUresult Fill::run(const std::vector<void *> &host) const {
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    for (size_t y = 0; y < height; ++y) {
      const uintptr_t row = uintptr_t(address + y * pitch);
      sanitizer->moved(ManagedAccess::momentOfRunning(), row, 0, width * valueBytes, host);
      sanitizer->wrote(row, width * valueBytes);
    }
  return doGuarded(isMapped, [this] {
    for (size_t y = 0; y < height; ++y)
      fillRow(exec::deviceView(address) + y * pitch);
  });
}

void Fill::fillRow(char *row) const {
  switch (valueBytes) {
  case 1:
    std::memset(row, int(value), width);
    break;
  case 2:
    std::fill_n(reinterpret_cast<uint16_t *>(row), width, uint16_t(value));
    break;
  default:
    std::fill_n(reinterpret_cast<uint32_t *>(row), width, value);
    break;
  }
}

/// Bytes from the first to the last of the extent; false on overflow.
static bool span(const CopyEndpoint &endpoint, const CopyExtent &extent, size_t &bytes) {
  size_t slices, rows;
  return !__builtin_mul_overflow(extent.depth - 1, endpoint.slicePitch, &slices) &&
         !__builtin_mul_overflow(extent.height - 1, endpoint.pitch, &rows) &&
         !__builtin_add_overflow(slices, rows, &bytes) &&
         !__builtin_add_overflow(bytes, extent.width, &bytes);
}

/// Memory of a pool of the host's is no device's for a copy, and for a fill only as far as the pool
/// says so (seen).
enum class Reaches : uint8_t { Device, Either, Fill };
static bool reaches(Reaches what, const Allocation &allocation) {
  return !allocation.isPooledHost || what == Reaches::Either ||
         (what == Reaches::Fill && allocation.kernelsMay());
}

#include "driver/rules/Copy.inc"

/// An endpoint in memory that the driver knows.
static CUresult knownEndpoint(CUdeviceptr address, const CopyExtent &extent, CopyEndpoint &endpoint,
                              Reaches what) {
  endpoint.address = reinterpret_cast<char *>(address);
  if (extent.isEmpty())
    return CUDA_SUCCESS;
  size_t bytes;
  const MemoryMap &memory = Process::get().memory;
  std::optional<Allocation> allocation = memory.find(address);
  if (!allocation || !allocation->isDeviceAccessible() || !span(endpoint, extent, bytes) ||
      !reaches(what, *allocation))
    return CUDA_ERROR_INVALID_VALUE;
  endpoint.isHost = allocation->isHost();
  endpoint.isManaged = allocation->isManaged();
  if (allocation->kind == Allocation::Kind::Mapped) {
    endpoint.isMapped = true;
    return memory.checkMapped(address, bytes, endpoint.isReadOnly);
  }
  return bytes <= allocation->end() - address ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult deviceEndpoint(CUdeviceptr address, const CopyExtent &extent, CopyEndpoint &endpoint) {
  return knownEndpoint(address, extent, endpoint, Reaches::Device);
}

CUresult hostEndpoint(const void *address, const CopyExtent &extent, CopyEndpoint &endpoint) {
  endpoint.address = static_cast<char *>(const_cast<void *>(address));
  endpoint.isHost = true;
  if (extent.isEmpty())
    return CUDA_SUCCESS;
  size_t bytes;
  if (!address || !span(endpoint, extent, bytes))
    return CUDA_ERROR_INVALID_VALUE;
  std::optional<Allocation> allocation = Process::get().memory.find(uintptr_t(address));
  endpoint.isPageable = !allocation;
  return checkHostRange(allocation, uintptr_t(address), bytes);
}

CUresult unifiedEndpoint(CUdeviceptr address, const CopyExtent &extent, CopyEndpoint &endpoint) {
  if (Process::get().memory.find(address))
    return knownEndpoint(address, extent, endpoint, Reaches::Either);
  return hostEndpoint(reinterpret_cast<const void *>(address), extent, endpoint);
}

CUresult submitCopy(const CopyEndpoint &to, const CopyEndpoint &from, const CopyExtent &extent,
                    Stream &stream, Blocking blocking, SourceUse use) {
  if (extent.isEmpty())
    return CUDA_SUCCESS;
  if (CUresult result = checkWritten(to))
    return result;
  Scheduler &scheduler = Process::get().scheduler;
  ManagedAccess &managed = Process::get().managed;
  CopyAction action(to, from, extent,
                    managed.isOfDevice(to.address, stream) ||
                        managed.isOfDevice(from.address, stream));
  // Calls without a stream return when the copy is done, except between memories that the host does
  // not see. Copies out of pageable memory return when it may be changed again, copies into it when
  // it is filled.
  auto isSeen = [](const CopyEndpoint &endpoint) { return endpoint.isHost || endpoint.isManaged; };
  bool waits = blocking == Blocking::Yes ? isSeen(to) || isSeen(from) : to.isPageable;
  // Documented: without a stream it comes after what is in the stream, which the program knows
  // then.
  if (ManagedAccess::followsOrder() && blocking == Blocking::Yes && from.isPageable)
    waits = true;
  bool leavesAtOnce = from.isPageable || use == SourceUse::DuringCall;
  if (!waits && leavesAtOnce) {
    if (!from.isMapped && extent.width * extent.height * extent.depth <= kStagedBytes)
      action.stage();
    else
      waits = true;
  }
  action.origin = WorkOrigin::here(stream);
  action.origin.isAsync = blocking == Blocking::No;
  const Ref<Command> command = commandOf(std::move(action));
  scheduler.enqueue(command, stream);
  if (!waits) {
    tellUses(to, extent, *command, stream);
    tellUses(from, extent, *command, stream);
    if (extent.width * extent.height * extent.depth <= kShortBytes)
      scheduler.endIfReady(*command);
    return CUDA_SUCCESS;
  }
  scheduler.wait(*command);
  stream.context().output.flush();
  return stream.context().error();
}

CUresult checkFill(Fill &fill, bool &isHost) {
  if (CUresult result = checkFillPlace(fill))
    return result;
  CopyExtent extent;
  extent.height = fill.height;
  extent.width = fill.width * fill.valueBytes;
  isHost = false;
  if (extent.isEmpty())
    return CUDA_SUCCESS;
  if (fill.height > 1 && fill.pitch < extent.width)
    return CUDA_ERROR_INVALID_VALUE;
  CopyEndpoint endpoint;
  endpoint.pitch = fill.pitch;
  if (CUresult result = knownEndpoint(CUdeviceptr(fill.address), extent, endpoint, Reaches::Fill))
    return result;
  if (CUresult result = checkWritten(endpoint))
    return result;
  fill.isMapped = endpoint.isMapped;
  isHost = endpoint.isHost || endpoint.isManaged;
  return CUDA_SUCCESS;
}

CUresult submitFill(Fill fill, Stream &stream, Blocking blocking) {
  bool isHost;
  if (CUresult result = checkFill(fill, isHost))
    return result;
  bool isCapturing;
  if (CUresult result = enterStream(stream, isCapturing))
    return result;
  if (blocking == Blocking::Yes) {
    if (isCapturing)
      return refuseOn(stream);
  } else if (isCapturing) {
    if (fill.isEmpty()) // nothing is no node (seen)
      return CUDA_SUCCESS;
    FillNode node;
    node.fill = {CUdeviceptr(fill.address), fill.pitch, fill.value,
                 fill.valueBytes,           fill.width, fill.height};
    node.context = Ref<Context>(&stream.context());
    return captureNode(stream, std::move(node));
  }
  if (fill.isEmpty())
    return CUDA_SUCCESS;
  Scheduler &scheduler = Process::get().scheduler;
  ManagedAccess &managed = Process::get().managed;
  FillAction action(fill, managed.isOfDevice(fill.address, stream));
  action.origin = WorkOrigin::here(stream);
  action.origin.isAsync = blocking == Blocking::No;
  const Ref<Command> command = commandOf(std::move(action));
  scheduler.enqueue(command, stream);
  // Memory that the host can see is filled when the call returns.
  if (blocking == Blocking::Yes && isHost) {
    scheduler.wait(*command);
    return stream.context().error();
  }
  tellUses(fill, *command, stream);
  if (fill.width * fill.valueBytes * fill.height <= kShortBytes)
    scheduler.endIfReady(*command);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
