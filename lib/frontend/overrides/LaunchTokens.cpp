// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernel launches as nvcc reads them and Clang does not: `k<<<{1, 2}, {3, 4, 5}>>>()`, whose braces
// initialise what the launch takes at that place, and `k << < a, b >> > ()`, as formatters that do
// not know CUDA leave it. Both become tokens that Clang takes, when they are read.
#include "frontend/overrides/LaunchTokens.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorLexer.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace anywarp::frontend {

bool isInDirective(Preprocessor &preprocessor) {
  struct Open : PreprocessorLexer {
    static bool read(const PreprocessorLexer &lexer) {
      return lexer.*(&Open::ParsingPreprocessorDirective);
    }
  };
  const PreprocessorLexer *lexer = preprocessor.getCurrentLexer();
  return lexer && Open::read(*lexer);
}

namespace {

/// Whether a token of this kind comes next in the text behind `token`.
bool isFollowedBy(Preprocessor &preprocessor, const Token &token, tok::TokenKind kind) {
  const SourceManager &manager = preprocessor.getSourceManager();
  std::optional<Token> next = Lexer::findNextToken(manager.getSpellingLoc(token.getLocation()),
                                                   manager, preprocessor.getLangOpts());
  return next && next->is(kind);
}

Token makeToken(tok::TokenKind kind, SourceLocation where) {
  Token made;
  made.startToken();
  made.setKind(kind);
  made.setLocation(where);
  return made;
}

/// The tokens behind `<<<` up to the end of the launch's configuration, or to where it cannot go
/// on.
class Configuration {
public:
  Configuration(Preprocessor &preprocessor, ReadToken read)
      : preprocessor_(preprocessor), read_(read) {}

  void read() {
    unsigned depth = 0;
    size_t spaced = 0; // the last ">> >(" outside of brackets
    for (Token token;;) {
      read_(&preprocessor_, token);
      if (token.isOneOf(tok::l_paren, tok::l_brace, tok::l_square)) {
        const size_t n = tokens_.size();
        if (depth == 0 && token.is(tok::l_paren) && n >= 2 && tokens_[n - 1].is(tok::greater) &&
            tokens_[n - 2].is(tok::greatergreater))
          spaced = n;
        if (depth == 0 && token.is(tok::l_brace))
          addType(token.getLocation());
        ++depth;
      } else if (token.isOneOf(tok::r_paren, tok::r_brace, tok::r_square)) {
        if (depth == 0) { // of what is around
          tokens_.push_back(token);
          break;
        }
        --depth;
      } else if (depth == 0 && token.is(tok::comma)) {
        ++argument_;
      }
      tokens_.push_back(token);
      const bool isEnd = token.isOneOf(tok::greatergreatergreater, tok::semi) && depth == 0;
      if (isEnd || token.is(tok::eof)) {
        if (!token.is(tok::greatergreatergreater))
          closeAt(spaced);
        return;
      }
      continue;
    }
    closeAt(spaced);
  }

  void enter() {
    auto stream = std::make_unique<Token[]>(tokens_.size());
    std::copy(tokens_.begin(), tokens_.end(), stream.get());
    preprocessor_.EnterTokenStream(std::move(stream), tokens_.size(),
                                   /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
  }

private:
  /// What the braces that stand alone as an argument initialise.
  void addType(SourceLocation where) {
    static const char *const types[] = {"dim3", "dim3", "size_t", "cudaStream_t"};
    if (argument_ >= std::size(types) || !(tokens_.empty() || tokens_.back().is(tok::comma)))
      return;
    tokens_.push_back(makeToken(tok::coloncolon, where));
    Token name = makeToken(tok::identifier, where);
    name.setIdentifierInfo(preprocessor_.getIdentifierInfo(types[argument_]));
    tokens_.push_back(name);
  }

  void closeAt(size_t end) {
    if (end == 0)
      return;
    tokens_[end - 2].setKind(tok::greatergreatergreater);
    tokens_[end - 2].setLength(3);
    tokens_.erase(tokens_.begin() + end - 1);
  }

  Preprocessor &preprocessor_;
  ReadToken read_;
  llvm::SmallVector<Token, 32> tokens_;
  unsigned argument_ = 0;
};

} // namespace

void readLaunch(Preprocessor &preprocessor, Token &token, ReadToken read) {
  if (preprocessor.isPreprocessedOutput()) // -E prints what was written
    return;
  const SourceManager &manager = preprocessor.getSourceManager();
  const SourceLocation place = manager.getSpellingLoc(token.getLocation());
  static SourceLocation named; // behind `operator`: `operator<< <T>` is no launch
  if (token.is(tok::kw_operator))
    if (std::optional<Token> next =
            Lexer::findNextToken(place, manager, preprocessor.getLangOpts()))
      named = next->getLocation();
  const bool isSpaced =
      token.is(tok::lessless) && place != named && isFollowedBy(preprocessor, token, tok::less);
  if ((!isSpaced && token.isNot(tok::lesslessless)) || isInDirective(preprocessor))
    return;
  static llvm::DenseSet<SourceLocation::UIntTy> seen; // some are read again
  if (!seen.insert(token.getLocation().getRawEncoding()).second)
    return;
  if (isSpaced) {
    Token less;
    read(&preprocessor, less);
    token.setKind(tok::lesslessless);
    token.setLength(3);
  }
  Configuration configuration(preprocessor, read);
  configuration.read();
  configuration.enter();
}

} // namespace anywarp::frontend
