// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The one pass of this process: what it works for, what its parts tell each other, and the
// questions that they ask. Before a pass begins there is no job, and every answer is no.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/Frontend.h"
#include "support/os/Isolate.h"

namespace anywarp::frontend {

struct PassState {
  const CompileJob *job = nullptr;
  ChildOutput *output = nullptr;
  bool isHost = false;
  bool ruleIsBroken = false, isInHostFunction = false;
  size_t bytesRead = 0; ///< by a compile of NVRTC, without what is precompiled
};
PassState &passState();

/// The same for the same command in the same folder, different for every other object of a program.
std::string moduleIdOf(const CompileJob &job);
/// Writes the message and ends the process.
[[noreturn]] void reportFatal(void *, const char *reason, bool);

/// True if the compile of this process suppresses nvcc's warning `number` (-diag-suppress).
bool isSuppressed(unsigned number);
/// True if it makes it an error (-diag-error, -Werror kind).
bool isPromoted(unsigned number);
/// True if it asks for a warning that does not come by itself (-Wdefault-stream-launch …).
bool isRequested(unsigned number);
bool allowsExtendedLambdas(); ///< --extended-lambda
bool allowsDeviceLaunches();  ///< -rdc=true
/// Folders of headers that NVRTC was told of.
std::vector<std::string> runtimeFolders();
/// True if the program gave NVRTC a header text of this name.
bool isHeaderText(std::string_view name);
/// NVRTC's -default-device.
bool isDeviceByDefault();
/// -Werror cross-execution-space-call.
bool crossSpaceCallsAreErrors();
/// True if this process makes host code.
bool isHostPass();
bool ignoresAllWarnings();   ///< -w
bool hidesEntities();        ///< --device-entity-has-hidden-visibility
bool makesTemplatesStatic(); ///< --static-global-template-stub, of a whole program
bool showsAllCandidates();   ///< of a call that fits none
bool warningsAreErrors();    ///< --Werror all-warnings
bool isStrict();             ///< --strict-nvcc
bool relaxesConstexpr();     ///< --expt-relaxed-constexpr, or not strict
/// A device pass found an error that nvcc's host front end tells and Clang's host pass does not.
void noteBrokenRule();
/// The function whose body is being read is of the host alone (noteHostFunction says so).
bool readsHostFunction();
void noteHostFunction(bool isIt);
/// Ends the pass of this process at once, with the messages so far, of which one is an error.
[[noreturn]] void endPassWithErrors();

} // namespace anywarp::frontend
