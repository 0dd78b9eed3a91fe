// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every program of the toolkit does alike: its version text, its messages, whole files.
#pragma once

#include <string>
#include <string_view>

namespace anywarp::tool {

/// The version text in the form that build systems read ("... release X.Y, VX.Y.Z").
/// `what`: "Ptx optimizing assembler".
std::string versionText(std::string_view program, std::string_view what);

/// Prints "PROGRAM fatal   : MESSAGE"; the exit code of the toolkit's programs.
int fatal(std::string_view program, const std::string &message);
void warn(std::string_view program, const std::string &message);
void inform(std::string_view program, const std::string &message);

/// False after printing why ("-" is the standard stream). Writes over an existing file only as a
/// whole.
bool readFile(std::string_view program, const std::string &path, std::string &bytes);
bool writeFile(std::string_view program, const std::string &path, std::string_view bytes);

} // namespace anywarp::tool
