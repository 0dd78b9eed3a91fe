// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND host API: offsets of every residue between calls of different distributions; the raw numbers that follow tell the place
#include "Recorded.h"
#include <curand.h>
int main() {
  double *d = devz<double>(1 << 16);
  Rnd r(77);
  for (int t : {100, 121, 161, 200, 201, 203, 204}) {
    const bool quasi = t >= 200, wide = t >= 203;
    for (int round = 0; round < 24; ++round) {
      curandGenerator_t g;
      OK(curandCreateGenerator(&g, (curandRngType_t)t));
      int dims = quasi ? 1 + r(5) : 1;
      if (quasi) OK(curandSetQuasiRandomGeneratorDimensions(g, dims));
      else OK(curandSetPseudoRandomGeneratorSeed(g, 1000 + round));
      printf("type %d round %d:", t, round);
      for (int step = 0; step < 6; ++step) {
        unsigned long long offset = r(3) == 0 ? 0 : r(3) == 0 ? (1ull << (20 + r(25))) + r(1000) : r(300000);
        bool sets = r(2);
        int n = (1 + r(3000)) * dims, kind = r(6), s = 0;
        if (kind >= 2 && kind <= 3) n += n % 2 * dims; // pairs
        if (sets) printf(" @%llu:%d", offset, curandSetGeneratorOffset(g, offset));
        switch (kind) {
        case 0: s = wide ? curandGenerateLongLong(g, (unsigned long long *)d, n) : curandGenerate(g, (unsigned *)d, n); break;
        case 1: s = curandGenerateUniform(g, (float *)d, n); break;
        case 2: s = curandGenerateNormal(g, (float *)d, n, 0, 1); break;
        case 3: s = curandGenerateNormalDouble(g, d, n, 0, 1); break;
        case 4: s = curandGenerateUniformDouble(g, d, n); break;
        case 5: s = curandGeneratePoisson(g, (unsigned *)d, n, 3 + round); break;
        }
        printf(" k%d n%d s%d", kind, n, s);
        if (kind == 0 && wide) printf(" %016llx", fnv((unsigned long long *)d, n));
        if ((kind == 0 && !wide) || kind == 1 || kind == 5) printf(" %016llx", fnv((unsigned *)d, n));
        if (kind == 4) printf(" %016llx", fnv(d, n));
      }
      int s = wide ? curandGenerateLongLong(g, (unsigned long long *)d, 8 * dims) : curandGenerate(g, (unsigned *)d, 8 * dims);
      printf(" then %d %016llx\n", s, fnv((char *)d, (wide ? 64 : 32) * dims));
      OK(curandDestroyGenerator(g));
    }
  }
  sync("end");
}
