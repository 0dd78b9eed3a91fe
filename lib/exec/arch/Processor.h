// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the engine needs of the processor below C++. A port has a folder beside x86_64 with the same
// names; nothing outside these folders speaks of a processor.
#pragma once

#if defined(__x86_64__)
#include "exec/arch/x86_64/Processor.h"
#else
#error "lib/exec/arch has no folder for this processor"
#endif
