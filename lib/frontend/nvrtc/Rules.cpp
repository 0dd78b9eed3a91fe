// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/nvrtc/Rules.h"
#include "frontend/ast/Annotations.h"
#include "frontend/ast/WrittenAttr.h"
#include "frontend/passes/DevicePasses.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// A function that needs no space of its own: defaulted where it is first declared, unless virtual;
/// deleted, as a member or a template.
bool needsNoSpace(const FunctionDecl *function) {
  const auto *method = dyn_cast<CXXMethodDecl>(function);
  if (function->isExplicitlyDefaulted())
    return !method || !method->isVirtual();
  return function->isDeletedAsWritten() && (method || function->getDescribedFunctionTemplate());
}

class RuntimeRules : public ASTConsumer, public RecursiveASTVisitor<RuntimeRules> {
public:
  RuntimeRules(CompilerInstance &instance, const RuntimeSource &source)
      : instance_(instance), source_(source) {
    // Of C++17; Clang has them before, and a warning.
    const unsigned later[] = {diag::ext_inline_variable, diag::ext_decomp_decl,
                              diag::ext_nested_namespace_definition, diag::ext_hex_literal_invalid};
    for (unsigned id : later)
      instance.getDiagnostics().setSeverity(id, diag::Severity::Error, SourceLocation());
    // End the compilation.
    for (unsigned id : {unsigned(diag::err_pp_hash_error),
                        unsigned(diag::err_pp_file_not_found_angled_include_not_fatal)})
      instance.getDiagnostics().setSeverity(id, diag::Severity::Fatal, SourceLocation());
  }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *decl : group)
      if (!decl->isFromASTFile())
        TraverseDecl(decl);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->isThisDeclarationADefinition() && isOfLibrary(function->getLocation()))
      function->addAttr(
          AnnotateAttr::CreateImplicit(instance_.getASTContext(), kLibraryMark, nullptr, 0));
    const auto *method = dyn_cast<CXXMethodDecl>(function);
    if (function->isImplicit() || isa<CXXDeductionGuideDecl>(function) ||
        (method && method->getParent()->isLambda()) || function->getPreviousDecl() ||
        function->getTemplateInstantiationPattern() ||
        function->getTemplateSpecializationKind() != TSK_Undeclared ||
        !isOfUser(function->getLocation()) || needsNoSpace(function))
      return true;
    bool isHost = isWritten<CUDAHostAttr>(function);
    if (isWritten<CUDADeviceAttr>(function) || isWritten<CUDAGlobalAttr>(function))
      return true;
    if (isHost)
      report(function->getLocation(), "NVRTC does not compile __host__ functions");
    else if (!source_.deviceByDefault)
      report(
          function->getLocation(),
          "this function has no execution space (__device__, __global__, __host__ __device__) and "
          "so belongs to the host, for which NVRTC does not compile; -default-device makes it "
          "__device__");
    return true;
  }

  /// NVRTC's text has such variables of a program, used or not: CCCL's cuda.coop reads constants
  /// there.
  void keepPrivate(VarDecl *variable) {
    ASTContext &context = instance_.getASTContext();
    const SourceManager &manager = instance_.getSourceManager();
    if (variable->isFileVarDecl() && variable->isThisDeclarationADefinition() &&
        (isWritten<CUDADeviceAttr>(variable) || isWritten<CUDAConstantAttr>(variable)) &&
        !variable->isTemplated() && !variable->getTemplateInstantiationPattern() &&
        variable->getFormalLinkage() == Linkage::Internal &&
        manager.isInMainFile(manager.getExpansionLoc(variable->getLocation())))
      variable->addAttr(UsedAttr::CreateImplicit(context));
  }

  bool VisitVarDecl(VarDecl *variable) {
    keepPrivate(variable);
    if (variable->getIdentifier() && variable->getName().starts_with(kNameMark)) {
      checkName(variable);
      return true;
    }
    if (source_.deviceByDefault || isa<ParmVarDecl>(variable) || variable->isImplicit() ||
        !variable->hasGlobalStorage() || variable->isStaticLocal() || variable->getPreviousDecl() ||
        isa<VarTemplateSpecializationDecl>(variable) || variable->getDescribedVarTemplate() ||
        variable->getTemplateInstantiationPattern() || variable->getType()->isReferenceType() ||
        instance_.getASTContext().getBaseElementType(variable->getType()).isConstQualified() ||
        !isOfUser(variable->getLocation()))
      return true;
    if (variable->isStaticDataMember())
      report(variable->getLocation(), "a static data member that is not const belongs to the host, "
                                      "for which NVRTC does not compile");
    else if (!isWritten<CUDADeviceAttr>(variable) && !isWritten<CUDAConstantAttr>(variable) &&
             !isWritten<CUDASharedAttr>(variable))
      report(
          variable->getLocation(),
          "this variable has no memory space (__device__, __constant__, __shared__, __managed__) "
          "and so belongs to the host, for which NVRTC does not compile; -default-device makes it "
          "__device__");
    return true;
  }

  bool VisitLambdaExpr(LambdaExpr *lambda) {
    const CXXMethodDecl *call = lambda->getCallOperator();
    if (!call || !isOfUser(lambda->getBeginLoc()))
      return true;
    if (isWritten<CUDADeviceAttr>(call) || isWritten<CUDAHostAttr>(call))
      report(lambda->getBeginLoc(), "NVRTC takes no execution space at a lambda");
    else if (!source_.deviceByDefault &&
             !isa_and_nonnull<FunctionDecl>(
                 lambda->getLambdaClass()->getDeclContext()->getNonClosureAncestor()))
      report(lambda->getBeginLoc(), "a lambda outside of device functions belongs to the host, for "
                                    "which NVRTC does not compile; -default-device makes it "
                                    "__device__");
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *name) {
    const auto *function = dyn_cast<FunctionDecl>(name->getDecl());
    const SourceManager &manager = instance_.getSourceManager();
    if (function && function->getBuiltinID() && function->getIdentifier() &&
        isForeignBuiltin(function->getName()) &&
        isOfUser(manager.getSpellingLoc(name->getLocation())))
      report(name->getLocation(), "identifier \"" + function->getName().str() + "\" is undefined");
    return true;
  }

  bool VisitAtomicExpr(AtomicExpr *operation) {
    const SourceManager &manager = instance_.getSourceManager();
    if (isOfUser(manager.getSpellingLoc(operation->getBuiltinLoc())))
      report(operation->getBuiltinLoc(),
             "the atomic functions of GNU C and C11 are unknown; __nv_atomic_* has them");
    return true;
  }

  bool VisitTemplateSpecializationTypeLoc(TemplateSpecializationTypeLoc type) {
    const TemplateDecl *name = type.getTypePtr()->getTemplateName().getAsTemplateDecl();
    if (isa_and_nonnull<BuiltinTemplateDecl>(name) && isOfUser(type.getTemplateNameLoc()))
      report(type.getTemplateNameLoc(),
             "identifier \"" + name->getName().str() + "\" is undefined");
    return true;
  }

  bool VisitBuiltinTypeLoc(BuiltinTypeLoc type) {
    BuiltinType::Kind kind = type.getTypePtr()->getKind();
    if (kind != BuiltinType::Int128 && kind != BuiltinType::UInt128 &&
        kind != BuiltinType::Float128)
      return true;
    if (!isOfUser(type.getBeginLoc()))
      return true;
    if (kind == BuiltinType::Float128)
      report(type.getBeginLoc(), "128-bit floating point is not supported");
    else if (!source_.hasInt128)
      report(type.getBeginLoc(), "128-bit integers need the option --device-int128");
    return true;
  }

private:
  bool isOfUser(SourceLocation where) const {
    return where.isValid() && !instance_.getSourceManager().isInSystemHeader(where);
  }

  /// In a file with the bodies that NVIDIA's NVRTC has in its own library: so copies of the headers
  /// say that a program brings along. Such functions of two programs do not meet in a link.
  bool isOfLibrary(SourceLocation where) const {
    const SourceManager &sources = instance_.getSourceManager();
    StringRef file = llvm::sys::path::filename(sources.getFilename(sources.getExpansionLoc(where)));
    return file == "cuda_fp16.hpp" || file == "cuda_bf16.hpp";
  }

  void report(SourceLocation where, StringRef text) {
    if (!reported_.insert(where.getRawEncoding()).second)
      return;
    DiagnosticsEngine &diagnostics = instance_.getDiagnostics();
    diagnostics.Report(where, diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "%0")) << text;
  }

  /// The initializer has to be the name of a kernel, or the address (an array decays to it) of a
  /// variable in __device__ or __constant__ memory.
  void checkName(VarDecl *name) {
    const Expr *init = name->getInit();
    if (!init || name->isInvalidDecl())
      return; // has been reported
    if (const auto *cleanups = dyn_cast<ExprWithCleanups>(init))
      init = cleanups->getSubExpr();
    if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(init))
      init = temporary->getSubExpr();
    init = init->IgnoreParens();
    const ASTContext &context = instance_.getASTContext();
    bool isPlace = init->isGLValue();
    Expr::EvalResult value;
    bool isKnown = isPlace
                       ? init->EvaluateAsLValue(value, context)
                       : init->getType()->isPointerType() && init->EvaluateAsRValue(value, context);
    const ValueDecl *entity = nullptr;
    if (isKnown && value.Val.isLValue() && value.Val.getLValueOffset().isZero())
      entity = value.Val.getLValueBase().dyn_cast<const ValueDecl *>();
    bool isGood = false;
    if (const auto *function = dyn_cast_or_null<FunctionDecl>(entity)) {
      isGood = function->hasAttr<CUDAGlobalAttr>();
    } else if (const auto *variable = dyn_cast_or_null<VarDecl>(entity)) {
      bool isManaged = llvm::any_of(variable->specific_attrs<AnnotateAttr>(), [](const auto *attr) {
        return attr->getAnnotation() == kManagedMark;
      });
      isGood = (!isPlace || init->getType()->isArrayType()) && !isManaged &&
               !variable->hasAttr<CUDASharedAttr>() &&
               (variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<CUDAConstantAttr>() ||
                variable->getType().isConstQualified());
    }
    if (!isGood)
      report(name->getLocation(),
             "a name expression has to name a __global__ function, or the address "
             "of a __device__ or __constant__ variable");
  }

  CompilerInstance &instance_;
  const RuntimeSource &source_;
  llvm::DenseSet<SourceLocation::UIntTy> reported_;
};

/// See hideHostMacros.
class HostMacros : public PPCallbacks {
public:
  explicit HostMacros(Preprocessor &preprocessor) : preprocessor_(preprocessor) {}

  void FileChanged(SourceLocation where, FileChangeReason reason, SrcMgr::CharacteristicKind kind,
                   FileID) override {
    if (reason == EnterFile || reason == ExitFile)
      SrcMgr::isSystem(kind) && !isAddedToOurs(where) ? show(where) : hide(where);
  }
  /// They are not missing in a precompiled header.
  void EndOfMainFile() override { show(SourceLocation()); }

private:
  static constexpr const char *kNames[] = {
      "__clang__",
      "__clang_major__",
      "__clang_minor__",
      "__clang_patchlevel__",
      "__clang_version__",
      "__llvm__",
      "__GNUC__",
      "__GNUC_MINOR__",
      "__GNUC_PATCHLEVEL__",
      "__GNUC_GNU_INLINE__",
      "__GNUG__",
      "__GXX_ABI_VERSION",
      "__GXX_RTTI",
      "__GXX_WEAK__",
      "__GXX_EXPERIMENTAL_CXX0X__",
      "__VERSION__",
      "__STRICT_ANSI__",
      "__DEPRECATED",
      "__x86_64__",
      "__x86_64",
      "__amd64__",
      "__amd64",
      "__k8",
      "__k8__",
      "__tune_k8__",
      "__MMX__",
      "__SSE__",
      "__SSE_MATH__",
      "__SSE2__",
      "__SSE2_MATH__",
      "__FXSR__",
      "__SEG_FS",
      "__SEG_GS",
      "__seg_fs",
      "__seg_gs",
      "__FLOAT128__",
      "__SIZEOF_FLOAT128__",
      "__SIZEOF_INT128__",
      "__linux__",
      "__linux",
      "linux",
      "__gnu_linux__",
      "__unix__",
      "__unix",
      "unix",
      "_GNU_SOURCE",
      "_LP64",
      "__ELF__",
      "__NVPTX__",
      "__PTX__",
      "__CUDA__",
      "__OPTIMIZE__",
      "__COUNTER__",
  };

  void hide(SourceLocation where) {
    for (const char *name : kNames) {
      IdentifierInfo *identifier = preprocessor_.getIdentifierInfo(name);
      MacroInfo *macro = preprocessor_.getMacroInfo(identifier);
      if (!macro || isOfUser(macro))
        continue;
      hidden_[identifier] = macro;
      preprocessor_.appendMacroDirective(identifier, new (preprocessor_.getPreprocessorAllocator())
                                                         UndefMacroDirective(where));
    }
  }

  void show(SourceLocation where) {
    for (auto &[identifier, macro] : hidden_)
      if (!preprocessor_.getMacroInfo(identifier))
        preprocessor_.appendDefMacroDirective(identifier, macro, where);
    hidden_.clear();
  }

  /// What somebody has put into our folder.
  bool isAddedToOurs(SourceLocation where) const {
    llvm::StringRef path = preprocessor_.getSourceManager().getFilename(where);
    return path.starts_with(installation().include + "/") && !isOwnHeader(path);
  }

  /// Defined in a file or by an option, and not by Clang itself.
  bool isOfUser(const MacroInfo *macro) const {
    return !macro->isBuiltinMacro() &&
           !preprocessor_.getSourceManager().isWrittenInBuiltinFile(macro->getDefinitionLoc());
  }

  Preprocessor &preprocessor_;
  llvm::DenseMap<IdentifierInfo *, MacroInfo *> hidden_;
};

} // namespace

std::unique_ptr<ASTConsumer> makeRuntimeRules(CompilerInstance &instance,
                                              const RuntimeSource &source) {
  return std::make_unique<RuntimeRules>(instance, source);
}

void hideHostMacros(Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<HostMacros>(preprocessor));
}

} // namespace anywarp::frontend
