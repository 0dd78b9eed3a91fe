// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a PTX text holds and lacks.
#include "common/PtxInfo.h"

#include <cstdio>
#include <set>

#include "model/KernelFacts.h"

namespace anywarp::tool {

/// Barriers that the body of a kernel names; all 16 where a number is only known at run time.
static size_t barriersOf(const ptx::Function &function) {
  std::set<int64_t> numbers;
  for (const ptx::Instruction &instruction : function.body) {
    std::string_view name = ptx::toString(instruction.opcode);
    if (!name.starts_with("bar") || instruction.operands.empty() ||
        instruction.has(ptx::Modifier::Warp))
      continue;
    for (const ptx::Operand &operand : instruction.operands) {
      // The number is the first operand that is neither a result nor a predicate.
      if (operand.kind == ptx::Operand::Integer) {
        numbers.insert(operand.integer);
        break;
      }
    }
    if (instruction.operands.size() == 1 && instruction.operands[0].kind == ptx::Operand::Register)
      return 16;
  }
  return numbers.size();
}

std::string describeKernels(const ptx::Module &module, const std::string &gpuName) {
  constexpr const char *kInfo = "ptxas info    : ";
  uint64_t global = 0, constant = 0;
  for (const auto &variable : module.variables) {
    if (variable->space == ptx::StateSpace::Global)
      global += variable->sizeInBytes();
    else if (variable->space == ptx::StateSpace::Const)
      constant += variable->sizeInBytes();
  }
  std::string text = kInfo + std::to_string(global) + " bytes gmem";
  if (constant)
    text += ", " + std::to_string(constant) + " bytes cmem[3]";
  text += "\n";
  const model::ModuleSymbols symbols(module);
  for (const auto &function : module.functions) {
    if (!function->isEntry || !function->isDefined)
      continue;
    model::KernelFacts facts = model::describeKernel(symbols, *function);
    text += kInfo + ("Compiling entry function '" + function->name) + "' for '" + gpuName + "'\n";
    text += kInfo + ("Function properties for " + function->name) + "\n    " +
            std::to_string(facts.localBytes) +
            " bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n";
    text += kInfo + ("Used " + std::to_string(facts.registers)) + " registers, used " +
            std::to_string(barriersOf(*function)) + " barriers";
    if (facts.localBytes)
      text += ", " + std::to_string(facts.localBytes) + " bytes cumulative stack size";
    if (facts.staticShared)
      text += ", " + std::to_string(facts.staticShared) + " bytes smem";
    text += ", " + std::to_string(facts.paramBytes) + " bytes cmem[0]\n";
  }
  return text;
}

std::vector<std::string> exceededLimits(const ptx::Module &module, bool isWhole) {
  // CUDA C++ guide, "Technical Specifications per Compute Capability".
  constexpr uint64_t kShared = 0xc000, kConstant = 0x10000, kParameters = 32764;
  std::vector<std::string> messages;
  auto hex = [](uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return std::string(text);
  };
  uint64_t constant = 0;
  for (const auto &variable : module.variables)
    if (variable->space == ptx::StateSpace::Const && !variable->isExtern)
      constant += variable->sizeInBytes();
  if (constant > kConstant)
    messages.push_back("File uses too much global constant data (" + hex(constant) + " bytes, " +
                       hex(kConstant) + " max)");
  const model::ModuleSymbols symbols(module);
  for (const auto &function : module.functions) {
    if (!function->isEntry || !function->isDefined)
      continue;
    model::KernelFacts facts = model::describeKernel(symbols, *function);
    if (isWhole && facts.staticShared > kShared)
      messages.push_back("Entry function '" + function->name + "' uses too much shared data (" +
                         hex(facts.staticShared) + " bytes, " + hex(kShared) + " max)");
    if (facts.paramBytes > kParameters)
      messages.push_back("Formal parameter space overflowed (" + std::to_string(facts.paramBytes) +
                         " bytes required, max " + std::to_string(kParameters) +
                         " bytes allowed) in function " + function->name);
  }
  return messages;
}

int reportLinkFaults(const ptx::LinkFaults &faults) {
  for (const std::string &message : faults.doubles)
    fprintf(stderr, "nvlink error   : %s\n", message.c_str());
  if (!faults.doubles.empty()) {
    fputs("nvlink fatal   : the objects do not make one program\n", stderr);
    return 1;
  }
  for (const std::string &message : faults.undefined)
    fprintf(stderr, "nvlink error   : %s\n", message.c_str());
  return faults.undefined.empty() ? 0 : 255;
}

} // namespace anywarp::tool
