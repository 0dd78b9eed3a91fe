// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of Clang that read tokens and pragmas, replaced through the linker's --wrap as in
// SemaOverride.cpp. They are about launches (LaunchTokens.cpp), trailing commas and alignas after a
// memory space. They are about pragmas that come out of macros or stand before what is no loop. And
// they end parses that would take exponential time.
#include "frontend/Dialect.h"
#include "frontend/Frontend.h"
#include "frontend/Overrides.h"
#include "frontend/Pass.h"
#include "frontend/PassState.h"
#include "frontend/ast/Numbered.h"
#include "frontend/ast/Warnings.h"
#include "frontend/nvrtc/Rules.h"
#include "frontend/overrides/AsmOperands.h"
#include "frontend/overrides/LaunchTokens.h"

#include "clang/AST/Expr.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;
using namespace anywarp::frontend;

// Clang's own.
llvm::APSInt realKnownInt(const Expr *, const ASTContext &,
                          llvm::SmallVectorImpl<PartialDiagnosticAt> *) asm("__real_" AW_KNOWN_INT);
bool realCheckLoopHint(Sema *, Expr *count, SourceLocation,
                       bool allowsZero) asm("__real_" AW_LOOP_HINT);
void realLex(Preprocessor *, Token &) asm("__real_" AW_LEX);

namespace {

uint64_t newTokens = 0; ///< read so far from files and macros
uint64_t repeated = 0;  ///< read again by parses that were undone, since one went on
bool isNew = false;     ///< the token being read was not read before

/// Far above what nesting needs that a person or a generator writes, and a few seconds at most.
constexpr uint64_t kRepeatsAtLeast = 10'000'000;
constexpr uint64_t kRepeatsPerToken = 16;

/// Clang tries to read "A<..." as a template's arguments, goes back and reads it in another way.
/// Within it the same question comes up for the next "A<", so that unknown names one in the other's
/// brackets cost time that doubles with each. Such a parse reads the same tokens over and over and
/// no new one.
void countRepeats(Preprocessor *preprocessor, const Token &token) {
  if (isNew || !preprocessor->isBacktrackEnabled()) {
    ++newTokens;
    repeated = 0;
    return;
  }
  if (++repeated < kRepeatsAtLeast + kRepeatsPerToken * newTokens)
    return;
  DiagnosticsEngine &diagnostics = preprocessor->getDiagnostics();
  diagnostics.Report(
      token.getLocation(),
      diagnostics.getCustomDiagID(
          DiagnosticsEngine::Fatal,
          "this can be read in too many ways; most often names that are not declared "
          "are nested in angle brackets"));
  endPassWithErrors();
}

/// `__shared__ alignas(16) float tile[256];`: nvcc takes alignas after an attribute, the C++
/// grammar does not. As C's _Alignas it may stand anywhere among the specifiers.
void relaxAlignas(Token &token) {
  static unsigned matched = 0; // tokens of "shared ) )" seen
  if (token.is(tok::r_paren)) {
    matched = matched == 1 || matched == 2 ? matched + 1 : 0;
    return;
  }
  if (matched == 3 && token.is(tok::kw_alignas))
    token.setKind(tok::kw__Alignas);
  matched = 0;
  if (token.is(tok::identifier))
    if (const IdentifierInfo *name = token.getIdentifierInfo())
      if (name->isStr("shared") || name->isStr("device") || name->isStr("constant"))
        matched = 1;
}

/// `#define UNROLL #pragma unroll`, used on a line of its own: nvcc reads what the preprocessor has
/// written, where this is a directive of that line. NVRTC does not, and no other directive is
/// taken.
bool beginsPragma(Preprocessor *preprocessor, const Token &token) {
  if (token.isNot(tok::hash) || !token.isAtStartOfLine() || !token.getLocation().isMacroID() ||
      !dialect().hasPragmasInMacros)
    return false;
  const SourceManager &manager = preprocessor->getSourceManager();
  std::optional<Token> next = Lexer::findNextToken(manager.getSpellingLoc(token.getLocation()),
                                                   manager, preprocessor->getLangOpts());
  return next && next->is(tok::raw_identifier) && next->getRawIdentifier() == "pragma";
}

/// Puts _Pragma("...") in place of the line that `token` begins, and reads on behind it.
void readPragma(Preprocessor *preprocessor, Token &token) {
  const SourceLocation where = token.getLocation();
  realLex(preprocessor, token); // "pragma"
  std::string text;
  for (realLex(preprocessor, token); token.isNot(tok::eof) && !token.isAtStartOfLine();
       realLex(preprocessor, token)) {
    if (token.isAnnotation())
      continue;
    if (token.hasLeadingSpace())
      text += ' ';
    text += preprocessor->getSpelling(token);
  }
  auto make = [&](tok::TokenKind kind) {
    Token made;
    made.startToken();
    made.setKind(kind);
    made.setLocation(where);
    return made;
  };
  Token keyword = make(tok::identifier), literal = make(tok::string_literal);
  keyword.setIdentifierInfo(preprocessor->getIdentifierInfo("_Pragma"));
  keyword.setFlag(Token::StartOfLine);
  preprocessor->CreateString("\"" + Lexer::Stringify(text) + "\"", literal, where, where);
  const Token line[] = {keyword, make(tok::l_paren), literal, make(tok::r_paren), token};
  auto stream = std::make_unique<Token[]>(std::size(line));
  std::copy(std::begin(line), std::end(line), stream.get());
  preprocessor->EnterTokenStream(std::move(stream), std::size(line),
                                 /*DisableMacroExpansion=*/false, /*IsReinject=*/true);
  realLex(preprocessor, token);
}

/// What nvcc says of a `#pragma unroll` before `next`, which begins no loop; 0: nothing. Names of
/// types are not known here.
unsigned numberOfUnroll(const Token &next, const LangOptions &language) {
  const bool isDeclaration =
      next.isSimpleTypeSpecifier(language) ||
      next.isOneOf(tok::kw_auto, tok::kw_class, tok::kw_const, tok::kw_constexpr, tok::kw_enum,
                   tok::kw_extern, tok::kw_inline, tok::kw_namespace, tok::kw_register,
                   tok::kw_static, tok::kw_struct, tok::kw_template, tok::kw_typedef, tok::kw_union,
                   tok::kw_using, tok::kw_volatile, tok::kw___attribute);
  if (isDeclaration)
    return kPragmaNotAtStatement;
  if (next.isOneOf(tok::r_brace, tok::semi))
    return kPragmaNotHere;
  return readsHostFunction() ? 0 : kUnrollWithoutLoop;
}

/// `#pragma unroll` is for loops, and Clang knows it nowhere else. nvcc says so and goes on. Called
/// for each of them when it is first read; `token` is what to read in its place.
void judgeUnroll(Preprocessor *preprocessor, Token &token) {
  static llvm::DenseSet<SourceLocation::UIntTy> seen; // those before loops come again
  if (!seen.insert(token.getLocation().getRawEncoding()).second)
    return;
  const Token pragma = token;
  realLex(preprocessor, token);
  if (token.isOneOf(tok::kw_for, tok::kw_while, tok::kw_do, tok::annot_pragma_loop_hint)) {
    auto next = std::make_unique<Token[]>(1);
    next[0] = token;
    preprocessor->EnterTokenStream(std::move(next), 1, /*DisableMacroExpansion=*/true,
                                   /*IsReinject=*/true);
    token = pragma;
    return;
  }
  const unsigned number = numberOfUnroll(token, preprocessor->getLangOpts());
  if (number)
    warn(preprocessor->getDiagnostics(), pragma.getLocation(), number,
         number == kPragmaNotAtStatement ? "the #pragma unroll must immediately precede a statement"
         : number == kPragmaNotHere      ? "the #pragma unroll has no place here"
                                         : "the #pragma unroll must precede a loop");
}

/// `extents<int,>`: nvcc and NVRTC take a comma before the closing bracket for a pack without
/// elements.
bool isTrailingComma(Preprocessor &preprocessor, const Token &token) {
  static bool isOperator = false; // `operator,` may end such a list
  if (std::exchange(isOperator, token.is(tok::kw_operator)) || token.isNot(tok::comma) ||
      token.getLocation().isMacroID())
    return false;
  const SourceManager &manager = preprocessor.getSourceManager();
  const char *text = manager.getCharacterData(manager.getSpellingLoc(token.getLocation())) + 1;
  while (isWhitespace(*text))
    ++text;
  return *text == '>' && !isInDirective(preprocessor);
}

/// Words of C++11 in our own headers, which need them also where the program is C++03.
void readOwnWords(Preprocessor &preprocessor, Token &token) {
  if (preprocessor.getLangOpts().CPlusPlus11 || token.isNot(tok::identifier))
    return;
  static const llvm::StringMap<tok::TokenKind> words = {{"alignas", tok::kw_alignas},
                                                        {"alignof", tok::kw_alignof},
                                                        {"constexpr", tok::kw_constexpr},
                                                        {"decltype", tok::kw_decltype},
                                                        {"noexcept", tok::kw_noexcept},
                                                        {"nullptr", tok::kw_nullptr},
                                                        {"static_assert", tok::kw_static_assert}};
  const auto word = words.find(token.getIdentifierInfo()->getName());
  if (word == words.end())
    return;
  const SourceManager &manager = preprocessor.getSourceManager();
  const SourceLocation where = manager.getSpellingLoc(token.getLocation());
  if (manager.isInSystemHeader(where) &&
      manager.getFilename(where).starts_with(installation().include + "/"))
    token.setKind(word->second);
}

} // namespace

void wrapLex(Preprocessor *preprocessor, Token &token) asm("__wrap_" AW_LEX);
void wrapLex(Preprocessor *preprocessor, Token &token) {
  // While a parse may be undone, Clang reads from a list of tokens. What the list does not have yet
  // it reads by a second call of this function from within the first.
  static unsigned depth = 0;
  isNew = depth > 0;
  ++depth;
  realLex(preprocessor, token);
  while (beginsPragma(preprocessor, token))
    readPragma(preprocessor, token);
  readLaunch(*preprocessor, token, realLex);
  readAsm(*preprocessor, token, realLex);
  readOwnWords(*preprocessor, token);
  if (token.is(tok::annot_pragma_loop_hint))
    judgeUnroll(preprocessor, token);
  if (dialect().forgetsForeignWords)
    forgetForeignWord(*preprocessor, token);
  --depth;
  if (depth > 0) // perhaps for the arguments of a macro, of which one may be `>`
    return;
  if (isTrailingComma(*preprocessor, token)) {
    ++depth;
    realLex(preprocessor, token);
    --depth;
  }
  countRepeats(preprocessor, token);
  relaxAlignas(token);
}

// Counts that Clang calls an error, and nvcc's reason to leave the loop alone: `#pragma unroll -1`,
// `#pragma unroll 0x100000000`. From 8192 on it leaves it alone without a word (seen), where LLVM
// would write the body as often as it is told to.
bool wrapCheckLoopHint(Sema *sema, Expr *count, SourceLocation where,
                       bool allowsZero) asm("__wrap_" AW_LOOP_HINT);
bool wrapCheckLoopHint(Sema *sema, Expr *count, SourceLocation where, bool allowsZero) {
  constexpr int64_t kLeftAlone = 8192;
  if (!count || count->containsErrors()) // that error was told, perhaps for an instance
    return true;
  std::optional<llvm::APSInt> value;
  if (!count->isValueDependent())
    value = count->getIntegerConstantExpr(sema->Context);
  const bool isPositive = value && value->isStrictlyPositive();
  if (!value || (isPositive && *value < kLeftAlone))
    return realCheckLoopHint(sema, count, where, allowsZero);
  const bool isInt = *value <= int64_t(INT_MAX);
  const unsigned number = isPositive ? 20167 : 20168;
  if (!(isPositive && isInt))
    warn(sema->getDiagnostics(), where, number,
         "the unroll value %select{cannot be zero or negative|does not fit an int}0; the pragma is "
         "ignored for this loop",
         isPositive);
  return true; // and the hint is dropped
}

// Clang 19 asks for the value of a count when it makes the instance of a template, and crashes if
// that depends on another template, as a generic lambda's does. It looks only whether it is 0 or 1.
llvm::APSInt
wrapKnownInt(const Expr *expression, const ASTContext &context,
             llvm::SmallVectorImpl<PartialDiagnosticAt> *notes) asm("__wrap_" AW_KNOWN_INT);
llvm::APSInt wrapKnownInt(const Expr *expression, const ASTContext &context,
                          llvm::SmallVectorImpl<PartialDiagnosticAt> *notes) {
  return expression->isValueDependent() ? llvm::APSInt::get(2)
                                        : realKnownInt(expression, context, notes);
}
