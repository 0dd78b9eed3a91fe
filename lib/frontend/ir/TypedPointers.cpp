// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A `*` follows a complete type: the tokens of that type, found by walking back over brackets, are
// dropped and `ptr` stands for them.
#include "frontend/ir/TypedPointers.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace anywarp::frontend::ir {
namespace {

struct Token {
  std::string text;
  std::string_view blanks; ///< before it, with comments
};

bool isWordCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '-' || c == '$' || c == '%' || c == '@' || c == '!' || c == '#' ||
         c == '\\';
}

/// Where the token at `at` ends: a word, with a quoted name if it has one, a string, or one
/// character.
size_t endOfToken(std::string_view text, size_t at) {
  auto quoted = [&](size_t from) {
    size_t end = text.find('"', from + 1);
    return end == std::string_view::npos ? text.size() : end + 1;
  };
  if (text[at] == '"')
    return quoted(at);
  if (!isWordCharacter(text[at]))
    return at + 1;
  size_t end = at + 1;
  while (end < text.size() && isWordCharacter(text[end]))
    ++end;
  bool isSigil = end == at + 1 && (text[at] == '%' || text[at] == '@' || text[at] == '!');
  return isSigil && end < text.size() && text[end] == '"' ? quoted(end) : end;
}

/// Index of the token that opens what `closing` closes.
std::optional<size_t> opening(const std::vector<Token> &tokens, size_t closing) {
  size_t depth = 0;
  for (size_t i = closing + 1; i-- > 0;) {
    const std::string &t = tokens[i].text;
    if (t == ")" || t == "]" || t == "}" || t == ">")
      ++depth;
    else if ((t == "(" || t == "[" || t == "{" || t == "<") && --depth == 0)
      return i;
  }
  return std::nullopt;
}

/// First token of the type that ends with token `last`.
std::optional<size_t> startOfType(const std::vector<Token> &tokens, size_t last) {
  for (std::optional<size_t> at = last; at;) {
    const std::string &t = tokens[*at].text;
    if (t == "]" || t == "}" || t == ">")
      return opening(tokens, *at);
    if (t != ")")
      return at;               // a name
    at = opening(tokens, *at); // the parameters; what the function returns stands before
    if (!at || *at == 0)
      return std::nullopt;
    --*at;
  }
  return std::nullopt;
}

} // namespace

std::string withOpaquePointers(std::string_view text) {
  std::vector<Token> tokens;
  for (size_t at = 0, gap = 0; at < text.size();) {
    char c = text[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at;
      continue;
    }
    if (c == ';') { // a comment
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    size_t end = endOfToken(text, at);
    Token token{std::string(text.substr(at, end - at)), text.substr(gap, at - gap)};
    at = gap = end;
    if (token.text != "*" || tokens.empty()) {
      tokens.push_back(std::move(token));
      continue;
    }
    // In `T addrspace(n)*` the address space is the pointer's.
    std::string pointer = "ptr";
    size_t last = tokens.size() - 1;
    if (last >= 4 && tokens[last].text == ")" && tokens[last - 2].text == "(" &&
        tokens[last - 3].text == "addrspace") {
      pointer += " addrspace(" + tokens[last - 1].text + ")";
      last -= 4;
    }
    if (std::optional<size_t> start = startOfType(tokens, last)) {
      token = {std::move(pointer), tokens[*start].blanks};
      tokens.resize(*start);
    }
    tokens.push_back(std::move(token));
  }
  // Lines stay lines, so that places in messages are nearly right.
  std::string out;
  out.reserve(text.size());
  for (const Token &token : tokens) {
    size_t lines = size_t(std::count(token.blanks.begin(), token.blanks.end(), '\n'));
    if (lines)
      out.append(lines, '\n');
    else if (!token.blanks.empty())
      out += ' ';
    out += token.text;
  }
  out += '\n';
  return out;
}

} // namespace anywarp::frontend::ir
