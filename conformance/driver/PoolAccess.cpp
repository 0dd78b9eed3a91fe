// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From where the memory of a pool may be used, in streams and on threads, too.
#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>

#include "Pools.h"

static void access() {
  CUmemoryPool pool = makePool();
  CUmemLocation here = at(CU_MEM_LOCATION_TYPE_DEVICE), none = at(CU_MEM_LOCATION_TYPE_DEVICE, 99),
                wrong = at(CUmemLocationType(77));
  CUmemAccess_flags flags = CUmemAccess_flags(77);
  OK(cuMemPoolGetAccess(&flags, pool, &here));
  EQUAL(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);
  CUmemAccessDesc desc{};
  desc.location = here;
  auto set = [&](CUmemLocation location, CUmemAccess_flags wanted) {
    desc.location = location;
    desc.flags = wanted;
    return cuMemPoolSetAccess(pool, &desc, 1);
  };
  OK(set(here, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  OK(cuMemPoolGetAccess(&flags, pool, &here));
  EQUAL(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);
  EXPECT(CUDA_ERROR_INVALID_DEVICE, set(here, CU_MEM_ACCESS_FLAGS_PROT_NONE)); // its own device
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, set(here, CU_MEM_ACCESS_FLAGS_PROT_READ));  // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE, set(here, CUmemAccess_flags(8)));
  EXPECT(CUDA_ERROR_INVALID_DEVICE, set(none, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, set(wrong, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolSetAccess(pool, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolSetAccess(nullptr, &desc, 1));
  OK(cuMemPoolSetAccess(pool, &desc, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(nullptr, pool, &here));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(&flags, nullptr, &here));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(&flags, pool, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(&flags, pool, &none));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolGetAccess(&flags, pool, &wrong));
  // Another device, where there is one: what is given can be taken.
  int count = 0, reachable = 0;
  OK(cuDeviceGetCount(&count));
  if (count > 1)
    OK(cuDeviceCanAccessPeer(&reachable, 1, 0));
  if (reachable) {
    CUmemLocation there = at(CU_MEM_LOCATION_TYPE_DEVICE, 1);
    OK(cuMemPoolGetAccess(&flags, pool, &there));
    EQUAL(CU_MEM_ACCESS_FLAGS_PROT_NONE, flags);
    OK(set(there, CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
    OK(cuMemPoolGetAccess(&flags, pool, &there));
    EQUAL(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);
    OK(set(there, CU_MEM_ACCESS_FLAGS_PROT_NONE));
    OK(cuMemPoolGetAccess(&flags, pool, &there));
    EQUAL(CU_MEM_ACCESS_FLAGS_PROT_NONE, flags);
  }
  OK(cuMemPoolDestroy(pool));
}

/// Memory that one stream frees is another's only after it: the contents of both stay apart.
static void streams() {
  CUmemoryPool pool = makePool();
  CUstream s, t;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
  constexpr size_t n = 1 << 16;
  CUdeviceptr p = 0, q = 0;
  std::vector<unsigned char> first(n), second(n);
  Gate gate;
  OK(cuMemAllocFromPoolAsync(&p, n, pool, s));
  gate.close(s);
  OK(cuMemsetD8Async(p, 1, n, s));
  OK(cuMemFreeAsync(p, s)); // later
  OK(cuMemAllocFromPoolAsync(&q, n, pool, t));
  CHECK(q != p);
  OK(cuMemsetD8Async(q, 2, n, t));
  OK(cuMemcpyDtoHAsync(second.data(), q, n, t));
  OK(cuStreamSynchronize(t));
  gate.open();
  OK(cuStreamSynchronize(s));
  CHECK(second == std::vector<unsigned char>(n, 2));
  OK(cuMemcpyDtoHAsync(second.data(), q, n, t));
  OK(cuMemFreeAsync(q, t));
  OK(cuStreamSynchronize(t));
  CHECK(second == std::vector<unsigned char>(n, 2));
  OK(cuMemPoolDestroy(pool));
  OK(cuStreamDestroy(s));
  OK(cuStreamDestroy(t));
}

static void threads() {
  CUmemoryPool pool = makePool();
  onTwoThreads([pool](int who) {
    CUstream s;
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 50; ++i) {
      const size_t n = 1 + size_t(i) * 997;
      const unsigned char value = (unsigned char)(2 * i + who);
      CUdeviceptr p = 0;
      std::vector<unsigned char> seen(n);
      OK(cuMemAllocFromPoolAsync(&p, n, pool, s));
      CHECK(poolOf(p) == pool);
      OK(cuMemsetD8Async(p, value, n, s));
      OK(cuMemcpyDtoHAsync(seen.data(), p, n, s));
      OK(cuMemFreeAsync(p, s));
      OK(cuStreamSynchronize(s));
      CHECK(seen == std::vector<unsigned char>(n, value));
    }
    OK(cuStreamDestroy(s));
  });
  OK(cuMemPoolDestroy(pool));
}

int main() {
  inChild("access", [] {
    usePrimary();
    access();
  });
  inChild("streams", [] {
    usePrimary();
    streams();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  inChild("at once", [] {
    usePrimary();
    onTwoThreads([](int) { streams(); });
  });
  return finish("PoolAccess");
}
