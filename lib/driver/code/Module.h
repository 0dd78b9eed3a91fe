// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program loaded into a context: its variables have addresses, its kernels can be launched.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <unordered_map>

#include "driver/code/Function.h"
#include "driver/code/Program.h"
#include "driver/context/Context.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Module : public Object {
public:
  using Handle = CUmodule;
  static constexpr Kind kKind = KindModule;

  struct VariablePlace {
    CUdeviceptr address = 0;
    size_t size = 0;
    bool isManaged = false;
    bool isForeign = false; ///< in memory of NVIDIA's driver
  };
  using Variables = std::unordered_map<std::string, VariablePlace>;

  /// Allocates and fills the variables. `managed`: where the managed ones are already; those that
  /// are not there are added.
  static CUresult create(Context &context, Ref<Program> program, Ref<Module> &module,
                         Variables *managed = nullptr);
  ~Module() override;

  /// Set once, before anybody else sees it.
  bool isOfLibrary = false;

  Context &context() const { return context_; }
  const Program &program() const { return *program_; }

  /// The kernel of that name. NOT_FOUND if there is none, NOT_SUPPORTED if it cannot be compiled.
  /// `kernel`: settings of the CUkernel that it belongs to.
  CUresult function(const std::string &name, Function *&function,
                    const FunctionSettings *kernel = nullptr);
  /// The same for a list of all: it does not count as asked for.
  CUresult listed(const std::string &name, Function *&function,
                  const FunctionSettings *kernel = nullptr);
  /// The function, if it is there, takes what was set of its kernel.
  void follow(const std::string &name, const FunctionSettings &kernel);
  /// The kernel whose address in device code that is; null if it is none of this module's.
  Function *kernelAt(const void *descriptor);
  /// Entries of the PTX, in its order.
  std::vector<std::string> kernelNames() const;

  /// A `.global` or `.const` variable; null if there is none of that name.
  const VariablePlace *variable(const std::string &name) const;
  /// Appends the addresses of its managed variables.
  void addManaged(std::vector<char> &addresses) const;

  /// The texture or surface reference that stands for the variable `name`; made at first use.
  template <typename Make>
  CUresult reference(const std::string &name, Make make, Kind kind, uint64_t &handle) {
    LockGuard lock(mutex_);
    Ref<Object> &known = references_[name];
    if (!known) {
      Ref<Object> made = make();
      if (CUresult result = context_.publish(kind, made)) {
        references_.erase(name);
        return result;
      }
      known = std::move(made);
    }
    handle = known->handleBits();
    return CUDA_SUCCESS;
  }

  /// What generated code finds under a symbol's name: a variable's address, or the descriptor of
  /// the function NAME for "NAME.desc". Null if there is none.
  void *resolve(const std::string &symbol);

private:
  Module(Context &context, Ref<Program> program);
  CUresult placeVariables(Variables *managed);
  CUresult fillVariable(const ptx::Variable &variable, const VariablePlace &place);

  Context &context_; ///< modules go with their context
  const Ref<Program> program_;
  Variables variables_;
  bool ownsManaged_ = true;
  std::deque<exec::FunctionDescriptor> descriptors_;
  std::unordered_map<std::string, exec::FunctionDescriptor *> descriptorOf_;
  Mutex mutex_; ///< guards everything below
  std::unordered_map<const void *, Function *>
      kernelAt_ AW_GUARDED_BY(mutex_); ///< asked for before
  std::unordered_map<std::string, Ref<Function>> functions_ AW_GUARDED_BY(mutex_);
  std::unordered_map<std::string, Ref<Object>> references_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::driver
