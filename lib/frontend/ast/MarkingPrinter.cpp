// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Works on the text that Clang's printer has just written.
#include "frontend/ast/MarkingPrinter.h"
#include "frontend/Dialect.h"
#include "frontend/Frontend.h"
#include "frontend/PassState.h"
#include "frontend/ast/Warnings.h"

#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/DiagnosticSerialization.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;

namespace anywarp::frontend {

void MarkingPrinter::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  // What Clang says of a precompiled header that does not fit.
  if (level >= DiagnosticsEngine::Error && info.getID() >= diag::DIAG_START_SERIALIZATION &&
      info.getID() < diag::DIAG_START_LEX)
    pchFailed = true;
  if (level >= DiagnosticsEngine::Error)
    countError(info);
  if (level == DiagnosticsEngine::Note) {
    if (isNeedless(info)) {
      if (!std::exchange(hasOmitted_, true))
        out_ << "note: candidates in headers of the system are not shown (nvcc -v shows them)\n";
      return;
    }
  } else {
    hasOmitted_ = false;
    out_ << (level >= DiagnosticsEngine::Error ? kErrorMark : kOtherMark);
  }
  TextDiagnosticPrinter::HandleDiagnostic(level, info);
  if (level == DiagnosticsEngine::Warning || level == DiagnosticsEngine::Error)
    giveNumber(info);
  if (info.getID() == diag::err_pp_file_not_found)
    explainMissing(info);
}

/// g++'s preprocessor leaves these of Clang's lexer to who reads the tokens.
static bool isOfLiteral(unsigned id) {
  switch (id) {
  case diag::err_invalid_digit:
  case diag::err_invalid_suffix_constant:
  case diag::err_exponent_has_no_digits:
  case diag::err_hex_constant_requires:
  case diag::err_digit_separator_not_between_digits:
  case diag::err_hex_escape_no_digits:
  case diag::err_escape_too_large:
  case diag::err_character_too_large:
  case diag::err_multichar_character_literal:
    return true;
  default:
    return false;
  }
}

/// Errors that nvcc's host front end lets pass.
static bool isOfDevice(unsigned id) {
  return id == diag::err_cuda_device_exceptions || id == diag::err_dynamic_var_init ||
         id == diag::warn_cuda_maxclusterrank_sm_90; // DeviceRules.cpp makes it an error
}

void MarkingPrinter::countError(const Diagnostic &info) {
  const unsigned id = info.getID();
  if (isOfDevice(id))
    return;
  const bool isOfLexer = id >= diag::DIAG_START_LEX && id < diag::DIAG_START_PARSE;
  const bool isOfDriver = id >= diag::DIAG_START_DRIVER && id < diag::DIAG_START_LEX;
  if (id < diag::DIAG_UPPER_LIMIT && DiagnosticIDs::isBuiltinWarningOrExtension(id))
    (info.getDiags()->getWarningsAsErrors() ? sawOtherError_ : sawPromoted_) = true;
  else if ((isOfLexer && !isOfLiteral(id)) || isOfDriver || id == diag::err_cannot_open_file)
    sawOtherError_ = true;
  else
    sawLanguageError_ = true;
}

/// One of the overloads that a call does not fit, of which the C++ library has dozens for a
/// mathematical function.
bool MarkingPrinter::isNeedless(const Diagnostic &note) {
  if (showsAllCandidates() || !note.getLocation().isValid() || !note.hasSourceManager())
    return false;
  llvm::SmallString<128> text;
  note.FormatDiagnostic(text);
  const SourceManager &manager = note.getSourceManager();
  // Ours say what is wrong: that a memory order is no constant.
  const StringRef file = manager.getFilename(manager.getExpansionLoc(note.getLocation()));
  return StringRef(text).starts_with("candidate ") &&
         manager.isInSystemHeader(note.getLocation()) &&
         !file.starts_with(installation().include + "/anywarp/");
}

/// The number where one option of Clang's stands for two warnings of nvcc's, and this is not the
/// first of them (Warnings.def); else 0.
static unsigned secondNumber(const Diagnostic &info) {
  switch (info.getID()) {
  case diag::warn_deprecated_message:
    return kDeprecatedWithMessage;
  case diag::warn_remainder_division_by_zero:
    return info.getRawArg(0) ? 0 : kRemainderByZero;
  case diag::warn_ret_stack_addr_ref:
    return info.getRawArg(0) ? kReturnedReference : 0;
  case diag::ext_typedef_without_a_name:
    return kNamelessTypedef;
  case diag::ext_delete_void_ptr_operand:
    return kDeletedVoid;
  default:
    return 0;
  }
}

/// nvcc's number of a warning of Clang's, in place of the option that Clang has for it.
void MarkingPrinter::giveNumber(const Diagnostic &info) {
  const StringRef option = DiagnosticIDs::getWarningOptionForDiag(info.getID());
  const bool isOfField = info.getID() == diag::warn_field_is_uninit || // nvcc has none
                         info.getID() == diag::warn_reference_field_is_uninit;
  unsigned number = option.empty() || isOfField ? 0 : numberOfOption(option);
  if (unsigned second = secondNumber(info))
    number = second;
  // In functions of the host nvcc leaves these to the host compiler.
  if ((number == kDeprecated || number == kDeprecatedWithMessage) && readsHostFunction())
    return;
  if (!number)
    return;
  std::string &text = out_.str();
  const size_t begin = text.find_last_of({kErrorMark, kOtherMark});
  const size_t at = text.find(("-W" + option + "]").str(), begin);
  const size_t bracket = at == std::string::npos ? at : text.rfind('[', at);
  if (bracket != std::string::npos && bracket > begin)
    text.replace(bracket, text.find(']', at) - bracket, "[#" + std::to_string(number) + "-D");
}

/// A toolkit has these headers. Where they could not be fetched, their absence has a reason.
void MarkingPrinter::explainMissing(const Diagnostic &info) {
  const std::string folder = installation().include + "/cccl";
  if (!dialect().explainsMissingLibraries ||
      info.getArgKind(0) != DiagnosticsEngine::ak_std_string ||
      llvm::sys::fs::exists(folder + "/cuda/std"))
    return;
  const StringRef name = info.getArgStdStr(0);
  for (StringRef library : {"thrust/", "cub/", "cuda/", "nv/"})
    if (name.starts_with(library))
      out_ << "note: Thrust, CUB and libcu++ are not in " << folder
           << ": `cmake BUILD` fetches them, -I names others (docs/cccl.md)\n";
}

} // namespace anywarp::frontend
