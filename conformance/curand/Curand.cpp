// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND's host interface: the documented errors, what is remembered between calls, and that host
// and device generators agree. Codes as recorded on an H200.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "../Check.h"
#include <cuda_runtime_api.h>
#include <curand.h>

static const curandRngType_t kPseudo[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
                                          CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937,
                                          CURAND_RNG_PSEUDO_PHILOX4_32_10};
static const curandRngType_t kQuasi[] = {
    CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64};

static curandGenerator_t make(curandRngType_t type, bool isHost) {
  curandGenerator_t generator = nullptr;
  EXPECT(CURAND_STATUS_SUCCESS, isHost ? curandCreateGeneratorHost(&generator, type)
                                       : curandCreateGenerator(&generator, type));
  return generator;
}

static void badHandles() {
  unsigned words[4];
  float floats[4];
  curandGenerator_t generator = nullptr;
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandDestroyGenerator(nullptr));
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandGenerate(nullptr, words, 4));
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandGenerateUniform(nullptr, floats, 4));
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandSetStream(nullptr, nullptr));
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandSetPseudoRandomGeneratorSeed(nullptr, 1));
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandGenerateSeeds(nullptr));
  EXPECT(CURAND_STATUS_TYPE_ERROR, curandCreateGenerator(&generator, curandRngType_t(77)));
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandDestroyDistribution(nullptr));
}

static void pseudo(curandRngType_t type) {
  std::vector<unsigned> words(64);
  std::vector<double> doubles(64);
  auto *wide = reinterpret_cast<unsigned long long *>(doubles.data());
  curandGenerator_t generator = make(type, true);
  const bool isTwister = type == CURAND_RNG_PSEUDO_MTGP32 || type == CURAND_RNG_PSEUDO_MT19937;
  const bool takesOdd = isTwister || type == CURAND_RNG_PSEUDO_PHILOX4_32_10;
  EXPECT(CURAND_STATUS_TYPE_ERROR, curandGenerateLongLong(generator, wide, 8));
  EXPECT(CURAND_STATUS_TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(generator, 2));
  EXPECT(CURAND_STATUS_OUT_OF_RANGE,
         curandSetGeneratorOrdering(generator, CURAND_ORDERING_QUASI_DEFAULT));
  EXPECT(type == CURAND_RNG_PSEUDO_XORWOW ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE,
         curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_SEEDED));
  EXPECT(CURAND_STATUS_SUCCESS,
         curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_LEGACY));
  EXPECT(isTwister ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_SUCCESS,
         curandSetGeneratorOffset(generator, 3));
  EXPECT(takesOdd ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LENGTH_NOT_MULTIPLE,
         curandGenerateNormalDouble(generator, doubles.data(), 7, 0, 1));
  EXPECT(CURAND_STATUS_SUCCESS, curandGenerate(generator, words.data(), 0));
  EXPECT(CURAND_STATUS_OUT_OF_RANGE, curandGeneratePoisson(generator, words.data(), 4, 0));
  EXPECT(CURAND_STATUS_OUT_OF_RANGE, curandGeneratePoisson(generator, words.data(), 4, NAN));
  EXPECT(CURAND_STATUS_SUCCESS, curandDestroyGenerator(generator));
  EXPECT(CURAND_STATUS_NOT_INITIALIZED, curandDestroyGenerator(generator));
}

static void quasi(curandRngType_t type) {
  std::vector<double> doubles(64);
  auto *wide = reinterpret_cast<unsigned long long *>(doubles.data());
  auto *words = reinterpret_cast<unsigned *>(doubles.data());
  const bool has64 = type >= CURAND_RNG_QUASI_SOBOL64;
  curandGenerator_t generator = make(type, true);
  EXPECT(CURAND_STATUS_TYPE_ERROR, curandSetPseudoRandomGeneratorSeed(generator, 1));
  EXPECT(CURAND_STATUS_OUT_OF_RANGE,
         curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_BEST));
  EXPECT(CURAND_STATUS_OUT_OF_RANGE, curandSetQuasiRandomGeneratorDimensions(generator, 0));
  EXPECT(CURAND_STATUS_OUT_OF_RANGE, curandSetQuasiRandomGeneratorDimensions(generator, 20001));
  EXPECT(CURAND_STATUS_SUCCESS, curandSetQuasiRandomGeneratorDimensions(generator, 3));
  EXPECT(CURAND_STATUS_LENGTH_NOT_MULTIPLE,
         curandGenerateUniformDouble(generator, doubles.data(), 10));
  EXPECT(has64 ? CURAND_STATUS_TYPE_ERROR : CURAND_STATUS_SUCCESS,
         curandGenerate(generator, words, 9));
  EXPECT(has64 ? CURAND_STATUS_SUCCESS : CURAND_STATUS_TYPE_ERROR,
         curandGenerateLongLong(generator, wide, 9));
  EXPECT(CURAND_STATUS_SUCCESS, curandGenerateSeeds(generator));
  EXPECT(CURAND_STATUS_SUCCESS, curandDestroyGenerator(generator));
}

/// The same values from the device, and from calls of other sizes.
static void agrees(curandRngType_t type) {
  constexpr size_t kCount = 12345;
  float *device;
  EXPECT(cudaSuccess, cudaMalloc(reinterpret_cast<void **>(&device), kCount * sizeof(float)));
  std::vector<float> host(kCount), copied(kCount);
  curandGenerator_t first = make(type, true), second = make(type, false);
  EXPECT(CURAND_STATUS_SUCCESS, curandGenerateUniform(first, host.data(), kCount));
  size_t at = 0;
  for (size_t count : {size_t(1), size_t(4097), size_t(3), kCount - 4101}) {
    EXPECT(CURAND_STATUS_SUCCESS, curandGenerateUniform(second, device + at, count));
    at += count;
  }
  EXPECT(cudaSuccess,
         cudaMemcpy(copied.data(), device, kCount * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(host == copied);
  EXPECT(CURAND_STATUS_SUCCESS, curandDestroyGenerator(first));
  EXPECT(CURAND_STATUS_SUCCESS, curandDestroyGenerator(second));
  EXPECT(cudaSuccess, cudaFree(device));
}

/// Largest distance between the values' distribution and the expected one (Kolmogorov,
/// Smirnov): 1.95 / sqrt(n) is exceeded once in a thousand seeds; these are fixed.
static void isNormallyDistributed(curandRngType_t type) {
  constexpr int kCount = 100000, kBins = 400;
  std::vector<double> values(kCount);
  curandGenerator_t generator = make(type, true);
  EXPECT(CURAND_STATUS_SUCCESS, curandGenerateNormalDouble(generator, values.data(), kCount, 3, 2));
  std::vector<int> below(kBins + 1);
  for (double value : values)
    for (int bin = int(std::fmax(0, std::ceil((value - 3) / 2 * 50 + 200))); bin <= kBins;
         bin = kBins + 1)
      ++below[size_t(bin)];
  double worst = 0, sum = 0;
  for (int bin = 0; bin <= kBins; ++bin) {
    sum += below[size_t(bin)];
    worst = std::fmax(worst,
                      std::fabs(sum / kCount - std::erfc((200 - bin) / 50.0 / std::sqrt(2.0)) / 2));
  }
  CHECK(worst < 1.95 / std::sqrt(double(kCount)));
  EXPECT(CURAND_STATUS_SUCCESS, curandDestroyGenerator(generator));
}

static uint64_t hashOf(const void *data, size_t bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < bytes; ++i)
    hash = (hash ^ static_cast<const unsigned char *>(data)[i]) * 0x100000001b3;
  return hash;
}

/// Hashes of what generators make in calls of several sizes: the same on every processor.
static void printBits() {
  for (curandRngType_t type : kPseudo)
    for (size_t count : {size_t(3), size_t(4096), size_t(70001)}) {
      if (type == CURAND_RNG_PSEUDO_MT19937 && count > 4096) // its lanes take long to begin
        continue;
      curandGenerator_t generator = make(type, true);
      std::vector<unsigned> words(count);
      std::vector<float> floats(count);
      std::vector<double> doubles(count);
      EXPECT(CURAND_STATUS_SUCCESS, curandGenerate(generator, words.data(), count));
      EXPECT(CURAND_STATUS_SUCCESS, curandGenerateUniform(generator, floats.data(), count));
      EXPECT(CURAND_STATUS_SUCCESS, curandGenerateUniformDouble(generator, doubles.data(), count));
      EXPECT(CURAND_STATUS_SUCCESS, curandDestroyGenerator(generator));
      std::printf("%d %zu %llx %llx %llx\n", int(type), count,
                  static_cast<unsigned long long>(hashOf(words.data(), count * 4)),
                  static_cast<unsigned long long>(hashOf(floats.data(), count * 4)),
                  static_cast<unsigned long long>(hashOf(doubles.data(), count * 8)));
    }
  for (curandRngType_t type : {CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
    constexpr size_t kCount = 3 * 5000;
    curandGenerator_t generator = make(type, true);
    std::vector<float> floats(kCount);
    EXPECT(CURAND_STATUS_SUCCESS, curandSetQuasiRandomGeneratorDimensions(generator, 3));
    EXPECT(CURAND_STATUS_SUCCESS, curandSetGeneratorOffset(generator, (1ull << 32) - 1000));
    EXPECT(CURAND_STATUS_SUCCESS, curandGenerateUniform(generator, floats.data(), kCount));
    EXPECT(CURAND_STATUS_SUCCESS, curandDestroyGenerator(generator));
    std::printf("%d %llx\n", int(type),
                static_cast<unsigned long long>(hashOf(floats.data(), kCount * 4)));
  }
}

int main(int argc, char **argv) {
  if (argc > 1 && !std::strcmp(argv[1], "--bits")) {
    printBits();
    return failures != 0;
  }
  badHandles();
  for (curandRngType_t type : kPseudo) {
    pseudo(type);
    agrees(type);
    isNormallyDistributed(type);
  }
  for (curandRngType_t type : kQuasi)
    quasi(type);
  int version = 0;
  EXPECT(CURAND_STATUS_SUCCESS, curandGetVersion(&version));
  EQUAL(10400, version);
  EXPECT(CURAND_STATUS_OUT_OF_RANGE, curandGetProperty(libraryPropertyType(9), &version));
  std::printf("curand: %s\n", failures ? "FAILED" : "ok");
  return failures ? 1 : 0;
}
