// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ptx/Assembly.h"

#include <cstdio>
#include <cstdlib>

#include "ptx/Verifier.h"
#include "ptx/link/Linker.h"
#include "ptx/parse/Parser.h"

namespace anywarp::ptx {
namespace {

std::string hex(uint64_t value) {
  char text[24];
  snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

} // namespace

AssemblyResult checkAssembly(std::string_view text, const std::string &name, bool isWhole) {
  AssemblyResult result;
  auto fail = [&](const std::string &line) {
    result.isGood = false;
    result.log += "ptxas " + line + "\n";
  };
  Diagnostics diagnostics;
  std::unique_ptr<Module> module = parse(text.substr(0, text.find('\0')), diagnostics);
  const bool isGood = module && verify(*module, diagnostics);
  for (const Diagnostic &each : diagnostics.list()) {
    result.isTooNew |= each.message.starts_with("Unsupported .version ");
    result.log += "ptxas " + name + ", line " + std::to_string(each.line) +
                  "; error   : " + each.message + "\n";
  }
  if (unsigned version = module ? module->versionMajor * 10 + module->versionMinor : 0;
      version > kPtxVersion)
    result.log += "ptxas info    : " + readAsOlder(version) + "\n";
  if (!isGood) {
    fail("fatal   : Ptx assembly aborted due to errors");
    return result;
  }

  if (module->target.starts_with("sm_"))
    result.target = unsigned(std::strtoul(module->target.c_str() + 3, nullptr, 10));

  for (const auto &function : module->functions)
    if (function->isEntry && !function->isExtern)
      result.kernels.push_back(function->name);

  // CUDA C++ guide, "Technical Specifications per Compute Capability".
  constexpr uint64_t kConstant = 0x10000;
  uint64_t constant = 0;
  for (const auto &variable : module->variables)
    if (variable->space == StateSpace::Const && !variable->isExtern)
      constant += variable->sizeInBytes();
  if (constant > kConstant)
    fail("error   : File uses too much global constant data (" + hex(constant) + " bytes, " +
         hex(kConstant) + " max)");
  if (!isWhole)
    return result;

  const Unresolved unresolved = unresolvedSymbols(*module);
  for (const std::string &message : unresolved.warnings)
    result.log += "ptxas warning : " + message + "\n";
  for (const std::string &message : unresolved.errors)
    fail("fatal   : " + message);
  return result;
}

} // namespace anywarp::ptx
