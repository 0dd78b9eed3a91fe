// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The LLVM module of one kernel while it is made: functions reached so far, module variables, the
// layout of the shared window, alias scopes and debug information.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/Codegen.h"
#include "codegen/emit/Builtins.h"
#include "codegen/emit/Profile.h"
#include "codegen/emit/SourceVariables.h"
#include "ptx/Module.h"
#include "support/Status.h"

namespace anywarp::codegen {

/// Signature of a PTX function in device IR (README.md): one scalar result by value, arrays and
/// further results as leading pointers, then the parameters.
struct Signature {
  llvm::FunctionType *type = nullptr;
  bool returnsFirst = false; ///< results[0] is the LLVM result
  static bool isScalar(const ptx::Variable &variable);
};

class ModuleEmitter {
public:
  ModuleEmitter(const ptx::Module &source, const ptx::Function &entry, llvm::LLVMContext &context,
                const EmitOptions &options);

  /// Everything, once.
  Expected<std::unique_ptr<llvm::Module>> run();

  const ptx::Module &source;
  const ptx::Function &entry;
  llvm::LLVMContext &context;
  const EmitOptions options;
  llvm::Module &module() { return *module_; }
  Builtins &builtins() { return *builtins_; }

  // -- Functions
  /// The function that `name` stands for: aliases followed, a definition before a declaration.
  const ptx::Function *findFunction(const std::string &name) const;
  /// Its LLVM function; a defined one is emitted later in run().
  llvm::Function *functionFor(const ptx::Function &function);
  /// An undefined function: one of those that the engine serves. Null after a failure.
  llvm::Function *externFunction(const ptx::Function &function);
  /// Whether the module makes generic addresses of other blocks' shared memory.
  bool mapsClusters() const { return mapsClusters_; }
  /// The address of a function: its descriptor.
  llvm::Constant *descriptorOf(const ptx::Function &function);
  /// An indirect call can reach every function whose address is taken: brings them all in.
  void noteIndirectCall();
  Signature signatureOf(const std::vector<ptx::Variable> &results,
                        const std::vector<ptx::Variable> &params);

  // -- Variables
  llvm::GlobalVariable *globalFor(const ptx::Variable &variable);
  /// Offset in the shared window. Dynamic (extern, open) arrays follow all static variables.
  bool isDynamicShared(const ptx::Variable &variable) const;
  uint32_t sharedOffset(const ptx::Variable &variable) const;
  uint32_t dynamicSharedOffset() const { return dynamicOffset_; }
  /// Bytes at the start of the window that %reserved_smem_offset_… tell of; 0 if nobody asks.
  uint32_t reservedShared() const { return reservedShared_; }
  static constexpr uint32_t kReservedShared = 1024;
  /// True in functions that several kernels share: there dynamic shared memory has no constant
  /// place.
  bool isSharedByKernels(const ptx::Function &function) const {
    return hasIndirectCall_ && addressClosure_.count(&function);
  }
  uint32_t paramOffset(const ptx::Variable &param) const;
  uint32_t paramBytes() const { return paramBytes_; }

  // -- The engine
  /// A function of the engine that runs once for each active lane (README.md).
  llvm::Function *serialFunction(llvm::StringRef name, llvm::FunctionType *type);

  // -- Metadata
  /// The scope of a state space and the list of all others; null for generic.
  std::pair<llvm::MDNode *, llvm::MDNode *> aliasScopes(ptx::StateSpace space);
  llvm::DISubprogram *subprogramFor(const ptx::Function &function);
  /// Of a function that the compiler of `function` inlined (Instruction::inlined).
  llvm::DISubprogram *inlinedSubprogram(const ptx::Function &function, uint32_t number);
  /// The pretended function that the wait before a line of the source is in.
  llvm::DISubprogram *lineSubprogram();
  /// The variables of the source; null without EmitOptions::describeVariables.
  SourceVariables *variables() { return variables_.get(); }
  /// Stands for the PTX text where a file of its `.file` directives is asked for.
  static constexpr uint32_t kPtxFile = ~0u;
  llvm::DIScope *scopeFor(llvm::DILocalScope *scope, uint32_t file);

  /// With EmitOptions::profile.
  Places places;

  // -- Failure
  void fail(StatusCode code, std::string message);
  bool failed() const { return !failure_.ok(); }

private:
  llvm::Function *setConditionalFunction(const ptx::Function &declaration,
                                         llvm::FunctionType *type);
  llvm::Function *deviceRuntimeFunction(const ptx::Function &declaration, llvm::FunctionType *type,
                                        uint32_t row, llvm::StringRef signature);
  void setKernelAttributes(llvm::Function &kernel);
  void scanAddressTaken();
  void layOutParams();
  void layOutShared();
  llvm::DIFile *ptxFile();
  llvm::DIFile *fileFor(uint32_t file);

  std::unique_ptr<llvm::Module> module_;
  std::unique_ptr<Builtins> builtins_;
  std::unique_ptr<llvm::DIBuilder> debug_;
  llvm::DICompileUnit *unit_ = nullptr;
  std::map<uint32_t, llvm::DIFile *> files_;
  std::unique_ptr<SourceVariables> variables_;
  llvm::DISubprogram *lineSubprogram_ = nullptr;
  std::map<std::pair<llvm::DILocalScope *, uint32_t>, llvm::DIScope *> scopes_;
  std::map<std::string, llvm::DISubprogram *> inlined_; ///< by name
  std::map<const ptx::Function *, llvm::Function *> functions_;
  std::vector<const ptx::Function *> pending_;
  std::vector<const ptx::Function *>
      addressTaken_; ///< in the order of the module; see scanAddressTaken
  std::set<const ptx::Function *> addressClosure_; ///< they, and what they call
  bool hasAddressTaken_ = false;                   ///< addressTaken_ is known
  bool mapsClusters_ = false;
  bool hasIndirectCall_ = false; ///< some reached function calls indirectly
  std::map<const ptx::Variable *, uint32_t> sharedOffsets_, paramOffsets_;
  uint32_t paramBytes_ = 0, staticShared_ = 0, dynamicOffset_ = 0, reservedShared_ = 0;
  llvm::MDNode *spaceScopes_[5] = {};
  Status failure_;
};

/// Calls `visit(operand)` for every operand of `inst`, nested ones included.
template <typename Visit> void visitOperand(const ptx::Operand &operand, Visit &&visit) {
  visit(operand);
  for (const ptx::Operand &element : operand.elements)
    visitOperand(element, visit);
  if (operand.pair)
    visitOperand(*operand.pair, visit);
}

/// The operands of a call, taken apart.
struct CallParts {
  const ptx::Operand *results = nullptr, *callee = nullptr, *args = nullptr, *prototype = nullptr;
  static CallParts of(const ptx::Instruction &call);
};

} // namespace anywarp::codegen
