// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Green Contexts".
#include "driver/stream/GreenContext.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "driver/context/Device.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"
#include "driver/stream/ContextEvents.h"
#include "exec/memory/Strict.h"
#include "machine/Machine.h"

namespace anywarp::driver {

// -- Resources: numbers of multiprocessors --------------------------------------------------------

namespace {
/// What lies in a resource's padding, so that one that no call made is refused.
struct ResourceMark {
  static constexpr uint64_t kMagic = 0x6572'6e65'6572'6721;
  uint64_t magic = kMagic;
  int32_t device = 0;
};

/// The bits of a CUdevResourceDesc, which no call ever destroys: nothing to be kept.
union ResourceDescription {
  struct {
    uint32_t magic;
    uint16_t device;
    uint16_t multiprocessors;
  } fields;
  CUdevResourceDesc handle;
};
constexpr uint32_t kDescriptionMagic = 0x67726e31;
} // namespace

/// Workers can be counted one by one: there are no pairs of multiprocessors as in a GPU.
static constexpr unsigned kMinPartition = 1, kAlignment = 1;
/// Multiprocessors of a GPU that belong together, and without CU_DEV_SM_RESOURCE_SPLIT_IGNORE_….
static constexpr unsigned kGpuMinPartition = 2, kGpuCoscheduled = 8;
/// One part of an H100 holds no second group of eight: 12 multiprocessors are left (seen).
static constexpr unsigned kWholeH100 = 132, kGroupsOfH100 = 15;

/// What all groups of a device can count. Programs ask for as many as groups of a GPU have, and a
/// CPU device may have fewer workers than one. Then it is split as the GPU it is modelled on, and
/// its groups share the workers. Not in strict mode.
static unsigned splittable(const Device &device) {
  return exec::isStrict() ? device.multiprocessors()
                          : std::max(device.multiprocessors(), machine::product().multiprocessors);
}

static CUdevResource makeResource(int device, unsigned multiprocessors) {
  CUdevResource resource{};
  if (!multiprocessors) {
    resource.type = CU_DEV_RESOURCE_TYPE_INVALID;
    return resource;
  }
  resource.type = CU_DEV_RESOURCE_TYPE_SM;
  resource.sm.smCount = multiprocessors;
  resource.sm.minSmPartitionSize = kMinPartition;
  resource.sm.smCoscheduledAlignment = kAlignment;
  ResourceMark mark;
  mark.device = device;
  std::memcpy(resource._internal_padding, &mark, sizeof mark);
  return resource;
}

#include "driver/rules/GreenContext.inc"

/// The device of a resource; an error if it is none that a call made.
static CUresult readResource(const CUdevResource &resource, Device *&device) {
  ResourceMark mark;
  std::memcpy(&mark, resource._internal_padding, sizeof mark);
  device = mark.magic == ResourceMark::kMagic ? findDevice(mark.device) : nullptr;
  return checkShare(resource, device);
}

static CUresult giveResource(int device, uint32_t multiprocessors, CUdevResourceType type,
                             CUdevResource *resource) {
  if (CUresult result = checkShareType(type))
    return result;
  *resource = makeResource(device, multiprocessors);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevResource(CUcontext hCtx, CUdevResource *resource, CUdevResourceType type) {
  if (!hCtx)
    return CUDA_ERROR_INVALID_CONTEXT;
  Context *context;
  if (CUresult result = usableContext(hCtx, context))
    return result;
  GreenContext *green = findGreen(hCtx);
  return giveResource(context->device().ordinal(),
                      green ? green->multiprocessors() : context->multiprocessors(), type,
                      resource);
}

CUresult findGreen(CUgreenCtx handle, GreenContext *&green) {
  green = find<GreenContext>(handle);
  return green ? CUDA_SUCCESS
               : absent(Object::KindGreenContext, handle, CUDA_ERROR_INVALID_CONTEXT);
}

CUresult cuDevSmResourceSplitByCount(CUdevResource *result, unsigned int *nbGroups,
                                     const CUdevResource *input, CUdevResource *remaining,
                                     unsigned int useFlags, unsigned int minCount) {
  Device *device;
  if (CUresult failure = readResource(*input, device))
    return failure;
  unsigned size = std::max(minCount, kMinPartition), left = input->sm.smCount;
  bool isWhole = false;
  if (size > left && left == device->multiprocessors() && splittable(*device) > left) {
    const bool isFree = useFlags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
    const unsigned unit = isFree ? kGpuMinPartition : kGpuCoscheduled;
    size = (size + unit - 1) / unit * unit;
    left = splittable(*device);
    if (size > left && minCount <= left)
      size = left;
    isWhole = !isFree && size == kGpuCoscheduled && left == kWholeH100;
  }
  unsigned possible = isWhole ? kGroupsOfH100 : left / size;
  if (!possible)
    return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  if (result) {
    unsigned made = std::min(*nbGroups, possible);
    for (unsigned i = 0; i < made; ++i)
      result[i] = makeResource(device->ordinal(), size);
    *nbGroups = made;
    left -= made * size;
  } else { // only asked how many there would be
    *nbGroups = possible;
    left -= possible * size;
  }
  if (remaining)
    *remaining = makeResource(device->ordinal(), left);
  return CUDA_SUCCESS;
}

/// Multiprocessors of a group, none of which are more related than others: as many as are asked
/// for, or all that are left. 0: not to be had.
static unsigned groupSize(const CU_DEV_SM_RESOURCE_GROUP_PARAMS &group, unsigned left) {
  const unsigned unit = std::max(group.coscheduledSmCount, kMinPartition);
  unsigned size = group.smCount;
  if (!size)
    size = group.flags & CU_DEV_SM_RESOURCE_GROUP_BACKFILL ? left : left / unit * unit;
  const bool isWhole = size % unit == 0 || group.flags & CU_DEV_SM_RESOURCE_GROUP_BACKFILL;
  return size <= left && size >= kMinPartition && isWhole ? size : 0;
}

CUresult cuDevSmResourceSplit(CUdevResource *result, unsigned int nbGroups,
                              const CUdevResource *input, CUdevResource *remainder,
                              unsigned int flags, CU_DEV_SM_RESOURCE_GROUP_PARAMS *groupParams) {
  Device *device;
  if (CUresult failure = readResource(*input, device))
    return failure;
  unsigned left = input->sm.smCount;
  uint64_t asked = 0;
  for (unsigned i = 0; i < nbGroups; ++i)
    asked += groupParams[i].smCount;
  if (asked > left && left == unsigned(device->multiprocessors())) // as in the split by count
    left = unsigned(splittable(*device));
  std::vector<unsigned> sizes;
  for (unsigned i = 0; i < nbGroups; ++i) {
    const CU_DEV_SM_RESOURCE_GROUP_PARAMS &group = groupParams[i];
    sizes.push_back(groupSize(group, left));
    if (CUresult failure = checkGroup(group, sizes.back()))
      return failure;
    left -= sizes.back();
  }
  for (unsigned i = 0; i < nbGroups; ++i) {
    groupParams[i].smCount = sizes[i];
    if (result)
      result[i] = makeResource(device->ordinal(), sizes[i]);
  }
  if (remainder)
    *remainder = makeResource(device->ordinal(), left);
  return CUDA_SUCCESS;
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *phDesc, CUdevResource *resources,
                                   unsigned int nbResources) {
  Device *device = nullptr;
  uint64_t sum = 0;
  for (unsigned i = 0; i < nbResources; ++i) {
    Device *each;
    if (CUresult result = readResource(resources[i], each))
      return result;
    if (device && each != device)
      return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    device = each;
    sum += resources[i].sm.smCount;
  }
  if (sum > splittable(*device))
    return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
  ResourceDescription description{};
  description.fields = {kDescriptionMagic, uint16_t(device->ordinal()), uint16_t(sum)};
  *phDesc = description.handle;
  return CUDA_SUCCESS;
}

// -- Contexts -------------------------------------------------------------------------------------

static std::atomic<uint64_t> nextPartition{1};

GreenContext::GreenContext(Context &primary, uint32_t multiprocessors)
    : context_(&primary), partition_(new Partition{multiprocessors, nextPartition.fetch_add(1)}),
      stream_(make<Stream>(primary, Stream::Role::Created, unsigned(CU_STREAM_NON_BLOCKING), 0,
                           partition_)) {}

GreenContext *findGreen(CUcontext handle) {
  return static_cast<GreenContext *>(
      Process::get().handles.find(Object::KindGreenContext, reinterpret_cast<uint64_t>(handle)));
}

template <> Context *find<Context>(CUcontext handle) {
  if (Object *context =
          Process::get().handles.find(Object::KindContext, reinterpret_cast<uint64_t>(handle)))
    return static_cast<Context *>(context);
  GreenContext *green = findGreen(handle);
  return green ? &green->context() : nullptr;
}

CUresult cuGreenCtxCreate(CUgreenCtx *phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int) {
  ResourceDescription description{};
  description.handle = desc;
  if (CUresult result = checkDescription(description, dev))
    return result;
  Device &device = *findDevice(dev);
  if (CUresult result = device.retainPrimary(&Device::Primary::greens))
    return result;
  Ref<GreenContext> green =
      make<GreenContext>(*device.primary.context, uint32_t(description.fields.multiprocessors));
  if (CUresult result = Process::get().publish(Object::KindGreenContext, green)) {
    (void)device.releasePrimary(&Device::Primary::greens);
    return result;
  }
  green->partition()->green.store(green->handleBits());
  *phCtx = handleOf(*green);
  return CUDA_SUCCESS;
}

/// Work in its streams goes on; so do the streams that the program made.
CUresult cuGreenCtxDestroy(CUgreenCtx hCtx) {
  Ref<Object> removed =
      Process::get().handles.remove(Object::KindGreenContext, reinterpret_cast<uint64_t>(hCtx));
  if (!removed)
    return absent(Object::KindGreenContext, hCtx, CUDA_ERROR_INVALID_CONTEXT);
  auto &green = static_cast<GreenContext &>(*removed);
  Process::get().noteGone(reinterpret_cast<CUcontext>(hCtx), green.context().device());
  green.partition()->green.store(0);
  Process::get().scheduler.wait(green.defaultStream());
  return green.context().device().releasePrimary(&Device::Primary::greens);
}

// -- Streams and events ---------------------------------------------------------------------------

CUresult cuGreenCtxStreamCreate(CUstream *phStream, GreenContext &green, unsigned int flags,
                                int priority) {
  if (CUresult lost = green.context().error())
    return lost;
  return createStream(green.context(), flags, priority, green.partition(), phStream);
}

CUresult cuStreamGetGreenCtx(Stream &stream, CUgreenCtx *phCtx) {
  const std::shared_ptr<Partition> &partition = stream.partition();
  *phCtx = reinterpret_cast<CUgreenCtx>(partition ? partition->green.load() : 0);
  return CUDA_SUCCESS;
}

CUresult cuStreamGetDevResource(Stream &stream, CUdevResource *resource, CUdevResourceType type) {
  const std::shared_ptr<Partition> &partition = stream.partition();
  return giveResource(stream.context().device().ordinal(),
                      partition ? partition->multiprocessors : stream.context().multiprocessors(),
                      type, resource);
}

#include "driver/bodies/GreenContext.inc"

} // namespace anywarp::driver
