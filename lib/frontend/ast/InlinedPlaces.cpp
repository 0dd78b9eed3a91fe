// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ast/InlinedPlaces.h"

#include <map>
#include <vector>

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

/// Starts the name of a file that stands for: the real file, then for each inlined call, the
/// innermost first, function, and file, line and column of the call; all separated by |.
constexpr char kMark[] = "aw-inlined|";

std::string pathOf(const DILocation &place) {
  const StringRef file = place.getFilename(), folder = place.getDirectory();
  return folder.empty() || file.starts_with("/") ? file.str() : (folder + "/" + file).str();
}

struct NoteInlinedPlaces : PassInfoMixin<NoteInlinedPlaces> {
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    for (DICompileUnit *unit : module.debug_compile_units())
      if (unit->getEmissionKind() != DICompileUnit::DebugDirectivesOnly)
        return PreservedAnalyses::all();
    for (Function &function : module)
      for (Instruction &inst : instructions(function))
        if (const DILocation *place = inst.getDebugLoc(); place && place->getInlinedAt())
          inst.setDebugLoc(flattened(*place, function));
    return PreservedAnalyses::all();
  }

  static DILocation *flattened(const DILocation &place, Function &function) {
    LLVMContext &context = function.getContext();
    std::string name = kMark + pathOf(place);
    for (const DILocation *at = &place; at->getInlinedAt(); at = at->getInlinedAt()) {
      const DISubprogram *callee = at->getScope()->getSubprogram();
      const DILocation *call = at->getInlinedAt();
      const StringRef linkage = callee->getLinkageName();
      name += formatv("|{0}|{1}|{2}|{3}", linkage.empty() ? callee->getName() : linkage,
                      pathOf(*call), call->getLine(), call->getColumn())
                  .str();
    }
    DISubprogram *program = function.getSubprogram();
    auto *scope = DILexicalBlockFile::get(context, program, DIFile::get(context, name, ""), 0);
    return DILocation::get(context, place.getLine(), place.getColumn(), scope);
  }
};

/// Takes the names apart again.
class Speller {
public:
  std::string run(StringRef text) {
    SmallVector<StringRef, 0> lines;
    text.split(lines, '\n');
    for (StringRef line : lines)
      noteFile(line);
    for (size_t i = 0; i < lines.size(); ++i) {
      if (!isMarkedFile(lines[i]) && !spell(lines[i]))
        out_ += lines[i];
      else
        continue;
      if (i + 1 < lines.size())
        out_ += '\n';
    }
    for (auto &[name, number] : files_)
      if (number >= firstNew_)
        out_ += formatv("\t.file\t{0} \"{1}\"\n", number, name).str();
    if (!names_.empty())
      out_ += ".section .debug_str\n{\n" + strings_ + "}\n";
    return std::move(out_);
  }

private:
  struct Call {
    unsigned name, file; ///< of the function; of the call's place
    std::string line, column;
  };
  struct Marked {
    unsigned file;
    std::vector<Call> calls; ///< the innermost first
  };

  static bool isMarkedFile(StringRef line) {
    return line.ltrim().starts_with(".file") && line.contains(kMark);
  }

  void noteFile(StringRef line) {
    line = line.ltrim();
    if (!line.consume_front(".file"))
      return;
    line = line.ltrim();
    unsigned number;
    if (line.consumeInteger(10, number))
      return;
    firstNew_ = std::max(firstNew_, number + 1);
    const StringRef path = line.ltrim(" \t\"").rtrim(" \t\"");
    const size_t mark = path.find(kMark);
    if (mark == StringRef::npos)
      files_.try_emplace(path.str(), number);
    else
      unread_.emplace_back(number, path.substr(mark + sizeof kMark - 1).str());
  }

  unsigned fileOf(StringRef path) {
    auto [it, isNew] = files_.try_emplace(path.str(), 0);
    if (isNew)
      it->second = firstNew_ + added_++;
    return it->second;
  }

  unsigned nameOf(StringRef name) {
    auto [it, isNew] = names_.try_emplace(name.str(), names_.size());
    if (!isNew)
      return it->second;
    strings_ += formatv("$L__aw_name{0}:\n.b8 ", it->second).str();
    for (char c : name)
      strings_ += std::to_string(unsigned(static_cast<unsigned char>(c))) + ",";
    strings_ += "0\n";
    return it->second;
  }

  void readMarks() {
    for (auto &[number, text] : unread_) {
      SmallVector<StringRef, 16> parts;
      StringRef(text).split(parts, '|');
      Marked &mark = marked_[number];
      mark.file = fileOf(parts[0]);
      for (size_t i = 1; i + 4 <= parts.size(); i += 4)
        mark.calls.push_back(
            {nameOf(parts[i]), fileOf(parts[i + 1]), parts[i + 2].str(), parts[i + 3].str()});
    }
    unread_.clear();
  }

  void loc(unsigned file, StringRef line, StringRef column, const Call *call) {
    out_ += formatv("\t.loc\t{0} {1} {2}", file, line, column).str();
    if (call)
      out_ += formatv(", function_name $L__aw_name{0}, inlined_at {1} {2} {3}", call->name,
                      call->file, call->line, call->column)
                  .str();
    out_ += '\n';
  }

  /// A `.loc` in a marked file; the places of its calls come before it.
  bool spell(StringRef line) {
    line = line.ltrim();
    unsigned number;
    if (!line.consume_front(".loc") || (line = line.ltrim(), line.consumeInteger(10, number)))
      return false;
    readMarks();
    auto it = marked_.find(number);
    if (it == marked_.end())
      return false;
    SmallVector<StringRef, 4> words;
    line.split(words, ' ', -1, /*KeepEmpty=*/false);
    if (words.size() < 2)
      return false;
    const std::vector<Call> &calls = it->second.calls;
    for (size_t i = calls.size(); i-- > 0;)
      loc(calls[i].file, calls[i].line, calls[i].column,
          i + 1 < calls.size() ? &calls[i + 1] : nullptr);
    const StringRef column = words[1].take_while([](char c) { return isDigit(c); });
    loc(it->second.file, words[0], column, calls.empty() ? nullptr : &calls.front());
    return true;
  }

  std::string out_, strings_;
  std::map<std::string, unsigned> files_, names_;
  std::map<unsigned, Marked> marked_;
  std::vector<std::pair<unsigned, std::string>> unread_;
  unsigned firstNew_ = 1, added_ = 0;
};

} // namespace

void addInlinedPlaces(PassBuilder &builder) {
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) { passes.addPass(NoteInlinedPlaces()); });
}

std::string spellInlinedPlaces(std::string text) {
  if (text.find(kMark) == std::string::npos)
    return text;
  return Speller().run(text);
}

} // namespace anywarp::frontend
