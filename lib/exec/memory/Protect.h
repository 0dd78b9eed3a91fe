// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running code that may crash, as device code is run: on the engine's stack of the calling thread
// (64 MB deep), with a fault ending the call and not the process. What the code owned is lost then.
// The JIT compiles under it: a mistake in a back end must not take the application with it.
#pragma once

#include "exec/Launch.h"

namespace anywarp::exec {

/// Calls fn(arg). Ok: it returned. Else it faulted, or called leaveProtected(). Not from inside
/// device code or another protected call.
Status runProtected(void (*fn)(void *), void *arg);
/// True inside runProtected().
bool isProtected();
/// Ends the enclosing runProtected(), which fails with `reason`.
[[noreturn]] void leaveProtected(const char *reason);

} // namespace anywarp::exec
