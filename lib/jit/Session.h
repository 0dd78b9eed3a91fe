// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From PTX to callable code: looks in the object cache (memory, disk), else runs codegen and LLVM's
// x86 back end, links the object in memory. One Session per process; every call is thread-safe and
// different kernels compile concurrently.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/KernelAbi.h"
#include "support/Diagnostic.h"
#include "support/Status.h"

namespace anywarp::ptx {
struct Module;
struct Function;
} // namespace anywarp::ptx

namespace anywarp::jit {

/// Line table row of a kernel's machine code: the source place of the code from `address` on.
struct LineEntry {
  uintptr_t address;
  uint32_t line, column;
  std::string file;
  bool isPtx = false; ///< the line is the PTX's: it has none of a source
};

/// Machine code of one kernel variant; unmaps itself when the last owner goes.
class CompiledKernel {
public:
  virtual ~CompiledKernel() = default;
  const exec::Kernel &kernel() const { return kernel_; }
  /// Source place of a code address, empty file if unknown.
  virtual LineEntry locate(uintptr_t pc) const = 0;
  virtual bool contains(uintptr_t pc) const = 0;
  /// Bytes of the object.
  virtual size_t size() const = 0;
  /// Where threads' local memory has the values of PTX registers, a line each: offset, bytes,
  /// function, name, type, separated by tabs. Empty without CompileRequest::recordRegisters.
  std::string_view registers() const { return registers_; }
  /// The sites of events (exec/ObserveAbi.h). Empty without CompileRequest::observe.
  std::string_view sites() const { return sites_; }
  /// What the places of a profiled kernel are (codegen/emit/Profile.h). Empty without
  /// CompileRequest::profile.
  std::string_view places() const { return places_; }

protected:
  exec::Kernel kernel_;
  std::string_view registers_, sites_, places_;
};

struct CompileRequest {
  const ptx::Module *module = nullptr;
  const ptx::Function *entry = nullptr;
  std::shared_ptr<const void> owner; ///< keeps both; needed with inBackground
  std::string moduleKey;  ///< hash of the image's bytes and JIT options; part of the cache key
  unsigned simdWidth = 0; ///< 0: codegen chooses
  bool strict = false, managedViews = false; ///< see CodegenOptions
  exec::BlockShape shape;
  bool fewThreads = false; ///< see CodegenOptions
  unsigned optLevel = 2;
  bool debug = false;             ///< -G: line by line
  bool recordRegisters = false;   ///< for core dumps; as with optLevel 0
  uint32_t observe = 0;           ///< exec::Observe: which events the kernel tells
  bool describeVariables = false; ///< for debuggers; as with optLevel 0, simdWidth must be 1
  bool profile = false;           ///< the code counts what its threads do
  bool interruptible = false;     ///< see CodegenOptions
  bool quick = false;             ///< code that is made quickly and runs slowly
  /// A quick object will do where it would take long to make the optimised one, which is made when
  /// the kernel has run for a while; so many such compilations may go on at once. The result of
  /// compile() then is CompiledKernel with exec::Kernel::better. 0: nobody gets a quick object.
  unsigned inBackground = 0;
  /// With inBackground: whatever there is and however short the kernel, and it is optimised at
  /// once.
  bool quickFirst = false;
  bool steps = false; ///< with profile: and tells what one block does, in order
  /// Address of a module variable, or of NAME.desc of a function; null if not known (a link error).
  std::function<void *(const std::string &symbol)> resolve;
  /// Called before the kernel is compiled: neither memory nor disk has its object.
  std::function<void()> missing;
  /// Becomes true when nobody wants the object any more: the compilation then ends at its next
  /// pass. Null: somebody does.
  const std::atomic<bool> *unwanted = nullptr;
};

class Session {
public:
  static Session &get();
  virtual ~Session() = default;
  virtual Expected<std::shared_ptr<CompiledKernel>> compile(const CompileRequest &request) = 0;
  /// Makes the object that a compile() of the same request will ask for, unless it is there or
  /// being made. Nobody is told of a failure: compile() fails in its turn.
  virtual void prepare(const CompileRequest &request) = 0;
};

} // namespace anywarp::jit
