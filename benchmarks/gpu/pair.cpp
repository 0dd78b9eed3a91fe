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
  int shrunk;      ///< `size` of a quick run
  int threads = 0; ///< 0: as many as `size`
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
    {"histogram", kLong / 2, 1, 256, 1, 65536, 1056 * 256},
    {"stencil", 8192, 2, 16, 16, 64},
    {"sparse", kMany, 1, 256, 1, 4096},
    {"softmax", kMany, 1, 256, 1, 4096, kMany / 4},
    {"layerNorm", kMany, 1, 32, 1, 4096, kMany / 32},
    {"sortBitonic", kMany, 1, 256, 1, 4096, kMany / 2},
    {"monteCarlo", kMany, 1, 256, 1, 4096},
    {"divide", kMany, 1, 256, 1, 4096},
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

} // namespace

int main(int argc, char **argv) {
  const bool isQuick = argc == 4 && !std::strcmp(argv[1], "--quick");
  if (argc != 3 && !isQuick)
    fail("usage", "ptx-pair [--quick] THEIRS.ptx OURS.ptx");
  CUdevice device;
  CUcontext context;
  check(cuInit(0), "cuInit");
  check(cuDeviceGet(&device, 0), "cuDeviceGet");
  check(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
  check(cuCtxSetCurrent(context), "cuCtxSetCurrent");
  Side sides[2];
  for (int k = 0; k < 2; ++k)
    check(cuModuleLoadData(&sides[k].module, readFile(argv[argc - 2 + k]).c_str()),
          argv[argc - 2 + k]);

  const size_t elements = isQuick ? 1 << 20 : kLong, bytes = elements * sizeof(float);
  CUdeviceptr memory[3];
  std::vector<float> numbers(elements);
  uint32_t state = 1;
  for (int i = 0; i < 3; ++i) {
    check(cuMemAlloc(&memory[i], bytes), "cuMemAlloc");
    for (float &number : numbers)
      number = float((state = state * 1664525 + 1013904223) >> 8) * 0x1p-24f;
    check(cuMemcpyHtoD(memory[i], numbers.data(), bytes), "cuMemcpyHtoD");
  }
  std::vector<Job> jobs(std::begin(kJobs), std::end(kJobs));
  for (const char *name : kFunctions)
    jobs.push_back({name, kMany, 1, 256, 1, 4096});

  CUevent start, end;
  check(cuEventCreate(&start, 0), "cuEventCreate");
  check(cuEventCreate(&end, 0), "cuEventCreate");
  double logarithms = 0;
  bool isAlike = true;
  std::printf("%-14s %10s %10s %7s %10s %10s\n", "kernel", "theirs, ms", "ours, ms", "ratio",
              "registers", "apart");
  for (const Job &job : jobs) {
    int size = isQuick ? job.shrunk : job.size;
    const int threads = job.threads ? job.threads / (job.size / size) : size;
    const unsigned x = unsigned((threads + job.x - 1) / job.x),
                   y = job.axes == 1 ? 1
                                     : unsigned(job.x == 32 ? x : (threads + job.y - 1) / job.y);
    void *arguments[] = {&memory[0], &memory[1], &memory[2], &size};
    for (Side &side : sides) {
      side.best = INFINITY;
      side.result.resize(1 << 18);
      check(cuModuleGetFunction(&side.function, side.module, job.name), job.name);
      check(cuFuncGetAttribute(&side.registers, CU_FUNC_ATTRIBUTE_NUM_REGS, side.function),
            job.name);
    }
    for (int round = 0; round < (isQuick ? 1 : 20); ++round)
      for (Side &side : sides) {
        const size_t seen = side.result.size() * sizeof(float);
        if (round == 0)
          check(cuMemsetD8(memory[2], 0, seen), "cuMemsetD8");
        check(cuEventRecord(start, nullptr), "cuEventRecord");
        check(cuLaunchKernel(side.function, x, y, 1, unsigned(job.x), unsigned(job.y), 1, 0,
                             nullptr, arguments, nullptr),
              job.name);
        check(cuEventRecord(end, nullptr), "cuEventRecord");
        check(cuEventSynchronize(end), job.name);
        float milliseconds;
        check(cuEventElapsedTime(&milliseconds, start, end), "cuEventElapsedTime");
        if (round == 0)
          check(cuMemcpyDtoH(side.result.data(), memory[2], seen), "cuMemcpyDtoH");
        if (round > 0 || isQuick)
          side.best = std::min(side.best, std::max(milliseconds, 1e-6f));
      }
    double apart = 0;
    for (size_t i = 0; i < sides[0].result.size(); ++i)
      if (const double theirs = sides[0].result[i], ours = sides[1].result[i]; theirs != ours)
        apart = std::max(apart, std::fabs(theirs - ours) / std::max(std::fabs(theirs), 1e-30));
    isAlike &= apart < 1e-3;
    const double ratio = sides[0].best / sides[1].best;
    logarithms += std::log(ratio);
    std::printf("%-14s %10.4f %10.4f %7.3f %5d%5d %10.1e\n", job.name, sides[0].best, sides[1].best,
                ratio, sides[0].registers, sides[1].registers, apart);
  }
  std::printf("geometric mean of %zu: %.3f\n", jobs.size(),
              std::exp(logarithms / double(jobs.size())));
  return isAlike ? 0 : 1;
}
