// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The integer types of <stdint.h> inside namespace anywarp. Sources for NVRTC define the global ones
// themselves, each in its own way.
#ifndef ANYWARP_INTEGERS_H
#define ANYWARP_INTEGERS_H

#ifndef __CUDACC_RTC__
#include <stdint.h>
#else
namespace anywarp {
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __UINTPTR_TYPE__ uintptr_t;
} // namespace anywarp
#endif

#endif
