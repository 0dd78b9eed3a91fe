// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/scalar/Dependents.h"

#include <llvm/IR/Module.h>

namespace anywarp::codegen {

Values dependents(const llvm::Module &module, Intrinsic id) {
  Values found;
  llvm::SmallVector<const llvm::Value *, 32> open;
  if (const llvm::Function *reader = module.getFunction(infoOf(id).name))
    open.append(reader->user_begin(), reader->user_end());
  while (!open.empty()) {
    const llvm::Value *value = open.pop_back_val();
    if (found.insert(value).second)
      open.append(value->user_begin(), value->user_end());
  }
  return found;
}

} // namespace anywarp::codegen
