// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of NVRTC: source, headers and name expressions before nvrtcCompileProgram; log, PTX,
// "cubin" and symbols after it. Handles are looked up in a table, so that a stale or foreign one is
// an error and not a crash. A program that is destroyed while another thread compiles it lives on
// until then.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <nvrtc.h>

#include "frontend/Frontend.h"
#include "support/Mutex.h"

namespace anywarp::nvrtc {

struct Options;

class Program {
public:
  Program(frontend::RuntimeSource source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}

  nvrtcResult compile(const std::vector<std::string> &options);
  nvrtcResult addNameExpression(const char *expression);
  /// The text lives as long as the program.
  nvrtcResult loweredName(const char *expression, const char *&name);
  void setFlowCallback(int (*callback)(void *, void *), void *payload);

  /// Empty: there is none, because nothing was compiled, or it failed, or the options did not ask.
  std::string ptx() { return taken(&Program::ptx_); }
  std::string cubin() { return taken(&Program::cubin_); }
  std::string ltoIr() { return taken(&Program::ltoIr_); }
  std::string optixIr() { return {}; } // -optix-ir is refused
  std::string tileIr() { return {}; }  // that of cuTile is not made
  std::string log() { return taken(&Program::log_); }
  /// Of the last compilation.
  frontend::PchOutcome pchOutcome() {
    LockGuard lock(mutex_);
    return pchOutcome_;
  }
  size_t pchBytes() {
    LockGuard lock(mutex_);
    return pchBytes_;
  }

private:
  nvrtcResult finish(frontend::RuntimeResult result, const Options &options) AW_REQUIRES(mutex_);
  nvrtcResult writeTimes(const Options &options, double milliseconds) AW_REQUIRES(mutex_);
  std::string taken(std::string Program::*text) {
    LockGuard lock(mutex_);
    return this->*text;
  }

  Mutex mutex_; ///< not held while it compiles
  frontend::RuntimeSource source_ AW_GUARDED_BY(mutex_);
  const std::string name_;
  int (*callback_)(void *, void *) AW_GUARDED_BY(mutex_) = nullptr;
  void *payload_ AW_GUARDED_BY(mutex_) = nullptr;
  bool isTried_ AW_GUARDED_BY(mutex_) = false; ///< names come too late
  bool hasNames_ AW_GUARDED_BY(mutex_) = false;
  frontend::PchOutcome pchOutcome_ AW_GUARDED_BY(mutex_) = frontend::PchOutcome::NotTried;
  size_t pchBytes_ AW_GUARDED_BY(mutex_) = 0;
  // Of the last compilation, except that machine code stays until other is made.
  std::string log_ AW_GUARDED_BY(mutex_), ptx_ AW_GUARDED_BY(mutex_), cubin_ AW_GUARDED_BY(mutex_),
      ltoIr_ AW_GUARDED_BY(mutex_);
  std::map<std::string, std::string> symbols_
      AW_GUARDED_BY(mutex_); ///< by expression; empty: none; also those of earlier compilations
};

/// The largest size of a precompiled header that is made, in bytes.
extern std::atomic<size_t> pchHeapSize;

nvrtcProgram publish(std::shared_ptr<Program> program);
std::shared_ptr<Program> find(nvrtcProgram handle);
/// False if there is no such program.
bool withdraw(nvrtcProgram handle);

} // namespace anywarp::nvrtc
