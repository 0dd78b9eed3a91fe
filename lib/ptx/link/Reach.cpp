// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/link/Reach.h"

#include <algorithm>

namespace anywarp::ptx {

std::vector<const Function *> reachedFunctions(const Module &module, const Function &function) {
  std::vector<const Function *> reached{&function};
  for (size_t i = 0; i < reached.size(); ++i)
    for (const Instruction &inst : reached[i]->body)
      if (inst.opcode == Opcode::Call)
        for (const Operand &operand : inst.operands)
          if (const Function *callee = module.findFunction(operand.name);
              callee && std::ranges::find(reached, callee) == reached.end())
            reached.push_back(callee);
  return reached;
}

size_t reachedInstructions(const Module &module, const Function &function) {
  size_t count = 0;
  for (const Function *reached : reachedFunctions(module, function))
    count += reached->body.size();
  return count;
}

} // namespace anywarp::ptx
