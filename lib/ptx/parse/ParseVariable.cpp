// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of variables, parameters and registers. Initialisers: ParseInitialiser.cpp.
#include <algorithm>
#include <limits>

#include "ptx/parse/ParserImpl.h"

namespace anywarp::ptx {

namespace {

/// Bytes of one element; the types that ISA variables may have are all whole bytes.
uint64_t elementBytes(const Variable &variable) {
  return (uint64_t(sizeInBits(variable.type)) + 7) / 8 * variable.vector;
}

} // namespace

bool Parser::parseAttributes(bool &isManaged) {
  if (!expect('(', "after .attribute"))
    return false;
  do {
    if (acceptDot("managed")) {
      isManaged = true;
    } else if (acceptDot("unified")) { // two 64-bit halves of an identifier
      if (accept('(')) {
        uint64_t ignored;
        if (!parseUnsigned(ignored, ~0ull, "unified identifier") || !expect(',', "in .unified") ||
            !parseUnsigned(ignored, ~0ull, "unified identifier") || !expect(')', "after .unified"))
          return false;
      }
    } else {
      return failExpected("an attribute, .managed or .unified");
    }
  } while (accept(','));
  return expect(')', "after the attributes");
}

bool Parser::parseVariableHead(Variable &head, Place place) {
  TextLoc loc = tok_.loc();
  head.space = StateSpace(findWord(tok_.text).value);
  advance();
  if (head.space == StateSpace::Const && accept('[')) { // banks of PTX 1
    uint64_t bank;
    if (!parseUnsigned(bank, 10, "constant bank") || !expect(']', "after the constant bank"))
      return false;
  }
  bool hasType = false;
  if (head.space == StateSpace::Tex) { // .tex .u32 name is the old form of .global .texref
    if (!acceptDot("u32") && !acceptDot("u64") && !acceptDot("s32"))
      return failExpected("type .u32 or .u64 after .tex");
    head.space = StateSpace::Global;
    head.type = Type::TexRef;
    hasType = true;
  }
  head.align = 0;
  while (tok_.is(Token::Dot)) {
    Word word = findWord(tok_.text);
    if (word.kind == Word::Type) {
      if (hasType)
        return fail(tok_.loc(), "Second type '." + std::string(tok_.text) + "' in a declaration");
      head.type = Type(word.value);
      hasType = true;
      advance();
    } else if (word.kind == Word::Vector) {
      head.vector = uint8_t(word.value);
      advance();
    } else if (acceptDot("align")) {
      uint64_t align;
      TextLoc at = tok_.loc();
      if (!parseUnsigned(align, 1u << 30, "alignment"))
        return false;
      if (!align || (align & (align - 1)))
        return fail(at, "Alignment " + std::to_string(align) + " is not a power of two");
      head.align = uint32_t(align);
    } else if (acceptDot("attribute")) {
      if (!parseAttributes(head.isManaged))
        return false;
    } else if (place == Place::Parameter && acceptDot("ptr")) {
      head.ptrParam = true;
      if (tok_.is(Token::Dot) && findWord(tok_.text).kind == Word::Space) {
        head.ptrSpace = StateSpace(findWord(tok_.text).value);
        advance();
      }
      // An .align that follows speaks of what the pointer points to.
      if (acceptDot("align")) {
        uint64_t ignored;
        if (!parseUnsigned(ignored, ~0ull, "alignment"))
          return false;
      }
    } else {
      return fail(tok_.loc(), "Unknown word '." + std::string(tok_.text.substr(0, 60)) +
                                  "' in a declaration, expected a type");
    }
  }
  if (!hasType)
    return failExpected("a type");
  if (head.type == Type::TF32 || (head.type >= Type::U8x4 && head.type < Type::TexRef) ||
      sizeInBits(head.type) == 0)
    return fail(loc, "Type ." + std::string(toString(head.type)) +
                         " may only be used as an instruction type");
  bool isRegister = head.space == StateSpace::Reg;
  unsigned bits = sizeInBits(head.type);
  if (!isRegister && !isOpaque(head.type) &&
      (head.type == Type::Pred || bits < 8 || bits > 128 || (bits & (bits - 1))))
    return fail(loc,
                "Type ." + std::string(toString(head.type)) + " is not allowed for a variable");
  if (head.vector > 1 && (head.type == Type::Pred || elementBytes(head) > 32))
    return fail(loc, "Vector of type ." + std::string(toString(head.type)) + " is not allowed");
  if (isOpaque(head.type) && head.space != StateSpace::Global && head.space != StateSpace::Param)
    return fail(loc,
                "Opaque type ." + std::string(toString(head.type)) + " must be .global or .param");
  return true;
}

bool Parser::parseDims(Variable &variable) {
  while (atSymbol('[')) {
    TextLoc loc = tok_.loc();
    advance();
    if (accept(']')) {
      if (!variable.dims.empty())
        return fail(loc, "Only the first dimension of an array may be open");
      variable.dims.push_back(0);
      continue;
    }
    int64_t dim;
    if (!parseIntegerConstant(dim, "an array dimension") ||
        !expect(']', "after the array dimension"))
      return false;
    if (dim < 0)
      return fail(loc, "Array dimension " + std::to_string(dim) + " is negative");
    if (variable.dims.size() >= 16)
      return fail(loc, "Array has more than 16 dimensions");
    variable.dims.push_back(uint64_t(dim));
  }
  return true;
}

bool Parser::finishVariable(Variable &variable, Place place) {
  if (!variable.align)
    variable.align = uint32_t(std::max<uint64_t>(elementBytes(variable), 1));
  uint64_t size = elementBytes(variable);
  for (uint64_t dim : variable.dims)
    if (__builtin_mul_overflow(size, std::max<uint64_t>(dim, 1), &size))
      size = std::numeric_limits<uint64_t>::max();
  if (size > uint64_t(1) << 47)
    return fail(variable.loc, "Variable '" + variable.name + "' is too large");
  // Parameters and the spaces of a block have small limits of their own, checked where memory is
  // laid out; 4 GB keeps offsets in 32 bits.
  if (variable.space != StateSpace::Global && size > 0xffffffffu)
    return fail(variable.loc, "Variable '" + variable.name + "' is too large for ." +
                                  std::string(toString(variable.space)));
  return true;
}

bool Parser::parseModuleVariables(const Linkage &linkage) {
  Variable head;
  TextLoc loc = tok_.loc();
  head.isExtern = linkage.isExtern;
  head.isVisible = linkage.isVisible;
  head.isWeak = linkage.isWeak;
  head.isCommon = linkage.isCommon;
  if (!parseVariableHead(head, Place::Module))
    return false;
  switch (head.space) {
  case StateSpace::Global:
  case StateSpace::Const:
  case StateSpace::Shared:
    break;
  case StateSpace::Local: // accepted by the manual's compilers of old at this level: one for each
                          // thread
    break;
  default:
    return fail(loc, "State space ." + std::string(toString(head.space)) +
                         " is not allowed at module level");
  }
  do {
    Variable variable = head;
    variable.loc = tok_.loc();
    if (!tok_.is(Token::Identifier))
      return failExpected("the name of a variable");
    std::string_view name = tok_.text;
    variable.name = std::string(name);
    advance();
    if (!parseDims(variable))
      return false;
    // The name is known inside its own initialiser.
    bool isNew = !symbols_.find(name);
    if (isNew)
      symbols_.declare(name, Symbol::Variable)->type = variable.type;
    if (accept('=') && !parseInitialiser(variable))
      return false;
    if (!finishVariable(variable, Place::Module))
      return false;
    bool isOpen = !variable.dims.empty() && variable.dims[0] == 0;
    if (isOpen && !variable.isExtern)
      return fail(variable.loc,
                  "Variable '" + variable.name + "' has an open dimension and no initialiser");
    if (variable.isExtern && !variable.initial.empty())
      return fail(variable.loc,
                  "Variable '" + variable.name + "' is .extern and has an initialiser");
    if (!addModuleVariable(std::move(variable)))
      return false;
  } while (accept(','));
  return expect(';', "after the declaration");
}

bool Parser::addModuleVariable(Variable &&variable) {
  Symbol *symbol = symbols_.find(variable.name);
  if (symbol->kind != Symbol::Variable)
    return fail(variable.loc, "'" + variable.name + "' is a function already");
  if (symbol->count) { // count: index + 1 of a variable that the module has
    Variable &known = *module_->variables[symbol->count - 1];
    if (!known.isExtern && !variable.isExtern)
      return fail(variable.loc, "Duplicate definition of variable '" + variable.name + "'");
    if (known.space != variable.space || known.type != variable.type ||
        known.vector != variable.vector)
      return fail(variable.loc,
                  "Variable '" + variable.name + "' is declared again with another type or space");
    if (known.isExtern && !variable.isExtern)
      known = std::move(variable);
    return true;
  }
  module_->variables.push_back(std::make_unique<Variable>(std::move(variable)));
  symbol->count = uint32_t(module_->variables.size());
  return true;
}

bool Parser::parseBodyVariables() {
  TextLoc loc = tok_.loc();
  Variable head;
  if (!parseVariableHead(head, Place::Body))
    return false;
  switch (head.space) {
  case StateSpace::Local:
  case StateSpace::Shared:
  case StateSpace::Param:
  case StateSpace::Global:
  case StateSpace::Const:
    break;
  default:
    return fail(loc, "State space ." + std::string(toString(head.space)) +
                         " is not allowed in a function");
  }
  do {
    Variable variable = head;
    variable.loc = tok_.loc();
    if (!tok_.is(Token::Identifier))
      return failExpected("the name of a variable");
    std::string_view name = tok_.text;
    advance();
    variable.name = std::string(name);
    if (!parseDims(variable))
      return false;
    if (accept('=') && !parseInitialiser(variable))
      return false;
    if (!finishVariable(variable, Place::Body))
      return false;
    std::string_view unique = uniqueName(name);
    Symbol *symbol = symbols_.declare(name, Symbol::Variable);
    if (!symbol)
      return fail(variable.loc, "Duplicate definition of variable '" + variable.name + "'");
    symbol->type = variable.type;
    symbol->uniqueName = unique;
    variable.name = std::string(unique);
    function_->locals.push_back(std::move(variable));
  } while (accept(','));
  return expect(';', "after the declaration");
}

bool Parser::parseRegisters() {
  Variable head;
  if (!parseVariableHead(head, Place::Body))
    return false;
  if (head.vector > 4)
    return fail(tok_.loc(), "Vector registers have 2 or 4 elements");
  do {
    TextLoc loc = tok_.loc();
    if (!tok_.is(Token::Identifier))
      return failExpected("the name of a register");
    std::string_view name = tok_.text;
    advance();
    uint64_t count = 0;
    bool isRange = false;
    if (accept('<')) {
      isRange = true;
      if (!parseUnsigned(count, 1000000000, "number of registers") ||
          !expect('>', "after the number of registers"))
        return false;
    }
    std::string_view unique = isRange ? name : uniqueName(name);
    Symbol *symbol = symbols_.declare(name, isRange ? Symbol::Range : Symbol::Register);
    if (!symbol)
      return fail(loc,
                  "Duplicate definition of register '" + std::string(name.substr(0, 200)) + "'");
    symbol->type = head.type;
    symbol->vector = head.vector;
    symbol->count = uint32_t(count);
    symbol->uniqueName = unique;
  } while (accept(','));
  return expect(';', "after the registers");
}

bool Parser::parseParameterList(std::vector<Variable> &list, bool isEntry) {
  if (!expect('(', "before the parameters"))
    return false;
  if (accept(')'))
    return true;
  do {
    Variable param;
    param.loc = tok_.loc();
    if (!tok_.is(Token::Dot) || (tok_.text != "param" && tok_.text != "reg"))
      return failExpected(isEntry ? ".param" : ".param or .reg");
    if (isEntry && tok_.text == "reg")
      return fail(param.loc, "Parameters of an .entry must be .param");
    if (!parseVariableHead(param, Place::Parameter))
      return false;
    param.loc = tok_.loc();
    if (!tok_.is(Token::Identifier))
      return failExpected("the name of a parameter");
    param.name = std::string(tok_.text);
    std::string_view name = tok_.text;
    advance();
    if (!parseDims(param) || !finishVariable(param, Place::Parameter))
      return false;
    if (name != "_")
      parameterNames_.push_back(
          {name, param.loc, param.type, param.vector, param.space == StateSpace::Reg});
    list.push_back(std::move(param));
    if (list.size() > 10000)
      return fail(list.back().loc, "More than 10000 parameters");
  } while (accept(','));
  return expect(')', "after the parameters");
}

} // namespace anywarp::ptx
