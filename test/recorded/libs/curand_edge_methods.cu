// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND host API: curandGeneratePoissonMethod of every generator and method; null generators.
#include "Recorded.h"
#include <curand.h>
int main() {
  unsigned *d = devz<unsigned>(64);
  std::vector<unsigned> host(64);
  for (int t : {100, 121, 141, 142, 161, 200, 201, 203, 204})
    for (int isHost : {0, 1}) {
      curandGenerator_t g;
      int s = isHost ? curandCreateGeneratorHost(&g, (curandRngType_t)t) : curandCreateGenerator(&g, (curandRngType_t)t);
      printf("type %d host %d: %d", t, isHost, s);
      if (!s) {
        for (int m : {0, 1, 2, 4, 9, 13, 99})
          printf(" %d", (int)curandGeneratePoissonMethod(g, isHost ? host.data() : d, 8, 10.0, (curandMethod_t)m));
        printf(" / %d", (int)curandGeneratePoisson(g, isHost ? host.data() : d, 8, 10.0));
        curandDestroyGenerator(g);
      }
      printf("\n");
    }
  ST(curandGeneratePoissonMethod(nullptr, d, 8, 10.0, CURAND_CHOOSE_BEST));
  ST(curandGeneratePoisson(nullptr, d, 8, 10.0));
  sync("end");
}
