// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native forms of what threads share, as OpenMP programs have them, and of a filtered image.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "../Bench.h"
#include "Contention.h"

namespace bench {
namespace {

unsigned char byteAt(int i) { return static_cast<unsigned char>(uint32_t(i) * 2654435761u >> 13); }

struct Histogram : Case {
  Buffer<unsigned char> data;
  Results<unsigned> bins;

  explicit Histogram(int n) : data(size_t(n)), bins(256) {
    name = "globalHistogram";
    unit = "G/s";
    work = n;
    for (int i = 0; i < n; ++i)
      data[size_t(i)] = byteAt(i);
    ours = [this, n] { histogramCuda(data.data(), n, bins.ours.data()); };
    native = [this, n] {
      unsigned *all = bins.native.data();
      std::fill_n(all, 256, 0);
#pragma omp parallel
      {
        unsigned own[256] = {};
#pragma omp for schedule(static)
        for (int i = 0; i < n; ++i)
          ++own[data[size_t(i)]];
#pragma omp critical
        for (int b = 0; b < 256; ++b)
          all[b] += own[b];
      }
    };
    differenceToNative = [this](int form) { return bins.difference(form); };
  }
};

struct CountOnes : Case {
  Buffer<unsigned char> data;
  Results<unsigned> count;

  explicit CountOnes(int n) : data(size_t(n)), count(1) {
    name = "hotWord";
    unit = "G/s";
    work = n;
    for (int i = 0; i < n; ++i)
      data[size_t(i)] = byteAt(i);
    ours = [this, n] { countOnesCuda(data.data(), n, count.ours.data()); };
    native = [this, n] {
      unsigned ones = 0;
#pragma omp parallel for schedule(static) reduction(+ : ones)
      for (int i = 0; i < n; ++i)
        ones += data[size_t(i)] & 1;
      count.native[0] = ones;
    };
    differenceToNative = [this](int form) { return count.difference(form); };
  }
};

struct SumByExchange : Case {
  static constexpr int kPlaces = 64;
  Buffer<float> values;
  Results<double> sums;

  explicit SumByExchange(int n) : values(size_t(n)), sums(kPlaces) {
    name = "exchangeSum";
    unit = "G/s";
    work = n;
    for (int i = 0; i < n; ++i)
      values[size_t(i)] = float(byteAt(i));
    ours = [this, n] { sumByExchangeCuda(values.data(), n, sums.ours.data(), kPlaces); };
    native = [this, n] {
      double *all = sums.native.data();
      std::fill_n(all, kPlaces, 0.0);
#pragma omp parallel for schedule(static)
      for (int i = 0; i < n; ++i) {
#pragma omp atomic
        all[i / 32 % kPlaces] += double(values[size_t(i)]);
      }
    };
    differenceToNative = [this](int form) { return sums.difference(form); };
  }
};

struct DeviceHeap : Case {
  Results<unsigned> sums;

  explicit DeviceHeap(int n) : sums(size_t(n)) {
    name = "deviceMalloc";
    unit = "G/s";
    work = n;
    ours = [this, n] { deviceHeapCuda(n, sums.ours.data()); };
    native = [this, n] {
#pragma omp parallel for schedule(static)
      for (int i = 0; i < n; ++i) {
        const int words = 4 + i % 29;
        auto *volatile memory =
            static_cast<unsigned *>(std::malloc(size_t(words) * sizeof(unsigned)));
        memory[0] = unsigned(i);
        sums.native[size_t(i)] = memory[0] * 3;
        std::free(memory);
      }
    };
    differenceToNative = [this](int form) { return sums.difference(form); };
  }
};

struct Texture : Case {
  Buffer<float> texels;
  Results<float> out;
  std::unique_ptr<TexturedImage> image;

  explicit Texture(int width, int height)
      : texels(size_t(width) * size_t(height)), out(size_t(width) * size_t(height)) {
    name = "texture";
    unit = "G/s";
    work = double(width) * height;
    for (size_t i = 0; i < texels.size(); ++i)
      texels[i] = float(byteAt(int(i))) / 64;
    image = std::make_unique<TexturedImage>(texels.data(), width, height);
    ours = [this] { image->rotate(out.ours.data()); };
    native = [this, width, height] {
      const float *__restrict in = texels.data();
      float *__restrict to = out.native.data();
#pragma omp parallel for schedule(static)
      for (int y = 0; y < height; ++y)
#pragma omp simd
        for (int x = 0; x < width; ++x) {
          // Eight bits of fraction, as the guide's "Linear Filtering" has it.
          const float u = std::floor((0.8f * x - 0.6f * y + 300.25f) * 256 + 0.5f) / 256 - 0.5f;
          const float v = std::floor((0.6f * x + 0.8f * y - 80.5f) * 256 + 0.5f) / 256 - 0.5f;
          const float fx = std::floor(u), fy = std::floor(v), a = u - fx, b = v - fy;
          const int x0 = std::min(std::max(int(fx), 0), width - 1);
          const int x1 = std::min(std::max(int(fx) + 1, 0), width - 1);
          const int y0 = std::min(std::max(int(fy), 0), height - 1) * width;
          const int y1 = std::min(std::max(int(fy) + 1, 0), height - 1) * width;
          to[y * width + x] = (1 - b) * ((1 - a) * in[y0 + x0] + a * in[y0 + x1]) +
                              b * ((1 - a) * in[y1 + x0] + a * in[y1 + x1]);
        }
    };
    // A weight has 8 bits, whatever the order in which the axes are split.
    differenceToNative = [this](int form) { return std::max(0.0, out.difference(form) - 0.02); };
  }
};

Registration histogram("globalHistogram", [](double scale) {
  return std::make_unique<Histogram>(int((16 << 20) * scale));
});
Registration countOnes("hotWord", [](double scale) {
  return std::make_unique<CountOnes>(int((16 << 20) * scale));
});
Registration sumByExchange("exchangeSum", [](double scale) {
  return std::make_unique<SumByExchange>(int((4 << 20) * scale));
});
Registration deviceHeap("deviceMalloc", [](double scale) {
  return std::make_unique<DeviceHeap>(int((1 << 20) * scale));
});
Registration texture("texture", [](double scale) {
  return std::make_unique<Texture>(1024, int(1024 * scale));
});

} // namespace
} // namespace bench
