// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of cuFFT check with: arrays in device memory, and transforms by their
// definition.
#pragma once

#include "../Check.h"

#include <cmath>
#include <complex>
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>
#include <map>
#include <random>
#include <vector>

#define OK(call) EXPECT(0, call)

using Complex = std::complex<double>;

/// Device memory of `count` numbers.
template <typename T> class Device {
public:
  explicit Device(size_t count) : count_(count) {
    OK(cudaMalloc(reinterpret_cast<void **>(&data_), count * sizeof(T) + 64));
    OK(cudaMemset(data_, 0, count * sizeof(T) + 64));
  }
  explicit Device(const std::vector<T> &values) : Device(values.size()) { set(values); }
  ~Device() { OK(cudaFree(data_)); }
  Device(const Device &) = delete;
  T *get() const { return data_; }
  template <typename U> U *as() const { return reinterpret_cast<U *>(data_); }
  void set(const std::vector<T> &values) {
    OK(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> values() const {
    std::vector<T> all(count_);
    OK(cudaMemcpy(all.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return all;
  }

private:
  size_t count_;
  T *data_ = nullptr;
};

/// Numbers in [-1, 1]; the same for the same seed.
template <typename T> std::vector<T> randomNumbers(size_t count, uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<T> all(count);
  for (T &value : all)
    value = T(double(random()) / 2147483648.0 - 1);
  return all;
}

/// A transform of a dense array along all axes, by an algorithm that is nothing but the definition,
/// split at factors of the length. Not normalised.
inline void transformLine(const Complex *in, size_t stride, Complex *out, size_t n, int sign) {
  if (n == 1) {
    *out = *in;
    return;
  }
  size_t p = 2;
  while (n % p && p * p <= n)
    ++p;
  if (n % p)
    p = n;
  const size_t m = n / p;
  for (size_t r = 0; r < p; ++r)
    transformLine(in + r * stride, stride * p, out + r * m, m, sign);
  const std::vector<Complex> parts(out, out + n);
  static std::map<std::pair<size_t, int>, std::vector<Complex>> known;
  std::vector<Complex> &roots = known[{n, sign}];
  for (size_t k = roots.size(); k < n; ++k)
    roots.push_back(std::polar(1.0, sign * 2 * M_PI * double(k) / double(n)));
  for (size_t k = 0; k < n; ++k) {
    Complex sum = 0;
    for (size_t r = 0; r < p; ++r)
      sum += parts[r * m + k % m] * roots[r * k % n];
    out[k] = sum;
  }
}
inline void transform(Complex *all, const std::vector<long long> &n, int sign) {
  size_t total = 1;
  for (long long size : n)
    total *= size_t(size);
  size_t inner = total;
  for (long long size : n) {
    inner /= size_t(size);
    std::vector<Complex> line(static_cast<size_t>(size));
    for (size_t start = 0; start < total; start += inner * size_t(size))
      for (size_t i = 0; i < inner; ++i) {
        transformLine(all + start + i, inner, line.data(), size_t(size), sign);
        for (size_t k = 0; k < size_t(size); ++k)
          all[start + i + k * inner] = line[k];
      }
  }
}

/// Relative root mean square of the difference.
inline double errorOf(const std::vector<Complex> &seen, const std::vector<Complex> &expected) {
  double error = 0, norm = 1e-300;
  for (size_t i = 0; i < expected.size(); ++i) {
    error += std::norm(seen[i] - expected[i]);
    norm += std::norm(expected[i]);
  }
  return std::sqrt(error / norm);
}
