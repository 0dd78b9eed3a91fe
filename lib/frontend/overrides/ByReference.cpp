// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang's NVPTX passes every structure to device functions as bytes. A class with a copy
// constructor or a destructor of its own is then destroyed as it was before the callee changed it
// or moved from it. Such an argument is an object of the caller, known by its address, as in the
// Itanium C++ ABI (3.1.2.3) and in nvcc's PTX. Kernels have their parameters as bytes.
#include "frontend/overrides/ByReference.h"
#include "frontend/Overrides.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/GlobalDecl.h"
#include "clang/CodeGen/CGFunctionInfo.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace clang;

namespace anywarp::frontend {

/// The layout of Clang's own CGCalleeInfo.
struct CalleeInfo {
  const FunctionProtoType *prototype;
  GlobalDecl decl;
};

} // namespace anywarp::frontend

using namespace anywarp::frontend;

namespace {

constexpr llvm::StringLiteral kMark = "anywarp-by-reference";

bool isPassedByAddress(CanQualType type) {
  const auto *record = QualType(type)->getAs<RecordType>();
  return record && !record->getDecl()->canPassInRegisters();
}

} // namespace

void realConstructAttributes(void *codeGenModule, llvm::StringRef name,
                             const CodeGen::CGFunctionInfo &info, CalleeInfo callee,
                             llvm::AttributeList &attributes, unsigned &convention, bool isCall,
                             bool isThunk) asm("__real_" AW_ATTRIBUTES);
void wrapConstructAttributes(void *, llvm::StringRef, const CodeGen::CGFunctionInfo &, CalleeInfo,
                             llvm::AttributeList &, unsigned &, bool,
                             bool) asm("__wrap_" AW_ATTRIBUTES);

// Marks the parameters. Calls get their attributes inside of Clang's object file, so that the pass
// below changes both.
void wrapConstructAttributes(void *codeGenModule, llvm::StringRef name,
                             const CodeGen::CGFunctionInfo &info, CalleeInfo callee,
                             llvm::AttributeList &attributes, unsigned &convention, bool isCall,
                             bool isThunk) {
  realConstructAttributes(codeGenModule, name, info, callee, attributes, convention, isCall,
                          isThunk);
  if (const Decl *decl = callee.decl.getDecl(); decl && decl->hasAttr<CUDAGlobalAttr>())
    return;
  unsigned number = info.getReturnInfo().isIndirect();
  for (const auto &argument : info.arguments()) {
    if (llvm::Type *type = attributes.getParamByValType(number);
        type && isPassedByAddress(argument.type)) {
      llvm::AttrBuilder marked(type->getContext());
      marked.addAttribute(kMark);
      attributes = attributes.addParamAttributes(type->getContext(), number, marked);
    }
    ++number;
  }
}

namespace anywarp::frontend {

void passByReference(llvm::Module &module, const llvm::SmallPtrSetImpl<llvm::Function *> &kernels) {
  llvm::SmallPtrSet<llvm::Type *, 8> types;
  for (llvm::Function &function : module)
    for (llvm::Argument &argument : function.args())
      if (argument.hasByValAttr() &&
          function.getAttributes().hasParamAttr(argument.getArgNo(), kMark)) {
        types.insert(argument.getParamByValType());
        argument.removeAttr(llvm::Attribute::ByVal);
      }
  if (types.empty())
    return;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || (call->getCalledFunction() && kernels.contains(call->getCalledFunction())))
        continue;
      for (unsigned i = 0; i < call->arg_size(); ++i)
        if (llvm::Type *type = call->getParamByValType(i); type && types.contains(type))
          call->removeParamAttr(i, llvm::Attribute::ByVal);
    }
}

} // namespace anywarp::frontend
