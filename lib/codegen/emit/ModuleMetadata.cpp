// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The metadata of a kernel's module: alias scopes of the state spaces; files, functions and lines
// for debuggers.
#include "codegen/emit/ModuleEmitter.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/MDBuilder.h>

namespace anywarp::codegen {

std::pair<llvm::MDNode *, llvm::MDNode *> ModuleEmitter::aliasScopes(ptx::StateSpace space) {
  int index;
  switch (space) {
  case ptx::StateSpace::Global:
    index = 0;
    break;
  case ptx::StateSpace::Shared:
  case ptx::StateSpace::SharedCta:
  case ptx::StateSpace::SharedCluster:
    index = 1;
    break;
  case ptx::StateSpace::Const:
    index = 2;
    break;
  case ptx::StateSpace::Local:
    index = 3;
    break;
  case ptx::StateSpace::ParamEntry:
    index = 4;
    break;
  default:
    return {nullptr, nullptr};
  }
  if (!spaceScopes_[0]) {
    llvm::MDBuilder builder(context);
    llvm::MDNode *domain = builder.createAliasScopeDomain("state spaces");
    const char *names[] = {"global", "shared", "const", "local", "param"};
    for (int i = 0; i < 5; ++i)
      spaceScopes_[i] = builder.createAliasScope(names[i], domain);
  }
  std::vector<llvm::Metadata *> others;
  for (int i = 0; i < 5; ++i)
    if (i != index)
      others.push_back(spaceScopes_[i]);
  return {llvm::MDNode::get(context, {spaceScopes_[index]}), llvm::MDNode::get(context, others)};
}

llvm::DIFile *ModuleEmitter::ptxFile() { return fileFor(kPtxFile); }

llvm::DIFile *ModuleEmitter::fileFor(uint32_t file) {
  llvm::DIFile *&known = files_[file];
  if (known)
    return known;
  auto it = source.files.find(file);
  if (it == source.files.end())
    return known = debug_->createFile(kPtxFileName, "");
  llvm::StringRef path(it->second);
  auto [folder, name] = path.rsplit('/');
  if (name.empty())
    std::swap(folder, name);
  return known = debug_->createFile(name, folder);
}

llvm::DISubprogram *ModuleEmitter::subprogramFor(const ptx::Function &function) {
  if (variables_)
    if (const SourceVariables::Function *known = variables_->find(function))
      return known->subprogram;
  auto *type = debug_->createSubroutineType(debug_->getOrCreateTypeArray({}));
  auto flags = llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized;
  if (!function.isEntry)
    flags |= llvm::DISubprogram::SPFlagLocalToUnit;
  // What comes before the first .loc, such as making the stack frame, is told with that line.
  llvm::DIFile *file = ptxFile();
  unsigned line = function.loc.line;
  for (const ptx::Instruction &inst : function.body)
    if (inst.source.line) {
      file = fileFor(inst.source.file);
      line = inst.source.line;
      break;
    }
  return debug_->createFunction(unit_, function.name, "", file, line, type, line,
                                llvm::DINode::FlagZero, flags);
}

llvm::DISubprogram *ModuleEmitter::lineSubprogram() {
  if (!lineSubprogram_)
    lineSubprogram_ = debug_->createFunction(
        unit_, "aw_line", "", ptxFile(), 0,
        debug_->createSubroutineType(debug_->getOrCreateTypeArray({})), 0,
        llvm::DINode::FlagArtificial,
        llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagLocalToUnit);
  return lineSubprogram_;
}

llvm::DISubprogram *ModuleEmitter::inlinedSubprogram(const ptx::Function &function,
                                                     uint32_t number) {
  const ptx::InlinedCall &call = function.inlined[number - 1];
  std::string name = source.debugString(call.caller.file, call.function, call.offset);
  llvm::DISubprogram *&known = inlined_[name];
  if (!known)
    known = debug_->createFunction(
        unit_, name, "", ptxFile(), 0,
        debug_->createSubroutineType(debug_->getOrCreateTypeArray({})), 0, llvm::DINode::FlagZero,
        llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized |
            llvm::DISubprogram::SPFlagLocalToUnit);
  return known;
}

llvm::DIScope *ModuleEmitter::scopeFor(llvm::DILocalScope *scope, uint32_t file) {
  llvm::DIScope *&known = scopes_[{scope, file}];
  if (!known)
    known = debug_->createLexicalBlockFile(scope, fileFor(file));
  return known;
}

} // namespace anywarp::codegen
