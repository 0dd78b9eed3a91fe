// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Native forms of the small grids.
#include "../Bench.h"
#include "Kernels.h"

namespace bench {
namespace {

struct Julia : Case {
  Results<unsigned> out;

  explicit Julia(int steps) : out(1024) {
    name = "oneBlock";
    unit = "Gsteps/s";
    work = 1024.0 * steps;
    ours = [this, steps] { juliaCuda(out.ours.data(), 32, steps); };
    native = [this, steps] {
#pragma omp parallel for schedule(dynamic, 8)
      for (int i = 0; i < 1024; ++i) {
        float x = 3.0f * float(i % 32) / 32.0f - 1.5f, y = 3.0f * float(i / 32) / 32.0f - 1.5f;
        unsigned n = 0;
        for (int k = 0; k < steps; ++k) {
          float square = x * x - y * y - 0.4f;
          y = 2 * x * y + 0.6f;
          x = square;
          if (x * x + y * y > 4)
            break;
          ++n;
        }
        out.native[i] = n;
      }
    };
    // Contraction may differ, and with it where a point on the edge leaves.
    differenceToNative = [this](int form) {
      Buffer<unsigned> &other = form == 2 ? out.pocl : out.ours;
      size_t differ = 0;
      for (size_t i = 0; i < out.native.size(); ++i)
        differ += other[i] != out.native[i];
      return differ > out.native.size() / 50 ? 1.0 : 0.0;
    };
  }
};

struct Unequal : Case {
  Results<unsigned> out;

  Unequal(int blocks, int rounds) : out(blocks * 256) {
    name = "unequalBlocks";
    unit = "Gsteps/s";
    work = 256.0 * rounds * blocks * (blocks + 1) / 2;
    ours = [this, blocks, rounds] { unequalCuda(out.ours.data(), blocks, rounds); };
    native = [this, blocks, rounds] {
#pragma omp parallel for schedule(dynamic)
      for (int part = blocks * 16 - 1; part >= 0; --part) {
        const int all = (part / 16 + 1) * rounds;
        unsigned x[16], sum[16];
        for (int l = 0; l < 16; ++l)
          x[l] = unsigned(part * 16 + l), sum[l] = 0;
        for (int k = 0; k < all; ++k)
#pragma omp simd
          for (int l = 0; l < 16; ++l) {
            x[l] = x[l] * 1664525u + 1013904223u;
            sum[l] ^= x[l] >> 7;
          }
        for (int l = 0; l < 16; ++l)
          out.native[part * 16 + l] = sum[l];
      }
    };
    differenceToNative = [this](int form) { return out.difference(form); };
  }
};

struct HashParts : Case {
  Buffer<unsigned char> text;
  Results<unsigned> out;

  HashParts(const char *called, int parts, int bytes) : text(size_t(parts) * bytes), out(parts) {
    name = called;
    unit = "GB/s";
    work = double(text.size());
    for (size_t i = 0; i < text.size(); ++i)
      text[i] = (unsigned char)(i * 2654435761u >> 13);
    ours = [this, parts, bytes] { hashPartsCuda(text.data(), out.ours.data(), parts, bytes); };
    native = [this, parts, bytes] {
#pragma omp parallel for schedule(static)
      for (int i = 0; i < parts; ++i) {
        unsigned hash = 2166136261u;
        for (int k = 0; k < bytes; ++k)
          hash = (hash ^ text[size_t(i) * bytes + k]) * 16777619u;
        out.native[i] = hash;
      }
    };
    differenceToNative = [this](int form) { return out.difference(form); };
  }
};

Registration julia("oneBlock",
                   [](double scale) { return std::make_unique<Julia>(scale < 1 ? 200 : 20000); });
Registration unequal("unequalBlocks", [](double scale) {
  return std::make_unique<Unequal>(5, scale < 1 ? 100 : 20000);
});
Registration one("oneThread", [](double scale) {
  return std::make_unique<HashParts>("oneThread", 1, scale < 1 ? 1 << 10 : 4 << 20);
});
Registration few("fewThreads", [](double scale) {
  return std::make_unique<HashParts>("fewThreads", 12, scale < 1 ? 1 << 10 : 1 << 20);
});

} // namespace
} // namespace bench
