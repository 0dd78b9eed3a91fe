// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of grids, copies and fills. CUPTI's places of memory have our numbers.
#include "cupti/Buffers.h"
#include "cupti/Tracer.h"

namespace anywarp::cupti {

namespace {

using Place = ObservedWork::Place;
static_assert(int(Place::Pageable) == CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE &&
              int(Place::Pinned) == CUPTI_ACTIVITY_MEMORY_KIND_PINNED &&
              int(Place::Device) == CUPTI_ACTIVITY_MEMORY_KIND_DEVICE &&
              int(Place::Array) == CUPTI_ACTIVITY_MEMORY_KIND_ARRAY &&
              int(Place::Managed) == CUPTI_ACTIVITY_MEMORY_KIND_MANAGED);

/// What all records of work have.
template <typename Record> void fillCommon(Record &record, const ObservedWork &work) {
  record.start = work.start;
  record.end = work.end;
  record.deviceId = work.device;
  record.contextId = work.context;
  record.streamId = work.stream;
  record.correlationId = work.correlation;
  record.channelType = CUPTI_CHANNEL_TYPE_INVALID;
  record.isDeviceLaunched = work.isFromDevice;
}

void addGrid(const ObservedWork &work) {
  static std::atomic<int64_t> lastGrid{0};
  CUpti_ActivityKernel10 record{};
  record.kind = Tracer::get().wants(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
                    ? CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
                    : CUPTI_ACTIVITY_KIND_KERNEL;
  fillCommon(record, work);
  record.completed = work.end;
  record.queued = work.queued;
  record.registersPerThread = uint16_t(work.registers);
  record.gridX = int32_t(work.grid[0]);
  record.gridY = int32_t(work.grid[1]);
  record.gridZ = int32_t(work.grid[2]);
  record.blockX = int32_t(work.block[0]);
  record.blockY = int32_t(work.block[1]);
  record.blockZ = int32_t(work.block[2]);
  record.clusterX = work.cluster[0];
  record.clusterY = work.cluster[1];
  record.clusterZ = work.cluster[2];
  record.staticSharedMemory = int32_t(work.staticShared);
  record.dynamicSharedMemory = int32_t(work.dynamicShared);
  record.sharedMemoryExecuted = work.staticShared + work.dynamicShared;
  record.localMemoryPerThread = work.localBytes;
  record.gridId = ++lastGrid;
  record.name = Buffers::get().keep(work.name);
  record.launchType = work.isCooperative ? CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE
                                         : CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR;
  Buffers::get().add(record);
}

uint8_t copyKind(Place from, Place to) {
  auto isHost = [](Place place) { return place == Place::Pageable || place == Place::Pinned; };
  if (isHost(from))
    return isHost(to) ? CUPTI_ACTIVITY_MEMCPY_KIND_HTOH : CUPTI_ACTIVITY_MEMCPY_KIND_HTOD;
  return isHost(to) ? CUPTI_ACTIVITY_MEMCPY_KIND_DTOH : CUPTI_ACTIVITY_MEMCPY_KIND_DTOD;
}

void addCopy(const ObservedWork &work) {
  CUpti_ActivityMemcpy6 record{};
  record.kind = CUPTI_ACTIVITY_KIND_MEMCPY;
  fillCommon(record, work);
  record.copyKind = copyKind(work.from, work.to);
  record.srcKind = uint8_t(work.from);
  record.dstKind = uint8_t(work.to);
  record.flags = work.isAsync ? CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC : 0;
  record.bytes = work.bytes;
  record.copyCount = 1;
  Buffers::get().add(record);
}

void addFill(const ObservedWork &work) {
  CUpti_ActivityMemset4 record{};
  record.kind = CUPTI_ACTIVITY_KIND_MEMSET;
  fillCommon(record, work);
  record.value = work.value;
  record.bytes = work.bytes;
  record.flags = work.isAsync ? CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC : 0;
  record.memoryKind = uint16_t(work.to);
  Buffers::get().add(record);
}

} // namespace

void tellWork(const ObservedWork &work) {
  const Tracer &tracer = Tracer::get();
  if (work.kind == ObservedWork::Kind::Grid && tracer.wantsKernels())
    addGrid(work);
  if (work.kind == ObservedWork::Kind::Copy && tracer.wants(CUPTI_ACTIVITY_KIND_MEMCPY))
    addCopy(work);
  if (work.kind == ObservedWork::Kind::Fill && tracer.wants(CUPTI_ACTIVITY_KIND_MEMSET))
    addFill(work);
}

} // namespace anywarp::cupti
