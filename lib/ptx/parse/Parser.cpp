// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry of the parser, its faults, and the directives of the module level.
#include "ptx/parse/Parser.h"

#include <algorithm>

#include "ptx/parse/ParserImpl.h"

namespace anywarp::ptx {

namespace {

/// Messages of one module; what follows would only repeat them.
constexpr unsigned kMaxMessages = 100;

struct TargetVersion {
  unsigned sm, ptxVersion;
};
constexpr TargetVersion kTargets[] = {
#define AW_PTX_TARGET(sm, ptxVersion) {sm, ptxVersion},
#include "support/Architectures.inc"
};
constexpr std::string_view kTargetOptions[] = {
    "texmode_unified", "texmode_independent", "texmode_raw", "debug", "map_f64_to_f32",
};

} // namespace

std::string readAsOlder(unsigned version) {
  auto name = [](unsigned v) { return std::to_string(v / 10) + "." + std::to_string(v % 10); };
  return ".version " + name(version) + " is newer than " + name(kPtxVersion) +
         ", the newest known, and read as that";
}

std::unique_ptr<Module> parse(std::string_view text, Diagnostics &diagnostics) {
  if (text.size() > 0xf0000000u) {
    diagnostics.error(0, 0, "PTX text is larger than 4 GB");
    return nullptr;
  }
  std::string copy(text); // the lexer wants the NUL
  Parser parser(copy.c_str(), diagnostics);
  return parser.run();
}

Parser::Parser(const char *text, Diagnostics &diagnostics)
    : lexer_(text), diagnostics_(diagnostics) {
  advance();
}

std::string Parser::describeToken() const {
  if (tok_.is(Token::End))
    return "end of file";
  std::string text(tok_.text.substr(0, 60));
  for (char &c : text)
    if (uint8_t(c) < ' ' || uint8_t(c) > '~')
      c = '?';
  return tok_.is(Token::Dot)      ? "'." + text + "'"
         : tok_.is(Token::String) ? '"' + text + '"'
                                  : "'" + text + "'";
}

bool Parser::fail(TextLoc loc, std::string message) {
  bool isFirst = function_ ? function_->poison.empty() : !failedModule_;
  if (function_ && isFirst)
    function_->poison = "line " + std::to_string(loc.line) + ": " + message;
  if (!function_)
    failedModule_ = true;
  if (messages_ < kMaxMessages || (!function_ && isFirst)) {
    if (function_)
      diagnostics_.warning(loc.line, loc.column, std::move(message));
    else
      diagnostics_.error(loc.line, loc.column, std::move(message));
  }
  // Text that is nothing but faults is not worth reading to its end.
  if (++messages_ >= kMaxMessages && !function_)
    stopped_ = true;
  return false;
}

bool Parser::failExpected(const std::string &what) {
  if (tok_.is(Token::Invalid))
    return fail(tok_.loc(), std::string(tok_.error) + ": " + describeToken());
  if (tok_.is(Token::End) && lexer_.unterminatedComment())
    return fail(tok_.loc(), "comment is not closed");
  return fail(tok_.loc(), "Parsing error near " + describeToken() + ": expected " + what);
}

bool Parser::accept(char c) {
  if (!atSymbol(c))
    return false;
  advance();
  return true;
}

bool Parser::expect(char c, const char *where) {
  if (accept(c))
    return true;
  return failExpected(std::string("'") + c + "' " + where);
}

bool Parser::acceptDot(std::string_view word) {
  if (!tok_.is(Token::Dot) || tok_.text != word)
    return false;
  advance();
  return true;
}

bool Parser::parseUnsigned(uint64_t &value, uint64_t limit, const char *what) {
  if (!tok_.is(Token::Integer))
    return failExpected(what);
  value = tok_.integer;
  if (value > limit)
    return fail(tok_.loc(),
                std::string(what) + " " + std::string(tok_.text.substr(0, 40)) + " is too large");
  advance();
  return true;
}

void Parser::skipBraces() {
  unsigned depth = 0;
  do {
    if (atSymbol('{'))
      ++depth;
    else if (atSymbol('}'))
      --depth;
    advance();
  } while (depth && !tok_.is(Token::End));
}

void Parser::skipModuleItem() {
  // To the end of a declaration: a semicolon or a closed block.
  while (!tok_.is(Token::End)) {
    if (atSymbol('{')) {
      skipBraces();
      if (atSymbol('}') || atSymbol(',')) // it was the inside of an initialiser
        continue;
      accept(';');
      return;
    }
    if (accept(';'))
      return;
    advance();
  }
}

void Parser::skipHashLine() {
  // `# 12 "file"` and `#line` mark places in a source; anything else is work for a preprocessor.
  TextLoc loc = tok_.loc();
  char next = lexer_.peek();
  if (next < '0' || next > '9') {
    uint32_t line = tok_.line;
    advance();
    if (tok_.line != line)
      return; // a lone '#'
    if (!tok_.is(Token::Identifier) || tok_.text != "line")
      fail(loc, "Parsing error near '#': preprocessor directive " + describeToken() +
                    " is not part of PTX; preprocess the text first");
  }
  lexer_.skipLine();
  advance();
}

std::unique_ptr<Module> Parser::run() {
  module_ = std::make_unique<Module>();
  parseVersion();
  while (!failedModule_ && !tok_.is(Token::End) && !stopped_)
    parseModuleItem();
  // After a fault: look for further ones, but only in what starts like a module.
  while (module_->versionMajor && !tok_.is(Token::End) && !stopped_)
    parseModuleItem();
  if (!failedModule_ && lexer_.unterminatedComment())
    fail(tok_.loc(), "comment is not closed");
  for (const LateUse &use : lateUses_)
    if (!symbols_.find(use.name)) {
      function_ = use.function;
      fail(use.loc, "Unknown symbol '" + std::string(use.name.substr(0, 200)) + "'");
      if (function_)
        finishBody();
      function_ = nullptr;
    }
  if (failedModule_)
    return nullptr;
  return std::move(module_);
}

void Parser::parseVersion() {
  while (atSymbol('#') || atSymbol(';')) {
    if (atSymbol('#'))
      skipHashLine();
    else
      advance();
  }
  if (!acceptDot("version")) {
    failExpected(".version as the first directive");
    return;
  }
  TextLoc loc = tok_.loc();
  // "9.0" reaches us as a number with a point: its digits are the versions.
  std::string_view text = tok_.text;
  size_t point = text.find('.');
  unsigned parts[2] = {0, 0};
  bool good = tok_.is(Token::Float) && point != std::string_view::npos && point > 0 &&
              point + 1 < text.size() && text.size() < 8;
  for (size_t i = 0; good && i < text.size(); ++i)
    if (i != point) {
      good = text[i] >= '0' && text[i] <= '9';
      unsigned &part = parts[i > point];
      part = part * 10 + (text[i] - '0');
    }
  if (!good || !parts[0]) {
    failExpected("a version as in '.version 8.5'");
    return;
  }
  advance();
  module_->versionMajor = parts[0];
  module_->versionMinor = parts[1];
  if (!isReadableVersion(parts[0] * 10 + std::min(parts[1], 9u)))
    fail(loc, "Unsupported .version " + std::string(text) + "; current version is '" +
                  std::to_string(kPtxVersion / 10) + "." + std::to_string(kPtxVersion % 10) + "'");
  if (acceptDot("target"))
    parseTarget();
  else
    failExpected(".target after .version");
  if (acceptDot("address_size"))
    parseAddressSize();
}

void Parser::parseTarget() {
  do {
    if (!tok_.is(Token::Identifier)) {
      failExpected("a target as in '.target sm_90'");
      return;
    }
    TextLoc loc = tok_.loc();
    std::string name(tok_.text.substr(0, 60));
    advance();
    bool isCompute = name.starts_with("compute_");
    if (!name.starts_with("sm_") && !isCompute) {
      if (std::find(std::begin(kTargetOptions), std::end(kTargetOptions), name) ==
          std::end(kTargetOptions))
        fail(loc, "Unsupported .target '" + name + "'");
      else
        module_->targetOptions.push_back(name);
      continue;
    }
    if (!module_->target.empty()) {
      fail(loc, "Duplicate architecture '" + name + "' in .target; it is '" + module_->target +
                    "' already");
      continue;
    }
    std::string digits = name.substr(isCompute ? 8 : 3);
    // Architecture-specific targets exist from sm_90 on, family-specific ones from sm_100 on.
    char suffix = digits.empty() ? '\0' : digits.back();
    unsigned leastSm = suffix == 'a' ? 90 : suffix == 'f' ? 100 : 0;
    unsigned leastVersion = suffix == 'a' ? 80 : suffix == 'f' ? 88 : 0;
    if (leastSm)
      digits.pop_back();
    const TargetVersion *known = nullptr;
    for (const TargetVersion &target : kTargets)
      if (std::to_string(target.sm) == digits && target.sm >= leastSm)
        known = &target;
    module_->target = name;
    unsigned version = module_->versionMajor * 10 + std::min(module_->versionMinor, 9u);
    if (!known)
      fail(loc, "Unsupported .target '" + name + "'");
    else if (version < std::max(known->ptxVersion, leastVersion))
      fail(loc, "PTX .version " + std::to_string(version / 10) + "." +
                    std::to_string(version % 10) + " does not support .target " + name);
  } while (accept(','));
  if (module_->target.empty() && !failedModule_)
    failExpected("an architecture in .target");
}

void Parser::parseAddressSize() {
  TextLoc loc = tok_.loc();
  uint64_t size;
  if (!parseUnsigned(size, ~0ull, "address size"))
    return;
  module_->addressSize = unsigned(size);
  if (size == 32)
    fail(loc, ".address_size 32 is not supported: device addresses have 64 bits");
  else if (size != 64)
    fail(loc, "Illegal .address_size " + std::to_string(size) + ", expected 32 or 64");
}

void Parser::parseModuleItem() {
  if (atSymbol('#'))
    return skipHashLine();
  if (accept(';'))
    return;
  if (atSymbol('@')) { // @@DWARF lines of old compilers
    lexer_.skipLine();
    return advance();
  }
  if (!tok_.is(Token::Dot)) {
    failExpected("a directive");
    advance();
    return skipModuleItem();
  }
  Linkage linkage;
  TextLoc start = tok_.loc();
  for (;; advance()) {
    if (!tok_.is(Token::Dot))
      break;
    if (tok_.text == "extern")
      linkage.isExtern = true;
    else if (tok_.text == "visible")
      linkage.isVisible = true;
    else if (tok_.text == "weak")
      linkage.isWeak = true;
    else if (tok_.text == "common")
      linkage.isCommon = true;
    else
      break;
  }
  if (linkage.isExtern + linkage.isVisible + linkage.isWeak + linkage.isCommon > 1)
    fail(start, "More than one of .extern, .visible, .weak and .common");
  if (!tok_.is(Token::Dot)) {
    failExpected("a state space, .func or .entry");
    return skipModuleItem();
  }
  std::string_view word = tok_.text;
  if (word == "entry" || word == "func") {
    if (!parseFunction(linkage))
      skipModuleItem();
    return;
  }
  if (findWord(word).kind == Word::Space) {
    if (!parseModuleVariables(linkage))
      skipModuleItem();
    return;
  }
  if (word == "section")
    return parseSection();
  TextLoc loc = tok_.loc();
  advance();
  if (word == "file")
    return parseFile();
  if (word == "pragma") {
    if (!parsePragma(nullptr))
      skipModuleItem();
  } else if (word == "alias") {
    parseAlias();
  } else if (word == "loc") { // outside of functions it places nothing
    lexer_.skipLine();
    advance();
  } else if (word == "version" || word == "target" || word == "address_size") {
    fail(loc, "Directive ." + std::string(word) + " must stand once, at the start of the module");
    while (tok_.is(Token::Identifier) || tok_.is(Token::Float) || tok_.is(Token::Integer) ||
           atSymbol(','))
      advance();
  } else {
    fail(loc, "Unknown directive '." + std::string(word.substr(0, 60)) + "'");
    skipModuleItem();
  }
}

void Parser::parseFile() {
  uint64_t index = 0, ignored;
  if (!parseUnsigned(index, 0xffffffffu, "file number"))
    return skipModuleItem();
  if (!tok_.is(Token::String)) {
    failExpected("a file name");
    return;
  }
  module_->files[uint32_t(index)] = std::string(tok_.text);
  advance();
  for (int i = 0; i < 2 && accept(','); ++i) // time stamp and size
    if (!parseUnsigned(ignored, ~0ull, "time stamp or size"))
      return;
}

bool Parser::parsePragma(std::vector<std::string> *into) {
  do {
    if (!tok_.is(Token::String))
      return failExpected("a string after .pragma");
    if (into && into->size() < 1000)
      into->emplace_back(tok_.text);
    advance();
  } while (accept(','));
  return expect(';', "after .pragma");
}

void Parser::parseAlias() {
  std::string names[2];
  for (std::string &name : names) {
    if (&name == &names[1] && !expect(',', "between the names of .alias"))
      return skipModuleItem();
    if (!tok_.is(Token::Identifier)) {
      failExpected("a function name");
      return skipModuleItem();
    }
    const Symbol *symbol = symbols_.find(tok_.text);
    name = std::string(tok_.text);
    if (!symbol || symbol->kind != Symbol::Function)
      fail(tok_.loc(), "Unknown function '" + name.substr(0, 200) + "' in .alias");
    advance();
  }
  module_->aliases.emplace_back(names[0], names[1]);
  expect(';', "after .alias");
}

} // namespace anywarp::ptx
