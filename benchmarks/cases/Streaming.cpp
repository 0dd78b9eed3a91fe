// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native forms of the cases without neighbours: vector addition and Black-Scholes.
#include <cmath>

#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

struct VectorAdd : Case {
  Buffer<float> a, b;
  Results<float> c;
  std::unique_ptr<OpenClKernel> owner;

  explicit VectorAdd(int n) : a(n), b(n), c(n) {
    name = "vectorAdd";
    unit = "GB/s";
    work = 12.0 * n;
    limit = Limit::Bandwidth;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i) {
      a[i] = 0.5f * float(i);
      b[i] = float(n - i);
    }
    ours = [this, n] { vectorAddCuda(a.data(), b.data(), c.ours.data(), n); };
    native = [this, n] {
      const float *__restrict x = a.data(), *__restrict y = b.data();
      float *__restrict z = c.native.data();
#pragma omp parallel for simd schedule(static)
      for (int i = 0; i < n; ++i)
        z[i] = x[i] + y[i];
    };
    if (OpenClKernel::isAvailable()) {
      owner = std::make_unique<OpenClKernel>("vectorAdd");
      owner->buffer(a.data(), a.bytes())
          .buffer(b.data(), b.bytes())
          .buffer(c.pocl.data(), c.pocl.bytes())
          .value(n);
      pocl = [this, n] { owner->run({size_t(n + 255) / 256 * 256}, {256}); };
    }
    differenceToNative = [this](int form) { return c.difference(form); };
  }
};

inline float cumulative(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * std::fabs(d));
  float c = 0.39894228040143267794f * std::exp(-0.5f * d * d) *
            (k * (0.31938153f + k * (-0.356563782f +
                                     k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - c : c;
}

struct BlackScholes : Case {
  Buffer<float> price, strike, years;
  Results<float> call, put;
  std::unique_ptr<OpenClKernel> cl;

  explicit BlackScholes(int n) : price(n), strike(n), years(n), call(n), put(n) {
    name = "blackScholes";
    unit = "Gopt/s";
    work = n;
    for (int i = 0; i < n; ++i) {
      price[i] = 5 + float(i % 2503) * 0.01f;
      strike[i] = 1 + float(i % 9901) * 0.01f;
      years[i] = 0.25f + float(i % 977) * 0.01f;
    }
    ours = [this, n] {
      blackScholesCuda(price.data(), strike.data(), years.data(), call.ours.data(), put.ours.data(),
                       n);
    };
    native = [this, n] {
      const float *__restrict p = price.data(), *__restrict k = strike.data(),
                              *__restrict y = years.data();
      float *__restrict c = call.native.data(), *__restrict q = put.native.data();
      const float rate = 0.02f, volatility = 0.30f;
#pragma omp parallel for simd schedule(static)
      for (int i = 0; i < n; ++i) {
        float s = p[i], x = k[i], t = y[i], root = std::sqrt(t);
        float d1 =
            (std::log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        float d2 = d1 - volatility * root, c1 = cumulative(d1), c2 = cumulative(d2),
              discount = std::exp(-rate * t);
        c[i] = s * c1 - x * discount * c2;
        q[i] = x * discount * (1.0f - c2) - s * (1.0f - c1);
      }
    };
    if (OpenClKernel::isAvailable()) {
      cl = std::make_unique<OpenClKernel>("blackScholes");
      for (Buffer<float> *b : {&price, &strike, &years, &call.pocl, &put.pocl})
        cl->buffer(b->data(), b->bytes());
      cl->value(n);
      pocl = [this, n] { cl->run({size_t(n + 127) / 128 * 128}, {128}); };
    }
    differenceToNative = [this](int form) {
      return std::fmax(call.difference(form), put.difference(form));
    };
  }
};

Registration vectorAdd("vectorAdd", [](double scale) {
  return std::make_unique<VectorAdd>(int((32 << 20) * scale));
});
Registration blackScholes("blackScholes", [](double scale) {
  return std::make_unique<BlackScholes>(int((4 << 20) * scale));
});

} // namespace
} // namespace bench
