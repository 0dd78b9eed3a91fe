// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cufftXtSetCallback: device functions of the program, linked with libcufft_static.a
// (nvcc -rdc=true -lcufft_static).
#include "Check.h"

// Module variables: the functions are the program's own, not copies.
__device__ float termOfAll = 0.5f;
__device__ unsigned stored;

__device__ cufftComplex scaled(void *data, size_t at, void *info, void *) {
  cufftComplex v = ((cufftComplex *)data)[at];
  const float factor = *(float *)info;
  return {factor * v.x, factor * v.y + float(at % 5)};
}
__device__ void shifted(void *data, size_t at, cufftComplex v, void *, void *) {
  v.x += termOfAll + float(at);
  ((cufftComplex *)data)[at] = v;
  atomicAdd(&stored, 1);
}
__device__ cufftDoubleReal squared(void *data, size_t at, void *, void *) {
  const double v = ((float *)data)[at];
  return v * v;
}
__device__ void halved(void *data, size_t at, cufftDoubleComplex v, void *, void *shared) {
  double *mine = (double *)shared + threadIdx.x;
  *mine = v.y;
  ((double *)data)[at] = v.x / 2 - *mine;
}
__device__ cufftCallbackLoadC scaledPointer = scaled;
__device__ cufftCallbackStoreC shiftedPointer = shifted;
__device__ cufftCallbackLoadD squaredPointer = squared;
__device__ cufftCallbackStoreZ halvedPointer = halved;

template <typename Pointer> void *addressOf(const Pointer &symbol) {
  Pointer address;
  OK(cudaMemcpyFromSymbol(&address, symbol, sizeof address));
  return (void *)address;
}

static cufftResult set(cufftHandle plan, void *routine, cufftXtCallbackType type,
                       void *info = nullptr) {
  return cufftXtSetCallback(plan, &routine, type, info ? &info : nullptr);
}

static void complexNumbers(bool isInPlace) {
  const int n = 60, batch = 3;
  auto numbers = randomNumbers<float>(2 * n * batch, 1);
  Device<float> from(numbers), to(numbers.size()), factor(std::vector<float>{3});
  cufftHandle plan;
  OK(cufftPlan1d(&plan, n, CUFFT_C2C, batch));
  OK(set(plan, addressOf(scaledPointer), CUFFT_CB_LD_COMPLEX, factor.get()));
  OK(set(plan, addressOf(shiftedPointer), CUFFT_CB_ST_COMPLEX));
  unsigned none = 0, count = 0;
  OK(cudaMemcpyToSymbol(stored, &none, sizeof none));
  for (bool isCleared : {false, true}) {
    from.set(numbers);
    if (isCleared)
      OK(cufftXtClearCallback(plan, CUFFT_CB_ST_COMPLEX));
    OK(cufftExecC2C(plan, from.as<cufftComplex>(), (isInPlace ? from : to).as<cufftComplex>(),
                    CUFFT_FORWARD));
    OK(cudaDeviceSynchronize());
    const auto result = isInPlace ? from.values() : to.values();
    std::vector<Complex> expected, seen;
    for (int b = 0; b < batch; ++b) {
      std::vector<Complex> line;
      for (int k = 0; k < n; ++k) {
        const size_t at = size_t(b * n + k);
        line.push_back({3.0 * numbers[2 * at], 3.0 * numbers[2 * at + 1] + double(at % 5)});
      }
      transform(line.data(), {n}, -1);
      for (int k = 0; k < n; ++k) {
        const size_t at = size_t(b * n + k);
        expected.push_back(line[size_t(k)] + (isCleared ? 0 : 0.5 + double(at)));
        seen.push_back({result[2 * at], result[2 * at + 1]});
      }
    }
    CHECK(errorOf(seen, expected) < 1e-6);
    OK(cudaMemcpyFromSymbol(&count, stored, sizeof count));
    EQUAL(n * batch, int(count)); // each number once
  }
  OK(cufftDestroy(plan));
}

static void realNumbers() {
  const int a = 6, b = 10, half = b / 2 + 1;
  auto numbers = randomNumbers<float>(a * b, 2);
  Device<float> from(numbers);
  Device<double> to(size_t(a * half));
  cufftHandle plan;
  OK(cufftPlan2d(&plan, a, b, CUFFT_D2Z));
  OK(set(plan, addressOf(squaredPointer), CUFFT_CB_LD_REAL_DOUBLE));
  OK(set(plan, addressOf(halvedPointer), CUFFT_CB_ST_COMPLEX_DOUBLE));
  OK(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_ST_COMPLEX_DOUBLE, 1024 * sizeof(double)));
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

static void refusals() {
  void *routine = addressOf(scaledPointer);
  cufftHandle plan;
  OK(cufftCreate(&plan));
  EQUAL(CUFFT_INVALID_PLAN, set(plan, routine, CUFFT_CB_LD_COMPLEX)); // it is not made yet
  OK(cufftDestroy(plan));
  OK(cufftPlan1d(&plan, 8, CUFFT_C2C, 1));
  EQUAL(CUFFT_INVALID_PLAN, set(plan + 1000, routine, CUFFT_CB_LD_COMPLEX));
  EQUAL(CUFFT_INVALID_TYPE, set(plan, routine, CUFFT_CB_UNDEFINED));
  EQUAL(CUFFT_INVALID_TYPE, set(plan, routine, CUFFT_CB_LD_REAL)); // the plan has complex numbers
  EQUAL(CUFFT_INVALID_VALUE, cufftXtSetCallback(plan, nullptr, CUFFT_CB_LD_COMPLEX, nullptr));
  OK(cufftDestroy(plan));
}

int main() {
  complexNumbers(false);
  complexNumbers(true);
  realNumbers();
  refusals();
  return finish("LinkedCallbacks");
}
