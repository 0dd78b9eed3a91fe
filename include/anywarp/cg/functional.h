// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The operators of reductions and scans.
#ifndef ANYWARP_CG_FUNCTIONAL_H
#define ANYWARP_CG_FUNCTIONAL_H

#include "anywarp/cg/common.h"

namespace cooperative_groups {
namespace __v1 {

template <class T> struct plus {
  __AW_CG T operator()(T a, T b) const { return a + b; }
};
/// The smaller one.
template <class T> struct less {
  __AW_CG T operator()(T a, T b) const { return b < a ? b : a; }
};
/// The larger one.
template <class T> struct greater {
  __AW_CG T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T> struct bit_and {
  __AW_CG T operator()(T a, T b) const { return a & b; }
};
template <class T> struct bit_xor {
  __AW_CG T operator()(T a, T b) const { return a ^ b; }
};
template <class T> struct bit_or {
  __AW_CG T operator()(T a, T b) const { return a | b; }
};

namespace details {

/// One warp instruction that does the whole reduction, where there is one.
template <class T, class Op> struct warp_instruction {
  static constexpr bool exists = false;
};
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define __AW_REDUX(op, type, name)                                                                 \
  template <> struct warp_instruction<type, op<type>> {                                            \
    static constexpr bool exists = true;                                                           \
    static __AW_CG type run(unsigned int mask, type value) {                                       \
      return (type)__reduce_##name##_sync(mask, value);                                             \
    }                                                                                              \
  };
__AW_REDUX(plus, int, add)
__AW_REDUX(plus, unsigned int, add)
__AW_REDUX(less, int, min)
__AW_REDUX(less, unsigned int, min)
__AW_REDUX(greater, int, max)
__AW_REDUX(greater, unsigned int, max)
__AW_REDUX(bit_and, int, and)
__AW_REDUX(bit_and, unsigned int, and)
__AW_REDUX(bit_or, int, or)
__AW_REDUX(bit_or, unsigned int, or)
__AW_REDUX(bit_xor, int, xor)
__AW_REDUX(bit_xor, unsigned int, xor)
#undef __AW_REDUX
#endif

} // namespace details
} // namespace __v1
using namespace __v1;
} // namespace cooperative_groups

#endif
