// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Members that are defaulted where they are declared are for host and device, whatever is written.
// RUN: nvcc -std=c++20 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: nvcc -std=c++20 -c -diag-suppress 20012 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// CHECK: warning: the execution space at 'Device' is ignored: it is defaulted
// CHECK: warning: the execution space at 'Device' is ignored
// CHECK: warning: the execution space at 'operator==' is ignored
// CHECK: warning: the execution space at 'Host' is ignored
// CHECK-NOT: warning
// NONE-NOT: warning
struct Device {
  __device__ Device() = default;
  __device__ Device(const Device &) = default;
  __device__ bool operator==(const Device &) const = default;
};
struct Host {
  int i = 1;
  __host__ Host() = default;
};
struct Virtual {
  __device__ virtual ~Virtual() = default;
};
struct Later {
  __host__ __device__ Later();
};
Later::Later() = default;
__global__ void kernel(int *p) {
  Host h;
  Later l;
  *p = h.i;
}
int main() {
  Device a, b(a);
  return a == b ? 0 : 1;
}
