// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The choice of a processor.
#include "library/Processor.h"

#include <algorithm>

#include "support/Options.h"

namespace anywarp::library {

static Processor detect() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return Processor::Avx512;
  return __builtin_cpu_supports("avx2") ? Processor::Avx2 : Processor::Any;
}

Processor findProcessor() {
  const std::string &cpu = Options::get().cpu;
  const Processor most = cpu == "x86-64" || cpu == "x86-64-v2" ? Processor::Any
                         : cpu == "x86-64-v3"                  ? Processor::Avx2
                                                               : Processor::Avx512;
  return std::min(detect(), most);
}

} // namespace anywarp::library
