// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual functions in device code, pure ones included.
// RUN: nvcc -ptx %s -o - | FileCheck %s
// CHECK-NOT: .extern .func __cxa_pure_virtual
// CHECK: .global {{.*}}_ZTV{{.*}}
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ Square(float a) : a(a) {}
  __device__ float area() const override { return a * a; }
};
struct Circle : Shape {
  float r;
  __device__ Circle(float r) : r(r) {}
  __device__ float area() const override { return 3.14159f * r * r; }
};
__global__ void kernel(float *p, bool round) {
  Shape *s = round ? static_cast<Shape *>(new Circle(*p)) : new Square(*p);
  __threadfence();
  *p = s->area();
  delete s;
}
