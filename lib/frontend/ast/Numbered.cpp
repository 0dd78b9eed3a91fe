// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Keeps what pragmas said in the order of the source, and maps Clang's own warnings likewise.
#include "frontend/ast/Numbered.h"
#include "frontend/PassState.h"
#include "frontend/ast/Warnings.h"

#include <cstdlib>
#include <string>
#include <vector>

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

enum class Word { Suppress, Warning, Error, Default, Once };

/// What pragmas said, in the order of the source.
struct Setting {
  SourceLocation where;
  unsigned number;
  Word word;
};
std::vector<Setting> settings;
std::vector<std::vector<Setting>> pushed; ///< at each push: what held there

/// The last word about the number before `where`.
std::optional<Word> settingAt(const SourceManager &manager, unsigned number, SourceLocation where) {
  if (where.isInvalid())
    return std::nullopt;
  for (auto it = settings.rbegin(); it != settings.rend(); ++it)
    if (it->number == number && manager.isBeforeInTranslationUnit(it->where, where))
      return it->word;
  return std::nullopt;
}

DiagnosticsEngine::Level levelOfWarning() {
  if (ignoresAllWarnings())
    return DiagnosticsEngine::Ignored;
  return warningsAreErrors() ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning;
}

/// Clang's diagnostics of the number, from `where` on.
void mapClang(DiagnosticsEngine &diagnostics, unsigned number, Word word, SourceLocation where) {
  // What the host pass warns of is said by the host compiler, but for what Clang says unasked.
  if (isHostPass() && word != Word::Suppress && word != Word::Default)
    return;
  const SourceManager &manager = diagnostics.getSourceManager();
  const SourceLocation start = manager.getLocForStartOfFile(manager.getMainFileID());
  for (const std::string_view option : clangOptions(number)) {
    llvm::SmallVector<diag::kind, 16> ids;
    diagnostics.getDiagnosticIDs()->getDiagnosticsInGroup(diag::Flavor::WarningOrError, option,
                                                          ids);
    for (const diag::kind id : ids) {
      diag::Severity severity = diag::Severity::Warning;
      if (word == Word::Suppress)
        severity = diag::Severity::Ignored;
      else if (word == Word::Error)
        severity = diag::Severity::Error;
      else if (word == Word::Default) // as at the beginning, by the command line
        switch (diagnostics.getDiagnosticLevel(id, start)) {
        case DiagnosticsEngine::Ignored:
        case DiagnosticsEngine::Note:
        case DiagnosticsEngine::Remark:
          severity = diag::Severity::Ignored;
          break;
        case DiagnosticsEngine::Warning:
          break;
        case DiagnosticsEngine::Error:
        case DiagnosticsEngine::Fatal:
          severity = diag::Severity::Error;
        }
      diagnostics.setSeverity(id, severity, where);
    }
  }
}

void set(DiagnosticsEngine &diagnostics, unsigned number, Word word, SourceLocation where) {
  settings.push_back({where, number, word});
  mapClang(diagnostics, number, word, where);
}

/// One of the pragmas with a list of numbers or names: `nv_diag_suppress 177, 550`, also with "=".
class SeverityPragma : public PragmaHandler {
public:
  SeverityPragma(StringRef name, Word word) : PragmaHandler(name), word_(word) {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer, Token &token) override {
    DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
    const SourceLocation where = token.getLocation();
    for (preprocessor.LexUnexpandedToken(token); token.isNot(tok::eod);
         preprocessor.LexUnexpandedToken(token)) {
      if (token.isOneOf(tok::comma, tok::equal))
        continue;
      const std::string text = preprocessor.getSpelling(token);
      const bool isNumber = token.is(tok::numeric_constant);
      const unsigned number =
          isNumber ? unsigned(std::strtoul(text.c_str(), nullptr, 10)) : warningNumber(text);
      // A name that nothing here is called may be one of nvcc's that never comes.
      if (isNumber && !isWarningNumber(number))
        warn(diagnostics, token.getLocation(), kInvalidNumber, "no warning has this number");
      else if (number)
        set(diagnostics, number, word_, where);
    }
  }

private:
  const Word word_;
};

/// nv_diagnostic push and pop.
class StackPragma : public PragmaHandler {
public:
  StackPragma() : PragmaHandler("nv_diagnostic") {}

  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer, Token &token) override {
    DiagnosticsEngine &diagnostics = preprocessor.getDiagnostics();
    const SourceLocation where = token.getLocation();
    preprocessor.LexUnexpandedToken(token);
    const IdentifierInfo *word = token.getIdentifierInfo();
    if (word && word->isStr("push")) {
      pushed.push_back(settings);
    } else if (word && word->isStr("pop") && !pushed.empty()) {
      const std::vector<Setting> old = std::move(pushed.back());
      pushed.pop_back();
      restore(diagnostics, old, where);
    }
    preprocessor.DiscardUntilEndOfDirective();
  }

private:
  /// What was said since gives way to what held before.
  static void restore(DiagnosticsEngine &diagnostics, const std::vector<Setting> &old,
                      SourceLocation where) {
    const std::vector<Setting> since(settings.begin() + std::ptrdiff_t(old.size()), settings.end());
    for (const Setting &setting : since) {
      Word word = Word::Default;
      for (const Setting &before : old)
        if (before.number == setting.number)
          word = before.word;
      set(diagnostics, setting.number, word, where);
    }
  }
};

} // namespace

DiagnosticsEngine::Level levelOf(DiagnosticsEngine &diagnostics, unsigned number,
                                 SourceLocation where) {
  const bool isPlaced = where.isValid() && diagnostics.hasSourceManager();
  if (isPlaced && (diagnostics.getSourceManager().isInSystemHeader(where) ||
                   diagnostics.getSourceManager().isInSystemMacro(where)))
    return DiagnosticsEngine::Ignored;
  if (isPlaced && !settings.empty())
    switch (settingAt(diagnostics.getSourceManager(), number, where).value_or(Word::Default)) {
    case Word::Suppress:
      return DiagnosticsEngine::Ignored;
    case Word::Error:
      return DiagnosticsEngine::Error;
    case Word::Warning:
    case Word::Once:
      return levelOfWarning();
    case Word::Default:
      break;
    }
  if (isPromoted(number))
    return DiagnosticsEngine::Error;
  if (isSuppressed(number) || (isOptional(number) && !isRequested(number)))
    return DiagnosticsEngine::Ignored;
  return levelOfWarning();
}

unsigned numberedId(DiagnosticsEngine &diagnostics, unsigned number, DiagnosticsEngine::Level level,
                    StringRef text) {
  return diagnostics.getDiagnosticIDs()->getCustomDiagID(
      DiagnosticIDs::Level(level), (text + " [#" + llvm::Twine(number) + "-D]").str());
}

void addDiagnosticPragmas(CompilerInstance &instance) {
  Preprocessor &preprocessor = instance.getPreprocessor();
  settings.clear();
  pushed.clear();
  constexpr std::pair<const char *, Word> kPragmas[] = {
      {"nv_diag_suppress", Word::Suppress}, {"nv_diag_remark", Word::Suppress},
      {"nv_diag_warning", Word::Warning},   {"nv_diag_error", Word::Error},
      {"nv_diag_default", Word::Default},   {"nv_diag_once", Word::Once}};
  for (const auto &[name, word] : kPragmas)
    preprocessor.AddPragmaHandler(new SeverityPragma(name, word));
  preprocessor.AddPragmaHandler(new StackPragma);
  // nvcc reads them before the host compiler does. Calls of host functions are told here by use
  // alone, so that there is nothing to switch off.
  for (const char *name : {"nv_exec_check_disable", "hd_warning_disable"})
    preprocessor.AddPragmaHandler(new EmptyPragmaHandler(name));
}

} // namespace anywarp::frontend
