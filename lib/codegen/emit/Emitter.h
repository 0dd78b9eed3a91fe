// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the chapter files of this folder write with. A ModuleEmitter makes the LLVM module of one
// kernel; a FunctionEmitter translates one PTX function into it, instruction by instruction, for
// one thread. PTX registers are allocas while a function is emitted and SSA values afterwards. One
// thread uses an emitter; nothing here is shared.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/Intrinsics.h"
#include "codegen/emit/SourceVariables.h"
#include "ptx/Module.h"
#include "support/Status.h"

namespace llvm {
class DIBuilder;
class DIScope;
} // namespace llvm

namespace anywarp::codegen {

class ModuleEmitter;

/// Where a named thing of PTX lives.
struct SymbolPlace {
  enum Kind {
    Unknown,
    Memory,       ///< `pointer` points to it (any space but shared)
    SharedOffset, ///< `pointer` is its i32 offset in the shared window
    Function,     ///< `pointer` is its descriptor
  };
  Kind kind = Unknown;
  ptx::StateSpace space = ptx::StateSpace::Generic;
  llvm::Value *pointer = nullptr;
  const ptx::Variable *variable = nullptr;
};

class FunctionEmitter {
public:
  FunctionEmitter(ModuleEmitter &module, const ptx::Function &source, llvm::Function &target);

  /// Translates the whole body. Stops at the first poison (ModuleEmitter::failure).
  void emit();

  llvm::IRBuilder<> ir;
  ModuleEmitter &module;
  const ptx::Function &source;
  llvm::Function &target;
  /// EmitOptions::exactApprox or .pragma "anywarp_exact_approx".
  const bool isExact;

  // -- Types ------------------------------------------------------------------------------------
  /// LLVM type in which `type` is computed: half and bfloat for .f16 and .bf16, an integer of the
  /// same size for .b, .u, .s and all packed types (.f16x2 is i32), i1 for .pred.
  llvm::Type *typeOf(ptx::Type type);
  /// The same, but .f16 and .bf16 are i16: how registers and parameters hold a value.
  llvm::Type *storageTypeOf(ptx::Type type);
  llvm::IntegerType *intType(unsigned bits) { return ir.getIntNTy(bits); }
  llvm::ConstantInt *constant(unsigned bits, uint64_t value) { return ir.getIntN(bits, value); }

  // -- Operands ---------------------------------------------------------------------------------
  /// Value of an operand as typeOf(as). A wider register is truncated, a narrower one extended by
  /// the signedness of `as`, bits are reinterpreted between integer and floating point. Immediates
  /// take the form that `as` asks for; symbols give their address; special registers are read.
  llvm::Value *read(const ptx::Operand &operand, ptx::Type as);
  /// Puts `value` (of type `as`) into a register: extended by the signedness of `as` when the
  /// register is wider, truncated when it is narrower. `_` takes and drops it.
  void write(const ptx::Operand &operand, llvm::Value *value, ptx::Type as);
  /// A predicate operand as i1, `!p` respected; true when the operand is absent.
  llvm::Value *readPredicate(const ptx::Operand &operand);
  void writePredicate(const ptx::Operand &operand, llvm::Value *value);
  /// The type declared for a register operand; None for other operands.
  ptx::Type declaredType(const ptx::Operand &operand) const;

  llvm::Value *readRegister(ptx::RegisterId reg);
  void writeRegister(ptx::RegisterId reg, llvm::Value *value);
  llvm::Value *carry();
  void setCarry(llvm::Value *bit);
  /// `value` as an integer of its own size, and an integer as typeOf(as) (same size).
  llvm::Value *toBits(llvm::Value *value);
  llvm::Value *fromBits(llvm::Value *bits, ptx::Type as);

  // -- Memory -----------------------------------------------------------------------------------
  /// Pointer for an address operand in `space` (in the LLVM address space of README.md).
  llvm::Value *address(const ptx::Operand &operand, ptx::StateSpace space);
  /// Pointer in `space` for the bits of a PTX address (i32 or i64).
  llvm::Value *pointerFromBits(llvm::Value *bits, ptx::StateSpace space);
  /// `pointer` + constant bytes.
  llvm::Value *advance(llvm::Value *pointer, int64_t bytes);
  /// Adds the alias scope of `space` to a load, store or atomic.
  template <typename T> T *inSpace(T *access, ptx::StateSpace space) {
    setAliasScope(*access, space);
    return access;
  }
  void setAliasScope(llvm::Instruction &access, ptx::StateSpace space);
  SymbolPlace findSymbol(const std::string &name);
  bool isEntryParam(const std::string &name) const;
  /// The address of a symbol as PTX sees it, as an integer of `bits` bits; null if unknown.
  llvm::Value *symbolAddress(const std::string &name, int64_t offset, unsigned bits);
  /// generic → space-relative and back (cvta); i64 both.
  llvm::Value *toGeneric(llvm::Value *bits, ptx::StateSpace from);
  llvm::Value *fromGeneric(llvm::Value *bits, ptx::StateSpace to);
  llvm::Value *isInSpace(llvm::Value *genericBits, ptx::StateSpace space);
  /// Rank of the cluster's block in whose shared window a generic address lies; own rank if none.
  llvm::Value *clusterRankOf(llvm::Value *genericBits);

  /// Memory of the thread for the whole function.
  llvm::AllocaInst *entryAlloca(llvm::Type *type, const llvm::Twine &name);

  /// Of an .f64 register: something shows the sign that a NaN in it has.
  bool showsSign(const ptx::Operand &result) const;

  // -- Calls ------------------------------------------------------------------------------------
  llvm::CallInst *call(Intrinsic id, llvm::ArrayRef<llvm::Value *> args = {});
  /// Calls the function `name` of device/builtins with arguments of exactly its parameters' types
  /// (half for _Float16, bfloat for __bf16, i1 for bool, iN, float, double, ptr). Gives its result.
  /// A builtin that does not exist or has other types is our own fault: it poisons the function.
  llvm::Value *callBuiltin(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> args);
  /// LLVM intrinsics overloaded on the type of the first argument.
  llvm::Value *unary(llvm::Intrinsic::ID id, llvm::Value *a) {
    return ir.CreateUnaryIntrinsic(id, a);
  }
  llvm::Value *binary(llvm::Intrinsic::ID id, llvm::Value *a, llvm::Value *b) {
    return ir.CreateBinaryIntrinsic(id, a, b);
  }

  // -- Control flow -----------------------------------------------------------------------------
  llvm::BasicBlock *newBlock(const llvm::Twine &name);
  /// Ends the current block with a jump to `next` and goes on there.
  void fallInto(llvm::BasicBlock *next);
  llvm::BasicBlock *labelBlock(const std::string &name); ///< null if there is no such label
  /// After a terminator: what follows is reached only through labels.
  void startUnreachable();
  /// Runs `body` only where `condition` holds; goes on after both.
  template <typename Body> void emitIf(llvm::Value *condition, Body body) {
    llvm::BasicBlock *then = newBlock("then"), *next = newBlock("next");
    ir.CreateCondBr(condition, then, next);
    ir.SetInsertPoint(then);
    body();
    fallInto(next);
  }
  void emitReturn();
  /// A cold path that stops the grid (Trap); nothing follows.
  void emitTrap();

  // -- Stack (alloca, stacksave, stackrestore) ---------------------------------------------------
  /// Bytes of the function's own stack buffer in use, i32.
  llvm::Value *stackTop();
  void setStackTop(llvm::Value *top);
  /// Address (i64) of `size` (i64) fresh bytes; traps when the buffer is full. Null: bad alignment.
  llvm::Value *allocateStack(llvm::Value *size, uint64_t align);

  // -- Faults of the program --------------------------------------------------------------------
  /// Marks the kernel as not translatable: "MESSAGE, line N". The rest of the function is skipped.
  void poison(const ptx::Instruction &instruction, const llvm::Twine &message);
  /// Poison for words that an emitter does not know together: "instruction '…' is not supported".
  void refuse(const ptx::Instruction &instruction);
  bool isPoisoned() const;

  /// What a sum is fused with (Contraction.cpp).
  struct Fusion {
    const ptx::Instruction *product;
    unsigned addend; ///< 0 or 1: which of the sum's
    bool isNegated;  ///< the addend is the product with its sign changed
  };
  const Fusion *fusionOf(const ptx::Instruction &sum) const; ///< null: the sum stands alone

  /// A call instead of the instruction itself, where that is long and the function has many of the
  /// kind; false, having emitted nothing, where not.
  bool emitOutlined(const ptx::Instruction &instruction);

  /// The "aw-warp" function `name` with words as arguments and results, in which all lanes take
  /// part, active or not. `body` gives the results where there is none yet.
  llvm::Function *warpFunction(llvm::StringRef name, unsigned results, unsigned args,
                               llvm::function_ref<llvm::SmallVector<llvm::Value *, 8>(
                                   FunctionEmitter &, llvm::ArrayRef<llvm::Value *>)>
                                   body);

  /// Spelling as far as it is known: "mul.wide.u32".
  static std::string spell(const ptx::Instruction &instruction);

private:
  enum Made : uint8_t { NoResult, Result, Product };
  llvm::Value *asSeen(llvm::Value *value, Made made);
  void prepare();
  void findProducts();
  // NaNs that arithmetic makes (MadeNans.cpp).
  void findMadeNans();
  void findSeenSigns();
  bool seesBits(const ptx::Instruction &instruction) const;
  std::vector<bool> instructionsInLoops() const;
  /// Body and return of an "aw-warp" function (Outline.cpp), whose first registers are results.
  void emitAlone(size_t results);
  llvm::Function *makeWarpFunction(llvm::StringRef name, llvm::ArrayRef<llvm::Type *> results,
                                   llvm::ArrayRef<llvm::Type *> args, bool takesAllLanes);
  bool hasManyProducts();
  const std::vector<std::optional<int64_t>> &numbersInRegisters();
  void emitInstruction(const ptx::Instruction &instruction);
  void setLocation(const ptx::Instruction &instruction);
  void beginLine(const ptx::Instruction &instruction);
  /// Where an inlined call (Instruction::inlined) stands.
  llvm::DILocation *inlinedAt(uint32_t number);
  llvm::Value *immediate(const ptx::Operand &operand, ptx::Type as);
  llvm::Value *specialRegister(const ptx::Operand &operand, ptx::Type as);
  llvm::Value *adapt(llvm::Value *value, ptx::Type as);
  llvm::Value *sharedWindow();
  llvm::Value *localAnchor();
  /// A real address of the space, for those that the thread may hold halves of; else null.
  llvm::Value *anchorOf(ptx::StateSpace space);
  llvm::Value *paramVariable(const ptx::Variable &variable);
  /// Removes the zero initialisation of registers that are always written first. A register with a
  /// single store takes the fast path of LLVM's promotion.
  void dropFirstValues(const llvm::DominatorTree &tree);
  void promoteRegisters();
  llvm::AllocaInst *recorded(llvm::AllocaInst *place, const std::string &name, ptx::Type type);
  void startRecording();
  void describeVariables();
  void describe(llvm::DILocalVariable *variable, llvm::Value *pointer);
  void recordLine(uint32_t line);
  // Profile.cpp; all of them do nothing without EmitOptions::profile.
  void profile(const ptx::Instruction &instruction);
  void profileBranch(const ptx::Instruction &instruction, llvm::Value *condition);
  void profileWork(const ptx::Instruction &instruction);
  void endStretch() { stretch_ = kNoStretch; }
  bool isResultUnused(const ptx::Instruction &instruction);
  bool waitsForLoad(const ptx::Instruction &instruction);

  llvm::SmallVector<llvm::AllocaInst *, 64> registers_;
  llvm::SmallVector<llvm::StoreInst *, 64> firstValues_; ///< of registers_
  llvm::SmallVector<llvm::AllocaInst *, 0> records_;     ///< of registers_, if they are recorded
  llvm::AllocaInst *line_ = nullptr;                     ///< record of the line that runs
  std::unordered_map<const ptx::Instruction *, Fusion> fusions_; ///< by sum
  llvm::DenseSet<const ptx::Instruction *> vanished_; ///< products that are only parts of fusions
  std::vector<bool> showsSign_;                       ///< by register: see showsSign()
  std::vector<Made> hasMadeNan_; ///< by register: it may hold one as the processor makes it
  llvm::DenseSet<const ptx::Instruction *> settling_; ///< they write results as they are seen
  bool seesBits_ = false;                             ///< the current instruction does
  llvm::AllocaInst *carry_ = nullptr;
  llvm::AllocaInst *anchor_ = nullptr, *stack_ = nullptr, *stackTop_ = nullptr;
  llvm::StringMap<llvm::BasicBlock *> labels_;
  std::map<size_t, llvm::BasicBlock *> starts_; ///< block that starts before instruction number
  llvm::StringMap<SymbolPlace> symbols_;        ///< of this function, as far as used
  llvm::Instruction *allocaPoint_ = nullptr;
  llvm::DIScope *scope_ = nullptr;
  std::map<uint32_t, llvm::DILocation *> inlinedAt_;
  const SourceVariables::Function *described_ = nullptr; ///< where a debugger finds variables
  uint32_t lineFile_ = 0, lineBegun_ = 0;                ///< of the last beginLine; 0: none
  std::optional<bool> hasManyProducts_;                  ///< enough to outline them
  std::vector<std::optional<int64_t>> numbers_;
  const ptx::Instruction *current_ = nullptr;
  static constexpr uint32_t kNoStretch = ~0u;
  uint32_t stretch_ = kNoStretch;    ///< place of the instructions that run together with this one
  std::vector<uint32_t> mentions_;   ///< of each register in the body, counted when first asked for
  llvm::DenseSet<uint32_t> loading_; ///< registers of loads that nothing has waited for so far
};

// The emitters that rows of spec/ptx name. An instruction comes to the one of its form and to no
// other: the emitter translates it, or poisons the kernel, which is not translated then.
#define AW_EMITTER(name) void emit##name(FunctionEmitter &e, const ptx::Instruction &inst);
#include "ptx/Emitters.inc.h"

/// An instruction whose row has its meaning (Operation.cpp).
void emitOperation(FunctionEmitter &e, const ptx::Instruction &inst, const ptx::Form &form);

/// Calls the emitter of the instruction's form, or poisons the function.
void emitByForm(FunctionEmitter &e, const ptx::Instruction &inst);

} // namespace anywarp::codegen
