// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Visibility is an attribute of the declarations, which Clang carries through templates; names and
// linkage are changed in the module, where the stubs bear marks.
#include "frontend/passes/HostEntities.h"
#include "frontend/PassState.h"
#include "frontend/ast/Numbered.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

constexpr llvm::StringLiteral kStubMark = "cuda.stub";         ///< with the kernel's identifier
constexpr llvm::StringLiteral kTemplateMark = "cuda.template"; ///< instance or specialization
constexpr llvm::StringLiteral kShownMark = "cuda.shown";
constexpr llvm::StringLiteral kPrefix = "__device_stub__"; ///< Clang's, of the identifier

bool isEntity(const Decl *decl) {
  if (const auto *variable = dyn_cast<VarDecl>(decl))
    return variable->hasGlobalStorage() &&
           (variable->hasAttr<CUDADeviceAttr>() || variable->hasAttr<CUDAConstantAttr>());
  return isa<FunctionDecl>(decl) && decl->hasAttr<CUDAGlobalAttr>();
}

const VisibilityAttr *writtenVisibility(const Decl *decl) {
  const auto *attr = decl->getAttr<VisibilityAttr>();
  return attr && !attr->isImplicit() ? attr : nullptr;
}

/// What the program says of the visibility, at the declaration, at an earlier one or at a namespace
/// around it.
const VisibilityAttr *givenVisibility(NamedDecl *decl) {
  if (const VisibilityAttr *attr = writtenVisibility(decl))
    return attr;
  for (NamedDecl *other : decl->getDeclContext()->getRedeclContext()->lookup(decl->getDeclName())) {
    Decl *earlier = isa<FunctionDecl>(decl) ? other->getAsFunction() : other;
    if (earlier && earlier != decl)
      if (const VisibilityAttr *attr = writtenVisibility(earlier))
        return attr;
  }
  for (const DeclContext *context = decl->getDeclContext(); context; context = context->getParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      if (const VisibilityAttr *attr = writtenVisibility(space))
        return attr;
  return nullptr;
}

/// "_Z1kPi" for "_Z16__device_stub__kPi"; empty if the name is not of that form.
std::string kernelName(llvm::StringRef name, llvm::StringRef identifier) {
  const std::string stub = (kPrefix + identifier).str();
  if (name == stub)
    return identifier.str();
  const std::string written = std::to_string(stub.size()) + stub;
  const size_t at = name.find(written);
  if (at == llvm::StringRef::npos)
    return {};
  return (name.take_front(at) + std::to_string(identifier.size()) + identifier +
          name.drop_front(at + written.size()))
      .str();
}

void rename(llvm::Function &stub, llvm::StringRef identifier) {
  llvm::Module &module = *stub.getParent();
  const std::string name = kernelName(stub.getName(), identifier);
  if (name.empty() || module.getNamedValue(name))
    return;
  stub.setName(name);
  if (const llvm::Comdat *old = stub.getComdat()) {
    llvm::Comdat *comdat = module.getOrInsertComdat(name);
    comdat->setSelectionKind(old->getSelectionKind());
    stub.setComdat(comdat);
  }
}

/// What is left of an instance when the module is made: Clang clears the syntax tree before.
struct Instance {
  DiagnosticsEngine *diagnostics;
  SourceLocation where;
  bool isExtern; ///< by an explicit instantiation declaration
};
llvm::StringMap<Instance> instances; ///< that this file refers to, by the names of their stubs

void warn(const Instance &instance, unsigned number, llvm::StringRef text) {
  instance.diagnostics->setIgnoreAllWarnings(false); // as the last function of the file left it
  frontend::warn(*instance.diagnostics, instance.where, number,
                 (text + "; use -rdc=true or -static-global-template-stub=false").str());
}

/// The stub of an instance is local, so it has to be in this object.
void warnOfMissing(const Instance &instance) {
  if (instance.isExtern)
    warn(instance, 20278,
         "a kernel template that is declared extern belongs to another file, whose stub is local "
         "with -static-global-template-stub=true");
  warn(instance, 20280,
       "the launched instance of a kernel template is not defined in this file, and stubs of "
       "others are local with -static-global-template-stub=true");
}

} // namespace

void hideEntity(Sema &sema, Decl *decl) {
  auto *named = dyn_cast<NamedDecl>(decl);
  if (!isHostPass() || !named || !isEntity(decl))
    return;
  const VisibilityAttr *given = givenVisibility(named);
  if (!given && hidesEntities())
    decl->addAttr(VisibilityAttr::CreateImplicit(sema.Context, VisibilityAttr::Hidden));
  else if (given && given->getVisibility() == VisibilityAttr::Default && isa<VarDecl>(decl))
    decl->addAttr(AnnotateAttr::CreateImplicit(sema.Context, kShownMark, nullptr, 0));
}

void noteStub(GlobalDecl decl, llvm::Constant *constant) {
  const auto *function = dyn_cast_or_null<FunctionDecl>(decl.getDecl());
  if (!isHostPass() || !function || !function->hasAttr<CUDAGlobalAttr>() || !constant)
    return;
  auto *stub = dyn_cast<llvm::Function>(constant->stripPointerCasts());
  if (!stub)
    return;
  stub->addFnAttr(kStubMark, function->getName());
  if (function->isFunctionTemplateSpecialization() || function->isTemplateInstantiation()) {
    stub->addFnAttr(kTemplateMark);
    instances[stub->getName()] = {
        &function->getASTContext().getDiagnostics(), function->getLocation(),
        function->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDeclaration};
  }
}

void linkStubs(llvm::Module &module, bool staticTemplates) {
  for (llvm::Function &function : module) {
    if (!function.hasFnAttribute(kStubMark))
      continue;
    const bool isStatic = staticTemplates && function.hasFnAttribute(kTemplateMark);
    if (isStatic && function.isDeclaration())
      warnOfMissing(instances.lookup(function.getName()));
    rename(function, function.getFnAttribute(kStubMark).getValueAsString());
    if (isStatic && !function.isDeclaration()) {
      function.setComdat(nullptr);
      function.setVisibility(llvm::GlobalValue::DefaultVisibility);
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
    function.removeFnAttr(kStubMark);
    function.removeFnAttr(kTemplateMark);
  }
}

bool isShown(llvm::Module &module, const llvm::GlobalVariable &variable) {
  const llvm::GlobalVariable *list = module.getGlobalVariable("llvm.global.annotations");
  const auto *rows = list ? dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
  if (!rows)
    return false;
  for (const llvm::Value *operand : rows->operands()) {
    const auto *row = dyn_cast<llvm::ConstantStruct>(operand);
    if (!row || row->getOperand(0)->stripPointerCasts() != &variable)
      continue;
    const auto *text = dyn_cast<llvm::GlobalVariable>(row->getOperand(1)->stripPointerCasts());
    const auto *bytes =
        text ? dyn_cast<llvm::ConstantDataSequential>(text->getInitializer()) : nullptr;
    if (bytes && bytes->isCString() && bytes->getAsCString() == kShownMark)
      return true;
  }
  return false;
}

void registerFirst(llvm::Module &module) {
  llvm::GlobalVariable *list = module.getGlobalVariable("llvm.global_ctors");
  const llvm::Function *constructor = module.getFunction("__cuda_module_ctor");
  const auto *rows = list && list->hasInitializer() && constructor
                         ? dyn_cast<llvm::ConstantArray>(list->getInitializer())
                         : nullptr;
  if (!rows)
    return;
  llvm::SmallVector<llvm::Constant *> ordered;
  for (llvm::Value *row : rows->operands()) {
    auto *constant = cast<llvm::Constant>(row);
    const bool isOurs = constant->getOperand(1)->stripPointerCasts() == constructor;
    ordered.insert(isOurs ? ordered.begin() : ordered.end(), constant);
  }
  list->setInitializer(llvm::ConstantArray::get(rows->getType(), ordered));
}

} // namespace anywarp::frontend
