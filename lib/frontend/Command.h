// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a CompileJob to the Clang driver's command of a pass, and to its -cc1 arguments.
#pragma once

#include "frontend/Frontend.h"

namespace clang {
class DiagnosticsEngine;
}

namespace anywarp::frontend {

/// The path that Clang believes to be installed at; its resource folder and the search for
/// libstdc++ follow from it.
extern const char *const kClangExecutable;

/// The header included before the first line of every CUDA source.
inline constexpr char kPrelude[] = "anywarp/prelude.h";
/// The same for a RuntimeSource.
inline constexpr char kRuntimePrelude[] = "anywarp/rtc_prelude.h";
/// Where the headers of a RuntimeSource seem to lie, and sources that stand alone.
inline constexpr char kRuntimeHeaders[] = "/anywarp-rtc-headers";
inline constexpr char kRuntimeSources[] = "/anywarp-rtc-sources";

/// The path of job.source: its name, or one in a folder that has nothing else.
std::string runtimePath(const CompileJob &job);

/// The path of a header text. NVRTC finds them by the words of an #include alone: "../a.h" and
/// "dir/../a.h" are other headers than "a.h".
std::string runtimeHeaderPath(std::string_view name);

/// Paths, or how they begin, of files that are not there, each with what the program called it.
std::vector<std::pair<std::string, std::string>> runtimeNames(const CompileJob &job);

/// Driver command, argv[0] included. `arch` null: the host pass.
std::vector<std::string> driverCommand(const CompileJob &job, const Arch *arch);

/// Arguments for CompilerInvocation (without "-cc1"); empty after an error, which is reported.
std::vector<std::string> cc1Arguments(const std::vector<std::string> &command,
                                      clang::DiagnosticsEngine &diagnostics);

/// Macros that the front end defines itself, by name: known to the prelude, no reason to make a
/// precompiled header of their own.
bool isOwnMacro(std::string_view name);

} // namespace anywarp::frontend
