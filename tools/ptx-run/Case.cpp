// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading of cases.
#include "Case.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Expression.h"

namespace ptxrun {

static constexpr size_t kMaxElements = size_t(1) << 26;

/// Cuts at blanks that stand in no bracket.
static std::vector<std::string> splitWords(const std::string &text) {
  std::vector<std::string> words(1);
  int depth = 0;
  for (char c : text) {
    depth += std::strchr("[{(", c) && c ? 1 : std::strchr("]})", c) && c ? -1 : 0;
    if (depth == 0 && (c == ' ' || c == '\t'))
      words.emplace_back();
    else
      words.back() += c;
  }
  std::erase(words, "");
  return words;
}

/// Cuts at commas that stand in no bracket.
static std::vector<std::string> splitList(const std::string &text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (depth == 0 && c == ',')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

static bool readType(const std::string &text, Type &type) {
  if (text.size() < 2 || !std::strchr("usbf", text[0]))
    return false;
  unsigned bits = unsigned(std::strtoul(text.c_str() + 1, nullptr, 10));
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return false;
  type = {text[0], bits / 8};
  return text[0] != 'f' || bits >= 32;
}

static void store(Type type, Number value, uint8_t *to) {
  if (type.letter == 'f' && type.bytes == 4) {
    auto f = float(value.asReal());
    std::memcpy(to, &f, sizeof f);
  } else if (type.letter == 'f') {
    double d = value.asReal();
    std::memcpy(to, &d, sizeof d);
  } else {
    int64_t bits = value.asInteger();
    std::memcpy(to, &bits, type.bytes);
  }
}

static Number load(Type type, const uint8_t *from) {
  if (type.letter == 'f') {
    float f;
    double d;
    if (type.bytes == 8)
      std::memcpy(&d, from, sizeof d);
    else
      std::memcpy(&f, from, sizeof f), d = f;
    return Number::of(d);
  }
  uint64_t bits = 0;
  std::memcpy(&bits, from, type.bytes);
  unsigned unused = 64 - 8 * type.bytes;
  if (type.letter == 's')
    return Number::of(int64_t(bits << unused) >> unused);
  return Number::of(int64_t(bits));
}

namespace {
class CaseReader {
public:
  CaseReader(Case &result, std::string &error) : case_(result), error_(error) {}

  bool run() {
    std::vector<std::string> words = splitWords(case_.text);
    for (const std::string &word : words)
      if (!readSetting(word))
        return false;
    for (const std::string &word : words)
      if (!isSetting(word) && !readParameter(word))
        return false;
    return true;
  }

private:
  bool fail(const std::string &what) {
    if (error_.empty())
      error_ = what;
    return false;
  }
  static std::string nameOf(const std::string &word) { return word.substr(0, word.find('=')); }
  static bool isSetting(const std::string &word) {
    for (const char *name : {"kernel", "grid", "block", "shared", "ulp", "error"})
      if (nameOf(word) == name)
        return true;
    return false;
  }
  static void readDimensions(const std::string &text, unsigned (&dims)[3]) {
    std::sscanf(text.c_str(), "%u,%u,%u", &dims[0], &dims[1], &dims[2]);
  }
  bool readSetting(const std::string &word) {
    size_t equals = word.find('=');
    if (equals == std::string::npos)
      return fail("'" + word + "' is no NAME=VALUE");
    std::string name = word.substr(0, equals), value = word.substr(equals + 1);
    if (name == "kernel")
      case_.kernel = value;
    else if (name == "grid")
      readDimensions(value, case_.grid);
    else if (name == "block")
      readDimensions(value, case_.block);
    else if (name == "shared")
      case_.shared = unsigned(std::strtoul(value.c_str(), nullptr, 0));
    else if (name == "ulp")
      case_.ulp = unsigned(std::strtoul(value.c_str(), nullptr, 0));
    else if (name == "error")
      case_.error = value;
    return true;
  }

  bool readParameter(const std::string &word) {
    Parameter parameter;
    parameter.name = nameOf(word);
    std::string value = word.substr(parameter.name.size() + 1);
    size_t open = value.find_first_of(":{[");
    if (open == std::string::npos || !readType(value.substr(0, open), parameter.type))
      return fail("'" + word + "' has no type");
    std::string rest = value.substr(open);
    if (rest[0] == ':') {
      parameter.before.resize(parameter.type.bytes);
      Number number = compute(rest.substr(1), 0, 0);
      store(parameter.type, number, parameter.before.data());
      case_.parameters.push_back(std::move(parameter));
      return error_.empty();
    }
    parameter.isBuffer = true;
    size_t arrow = rest.find("->");
    if (!readElements(rest.substr(0, arrow), parameter.type, parameter.after))
      return false;
    parameter.before = parameter.after;
    if (parameter.name.rfind("io", 0) == 0) {
      if (arrow == std::string::npos)
        return fail("'" + parameter.name + "' needs BEFORE->AFTER");
      // What comes after may name what was before.
      case_.parameters.push_back(parameter);
      bool ok = readElements(rest.substr(arrow + 2), parameter.type, case_.parameters.back().after);
      if (ok && case_.parameters.back().after.size() != parameter.before.size())
        return fail("'" + parameter.name + "' has two sizes");
      return ok;
    }
    if (parameter.name.rfind("out", 0) == 0)
      std::fill(parameter.before.begin(), parameter.before.end(), 0xcd);
    case_.parameters.push_back(std::move(parameter));
    return true;
  }

  /// `{a, b}` or `[expression; count]`.
  bool readElements(const std::string &text, Type type, std::vector<uint8_t> &bytes) {
    if (text.size() < 2 || (text[0] == '{' ? text.back() != '}' : text.back() != ']'))
      return fail("'" + text + "' is neither {...} nor [...]");
    std::string inside = text.substr(1, text.size() - 2);
    std::vector<std::string> parts;
    size_t count;
    if (text[0] == '{') {
      parts = splitList(inside);
      count = parts.size();
    } else {
      size_t semicolon = inside.find(';');
      count = semicolon == std::string::npos
                  ? threads()
                  : size_t(compute(inside.substr(semicolon + 1), 0, 0).asInteger());
      parts = {inside.substr(0, semicolon)};
    }
    if (count > kMaxElements)
      return fail("too many elements");
    bytes.resize(count * type.bytes);
    for (size_t i = 0; i < count && error_.empty(); ++i)
      store(type, compute(parts[std::min(i, parts.size() - 1)], int64_t(i), int64_t(count)),
            &bytes[i * type.bytes]);
    return error_.empty();
  }
  size_t threads() const {
    size_t product = 1;
    for (int axis = 0; axis < 3; ++axis)
      product *= size_t(case_.grid[axis]) * case_.block[axis];
    return product;
  }
  Number compute(const std::string &text, int64_t i, int64_t n) {
    Variables variables;
    variables.i = i;
    variables.n = n;
    variables.element = [this](const std::string &name, int64_t index, Number &value) {
      for (const Parameter &parameter : case_.parameters)
        if (parameter.name == name && index >= 0 &&
            size_t(index) < parameter.before.size() / parameter.type.bytes) {
          const auto &bytes = name.rfind("out", 0) == 0 ? parameter.after : parameter.before;
          value = load(parameter.type, &bytes[size_t(index) * parameter.type.bytes]);
          return true;
        }
      return false;
    };
    return evaluate(text, variables, error_);
  }

  Case &case_;
  std::string &error_;
};
} // namespace

bool readCases(const std::string &text, std::vector<Case> &cases, std::string &error) {
  unsigned line = 0;
  for (size_t at = 0; at < text.size();) {
    size_t end = std::min(text.find('\n', at), text.size());
    std::string row = text.substr(at, end - at);
    at = end + 1;
    ++line;
    constexpr const char *kMark = "// case:";
    if (row.rfind(kMark, 0) != 0)
      continue;
    Case one;
    one.line = line;
    one.text = row.substr(std::strlen(kMark));
    if (size_t comment = one.text.find("//"); comment != std::string::npos)
      one.text.resize(comment);
    if (!CaseReader(one, error).run()) {
      error = "line " + std::to_string(line) + ": " + error;
      return false;
    }
    cases.push_back(std::move(one));
  }
  return true;
}

/// Bits of a real as numbers that are as far apart as there are reals between.
static int64_t ordered(Type type, const uint8_t *bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, type.bytes);
  uint64_t sign = uint64_t(1) << (8 * type.bytes - 1);
  return bits & sign ? -int64_t(bits ^ sign) : int64_t(bits);
}

std::string difference(const Parameter &parameter, const std::vector<uint8_t> &seen, size_t index,
                       unsigned ulp) {
  Type type = parameter.type;
  const uint8_t *a = &parameter.after[index * type.bytes], *b = &seen[index * type.bytes];
  if (!std::memcmp(a, b, type.bytes))
    return {};
  if (type.letter == 'f') {
    double x = load(type, a).real, y = load(type, b).real;
    if (std::isnan(x) && std::isnan(y))
      return {};
    if (!std::isnan(x) && !std::isnan(y) &&
        std::llabs(ordered(type, a) - ordered(type, b)) <= int64_t(ulp))
      return {};
    char text[120];
    std::snprintf(text, sizeof text, "is %.17g, expected %.17g", y, x);
    return text;
  }
  uint64_t x = 0, y = 0;
  std::memcpy(&x, a, type.bytes);
  std::memcpy(&y, b, type.bytes);
  char text[120];
  std::snprintf(text, sizeof text, "is 0x%" PRIx64 ", expected 0x%" PRIx64, y, x);
  return text;
}

} // namespace ptxrun
