// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A walk from kernels and initialisers over all that functions name.
#include "ptx/link/LinkCheck.h"

#include <set>
#include <string_view>
#include <unordered_map>

#include "ptx/link/Linker.h"

namespace anywarp::ptx {
namespace {

template <typename Visit> void forEachName(const Operand &operand, const Visit &visit) {
  if (operand.kind == Operand::Symbol || operand.kind == Operand::Address)
    visit(operand.name);
  for (const Operand &element : operand.elements)
    forEachName(element, visit);
  if (operand.pair)
    forEachName(*operand.pair, visit);
}

/// Everything that may be the name of a function, in `function`'s body.
template <typename Visit> void forEachName(const Function &function, const Visit &visit) {
  for (const Instruction &instruction : function.body)
    for (const Operand &operand : instruction.operands)
      forEachName(operand, visit);
  for (const auto &targets : function.targets)
    if (targets.isCall)
      for (const std::string &name : targets.names)
        visit(name);
}

/// The functions of one module by name; an alias is its aliasee.
using Functions = std::unordered_map<std::string_view, const Function *>;

Functions functionsOf(const Module &module) {
  Functions functions;
  for (const auto &function : module.functions)
    if (auto [it, isNew] = functions.emplace(function->name, function.get());
        !isNew && function->isDefined)
      it->second = function.get();
  for (const auto &[alias, aliasee] : module.aliases)
    if (auto it = functions.find(aliasee); it != functions.end())
      functions[alias] = it->second;
  return functions;
}

bool isPublic(const Function &f) { return f.isEntry || f.isVisible || f.isWeak; }
bool isPublicDefinition(const Variable &v) {
  return !v.isExtern && (v.isVisible || v.isWeak || v.isCommon);
}

/// Has to be defined somewhere, used or not; but for what a launch or the host gives.
bool needsDefinition(const Variable &v) {
  const bool isShared = v.space == StateSpace::Shared || v.space == StateSpace::SharedCta;
  return v.isExtern && !isOpaque(v.type) && (!isShared || v.sizeInBytes());
}

class Reach {
public:
  explicit Reach(const std::vector<LinkPart> &parts) : parts_(parts) {
    for (size_t i = 0; i < parts.size(); ++i) {
      functions_.push_back(functionsOf(*parts[i].module));
      for (const auto &[name, function] : functions_[i])
        if (function->isDefined && isPublic(*function))
          definitions_.emplace(name, Place{i, function});
    }
  }

  void walk() {
    for (size_t i = 0; i < parts_.size(); ++i) {
      for (const auto &function : parts_[i].module->functions)
        if (function->isEntry && function->isDefined)
          add({i, function.get()});
      for (const auto &variable : parts_[i].module->variables)
        for (const Relocation &relocation : variable->relocations)
          refer(i, relocation.symbol);
    }
    while (!waiting_.empty()) {
      Place place = waiting_.back();
      waiting_.pop_back();
      forEachName(*place.function, [&](const std::string &name) { refer(place.part, name); });
    }
  }

  bool has(const Function *function) const { return reached_.count(function) != 0; }
  /// Names without definition that part `index` refers to.
  const std::set<std::string_view> &missingIn(size_t index) { return missing_[index]; }

private:
  struct Place {
    size_t part;
    const Function *function;
  };

  void add(Place place) {
    if (reached_.insert(place.function).second)
      waiting_.push_back(place);
  }

  void refer(size_t part, std::string_view name) {
    auto it = functions_[part].find(name);
    if (it == functions_[part].end())
      return; // a variable, a label …
    const Function &named = *it->second;
    add({part, &named});
    if (named.isDefined)
      return;
    if (auto other = definitions_.find(name); other != definitions_.end())
      add(other->second);
    else if (!named.isWeak && !isProvided(name))
      missing_[part].insert(named.name);
  }

  const std::vector<LinkPart> &parts_;
  std::vector<Functions> functions_; ///< by part
  std::unordered_map<std::string_view, Place> definitions_;
  std::set<const Function *> reached_;
  std::vector<Place> waiting_;
  std::unordered_map<size_t, std::set<std::string_view>> missing_;
};

} // namespace

LinkFaults findLinkFaults(const std::vector<LinkPart> &parts) {
  LinkFaults faults;
  std::unordered_map<std::string, const std::string *> definedIn;
  std::set<std::string_view> variables;
  for (const LinkPart &part : parts) {
    for (std::string &name : soleDefinitions(*part.module))
      if (auto [it, isNew] = definedIn.emplace(name, &part.file); !isNew)
        faults.doubles.push_back("Multiple definition of '" + name + "' in '" + part.file +
                                 "', first defined in '" + *it->second + "'");
    for (const auto &variable : part.module->variables)
      if (isPublicDefinition(*variable))
        variables.insert(variable->name);
  }
  if (!faults.doubles.empty())
    return faults;
  Reach reach(parts);
  reach.walk();
  for (size_t i = 0; i < parts.size(); ++i) {
    auto add = [&](std::string_view name) {
      faults.undefined.push_back("Undefined reference to '" + std::string(name) + "' in '" +
                                 parts[i].file + "'");
    };
    for (std::string_view name : reach.missingIn(i))
      add(name);
    for (const auto &variable : parts[i].module->variables)
      if (needsDefinition(*variable) && !variables.count(variable->name))
        add(variable->name);
  }
  return faults;
}

void removeUnreachable(Module &module) {
  const std::vector<LinkPart> parts = {{"", &module}};
  Reach reach(parts);
  reach.walk();
  std::set<std::string_view> left;
  for (const auto &function : module.functions)
    if (function->isEntry || reach.has(function.get()))
      left.insert(function->name);
  std::erase_if(module.aliases, [&](const auto &alias) { return !left.count(alias.second); });
  for (const auto &[alias, aliasee] : module.aliases)
    left.insert(alias);
  std::erase_if(module.functions, [&](const auto &f) { return !left.count(f->name); });
}

} // namespace anywarp::ptx
