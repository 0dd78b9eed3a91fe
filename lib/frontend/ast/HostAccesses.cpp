// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host function that names a __device__ variable has a shadow of it, which nothing keeps equal:
// nvcc's warnings 20091 and 20092. Its address, a reference to it (cudaMemcpyToSymbol) and what is
// constant are no access.
#include "frontend/ast/CodeWarnings.h"
#include "frontend/ast/Numbered.h"
#include "frontend/ast/UserCode.h"
#include "frontend/ast/Warnings.h"
#include "frontend/ast/WrittenAttr.h"

#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// The name of the variable whose memory, or a part of it, `place` is.
const DeclRefExpr *nameIn(const Expr *place) {
  place = place->IgnoreParens();
  if (const auto *member = dyn_cast<MemberExpr>(place))
    return member->isArrow() ? nullptr : nameIn(member->getBase());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(place)) {
    const Expr *base = element->getBase()->IgnoreParens();
    const auto *decay = dyn_cast<ImplicitCastExpr>(base);
    return decay && decay->getCastKind() == CK_ArrayToPointerDecay ? nameIn(decay->getSubExpr())
                                                                   : nullptr;
  }
  if (const auto *cast = dyn_cast<ImplicitCastExpr>(place); cast && cast->getCastKind() == CK_NoOp)
    return nameIn(cast->getSubExpr());
  return dyn_cast<DeclRefExpr>(place);
}

class HostAccesses : public UserCode<HostAccesses> {
public:
  using UserCode::UserCode;

  bool TraverseParmVarDecl(ParmVarDecl *) { return true; } // nvcc overlooks default arguments

  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue)
      judge(cast->getSubExpr(), kDeviceRead);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *operation) {
    // Assignments to a scalar constant are errors (DeviceRules.cpp).
    if (!operation->isAssignmentOp() || isScalarConstant(operation->getLHS()))
      return true;
    if (operation->isCompoundAssignmentOp())
      judge(operation->getLHS(), kDeviceRead);
    judge(operation->getLHS(), kDeviceWritten);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) {
    if (!operation->isIncrementDecrementOp() || isScalarConstant(operation->getSubExpr()))
      return true;
    judge(operation->getSubExpr(), kDeviceRead);
    judge(operation->getSubExpr(), kDeviceWritten);
    return true;
  }
  // Copies of structures without code of their own.
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) {
    const CXXConstructorDecl *constructor = construct->getConstructor();
    if (constructor->isTrivial() && constructor->isCopyOrMoveConstructor() &&
        construct->getNumArgs() > 0)
      judge(construct->getArg(0), kDeviceRead);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *call) {
    const auto *method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    if (!method || !method->isTrivial() || call->getOperator() != OO_Equal ||
        call->getNumArgs() != 2)
      return true;
    judge(call->getArg(1), kDeviceRead);
    judge(call->getArg(0), kDeviceWritten);
    return true;
  }

private:
  void judge(const Expr *place, unsigned number) {
    const DeclRefExpr *name = nameIn(place);
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (!variable || !function() || function()->isDependentContext() || name->isNonOdrUse() ||
        isManaged(variable))
      return;
    const bool isConstant = isWritten<CUDAConstantAttr>(variable);
    const bool isShared = isWritten<CUDASharedAttr>(variable);
    if (!isConstant && !isShared && !isWritten<CUDADeviceAttr>(variable))
      return;
    if (isWritten<CUDAGlobalAttr>(function()) ||
        (isWritten<CUDADeviceAttr>(function()) && !isWritten<CUDAHostAttr>(function())))
      return;
    if (!seen_.insert({name->getLocation().getRawEncoding(), number}).second)
      return;
    warn(diagnostics(), name->getLocation(), number,
         number == kDeviceRead
             ? "the %select{__device__|__constant__|__shared__}0 variable %1 cannot be read "
               "directly in a host function, where it has a copy of its own"
               "%select{; cudaMemcpyFromSymbol reads it|; cudaMemcpyFromSymbol reads it|}0"
             : "the %select{__device__|__constant__|__shared__}0 variable %1 cannot be written "
               "directly in a host function, where it has a copy of its own"
               "%select{; cudaMemcpyToSymbol writes it|; cudaMemcpyToSymbol writes it|}0",
         unsigned(isShared ? 2 : isConstant), static_cast<const NamedDecl *>(variable));
  }

  static bool isManaged(const VarDecl *variable) { return variable->hasAttr<HIPManagedAttr>(); }

  llvm::DenseSet<std::pair<SourceLocation::UIntTy, unsigned>> seen_;
};

} // namespace

std::unique_ptr<ASTConsumer> makeHostAccesses(CompilerInstance &instance) {
  return std::make_unique<HostAccesses>(instance);
}

} // namespace anywarp::frontend
