// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms of arrays that lie on all devices there are (manual, section "Multiple GPU cuFFT
// Transforms"): orders, copies, refusals. Run with several devices; one is enough for the calls.
#include "Check.h"

#include <numeric>

static std::vector<int> allDevices() {
  int count;
  OK(cudaGetDeviceCount(&count));
  std::vector<int> devices(static_cast<size_t>(count));
  std::iota(devices.begin(), devices.end(), 0);
  return devices;
}

static cufftHandle planOn(const std::vector<int> &devices) {
  cufftHandle plan;
  OK(cufftCreate(&plan));
  if (devices.size() > 1) // one device is what a plan has anyway
    OK(cufftXtSetGPUs(plan, int(devices.size()), const_cast<int *>(devices.data())));
  return plan;
}

/// Forward, then the values in natural order, then back: `n` axes, in place.
static void complexNumbers(const std::vector<int> &devices, std::vector<long long> n,
                           long long batch) {
  cufftHandle plan = planOn(devices);
  std::vector<size_t> workSizes(devices.size(), 1);
  OK(cufftMakePlanMany64(plan, int(n.size()), n.data(), nullptr, 1, 0, nullptr, 1, 0, CUFFT_Z2Z,
                         batch, workSizes.data()));
  size_t item = 1;
  for (long long size : n)
    item *= size_t(size);
  const size_t total = item * size_t(batch);
  auto numbers = randomNumbers<double>(2 * total, 5);
  std::vector<Complex> expected(total), seen(total);
  for (size_t i = 0; i < total; ++i)
    expected[i] = {numbers[2 * i], numbers[2 * i + 1]};
  for (size_t b = 0; b < size_t(batch); ++b)
    transform(expected.data() + b * item, n, -1);

  cudaLibXtDesc *array, *natural;
  OK(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  OK(cufftXtMalloc(plan, &natural, CUFFT_XT_FORMAT_INPLACE));
  EQUAL(int(devices.size()), array->descriptor->nGPUs);
  EQUAL(LIB_FORMAT_CUFFT, array->library);
  EQUAL(CUFFT_XT_FORMAT_INPLACE, array->subFormat);
  for (size_t i = 0; i < devices.size(); ++i) {
    EQUAL(devices[i], array->descriptor->GPUs[i]);
    cudaPointerAttributes attributes;
    OK(cudaPointerGetAttributes(&attributes, array->descriptor->data[i]));
    EQUAL(devices[i], attributes.device);
  }
  OK(cufftXtMemcpy(plan, array, numbers.data(), CUFFT_COPY_HOST_TO_DEVICE));
  OK(cufftXtExecDescriptorZ2Z(plan, array, array, CUFFT_FORWARD));
  OK(cufftXtMemcpy(plan, seen.data(), array, CUFFT_COPY_DEVICE_TO_HOST));
  CHECK(errorOf(seen, expected) < 1e-14);
  if (batch == 1)
    EQUAL(CUFFT_XT_FORMAT_INPLACE_SHUFFLED, array->subFormat);
  if (batch == 1 && n.size() == 2) {
    // Each device has all rows of a part of the columns.
    size_t start = 0;
    for (size_t i = 0; i < devices.size(); ++i) {
      const size_t count = size_t(n[1]) / devices.size() + (i < size_t(n[1]) % devices.size());
      std::vector<Complex> part(count * size_t(n[0]));
      OK(cudaMemcpy(part.data(), array->descriptor->data[i], part.size() * sizeof(Complex),
                    cudaMemcpyDefault));
      for (size_t row = 0; row < size_t(n[0]); ++row)
        for (size_t k = 0; k < count; ++k)
          CHECK(std::abs(part[row * count + k] - expected[row * size_t(n[1]) + start + k]) < 1e-10);
      start += count;
    }
  }
  OK(cufftXtMemcpy(plan, natural, array, CUFFT_COPY_DEVICE_TO_DEVICE));
  std::vector<Complex> copied(total);
  OK(cufftXtMemcpy(plan, copied.data(), natural, CUFFT_COPY_DEVICE_TO_HOST));
  EQUAL(true, copied == seen);
  OK(cufftXtExecDescriptor(plan, array, array, CUFFT_INVERSE));
  OK(cufftXtMemcpy(plan, seen.data(), array, CUFFT_COPY_DEVICE_TO_HOST));
  for (size_t i = 0; i < total; ++i)
    expected[i] = Complex(numbers[2 * i], numbers[2 * i + 1]) * double(item);
  CHECK(errorOf(seen, expected) < 1e-14);
  OK(cufftXtFree(array));
  OK(cufftXtFree(natural));
  OK(cufftDestroy(plan));
}

/// Real numbers: in place with padded lines, and out of place.
static void realNumbers(bool isInPlace) {
  const int a = 7, b = 6, c = 10, half = c / 2 + 1;
  cufftHandle forward = planOn(allDevices()), inverse = planOn(allDevices());
  std::vector<size_t> workSizes(allDevices().size());
  OK(cufftMakePlan3d(forward, a, b, c, CUFFT_R2C, workSizes.data()));
  OK(cufftMakePlan3d(inverse, a, b, c, CUFFT_C2R, workSizes.data()));
  const int line = isInPlace ? 2 * half : c;
  auto numbers = randomNumbers<float>(size_t(a * b * line), 6);
  std::vector<Complex> all, expected;
  for (int i = 0; i < a * b; ++i)
    for (int k = 0; k < c; ++k)
      all.push_back(numbers[size_t(i * line + k)]);
  transform(all.data(), {a, b, c}, -1);
  for (int i = 0; i < a * b; ++i)
    for (int k = 0; k < half; ++k)
      expected.push_back(all[size_t(i * c + k)]);
  cudaLibXtDesc *from, *to;
  OK(cufftXtMalloc(forward, &from, isInPlace ? CUFFT_XT_FORMAT_INPLACE : CUFFT_XT_FORMAT_INPUT));
  OK(cufftXtMalloc(forward, &to, CUFFT_XT_FORMAT_OUTPUT));
  OK(cufftXtMemcpy(forward, from, numbers.data(), CUFFT_COPY_HOST_TO_DEVICE));
  cudaLibXtDesc *result = isInPlace ? from : to;
  OK(cufftXtExecDescriptorR2C(forward, from, result));
  std::vector<std::complex<float>> seen(size_t(a * b * half));
  OK(cufftXtMemcpy(forward, seen.data(), result, CUFFT_COPY_DEVICE_TO_HOST));
  CHECK(errorOf({seen.begin(), seen.end()}, expected) < 1e-6);
  if (isInPlace) {
    OK(cufftXtExecDescriptorC2R(inverse, from, from));
    std::vector<float> back(numbers.size());
    OK(cufftXtMemcpy(inverse, back.data(), from, CUFFT_COPY_DEVICE_TO_HOST));
    for (int i = 0; i < a * b; ++i)
      for (int k = 0; k < c; ++k)
        CHECK(std::fabs(back[size_t(i * line + k)] / float(a * b * c) -
                        numbers[size_t(i * line + k)]) < 1e-5f);
  }
  EXPECT(CUFFT_INVALID_VALUE, cufftXtExecDescriptorC2R(forward, from, result));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtExecDescriptorR2C(inverse, from, result));
  OK(cufftXtFree(from));
  OK(cufftXtFree(to));
  OK(cufftDestroy(forward));
  OK(cufftDestroy(inverse));
}

static void refusals() {
  cufftHandle plan;
  OK(cufftCreate(&plan));
  int devices[] = {0, 0};
  EXPECT(CUFFT_INVALID_PLAN, cufftXtSetGPUs(4321, 2, devices));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtSetGPUs(plan, 0, devices));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtSetGPUs(plan, 1, devices));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtSetGPUs(plan, 2, nullptr));
  devices[1] = 1000;
  EXPECT(CUFFT_INVALID_DEVICE, cufftXtSetGPUs(plan, 2, devices));
  cudaLibXtDesc *array = nullptr;
  char bytes[1024];
  EXPECT(CUFFT_INVALID_PLAN, cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  size_t workSize;
  OK(cufftMakePlan1d(plan, 16, CUFFT_C2C, 1, &workSize));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtMalloc(4321, &array, CUFFT_XT_FORMAT_INPLACE));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtMalloc(plan, nullptr, CUFFT_XT_FORMAT_INPLACE));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtMalloc(plan, &array, CUFFT_FORMAT_UNDEFINED));
  OK(cufftXtMalloc(plan, &array, CUFFT_XT_FORMAT_INPLACE));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtMemcpy(4321, array, bytes, CUFFT_COPY_HOST_TO_DEVICE));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtMemcpy(plan, array, nullptr, CUFFT_COPY_HOST_TO_DEVICE));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtMemcpy(plan, array, bytes, CUFFT_COPY_UNDEFINED));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtExecDescriptorC2C(4321, array, array, CUFFT_FORWARD));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtExecDescriptorC2C(plan, nullptr, array, CUFFT_FORWARD));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtExecDescriptorC2C(plan, array, array, 5));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtSetWorkArea(plan, nullptr));
  void *areas[] = {bytes};
  EXPECT(CUFFT_INVALID_VALUE, cufftXtSetWorkArea(4321, nullptr));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtSetWorkArea(4321, areas));
  OK(cufftXtFree(array));
  OK(cufftDestroy(plan));
}

/// Factors cannot tell that the numbers of an axis keep their order.
static void queries() {
  cufftXt1dFactors factors;
  cufftHandle plan;
  OK(cufftCreate(&plan));
  EXPECT(CUFFT_INVALID_PLAN, cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtQueryPlan(plan, nullptr, CUFFT_QUERY_1D_FACTORS));
  EXPECT(CUFFT_INVALID_VALUE, cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_UNDEFINED));
  int devices[] = {0, 1};
  size_t workSizes[2];
  OK(cufftXtSetGPUs(plan, 2, devices));
  OK(cufftMakePlan1d(plan, 1024, CUFFT_C2C, 1, workSizes));
  EXPECT(CUFFT_NOT_IMPLEMENTED, cufftXtQueryPlan(plan, &factors, CUFFT_QUERY_1D_FACTORS));
  OK(cufftDestroy(plan));
}

int main() {
  // One device may stand twice (CUDALibrarySamples, cuFFT/1d_mgpu_c2c).
  for (const std::vector<int> &devices : {allDevices(), std::vector<int>{0, 0}}) {
    complexNumbers(devices, {1000}, 1);
    complexNumbers(devices, {64}, 5);
    complexNumbers(devices, {12, 20}, 1);
    complexNumbers(devices, {9, 8, 10}, 1);
    complexNumbers(devices, {9, 8}, 4);
  }
  realNumbers(false);
  realNumbers(true);
  refusals();
  queries();
  return finish("Devices");
}
