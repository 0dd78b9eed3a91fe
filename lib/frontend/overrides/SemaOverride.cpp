// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where nvcc accepts what Clang 19 refuses:
//
// kernel launches and kernel addresses in device code; host-only functions called from __host__
// __device__ ones; __shared__ objects with a constructor; alignas weaker than the type's own; names
// in inline assembly with one percent sign. And the answers of nvcc's traits of closure types.
//
// The linker's --wrap option (spec/clang) sends Clang's calls of the functions named below here;
// the original of X stays callable as __real_X. LexOverride.cpp and EvaluationOrder.cpp do the
// same.
//
// Device code reached only through such a call traps at run time: GenerateCode gives marked
// host-only functions a trapping body, DevicePasses.cpp does the same for those only declared.
#include "frontend/Dialect.h"
#include "frontend/Overrides.h"
#include "frontend/PassState.h"
#include "frontend/ast/Annotations.h"
#include "frontend/ast/DeviceExpressions.h"
#include "frontend/ast/Numbered.h"
#include "frontend/ast/Warnings.h"
#include "frontend/ast/WrittenAttr.h"
#include "frontend/overrides/ManagedAddresses.h"
#include "frontend/passes/HostEntities.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace clang;
using namespace anywarp::frontend;

using Matches = llvm::SmallVectorImpl<std::pair<DeclAccessPair, FunctionDecl *>>;

// Clang's own functions.
SemaCUDA::CUDAFunctionPreference
realIdentifyPreference(SemaCUDA *, const FunctionDecl *caller,
                       const FunctionDecl *callee) asm("__real_" AW_IDENTIFY);
bool realCheckCall(SemaCUDA *, SourceLocation, FunctionDecl *callee) asm("__real_" AW_CHECK_CALL);
void realCheckInitializer(SemaCUDA *, VarDecl *) asm("__real_" AW_CHECK_INIT);
ExprResult realBuildTypeTrait(Sema *, TypeTrait, SourceLocation, llvm::ArrayRef<TypeSourceInfo *>,
                              SourceLocation) asm("__real_" AW_TRAIT);
StmtResult realActOnGCCAsmStmt(Sema *, SourceLocation, bool isSimple, bool isVolatile,
                               unsigned outputs, unsigned inputs, IdentifierInfo **names,
                               MultiExprArg constraints, MultiExprArg exprs, Expr *text,
                               MultiExprArg clobbers, unsigned labels,
                               SourceLocation) asm("__real_" AW_ASM);
ExprResult realActOnExecConfig(SemaCUDA *, Scope *, SourceLocation, MultiExprArg configuration,
                               SourceLocation) asm("__real_" AW_CONFIGURATION);
void realSetLambdaAttrs(SemaCUDA *, CXXMethodDecl *) asm("__real_" AW_LAMBDA);
void realCheckAlignas(Sema *, Decl *) asm("__real_" AW_ALIGNAS);
void realGenerateCode(void *codeGenFunction, GlobalDecl, llvm::Function *,
                      const void *info) asm("__real_" AW_GENERATE);

namespace {

bool isDevicePass(SemaCUDA *sema) { return sema->getLangOpts().CUDAIsDevice; }

bool isMarked(const Decl *decl, llvm::StringRef mark) {
  for (const auto *attr : decl->specific_attrs<AnnotateAttr>())
    if (attr->getAnnotation() == mark)
      return true;
  return false;
}

void markDecl(SemaCUDA *sema, FunctionDecl *decl, llvm::StringRef mark) {
  if (!isMarked(decl, mark))
    decl->addAttr(AnnotateAttr::CreateImplicit(sema->getASTContext(), mark, nullptr, 0));
}

/// True the first time for this place; Sema asks about some places more than once.
bool isFirst(SourceLocation where) {
  static llvm::DenseSet<SourceLocation::UIntTy> seen;
  return seen.insert(where.getRawEncoding()).second;
}

/// Of a formatted diagnostic that Clang does not have.
template <unsigned N>
unsigned customId(SemaCUDA *sema, DiagnosticsEngine::Level level, const char (&text)[N]) {
  return sema->getDiagnostics().getCustomDiagID(level, text);
}

bool isTold(DiagnosticsEngine &diagnostics, unsigned number, SourceLocation where) {
  return levelOf(diagnostics, number, where) != DiagnosticsEngine::Ignored;
}

/// Of a __host__ function called in a __host__ __device__ one; nvcc has two numbers for it.
DiagnosticsEngine::Level levelOfHostCall(DiagnosticsEngine &diagnostics, SourceLocation where) {
  DiagnosticsEngine::Level levels[] = {levelOf(diagnostics, kHostCall, where),
                                       levelOf(diagnostics, kHostCallInTemplate, where)};
  if (crossSpaceCallsAreErrors())
    return DiagnosticsEngine::Error;
  if (llvm::is_contained(levels, DiagnosticsEngine::Ignored))
    return DiagnosticsEngine::Ignored;
  return std::max(levels[0], levels[1]);
}

/// True if a lambda without CUDA attributes, implicitly __host__ __device__ in Clang, has to be
/// judged by the function around it (as nvcc does), and returns that function in `caller`.
void resolveLambda(SemaCUDA *sema, const FunctionDecl *&caller) {
  while (const auto *method = dyn_cast_or_null<CXXMethodDecl>(caller)) {
    if (!method->getParent()->isLambda())
      return;
    for (const auto *attr : method->attrs())
      if ((isa<CUDAHostAttr>(attr) || isa<CUDADeviceAttr>(attr)) && !attr->isImplicit())
        return;
    const auto *outer = dyn_cast_or_null<FunctionDecl>(
        method->getParent()->getDeclContext()->getNonClosureAncestor());
    if (!outer || outer == caller)
      return;
    caller = outer;
  }
}

enum class Relaxed { No, Kernel, HostOnly };

/// Which of our relaxations, if any, allows `caller` to call `callee`.
Relaxed relaxation(SemaCUDA *sema, const FunctionDecl *caller, const FunctionDecl *callee) {
  if (!callee)
    return Relaxed::No;
  CUDAFunctionTarget to = sema->IdentifyTarget(callee);
  if (!caller) // the initializer of a variable
    return to == CUDAFunctionTarget::Global && isDevicePass(sema) ? Relaxed::Kernel : Relaxed::No;
  CUDAFunctionTarget from = sema->IdentifyTarget(caller);
  // The host pass, too, reads device code and chooses among overloads there.
  bool isLaunch = to == CUDAFunctionTarget::Global &&
                  (from == CUDAFunctionTarget::Device || from == CUDAFunctionTarget::Global);
  if (isLaunch)
    return Relaxed::Kernel;
  if (!isDevicePass(sema))
    return Relaxed::No;
  if (to == CUDAFunctionTarget::Global)
    return from == CUDAFunctionTarget::HostDevice ? Relaxed::Kernel : Relaxed::No;
  if (to == CUDAFunctionTarget::Host && from == CUDAFunctionTarget::HostDevice) {
    const FunctionDecl *judged = caller;
    resolveLambda(sema, judged);
    CUDAFunctionTarget around = judged == caller ? from : sema->IdentifyTarget(judged);
    if (around == CUDAFunctionTarget::HostDevice || around == CUDAFunctionTarget::Host)
      return Relaxed::HostOnly;
  }
  return Relaxed::No;
}

/// An explicitly __host__ __device__ caller; constexpr, defaulted and unattributed ones are
/// implicit.
bool isExplicitHostDevice(const FunctionDecl *caller) {
  const auto *host = caller->getAttr<CUDAHostAttr>();
  const auto *device = caller->getAttr<CUDADeviceAttr>();
  return host && device && !host->isImplicit() && !device->isImplicit();
}

/// The code of the other side, which a pass reads and does not compile, chooses among all functions
/// (seen). Not those of our prelude and of the host's headers, some of which are declared for each
/// side.
bool choosesFreely(SemaCUDA *sema, const FunctionDecl *caller, const FunctionDecl *callee) {
  if (!caller || !callee)
    return false;
  const bool isHost = sema->IdentifyTarget(caller) == CUDAFunctionTarget::Host;
  const CUDAFunctionTarget to = sema->IdentifyTarget(callee);
  if (isHost != isDevicePass(sema) ||
      sema->IdentifyTarget(caller) == CUDAFunctionTarget::HostDevice)
    return false;
  const FunctionTemplateDecl *primary = callee->getPrimaryTemplate();
  if (isHost)
    return to == CUDAFunctionTarget::Device &&
           !(primary ? primary->isFromASTFile() : callee->isFromASTFile());
  return to == CUDAFunctionTarget::Host &&
         !sema->getASTContext().getSourceManager().isInSystemHeader(callee->getLocation());
}

/// A function that says that it is device code.
bool isExplicitDevice(const FunctionDecl *function) {
  const auto *device = function->getAttr<CUDADeviceAttr>();
  return function->hasAttr<CUDAGlobalAttr>() || (device && !device->isImplicit());
}

/// A lambda of host code with __device__ (and with or without __host__) written at it.
bool isExtendedLambda(QualType type, bool withHost) {
  const CXXRecordDecl *closure = type->getAsCXXRecordDecl();
  if (!closure || !closure->isLambda())
    return false;
  const CXXMethodDecl *call = closure->getLambdaCallOperator();
  const auto *device = call ? call->getAttr<CUDADeviceAttr>() : nullptr;
  const auto *host = call ? call->getAttr<CUDAHostAttr>() : nullptr;
  return device && !device->isImplicit() && (host && !host->isImplicit()) == withHost;
}

/// The closure types in the template arguments of a kernel, also within other types.
void collectClosures(ArrayRef<TemplateArgument> arguments,
                     llvm::SmallVectorImpl<const CXXRecordDecl *> &found, unsigned depth = 0) {
  if (depth > 16)
    return;
  for (const TemplateArgument &argument : arguments) {
    if (argument.getKind() == TemplateArgument::Pack) {
      collectClosures(argument.pack_elements(), found, depth + 1);
    } else if (argument.getKind() == TemplateArgument::Type) {
      QualType type = argument.getAsType();
      while (type->isPointerType() || type->isReferenceType())
        type = type->getPointeeType();
      const CXXRecordDecl *record = type->getAsCXXRecordDecl();
      if (record && record->isLambda())
        found.push_back(record);
      else if (const auto *special = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record))
        collectClosures(special->getTemplateArgs().asArray(), found, depth + 1);
    }
  }
}

void checkClosure(SemaCUDA *sema, SourceLocation where, const CXXRecordDecl *closure) {
  DiagnosticsEngine &diagnostics = sema->getDiagnostics();
  const auto *around =
      dyn_cast_or_null<FunctionDecl>(closure->getDeclContext()->getNonClosureAncestor());
  CUDAFunctionTarget target = around ? sema->IdentifyTarget(around) : CUDAFunctionTarget::Host;
  if (target == CUDAFunctionTarget::Device || target == CUDAFunctionTarget::Global)
    return;
  QualType type(closure->getTypeForDecl(), 0);
  if (isExtendedLambda(type, /*withHost=*/false) || isExtendedLambda(type, /*withHost=*/true)) {
    bool capturesThis = llvm::any_of(closure->captures(), [](const LambdaCapture &capture) {
      return capture.getCaptureKind() == LCK_This && capture.isImplicit();
    });
    if (capturesThis && isTold(diagnostics, kLambdaCapturesThis, closure->getLocation()) &&
        isFirst(closure->getLocation()))
      warn(diagnostics, closure->getLocation(), kLambdaCapturesThis,
           "implicit capture of 'this' in extended lambda expression");
  } else if (isFirst(where)) {
    diagnostics.Report(where, customId(sema, DiagnosticsEngine::Error,
                                       "the closure type of a lambda cannot be used in a template "
                                       "argument of a __global__ function, unless the lambda is "
                                       "defined in a __device__ or __global__ function, or is an "
                                       "extended lambda (--extended-lambda)"));
    diagnostics.Report(closure->getLocation(),
                       customId(sema, DiagnosticsEngine::Note, "the lambda is here"));
  }
}

/// `T x;` of class type, without a written initializer.
bool isDefaultConstructed(const VarDecl *var) {
  if (var->getInitStyle() != VarDecl::CallInit || !var->getInit())
    return false;
  const Expr *init = var->getInit();
  if (const auto *cleanups = dyn_cast<ExprWithCleanups>(init))
    init = cleanups->getSubExpr();
  const auto *construct = dyn_cast<CXXConstructExpr>(init);
  if (!construct || construct->isListInitialization() ||
      construct->getParenOrBraceRange().isValid())
    return false;
  return llvm::all_of(construct->arguments(),
                      [](const Expr *arg) { return isa<CXXDefaultArgExpr>(arg); });
}

/// Whether what is asked for is a candidate of a call that is never evaluated, as in
/// decltype(std::declval<T>()). Such a call may name what the other side only has. Clang adds every
/// candidate in an unevaluated context of its own.
bool isInUnevaluatedOperand(const Sema &sema) {
  const auto &contexts = sema.ExprEvalContexts;
  return contexts.size() > 1 && contexts.back().isUnevaluated() &&
         contexts[contexts.size() - 2].isUnevaluated();
}

} // namespace

SemaCUDA::CUDAFunctionPreference
wrapIdentifyPreference(SemaCUDA *sema, const FunctionDecl *caller,
                       const FunctionDecl *callee) asm("__wrap_" AW_IDENTIFY);
SemaCUDA::CUDAFunctionPreference wrapIdentifyPreference(SemaCUDA *sema, const FunctionDecl *caller,
                                                        const FunctionDecl *callee) {
  // Guides are never called. Those without an execution space count on both sides, as for nvcc.
  if (isa_and_nonnull<CXXDeductionGuideDecl>(callee))
    return SemaCUDA::CFP_HostDevice;
  if (relaxation(sema, caller, callee) == Relaxed::Kernel)
    return sema->IdentifyTarget(caller) == CUDAFunctionTarget::HostDevice ? SemaCUDA::CFP_SameSide
                                                                          : SemaCUDA::CFP_Native;
  if (choosesFreely(sema, caller, callee))
    return SemaCUDA::CFP_HostDevice;
  auto preference = realIdentifyPreference(sema, caller, callee);
  if (preference == SemaCUDA::CFP_Never && isInUnevaluatedOperand(sema->SemaRef))
    return SemaCUDA::CFP_HostDevice;
  return preference;
}

// Contract: keep only the candidates with the best preference. Clang's own version calls the
// original IdentifyPreference from inside its object file, which --wrap cannot redirect.
void wrapEraseUnwantedMatches(SemaCUDA *sema, const FunctionDecl *caller,
                              Matches &matches) asm("__wrap_" AW_ERASE);
void wrapEraseUnwantedMatches(SemaCUDA *sema, const FunctionDecl *caller, Matches &matches) {
  if (matches.size() <= 1)
    return;
  auto preference = [&](const std::pair<DeclAccessPair, FunctionDecl *> &match) {
    return wrapIdentifyPreference(sema, caller, match.second);
  };
  auto best = preference(matches[0]);
  for (const auto &match : llvm::drop_begin(matches))
    best = std::max(best, preference(match));
  llvm::erase_if(matches, [&](const auto &match) { return preference(match) < best; });
}

/// Vtables that are due are gone through whenever templates are instantiated at once. That may be
/// in the middle of a function that has nothing to do with them: the reference stands outside it.
static bool isFromVtable(SemaCUDA *sema, SourceLocation where, const FunctionDecl *caller,
                         const FunctionDecl *callee) {
  const auto *method = dyn_cast<CXXMethodDecl>(callee);
  if (!method || !method->isVirtual())
    return false;
  const SourceManager &sources = sema->SemaRef.getSourceManager();
  const SourceLocation place = sources.getExpansionLoc(where);
  const SourceRange body = caller->getSourceRange();
  return sources.isBeforeInTranslationUnit(place, sources.getExpansionLoc(body.getBegin())) ||
         sources.isBeforeInTranslationUnit(sources.getExpansionLoc(body.getEnd()), place);
}

bool wrapCheckCall(SemaCUDA *sema, SourceLocation where,
                   FunctionDecl *callee) asm("__wrap_" AW_CHECK_CALL);
bool wrapCheckCall(SemaCUDA *sema, SourceLocation where, FunctionDecl *callee) {
  if (isa<CXXDeductionGuideDecl>(callee))
    return true;
  if (!isDevicePass(sema) || sema->SemaRef.isUnevaluatedContext() ||
      sema->SemaRef.isConstantEvaluatedContext())
    return realCheckCall(sema, where, callee);
  const FunctionDecl *caller = sema->SemaRef.getCurFunctionDecl(/*AllowLambda=*/true);
  if (caller && isFromVtable(sema, where, caller, callee))
    return true;
  if (const TemplateArgumentList *arguments = callee->getTemplateSpecializationArgs();
      arguments && callee->hasAttr<CUDAGlobalAttr>() && dialect().checksLambdas &&
      !callee->isDependentContext()) {
    llvm::SmallVector<const CXXRecordDecl *, 4> closures;
    collectClosures(arguments->asArray(), closures);
    for (const CXXRecordDecl *closure : closures)
      checkClosure(sema, where, closure);
  }
  if (caller && !allowsDeviceLaunches() && callee->getDeclName().isIdentifier() &&
      callee->getName() == "__cudaPushCallConfiguration" &&
      sema->IdentifyTarget(caller) != CUDAFunctionTarget::Host && isExplicitDevice(caller) &&
      isFirst(where))
    sema->getDiagnostics().Report(
        where, customId(sema, DiagnosticsEngine::Error,
                        "kernel launch from __device__ or __global__ functions requires separate "
                        "compilation mode (-rdc=true)"));
  switch (caller ? relaxation(sema, caller, callee) : Relaxed::No) {
  case Relaxed::No:
    break;
  case Relaxed::Kernel:
    markDecl(sema, callee, kKernelMark);
    return true;
  case Relaxed::HostOnly:
    if (DiagnosticsEngine::Level level = levelOfHostCall(sema->getDiagnostics(), where);
        isExplicitHostDevice(caller) && level != DiagnosticsEngine::Ignored &&
        !caller->isDependentContext() && isFirst(where))
      sema->DiagIfDeviceCode(
          where, numberedId(sema->getDiagnostics(), kHostCall, level,
                            "calling a __host__ function (%0) from a __host__ __device__ function "
                            "(%1) is not allowed; it traps when device code gets here"))
          << callee << caller;
    markDecl(sema, callee, kHostOnlyMark);
    return true;
  }
  return realCheckCall(sema, where, callee);
}

// nvcc's front end says of a variable that nothing refers to it only where making it has no effect:
// `auto tile = tiled_partition<32>(block)` may be for what the function does.
static void excuseUnused(SemaCUDA *sema, VarDecl *var) {
  const Expr *init = var->isLocalVarDecl() ? var->getInit() : nullptr;
  const ASTContext &context = sema->getASTContext();
  if (!init || init->isValueDependent() || !init->HasSideEffects(context))
    return;
  Expr::EvalResult value;
  if (!init->EvaluateAsRValue(value, context) || value.HasSideEffects)
    var->addAttr(UnusedAttr::CreateImplicit(sema->getASTContext()));
}

// Clang's code generator never emits an initializer of a __shared__ variable, so accepting the
// object is all there is to do: its constructor does not run, as with nvcc.
void wrapCheckInitializer(SemaCUDA *sema, VarDecl *var) asm("__wrap_" AW_CHECK_INIT);
void wrapCheckInitializer(SemaCUDA *sema, VarDecl *var) {
  excuseUnused(sema, var);
  if (!isDevicePass(sema) && isMarked(var, kManagedMark) && !var->hasAttr<HIPManagedAttr>()) {
    // HIP's form of it has the code generator's support. The annotation must go: it would be a use
    // of the variable that the replacement by a pointer cannot rewrite.
    var->addAttr(HIPManagedAttr::CreateImplicit(sema->getASTContext()));
    var->dropAttr<AnnotateAttr>();
    noteManaged();
  }
  if (var->hasAttr<CUDASharedAttr>() && var->isLocalVarDecl() && isDefaultConstructed(var)) {
    const auto *type = var->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    const Expr *init = var->getInit();
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(init))
      init = cleanups->getSubExpr();
    auto *construct = cast<CXXConstructExpr>(init);
    DiagnosticsEngine &diagnostics = sema->getDiagnostics();
    DiagnosticsEngine::Level level = levelOf(diagnostics, kSharedObject, var->getLocation());
    if (type && !sema->isEmptyConstructor(var->getLocation(), construct->getConstructor()) &&
        isDevicePass(sema) && level != DiagnosticsEngine::Ignored && isFirst(var->getLocation()))
      sema->DiagIfDeviceCode(var->getLocation(),
                             numberedId(diagnostics, kSharedObject, level,
                                        "dynamic initialization is not supported for a "
                                        "function-scope __shared__ variable; the constructor does "
                                        "not run"));
    return;
  }
  realCheckInitializer(sema, var);
  if ((isWritten<CUDADeviceAttr>(var) || isWritten<CUDAConstantAttr>(var)) &&
      startsWithManagedAddress(var))
    sema->Diag(var->getLocation(), diag::err_dynamic_var_init) << var->getInit()->getSourceRange();
}

// nvcc's traits of closure types. include/anywarp/lambda_traits.h spells them as two old traits
// that nobody uses there, in templates, so that the question comes here when the type is known.
ExprResult wrapBuildTypeTrait(Sema *sema, TypeTrait kind, SourceLocation where,
                              llvm::ArrayRef<TypeSourceInfo *> types,
                              SourceLocation end) asm("__wrap_" AW_TRAIT);
ExprResult wrapBuildTypeTrait(Sema *sema, TypeTrait kind, SourceLocation where,
                              llvm::ArrayRef<TypeSourceInfo *> types, SourceLocation end) {
  bool isOurs = (kind == UTT_HasTrivialMoveAssign || kind == UTT_HasTrivialMoveConstructor) &&
                types.size() == 1 && !types[0]->getType()->isDependentType() &&
                sema->getSourceManager().getFilename(where).ends_with("anywarp/lambda_traits.h");
  if (!isOurs)
    return realBuildTypeTrait(sema, kind, where, types, end);
  bool answer =
      isExtendedLambda(types[0]->getType(), /*withHost=*/kind == UTT_HasTrivialMoveConstructor);
  return TypeTraitExpr::Create(sema->Context, sema->Context.BoolTy, where, kind, types, end,
                               answer);
}

/// nvcc leaves the name of a PTX register alone, `%globaltimer`, where Clang wants `%%globaltimer`:
/// a modifier of an operand is one letter before a number or a bracket.
static Expr *withEscapedNames(Sema *sema, Expr *text) {
  auto *literal = llvm::dyn_cast_or_null<StringLiteral>(text);
  if (!literal || !sema->getLangOpts().CUDAIsDevice || literal->getCharByteWidth() != 1)
    return text;
  llvm::StringRef old = literal->getString();
  std::string edited;
  for (size_t i = 0; i < old.size(); ++i) {
    edited += old[i];
    if (old[i] != '%' || i + 1 >= old.size())
      continue;
    const char after = i + 2 < old.size() ? old[i + 2] : ';';
    if (llvm::isAlpha(old[i + 1]) && !llvm::isDigit(after) && after != '[')
      edited += '%';
    edited += old[++i]; // also the second of %%
  }
  if (edited == old)
    return text;
  ASTContext &context = sema->Context;
  llvm::SmallVector<SourceLocation, 4> places;
  for (unsigned i = 0; i < literal->getNumConcatenated(); ++i)
    places.push_back(literal->getStrTokenLoc(i));
  return StringLiteral::Create(
      context, edited, literal->getKind(), literal->isPascal(),
      context.getStringLiteralArrayType(context.CharTy, unsigned(edited.size())), places.data(),
      unsigned(places.size()));
}

StmtResult wrapActOnGCCAsmStmt(Sema *sema, SourceLocation where, bool isSimple, bool isVolatile,
                               unsigned outputs, unsigned inputs, IdentifierInfo **names,
                               MultiExprArg constraints, MultiExprArg exprs, Expr *text,
                               MultiExprArg clobbers, unsigned labels,
                               SourceLocation end) asm("__wrap_" AW_ASM);
StmtResult wrapActOnGCCAsmStmt(Sema *sema, SourceLocation where, bool isSimple, bool isVolatile,
                               unsigned outputs, unsigned inputs, IdentifierInfo **names,
                               MultiExprArg constraints, MultiExprArg exprs, Expr *text,
                               MultiExprArg clobbers, unsigned labels, SourceLocation end) {
  StmtResult result = realActOnGCCAsmStmt(
      sema, where, isSimple, isVolatile, outputs, inputs, names, constraints, exprs,
      isSimple ? text : withEscapedNames(sema, text), clobbers, labels, end);
  if (!result.isInvalid())
    checkAsmOperands(*sema, result.get());
  return result;
}

// Called for every lambda, when what is written at it is known.
void wrapSetLambdaAttrs(SemaCUDA *sema, CXXMethodDecl *method) asm("__wrap_" AW_LAMBDA);
void wrapSetLambdaAttrs(SemaCUDA *sema, CXXMethodDecl *method) {
  bool isAnnotated = method->hasAttr<CUDAHostAttr>() || method->hasAttr<CUDADeviceAttr>();
  if (isAnnotated && dialect().checksLambdas && !allowsExtendedLambdas() &&
      !sema->SemaRef.getSourceManager().isInSystemHeader(method->getLocation()) &&
      isFirst(method->getLocation()))
    sema->getDiagnostics().Report(
        method->getLocation(),
        customId(
            sema, DiagnosticsEngine::Error,
            "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag"));
  realSetLambdaAttrs(sema, method);
}

// <<<grid, block>>>: without the fourth argument the launch is in the default stream.
ExprResult wrapActOnExecConfig(SemaCUDA *sema, Scope *scope, SourceLocation open,
                               MultiExprArg configuration,
                               SourceLocation close) asm("__wrap_" AW_CONFIGURATION);
ExprResult wrapActOnExecConfig(SemaCUDA *sema, Scope *scope, SourceLocation open,
                               MultiExprArg configuration, SourceLocation close) {
  if (configuration.size() < 4 && isDevicePass(sema) &&
      isTold(sema->getDiagnostics(), kDefaultStream, open) && isFirst(open))
    warn(sema->getDiagnostics(), open, kDefaultStream,
         "explicit stream argument not provided in kernel launch");
  return realActOnExecConfig(sema, scope, open, configuration, close);
}

void anywarp::frontend::checkKernelDefinition(Sema &sema, const FunctionDecl *function) {
  SemaCUDA &cuda = sema.CUDA();
  if (isDevicePass(&cuda) && function && function->hasAttr<CUDAGlobalAttr>() &&
      !function->hasAttr<CUDALaunchBoundsAttr>() && !isMarked(function, kBlockSizeMark) &&
      isTold(sema.getDiagnostics(), kLaunchBounds, function->getLocation()) &&
      isFirst(function->getLocation()))
    warn(sema.getDiagnostics(), function->getLocation(), kLaunchBounds,
         "no __launch_bounds__ specified for __global__ function");
}

/// What is aligned more strictly by its type stays so: `alignas(64) CUtensorMap map;`.
void wrapCheckAlignas(Sema *sema, Decl *decl) asm("__wrap_" AW_ALIGNAS);
void wrapCheckAlignas(Sema *sema, Decl *decl) {
  const auto *value = llvm::dyn_cast<ValueDecl>(decl);
  const QualType type = value ? value->getType() : QualType();
  if (!type.isNull() && !type->isDependentType() && !type->isIncompleteType() &&
      !decl->isInvalidDecl() &&
      llvm::all_of(decl->specific_attrs<AlignedAttr>(),
                   [](const AlignedAttr *attr) { return !attr->isAlignmentDependent(); }) &&
      decl->getMaxAlignment() < sema->Context.getTypeAlign(type.getNonReferenceType())) {
    decl->dropAttr<AlignedAttr>();
    return;
  }
  realCheckAlignas(sema, decl);
}

void wrapGenerateCode(void *codeGenFunction, GlobalDecl decl, llvm::Function *function,
                      const void *info) asm("__wrap_" AW_GENERATE);
void wrapGenerateCode(void *codeGenFunction, GlobalDecl decl, llvm::Function *function,
                      const void *info) {
  noteStub(decl, function);
  if (!isMarked(decl.getDecl(), kHostOnlyMark) ||
      !llvm::Triple(function->getParent()->getTargetTriple()).isNVPTX())
    return realGenerateCode(codeGenFunction, decl, function, info);
  setTrapBody(*function);
}
