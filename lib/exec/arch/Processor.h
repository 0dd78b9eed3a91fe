// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the engine needs of the processor below C++. A port has a folder beside x86_64 with the same
// names. What else names a processor is a faster form beside a portable one: in exec/images,
// insight and the math libraries. Comments of KernelAbi.h and Worker.h name one of its registers.
#pragma once

#if defined(__x86_64__)
#include "exec/arch/x86_64/Processor.h"
#else
#error "lib/exec/arch has no folder for this processor"
#endif
