// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of one row from and to arrays.
#include "ArrayShapes.h"

static std::vector<unsigned char> pattern(size_t n, int seed) {
  std::vector<unsigned char> bytes(n);
  for (size_t i = 0; i < n; ++i)
    bytes[i] = (unsigned char)(i * 13 + i / 101 + seed);
  return bytes;
}

static std::vector<unsigned char> contents(CUarray array, size_t n) {
  std::vector<unsigned char> bytes(n);
  OK(cuMemcpyAtoH(bytes.data(), array, 0, n));
  return bytes;
}

static void rows() {
  constexpr size_t n = 1000;
  auto a = pattern(n, 1), b = pattern(n, 99);
  CUarray first = makeLine(n), second = makeLine(n);
  CUdeviceptr d;
  OK(cuMemAlloc(&d, n));
  OK(cuMemcpyHtoA(first, 0, a.data(), n));
  OK(cuMemcpyHtoA(second, 0, b.data(), n));
  OK(cuMemcpyAtoA(second, 3, first, 10, 333)); // odd
  auto expected = b;
  std::memcpy(&expected[3], &a[10], 333);
  CHECK(contents(second, n) == expected);
  OK(cuMemcpyAtoA(second, n - 1, first, 0, 1)); // the last byte
  expected[n - 1] = a[0];
  CHECK(contents(second, n) == expected);
  OK(cuMemcpyAtoA(second, 0, first, 0, n)); // all of it
  CHECK(contents(second, n) == a);
  OK(cuMemcpyAtoA(second, 0, first, 0, 0));

  OK(cuMemsetD8(d, 0, n));
  OK(cuMemcpyAtoD(d + 1, first, 7, 501));
  std::vector<unsigned char> back(n);
  OK(cuMemcpyDtoH(back.data(), d, n));
  CHECK(back[0] == 0 && !std::memcmp(&back[1], &a[7], 501) && back[502] == 0);
  OK(cuMemcpyHtoD(d, b.data(), n));
  OK(cuMemcpyDtoA(first, 100, d + 1, 99));
  expected = a;
  std::memcpy(&expected[100], &b[1], 99);
  CHECK(contents(first, n) == expected);
  OK(cuMemcpyAtoD(d, first, 0, 0));
  OK(cuMemcpyDtoA(first, 0, d, 0));

  // Beyond the array, beyond the memory, none.
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(second, 0, first, 1, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(second, 1, first, 0, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, first, n - 3, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoA(first, n - 3, d, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(0, first, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoA(first, 0, 0, 4));
  // seen: not a handle's error
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(nullptr, 0, first, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoA(second, 0, nullptr, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, nullptr, 0, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoA(nullptr, 0, d, 4));
  OK(cuMemcpyHtoA(nullptr, 0, a.data(), 0));
  OK(cuMemFree(d));
  OK(cuArrayDestroy(first));
  OK(cuArrayDestroy(second));
}

/// Of an array with more rows the first can be had so: seen.
static void firstRow() {
  CUDA_ARRAY3D_DESCRIPTOR shape = square(0);
  CUarray array;
  CUdeviceptr d;
  auto bytes = pattern(1024, 3);
  OK(cuArray3DCreate(&array, &shape));
  OK(cuMemAlloc(&d, 2048));
  OK(cuMemcpyHtoA(array, 0, bytes.data(), 1024));
  OK(cuMemcpyAtoD(d, array, 0, 1024));
  std::vector<unsigned char> back(1024);
  OK(cuMemcpyDtoH(back.data(), d, 1024));
  CHECK(back == bytes);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, array, 0, 1028));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoD(d, array, 1024, 4));
  OK(cuMemFree(d));
  OK(cuArrayDestroy(array));
}

/// Two streams: what waits in one does not keep back the other; in each the order holds.
static void streams() {
  constexpr size_t n = 4096;
  auto a = pattern(n, 5), b = pattern(n, 6);
  CUarray first = makeLine(n), second = makeLine(n);
  unsigned char *in = nullptr, *out = nullptr;
  OK(cuMemAllocHost(reinterpret_cast<void **>(&in), 2 * n));
  OK(cuMemAllocHost(reinterpret_cast<void **>(&out), 2 * n));
  std::memcpy(in, a.data(), n);
  std::memcpy(in + n, b.data(), n);
  std::memset(out, 0, 2 * n);
  CUstream s, t;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  Gate gate;
  gate.close(s);
  OK(cuMemcpyHtoAAsync(first, 0, in, n, s));
  OK(cuMemcpyAtoHAsync(out, first, 0, n, s));
  OK(cuMemcpyHtoAAsync(second, 0, in + n, n, t));
  OK(cuMemcpyAtoHAsync(out + n, second, 0, n, t));
  OK(cuStreamSynchronize(t));
  CHECK(!std::memcmp(out + n, b.data(), n) && out[0] == 0 && out[1] == 0);
  EXPECT(CUDA_ERROR_NOT_READY, cuStreamQuery(s));
  gate.open();
  OK(cuStreamSynchronize(s));
  CHECK(!std::memcmp(out, a.data(), n));
  // Parts, nothing, beyond the end, none.
  OK(cuMemcpyHtoAAsync(first, 5, in + n + 1, 77, s));
  OK(cuMemcpyAtoHAsync(out, first, 4, 79, s));
  OK(cuMemcpyHtoAAsync(first, 0, in, 0, s));
  OK(cuMemcpyAtoHAsync(out, first, 0, 0, s));
  OK(cuStreamSynchronize(s));
  CHECK(out[0] == a[4] && !std::memcmp(out + 1, &b[1], 77) && out[78] == a[82]);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoAAsync(first, 1, in, n, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoHAsync(out, first, 1, n, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoAAsync(first, 0, nullptr, 4, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoHAsync(nullptr, first, 0, 4, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoAAsync(nullptr, 0, in, 4, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyAtoHAsync(out, nullptr, 0, 4, s));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
  OK(cuMemFreeHost(in));
  OK(cuMemFreeHost(out));
  OK(cuArrayDestroy(first));
  OK(cuArrayDestroy(second));
}

static void threads() {
  onTwoThreads([](int who) {
    constexpr size_t n = 777;
    for (int i = 0; i < 20; ++i) {
      auto bytes = pattern(n, 31 * who + i);
      CUarray from = makeLine(n), to = makeLine(n);
      CUDA_ARRAY_DESCRIPTOR seen{};
      OK(cuArrayGetDescriptor(&seen, to));
      EQUAL(n, seen.Width);
      OK(cuMemcpyHtoA(from, 0, bytes.data(), n));
      OK(cuMemcpyAtoA(to, 0, from, 0, n));
      CHECK(contents(to, n) == bytes);
      OK(cuArrayDestroy(from));
      OK(cuArrayDestroy(to));
    }
  });
}

int main() {
  inChild("rows", [] {
    usePrimary();
    rows();
    firstRow();
  });
  inChild("streams", [] {
    usePrimary();
    streams();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("all at once", [] {
    usePrimary();
    onTwoThreads([](int) {
      rows();
      firstRow();
      streams();
    });
  });
  return finish("ArrayRows");
}
