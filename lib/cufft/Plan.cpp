// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans: their schedules and work areas.
#include "cufft/Plan.h"
#include "support/Mutex.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace anywarp::cufft {

cufftResult toResult(CUresult result) {
  switch (result) {
  case CUDA_SUCCESS:
    return CUFFT_SUCCESS;
  case CUDA_ERROR_OUT_OF_MEMORY:
    return CUFFT_ALLOC_FAILED;
  case CUDA_ERROR_NOT_INITIALIZED:
  case CUDA_ERROR_NO_DEVICE:
    return CUFFT_SETUP_FAILED;
  default:
    return CUFFT_EXEC_FAILED;
  }
}

// -- The plans that live --------------------------------------------------------------------------

namespace {
struct Table {
  SharedMutex mutex;
  std::unordered_map<cufftHandle, std::shared_ptr<Plan>> plans AW_GUARDED_BY(mutex);
  std::set<cufftHandle> free AW_GUARDED_BY(mutex); ///< below `next`; given out again (seen)
  cufftHandle next AW_GUARDED_BY(mutex) = 1;

  cufftHandle take() AW_REQUIRES(mutex) {
    return free.empty() ? next++ : free.extract(free.begin()).value();
  }
};
Table &table() {
  static Table &table = *new Table;
  return table;
}
} // namespace

std::shared_ptr<Plan> planOf(cufftHandle handle) {
  SharedLock lock(table().mutex);
  auto it = table().plans.find(handle);
  return it == table().plans.end() ? nullptr : it->second;
}

cufftHandle addPlan(std::shared_ptr<Plan> plan) {
  Table &all = table();
  UniqueLock lock(all.mutex);
  const cufftHandle handle = all.take();
  all.plans.emplace(handle, std::move(plan));
  return handle;
}

std::shared_ptr<Plan> removePlan(cufftHandle handle) {
  UniqueLock lock(table().mutex);
  auto it = table().plans.find(handle);
  if (it == table().plans.end())
    return nullptr;
  std::shared_ptr<Plan> plan = std::move(it->second);
  table().plans.erase(it);
  table().free.insert(handle);
  return plan;
}

bool isLive(cufftHandle handle) { return planOf(handle) != nullptr; }

// -- Making ---------------------------------------------------------------------------------------

/// The format that a problem is computed in.
static Format computed(Format format) {
  return format == Format::Double ? Format::Double : Format::Single;
}

/// The axes of one side, from the loops inwards.
static std::vector<Axis> axesOf(const Problem &p, bool isHalved) {
  std::vector<Axis> axes(p.loop.begin(), p.loop.begin() + p.loops);
  axes.insert(axes.end(), p.axes.begin(), p.axes.begin() + p.rank);
  if (isHalved)
    axes.back().n = halfOf(axes.back().n);
  return axes;
}

std::shared_ptr<const Schedule> Plan::scheduleOf(const Request &request, bool isForward,
                                                 bool isInPlace, const Callbacks &callbacks) {
  auto schedule = std::make_shared<Schedule>();
  const Problem problem = request.problem(isForward, isInPlace);
  const Place in{Buffer::In}, out{Buffer::Out};
  const Format format = computed(request.in.format);
  const bool isOther = request.in.format != format;
  const bool isLoaded = isOther || callbacks.load, isStored = isOther || callbacks.store;
  if (!isLoaded && !isStored) {
    schedule->add(problem, in, out);
    return schedule;
  }
  // Other formats are computed in single precision. They and the numbers of callbacks pass through
  // dense memory of the work area.
  Problem core = problem, load = problem, store = problem;
  core.isInPlace = false;
  core.mayDestroyInput = isLoaded;
  const bool isHalvedIn = problem.kind == Kind::ComplexToReal;
  const bool isHalvedOut = problem.kind == Kind::RealToComplex;
  const int inComponents = request.in.isComplex ? 2 : 1;
  const int outComponents = request.out.isComplex ? 2 : 1;
  Place from = in, to = out;
  if (isLoaded) {
    from = schedule->reserve(makeDense(core, &Axis::in, isHalvedIn) * problem.bytesIn());
    (void)makeDense(load, &Axis::out, isHalvedIn);
    const std::vector<Axis> axes = axesOf(load, isHalvedIn);
    schedule->addStep(callbacks.load
                          ? CallbackKernel::makeStep(callbacks.load, axes, &Axis::in, in, from)
                          : makeCopy(axes, inComponents, request.in.format, format, in, from));
  }
  if (isStored) {
    to = schedule->reserve(makeDense(core, &Axis::out, isHalvedOut) * problem.bytesOut());
    (void)makeDense(store, &Axis::in, isHalvedOut);
  }
  schedule->add(core, from, to);
  if (isStored) {
    const std::vector<Axis> axes = axesOf(store, isHalvedOut);
    schedule->addStep(callbacks.store
                          ? CallbackKernel::makeStep(callbacks.store, axes, &Axis::out, out, to)
                          : makeCopy(axes, outComponents, format, request.out.format, to, out));
  }
  return schedule;
}

Plan::Schedules Plan::schedulesOf(const Request &request) const {
  Schedules all;
  for (bool isForward : {false, true})
    for (bool isInPlace : {false, true})
      all[Use::index(isForward, isInPlace)] = scheduleOf(request, isForward, isInPlace, linked_);
  return all;
}

size_t Plan::workSizeOf(const Schedules &schedules, const Request &request) {
  int64_t most = request.workAreaBytes();
  for (const auto &schedule : schedules)
    most = std::max(most, schedule->workBytes());
  return size_t(most);
}

size_t Plan::workSizeOf(const Request &request) const {
  LockGuard lock(mutex_);
  return workSizeOf(schedulesOf(request), request);
}

cufftResult Plan::make(const Request &request, size_t *workSize) {
  LockGuard lock(mutex_);
  if (isMade_)
    return CUFFT_INVALID_PLAN;
  if (CUresult result = library::ensureContext())
    return toResult(result);
  // NVIDIA's library uses the legacy stream, which a capture that it would wait for forbids (seen).
  const CUresult legacy = library::cu().cuStreamQuery(CU_STREAM_LEGACY);
  if (legacy != CUDA_SUCCESS && legacy != CUDA_ERROR_NOT_READY)
    return CUFFT_INTERNAL_ERROR;
  if (cufftResult result = linkCallbacks(request))
    return result;
  schedules_ = schedulesOf(request);
  workSize_ = workSizeOf(schedules_, request);
  if (cufftResult result = allocate())
    return result;
  CUdevice device = 0;
  if (devices_.empty() && !library::cu().cuCtxGetDevice(&device))
    devices_.push_back(device);
  request_ = request;
  isMade_ = true;
  // With several devices there is a size for each; the first one computes.
  std::fill_n(workSize, devices_.size(), 0);
  workSize[0] = workSize_;
  return CUFFT_SUCCESS;
}

cufftResult Plan::allocate() {
  if (!isAutomatic_ || !workSize_)
    return CUFFT_SUCCESS;
  if (CUresult result = library::cu().cuMemAlloc(&ownArea_, workSize_))
    return toResult(result);
  area_ = reinterpret_cast<void *>(ownArea_);
  return CUFFT_SUCCESS;
}

void Plan::release() {
  if (ownArea_ && library::ensureContext() == CUDA_SUCCESS)
    (void)library::cu().cuMemFree(ownArea_);
  if (area_ == reinterpret_cast<void *>(ownArea_))
    area_ = nullptr;
  ownArea_ = 0;
}

Plan::~Plan() { release(); }

cufftResult Plan::setWorkArea(void *workArea) {
  LockGuard lock(mutex_);
  area_ = workArea;
  return CUFFT_SUCCESS;
}

cufftResult Plan::setPolicy(cufftXtWorkAreaPolicy policy, size_t *workSize) {
  LockGuard lock(mutex_);
  // A GPU's library takes one more than the header names (seen).
  constexpr unsigned kUnnamedPolicy = 3;
  // A plan that was made has one kind of area, and no other policy is to be had (seen).
  if (!isMade_ || policy == CUFFT_WORKAREA_USER || policy == CUFFT_WORKAREA_PERFORMANCE ||
      unsigned(policy) > kUnnamedPolicy)
    return CUFFT_INVALID_PLAN;
  if (policy == CUFFT_WORKAREA_MINIMAL && request_.needsWorkArea())
    return CUFFT_INVALID_SIZE;
  if (!workSize)
    return CUFFT_INVALID_PLAN;
  *workSize = workSize_;
  return CUFFT_SUCCESS;
}

// -- Properties -----------------------------------------------------------------------------------

cufftResult Plan::setProperty(cufftProperty property, long long int value) {
  LockGuard lock(mutex_);
  if (isMade_)
    return CUFFT_NOT_SUPPORTED;
  properties_[property] = value;
  return CUFFT_SUCCESS;
}

cufftResult Plan::resetProperty(cufftProperty property) {
  LockGuard lock(mutex_);
  if (isMade_)
    return CUFFT_NOT_SUPPORTED;
  properties_.erase(property);
  return CUFFT_SUCCESS;
}

long long int Plan::property(cufftProperty property) const {
  LockGuard lock(mutex_);
  auto it = properties_.find(property);
  return it == properties_.end() ? 0 : it->second;
}

// -- Callbacks ------------------------------------------------------------------------------------

cufftResult Plan::setCallback(Callback callback) {
  LockGuard lock(mutex_);
  if (isMade_ != (callback.kernel != nullptr))
    return CUFFT_INVALID_PLAN;
  callbacks_[callback.type] = std::move(callback);
  return isMade_ ? linkAgain() : CUFFT_SUCCESS;
}

/// After the callbacks of a plan that was made have changed.
cufftResult Plan::linkAgain() {
  finishUsed(); // work in streams still reads the schedules
  if (cufftResult result = linkCallbacks(request_))
    return result;
  schedules_ = schedulesOf(request_);
  return CUFFT_SUCCESS;
}

cufftResult Plan::clearCallback(cufftXtCallbackType type) {
  LockGuard lock(mutex_);
  const auto it = callbacks_.find(type);
  if (it == callbacks_.end() || !it->second.kernel)
    return CUFFT_SUCCESS;
  callbacks_.erase(it);
  return isMade_ ? linkAgain() : CUFFT_SUCCESS;
}

cufftResult Plan::setCallbackSharedSize(cufftXtCallbackType type, size_t bytes) {
  LockGuard lock(mutex_);
  auto it = callbacks_.find(type);
  if (it == callbacks_.end() || isMade_ != (it->second.kernel != nullptr))
    return CUFFT_INVALID_PLAN;
  it->second.sharedBytes = bytes;
  return isMade_ ? linkAgain() : CUFFT_SUCCESS;
}

cufftResult Plan::linkCallbacks(const Request &request) {
  const bool isDouble = request.in.format == Format::Double;
  linked_ = {};
  for (const auto &[type, callback] : callbacks_) {
    const bool isLoad = type == callbackTypeOf(false, request.in.isComplex, isDouble);
    if (bytesOf(request.in.format) == 2)
      return CUFFT_NOT_SUPPORTED;
    if (!isLoad && type != callbackTypeOf(true, request.out.isComplex, isDouble)) {
      if (callback.kernel)
        return CUFFT_INVALID_TYPE;
      continue; // (seen)
    }
    if (cufftResult result = CallbackKernel::make(callback, isLoad ? linked_.load : linked_.store))
      return result;
  }
  return CUFFT_SUCCESS;
}

// -- Executing ------------------------------------------------------------------------------------

cufftResult Plan::execute(const void *in, void *out, bool isForward) {
  LockGuard lock(mutex_);
  if (!isMade_)
    return CUFFT_INVALID_PLAN;
  const auto &schedule = schedules_[Use::index(isForward, in == out)];
  if (!area_ && request_.needsWorkArea())
    return CUFFT_NO_WORKSPACE;
  if (CUresult result = library::ensureContext())
    return toResult(result);
  // Where NVIDIA's library does without an area, the program need not give one. Callbacks that came
  // after the area was made need more.
  const bool isEnough = area_ && size_t(schedule->workBytes()) <= workSize_;
  library::Scratch own(stream_, isEnough ? 0 : size_t(schedule->workBytes()));
  if (own.result() != CUDA_SUCCESS)
    return toResult(own.result());
  if (library::isCapturing(stream_)) {
    if (CUresult result = keepForGraph(schedule))
      return toResult(result);
  } else if (std::find(used_.begin(), used_.end(), stream_) == used_.end()) {
    used_.push_back(stream_);
  }
  return toResult(schedule->launch(stream_, {in, out, isEnough ? area_ : own.get()}));
}

CUresult Plan::keepForGraph(const std::shared_ptr<const Schedule> &schedule) const {
  using Kept = std::shared_ptr<const Schedule>;
  CUstreamCaptureStatus status;
  CUgraph graph = nullptr;
  const runtime::DriverCalls &cu = library::cu();
  if (CUresult result =
          cu.cuStreamGetCaptureInfo(stream_, &status, nullptr, &graph, nullptr, nullptr, nullptr))
    return result;
  CUuserObject object;
  auto *kept = new Kept(schedule);
  auto forget = [](void *kept) { delete static_cast<Kept *>(kept); };
  if (CUresult result =
          cu.cuUserObjectCreate(&object, kept, forget, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)) {
    delete kept;
    return result;
  }
  return cu.cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE);
}

void Plan::finish() {
  LockGuard lock(mutex_);
  finishUsed();
}

void Plan::finishUsed() {
  for (CUstream stream : used_)
    (void)library::settle(stream);
  used_.clear();
}

} // namespace anywarp::cufft
