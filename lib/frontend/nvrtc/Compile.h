// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compilation for NVRTC in a child of this process.
#pragma once

#include <functional>
#include <memory>

#include "frontend/Frontend.h"
#include "support/os/Isolate.h"

namespace anywarp::frontend {

class RuntimeCompilation {
public:
  /// Starts the child, which calls `prepare` first. `job` must live until finish(). Null: there is
  /// no child.
  static std::unique_ptr<RuntimeCompilation>
  start(const CompileJob &job, const std::function<void(const ChildOutput &)> &prepare = {});
  ~RuntimeCompilation();

  /// What is said where there is no child.
  static RuntimeResult notStarted();

  Child &child() { return *child_; }
  /// Waits for the child's end. A header that it made is kept in this process.
  RuntimeResult finish();

private:
  explicit RuntimeCompilation(const CompileJob &job) : job_(job) {}

  const CompileJob &job_;
  int errors_ = -1; ///< what it writes to standard error
  std::unique_ptr<Child> child_;
};

} // namespace anywarp::frontend
