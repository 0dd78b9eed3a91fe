// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the debug information of PTX (DWARF in its sections; nvcc -G) says of the functions,
// variables and types of the source, as LLVM's metadata. For the kernels that a debugger looks at.
#pragma once

#include <functional>
#include <llvm/IR/DIBuilder.h>
#include <memory>
#include <string>
#include <vector>

#include "ptx/Module.h"

namespace anywarp::codegen {

class SourceVariables {
public:
  /// `fileFor` gives the file of an index of ptx::Module::files.
  SourceVariables(const ptx::Module &module, llvm::DIBuilder &builder, llvm::DICompileUnit *unit,
                  std::function<llvm::DIFile *(uint32_t)> fileFor);
  ~SourceVariables();

  struct Variable {
    std::string symbol;     ///< of the PTX; empty: the parameter of that number
    uint64_t offset = 0;    ///< from the symbol on
    unsigned parameter = 0; ///< from 1 on; 0: none
    llvm::DILocalVariable *variable = nullptr;
  };
  /// A lexical block: its instructions lie between two labels.
  struct Block {
    size_t begin, end; ///< indices of Function::body
    llvm::DILocalScope *scope;
  };
  struct Function {
    llvm::DISubprogram *subprogram = nullptr;
    std::vector<Variable> variables;
    std::vector<Block> blocks; ///< outer ones first
    /// The innermost scope of an instruction.
    llvm::DILocalScope *scopeAt(size_t instruction) const;
  };
  /// Null if the module says nothing of it.
  const Function *find(const ptx::Function &function);

  /// A variable that every function has: x, y and z of type unsigned.
  llvm::DILocalVariable *makeDimensions(llvm::DISubprogram *subprogram, llvm::StringRef name);

private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace anywarp::codegen
