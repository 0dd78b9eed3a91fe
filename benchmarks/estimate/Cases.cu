// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Launches the CUDA forms of benchmarks/cases, which are compiled with it, once each.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#include "../cases/Contention.h"
#include "../cases/Kernels.h"

namespace {

unsigned hash(unsigned i) {
  i = (i ^ i >> 16) * 0x45d9f3bu;
  i = (i ^ i >> 16) * 0x45d9f3bu;
  return i ^ i >> 16;
}

/// Element i is f(i).
template <typename T, typename F> T *made(size_t count, F f) {
  std::vector<T> values(count);
  for (size_t i = 0; i < count; ++i)
    values[i] = f(unsigned(i));
  T *memory = nullptr;
  cudaMalloc(&memory, count * sizeof(T));
  cudaMemcpy(memory, values.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  return memory;
}

void search(int nodes, int degree) {
  int *first = made<int>(nodes + 1, [=](unsigned i) { return int(i) * degree; });
  int *target = made<int>(size_t(nodes) * degree, [=](unsigned i) { return int(hash(i) % nodes); });
  auto isStart = [](unsigned i) { return (unsigned char)(i == 0); };
  auto *frontier = made<unsigned char>(nodes, isStart), *visited = made<unsigned char>(nodes, isStart);
  auto *reached = made<unsigned char>(nodes, [](unsigned) { return (unsigned char)0; });
  int *cost = made<int>(nodes, [](unsigned i) { return i ? -1 : 0; }), *more = nullptr;
  cudaMallocHost(&more, sizeof *more);
  bench::breadthFirstCuda(first, target, frontier, reached, visited, cost, more, nodes);
}

} // namespace

int main() {
  using namespace bench;
  constexpr int n = 1 << 22, side = 512, image = 1024;
  auto unit = [](unsigned i) { return float(hash(i) >> 8) / (1 << 24); };
  float *a = made<float>(n, unit), *b = made<float>(n, [&](unsigned i) { return unit(i + n); }), *c = made<float>(n, unit),
        *d = made<float>(n, unit), *years = made<float>(n, [&](unsigned i) { return 0.25f + unit(i); });
  auto *out = made<unsigned>(n, [](unsigned) { return 0u; });
  auto *bytes = made<unsigned char>(n, [](unsigned i) { return (unsigned char)hash(i); });
  emptyCuda();
  vectorAddCuda(a, b, c, n);
  matmulNaiveCuda(a, b, c, side);
  matmulTiledCuda(a, b, c, side);
  nbodyCuda(a, c, 4096);
  const float filter[25] = {1};
  convolutionCuda(a, filter, c, image, image);
  blackScholesCuda(a, b, years, c, d, n);
  scanCuda(a, c, n);
  constexpr int queens = 11;
  int *pairs = made<int>(queens * queens, [](unsigned i) { return int(i); });
  queensCuda(pairs, queens * queens, queens, out, false);
  queensCuda(pairs, queens * queens, queens, out, true);
  search(1 << 18, 8);
  int *similarity = made<int>(33 * 33, [](unsigned i) { return int(hash(i) % 20) - 10; });
  alignCuda(similarity, reinterpret_cast<int *>(out), 32, 10);
  juliaCuda(out, 32, 2000);
  unequalCuda(out, 264, 20);
  hashPartsCuda(bytes, out, 256, 2048);
  uniformCuda(made<unsigned>(6 * 65536, hash), c, 65536, 64, false);
  uniformCuda(made<unsigned>(6 * 65536, hash), c, 65536, 64, true);
  transposeCuda(a, c, 2048);
  sumCuda(a, c, n, 264);
  constexpr int rows = 1 << 17, entries = 16;
  sparseCuda(made<int>(rows + 1, [](unsigned i) { return int(i) * entries; }),
             made<int>(rows * entries, [](unsigned i) { return int(hash(i) % rows); }), a, b, c, rows);
  matmulSquaresCuda(a, b, c, side);
  heatCuda(a, c, image, image);
  histogramCuda(bytes, n, out);
  countOnesCuda(bytes, n, out);
  sumByExchangeCuda(a, 1 << 20, reinterpret_cast<double *>(d), 4096);
  deviceHeapCuda(1 << 14, out);
  std::vector<float> texels(image * image, 1);
  TexturedImage(texels.data(), image, image).rotate(c);
  std::printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
