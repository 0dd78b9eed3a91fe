// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program for the device as PTX: parsed, checked, linked if it came in parts; the same for every
// context. Immutable, shared by the modules that were loaded from it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "driver/Native.h"
#include "driver/base/JitOptions.h"
#include "driver/base/Object.h"
#include "fatbin/Image.h"
#include "model/KernelFacts.h"
#include "ptx/Module.h"
#include "support/Status.h"

namespace anywarp::driver {

using model::KernelFacts;
using model::ModuleSymbols;

class Program : public Counted {
public:
  /// From what cuModuleLoadData takes. Messages go to the options' logs; a failure answers the code
  /// that the call answers.
  static CUresult load(const void *image, JitOptions &options, Ref<Program> &program);
  /// From texts that were taken out of images; several are linked with each other. A single one is
  /// whole, unless `isLinked`: then it may lack nothing, too.
  static CUresult build(const std::vector<fatbin::PtxImage> &images, JitOptions &options,
                        Ref<Program> &program, bool isLinked = false);
  /// Tells what is wrong with one text, without linking or keeping it. `definitions`: the names
  /// that it defines and no other text may.
  static CUresult check(const fatbin::PtxImage &image, JitOptions &options,
                        std::vector<std::string> *definitions = nullptr);
  static CUresult load(std::string_view bytes, JitOptions &options, Ref<Program> &program);
  /// Of kernels that are C++ code (Native.h), which must outlive the program.
  static CUresult makeNative(const NativeKernel *kernels, unsigned count, Ref<Program> &program);
  /// From a file.
  static CUresult loadFile(const char *path, JitOptions &options, Ref<Program> &program);

  const ptx::Module &module() const { return *module_; }
  const ModuleSymbols &symbols() const { return *symbols_; }
  /// The C++ code of a kernel; null: it is translated from its PTX.
  const NativeKernel *native(const std::string &kernel) const {
    auto it = natives_.find(kernel);
    return it == natives_.end() ? nullptr : it->second;
  }
  /// Tells this program and its options from every other.
  const std::string &key() const { return key_; }
  bool debug() const { return debug_; }
  unsigned optLevel() const { return optLevel_; }

private:
  static CUresult assemble(const std::vector<fatbin::PtxImage> &images, JitOptions &options,
                           bool isLinked, Ref<Program> &program);

  std::unique_ptr<ptx::Module> module_;
  std::unique_ptr<ModuleSymbols> symbols_; ///< of the module
  std::unordered_map<std::string, const NativeKernel *> natives_;
  std::string key_;
  bool debug_ = false;
  unsigned optLevel_ = 2;
};

CUresult readFile(const char *path, std::string &bytes);

/// Code for a failure of fatbin, ptx or jit.
CUresult toResult(const Status &status);

} // namespace anywarp::driver
