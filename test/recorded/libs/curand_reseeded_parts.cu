// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND host API: seeds set after a few numbers of Philox and MTGP32, in every ordering, with seeds generated and orderings set between, other distributions
#include "Recorded.h"
#include <curand.h>
int main() {
  double *d = devz<double>(1 << 18);
  for (int t : {161, 141})
    for (int o : {101, 102, 104})
      for (int first : {1, 2, 3, 4, 5, 6, 700, 16384, 49153}) {
        curandGenerator_t g;
        OK(curandCreateGenerator(&g, (curandRngType_t)t));
        printf("type %d order %d:%d first %d:", t, o, curandSetGeneratorOrdering(g, (curandOrdering_t)o), first);
        auto bits = [&](int n) { printf(" %d:%016llx", curandGenerate(g, (unsigned *)d, n), fnv((unsigned *)d, n)); };
        OK(curandSetPseudoRandomGeneratorSeed(g, 21));
        bits(first);
        OK(curandSetPseudoRandomGeneratorSeed(g, 22));
        bits(2);
        OK(curandSetPseudoRandomGeneratorSeed(g, 23));
        bits(1);
        printf(" seeds %d", curandGenerateSeeds(g));
        bits(2);
        if (o != 104 || t == 161) {
          for (int k = 0; k < 3; ++k) bits(20001);
          OK(curandSetPseudoRandomGeneratorSeed(g, 24));
          for (int k = 0; k < 3; ++k) bits(30007);
          printf(" uniform %d:%016llx", curandGenerateUniformDouble(g, d, 501), fnv(d, 501));
          OK(curandSetPseudoRandomGeneratorSeed(g, 25));
          printf(" poisson %d:%016llx", curandGeneratePoisson(g, (unsigned *)d, 777, 12), fnv((unsigned *)d, 777));
          for (int k = 0; k < 2; ++k) bits(60000);
        }
        if (t == 161) {
          printf(" order %d", curandSetGeneratorOrdering(g, (curandOrdering_t)101));
          bits(3);
          printf(" offset %d", curandSetGeneratorOffset(g, first));
          bits(1);
          OK(curandSetPseudoRandomGeneratorSeed(g, 26));
          bits(9);
        }
        printf("\n");
        OK(curandDestroyGenerator(g));
      }
  sync("end");
}
