// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans: what is refused and how, sizes of work areas, settings, 16-bit numbers. The status codes
// were recorded on an H200 with cuFFT 12.0.
#include "Check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

static void refusedPlans() {
  cufftHandle plan = 0;
  size_t size;
  int n[3] = {8, 8, 8};
  long long wide[3] = {8, 8, 8};
  const auto type = cufftType(0x99);
  EXPECT(CUFFT_INVALID_VALUE, cufftCreate(nullptr));
  EXPECT(CUFFT_INVALID_VALUE, cufftPlan1d(nullptr, 8, CUFFT_C2C, 1));
  EXPECT(CUFFT_INVALID_VALUE, cufftPlan2d(nullptr, 8, 8, CUFFT_C2C));
  EXPECT(CUFFT_INVALID_VALUE, cufftPlan3d(nullptr, 8, 8, 8, CUFFT_C2C));
  EXPECT(CUFFT_INVALID_TYPE, cufftPlan1d(&plan, 8, type, 1));
  EXPECT(CUFFT_INVALID_TYPE, cufftPlan2d(&plan, 8, 8, type));
  EXPECT(CUFFT_INVALID_TYPE, cufftPlan3d(&plan, 8, 8, 8, type));
  EXPECT(CUFFT_INVALID_SIZE, cufftPlan1d(&plan, 0, CUFFT_C2C, 1));
  EXPECT(CUFFT_INVALID_SIZE, cufftPlan1d(&plan, 8, CUFFT_C2C, 0));
  EXPECT(CUFFT_INVALID_SIZE, cufftPlan2d(&plan, -8, 8, CUFFT_R2C));
  EXPECT(CUFFT_INVALID_SIZE, cufftPlan3d(&plan, -8, 8, 8, CUFFT_Z2Z));
  auto many = [&](int rank, int *sizes, int *inembed, int istride, int *onembed, int ostride,
                  int batch) {
    return cufftPlanMany(&plan, rank, sizes, inembed, istride, 8, onembed, ostride, 8, CUFFT_C2C,
                         batch);
  };
  EXPECT(CUFFT_INVALID_VALUE, many(0, n, nullptr, 1, nullptr, 1, 1));
  EXPECT(CUFFT_INVALID_VALUE, many(4, n, nullptr, 1, nullptr, 1, 1));
  EXPECT(CUFFT_INVALID_VALUE, many(1, nullptr, nullptr, 1, nullptr, 1, 1));
  EXPECT(CUFFT_INVALID_VALUE, many(1, n, n, 1, nullptr, 1, 1));
  EXPECT(CUFFT_INVALID_VALUE, many(1, n, nullptr, 1, n, 1, 1));
  EXPECT(CUFFT_INVALID_VALUE, many(1, n, n, 0, n, 1, 1));
  EXPECT(CUFFT_INVALID_VALUE, many(1, n, n, 1, n, -1, 1));
  EXPECT(CUFFT_INVALID_SIZE, many(2, n, nullptr, 1, nullptr, 1, 0));
  EXPECT(CUFFT_INVALID_TYPE, cufftPlanMany(&plan, 1, n, n, 1, 8, nullptr, 1, 8, type, 1)); // seen
  EXPECT(CUFFT_INVALID_PLAN, cufftDestroy(12345));
  EXPECT(CUFFT_INVALID_PLAN, cufftMakePlan1d(4321, 8, CUFFT_C2C, 1, &size));
  EXPECT(CUFFT_INVALID_PLAN, cufftMakePlan2d(4321, 8, 8, CUFFT_C2C, &size));
  EXPECT(CUFFT_INVALID_PLAN, cufftMakePlan3d(4321, 8, 8, 8, CUFFT_C2C, &size));
  EXPECT(CUFFT_INVALID_PLAN,
         cufftMakePlanMany(4321, 1, n, nullptr, 1, 8, nullptr, 1, 8, CUFFT_C2C, 1, &size));
  EXPECT(CUFFT_INVALID_PLAN,
         cufftMakePlanMany64(4321, 1, wide, nullptr, 1, 8, nullptr, 1, 8, CUFFT_C2C, 1, &size));
  EXPECT(CUFFT_INVALID_PLAN, cufftGetSize1d(4321, 8, CUFFT_C2C, 1, &size));
  EXPECT(CUFFT_INVALID_PLAN, cufftGetSize2d(4321, 8, 8, CUFFT_C2C, &size));
  EXPECT(CUFFT_INVALID_PLAN, cufftGetSize3d(4321, 8, 8, 8, CUFFT_C2C, &size));
  EXPECT(CUFFT_INVALID_PLAN, cufftGetSize(4321, &size));
  EXPECT(CUFFT_INVALID_SIZE, cufftEstimate1d(0, CUFFT_C2C, 1, &size));
  EXPECT(CUFFT_INVALID_TYPE, cufftEstimate2d(8, 8, type, &size));
  EXPECT(CUFFT_INVALID_VALUE, cufftEstimate3d(8, 8, 8, CUFFT_C2C, nullptr));
  EXPECT(CUFFT_INVALID_PLAN, cufftSetStream(4321, nullptr));
  EXPECT(CUFFT_INVALID_PLAN, cufftSetWorkArea(4321, nullptr));
  EXPECT(CUFFT_INVALID_PLAN, cufftSetAutoAllocation(4321, 1));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtSetWorkAreaPolicy(4321, CUFFT_WORKAREA_MINIMAL, &size));
}

static void life() {
  cufftHandle plan;
  size_t size = 0, same = 1;
  Device<float> data(64);
  OK(cufftCreate(&plan));
  EXPECT(CUFFT_INVALID_PLAN,
         cufftExecC2C(plan, data.as<cufftComplex>(), data.as<cufftComplex>(), CUFFT_FORWARD));
  EXPECT(CUFFT_INVALID_VALUE, cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, nullptr));
  EXPECT(CUFFT_INVALID_SIZE, cufftMakePlan1d(plan, 0, CUFFT_C2C, 1, &size));
  OK(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size));
  EXPECT(CUFFT_INVALID_PLAN, cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size));
  OK(cufftGetSize(plan, &same));
  EQUAL(size, same);
  auto *z = data.as<cufftDoubleComplex>();
  auto *c = data.as<cufftComplex>();
  // The type in the name of the call is not held against the plan's, its direction is.
  OK(cufftExecZ2Z(plan, z, z, CUFFT_FORWARD));
  OK(cufftExecR2C(plan, data.get(), c));
  EXPECT(CUFFT_INVALID_VALUE, cufftExecC2C(plan, c, c, 5));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtExec(plan, c, c, 0));
  EXPECT(CUFFT_INVALID_PLAN, cufftExecC2C(4321, c, c, CUFFT_FORWARD));
  EXPECT(CUFFT_INVALID_PLAN, cufftExecD2Z(4321, data.as<double>(), z));
  EXPECT(CUFFT_INVALID_PLAN, cufftExecZ2D(4321, z, data.as<double>()));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtExec(4321, c, c, CUFFT_FORWARD));
  OK(cufftDestroy(plan));
  EXPECT(CUFFT_INVALID_PLAN, cufftDestroy(plan));
  OK(cufftPlan1d(&plan, 8, CUFFT_R2C, 1));
  EXPECT(CUFFT_INVALID_VALUE, cufftExecC2R(plan, c, data.get()));
  OK(cudaDeviceSynchronize());
  OK(cufftDestroy(plan));
}

/// A work area of the program's gives the same result as one of the library's.
static void workAreas() {
  const int n = 1 << 16;
  auto numbers = randomNumbers<float>(2 * n, 1);
  Device<float> from(numbers), to(2 * n);
  auto run = [&](cufftHandle plan) {
    OK(cufftExecC2C(plan, from.as<cufftComplex>(), to.as<cufftComplex>(), CUFFT_INVERSE));
    OK(cudaDeviceSynchronize());
    return to.values();
  };
  cufftHandle plan;
  size_t size, estimated, measured;
  OK(cufftPlan1d(&plan, n, CUFFT_C2C, 1));
  const auto expected = run(plan);
  OK(cufftDestroy(plan));
  OK(cufftCreate(&plan));
  OK(cufftSetAutoAllocation(plan, 0));
  OK(cufftGetSize1d(plan, n, CUFFT_C2C, 1, &measured));
  OK(cufftEstimate1d(n, CUFFT_C2C, 1, &estimated));
  OK(cufftMakePlan1d(plan, n, CUFFT_C2C, 1, &size));
  EQUAL(measured, size);
  CHECK(estimated >= size);
  if (size)
    EXPECT(CUFFT_NO_WORKSPACE,
           cufftExecC2C(plan, from.as<cufftComplex>(), to.as<cufftComplex>(), CUFFT_INVERSE));
  Device<char> area(size + 1);
  OK(cufftSetWorkArea(plan, area.get()));
  EQUAL(true, run(plan) == expected);
  OK(cufftDestroy(plan));
  OK(cufftPlan1d(&plan, n, CUFFT_C2C, 1));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_USER, &size));
  EXPECT(measured ? CUFFT_INVALID_SIZE : CUFFT_SUCCESS,
         cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_MINIMAL, &size));
  EQUAL(true, run(plan) == expected);
  OK(cufftDestroy(plan));
}

static void properties() {
  cufftHandle plan;
  long long value = -1;
  const auto unknown = cufftProperty(77);
  OK(cufftCreate(&plan));
  const auto known = NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT;
  OK(cufftSetPlanPropertyInt64(plan, known, 1));
  OK(cufftGetPlanPropertyInt64(plan, known, &value));
  OK(cufftResetPlanProperty(plan, known));
  // seen
  const auto threads = NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS;
  EXPECT(CUFFT_NOT_SUPPORTED, cufftSetPlanPropertyInt64(plan, threads, 1));
  EXPECT(CUFFT_NOT_SUPPORTED, cufftGetPlanPropertyInt64(plan, threads, &value));
  EXPECT(CUFFT_NOT_SUPPORTED, cufftResetPlanProperty(plan, threads));
  EXPECT(CUFFT_INVALID_VALUE, cufftSetPlanPropertyInt64(plan, unknown, 1));
  EXPECT(CUFFT_INVALID_VALUE, cufftGetPlanPropertyInt64(plan, unknown, &value));
  EXPECT(CUFFT_INVALID_VALUE, cufftResetPlanProperty(plan, unknown));
  EXPECT(CUFFT_INVALID_PLAN, cufftResetPlanProperty(4321, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT));
  OK(cufftDestroy(plan));
  int version, major, minor, patch;
  OK(cufftGetVersion(&version));
  OK(cufftGetProperty(MAJOR_VERSION, &major));
  OK(cufftGetProperty(MINOR_VERSION, &minor));
  OK(cufftGetProperty(PATCH_LEVEL, &patch));
  EQUAL(version, major * 1000 + minor * 100 + patch);
  EQUAL(CUFFT_VERSION, version);
  OK(cufftGetVersion(nullptr)); // seen
  EXPECT(CUFFT_INVALID_VALUE, cufftGetProperty(MAJOR_VERSION, nullptr));
}

/// Numbers of 16 bits: complex in two axes, and real there and back.
template <typename T>
static void shortNumbers(cudaDataType real, cudaDataType complex, double bound) {
  auto make = [&](std::vector<long long> n, cudaDataType in, cudaDataType out, int expected = 0) {
    cufftHandle plan;
    size_t size, measured;
    OK(cufftCreate(&plan));
    EXPECT(expected, cufftXtMakePlanMany(plan, int(n.size()), n.data(), nullptr, 1, 0, in, nullptr,
                                         1, 0, out, 1, &size, complex));
    if (!expected) {
      OK(cufftXtGetSizeMany(plan, int(n.size()), n.data(), nullptr, 1, 0, in, nullptr, 1, 0, out, 1,
                            &measured, complex));
      EQUAL(size, measured);
    }
    return plan;
  };
  const size_t total = 16 * 32;
  auto numbers = randomNumbers<float>(2 * total, 4);
  std::vector<T> values;
  std::vector<Complex> expected, seen;
  for (float number : numbers)
    values.push_back(T(number));
  for (size_t i = 0; i < total; ++i)
    expected.push_back({float(values[2 * i]), float(values[2 * i + 1])});
  transform(expected.data(), {16, 32}, -1);
  Device<T> data(values), other(2 * total);
  cufftHandle plan = make({16, 32}, complex, complex);
  OK(cufftXtExec(plan, data.get(), other.get(), CUFFT_FORWARD));
  OK(cudaDeviceSynchronize());
  const auto result = other.values();
  for (size_t i = 0; i < total; ++i)
    seen.push_back({float(result[2 * i]), float(result[2 * i + 1])});
  CHECK(errorOf(seen, expected) < bound);
  OK(cufftDestroy(plan));
  cufftHandle forward = make({256}, real, complex), inverse = make({256}, complex, real);
  OK(cufftXtExec(forward, data.get(), other.get(), CUFFT_FORWARD));
  OK(cufftXtExec(inverse, other.get(), other.get(), CUFFT_INVERSE));
  OK(cudaDeviceSynchronize());
  const auto back = other.values();
  seen.clear();
  expected.clear();
  for (size_t i = 0; i < 256; ++i) {
    seen.push_back(float(back[i]) / 256);
    expected.push_back(float(values[i]));
  }
  CHECK(errorOf(seen, expected) < 2 * bound);
  OK(cufftDestroy(forward));
  OK(cufftDestroy(inverse));
  for (long long n : {12, 100, 7})
    OK(cufftDestroy(make({n}, complex, complex, CUFFT_NOT_SUPPORTED)));
  OK(cufftDestroy(make({8}, complex, CUDA_C_32F, CUFFT_INVALID_TYPE)));
  OK(cufftDestroy(make({8}, real, real, CUFFT_INVALID_TYPE)));
  OK(cufftDestroy(make({8}, CUDA_R_8I, complex, CUFFT_INVALID_TYPE)));
}

int main() {
  refusedPlans();
  life();
  workAreas();
  properties();
  shortNumbers<__half>(CUDA_R_16F, CUDA_C_16F, 1e-3);
  shortNumbers<__nv_bfloat16>(CUDA_R_16BF, CUDA_C_16BF, 8e-3);
  return finish("Plans");
}
