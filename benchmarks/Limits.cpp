// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Measures memory bandwidth (with non-temporal stores, so that every byte counted is moved once)
// and the peak of fused multiply-adds.
#include "Limits.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>

namespace bench {

namespace {

/// A register of the processor that is compiled for.
#if defined(__AVX512F__)
typedef float Vector __attribute__((vector_size(64)));
#elif defined(__AVX__)
typedef float Vector __attribute__((vector_size(32)));
#else
typedef float Vector __attribute__((vector_size(16)));
#endif

template <typename F> double best(int rounds, F form) {
  double least = 1e30;
  for (int r = 0; r < rounds; ++r) {
    auto start = std::chrono::steady_clock::now();
    form();
    least = std::min(
        least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

double measureBandwidth() {
  const ptrdiff_t n = (ptrdiff_t(128) << 20) / ptrdiff_t(sizeof(Vector));
  std::unique_ptr<Vector[]> a(new Vector[n]), b(new Vector[n]), c(new Vector[n]);
#pragma omp parallel for schedule(static)
  for (ptrdiff_t i = 0; i < n; ++i)
    a[i] = b[i] = c[i] = Vector{};
  Vector *pa = a.get(), *pb = b.get(), *pc = c.get();
  double time = best(5, [=] {
#pragma omp parallel for schedule(static)
    for (ptrdiff_t i = 0; i < n; ++i)
      __builtin_nontemporal_store(pa[i] + pb[i], &pc[i]);
  });
  return 3.0 * sizeof(Vector) * n / time * 1e-9;
}

double measureFlops() {
  const long rounds = 4000000;
  int threads = 0;
  double time = best(3, [&] {
    int count = 0;
#pragma omp parallel reduction(+ : count)
    {
      count = 1;
      Vector x[12], m = Vector{} + 0.999f, s = Vector{} + 0.001f;
      for (int k = 0; k < 12; ++k)
        x[k] = Vector{} + float(k);
      for (long i = 0; i < rounds; ++i)
        for (int k = 0; k < 12; ++k) {
          x[k] = x[k] * m + s;
          asm volatile("" : "+v"(x[k])); // kept in a register, and kept
        }
    }
    threads = count;
  });
  return 2.0 * (sizeof(Vector) / sizeof(float)) * 12 * rounds * threads / time * 1e-9;
}

} // namespace

const MachineLimits &limits() {
  static const MachineLimits measured{measureBandwidth(), measureFlops()};
  return measured;
}

} // namespace bench
