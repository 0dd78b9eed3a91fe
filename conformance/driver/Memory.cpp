// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation, host memory, what pointers are.
#include "Check.h"

/// Beside another thread that allocates, neither free memory nor a freed address is this one's
/// alone.
static void allocations(bool isAlone) {
  CUdeviceptr p = 0, q = 0;
  size_t freeBefore = 0, total = 0, freeAfter = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&p, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(nullptr, 16));
  EXPECT(CUDA_ERROR_OUT_OF_MEMORY, cuMemAlloc(&p, size_t(1) << 50));
  OK(cuMemGetInfo(&freeBefore, &total));
  CHECK(freeBefore <= total && freeBefore > 0);
  OK(cuMemAlloc(&p, 64 << 20));
  CHECK(p % 256 == 0);
  OK(cuMemGetInfo(&freeAfter, &total));
  if (isAlone)
    CHECK(freeBefore >= freeAfter + (64 << 20));
  OK(cuMemAlloc(&q, 1));
  CHECK(q % 256 == 0);
  CUdeviceptr base = 0;
  size_t size = 0;
  OK(cuMemGetAddressRange(&base, &size, p + 1000));
  CHECK(base == p && size == (64 << 20));
  EXPECT(CUDA_ERROR_NOT_FOUND, cuMemGetAddressRange(&base, &size, 0x10)); // seen
  OK(cuMemFree(0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(p + 256));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(0x1234500));
  OK(cuMemFree(p));
  if (isAlone)
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(p)); // twice
  OK(cuMemFree(q));
  int local = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(CUdeviceptr(&local)));
}

static void manySizes() {
  std::vector<std::pair<CUdeviceptr, size_t>> all;
  for (size_t size :
       {1, 3, 255, 256, 257, 511, 513, 4095, 4097, 65535, 1 << 20, (1 << 20) + 1, 3 << 20})
    for (int i = 0; i < 5; ++i) {
      CUdeviceptr p = 0;
      OK(cuMemAlloc(&p, size));
      OK(cuMemsetD8(p, (unsigned char)(all.size()), size));
      all.push_back({p, size});
    }
  for (size_t i = 0; i < all.size(); ++i) {
    std::vector<unsigned char> bytes(all[i].second);
    OK(cuMemcpyDtoH(bytes.data(), all[i].first, bytes.size()));
    bool same = true;
    for (unsigned char b : bytes)
      same &= b == (unsigned char)i;
    CHECK(same);
  }
  for (auto [p, size] : all)
    OK(cuMemFree(p));
}

static void pitched() {
  CUdeviceptr p = 0;
  size_t pitch = 0;
  OK(cuMemAllocPitch(&p, &pitch, 100, 10, 4));
  EQUAL(512, pitch); // seen
  OK(cuMemFree(p));
  OK(cuMemAllocPitch(&p, &pitch, 513, 3, 16));
  EQUAL(1024, pitch); // seen
  OK(cuMemFree(p));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&p, &pitch, 100, 10, 3));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&p, &pitch, 100, 10, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&p, &pitch, 0, 10, 4));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&p, &pitch, 100, 0, 4));
}

static void hostMemory(bool isAlone) {
  void *h = nullptr;
  CUdeviceptr d = 0;
  unsigned flags = 0;
  OK(cuMemHostAlloc(&h, 4096, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP));
  std::memset(h, 7, 4096);
  OK(cuMemHostGetDevicePointer(&d, h, 0));
  CHECK(d == CUdeviceptr(h)); // unified addressing
  OK(cuMemHostGetDevicePointer(&d, static_cast<char *>(h) + 100, 0));
  CHECK(d == CUdeviceptr(h) + 100);
  OK(cuMemHostGetFlags(&flags, h));
  CHECK((flags & CU_MEMHOSTALLOC_PORTABLE) != 0);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&d, h, 1));
  void *none = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostAlloc(&none, 4096, 0x100));
  OK(cuMemFreeHost(nullptr)); // seen
  OK(cuMemFreeHost(h));
  if (isAlone) // else it may be another thread's by now
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(h));
  OK(cuMemAllocHost(&h, 100));
  OK(cuMemFreeHost(h));
  int local = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(&local));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(&d, &local, 0));

  std::vector<char> own(1 << 16);
  OK(cuMemHostRegister(own.data(), own.size(), 0));
  EXPECT(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, cuMemHostRegister(own.data(), own.size(), 0));
  OK(cuMemHostGetDevicePointer(&d, own.data(), 0));
  CHECK(d == CUdeviceptr(own.data()));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFreeHost(own.data()));
  OK(cuMemHostUnregister(own.data()));
  EXPECT(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, cuMemHostUnregister(own.data()));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(nullptr, 100, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemHostRegister(own.data(), 0, 0));
}

template <typename T> static T get(CUpointer_attribute attribute, CUdeviceptr p) {
  T value{};
  OK(cuPointerGetAttribute(&value, attribute, p));
  return value;
}

static void pointers() {
  CUdeviceptr d = 0, m = 0;
  void *h = nullptr;
  OK(cuMemAlloc(&d, 1000));
  OK(cuMemHostAlloc(&h, 1000, 0));
  OK(cuMemAllocManaged(&m, 1000, CU_MEM_ATTACH_GLOBAL));
  EQUAL(CU_MEMORYTYPE_DEVICE, get<unsigned>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, d + 10));
  EQUAL(CU_MEMORYTYPE_HOST, get<unsigned>(CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CUdeviceptr(h)));
  EQUAL(0, get<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, d));
  EQUAL(1, get<unsigned>(CU_POINTER_ATTRIBUTE_IS_MANAGED, m));
  EQUAL(d + 10, get<CUdeviceptr>(CU_POINTER_ATTRIBUTE_DEVICE_POINTER, d + 10));
  EQUAL(CUdeviceptr(h), get<CUdeviceptr>(CU_POINTER_ATTRIBUTE_HOST_POINTER, CUdeviceptr(h)));
  EQUAL(d, get<CUdeviceptr>(CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, d + 10));
  EQUAL(1000, get<size_t>(CU_POINTER_ATTRIBUTE_RANGE_SIZE, d + 10));
  EQUAL(0, get<int>(CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, d));
  CUcontext context, current;
  OK(cuCtxGetCurrent(&current));
  OK(cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, d));
  CHECK(context == current);
  CHECK(get<unsigned long long>(CU_POINTER_ATTRIBUTE_BUFFER_ID, d) !=
        get<unsigned long long>(CU_POINTER_ATTRIBUTE_BUFFER_ID, CUdeviceptr(h)));
  void *value = nullptr;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuPointerGetAttribute(&value, CU_POINTER_ATTRIBUTE_HOST_POINTER, d)); // no host pointer
  unsigned type = 77;
  int local;
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CUdeviceptr(&local)));
  // The plural form answers "nothing" for unknown memory.
  CUpointer_attribute names[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                 CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                 CU_POINTER_ATTRIBUTE_IS_MANAGED};
  int ordinal = 77;
  unsigned managed = 77;
  void *data[] = {&type, &ordinal, &managed};
  OK(cuPointerGetAttributes(3, names, data, CUdeviceptr(&local)));
  EQUAL(0, type);
  EQUAL(-2, ordinal); // CU_DEVICE_INVALID, documented
  EQUAL(0, managed);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocManaged(&m, 1000, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAllocManaged(&m, 0, CU_MEM_ATTACH_GLOBAL));
  unsigned one = 1;
  OK(cuPointerSetAttribute(&one, CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));
  EQUAL(1, get<unsigned>(CU_POINTER_ATTRIBUTE_SYNC_MEMOPS, d));
  OK(cuMemFree(d));
  OK(cuMemFreeHost(h));
}

int main() {
  usePrimary();
  allocations(/*isAlone=*/true);
  manySizes();
  pitched();
  hostMemory(/*isAlone=*/true);
  pointers();
  // The same on two threads at once.
  onTwoThreads([](int) {
    allocations(/*isAlone=*/false);
    manySizes();
    pitched();
    hostMemory(/*isAlone=*/false);
    pointers();
  });
  return finish("Memory");
}
