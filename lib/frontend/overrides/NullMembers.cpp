// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `static_assert(!(&((T *)0)->member))`, an offsetof by hand: NVRTC takes it for a constant, and so
// does NVIDIA's CCCL there. Clang can compute it but calls it no constant expression. Replaced as
// in SemaOverride.cpp.
#include "frontend/Dialect.h"
#include "frontend/Overrides.h"
#include "frontend/ast/Annotations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace anywarp::frontend;

// Clang's own.
Decl *realWritten(Sema *, SourceLocation, Expr *, Expr *, SourceLocation) asm("__real_" AW_WRITTEN);
Decl *realInstantiated(Sema *, SourceLocation, Expr *, Expr *, SourceLocation,
                       bool) asm("__real_" AW_INSTANTIATED);

namespace {

bool readsNullMember(const Stmt *statement) {
  if (const auto *member = dyn_cast<MemberExpr>(statement)) {
    const Expr *base = member->getBase()->IgnoreParens();
    while (const auto *cast = dyn_cast<CastExpr>(base)) { // also to a base class
      if (cast->getCastKind() == CK_NullToPointer)
        return true;
      base = cast->getSubExpr()->IgnoreParens();
    }
  }
  for (const Stmt *child : statement->children())
    if (child && readsNullMember(child))
      return true;
  return false;
}

/// The value in place of such a condition.
Expr *computed(Sema *sema, Expr *condition) {
  bool value = false;
  if (!dialect().computesNullMembers || !condition || condition->isInstantiationDependent() ||
      condition->containsErrors() || !readsNullMember(condition) ||
      !condition->EvaluateAsBooleanCondition(value, sema->Context))
    return condition;
  return CXXBoolLiteralExpr::Create(sema->Context, value, sema->Context.BoolTy,
                                    condition->getBeginLoc());
}

} // namespace

Decl *wrapWritten(Sema *, SourceLocation, Expr *, Expr *, SourceLocation) asm("__wrap_" AW_WRITTEN);
Decl *wrapWritten(Sema *sema, SourceLocation where, Expr *condition, Expr *message,
                  SourceLocation end) {
  return realWritten(sema, where, computed(sema, condition), message, end);
}

Decl *wrapInstantiated(Sema *, SourceLocation, Expr *, Expr *, SourceLocation,
                       bool) asm("__wrap_" AW_INSTANTIATED);
Decl *wrapInstantiated(Sema *sema, SourceLocation where, Expr *condition, Expr *message,
                       SourceLocation end, bool hasFailed) {
  return realInstantiated(sema, where, computed(sema, condition), message, end, hasFailed);
}
