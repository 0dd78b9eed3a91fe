// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions of device code that Clang hands on to the assembler, or to a library which a device
// has not. dynamic_cast and typeid are refused where they stand, as nvcc does. Builtins of
// mathematics call the device's functions. Operands of asm must have their constraint's type. And
// va_arg, which Clang refuses. Replaced as in SemaOverride.cpp.
#include "frontend/ast/DeviceExpressions.h"
#include "frontend/Dialect.h"
#include "frontend/Overrides.h"
#include "frontend/ast/Annotations.h"
#include "frontend/nvrtc/Rules.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using namespace anywarp::frontend;

// Clang's own functions.
ExprResult realNamedCast(Sema *, SourceLocation, tok::TokenKind, SourceLocation, Declarator &,
                         SourceLocation, SourceLocation, Expr *,
                         SourceLocation) asm("__real_" AW_NAMED_CAST);
ExprResult realNamedCastAgain(Sema *, SourceLocation, tok::TokenKind, TypeSourceInfo *, Expr *,
                              SourceRange, SourceRange) asm("__real_" AW_NAMED_CAST_AGAIN);
ExprResult realTypeid(Sema *, SourceLocation, SourceLocation, bool isType, void *,
                      SourceLocation) asm("__real_" AW_TYPEID);
ExprResult realTypeidOfType(Sema *, QualType, SourceLocation, TypeSourceInfo *,
                            SourceLocation) asm("__real_" AW_TYPEID_OF_TYPE);
ExprResult realTypeidOfExpr(Sema *, QualType, SourceLocation, Expr *,
                            SourceLocation) asm("__real_" AW_TYPEID_OF_EXPR);
ExprResult realVaArg(Sema *, SourceLocation, Expr *, ParsedType,
                     SourceLocation) asm("__real_" AW_VA_ARG);
ExprResult realVaArgAgain(Sema *, SourceLocation, Expr *, TypeSourceInfo *,
                          SourceLocation) asm("__real_" AW_VA_ARG_AGAIN);
bool realFunctionCall(Sema *, FunctionDecl *, CallExpr *,
                      const FunctionProtoType *) asm("__real_" AW_FUNCTION_CALL);
bool realPointerCall(Sema *, NamedDecl *, CallExpr *,
                     const FunctionProtoType *) asm("__real_" AW_POINTER_CALL);
bool realOtherCall(Sema *, CallExpr *, const FunctionProtoType *) asm("__real_" AW_OTHER_CALL);
ExprResult realCheckBuiltin(Sema *, FunctionDecl *, unsigned id,
                            CallExpr *) asm("__real_" AW_BUILTIN);

namespace {

/// The function whose code is being read, if a device runs it, or may (`__host__ __device__`).
const FunctionDecl *deviceFunction(Sema *sema) {
  const FunctionDecl *function = sema->getCurFunctionDecl(/*AllowLambda=*/true);
  if (!function || sema->CUDA().IdentifyTarget(function) == CUDAFunctionTarget::Host)
    return nullptr;
  return function;
}

/// An error if device code is, or is to be, made of the function around; true if it surely is.
bool refuseOperator(Sema *sema, SourceLocation where, const char *name) {
  const FunctionDecl *function = sema->getLangOpts().CUDA ? deviceFunction(sema) : nullptr;
  if (!function)
    return false;
  DiagnosticsEngine &diagnostics = sema->getDiagnostics();
  sema->CUDA().DiagIfDeviceCode(
      where, diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                         "the operator '%0' is not allowed in device code"))
      << name;
  return sema->CUDA().IdentifyTarget(function) != CUDAFunctionTarget::HostDevice;
}

/// sinf for __builtin_sinf; empty if that is no row of the table. `isLong`: for long double.
StringRef mathName(StringRef builtin, bool &isLong) {
  static const llvm::StringSet<> names = {
#define AW_MATH_BUILTIN(Name) #Name, #Name "f",
#include "frontend/ast/MathBuiltins.def"
  };
  isLong = false;
  if (!builtin.consume_front("__builtin_"))
    return {};
  if (names.contains(builtin))
    return builtin;
  isLong = builtin.ends_with("l") && names.contains(builtin.drop_back());
  return isLong ? builtin : StringRef();
}

/// The device's function of that name at namespace scope, for operands of these very types.
FunctionDecl *findDeviceFunction(Sema *sema, StringRef name, const CallExpr *call) {
  ASTContext &context = sema->Context;
  for (NamedDecl *found : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name))) {
    auto *function = dyn_cast<FunctionDecl>(found);
    if (!function || !function->hasAttr<CUDADeviceAttr>() ||
        function->getNumParams() != call->getNumArgs())
      continue;
    unsigned same = 0;
    while (same < call->getNumArgs() &&
           context.hasSameUnqualifiedType(function->getParamDecl(same)->getType(),
                                          call->getArg(same)->getType()))
      ++same;
    if (same == call->getNumArgs())
      return function;
  }
  return nullptr;
}

/// The letter of the asm constraint for a value of this type; 0: there is none.
char constraintOf(const ASTContext &context, QualType type) {
  const uint64_t bytes = context.getTypeSizeInChars(type).getQuantity();
  if (const auto *builtin = type->getAs<BuiltinType>(); builtin && builtin->isFloatingPoint())
    return bytes == 2 ? 'h' : bytes == 4 ? 'f' : bytes == 8 ? 'd' : 0;
  switch (bytes) {
  case 2:
    return 'h';
  case 4:
    return 'r';
  case 8:
    return 'l';
  case 16:
    return 'q';
  default:
    return 0;
  }
}

void checkOperand(Sema *sema, const StringLiteral *constraint, const Expr *operand, bool isInput) {
  StringRef letters = constraint->getString().ltrim("=+&");
  if (letters.empty() || StringRef("hrlfdq").find(letters[0]) == StringRef::npos)
    return;
  QualType type = operand->getType().getNonReferenceType();
  if (isInput && (type->isArrayType() || type->isFunctionType()))
    type = sema->Context.getDecayedType(type);
  if (type->isDependentType() || type->isIncompleteType())
    return;
  DiagnosticsEngine &diagnostics = sema->getDiagnostics();
  if (!type->isScalarType()) {
    sema->CUDA().DiagIfDeviceCode(
        operand->getExprLoc(),
        diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                    "an operand of asm must be a number or a pointer"));
    return;
  }
  if (constraintOf(sema->Context, type) == letters[0])
    return;
  sema->CUDA().DiagIfDeviceCode(
      operand->getExprLoc(),
      diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                  "the operand has %0 bytes, which the asm constraint '%1' does "
                                  "not take"))
      << unsigned(sema->Context.getTypeSizeInChars(type).getQuantity()) << letters.take_front();
}

} // namespace

void anywarp::frontend::checkAsmOperands(Sema &sema, const Stmt *statement) {
  const auto *assembly = dyn_cast_or_null<GCCAsmStmt>(statement);
  if (!assembly || !sema.getLangOpts().CUDAIsDevice || !deviceFunction(&sema) ||
      sema.getSourceManager().isInSystemHeader(assembly->getAsmLoc()))
    return;
  for (unsigned i = 0; i < assembly->getNumOutputs(); ++i)
    checkOperand(&sema, assembly->getOutputConstraintLiteral(i), assembly->getOutputExpr(i),
                 /*isInput=*/false);
  for (unsigned i = 0; i < assembly->getNumInputs(); ++i)
    checkOperand(&sema, assembly->getInputConstraintLiteral(i), assembly->getInputExpr(i),
                 /*isInput=*/true);
}

ExprResult wrapNamedCast(Sema *, SourceLocation, tok::TokenKind, SourceLocation, Declarator &,
                         SourceLocation, SourceLocation, Expr *,
                         SourceLocation) asm("__wrap_" AW_NAMED_CAST);
ExprResult wrapNamedCast(Sema *sema, SourceLocation where, tok::TokenKind kind, SourceLocation open,
                         Declarator &declarator, SourceLocation close, SourceLocation begin,
                         Expr *operand, SourceLocation end) {
  if (kind == tok::kw_dynamic_cast)
    refuseOperator(sema, where, "dynamic_cast");
  return realNamedCast(sema, where, kind, open, declarator, close, begin, operand, end);
}

// In an instance of a template.
ExprResult wrapNamedCastAgain(Sema *, SourceLocation, tok::TokenKind, TypeSourceInfo *, Expr *,
                              SourceRange, SourceRange) asm("__wrap_" AW_NAMED_CAST_AGAIN);
ExprResult wrapNamedCastAgain(Sema *sema, SourceLocation where, tok::TokenKind kind,
                              TypeSourceInfo *type, Expr *operand, SourceRange brackets,
                              SourceRange parentheses) {
  if (kind == tok::kw_dynamic_cast)
    refuseOperator(sema, where, "dynamic_cast");
  return realNamedCastAgain(sema, where, kind, type, operand, brackets, parentheses);
}

ExprResult wrapTypeid(Sema *, SourceLocation, SourceLocation, bool, void *,
                      SourceLocation) asm("__wrap_" AW_TYPEID);
ExprResult wrapTypeid(Sema *sema, SourceLocation where, SourceLocation begin, bool isType,
                      void *operand, SourceLocation end) {
  if (refuseOperator(sema, where, "typeid"))
    return ExprError();
  return realTypeid(sema, where, begin, isType, operand, end);
}

ExprResult wrapTypeidOfType(Sema *, QualType, SourceLocation, TypeSourceInfo *,
                            SourceLocation) asm("__wrap_" AW_TYPEID_OF_TYPE);
ExprResult wrapTypeidOfType(Sema *sema, QualType result, SourceLocation where,
                            TypeSourceInfo *operand, SourceLocation end) {
  if (refuseOperator(sema, where, "typeid"))
    return ExprError();
  return realTypeidOfType(sema, result, where, operand, end);
}

ExprResult wrapTypeidOfExpr(Sema *, QualType, SourceLocation, Expr *,
                            SourceLocation) asm("__wrap_" AW_TYPEID_OF_EXPR);
ExprResult wrapTypeidOfExpr(Sema *sema, QualType result, SourceLocation where, Expr *operand,
                            SourceLocation end) {
  if (refuseOperator(sema, where, "typeid"))
    return ExprError();
  return realTypeidOfExpr(sema, result, where, operand, end);
}

/// Clang 19 passes each member of a structure as an argument of its own; va_arg reads the whole.
/// They agree where nothing is between the members or behind them.
static bool isPassedWhole(const ASTContext &context, QualType type) {
  const auto *record = type->getAsRecordDecl();
  if (!record || !record->getDefinition())
    return true;
  if (record->isUnion())
    return false;
  const auto *object = dyn_cast<CXXRecordDecl>(record);
  if (object && (object->getNumBases() || !object->isTriviallyCopyable()))
    return false;
  uint64_t bits = 0;
  for (const FieldDecl *field : record->fields()) {
    if (field->isBitField() || context.getTypeAlign(field->getType()) != context.getTypeAlign(type))
      return false;
    bits += context.getTypeSize(field->getType());
  }
  return bits == context.getTypeSize(type);
}

/// A structure of an array of numbers that has the type's size and alignment; null: there is none.
static QualType wholeType(ASTContext &context, QualType type) {
  const CharUnits size = context.getTypeSizeInChars(type),
                  align = context.getTypeAlignInChars(type);
  const QualType number = context.getIntTypeForBitwidth(unsigned(context.toBits(align)), 0);
  if (number.isNull() || context.getTypeAlignInChars(number) != align)
    return {};
  const QualType array = context.getConstantArrayType(
      number, llvm::APInt(64, uint64_t(size / align)), nullptr, ArraySizeModifier::Normal, 0);
  auto *record = CXXRecordDecl::Create(context, TagTypeKind::Struct,
                                       context.getTranslationUnitDecl(), {}, {}, nullptr);
  record->setImplicit();
  record->startDefinition();
  auto *field = FieldDecl::Create(context, record, {}, {}, &context.Idents.get("words"), array,
                                  context.getTrivialTypeSourceInfo(array), nullptr,
                                  /*Mutable=*/false, ICIS_NoInit);
  field->setAccess(AS_public);
  record->addDecl(field);
  record->completeDefinition();
  return context.getRecordType(record);
}

/// In device code, structures behind the named parameters are passed as va_arg reads them.
static void passWhole(Sema *sema, CallExpr *call, const FunctionProtoType *prototype) {
  ASTContext &context = sema->Context;
  if (!sema->getLangOpts().CUDAIsDevice || !prototype || !prototype->isVariadic())
    return;
  for (unsigned i = prototype->getNumParams(); i < call->getNumArgs(); ++i) {
    Expr *argument = call->getArg(i);
    const QualType type = argument->getType();
    if (argument->isTypeDependent() || !argument->isPRValue() || isPassedWhole(context, type))
      continue;
    const QualType whole = wholeType(context, type);
    if (whole.isNull())
      continue; // va_arg is refused
    Expr *place = sema->CreateMaterializeTemporaryExpr(type, argument, /*BoundToLvalueRef=*/false);
    const SourceLocation where = argument->getBeginLoc();
    call->setArg(i, new (context) BuiltinBitCastExpr(
                        whole, VK_PRValue, CK_LValueToRValueBitCast, place,
                        context.getTrivialTypeSourceInfo(whole, where), where, where));
  }
}

bool wrapFunctionCall(Sema *, FunctionDecl *, CallExpr *,
                      const FunctionProtoType *) asm("__wrap_" AW_FUNCTION_CALL);
bool wrapFunctionCall(Sema *sema, FunctionDecl *function, CallExpr *call,
                      const FunctionProtoType *prototype) {
  const bool isWrong = realFunctionCall(sema, function, call, prototype);
  passWhole(sema, call, prototype);
  return isWrong;
}

bool wrapPointerCall(Sema *, NamedDecl *, CallExpr *,
                     const FunctionProtoType *) asm("__wrap_" AW_POINTER_CALL);
bool wrapPointerCall(Sema *sema, NamedDecl *pointer, CallExpr *call,
                     const FunctionProtoType *prototype) {
  const bool isWrong = realPointerCall(sema, pointer, call, prototype);
  passWhole(sema, call, prototype);
  return isWrong;
}

bool wrapOtherCall(Sema *, CallExpr *, const FunctionProtoType *) asm("__wrap_" AW_OTHER_CALL);
bool wrapOtherCall(Sema *sema, CallExpr *call, const FunctionProtoType *prototype) {
  const bool isWrong = realOtherCall(sema, call, prototype);
  passWhole(sema, call, prototype);
  return isWrong;
}

/// Clang 19 refuses va_arg while it compiles for a CUDA device. Its code generator for PTX can do
/// it: the arguments behind the named ones are laid out in memory.
template <class Build> static ExprResult withVaArg(Sema *sema, SourceLocation where, Build build) {
  auto &language = const_cast<LangOptions &>(sema->getLangOpts());
  const bool isDevice = language.CUDAIsDevice;
  language.CUDAIsDevice = false;
  ExprResult result = build();
  language.CUDAIsDevice = isDevice;
  if (!isDevice || result.isInvalid() || !deviceFunction(sema))
    return result;
  const QualType type = result.get()->getType();
  if (!type->isDependentType() && !isPassedWhole(sema->Context, type) &&
      wholeType(sema->Context, type).isNull())
    sema->CUDA().DiagIfDeviceCode(
        where, sema->getDiagnostics().getCustomDiagID(
                   DiagnosticsEngine::Error,
                   "va_arg of %0, which is aligned to more than 16 bytes, is not supported in "
                   "device code: pass its address"))
        << type;
  return result;
}

ExprResult wrapVaArg(Sema *, SourceLocation, Expr *, ParsedType,
                     SourceLocation) asm("__wrap_" AW_VA_ARG);
ExprResult wrapVaArg(Sema *sema, SourceLocation where, Expr *list, ParsedType type,
                     SourceLocation end) {
  return withVaArg(sema, where, [&] { return realVaArg(sema, where, list, type, end); });
}

ExprResult wrapVaArgAgain(Sema *, SourceLocation, Expr *, TypeSourceInfo *,
                          SourceLocation) asm("__wrap_" AW_VA_ARG_AGAIN);
ExprResult wrapVaArgAgain(Sema *sema, SourceLocation where, Expr *list, TypeSourceInfo *type,
                          SourceLocation end) {
  return withVaArg(sema, where, [&] { return realVaArgAgain(sema, where, list, type, end); });
}

// Clang would make it an intrinsic or a call of the C library, and the back end has neither.
ExprResult wrapCheckBuiltin(Sema *, FunctionDecl *, unsigned, CallExpr *) asm("__wrap_" AW_BUILTIN);
ExprResult wrapCheckBuiltin(Sema *sema, FunctionDecl *builtin, unsigned id, CallExpr *written) {
  ExprResult result = realCheckBuiltin(sema, builtin, id, written);
  if (result.isInvalid() || !sema->getLangOpts().CUDAIsDevice || sema->isUnevaluatedContext() ||
      sema->isConstantEvaluatedContext() || !builtin->getDeclName().isIdentifier())
    return result;
  if (dialect().refusesForeignBuiltins && isForeignBuiltin(builtin->getName()))
    return result; // NVRTC refuses the name
  bool isLong = false;
  const StringRef name = mathName(builtin->getName(), isLong);
  const auto *call = dyn_cast<CallExpr>(result.get());
  if (name.empty() || !call || call->isTypeDependent() || !deviceFunction(sema))
    return result;
  if (isLong) {
    sema->CUDA().DiagIfDeviceCode(
        call->getBeginLoc(),
        sema->getDiagnostics().getCustomDiagID(
            DiagnosticsEngine::Error, "'%0' is for long double, which device code does not have"))
        << builtin->getName();
    return result;
  }
  FunctionDecl *function = findDeviceFunction(sema, name, call);
  if (!function) // of a header, before the device's functions are declared
    return result;
  llvm::SmallVector<Expr *, 3> arguments(const_cast<CallExpr *>(call)->arguments());
  Expr *callee =
      sema->BuildDeclRefExpr(function, function->getType(), VK_LValue, call->getBeginLoc());
  return sema->BuildCallExpr(/*S=*/nullptr, callee, call->getBeginLoc(), arguments,
                             call->getRParenLoc());
}
