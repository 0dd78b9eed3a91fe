// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM IR text of the time when pointers named their pointees (`i32 addrspace(1)*`), to text with
// opaque ones (`ptr addrspace(1)`). Works on tokens: text that is no IR comes out as other text
// that is none, for the parser to refuse.
#pragma once

#include <string>
#include <string_view>

namespace anywarp::frontend::ir {

std::string withOpaquePointers(std::string_view text);

} // namespace anywarp::frontend::ir
