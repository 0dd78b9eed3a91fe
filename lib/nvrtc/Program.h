// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program of NVRTC: source, headers and name expressions before nvrtcCompileProgram; log, PTX,
// "cubin" and symbols after it. Handles are looked up in a table, so that a stale or foreign one is
// an error and not a crash; a program that is destroyed while another thread compiles it lives on
// until then.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <nvrtc.h>

#include "frontend/Frontend.h"

namespace anywarp::nvrtc {

class Program {
public:
  Program(frontend::RuntimeSource source, std::string name)
      : source_(std::move(source)), name_(std::move(name)) {}

  nvrtcResult compile(const std::vector<std::string> &options);
  nvrtcResult addNameExpression(const char *expression);
  /// The text lives as long as the program.
  nvrtcResult loweredName(const char *expression, const char *&name);
  void setFlowCallback(int (*callback)(void *, void *), void *payload);

  /// Null: there is none, because nothing was compiled or because it failed.
  nvrtcResult ptx(std::string &text);
  nvrtcResult cubin(std::string &bytes);
  nvrtcResult log(std::string &text);

private:
  nvrtcResult finish(frontend::RuntimeResult result, const frontend::Arch &arch, bool isRealArch,
                     const std::string &options);

  std::mutex mutex_; ///< guards everything; not held while it compiles
  frontend::RuntimeSource source_;
  const std::string name_;
  int (*callback_)(void *, void *) = nullptr;
  void *payload_ = nullptr;
  bool isTried_ = false, isCompiled_ = false;
  std::string log_, ptx_, cubin_;
  std::map<std::string, std::string> symbols_; ///< by expression; empty: none
};

nvrtcProgram publish(std::shared_ptr<Program> program);
std::shared_ptr<Program> find(nvrtcProgram handle);
/// False if there is no such program.
bool withdraw(nvrtcProgram handle);

} // namespace anywarp::nvrtc
