// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/overrides/AsmOperands.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace anywarp::frontend {

/// The statement up to its last parenthesis, with the commas that nvcc does not need.
static llvm::SmallVector<Token, 32> readStatement(Preprocessor &preprocessor, ReadToken read) {
  llvm::SmallVector<Token, 32> tokens;
  unsigned depth = 0;
  bool hasOperands = false; // a colon was read
  for (;;) {
    Token token;
    read(&preprocessor, token);
    const bool isNext = depth == 1 && hasOperands && tokens.back().is(tok::r_paren) &&
                        (token.is(tok::l_square) || tok::isStringLiteral(token.getKind()));
    if (isNext) {
      Token comma;
      comma.startToken();
      comma.setKind(tok::comma);
      comma.setLocation(token.getLocation());
      comma.setLength(1);
      tokens.push_back(comma);
    }
    tokens.push_back(token);
    hasOperands |= depth == 1 && token.isOneOf(tok::colon, tok::coloncolon);
    if (token.is(tok::l_paren))
      ++depth;
    else if (token.is(tok::r_paren) && depth > 0)
      --depth;
    const bool isWord = token.isOneOf(tok::kw_volatile, tok::kw_inline, tok::kw_goto);
    if ((depth == 0 && !isWord) || token.isOneOf(tok::semi, tok::eof))
      return tokens;
  }
}

void readAsm(Preprocessor &preprocessor, const Token &token, ReadToken read) {
  if (token.isNot(tok::kw_asm) || preprocessor.isPreprocessedOutput() ||
      isInDirective(preprocessor))
    return;
  static llvm::DenseSet<SourceLocation::UIntTy> seen; // some are read again
  if (!seen.insert(token.getLocation().getRawEncoding()).second)
    return;
  const llvm::SmallVector<Token, 32> tokens = readStatement(preprocessor, read);
  auto stream = std::make_unique<Token[]>(tokens.size());
  std::copy(tokens.begin(), tokens.end(), stream.get());
  preprocessor.EnterTokenStream(std::move(stream), tokens.size(), /*DisableMacroExpansion=*/true,
                                /*IsReinject=*/true);
}

} // namespace anywarp::frontend
