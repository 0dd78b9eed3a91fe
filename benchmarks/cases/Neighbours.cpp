// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native forms of the cases that look at neighbours: convolution and scan.
#include <algorithm>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

void convolve(const float *__restrict in, const float *__restrict filter, float *__restrict out,
              int width, int height) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < height; ++y) {
    const float *rows[5];
    for (int d = 0; d < 5; ++d)
      rows[d] = in + size_t(std::clamp(y + d - 2, 0, height - 1)) * width;
    float *__restrict target = out + size_t(y) * width;
    auto edge = [&](int x) {
      float sum = 0;
      for (int d = 0; d < 5; ++d)
        for (int e = 0; e < 5; ++e)
          sum += filter[d * 5 + e] * rows[d][std::clamp(x + e - 2, 0, width - 1)];
      target[x] = sum;
    };
    edge(0);
    edge(1);
#pragma omp simd
    for (int x = 2; x < width - 2; ++x) {
      float sum = 0;
      for (int d = 0; d < 5; ++d)
        for (int e = 0; e < 5; ++e)
          sum += filter[d * 5 + e] * rows[d][x + e - 2];
      target[x] = sum;
    }
    edge(width - 2);
    edge(width - 1);
  }
}

struct Convolution : Case {
  Buffer<float> in, filter;
  Results<float> out;
  std::unique_ptr<OpenClKernel> cl;

  explicit Convolution(int side) : in(size_t(side) * side), filter(25), out(size_t(side) * side) {
    name = "convolution";
    unit = "GFLOP/s";
    work = 50.0 * side * side;
    limit = Limit::Flops;
    for (size_t i = 0; i < in.size(); ++i)
      in[i] = float(i * 31 % 251);
    for (int i = 0; i < 25; ++i)
      filter[i] = float(i + 1) / 325;
    ours = [this, side] { convolutionCuda(in.data(), filter.data(), out.ours.data(), side, side); };
    native = [this, side] { convolve(in.data(), filter.data(), out.native.data(), side, side); };
    if (OpenClKernel::isAvailable()) {
      cl = std::make_unique<OpenClKernel>("convolution");
      cl->buffer(in.data(), in.bytes())
          .buffer(filter.data(), filter.bytes())
          .buffer(out.pocl.data(), out.pocl.bytes());
      cl->value(side).value(side);
      pocl = [this, side] { cl->run({size_t(side), size_t(side)}, {16, 16}); };
    }
    differenceToNative = [this](int form) { return out.difference(form); };
  }
};

struct Scan : Case {
  Buffer<float> in;
  Results<float> out;
  std::unique_ptr<OpenClKernel> cl;

  explicit Scan(int n) : in(n), out(n) {
    name = "scan";
    unit = "GB/s";
    work = 8.0 * n;
    limit = Limit::Bandwidth;
    for (int i = 0; i < n; ++i)
      in[i] = float(i % 7);
    ours = [this, n] { scanCuda(in.data(), out.ours.data(), n); };
    native = [this, n] {
      const float *__restrict x = in.data();
      float *__restrict y = out.native.data();
#pragma omp parallel for schedule(static)
      for (int block = 0; block < n; block += 256) {
        float sum = 0;
        for (int i = block; i < block + 256; ++i)
          y[i] = sum += x[i];
      }
    };
    if (OpenClKernel::isAvailable()) {
      cl = std::make_unique<OpenClKernel>("scan");
      cl->buffer(in.data(), in.bytes()).buffer(out.pocl.data(), out.pocl.bytes());
      pocl = [this, n] { cl->run({size_t(n)}, {256}); };
    }
    differenceToNative = [this](int form) { return out.difference(form); };
  }
};

Registration convolution("convolution", [](double scale) {
  return std::make_unique<Convolution>(scale < 1 ? 512 : 4096);
});
Registration scan("scan", [](double scale) {
  return std::make_unique<Scan>(scale < 1 ? 1 << 18 : 8 << 20);
});

} // namespace
} // namespace bench
