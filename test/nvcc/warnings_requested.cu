// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings that come only when they are asked for.
// RUN: nvcc -c -std=c++17 --extended-lambda %s -o %t.o 2>&1 | count 0
// RUN: nvcc -c -std=c++17 --extended-lambda -Wdefault-stream-launch -Wmissing-launch-bounds -Wext-lambda-captures-this %s -o %t.o 2>&1 | FileCheck %s -DLEVEL=warning
// RUN: not nvcc -c -std=c++17 --extended-lambda -Werror default-stream-launch,missing-launch-bounds,ext-lambda-captures-this %s -o %t.o 2>&1 | FileCheck %s -DLEVEL=error
// RUN: nvcc -c -std=c++17 --extended-lambda -Wdefault-stream-launch -diag-suppress 20198 %s -o %t.o 2>&1 | count 0
// CHECK-NOT: {{warning|error}}:
// CHECK: :[[#@LINE+1]]:{{.*}}: [[LEVEL]]: no __launch_bounds__ specified for __global__ function
template <class F> __global__ void run(F f) { f(); }
__global__ void __launch_bounds__(64) bounded() {}
struct S {
  int v;
  void go(int *p) {
    // CHECK: :[[#@LINE+1]]:{{.*}}: [[LEVEL]]: explicit stream argument not provided in kernel launch
    bounded<<<1, 1>>>();
    // CHECK: :[[#@LINE+1]]:{{.*}}: [[LEVEL]]: implicit capture of 'this' in extended lambda expression
    run<<<1, 1, 0, 0>>>([=] __device__ { p[0] = v; });
    run<<<1, 1, 0, 0>>>([=, *this] __device__ { p[0] = v; });
  }
};
// CHECK-NOT: {{warning|error}}:
