// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ast/DeviceRules.h"
#include "frontend/Dialect.h"
#include "frontend/PassState.h"
#include "frontend/ast/Annotations.h"
#include "frontend/ast/WrittenAttr.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Mangle.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

constexpr unsigned kClusters = 90; ///< the first architecture that has them
constexpr uint64_t kMostParameterBytes = 32764;

bool isMarked(const Decl *decl, StringRef mark) {
  return llvm::any_of(decl->specific_attrs<AnnotateAttr>(),
                      [&](const auto *attr) { return attr->getAnnotation() == mark; });
}

/// The variable whose memory, or a part of it, `place` names.
const VarDecl *variableOf(const Expr *place) {
  place = place->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(place))
    return member->isArrow() ? nullptr : variableOf(member->getBase());
  if (const auto *element = dyn_cast<ArraySubscriptExpr>(place))
    return element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType()
               ? variableOf(element->getBase())
               : nullptr;
  const auto *name = dyn_cast<DeclRefExpr>(place);
  return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

class DeviceRules : public ASTConsumer, public RecursiveASTVisitor<DeviceRules> {
public:
  DeviceRules(CompilerInstance &instance, const CompileJob &job, const Arch &arch)
      : instance_(instance), hasClusters_(arch.number >= kClusters),
        isWhole_(!job.relocatable && dialectOf(job).hasWholePrograms) {
    instance.getDiagnostics().setSeverity(diag::warn_cuda_maxclusterrank_sm_90,
                                          diag::Severity::Error, SourceLocation());
  }

  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *decl : group)
      if (!decl->isFromASTFile() && isOfUser(decl->getLocation()))
        TraverseDecl(decl);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *function) {
    if (function->isInvalidDecl() || !isOfUser(function->getLocation()))
      return true;
    const bool isKernel = function->hasAttr<CUDAGlobalAttr>();
    if (isKernel)
      checkKernel(function);
    const bool hasBounds = function->hasAttr<CUDALaunchBoundsAttr>();
    const bool hasMaxRegisters = isMarked(function, kMaxRegMark);
    const SourceLocation where = function->getLocation();
    if (isKernel && function->isConstexpr())
      reportByDevice(where, "a __global__ function cannot be constexpr");
    if (hasBounds && !isKernel)
      report(where, "__launch_bounds__ is only allowed on a __global__ function");
    if (hasMaxRegisters && !isKernel)
      report(where, "__maxnreg__ is only allowed on a __global__ function");
    if (hasBounds && hasMaxRegisters)
      report(where, "__launch_bounds__ and __maxnreg__ cannot be applied to the same kernel");
    if (!hasClusters_ && isMarked(function, kClusterMark))
      reportByDevice(where, "__cluster_dims__ is not supported for this GPU architecture");
    if (!hasClusters_ && isMarked(function, kBlockSizeMark))
      reportByDevice(where, "__block_size__ is not supported for this GPU architecture");
    for (const ParmVarDecl *parameter : function->parameters())
      if (isMarked(parameter, kGridConstantMark)) {
        if (!isKernel)
          report(parameter->getLocation(),
                 "__grid_constant__ is only allowed on a parameter of a __global__ function");
        else if (!parameter->getType()->isDependentType() &&
                 !parameter->getType().isConstQualified())
          reportByDevice(parameter->getLocation(),
                         "a parameter with __grid_constant__ must have a const-qualified type");
      }
    return true;
  }

  bool VisitVarDecl(VarDecl *variable) {
    const bool isOfDevice =
        isWritten<CUDADeviceAttr>(variable) || isWritten<CUDAConstantAttr>(variable);
    if (!isOfUser(variable->getLocation()) || isa<ParmVarDecl>(variable))
      return true;
    // Clang puts public constants of the host into every module (DevicePasses.cpp takes them out).
    const auto *constant = variable->getAttr<CUDAConstantAttr>();
    if (constant && constant->isImplicit() && !variable->isTemplated())
      variable->addAttr(
          AnnotateAttr::CreateImplicit(variable->getASTContext(), kHostConstantMark, nullptr, 0));
    const auto *around = dyn_cast_or_null<FunctionDecl>(variable->getParentFunctionOrMethod());
    if (isMarked(variable, kManagedMark) && variable->getType().isConstQualified())
      report(variable->getLocation(), "a __managed__ variable cannot be const");
    if (isMarked(variable, kManagedMark) && isWritten<CUDAConstantAttr>(variable))
      report(variable->getLocation(), "a __managed__ variable cannot be __constant__");
    if (variable->isStaticLocal() && isOfDevice && around && !around->hasAttr<CUDADeviceAttr>() &&
        !around->hasAttr<CUDAGlobalAttr>())
      report(variable->getLocation(), "a static __device__ variable in a host function");
    if (variable->isStaticDataMember() && (isOfDevice || isWritten<CUDASharedAttr>(variable)))
      report(variable->getLocation(), "memory qualifier on data member is not allowed");
    else if (isWhole_ && isOfDevice && variable->isInlineSpecified() &&
             !variable->isStaticDataMember() && !variable->getDescribedVarTemplate() &&
             variable->hasExternalFormalLinkage())
      report(variable->getLocation(),
             "an inline __device__/__constant__/__managed__ variable must have internal linkage "
             "when the program is compiled in whole program mode (-rdc=false)");
    return true;
  }

  bool TraverseFunctionDecl(FunctionDecl *function) {
    return inFunction(function, [&] { return Base::TraverseFunctionDecl(function); });
  }
  bool TraverseCXXMethodDecl(CXXMethodDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXMethodDecl(function); });
  }
  bool TraverseCXXConstructorDecl(CXXConstructorDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXConstructorDecl(function); });
  }
  bool TraverseCXXDestructorDecl(CXXDestructorDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXDestructorDecl(function); });
  }
  bool TraverseCXXConversionDecl(CXXConversionDecl *function) {
    return inFunction(function, [&] { return Base::TraverseCXXConversionDecl(function); });
  }
  bool VisitBinaryOperator(BinaryOperator *operation) {
    if (operation->isAssignmentOp())
      checkWritten(operation->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *operation) {
    if (operation->isIncrementDecrementOp())
      checkWritten(operation->getSubExpr());
    if (operation->getOpcode() != UO_AddrOf || !isOfUser(operation->getOperatorLoc()))
      return true;
    const auto *name = dyn_cast<DeclRefExpr>(operation->getSubExpr()->IgnoreParens());
    const auto *variable = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
    if (variable && variable->getIdentifier() && !isOfUser(variable->getLocation()))
      for (StringRef builtin : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"})
        if (variable->getName() == builtin)
          report(operation->getOperatorLoc(),
                 "cannot take address of builtin variable \"" + builtin.str() + "\"");
    return true;
  }

private:
  using Base = RecursiveASTVisitor<DeviceRules>;

  template <class Traverse> bool inFunction(const FunctionDecl *function, Traverse traverse) {
    const bool isOfDevice =
        (isWritten<CUDADeviceAttr>(function) && !isWritten<CUDAHostAttr>(function)) ||
        function->hasAttr<CUDAGlobalAttr>();
    const bool before = std::exchange(isInDeviceCode_, isOfDevice);
    const bool result = traverse();
    isInDeviceCode_ = before;
    return result;
  }

  /// Device code writes no __constant__ variable, host code no scalar one.
  void checkWritten(const Expr *place) {
    const VarDecl *variable = variableOf(place);
    if (!variable || (!isInDeviceCode_ && !isScalarConstant(place)))
      return;
    if (isWritten<CUDAConstantAttr>(variable) && isOfUser(place->getExprLoc()))
      report(place->getExprLoc(), "expression must be a modifiable lvalue: %0 is __constant__",
             variable);
  }

  void checkKernel(const FunctionDecl *kernel) {
    const SourceLocation where = kernel->getLocation();
    if (isa<CXXMethodDecl>(kernel))
      return report(where, "a __global__ function or function template cannot be a member");
    if (kernel->getDeclaredReturnType()->getContainedDeducedType())
      report(where, "a __global__ function must not have a deduced return type");
    if (kernel->isVariadic())
      report(where, "a __global__ function cannot have ellipsis");
    if (const auto *type = kernel->getType()->getAs<FunctionProtoType>();
        type && type->hasExceptionSpec())
      report(where, "an exception specification is not allowed for a __global__ function or "
                    "function template");
    if (const FunctionTemplateDecl *pattern = kernel->getDescribedFunctionTemplate()) {
      const TemplateParameterList *list = pattern->getTemplateParameters();
      for (unsigned i = 0; i + 1 < list->size(); ++i)
        if (list->getParam(i)->isParameterPack())
          report(list->getParam(i)->getLocation(),
                 "a pack must be the last template parameter of a __global__ function template");
    }
    uint64_t bytes = 0;
    for (const ParmVarDecl *parameter : kernel->parameters()) {
      const QualType type = parameter->getType();
      if (type->isRValueReferenceType())
        report(parameter->getLocation(),
               "a __global__ function cannot have a parameter with rvalue reference type");
      const auto *record = type->getAsCXXRecordDecl();
      if (record && record->isInStdNamespace() && record->getIdentifier() &&
          record->getName() == "initializer_list")
        report(parameter->getLocation(), "a __global__ function or function template cannot have a "
                                         "parameter with type std::initializer_list");
      if (type->isDependentType() || type->isReferenceType() || type->isIncompleteType())
        continue;
      const ASTContext &context = instance_.getASTContext();
      bytes = llvm::alignTo(bytes, context.getTypeAlignInChars(type).getQuantity()) +
              context.getTypeSizeInChars(type).getQuantity();
    }
    if (bytes > kMostParameterBytes)
      reportByDevice(where, "Formal parameter space overflowed (" + std::to_string(bytes) +
                                " bytes required, max " + std::to_string(kMostParameterBytes) +
                                " bytes allowed) in function " +
                                ASTNameGenerator(instance_.getASTContext()).getName(kernel));
  }

  bool isOfUser(SourceLocation where) const {
    return where.isValid() && !instance_.getSourceManager().isInSystemHeader(where);
  }

  /// An error that nvcc's host front end tells, too.
  void report(SourceLocation where, const std::string &text, const NamedDecl *name = nullptr) {
    noteBrokenRule();
    reportByDevice(where, text, name);
  }

  /// An error that comes with the compilation for the device alone.
  void reportByDevice(SourceLocation where, const std::string &text,
                      const NamedDecl *name = nullptr) {
    if (!reported_.insert(where.getRawEncoding()).second)
      return;
    DiagnosticsEngine &diagnostics = instance_.getDiagnostics();
    unsigned id = diagnostics.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, text);
    DiagnosticBuilder builder = diagnostics.Report(where, id);
    if (name)
      builder << name;
  }

  CompilerInstance &instance_;
  const bool hasClusters_, isWhole_;
  bool isInDeviceCode_ = false;
  llvm::DenseSet<SourceLocation::UIntTy> reported_;
};

} // namespace

std::unique_ptr<ASTConsumer> makeDeviceRules(CompilerInstance &instance, const CompileJob &job,
                                             const Arch &arch) {
  return std::make_unique<DeviceRules>(instance, job, arch);
}

} // namespace anywarp::frontend
