// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/Builtins.h"

#include <set>
#include <string>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/MemoryBuffer.h>

// Made by device/CMakeLists.txt. Weak, so that the room also links without the device code: then
// there are no builtins.
extern "C" {
__attribute__((weak)) extern const unsigned char aw_builtins_begin[];
__attribute__((weak)) extern const unsigned char aw_builtins_end[];
}

namespace anywarp::codegen {

Builtins::Builtins(llvm::Module &target) : target_(target) {}
Builtins::~Builtins() = default;

bool Builtins::load() {
  if (loaded_)
    return library_ != nullptr;
  loaded_ = true;
  if (!aw_builtins_begin)
    return false;
  llvm::StringRef bytes(reinterpret_cast<const char *>(aw_builtins_begin),
                        aw_builtins_end - aw_builtins_begin);
  auto parsed =
      llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(bytes, "builtins"), target_.getContext());
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return false;
  }
  library_ = std::move(*parsed);
  // What the builtins were compiled for must not overrule the machine that they are used on.
  library_->setDataLayout(target_.getDataLayout());
  library_->setTargetTriple(target_.getTargetTriple());
  if (llvm::NamedMDNode *flags = library_->getModuleFlagsMetadata())
    flags->eraseFromParent();
  if (llvm::NamedMDNode *ident = library_->getNamedMetadata("llvm.ident"))
    ident->eraseFromParent();
  return true;
}

llvm::Function *Builtins::declare(llvm::StringRef name) {
  if (llvm::Function *known = target_.getFunction(name))
    return known;
  if (!load())
    return nullptr;
  llvm::Function *original = library_->getFunction(name);
  if (!original)
    return nullptr;
  used_ = true;
  llvm::Function *function = llvm::Function::Create(
      original->getFunctionType(), llvm::GlobalValue::ExternalLinkage, name, target_);
  function->setAttributes(original->getAttributes());
  return function;
}

Status Builtins::link() {
  if (!used_)
    return {};
  std::set<std::string> own;
  for (llvm::GlobalValue &value : target_.global_values())
    if (!value.isDeclaration())
      own.insert(value.getName().str());
  if (llvm::Linker::linkModules(target_, std::move(library_), llvm::Linker::LinkOnlyNeeded))
    return Status(StatusCode::System, "the builtins do not link");
  for (llvm::GlobalValue &value : target_.global_values()) {
    if (value.isDeclaration() || own.count(value.getName().str()))
      continue;
    value.setLinkage(llvm::GlobalValue::InternalLinkage);
    value.setVisibility(llvm::GlobalValue::DefaultVisibility);
    value.setDSOLocal(true);
    if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(&value))
      object->setComdat(nullptr);
    if (auto *function = llvm::dyn_cast<llvm::Function>(&value)) {
      for (const char *name : {"target-cpu", "target-features", "tune-cpu", "frame-pointer",
                               "stack-protector-buffer-size", "no-trapping-math"})
        function->removeFnAttr(name);
      function->removeFnAttr(llvm::Attribute::NoInline);
      function->removeFnAttr(llvm::Attribute::OptimizeNone);
      function->addFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  return {};
}

} // namespace anywarp::codegen
