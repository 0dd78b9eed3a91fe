// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/link/Prototypes.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>

namespace anywarp::ptx {
namespace {

/// Adds `(result)` to a call without; false: it is another call.
bool takeResult(Instruction &call, std::string_view callee, const std::string &result) {
  if (call.opcode != Opcode::Call || call.operands.empty() ||
      call.operands[0].kind != Operand::Symbol || call.operands[0].name != callee)
    return false;
  Operand list, symbol;
  list.kind = Operand::List;
  symbol.kind = Operand::Symbol;
  symbol.name = result;
  list.loc = symbol.loc = call.operands[0].loc;
  list.elements.push_back(symbol);
  call.operands.insert(call.operands.begin(), list);
  return true;
}

void takeResults(Function &caller, std::string_view callee, const Variable &result) {
  Variable unused = result;
  unused.space = StateSpace::Param;
  unused.name = "unused_result";
  auto isTaken = [&](const auto &all) {
    return std::any_of(all.begin(), all.end(),
                       [&](const auto &other) { return other.name == unused.name; });
  };
  while (isTaken(caller.locals) || isTaken(caller.params) || isTaken(caller.results) ||
         isTaken(caller.registers) || isTaken(caller.labels))
    unused.name += "_";
  bool isUsed = false;
  for (Instruction &instruction : caller.body)
    isUsed |= takeResult(instruction, callee, unused.name);
  if (isUsed)
    caller.locals.push_back(std::move(unused));
}

} // namespace

void takeUnknownResults(const std::vector<std::unique_ptr<Module>> &modules) {
  std::unordered_map<std::string, Variable> results;
  for (const auto &module : modules)
    for (const auto &function : module->functions)
      if (function->isDefined && (function->isVisible || function->isWeak) &&
          function->results.size() == 1)
        results.emplace(function->name, function->results[0]);
  for (const auto &module : modules)
    for (const auto &declared : module->functions) {
      auto found = results.find(declared->name);
      if (declared->isDefined || !declared->results.empty() || found == results.end())
        continue;
      declared->results.push_back(found->second);
      for (const auto &caller : module->functions)
        takeResults(*caller, declared->name, found->second);
    }
}

} // namespace anywarp::ptx
