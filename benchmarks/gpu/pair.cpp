// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of Kernels.cu as two compilers made them, launch by launch in turn (see the README):
//   ANYWARP_DEVICE=gpu ptx-pair THEIRS.ptx OURS.ptx
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cuda.h"

namespace {

[[noreturn]] void fail(const char *what, const char *why) {
  std::fprintf(stderr, "ptx-pair: %s: %s\n", what, why);
  std::exit(1);
}
void check(CUresult result, const char *what) {
  if (const char *name = "?"; result != CUDA_SUCCESS) {
    cuGetErrorName(result, &name);
    fail(what, name);
  }
}

/// `size` threads in each of `axes` dimensions, the grid of them in blocks of `x` times `y`.
struct Job {
  const char *name;
  int size, axes, x, y;
  int shrunk;             ///< `size` of a quick run
  int threads = 0;        ///< 0: as many as `size`
  bool isInteger = false; ///< results must have the same bits
};
constexpr int kLong = 1 << 26, kMany = 1 << 22;
const Job kJobs[] = {
    {"blackScholes", kMany, 1, 256, 1, 4096},
    {"nbody", 32768, 1, 256, 1, 512},
    {"matmulNaive", 2048, 2, 16, 16, 64},
    {"matmulTiled", 2048, 2, 16, 16, 64},
    {"mandelbrot", 4096, 2, 16, 16, 64},
    {"reduce", kLong, 1, 256, 1, 65536, 1056 * 256},
    {"transpose", 4096, 2, 32, 8, 64},
    {"histogram", kLong / 2, 1, 256, 1, 65536, 1056 * 256, true},
    {"stencil", 8192, 2, 16, 16, 64},
    {"sparse", kMany, 1, 256, 1, 4096},
    {"softmax", kMany, 1, 256, 1, 4096, kMany / 4},
    {"layerNorm", kMany, 1, 32, 1, 4096, kMany / 32},
    {"sortBitonic", kMany, 1, 256, 1, 4096, kMany / 2},
    {"monteCarlo", kMany, 1, 256, 1, 4096},
    {"divide", kMany, 1, 256, 1, 4096, 0, true},
    {"saxpy", kLong, 1, 256, 1, 4096},
};
const char *const kFunctions[] = {
    "sinf_",  "cosf_", "tanf_",   "expf_",  "logf_",   "powf_",  "sqrtf_",  "rsqrtf_", "dividef_",
    "tanhf_", "erff_", "atan2f_", "exp2f_", "fmodf_",  "cbrtf_", "hypotf_", "asinf_",  "log1pf_",
    "sin_",   "exp_",  "log_",    "sqrt_",  "divide_", "pow_",   "rsqrt_"};

std::string readFile(const char *path) {
  std::ifstream file(path);
  if (!file)
    fail(path, "cannot be read");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Side {
  CUmodule module = nullptr;
  CUfunction function = nullptr;
  std::vector<float> result;
  float best = INFINITY; ///< milliseconds
  int registers = 0;
};

class Pair {
public:
  Pair(const char *theirs, const char *ours, bool isQuick);
  /// Prints a row; the ratio of the times, theirs over ours.
  double measure(const Job &job);
  bool isAlike() const { return isAlike_; }

private:
  void launch(const Job &job, Side &side, bool isFirst);
  double distance(const Job &job) const;

  const bool isQuick_;
  bool isAlike_ = true;
  Side sides_[2];
  CUdeviceptr memory_[3];
  CUevent start_, end_;
};

Pair::Pair(const char *theirs, const char *ours, bool isQuick) : isQuick_(isQuick) {
  CUdevice device;
  CUcontext context;
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  for (int k = 0; k < 2; ++k) {
    const char *path = k ? ours : theirs;
    check(cuModuleLoadData(&sides_[k].module, readFile(path).c_str()), path);
    sides_[k].result.resize(1 << 18);
  }
  const size_t elements = isQuick ? 1 << 20 : kLong, bytes = elements * sizeof(float);
  std::vector<float> numbers(elements);
  uint32_t state = 1;
  for (CUdeviceptr &memory : memory_) {
    check(cuMemAlloc(&memory, bytes), "cuMemAlloc");
    for (float &number : numbers)
      number = float((state = state * 1664525 + 1013904223) >> 8) * 0x1p-24f;
    check(cuMemcpyHtoD(memory, numbers.data(), bytes), "cuMemcpyHtoD");
  }
  check(cuEventCreate(&start_, 0), "cuEventCreate");
  check(cuEventCreate(&end_, 0), "cuEventCreate");
}

void Pair::launch(const Job &job, Side &side, bool isFirst) {
  int size = isQuick_ ? job.shrunk : job.size;
  const int threads = job.threads ? job.threads / (job.size / size) : size;
  const unsigned x = unsigned((threads + job.x - 1) / job.x);
  const unsigned y = job.axes == 1 ? 1 : x; // blocks work on squares
  void *arguments[] = {&memory_[0], &memory_[1], &memory_[2], &size};
  const size_t seen = side.result.size() * sizeof(float);
  if (isFirst)
    check(cuMemsetD8(memory_[2], 0, seen), "cuMemsetD8");
  check(cuEventRecord(start_, nullptr), "cuEventRecord");
  check(cuLaunchKernel(side.function, x, y, 1, unsigned(job.x), unsigned(job.y), 1, 0, nullptr,
                       arguments, nullptr),
        job.name);
  check(cuEventRecord(end_, nullptr), "cuEventRecord");
  check(cuEventSynchronize(end_), job.name);
  float milliseconds;
  check(cuEventElapsedTime(&milliseconds, start_, end_), "cuEventElapsedTime");
  if (isFirst)
    check(cuMemcpyDtoH(side.result.data(), memory_[2], seen), "cuMemcpyDtoH");
  else
    side.best = std::min(side.best, std::max(milliseconds, 1e-6f));
}

/// How far the results are apart, relative to theirs.
double Pair::distance(const Job &job) const {
  double apart = 0;
  for (size_t i = 0; i < sides_[0].result.size(); ++i) {
    const float theirs = sides_[0].result[i], ours = sides_[1].result[i];
    if (std::memcmp(&theirs, &ours, sizeof theirs) == 0)
      continue;
    if (job.isInteger || std::isnan(theirs) != std::isnan(ours))
      return INFINITY;
    if (theirs != ours && !std::isnan(theirs))
      apart = std::max(apart, std::fabs(double(theirs) - ours) /
                                  std::max(std::fabs(double(theirs)), 1e-30));
  }
  return apart;
}

double Pair::measure(const Job &job) {
  for (Side &side : sides_) {
    side.best = INFINITY;
    check(cuModuleGetFunction(&side.function, side.module, job.name), job.name);
    check(cuFuncGetAttribute(&side.registers, CU_FUNC_ATTRIBUTE_NUM_REGS, side.function), job.name);
  }
  for (int round = 0; round < (isQuick_ ? 2 : 20); ++round)
    for (Side &side : sides_)
      launch(job, side, /*isFirst=*/round == 0);
  const double apart = distance(job), ratio = sides_[0].best / sides_[1].best;
  isAlike_ &= apart < 1e-3;
  std::printf("%-14s %10.4f %10.4f %7.3f %5d%5d %10.1e\n", job.name, sides_[0].best, sides_[1].best,
              ratio, sides_[0].registers, sides_[1].registers, apart);
  return ratio;
}

} // namespace

int main(int argc, char **argv) {
  const bool isQuick = argc == 4 && !std::strcmp(argv[1], "--quick");
  if (argc != 3 && !isQuick)
    fail("usage", "ptx-pair [--quick] THEIRS.ptx OURS.ptx");
  Pair pair(argv[argc - 2], argv[argc - 1], isQuick);
  std::vector<Job> jobs(std::begin(kJobs), std::end(kJobs));
  for (const char *name : kFunctions)
    jobs.push_back({name, kMany, 1, 256, 1, 4096});
  std::printf("%-14s %10s %10s %7s %10s %10s\n", "kernel", "theirs, ms", "ours, ms", "ratio",
              "registers", "apart");
  double logarithms = 0;
  for (const Job &job : jobs)
    logarithms += std::log(pair.measure(job));
  std::printf("geometric mean of %zu: %.3f\n", jobs.size(),
              std::exp(logarithms / double(jobs.size())));
  return pair.isAlike() ? 0 : 1;
}
