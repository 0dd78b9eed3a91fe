// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of a thread that are still good when static objects of the program are destroyed: those
// of the main thread end with the process, after every destructor that calls us.
#pragma once

#include <unistd.h>

namespace anywarp {

/// The calling thread's T, made at first use. Other threads destroy theirs when they end; what such
/// a thread asks for after that is a new one.
template <class T> T &ofThread() {
  static thread_local T *object = nullptr;
  if (!object) {
    struct End {
      ~End() {
        if (gettid() == getpid())
          return;
        delete object;
        object = nullptr;
      }
    };
    static thread_local End end;
    (void)end;
    object = new T;
  }
  return *object;
}

} // namespace anywarp
