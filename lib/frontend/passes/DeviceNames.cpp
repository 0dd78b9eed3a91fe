// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels and variables with internal linkage. Host code knows them by a name, so they are public
// in Clang's PTX; the name is the same in the device pass and where the host pass registers it.
// Replaced as in SemaOverride.cpp.
#include "frontend/passes/DeviceNames.h"
#include "frontend/Dialect.h"
#include "frontend/Overrides.h"
#include "frontend/PassState.h"

#include <map>

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/AST/Mangle.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// That of the host pass for names in device code.
const MangleContext *deviceMangler = nullptr;

/// nvcc mangles such functions as public ones, and variables outside of namespaces not at all.
std::string plainName(StringRef mangled) {
  StringRef rest = mangled;
  if (!rest.consume_front("_ZL"))
    return mangled.str();
  StringRef name = rest;
  unsigned length = 0;
  if (!name.consumeInteger(10, length) && length == name.size())
    return name.str();
  return "_Z" + rest.str();
}

class SharedLinkage : public ASTConsumer {
public:
  explicit SharedLinkage(CompilerInstance &instance) : instance_(instance) {}

  // Not as an option of the compile, on which the precompiled prelude depends.
  bool HandleTopLevelDecl(DeclGroupRef) override {
    instance_.getLangOpts().GPURelocatableDeviceCode = true;
    return true;
  }

private:
  CompilerInstance &instance_;
};

/// Clang keeps variables that host functions use, and emits them in the order of their addresses in
/// memory: each run would make another text.
class HostUses : public ASTConsumer {
public:
  HostUses(CompilerInstance &instance, CodeGenerator *generator, bool hasHost)
      : instance_(instance), generator_(generator), hasHost_(hasHost) {}

  bool HandleTopLevelDecl(DeclGroupRef) override {
    forgetWithoutHost();
    return true;
  }

  void HandleTranslationUnit(ASTContext &context) override {
    forgetWithoutHost();
    if (!generator_ || instance_.getDiagnostics().hasErrorOccurred())
      return;
    std::map<std::string, const VarDecl *> byName; // unique, unlike places in macros
    for (const VarDecl *variable : context.CUDADeviceVarODRUsedByHost)
      byName.emplace(generator_->GetMangledName(GlobalDecl(variable)).str(), variable);
    for (const auto &[name, variable] : byName)
      generator_->GetAddrOfGlobal(GlobalDecl(variable), /*isForDefinition=*/false);
  }

private:
  /// Functions for host and device are no host code where there is none.
  void forgetWithoutHost() {
    if (!hasHost_)
      instance_.getASTContext().CUDADeviceVarODRUsedByHost.clear();
  }

  CompilerInstance &instance_;
  CodeGenerator *const generator_;
  const bool hasHost_;
};

} // namespace

std::string makeInternalPrefix(const std::string &moduleId, std::string_view source) {
  std::string file(source.substr(source.rfind('/') + 1));
  std::string id = "_" + moduleId + "_" + std::to_string(file.size()) + "_";
  for (char c : file)
    id += llvm::isAlnum(c) ? c : '_';
  return "__nv_static_" + std::to_string(id.size()) + "_" + id + "_";
}

std::unique_ptr<ASTConsumer> makeSharedLinkage(CompilerInstance &instance) {
  return std::make_unique<SharedLinkage>(instance);
}

std::unique_ptr<ASTConsumer> makeHostUses(CompilerInstance &instance, CodeGenerator *generator,
                                          bool hasHost) {
  return std::make_unique<HostUses>(instance, generator, hasHost);
}

} // namespace anywarp::frontend

using namespace anywarp::frontend;

MangleContext *realCreateMangler(ASTContext *, const TargetInfo *) asm("__real_" AW_CREATE_MANGLER);
MangleContext *wrapCreateMangler(ASTContext *, const TargetInfo *) asm("__wrap_" AW_CREATE_MANGLER);
MangleContext *wrapCreateMangler(ASTContext *context, const TargetInfo *target) {
  MangleContext *made = realCreateMangler(context, target);
  if (target) // the other side's
    deviceMangler = made;
  return made;
}

void realMangleName(MangleContext *, GlobalDecl, llvm::raw_ostream &) asm("__real_" AW_MANGLE_NAME);
void wrapMangleName(MangleContext *, GlobalDecl, llvm::raw_ostream &) asm("__wrap_" AW_MANGLE_NAME);
void wrapMangleName(MangleContext *mangler, GlobalDecl entity, llvm::raw_ostream &out) {
  bool isDeviceName = !isHostPass() || mangler == deviceMangler;
  if (!isDeviceName || !dialect().renamesLocalEntities ||
      !mangler->getASTContext().mayExternalize(entity.getDecl()))
    return realMangleName(mangler, entity, out);
  std::string mangled;
  llvm::raw_string_ostream text(mangled);
  realMangleName(mangler, entity, text);
  out << internalPrefix() << plainName(text.str());
}

/// The callers want to append what tells files apart, which has been done.
bool wrapShouldExternalize(const ASTContext *, const Decl *) asm("__wrap_" AW_SHOULD_EXTERNALIZE);
bool wrapShouldExternalize(const ASTContext *, const Decl *) { return false; }
