// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Transforms of every type against the definition: one to three axes, batches, strides, embeds, in
// and out of place, unaligned, lengths that a library treats differently (short, long, prime).
#include "Check.h"

struct Shape {
  std::vector<long long> n;
  long long batch = 1;
  bool hasLayout = false;
  std::vector<long long> inembed{}, onembed{};
  long long istride = 1, idist = 0, ostride = 1, odist = 0;
};

/// Where number `index` of item `b` lies on one side.
static size_t at(const std::vector<long long> &index, const std::vector<long long> &embed,
                 long long stride, long long distance, long long b) {
  long long offset = 0;
  for (size_t i = 0; i < index.size(); ++i)
    offset = offset * embed[i] + index[i];
  return size_t(offset * stride + b * distance);
}

template <typename Visit>
static void forEach(const Shape &s, const std::vector<long long> &n, Visit visit) {
  for (long long b = 0; b < s.batch; ++b) {
    std::vector<long long> index(n.size(), 0);
    for (bool isMore = true; isMore;) {
      visit(b, index);
      isMore = false;
      for (size_t i = n.size(); i-- > 0 && !isMore;) {
        isMore = ++index[i] < n[i];
        if (!isMore)
          index[i] = 0;
      }
    }
  }
}

/// A transform of `Real` numbers; 'C' complex to complex, 'R' real to complex, 'I' back.
template <typename Real>
static void check(Shape s, char kind, bool isInPlace, int direction, size_t misplacement = 0) {
  const bool isDouble = sizeof(Real) == 8;
  const long long last = s.n.back(), half = last / 2 + 1;
  std::vector<long long> in = s.n, out = s.n, dense = s.n;
  if (kind == 'R')
    out.back() = half;
  if (kind == 'I')
    in.back() = half;
  auto inEmbed = s.hasLayout ? s.inembed : in, outEmbed = s.hasLayout ? s.onembed : out;
  if (!s.hasLayout && isInPlace && kind == 'R')
    inEmbed.back() = 2 * half;
  if (!s.hasLayout && isInPlace && kind == 'I')
    outEmbed.back() = 2 * half;
  auto product = [](const std::vector<long long> &n) {
    long long all = 1;
    for (long long size : n)
      all *= size;
    return all;
  };
  const long long idist = s.hasLayout ? s.idist : product(inEmbed);
  const long long odist = s.hasLayout ? s.odist : product(outEmbed);
  const long long istride = s.hasLayout ? s.istride : 1, ostride = s.hasLayout ? s.ostride : 1;
  auto extent = [&](const std::vector<long long> &n, const std::vector<long long> &embed,
                    long long stride, long long distance) {
    std::vector<long long> end = n;
    for (long long &size : end)
      --size;
    return at(end, embed, stride, distance, s.batch - 1) + 1;
  };
  const size_t inSize = extent(in, inEmbed, istride, idist) * (kind == 'R' ? 1 : 2);
  const size_t outSize = extent(out, outEmbed, ostride, odist) * (kind == 'I' ? 1 : 2);
  const size_t total = size_t(product(s.n) * s.batch), item = size_t(product(s.n));

  std::vector<Real> source = randomNumbers<Real>(std::max(inSize, isInPlace ? outSize : 0), 7);
  std::vector<Complex> expected(total);
  auto denseAt = [&](long long b, const std::vector<long long> &index) {
    return at(index, dense, 1, (long long)(item), b);
  };
  const int sign = kind == 'R' ? -1 : kind == 'I' ? 1 : direction;
  if (kind == 'I') {
    std::vector<Complex> spectrum(total);
    auto numbers = randomNumbers<Real>(total, 9);
    for (size_t i = 0; i < total; ++i) {
      spectrum[i] = numbers[i];
      expected[i] = numbers[i] * double(item);
    }
    for (long long b = 0; b < s.batch; ++b)
      transform(spectrum.data() + size_t(b) * item, s.n, -1);
    forEach(s, in, [&](long long b, const std::vector<long long> &index) {
      const size_t place = at(index, inEmbed, istride, idist, b);
      source[2 * place] = Real(spectrum[denseAt(b, index)].real());
      source[2 * place + 1] = Real(spectrum[denseAt(b, index)].imag());
    });
  } else {
    forEach(s, s.n, [&](long long b, const std::vector<long long> &index) {
      const size_t place = at(index, inEmbed, istride, idist, b);
      expected[denseAt(b, index)] =
          kind == 'R' ? Complex(source[place]) : Complex(source[2 * place], source[2 * place + 1]);
    });
    for (long long b = 0; b < s.batch; ++b)
      transform(expected.data() + size_t(b) * item, s.n, sign);
  }

  const std::vector<Real> pad(misplacement, 0);
  std::vector<Real> shifted = pad;
  shifted.insert(shifted.end(), source.begin(), source.end());
  Device<Real> from(shifted), to(std::vector<Real>(outSize + misplacement, Real(-5)));
  Real *x = from.get() + misplacement, *y = isInPlace ? x : to.get() + misplacement;
  cufftHandle plan;
  OK(cufftCreate(&plan));
  size_t workSize = 99;
  const cufftType type = kind == 'C'   ? (isDouble ? CUFFT_Z2Z : CUFFT_C2C)
                         : kind == 'R' ? (isDouble ? CUFFT_D2Z : CUFFT_R2C)
                                       : (isDouble ? CUFFT_Z2D : CUFFT_C2R);
  OK(cufftMakePlanMany64(plan, int(s.n.size()), s.n.data(),
                         s.hasLayout ? s.inembed.data() : nullptr, s.istride, s.idist,
                         s.hasLayout ? s.onembed.data() : nullptr, s.ostride, s.odist, type,
                         s.batch, &workSize));
  OK(cufftXtExec(plan, x, y, direction));
  OK(cudaDeviceSynchronize());
  std::vector<Real> result = isInPlace ? from.values() : to.values();
  std::vector<Complex> seen, wanted;
  forEach(s, out, [&](long long b, const std::vector<long long> &index) {
    const size_t place = at(index, outEmbed, ostride, odist, b);
    seen.push_back(kind == 'I' ? Complex(result[misplacement + place])
                               : Complex(result[misplacement + 2 * place],
                                         result[misplacement + 2 * place + 1]));
    wanted.push_back(expected[denseAt(b, index)]);
  });
  const double error = errorOf(seen, wanted), bound = isDouble ? 4e-15 : 1e-6;
  if (!(error < bound)) {
    ++failures;
    std::printf("%s n %lld rank %zu batch %lld kind %c in place %d direction %d misplacement %zu "
                "layout %d: error %g\n",
                isDouble ? "double" : "float", s.n[0], s.n.size(), s.batch, kind, isInPlace,
                direction, misplacement, s.hasLayout, error);
  }
  if (!isInPlace)
    EQUAL(true, from.values() == shifted); // the input stays
  if (s.hasLayout && !isInPlace) {         // what lies between the numbers, too
    std::vector<bool> isOurs(outSize, false);
    forEach(s, out, [&](long long b, const std::vector<long long> &index) {
      const size_t place = at(index, outEmbed, ostride, odist, b);
      for (size_t c = 0; c < (kind == 'I' ? 1 : 2); ++c)
        isOurs[(kind == 'I' ? 1 : 2) * place + c] = true;
    });
    for (size_t i = 0; i < outSize; ++i)
      if (!isOurs[i] && result[misplacement + i] != Real(-5)) {
        ++failures;
        std::printf("number %zu between the results was changed\n", i);
        break;
      }
  }
  OK(cufftDestroy(plan));
}

template <typename Real> static void checkAll(const Shape &s) {
  for (bool isInPlace : {false, true}) {
    if (s.hasLayout && isInPlace)
      continue;
    check<Real>(s, 'C', isInPlace, CUFFT_FORWARD);
    check<Real>(s, 'C', isInPlace, CUFFT_INVERSE);
  }
}
template <typename Real> static void checkReal(const Shape &s) {
  for (bool isInPlace : {false, true}) {
    check<Real>(s, 'R', isInPlace, CUFFT_FORWARD);
    check<Real>(s, 'I', isInPlace, CUFFT_INVERSE);
  }
}

template <typename Real> static void all() {
  const Shape shapes[] = {
      {{1}},         {{2}, 5},       {{16}, 3},      {{60}, 200},     {{97}, 9},
      {{4096}, 3},   {{16384}},      {{32768}, 2},   {{65536}},       {{36000}},
      {{2003}, 2},   {{2 * 4001}},   {{8, 8}, 40},   {{1, 20000}},    {{20000, 1}},
      {{100, 300}},  {{257, 64}, 2}, {{3, 20000}},   {{4, 6, 8}, 30}, {{32, 20, 30}},
      {{64, 3, 90}}, {{1, 40, 900}}, {{30, 1, 900}}, {{2, 2, 33000}}, {{17, 1009, 1}}};
  for (const Shape &s : shapes) {
    checkAll<Real>(s);
    checkReal<Real>(s);
  }
  // Strides and embeds: columns, gaps, different on both sides.
  const Shape complexLayouts[] = {{{128}, 200, true, {128}, {128}, 200, 1, 1, 128},
                                  {{100}, 64, true, {100}, {100}, 1, 100, 64, 1},
                                  {{1000}, 33, true, {1000}, {1000}, 33, 1, 33, 1},
                                  {{20000}, 3, true, {20000}, {20000}, 3, 1, 2, 50000},
                                  {{12, 20}, 3, true, {15, 24}, {12, 21}, 2, 800, 3, 900},
                                  {{200, 150}, 2, true, {200, 160}, {210, 155}, 1, 40000, 2, 80000},
                                  {{5, 6, 7}, 4, true, {6, 7, 8}, {5, 8, 9}, 1, 400, 1, 500}};
  for (const Shape &s : complexLayouts)
    checkAll<Real>(s);
  // So many columns that what is written does not stay in a cache; the second ones are not aligned.
  for (long long columns : {16384, 8191}) {
    const Shape large{{128}, columns, true, {128}, {128}, columns, 1, columns, 1};
    check<Real>(large, 'C', false, CUFFT_FORWARD);
    check<Real>(large, 'C', true, CUFFT_INVERSE);
  }
  const Shape realLayouts[] = {{{128}, 200, true, {128}, {65}, 200, 1, 1, 65},
                               {{1000}, 5, true, {1100}, {501}, 1, 1100, 5, 1},
                               {{40000}, 2, true, {40000}, {20001}, 1, 40000, 1, 20002},
                               {{40000}, 2, true, {40000}, {20001}, 1, 40001, 2, 50000},
                               {{12, 20}, 3, true, {15, 24}, {12, 12}, 1, 400, 2, 300},
                               {{150, 200}, 2, true, {150, 201}, {150, 111}, 1, 40000, 1, 20000}};
  for (const Shape &s : realLayouts) {
    check<Real>(s, 'R', false, CUFFT_FORWARD);
    Shape back = s;
    std::swap(back.inembed, back.onembed);
    std::swap(back.istride, back.ostride);
    std::swap(back.idist, back.odist);
    check<Real>(back, 'I', false, CUFFT_INVERSE);
  }
  // Complex numbers that are aligned to their size only.
  for (const Shape &s : {Shape{{63}, 11}, Shape{{40000}}, Shape{{33, 65}, 3}, Shape{{130, 200}}}) {
    check<Real>(s, 'C', false, CUFFT_FORWARD, 2);
    check<Real>(s, 'C', true, CUFFT_INVERSE, 2);
    check<Real>(s, 'R', false, CUFFT_FORWARD, 2);
    check<Real>(s, 'I', true, CUFFT_INVERSE, 2);
  }
}

int main() {
  all<float>();
  all<double>();
  return finish("Transforms");
}
