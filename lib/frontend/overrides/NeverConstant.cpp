// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// constexpr functions that never are constant. nvcc's own front end does not mind them, the host
// compiler does: g++ looks at what a body says and not at the values that it would have. It refuses
// a call of an ordinary function, and takes a cast that no constant expression may hold. Clang
// evaluates the body, so that it refuses both. Replaced as in SemaOverride.cpp.
#include "frontend/Overrides.h"
#include "frontend/PassState.h"
#include "frontend/ast/WrittenAttr.h"

#include "clang/AST/Decl.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticAST.h"

using namespace clang;
using namespace anywarp::frontend;

using Reasons = llvm::SmallVectorImpl<PartialDiagnosticAt>;

// Clang's own function.
bool realIsPotential(const FunctionDecl *, Reasons &) asm("__real_" AW_POTENTIAL);

namespace {

/// Whether g++ refuses a body for what stands at a place: a call of a function that is not built
/// in, a dynamic_cast to a reference, a number as an address.
class Refusal : public RecursiveASTVisitor<Refusal> {
public:
  explicit Refusal(SourceLocation place) : place_(place) {}

  bool isThere() const { return isThere_; }

  bool VisitCallExpr(CallExpr *call) {
    const FunctionDecl *callee = call->getDirectCallee();
    return go(call, !callee || !callee->getBuiltinID());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *made) { return go(made, true); }
  bool VisitCastExpr(CastExpr *cast) {
    const Expr *operand = cast->getSubExpr()->IgnoreParenImpCasts();
    bool isAddress = cast->getCastKind() == CK_IntegralToPointer && isa<IntegerLiteral>(operand);
    return go(cast, isAddress || (isa<CXXDynamicCastExpr>(cast) && cast->isGLValue()));
  }

private:
  bool go(const Expr *expr, bool isRefused) {
    isThere_ |= isRefused && expr->getExprLoc() == place_;
    return true;
  }

  SourceLocation place_;
  bool isThere_ = false;
};

/// Whether Clang's reason is one of g++, too.
bool isRefusedByHostCompiler(const FunctionDecl *function, const PartialDiagnosticAt &reason) {
  switch (reason.second.getDiagID()) {
  case diag::note_constexpr_access_inactive_union_member:
  case diag::note_constexpr_access_null:
  case diag::note_constexpr_access_past_end:
  case diag::note_constexpr_array_index:
  case diag::note_constexpr_large_shift:
  case diag::note_constexpr_modify_global:
  case diag::note_constexpr_overflow:
  case diag::note_constexpr_pointer_comparison_unspecified:
    return false;
  case diag::note_constexpr_invalid_cast:
  case diag::note_constexpr_invalid_function:
  case diag::note_constexpr_invalid_void_star_cast: {
    Refusal refusal(reason.first);
    refusal.TraverseDecl(const_cast<FunctionDecl *>(function));
    return refusal.isThere();
  }
  default:
    return true;
  }
}

} // namespace

bool wrapIsPotential(const FunctionDecl *, Reasons &) asm("__wrap_" AW_POTENTIAL);
bool wrapIsPotential(const FunctionDecl *function, Reasons &reasons) {
  if (!isHostPass() || isDeviceOnly(function) || realIsPotential(function, reasons))
    return true;
  return !reasons.empty() && !isRefusedByHostCompiler(function, reasons.front());
}
