// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// alignas weaker than the type's own alignment changes nothing, as with GCC.
// RUN: nvcc -c %s -o %t.o
// RUN: nvcc -ptx %s -o - | FileCheck %s
struct alignas(128) Wide {
  long words[16];
};
struct Holder {
  alignas(64) Wide wide;
};
static_assert(alignof(Holder) == 128, "");
template <typename T> struct Any {
  alignas(8) T value;
};
static_assert(alignof(Any<Wide>) == 128, "");
// CHECK: .global .align 128 {{.*}}everywhere
alignas(64) __device__ Wide everywhere;
int main() {
  alignas(64) Wide local = {};
  alignas(8) Any<Wide> other = {};
  return int(local.words[0] + other.value.words[1]);
}
