// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work in a forked child whose crash is only a result: used for each compiler pass.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace anywarp {

/// What a child hands back, besides its exit code.
struct ChildOutput {
  std::string data;
  std::string messages;
  /// Set by Child: descriptors that `leave` needs.
  std::vector<int> files;
  /// Set by Child: hands over what there is and ends the child with this exit code.
  std::function<void(int)> leave;
};

class Child {
public:
  /// Forks; the child runs `work`, hands over what it wrote to the ChildOutput and exits with the
  /// value of `work` without running destructors. In a process with other threads `work` must not
  /// touch what they may hold locked.
  static std::unique_ptr<Child> start(const std::function<int(ChildOutput &)> &work);
  ~Child();

  /// Waits up to `milliseconds`. True: it has ended, and wait() returns at once.
  bool waitFor(int milliseconds);
  /// A descriptor that is readable when it has ended.
  int endOfLife() const { return endOfLife_; }
  /// Waits for the end. The exit code, or 128 + signal; `crash` then says what happened.
  int wait();
  /// Ends the child if it still runs.
  void stop();

  ChildOutput output; ///< valid after wait()
  std::string crash;

private:
  int pid_ = -1;
  int dataFile_ = -1, messageFile_ = -1;
  int endOfLife_ = -1; ///< readable when the child has ended
  int exitCode_ = 0;
};

/// For the child of a library: nobody's handlers, nobody's terminal (`errors` takes what is written
/// to standard error), first to go when memory ends, gone with the parent.
void becomeCompiler(int errors);

/// Closes all descriptors but the standard streams and `files`.
void closeAllBut(std::vector<int> files);

std::string contentsOf(int file);

} // namespace anywarp
