// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The management library that was loaded by name, and texts that it gives whole or not at all.
#pragma once
#include "../Check.h"

#include <atomic>
#include <cstring>
#include <dlfcn.h>
#include <nvml.h>
#include <string>

inline void *library;

#define NAME_(name) #name
#define NAME(name) NAME_(name)
/// The function under the name that the header makes of it.
#define F(name) reinterpret_cast<decltype(&name)>(find(NAME(name)))
inline void *find(const char *name) {
  void *found = dlsym(library, name);
  if (!found) {
    std::printf("%s: not there\n", name);
    std::exit(1);
  }
  return found;
}

#define OK(call) EXPECT(NVML_SUCCESS, call)
constexpr nvmlReturn_t kBad = NVML_ERROR_INVALID_ARGUMENT;
inline std::atomic<bool> onNvidia = false;

/// A text is given whole or not at all.
template <typename Get> void textOf(Get get, unsigned shortest) {
  char text[100] = "old", again[100] = "old";
  OK(get(text, sizeof text));
  const auto length = unsigned(std::strlen(text));
  CHECK(length >= shortest);
  for (unsigned size : {0u, 1u, length}) {
    EXPECT(NVML_ERROR_INSUFFICIENT_SIZE, get(again, size));
    CHECK(!std::strcmp(again, "old"));
  }
  OK(get(again, length + 1));
  CHECK(!std::strcmp(again, text));
  EXPECT(kBad, get(nullptr, sizeof text));
}
