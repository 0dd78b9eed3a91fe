// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of nvrtcCompileProgram as settings of a CompileJob. What is accepted, in which form
// and with which code it is refused, follows NVRTC 13.0.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cmdline/Options.h"
#include "frontend/Frontend.h"

namespace anywarp::nvrtc {

/// The architectures of nvrtcGetSupportedArchs.
std::vector<unsigned> supportedArchs();

struct Options {
  frontend::CompileJob job; ///< without source
  bool deviceByDefault = false;
  bool isRealArch = false;      ///< sm_: the program wants a "cubin"
  bool wantsLto = false;        ///< -dlto: an input of a later link and neither PTX nor "cubin"
  bool isSyntaxOnly = false;    ///< nothing is made
  bool noSourceInclude = false; ///< #include "…" does not look beside the source
  bool hasInt128 = false;       ///< __int128 is allowed
  bool isVerbose = false;       ///< -Xptxas -v
  frontend::PchRequest pch;     ///< an Automatic one may lack its folder, and lacks its file
  std::optional<std::string> timeFile, traceFile; ///< where the time goes; "-": the log
  std::string notes;                              ///< for the log
  std::string error;        ///< for the log; not empty: the options are not valid
  std::string commandError; ///< for the log; not empty: no compilation with such values can succeed

  /// Reads them; stops at the first that is wrong.
  void parse(const std::vector<std::string> &words);

private:
  bool refuse(const std::string &message);
  /// False: `error` says why.
  bool apply(const cmdline::OptionMatch &word);
  bool setArch(const std::string &value);
  bool setStandard(const std::string &value);
  bool setInteger(const cmdline::OptionMatch &word);
  bool setNumbers(const cmdline::OptionMatch &word);
  bool setPtxasOption(const std::string &value);
  bool checkTogether();
  bool has(unsigned id) const { return values_.count(id); }
  /// Of a Bool that may not be given.
  bool isTrue(unsigned id, bool otherwise) const;

  std::map<unsigned, std::string> values_; ///< by id, of what was given; the last value
};

} // namespace anywarp::nvrtc
