// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions over the lanes of a warp that have a second form for AVX-512.
#pragma once

namespace anywarp::insight {

#ifdef __x86_64__
#define AW_WIDE [[gnu::target("avx512f,avx512vl,avx512dq,avx512bw")]]
/// Whether this processor runs functions that are marked AW_WIDE.
inline bool canBeWide() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}
#else
#define AW_WIDE
inline bool canBeWide() { return false; }
#endif

} // namespace anywarp::insight
