// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT against FFTW called directly, on the same arrays, in turn (see the README):
//   fft-bench [--cpu-time]
// A ratio of speeds is FFTW's time over ours; FFTW plans with ESTIMATE and the better of one thread
// and all. With --cpu-time the processor time of the process counts, which neighbours disturb less,
// and FFTW has one thread; ANYWARP_WORKERS=1 makes that a comparison. A plan costs what making it
// and the first execution take beyond a later one, against FFTW's planner.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuda_runtime.h>
#include <cufft.h>
#include <dlfcn.h>
#include <thread>
#include <vector>

namespace {

struct Dimension { // fftw_iodim64
  ptrdiff_t n, is, os;
};

/// FFTW's functions of single precision, with threads.
struct Fftw {
  void *(*planComplex)(int, const Dimension *, int, const Dimension *, void *, void *, int,
                       unsigned);
  void *(*planReal)(int, const Dimension *, int, const Dimension *, void *, void *, unsigned);
  void (*execute)(void *), (*destroy)(void *), (*setThreads)(int), (*forget)();
  int (*initialiseThreads)();

  Fftw() {
    void *library = dlopen("libfftw3f.so.3", RTLD_NOW | RTLD_LOCAL);
    void *threads = dlopen("libfftw3f_threads.so.3", RTLD_NOW | RTLD_LOCAL);
    if (!library || !threads) {
      std::fprintf(stderr, "FFTW is not there (Debian: libfftw3-single3)\n");
      std::exit(1);
    }
    auto find = [](void *from, auto &function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(from, name));
    };
    find(library, planComplex, "fftwf_plan_guru64_dft");
    find(library, planReal, "fftwf_plan_guru64_dft_r2c");
    find(library, execute, "fftwf_execute");
    find(library, destroy, "fftwf_destroy_plan");
    find(library, forget, "fftwf_forget_wisdom");
    find(threads, setThreads, "fftwf_plan_with_nthreads");
    find(threads, initialiseThreads, "fftwf_init_threads");
    initialiseThreads();
  }
};

bool isCpuTime = false;

double now() {
  timespec time;
  clock_gettime(isCpuTime ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + 1e-9 * double(time.tv_nsec);
}

/// The shortest of the runs of 0.15 s, three at least.
template <typename Run> double best(Run run) {
  run();
  double shortest = 1e9;
  const double start = now();
  for (int i = 0; i < 3 || now() - start < 0.15; ++i) {
    const double before = now();
    run();
    shortest = std::min(shortest, now() - before);
  }
  return shortest;
}

struct Case {
  std::vector<int> n;
  int batch;
  bool isReal;
};

const Case kCases[] = {
    {{256}, 4096, false},        {{1000}, 1000, false},     {{4096}, 256, false},
    {{16384}, 1, false},         {{65536}, 1, false},       {{65536}, 16, false},
    {{100000}, 1, false},        {{1 << 18}, 1, false},     {{1 << 20}, 1, false},
    {{1 << 22}, 1, false},       {{100, 100}, 100, false},  {{512, 512}, 1, false},
    {{1024, 1024}, 1, false},    {{2048, 2048}, 1, false},  {{64, 64, 64}, 1, false},
    {{128, 128, 128}, 1, false}, {{4096}, 256, true},       {{1 << 20}, 1, true},
    {{1024, 1024}, 1, true},     {{128, 128, 128}, 1, true}};

struct Ratios {
  double speed, plan; ///< plan: 0 where it was not measured
};
Ratios compare(const Fftw &fftw, const Case &c) {
  std::vector<Dimension> axes(c.n.size());
  Dimension batch{c.batch, 1, 1};
  for (size_t i = c.n.size(); i-- > 0;) {
    axes[i] = {c.n[i], batch.is, batch.os};
    batch.is *= c.n[i];
    batch.os *= c.isReal && i + 1 == c.n.size() ? c.n[i] / 2 + 1 : c.n[i];
  }
  const size_t bytes = size_t(batch.os) * size_t(c.batch) * 2 * sizeof(float);
  float *in = nullptr, *out = nullptr;
  cudaMalloc(reinterpret_cast<void **>(&in), bytes);
  cudaMalloc(reinterpret_cast<void **>(&out), bytes);
  for (size_t i = 0; i < bytes / sizeof(float); ++i)
    in[i] = float(i * 7919 % 2003) / 1001 - 1;
  const auto rank = int(axes.size());
  const double start = now();
  cufftHandle plan;
  cufftResult result = cufftPlanMany(&plan, rank, const_cast<int *>(c.n.data()), nullptr, 1, 0,
                                     nullptr, 1, 0, c.isReal ? CUFFT_R2C : CUFFT_C2C, c.batch);
  const double making = now() - start;
  auto execute = [&](int direction) {
    auto *to = reinterpret_cast<cufftComplex *>(out);
    if (!result)
      result = c.isReal ? cufftExecR2C(plan, in, to)
                        : cufftExecC2C(plan, reinterpret_cast<cufftComplex *>(in), to, direction);
    cudaDeviceSynchronize();
  };
  execute(CUFFT_INVERSE); // the memory is there, and forward is not planned
  const double before = now();
  execute(CUFFT_FORWARD);
  const double first = making + now() - before;
  const double ours = best([&] { execute(CUFFT_FORWARD); });
  constexpr unsigned kEstimate = 1U << 6;
  double theirs = 1e9, theirPlan = 1e9;
  for (int threads : {1, isCpuTime ? 1 : int(std::thread::hardware_concurrency())}) {
    fftw.setThreads(threads);
    fftw.forget(); // what it has learned, from us too
    const double begun = now();
    void *plan = c.isReal ? fftw.planReal(rank, axes.data(), 1, &batch, in, out, kEstimate)
                          : fftw.planComplex(rank, axes.data(), 1, &batch, in, out, -1, kEstimate);
    theirPlan = std::min(theirPlan, now() - begun);
    theirs = std::min(theirs, best([&] { fftw.execute(plan); }));
    fftw.destroy(plan);
  }
  if (result) {
    std::fprintf(stderr, "cuFFT answers %d\n", int(result));
    std::exit(1);
  }
  for (size_t i = 0; i < c.n.size(); ++i)
    std::printf("%s%d", i ? "x" : "", c.n[i]);
  std::printf(" %s, %d: FFTW %.1f us, ours %.1f us, ratio %.2f", c.isReal ? "real" : "complex",
              c.batch, theirs * 1e6, ours * 1e6, theirs / ours);
  // Next to a long run the plan is not to be seen.
  const bool isSeen = !c.isReal && ours < 5e-4;
  const double ourPlan = std::max(first - ours, 1e-6);
  if (isSeen)
    std::printf("; plans %.0f us, %.0f us, ratio %.2f", theirPlan * 1e6, ourPlan * 1e6,
                ourPlan / theirPlan);
  std::puts("");
  cufftDestroy(plan);
  cudaFree(in);
  cudaFree(out);
  return {theirs / ours, isSeen ? ourPlan / theirPlan : 0};
}

} // namespace

int main(int argc, char **argv) {
  isCpuTime = argc > 1 && !std::strcmp(argv[1], "--cpu-time");
  const Fftw fftw;
  double sum = 0, worst = 1e9, planSum = 0;
  int plans = 0;
  for (const Case &c : kCases) {
    const Ratios ratios = compare(fftw, c);
    sum += std::log(ratios.speed);
    worst = std::min(worst, ratios.speed);
    if (ratios.plan) {
      planSum += std::log(ratios.plan);
      ++plans;
    }
  }
  std::printf("geometric mean %.2f, worst %.2f\n", std::exp(sum / double(std::size(kCases))),
              worst);
  if (plans)
    std::printf("plans cost %.2f\n", std::exp(planSum / plans));
}
