// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp votes, and threads of a warp that take different ways and loop different numbers of times.
#include <cuda_runtime.h>
#include <vector>

#include "check.h"

__global__ void votes(const int *in, unsigned *ballot, int *all, int *any, unsigned *peers) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = in[i];
  unsigned mask = __ballot_sync(~0u, value & 1);
  int every = __all_sync(~0u, value >= 0), some = __any_sync(~0u, value > 90);
  peers[i] = __match_any_sync(~0u, value % 5);
  if (i % 32 == 0) {
    ballot[i / 32] = mask;
    all[i / 32] = every;
    any[i / 32] = some;
  }
}

// Steps of the Collatz sequence: every lane leaves the loop at its own time.
__global__ void collatz(int *steps, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long x = i + 1;
  int count = 0;
  while (x != 1) {
    if (x % 2)
      x = 3 * x + 1;
    else
      x /= 2;
    ++count;
    if (count > 500)
      break;
  }
  switch (i % 4) {
  case 0: steps[i] = count; break;
  case 1: steps[i] = count + 1000; break;
  case 2: steps[i] = -count; break;
  default: steps[i] = count * 2;
  }
}

int main() {
  const int n = 1024;
  std::vector<int> in(n), all(n / 32), any(n / 32), steps(n);
  std::vector<unsigned> ballot(n / 32), peers(n);
  for (int i = 0; i < n; ++i)
    in[i] = i * 37 % 101 - (i / 32 % 3 == 1);
  int *dIn, *dAll, *dAny, *dSteps;
  unsigned *dBallot, *dPeers;
  CHECK(cudaMalloc(&dIn, n * 4));
  CHECK(cudaMalloc(&dAll, n / 8));
  CHECK(cudaMalloc(&dAny, n / 8));
  CHECK(cudaMalloc(&dBallot, n / 8));
  CHECK(cudaMalloc(&dPeers, n * 4));
  CHECK(cudaMalloc(&dSteps, n * 4));
  CHECK(cudaMemcpy(dIn, in.data(), n * 4, cudaMemcpyHostToDevice));
  votes<<<n / 128, 128>>>(dIn, dBallot, dAll, dAny, dPeers);
  collatz<<<(n + 95) / 96, 96>>>(dSteps, n);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(all.data(), dAll, n / 8, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(any.data(), dAny, n / 8, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(ballot.data(), dBallot, n / 8, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(peers.data(), dPeers, n * 4, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(steps.data(), dSteps, n * 4, cudaMemcpyDeviceToHost));
  for (int w = 0; w < n / 32; ++w) {
    unsigned mask = 0;
    bool every = true, some = false;
    for (int l = 0; l < 32; ++l) {
      int value = in[w * 32 + l];
      mask |= unsigned(value & 1) << l;
      every &= value >= 0;
      some |= value > 90;
      unsigned same = 0;
      for (int o = 0; o < 32; ++o)
        same |= unsigned(in[w * 32 + o] % 5 == value % 5) << o;
      EXPECT(peers[w * 32 + l] == same, "warp %d lane %d: %08x, not %08x", w, l, peers[w * 32 + l], same);
    }
    EXPECT(ballot[w] == mask, "warp %d: %08x, not %08x", w, ballot[w], mask);
    EXPECT(bool(all[w]) == every && bool(any[w]) == some, "warp %d", w);
  }
  for (int i = 0; i < n; ++i) {
    unsigned long long x = i + 1;
    int count = 0;
    for (; x != 1; ++count)
      x = x % 2 ? 3 * x + 1 : x / 2;
    int expected[4] = {count, count + 1000, -count, count * 2};
    EXPECT(steps[i] == expected[i % 4], "%d: %d, not %d", i, steps[i], expected[i % 4]);
  }
  for (void *p : {(void *)dIn, (void *)dAll, (void *)dAny, (void *)dBallot, (void *)dPeers, (void *)dSteps})
    CHECK(cudaFree(p));
  std::puts("votes_divergence: ok");
}
