// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported names, each a jump to what stands in the table: whatever the arguments are, they are
// passed on.
#include "nvml/Nvml.h"

namespace anywarp::nvml {

#include "nvml/LayoutChecks.inc"

#include "nvml/Calls.inc"

static nvmlReturn_t absent() {
  return isInitialized() ? NVML_ERROR_NOT_SUPPORTED : NVML_ERROR_UNINITIALIZED;
}

const char *const kNames[] = {
#define AW_ENTRY(index, name, function) #name,
#include "nvml/Entries.inc"
#undef AW_ENTRY
};
const unsigned kEntries = sizeof kNames / sizeof *kNames;

void *anywarpNvmlTable[] = {
#define AW_ENTRY(index, name, function) reinterpret_cast<void *>(&function),
#include "nvml/Entries.inc"
#undef AW_ENTRY
};

} // namespace anywarp::nvml

// The names are labels of these instructions; nvml.h's macros must not change them.
#define AW_ENTRY(index, name, function)                                                            \
  __asm__(".text\n.p2align 4\n.globl " #name "\n.type " #name ", @function\n" #name ":\n"          \
          "  jmp *anywarpNvmlTable+8*" #index "(%rip)\n.size " #name ", .-" #name "\n");
#include "nvml/Entries.inc"
#undef AW_ENTRY
