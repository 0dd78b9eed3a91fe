// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND host API: normal and log-normal doubles of every type on device and host generators, ten digits (MTGP32's normal ones on the host are floats: five)
#include "Recorded.h"
#include <curand.h>
int main() {
  const int n = 1 << 17;
  double *d = devz<double>(n);
  std::vector<double> h(n);
  for (int t : {100, 121, 141, 142, 161, 200, 201, 203, 204})
    for (int isHost : {0, 1})
      for (int isLog : {0, 1}) {
        curandGenerator_t g;
        OK(isHost ? curandCreateGeneratorHost(&g, (curandRngType_t)t) : curandCreateGenerator(&g, (curandRngType_t)t));
        if (t < 200) OK(curandSetPseudoRandomGeneratorSeed(g, 4242));
        OK(isLog ? curandGenerateLogNormalDouble(g, isHost ? h.data() : d, n, 0.25, 1.5) : curandGenerateNormalDouble(g, isHost ? h.data() : d, n, 0, 1));
        if (!isHost) h = get(d, n);
        printf("type %d host %d log %d:", t, isHost, isLog);
        for (int i = 1; i < 32768; i += i < 8 ? 1 : 2039) printf(" %.*g", t == 141 && isHost && !isLog ? 5 : 10, h[i]);
        printf("\n");
        OK(curandDestroyGenerator(g));
      }
}
