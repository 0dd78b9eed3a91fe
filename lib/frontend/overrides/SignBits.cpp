// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A GPU's neg.f32 and abs.f32 make every NaN 7fffffff (seen), and nvcc leaves them to it. LLVM
// works on the sign's bit instead where the result is looked at as an integer, unless a target says
// that the operations are free. These two definitions stand for LLVM's inline ones, which are weak;
// host code gets the same bits either way.
#include "llvm/CodeGen/ValueTypes.h"

#define AW_LOWERING "_ZNK4llvm18TargetLoweringBase10"

bool isNegationFree(const void *lowering, llvm::EVT type) asm(AW_LOWERING "isFNegFreeENS_3EVTE");
bool isMagnitudeFree(const void *lowering, llvm::EVT type) asm(AW_LOWERING "isFAbsFreeENS_3EVTE");

bool isNegationFree(const void *, llvm::EVT) { return true; }
bool isMagnitudeFree(const void *, llvm::EVT) { return true; }
