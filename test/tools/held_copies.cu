// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck completes bulk copies late, by code of its own. Phases of an mbarrier begin and end as without it. The same are
// the arrivals that each phase still expects, the parity behind it and the bytes.
// RUN: nvcc -arch=sm_90 %s -o %t
// RUN: %t | FileCheck %s
// RUN: compute-sanitizer --tool racecheck %t | FileCheck %s --check-prefixes=CHECK,CLEAN
#include <cstdio>
__device__ unsigned at(void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned pending(unsigned long long token) {
  unsigned count;
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(token));
  return count;
}
__device__ bool isOver(unsigned b, unsigned parity) {
  unsigned over;
  asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(over) : "r"(b), "r"(parity) : "memory");
  return over;
}
__global__ void phases(const int *g, unsigned *out) {
  __shared__ alignas(128) int s[256];
  __shared__ alignas(8) unsigned long long word;
  const unsigned b = at(&word);
  unsigned long long token[3];
  auto arrive = [&](int i) { asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token[i]) : "r"(b) : "memory"); };
  auto expect = [&](int bytes) { asm volatile("mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], %1;" ::"r"(b), "r"(bytes) : "memory"); };
  auto copy = [&](int i) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(at(s + 64 * i)), "l"(g + 64 * i), "r"(b) : "memory");
  };
  asm volatile("mbarrier.init.shared.b64 [%0], 3; fence.mbarrier_init.release.cluster;" ::"r"(b) : "memory");
  for (unsigned phase = 0; phase < 6; ++phase) {
    switch (phase % 3) {
    case 0: // copies, then arrivals
      expect(512), copy(0), copy(1), arrive(0), arrive(1), arrive(2);
      break;
    case 1: // a copy between the arrivals
      arrive(0), expect(256), copy(2), arrive(1), arrive(2);
      break;
    default: // no copy
      arrive(0), arrive(1), arrive(2);
    }
    while (!isOver(b, phase & 1)) {
    }
    out[phase] = pending(token[0]) * 1000 + pending(token[1]) * 100 + pending(token[2]) * 10 + isOver(b, ~phase & 1);
  }
  out[6] = s[0] + s[64] + s[128];
}
int main() {
  int *g;
  unsigned *out, seen[7];
  cudaMalloc(&g, 1024);
  cudaMemset(g, 1, 1024);
  cudaMalloc(&out, sizeof seen);
  phases<<<1, 1>>>(g, out);
  cudaMemcpy(seen, out, sizeof seen, cudaMemcpyDeviceToHost);
  // CHECK: 3210 3210 3210 3210 3210 3210 50529027
  for (unsigned word : seen)
    printf("%u ", word);
  puts("");
  // CLEAN: 0 hazards
}
