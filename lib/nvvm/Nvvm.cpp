// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions over Program: handles and checks of arguments.
#include <cstring>
#include <memory>

#include "fatbin/Arch.h"
#include "frontend/ir/Compile.h"
#include "support/HandleTable.h"
#include "support/Mutex.h"

#define AW_EXPORT extern "C" __attribute__((visibility("default")))

using namespace anywarp;
namespace ir = anywarp::frontend::ir;

namespace {

/// What a handle stands for.
struct Program {
  Mutex mutex; ///< not held while it compiles
  std::vector<ir::ModuleText> modules AW_GUARDED_BY(mutex);
  std::string ptx AW_GUARDED_BY(mutex), log AW_GUARDED_BY(mutex);
};

using Table = HandleTable<nvvmProgram, Program>;

std::shared_ptr<Program> find(nvvmProgram handle) { return Table::get().find(handle); }

nvvmResult add(nvvmProgram prog, const char *buffer, size_t size, const char *name, bool isLazy) {
  std::shared_ptr<Program> program = find(prog);
  if (!program)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!buffer)
    return NVVM_ERROR_INVALID_INPUT;
  LockGuard lock(program->mutex);
  program->modules.push_back({name ? name : "<unnamed>", std::string(buffer, size), isLazy});
  return NVVM_SUCCESS;
}

nvvmResult run(nvvmProgram prog, int numOptions, const char **options, bool verifyOnly) {
  std::shared_ptr<Program> program = find(prog);
  if (!program)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (numOptions < 0 || (numOptions && !options))
    return NVVM_ERROR_INVALID_INPUT;
  std::vector<std::string> words;
  for (int i = 0; i < numOptions; ++i) {
    if (!options[i])
      return NVVM_ERROR_INVALID_INPUT;
    words.push_back(options[i]);
  }
  ir::Options parsed;
  std::string wrong = parsed.parse(words);
  std::vector<ir::ModuleText> modules;
  {
    LockGuard lock(program->mutex);
    program->ptx.clear();
    program->log.clear();
    if (!wrong.empty()) {
      program->log = "libnvvm : error: " + wrong + " is an unsupported option";
      return NVVM_ERROR_INVALID_OPTION;
    }
    if (program->modules.empty())
      return NVVM_ERROR_NO_MODULE_IN_PROGRAM;
    modules = program->modules;
  }
  ir::Result result = ir::compile(modules, parsed, verifyOnly);
  LockGuard lock(program->mutex);
  program->log = std::move(result.log);
  program->ptx = std::move(result.ptx);
  return result.code;
}

nvvmResult sizeOf(nvvmProgram prog, std::string Program::*text, size_t *size) {
  std::shared_ptr<Program> program = find(prog);
  if (!program)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!size)
    return NVVM_ERROR_INVALID_INPUT;
  LockGuard lock(program->mutex);
  *size = (*program.*text).size() + 1;
  return NVVM_SUCCESS;
}

nvvmResult copy(nvvmProgram prog, std::string Program::*text, char *to) {
  std::shared_ptr<Program> program = find(prog);
  if (!program)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!to)
    return NVVM_ERROR_INVALID_INPUT;
  LockGuard lock(program->mutex);
  std::memcpy(to, (*program.*text).c_str(), (*program.*text).size() + 1);
  return NVVM_SUCCESS;
}

} // namespace

// -- General --------------------------------------------------------------------------------------

AW_EXPORT const char *nvvmGetErrorString(nvvmResult result) {
  switch (result) {
#define AW_CASE(name)                                                                              \
  case name:                                                                                       \
    return #name
    AW_CASE(NVVM_SUCCESS);
    AW_CASE(NVVM_ERROR_OUT_OF_MEMORY);
    AW_CASE(NVVM_ERROR_PROGRAM_CREATION_FAILURE);
    AW_CASE(NVVM_ERROR_IR_VERSION_MISMATCH);
    AW_CASE(NVVM_ERROR_INVALID_INPUT);
    AW_CASE(NVVM_ERROR_INVALID_PROGRAM);
    AW_CASE(NVVM_ERROR_INVALID_IR);
    AW_CASE(NVVM_ERROR_INVALID_OPTION);
    AW_CASE(NVVM_ERROR_NO_MODULE_IN_PROGRAM);
    AW_CASE(NVVM_ERROR_COMPILATION);
    AW_CASE(NVVM_ERROR_CANCELLED);
#undef AW_CASE
  }
  return "NVVM_ERROR unknown";
}

AW_EXPORT nvvmResult nvvmVersion(int *major, int *minor) {
  if (!major || !minor)
    return NVVM_ERROR_INVALID_INPUT;
  *major = 2;
  *minor = 0;
  return NVVM_SUCCESS;
}

/// NVVM IR for older architectures is that of LLVM 7; for newer ones it follows LLVM.
AW_EXPORT nvvmResult nvvmLLVMVersion(const char *arch, int *major) {
  constexpr int kOldDialect = 7, kNewDialect = 19;
  constexpr uint32_t kFirstNew = 100;
  if (!arch || !major)
    return NVVM_ERROR_INVALID_INPUT;
  const auto known = fatbin::Arch::parse(arch);
  if (!known || !std::string_view(arch).starts_with("compute_"))
    return NVVM_ERROR_INVALID_OPTION;
  *major = known->sm < kFirstNew ? kOldDialect : kNewDialect;
  return NVVM_SUCCESS;
}

AW_EXPORT nvvmResult nvvmIRVersion(int *majorIR, int *minorIR, int *majorDbg, int *minorDbg) {
  if (!majorIR || !minorIR || !majorDbg || !minorDbg)
    return NVVM_ERROR_INVALID_INPUT;
  *majorIR = 2;
  *minorIR = 0;
  *majorDbg = 3;
  *minorDbg = 2;
  return NVVM_SUCCESS;
}

// -- Programs -------------------------------------------------------------------------------------

AW_EXPORT nvvmResult nvvmCreateProgram(nvvmProgram *prog) {
  if (!prog)
    return NVVM_ERROR_INVALID_PROGRAM;
  auto program = std::make_shared<Program>();
  *prog = Table::get().add(std::move(program));
  return NVVM_SUCCESS;
}

AW_EXPORT nvvmResult nvvmDestroyProgram(nvvmProgram *prog) {
  if (!prog)
    return NVVM_ERROR_INVALID_PROGRAM;
  if (!Table::get().remove(*prog))
    return NVVM_ERROR_INVALID_PROGRAM;
  *prog = nullptr;
  return NVVM_SUCCESS;
}

AW_EXPORT nvvmResult nvvmAddModuleToProgram(nvvmProgram prog, const char *buffer, size_t size,
                                            const char *name) {
  return add(prog, buffer, size, name, /*isLazy=*/false);
}
AW_EXPORT nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram prog, const char *buffer, size_t size,
                                                const char *name) {
  return add(prog, buffer, size, name, /*isLazy=*/true);
}

AW_EXPORT nvvmResult nvvmVerifyProgram(nvvmProgram prog, int numOptions, const char **options) {
  return run(prog, numOptions, options, /*verifyOnly=*/true);
}
AW_EXPORT nvvmResult nvvmCompileProgram(nvvmProgram prog, int numOptions, const char **options) {
  return run(prog, numOptions, options, /*verifyOnly=*/false);
}

// -- Results --------------------------------------------------------------------------------------

AW_EXPORT nvvmResult nvvmGetCompiledResultSize(nvvmProgram prog, size_t *bufferSizeRet) {
  return sizeOf(prog, &Program::ptx, bufferSizeRet);
}
AW_EXPORT nvvmResult nvvmGetCompiledResult(nvvmProgram prog, char *buffer) {
  return copy(prog, &Program::ptx, buffer);
}
AW_EXPORT nvvmResult nvvmGetProgramLogSize(nvvmProgram prog, size_t *bufferSizeRet) {
  return sizeOf(prog, &Program::log, bufferSizeRet);
}
AW_EXPORT nvvmResult nvvmGetProgramLog(nvvmProgram prog, char *buffer) {
  return copy(prog, &Program::log, buffer);
}
