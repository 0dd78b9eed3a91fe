// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Virtual memory management: reserve, create, map, give access.
#include "VirtualMemory.h"

static void mapping() {
  size_t g = granularity();
  CUmemAllocationProp prop = onDevice();
  CUmemGenericAllocationHandle one, two, again;
  CUdeviceptr p = 0;
  OK(cuMemAddressReserve(&p, 4 * g, 0, 0, 0));
  CHECK(p % g == 0);
  OK(cuMemCreate(&one, 2 * g, &prop, 0));
  OK(cuMemCreate(&two, g, &prop, 0));
  OK(cuMemMap(p, 2 * g, 0, one, 0));
  OK(cuMemMap(p + 2 * g, g, 0, two, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemMap(p + 2 * g, g, 0, two, 0)); // taken
  unsigned long long flags = 77;
  CUmemLocation here = prop.location;
  OK(cuMemGetAccess(&flags, &here, p));
  EQUAL(CU_MEM_ACCESS_FLAGS_PROT_NONE, flags);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(p, 1, 16)); // no access yet
  OK(cuMemSetAccess(p, 3 * g, &kReadWrite, 1));
  OK(cuMemGetAccess(&flags, &here, p + 2 * g + 5));
  EQUAL(CU_MEM_ACCESS_FLAGS_PROT_READWRITE, flags);

  // One copy and one kernel over both mappings.
  std::vector<unsigned> host(3 * g / 4);
  OK(cuMemsetD32(p, 0x01020304, 3 * g / 4));
  CUmodule module = loadPtx(kIotaPtx);
  unsigned n = unsigned(3 * g / 4);
  OK(launch1(kernelOf(module, "iota"), (n + 255) / 256, 256, {&p, &n}));
  OK(cuMemcpyDtoH(host.data(), p, 3 * g));
  bool counts = true;
  for (unsigned i = 0; i < n; ++i)
    counts &= host[i] == i;
  CHECK(counts);
  EXPECT(CUDA_ERROR_INVALID_VALUE,
         cuMemcpyDtoH(host.data(), p + g, 3 * g)); // into what is not mapped

  // The same memory at a second place; a released handle keeps what is mapped.
  CUdeviceptr q = 0;
  OK(cuMemAddressReserve(&q, g, 0, 0, 0));
  OK(cuMemMap(q, g, 0, two, 0));
  OK(cuMemSetAccess(q, g, &kReadWrite, 1));
  OK(cuMemRelease(two));
  OK(cuMemsetD8(q, 0x5a, g));
  unsigned char byte = 0;
  OK(cuMemcpyDtoH(&byte, p + 3 * g - 1, 1));
  EQUAL(0x5a, byte);
  OK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void *>(q + 3)));
  CUmemAllocationProp told{};
  OK(cuMemGetAllocationPropertiesFromHandle(&told, again));
  EQUAL(CU_MEM_ALLOCATION_TYPE_PINNED, told.type);
  EQUAL(CU_MEM_LOCATION_TYPE_DEVICE, told.location.type);
  OK(cuMemRelease(again));

  // Pointers.
  CUcontext context = reinterpret_cast<CUcontext>(1);
  unsigned type = 0;
  OK(cuPointerGetAttribute(&context, CU_POINTER_ATTRIBUTE_CONTEXT, p + 8));
  CHECK(context == nullptr);
  OK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, p + 8));
  EQUAL(CU_MEMORYTYPE_DEVICE, type);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemFree(p));

  // Mappings go as wholes, addresses when nothing is mapped. What is not mapped is passed over
  // (seen).
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemUnmap(p, g));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(p, 4 * g));
  OK(cuMemUnmap(p, 4 * g));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyDtoH(&byte, p, 1));
  OK(cuMemMap(p + g, 2 * g, 0, one, 0)); // elsewhere in the range
  OK(cuMemSetAccess(p + g, 2 * g, &kReadWrite, 1));
  OK(cuMemcpyDtoH(host.data(), p + g, 8));
  CHECK(host[0] == 0 && host[1] == 1);
  OK(cuMemUnmap(p + g, 2 * g));
  OK(cuMemRelease(one));
  if (!onNvidia()) {
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemMap(p, 2 * g, 0, one, 0)); // released
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemRelease(one));
  }
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAddressFree(p, g));
  OK(cuMemAddressFree(p, 4 * g));
  OK(cuMemUnmap(q, g));
  OK(cuMemAddressFree(q, g));
}

static void mistakes() {
  size_t g = granularity();
  CUmemAllocationProp prop = onDevice();
  CUmemGenericAllocationHandle h = 0;
  CUdeviceptr p = 0;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&h, g + 1, &prop, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&h, 0, &prop, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&h, g, nullptr, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&h, g, &prop, 1));
  EXPECT(CUDA_ERROR_OUT_OF_MEMORY, cuMemCreate(&h, size_t(1) << 50, &prop, 0));
  prop.location.id = 99;
  EXPECT(CUDA_ERROR_INVALID_DEVICE, cuMemCreate(&h, g, &prop, 0));
  prop = onDevice();
  prop.type = CU_MEM_ALLOCATION_TYPE_INVALID;
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemCreate(&h, g, &prop, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&p, 0, 0, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&p, g, 3, 0, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemAddressReserve(&p, g, 0, 0, 1));
  prop = onDevice();
  OK(cuMemCreate(&h, g, &prop, 0));
  OK(cuMemAddressReserve(&p, 2 * g, 16 * g, 0, 0));
  EQUAL(0, p % (16 * g));
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(p, 2 * g, 0, h, 0));     // more than there is (seen)
  EXPECT(CUDA_ERROR_NOT_SUPPORTED, cuMemMap(p, g, g, h, 0));         // an offset (seen)
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemMap(p + 1, g, 0, h, 0));     // not aligned
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemMap(p + 2 * g, g, 0, h, 0)); // beyond the range
  if (!onNvidia())
    EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemMap(p, g, 0, 12345, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(p, g, &kReadWrite, 1)); // nothing there
  OK(cuMemMap(p, g, 0, h, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(p, g, nullptr, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemSetAccess(p, g, &kReadWrite, 0));
  // Memory that no device may write.
  CUmemAccessDesc readOnly = accessOf(CU_MEM_ACCESS_FLAGS_PROT_READ);
  OK(cuMemSetAccess(p, g, &kReadWrite, 1));
  OK(cuMemsetD8(p, 7, g));
  OK(cuStreamSynchronize(nullptr)); // a fill may still be under way, and is to find its rights
  OK(cuMemSetAccess(p, g, &readOnly, 1));
  unsigned char byte = 0;
  OK(cuMemcpyDtoH(&byte, p + 9, 1));
  EQUAL(7, byte);
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemsetD8(p, 8, 1));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemcpyHtoD(p, &byte, 1));
  int fd = -1;
  EXPECT(CUDA_ERROR_INVALID_VALUE, // seen: not asked for when it was made
         cuMemExportToShareableHandle(&fd, h, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
  EXPECT(CUDA_ERROR_INVALID_VALUE, cuMemImportFromShareableHandle(
                                       &h, reinterpret_cast<void *>(intptr_t(0)),
                                       CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)); // standard input
  OK(cuMemUnmap(p, g));
  OK(cuMemAddressFree(p, 2 * g));
}

/// Memory counts, and comes back, when the last of handle and mapping goes. The driver may keep a
/// little for itself. False if not: others may use the device, too.
static bool isAccountedFor() {
  const size_t g = granularity();
  size_t before, during, after, total;
  CUmemAllocationProp prop = onDevice();
  bool counts = true;
  OK(cuMemGetInfo(&before, &total));
  for (int i = 0; i < 20; ++i) {
    CUmemGenericAllocationHandle h;
    CUdeviceptr p;
    OK(cuMemCreate(&h, 4 * g, &prop, 0));
    OK(cuMemAddressReserve(&p, 4 * g, 0, 0, 0));
    OK(cuMemMap(p, 4 * g, 0, h, 0));
    OK(cuMemRelease(h));
    OK(cuMemGetInfo(&during, &total));
    counts &= during <= before && before - during >= 4 * g;
    OK(cuMemUnmap(p, 4 * g));
    OK(cuMemAddressFree(p, 4 * g));
  }
  OK(cuMemGetInfo(&after, &total));
  return counts && after + 10 * 4 * g > before;
}

static void accounting() {
  for (int i = 0; i < 10; ++i)
    if (isAccountedFor()) // one time undisturbed is enough
      return;
  CHECK(!"memory is accounted for");
}

/// A kernel that touches mapped memory without access loses the context, as any bad address does.
static void noAccess() {
  usePrimary();
  size_t g = granularity();
  CUmemAllocationProp prop = onDevice();
  CUmemGenericAllocationHandle h;
  CUdeviceptr p;
  OK(cuMemCreate(&h, g, &prop, 0));
  OK(cuMemAddressReserve(&p, g, 0, 0, 0));
  OK(cuMemMap(p, g, 0, h, 0));
  CUmodule module = loadPtx(kIotaPtx);
  OK(launch1(kernelOf(module, "increment"), 1, 1, {&p}));
  EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
}

int main() {
  inChild("noAccess", noAccess);
  usePrimary();
  mapping();
  mistakes();
  accounting();
  // The same on two threads at once.
  onTwoThreads([](int) {
    mapping();
    mistakes();
  });
  return finish("VirtualMemory");
}
