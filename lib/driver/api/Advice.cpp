// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of the manual's section "Unified Addressing" that says where memory should be, and asks
// what was said: advice, prefetches, discarding, attributes of ranges.
#include <algorithm>
#include <sched.h>
#include <span>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#include "driver/base/Batch.h"
#include "driver/context/Device.h"
#include "driver/memory/MemoryAdvice.h"
#include "driver/process/Process.h"
#include "driver/stream/Action.h"
#include "exec/memory/ManagedViews.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

// -- Pages ----------------------------------------------------------------------------------------

static uintptr_t pageBytes() {
  static const uintptr_t bytes = uintptr_t(sysconf(_SC_PAGESIZE));
  return bytes;
}

void MemoryAdvice::split(uintptr_t at) {
  auto it = from_.upper_bound(at);
  State before = it == from_.begin() ? State() : std::prev(it)->second;
  from_.try_emplace(at, before);
}

void MemoryAdvice::forget(uintptr_t address, size_t bytes) {
  LockGuard lock(mutex_);
  if (from_.empty())
    return;
  split(address + bytes);
  from_.erase(from_.lower_bound(address), from_.find(address + bytes));
  from_.emplace(address, State());
  if (std::all_of(from_.begin(), from_.end(), [](const auto &part) {
        const State &state = part.second;
        return !state.readMostly && !state.accessedBy && !state.preferred.type &&
               !state.prefetched.type;
      }))
    from_.clear();
}

static MemoryAdvice &advice() { return Process::get().advice; }

// -- Checks ---------------------------------------------------------------------------------------

bool isHostNode(int id) {
  return id == 0 ||
         (id > 0 && !access(("/sys/devices/system/node/node" + std::to_string(id)).c_str(), F_OK));
}

#include "driver/rules/Advice.inc"

/// The range grows to whole pages, as far as the allocation reaches.
static CUresult widenRange(CUdeviceptr &devPtr, size_t &count) {
  const std::optional<Allocation> allocation = Process::get().memory.find(devPtr);
  if (CUresult result = checkRange(devPtr, count, allocation))
    return result;
  const uintptr_t page = pageBytes();
  uintptr_t begin = devPtr / page * page, end = (devPtr + count + page - 1) / page * page;
  if (allocation) {
    begin = std::max(begin, allocation->base);
    end = std::min(end, allocation->end());
  }
  devPtr = begin;
  count = end - begin;
  return CUDA_SUCCESS;
}

/// The location as it is kept: of the host's kinds, "the caller's node" becomes the node.
static CUmemLocation settled(CUmemLocation location) {
  if (location.type == CU_MEM_LOCATION_TYPE_HOST)
    location.id = CU_DEVICE_CPU;
  if (location.type == CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT) {
    unsigned cpu = 0, node = 0;
    getcpu(&cpu, &node);
    location = {CU_MEM_LOCATION_TYPE_HOST_NUMA, int(node)};
  }
  return location;
}

/// The older calls name a device, or the host as CU_DEVICE_CPU.
static CUmemLocation locationOf(CUdevice device) {
  CUmemLocation location{};
  location.type = device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
  location.id = device == CU_DEVICE_CPU ? 0 : device;
  return location;
}

/// The host among the devices of accessedBy.
static constexpr uint64_t kHostBit = uint64_t(1) << 63;

// -- Prefetch and advice --------------------------------------------------------------------------

CUresult cuMemPrefetchAsync(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int,
                            Stream &) {
  if (CUresult result = widenRange(devPtr, count))
    return result;
  if (CUresult result = checkPrefetch(location))
    return result;
  const CUmemLocationType asked = location.type;
  location = settled(location);
  location.type = asked; // "the caller's node" is told as such, with the node it was (seen)
  advice().update(devPtr, count, [&](MemoryAdvice::State &state) { state.prefetched = location; });
  return CUDA_SUCCESS;
}

CUresult cuMemAdvise(CUdeviceptr devPtr, size_t count, CUmem_advise advise,
                     CUmemLocation location) {
  using State = MemoryAdvice::State;
  std::optional<Allocation> allocation = Process::get().memory.find(devPtr);
  if (CUresult result = widenRange(devPtr, count))
    return result;
  if (CUresult result = checkAdvice(advise, location, allocation ? &*allocation : nullptr))
    return result;
  location = settled(location);
  auto update = [&](auto change) {
    advice().update(devPtr, count, change);
    return CUDA_SUCCESS;
  };
  switch (advise) {
  case CU_MEM_ADVISE_SET_READ_MOSTLY:
    return update([](State &state) { state.readMostly = true; });
  case CU_MEM_ADVISE_UNSET_READ_MOSTLY:
    return update([](State &state) { state.readMostly = false; });
  case CU_MEM_ADVISE_SET_PREFERRED_LOCATION:
    return update([&](State &state) { state.preferred = location; });
  case CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION:
    return update([](State &state) { state.preferred = State().preferred; });
  case CU_MEM_ADVISE_SET_ACCESSED_BY:
  case CU_MEM_ADVISE_UNSET_ACCESSED_BY: {
    const bool isHost = location.type == CU_MEM_LOCATION_TYPE_HOST;
    uint64_t bit = isHost ? kHostBit : uint64_t(1) << location.id;
    if (advise == CU_MEM_ADVISE_SET_ACCESSED_BY)
      return update([bit](State &state) { state.accessedBy |= bit; });
    return update([bit](State &state) { state.accessedBy &= ~bit; });
  }
  }
  AW_UNREACHABLE("advice that was not checked");
}

// -- Batches --------------------------------------------------------------------------------------

namespace {
/// Gives whole pages back to the system; what they read as afterwards is not defined.
class DiscardAction final : public Action {
public:
  explicit DiscardAction(std::vector<std::pair<uintptr_t, size_t>> ranges)
      : ranges_(std::move(ranges)) {}
  CUresult run(const Turn &) const override {
    uintptr_t page = pageBytes();
    for (auto [address, bytes] : ranges_) {
      uintptr_t begin = (address + page - 1) / page * page, end = (address + bytes) / page * page;
      if (begin < end)
        (void)madvise(reinterpret_cast<void *>(begin), end - begin, MADV_DONTNEED);
    }
    return CUDA_SUCCESS;
  }

private:
  std::vector<std::pair<uintptr_t, size_t>> ranges_;
};
} // namespace

/// Ranges of managed memory, in a stream that is not the legacy default one. All devices have to
/// share such memory with the host while they work; the manual leaves the code open: as
/// cuMemPrefetchAsync.
static CUresult readBatch(const CUdeviceptr *dptrs, const size_t *sizes, size_t count,
                          unsigned long long flags, CUstream hStream, Stream *&stream) {
  if (CUresult result = findStream(hStream, stream))
    return result;
  if (CUresult result = checkBatch(dptrs, sizes, count, flags, *stream))
    return result;
  for (size_t i = 0; i < count; ++i)
    if (CUresult result = checkManaged(Process::get().memory.find(dptrs[i]), dptrs[i], sizes[i]))
      return result;
  return exec::isManagedExclusive() ? CUDA_ERROR_INVALID_DEVICE : CUDA_SUCCESS;
}

/// Locations, each for the ranges from its index to the next one's.
static CUresult readLocations(const CUmemLocation *locations, const size_t *indices, size_t many,
                              size_t count, std::vector<CUmemLocation> &checked) {
  if (CUresult result = checkLocations(locations, indices, many, count))
    return result;
  checked.assign(locations, locations + many);
  std::transform(checked.begin(), checked.end(), checked.begin(), settled);
  return CUDA_SUCCESS;
}

static void prefetch(const CUdeviceptr *dptrs, const size_t *sizes, size_t count,
                     const std::vector<CUmemLocation> &locations, const size_t *indices) {
  for (size_t i = 0, group = 0; i < count; ++i) {
    if (i && group + 1 < locations.size() && indices[group + 1] == i)
      ++group;
    CUdeviceptr address = dptrs[i];
    size_t bytes = sizes[i];
    if (widenRange(address, bytes) != CUDA_SUCCESS)
      continue; // freed since it was checked
    advice().update(address, bytes,
                    [&](MemoryAdvice::State &state) { state.prefetched = locations[group]; });
  }
}

static void discard(const CUdeviceptr *dptrs, const size_t *sizes, size_t count, Stream &stream) {
  std::vector<std::pair<uintptr_t, size_t>> ranges;
  for (size_t i = 0; i < count; ++i)
    ranges.emplace_back(dptrs[i], sizes[i]);
  Process::get().scheduler.enqueue(commandOf(DiscardAction(std::move(ranges))), stream);
}

/// All that is wrong is told before anything is done.
static CUresult prefetchBatch(CUdeviceptr *dptrs, size_t *sizes, size_t count,
                              CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs,
                              size_t numPrefetchLocs, unsigned long long flags, CUstream hStream,
                              bool discards) {
  Stream *stream;
  std::vector<CUmemLocation> locations;
  if (CUresult result = readBatch(dptrs, sizes, count, flags, hStream, stream))
    return result;
  if (CUresult result =
          readLocations(prefetchLocs, prefetchLocIdxs, numPrefetchLocs, count, locations))
    return result;
  if (discards)
    discard(dptrs, sizes, count, *stream);
  prefetch(dptrs, sizes, count, locations, prefetchLocIdxs);
  return CUDA_SUCCESS;
}

CUresult cuMemDiscardBatchAsync(CUdeviceptr *dptrs, size_t *sizes, size_t count,
                                unsigned long long flags, CUstream hStream) {
  Stream *stream;
  if (CUresult result = readBatch(dptrs, sizes, count, flags, hStream, stream))
    return result;
  discard(dptrs, sizes, count, *stream);
  return CUDA_SUCCESS;
}

// -- Attributes of ranges -------------------------------------------------------------------------

namespace {
/// What all pages of a range agree in.
struct Agreement {
  bool readMostly = true;
  uint64_t accessedBy = ~uint64_t(0);
  std::optional<CUmemLocation> preferred, prefetched; ///< not set: no page was looked at

  Agreement(CUdeviceptr address, size_t bytes) {
    advice().visit(address, bytes, [this](const MemoryAdvice::State &state) {
      readMostly &= state.readMostly;
      accessedBy &= state.accessedBy;
      merge(preferred, state.preferred);
      merge(prefetched, state.prefetched);
    });
  }
  static void merge(std::optional<CUmemLocation> &all, CUmemLocation one) {
    if (!all)
      all = one;
    else if (all->type != one.type || all->id != one.id)
      all = CUmemLocation{CU_MEM_LOCATION_TYPE_INVALID, 0};
  }
};
} // namespace

/// A location as the attributes without a type say it.
static int placeNumber(CUmemLocation location) {
  switch (location.type) {
  case CU_MEM_LOCATION_TYPE_DEVICE:
    return location.id;
  case CU_MEM_LOCATION_TYPE_INVALID:
    return CU_DEVICE_INVALID;
  default:
    return CU_DEVICE_CPU;
  }
}

static int placeId(CUmemLocation location) {
  return location.type == CU_MEM_LOCATION_TYPE_INVALID ? int(CU_DEVICE_INVALID) : location.id;
}

static CUresult rangeAttribute(const Agreement &range, CUmem_range_attribute attribute, void *data,
                               size_t bytes) {
  int *numbers = static_cast<int *>(data);
  if (CUresult result = checkRangeAttribute(attribute, data, bytes))
    return result;
  if (attribute == CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY) {
    size_t room = bytes / sizeof(int), used = 0;
    for (const auto &device : Process::get().devices())
      if (used < room && range.accessedBy >> device->ordinal() & 1)
        numbers[used++] = device->ordinal();
    if (used < room && range.accessedBy & kHostBit)
      numbers[used++] = CU_DEVICE_CPU;
    std::fill(numbers + used, numbers + room, int(CU_DEVICE_INVALID));
    return CUDA_SUCCESS;
  }
  auto answer = [numbers](int number) {
    *numbers = number;
    return CUDA_SUCCESS;
  };
  switch (attribute) {
  case CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY:
    return answer(range.readMostly);
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION:
    return answer(placeNumber(*range.preferred));
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION:
    return answer(placeNumber(*range.prefetched));
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE:
    return answer(range.preferred->type);
  case CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID:
    return answer(placeId(*range.preferred));
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE:
    return answer(range.prefetched->type);
  case CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID:
    return answer(placeId(*range.prefetched));
  default:
    AW_UNREACHABLE("an attribute that was not checked");
  }
}

CUresult cuMemRangeGetAttribute(void *data, size_t dataSize, CUmem_range_attribute attribute,
                                CUdeviceptr devPtr, size_t count) {
  if (CUresult result = widenRange(devPtr, count))
    return result;
  return rangeAttribute(Agreement(devPtr, count), attribute, data, dataSize);
}

CUresult cuMemRangeGetAttributes(void **data, size_t *dataSizes, CUmem_range_attribute *attributes,
                                 size_t numAttributes, CUdeviceptr devPtr, size_t count) {
  if (CUresult result = widenRange(devPtr, count))
    return result;
  Agreement range(devPtr, count);
  for (size_t i = 0; i < numAttributes; ++i)
    if (CUresult result = rangeAttribute(range, attributes[i], data[i], dataSizes[i]))
      return result;
  return CUDA_SUCCESS;
}

/// Memory that nobody moved is where the host's is. What runs on a device here moves none.
CUresult cuMemGetLocationInfo(CUdeviceptr ptr, size_t size, size_t summaryGranularity,
                              size_t samplingGranularity, CUmemLocation *location_out) {
  CUdeviceptr begin = ptr;
  size_t bytes = size;
  if (CUresult result = widenRange(begin, bytes))
    return result;
  const size_t step = std::max<size_t>(samplingGranularity, pageBytes());
  for (size_t part = 0; part < size; part += summaryGranularity) {
    const size_t end = std::min(size, part + summaryGranularity);
    std::vector<std::pair<CUmemLocation, size_t>> seen;
    for (size_t at = part; at < end; at += step)
      advice().visit(ptr + at, 1, [&](const MemoryAdvice::State &state) {
        CUmemLocation place = state.prefetched;
        if (place.type == CU_MEM_LOCATION_TYPE_INVALID)
          place = settled({CU_MEM_LOCATION_TYPE_HOST, 0});
        auto known = std::ranges::find_if(seen, [&](const auto &one) {
          return one.first.type == place.type && one.first.id == place.id;
        });
        if (known == seen.end())
          known = seen.insert(known, {place, 0});
        ++known->second;
      });
    *location_out++ =
        std::ranges::max_element(seen, {}, [](const auto &one) { return one.second; })->first;
  }
  return CUDA_SUCCESS;
}

#include "driver/bodies/Advice.inc"

} // namespace anywarp::driver
