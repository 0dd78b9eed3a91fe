// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parser's state, private to the files Parse*.cpp. Recursive descent with limits on every
// nesting; blocks `{ … }` are a loop with a scope stack. A parse function answers false after a
// fault that it has reported.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "ptx/Module.h"
#include "ptx/Words.h"
#include "ptx/parse/Lexer.h"
#include "ptx/parse/SymbolTable.h"
#include "support/Diagnostic.h"

namespace anywarp::ptx {

/// A value of a constant expression.
struct Constant {
  bool isFloat = false, isUnsigned = false, isFloat32 = false;
  uint64_t bits = 0; ///< integer, or bits of a double

  double toDouble() const;
  bool isTrue() const;
};

class Parser {
public:
  Parser(const char *text, Diagnostics &diagnostics);
  std::unique_ptr<Module> run();

private:
  // --- Parser.cpp: tokens, faults, directives of the module
  void advance() { lexer_.next(tok_); }
  bool atSymbol(char c) const { return tok_.isSymbol(uint8_t(c)); }
  bool accept(char c);
  bool expect(char c, const char *where);
  bool acceptDot(std::string_view word);
  bool fail(TextLoc loc, std::string message);
  /// "expected X, found 'token'" at the current token.
  bool failExpected(const std::string &what);
  std::string describeToken() const;
  void warnModule(TextLoc loc, std::string message);
  void skipModuleItem();
  void skipBraces();
  void parseModuleItem();
  void parseVersion();
  void parseTarget();
  void parseAddressSize();
  void parseFile();
  void parseSection();
  void parseDebugData(DebugSection &section);
  bool parseDebugValue(DebugSection &section, unsigned size);
  std::string nameWithDot() const;
  bool parsePragma(std::vector<std::string> *into);
  void parseAlias();
  void skipHashLine();
  bool parseUnsigned(uint64_t &value, uint64_t limit, const char *what);

  // --- ParseExpression.cpp: constant expressions
  bool parseConstant(Constant &value);
  bool parseTernary(Constant &value, unsigned depth);
  bool parseBinary(Constant &value, int minPrecedence, unsigned depth);
  bool parseUnary(Constant &value, unsigned depth);
  bool parseIntegerConstant(int64_t &value, const char *what);

  // --- ParseVariable.cpp: declarations; ParseInitialiser.cpp
  struct Linkage {
    bool isExtern = false, isVisible = false, isWeak = false, isCommon = false;
  };
  enum class Place { Module, Body, Parameter };
  /// From the state space (current token) up to the declarators.
  bool parseVariableHead(Variable &head, Place place);
  bool parseAttributes(bool &isManaged);
  bool parseDims(Variable &variable);
  bool finishVariable(Variable &variable, Place place);
  bool parseModuleVariables(const Linkage &linkage);
  bool parseBodyVariables();
  bool parseRegisters();
  bool parseParameterList(std::vector<Variable> &list, bool isEntry);
  bool parseInitialiser(Variable &variable);
  bool parseInitialiserLevel(Variable &variable, std::vector<uint64_t> &dims, size_t level,
                             uint64_t base);
  bool parseInitialiserElement(Variable &variable, uint64_t offset, uint64_t &written);
  bool parseInitialiserString(Variable &variable, uint64_t offset, uint64_t &written);
  /// `relocation` has its offset, size and mask.
  bool parseInitialiserAddress(Variable &variable, Relocation relocation, bool isMasked);
  bool parseAddends(Relocation &relocation, TextLoc loc);
  bool parseOpaqueInitialiser(Variable &variable);
  bool growInitial(Variable &variable, uint64_t end);
  bool storeConstant(Variable &variable, uint64_t offset, const Constant &value);
  bool addModuleVariable(Variable &&variable);

  // --- ParseFunction.cpp: functions and their bodies
  bool parseFunction(const Linkage &linkage);
  bool parseFunctionDirectives(Function &function);
  bool parseTriple(uint32_t (&values)[3]);
  bool mergeDeclaration(Function &known, Function &parsed);
  void parseBody();
  bool parseStatement();
  bool parseBodyDirective();
  bool parseLoc();
  void noteInlined(InlinedCall call);
  bool parseLabel();
  bool parsePrototype(std::string name);
  bool parseTargets(std::string name, bool isCall);
  bool declareLabel(std::string_view name, TextLoc loc);
  void skipStatement();
  void leaveBodyScope();
  void finishBody();
  std::string_view uniqueName(std::string_view name);
  /// Adds to the names of the function; false if it is there already.
  bool takeName(std::string_view name) {
    uint32_t &known = names_.at(name);
    return std::exchange(known, 0) != 0;
  }
  bool isTaken(std::string_view name) const { return names_.find(name) != NameMap::kNone; }
  void startUniqueNames();
  /// `written`: the name in the text, which lives as long as the text.
  RegisterId registerOf(Symbol &symbol, std::string_view written, uint32_t member,
                        unsigned component);
  RegisterId newRegister(std::string_view name, Type type);

  // --- ParseInstruction.cpp
  bool parseInstruction();
  bool parseWords(Instruction &inst, std::string_view mnemonic);
  bool parseGuard(Instruction &inst);
  bool parseOperand(Operand &out, unsigned depth);
  bool parseOperandList(Operand &out, char close, unsigned depth);
  bool parseAddress(Operand &out, unsigned depth);
  bool parseNamed(Operand &out);
  bool parseSpecial(Operand &out, const SpecialRegister &special);
  bool parseRegisterSuffix(Operand &out, Symbol &symbol, std::string_view name, uint32_t member);
  bool parsePair(Operand &out);
  /// `register]` or `register + constant]` behind `name[`: `out` is the name, then the element,
  /// whose address the instructions before this one compute.
  bool parseIndex(Operand &out, uint64_t elementSize);
  /// Adds an instruction with a new register of type `types[0]` for its result.
  RegisterId compute(Opcode opcode, std::vector<Modifier> modifiers, std::vector<Type> types,
                     std::vector<Operand> sources);
  bool parseOffset(int64_t &offset);
  void rememberUse(std::string_view name, TextLoc loc);

  Lexer lexer_;
  Token tok_;
  Diagnostics &diagnostics_;
  std::unique_ptr<Module> module_;
  SymbolTable symbols_;
  bool failedModule_ = false, stopped_ = false;
  unsigned messages_ = 0;
  uint64_t initialBytes_ = 0; ///< of all variables together

  struct ParameterName {
    std::string_view name;
    TextLoc loc;
    Type type;
    uint8_t vector;
    bool isRegister;
  };
  std::vector<ParameterName> parameterNames_; ///< of the head read last, for its body

  // Of the function whose body is being read; null elsewhere.
  Function *function_ = nullptr;
  SourceLoc source_;
  uint32_t inlined_ = 0;                                  ///< of source_, as Instruction::inlined
  std::map<std::array<uint32_t, 3>, uint32_t> inlinedAt_; ///< the last of each place
  uint32_t bodyDepth_ = 0;                                ///< of the outermost scope of the body
  std::vector<Operand> scratch_; ///< operands of the instruction being read
  Opcode opcode_{};
  Type type_{}; ///< the last of the instruction being read
  /// A name that may be a label of a scope not yet closed, or a function declared later.
  struct Use {
    std::string_view name;
    TextLoc loc;
    uint32_t instruction = 0, target = ~0u, element = 0;
  };
  std::vector<Use> uses_;
  std::vector<size_t> scopeUses_; ///< number of uses at the entry of each open scope
  struct LateUse {
    Function *function;
    std::string_view name;
    TextLoc loc;
  };
  std::vector<LateUse> lateUses_; ///< names that no body declares: the module must
  NameMap names_;                 ///< of the function, once an inner scope declares one
  bool hasUniqueNames_ = false;
  std::deque<std::string> ownedNames_;
  unsigned suffix_ = 0;
};

} // namespace anywarp::ptx
