// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND host API: quasi generators on device and host: dimensions, offsets, orderings, streams set between calls; every distribution's status
#include "Recorded.h"
#include <curand.h>
int main() {
  unsigned long long *d = devz<unsigned long long>(1 << 16);
  std::vector<unsigned long long> h(1 << 16);
  Rnd r(31);
  for (int t : {200, 201, 203, 204})
    for (int isHost : {0, 1})
      for (int round = 0; round < 12; ++round) {
        curandGenerator_t g;
        OK(isHost ? curandCreateGeneratorHost(&g, (curandRngType_t)t) : curandCreateGenerator(&g, (curandRngType_t)t));
        printf("type %d host %d round %d:", t, isHost, round);
        int dims = 1;
        for (int step = 0; step < 8; ++step) {
          switch (r(5)) {
          case 0: { int to = 1 + r(12) * r(3); int s = curandSetQuasiRandomGeneratorDimensions(g, to); printf(" dims %d:%d", to, s); if (!s) dims = to; break; }
          case 1: { unsigned long long to = r(2) ? r(5000) : (1ull << (10 + r(20))) + r(9); printf(" offset %llu:%d", to, curandSetGeneratorOffset(g, to)); break; }
          case 2: printf(" order %d", curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT)); break;
          case 3: printf(" seeds %d", curandGenerateSeeds(g)); break;
          default: break;
          }
          int n = dims * (1 + r(400)) + (r(8) == 0), kind = r(3), s;
          void *to = isHost ? (void *)h.data() : (void *)d;
          size_t bytes = 4;
          if (kind == 0) { s = t >= 203 ? curandGenerateLongLong(g, (unsigned long long *)to, n) : curandGenerate(g, (unsigned *)to, n); bytes = t >= 203 ? 8 : 4; }
          else if (kind == 1) s = curandGenerateUniform(g, (float *)to, n);
          else s = curandGenerateUniformDouble(g, (double *)to, n), bytes = 8;
          printf(" k%d n%d:%d", kind, n, s);
          if (s) continue;
          if (!isHost) { auto v = get((char *)d, n * bytes); memcpy(h.data(), v.data(), v.size()); }
          unsigned long long x = 0xcbf29ce484222325ull;
          for (size_t i = 0; i < n * bytes; ++i) x = (x ^ ((unsigned char *)h.data())[i]) * 0x100000001b3ull;
          printf(",%016llx", x);
        }
        printf("\n");
        OK(curandDestroyGenerator(g));
      }
  sync("end");
}
