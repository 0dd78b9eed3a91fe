// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills of more than 128 bytes, of known and unknown sizes, by bytes and by words.
// RUN: nvcc -O3 -o %t %s && %t
// RUN: nvcc -G -o %t %s && %t
// RUN: nvcc -O3 -lineinfo -arch=sm_90 -ptx -o - %s | FileCheck %s
#include <cstdio>
#include <cstring>

template <typename T, int N> struct Many {
  T v[N];
};
struct alignas(16) Wide {
  char v[208];
};

// The loop has the line of the copy.
// CHECK-LABEL: .entry {{.*}}copyIntegers
// CHECK: .loc 1 [[# @LINE + 4]] {{[1-9]}}
// CHECK: ld.global.u32
// CHECK: st.global.u32
// CHECK: ret
extern "C" __global__ void copyIntegers(Many<int, 40> *to, const Many<int, 40> *from) { *to = *from; }

// CHECK-LABEL: .entry copyWide
// CHECK: ld.global.v4.u32
// CHECK: ret
extern "C" __global__ void copyWide(Wide *to, const Wide *from) { *to = *from; }

template <typename T> __global__ void assign(T *to, const T *from) { *to = *from; }
template <typename T> __global__ void empty(T *to) { *to = T(); }
__global__ void copyBytes(char *to, const char *from, size_t n) { memcpy(to, from, n); }
__global__ void copyWords(double *to, const double *from, int n) { memcpy(to, from, n * sizeof *to); }
__global__ void fillWords(double *to, int byte, int n) { memset(to, byte, n * sizeof *to); }

static char *to, *from;
static int bad;

static void begin() {
  for (int i = 0; i < 1024; ++i) {
    to[i] = 1;
    from[i] = char(i * 7 + i / 256);
  }
}

static void expect(const char *what, size_t bytes, int byte = -1) {
  cudaDeviceSynchronize();
  for (size_t i = 0; i < 1024; ++i) {
    const char want = i >= bytes ? 1 : byte < 0 ? from[i] : char(byte);
    if (to[i] != want) {
      printf("%s, %zu bytes: byte %zu is %d, not %d\n", what, bytes, i, to[i], want);
      bad = 1;
      return;
    }
  }
}

template <typename T> static void tryType(const char *what) {
  begin();
  assign<<<1, 1>>>(reinterpret_cast<T *>(to), reinterpret_cast<const T *>(from));
  expect(what, sizeof(T));
  begin();
  empty<<<1, 1>>>(reinterpret_cast<T *>(to));
  expect(what, sizeof(T), 0);
}

int main() {
  cudaMallocManaged(&to, 1024);
  cudaMallocManaged(&from, 1024);
  tryType<Many<char, 131>>("char");
  tryType<Many<short, 67>>("short");
  tryType<Many<int, 40>>("int");
  tryType<Many<double, 101>>("double");
  tryType<Wide>("wide");
  for (int n : {0, 1, 15, 64, 100}) {
    begin();
    copyBytes<<<1, 1>>>(to, from, n);
    expect("bytes", n);
    begin();
    copyWords<<<1, 1>>>(reinterpret_cast<double *>(to), reinterpret_cast<double *>(from), n);
    expect("words", n * sizeof(double));
    begin();
    fillWords<<<1, 1>>>(reinterpret_cast<double *>(to), 0x1a5, n);
    expect("fill", n * sizeof(double), 0xa5);
  }
  return bad;
}
