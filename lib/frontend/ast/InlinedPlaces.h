// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -lineinfo of inlined code: `.loc … function_name …, inlined_at …`, which LLVM 19 does not print.
// A pass puts what is to be told into the name of a file; the finished text has it taken apart.
#pragma once

#include <string>

namespace llvm {
class PassBuilder;
}

namespace anywarp::frontend {

void addInlinedPlaces(llvm::PassBuilder &builder);

/// The text with the places spelled out; as it is, if there are none.
std::string spellInlinedPlaces(std::string text);

} // namespace anywarp::frontend
