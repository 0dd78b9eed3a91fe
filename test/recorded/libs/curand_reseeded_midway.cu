// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND host API: seeds and offsets set after calls of odd sizes, on device and on host generators: statuses and the bits of what follows
#include "Recorded.h"
#include <curand.h>
int main() {
  unsigned *d = devz<unsigned>(1 << 17);
  std::vector<unsigned> h(1 << 17);
  for (int t : {100, 121, 141, 142, 161})
    for (int isHost : {0, 1})
      for (int first : {1, 7, 255, 256, 257, 1000, 4099, 12288, 49152, 50001}) {
        if (t == 142 && first > 7) continue; // its jumps take long
        curandGenerator_t g;
        OK(isHost ? curandCreateGeneratorHost(&g, (curandRngType_t)t) : curandCreateGenerator(&g, (curandRngType_t)t));
        auto bits = [&](int n) {
          int s = curandGenerate(g, isHost ? h.data() : d, n);
          if (!isHost) { auto v = get(d, n); std::copy(v.begin(), v.end(), h.begin()); }
          unsigned long long x = 0xcbf29ce484222325ull;
          for (int i = 0; i < n; ++i) x = (x ^ h[i]) * 0x100000001b3ull;
          printf(" %d:%08x,%016llx", s, h[0], x);
        };
        printf("type %d host %d first %d:", t, isHost, first);
        OK(curandSetPseudoRandomGeneratorSeed(g, 11));
        bits(first);
        printf(" seed %d", curandSetPseudoRandomGeneratorSeed(g, 12));
        bits(3);
        bits(first);
        bits(5000);
        printf(" same %d", curandSetPseudoRandomGeneratorSeed(g, 12));
        bits(301);
        printf(" back %d", curandSetPseudoRandomGeneratorSeed(g, 11));
        bits(first);
        bits(70000);
        if (t != 141 && t != 142) {
          printf(" offset %d", curandSetGeneratorOffset(g, first));
          bits(999);
          printf(" seed %d", curandSetPseudoRandomGeneratorSeed(g, 99));
          bits(999);
        }
        printf("\n");
        OK(curandDestroyGenerator(g));
      }
  sync("end");
}
