// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A new thread has the signal mask of the one that starts it.
#include "support/os/Threads.h"

#include <csignal>
#include <initializer_list>

namespace anywarp {

bool startThread(pthread_t &thread, void *(*run)(void *), void *argument) {
  // Signals of faults cannot be blocked.
  sigset_t all, old;
  sigfillset(&all);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT})
    sigdelset(&all, fault);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  const bool isStarted = pthread_create(&thread, nullptr, run, argument) == 0;
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
  return isStarted;
}

} // namespace anywarp
