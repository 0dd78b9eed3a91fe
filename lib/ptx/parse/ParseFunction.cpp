// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions: their heads, directives, and the statements of their bodies.
#include <algorithm>

#include "ptx/parse/ParserImpl.h"

namespace anywarp::ptx {

namespace {

constexpr uint32_t kMaxScopes = 256;

bool sameParameters(const std::vector<Variable> &a, const std::vector<Variable> &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Variable &x, const Variable &y) {
                      return x.space == y.space && x.sizeInBytes() == y.sizeInBytes();
                    });
}

} // namespace

bool Parser::parseFunction(const Linkage &linkage) {
  auto function = std::make_unique<Function>();
  function->isEntry = tok_.text == "entry";
  function->isExtern = linkage.isExtern;
  function->isVisible = linkage.isVisible;
  function->isWeak = linkage.isWeak;
  if (linkage.isCommon)
    return fail(tok_.loc(), ".common applies to variables only");
  advance();
  parameterNames_.clear();
  if (!function->isEntry) {
    while (acceptDot("attribute")) {
      bool isManaged = false;
      if (!parseAttributes(isManaged))
        return false;
    }
    if (acceptDot("noreturn"))
      function->isNoreturn = true;
    if (atSymbol('(') && !parseParameterList(function->results, /*isEntry=*/false))
      return false;
  }
  if (!tok_.is(Token::Identifier))
    return failExpected("the name of a function");
  std::string_view name = tok_.text;
  function->name = std::string(name);
  function->loc = tok_.loc();
  advance();
  if (atSymbol('(') && !parseParameterList(function->params, function->isEntry))
    return false;
  if (!parseFunctionDirectives(*function))
    return false;
  bool hasBody = atSymbol('{');
  if (!hasBody && !accept(';'))
    return failExpected("'{' or ';' after the head of function '" + function->name.substr(0, 200) +
                        "'");

  Symbol *known = symbols_.find(name);
  if (known && known->kind != Symbol::Function) {
    fail(function->loc, "'" + function->name.substr(0, 200) + "' is a variable already");
    if (hasBody)
      skipBraces();
    return true;
  }
  Function *target;
  if (known && known->kind != Symbol::Function) {
    symbols_.leaveScope();
    fail(function->loc, "'" + function->name.substr(0, 200) + "' is a variable already");
    if (hasBody)
      skipBraces();
    return true;
  }
  if (known) {
    target = module_->functions[known->index].get();
    function->isDefined = hasBody;
    if (!mergeDeclaration(*target, *function)) {
      if (hasBody)
        skipBraces();
      return true;
    }
  } else {
    target = function.get();
    target->isDefined = hasBody;
    symbols_.declare(name, Symbol::Function)->index = uint32_t(module_->functions.size());
    module_->functions.push_back(std::move(function));
  }
  if (hasBody) {
    function_ = target;
    symbols_.enterScope();
    parseBody();
    symbols_.leaveScope();
    function_ = nullptr;
  }
  return true;
}

bool Parser::mergeDeclaration(Function &known, Function &parsed) {
  if (known.isDefined && parsed.isDefined)
    return fail(parsed.loc,
                "Duplicate definition of function '" + parsed.name.substr(0, 200) + "'");
  if (known.isEntry != parsed.isEntry || !sameParameters(known.params, parsed.params) ||
      !sameParameters(known.results, parsed.results))
    return fail(parsed.loc,
                "Function '" + parsed.name.substr(0, 200) +
                    "' is not declared and defined alike: results or parameters differ");
  parsed.isNoreturn |= known.isNoreturn;
  if (parsed.isDefined) {
    parsed.isVisible |= known.isVisible;
    parsed.isWeak |= known.isWeak;
    known = std::move(parsed);
  }
  return true;
}

bool Parser::parseTriple(uint32_t (&values)[3]) {
  values[0] = values[1] = values[2] = 1;
  for (int i = 0; i < 3; ++i) {
    uint64_t value;
    if (!parseUnsigned(value, 0xffffffffu, "extent"))
      return false;
    values[i] = uint32_t(value);
    if (i == 2 || !accept(','))
      break;
  }
  return true;
}

bool Parser::parseFunctionDirectives(Function &function) {
  while (tok_.is(Token::Dot)) {
    std::string_view word = tok_.text;
    TextLoc loc = tok_.loc();
    advance();
    uint64_t value = 0;
    bool good = true;
    if (word == "maxntid") {
      good = parseTriple(function.maxntid);
    } else if (word == "reqntid") {
      good = parseTriple(function.reqntid);
    } else if (word == "reqnctapercluster") {
      good = parseTriple(function.reqnctapercluster);
    } else if (word == "minnctapersm") {
      good = parseUnsigned(value, 0xffffffffu, "number of blocks");
      function.minnctapersm = uint32_t(value);
    } else if (word == "maxnctapersm") { // the old name of what minnctapersm asks for
      good = parseUnsigned(value, 0xffffffffu, "number of blocks");
    } else if (word == "maxnreg") {
      good = parseUnsigned(value, 0xffffffffu, "number of registers");
      function.maxnreg = uint32_t(value);
    } else if (word == "maxclusterrank") {
      good = parseUnsigned(value, 0xffffffffu, "cluster rank");
      function.maxclusterrank = uint32_t(value);
    } else if (word == "abi_preserve") {
      good = parseUnsigned(value, 0xffffffffu, "number of registers");
    } else if (word == "abi_preserve_control") {
      good = parseUnsigned(value, 0xffffffffu, "number of registers");
    } else if (word == "explicitcluster") {
      function.explicitCluster = true;
    } else if (word == "blocksareclusters") {
      function.blocksAreClusters = true;
    } else if (word == "noreturn") {
      function.isNoreturn = true;
    } else if (word == "pragma") {
      good = parsePragma(&function.pragmas);
    } else if (word == "unified") {
      if (accept('('))
        good = parseUnsigned(value, ~0ull, "unified identifier") && expect(',', "in .unified") &&
               parseUnsigned(value, ~0ull, "unified identifier") && expect(')', "after .unified");
    } else if (word == "attribute") {
      bool isManaged = false;
      good = parseAttributes(isManaged);
    } else {
      return fail(loc,
                  "Unknown directive '." + std::string(word.substr(0, 60)) + "' of a function");
    }
    if (!good)
      return false;
    accept(','); // between directives of old texts
  }
  return true;
}

// --- bodies

void Parser::startUniqueNames() {
  hasUniqueNames_ = true;
  names_.clear();
  auto add = [&](const std::string &name) { takeName(ownedNames_.emplace_back(name)); };
  for (const Register &reg : function_->registers)
    add(reg.name);
  for (const Variable &variable : function_->locals)
    add(variable.name);
  for (const Variable &variable : function_->params)
    add(variable.name);
  for (const Variable &variable : function_->results)
    add(variable.name);
  for (const Label &label : function_->labels)
    add(label.name);
  for (const auto &prototype : function_->prototypes)
    add(prototype.name);
  for (const auto &targets : function_->targets)
    add(targets.name);
}

std::string_view Parser::uniqueName(std::string_view name) {
  bool isInner = scopeUses_.size() > 1;
  if (isInner && !hasUniqueNames_)
    startUniqueNames();
  uint32_t member;
  Symbol *other = symbols_.findRegister(name, member);
  bool hides = other && other->depth < symbols_.depth() && (isInner || other->depth == 0);
  if (!hides && (!hasUniqueNames_ || takeName(name)))
    return name;
  std::string unique;
  do
    unique = std::string(name) + "$" + std::to_string(++suffix_);
  while (symbols_.find(unique) || (hasUniqueNames_ && isTaken(unique)));
  std::string_view kept = ownedNames_.emplace_back(std::move(unique));
  if (hasUniqueNames_)
    takeName(kept);
  return kept;
}

RegisterId Parser::newRegister(std::string_view name, Type type) {
  function_->registers.push_back({std::string(name), type});
  return RegisterId(function_->registers.size() - 1);
}

RegisterId Parser::registerOf(Symbol &symbol, std::string_view written, uint32_t member,
                              unsigned component) {
  // The first members of a range have a dense table that grows with use; the others are rare.
  constexpr uint64_t kDense = 1 << 16;
  uint64_t at = uint64_t(member) * symbol.vector + component;
  uint32_t *id;
  if (at < kDense || at < symbol.ids.size() + kDense / 16) {
    if (at >= symbol.ids.size())
      symbol.ids.resize(std::max<uint64_t>(at + 1, symbol.ids.size() * 2), NameMap::kNone);
    id = &symbol.ids[at];
  } else {
    id = &symbol.sparseIds.try_emplace(uint32_t(at), NameMap::kNone).first->second;
  }
  if (*id != NameMap::kNone)
    return *id;
  static constexpr const char *kComponents[] = {"$x", "$y", "$z", "$w"};
  if (symbol.kind == Symbol::Range) {
    bool isInner = symbol.depth > bodyDepth_;
    if (isInner && !hasUniqueNames_)
      startUniqueNames();
    // An inner range may bring back a name of an outer one, used or not yet.
    bool hides = isInner && symbols_.hasOuterRegister(written, symbol.depth);
    if (symbol.vector == 1 && !hides && (!hasUniqueNames_ || takeName(written)))
      return *id = newRegister(written, symbol.type);
    std::string plain(written);
    if (symbol.vector > 1)
      plain += kComponents[component];
    std::string name = plain;
    while (hasUniqueNames_ && (isTaken(name) || (hides && name == written)))
      name = plain + "$" + std::to_string(++suffix_);
    if (hasUniqueNames_)
      takeName(ownedNames_.emplace_back(name));
    return *id = newRegister(name, symbol.type);
  }
  if (symbol.vector == 1)
    return *id = newRegister(symbol.uniqueName, symbol.type);
  std::string name = std::string(symbol.uniqueName) + kComponents[component];
  if (hasUniqueNames_) {
    std::string plain = name;
    while (isTaken(name))
      name = plain + "$" + std::to_string(++suffix_);
    takeName(ownedNames_.emplace_back(name));
  }
  return *id = newRegister(name, symbol.type);
}

void Parser::rememberUse(std::string_view name, TextLoc loc) {
  Use use;
  use.name = name;
  use.loc = loc;
  use.instruction = uint32_t(function_->body.size());
  uses_.push_back(use);
}

void Parser::leaveBodyScope() {
  // Uses that this scope's labels answer are done; the others wait for the scope around it.
  size_t first = scopeUses_.back(), kept = first;
  for (size_t i = first; i < uses_.size(); ++i) {
    const Use &use = uses_[i];
    const Symbol *symbol = symbols_.find(use.name);
    bool isHere = symbol && symbol->kind == Symbol::Label && symbol->depth == symbols_.depth();
    if (!isHere) {
      uses_[kept++] = use;
      continue;
    }
    if (symbol->uniqueName == use.name)
      continue;
    std::string name(symbol->uniqueName);
    if (use.target != ~0u) {
      function_->targets[use.target].names[use.element] = name;
    } else if (use.instruction < function_->body.size()) {
      for (Operand &operand : function_->body[use.instruction].operands)
        if (operand.kind == Operand::Symbol && operand.loc.line == use.loc.line &&
            operand.loc.column == use.loc.column)
          operand.name = name;
    }
  }
  uses_.resize(kept);
  scopeUses_.pop_back();
}

void Parser::finishBody() {
  if (function_->poison.empty())
    return;
  function_->body.clear();
  function_->labels.clear();
  function_->locals.clear();
  function_->registers.clear();
  function_->prototypes.clear();
  function_->targets.clear();
}

void Parser::parseBody() {
  TextLoc start = tok_.loc();
  advance();
  uses_.clear();
  scopeUses_.assign(1, 0);
  hasUniqueNames_ = false;
  names_.clear();
  ownedNames_.clear();
  suffix_ = 0;
  source_ = SourceLoc();
  inlined_ = 0;
  inlinedAt_.clear();
  bodyDepth_ = symbols_.depth();
  for (const ParameterName &parameter : parameterNames_) {
    Symbol *symbol = symbols_.declare(parameter.name,
                                      parameter.isRegister ? Symbol::Register : Symbol::Variable);
    if (!symbol) {
      fail(parameter.loc, "Duplicate definition of parameter '" +
                              std::string(parameter.name.substr(0, 200)) + "'");
      continue;
    }
    symbol->type = parameter.type;
    symbol->vector = parameter.vector;
  }
  // Registers among the parameters exist whether used or not: the ABI needs them.
  for (std::vector<Variable> *list : {&function_->results, &function_->params})
    for (Variable &param : *list)
      if (param.space == StateSpace::Reg)
        if (Symbol *symbol = symbols_.find(param.name); symbol && symbol->kind == Symbol::Register)
          for (unsigned i = 0; i < std::max<unsigned>(symbol->vector, 1); ++i) {
            symbol->ids.resize(symbol->vector, NameMap::kNone);
            registerOf(*symbol, param.name, 0, i);
          }
  uint32_t tooDeep = 0;
  for (;;) {
    if (tok_.is(Token::End)) {
      Function *function = function_;
      function_ = nullptr; // nothing behind it can be read: a fault of the module
      failExpected("'}' at the end of function '" + function->name.substr(0, 200) +
                   "', which starts in line " + std::to_string(start.line));
      while (scopeUses_.size() > 1) {
        symbols_.leaveScope();
        scopeUses_.pop_back();
      }
      return;
    }
    if (atSymbol('{')) {
      if (scopeUses_.size() >= kMaxScopes) {
        if (!tooDeep++)
          fail(tok_.loc(), "Blocks are nested too deeply");
      } else {
        symbols_.enterScope();
        scopeUses_.push_back(uses_.size());
      }
      advance();
      continue;
    }
    if (atSymbol('}')) {
      advance();
      if (tooDeep) {
        --tooDeep;
        continue;
      }
      leaveBodyScope();
      if (scopeUses_.empty())
        break;
      symbols_.leaveScope();
      continue;
    }
    size_t uses = uses_.size();
    if (!parseStatement()) {
      uses_.resize(uses); // of an instruction or list that the function does not have
      skipStatement();
    }
  }
  for (const Use &use : uses_) {
    if (function_->poison.empty() && !symbols_.find(use.name))
      lateUses_.push_back({function_, use.name, use.loc});
  }
  finishBody();
}

void Parser::skipStatement() {
  unsigned depth = 0;
  while (!tok_.is(Token::End)) {
    if (atSymbol('{')) {
      ++depth;
    } else if (atSymbol('}')) {
      if (!depth)
        return;
      --depth;
    } else if (!depth && accept(';')) {
      return;
    }
    advance();
  }
}

bool Parser::parseStatement() {
  if (tok_.is(Token::Identifier)) {
    if (lexer_.peek() == ':')
      return parseLabel();
    return parseInstruction();
  }
  if (tok_.is(Token::Dot))
    return parseBodyDirective();
  if (accept(';'))
    return true;
  if (atSymbol('@')) {
    if (lexer_.peek() == '@') {
      lexer_.skipLine();
      advance();
      return true;
    }
    return parseInstruction();
  }
  if (atSymbol('#')) {
    skipHashLine();
    return true;
  }
  bool good = failExpected("an instruction, a label or a directive");
  advance();
  return good;
}

bool Parser::declareLabel(std::string_view name, TextLoc loc) {
  std::string_view unique = uniqueName(name);
  Symbol *symbol = symbols_.declare(name, Symbol::Label);
  if (!symbol)
    return fail(loc, "Duplicate definition of label '" + std::string(name.substr(0, 200)) + "'");
  symbol->uniqueName = unique;
  return true;
}

bool Parser::parseLabel() {
  std::string_view name = tok_.text;
  TextLoc loc = tok_.loc();
  advance();
  advance();
  if (!declareLabel(name, loc))
    return true; // reported; what follows the colon is a statement of its own
  std::string unique(symbols_.find(name)->uniqueName);
  if (acceptDot("callprototype"))
    return parsePrototype(std::move(unique));
  if (acceptDot("calltargets"))
    return parseTargets(std::move(unique), /*isCall=*/true);
  if (acceptDot("branchtargets"))
    return parseTargets(std::move(unique), /*isCall=*/false);
  function_->labels.push_back({std::move(unique), function_->body.size()});
  return true;
}

bool Parser::parsePrototype(std::string name) {
  Function::Prototype prototype;
  prototype.name = std::move(name);
  if (atSymbol('(') && !parseParameterList(prototype.results, /*isEntry=*/false))
    return false;
  if (!tok_.is(Token::Identifier))
    return failExpected("'_' in .callprototype");
  advance();
  if (atSymbol('(') && !parseParameterList(prototype.params, /*isEntry=*/false))
    return false;
  Function directives;
  if (!parseFunctionDirectives(directives))
    return false;
  prototype.isNoreturn = directives.isNoreturn;
  function_->prototypes.push_back(std::move(prototype));
  return expect(';', "after .callprototype");
}

bool Parser::parseTargets(std::string name, bool isCall) {
  Function::Targets targets;
  targets.name = std::move(name);
  targets.isCall = isCall;
  do {
    if (!tok_.is(Token::Identifier))
      return failExpected(isCall ? "the name of a function" : "a label");
    Use use;
    use.name = tok_.text;
    use.loc = tok_.loc();
    use.target = uint32_t(function_->targets.size());
    use.element = uint32_t(targets.names.size());
    uses_.push_back(use);
    targets.names.emplace_back(tok_.text);
    advance();
  } while (accept(','));
  function_->targets.push_back(std::move(targets));
  return expect(';', "after the list of targets");
}

bool Parser::parseLoc() {
  auto parsePlace = [&](SourceLoc &place) {
    uint64_t file, line, column;
    if (!parseUnsigned(file, 0xffffffffu, "file number") ||
        !parseUnsigned(line, 0xffffffffu, "line number") ||
        !parseUnsigned(column, 0xffffffffu, "column"))
      return false;
    place = {uint32_t(file), uint32_t(line), uint32_t(column)};
    return true;
  };
  InlinedCall call;
  inlined_ = 0;
  if (!parsePlace(source_))
    return false;
  // , function_name LABEL {+ offset}, inlined_at FILE LINE COLUMN
  while (accept(',')) {
    if (!tok_.is(Token::Identifier))
      return failExpected("function_name or inlined_at");
    bool isFunctionName = tok_.text == "function_name";
    if (!isFunctionName && tok_.text != "inlined_at")
      return failExpected("function_name or inlined_at");
    advance();
    if (!isFunctionName) {
      if (!parsePlace(call.caller))
        return false;
      continue;
    }
    if (tok_.is(Token::Dot) || tok_.is(Token::Identifier))
      call.function = nameWithDot();
    else if (!tok_.is(Token::Integer))
      return failExpected("a label of .debug_str");
    advance();
    if (accept('+') && !parseUnsigned(call.offset, ~0ull, "offset"))
      return false;
  }
  const SourceLoc caller = call.caller;
  if (caller.known())
    noteInlined(std::move(call));
  if (caller.known() && !source_.line) { // the compiler's own: the call is what is known
    source_ = caller;
    inlined_ = function_->inlined[inlined_ - 1].outer;
  } else
    inlinedAt_[{source_.file, source_.line, source_.column}] = inlined_;
  accept(';');
  return true;
}

/// The place of the call has had a `.loc` of its own, which tells what it was inlined into.
void Parser::noteInlined(InlinedCall call) {
  const SourceLoc &at = call.caller;
  if (auto it = inlinedAt_.find({at.file, at.line, at.column}); it != inlinedAt_.end())
    call.outer = it->second;
  std::vector<InlinedCall> &all = function_->inlined;
  for (size_t i = all.size(); i > 0 && i + 64 > all.size(); --i)
    if (all[i - 1] == call) {
      inlined_ = uint32_t(i);
      return;
    }
  all.push_back(std::move(call));
  inlined_ = uint32_t(all.size());
}

bool Parser::parseBodyDirective() {
  std::string_view word = tok_.text;
  if (word == "reg")
    return parseRegisters();
  if (word == "loc") {
    advance();
    return parseLoc();
  }
  if (findWord(word).kind == Word::Space)
    return parseBodyVariables();
  if (word == "pragma") {
    advance();
    return parsePragma(&function_->pragmas);
  }
  if (word == "file") {
    advance();
    parseFile();
    return true;
  }
  if (word == "section") {
    parseSection();
    return true;
  }
  if (word == "callprototype" || word == "calltargets" || word == "branchtargets")
    return fail(tok_.loc(), "Directive ." + std::string(word) + " needs a label");
  return fail(tok_.loc(), "Unknown directive '." + std::string(word.substr(0, 60)) + "'");
}

} // namespace anywarp::ptx
