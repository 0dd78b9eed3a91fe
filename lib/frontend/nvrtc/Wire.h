// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compilation as bytes, for the process that compiles for another (Server.h). Both are of one
// library, so that the form may change with each build.
#pragma once

#include <string>
#include <vector>

#include "frontend/Frontend.h"

namespace anywarp::frontend {

/// What a compilation depends on, besides files.
struct RuntimeRequest {
  CompileJob job; ///< its source is the one below
  RuntimeSource source;
  Installation installation;
  std::vector<std::string> environment;
};

/// Of this process, now.
std::vector<std::string> currentEnvironment();

std::string pack(const CompileJob &job, const std::vector<std::string> &environment);
/// False: these are not bytes of this build.
bool unpack(const std::string &bytes, RuntimeRequest &request);

std::string pack(const RuntimeResult &result);
bool unpack(const std::string &bytes, RuntimeResult &result);

} // namespace anywarp::frontend
