// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stream-ordered allocator.
#include "Check.h"

static unsigned long long number(CUmemoryPool pool, CUmemPool_attribute attribute) {
  cuuint64_t value = 0;
  OK(cuMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

int main() {
  usePrimary();
  CUmodule module = loadPtx(kIotaPtx);
  CUfunction iota = kernelOf(module, "iota");
  CUstream s;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  CUmemoryPool pool, current, own;
  OK(cuDeviceGetDefaultMemPool(&pool, 0));
  OK(cuDeviceGetMemPool(&current, 0));
  CHECK(pool == current);
  EQUAL(0, number(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD));
  EQUAL(0, number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));

  CUdeviceptr p = 0;
  unsigned n = 1000;
  OK(cuMemAllocAsync(&p, n * 4, s));
  CHECK(number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT) >= n * 4);
  OK(launch1(iota, 4, 256, {&p, &n}, s));
  std::vector<unsigned> host(n);
  OK(cuMemcpyDtoHAsync(host.data(), p, n * 4, s));
  OK(cuMemFreeAsync(p, s));
  OK(cuStreamSynchronize(s));
  CHECK(host[0] == 0 && host[999] == 999);
  EQUAL(0, number(pool, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  CHECK(number(pool, CU_MEMPOOL_ATTR_USED_MEM_HIGH) >= n * 4);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeAsync(p, s)); // twice
  p = 77;
  OK(cuMemAllocAsync(&p, 0, s)); // seen
  EQUAL(0, p);
  OK(cuMemFreeAsync(0, s));

  // Either kind of memory can be freed either way.
  OK(cuMemAllocAsync(&p, 100, s));
  OK(cuStreamSynchronize(s));
  OK(cuMemFree(p));
  OK(cuMemAlloc(&p, 100));
  OK(cuMemFreeAsync(p, s));
  OK(cuStreamSynchronize(s));

  CUmemPoolProps props{};
  props.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
  props.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  OK(cuMemPoolCreate(&own, &props));
  cuuint64_t threshold = ~0ull;
  OK(cuMemPoolSetAttribute(own, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &threshold));
  EQUAL(threshold, number(own, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD));
  for (int i = 0; i < 50; ++i) {
    OK(cuMemAllocFromPoolAsync(&p, 1 << 20, own, s));
    OK(cuMemsetD8Async(p, 1, 1 << 20, s));
    OK(cuMemFreeAsync(p, s));
  }
  OK(cuStreamSynchronize(s));
  EQUAL(0, number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  CHECK(number(own, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT) >= (1 << 20));
  OK(cuMemPoolTrimTo(own, 0));
  EQUAL(0, number(own, CU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT));
  // What is to be freed counts no more as soon as the call is made (seen).
  Gate gate;
  CUdeviceptr kept = 0;
  OK(cuMemAllocFromPoolAsync(&kept, 1024, own, s));
  OK(cuMemAllocFromPoolAsync(&p, 2048, own, s));
  EQUAL(3072, number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  gate.close(s);
  OK(cuMemFreeAsync(p, s));
  EQUAL(1024, number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  gate.open();
  OK(cuStreamSynchronize(s));
  EQUAL(1024, number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  cuuint64_t none = 0;
  OK(cuMemPoolSetAttribute(own, CU_MEMPOOL_ATTR_USED_MEM_HIGH, &none));
  EQUAL(1024, number(own, CU_MEMPOOL_ATTR_USED_MEM_HIGH));
  OK(cuMemFreeAsync(kept, s));
  // Of a block that serves a smaller allocation that counts which was asked for.
  OK(cuStreamSynchronize(s));
  OK(cuMemAllocFromPoolAsync(&kept, 512, own, s));
  EQUAL(512, number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  OK(cuMemFreeAsync(kept, s));
  EQUAL(0, number(own, CU_MEMPOOL_ATTR_USED_MEM_CURRENT));
  OK(cuDeviceSetMemPool(0, own));
  OK(cuMemAllocAsync(&p, 100, s));
  CUmemoryPool from = nullptr;
  OK(cuPointerGetAttribute(&from, CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE, p));
  CHECK(from == own);
  OK(cuMemFreeAsync(p, s));
  OK(cuStreamSynchronize(s));
  OK(cuMemPoolDestroy(own));
  OK(cuDeviceGetMemPool(&current, 0));
  CHECK(current == pool);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&own, nullptr));
  return finish("MemPool");
}
