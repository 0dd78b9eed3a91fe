// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same call gives the same bits with any number of workers (ANYWARP_WORKERS; on a GPU: in each
// process), whether a transform is split along batches, axes or a line.
#include "Check.h"

#include <cstdlib>

struct Shape {
  std::vector<int> n;
  int batch;
  cufftType type;
};

static uint64_t hashOf(const Shape &s) {
  size_t total = size_t(s.batch);
  for (int size : s.n)
    total *= size_t(size);
  Device<float> from(randomNumbers<float>(2 * total, 1)), to(4 * total);
  cufftHandle plan;
  OK(cufftPlanMany(&plan, int(s.n.size()), const_cast<int *>(s.n.data()), nullptr, 1, 0, nullptr, 1,
                   0, s.type, s.batch));
  OK(cufftXtExec(plan, from.get(), to.get(), CUFFT_FORWARD));
  OK(cudaDeviceSynchronize());
  OK(cufftDestroy(plan));
  const auto values = to.values();
  uint64_t hash = 14695981039346656037U; // FNV-1a
  for (size_t i = 0; i < values.size() * sizeof(float); ++i)
    hash = (hash ^ reinterpret_cast<const unsigned char *>(values.data())[i]) * 1099511628211U;
  return hash;
}

int main() {
  const Shape shapes[] = {{{60}, 1000, CUFFT_C2C},
                          {{100000}, 1, CUFFT_C2C},
                          {{65536}, 1, CUFFT_R2C},
                          {{200, 300}, 1, CUFFT_C2C},
                          {{30, 40, 50}, 2, CUFFT_R2C}};
  std::vector<std::vector<uint64_t>> all;
  for (const char *workers : {"1", "2", "5"}) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    inChild("transforms", [&] {
      setenv("ANYWARP_WORKERS", workers, 1);
      for (const Shape &s : shapes) {
        const uint64_t hash = hashOf(s);
        CHECK(write(ends[1], &hash, sizeof hash) == ssize_t(sizeof hash));
      }
    });
    std::vector<uint64_t> hashes(std::size(shapes));
    const auto bytes = hashes.size() * sizeof(uint64_t);
    EQUAL(bytes, read(ends[0], hashes.data(), bytes));
    close(ends[0]);
    close(ends[1]);
    all.push_back(hashes);
  }
  for (size_t i = 0; i < std::size(shapes); ++i) {
    EQUAL(all[0][i], all[1][i]);
    EQUAL(all[0][i], all[2][i]);
  }
  return finish("Workers");
}
