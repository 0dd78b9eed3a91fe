// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions: guard, dotted words in any order, operands.
#include <iterator>

#include "ptx/parse/ParserImpl.h"

namespace anywarp::ptx {

namespace {

constexpr unsigned kMaxOperandDepth = 4;
constexpr size_t kMaxElements = 4096;

/// 0…3 for x y z w and r g b a, else -1.
int componentOf(std::string_view word) {
  if (word.size() != 1)
    return -1;
  for (std::string_view set : {std::string_view("xyzw"), std::string_view("rgba")})
    if (size_t at = set.find(word[0]); at != std::string_view::npos)
      return int(at);
  return -1;
}

/// Selectors of video instructions: .b0 .h1 .b3210 .h10 …
bool isSelector(std::string_view word) {
  if (word.size() < 2 || word.size() > 5 || (word[0] != 'b' && word[0] != 'h'))
    return false;
  for (char c : word.substr(1))
    if (c < '0' || c > '7')
      return false;
  return true;
}

} // namespace

bool Parser::parseGuard(Instruction &inst) {
  advance();
  inst.guardNegated = accept('!');
  if (!tok_.is(Token::Identifier))
    return failExpected("a predicate after '@'");
  uint32_t member;
  Symbol *symbol = symbols_.findRegister(tok_.text, member);
  if (!symbol || (symbol->kind != Symbol::Register && symbol->kind != Symbol::Range) ||
      symbol->vector > 1)
    return fail(tok_.loc(), "Unknown symbol '" + std::string(tok_.text.substr(0, 200)) +
                                "', expected a predicate");
  if (symbol->type != Type::Pred)
    return fail(tok_.loc(), "Guard '" + std::string(tok_.text.substr(0, 200)) + "' is of type ." +
                                std::string(toString(symbol->type)) + ", expected .pred");
  inst.hasGuard = true;
  inst.guard = registerOf(*symbol, tok_.text, member, 0);
  advance();
  return true;
}

bool Parser::parseWords(Instruction &inst, std::string_view mnemonic) {
  bool hasSpace = false;
  // Collected on the stack: the vectors of the instruction get their exact size.
  constexpr unsigned kMaxWords = 32;
  Modifier modifiers[kMaxWords];
  Type types[kMaxWords];
  unsigned modifierCount = 0, typeCount = 0;
  while (tok_.is(Token::Dot)) {
    Word word = findWord(tok_.text);
    if (modifierCount == kMaxWords || typeCount == kMaxWords ||
        inst.extraSpaces.size() == kMaxWords)
      return fail(tok_.loc(), "Too many words after '" + std::string(mnemonic) + "'");
    switch (word.kind) {
    case Word::Modifier:
      modifiers[modifierCount++] = Modifier(word.value);
      break;
    case Word::Type:
      types[typeCount++] = Type(word.value);
      break;
    case Word::Space:
      if (hasSpace)
        inst.extraSpaces.push_back(StateSpace(word.value));
      else
        inst.space = StateSpace(word.value);
      hasSpace = true;
      break;
    case Word::Vector:
      if (inst.vector != 1)
        return fail(tok_.loc(), "Second vector size '." + std::string(tok_.text) + "'");
      inst.vector = uint8_t(word.value);
      break;
    case Word::Unknown:
      return fail(tok_.loc(), "Unknown modifier '." + std::string(tok_.text.substr(0, 100)) +
                                  "' of instruction '" + std::string(mnemonic) + "'");
    }
    advance();
  }
  inst.modifiers.assign(modifiers, modifiers + modifierCount);
  inst.types.assign(types, types + typeCount);
  return true;
}

bool Parser::parseInstruction() {
  Instruction inst;
  inst.loc = tok_.loc();
  inst.source = source_;
  inst.inlined = inlined_;
  if (atSymbol('@')) {
    if (!parseGuard(inst))
      return false;
    if (!tok_.is(Token::Identifier))
      return failExpected("an instruction after the guard");
    inst.loc = tok_.loc();
  }
  std::string_view mnemonic = tok_.text;
  std::optional<Opcode> opcode = findOpcode(mnemonic);
  if (!opcode)
    return fail(tok_.loc(), "Not a name of any known instruction: '" +
                                std::string(mnemonic.substr(0, 100)) + "'");
  opcode_ = inst.opcode = *opcode;
  advance();
  if (!parseWords(inst, mnemonic))
    return false;
  type_ = inst.types.empty() ? Type::None : inst.types.back();
  scratch_.clear();
  while (!atSymbol(';')) {
    if (!scratch_.empty() && !accept(',')) {
      // `call (r) f` may leave out the comma after its results.
      bool isResult =
          opcode_ == Opcode::Call && scratch_.size() == 1 && scratch_[0].kind == Operand::List;
      if (!isResult)
        return failExpected("',' or ';' after an operand of '" + std::string(mnemonic) + "'");
    }
    if (scratch_.size() >= kMaxElements)
      return fail(tok_.loc(), "Too many operands");
    if (!parseOperand(scratch_.emplace_back(), 0))
      return false;
  }
  advance();
  inst.operands.assign(std::make_move_iterator(scratch_.begin()),
                       std::make_move_iterator(scratch_.end()));
  function_->body.push_back(std::move(inst));
  return true;
}

bool Parser::parseOperandList(Operand &out, char close, unsigned depth) {
  advance();
  if (accept(close))
    return true;
  do {
    if (out.elements.size() >= kMaxElements)
      return fail(tok_.loc(), "Too many elements");
    if (!parseOperand(out.elements.emplace_back(), depth + 1))
      return false;
  } while (accept(','));
  return expect(close, "at the end of the list");
}

bool Parser::parseOperand(Operand &out, unsigned depth) {
  out.loc = tok_.loc();
  if (depth > kMaxOperandDepth)
    return fail(out.loc, "Operand is nested too deeply");
  if (tok_.is(Token::Identifier))
    return parseNamed(out);
  if (tok_.is(Token::Punctuator)) {
    if (atSymbol('[')) {
      out.kind = Operand::Address;
      return parseAddress(out, depth);
    }
    if (atSymbol('{')) {
      out.kind = Operand::Vector;
      if (!parseOperandList(out, '}', depth))
        return false;
      return depth || !atSymbol('|') || parsePair(out); // residency of texels
    }
    if (atSymbol('(') && opcode_ == Opcode::Call) {
      out.kind = Operand::List;
      return parseOperandList(out, ')', depth);
    }
    if (atSymbol('!') || atSymbol('-')) {
      char next = lexer_.peek();
      bool isName = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '_' ||
                    next == '$' || next == '%';
      if (isName) {
        Token before = tok_;
        advance();
        if (tok_.text != "WARP_SZ") {
          if (!tok_.is(Token::Identifier))
            return failExpected("a register");
          out.negated = true;
          if (!parseNamed(out))
            return false;
          if (out.kind != Operand::Register && out.kind != Operand::Special)
            return fail(before.loc(),
                        std::string("'") + char(before.symbol) + "' applies to registers only");
          return true;
        }
        Constant value; // !WARP_SZ, -WARP_SZ
        if (!parseConstant(value))
          return false;
        out.kind = Operand::Integer;
        out.integer = before.symbol == '!' ? !value.bits : int64_t(0 - value.bits);
        return true;
      }
    }
  }
  Constant value;
  if (!parseConstant(value))
    return false;
  out.kind = value.isFloat ? Operand::Float : Operand::Integer;
  out.integer = int64_t(value.bits);
  out.isFloat32 = value.isFloat32;
  return true;
}

bool Parser::parsePair(Operand &out) {
  advance();
  auto pair = std::make_shared<Operand>();
  pair->loc = tok_.loc();
  pair->negated = accept('!');
  if (!tok_.is(Token::Identifier))
    return failExpected("a predicate after '|'");
  if (!parseNamed(*pair))
    return false;
  if (pair->kind != Operand::Register && pair->kind != Operand::Sink)
    return fail(pair->loc, "Expected a predicate after '|'");
  out.pair = std::move(pair);
  return true;
}

bool Parser::parseOffset(int64_t &offset) {
  while (atSymbol('+') || atSymbol('-')) {
    bool isMinus = atSymbol('-');
    TextLoc loc = tok_.loc();
    advance();
    Constant value;
    if (!parseBinary(value, 10, 0)) // products bind tighter than the sum
      return false;
    if (value.isFloat)
      return fail(loc, "Floating-point offset of an address");
    offset = int64_t(uint64_t(offset) + (isMinus ? 0 - value.bits : value.bits));
  }
  return true;
}

bool Parser::parseSpecial(Operand &out, const SpecialRegister &special) {
  out.kind = Operand::Special;
  out.name = std::string(special.name);
  advance();
  if (!tok_.is(Token::Dot))
    return true;
  int component = componentOf(tok_.text);
  if (!special.components || component < 0)
    return fail(tok_.loc(), "Special register '%" + out.name + "' has no component '." +
                                std::string(tok_.text.substr(0, 60)) + "'");
  out.name += '.';
  out.name += "xyzw"[component];
  advance();
  return true;
}

bool Parser::parseRegisterSuffix(Operand &out, Symbol &symbol, std::string_view name,
                                 uint32_t member) {
  advance();
  if (tok_.is(Token::Dot)) {
    std::string_view word = tok_.text;
    int component = symbol.vector > 1 ? componentOf(word) : -1;
    if (component >= 0 && component < symbol.vector) {
      out.kind = Operand::Register;
      out.reg = registerOf(symbol, name, member, unsigned(component));
      advance();
      return atSymbol('|') ? parsePair(out) : true;
    }
    if (symbol.vector > 1 || !isSelector(word))
      return fail(tok_.loc(), "Register '" + std::string(symbol.name.substr(0, 200)) +
                                  "' has no component '." + std::string(word.substr(0, 60)) + "'");
    out.second = std::string(word);
    advance();
  }
  if (symbol.vector > 1) { // the whole vector register
    out.kind = Operand::Vector;
    for (unsigned i = 0; i < symbol.vector; ++i) {
      Operand &element = out.elements.emplace_back();
      element.kind = Operand::Register;
      element.reg = registerOf(symbol, name, member, i);
      element.loc = out.loc;
    }
    return true;
  }
  out.kind = Operand::Register;
  out.reg = registerOf(symbol, name, member, 0);
  return atSymbol('|') ? parsePair(out) : true;
}

bool Parser::parseNamed(Operand &out) {
  std::string_view name = tok_.text;
  if (name == "_") {
    out.kind = Operand::Sink;
    advance();
    return atSymbol('|') ? parsePair(out) : true;
  }
  uint32_t member;
  Symbol *symbol = symbols_.findRegister(name, member);
  if (symbol && (symbol->kind == Symbol::Register || symbol->kind == Symbol::Range))
    return parseRegisterSuffix(out, *symbol, name, member);
  if (!symbol) {
    if (name[0] == '%') {
      if (const SpecialRegister *special = findSpecialRegister(name.substr(1)))
        return parseSpecial(out, *special);
      return fail(tok_.loc(), "Unknown symbol '" + std::string(name.substr(0, 200)) + "'");
    }
    if (name == "WARP_SZ") {
      Constant value;
      if (!parseConstant(value))
        return false;
      out.kind = Operand::Integer;
      out.integer = int64_t(value.bits);
      return true;
    }
  }
  out.kind = Operand::Symbol;
  bool isBranch = opcode_ == Opcode::Bra || opcode_ == Opcode::Brx;
  if (!symbol || symbol->kind == Symbol::Label || isBranch) {
    out.name = std::string(name);
    rememberUse(name, tok_.loc());
    advance();
    return parseOffset(out.integer);
  }
  out.name = std::string(symbol->uniqueName);
  uint64_t elementSize = symbol->kind == Symbol::Variable ? (sizeInBits(symbol->type) + 7) / 8 : 0;
  advance();
  while (atSymbol('[') && elementSize) { // name[index]: an element of an array
    advance();
    uint32_t member;
    if (tok_.is(Token::Identifier) && symbols_.findRegister(tok_.text, member))
      return parseIndex(out, elementSize);
    int64_t index;
    if (!parseIntegerConstant(index, "an index") || !expect(']', "after the index"))
      return false;
    out.integer += uint32_t(uint64_t(index) * elementSize);
  }
  return parseOffset(out.integer);
}

RegisterId Parser::compute(Opcode opcode, std::vector<Modifier> modifiers, std::vector<Type> types,
                           std::vector<Operand> sources) {
  Instruction inst;
  inst.opcode = opcode;
  inst.loc = sources[0].loc;
  inst.source = source_;
  inst.inlined = inlined_;
  inst.modifiers = std::move(modifiers);
  inst.types = std::move(types);
  std::string name;
  do
    name = "%computed$" + std::to_string(++suffix_);
  while (symbols_.find(name) || (hasUniqueNames_ && isTaken(name)));
  Operand result;
  result.kind = Operand::Register;
  result.loc = inst.loc;
  result.reg = newRegister(name, inst.types[0]);
  inst.operands.push_back(result);
  std::move(sources.begin(), sources.end(), std::back_inserter(inst.operands));
  function_->body.push_back(std::move(inst));
  return result.reg;
}

bool Parser::parseIndex(Operand &out, uint64_t elementSize) {
  Operand index;
  index.loc = tok_.loc();
  std::string_view name = tok_.text;
  if (!parseNamed(index))
    return false;
  if (index.kind != Operand::Register || !index.second.empty() || index.pair)
    return fail(index.loc, "Expected a register or a constant as the index of an array");
  Type type = function_->registers[index.reg].type;
  if (isFloat(type) || type == Type::Pred || sizeInBits(type) > 64)
    return fail(index.loc, "Illegal to use symbol '" + std::string(name.substr(0, 200)) +
                               "' of type ." + std::string(toString(type)) +
                               " as array index. Use integer or bit only.");
  int64_t constant = 0;
  if (!parseOffset(constant) || !expect(']', "after the index"))
    return false;

  // As ptxas does it: a distance of 32 bits, which wraps and is never negative.
  auto use = [&](RegisterId reg) {
    Operand operand;
    operand.kind = Operand::Register;
    operand.loc = out.loc;
    operand.reg = reg;
    return operand;
  };
  auto number = [&](uint64_t value) {
    Operand operand;
    operand.kind = Operand::Integer;
    operand.loc = out.loc;
    operand.integer = uint32_t(value);
    return operand;
  };
  if (unsigned width = sizeInBits(type); width != 32) {
    Type from = width == 8 ? Type::U8 : width == 16 ? Type::S16 : Type::U64;
    index = use(compute(Opcode::Cvt, {}, {width == 16 ? Type::S32 : Type::U32, from}, {index}));
  }
  RegisterId distance =
      compute(Opcode::Mad, {Modifier::Lo}, {Type::U32},
              {index, number(elementSize), number(uint64_t(constant) * elementSize)});
  bool isValue = opcode_ == Opcode::Mov || opcode_ == Opcode::Cvta;
  bool isShort = isValue && sizeInBits(type_) == 32; // `mov.u32 d, shared[r]`
  Type word = isShort ? Type::U32 : Type::U64;
  if (!isShort)
    distance = compute(Opcode::Cvt, {}, {word, Type::U32}, {use(distance)});
  RegisterId start = compute(Opcode::Mov, {}, {word}, {out});
  out = use(compute(Opcode::Add, {}, {word}, {use(start), use(distance)}));
  // Instructions that want a value get the address; for the others it is in brackets.
  if (!isValue) {
    out.kind = Operand::Address;
    out.hasRegister = true;
  }
  return true;
}

bool Parser::parseAddress(Operand &out, unsigned depth) {
  advance();
  if (tok_.is(Token::Identifier) && tok_.text != "WARP_SZ") {
    Operand base;
    base.loc = tok_.loc();
    if (!parseNamed(base))
      return false;
    switch (base.kind) {
    case Operand::Register:
      if (!base.second.empty() || base.pair)
        return fail(base.loc, "Expected a register or a variable as the base of an address");
      out.hasRegister = true;
      out.reg = base.reg;
      if (!parseOffset(out.integer))
        return false;
      break;
    case Operand::Symbol:
      out.name = std::move(base.name);
      out.integer = base.integer;
      break;
    default:
      return fail(base.loc, "Expected a register or a variable as the base of an address");
    }
  } else if (!parseIntegerConstant(out.integer, "an address")) {
    return false;
  }
  while (accept(',')) {
    if (out.elements.size() >= 8)
      return fail(tok_.loc(), "Too many parts of an address");
    if (!parseOperand(out.elements.emplace_back(), depth + 1))
      return false;
  }
  if (!expect(']', "at the end of the address"))
    return false;
  acceptDot(
      "unified"); // `ld.global [a].unified`: a promise about the address space, of no effect here
  return true;
}

} // namespace anywarp::ptx
