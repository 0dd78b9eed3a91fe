// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds them in the syntax tree, declaration by declaration.
#include "frontend/ast/CodeWarnings.h"
#include "frontend/ast/Numbered.h"
#include "frontend/ast/UserCode.h"
#include "frontend/ast/Warnings.h"
#include "frontend/ast/WrittenAttr.h"

#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

bool isForDevice(const FunctionDecl *function) {
  return function && (isWritten<CUDAGlobalAttr>(function) || isWritten<CUDADeviceAttr>(function));
}

/// The local variable or parameter whose memory, or a part of it, is assigned.
const VarDecl *assignedVariable(const Expr *place) {
  place = place->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(place))
    return member->isArrow() ? nullptr : assignedVariable(member->getBase());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(place))
    return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()
               ? assignedVariable(element->getBase())
               : nullptr;
  const auto *name = dyn_cast<DeclRefExpr>(place);
  const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
  return variable && variable->isLocalVarDeclOrParm() && !variable->hasExternalStorage() &&
                 !variable->getType()->isReferenceType()
             ? variable
             : nullptr;
}

class CodeWarnings : public UserCode<CodeWarnings> {
public:
  CodeWarnings(CompilerInstance &instance, bool isWhole) : UserCode(instance), isWhole_(isWhole) {}

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->hasAttr<CUDAGlobalAttr>() && function->isInlineSpecified())
      tell(function->getLocation(), kInlineKernel, "inline is ignored at a __global__ function");
    if (function->hasAttr<CUDAGlobalAttr>() && !function->isExternallyVisible() &&
        function->isThisDeclarationADefinition() && !function->isTemplated() &&
        !function->isTemplateInstantiation() &&
        context().getSourceManager().isInMainFile(function->getLocation()))
      localKernels_.push_back(function);
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) {
    if (isWhole_ && variable->hasExternalStorage() && !variable->hasInit() &&
        (isWritten<CUDADeviceAttr>(variable) || isWritten<CUDAConstantAttr>(variable)))
      tell(variable->getLocation(), kExternVariable,
           "the extern variable %0 is one of this file alone without -rdc=true",
           static_cast<const NamedDecl *>(variable));
    return true;
  }

  // Clang takes kernels for used.
  void HandleTranslationUnit(ASTContext &) override {
    for (const FunctionDecl *kernel : localKernels_)
      if (!kernel->isReferenced() && !kernel->hasAttr<UnusedAttr>())
        tell(kernel->getLocation(), kNotReferenced,
             "the function %0 is declared and never referenced",
             static_cast<const NamedDecl *>(kernel));
  }

  // Variables that are set and never used; nvcc does not look into templates.
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    uses_.clear();
    assignments_.clear();
    UserCode::HandleTopLevelDecl(group);
    for (const auto &[variable, count] : assignments_)
      if (uses_[variable] == count && !variable->hasAttr<UnusedAttr>() &&
          !variable->getType().isVolatileQualified())
        tell(variable->getLocation(), kSetButNotUsed,
             isa<ParmVarDecl>(variable) ? "the parameter %0 is set and never used"
                                        : "the variable %0 is set and never used",
             static_cast<const NamedDecl *>(variable));
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *name) {
    ++uses_[name->getDecl()];
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr *lambda) {
    for (const LambdaCapture &capture : lambda->captures())
      if (capture.capturesVariable())
        ++uses_[capture.getCapturedVar()];
    return true;
  }

  bool VisitBuiltinTypeLoc(BuiltinTypeLoc type) {
    if (type.getTypePtr()->getKind() == BuiltinType::LongDouble)
      tellLongDouble(type.getBeginLoc());
    return true;
  }
  bool VisitFloatingLiteral(FloatingLiteral *literal) {
    if (literal->getType()->isSpecificBuiltinType(BuiltinType::LongDouble))
      tellLongDouble(literal->getLocation());
    return true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->isPartOfExplicitCast() || cast->isInstantiationDependent())
      return true;
    if (cast->getCastKind() == CK_IntegralCast)
      judgeInteger(cast);
    else if (cast->getCastKind() == CK_FloatingToIntegral)
      judgeRange(cast);
    return true;
  }

  bool VisitFieldDecl(FieldDecl *field) {
    if (field->isBitField() && field->getIdentifier() &&
        !field->getBitWidth()->isValueDependent() && field->getType()->isSignedIntegerType() &&
        !field->getType()->isEnumeralType() && field->getBitWidthValue(context()) == 1)
      tell(field->getLocation(), kSignedBit, "a signed bit-field of length 1 holds 0 and -1");
    return true;
  }

  bool VisitCompoundStmt(CompoundStmt *block) {
    // The value of a statement expression is its last one.
    const bool isValue = block == valueBlock_;
    for (Stmt *statement : block->body())
      if (!(isValue && statement == block->body_back()))
        judgeEffect(statement);
    return true;
  }
  bool VisitStmtExpr(StmtExpr *expression) {
    valueBlock_ = expression->getSubStmt();
    return true;
  }
  bool VisitForStmt(ForStmt *loop) {
    judgeEffect(loop->getInit());
    judgeEffect(loop->getInc());
    judgeEffect(loop->getBody());
    judgeCondition(loop->getCond());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *operation) {
    if (operation->getOpcode() == BO_Comma)
      judgeEffect(operation->getLHS());
    if (operation->isComparisonOp() && !operation->isInstantiationDependent()) {
      judgeComparison(operation->getLHS(), operation->getRHS());
      judgeComparison(operation->getRHS(), operation->getLHS());
    }
    const VarDecl *variable =
        operation->getOpcode() == BO_Assign ? assignedVariable(operation->getLHS()) : nullptr;
    if (variable && function() && !function()->isTemplated() &&
        !function()->isTemplateInstantiation())
      ++assignments_[variable];
    return true;
  }
  bool VisitIfStmt(IfStmt *statement) {
    judgeEffect(statement->getThen());
    judgeEffect(statement->getElse());
    judgeCondition(statement->getCond());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *loop) {
    judgeEffect(loop->getBody());
    judgeCondition(loop->getCond());
    return true;
  }
  bool VisitDoStmt(DoStmt *loop) {
    judgeCondition(loop->getCond());
    return true;
  }
  bool VisitCaseStmt(CaseStmt *label) {
    judgeEffect(label->getSubStmt());
    return true;
  }

private:
  /// Whether the constant was made of bits, here or where its name was declared.
  static bool isMadeOfBits(const Expr *value) {
    value = value->IgnoreParens();
    if (const auto *whole = dyn_cast<FullExpr>(value))
      return isMadeOfBits(whole->getSubExpr());
    if (const auto *negation = dyn_cast<UnaryOperator>(value))
      return negation->getOpcode() == UO_Not;
    if (const auto *operation = dyn_cast<BinaryOperator>(value))
      return operation->isBitwiseOp();
    if (const auto *cast = dyn_cast<CastExpr>(value)) // of another type it is a new number
      return (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_LValueToRValue) &&
             isMadeOfBits(cast->getSubExpr());
    const ValueDecl *named = nullptr;
    if (const auto *name = dyn_cast<DeclRefExpr>(value))
      named = name->getDecl();
    else if (const auto *member = dyn_cast<MemberExpr>(value))
      named = member->getMemberDecl();
    const Expr *first = nullptr;
    if (const auto *enumerator = dyn_cast_or_null<EnumConstantDecl>(named))
      first = enumerator->getInitExpr();
    else if (const auto *variable = dyn_cast_or_null<VarDecl>(named))
      first = variable->getAnyInitializer();
    return first && !first->isValueDependent() && isMadeOfBits(first);
  }

  /// A constant that a conversion changes. ~0 is what one writes for all bits, and 0xffffffff for
  /// an int (nvcc says nothing of them either).
  void judgeInteger(const ImplicitCastExpr *cast) {
    const Expr *value = cast->getSubExpr();
    const QualType to = cast->getType(), from = value->getType();
    if (!to->isIntegerType() || to->isBooleanType() || to->isEnumeralType() ||
        !from->isIntegerType())
      return;
    Expr::EvalResult result;
    // What is its own initializer is no constant, so that isMadeOfBits comes to an end.
    if (!value->EvaluateAsInt(result, context(), Expr::SE_NoSideEffects) || isMadeOfBits(value))
      return;
    const llvm::APSInt number = result.Val.getInt();
    const unsigned width = unsigned(context().getIntWidth(to));
    const bool isNegative = number.isNegative(); // never of an unsigned one
    const unsigned bits = isNegative ? number.getSignificantBits() : number.getActiveBits();
    const bool toSigned = to->isSignedIntegerType();
    if (bits > width)
      tell(value->getExprLoc(), kTruncated, "the conversion of %0 to %1 truncates it",
           llvm::toString(number, 10), to);
    else if (toSigned ? !isNegative && bits == width && width < context().getIntWidth(from)
                      : isNegative)
      tell(value->getExprLoc(), kIntegerSignChange, "the conversion of %0 to %1 changes its sign",
           llvm::toString(number, 10), to);
  }

  /// An unsigned `value` that is widened to a signed type equals no negative constant.
  void judgeComparison(const Expr *value, const Expr *constant) {
    const auto *cast = dyn_cast<ImplicitCastExpr>(value->IgnoreParens());
    if (!cast || cast->getCastKind() != CK_IntegralCast || !cast->getType()->isSignedIntegerType())
      return;
    const QualType from = cast->getSubExpr()->IgnoreParenImpCasts()->getType();
    Expr::EvalResult result;
    if (from->isUnsignedIntegerType() && !from->isBooleanType() &&
        constant->EvaluateAsInt(result, context(), Expr::SE_NoSideEffects) &&
        result.Val.getInt().isNegative())
      tell(value->getExprLoc(), kNegativeCompared,
           "an unsigned integer is compared with the negative constant %0",
           llvm::toString(result.Val.getInt(), 10));
  }

  void judgeRange(const ImplicitCastExpr *cast) {
    Expr::EvalResult result;
    const Expr *value = cast->getSubExpr();
    const QualType to = cast->getType();
    if (to->isBooleanType() || !value->EvaluateAsRValue(result, context()) ||
        result.HasSideEffects || !result.Val.isFloat())
      return;
    llvm::APSInt integer(unsigned(context().getIntWidth(to)), to->isUnsignedIntegerType());
    bool isExact = false;
    if (result.Val.getFloat().convertToInteger(integer, llvm::APFloat::rmTowardZero, &isExact) &
        llvm::APFloat::opInvalidOp)
      tell(value->getExprLoc(), kFloatDoesNotFit, "the floating-point value does not fit in %0",
           to);
  }

  void judgeEffect(const Stmt *statement) {
    const auto *expression = dyn_cast_or_null<Expr>(statement);
    if (!expression || expression->isInstantiationDependent())
      return;
    const Expr *bare = expression->IgnoreParens();
    if (const auto *full = dyn_cast<FullExpr>(bare))
      bare = full->getSubExpr()->IgnoreParens();
    const auto *operation = dyn_cast<BinaryOperator>(bare);
    const bool isComma = operation && operation->getOpcode() == BO_Comma;
    const QualType type = bare->getType();
    if (isComma || type->isVoidType() || type->isRecordType() || isa<CallExpr>(bare) ||
        bare->HasSideEffects(context()))
      return;
    tell(bare->getExprLoc(), kNoEffect, "the expression has no effect");
  }

  void judgeCondition(const Expr *condition) {
    if (!condition || condition->isInstantiationDependent())
      return;
    const auto *assignment = dyn_cast<BinaryOperator>(condition->IgnoreParenImpCasts());
    if (assignment && assignment->getOpcode() == BO_Assign &&
        assignment->getRHS()->isEvaluatable(context()))
      tell(assignment->getOperatorLoc(), kAssignmentAsCondition,
           "the condition assigns a constant; == may be meant");
  }

  /// Of what stands in the body: the function's own type may name it.
  void tellLongDouble(SourceLocation where) {
    const Stmt *body = isForDevice(function()) ? function()->getBody() : nullptr;
    if (body &&
        context().getSourceManager().isPointWithin(where, body->getBeginLoc(), body->getEndLoc()))
      tell(where, kLongDouble, "'long double' is 'double' in device code");
  }

  template <class... Arguments>
  void tell(SourceLocation where, unsigned number, StringRef text, const Arguments &...arguments) {
    if (seen_.insert({where.getRawEncoding(), number}).second)
      warn(diagnostics(), where, number, text, arguments...);
  }

  const bool isWhole_; ///< not -rdc=true
  std::vector<const FunctionDecl *> localKernels_;
  const CompoundStmt *valueBlock_ = nullptr;
  llvm::DenseMap<const ValueDecl *, unsigned> uses_;
  llvm::MapVector<const VarDecl *, unsigned> assignments_; ///< of `uses_`
  llvm::DenseSet<std::pair<SourceLocation::UIntTy, unsigned>> seen_;
};

} // namespace

std::unique_ptr<ASTConsumer> makeCodeWarnings(CompilerInstance &instance, bool isWhole) {
  return std::make_unique<CodeWarnings>(instance, isWhole);
}

} // namespace anywarp::frontend
