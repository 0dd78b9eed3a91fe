// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: checks of arguments, then the program.
#include <cstring>

#include "nvrtc/Options.h"
#include "nvrtc/Program.h"

#define AW_EXPORT extern "C" __attribute__((visibility("default")))

using namespace anywarp;
using nvrtc::Program;

// -- General --------------------------------------------------------------------------------------

AW_EXPORT const char *nvrtcGetErrorString(nvrtcResult result) {
  switch (result) {
#define AW_CASE(name)                                                                              \
  case name:                                                                                       \
    return #name
    AW_CASE(NVRTC_SUCCESS);
    AW_CASE(NVRTC_ERROR_OUT_OF_MEMORY);
    AW_CASE(NVRTC_ERROR_PROGRAM_CREATION_FAILURE);
    AW_CASE(NVRTC_ERROR_INVALID_INPUT);
    AW_CASE(NVRTC_ERROR_INVALID_PROGRAM);
    AW_CASE(NVRTC_ERROR_INVALID_OPTION);
    AW_CASE(NVRTC_ERROR_COMPILATION);
    AW_CASE(NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    AW_CASE(NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    AW_CASE(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
    AW_CASE(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
    AW_CASE(NVRTC_ERROR_INTERNAL_ERROR);
    AW_CASE(NVRTC_ERROR_TIME_FILE_WRITE_FAILED);
    AW_CASE(NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED);
    AW_CASE(NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED);
    AW_CASE(NVRTC_ERROR_PCH_CREATE);
    AW_CASE(NVRTC_ERROR_CANCELLED);
    AW_CASE(NVRTC_ERROR_TIME_TRACE_FILE_WRITE_FAILED);
#undef AW_CASE
  }
  return "NVRTC_ERROR unknown";
}

AW_EXPORT nvrtcResult nvrtcVersion(int *major, int *minor) {
  if (!major || !minor)
    return NVRTC_ERROR_INVALID_INPUT;
  *major = 13;
  *minor = 0;
  return NVRTC_SUCCESS;
}

AW_EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int *numArchs) {
  if (!numArchs)
    return NVRTC_ERROR_INVALID_INPUT;
  *numArchs = int(nvrtc::supportedArchs().size());
  return NVRTC_SUCCESS;
}

AW_EXPORT nvrtcResult nvrtcGetSupportedArchs(int *supportedArchs) {
  if (!supportedArchs)
    return NVRTC_ERROR_INVALID_INPUT;
  for (unsigned number : nvrtc::supportedArchs())
    *supportedArchs++ = int(number);
  return NVRTC_SUCCESS;
}

// -- Programs -------------------------------------------------------------------------------------

AW_EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram *prog, const char *src, const char *name,
                                         int numHeaders, const char *const *headers,
                                         const char *const *includeNames) {
  if (!prog)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!src || numHeaders < 0 || (numHeaders && (!headers || !includeNames)))
    return NVRTC_ERROR_INVALID_INPUT;
  frontend::RuntimeSource source;
  source.text = src;
  for (int i = 0; i < numHeaders; ++i) {
    if (!headers[i] || !includeNames[i])
      return NVRTC_ERROR_INVALID_INPUT;
    for (const auto &[name, text] : source.headers)
      if (name == includeNames[i])
        return NVRTC_ERROR_INVALID_INPUT;
    source.headers.emplace_back(includeNames[i], headers[i]);
  }
  std::string given = name ? name : "";
  if (given.empty() || given.back() == '/')
    given += "default_program";
  *prog = nvrtc::publish(std::make_shared<Program>(std::move(source), std::move(given)));
  return NVRTC_SUCCESS;
}

AW_EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram *prog) {
  if (!prog || !nvrtc::withdraw(*prog))
    return NVRTC_ERROR_INVALID_PROGRAM;
  *prog = nullptr;
  return NVRTC_SUCCESS;
}

AW_EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram prog, int numOptions,
                                          const char *const *options) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (numOptions < 0)
    return NVRTC_ERROR_INVALID_INPUT;
  if (numOptions && !options)
    return NVRTC_ERROR_INVALID_OPTION;
  std::vector<std::string> words;
  for (int i = 0; i < numOptions; ++i) {
    if (!options[i])
      return NVRTC_ERROR_INVALID_OPTION;
    words.push_back(options[i]);
  }
  return program->compile(words);
}

AW_EXPORT nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void *, void *),
                                           void *payload) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!callback)
    return NVRTC_ERROR_INVALID_INPUT;
  program->setFlowCallback(callback, payload);
  return NVRTC_SUCCESS;
}

// -- Results --------------------------------------------------------------------------------------

// What was not made has size 0; a text, with its NUL, size 1.

namespace {
using Getter = std::string (Program::*)();

/// `closing`: bytes for the NUL of a text.
nvrtcResult sizeOf(nvrtcProgram prog, Getter getter, size_t closing, size_t *size) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = ((*program).*getter)().size() + closing;
  return NVRTC_SUCCESS;
}

nvrtcResult copy(nvrtcProgram prog, Getter getter, size_t closing, char *to) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!to)
    return NVRTC_ERROR_INVALID_INPUT;
  std::string contents = ((*program).*getter)();
  std::memcpy(to, contents.c_str(), contents.size() + closing);
  return NVRTC_SUCCESS;
}
} // namespace

#define AW_RESULT(name, getter, closing)                                                           \
  AW_EXPORT nvrtcResult nvrtcGet##name##Size(nvrtcProgram prog, size_t *size) {                    \
    return sizeOf(prog, &Program::getter, closing, size);                                          \
  }                                                                                                \
  AW_EXPORT nvrtcResult nvrtcGet##name(nvrtcProgram prog, char *to) {                              \
    return copy(prog, &Program::getter, closing, to);                                              \
  }
AW_RESULT(PTX, ptx, 1)
AW_RESULT(CUBIN, cubin, 0)
AW_RESULT(LTOIR, ltoIr, 0)
AW_RESULT(OptiXIR, optixIr, 0)
AW_RESULT(TileIR, tileIr, 0)
AW_RESULT(ProgramLog, log, 1)
#undef AW_RESULT

// -- Bundled headers ------------------------------------------------------------------------------

AW_EXPORT nvrtcResult nvrtcGetBundledHeadersInfo(nvrtcBundledHeadersInfo *info,
                                                 const char **errorLog) {
  if (errorLog)
    *errorLog = "";
  if (!info)
    return NVRTC_ERROR_INVALID_INPUT;
  *info = {};
  return nvrtcVersion(&info->cudaVersionMajor, &info->cudaVersionMinor);
}

static nvrtcResult noBundledHeaders(const char *installPath, const char **errorLog) {
  if (errorLog)
    *errorLog = "no headers are bundled: they are files in the include folder of the toolkit";
  return installPath ? NVRTC_ERROR_BUILTIN_OPERATION_FAILURE : NVRTC_ERROR_INVALID_INPUT;
}
AW_EXPORT nvrtcResult nvrtcInstallBundledHeaders(const char *installPath, unsigned int,
                                                 const char **errorLog) {
  return noBundledHeaders(installPath, errorLog);
}
AW_EXPORT nvrtcResult nvrtcRemoveBundledHeaders(const char *installPath, const char **errorLog) {
  return noBundledHeaders(installPath, errorLog);
}

// -- Names ----------------------------------------------------------------------------------------

AW_EXPORT nvrtcResult nvrtcAddNameExpression(nvrtcProgram prog, const char *const name_expression) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!name_expression)
    return NVRTC_ERROR_INVALID_INPUT;
  return program->addNameExpression(name_expression);
}

AW_EXPORT nvrtcResult nvrtcGetLoweredName(nvrtcProgram prog, const char *const name_expression,
                                          const char **lowered_name) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!name_expression || !lowered_name)
    return NVRTC_ERROR_INVALID_INPUT;
  *lowered_name = nullptr;
  return program->loweredName(name_expression, *lowered_name);
}

// -- Precompiled headers --------------------------------------------------------------------------

// Precompiled headers are files (lib/frontend/nvrtc/Pch.h) and no heap holds them. The size of
// NVRTC's heap is the largest that such a file may have.

AW_EXPORT nvrtcResult nvrtcGetPCHHeapSize(size_t *ret) {
  if (!ret)
    return NVRTC_ERROR_INVALID_INPUT;
  *ret = nvrtc::pchHeapSize;
  return NVRTC_SUCCESS;
}

AW_EXPORT nvrtcResult nvrtcSetPCHHeapSize(size_t size) {
  constexpr size_t kPage = 4096;
  nvrtc::pchHeapSize = (size + kPage - 1) / kPage * kPage;
  return NVRTC_SUCCESS;
}

AW_EXPORT nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  switch (program->pchOutcome()) {
  case frontend::PchOutcome::NotTried:
    break;
  case frontend::PchOutcome::Made:
    return NVRTC_SUCCESS;
  case frontend::PchOutcome::TooLarge:
    return NVRTC_ERROR_PCH_CREATE_HEAP_EXHAUSTED;
  case frontend::PchOutcome::Failed:
    return NVRTC_ERROR_PCH_CREATE;
  }
  return NVRTC_ERROR_NO_PCH_CREATE_ATTEMPTED;
}

AW_EXPORT nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t *size) {
  std::shared_ptr<Program> program = nvrtc::find(prog);
  if (!program)
    return NVRTC_ERROR_INVALID_PROGRAM;
  if (!size)
    return NVRTC_ERROR_INVALID_INPUT;
  *size = program->pchBytes();
  return NVRTC_SUCCESS;
}
