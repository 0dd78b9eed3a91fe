// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statistics as a second witness: distributions of every generator by the test of Kolmogorov and
// Smirnov and by χ², and the battery SmallCrush of TestU01 (L'Ecuyer, Simard 2007) where that is
// installed (Debian: libtestu01-0) or its library is named:
//   conformance-curand-Statistics [LIBTESTU01]
#include "../Check.h"

#include <algorithm>
#include <cmath>
#include <cuda_runtime.h>
#include <curand.h>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <vector>

#define OK(call) EXPECT(0, call)

namespace {

struct Kind {
  curandRngType_t type;
  const char *name;
  bool isQuasi;
};
const Kind kKinds[] = {{CURAND_RNG_PSEUDO_XORWOW, "XORWOW", false},
                       {CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a", false},
                       {CURAND_RNG_PSEUDO_MTGP32, "MTGP32", false},
                       {CURAND_RNG_PSEUDO_MT19937, "MT19937", false},
                       {CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox4_32_10", false},
                       {CURAND_RNG_QUASI_SOBOL32, "Sobol32", true},
                       {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, "scrambled Sobol32", true},
                       {CURAND_RNG_QUASI_SOBOL64, "Sobol64", true},
                       {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, "scrambled Sobol64", true}};

constexpr size_t kCount = 1 << 18;

curandGenerator_t make(const Kind &kind) {
  curandGenerator_t generator;
  OK(curandCreateGenerator(&generator, kind.type));
  if (!kind.isQuasi)
    OK(curandSetPseudoRandomGeneratorSeed(generator, 20260727));
  return generator;
}

template <typename T> std::vector<T> take(size_t count, const std::function<void(T *)> &generate) {
  T *to = nullptr;
  OK(cudaMalloc(reinterpret_cast<void **>(&to), count * sizeof(T)));
  generate(to);
  std::vector<T> all(count);
  OK(cudaMemcpy(all.data(), to, count * sizeof(T), cudaMemcpyDeviceToHost));
  OK(cudaFree(to));
  return all;
}

double uniformBelow(double x) { return std::clamp(x, 0.0, 1.0); }
double normalBelow(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }
double logNormalBelow(double x) { return x <= 0 ? 0 : normalBelow(std::log(x)); }

/// The largest distance between the values' distribution and `below`, times the root of their
/// number. For random values it is above 2.3 once in 20,000 samples, and a quasi-random sequence
/// is much closer.
template <typename T>
void checkDistribution(const char *generator, const char *what, std::vector<T> values,
                       double (*below)(double), bool isQuasi) {
  std::sort(values.begin(), values.end());
  double most = 0;
  const auto n = double(values.size());
  for (size_t i = 0; i < values.size(); ++i) {
    const double expected = below(double(values[i]));
    most = std::max({most, expected - double(i) / n, double(i + 1) / n - expected});
  }
  const double distance = most * std::sqrt(n);
  const bool isRight = distance < (isQuasi ? 0.3 : 2.3);
  if (!isRight)
    std::printf("%s, %s: Kolmogorov and Smirnov's distance %.3f\n", generator, what, distance);
  CHECK(isRight);
}

/// χ² of counts against probabilities, as a number of standard deviations from its mean.
double chiSquare(const std::vector<double> &seen, const std::vector<double> &expected) {
  double sum = 0, freedom = -1, a = 0, b = 0;
  for (size_t i = 0; i < seen.size(); ++i) { // neighbours are joined until ten are expected
    a += seen[i];
    b += expected[i];
    if (b < 10 && i + 1 < seen.size())
      continue;
    if (b > 0)
      sum += (a - b) * (a - b) / b, ++freedom;
    a = b = 0;
  }
  return (sum - freedom) / std::sqrt(2 * freedom);
}

void checkPoisson(const Kind &kind, double lambda) {
  curandGenerator_t generator = make(kind);
  const auto values = take<unsigned>(
      kCount, [&](unsigned *to) { OK(curandGeneratePoisson(generator, to, kCount, lambda)); });
  OK(curandDestroyGenerator(generator));
  const auto most = size_t(lambda + 12 * std::sqrt(lambda) + 12);
  std::vector<double> seen(most + 1), expected(most + 1);
  for (unsigned value : values)
    ++seen[std::min(size_t(value), most)];
  for (size_t k = 0; k <= most; ++k)
    expected[k] = double(kCount) *
                  std::exp(double(k) * std::log(lambda) - lambda - std::lgamma(double(k) + 1));
  const double deviations = chiSquare(seen, expected);
  // A large lambda is served by a rounded normal value, whose third moment is not Poisson's.
  const bool isRight = deviations < (kind.isQuasi ? 3 : 5);
  if (!isRight)
    std::printf("%s, Poisson of %g: χ² is %.1f deviations off\n", kind.name, lambda, deviations);
  CHECK(isRight);
}

/// Each byte of the raw words takes all its values, as often as chance has it.
void checkBytes(const Kind &kind) {
  curandGenerator_t generator = make(kind);
  const auto words =
      take<unsigned>(kCount, [&](unsigned *to) { OK(curandGenerate(generator, to, kCount)); });
  OK(curandDestroyGenerator(generator));
  for (int byte = 0; byte < 4; ++byte) {
    std::vector<double> seen(256), expected(256, double(kCount) / 256);
    for (unsigned word : words)
      ++seen[word >> (8 * byte) & 255];
    CHECK(chiSquare(seen, expected) < 5);
  }
}

void checkDistributions(const Kind &kind) {
  using Floats = std::function<void(curandGenerator_t, float *)>;
  using Doubles = std::function<void(curandGenerator_t, double *)>;
  const struct {
    const char *name;
    double (*below)(double);
    Floats floats;
    Doubles doubles;
  } all[] = {{"uniform", uniformBelow,
              [](auto g, float *to) { OK(curandGenerateUniform(g, to, kCount)); },
              [](auto g, double *to) { OK(curandGenerateUniformDouble(g, to, kCount)); }},
             {"normal", normalBelow,
              [](auto g, float *to) { OK(curandGenerateNormal(g, to, kCount, 0, 1)); },
              [](auto g, double *to) { OK(curandGenerateNormalDouble(g, to, kCount, 0, 1)); }},
             {"log-normal", logNormalBelow,
              [](auto g, float *to) { OK(curandGenerateLogNormal(g, to, kCount, 0, 1)); },
              [](auto g, double *to) { OK(curandGenerateLogNormalDouble(g, to, kCount, 0, 1)); }}};
  for (const auto &distribution : all) {
    curandGenerator_t generator = make(kind);
    checkDistribution(kind.name, distribution.name,
                      take<float>(kCount, [&](float *to) { distribution.floats(generator, to); }),
                      distribution.below, kind.isQuasi);
    checkDistribution(
        kind.name, distribution.name,
        take<double>(kCount, [&](double *to) { distribution.doubles(generator, to); }),
        distribution.below, kind.isQuasi);
    OK(curandDestroyGenerator(generator));
  }
}

// -- SmallCrush ----------------------------------------------------------------------------------

/// Words of the generator under test, a piece at a time.
struct Source {
  curandGenerator_t generator = nullptr;
  std::vector<unsigned> words;
  size_t next = 0;
} source;

unsigned nextWord() {
  if (source.next == source.words.size()) {
    constexpr size_t kPiece = 1 << 20;
    source.words = take<unsigned>(
        kPiece, [](unsigned *to) { OK(curandGenerate(source.generator, to, kPiece)); });
    source.next = 0;
  }
  return source.words[source.next++];
}

void smallCrush(void *library) {
  auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    CHECK(function != nullptr);
  };
  void *(*create)(char *, unsigned (*)()) = nullptr;
  void (*battery)(void *) = nullptr, (*destroy)(void *) = nullptr;
  int *isVerbose = nullptr, *tests = nullptr;
  double *values = nullptr;
  char **names = nullptr;
  find(create, "unif01_CreateExternGenBits");
  find(destroy, "unif01_DeleteExternGenBits");
  find(battery, "bbattery_SmallCrush");
  find(isVerbose, "swrite_Basic");
  find(tests, "bbattery_NTests");
  find(values, "bbattery_pVal");
  find(names, "bbattery_TestNames");
  *isVerbose = 0;
  for (const Kind &kind : kKinds) {
    if (kind.isQuasi) // its points are not independent, and are not meant to be
      continue;
    source = {make(kind), {}, 0};
    std::string name = kind.name;
    void *generator = create(name.data(), nextWord);
    battery(generator);
    int suspect = 0;
    for (int i = 0; i < *tests; ++i) {
      const bool isSuspect = values[i] < 1e-4 || values[i] > 1 - 1e-4;
      suspect += isSuspect;
      if (isSuspect)
        std::printf("%s, %s: p = %g\n", kind.name, names[i], values[i]);
      CHECK(values[i] > 1e-8 && values[i] < 1 - 1e-8);
    }
    std::printf("SmallCrush of %s: %d of %d statistics in [1e-4, 1 - 1e-4]\n", kind.name,
                *tests - suspect, *tests);
    std::fflush(stdout);
    CHECK(*tests >= 10 && suspect <= 1);
    destroy(generator);
    OK(curandDestroyGenerator(source.generator));
  }
}

} // namespace

int main(int argc, char **argv) {
  for (const Kind &kind : kKinds) {
    checkDistributions(kind);
    for (double lambda : {0.3, 4.0, 40.0, 900.0, 3000.0})
      checkPoisson(kind, lambda);
    if (!kind.isQuasi) // the last bits of Sobol's first points are 0
      checkBytes(kind);
  }
  if (void *library = dlopen(argc > 1 ? argv[1] : "libtestu01.so.0", RTLD_NOW | RTLD_GLOBAL))
    smallCrush(library);
  else
    std::printf("SmallCrush: skipped, TestU01 is not installed\n");
  return finish("Statistics");
}
