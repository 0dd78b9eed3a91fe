// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One piece of code for three processors: with AVX-512, with AVX2, and any other. All of them
// compute the same bits, as nothing is contracted. What is to be compiled three times is a body
// that inlines all it calls.
#pragma once

#include <cstdint>

namespace anywarp::library {

#define AW_EVERYWHERE [[gnu::always_inline]] inline
/// Of a lambda, behind its parameters.
#define AW_EVERYWHERE_LAMBDA __attribute__((always_inline))

enum class Processor : uint8_t { Any, Avx2, Avx512 };

/// The processor that the program runs on, or less if ANYWARP_CPU names a level of x86-64.
Processor findProcessor();
inline const Processor kProcessor = findProcessor();

template <typename Body>
[[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] void runOnAvx512(const Body &body) {
  body();
}
template <typename Body> [[gnu::target("avx2")]] void runOnAvx2(const Body &body) { body(); }

/// Runs body() in the code for this processor.
template <typename Body> void runForProcessor(const Body &body) {
  if (kProcessor == Processor::Avx512)
    runOnAvx512(body);
  else if (kProcessor == Processor::Avx2)
    runOnAvx2(body);
  else
    body();
}

} // namespace anywarp::library
