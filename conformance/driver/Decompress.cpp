// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decompression in a stream, of the kinds that the device says it can do.
#include "Check.h"

// RFC 1951 by hand: one stored block; and "aaaaaaaaaa" in fixed codes.
static const unsigned char kStored[] = {0x01, 0x05, 0x00, 0xfa, 0xff, 'h', 'e', 'l', 'l', 'o'};
static const unsigned char kFixed[] = {0x4b, 0x4c, 0x84, 0x01, 0x00};

static void decompress() {
  int mask = 0;
  OK(cuDeviceGetAttribute(&mask, CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK, 0));
  if (!(mask & CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE))
    return; // older than that
  CUdeviceptr from, to, sizes;
  OK(cuMemAlloc(&from, 256));
  OK(cuMemAlloc(&to, 256));
  OK(cuMemAlloc(&sizes, 8));
  OK(cuMemcpyHtoD(from, kStored, sizeof kStored));
  OK(cuMemcpyHtoD(from + 128, kFixed, sizeof kFixed));
  CUmemDecompressParams params[2]{};
  for (int i = 0; i < 2; ++i) {
    params[i].algo = CU_MEM_DECOMPRESS_ALGORITHM_DEFLATE;
    params[i].src = reinterpret_cast<void *>(from + 128 * unsigned(i));
    params[i].dst = reinterpret_cast<void *>(to + 128 * unsigned(i));
    params[i].dstActBytes = reinterpret_cast<cuuint32_t *>(sizes + 4 * unsigned(i));
    params[i].dstNumBytes = 100;
  }
  params[0].srcNumBytes = sizeof kStored;
  params[1].srcNumBytes = sizeof kFixed;
  CUstream stream;
  OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  size_t error = 99;
  OK(cuMemBatchDecompressAsync(params, 2, 0, &error, stream));
  OK(cuStreamSynchronize(stream));
  char text[11] = "";
  cuuint32_t actual[2] = {};
  OK(cuMemcpyDtoH(actual, sizes, 8));
  EQUAL(5, actual[0]);
  EQUAL(10, actual[1]);
  OK(cuMemcpyDtoH(text, to, 5));
  CHECK(!std::strcmp(text, "hello"));
  OK(cuMemcpyDtoH(text, to + 128, 10));
  CHECK(!std::strcmp(text, "aaaaaaaaaa"));

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemBatchDecompressAsync(nullptr, 1, 0, &error, stream));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemBatchDecompressAsync(params, 2, 1, &error, stream));
  params[1].algo = CUmemDecompressAlgorithm(64);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemBatchDecompressAsync(params, 2, 0, &error, stream));
  EQUAL(1, error);
  params[1] = params[0];
  params[1].dstNumBytes = 1000; // more than there is
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemBatchDecompressAsync(params, 2, 0, &error, stream));
  OK(cuStreamDestroy(stream));
  for (CUdeviceptr p : {from, to, sizes})
    OK(cuMemFree(p));
}

int main() {
  usePrimary();
  onTwoThreads([](int) {
    decompress();
    decompress(); // in another stream
  });
  return finish("Decompress");
}
