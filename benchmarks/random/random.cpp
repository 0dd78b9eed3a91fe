// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND's uniform numbers against MKL's vector generators of the same family and against filling
// memory, in turn on the same array (see the README):
//   random-bench [--cpu-time] [--quick] [LIBMKL_RT]
// MKL has no XORWOW: the fastest of its others stands in, MT2203. MKL is loaded, never linked.
// With --cpu-time the processor time of the process counts, which neighbours disturb less.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>
#include <curand.h>
#include <dlfcn.h>
#include <functional>
#include <thread>
#include <vector>

namespace {

bool isCpuTime = false;

double now() {
  timespec time;
  clock_gettime(isCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// MKL's functions and constants (oneMKL Vector Statistics, "Random Number Generators").
struct Mkl {
  int (*newStream)(void **, int, unsigned) = nullptr;
  int (*uniform)(int, void *, int, float *, float, float) = nullptr;
  bool isThere = false;
  explicit Mkl(const char *path) {
    void *library = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (path && !library)
      std::fprintf(stderr, "%s\n", dlerror());
    if (!library)
      return;
    newStream = reinterpret_cast<decltype(newStream)>(dlsym(library, "vslNewStream"));
    uniform = reinterpret_cast<decltype(uniform)>(dlsym(library, "vsRngUniform"));
    isThere = newStream && uniform;
  }
};

struct Family {
  const char *name;
  curandRngType_t type;
  int mkl; ///< number of MKL's basic generator
};
const Family kFamilies[] = {
    {"XORWOW (MT2203)", CURAND_RNG_PSEUDO_XORWOW, 9},
    {"MRG32k3a", CURAND_RNG_PSEUDO_MRG32K3A, 3},
    {"MTGP32 (MT2203)", CURAND_RNG_PSEUDO_MTGP32, 9},
    {"MT19937", CURAND_RNG_PSEUDO_MT19937, 8},
    {"Philox4_32_10", CURAND_RNG_PSEUDO_PHILOX4_32_10, 16},
    {"Sobol32", CURAND_RNG_QUASI_SOBOL32, 6},
};

} // namespace

int main(int argc, char **argv) {
  size_t count = size_t(1) << 24;
  int rounds = 15;
  const char *path = nullptr;
  for (int i = 1; i < argc; ++i)
    if (!std::strcmp(argv[i], "--cpu-time"))
      isCpuTime = true;
    else if (!std::strcmp(argv[i], "--quick"))
      count = 1 << 16, rounds = 1;
    else
      path = argv[i];
  const Mkl mkl(path);
  float *out = nullptr;
  if (cudaMalloc(reinterpret_cast<void **>(&out), count * sizeof(float)) != cudaSuccess)
    return 1;
  const size_t threads = isCpuTime ? 1 : std::max(1u, std::thread::hardware_concurrency());
  auto fill = [&] {
    std::vector<std::thread> all;
    for (size_t i = 0; i < threads; ++i)
      all.emplace_back([=] {
        const size_t from = count * i / threads, to = count * (i + 1) / threads;
        std::memset(out + from, int(i + 1), (to - from) * sizeof(float));
      });
    for (std::thread &thread : all)
      thread.join();
  };
  for (const Family &family : kFamilies) {
    curandGenerator_t generator;
    if (curandCreateGenerator(&generator, family.type))
      return 1;
    void *stream = nullptr;
    const bool hasMkl = mkl.isThere && !mkl.newStream(&stream, family.mkl << 20, 7);
    bool isRight = true;
    const std::function<void()> forms[] = {
        [&] {
          isRight &= !curandGenerateUniform(generator, out, count) && !cudaDeviceSynchronize();
        },
        [&] {
          if (hasMkl)
            mkl.uniform(0, stream, int(count), out, 0, 1);
        },
        fill};
    double best[3] = {1e9, 1e9, 1e9};
    for (int round = 0; round <= rounds; ++round) // the first one does not count
      for (int form = 0; form < 3; ++form) {
        const double start = now();
        forms[form]();
        if (round)
          best[form] = std::min(best[form], now() - start);
      }
    forms[0]();
    double sum = 0;
    for (size_t i = 0; i < count; ++i)
      sum += double(out[i]);
    isRight &= sum > 0.49 * double(count) && sum < 0.51 * double(count);
    const double numbers = double(count) * 1e-9;
    std::printf("%-16s %6.2f G/s, %.2f of a fill", family.name, numbers / best[0],
                best[2] / best[0]);
    if (hasMkl)
      std::printf(", MKL %6.2f G/s, ratio %.2f", numbers / best[1], best[1] / best[0]);
    std::printf("%s\n", isRight ? "" : ", WRONG");
    if (!isRight)
      return 1;
    curandDestroyGenerator(generator);
  }
  cudaFree(out);
  return 0;
}
