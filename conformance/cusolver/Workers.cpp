// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizations give the same bits with any number of workers (ANYWARP_WORKERS; on a GPU: in each
// process): of one large matrix, which is split, and of many small ones.
#include "Check.h"

#include <cstdlib>
#include <unistd.h>

template <typename T> T *randomNumbers(size_t count, unsigned seed) {
  T *p = memory<T>(count);
  auto *reals = reinterpret_cast<Real<T> *>(p);
  for (size_t i = 0; i < count * sizeof(T) / sizeof(Real<T>); ++i)
    reals[i] = Real<T>((seed = seed * 1664525u + 1013904223u) >> 8) / Real<T>(1 << 24);
  return p;
}
template <typename T> uint64_t hashOf(const T *p, size_t count) {
  WAIT();
  uint64_t hash = 14695981039346656037U; // FNV-1a
  for (size_t i = 0; i < count * sizeof(T); ++i)
    hash = (hash ^ reinterpret_cast<const unsigned char *>(p)[i]) * 1099511628211U;
  return hash;
}

static uint64_t choleskyOf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n) {
  auto *a = randomNumbers<double>(size_t(n) * n, 1);
  for (int i = 0; i < n; ++i)
    a[i + size_t(i) * n] += n;
  int *info = memory<int>(1), size = 0;
  OK(cusolverDnDpotrf_bufferSize(handle, uplo, n, a, n, &size));
  OK(cusolverDnDpotrf(handle, uplo, n, a, n, memory<double>(size), size, info));
  return hashOf(a, size_t(n) * n);
}
static uint64_t luOf(cusolverDnHandle_t handle, int m, int n) {
  auto *a = randomNumbers<float>(size_t(m) * n, 2);
  int *info = memory<int>(1), *pivots = memory<int>(m), size = 0;
  OK(cusolverDnSgetrf_bufferSize(handle, m, n, a, m, &size));
  OK(cusolverDnSgetrf(handle, m, n, a, m, memory<float>(size), pivots, info));
  return hashOf(a, size_t(m) * n) ^ hashOf(pivots, std::min(m, n));
}
static uint64_t qrOf(cusolverDnHandle_t handle, int m, int n) {
  auto *a = randomNumbers<cuComplex>(size_t(m) * n, 3), *tau = memory<cuComplex>(n);
  int *info = memory<int>(1), size = 0;
  OK(cusolverDnCgeqrf_bufferSize(handle, m, n, a, m, &size));
  OK(cusolverDnCgeqrf(handle, m, n, a, m, tau, memory<cuComplex>(size), size, info));
  return hashOf(a, size_t(m) * n) ^ hashOf(tau, std::min(m, n));
}
static uint64_t smallOf(cusolverDnHandle_t handle, int n, int count) {
  auto *a = randomNumbers<float>(size_t(n) * n * count, 4);
  float **each = memory<float *>(count);
  for (int k = 0; k < count; ++k) {
    each[k] = a + size_t(k) * n * n;
    for (int i = 0; i < n; ++i)
      each[k][i * (n + 1)] += float(n);
  }
  OK(cusolverDnSpotrfBatched(handle, CUBLAS_FILL_MODE_LOWER, n, each, n, memory<int>(count),
                             count));
  return hashOf(a, size_t(n) * n * count);
}

int main() {
  constexpr size_t kCases = 8;
  std::vector<std::vector<uint64_t>> all;
  for (const char *workers : {"1", "2", "5"}) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    inChild("factorizations", [&] {
      setenv("ANYWARP_WORKERS", workers, 1);
      cusolverDnHandle_t handle;
      OK(cusolverDnCreate(&handle));
      const uint64_t hashes[kCases] = {choleskyOf(handle, CUBLAS_FILL_MODE_LOWER, 900),
                                       choleskyOf(handle, CUBLAS_FILL_MODE_UPPER, 530),
                                       luOf(handle, 700, 900),
                                       luOf(handle, 1100, 520),
                                       qrOf(handle, 600, 530),
                                       qrOf(handle, 1030, 1040),
                                       smallOf(handle, 7, 1001),
                                       smallOf(handle, 20, 300)};
      CHECK(write(ends[1], hashes, sizeof hashes) == ssize_t(sizeof hashes));
    });
    close(ends[1]); // so that a child that ends early ends the read, too
    std::vector<uint64_t> hashes(kCases);
    EQUAL(ssize_t(sizeof(uint64_t) * kCases),
          read(ends[0], hashes.data(), sizeof(uint64_t) * kCases));
    close(ends[0]);
    all.push_back(hashes);
  }
  for (size_t i = 0; i < kCases; ++i) {
    EQUAL(all[0][i], all[1][i]);
    EQUAL(all[0][i], all[2][i]);
  }
  return finish("Workers");
}
