// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The printer. Words of an instruction come in the manual's order, by the form it is an instance
// of.
#include "ptx/Printer.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "ptx/Forms.h"

namespace anywarp::ptx {

namespace {

std::string hex(uint64_t value, int digits) {
  char text[24];
  std::snprintf(text, sizeof text, "%0*" PRIX64, digits, value);
  return text;
}

/// The inverse of widenFloatBits.
uint32_t narrowFloatBits(uint64_t bits) {
  if ((bits & 0x7ff0000000000000ull) == 0x7ff0000000000000ull)
    return uint32_t(bits >> 63) << 31 | 0x7f800000u | uint32_t(bits >> 29 & 0x7fffffu);
  double value;
  std::memcpy(&value, &bits, 8);
  float narrow = float(value);
  uint32_t result;
  std::memcpy(&result, &narrow, 4);
  return result;
}

class Printer {
public:
  std::string text;

  void operand(const Operand &o, const Function &function) {
    bool isPredicate = o.kind == Operand::Register && function.registers[o.reg].type == Type::Pred;
    if (o.negated)
      text += isPredicate || o.kind != Operand::Register ? '!' : '-';
    switch (o.kind) {
    case Operand::None:
      break;
    case Operand::Register:
      text += function.registers[o.reg].name;
      if (!o.second.empty())
        text += "." + o.second;
      break;
    case Operand::Special:
      text += "%" + o.name;
      break;
    case Operand::Integer:
      text += std::to_string(o.integer);
      break;
    case Operand::Float:
      text += o.isFloat32 ? "0f" + hex(narrowFloatBits(uint64_t(o.integer)), 8)
                          : "0d" + hex(uint64_t(o.integer), 16);
      break;
    case Operand::Symbol:
      text += o.name;
      offset(o.integer);
      break;
    case Operand::Address:
      text += '[';
      if (o.hasRegister || !o.name.empty()) {
        text += o.hasRegister ? function.registers[o.reg].name : o.name;
        offset(o.integer);
      } else {
        text += std::to_string(o.integer);
      }
      for (const Operand &element : o.elements) {
        text += ", ";
        operand(element, function);
      }
      text += ']';
      break;
    case Operand::Vector:
      list(o.elements, '{', '}', function);
      break;
    case Operand::List:
      list(o.elements, '(', ')', function);
      break;
    case Operand::Sink:
      text += '_';
      break;
    }
    if (o.pair) {
      text += '|';
      operand(*o.pair, function);
    }
  }

  void instruction(const Instruction &inst, const Function &function) {
    if (inst.hasGuard)
      text += (inst.guardNegated ? "@!" : "@") + function.registers[inst.guard].name + " ";
    text += spell(inst, findForm(inst, function));
    for (size_t i = 0; i < inst.operands.size(); ++i) {
      text += i ? ", " : " ";
      operand(inst.operands[i], function);
    }
  }

  void variable(const Variable &v, bool isParameter = false) {
    if (v.isExtern)
      text += ".extern ";
    if (v.isVisible)
      text += ".visible ";
    if (v.isWeak)
      text += ".weak ";
    if (v.isCommon)
      text += ".common ";
    text += "." + std::string(toString(v.space));
    if (v.isManaged)
      text += " .attribute(.managed)";
    uint32_t natural = (sizeInBits(v.type) + 7) / 8 * v.vector;
    // Programs look for what a compiler writes: `.global .align 8 .u64 x = 4;`.
    const bool isInMemory = v.space != StateSpace::Reg && v.space != StateSpace::Param;
    if (v.space != StateSpace::Reg && !isOpaque(v.type) &&
        (isInMemory || !v.dims.empty() || v.align != natural))
      text += " .align " + std::to_string(v.align);
    if (v.vector > 1)
      text += " .v" + std::to_string(v.vector);
    text += " ." + std::string(toString(v.type));
    if (isParameter && v.ptrParam) {
      text += " .ptr";
      if (v.ptrSpace != StateSpace::Generic)
        text += " ." + std::string(toString(v.ptrSpace));
    }
    text += " " + v.name;
    for (size_t i = 0; i < v.dims.size(); ++i) {
      text += '[';
      if (v.dims[i] || i || !(v.isExtern || isParameter))
        text += std::to_string(v.dims[i]);
      text += ']';
    }
    initialiser(v);
  }

  void function(const Function &f, bool isDeclaration = false) {
    if (f.isExtern)
      text += ".extern ";
    if (f.isVisible)
      text += ".visible ";
    if (f.isWeak)
      text += ".weak ";
    text += f.isEntry ? ".entry " : ".func ";
    if (!f.results.empty()) {
      parameters(f.results);
      text += ' ';
    }
    text += f.name + " ";
    parameters(f.params);
    text += '\n';
    if (isDeclaration) {
      text += f.isNoreturn ? ".noreturn;\n" : ";\n";
      return;
    }
    directives(f);
    if (!f.isDefined) {
      text += ";\n";
      return;
    }
    text += "{\n";
    if (!f.poison.empty())
      text += "  // poisoned: " + f.poison.substr(0, f.poison.find('\n')) + "\n";
    body(f);
    text += "}\n";
  }

private:
  void offset(int64_t value) {
    if (value)
      text += "+" + std::to_string(value);
  }

  void list(const std::vector<Operand> &elements, char open, char close, const Function &function) {
    text += open;
    for (size_t i = 0; i < elements.size(); ++i) {
      if (i)
        text += ", ";
      operand(elements[i], function);
    }
    text += close;
  }

  void parameters(const std::vector<Variable> &list) {
    text += '(';
    for (size_t i = 0; i < list.size(); ++i) {
      text += i ? ", " : "";
      variable(list[i], /*isParameter=*/true);
    }
    text += ')';
  }

  void address(const Relocation &r) {
    text += r.generic ? "generic(" + r.symbol + ")" : r.symbol;
    offset(r.addend);
  }

  void initialiser(const Variable &v) {
    if (!v.fields.empty()) {
      text += " = { ";
      for (size_t i = 0; i < v.fields.size(); ++i)
        text += (i ? ", " : "") + v.fields[i].first + " = " + v.fields[i].second;
      text += " }";
    }
    if (v.initial.empty())
      return;
    text += " = ";
    std::vector<uint64_t> dims = v.dims;
    if (v.vector > 1)
      dims.push_back(v.vector);
    size_t at = 0, relocation = 0;
    aggregate(v, dims, 0, at, relocation);
  }

  /// The part of the initial bytes from `at` on that fills dims[level…].
  void aggregate(const Variable &v, const std::vector<uint64_t> &dims, size_t level, size_t &at,
                 size_t &relocation) {
    if (level == dims.size())
      return element(v, at, relocation);
    text += '{';
    for (uint64_t i = 0; i < dims[level] && at < v.initial.size(); ++i) {
      text += i ? ", " : "";
      aggregate(v, dims, level + 1, at, relocation);
    }
    text += '}';
  }

  void element(const Variable &v, size_t &at, size_t &relocation) {
    unsigned size = sizeInBits(v.type) / 8;
    // Relocations are in the order of their offsets.
    while (relocation < v.relocations.size() &&
           v.relocations[relocation].offset + v.relocations[relocation].size <= at)
      ++relocation;
    const Relocation *r =
        relocation < v.relocations.size() && v.relocations[relocation].offset <= at
            ? &v.relocations[relocation]
            : nullptr;
    if (r && size > 1) {
      address(*r);
    } else if (r) {
      text += "0x" + hex(uint64_t(0xff) << (r->shift + (at - r->offset) * 8), 2) + "(";
      address(*r);
      text += ")";
    } else {
      value(v, at, size);
    }
    at += size;
  }

  void value(const Variable &v, size_t at, unsigned size) {
    if (at + size > v.initial.size()) {
      text += '0';
      return;
    }
    uint64_t bits = 0;
    std::memcpy(&bits, v.initial.data() + at, std::min(size, 8u));
    if (size == 16 && v.initial[at + 15])
      text += std::to_string(int64_t(bits));
    else if (v.type == Type::F32)
      text += "0f" + hex(bits, 8);
    else if (v.type == Type::F64)
      text += "0d" + hex(bits, 16);
    else
      text += std::to_string(bits);
  }

  void directives(const Function &f) {
    auto triple = [&](const char *name, const uint32_t(&values)[3]) {
      if (values[0] || values[1] || values[2])
        text += std::string(name) + " " + std::to_string(values[0]) + ", " +
                std::to_string(values[1]) + ", " + std::to_string(values[2]) + "\n";
    };
    auto number = [&](const char *name, uint32_t value) {
      if (value)
        text += std::string(name) + " " + std::to_string(value) + "\n";
    };
    triple(".maxntid", f.maxntid);
    triple(".reqntid", f.reqntid);
    number(".minnctapersm", f.minnctapersm);
    number(".maxnreg", f.maxnreg);
    triple(".reqnctapercluster", f.reqnctapercluster);
    number(".maxclusterrank", f.maxclusterrank);
    if (f.explicitCluster)
      text += ".explicitcluster\n";
    if (f.blocksAreClusters)
      text += ".blocksareclusters\n";
    if (f.isNoreturn)
      text += ".noreturn\n";
  }

  void registers(const Function &f) {
    std::unordered_set<std::string> parameterNames;
    for (const std::vector<Variable> *list : {&f.results, &f.params})
      for (const Variable &v : *list)
        if (v.space == StateSpace::Reg) {
          parameterNames.insert(v.name);
          for (const char *component : {"$x", "$y", "$z", "$w"})
            if (v.vector > 1)
              parameterNames.insert(v.name + component);
        }
    Type type = Type::None;
    unsigned inLine = 0;
    for (const Register &reg : f.registers) {
      if (parameterNames.count(reg.name))
        continue;
      if (type != reg.type || inLine == 12) {
        text += type == Type::None ? "" : ";\n";
        text += "  .reg ." + std::string(toString(reg.type)) + " ";
        inLine = 0;
      } else {
        text += ", ";
      }
      text += reg.name;
      type = reg.type;
      ++inLine;
    }
    if (type != Type::None)
      text += ";\n";
  }

  void body(const Function &f) {
    registers(f);
    for (const Variable &v : f.locals) {
      text += "  ";
      variable(v);
      text += ";\n";
    }
    for (const Function::Prototype &p : f.prototypes) {
      text += p.name + ": .callprototype ";
      if (!p.results.empty()) {
        parameters(p.results);
        text += ' ';
      }
      text += "_ ";
      parameters(p.params);
      text += p.isNoreturn ? " .noreturn;\n" : ";\n";
    }
    for (const Function::Targets &t : f.targets) {
      text += t.name + (t.isCall ? ": .calltargets " : ": .branchtargets ");
      for (size_t i = 0; i < t.names.size(); ++i)
        text += (i ? ", " : "") + t.names[i];
      text += ";\n";
    }
    for (const std::string &pragma : f.pragmas)
      text += "  .pragma \"" + pragma + "\";\n";
    SourceLoc source;
    size_t label = 0;
    for (size_t i = 0; i <= f.body.size(); ++i) {
      for (; label < f.labels.size() && f.labels[label].index == i; ++label)
        text += f.labels[label].name + ":\n";
      if (i == f.body.size())
        break;
      const Instruction &inst = f.body[i];
      if (inst.source.file != source.file || inst.source.line != source.line ||
          inst.source.column != source.column) {
        source = inst.source;
        text += "  .loc " + std::to_string(source.file) + " " + std::to_string(source.line) + " " +
                std::to_string(source.column) + "\n";
      }
      text += "  ";
      instruction(inst, f);
      text += ";\n";
    }
  }
};

} // namespace

std::string print(const Instruction &inst, const Function &function) {
  Printer printer;
  printer.instruction(inst, function);
  return std::move(printer.text);
}

namespace {

/// Calls `visit` with the names that an item of the module mentions.
template <typename Visit> void forEachName(const Operand &operand, Visit visit) {
  if (operand.kind == Operand::Symbol)
    visit(operand.name);
  for (const Operand &element : operand.elements)
    forEachName(element, visit);
}

template <typename Visit> void forEachName(const Variable &variable, Visit visit) {
  for (const Relocation &relocation : variable.relocations)
    visit(relocation.symbol);
}

template <typename Visit> void forEachName(const Function &function, Visit visit) {
  for (const Variable &local : function.locals)
    forEachName(local, visit);
  for (const Instruction &inst : function.body)
    for (const Operand &operand : inst.operands)
      forEachName(operand, visit);
  for (const Function::Targets &targets : function.targets)
    for (const std::string &name : targets.names)
      visit(name);
}

/// Names of inner scopes: a declaration of that name in front would hide nothing and rename them.
std::unordered_set<std::string_view> innerNames(const Module &module) {
  std::unordered_set<std::string_view> names;
  for (const auto &function : module.functions) {
    for (const Variable &local : function->locals)
      names.insert(local.name);
    for (const Label &label : function->labels)
      names.insert(label.name);
    for (const Register &reg : function->registers)
      names.insert(reg.name);
  }
  return names;
}

} // namespace

std::string print(const Module &module) {
  Printer printer;
  printer.text = ".version " + std::to_string(module.versionMajor) + "." +
                 std::to_string(module.versionMinor) + "\n.target " + module.target;
  for (const std::string &option : module.targetOptions)
    printer.text += ", " + option;
  printer.text += "\n.address_size " + std::to_string(module.addressSize) + "\n";
  for (const auto &[index, name] : module.files)
    printer.text += ".file " + std::to_string(index) + " \"" + name + "\"\n";
  // Variables and functions in the order of the text: a name may stand for a variable in one
  // function and not yet in another.
  struct Item {
    TextLoc loc;
    const Variable *variable;
    const Function *function;
  };
  std::vector<Item> items;
  for (const auto &variable : module.variables)
    items.push_back({variable->loc, variable.get(), nullptr});
  for (const auto &function : module.functions)
    items.push_back({function->loc, nullptr, function.get()});
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
    return a.loc.line != b.loc.line ? a.loc.line < b.loc.line : a.loc.column < b.loc.column;
  });
  // A function that is used before its definition is declared in front of that use.
  std::unordered_map<std::string_view, const Function *> unseen;
  for (const auto &function : module.functions)
    unseen.emplace(function->name, function.get());
  std::unordered_set<std::string_view> inner = innerNames(module);
  auto declare = [&](const std::string &name) {
    auto found = unseen.find(name);
    if (found == unseen.end() || inner.count(name))
      return;
    printer.function(*found->second, /*isDeclaration=*/true);
    unseen.erase(found);
  };
  for (const Item &item : items) {
    if (item.function) {
      unseen.erase(item.function->name);
      forEachName(*item.function, declare);
      printer.function(*item.function);
      continue;
    }
    forEachName(*item.variable, declare);
    printer.variable(*item.variable);
    printer.text += ";\n";
  }
  for (const auto &[alias, target] : module.aliases)
    printer.text += ".alias " + alias + ", " + target + ";\n";
  return std::move(printer.text);
}

} // namespace anywarp::ptx
