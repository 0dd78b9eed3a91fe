// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All-reduces among the devices of one process, against copies of the same bytes. "devices
// [ROUNDS]"
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <nccl.h>
#include <vector>

static void check(int result, const char *call) {
  if (!result)
    return;
  std::printf("%s: %d\n", call, result);
  std::exit(1);
}
#define CALL(call) check(call, #call)

using Clock = std::chrono::steady_clock;

struct Rank {
  cudaStream_t stream;
  ncclComm_t comm;
  float *in, *out;
};

template <typename Give>
static double microseconds(std::vector<Rank> &ranks, int times, Give give) {
  const auto began = Clock::now();
  for (int i = 0; i < times; ++i)
    give();
  for (Rank &rank : ranks)
    CALL(cudaStreamSynchronize(rank.stream));
  return std::chrono::duration<double, std::micro>(Clock::now() - began).count() / times;
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 11;
  int devices;
  CALL(cudaGetDeviceCount(&devices));
  constexpr size_t kBytes = size_t(64) << 20;
  std::vector<Rank> ranks{size_t(devices)};
  std::vector<ncclComm_t> comms{size_t(devices)};
  CALL(ncclCommInitAll(comms.data(), devices, nullptr));
  for (int r = 0; r < devices; ++r) {
    Rank &rank = ranks[size_t(r)];
    CALL(cudaSetDevice(r));
    CALL(cudaStreamCreate(&rank.stream));
    CALL(cudaMalloc(&rank.in, kBytes));
    CALL(cudaMalloc(&rank.out, kBytes));
    CALL(cudaMemset(rank.in, 0, kBytes));
    CALL(cudaMemset(rank.out, 0, kBytes));
    rank.comm = comms[size_t(r)];
  }
  auto reduce = [&](size_t bytes) {
    CALL(ncclGroupStart());
    for (Rank &rank : ranks)
      CALL(ncclAllReduce(rank.in, rank.out, bytes / 4, ncclFloat, ncclSum, rank.comm, rank.stream));
    CALL(ncclGroupEnd());
  };
  auto copy = [&] {
    for (Rank &rank : ranks)
      CALL(cudaMemcpyAsync(rank.out, rank.in, kBytes, cudaMemcpyDeviceToDevice, rank.stream));
  };
  std::vector<double> small, large, copies;
  for (int i = 0; i <= rounds; ++i) { // the first warms up
    const double a = microseconds(ranks, 1000, [&] { reduce(8); });
    const double b = microseconds(ranks, 3, [&] { reduce(kBytes); });
    const double c = microseconds(ranks, 3, copy);
    if (!i)
      continue;
    small.push_back(a);
    large.push_back(b);
    copies.push_back(c);
  }
  std::printf("%d devices, medians (best) of %d rounds\n", devices, rounds);
  std::printf("8 bytes     %10.2f us (%.2f)\n", median(small),
              *std::min_element(small.begin(), small.end()));
  std::printf("64 MiB      %10.0f us (%.0f)\n", median(large),
              *std::min_element(large.begin(), large.end()));
  std::printf("64 MiB copy %10.0f us (%.0f), of which the all-reduce reaches %.2f (%.2f)\n",
              median(copies), *std::min_element(copies.begin(), copies.end()),
              median(copies) / median(large),
              *std::min_element(copies.begin(), copies.end()) /
                  *std::min_element(large.begin(), large.end()));
}
