// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logarithms of long double constants, which std::generate_canonical takes for each number, are
// computed at compile time, as g++ does; what sets errno is not.
// RUN: nvcc -O2 -c %s -o %t.o && llvm-nm %t.o | FileCheck %s
// RUN: nvcc -O2 %s -o %t && %t | FileCheck %s --check-prefix=VALUES
// CHECK-NOT: U expl
// CHECK: U log2l
// CHECK-NOT: U logl
// VALUES: 32 2.718281828459045 inf 0.5
#include <cmath>
#include <cstdio>
#include <random>
static long double ratio(long double x) { return std::log(x) / std::log(2.0L); }
float draw(std::mt19937 &generator) {
  return std::uniform_real_distribution<float>(0, 1)(generator);
}
int main() {
  std::mt19937 generator(1);
  double sum = 0;
  for (int i = 0; i < 100000; ++i)
    sum += draw(generator);
  std::printf("%.0Lf %.15Lf %Lf %.1f\n", ratio(4294967296.0L), std::exp(1.0L), -std::log2(0.0L),
              sum / 100000);
}
