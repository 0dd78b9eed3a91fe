// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Public constants of the host: device code has the value where it uses it, and no variable otherwise.
// RUN: nvcc -ptx %s -o - | FileCheck %s
// RUN: nvcc -rdc=true -ptx %s -o - | FileCheck %s
// RUN: nvcc %s -o %t && %t
// CHECK-NOT: .const{{.*}} table
// CHECK-NOT: second
// CHECK-NOT: seven
// CHECK: .const .align 4 .u32 {{.*}}written = 3;
extern const int table[40000]; // more than constant memory holds
const int table[40000] = {1, 2, 3};
static const int second[40000] = {4, 5};
extern const int seven;
const int seven = 7;
namespace named {
extern const double factor;
const double factor = 1.5;
} // namespace named
__constant__ const int written = 3;

__global__ void kernel(double *out) {
  out[0] = seven * named::factor;
  out[1] = written;
}

int main() {
  double *out;
  int copied = 0;
  cudaMallocManaged(&out, 16);
  kernel<<<1, 1>>>(out);
  cudaMemcpyFromSymbol(&copied, written, sizeof copied);
  return cudaDeviceSynchronize() || out[0] != 10.5 || out[1] != 3 || copied != 3 || table[2] + second[1] != 8;
}
