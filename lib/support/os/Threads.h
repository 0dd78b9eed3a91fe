// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of our own in a process of somebody else's.
#pragma once

#include <pthread.h>

namespace anywarp {

/// Starts a joinable thread that gets no signals of the program. False: there is none to be had.
bool startThread(pthread_t &thread, void *(*run)(void *), void *argument);

} // namespace anywarp
