// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Turns SIGSEGV, SIGBUS, SIGFPE and SIGILL of device code into faults of the grid. A signal that is
// not device code's goes to whoever handled it before.
#pragma once

namespace anywarp::exec {

/// Makes sure that our handlers are in place. Cheap enough for every launch; looks again now and
/// then, because applications and language runtimes install theirs late.
void ensureFaultHandlers();

} // namespace anywarp::exec
