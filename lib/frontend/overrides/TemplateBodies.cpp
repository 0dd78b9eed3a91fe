// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in bodies of templates: kept where Sema reports them, told when Sema hands over an
// instance or when code of the host refers to one. The linker's --wrap option (spec/clang)
// sends Clang's calls of three functions here.
#include "frontend/overrides/TemplateBodies.h"
#include "frontend/Overrides.h"
#include "frontend/passes/HostEntities.h"

#include <utility>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Constant.h"
#include "llvm/IR/DerivedTypes.h"

using namespace clang;

void realEmitCurrentDiagnostic(Sema *, unsigned id) asm("__real_" AW_EMIT);
llvm::Constant *realGetAddress(void *codeGenModule, GlobalDecl, llvm::Type *, bool isForVTable,
                               bool isNotDeferred, bool isForDefinition) asm("__real_" AW_ADDRESS);
llvm::FunctionCallee realGetStructor(void *codeGenModule, GlobalDecl, const void *info,
                                     llvm::FunctionType *, bool isNotDeferred,
                                     bool isForDefinition) asm("__real_" AW_STRUCTOR);

namespace anywarp::frontend {
namespace {

/// Is only found by g++ when the function is instantiated (seen with 12).
bool isOverlooked(unsigned id) { return id == diag::err_typecheck_assign_const; }

bool isAboutUnused(unsigned id) {
  return id == diag::warn_unused_variable || id == diag::warn_unused_const_variable ||
         id == diag::warn_unused_label;
}

/// Global variables that Clang calls unused and nvcc does not.
bool isExcused(const Diagnostic &unused) {
  if (unused.getArgKind(0) != DiagnosticsEngine::ak_nameddecl)
    return false;
  const auto *variable =
      dyn_cast<VarDecl>(reinterpret_cast<const NamedDecl *>(unused.getRawArg(0)));
  if (!variable || !variable->isFileVarDecl())
    return false;
  const CXXRecordDecl *record = variable->getType()->getAsCXXRecordDecl();
  return variable->getType().isVolatileQualified() || (record && record->isLambda());
}

/// nvcc and NVRTC say nothing of functions in headers (seen with 13.0 and 13.2).
bool isInMainFile(const Diagnostic &unused) {
  return unused.getSourceManager().isInMainFile(unused.getLocation());
}

class TemplateBodies : public SemaConsumer {
public:
  explicit TemplateBodies(bool isHost) : isHost_(isHost) {}
  ~TemplateBodies() override { current = nullptr; }

  void InitializeSema(Sema &sema) override {
    sema_ = &sema;
    current = this;
  }
  void ForgetSema() override { current = nullptr; }

  /// Sema is about to report an error: true if it is kept instead.
  bool keep(unsigned id) {
    const FunctionDecl *body = sema_->getCurFunctionDecl();
    DiagnosticsEngine &diagnostics = sema_->Diags;
    const Diagnostic error(&diagnostics);
    if (id == diag::warn_unused_variable && isExcused(error)) {
      drop();
      return true;
    }
    // The host compiler's own warning is of headers, too; -diag-error is nvcc's.
    const bool isOfHost = isHost_ && diagnostics.getDiagnosticLevel(id, error.getLocation()) ==
                                         DiagnosticsEngine::Warning;
    if (id == diag::warn_unused_function && !isOfHost && !isInMainFile(error)) {
      drop();
      return true;
    }
    if (!body || sema_->isSFINAEContext())
      return false;
    if (isAboutUnused(id) && !isHost_) {
      if (!body->isTemplateInstantiation() && !body->isDependentContext())
        return false;
      // nvcc says it of the template's text, and only if there is an instance.
      if (body->isDependentContext() && sema_->CodeSynthesisContexts.empty())
        keep(*body, error);
      drop();
      return true;
    }
    if (diagnostics.getDiagnosticLevel(id, error.getLocation()) != DiagnosticsEngine::Error)
      return false;
    if (sema_->CodeSynthesisContexts.empty()
            ? !body->isDependentContext() || (isHost_ && !isOverlooked(id))
            : !isHost_ || !isOfDevice(*body))
      return false;
    keep(*body, error);
    drop();
    return true;
  }

  /// Tells what was kept of the body.
  void tell(const FunctionDecl &body) {
    const auto it = kept_.find(body.getCanonicalDecl());
    if (it == kept_.end())
      return;
    const auto errors = std::move(it->second);
    kept_.erase(it);
    for (const auto &[where, error] : errors)
      sema_->Diag(where, error);
  }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (const Decl *decl : group)
      if (const auto *function = dyn_cast<FunctionDecl>(decl))
        if (const FunctionDecl *pattern = function->getTemplateInstantiationPattern())
          tell(*pattern);
    return true;
  }

  static TemplateBodies *of(const Sema *sema) {
    return current && current->sema_ == sema ? current : nullptr;
  }

  /// Code is made that refers to the function. Of a kernel the host has but a stub.
  static void noteUse(GlobalDecl decl) {
    const auto *function = dyn_cast_or_null<FunctionDecl>(decl.getDecl());
    if (!current || !current->isHost_ || !function || !function->isTemplateInstantiation() ||
        function->hasAttr<CUDAGlobalAttr>())
      return;
    current->used_.insert(function->getCanonicalDecl()); // may not have been instantiated yet
    current->tell(*function);
  }

private:
  void keep(const FunctionDecl &body, const Diagnostic &message) {
    kept_[body.getCanonicalDecl()].emplace_back(
        message.getLocation(), PartialDiagnostic(message, sema_->Context.getDiagAllocator()));
  }
  void drop() {
    sema_->Diags.setLastDiagnosticIgnored(true); // nor its notes
    sema_->Diags.Clear();
  }

  /// An instance that nothing but device code may have asked for.
  bool isOfDevice(const FunctionDecl &body) const {
    return body.isTemplateInstantiation() && !used_.contains(body.getCanonicalDecl()) &&
           sema_->CUDA().IdentifyTarget(&body) != CUDAFunctionTarget::Host;
  }

  static thread_local TemplateBodies *current;
  const bool isHost_;
  Sema *sema_ = nullptr;
  llvm::DenseMap<const FunctionDecl *, llvm::SmallVector<PartialDiagnosticAt, 1>> kept_;
  llvm::DenseSet<const FunctionDecl *> used_; ///< instances, by code of the host
};

thread_local TemplateBodies *TemplateBodies::current = nullptr;

} // namespace

std::unique_ptr<ASTConsumer> makeTemplateBodies(bool isHost) {
  return std::make_unique<TemplateBodies>(isHost);
}

} // namespace anywarp::frontend

void wrapEmitCurrentDiagnostic(Sema *sema, unsigned id) asm("__wrap_" AW_EMIT);
void wrapEmitCurrentDiagnostic(Sema *sema, unsigned id) {
  auto *bodies = anywarp::frontend::TemplateBodies::of(sema);
  if (!bodies || !bodies->keep(id))
    realEmitCurrentDiagnostic(sema, id);
}

llvm::Constant *wrapGetAddress(void *codeGenModule, GlobalDecl decl, llvm::Type *type,
                               bool isForVTable, bool isNotDeferred,
                               bool isForDefinition) asm("__wrap_" AW_ADDRESS);
llvm::Constant *wrapGetAddress(void *codeGenModule, GlobalDecl decl, llvm::Type *type,
                               bool isForVTable, bool isNotDeferred, bool isForDefinition) {
  anywarp::frontend::TemplateBodies::noteUse(decl);
  llvm::Constant *address =
      realGetAddress(codeGenModule, decl, type, isForVTable, isNotDeferred, isForDefinition);
  anywarp::frontend::noteStub(decl, address);
  return address;
}

llvm::FunctionCallee wrapGetStructor(void *codeGenModule, GlobalDecl decl, const void *info,
                                     llvm::FunctionType *type, bool isNotDeferred,
                                     bool isForDefinition) asm("__wrap_" AW_STRUCTOR);
llvm::FunctionCallee wrapGetStructor(void *codeGenModule, GlobalDecl decl, const void *info,
                                     llvm::FunctionType *type, bool isNotDeferred,
                                     bool isForDefinition) {
  anywarp::frontend::TemplateBodies::noteUse(decl);
  return realGetStructor(codeGenModule, decl, info, type, isNotDeferred, isForDefinition);
}
