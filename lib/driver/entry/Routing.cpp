// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whose devices a call is for.
#include "driver/entry/Routing.h"

#include "driver/entry/RoutingCalls.h"
#include "driver/entry/Vendor.h"
#include "driver/process/Process.h"
#include "support/ThreadObject.h"

namespace anywarp::driver::routing {

bool areBothListed = false;

namespace {
const Vendor *originals = nullptr; ///< set before any call can come here
int devicesOfVendor = 0;
thread_local bool isForOurs = false;
} // namespace

int vendorDevices() { return devicesOfVendor; }
const Vendor &vendorCalls() { return *originals; }

const Vendor *combine(const Vendor *vendors, int devices) {
  originals = vendors;
  devicesOfVendor = devices;
  areBothListed = true;
  auto *combined = new Vendor(*vendors);
#define AW_ACROSS(function, symbol) combined->symbol = &routing::checked::function;
#include "driver/Across.inc"
#undef AW_ACROSS
  return combined;
}

OnOurs::OnOurs() : outer_(isForOurs) { isForOurs = true; }
OnOurs::~OnOurs() { isForOurs = outer_; }
bool OnOurs::take() { return std::exchange(isForOurs, false); }

// -- Whose a thing is -----------------------------------------------------------------------------

/// Null before cuInit; then nothing is ours yet.
static Process *process() { return Process::state() == CUDA_SUCCESS ? &Process::get() : nullptr; }

Driver driverOf(uint64_t handle) {
  return handle >> 56 == kHandleMark ? Driver::Ours : Driver::Vendor;
}

Driver driverOfDevice(CUdevice device) {
  return device >= devicesOfVendor && process() && process()->device(device) ? Driver::Ours
                                                                             : Driver::Vendor;
}

bool isOurMemory(CUdeviceptr address) {
  return address && process() && process()->memory.isKnown(address);
}

std::optional<Driver> ownerOf(CUdeviceptr address) {
  if (!address)
    return std::nullopt;
  if (isOurMemory(address))
    return Driver::Ours;
  unsigned type;
  if (originals->cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address) ==
      CUDA_SUCCESS)
    return Driver::Vendor;
  return std::nullopt;
}

/// The primary context of a device of NVIDIA's if it is active.
static CUcontext activePrimary(CUdevice device) {
  unsigned flags;
  int isActive = 0;
  CUcontext context = nullptr;
  if (originals->cuDevicePrimaryCtxGetState(device, &flags, &isActive) == CUDA_SUCCESS &&
      isActive && originals->cuDevicePrimaryCtxRetain(&context, device) == CUDA_SUCCESS)
    (void)originals->cuDevicePrimaryCtxRelease_v2(device); // whoever made it active has it still
  return context;
}

/// The context of memory of NVIDIA's; of what is in no context, that of its device. Null if neither
/// is known.
static CUcontext vendorContextOf(CUdeviceptr address) {
  CUcontext context = nullptr;
  CUdevice device;
  if (!address)
    return nullptr;
  (void)originals->cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, address);
  if (!context && originals->cuPointerGetAttribute(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                                   address) == CUDA_SUCCESS)
    context = activePrimary(device);
  return context;
}

/// A context for a call of NVIDIA's driver in a thread that has none there.
static void lendVendorContext(CUdeviceptr address) {
  CUcontext context = nullptr;
  if (originals->cuCtxGetCurrent(&context) != CUDA_SUCCESS || context)
    return;
  context = vendorContextOf(address);
  for (CUdevice device = 0; !context && device < devicesOfVendor; ++device)
    context = activePrimary(device);
  if (context)
    (void)originals->cuCtxSetCurrent(context);
}

static void lendOurContext(CUdeviceptr address) {
  ThreadState &thread = ThreadState::get();
  if (thread.current() || !process())
    return;
  Context *context = nullptr;
  if (std::optional<Allocation> allocation = process()->memory.find(address);
      allocation && allocation->context->isActive())
    context = allocation->context;
  for (const auto &device : process()->devices())
    if (!context && device->primary.context->isActive())
      context = device->primary.context.get();
  if (context)
    thread.setCurrent(ThreadState::named(handleOf(*context)));
}

void lendContext(Driver driver, CUdeviceptr address) {
  if (driver == Driver::Vendor)
    lendVendorContext(address);
  else
    lendOurContext(address);
}

void finishDefaultStream(Driver driver) {
  if (driver == Driver::Ours)
    (void)ours::cuStreamSynchronize(nullptr);
  else
    (void)vendors::cuStreamSynchronize(nullptr);
}

WithContextOf::WithContextOf(Driver driver, CUdeviceptr address) : driver_(driver) {
  lendContext(driver, address);
  if (driver == Driver::Vendor) {
    CUcontext context = vendorContextOf(address);
    isExchanged_ = context && originals->cuCtxGetCurrent(&outer_) == CUDA_SUCCESS &&
                   context != outer_ && originals->cuCtxSetCurrent(context) == CUDA_SUCCESS;
    return;
  }
  std::optional<Allocation> allocation =
      process() ? process()->memory.find(address) : std::optional<Allocation>();
  if (!allocation || !allocation->context->isActive())
    return;
  ThreadState &thread = ThreadState::get();
  outer_ = thread.currentHandle();
  const CUcontext context = handleOf(*allocation->context);
  isExchanged_ = outer_ && context && context != outer_;
  if (isExchanged_)
    thread.setCurrent(ThreadState::named(context));
}

WithContextOf::~WithContextOf() {
  if (!isExchanged_)
    return;
  if (driver_ == Driver::Vendor)
    (void)originals->cuCtxSetCurrent(outer_);
  else
    ThreadState::get().setCurrent(ThreadState::named(outer_));
}

// -- Routes ---------------------------------------------------------------------------------------

void Route::vote(Driver driver) {
  isMixed_ |= owner_ && *owner_ != driver;
  if (!owner_)
    owner_ = driver;
}

void Route::handle(uint64_t bits) {
  constexpr uint64_t kLastSpecial = 2; // null and the two default streams belong to the context
  if (bits <= kLastSpecial)
    return;
  hasHandle_ = true;
  vote(driverOf(bits));
}

void Route::device(CUdevice device) {
  if (device >= 0) // CU_DEVICE_CPU belongs to nobody
    vote(driverOfDevice(device));
}

void Route::pointer(CUdeviceptr address) {
  if (isOurMemory(address))
    vote(Driver::Ours);
  else if (!pointer_)
    pointer_ = address;
}

void Route::record(const CUmemLocation &location) {
  if (location.type == CU_MEM_LOCATION_TYPE_DEVICE)
    device(location.id);
}

void Route::record(const CUmemLocation *location) {
  if (location)
    record(*location);
}

void Route::record(const CUmemPoolProps *properties) {
  if (properties)
    record(properties->location);
}

void Route::record(const CUmemAllocationProp *properties) {
  if (properties)
    record(properties->location);
}

void Route::record(const CUlaunchConfig *config) {
  if (config)
    handle(config->hStream);
}

void Route::record(CUDA_LAUNCH_PARAMS *launches) {
  if (launches)
    handle(launches->hStream);
}

void Route::record(const CUDA_RESOURCE_DESC *resource) {
  if (!resource)
    return;
  switch (resource->resType) {
  case CU_RESOURCE_TYPE_ARRAY:
    return handle(resource->res.array.hArray);
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    return handle(resource->res.mipmap.hMipmappedArray);
  case CU_RESOURCE_TYPE_LINEAR:
    return pointer(resource->res.linear.devPtr);
  case CU_RESOURCE_TYPE_PITCH2D:
    return pointer(resource->res.pitch2D.devPtr);
  }
}

/// Room for the one record of a call; it is read before the call returns.
template <typename T> static T *copyOf(const T &record) { return &(ofThread<T>() = record); }

void Route::record(const CUDA_KERNEL_NODE_PARAMS *&params) {
  if (!params)
    return;
  auto *copy = copyOf(*params);
  handle(copy->ctx);
  loaded(copy->func);
  loaded(copy->kern);
  params = copy;
}

void Route::record(const CUDA_KERNEL_NODE_PARAMS_v1 *&params) {
  if (!params)
    return;
  auto *copy = copyOf(*params);
  loaded(copy->func);
  params = copy;
}

void Route::record(CUgraphNodeParams *&params) {
  // Only kernel nodes: a node of memory gives back where it is, in the program's record.
  if (!params || params->type != CU_GRAPH_NODE_TYPE_KERNEL)
    return;
  auto *copy = copyOf(*params);
  handle(copy->kernel.ctx);
  loaded(copy->kernel.func);
  loaded(copy->kernel.kern);
  params = copy;
}

void Route::record(const CUDA_MEMCPY3D *&copy) { copy_ = &copy; }

void Route::loadedAt(uint64_t *handle) {
  uint64_t found;
  CUresult result;
  if (!*handle)
    return;
  if (!findLoaded(*handle, Driver::Ours, found, result))
    this->handle(*handle);
  else if (loadedCount_ < kMostLoaded)
    loaded_[loadedCount_++] = handle;
}

/// The copy with memory of ours as what it is to NVIDIA's driver.
static const CUDA_MEMCPY3D *withOursAsHost(const CUDA_MEMCPY3D &given) {
  auto *copy = copyOf(given);
  nameOursAsHost(*copy);
  return copy;
}

Route::Decision Route::decide(bool needsContext) {
  if (isMixed_)
    return {Driver::Ours, /*waits=*/false, CUDA_ERROR_INVALID_HANDLE,
            "its arguments belong to devices of NVIDIA's driver and to CPU devices"};
  const Driver current = currentDriver();
  if (!owner_ && pointer_)
    owner_ = ownerOf(pointer_);
  Decision decision{owner_.value_or(current)};
  decision.waits = isInStream_ && !hasHandle_ && decision.driver != current;
  for (int i = 0; i < loadedCount_; ++i) {
    uint64_t found;
    CUresult result;
    (void)findLoaded(*loaded_[i], decision.driver, found, result);
    if (!found && !owner_ && !hasCurrent()) { // a question about it, wherever it is
      decision.driver = decision.driver == Driver::Ours ? Driver::Vendor : Driver::Ours;
      (void)findLoaded(*loaded_[i], decision.driver, found, result);
    }
    if (!found)
      return {Driver::Ours, /*waits=*/false, result,
              "the library could not be loaded for such devices"};
    *loaded_[i] = found;
  }
  if (copy_ && *copy_ && decision.driver == Driver::Vendor)
    *copy_ = withOursAsHost(**copy_);
  if (needsContext && decision.driver != current)
    lendContext(decision.driver, pointer_);
  return decision;
}

} // namespace anywarp::driver::routing
