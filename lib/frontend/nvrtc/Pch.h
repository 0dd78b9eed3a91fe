// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers that a program asks NVRTC for. What is precompiled is the prelude and the
// directives that a source begins with, up to its first other token or `#pragma nv_hdrstop`.
//
// A file holds Clang's own and what it was made from: the directives, the options, the headers, and
// where headers were looked for before they were found. Where one of these differs it is not used
// and the log says why. Unlike those of NVIDIA's library the files do not belong to one process.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include "frontend/Frontend.h"
#include "frontend/KeptHeaders.h"

namespace clang {
class CompilerInvocation;
}

namespace anywarp::frontend {

/// The directives that a source begins with.
struct Directives {
  std::vector<std::string> lines; ///< without comments, one blank between tokens
  std::vector<size_t> ends;       ///< of each in the source
  size_t count = 0;               ///< of those that no conditional is open behind
  bool forbidsPch = false;        ///< #pragma nv_no_pch
  bool hasInclude = false;
  size_t intoFolder = SIZE_MAX; ///< the first for which the source's folder may matter
};
Directives directivesOf(const std::string &source);

/// One pass's use of such files, as job.source->pch asks for it.
class RuntimePch {
public:
  using File = std::pair<std::string, llvm::StringRef>; ///< path, contents
  struct Built {
    std::string bytes;               ///< of Clang's file
    std::vector<std::string> files;  ///< that were read for it
    std::vector<std::string> absent; ///< where others were looked for; some may be there
    std::string messages;            ///< in splitMessages' form
  };
  /// Precompiles the text at `path`; nothing if it has errors.
  using Build = std::function<std::optional<Built>(const std::string &path)>;

  /// `arguments` are those of -cc1.
  RuntimePch(const CompileJob &job, const std::vector<std::string> &arguments);

  /// Looks for a file that fits or makes one. `messages` get what is to be said. False: there is no
  /// point in compiling.
  bool prepare(const Build &build, std::string &messages);
  /// The same for a program that asks for none: one of `kept`, or a new one if another program
  /// began so before. The answer is what to keep.
  NewHeader prepareKept(const KeptHeaders::Map &kept, const Build &build);
  bool isUsable() const { return isUsable_; }
  /// The file turned out not to fit.
  void drop(std::string &messages);
  /// Makes `invocation` read the precompiled header, instead of what stands in it.
  void apply(clang::CompilerInvocation &invocation) const;
  /// What the compile finds besides the real files.
  std::vector<File> files() const;
  /// The source; what is precompiled has become blanks.
  std::string text() const;

  PchOutcome outcome() const { return outcome_; }
  size_t bytes() const { return bytes_; } ///< that the file to make needs

private:
  struct Contents {
    std::unique_ptr<llvm::MemoryBuffer> bytes; ///< of the whole file
    std::string path, text;
    std::vector<std::string> lines;
    llvm::StringRef ast; ///< in `bytes`
  };
  std::string optionsFor(size_t lines) const;
  std::string textOf(size_t lines) const;
  std::string hashOf(const std::string &header) const;
  bool isAbsent(const std::string &path) const;
  bool load(Contents &contents, const std::string &file, std::string &why, unsigned &number) const;
  std::string make(const Build &build, std::string &messages);
  bool create(const Build &build, std::string &messages);
  bool chooseFrom(const std::string &folder, std::string &messages);
  void take(Contents contents, const std::string &file);
  bool take(std::unique_ptr<llvm::MemoryBuffer> bytes, const std::string &file);
  static std::string changed(const std::string &file);
  void say(const std::string &text, std::string &messages) const;
  bool warn(unsigned number, const std::string &text, std::string &messages) const;

  const CompileJob &job_;
  const PchRequest &request_;
  const Directives directives_;
  std::string options_, folder_;
  Contents contents_; ///< if isUsable_
  std::string file_;  ///< which holds them
  bool isUsable_ = false;
  PchOutcome outcome_ = PchOutcome::NotTried;
  size_t bytes_ = 0;
};

} // namespace anywarp::frontend
