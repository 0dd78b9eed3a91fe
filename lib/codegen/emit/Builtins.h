// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of device/builtins in a module that is being emitted. The bitcode is embedded in
// the library; what a module calls is copied into it, internal and always inlined.
#pragma once

#include <memory>

#include <llvm/ADT/StringRef.h>

#include "support/Status.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace anywarp::codegen {

class Builtins {
public:
  explicit Builtins(llvm::Module &target);
  ~Builtins();

  /// Declaration of builtin `name` in the target, null if there is none.
  llvm::Function *declare(llvm::StringRef name);
  /// Brings in the bodies of all that was declared.
  Status link();

private:
  bool load();
  llvm::Module &target_;
  std::unique_ptr<llvm::Module> library_;
  bool loaded_ = false, used_ = false;
};

} // namespace anywarp::codegen
