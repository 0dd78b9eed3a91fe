// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Replaces Clang's constant evaluation where the code generator and the declarations of variables
// ask it (as in SemaOverride.cpp): a value that holds such an address is none. Clang then loads the
// pointer in front of each instruction that uses the variable, which no phi may have.
#include "frontend/overrides/ManagedAddresses.h"
#include "frontend/Overrides.h"
#include "frontend/ast/Annotations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace clang;
using namespace anywarp::frontend;

using Notes = llvm::SmallVectorImpl<PartialDiagnosticAt>;

bool realEvaluateInitializer(const Expr *, APValue &, const ASTContext &, const VarDecl *, Notes &,
                             bool isConstant) asm("__real_" AW_INITIALIZER);
bool realEvaluateRValue(const Expr *, Expr::EvalResult &, const ASTContext &,
                        bool isConstant) asm("__real_" AW_RVALUE);
bool realEvaluateLValue(const Expr *, Expr::EvalResult &, const ASTContext &,
                        bool isConstant) asm("__real_" AW_LVALUE);
void realEmitThreadInit(void *codeGenModule) asm("__real_" AW_THREAD_INIT);

namespace {

bool hasManaged = false;
CodeGenerator *hostGenerator = nullptr;

bool isManaged(const ValueDecl *decl) {
  if (decl->hasAttr<HIPManagedAttr>())
    return true;
  for (const auto *attr : decl->specific_attrs<AnnotateAttr>())
    if (attr->getAnnotation() == kManagedMark)
      return true;
  return false;
}

bool holdsManaged(const APValue &value) {
  switch (value.getKind()) {
  case APValue::LValue: {
    const APValue::LValueBase base = value.getLValueBase();
    if (const auto *decl = base.dyn_cast<const ValueDecl *>())
      return isManaged(decl);
    const auto *temporary =
        dyn_cast_if_present<MaterializeTemporaryExpr>(base.dyn_cast<const Expr *>());
    const APValue *held = temporary && temporary->getStorageDuration() == SD_Static
                              ? temporary->getOrCreateValue(/*MayCreate=*/false)
                              : nullptr;
    return held && holdsManaged(*held);
  }
  case APValue::Struct:
    for (unsigned i = 0; i < value.getStructNumBases(); ++i)
      if (holdsManaged(value.getStructBase(i)))
        return true;
    for (unsigned i = 0; i < value.getStructNumFields(); ++i)
      if (holdsManaged(value.getStructField(i)))
        return true;
    return false;
  case APValue::Union:
    return holdsManaged(value.getUnionValue());
  case APValue::Array:
    for (unsigned i = 0; i < value.getArrayInitializedElts(); ++i)
      if (holdsManaged(value.getArrayInitializedElt(i)))
        return true;
    return value.hasArrayFiller() && holdsManaged(value.getArrayFiller());
  default:
    return false;
  }
}

bool isConstantOf(bool isGood, const APValue &value) {
  return isGood && !(hasManaged && holdsManaged(value));
}

/// Addresses that a phi has directly come from an instruction at the end of the block instead.
void separateFromPhis(llvm::Function &function) {
  for (llvm::BasicBlock &block : function)
    for (llvm::PHINode &phi : block.phis())
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        auto *constant = dyn_cast<llvm::Constant>(phi.getIncomingValue(i));
        if (!constant || !constant->getType()->isPointerTy() ||
            !isa<llvm::GlobalVariable>(constant->stripInBoundsOffsets()))
          continue;
        llvm::Instruction *end = phi.getIncomingBlock(i)->getTerminator();
        llvm::Value *address =
            new llvm::BitCastInst(constant, constant->getType(), "", end->getIterator());
        for (unsigned other = i; other < phi.getNumIncomingValues(); ++other)
          if (phi.getIncomingBlock(other) == end->getParent())
            phi.setIncomingValue(other, address); // all of a block are the same
      }
}

} // namespace

void anywarp::frontend::noteManaged() { hasManaged = true; }
void anywarp::frontend::noteGenerator(CodeGenerator *generator) { hostGenerator = generator; }

bool anywarp::frontend::startsWithManagedAddress(const VarDecl *variable) {
  const Expr *init = variable->getInit();
  if (!init || init->isValueDependent() || variable->getType()->isDependentType())
    return false;
  APValue value;
  llvm::SmallVector<PartialDiagnosticAt, 4> notes;
  return realEvaluateInitializer(init, value, variable->getASTContext(), variable, notes,
                                 /*isConstant=*/true) &&
         holdsManaged(value);
}

bool wrapEvaluateInitializer(const Expr *, APValue &, const ASTContext &, const VarDecl *, Notes &,
                             bool isConstant) asm("__wrap_" AW_INITIALIZER);
bool wrapEvaluateInitializer(const Expr *expr, APValue &value, const ASTContext &context,
                             const VarDecl *variable, Notes &notes, bool isConstant) {
  return isConstantOf(realEvaluateInitializer(expr, value, context, variable, notes, isConstant),
                      value);
}

bool wrapEvaluateRValue(const Expr *, Expr::EvalResult &, const ASTContext &,
                        bool isConstant) asm("__wrap_" AW_RVALUE);
bool wrapEvaluateRValue(const Expr *expr, Expr::EvalResult &result, const ASTContext &context,
                        bool isConstant) {
  return isConstantOf(realEvaluateRValue(expr, result, context, isConstant), result.Val);
}

bool wrapEvaluateLValue(const Expr *, Expr::EvalResult &, const ASTContext &,
                        bool isConstant) asm("__wrap_" AW_LVALUE);
bool wrapEvaluateLValue(const Expr *expr, Expr::EvalResult &result, const ASTContext &context,
                        bool isConstant) {
  return isConstantOf(realEvaluateLValue(expr, result, context, isConstant), result.Val);
}

// The last of the functions are made then, and the pointers come after it.
void wrapEmitThreadInit(void *codeGenModule) asm("__wrap_" AW_THREAD_INIT);
void wrapEmitThreadInit(void *codeGenModule) {
  realEmitThreadInit(codeGenModule);
  if (hasManaged && hostGenerator)
    for (llvm::Function &function : *hostGenerator->GetModule())
      separateFromPhis(function);
}
