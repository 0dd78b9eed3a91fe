// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of Clang's preprocessor, replaced through the linker's --wrap as in
// SemaOverride.cpp: alignas after a memory space, and an end to parses that would take exponential
// time.
#include "frontend/Annotations.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace anywarp::frontend;

#define AW_LEX "_ZN5clang12Preprocessor3LexERNS_5TokenE"

// Clang's own.
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

} // namespace

void wrapLex(Preprocessor *preprocessor, Token &token) asm("__wrap_" AW_LEX);
void wrapLex(Preprocessor *preprocessor, Token &token) {
  // While a parse may be undone, Clang reads from a list of tokens. What the list does not have yet
  // it reads by a second call of this function from within the first.
  static unsigned depth = 0;
  isNew = depth > 0;
  ++depth;
  realLex(preprocessor, token);
  --depth;
  if (depth > 0)
    return;
  countRepeats(preprocessor, token);
  relaxAlignas(token);
}
