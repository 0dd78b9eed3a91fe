// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of the program, compiled by NVRTC to LTO-IR, that load and store the numbers of a
// transform: each number once, at its place in the program's layout.
#include "Check.h"

#include <nvrtc.h>

// Some have C linkage, some have not: the name that is given is the name in the source.
static const char *const kSource = R"(
__device__ float2 scaled(void *data, unsigned long long at, void *info, void *) {
  float factor = *(float *)info;
  float2 v = ((float2 *)data)[at];
  v.x *= factor;
  v.y = factor * v.y + (float)(at % 5);
  return v;
}
__device__ void shifted(void *data, unsigned long long at, float2 v, void *info, void *) {
  v.x += *(float *)info + (float)at;
  ((float2 *)data)[at] = v;
}
extern "C" __device__ double squared(void *data, unsigned long long at, void *, void *) {
  double v = ((float *)data)[at];
  return v * v;
}
extern "C" __device__ void halved(void *data, unsigned long long at, double2 v, void *, void *) {
  ((double *)data)[at] = v.x / 2 - v.y;
}
extern "C" __device__ void counted(void *data, unsigned long long at, float v, void *info, void *) {
  ((float *)data)[at] = v;
  ((unsigned *)info)[at] += 1;
}
)";

static std::vector<char> compile() {
  nvrtcProgram program;
  OK(nvrtcCreateProgram(&program, kSource, "callbacks.cu", 0, nullptr, nullptr));
  cudaDeviceProp properties;
  OK(cudaGetDeviceProperties(&properties, 0));
  const std::string arch = "-arch=sm_" + std::to_string(properties.major * 10 + properties.minor);
  const char *options[] = {arch.c_str(), "-dlto", "-rdc=true"};
  const nvrtcResult result = nvrtcCompileProgram(program, 3, options);
  if (result) {
    size_t size;
    OK(nvrtcGetProgramLogSize(program, &size));
    std::string log(size, 0);
    OK(nvrtcGetProgramLog(program, log.data()));
    std::printf("%s\n", log.c_str());
  }
  EQUAL(0, result);
  size_t size = 0;
  OK(nvrtcGetLTOIRSize(program, &size));
  std::vector<char> image(size);
  OK(nvrtcGetLTOIR(program, image.data()));
  OK(nvrtcDestroyProgram(&program));
  return image;
}

static cufftResult set(cufftHandle plan, const std::vector<char> &image, const char *name,
                       cufftXtCallbackType type, void *info = nullptr) {
  void *infos[] = {info};
  return cufftXtSetJITCallback(plan, name, image.data(), image.size(), type, infos);
}

/// Complex numbers, two columns of a matrix with gaps; in place, too.
static void complexNumbers(const std::vector<char> &image, bool isInPlace) {
  const int n = 60, batch = 3;
  int size[] = {n}, embed[] = {70};
  auto numbers = randomNumbers<float>(2 * 70 * 2 * batch, 1);
  Device<float> from(numbers), to(std::vector<float>(numbers.size(), -1)),
      factor(std::vector<float>{3}), term(std::vector<float>{0.5f});
  cufftHandle plan;
  size_t workSize;
  OK(cufftCreate(&plan));
  OK(set(plan, image, "scaled", CUFFT_CB_LD_COMPLEX, factor.get()));
  OK(set(plan, image, "shifted", CUFFT_CB_ST_COMPLEX, term.get()));
  OK(cufftMakePlanMany(plan, 1, size, embed, 2, 140, embed, 2, 140, CUFFT_C2C, batch, &workSize));
  OK(cufftExecC2C(plan, from.as<cufftComplex>(), (isInPlace ? from : to).as<cufftComplex>(),
                  CUFFT_FORWARD));
  OK(cudaDeviceSynchronize());
  const auto result = isInPlace ? from.values() : to.values();
  std::vector<Complex> expected, seen;
  for (int b = 0; b < batch; ++b) {
    std::vector<Complex> line;
    for (int k = 0; k < n; ++k) {
      const size_t at = size_t(b * 140 + 2 * k);
      line.push_back({3.0 * numbers[2 * at], 3.0 * numbers[2 * at + 1] + double(at % 5)});
    }
    transform(line.data(), {n}, -1);
    for (int k = 0; k < n; ++k) {
      const size_t at = size_t(b * 140 + 2 * k);
      expected.push_back(line[size_t(k)] + 0.5 + double(at));
      seen.push_back({result[2 * at], result[2 * at + 1]});
    }
  }
  CHECK(errorOf(seen, expected) < 1e-6);
  EQUAL(isInPlace ? numbers[3] : -1, result[3]); // between the numbers
  OK(cufftDestroy(plan));
}

/// Real numbers of another type in memory than in the transform.
static void realNumbers(const std::vector<char> &image) {
  const int a = 6, b = 10, half = b / 2 + 1;
  auto numbers = randomNumbers<float>(a * b, 2);
  Device<float> from(numbers);
  Device<double> to(size_t(a * half));
  cufftHandle plan;
  size_t workSize;
  OK(cufftCreate(&plan));
  OK(set(plan, image, "squared", CUFFT_CB_LD_REAL_DOUBLE));
  OK(set(plan, image, "halved", CUFFT_CB_ST_COMPLEX_DOUBLE));
  OK(cufftMakePlan2d(plan, a, b, CUFFT_D2Z, &workSize));
  OK(cufftExecD2Z(plan, from.as<cufftDoubleReal>(), to.as<cufftDoubleComplex>()));
  OK(cudaDeviceSynchronize());
  std::vector<Complex> all, expected, seen;
  for (float value : numbers)
    all.push_back(double(value) * double(value));
  transform(all.data(), {a, b}, -1);
  const auto result = to.values();
  for (int i = 0; i < a; ++i)
    for (int k = 0; k < half; ++k) {
      const Complex value = all[size_t(i * b + k)];
      expected.push_back(value.real() / 2 - value.imag());
      seen.push_back(result[size_t(i * half + k)]);
    }
  CHECK(errorOf(seen, expected) < 1e-14);
  OK(cufftDestroy(plan));
}

/// Each number is stored once; a callback that was compiled at run time cannot be cleared (seen).
static void countedStores(const std::vector<char> &image) {
  const size_t n = 40000;
  Device<float> from(randomNumbers<float>(n + 2, 3)), to(n);
  Device<unsigned> counts(n);
  cufftHandle plan;
  size_t workSize;
  OK(cufftCreate(&plan));
  OK(set(plan, image, "counted", CUFFT_CB_ST_REAL, counts.get()));
  OK(cufftMakePlan1d(plan, int(n), CUFFT_C2R, 1, &workSize));
  for (unsigned times : {1, 2}) {
    EXPECT(CUFFT_NOT_IMPLEMENTED, cufftXtClearCallback(plan, CUFFT_CB_ST_REAL));
    OK(cufftExecC2R(plan, from.as<cufftComplex>(), to.get()));
    OK(cudaDeviceSynchronize());
    EQUAL(true, counts.values() == std::vector<unsigned>(n, times));
  }
  OK(cufftDestroy(plan));
}

static void refusals(const std::vector<char> &image) {
  cufftHandle plan;
  size_t workSize;
  OK(cufftCreate(&plan));
  EXPECT(CUFFT_INVALID_PLAN, set(4321, image, "scaled", CUFFT_CB_LD_COMPLEX));
  EXPECT(CUFFT_INVALID_TYPE, set(plan, image, "scaled", CUFFT_CB_UNDEFINED));
  // The name is looked at when the plan is made (seen).
  OK(set(plan, image, nullptr, CUFFT_CB_LD_COMPLEX));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtSetJITCallback(plan, "scaled", nullptr, image.size(),
                                                    CUFFT_CB_LD_COMPLEX, nullptr));
  EXPECT(CUFFT_INVALID_VALUE,
         cufftXtSetJITCallback(plan, "scaled", image.data(), 0, CUFFT_CB_LD_COMPLEX, nullptr));
  EXPECT(CUFFT_NOT_IMPLEMENTED, cufftXtClearCallback(4321, CUFFT_CB_LD_COMPLEX));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtSetCallbackSharedSize(4321, CUFFT_CB_LD_COMPLEX, 16));
  EXPECT(CUFFT_NOT_IMPLEMENTED, cufftXtClearCallback(plan, CUFFT_CB_LD_COMPLEX));
  OK(cufftDestroy(plan));
  // One of another type than the transform's does not count, and a name that the image lacks is
  // found when the plan is made (both seen).
  OK(cufftCreate(&plan));
  OK(set(plan, image, "scaled", CUFFT_CB_LD_COMPLEX_DOUBLE));
  OK(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &workSize));
  OK(cufftDestroy(plan));
  OK(cufftCreate(&plan));
  OK(set(plan, image, "nothing_like_this", CUFFT_CB_LD_COMPLEX));
  EXPECT(CUFFT_INTERNAL_ERROR, cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &workSize));
  OK(cufftDestroy(plan));
  OK(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
  EXPECT(CUFFT_INVALID_PLAN, set(plan, image, "scaled", CUFFT_CB_LD_COMPLEX));
  OK(cufftDestroy(plan));
}

int main() {
  OK(cudaFree(nullptr));
  const std::vector<char> image = compile();
  complexNumbers(image, false);
  complexNumbers(image, true);
  realNumbers(image);
  countedStores(image);
  refusals(image);
  return finish("Callbacks");
}
