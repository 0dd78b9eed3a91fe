// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the names from the PTX that Clang has just embedded.
#include "frontend/passes/Registration.h"
#include "frontend/passes/DeviceNames.h"

#include "fatbin/Reader.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

/// Named variables of the host that are defined here and not registered yet.
StringMap<GlobalVariable *> candidates(Module &module) {
  StringMap<GlobalVariable *> found;
  for (GlobalVariable &variable : module.globals())
    if (!variable.isDeclaration() && variable.hasName() && !variable.hasPrivateLinkage() &&
        !variable.isThreadLocal() && !variable.getName().starts_with("__cuda"))
      found[variable.getName()] = &variable;
  for (const char *name : {"__cudaRegisterVar", "__cudaRegisterManagedVar"})
    if (Function *function = module.getFunction(name))
      for (User *user : function->users())
        if (auto *call = dyn_cast<CallInst>(user))
          for (Value *argument : call->args())
            found.erase(argument->stripPointerCasts()->getName());
  return found;
}

/// The container in the wrapper {magic, version, container, null}; empty if there is none.
StringRef embeddedContainer(Module &module) {
  GlobalVariable *wrapper = module.getGlobalVariable("__cuda_fatbin_wrapper", /*AllowLocal=*/true);
  if (!wrapper || !wrapper->hasInitializer() || wrapper->getInitializer()->getNumOperands() < 3)
    return {};
  auto *container = dyn_cast<GlobalVariable>(
      cast<Constant>(wrapper->getInitializer()->getOperand(2))->stripPointerCasts());
  auto *bytes = container && container->hasInitializer()
                    ? dyn_cast<ConstantDataSequential>(container->getInitializer())
                    : nullptr;
  return bytes ? bytes->getRawDataValues() : StringRef();
}

/// The variable that a line of PTX defines; empty for other lines. Static ones that Clang saw no
/// host use of are not .visible.
StringRef variableOf(StringRef line, bool &isConstant) {
  line.consume_front(".visible ");
  isConstant = line.starts_with(".const ");
  if (!isConstant && !line.starts_with(".global "))
    return {};
  StringRef head = line.take_until([](char c) { return c == '[' || c == '=' || c == ';'; }).rtrim();
  size_t start = head.find_last_of(" \t");
  return start == StringRef::npos ? StringRef() : head.drop_front(start + 1);
}

/// The host's variable of that name in device code (DeviceNames.h).
StringMap<GlobalVariable *>::iterator find(StringMap<GlobalVariable *> &variables, StringRef name) {
  name.consume_front(internalPrefix());
  auto found = variables.find(name);
  return found != variables.end() || name.empty()
             ? found
             : variables.find("_ZL" + std::to_string(name.size()) + name.str());
}

} // namespace

void registerDeviceVariables(Module &module) {
  Function *registerGlobals = module.getFunction("__cuda_register_globals");
  StringRef bytes = embeddedContainer(module);
  if (!registerGlobals || registerGlobals->empty() || bytes.empty())
    return;
  StringMap<GlobalVariable *> variables = candidates(module);
  if (variables.empty())
    return;
  auto container = fatbin::readContainer({bytes.data(), bytes.size()});
  if (!container)
    return;
  IRBuilder<> builder(registerGlobals->getEntryBlock().getTerminator());
  Type *ptr = builder.getPtrTy(), *i32 = builder.getInt32Ty();
  for (const fatbin::Entry &entry : container->entries) {
    if (entry.kind != fatbin::EntryKind::Ptx)
      continue;
    auto text = fatbin::readContents(entry);
    if (!text)
      continue;
    for (StringRef rest = *text; !rest.empty();) {
      auto [line, next] = rest.split('\n');
      rest = next;
      bool isConstant = false;
      StringRef name = variableOf(line, isConstant);
      auto found = find(variables, name);
      if (found == variables.end())
        continue;
      GlobalVariable *variable = found->second;
      variables.erase(found); // another architecture has it, too
      FunctionCallee registerVar =
          module.getOrInsertFunction("__cudaRegisterVar", builder.getVoidTy(), ptr, ptr, ptr, ptr,
                                     i32, builder.getInt64Ty(), i32, i32);
      Constant *text = builder.CreateGlobalStringPtr(name);
      uint64_t size = module.getDataLayout().getTypeAllocSize(variable->getValueType());
      builder.CreateCall(registerVar, {registerGlobals->getArg(0), variable, text, text,
                                       builder.getInt32(0), builder.getInt64(size),
                                       builder.getInt32(isConstant), builder.getInt32(0)});
    }
  }
}

} // namespace anywarp::frontend
