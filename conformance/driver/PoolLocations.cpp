// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pools by location.
#include <algorithm>
#include <fcntl.h>
#include <sys/mman.h>

#include "Pools.h"

/// What cuDevice…MemPool do, said with a location.
static void ofDevices() {
  CUmemLocation here = at(CU_MEM_LOCATION_TYPE_DEVICE);
  constexpr auto kPinned = CU_MEM_ALLOCATION_TYPE_PINNED;
  CUmemoryPool initial = nullptr, current = nullptr, known = nullptr;
  OK(cuMemGetDefaultMemPool(&initial, &here, kPinned));
  OK(cuDeviceGetDefaultMemPool(&known, 0));
  CHECK(initial && initial == known);
  OK(cuMemGetMemPool(&current, &here, kPinned));
  CHECK(current == initial);
  CUmemoryPool own = makePool();
  OK(cuMemSetMemPool(&here, kPinned, own));
  OK(cuMemGetMemPool(&current, &here, kPinned));
  CHECK(current == own);
  OK(cuDeviceGetMemPool(&current, 0));
  CHECK(current == own);
  OK(cuMemGetDefaultMemPool(&current, &here, kPinned));
  CHECK(current == initial);
  CUdeviceptr p = 0;
  OK(cuMemAllocAsync(&p, 100, nullptr));
  CHECK(poolOf(p) == own);
  OK(cuMemFreeAsync(p, nullptr));
  OK(cuMemSetMemPool(&here, kPinned, initial));
  OK(cuMemAllocAsync(&p, 100, nullptr));
  CHECK(poolOf(p) == initial);
  OK(cuMemFreeAsync(p, nullptr));
  OK(cuMemSetMemPool(&here, kPinned, own));
  OK(cuMemPoolDestroy(own)); // the initial one again
  OK(cuMemGetMemPool(&current, &here, kPinned));
  CHECK(current == initial);

  CUmemLocation none = at(CU_MEM_LOCATION_TYPE_DEVICE, 99), wrong = at(CUmemLocationType(77));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetDefaultMemPool(nullptr, &here, kPinned));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetDefaultMemPool(&current, nullptr, kPinned));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetDefaultMemPool(&current, &none, kPinned));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMemGetDefaultMemPool(&current, &wrong, kPinned)); // seen
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemGetDefaultMemPool(&current, &here, CU_MEM_ALLOCATION_TYPE_INVALID));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetMemPool(nullptr, &here, kPinned));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetMemPool(&current, nullptr, kPinned));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetMemPool(&current, &none, kPinned));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMemGetMemPool(&current, &wrong, kPinned));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemGetMemPool(&current, &here, CUmemAllocationType(77)));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemSetMemPool(nullptr, kPinned, initial));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemSetMemPool(&here, kPinned, nullptr));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemSetMemPool(&none, kPinned, initial));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMemSetMemPool(&wrong, kPinned, initial));
  // A pool of one kind is not the pool of another.
  CUmemLocation host = at(CU_MEM_LOCATION_TYPE_HOST);
  CHECK(cuMemSetMemPool(&host, kPinned, initial) != CUDA_SUCCESS);
  CHECK(cuMemSetMemPool(&here, CU_MEM_ALLOCATION_TYPE_MANAGED, initial) != CUDA_SUCCESS);
}

/// The default pools of the host and of managed memory. Codes: all seen.
static void elsewhere() {
  constexpr CUmemLocationType kNone = CU_MEM_LOCATION_TYPE_INVALID;
  struct {
    CUmemLocation location;
    CUmemAllocationType type;
    CUresult answer;
  } const places[] = {
      {at(kNone), kPinnedType, CUDA_ERROR_INVALID_VALUE},
      {at(CU_MEM_LOCATION_TYPE_HOST), kPinnedType, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_HOST_NUMA), kPinnedType, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_HOST_NUMA, 99), kPinnedType, CUDA_ERROR_INVALID_VALUE},
      {at(CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT), kPinnedType, CUDA_ERROR_NOT_SUPPORTED},
      {at(kNone), kManagedType, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_DEVICE), kManagedType, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_DEVICE, 99), kManagedType, CUDA_ERROR_INVALID_VALUE},
      {at(CU_MEM_LOCATION_TYPE_HOST), kManagedType, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_HOST_NUMA), kManagedType, CUDA_SUCCESS},
      {at(CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT), kManagedType, CUDA_ERROR_NOT_SUPPORTED}};
  std::vector<CUmemoryPool> all;
  for (auto place : places) {
    CUmemoryPool initial = nullptr, current = nullptr, own = nullptr;
    EXPECT(place.answer, cuMemGetDefaultMemPool(&initial, &place.location, place.type));
    EXPECT(place.answer, cuMemGetMemPool(&current, &place.location, place.type));
    if (place.answer)
      continue;
    CHECK(initial && current == initial);
    CHECK(std::find(all.begin(), all.end(), initial) == all.end()); // each place has its own
    all.push_back(initial);
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolDestroy(initial));
    CUdeviceptr p = 0;
    OK(cuMemAllocFromPoolAsync(&p, 64, initial, nullptr));
    CHECK(poolOf(p) == initial);
    OK(cuMemFreeAsync(p, nullptr));
    OK(create(own, place.type, place.location));
    OK(cuMemSetMemPool(&place.location, place.type, own));
    OK(cuMemGetMemPool(&current, &place.location, place.type));
    CHECK(current == own);
    OK(cuMemPoolDestroy(own));
    OK(cuMemGetMemPool(&current, &place.location, place.type));
    CHECK(current == initial);
  }
  CUmemLocation one = at(CU_MEM_LOCATION_TYPE_HOST), another = at(CU_MEM_LOCATION_TYPE_HOST, 5);
  CUmemoryPool first = nullptr, second = nullptr;
  OK(cuMemGetDefaultMemPool(&first, &one, kPinnedType));
  OK(cuMemGetDefaultMemPool(&second, &another, kPinnedType)); // there is one host
  CHECK(first == second);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuDeviceSetMemPool(0, first));
  OK(cuCtxSynchronize());
}

static void made() {
  constexpr int kFile = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  const CUmemLocation here = at(CU_MEM_LOCATION_TYPE_DEVICE), host = at(CU_MEM_LOCATION_TYPE_HOST),
                      numa = at(CU_MEM_LOCATION_TYPE_HOST_NUMA);
  struct {
    CUmemAllocationType type;
    CUmemLocation location;
    int handle;
    size_t maxSize;
    CUresult answer;
  } const kinds[] = {
      {kPinnedType, at(CU_MEM_LOCATION_TYPE_INVALID), 0, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, at(CU_MEM_LOCATION_TYPE_DEVICE, 99), 0, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, here, CU_MEM_HANDLE_TYPE_WIN32, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, here, 3, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, host, 0, 1 << 20, CUDA_SUCCESS},
      {kPinnedType, at(CU_MEM_LOCATION_TYPE_HOST, 5), 0, 0, CUDA_SUCCESS},
      {kPinnedType, host, kFile, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, numa, 0, 1 << 20, CUDA_SUCCESS},
      {kPinnedType, numa, kFile, 0, CUDA_SUCCESS},
      {kPinnedType, numa, 3, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, at(CU_MEM_LOCATION_TYPE_HOST_NUMA, 99), 0, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, at(CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT), 0, 0, CUDA_ERROR_INVALID_VALUE},
      {kPinnedType, at(CUmemLocationType(77)), 0, 0, CUDA_ERROR_INVALID_VALUE},
      {kManagedType, at(CU_MEM_LOCATION_TYPE_INVALID), 0, 0, CUDA_SUCCESS},
      {kManagedType, here, 0, 1 << 20, CUDA_ERROR_INVALID_VALUE},
      {kManagedType, here, kFile, 0, CUDA_ERROR_INVALID_VALUE},
      {kManagedType, at(CU_MEM_LOCATION_TYPE_DEVICE, 99), 0, 0, CUDA_ERROR_INVALID_VALUE},
      {kManagedType, at(CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT), 0, 0, CUDA_SUCCESS},
      {kManagedType, at(CUmemLocationType(77)), 0, 0, CUDA_ERROR_NOT_SUPPORTED},
      {CUmemAllocationType(77), here, 0, 0, CUDA_ERROR_INVALID_VALUE}};
  for (const auto &kind : kinds) {
    CUmemoryPool pool = nullptr;
    EXPECT(kind.answer, create(pool, kind.type, kind.location, kind.handle, kind.maxSize));
    if (kind.answer == CUDA_SUCCESS)
      OK(cuMemPoolDestroy(pool));
  }
  CUmemoryPool pool = nullptr;
  CUmemPoolProps props{};
  props.allocType = kPinnedType;
  props.location = here;
  props.reserved[3] = 1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemPoolCreate(&pool, &props));
  EXPECT(CUDA_ERROR_OUT_OF_MEMORY, create(pool, kPinnedType, here, 0, SIZE_MAX / 2));
  // A limit is one of what is reserved, in pieces of 32 MiB.
  CUdeviceptr p = 0, q = 0;
  OK(create(pool, kPinnedType, here, 0, 1));
  OK(cuMemAllocFromPoolAsync(&p, 1 << 20, pool, nullptr));
  EXPECT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAllocFromPoolAsync(&q, 64 << 20, pool, nullptr));
  OK(cuMemFreeAsync(p, nullptr));
  OK(cuCtxSynchronize());
  OK(cuMemPoolDestroy(pool));
}

int main() {
  inChild("of devices", [] {
    usePrimary();
    ofDevices();
  });
  inChild("elsewhere", [] {
    usePrimary();
    elsewhere();
  });
  inChild("made", [] {
    usePrimary();
    made();
  });
  inChild("at once", [] {
    usePrimary();
    onTwoThreads([](int) { made(); });
  });
  return finish("PoolLocations");
}
