// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The verifier of whole functions.
#include "ptx/Verifier.h"

#include <unordered_map>
#include <unordered_set>

#include "ptx/Forms.h"
#include "ptx/Words.h"

namespace anywarp::ptx {

namespace {

constexpr unsigned kMaxMessages = 50;

class FunctionVerifier {
public:
  FunctionVerifier(const Module &module, Function &function, Diagnostics &diagnostics,
                   const std::unordered_map<std::string_view, const Function *> &functions)
      : module_(module), function_(function), diagnostics_(diagnostics), functions_(functions) {}

  bool run() {
    for (const Label &label : function_.labels)
      labels_.insert(label.name);
    for (const auto &prototype : function_.prototypes)
      prototypes_.emplace(prototype.name, &prototype);
    for (const auto &targets : function_.targets)
      targets_.emplace(targets.name, &targets);
    checkTargets();
    for (Instruction &inst : function_.body)
      check(inst);
    return function_.poison.empty();
  }

private:
  void fail(TextLoc loc, std::string message) {
    if (function_.poison.empty())
      function_.poison = "line " + std::to_string(loc.line) + ": " + message;
    if (++messages_ <= kMaxMessages)
      diagnostics_.warning(loc.line, loc.column, std::move(message));
  }

  void checkTargets() {
    for (const auto &targets : function_.targets)
      for (const std::string &name : targets.names)
        if (targets.isCall ? !functions_.count(name) : !labels_.count(name))
          fail(function_.loc, (targets.isCall ? "Unknown function '" : "Unknown label '") + name +
                                  "' in '" + targets.name + "'");
  }

  void check(Instruction &inst) {
    Match best;
    bool any = false;
    for (const Form &form : formsOf(inst.opcode)) {
      Match m = match(inst, form, &function_, &module_);
      if (m.fit == Fit::Full) {
        inst.form = &form;
        for (size_t i = 0; i < inst.operands.size() && i < form.operands().size(); ++i)
          if (form.operands()[i].role == Role::Address && inst.operands[i].kind == Operand::Symbol)
            inst.operands[i].kind = Operand::Address; // `ld.u32 d, a[2]` is `ld.u32 d, [a+8]`
        return checkNames(inst);
      }
      if (!any || m.fit > best.fit || (m.fit == best.fit && m.words > best.words))
        best = std::move(m);
      any = true;
    }
    fail(best.loc, std::move(best.message));
  }

  void checkSpecial(const Operand &operand) {
    for (const Operand &element : operand.elements)
      checkSpecial(element);
    if (operand.kind != Operand::Special)
      return;
    const SpecialRegister *special =
        findSpecialRegister(operand.name.substr(0, operand.name.find('.')));
    unsigned version = module_.versionMajor * 10 + module_.versionMinor;
    if (special && version < special->ptxVersion)
      fail(operand.loc, "Feature '%" + operand.name + "' requires PTX ISA .version " +
                            std::to_string(special->ptxVersion / 10) + "." +
                            std::to_string(special->ptxVersion % 10) + " or later");
  }

  void checkNames(const Instruction &inst) {
    for (const Operand &operand : inst.operands)
      checkSpecial(operand);
    if (inst.opcode == Opcode::Bra) {
      if (!labels_.count(inst.operands[0].name))
        fail(inst.operands[0].loc, "Label expected for argument 0 of instruction 'bra', found '" +
                                       inst.operands[0].name + "'");
    } else if (inst.opcode == Opcode::Brx) {
      auto found = targets_.find(inst.operands[1].name);
      if (found == targets_.end() || found->second->isCall)
        fail(inst.operands[1].loc,
             "Unknown list of branch targets '" + inst.operands[1].name + "'");
    } else if (inst.opcode == Opcode::Call) {
      checkCall(inst);
    }
  }

  void checkCounts(const Instruction &inst, const std::string &name, size_t results, size_t params,
                   bool isOpen, size_t haveResults, size_t haveParams) {
    if (results != haveResults)
      fail(inst.loc, "Call to '" + name + "' takes " + std::to_string(haveResults) +
                         " results, the function has " + std::to_string(results));
    else if (params != haveParams && !(isOpen && haveParams + 1 >= params))
      fail(inst.loc, "Call to '" + name + "' has " + std::to_string(haveParams) +
                         " arguments, the function takes " + std::to_string(params));
  }

  static bool isOpen(const std::vector<Variable> &params) {
    return !params.empty() && !params.back().dims.empty() && params.back().dims[0] == 0;
  }

  void checkCall(const Instruction &inst) {
    size_t at = 0, results = 0, params = 0;
    const auto &operands = inst.operands;
    bool hasResults = !operands.empty() && operands[0].kind == Operand::List;
    if (hasResults)
      results = operands[at++].elements.size();
    if (at >= operands.size() ||
        (operands[at].kind != Operand::Symbol && operands[at].kind != Operand::Register))
      return fail(inst.loc, "Arguments mismatch for instruction 'call': expected a function");
    const Operand &target = operands[at++];
    if (at < operands.size() && operands[at].kind == Operand::List)
      params = operands[at++].elements.size();
    if (target.kind == Operand::Symbol && at == operands.size()) {
      auto found = functions_.find(target.name);
      if (found == functions_.end())
        return fail(target.loc, "Call to '" + target.name + "' requires call prototype");
      const Function &callee = *found->second;
      return checkCounts(inst, callee.name, callee.results.size(), callee.params.size(),
                         isOpen(callee.params), results, params);
    }
    // Through a register, or a name with a prototype behind the arguments.
    if (at + 1 != operands.size() || operands[at].kind != Operand::Symbol)
      return fail(inst.loc, "Indirect call needs the name of a .callprototype or .calltargets");
    const Operand &list = operands[at];
    if (auto found = prototypes_.find(list.name); found != prototypes_.end())
      return checkCounts(inst, list.name, found->second->results.size(),
                         found->second->params.size(), isOpen(found->second->params), results,
                         params);
    auto found = targets_.find(list.name);
    if (found == targets_.end() || !found->second->isCall)
      fail(list.loc, "Unknown call prototype '" + list.name + "'");
  }

  const Module &module_;
  Function &function_;
  Diagnostics &diagnostics_;
  const std::unordered_map<std::string_view, const Function *> &functions_;
  std::unordered_set<std::string_view> labels_;
  std::unordered_map<std::string_view, const Function::Prototype *> prototypes_;
  std::unordered_map<std::string_view, const Function::Targets *> targets_;
  unsigned messages_ = 0;
};

} // namespace

bool verify(Module &module, Diagnostics &diagnostics) {
  std::unordered_map<std::string_view, const Function *> functions;
  for (const auto &function : module.functions)
    functions.emplace(function->name, function.get());
  for (const auto &[alias, target] : module.aliases)
    if (auto found = functions.find(target); found != functions.end())
      functions.emplace(alias, found->second);
  bool good = true;
  for (const auto &function : module.functions) {
    if (!function->poison.empty() || !function->isDefined) {
      good &= function->poison.empty();
      continue;
    }
    good &= FunctionVerifier(module, *function, diagnostics, functions).run();
  }
  return good;
}

} // namespace anywarp::ptx
