// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that is linked with a static copy of NVIDIA's runtime cannot use our driver: the copy
// asks for undocumented tables. Where the library still has its symbols, each documented function
// of the copy gets a jump in memory. It leads to the function of the same name in our libcudart,
// before the library's first code runs.
#pragma once

#include <link.h>

namespace anywarp::audit {

/// For a library that was mapped and whose constructors have not run. Most need nothing.
void adopt(const link_map &library);

} // namespace anywarp::audit
