// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The version is changed at borders of files, the target's macros at its pragmas.
#include "frontend/ast/HostAttributes.h"
#include "frontend/Frontend.h"
#include "frontend/PassState.h"
#include "frontend/ast/WrittenAttr.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/MacroBuilder.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace anywarp::frontend {
namespace {

/// Of `#pragma GCC target`: what attribute target would say of the functions from here on.
std::string currentTarget;
std::vector<std::string> savedTargets;

/// The lines that define the macros of the host's processor with the features of `target`.
std::vector<std::string> macrosOf(CompilerInstance &instance, const std::string &target) {
  const TargetInfo &host = isHostPass() ? instance.getTarget() : *instance.getAuxTarget();
  auto options = std::make_shared<TargetOptions>(host.getTargetOpts());
  const ParsedTargetAttr parsed = host.parseTargetAttr(target);
  for (const std::string &feature : parsed.Features)
    options->FeaturesAsWritten.push_back(feature);
  if (!parsed.CPU.empty())
    options->CPU = parsed.CPU.str();
  std::string text;
  llvm::raw_string_ostream stream(text);
  MacroBuilder builder(stream);
  if (TargetInfo *info = TargetInfo::CreateTargetInfo(instance.getDiagnostics(), options))
    info->getTargetDefines(instance.getLangOpts(), builder);
  llvm::SmallVector<StringRef, 0> lines;
  StringRef(text).split(lines, '\n', -1, /*KeepEmpty=*/false);
  return {lines.begin(), lines.end()};
}

/// Has the preprocessor read what defines and undefines the macros that differ.
void changeTarget(CompilerInstance &instance, const std::string &target, SourceLocation where) {
  const std::vector<std::string> before = macrosOf(instance, currentTarget);
  const std::vector<std::string> now = macrosOf(instance, target);
  currentTarget = target;
  std::string text;
  for (StringRef line : before)
    if (!llvm::is_contained(now, line) && line.consume_front("#define "))
      text += "#undef " + line.take_until([](char c) { return c == ' ' || c == '('; }).str() + "\n";
  for (const std::string &line : now)
    if (!llvm::is_contained(before, line))
      text += line + "\n";
  if (text.empty())
    return;
  Preprocessor &preprocessor = instance.getPreprocessor();
  FileID file = preprocessor.getSourceManager().createFileID(
      llvm::MemoryBuffer::getMemBufferCopy(text, "<target>"));
  preprocessor.EnterSourceFile(file, nullptr, where);
}

/// #pragma GCC target("avx2", "fma") and target "avx2,fma".
class TargetPragma : public PragmaHandler {
public:
  explicit TargetPragma(CompilerInstance &instance)
      : PragmaHandler("target"), instance_(instance) {}
  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer, Token &name) override {
    std::string target = currentTarget;
    Token token;
    for (preprocessor.Lex(token); token.isNot(tok::eod); preprocessor.Lex(token))
      if (token.is(tok::string_literal))
        target += (target.empty() ? "" : ",") +
                  StringRef(preprocessor.getSpelling(token)).trim('"').str();
    changeTarget(instance_, target, name.getLocation());
  }

private:
  CompilerInstance &instance_;
};

/// #pragma GCC push_options, pop_options, reset_options.
class OptionsPragma : public PragmaHandler {
public:
  OptionsPragma(const char *name, CompilerInstance &instance)
      : PragmaHandler(name), instance_(instance) {}
  void HandlePragma(Preprocessor &preprocessor, PragmaIntroducer, Token &name) override {
    preprocessor.DiscardUntilEndOfDirective();
    if (getName() == "push_options")
      return savedTargets.push_back(currentTarget);
    std::string target;
    if (getName() == "pop_options") {
      if (savedTargets.empty())
        return;
      target = savedTargets.back();
      savedTargets.pop_back();
    }
    changeTarget(instance_, target, name.getLocation());
  }

private:
  CompilerInstance &instance_;
};

/// The host compiler's version in the macros that programs ask. The headers of the system and of
/// Clang go on with Clang's: what they do for a newer g++ may be what only that can compile.
class HostVersion : public PPCallbacks {
public:
  HostVersion(Preprocessor &preprocessor, const std::string &version)
      : preprocessor_(preprocessor), version_(version) {}

  void FileChanged(SourceLocation, FileChangeReason, SrcMgr::CharacteristicKind kind,
                   FileID) override {
    const SourceManager &manager = preprocessor_.getSourceManager();
    const PreprocessorLexer *lexer = preprocessor_.getCurrentFileLexer();
    // Only the file itself: a buffer of Clang's own is no text of the program.
    const bool isOfProgram = !SrcMgr::isSystem(kind) && lexer &&
                             manager.getFileEntryForID(lexer->getFileID()) != nullptr;
    if (isOfProgram == isOfProgram_)
      return;
    isOfProgram_ = isOfProgram;
    if (macros_.empty())
      addAll();
    for (Macro &macro : macros_) {
      if (!macro.clangs) // the file of the program is entered before Clang's own buffer
        macro.clangs = preprocessor_.getMacroInfo(macro.name);
      MacroInfo *from = isOfProgram ? macro.clangs : macro.hosts;
      MacroInfo *to = isOfProgram ? macro.hosts : macro.clangs;
      // What the program itself says counts.
      if (macro.clangs && preprocessor_.getMacroInfo(macro.name) == from)
        preprocessor_.appendDefMacroDirective(macro.name, to);
    }
  }

private:
  struct Macro {
    IdentifierInfo *name;
    MacroInfo *hosts, *clangs;
  };

  /// Not before the first file: a precompiled prelude knows the names' macros.
  void addAll() {
    llvm::SmallVector<StringRef, 3> parts;
    StringRef(version_).split(parts, '.');
    parts.resize(3, "0");
    add("__GNUC__", parts[0], tok::numeric_constant);
    add("__GNUG__", parts[0], tok::numeric_constant);
    add("__GNUC_MINOR__", parts[1], tok::numeric_constant);
    add("__GNUC_PATCHLEVEL__", parts[2], tok::numeric_constant);
    const std::string quoted = "\"" + version_ + "\"";
    add("__VERSION__", quoted, tok::string_literal);
  }

  void add(const char *name, StringRef text, tok::TokenKind kind) {
    for (const auto &[macro, isUndefined] : preprocessor_.getPreprocessorOpts().Macros)
      if (StringRef(macro).take_until([](char c) { return c == '='; }) == name)
        return; // the command line counts
    Token token;
    token.startToken();
    token.setKind(kind);
    preprocessor_.CreateString(text, token);
    MacroInfo *info = preprocessor_.AllocateMacroInfo(token.getLocation());
    info->setTokens({token}, preprocessor_.getPreprocessorAllocator());
    IdentifierInfo *identifier = preprocessor_.getIdentifierInfo(name);
    macros_.push_back({identifier, info, preprocessor_.getMacroInfo(identifier)});
  }

  Preprocessor &preprocessor_;
  const std::string version_;
  llvm::SmallVector<Macro, 5> macros_;
  bool isOfProgram_ = false;
};

} // namespace

void addHostVersion(CompilerInstance &instance, const CompileJob &job) {
  if (!job.hostVersion.empty())
    instance.getPreprocessor().addPPCallbacks(
        std::make_unique<HostVersion>(instance.getPreprocessor(), job.hostVersion));
}

void addHostPragmas(CompilerInstance &instance) {
  Preprocessor &preprocessor = instance.getPreprocessor();
  preprocessor.AddPragmaHandler("GCC", new TargetPragma(instance));
  for (const char *name : {"push_options", "pop_options", "reset_options"})
    preprocessor.AddPragmaHandler("GCC", new OptionsPragma(name, instance));
}

void adaptHostAttributes(Sema &sema, Decl *decl) {
  if (isWritten<CUDADeviceAttr>(decl) || isWritten<CUDAGlobalAttr>(decl) ||
      isWritten<CUDAConstantAttr>(decl))
    return;
  if (!isHostPass()) {
    // What they name is no device code; versions of a function for several processors neither.
    decl->dropAttrs<AliasAttr, IFuncAttr, TargetAttr, TargetClonesAttr>();
    return;
  }
  auto *function = decl->getAsFunction();
  if (function && !currentTarget.empty() && !function->hasAttr<TargetAttr>() &&
      !function->hasAttr<TargetClonesAttr>())
    function->addAttr(TargetAttr::CreateImplicit(sema.Context, currentTarget));
}

} // namespace anywarp::frontend
