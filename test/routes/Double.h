// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the double of NVIDIA's driver tells a test: the exported functions that were called.
#pragma once

#include <cstddef>
#include <cstdint>

/// Handles that the double makes, and the memory that it knows.
inline constexpr uint64_t kDoubleHandles = 0x500000;
inline constexpr size_t kDoubleBytes = 1 << 16;

extern "C" {
/// True if the function was called since the last doubleReset.
bool doubleSaw(const char *function);
/// Visits the names of all functions that were.
void doubleEach(void (*visit)(const char *function, void *), void *with);
void doubleReset();
char *doubleMemory();
}
