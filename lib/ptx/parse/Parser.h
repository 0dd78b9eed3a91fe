// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// PTX text → Module.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ptx/Module.h"
#include "support/Diagnostic.h"

namespace anywarp::ptx {

/// Parses a whole module; `text` ends at its first NUL. Faults of the module level are errors and
/// give null. A fault inside a function body is a warning and poisons that function:
/// `Function::poison` is set and its body is empty, everything else of the module can be used. Time
/// and memory are proportional to the length of the text. Any number of threads may parse.
std::unique_ptr<Module> parse(std::string_view text, Diagnostics &diagnostics);

/// The newest PTX ISA that is understood, major × 10 + minor.
inline constexpr unsigned kPtxVersion = 92;
/// Newer text is read as of that version, up to the next major version: it may hold nothing new.
constexpr bool isReadableVersion(unsigned version) { return version < (kPtxVersion / 10 + 2) * 10; }
/// What the log says of it.
std::string readAsOlder(unsigned version);

} // namespace anywarp::ptx
