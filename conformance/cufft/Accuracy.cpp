// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors against long double. The relative RMS error of a transform is at most twice that of FFTW,
// which plans the whole transform at once. Without FFTW there is nothing to hold
// it against.
#include "Check.h"

#include <dlfcn.h>

using Exact = std::complex<long double>;

static const long double kPi = 3.14159265358979323846264338327950288L;

/// By the definition, split at factors of the length; lengths are products of small primes.
static void exactLine(const Exact *in, size_t stride, Exact *out, size_t n, const Exact *roots,
                      size_t rootStep) {
  if (n == 1) {
    *out = *in;
    return;
  }
  size_t p = 2;
  while (n % p)
    ++p;
  const size_t m = n / p;
  for (size_t r = 0; r < p; ++r)
    exactLine(in + r * stride, stride * p, out + r * m, m, roots, rootStep * p);
  const std::vector<Exact> parts(out, out + n);
  for (size_t k = 0; k < n; ++k) {
    Exact sum = 0;
    for (size_t r = 0; r < p; ++r) {
      const Exact a = parts[r * m + k % m], b = roots[r * k % n * rootStep];
      sum += Exact(a.real() * b.real() - a.imag() * b.imag(),
                   a.real() * b.imag() + a.imag() * b.real());
    }
    out[k] = sum;
  }
}

static void exactAxis(std::vector<Exact> &all, size_t n, size_t stride) {
  std::vector<Exact> roots(n), line(n), result(n);
  for (size_t k = 0; k < n; ++k) // reduced to an eighth by long double's own functions
    roots[k] = {std::cos(2 * kPi * (long double)(k) / (long double)(n)),
                -std::sin(2 * kPi * (long double)(k) / (long double)(n))};
  for (size_t first = 0; first < all.size(); ++first) {
    if (first / stride % n)
      continue;
    for (size_t k = 0; k < n; ++k)
      line[k] = all[first + k * stride];
    exactLine(line.data(), 1, result.data(), n, roots.data(), 1);
    for (size_t k = 0; k < n; ++k)
      all[first + k * stride] = result[k];
  }
}

/// FFTW's functions of one precision; null without it.
struct Fftw {
  void *(*plan)(int, const int *, void *, void *, int, unsigned) = nullptr;
  void (*execute)(void *) = nullptr, (*destroy)(void *) = nullptr;

  explicit Fftw(bool isDouble) {
    const std::string letter = isDouble ? "" : "f", prefix = "fftw" + letter + "_";
    void *library = dlopen(("libfftw3" + letter + ".so.3").c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library)
      return;
    auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
          dlsym(library, (prefix + name).c_str()));
    };
    find(plan, "plan_dft");
    find(execute, "execute");
    find(destroy, "destroy_plan");
  }
};

template <typename Real> static double errorOf(const Real *seen, const std::vector<Exact> &exact) {
  long double wrong = 0, all = 0;
  for (size_t i = 0; i < exact.size(); ++i) {
    wrong += std::norm(Exact(seen[2 * i], seen[2 * i + 1]) - exact[i]);
    all += std::norm(exact[i]);
  }
  return double(std::sqrt(wrong / all));
}

/// A complex transform forwards, or one of real numbers, whose imaginary parts FFTW gets as 0.
template <typename Real> static void check(const std::vector<int> &n, bool isReal) {
  constexpr bool isDouble = sizeof(Real) == 8;
  size_t count = 1;
  for (int size : n)
    count *= size_t(size);
  std::vector<Real> numbers = randomNumbers<Real>(2 * count, 18);
  if (isReal)
    for (size_t i = 0; i < count; ++i)
      numbers[2 * i + 1] = 0;
  std::vector<Exact> exact(count);
  for (size_t i = 0; i < count; ++i)
    exact[i] = {numbers[2 * i], numbers[2 * i + 1]};
  size_t stride = count;
  for (int size : n)
    exactAxis(exact, size_t(size), stride /= size_t(size));

  const Fftw fftw(isDouble);
  std::vector<Real> in = numbers, theirs(2 * count);
  void *other = fftw.plan(int(n.size()), n.data(), in.data(), theirs.data(), -1, 1U << 6);
  fftw.execute(other);
  fftw.destroy(other);

  std::vector<Real> dense(numbers);
  if (isReal)
    for (size_t i = 0; i < count; ++i)
      dense[i] = numbers[2 * i];
  Device<Real> from(dense), to(2 * count);
  cufftHandle plan;
  std::vector<int> sizes = n;
  OK(cufftPlanMany(&plan, int(n.size()), sizes.data(), nullptr, 1, 0, nullptr, 1, 0,
                   isReal     ? (isDouble ? CUFFT_D2Z : CUFFT_R2C)
                   : isDouble ? CUFFT_Z2Z
                              : CUFFT_C2C,
                   1));
  OK(cufftXtExec(plan, from.get(), to.get(), CUFFT_FORWARD));
  OK(cudaDeviceSynchronize());
  OK(cufftDestroy(plan));
  std::vector<Real> ours = to.values();
  std::vector<Exact> kept = exact;
  if (isReal) { // the first half of each last line
    const size_t last = size_t(n.back()), half = last / 2 + 1;
    kept.clear();
    std::vector<Real> theirHalf;
    for (size_t i = 0; i < count; ++i)
      if (i % last < half) {
        kept.push_back(exact[i]);
        theirHalf.insert(theirHalf.end(), {theirs[2 * i], theirs[2 * i + 1]});
      }
    theirs = theirHalf;
  }
  const double error = errorOf(ours.data(), kept), bound = 2 * errorOf(theirs.data(), kept);
  for (int size : n)
    std::printf("%d ", size);
  std::printf("%s %s: %.3g, FFTW %.3g, ratio %.2f\n", isDouble ? "double" : "single",
              isReal ? "real" : "complex", error, bound / 2, 2 * error / bound);
  CHECK(error <= bound);
}

int main() {
  if (!Fftw(true).plan || !Fftw(false).plan) {
    std::printf("skipped, FFTW is not installed\n");
    return finish("Accuracy");
  }
  for (bool isReal : {false, true})
    for (const std::vector<int> &n : std::vector<std::vector<int>>{{256},
                                                                   {1000},
                                                                   {1009},
                                                                   {4096},
                                                                   {16384},
                                                                   {65536},
                                                                   {100000},
                                                                   {1 << 18},
                                                                   {100, 100},
                                                                   {256, 128},
                                                                   {48, 40, 36}}) {
      check<float>(n, isReal);
      check<double>(n, isReal);
    }
  return finish("Accuracy");
}
