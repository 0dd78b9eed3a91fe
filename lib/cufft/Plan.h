// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plan: what a handle stands for. Made by cufftCreate, described by cufftMakePlan…, then
// executed. Any thread may call; as with NVIDIA's library, executions of one plan at once need work
// areas of their own.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <vector>

#include "cufft/Callback.h"
#include "cufft/Request.h"
#include "cufft/Schedule.h"
#include "support/Mutex.h"

namespace anywarp::cufft {

class Plan {
public:
  Plan() = default;
  ~Plan();
  Plan(const Plan &) = delete;

  cufftResult make(const Request &request, size_t *workSize);
  bool isMade() const {
    LockGuard lock(mutex_);
    return isMade_;
  }
  Request request() const {
    LockGuard lock(mutex_);
    return request_;
  }
  /// What a plan of these settings needs for `request`.
  size_t workSizeOf(const Request &request) const;
  size_t workSize() const {
    LockGuard lock(mutex_);
    return workSize_;
  }

  cufftResult execute(const void *in, void *out, bool isForward);

  void setStream(CUstream stream) {
    LockGuard lock(mutex_);
    stream_ = stream;
  }
  CUstream stream() const {
    LockGuard lock(mutex_);
    return stream_;
  }
  cufftResult setWorkArea(void *workArea);
  void setAutoAllocation(bool isAutomatic) {
    LockGuard lock(mutex_);
    isAutomatic_ = isAutomatic;
  }
  cufftResult setPolicy(cufftXtWorkAreaPolicy policy, size_t *workSize);
  /// Before the plan is made; one that is linked with the program, afterwards. Each type once; a
  /// second replaces the first.
  cufftResult setCallback(Callback callback);
  bool hasLinkedCallbacks() const {
    LockGuard lock(mutex_);
    return std::any_of(callbacks_.begin(), callbacks_.end(),
                       [](const auto &entry) { return entry.second.kernel != nullptr; });
  }
  bool hasCallback(cufftXtCallbackType type) const {
    LockGuard lock(mutex_);
    return callbacks_.count(type);
  }
  cufftResult clearCallback(cufftXtCallbackType type);
  cufftResult setCallbackSharedSize(cufftXtCallbackType type, size_t bytes);
  /// Waits for what was executed, before the plan goes.
  void finish();

  /// The devices of arrays that descriptors stand for; without any, that of the context in which
  /// the plan is made.
  void setDevices(std::vector<int> devices) {
    LockGuard lock(mutex_);
    devices_ = std::move(devices);
  }
  std::vector<int> devices() const {
    LockGuard lock(mutex_);
    return devices_;
  }

  /// Properties may be set and reset until the plan is made; one that was not set is 0.
  cufftResult setProperty(cufftProperty property, long long int value);
  cufftResult resetProperty(cufftProperty property);
  long long int property(cufftProperty property) const;

private:
  /// One for each use of the request.
  struct Use {
    bool isForward, isInPlace;
    static size_t index(bool isForward, bool isInPlace) {
      return size_t(isForward) * 2 + size_t(isInPlace);
    }
  };
  using Schedules = std::array<std::shared_ptr<const Schedule>, 4>;
  /// The callbacks of one request.
  struct Callbacks {
    std::shared_ptr<const CallbackKernel> load, store;
  };
  static std::shared_ptr<const Schedule> scheduleOf(const Request &request, bool isForward,
                                                    bool isInPlace, const Callbacks &callbacks);
  cufftResult linkCallbacks(const Request &request) AW_REQUIRES(mutex_);
  cufftResult linkAgain() AW_REQUIRES(mutex_);
  Schedules schedulesOf(const Request &request) const AW_REQUIRES(mutex_);
  static size_t workSizeOf(const Schedules &schedules, const Request &request);
  cufftResult allocate() AW_REQUIRES(mutex_);
  void finishUsed() AW_REQUIRES(mutex_);
  void release() AW_REQUIRES(mutex_);
  /// While the stream is captured: the graph keeps the schedule.
  CUresult keepForGraph(const std::shared_ptr<const Schedule> &schedule) const AW_REQUIRES(mutex_);

  mutable Mutex mutex_; ///< one call at a time makes or executes
  bool isMade_ AW_GUARDED_BY(mutex_) = false;
  bool isAutomatic_ AW_GUARDED_BY(mutex_) = true;
  Request request_ AW_GUARDED_BY(mutex_);
  Schedules schedules_ AW_GUARDED_BY(mutex_);
  std::map<cufftXtCallbackType, Callback> callbacks_ AW_GUARDED_BY(mutex_);
  Callbacks linked_ AW_GUARDED_BY(mutex_);
  std::map<cufftProperty, long long int> properties_ AW_GUARDED_BY(mutex_); ///< that were set
  size_t workSize_ AW_GUARDED_BY(mutex_) = 0;
  CUdeviceptr ownArea_ AW_GUARDED_BY(mutex_) = 0;
  void *area_ AW_GUARDED_BY(mutex_) = nullptr;
  CUstream stream_ AW_GUARDED_BY(mutex_) = nullptr;
  std::vector<int> devices_ AW_GUARDED_BY(mutex_);
  std::vector<CUstream> used_ AW_GUARDED_BY(mutex_); ///< streams with work of this plan
};

/// The plans that live. Null: it is none.
std::shared_ptr<Plan> planOf(cufftHandle handle);
cufftHandle addPlan(std::shared_ptr<Plan> plan);
std::shared_ptr<Plan> removePlan(cufftHandle handle);

/// A driver's status as cuFFT's.
cufftResult toResult(CUresult result);

} // namespace anywarp::cufft
