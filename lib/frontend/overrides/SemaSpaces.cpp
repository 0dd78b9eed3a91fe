// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution and memory spaces that a declaration has without naming them. As with nvcc, a function
// that was declared __device__ (or more) and is declared again without a space is the same
// function. That holds for a member defined outside its class, a specialization and an explicit
// instantiation, too. Clang would take it for an overload of the host. With NVRTC's
// -default-device, variables without a space are __device__ (functions are made so by a pragma,
// Pass.cpp). The linker's --wrap option (spec/clang) sends Clang's calls of six functions here.
#include "frontend/Dialect.h"
#include "frontend/Overrides.h"
#include "frontend/PassState.h"
#include "frontend/ast/HostAttributes.h"
#include "frontend/ast/Numbered.h"
#include "frontend/ast/Warnings.h"
#include "frontend/ast/WrittenAttr.h"
#include "frontend/passes/HostEntities.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/DeclSpec.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using namespace clang;
using namespace anywarp::frontend;

void realSetDeclDefaulted(Sema *, Decl *, SourceLocation) asm("__real_" AW_DEFAULTED);
void realProcessDeclAttributes(Sema *, Scope *, Decl *,
                               const Declarator &) asm("__real_" AW_PROCESS);
void realAddHostDeviceAttrs(SemaCUDA *, FunctionDecl *,
                            const LookupResult &) asm("__real_" AW_HOST_DEVICE);
void realMaybeAddConstant(SemaCUDA *, VarDecl *) asm("__real_" AW_CONSTANT);
CUDAFunctionTarget realIdentifyTarget(SemaCUDA *, const FunctionDecl *,
                                      bool ignoreImplicit) asm("__real_" AW_TARGET);
CUDAFunctionTarget realIdentifyParsed(SemaCUDA *,
                                      const ParsedAttributesView &) asm("__real_" AW_TARGET_PARSED);

namespace {

bool hasWrittenSpace(const Decl *decl) {
  return isWritten<CUDAGlobalAttr>(decl) || isWritten<CUDADeviceAttr>(decl) ||
         isWritten<CUDAHostAttr>(decl);
}

bool isInSystemHeader(Sema *sema, const Decl *decl) {
  return sema->getSourceManager().isInSystemHeader(decl->getLocation());
}

/// The earlier declaration of `function`, of the device or (`isHost`) of the host alone.
FunctionDecl *earlierDeclaration(Sema *sema, FunctionDecl *function, const Declarator &written,
                                 bool isHost = false) {
  DeclContext *context = function->getDeclContext()->getRedeclContext();
  // getName() changes nothing and lacks its const.
  bool isSpecialization =
      const_cast<Declarator &>(written).getName().getKind() == UnqualifiedIdKind::IK_TemplateId;
  for (NamedDecl *candidate : context->lookup(function->getDeclName())) {
    auto *old = llvm::cast_or_null<FunctionDecl>(candidate->getAsFunction());
    if (!old || old == function || isWritten<CUDADeviceAttr>(old) == isHost)
      continue;
    bool isTemplate = llvm::isa<FunctionTemplateDecl>(candidate);
    if (isTemplate && isSpecialization && !function->getDescribedFunctionTemplate())
      return old;
    if (isTemplate == bool(function->getDescribedFunctionTemplate()) &&
        !sema->IsOverload(function, old, /*UseMemberUsingDeclRules=*/false,
                          /*ConsiderCudaAttrs=*/false))
      return old;
  }
  return nullptr;
}

bool isForBoth(const FunctionDecl *function) {
  return isWritten<CUDAHostAttr>(function) && isWritten<CUDADeviceAttr>(function);
}

void becomeForBoth(Sema *sema, FunctionDecl *function) {
  if (!isWritten<CUDADeviceAttr>(function))
    function->addAttr(CUDADeviceAttr::Create(sema->Context));
  if (!isWritten<CUDAHostAttr>(function))
    function->addAttr(CUDAHostAttr::Create(sema->Context));
}

void warnOfJoin(Sema *sema, const FunctionDecl *function, unsigned number, StringRef before,
                StringRef now) {
  warn(sema->getDiagnostics(), function->getLocation(), number,
       "%0 (%1) redeclared with %2 is a __host__ __device__ function", before, function, now);
}

/// Both have written spaces, that of `old` with __device__.
void joinSpaces(Sema *sema, FunctionDecl *function, FunctionDecl *old, bool isDefinition) {
  if (isForBoth(old) == isForBoth(function))
    return;
  if (isForBoth(old))
    return becomeForBoth(sema, function);
  // Functions of the C library that the headers have for the device, beside those of the host:
  // the declaration adds nothing to the former.
  if (isInSystemHeader(sema, old)) {
    if (!isDefinition)
      function->dropAttr<CUDADeviceAttr>();
    return;
  }
  if (old->isDefined()) // has been compiled for its space
    return;
  becomeForBoth(sema, old);
  warnOfJoin(sema, function, 20036, "a __device__ function", "__host__ __device__");
}

/// A function of the host, declared again with __device__.
void joinHost(Sema *sema, FunctionDecl *function, const Declarator &written) {
  FunctionDecl *old = earlierDeclaration(sema, function, written, /*isHost=*/true);
  if (!old || old->isDefined() || old->hasAttr<CUDAGlobalAttr>() || old->isImplicit() ||
      isInSystemHeader(sema, old) || isInSystemHeader(sema, function))
    return;
  if (isForBoth(function))
    warnOfJoin(sema, function, 20040, "a __host__ function", "__host__ __device__");
  else
    warnOfJoin(sema, function, 20039, "a __host__ function", "__device__");
  becomeForBoth(sema, old);
  becomeForBoth(sema, function);
}

/// A template that is a friend is the kernel of that name without saying so; other declarations are
/// refused, with nvcc as well. In a class template the types are compared when that is
/// instantiated.
void befriendKernel(Sema *sema, FunctionDecl *function) {
  DeclContext *context = function->getDeclContext()->getRedeclContext();
  for (NamedDecl *candidate : context->lookup(function->getDeclName())) {
    FunctionDecl *old = candidate->getAsFunction();
    if (!llvm::isa<FunctionTemplateDecl>(candidate) || !old->hasAttr<CUDAGlobalAttr>())
      continue;
    const bool isSame = function->getLexicalDeclContext()->isDependentContext()
                            ? function->getNumParams() == old->getNumParams()
                            : !sema->IsOverload(function, old, /*UseMemberUsingDeclRules=*/false,
                                                /*ConsiderCudaAttrs=*/false);
    if (isSame)
      return function->addAttr(CUDAGlobalAttr::Create(sema->Context));
  }
}

void inheritSpace(Sema *sema, FunctionDecl *function, const Declarator &written) {
  if (function->isInvalidDecl() || !function->getDeclName() || isWritten<CUDAGlobalAttr>(function))
    return;
  if (written.getDeclSpec().isFriendSpecified() && function->getDescribedFunctionTemplate() &&
      !hasWrittenSpace(function))
    befriendKernel(sema, function);
  FunctionDecl *old = earlierDeclaration(sema, function, written);
  if (!old) {
    if (isWritten<CUDADeviceAttr>(function))
      joinHost(sema, function, written);
    return;
  }
  if (hasWrittenSpace(function))
    return joinSpaces(sema, function, old, written.isFunctionDefinition());
  if (dialect().keepsSystemSpaces && isInSystemHeader(sema, old))
    return;
  function->addAttr(CUDADeviceAttr::Create(sema->Context));
  if (isWritten<CUDAHostAttr>(old))
    function->addAttr(CUDAHostAttr::Create(sema->Context));
}

/// At namespace or class scope, and not constant: those are wherever they are used.
void becomeDeviceVariable(Sema *sema, VarDecl *variable) {
  if (!variable->hasGlobalStorage() || variable->isStaticLocal() || variable->isConstexpr() ||
      variable->getType()->isReferenceType() ||
      sema->Context.getBaseElementType(variable->getType()).isConstQualified() ||
      variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<CUDAConstantAttr>() ||
      variable->hasAttr<CUDASharedAttr>())
    return;
  variable->addAttr(CUDADeviceAttr::CreateImplicit(sema->Context));
}

/// Of the function that was asked about last; see wrapIdentifyParsed.
CUDAFunctionTarget lastTarget = CUDAFunctionTarget::Host;

} // namespace

void wrapProcessDeclAttributes(Sema *sema, Scope *scope, Decl *decl,
                               const Declarator &written) asm("__wrap_" AW_PROCESS);
void wrapProcessDeclAttributes(Sema *sema, Scope *scope, Decl *decl, const Declarator &written) {
  realProcessDeclAttributes(sema, scope, decl, written);
  if (!sema->getLangOpts().CUDA || sema->TUKind == TU_Prefix)
    return;
  hideEntity(*sema, decl);
  adaptHostAttributes(*sema, decl);
  auto *function = llvm::dyn_cast<FunctionDecl>(decl);
  if (isInSystemHeader(sema, decl) && !(function && hasWrittenSpace(function)))
    return;
  if (function)
    inheritSpace(sema, function, written);
  else if (auto *variable = llvm::dyn_cast<VarDecl>(decl); variable && isDeviceByDefault())
    becomeDeviceVariable(sema, variable);
}

/// Takes the space A from `function`; true if it was written there.
template <class A> static bool dropSpace(FunctionDecl *function) {
  const bool hasIt = isWritten<A>(function);
  if (hasIt)
    function->dropAttr<A>();
  return hasIt;
}

// Such a member is for whatever its class's parts are for, as one that is not declared.
void wrapSetDeclDefaulted(Sema *sema, Decl *decl, SourceLocation where) asm("__wrap_" AW_DEFAULTED);
void wrapSetDeclDefaulted(Sema *sema, Decl *decl, SourceLocation where) {
  FunctionDecl *function = decl ? decl->getAsFunction() : nullptr;
  const auto *method = llvm::dyn_cast_or_null<CXXMethodDecl>(function);
  if (sema->getLangOpts().CUDA && function && function->isFirstDecl() &&
      !(method && method->isVirtual())) {
    const bool isForHost = dropSpace<CUDAHostAttr>(function);
    const bool isForDevice = dropSpace<CUDADeviceAttr>(function);
    if ((isForHost || isForDevice) && !isInSystemHeader(sema, function))
      warn(sema->getDiagnostics(), function->getLocation(), kSpaceOfDefaulted,
           "the execution space at %0 is ignored: it is defaulted, and so is where it is used",
           static_cast<const NamedDecl *>(function));
  }
  realSetDeclDefaulted(sema, decl, where);
}

/// Declared __device__ alone, before the pragma of -default-device began: in our headers.
static bool isDeviceFunction(const FunctionDecl *function, const LookupResult &previous) {
  return llvm::any_of(previous, [&](const NamedDecl *decl) {
    const FunctionDecl *earlier = decl->getAsFunction();
    return earlier && earlier->hasAttr<CUDADeviceAttr>() && !earlier->hasAttr<CUDAHostAttr>() &&
           function->getASTContext().hasSameFunctionTypeIgnoringExceptionSpec(earlier->getType(),
                                                                              function->getType());
  });
}

// The pragma of -default-device is about functions without a space; a kernel that had theirs could
// not be instantiated explicitly, nor a function of the device be declared again.
void wrapAddHostDeviceAttrs(SemaCUDA *sema, FunctionDecl *function,
                            const LookupResult &previous) asm("__wrap_" AW_HOST_DEVICE);
void wrapAddHostDeviceAttrs(SemaCUDA *sema, FunctionDecl *function, const LookupResult &previous) {
  if (!function->hasAttr<CUDAGlobalAttr>() && !isDeviceFunction(function, previous))
    realAddHostDeviceAttrs(sema, function, previous);
}

// Clang makes every constant variable __constant__ and thinks that both sides have it.
void wrapMaybeAddConstant(SemaCUDA *sema, VarDecl *variable) asm("__wrap_" AW_CONSTANT);
void wrapMaybeAddConstant(SemaCUDA *sema, VarDecl *variable) {
  if (!isWritten<CUDADeviceAttr>(variable))
    realMaybeAddConstant(sema, variable);
}

CUDAFunctionTarget wrapIdentifyTarget(SemaCUDA *sema, const FunctionDecl *function,
                                      bool ignoreImplicit) asm("__wrap_" AW_TARGET);
CUDAFunctionTarget wrapIdentifyTarget(SemaCUDA *sema, const FunctionDecl *function,
                                      bool ignoreImplicit) {
  CUDAFunctionTarget target = realIdentifyTarget(sema, function, ignoreImplicit);
  if (ignoreImplicit)
    lastTarget = target;
  return target;
}

// Clang asks this for explicit instantiations only, right after the target of the candidate, and
// rejects the candidate if the two differ.
CUDAFunctionTarget
wrapIdentifyParsed(SemaCUDA *sema,
                   const ParsedAttributesView &attributes) asm("__wrap_" AW_TARGET_PARSED);
CUDAFunctionTarget wrapIdentifyParsed(SemaCUDA *sema, const ParsedAttributesView &attributes) {
  CUDAFunctionTarget target = realIdentifyParsed(sema, attributes);
  bool namesNone = llvm::none_of(attributes, [](const ParsedAttr &attribute) {
    return attribute.getKind() == ParsedAttr::AT_CUDAHost ||
           attribute.getKind() == ParsedAttr::AT_CUDADevice ||
           attribute.getKind() == ParsedAttr::AT_CUDAGlobal;
  });
  return namesNone && lastTarget != CUDAFunctionTarget::Global ? lastTarget : target;
}
