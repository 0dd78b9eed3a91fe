// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Intrinsics.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/ErrorHandling.h>

namespace anywarp::codegen {
namespace {

constexpr IntrinsicInfo kInfos[] = {
#define AW_INTRINSIC(Id, name, signature, shape, effect)                                           \
  {name, signature, Shape::shape, Effect::effect},
#define AW_REGISTER(Id, name, signature, shape, effect, low, high, home, offset)                   \
  {name, signature, Shape::shape, Effect::effect, low, high},
#include "codegen/Intrinsics.def"
};

llvm::Type *typeOf(char letter, llvm::LLVMContext &context) {
  switch (letter) {
  case 'v':
    return llvm::Type::getVoidTy(context);
  case 'i':
    return llvm::Type::getInt32Ty(context);
  case 'l':
    return llvm::Type::getInt64Ty(context);
  case '1':
    return llvm::Type::getInt1Ty(context);
  case 'f':
    return llvm::Type::getFloatTy(context);
  case 'p':
    return llvm::PointerType::get(context, 0);
  case '3':
    return llvm::PointerType::get(context, 3);
  default:
    llvm_unreachable("unknown letter in Intrinsics.def");
  }
}

llvm::FunctionType *signatureOf(llvm::StringRef text, llvm::LLVMContext &context) {
  llvm::Type *result;
  if (text.consume_front("{")) {
    llvm::SmallVector<llvm::Type *, 2> fields;
    while (!text.consume_front("}")) {
      fields.push_back(typeOf(text.front(), context));
      text = text.drop_front();
    }
    result = llvm::StructType::get(context, fields);
  } else {
    result = typeOf(text.front(), context);
    text = text.drop_front();
  }
  llvm::SmallVector<llvm::Type *, 4> params;
  for (char letter : text)
    params.push_back(typeOf(letter, context));
  return llvm::FunctionType::get(result, params, /*isVarArg=*/false);
}

void setAttributes(llvm::Function &function, Intrinsic id) {
  function.setDoesNotThrow();
  switch (infoOf(id).effect) {
  case Effect::Pure:
    function.setDoesNotAccessMemory();
    function.setWillReturn();
    function.addFnAttr(llvm::Attribute::Speculatable);
    break;
  case Effect::Read:
    function.setOnlyAccessesInaccessibleMemory();
    function.setWillReturn();
    break;
  case Effect::Convergent:
    function.setConvergent();
    break;
  case Effect::End:
    function.setDoesNotReturn();
    break;
  case Effect::Fetch:
    function.setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly(llvm::ModRefInfo::Ref));
    function.setWillReturn();
    break;
  case Effect::Surface:
    function.setOnlyAccessesInaccessibleMemory();
    break;
  }
}

} // namespace

const IntrinsicInfo &infoOf(Intrinsic id) { return kInfos[unsigned(id)]; }

llvm::Function *declareIntrinsic(llvm::Module &module, Intrinsic id) {
  const IntrinsicInfo &info = infoOf(id);
  if (llvm::Function *known = module.getFunction(info.name))
    return known;
  llvm::Function *function =
      llvm::Function::Create(signatureOf(info.signature, module.getContext()),
                             llvm::GlobalValue::ExternalLinkage, info.name, module);
  setAttributes(*function, id);
  return function;
}

std::optional<Intrinsic> intrinsicOf(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  if (!name.starts_with("aw."))
    return std::nullopt;
  // Never freed, as kernels may still be compiled while the program's destructors run.
  static const llvm::StringMap<Intrinsic> *const byName = [] {
    auto *map = new llvm::StringMap<Intrinsic>;
    for (unsigned i = 0; i < std::size(kInfos); ++i)
      (*map)[kInfos[i].name] = Intrinsic(i);
    return map;
  }();
  auto it = byName->find(name);
  if (it == byName->end())
    return std::nullopt;
  return it->second;
}

std::optional<Intrinsic> intrinsicOf(const llvm::CallBase &call) {
  if (const llvm::Function *callee = call.getCalledFunction())
    return intrinsicOf(*callee);
  return std::nullopt;
}

} // namespace anywarp::codegen
