// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of NVRTC: source, headers and name expressions before nvrtcCompileProgram; log, PTX,
// "cubin" and symbols after it. Handles are looked up in a table, so that a stale or foreign one is
// an error and not a crash; a program that is destroyed while another thread compiles it lives on
// until then.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nvrtc.h>

#include "frontend/Frontend.h"

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
  std::string ptx() { return taken(ptx_); }
  std::string cubin() { return taken(cubin_); }
  std::string ltoIr() { return taken(ltoIr_); }
  std::string optixIr() { return {}; } // -optix-ir is refused
  std::string tileIr() { return {}; }  // that of cuTile is not made
  std::string log() { return taken(log_); }
  /// Of the last compilation.
  frontend::PchOutcome pchOutcome() {
    std::lock_guard lock(mutex_);
    return pchOutcome_;
  }
  size_t pchBytes() {
    std::lock_guard lock(mutex_);
    return pchBytes_;
  }

private:
  nvrtcResult finish(frontend::RuntimeResult result, const Options &options);
  nvrtcResult writeTimes(const Options &options, double milliseconds);
  std::string taken(const std::string &text) {
    std::lock_guard lock(mutex_);
    return text;
  }

  std::mutex mutex_; ///< guards everything; not held while it compiles
  frontend::RuntimeSource source_;
  const std::string name_;
  int (*callback_)(void *, void *) = nullptr;
  void *payload_ = nullptr;
  bool isTried_ = false; ///< names come too late
  bool hasNames_ = false;
  frontend::PchOutcome pchOutcome_ = frontend::PchOutcome::NotTried;
  size_t pchBytes_ = 0;
  // Of the last compilation, except that machine code stays until other is made.
  std::string log_, ptx_, cubin_, ltoIr_;
  std::map<std::string, std::string>
      symbols_; ///< by expression; empty: none; also those of earlier compilations
};

/// The largest size of a precompiled header that is made, in bytes.
extern std::atomic<size_t> pchHeapSize;

nvrtcProgram publish(std::shared_ptr<Program> program);
std::shared_ptr<Program> find(nvrtcProgram handle);
/// False if there is no such program.
bool withdraw(nvrtcProgram handle);

} // namespace anywarp::nvrtc
