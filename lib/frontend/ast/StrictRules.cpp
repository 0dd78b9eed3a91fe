// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA's front end knows a function by its name and types alone, hands the host compiler names of
// all kernels, and has no host variable on the device: hence most of these rules. Each was seen
// with nvcc 13.0.
#include "frontend/ast/StrictRules.h"
#include "frontend/PassState.h"
#include "frontend/ast/Numbered.h"
#include "frontend/ast/UserCode.h"
#include "frontend/ast/Warnings.h"
#include "frontend/ast/WrittenAttr.h"

#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// A lambda stands for what its function is, unless a space is written at it.
const FunctionDecl *judged(const FunctionDecl *function) {
  for (const auto *method = dyn_cast_or_null<CXXMethodDecl>(function);
       method && method->getParent()->isLambda() && !isWritten<CUDADeviceAttr>(method) &&
       !isWritten<CUDAHostAttr>(method);
       method = dyn_cast_or_null<CXXMethodDecl>(function))
    function = dyn_cast_or_null<FunctionDecl>(
        method->getParent()->getDeclContext()->getNonClosureAncestor());
  return function;
}

bool isOfDevice(const FunctionDecl *function) {
  return function && (function->hasAttr<CUDAGlobalAttr>() || isWritten<CUDADeviceAttr>(function));
}

bool isOfBoth(const FunctionDecl *function) {
  return isOfDevice(function) && isWritten<CUDAHostAttr>(function);
}

class StrictRules : public UserCode<StrictRules> {
public:
  using UserCode::UserCode;

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->isMain() && isOfDevice(function))
      report(function->getLocation(), "the function main cannot be __device__ or __global__");
    if (function->doesThisDeclarationHaveABody())
      checkOverload(function);
    if (function->hasAttr<CUDAGlobalAttr>() && function->isTemplateInstantiation())
      if (const TemplateArgumentList *list = function->getTemplateSpecializationArgs())
        checkArguments(function->getPointOfInstantiation(), list->asArray());
    return true;
  }
  // Members may not even be declared twice.
  bool VisitCXXRecordDecl(CXXRecordDecl *record) {
    if (record->isThisDeclarationADefinition())
      for (const CXXMethodDecl *method : record->methods())
        checkOverload(method);
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) {
    if (variable->getTSCSpec() == TSCS_thread_local &&
        (isOfDevice(function()) || isWritten<CUDADeviceAttr>(variable) ||
         isWritten<CUDAConstantAttr>(variable)))
      report(variable->getLocation(), "thread_local cannot be used in device code");
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *name) {
    if (const auto *callee = dyn_cast<FunctionDecl>(name->getDecl()))
      checkCall(name->getLocation(), callee);
    else if (const auto *variable = dyn_cast<VarDecl>(name->getDecl());
             isInConstant_ && variable && variable->getIdentifier() &&
             variable->getName() == "warpSize" && !isOfUser(variable->getLocation()))
      report(name->getLocation(), "warpSize is no constant expression");
    else if (variable)
      checkVariable(name, variable);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *cast) {
    if (cast->getCastKind() == CK_LValueToRValue)
      if (const auto *name = dyn_cast<DeclRefExpr>(cast->getSubExpr()->IgnoreParens()))
        read_.insert(name);
    return true;
  }
  bool VisitMemberExpr(MemberExpr *member) {
    if (const auto *callee = dyn_cast<FunctionDecl>(member->getMemberDecl()))
      checkCall(member->getMemberLoc(), callee);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *construct) {
    checkCall(construct->getLocation(), construct->getConstructor());
    return true;
  }

  // warpSize is a constant here.
  bool TraverseConstantArrayTypeLoc(ConstantArrayTypeLoc type) {
    return inConstant([&] { return Base::TraverseConstantArrayTypeLoc(type); });
  }
  bool TraverseConstantExpr(ConstantExpr *expression) {
    return inConstant([&] { return Base::TraverseConstantExpr(expression); });
  }
  bool TraverseStaticAssertDecl(StaticAssertDecl *assertion) {
    return inConstant([&] { return Base::TraverseStaticAssertDecl(assertion); });
  }
  bool TraverseVarDecl(VarDecl *variable) {
    const auto traverse = [&] { return Base::TraverseVarDecl(variable); };
    return variable->isConstexpr() ? inConstant(traverse) : traverse();
  }

  // What is not evaluated needs no variable.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc) { return true; }

  bool VisitLambdaExpr(LambdaExpr *lambda) {
    const CXXMethodDecl *call = lambda->getCallOperator();
    if (!isWritten<CUDADeviceAttr>(call))
      return true;
    const auto *around = dyn_cast_or_null<FunctionDecl>(
        lambda->getLambdaClass()->getDeclContext()->getNonClosureAncestor());
    if (!around || (isOfDevice(around) && !isOfBoth(around)))
      return true;
    const SourceLocation where = lambda->getBeginLoc();
    if (isOfBoth(call) && lambda->isGenericLambda())
      report(where, "a __host__ __device__ extended lambda cannot be generic");
    for (const LambdaCapture &capture : lambda->captures()) {
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByRef)
        report(where, "an extended lambda cannot capture variables by reference");
      if (isOfBoth(call) && lambda->isInitCapture(&capture))
        report(where, "a __host__ __device__ extended lambda cannot have init-captures");
      if (capture.capturesVariable() && capture.getCapturedVar()->isParameterPack())
        report(where, "an extended lambda cannot capture an element of a parameter pack");
    }
    checkAround(where, around);
    return true;
  }

private:
  using Base = UserCode<StrictRules>;

  template <class Traverse> bool inConstant(Traverse traverse) {
    const bool before = std::exchange(isInConstant_, true);
    const bool result = traverse();
    isInConstant_ = before;
    return result;
  }

  /// The function that an extended lambda stands in.
  void checkAround(SourceLocation where, const FunctionDecl *around) {
    if (around->getDeclaredReturnType()->getContainedDeducedType())
      report(where, "the function around an extended lambda must not have a deduced return type");
    const auto *method = dyn_cast<CXXMethodDecl>(around);
    if (!method)
      return;
    if (method->getAccess() == AS_private || method->getAccess() == AS_protected)
      report(where,
             "the function around an extended lambda cannot be a private or protected member");
    if (method->getParent()->isLocalClass())
      report(where, "the function around an extended lambda cannot be a member of a local class");
  }

  /// Functions of the same name and parameters, of which one is for the host and one for the
  /// device.
  void checkOverload(const FunctionDecl *function) {
    if (function->isImplicit() || function->isTemplateInstantiation() ||
        function->hasAttr<CUDAGlobalAttr>())
      return;
    const NamedDecl *self = function;
    if (const FunctionTemplateDecl *pattern = function->getDescribedFunctionTemplate())
      self = pattern;
    for (const NamedDecl *candidate :
         function->getDeclContext()->getRedeclContext()->lookup(function->getDeclName())) {
      const FunctionDecl *other = candidate->getAsFunction();
      if (!other || other->getCanonicalDecl() == function->getCanonicalDecl() ||
          other->isImplicit() || !isOfUser(other->getLocation()) || other->isFromASTFile() ||
          candidate->getKind() != self->getKind() || isOfDevice(other) == isOfDevice(function))
        continue;
      const bool clashes = isa<CXXMethodDecl>(function) || other->isDefined();
      if (clashes && haveSameTypes(function, other))
        report(std::max(function->getLocation(), other->getLocation()),
               "%0 is there already: overloads for host and device are one function", function);
    }
  }
  bool haveSameTypes(const FunctionDecl *one, const FunctionDecl *other) const {
    const FunctionTemplateDecl *a = one->getDescribedFunctionTemplate();
    const FunctionTemplateDecl *b = other->getDescribedFunctionTemplate();
    if (a && a->getTemplateParameters()->size() != b->getTemplateParameters()->size())
      return false;
    const auto *type = one->getType()->getAs<FunctionProtoType>();
    const auto *otherType = other->getType()->getAs<FunctionProtoType>();
    return type && otherType && type->getMethodQuals() == otherType->getMethodQuals() &&
           type->getRefQualifier() == otherType->getRefQualifier() &&
           type->isVariadic() == otherType->isVariadic() &&
           llvm::equal(type->param_types(), otherType->param_types(),
                       [this](QualType x, QualType y) { return context().hasSameType(x, y); });
  }

  void checkArguments(SourceLocation where, ArrayRef<TemplateArgument> arguments,
                      unsigned depth = 0) {
    if (depth > 16)
      return;
    for (const TemplateArgument &argument : arguments) {
      if (argument.getKind() == TemplateArgument::Pack)
        checkArguments(where, argument.pack_elements(), depth + 1);
      else if (argument.getKind() == TemplateArgument::Type)
        checkType(where, argument.getAsType(), depth);
      else if (argument.getKind() == TemplateArgument::Integral)
        checkType(where, argument.getIntegralType(), depth);
      else if (argument.getKind() == TemplateArgument::Template)
        if (const TemplateDecl *pattern = argument.getAsTemplate().getAsTemplateDecl();
            pattern && isHidden(pattern))
          report(where,
                 "the private or protected template %0 cannot be a template argument of a "
                 "__global__ function",
                 pattern);
    }
  }
  void checkType(SourceLocation where, QualType type, unsigned depth) {
    while (type->isPointerType() || type->isReferenceType())
      type = type->getPointeeType();
    const TagDecl *tag = context().getBaseElementType(type)->getAsTagDecl();
    if (!tag)
      return;
    if (const auto *special = dyn_cast<ClassTemplateSpecializationDecl>(tag))
      checkArguments(where, special->getTemplateArgs().asArray(), depth + 1);
    const auto *record = dyn_cast<CXXRecordDecl>(tag);
    if (record && record->isLambda())
      return; // SemaOverride.cpp
    const auto *around = dyn_cast_or_null<FunctionDecl>(tag->getParentFunctionOrMethod());
    if (around && isOfDevice(around))
      return;
    if (!tag->hasNameForLinkage())
      report(where, "an unnamed type cannot be a template argument of a __global__ function");
    else if (around)
      report(where,
             "%0, which is local to a __host__ function, cannot be a template argument of a "
             "__global__ function",
             tag);
    else if (isHidden(tag))
      report(where,
             "the private or protected type %0 cannot be a template argument of a __global__ "
             "function",
             tag);
  }
  static bool isHidden(const Decl *decl) {
    for (; decl; decl = dyn_cast_or_null<Decl>(decl->getDeclContext()))
      if (decl->getAccess() == AS_private || decl->getAccess() == AS_protected)
        return true;
      else if (!isa<CXXRecordDecl>(decl->getDeclContext()))
        return false;
    return false;
  }

  /// Functions that are for both sides because they are constexpr.
  void checkCall(SourceLocation where, const FunctionDecl *callee) {
    const FunctionDecl *caller = judged(function());
    if (relaxesConstexpr() || !isOfDevice(caller) || caller->isDependentContext() ||
        !isOfUser(where) || !isHostConstexpr(callee))
      return;
    if (isOfBoth(caller))
      return warnOnce(where, callee, caller);
    report(where,
           "calling the constexpr __host__ function %0 from device code needs "
           "--expt-relaxed-constexpr",
           callee);
  }
  void warnOnce(SourceLocation where, const FunctionDecl *callee, const FunctionDecl *caller) {
    if (reported_.insert(where.getRawEncoding()).second)
      warn(diagnostics(), where, kHostConstexprCall,
           "calling the constexpr __host__ function %0 from the __host__ __device__ function %1 "
           "needs --expt-relaxed-constexpr",
           static_cast<const NamedDecl *>(callee), static_cast<const NamedDecl *>(caller));
  }
  bool isHostConstexpr(const FunctionDecl *callee) const {
    if (isOfWrapper(callee))
      return true;
    if (!callee->isConstexpr() || callee->isImplicit() || callee->isDefaulted() ||
        isOfDevice(callee))
      return false;
    const auto *method = dyn_cast<CXXMethodDecl>(callee);
    if (method && method->getParent()->isLambda()) // is where its function is
      return !isOfDevice(judged(callee)) && judged(callee) != callee;
    if (callee->getBuiltinID() && !callee->isInStdNamespace())
      return false;
    return !isKnownOnDevice(callee);
  }
  /// Clang's own versions, for the device, of constexpr functions like std::max.
  bool isOfWrapper(const FunctionDecl *callee) const {
    const SourceManager &manager = context().getSourceManager();
    return callee->isInStdNamespace() &&
           manager.getFilename(callee->getLocation()).ends_with("/cuda_wrappers/algorithm");
  }
  /// Those of the C++ library that nvcc takes without the flag.
  static bool isKnownOnDevice(const FunctionDecl *callee) {
    if (const auto *method = dyn_cast<CXXMethodDecl>(callee))
      return method->getParent()->isInStdNamespace() && method->getParent()->getIdentifier() &&
             method->getParent()->getName() == "initializer_list";
    return callee->isInStdNamespace() && callee->getIdentifier() &&
           (callee->getName() == "move" || callee->getName() == "forward");
  }

  /// A variable of the host that has a value and no place on the device.
  void checkVariable(const DeclRefExpr *name, const VarDecl *variable) {
    const FunctionDecl *user = judged(function());
    if (!isOfDevice(user) || user->isDependentContext() || !isOfUser(name->getLocation()) ||
        !variable->hasGlobalStorage() || variable->isStaticLocal() || variable->isTemplated() ||
        isTemplateSpecialization(variable) || variable->getType()->isReferenceType() ||
        variable->isFromASTFile())
      return;
    if (isWritten<CUDADeviceAttr>(variable) || isWritten<CUDAConstantAttr>(variable) ||
        isWritten<CUDASharedAttr>(variable) || variable->hasAttr<HIPManagedAttr>())
      return;
    if (isInConstant_ && variable->isConstexpr())
      return;
    const bool isArray = variable->getType()->isArrayType();
    if (!isArray && (name->isNonOdrUse() || read_.contains(name) || // whose value is known
                     variable->getType()->isRecordType()))
      return;
    report(name->getLocation(), "the host variable %0 has no address in device code", variable);
  }
  static bool isTemplateSpecialization(const VarDecl *variable) {
    return isa<VarTemplateSpecializationDecl>(variable) ||
           variable->getInstantiatedFromStaticDataMember();
  }

  void report(SourceLocation where, StringRef text, const NamedDecl *name = nullptr) {
    if (!reported_.insert(where.getRawEncoding()).second)
      return;
    const unsigned id =
        diagnostics().getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, text);
    DiagnosticBuilder builder = diagnostics().Report(where, id);
    if (name)
      builder << name;
  }

  bool isInConstant_ = false;
  llvm::DenseSet<const DeclRefExpr *> read_;
  llvm::DenseSet<SourceLocation::UIntTy> reported_;
};

} // namespace

std::unique_ptr<ASTConsumer> makeStrictRules(CompilerInstance &instance) {
  return std::make_unique<StrictRules>(instance);
}

} // namespace anywarp::frontend
