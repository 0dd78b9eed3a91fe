// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every exported entry point does around the function that does the work. It checks that the
// driver is initialised and a context is current. It traces, and remembers whether the call came by
// a per-thread name. The entry points themselves are generated (driver/Thunks.inc).
#pragma once

#include <atomic>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include "driver/base/Api.h"
#include "driver/entry/Routing.h"
#include "driver/entry/Vendor.h"
#include "driver/stream/DefaultStream.h"
#include "exec/memory/HostGuard.h"
#include "support/Observer.h"
#include "support/Recording.h"
#include "support/Trace.h"
#include "support/TraceCall.h"

namespace anywarp::driver::entry {

/// Named like the records of spec/Api.td.
enum class Requires : uint8_t {
  None,
  Initialized,
  UsableContext,
  HandleContext,
  AnyContext,
  CodeContext,
  CurrentContext
};

/// When a function may be called.
struct Rules {
  Requires requires_;
  CUresult inHostFunction; ///< what it answers there; CUDA_SUCCESS: as anywhere else
};

/// CUDA_SUCCESS, or why a call with these rules may not run: NOT_INITIALIZED, DEINITIALIZED,
/// NOT_PERMITTED, INVALID_CONTEXT, or the sticky error of the current context.
CUresult admit(const Rules &rules);

using Argument = TraceArgument;
template <typename T> Argument out(T *pointer) { return Argument::out(pointer); }

/// Of functions that serve both drivers (Routing.h) and so choose themselves.
struct Across {};

/// Lives for one call of an exported function. `params`: its arguments as a struct, for observers.
class Scope {
public:
  /// `owners` shows a routing::Route the arguments that tell whose devices the call is for. Not
  /// asked where there is one driver.
  template <typename Owners>
  Scope(const char *symbol, const void *params, Rules rules, bool perThread, Owners owners)
      : symbol_(symbol), outerPerThread_(perThreadDefaultStream), vendor_(driver::vendor()) {
    perThreadDefaultStream = perThread;
    observation_.enter(symbol, params, /*isDriver=*/true);
    if (!vendor_) {
      result_ = admit(rules);
    } else if (!routing::hasBothDrivers()) {
      result_ = admitToVendor(rules.requires_ == Requires::None);
    } else if constexpr (std::is_same_v<Owners, Across>) {
      chooseDriver(rules, nullptr);
    } else {
      routing::Route route;
      owners(route);
      chooseDriver(rules, &route);
    }
  }
  ~Scope() {
    if (waits_ && result_ == CUDA_SUCCESS)
      routing::finishDefaultStream(vendor_ ? routing::Driver::Vendor : routing::Driver::Ours);
    perThreadDefaultStream = outerPerThread_;
    recording_.end(symbol_, /*isDriver=*/true, result_);
    observation_.exit(result_);
    if (result_ != CUDA_SUCCESS && result_ != CUDA_ERROR_NOT_READY && !vendor_)
      log();
  }
  Scope(const Scope &) = delete;
  Scope &operator=(const Scope &) = delete;

  /// The driver to which the call goes instead of ours; null on the CPU.
  const Vendor *vendor() const { return vendor_; }
  bool ok() const { return result_ == CUDA_SUCCESS && !reason_; }
  /// A caller's mistake found by a generated check; `reason` goes to the trace.
  void refuse(CUresult result, const char *reason) {
    result_ = result;
    reason_ = reason;
  }
  void finish(CUresult result) { result_ = result; }
  /// Around an edge: whether it may be called, and what it answered.
  bool begin() const {
    refusal = nullptr;
    return ok();
  }
  void end(CUresult result) {
    result_ = result;
    if (result != CUDA_SUCCESS) [[unlikely]]
      reason_ = refusal;
  }
  CUresult result() const { return result_; }

  static bool isTraced() {
    static const bool traced = anywarp::isTraced("driver"); // read late: programs set variables
    return traced;
  }
  /// Traces "symbol(name=value, ...) = RESULT". Outputs are shown only after success.
  void show(const char *names, std::initializer_list<Argument> arguments) const;

private:
  void chooseDriver(const Rules &rules, routing::Route *route);
  void log() const;
  CallRecording recording_; ///< first: the call begins with it
  CallObservation observation_;
  const char *symbol_;
  const char *reason_ = nullptr;
  bool outerPerThread_;
  exec::DeviceAccess access_; ///< what the call does may touch device memory
  bool waits_ = false;        ///< for work in a default stream that is not the caller's
  const Vendor *vendor_;
  CUresult result_ = CUDA_SUCCESS;
};

/// An entry point that is not offered: says so in the trace, once, and why (may be empty).
class Absence {
public:
  constexpr Absence(const char *symbol, const char *reason) : symbol_(symbol), reason_(reason) {}
  CUresult answer();

private:
  const char *symbol_, *reason_;
  std::atomic<bool> said_ = false;
};

/// Name and text of a result; null for numbers that are none.
const char *errorName(CUresult result);
const char *errorText(CUresult result);

/// The exported function for a base name at `version`, as cuGetProcAddress finds it: the newest
/// form that is not newer than `version`. `tooNew` tells whether the name exists only in newer
/// forms.
void *findEntryPoint(const char *base, int version, bool perThread, bool &tooNew);

} // namespace anywarp::driver::entry
