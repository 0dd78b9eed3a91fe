// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sections of debug information (PTX ISA, ".section"): data directives .b8, .b16, .b32 and .b64
// with integers, labels, names of sections, and differences of labels.
#include "ptx/parse/ParserImpl.h"

namespace anywarp::ptx {

static unsigned bytesOf(std::string_view directive) {
  return directive == "b8"    ? 1
         : directive == "b16" ? 2
         : directive == "b32" ? 4
         : directive == "b64" ? 8
                              : 0;
}

static void append(DebugSection &section, uint64_t value, unsigned size) {
  for (unsigned i = 0; i < size; ++i)
    section.bytes += char(i < 8 ? value >> (8 * i) : 0);
}

/// One value behind a data directive; false if there is none.
bool Parser::parseDebugValue(DebugSection &section, unsigned size) {
  const bool isNegative = accept('-');
  if (tok_.is(Token::Integer)) {
    append(section, isNegative ? -tok_.integer : tok_.integer, size);
    advance();
    return true;
  }
  if (!tok_.is(Token::Identifier) && !tok_.is(Token::Dot))
    return false;
  DebugSection::Reference reference{section.bytes.size(), size, nameWithDot(), "", 0};
  advance();
  if (atSymbol('+') || atSymbol('-')) {
    const bool subtracts = atSymbol('-');
    advance();
    if (tok_.is(Token::Integer))
      reference.addend = subtracts ? -int64_t(tok_.integer) : int64_t(tok_.integer);
    else if (subtracts)
      reference.minus = nameWithDot();
    advance();
  }
  append(section, 0, size);
  section.references.push_back(std::move(reference));
  return true;
}

std::string Parser::nameWithDot() const {
  return (tok_.is(Token::Dot) ? "." : "") + std::string(tok_.text);
}

/// What stands between the braces. Nothing in it is an error: what is not understood is left out.
void Parser::parseDebugData(DebugSection &section) {
  for (unsigned depth = 0; !tok_.is(Token::End);) {
    if (atSymbol('{')) {
      ++depth;
    } else if (atSymbol('}')) {
      if (depth-- == 0)
        return;
    } else if (tok_.is(Token::Dot)) {
      const unsigned size = bytesOf(tok_.text);
      advance();
      if (size)
        while (parseDebugValue(section, size) && accept(','))
          ;
      continue;
    } else if (tok_.is(Token::Identifier)) {
      std::string label(tok_.text);
      advance();
      if (atSymbol(':'))
        section.labels[label] = section.bytes.size();
      continue;
    }
    advance();
  }
}

void Parser::parseSection() {
  advance();
  if (!tok_.is(Token::Dot) && !tok_.is(Token::Identifier)) {
    failExpected("a section name");
    return skipModuleItem();
  }
  DebugSection section;
  section.name = nameWithDot();
  advance();
  if (!atSymbol('{')) {
    failExpected("'{' after the section name");
    return skipModuleItem();
  }
  TextLoc loc = tok_.loc();
  advance();
  parseDebugData(section);
  if (!accept('}')) {
    fail(loc, "Section is not closed");
    return;
  }
  if (module_->debugUnits.empty())
    module_->debugUnits.emplace_back();
  module_->debugUnits.front().sections.push_back(std::move(section));
}

} // namespace anywarp::ptx
