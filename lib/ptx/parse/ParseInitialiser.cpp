// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Initialisers of variables: nested braces, strings, addresses, masked bytes of addresses, fields
// of opaque types.
#include <algorithm>
#include <bit>
#include <cstring>

#include "ptx/parse/ParserImpl.h"

namespace anywarp::ptx {

namespace {

/// Initial bytes of all variables together; sub-array braces could ask for any amount otherwise.
constexpr uint64_t kMaxInitialBytes = 256u << 20;

uint64_t product(const std::vector<uint64_t> &dims, size_t from) {
  uint64_t n = 1;
  for (size_t i = from; i < dims.size(); ++i)
    if (__builtin_mul_overflow(n, dims[i], &n))
      return ~0ull;
  return n;
}

uint32_t floatBits(const Constant &value) {
  if (value.isFloat &&
      (value.bits & 0x7ff0000000000000ull) == 0x7ff0000000000000ull) // keep NaN payloads
    return uint32_t(value.bits >> 32 & 0x80000000u) | 0x7f800000u |
           uint32_t(value.bits >> 29 & 0x7fffffu) |
           ((value.bits & 0xfffffffffffffull) && !(value.bits >> 29 & 0x7fffffu) ? 0x400000u : 0u);
  return std::bit_cast<uint32_t>(float(value.toDouble()));
}

} // namespace

bool Parser::growInitial(Variable &variable, uint64_t end) {
  if (end <= variable.initial.size())
    return true;
  uint64_t more = end - variable.initial.size();
  if (more > kMaxInitialBytes || initialBytes_ + more > kMaxInitialBytes)
    return fail(tok_.loc(), "Initialisers of the module hold more than 256 MB");
  initialBytes_ += more;
  variable.initial.resize(end);
  return true;
}

bool Parser::storeConstant(Variable &variable, uint64_t offset, const Constant &value) {
  uint64_t bits = value.bits;
  unsigned size = sizeInBits(variable.type) / 8;
  switch (variable.type) {
  case Type::F64:
    if (!value.isFloat)
      bits = std::bit_cast<uint64_t>(value.toDouble());
    break;
  case Type::F32:
    bits = floatBits(value);
    break;
  default:
    if (value.isFloat && size == 4)
      bits = floatBits(value);
    else if (value.isFloat && size != 8)
      return fail(tok_.loc(), "Initial value type mismatch: floating-point value for type ." +
                                  std::string(toString(variable.type)));
  }
  if (!growInitial(variable, offset + size))
    return false;
  std::memcpy(variable.initial.data() + offset, &bits, std::min(size, 8u));
  if (size == 16 && !value.isFloat && !value.isUnsigned && int64_t(bits) < 0)
    std::memset(variable.initial.data() + offset + 8, 0xff, 8);
  return true;
}

bool Parser::parseInitialiser(Variable &variable) {
  if (isOpaque(variable.type))
    return parseOpaqueInitialiser(variable);
  if (variable.space != StateSpace::Global && variable.space != StateSpace::Const)
    return fail(tok_.loc(), "Initialisers are allowed for .global and .const variables only");
  // A vector is one more dimension.
  std::vector<uint64_t> dims = variable.dims;
  if (variable.vector > 1)
    dims.push_back(variable.vector);
  for (size_t i = 1; i < dims.size(); ++i)
    if (!dims[i])
      return fail(tok_.loc(), "Greater number of elements in array initializer");
  if (product(dims, 1) > uint64_t(1) << 47)
    return fail(tok_.loc(), "Variable '" + variable.name + "' is too large");
  if (tok_.is(Token::String)) {
    if (sizeInBits(variable.type) != 8 || variable.dims.size() != 1)
      return fail(tok_.loc(), "A string initialises arrays of 8-bit elements only");
    uint64_t written = 0;
    if (!parseInitialiserElement(variable, 0, written))
      return false;
    if (variable.dims[0] == 0)
      variable.dims[0] = written;
    else if (written > variable.dims[0])
      return fail(tok_.loc(), "Greater number of elements in array initializer");
    return true;
  }
  if (!atSymbol('{')) {
    if (!dims.empty())
      return failExpected("'{' before the initialiser of an array");
    uint64_t written = 0;
    return parseInitialiserElement(variable, 0, written);
  }
  if (dims.empty())
    dims.push_back(1); // a scalar in braces
  bool isOpen = dims[0] == 0;
  advance();
  if (!parseInitialiserLevel(variable, dims, 0, 0))
    return false;
  if (isOpen && !variable.dims.empty() && variable.dims[0] == 0) {
    uint64_t row = product(dims, 1) * (sizeInBits(variable.type) / 8);
    variable.dims[0] = std::max<uint64_t>(1, (variable.initial.size() + row - 1) / row);
  }
  return true;
}

bool Parser::parseInitialiserLevel(Variable &variable, std::vector<uint64_t> &dims, size_t level,
                                   uint64_t base) {
  // Behind a '{' that opens dims[level…]. Elements without braces fill the level's scalars in
  // order; a '{' starts the next sub-array.
  uint64_t element = sizeInBits(variable.type) / 8;
  uint64_t limit = level == 0 && dims[0] == 0 ? ~0ull : product(dims, level) * element;
  uint64_t stride = level + 1 < dims.size() ? product(dims, level + 1) * element : element;
  uint64_t at = 0;
  if (accept('}'))
    return true;
  do {
    if (atSymbol('}')) // a comma before the brace
      break;
    if (at >= limit)
      return fail(tok_.loc(), "Greater number of elements in array initializer");
    if (atSymbol('{')) {
      if (level + 1 >= dims.size())
        return fail(tok_.loc(), "More braces than dimensions in array initializer");
      at = (at + stride - 1) / stride * stride;
      if (at >= limit)
        return fail(tok_.loc(), "Greater number of elements in array initializer");
      advance();
      if (!parseInitialiserLevel(variable, dims, level + 1, base + at))
        return false;
      at += stride;
      if (at > uint64_t(1) << 48)
        return fail(tok_.loc(), "Variable '" + variable.name + "' is too large");
      continue;
    }
    uint64_t written = 0;
    if (!parseInitialiserElement(variable, base + at, written))
      return false;
    at += written;
  } while (accept(','));
  if (level == 0 && dims[0] == 0 && !growInitial(variable, at))
    return false;
  return expect('}', "at the end of the initialiser");
}

/// The bytes of a string, its end included.
static std::string unescaped(std::string_view text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      c = text[++i];
      if (c >= '0' && c <= '7') {
        unsigned value = 0;
        for (int n = 0; n < 3 && i < text.size() && text[i] >= '0' && text[i] <= '7'; ++n, ++i)
          value = value * 8 + (text[i] - '0');
        --i;
        c = char(value);
      } else {
        c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
      }
    }
    bytes += c;
  }
  bytes += '\0';
  return bytes;
}

bool Parser::parseInitialiserString(Variable &variable, uint64_t offset, uint64_t &written) {
  const std::string bytes = unescaped(tok_.text);
  if (sizeInBits(variable.type) != 8)
    return fail(tok_.loc(), "A string initialises arrays of 8-bit elements only");
  if (!growInitial(variable, offset + bytes.size()))
    return false;
  std::memcpy(variable.initial.data() + offset, bytes.data(), bytes.size());
  written = bytes.size();
  advance();
  return true;
}

bool Parser::parseInitialiserElement(Variable &variable, uint64_t offset, uint64_t &written) {
  if (tok_.is(Token::String))
    return parseInitialiserString(variable, offset, written);
  const unsigned size = sizeInBits(variable.type) / 8;
  written = size;
  // 0xff00(symbol): one byte of an address
  Relocation relocation;
  relocation.offset = offset;
  relocation.size = uint8_t(size);
  bool isMasked = tok_.is(Token::Integer) && lexer_.peek() == '(';
  if (isMasked) {
    uint64_t mask = tok_.integer;
    unsigned shift = mask ? unsigned(std::countr_zero(mask)) : 0;
    if (size != 1 || mask != uint64_t(0xff) << shift || shift % 8)
      return fail(
          tok_.loc(),
          "mask() takes one byte, 0xff to 0xff00000000000000, for a variable of 8-bit elements");
    relocation.shift = uint8_t(shift);
    advance();
    advance();
  }
  bool isSymbol = tok_.is(Token::Identifier) && tok_.text != "WARP_SZ";
  if (!isSymbol) {
    Constant value;
    if (!parseConstant(value))
      return false;
    if (isMasked) {
      if (value.isFloat)
        return fail(tok_.loc(), "Initial value type mismatch: mask() of a floating-point value");
      value.bits = value.bits >> relocation.shift & 0xff;
      if (!expect(')', "after the operand of a mask"))
        return false;
    }
    return storeConstant(variable, offset, value);
  }
  return parseInitialiserAddress(variable, std::move(relocation), isMasked);
}

bool Parser::parseAddends(Relocation &relocation, TextLoc loc) {
  while (atSymbol('+') || atSymbol('-')) {
    bool isMinus = atSymbol('-');
    advance();
    Constant addend;
    if (!parseUnary(addend, 0))
      return false;
    if (addend.isFloat)
      return fail(loc, "Floating-point offset of an address");
    relocation.addend =
        int64_t(uint64_t(relocation.addend) + (isMinus ? 0 - addend.bits : addend.bits));
  }
  return true;
}

bool Parser::parseInitialiserAddress(Variable &variable, Relocation relocation, bool isMasked) {
  const uint64_t offset = relocation.offset;
  const unsigned size = relocation.size;
  if (tok_.text == "generic") {
    advance();
    if (!expect('(', "after generic"))
      return false;
    relocation.generic = true;
  }
  if (!tok_.is(Token::Identifier))
    return failExpected("the name of a variable or function");
  const Symbol *symbol = symbols_.find(tok_.text);
  if (!symbol) // declared later, or not at all
    lateUses_.push_back({function_, tok_.text, tok_.loc()});
  else if (symbol->kind != Symbol::Variable && symbol->kind != Symbol::Function)
    return fail(tok_.loc(), "'" + std::string(tok_.text.substr(0, 200)) + "' has no address");
  relocation.symbol = std::string(symbol ? symbol->uniqueName : tok_.text);
  TextLoc loc = tok_.loc();
  advance();
  if (!parseAddends(relocation, loc))
    return false;
  if (relocation.generic &&
      (!expect(')', "after the operand of generic") || !parseAddends(relocation, loc)))
    return false;
  if (isMasked && !expect(')', "after the operand of a mask"))
    return false;
  if (!isMasked && size != 4 && size != 8)
    return fail(loc, "Initial value type mismatch: an address in a variable of type ." +
                         std::string(toString(variable.type)));
  if (!growInitial(variable, offset + size))
    return false;
  // Eight masked bytes in a row are one address.
  if (relocation.shift && !variable.relocations.empty()) {
    Relocation &last = variable.relocations.back();
    if (!last.shift && last.size * 8 == relocation.shift && last.offset + last.size == offset &&
        last.symbol == relocation.symbol && last.addend == relocation.addend &&
        last.generic == relocation.generic) {
      ++last.size;
      return true;
    }
  }
  variable.relocations.push_back(std::move(relocation));
  return true;
}

bool Parser::parseOpaqueInitialiser(Variable &variable) {
  if (!expect('{', "before the fields of an opaque variable"))
    return false;
  if (accept('}'))
    return true;
  do {
    if (!tok_.is(Token::Identifier))
      return failExpected("the name of a field");
    std::string field(tok_.text);
    advance();
    if (!expect('=', "after the name of a field"))
      return false;
    if (!tok_.is(Token::Identifier) && !tok_.is(Token::Integer))
      return failExpected("the value of a field");
    variable.fields.emplace_back(std::move(field), std::string(tok_.text));
    advance();
  } while (accept(','));
  return expect('}', "after the fields");
}

} // namespace anywarp::ptx
