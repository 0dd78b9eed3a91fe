// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads /proc/self/maps.
#include "support/os/AddressSpace.h"

#include <algorithm>
#include <cinttypes>
#include <cstdint>
#include <cstdio>

namespace anywarp {

size_t readableBytes(const void *address, size_t limit) {
  FILE *maps = std::fopen("/proc/self/maps", "re");
  if (!maps)
    return limit; // no /proc: the pointer has to be trusted
  uintptr_t at = uintptr_t(address), end = at;
  uintptr_t wanted = limit > UINTPTR_MAX - at ? UINTPTR_MAX : at + limit;
  char line[512];
  bool atLineStart = true;
  while (end < wanted && std::fgets(line, sizeof line, maps)) {
    bool isStart = atLineStart;
    atLineStart = false;
    for (const char *c = line; *c; ++c)
      atLineStart = *c == '\n';
    uintptr_t low, high;
    char readable;
    // Lines come in the order of addresses; long ones arrive in parts.
    if (!isStart || std::sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %c", &low, &high, &readable) != 3)
      continue;
    if (high <= end)
      continue;
    if (low > end || readable != 'r')
      break;
    end = high;
  }
  std::fclose(maps);
  return std::min(wanted, end) - at;
}

} // namespace anywarp
