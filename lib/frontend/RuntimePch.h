// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled headers that a program asks NVRTC for. What is precompiled is the prelude and the
// directives that a source begins with, up to its first other token or `#pragma nv_hdrstop`.
//
// A file holds Clang's own and what it was made from: the directives, the options, the headers that
// were given as text. Where one of these differs it is not used and the log says why; where a
// header file has changed, Clang notices and the compile runs without. Unlike those of NVIDIA's
// library the files do not belong to one process.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/Frontend.h"

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
};
Directives directivesOf(const std::string &source);

/// One pass's use of such files; the wish is job.source->pch.
class RuntimePch {
public:
  using File = std::pair<std::string, std::string>; ///< path, contents
  struct Built {
    std::string bytes;              ///< of Clang's file
    std::vector<std::string> files; ///< that were read for it
    std::string messages;           ///< in splitMessages' form
  };
  /// Precompiles the text at `path`; nothing if it has errors.
  using Build = std::function<std::optional<Built>(const std::string &path)>;

  /// `arguments` are those of -cc1.
  RuntimePch(const CompileJob &job, const std::vector<std::string> &arguments);

  /// Looks for a file that fits or makes one. `messages` get what is to be said. False: there is no
  /// point in compiling.
  bool prepare(const Build &build, std::string &messages);
  bool isUsable() const { return isUsable_; }
  /// The file turned out not to fit: a header that it was made from is another now.
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
    std::string options, path, text, ast;
    std::vector<std::string> lines, headers; ///< of text headers: name and hash
  };
  std::string textOf(size_t lines) const;
  std::string hashOf(const std::string &header) const;
  bool load(const std::string &file, Contents &contents, std::string &why, unsigned &number) const;
  bool create(const Build &build, std::string &messages);
  bool chooseFrom(const std::string &folder, std::string &messages);
  void take(Contents contents, const std::string &file);
  void say(const std::string &text, std::string &messages) const;
  bool warn(unsigned number, const std::string &text, std::string &messages) const;

  const CompileJob &job_;
  const PchWish &wish_;
  const Directives directives_;
  std::string options_, folder_;
  Contents contents_; ///< if isUsable_
  std::string file_;  ///< which holds them
  bool isUsable_ = false;
  PchOutcome outcome_ = PchOutcome::NotTried;
  size_t bytes_ = 0;
};

} // namespace anywarp::frontend
