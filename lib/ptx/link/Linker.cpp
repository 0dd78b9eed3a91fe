// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The linker of modules.
#include "ptx/link/Linker.h"
#include "ptx/link/LinkCheck.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace anywarp::ptx {

namespace {

using Names = std::unordered_map<std::string, std::string>;

/// Gives the module's private names other ones.
class Renamer {
public:
  explicit Renamer(const Names &names) : names_(names) {}

  void rename(Module &module) {
    for (auto &variable : module.variables) {
      rename(variable->name);
      for (Relocation &relocation : variable->relocations)
        rename(relocation.symbol);
    }
    for (auto &function : module.functions) {
      rename(function->name);
      rename(*function);
    }
    for (auto &[alias, aliasee] : module.aliases) {
      rename(alias);
      rename(aliasee);
    }
  }

private:
  void rename(std::string &name) const {
    if (hidden_.count(name))
      return;
    if (auto it = names_.find(name); it != names_.end())
      name = it->second;
  }
  void rename(Operand &operand) const {
    if (operand.kind == Operand::Symbol || operand.kind == Operand::Address)
      rename(operand.name);
    for (Operand &element : operand.elements)
      rename(element);
    if (operand.pair)
      rename(*operand.pair);
  }
  void rename(Function &function) {
    // Names of the body hide those of the module.
    hidden_.clear();
    for (const auto *variables : {&function.params, &function.results, &function.locals})
      for (const Variable &variable : *variables)
        hidden_.insert(variable.name);
    for (const Label &label : function.labels)
      hidden_.insert(label.name);
    for (const auto &prototype : function.prototypes)
      hidden_.insert(prototype.name);
    for (Instruction &instruction : function.body)
      for (Operand &operand : instruction.operands)
        rename(operand);
    for (auto &targets : function.targets)
      if (targets.isCall)
        for (std::string &name : targets.names)
          rename(name);
    hidden_.clear();
  }

  const Names &names_;
  std::unordered_set<std::string> hidden_;
};

bool isPublic(const Variable &v) { return v.isExtern || v.isVisible || v.isWeak || v.isCommon; }
bool isPublic(const Function &f) {
  return f.isEntry || f.isExtern || f.isVisible || f.isWeak || !f.isDefined;
}
bool isDefinition(const Variable &v) { return !v.isExtern; }
bool isDefinition(const Function &f) { return f.isDefined; }
bool isStrong(const Variable &v) { return !v.isExtern && !v.isWeak && !v.isCommon; }
/// An entry without .visible is of no interest to other modules, as with NVIDIA's linker; it only
/// has a name for the host.
bool isStrong(const Function &f) { return f.isDefined && !f.isWeak && (!f.isEntry || f.isVisible); }

/// Private names of module number `index` that somebody else uses too.
Names clashes(const Module &module, size_t index,
              const std::unordered_map<std::string, int> &uses) {
  Names names;
  auto consider = [&](const std::string &name, bool isPrivate) {
    if (isPrivate && uses.at(name) > 1)
      names.emplace(name, name + "$" + std::to_string(index));
  };
  for (const auto &variable : module.variables)
    consider(variable->name, !isPublic(*variable));
  for (const auto &function : module.functions)
    consider(function->name, !isPublic(*function));
  return names;
}

/// Adds a symbol to those joined so far: the better definition stays.
template <typename T>
void join(std::vector<std::unique_ptr<T>> &all, std::unordered_map<std::string, size_t> &places,
          std::unique_ptr<T> symbol, Diagnostics &diagnostics) {
  auto [it, isNew] = places.emplace(symbol->name, all.size());
  if (isNew) {
    all.push_back(std::move(symbol));
    return;
  }
  std::unique_ptr<T> &known = all[it->second];
  if (isStrong(*known) && isStrong(*symbol)) {
    diagnostics.error(symbol->loc.line, 0, "Multiple definition of '" + symbol->name + "'");
    return;
  }
  bool isBetter = isDefinition(*symbol) && (!isDefinition(*known) || isStrong(*symbol));
  if constexpr (std::is_same_v<T, Variable>) {
    // Of common symbols and open arrays the largest counts.
    if (isDefinition(*symbol) == isDefinition(*known) && !isStrong(*symbol) && !isStrong(*known))
      isBetter = symbol->sizeInBytes() > known->sizeInBytes();
    uint32_t align = std::max(known->align, symbol->align);
    known->align = symbol->align = align;
  }
  if (isBetter)
    known = std::move(symbol);
}

void shiftFiles(Module &module, uint32_t by) {
  std::map<uint32_t, std::string> files;
  for (auto &[index, name] : module.files)
    files.emplace(index + by, std::move(name));
  module.files = std::move(files);
  for (auto &function : module.functions)
    for (Instruction &instruction : function->body)
      if (instruction.source.known())
        instruction.source.file += by;
  for (auto &function : module.functions)
    for (InlinedCall &call : function->inlined)
      call.caller.file += by;
}

unsigned targetNumber(const std::string &target) {
  size_t digit = target.find_first_of("0123456789");
  return digit == std::string::npos ? 0
                                    : unsigned(std::strtoul(target.c_str() + digit, nullptr, 10));
}

} // namespace

std::vector<std::string> soleDefinitions(const Module &module) {
  std::vector<std::string> names;
  auto add = [&](const auto &symbols) {
    for (const auto &symbol : symbols)
      if (isPublic(*symbol) && isStrong(*symbol))
        names.push_back(symbol->name);
  };
  add(module.variables);
  add(module.functions);
  return names;
}

static bool isShared(const Variable &variable) {
  return variable.space == StateSpace::Shared || variable.space == StateSpace::SharedCta;
}

/// A variable that is only declared is missing, used or not; of shared memory an array without a
/// size is what the launch gives (seen).
static void reportUndefined(const Module &module, Diagnostics &diagnostics) {
  for (const UnresolvedFunction &missing : unresolvedFunctions(module))
    diagnostics.error(0, 0,
                      "Undefined reference to '" + std::string(missing.name) + "' in '" +
                          std::string(missing.user) + "'");
  for (const auto &variable : module.variables)
    if (variable->isExtern && !isOpaque(variable->type) &&
        (!isShared(*variable) || variable->sizeInBytes()))
      diagnostics.error(variable->loc.line, 0, "Undefined reference to '" + variable->name + "'");
}

std::unique_ptr<Module> link(std::vector<std::unique_ptr<Module>> modules, Diagnostics &diagnostics,
                             Linked kind) {
  // How many modules mention a name at their top level.
  std::unordered_map<std::string, int> uses;
  for (const auto &module : modules) {
    std::set<std::string> names;
    for (const auto &variable : module->variables)
      names.insert(variable->name);
    for (const auto &function : module->functions)
      names.insert(function->name);
    for (const std::string &name : names)
      ++uses[name];
  }

  auto result = std::make_unique<Module>();
  std::unordered_map<std::string, size_t> variables, functions;
  for (size_t i = 0; i < modules.size(); ++i) {
    Module &module = *modules[i];
    Names names = clashes(module, i, uses);
    Renamer(names).rename(module);
    const uint32_t firstFile = result->files.empty() ? 0 : result->files.rbegin()->first + 1;
    shiftFiles(module, firstFile);
    for (DebugUnit &unit : module.debugUnits) {
      unit.firstFile += firstFile;
      result->debugUnits.push_back(std::move(unit));
    }
    result->files.merge(module.files);
    if (std::pair(module.versionMajor, module.versionMinor) >
        std::pair(result->versionMajor, result->versionMinor)) {
      result->versionMajor = module.versionMajor;
      result->versionMinor = module.versionMinor;
    }
    if (result->target.empty() || targetNumber(module.target) > targetNumber(result->target))
      result->target = module.target;
    for (const std::string &option : module.targetOptions)
      if (std::find(result->targetOptions.begin(), result->targetOptions.end(), option) ==
          result->targetOptions.end())
        result->targetOptions.push_back(option);
    for (auto &variable : module.variables)
      join(result->variables, variables, std::move(variable), diagnostics);
    for (auto &function : module.functions)
      join(result->functions, functions, std::move(function), diagnostics);
    result->aliases.insert(result->aliases.end(), module.aliases.begin(), module.aliases.end());
  }
  if (kind == Linked::Program) {
    removeUnreachable(*result);
    reportUndefined(*result, diagnostics);
  }
  return diagnostics.hasErrors() ? nullptr : std::move(result);
}

bool isProvided(std::string_view name) {
  return name == "vprintf" || name == "malloc" || name == "free" || name == "__assertfail" ||
         name.starts_with("cuda") || name.starts_with("__cuda");
}

std::vector<UnresolvedFunction> unresolvedFunctions(const Module &module) {
  std::unordered_set<std::string_view> missing;
  for (const auto &function : module.functions)
    if (!function->isDefined && !function->isWeak && !isProvided(function->name))
      missing.insert(function->name);
  std::vector<UnresolvedFunction> found;
  if (missing.empty())
    return found;
  auto visit = [&](auto &self, const Operand &operand, std::string_view user) -> void {
    if (missing.erase(operand.name))
      found.push_back({operand.name, user});
    for (const Operand &element : operand.elements)
      self(self, element, user);
  };
  for (const auto &function : module.functions)
    for (const Instruction &instruction : function->body)
      for (const Operand &operand : instruction.operands)
        visit(visit, operand, function->name);
  for (const auto &variable : module.variables)
    for (const Relocation &relocation : variable->relocations)
      if (missing.erase(relocation.symbol))
        found.push_back({relocation.symbol, variable->name});
  return found;
}

static bool lacksDefinition(const Variable &variable) {
  return variable.isExtern && !isShared(variable);
}

bool isIgnoredExtern(const Variable &variable) {
  return lacksDefinition(variable) && variable.sizeInBytes();
}

Unresolved unresolvedSymbols(const Module &module) {
  Unresolved found;
  for (const UnresolvedFunction &missing : unresolvedFunctions(module))
    found.errors.push_back("Unresolved extern function '" + std::string(missing.name) + "'");
  for (const auto &variable : module.variables) {
    const std::string words = "Unresolved extern variable '" + variable->name + "'";
    if (isIgnoredExtern(*variable))
      found.warnings.push_back(words + " in whole program compilation, ignoring extern qualifier");
    else if (lacksDefinition(*variable))
      found.errors.push_back(words);
  }
  return found;
}

} // namespace anywarp::ptx
