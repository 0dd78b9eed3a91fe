// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing images and members.
#include "nvlink/Inputs.h"

#include <algorithm>
#include <cstdio>

#include "common/Program.h"
#include "fatbin/Image.h"
#include "ptx/Linker.h"
#include "ptx/Parser.h"
#include "ptx/Verifier.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

namespace anywarp::nvlink {
namespace {

constexpr std::string_view kName = "nvlink";

void error(const std::string &message) {
  fprintf(stderr, "nvlink error   : %s\n", message.c_str());
}

void collectNames(InputModule &input) {
  std::set<std::string> used;
  auto visit = [&](auto &self, const ptx::Operand &operand) -> void {
    if (operand.kind == ptx::Operand::Symbol || operand.kind == ptx::Operand::Address)
      used.insert(operand.name);
    for (const ptx::Operand &element : operand.elements)
      self(self, element);
  };
  for (const auto &function : input.module->functions) {
    for (const ptx::Instruction &instruction : function->body)
      for (const ptx::Operand &operand : instruction.operands)
        visit(visit, operand);
    if (function->isDefined && (function->isVisible || function->isWeak || function->isEntry)) {
      input.defined.insert(function->name);
      if (function->isWeak)
        input.optional.insert(function->name);
    }
  }
  for (const auto &variable : input.module->variables) {
    for (const ptx::Relocation &relocation : variable->relocations)
      used.insert(relocation.symbol);
    if (!variable->isExtern && (variable->isVisible || variable->isWeak || variable->isCommon)) {
      input.defined.insert(variable->name);
      if (variable->isWeak || variable->isCommon)
        input.optional.insert(variable->name);
    }
  }
  for (const auto &function : input.module->functions)
    if (!function->isDefined && used.count(function->name) && !ptx::isProvided(function->name))
      input.missing.insert(function->name);
  for (const auto &variable : input.module->variables)
    if (variable->isExtern && used.count(variable->name) &&
        variable->space != ptx::StateSpace::Shared && variable->space != ptx::StateSpace::SharedCta)
      input.missing.insert(variable->name);
}

/// Names of the registration functions that a host object wants to call.
void addRegistrations(std::string_view bytes, std::vector<std::string> &names) {
  constexpr llvm::StringLiteral prefix = "__cudaRegisterLinkedBinary";
  auto object =
      llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(llvm::StringRef(bytes), ""));
  if (!object) {
    llvm::consumeError(object.takeError());
    return;
  }
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (name && flags && name->starts_with(prefix) &&
        (*flags & llvm::object::SymbolRef::SF_Undefined))
      names.push_back(name->substr(prefix.size()).str());
    llvm::consumeError(name.takeError());
    llvm::consumeError(flags.takeError());
  }
}

} // namespace

bool Inputs::add(const tool::DeviceImage &image, const std::string &file, bool isMember) {
  Expected<std::string> text = fatbin::readContents(image.entry);
  if (!text) {
    tool::fatal(kName, file + ": " + text.status().message());
    return false;
  }
  Diagnostics diagnostics;
  InputModule input;
  input.file = file;
  input.module = ptx::parse(*text, diagnostics);
  if (!input.module || !ptx::verify(*input.module, diagnostics)) {
    fputs(diagnostics.render(file).c_str(), stderr);
    tool::fatal(kName, "'" + file + "' holds no valid PTX");
    return false;
  }
  collectNames(input);
  (isMember ? waiting_ : taken).push_back(std::move(input));
  return true;
}

bool Inputs::read(const std::string &path, bool warnsWithoutArch) {
  std::string bytes;
  if (!tool::readFile(kName, path, bytes))
    return false;
  tool::DeviceCode code = tool::readDeviceCode(bytes);
  if (!code.faults.empty() || code.kind == tool::DeviceCode::None) {
    tool::fatal(kName, "'" + path + "' is damaged or no input for the device link" +
                           (code.faults.empty() ? "" : ": " + code.faults.front()));
    return false;
  }
  if (code.kind == tool::DeviceCode::Host)
    addRegistrations(bytes, registrations);
  for (size_t first = 0; first < code.images.size();) {
    size_t end = first;
    const tool::DeviceImage *best = nullptr;
    auto rank = [](const tool::DeviceImage &image) {
      return std::pair(image.entry.arch.sm, image.entry.arch.suffix != 0);
    };
    for (; end < code.images.size() && code.images[end].container == code.images[first].container;
         ++end)
      if (const tool::DeviceImage &image = code.images[end];
          image.entry.kind == fatbin::EntryKind::Ptx &&
          fatbin::runsOn(image.entry.arch, arch_.sm) && (!best || rank(image) > rank(*best)))
        best = &image;
    const tool::DeviceImage &one = code.images[first];
    first = end;
    // Host objects and their archives also carry whole programs, which are linked already.
    const bool isHost =
        code.kind == tool::DeviceCode::Host || code.kind == tool::DeviceCode::Archive;
    if (isHost && !one.isPlain && !(best ? *best : one).isRelocatable())
      continue;
    std::string file = one.member.empty() ? path : path + ":" + one.member;
    if (!best) {
      if (warnsWithoutArch) {
        ++warnings;
        tool::warn(kName, "Skipping '" + file + "': it holds no PTX for sm_" + arch_.toString());
      }
      continue;
    }
    if (!add(*best, file, !one.member.empty()))
      return false;
  }
  return true;
}

bool Inputs::resolve() {
  std::map<std::string, std::string> definedIn;
  bool good = true;
  auto define = [&](const InputModule &input) {
    for (const std::string &name : input.defined) {
      auto [it, isNew] = definedIn.emplace(name, input.file);
      if (!isNew && !input.optional.count(name)) {
        error("Multiple definition of '" + name + "' in '" + input.file + "', first defined in '" +
              it->second + "'");
        good = false;
      }
    }
  };
  for (const InputModule &input : taken)
    define(input);
  // `taken` grows while it is walked: what a member needs may take others.
  for (size_t i = 0; i < taken.size(); ++i) {
    const std::set<std::string> missing = taken[i].missing;
    for (const std::string &name : missing) {
      if (definedIn.count(name))
        continue;
      auto member = std::find_if(waiting_.begin(), waiting_.end(), [&](const InputModule &input) {
        return input.defined.count(name) != 0;
      });
      if (member == waiting_.end()) {
        error("Undefined reference to '" + name + "' in '" + taken[i].file + "'");
        good = false;
        continue;
      }
      define(*member);
      taken.push_back(std::move(*member));
      waiting_.erase(member);
    }
  }
  return good;
}

} // namespace anywarp::nvlink
