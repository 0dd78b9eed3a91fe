// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The options of nvrtcCompileProgram as settings of a CompileJob.
#pragma once

#include <string>
#include <vector>

#include "frontend/Frontend.h"

namespace anywarp::nvrtc {

struct Options {
  frontend::CompileJob job; ///< without source
  bool deviceByDefault = false;
  bool isRealArch = false; ///< sm_: the program wants a "cubin"
  std::string notes;       ///< for the log, if all is well
  std::string error;       ///< for the log; not empty: the options are not valid

  /// Reads them; stops at the first that is wrong.
  void parse(const std::vector<std::string> &words);

private:
  bool refuse(std::string message);
  bool apply(unsigned id, const std::string &name, const std::string &value);
  bool setArch(const std::string &value);
};

} // namespace anywarp::nvrtc
