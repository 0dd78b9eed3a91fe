// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel of a loaded module: its facts, its settable attributes and its compiled forms, which are
// made when a launch first needs them. Any thread may launch it.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "driver/base/Object.h"
#include "driver/stream/Stream.h"
#include "exec/KernelAbi.h"
#include "jit/Session.h"
#include "model/KernelFacts.h"
#include "support/Mutex.h"
#include "support/Status.h"

namespace anywarp::driver {

using model::KernelFacts;

class Module;
class Program;

/// Attributes that the program sets, of a function or of a kernel on a device. A function has those
/// of its kernel but for what was set of itself: that stands whenever it was set.
struct FunctionSettings {
  std::atomic<int> maxDynamicShared{-1}; ///< -1: not set
  std::atomic<int> carveout{-1};
  std::atomic<bool> nonPortableCluster{false};
  std::atomic<int> clusterScheduling{0};
  std::atomic<bool> clusterMustBeSet{false};
  std::atomic<uint32_t> cluster[3] = {0, 0, 0};
  std::atomic<int> cacheConfig{CU_FUNC_CACHE_PREFER_NONE};
  std::atomic<uint32_t> own{0}; ///< a bit for each attribute that was set of the function

  explicit FunctionSettings(const KernelFacts &facts);
  /// Takes the kernel's for everything that is not its own.
  void follow(const FunctionSettings &kernel);
};

/// Dynamic shared memory that a launch may ask for.
uint32_t maxDynamicShared(const KernelFacts &facts, const FunctionSettings &settings);
/// What cuFuncGetAttribute and cuKernelGetAttribute answer.
CUresult getAttribute(const KernelFacts &facts, const FunctionSettings &settings,
                      const Program &program, CUfunction_attribute attribute, int &value);
/// Sets what can be set, within what was compiled in.
CUresult setAttribute(const KernelFacts &facts, FunctionSettings &settings,
                      CUfunction_attribute attribute, int value);
/// Offset and size of a parameter.
CUresult paramInfo(const KernelFacts &facts, size_t index, size_t *offset, size_t *size);

/// What is asked of the JIT for `kernel` and blocks of the class `shape`, without what a launch or
/// a module adds.
jit::CompileRequest compileRequest(const Program &program, const ptx::Function &kernel,
                                   const exec::BlockShape &shape);

class Function : public Object {
public:
  using Handle = CUfunction;
  static constexpr Kind kKind = KindFunction;

  /// `kernel`: settings of the CUkernel that it belongs to, if it does.
  Function(Module &module, const ptx::Function &entry, const FunctionSettings *kernel);
  ~Function() override;

  Module &module() const { return module_; }
  Context &context() const;
  const ptx::Function &entry() const { return entry_; }
  const std::string &name() const { return entry_.name; }
  const KernelFacts &facts() const { return facts_; }
  FunctionSettings &settings() const { return *settings_; }

  /// Code for blocks of this shape, compiled if there is none yet; lives as long as the function.
  Expected<const jit::CompiledKernel *> code(const exec::BlockShape &launched,
                                             bool hasFewThreads = false);
  /// True once any form was compiled.
  bool isLoaded() const { return variants_.load(std::memory_order_acquire) != nullptr; }

  /// By its name, not only met in a list: that loads it on a GPU.
  std::atomic<bool> isAsked = false;

  // The block and parameters that cuFuncSetBlockShape and cuParamSet* leave for cuLaunch.
  struct Legacy {
    Mutex mutex; ///< guards everything below
    uint32_t block[3] = {1, 1, 1};
    uint32_t shared AW_GUARDED_BY(mutex) = 0;
    std::vector<char> params AW_GUARDED_BY(mutex);
  } legacy;

private:
  struct Variant {
    exec::BlockShape shape;
    bool hasFewThreads, recordsRegisters;
    std::shared_ptr<jit::CompiledKernel> code;
    Variant *next;
  };
  /// Whether a compilation takes so long that one must do for all blocks.
  bool takesLong() const;
  void chooseTier(jit::CompileRequest &request) const;

  Module &module_; ///< outlives its functions
  const ptx::Function &entry_;
  const KernelFacts facts_;
  const std::unique_ptr<FunctionSettings> settings_;
  enum class Long : uint8_t { Unknown, No, Yes };
  mutable std::atomic<Long> long_{Long::Unknown}; ///< what takesLong found
  std::atomic<Variant *> variants_{nullptr};      ///< grows at the front only
  Mutex compiling_;                               ///< held by whoever adds a variant
};

/// The function of a CUfunction, or of a CUkernel, which the API accepts in its place: in
/// `context`, or the current one if it is null. CUDA_ERROR_INVALID_HANDLE if it is neither.
CUresult findFunction(CUfunction handle, Function *&function, Context *context = nullptr);

} // namespace anywarp::driver
