// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects of a thread that are still good when static objects of the program are destroyed: those
// of the main thread end with the process, after every destructor that calls us.
//
// Their end is that of a pthread key, not of a thread_local with a destructor. To note the latter
// takes the loader's lock, which dlopen holds while constructors run: one that launches a kernel
// and waits for it would wait for a thread of ours that waits for the lock. It also keeps the
// library loaded that the destructor is in.
#pragma once

#include <pthread.h>
#include <unistd.h>

namespace anywarp {

/// Calls `end` when the calling thread ends, after the destructors of its thread_local objects.
inline void atThreadEnd(void (*end)()) {
  struct Entry {
    void (*end)();
    Entry *next;
  };
  static pthread_key_t key;
  static const bool hasKey = pthread_key_create(&key, [](void *list) {
                               for (auto *entry = static_cast<Entry *>(list); entry;) {
                                 entry->end();
                                 Entry *next = entry->next;
                                 delete entry;
                                 entry = next;
                               }
                             }) == 0;
  if (!hasKey) // a process has 1,024: what is the thread's stays until the process ends
    return;
  pthread_setspecific(key, new Entry{end, static_cast<Entry *>(pthread_getspecific(key))});
}

/// The calling thread's T, made at first use. Other threads destroy theirs when they end; what such
/// a thread asks for after that is a new one.
template <class T> T &ofThread() {
  static thread_local T *object = nullptr;
  if (!object) {
    object = new T;
    atThreadEnd([] {
      if (gettid() == getpid())
        return;
      delete object;
      object = nullptr;
    });
  }
  return *object;
}

} // namespace anywarp
