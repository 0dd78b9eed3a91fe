// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library: a program that is loaded without a context. It becomes a module of a context when
// something of it is first used there. In a launch, its kernel stands for the function of the
// stream's context; elsewhere for that of the current one. What cannot be loaded is a library, too:
// whatever is asked of it tells why.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "driver/code/Function.h"
#include "driver/code/Module.h"
#include "driver/code/Program.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Kernel;

class Library : public Object {
public:
  using Handle = CUlibrary;
  static constexpr Kind kKind = KindLibrary;

  /// `failure`: why there is no program.
  Library(Ref<Program> program, CUresult failure)
      : program_(std::move(program)), failure_(failure) {}
  ~Library() override;

  const Program &program() const { return *program_; }
  CUresult failure() const { return failure_; }
  /// The library's module in a context, made if there is none yet.
  CUresult module(Context &context, Module *&module);
  /// The kernel of that name. NOT_FOUND if there is none.
  CUresult kernel(const std::string &name, Kernel *&kernel);
  std::vector<std::string> kernelNames() const;
  std::vector<std::string> managedNames() const;
  /// The kernel's functions on the device take what was set of it.
  void follow(const Device &device, const std::string &name, const FunctionSettings &settings);
  /// Says where a managed variable is: in memory of NVIDIA's driver (Routing.h). Before the first
  /// module is made.
  void placeManaged(const std::string &name, CUdeviceptr address, size_t bytes);

private:
  bool findModule(Context &context, Module *&module);
  const Ref<Program> program_; ///< null: see failure_
  const CUresult failure_;
  Mutex mutex_; ///< guards everything below
  std::unordered_map<uint64_t, uint64_t>
      modules_ AW_GUARDED_BY(mutex_); ///< context's id → module's handle
  std::unordered_map<std::string, Ref<Kernel>> kernels_ AW_GUARDED_BY(mutex_);
  Module::Variables managed_ AW_GUARDED_BY(mutex_); ///< one place for all contexts
};

class Kernel : public Object {
public:
  using Handle = CUkernel;
  static constexpr Kind kKind = KindKernel;

  Kernel(Library &library, const ptx::Function &entry);

  Library &library() const { return library_; }
  const std::string &name() const { return entry_.name; }
  const KernelFacts &facts() const { return facts_; }
  /// What is set for the kernel on a device; its functions there follow.
  const std::unique_ptr<FunctionSettings> &settings(const Device &device) const;
  CUresult setAttribute(const Device &device, CUfunction_attribute attribute, int value);
  CUresult function(Context &context, Function *&function);

private:
  Library &library_; ///< outlives its kernels
  const ptx::Function &entry_;
  const KernelFacts facts_;
  std::vector<std::unique_ptr<FunctionSettings>> settings_; ///< a device each

  /// What function() found last, and in which context: most kernels are launched in one. A function
  /// of another context is not looked at, since that context may be destroyed meanwhile; a handle
  /// that is stale stands for nothing.
  class LastFunction {
  public:
    Function *find(const Context &context) const;
    void keep(const Context &context, const Function &function);

  private:
    Mutex mutex_;                      ///< of those who write
    std::atomic<uint64_t> context_{0}; ///< id; 0 while the handle changes
    std::atomic<CUfunction> handle_{nullptr};
  } last_;
};

} // namespace anywarp::driver
