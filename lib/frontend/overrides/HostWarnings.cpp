// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// With NVIDIA's nvcc the host compiler never sees the bodies of kernels and __device__ functions:
// what -Xcompiler asks for (-Wall, -Werror) is not about them. Here the host pass reads them, too,
// and says nothing of them; errors of device code come from the device passes. Nor does the host
// compiler see a template that nothing uses: what is to be told of one is told of an instance.
// Replaced as in SemaOverride.cpp.
#include "frontend/Overrides.h"
#include "frontend/PassState.h"
#include "frontend/ast/Annotations.h"
#include "frontend/ast/WrittenAttr.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace anywarp::frontend;

// Clang's own functions.
Decl *realStart(Sema *, Scope *, Decl *, SkipBodyInfo *, Sema::FnBodyKind) asm("__real_" AW_START);
Decl *realStartParsed(Sema *, Scope *, Declarator &, MultiTemplateParamsArg, SkipBodyInfo *,
                      Sema::FnBodyKind) asm("__real_" AW_START_PARSED);
Decl *realFinish(Sema *, Decl *, Stmt *, bool isInstantiation) asm("__real_" AW_FINISH);
Decl *realFinishParsed(Sema *, Decl *, Stmt *) asm("__real_" AW_FINISH_PARSED);

namespace {

/// From here on the code is that of `function`; null: of none.
void enter(Sema *sema, const FunctionDecl *function) {
  checkKernelDefinition(*sema, function);
  noteHostFunction(function && !function->hasAttr<CUDAGlobalAttr>() &&
                   !function->hasAttr<CUDADeviceAttr>());
  if (isHostPass() && !ignoresAllWarnings())
    sema->getDiagnostics().setIgnoreAllWarnings(isDeviceOnly(function) ||
                                                (function && function->isDependentContext()));
}

/// Clang tells of parameters without use in a template alone, and only there knows of all uses.
void tellUnusedParameters(Sema *sema, const FunctionDecl *instance) {
  const FunctionDecl *pattern = instance->getTemplateInstantiationPattern();
  if (!pattern || instance->isInvalidDecl() || instance->isDefaulted() || isDeviceOnly(instance))
    return;
  for (const ParmVarDecl *parameter : pattern->parameters())
    if (!parameter->isReferenced() && parameter->getDeclName() && !parameter->hasAttr<UnusedAttr>())
      sema->Diag(parameter->getLocation(), diag::warn_unused_parameter) << parameter->getDeclName();
}

/// Back in what is around a function that ends.
template <class Result> Result leave(Sema *sema, Result result) {
  enter(sema, sema->getCurFunctionDecl(/*AllowLambda=*/true));
  return result;
}

} // namespace

Decl *wrapStart(Sema *, Scope *, Decl *, SkipBodyInfo *, Sema::FnBodyKind) asm("__wrap_" AW_START);
Decl *wrapStart(Sema *sema, Scope *scope, Decl *decl, SkipBodyInfo *skip, Sema::FnBodyKind kind) {
  Decl *result = realStart(sema, scope, decl, skip, kind);
  enter(sema, result ? result->getAsFunction() : nullptr);
  return result;
}

Decl *wrapStartParsed(Sema *, Scope *, Declarator &, MultiTemplateParamsArg, SkipBodyInfo *,
                      Sema::FnBodyKind) asm("__wrap_" AW_START_PARSED);
Decl *wrapStartParsed(Sema *sema, Scope *scope, Declarator &declarator,
                      MultiTemplateParamsArg parameters, SkipBodyInfo *skip,
                      Sema::FnBodyKind kind) {
  Decl *result = realStartParsed(sema, scope, declarator, parameters, skip, kind);
  enter(sema, result ? result->getAsFunction() : nullptr);
  return result;
}

Decl *wrapFinish(Sema *, Decl *, Stmt *, bool isInstantiation) asm("__wrap_" AW_FINISH);
Decl *wrapFinish(Sema *sema, Decl *decl, Stmt *body, bool isInstantiation) {
  const FunctionDecl *instance = decl && isInstantiation ? decl->getAsFunction() : nullptr;
  if (isHostPass() && instance)
    tellUnusedParameters(sema, instance);
  return leave(sema, realFinish(sema, decl, body, isInstantiation));
}

Decl *wrapFinishParsed(Sema *, Decl *, Stmt *) asm("__wrap_" AW_FINISH_PARSED);
Decl *wrapFinishParsed(Sema *sema, Decl *decl, Stmt *body) {
  return leave(sema, realFinishParsed(sema, decl, body));
}
