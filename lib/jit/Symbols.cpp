// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The list is explicit: nothing else of the process is visible to kernels.
#include "jit/Symbols.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "exec/Runtime.h"

extern "C" {
// The compiler's runtime library; the types do not matter, only the addresses.
void __divti3();
void __modti3();
void __udivti3();
void __umodti3();
void __extendhfsf2();
void __truncsfhf2();
void __truncdfhf2();
void __fixunssfti();
void __fixsfti();
void __floattisf();
void __floattidf();
void __floatuntisf();
void __floatuntidf();
void __fixdfti();
void __fixunsdfti();
}

namespace anywarp::jit {

namespace {

struct Entry {
  std::string_view name;
  void *address;
};

/// Picks one overload of a function of <cmath>.
#define AW_MATH1(name) {#name, reinterpret_cast<void *>(static_cast<double (*)(double)>(&::name))}
#define AW_MATH1F(name) {#name, reinterpret_cast<void *>(static_cast<float (*)(float)>(&::name))}
#define AW_RT(name) {#name, reinterpret_cast<void *>(&name)}

const Entry kEntries[] = {
    {"memcpy", reinterpret_cast<void *>(&std::memcpy)},
    {"memmove", reinterpret_cast<void *>(&std::memmove)},
    {"memset", reinterpret_cast<void *>(&std::memset)},
    {"bcmp", reinterpret_cast<void *>(&std::memcmp)},
    {"memcmp", reinterpret_cast<void *>(&std::memcmp)},
    // frem, fma without the instruction, rounding without SSE4.1
    {"fmod", reinterpret_cast<void *>(static_cast<double (*)(double, double)>(&::fmod))},
    {"fmodf", reinterpret_cast<void *>(&::fmodf)},
    {"fma", reinterpret_cast<void *>(static_cast<double (*)(double, double, double)>(&::fma))},
    {"fmaf", reinterpret_cast<void *>(&::fmaf)},
    // of half precision, on processors that compute it as float
    {"fminf", reinterpret_cast<void *>(&::fminf)},
    {"fmaxf", reinterpret_cast<void *>(&::fmaxf)},
    AW_MATH1(floor),
    AW_MATH1(ceil),
    AW_MATH1(trunc),
    AW_MATH1(rint),
    AW_MATH1(nearbyint),
    AW_MATH1F(floorf),
    AW_MATH1F(ceilf),
    AW_MATH1F(truncf),
    AW_MATH1F(rintf),
    AW_MATH1F(nearbyintf),
    // 128-bit integers, half precision
    AW_RT(__divti3),
    AW_RT(__modti3),
    AW_RT(__udivti3),
    AW_RT(__umodti3),
    AW_RT(__fixsfti),
    AW_RT(__fixunssfti),
    AW_RT(__fixdfti),
    AW_RT(__fixunsdfti),
    AW_RT(__floattisf),
    AW_RT(__floattidf),
    AW_RT(__floatuntisf),
    AW_RT(__floatuntidf),
    AW_RT(__extendhfsf2),
    AW_RT(__truncsfhf2),
    AW_RT(__truncdfhf2),
};
#undef AW_MATH1
#undef AW_MATH1F
#undef AW_RT

} // namespace

void *findProcessSymbol(std::string_view name) {
  if (name.starts_with("aw_"))
    for (const exec::RuntimeSymbol *s = exec::runtimeSymbols(); s->name; ++s)
      if (name == s->name)
        return s->address;
  for (const Entry &entry : kEntries)
    if (name == entry.name)
      return entry.address;
  return nullptr;
}

} // namespace anywarp::jit
