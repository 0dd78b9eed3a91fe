// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading names and sections.
#include "cuobjdump/Symbols.h"

#include <cstdio>

#include "model/KernelFacts.h"
#include "ptx/Verifier.h"
#include "ptx/parse/Parser.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"

namespace anywarp::cuobjdump {

using Elf = llvm::object::ELF64LEFile;

static const char *typeName(unsigned type) {
  switch (type) {
  case llvm::ELF::STT_FUNC:
    return "STT_FUNC";
  case llvm::ELF::STT_OBJECT:
    return "STT_OBJECT";
  case llvm::ELF::STT_SECTION:
    return "STT_SECTION";
  case llvm::ELF::STT_NOTYPE:
    return "STT_NOTYPE";
  case llvm::ELF::STT_TLS:
    return "STT_TLS";
  default:
    return "STT_OTHER";
  }
}

static const char *bindingName(unsigned binding) {
  switch (binding) {
  case llvm::ELF::STB_GLOBAL:
    return "STB_GLOBAL";
  case llvm::ELF::STB_WEAK:
    return "STB_WEAK";
  default:
    return "STB_LOCAL";
  }
}

static bool readElfSymbols(const std::string &image, std::vector<Symbol> &symbols) {
  auto file = Elf::create(image);
  if (!file) {
    llvm::consumeError(file.takeError());
    return false;
  }
  auto sections = file->sections();
  if (!sections) {
    llvm::consumeError(sections.takeError());
    return false;
  }
  bool good = true;
  for (const auto &section : *sections) {
    if (section.sh_type != llvm::ELF::SHT_SYMTAB)
      continue;
    auto list = file->symbols(&section);
    auto names = file->getStringTableForSymtab(section);
    if (!list || !names) {
      llvm::consumeError(list.takeError());
      llvm::consumeError(names.takeError());
      good = false;
      continue;
    }
    for (const auto &symbol : *list) {
      auto name = symbol.getName(*names);
      if (!name) {
        llvm::consumeError(name.takeError());
        good = false;
        continue;
      }
      constexpr unsigned kEntry = 0x10; // in st_other of a kernel
      if (!name->empty())
        symbols.push_back(
            {typeName(symbol.getType()), bindingName(symbol.getBinding()),
             symbol.getType() == llvm::ELF::STT_FUNC && symbol.st_other & kEntry ? "STO_ENTRY" : "",
             name->str()});
    }
  }
  return good;
}

bool readSymbols(const std::string &image, bool isPtx, std::vector<Symbol> &symbols) {
  if (!isPtx)
    return readElfSymbols(image, symbols);
  Diagnostics diagnostics;
  std::unique_ptr<ptx::Module> module = ptx::parse(image, diagnostics);
  if (!module)
    return false;
  auto binding = [](const auto &thing) {
    return thing.isWeak                        ? "STB_WEAK"
           : thing.isVisible || thing.isExtern ? "STB_GLOBAL"
                                               : "STB_LOCAL";
  };
  for (const auto &function : module->functions)
    symbols.push_back({function->isDefined ? "STT_FUNC" : "STT_NOTYPE", binding(*function),
                       function->isEntry ? "STO_ENTRY" : "", function->name});
  for (const auto &variable : module->variables)
    symbols.push_back(
        {variable->isExtern ? "STT_NOTYPE" : "STT_OBJECT", binding(*variable), "", variable->name});
  return true;
}

void printSections(const std::string &image) {
  auto file = Elf::create(image);
  if (!file) {
    tool::warn(kName, llvm::toString(file.takeError()));
    return;
  }
  auto sections = file->sections();
  if (!sections) {
    tool::warn(kName, llvm::toString(sections.takeError()));
    return;
  }
  printf("sections:\n%5s %10s %10s %10s  %s\n", "index", "offset", "bytes", "type", "name");
  unsigned index = 0;
  for (const auto &section : *sections) {
    auto name = file->getSectionName(section);
    printf("%5u %10llx %10llx %10x  %s\n", index++, (unsigned long long)section.sh_offset,
           (unsigned long long)section.sh_size, unsigned(section.sh_type),
           name ? name->str().c_str() : "?");
    if (!name)
      llvm::consumeError(name.takeError());
  }
}

void printResources(const Options &options, const std::string &image, bool isPtx) {
  printf("\nResource usage:\n");
  Diagnostics diagnostics;
  std::unique_ptr<ptx::Module> module = isPtx ? ptx::parse(image, diagnostics) : nullptr;
  if (!module) {
    printf(" not known: the image is %s\n", isPtx ? "damaged" : "machine code");
    return;
  }
  uint64_t global = 0, constant = 0;
  for (const auto &variable : module->variables)
    (variable->space == ptx::StateSpace::Const ? constant : global) +=
        variable->space == ptx::StateSpace::Const || variable->space == ptx::StateSpace::Global
            ? variable->sizeInBytes()
            : 0;
  printf(" Common:\n  GLOBAL:%llu CONSTANT[3]:%llu\n", (unsigned long long)global,
         (unsigned long long)constant);
  std::vector<std::string> wanted = options.all(Opt::Function);
  const model::ModuleSymbols symbols(*module);
  for (const auto &function : module->functions) {
    if (!function->isEntry || !function->isDefined)
      continue;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), function->name) == wanted.end())
      continue;
    model::KernelFacts facts = model::describeKernel(symbols, *function);
    printf(" Function %s:\n  REG:%u STACK:%u SHARED:%u LOCAL:%u CONSTANT[0]:%u TEXTURE:0 SURFACE:0 "
           "SAMPLER:0\n",
           function->name.c_str(), facts.registers, facts.localBytes, facts.staticShared,
           facts.localBytes, facts.paramBytes);
  }
}

} // namespace anywarp::cuobjdump
