// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Advice, prefetches and what can be asked of ranges of managed memory.
#include "Check.h"

static CUmemLocation place(CUmemLocationType type, int id = 0) { return {type, id}; }
static const CUmemLocation kDevice = place(CU_MEM_LOCATION_TYPE_DEVICE);
static const CUmemLocation kHost = place(CU_MEM_LOCATION_TYPE_HOST);

static int get(CUmem_range_attribute attribute, CUdeviceptr p, size_t bytes) {
  int value = -77;
  OK(cuMemRangeGetAttribute(&value, sizeof value, attribute, p, bytes));
  return value;
}

static void advice() {
  const size_t n = 1 << 20, half = n / 2;
  CUdeviceptr p;
  OK(cuMemAllocManaged(&p, n, CU_MEM_ATTACH_GLOBAL));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, n));
  EQUAL(CU_DEVICE_INVALID, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, p, n));
  EQUAL(CU_DEVICE_INVALID, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p, n));
  EQUAL(CU_MEM_LOCATION_TYPE_INVALID, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, p, n));
  // Of all pages or of none.
  OK(cuMemAdvise(p, half, CU_MEM_ADVISE_SET_READ_MOSTLY, kDevice));
  EQUAL(1, get(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, half));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, n));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p + half, half));
  OK(cuMemAdvise(p + half, half, CU_MEM_ADVISE_SET_READ_MOSTLY, kDevice));
  EQUAL(1, get(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, n));
  OK(cuMemAdvise(p, n, CU_MEM_ADVISE_UNSET_READ_MOSTLY, kDevice));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, half));

  OK(cuMemAdvise(p, n, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, kDevice));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, p, n));
  EQUAL(CU_MEM_LOCATION_TYPE_DEVICE, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE, p, n));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID, p, n));
  OK(cuMemAdvise(p, 4096, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, kHost));
  EQUAL(CU_DEVICE_CPU, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, p, 4096));
  EQUAL(CU_DEVICE_INVALID, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, p, n));
  OK(cuMemAdvise(p, n, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION, kHost));
  EQUAL(CU_DEVICE_INVALID, get(CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, p, n));

  int by[3] = {7, 7, 7};
  OK(cuMemAdvise(p, n, CU_MEM_ADVISE_SET_ACCESSED_BY, kDevice));
  OK(cuMemRangeGetAttribute(by, sizeof by, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, p, n));
  CHECK(by[0] == 0 && by[1] == -2 && by[2] == -2); // documented
  OK(cuMemAdvise(p, n, CU_MEM_ADVISE_UNSET_ACCESSED_BY, kDevice));
  OK(cuMemRangeGetAttribute(by, sizeof by, CU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY, p, n));
  CHECK(by[0] == -2);

  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuMemPrefetchAsync(p, n, kDevice, 0, s));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p, n));
  OK(cuMemPrefetchAsync(p, 1, kHost, 0, s)); // a page
  EQUAL(CU_DEVICE_CPU, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p, 4096));
  EQUAL(CU_DEVICE_INVALID, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p, n));

  int readMostly = 7, preferred = 7;
  void *data[] = {&readMostly, &preferred};
  size_t sizes[] = {4, 4};
  CUmem_range_attribute both[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY,
                                  CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION};
  OK(cuMemRangeGetAttributes(data, sizes, both, 2, p, n));
  CHECK(readMostly == 0 && preferred == -2);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttributes(data, sizes, both, 0, p, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttributes(nullptr, sizes, both, 2, p, n));
  sizes[1] = 5;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttributes(data, sizes, both, 2, p, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemRangeGetAttribute(by, 8, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemRangeGetAttribute(by, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemRangeGetAttribute(by, 4, CUmem_range_attribute(99), p, n));
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemRangeGetAttribute(by, 4, CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, n + 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAdvise(p, n, CUmem_advise(99), kDevice)); // seen
  EXPECT(CUDA_ERROR_INVALID_DEVICE,                                               // seen
         cuMemPrefetchAsync(p, n, place(CU_MEM_LOCATION_TYPE_DEVICE, 999), 0, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchAsync(p, n, kDevice, 1, s));
  CUdeviceptr d;
  OK(cuMemAlloc(&d, 4096));
  EXPECT(CUDA_ERROR_INVALID_VALUE, // seen: not managed
         cuMemAdvise(d, 4096, CU_MEM_ADVISE_SET_READ_MOSTLY, kDevice));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchAsync(d, 4096, kDevice, 0, s)); // seen
  OK(cuMemFree(d));
  // A new allocation at the old place knows nothing of it.
  OK(cuMemAdvise(p, n, CU_MEM_ADVISE_SET_READ_MOSTLY, kDevice));
  OK(cuMemFree(p));
  OK(cuMemAllocManaged(&p, n, CU_MEM_ATTACH_GLOBAL));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, p, n));
  OK(cuMemFree(p));
  OK(cuStreamDestroy(s));
}

static void batches() {
  const size_t n = 1 << 20;
  CUdeviceptr p[3];
  size_t sizes[3] = {n, n, n};
  for (CUdeviceptr &each : p)
    OK(cuMemAllocManaged(&each, n, CU_MEM_ATTACH_GLOBAL));
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  CUmemLocation places[] = {kDevice, kHost};
  size_t from[] = {0, 2};
  OK(cuMemPrefetchBatchAsync(p, sizes, 3, places, from, 2, 0, s));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p[0], n));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p[1], n));
  EQUAL(CU_DEVICE_CPU, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p[2], n));
  // Discarded memory can be written and read again.
  std::memset(reinterpret_cast<void *>(p[0]), 1, n);
  OK(cuMemDiscardBatchAsync(p, sizes, 2, 0, s));
  OK(cuMemsetD8Async(p[0], 2, n, s));
  OK(cuStreamSynchronize(s));
  EQUAL(2, *reinterpret_cast<unsigned char *>(p[0] + n - 1));
  OK(cuMemDiscardAndPrefetchBatchAsync(p + 2, sizes, 1, places, from, 1, 0, s));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p[2], n));
  OK(cuStreamSynchronize(s));

  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchBatchAsync(p, sizes, 0, places, from, 1, 0, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchBatchAsync(p, sizes, 3, places, from, 0, 0, s));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchBatchAsync(p, sizes, 3, places, from, 2, 1, s));
  from[1] = 3; // beyond the last
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPrefetchBatchAsync(p, sizes, 3, places, from, 2, 0, s));
  from[1] = 0; // a second group without a start is passed over (seen)
  OK(cuMemPrefetchBatchAsync(p, sizes, 3, places, from, 2, 0, s));
  EQUAL(0, get(CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION, p[0], n));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemDiscardBatchAsync(nullptr, sizes, 1, 0, s));
  sizes[0] = n + 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemDiscardBatchAsync(p, sizes, 1, 0, s));
  for (CUdeviceptr each : p)
    OK(cuMemFree(each));
  OK(cuStreamDestroy(s));
}

int main() {
  usePrimary();
  advice();
  batches();
  // The same on two threads at once.
  onTwoThreads([](int) {
    advice();
    batches();
  });
  return finish("Advice");
}
