// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// FFTW's interface: every form of plan in both precisions against the definition, host and device
// memory, new arrays, and arguments that no transform has.
#include "../cufft/Check.h"

#include <cufftw.h>

template <typename Real> static std::vector<Complex> pairs(const std::vector<Real> &values) {
  std::vector<Complex> all;
  for (size_t i = 0; i + 1 < values.size(); i += 2)
    all.push_back({values[i], values[i + 1]});
  return all;
}
template <typename Real>
static bool isNear(const std::vector<Complex> &seen, const std::vector<Complex> &expected) {
  return errorOf(seen, expected) < (sizeof(Real) == 8 ? 1e-14 : 1e-6);
}

#define AW_TEST(P, REAL)                                                                           \
  static void basic_##P() {                                                                        \
    for (int rank = 1; rank <= 3; ++rank) {                                                        \
      const int n[] = {6, 5, 8};                                                                   \
      std::vector<long long> sizes(n, n + rank);                                                   \
      size_t total = 1;                                                                            \
      for (long long size : sizes)                                                                 \
        total *= size_t(size);                                                                     \
      const size_t last = size_t(sizes.back()), half = last / 2 + 1;                               \
      auto in = randomNumbers<REAL>(2 * total, 1);                                                 \
      std::vector<REAL> out(2 * total);                                                            \
      auto *x = reinterpret_cast<P##_complex *>(in.data());                                        \
      auto *y = reinterpret_cast<P##_complex *>(out.data());                                       \
      P##_plan plan = rank == 1   ? P##_plan_dft_1d(n[0], x, y, FFTW_FORWARD, FFTW_ESTIMATE)       \
                      : rank == 2 ? P##_plan_dft_2d(n[0], n[1], x, y, FFTW_FORWARD, FFTW_MEASURE)  \
                                  : P##_plan_dft_3d(n[0], n[1], n[2], x, y, FFTW_FORWARD, 0);      \
      P##_execute(plan);                                                                           \
      auto expected = pairs(in);                                                                   \
      transform(expected.data(), sizes, -1);                                                       \
      CHECK(isNear<REAL>(pairs(out), expected));                                                   \
      CHECK(P##_cost(plan) > 0);                                                                   \
      double add = 0, mul = 0, fma = -1;                                                           \
      P##_flops(plan, &add, &mul, &fma);                                                           \
      CHECK(add > 0 && mul > 0 && fma == 0);                                                       \
      std::vector<REAL> other(2 * total);                                                          \
      P##_execute_dft(plan, x, reinterpret_cast<P##_complex *>(other.data()));                     \
      EQUAL(true, other == out);                                                                   \
      P##_destroy_plan(plan);                                                                      \
      plan = P##_plan_dft(rank, n, x, x, FFTW_BACKWARD, FFTW_PATIENT);                             \
      expected = pairs(in);                                                                        \
      transform(expected.data(), sizes, 1);                                                        \
      P##_execute(plan);                                                                           \
      CHECK(isNear<REAL>(pairs(in), expected));                                                    \
      P##_destroy_plan(plan);                                                                      \
      auto real = randomNumbers<REAL>(total, 2);                                                   \
      const auto source = real;                                                                    \
      plan = rank == 1   ? P##_plan_dft_r2c_1d(n[0], real.data(), y, FFTW_ESTIMATE)                \
             : rank == 2 ? P##_plan_dft_r2c_2d(n[0], n[1], real.data(), y, FFTW_ESTIMATE)          \
                         : P##_plan_dft_r2c(3, n, real.data(), y, FFTW_ESTIMATE);                  \
      P##_execute(plan);                                                                           \
      expected.assign(source.begin(), source.end());                                               \
      transform(expected.data(), sizes, -1);                                                       \
      std::vector<Complex> wanted, seen;                                                           \
      for (size_t i = 0; i < total / last; ++i)                                                    \
        for (size_t k = 0; k < half; ++k) {                                                        \
          wanted.push_back(expected[i * last + k]);                                                \
          seen.push_back({out[2 * (i * half + k)], out[2 * (i * half + k) + 1]});                  \
        }                                                                                          \
      CHECK(isNear<REAL>(seen, wanted));                                                           \
      P##_destroy_plan(plan);                                                                      \
      plan = rank == 1   ? P##_plan_dft_c2r_1d(n[0], y, real.data(), FFTW_ESTIMATE)                \
             : rank == 2 ? P##_plan_dft_c2r_2d(n[0], n[1], y, real.data(), FFTW_ESTIMATE)          \
                         : P##_plan_dft_c2r_3d(n[0], n[1], n[2], y, real.data(), FFTW_ESTIMATE);   \
      P##_execute_dft_c2r(plan, y, real.data());                                                   \
      for (size_t i = 0; i < total; ++i)                                                           \
        CHECK(std::fabs(double(real[i]) / double(total) - double(source[i])) < 1e-5);              \
      P##_destroy_plan(plan);                                                                      \
    }                                                                                              \
  }                                                                                                \
  /* Columns of a matrix by the advanced and the guru interface; both memories. */                 \
  static void strided_##P() {                                                                      \
    const int n[] = {12}, columns = 10;                                                            \
    auto in = randomNumbers<REAL>(2 * 120, 3);                                                     \
    std::vector<Complex> expected(120);                                                            \
    for (int c = 0; c < columns; ++c) {                                                            \
      std::vector<Complex> line;                                                                   \
      for (int k = 0; k < 12; ++k)                                                                 \
        line.push_back(pairs(in)[size_t(k * columns + c)]);                                        \
      transform(line.data(), {12}, -1);                                                            \
      std::copy(line.begin(), line.end(), expected.begin() + c * 12);                              \
    }                                                                                              \
    Device<REAL> from(in), to(240);                                                                \
    auto *x = reinterpret_cast<P##_complex *>(from.get());                                         \
    auto *y = reinterpret_cast<P##_complex *>(to.get());                                           \
    P##_plan plan = P##_plan_many_dft(1, n, columns, x, nullptr, columns, 1, y, nullptr, 1, 12,    \
                                      FFTW_FORWARD, FFTW_ESTIMATE);                                \
    P##_execute(plan);                                                                             \
    CHECK(isNear<REAL>(pairs(to.values()), expected));                                             \
    std::vector<REAL> host(240);                                                                   \
    P##_execute_dft(plan, reinterpret_cast<P##_complex *>(in.data()),                              \
                    reinterpret_cast<P##_complex *>(host.data()));                                 \
    CHECK(isNear<REAL>(pairs(host), expected));                                                    \
    P##_destroy_plan(plan);                                                                        \
    P##_iodim axis = {12, columns, 1}, loops[] = {{2, 5, 60}, {5, 1, 12}};                         \
    host.assign(240, 0);                                                                           \
    plan = P##_plan_guru_dft(1, &axis, 2, loops, reinterpret_cast<P##_complex *>(in.data()),       \
                             reinterpret_cast<P##_complex *>(host.data()), FFTW_FORWARD, 0);       \
    P##_execute(plan);                                                                             \
    CHECK(isNear<REAL>(pairs(host), expected));                                                    \
    P##_destroy_plan(plan);                                                                        \
    P##_iodim64 axis64 = {12, columns, 1}, loop64 = {10, 1, 12};                                   \
    host.assign(240, 0);                                                                           \
    plan = P##_plan_guru64_dft(1, &axis64, 1, &loop64, reinterpret_cast<P##_complex *>(in.data()), \
                               reinterpret_cast<P##_complex *>(host.data()), FFTW_FORWARD, 0);     \
    P##_execute(plan);                                                                             \
    CHECK(isNear<REAL>(pairs(host), expected));                                                    \
    P##_destroy_plan(plan);                                                                        \
  }                                                                                                \
  static void refusals_##P() {                                                                     \
    P##_complex data[16] = {};                                                                     \
    REAL real[32];                                                                                 \
    const int n[] = {4, 0, 4, 4};                                                                  \
    CHECK(!P##_plan_dft_1d(0, data, data, FFTW_FORWARD, 0));                                       \
    CHECK(!P##_plan_dft_1d(4, data, data, 3, 0));                                                  \
    CHECK(!P##_plan_dft(4, n, data, data, FFTW_FORWARD, 0));                                       \
    CHECK(!P##_plan_dft(1, nullptr, data, data, FFTW_FORWARD, 0));                                 \
    CHECK(!P##_plan_dft_r2c_2d(4, 0, real, data, 0));                                              \
    CHECK(!P##_plan_dft_c2r_3d(4, -1, 4, data, real, 0));                                          \
    CHECK(!P##_plan_many_dft(1, n, -1, data, n, 1, 4, data, n, 1, 4, FFTW_FORWARD, 0));            \
    CHECK(!P##_plan_guru_dft(1, nullptr, 0, nullptr, data, data, FFTW_FORWARD, 0));                \
    P##_execute(nullptr);                                                                          \
    P##_destroy_plan(nullptr);                                                                     \
    void *memory = P##_malloc(100);                                                                \
    CHECK(memory &&reinterpret_cast<size_t>(memory) % 16 == 0);                                    \
    P##_free(memory);                                                                              \
    P##_set_timelimit(1);                                                                          \
    P##_cleanup();                                                                                 \
  }

AW_TEST(fftw, double)
AW_TEST(fftwf, float)

int main() {
  basic_fftw();
  basic_fftwf();
  strided_fftw();
  strided_fftwf();
  refusals_fftw();
  refusals_fftwf();
  return finish("Fftw");
}
