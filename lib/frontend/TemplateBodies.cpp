// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors in bodies of templates: kept where Sema reports them (--wrap, SemaOverride.cpp), told when
// Sema hands over an instance.
#include "frontend/TemplateBodies.h"

#include <utility>

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

#define AW_EMIT "_ZN5clang4Sema21EmitCurrentDiagnosticEj"

void realEmitCurrentDiagnostic(Sema *, unsigned id) asm("__real_" AW_EMIT);

namespace anywarp::frontend {
namespace {

/// Is only found by g++ when the function is instantiated (seen with 12).
bool isOverlooked(unsigned id) { return id == diag::err_typecheck_assign_const; }

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
    if (!body || !body->isDependentContext() || !sema_->CodeSynthesisContexts.empty() ||
        sema_->isSFINAEContext() || (isHost_ && !isOverlooked(id)))
      return false;
    DiagnosticsEngine &diagnostics = sema_->Diags;
    const Diagnostic error(&diagnostics);
    if (diagnostics.getDiagnosticLevel(id, error.getLocation()) != DiagnosticsEngine::Error)
      return false;
    kept_[body->getCanonicalDecl()].emplace_back(
        error.getLocation(), PartialDiagnostic(error, sema_->Context.getDiagAllocator()));
    diagnostics.setLastDiagnosticIgnored(true); // nor its notes
    diagnostics.Clear();
    return true;
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

private:
  void tell(const FunctionDecl &pattern) {
    const auto it = kept_.find(pattern.getCanonicalDecl());
    if (it == kept_.end())
      return;
    const auto errors = std::move(it->second);
    kept_.erase(it);
    for (const auto &[where, error] : errors)
      sema_->Diag(where, error);
  }

  static thread_local TemplateBodies *current;
  const bool isHost_;
  Sema *sema_ = nullptr;
  llvm::DenseMap<const FunctionDecl *, llvm::SmallVector<PartialDiagnosticAt, 1>> kept_;
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
