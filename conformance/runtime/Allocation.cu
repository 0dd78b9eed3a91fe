// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of every kind at its edges: one byte, more than there is, sizes whose product is too
// large; null pointers, memory that was freed or registered already. On two threads at once.
#include "Check.h"

#include <cstdlib>
#include <vector>

static const size_t kHuge[] = {size_t(1) << 60, SIZE_MAX};

/// One byte of each kind is there; what no machine has is not.
static void linear(cudaStream_t s) {
  void *p = nullptr;
  char byte = 1;
  size_t free = 0, total = 0;
  OK(cudaMemGetInfo(&free, &total));
  CHECK(free <= total);

  OK(cudaMalloc(&p, 1));
  OK(cudaMemset(p, 5, 1));
  OK(cudaMemcpy(&byte, p, 1, cudaMemcpyDeviceToHost));
  EQUAL(5, byte);
  OK(cudaFree(p));
  OK(cudaMallocHost(&p, 1));
  *static_cast<char *>(p) = 6;
  OK(cudaFreeHost(p));
  OK(cudaHostAlloc(&p, 1,
                   cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined));
  unsigned flags = 0;
  OK(cudaHostGetFlags(&flags, p));
  EQUAL(cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined, flags);
  void *device = nullptr;
  OK(cudaHostGetDevicePointer(&device, p, 0));
  OK(cudaMemsetAsync(device, 7, 1, s));
  OK(cudaStreamSynchronize(s));
  EQUAL(7, *static_cast<char *>(p));
  OK(cudaFreeHost(p));
  OK(cudaMallocManaged(&p, 1));
  OK(cudaHostGetFlags(&flags, p)); // seen
  EQUAL(cudaHostAllocMapped, flags);
  OK(cudaFree(p));
  OK(cudaMallocAsync(&p, 1, s));
  OK(cudaFreeAsync(p, s));
  OK(cudaStreamSynchronize(s));

  EXPECT(cudaErrorMemoryAllocation, cudaMalloc(&p, total + 1));
  EXPECT(cudaErrorMemoryAllocation, cudaMallocAsync(&p, total + 1, s));
  for (size_t size : kHuge) {
    EXPECT(cudaErrorMemoryAllocation, cudaMalloc(&p, size));
    EXPECT(cudaErrorMemoryAllocation, cudaMallocHost(&p, size));
    EXPECT(cudaErrorMemoryAllocation, cudaHostAlloc(&p, size, cudaHostAllocDefault));
    EXPECT(cudaErrorMemoryAllocation, cudaMallocManaged(&p, size));
    EXPECT(cudaErrorMemoryAllocation, cudaMallocAsync(&p, size, s));
  }
  EXPECT(cudaErrorInvalidValue, cudaMallocHost((void **)nullptr, 4));
  EXPECT(cudaErrorInvalidValue, cudaMallocHost((void **)nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaHostAlloc((void **)nullptr, 4, 0));
  EXPECT(cudaErrorInvalidValue, cudaMallocManaged((void **)nullptr, 4));
  EXPECT(cudaErrorInvalidValue, cudaMallocManaged(&p, 4, 0));
  EXPECT(cudaErrorInvalidValue, cudaMallocManaged(&p, 4, cudaMemAttachSingle));
  EXPECT(cudaErrorInvalidValue, cudaMallocAsync((void **)nullptr, 4, s));
  EXPECT(cudaErrorInvalidValue, cudaMalloc((void **)nullptr, 0));
}

static void pitched() {
  void *p = nullptr;
  size_t pitch = 0;
  cudaPitchedPtr box{};
  OK(cudaMallocPitch(&p, &pitch, 1, 1));
  CHECK(pitch >= 1);
  OK(cudaMemset2D(p, pitch, 3, 1, 1));
  OK(cudaFree(p));
  EXPECT(cudaErrorInvalidValue, cudaMallocPitch((void **)nullptr, &pitch, 4, 4));
  EXPECT(cudaErrorInvalidValue, cudaMallocPitch(&p, nullptr, 4, 4));
  EXPECT(cudaErrorInvalidValue, cudaMalloc3D(nullptr, make_cudaExtent(4, 4, 4)));
  const size_t large = size_t(1) << 40;
  EXPECT(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, 4, large));
  EXPECT(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, large, 4));
  EXPECT(cudaErrorMemoryAllocation, cudaMalloc3D(&box, make_cudaExtent(4, large, 1)));
  EXPECT(cudaErrorMemoryAllocation, cudaMalloc3D(&box, make_cudaExtent(4, 1, large)));
  EXPECT(cudaErrorMemoryAllocation, cudaMalloc3D(&box, make_cudaExtent(large, 1, 1)));
  EXPECT(cudaErrorInvalidValue, cudaMallocPitch(&p, &pitch, SIZE_MAX, 1)); // no pitch is so large
  EXPECT(cudaErrorInvalidValue, cudaMalloc3D(&box, make_cudaExtent(SIZE_MAX, 1, 1)));
  if (!onNvidia()) { // which takes what is left of a product of 80 bits
    EXPECT(cudaErrorMemoryAllocation, cudaMalloc3D(&box, make_cudaExtent(4, large, large)));
    EXPECT(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, 4, size_t(1) << 60));
  }
  // The greatest pitch of copies is none of memory (seen).
  int greatest = 0;
  OK(cudaDeviceGetAttribute(&greatest, cudaDevAttrMaxPitch, 0));
  OK(cudaMallocPitch(&p, &pitch, size_t(greatest) + 1, 1));
  CHECK(pitch > size_t(greatest));
  OK(cudaFree(p));
}

static void arrays() {
  cudaArray_t array = nullptr;
  cudaMipmappedArray_t mipmap = nullptr;
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float4>(), none{};
  int w1 = 0, w2 = 0, h2 = 0, w3 = 0;
  OK(cudaDeviceGetAttribute(&w1, cudaDevAttrMaxTexture1DWidth, 0));
  OK(cudaDeviceGetAttribute(&w2, cudaDevAttrMaxTexture2DWidth, 0));
  OK(cudaDeviceGetAttribute(&h2, cudaDevAttrMaxTexture2DHeight, 0));
  OK(cudaDeviceGetAttribute(&w3, cudaDevAttrMaxTexture3DWidth, 0));
  const size_t width = size_t(w1), plane = size_t(w2), rows = size_t(h2), cube = size_t(w3);
  cudaChannelFormatDesc bytes = cudaCreateChannelDesc<char>();
  // The largest of each shape, and one more.
  OK(cudaMallocArray(&array, &bytes, width));
  OK(cudaFreeArray(array));
  OK(cudaMallocArray(&array, &bytes, plane, 1));
  OK(cudaFreeArray(array));
  OK(cudaMallocArray(&array, &bytes, 1, rows));
  OK(cudaFreeArray(array));
  OK(cudaMalloc3DArray(&array, &bytes, make_cudaExtent(cube, 1, 1)));
  OK(cudaFreeArray(array));
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(&array, &bytes, width + 1));
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(&array, &bytes, plane + 1, 1));
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(&array, &bytes, 1, rows + 1));
  EXPECT(cudaErrorInvalidValue, cudaMalloc3DArray(&array, &bytes, make_cudaExtent(cube + 1, 1, 1)));
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(&array, &bytes, 0));
  EXPECT(cudaErrorInvalidValue, cudaMallocArray(&array, &bytes, 0, 4));
  EXPECT(cudaErrorInvalidValue, cudaMalloc3DArray(&array, &bytes, make_cudaExtent(4, 0, 4)));
  EXPECT(cudaErrorInvalidValue, cudaMalloc3DArray(nullptr, &bytes, make_cudaExtent(4, 4, 4)));
  EXPECT(cudaErrorInvalidValue, cudaMalloc3DArray(&array, nullptr, make_cudaExtent(4, 4, 4)));
  EXPECT(cudaErrorInvalidValue,
         cudaMalloc3DArray(&array, &bytes, make_cudaExtent(4, 4, 4), 1 << 30));
  EXPECT(cudaErrorInvalidChannelDescriptor,
         cudaMalloc3DArray(&array, &none, make_cudaExtent(4, 4, 4)));
  // Faces of cubes are squares, six of them.
  OK(cudaMalloc3DArray(&array, &bytes, make_cudaExtent(4, 4, 6), cudaArrayCubemap));
  OK(cudaFreeArray(array));
  EXPECT(cudaErrorInvalidValue,
         cudaMalloc3DArray(&array, &bytes, make_cudaExtent(4, 5, 6), cudaArrayCubemap));
  EXPECT(cudaErrorInvalidValue,
         cudaMalloc3DArray(&array, &bytes, make_cudaExtent(4, 4, 5), cudaArrayCubemap));
  EXPECT(cudaErrorMemoryAllocation, // 64 TiB
         cudaMalloc3DArray(&array, &desc, make_cudaExtent(cube, cube, cube)));
  EXPECT(cudaErrorMemoryAllocation, cudaMallocArray(&array, &desc, plane, rows));

  const cudaExtent extent = make_cudaExtent(16, 8, 0);
  OK(cudaMallocMipmappedArray(&mipmap, &bytes, extent, 5));
  OK(cudaGetMipmappedArrayLevel(&array, mipmap, 4));
  cudaExtent level{};
  cudaChannelFormatDesc seen{};
  OK(cudaArrayGetInfo(&seen, &level, nullptr, array));
  EQUAL(1, level.width);
  EQUAL(1, level.height);
  OK(cudaGetChannelDesc(&seen, array));
  EQUAL(8, seen.x);
  EXPECT(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(&array, mipmap, 5));
  EXPECT(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(nullptr, mipmap, 0));
  EXPECT(cudaErrorInvalidResourceHandle, cudaGetMipmappedArrayLevel(&array, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, cudaGetChannelDesc(nullptr, array));
  OK(cudaFreeMipmappedArray(mipmap));
  EXPECT(cudaErrorInvalidValue, cudaMallocMipmappedArray(nullptr, &bytes, extent, 1));
  EXPECT(cudaErrorInvalidValue, cudaMallocMipmappedArray(&mipmap, nullptr, extent, 1));
  OK(cudaMallocMipmappedArray(&mipmap, &bytes, extent, 0)); // seen
  OK(cudaFreeMipmappedArray(mipmap));
  EXPECT(cudaErrorInvalidValue,
         cudaMallocMipmappedArray(&mipmap, &bytes, make_cudaExtent(0, 8, 0), 1));
  EXPECT(cudaErrorInvalidChannelDescriptor, cudaMallocMipmappedArray(&mipmap, &none, extent, 1));
  EXPECT(cudaErrorMemoryAllocation,
         cudaMallocMipmappedArray(&mipmap, &desc, make_cudaExtent(cube, cube, cube), 1));
}

/// Memory of the program that devices may use for a while.
static void registered() {
  const size_t page = size_t(sysconf(_SC_PAGESIZE));
  char *memory = static_cast<char *>(aligned_alloc(page, 4 * page));
  OK(cudaHostRegister(memory, 2 * page, cudaHostRegisterPortable | cudaHostRegisterMapped));
  EXPECT(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(memory, 2 * page, 0));
  EXPECT(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(memory, page, 0));
  EXPECT(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(memory + page, 2 * page, 0));
  unsigned flags = 0;
  OK(cudaHostGetFlags(&flags, memory + 5)); // memory is always mapped (seen)
  EQUAL(cudaHostRegisterPortable | cudaHostRegisterMapped, flags);
  void *device = nullptr;
  OK(cudaHostGetDevicePointer(&device, memory, 0));
  OK(cudaMemset(device, 9, 2 * page));
  EQUAL(9, memory[2 * page - 1]);
  EXPECT(cudaErrorInvalidValue, cudaHostUnregister(memory + 1)); // not where it begins (seen)
  EXPECT(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(memory + 2 * page));
  EXPECT(cudaErrorInvalidValue, cudaFreeHost(memory));
  OK(cudaHostUnregister(memory));
  EXPECT(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(memory));
  EXPECT(cudaErrorInvalidValue, cudaHostGetFlags(&flags, memory));
  OK(cudaHostRegister(memory + 3, 1, 0)); // one byte somewhere
  OK(cudaHostUnregister(memory + 3));
  EXPECT(cudaErrorInvalidValue, cudaHostUnregister(nullptr));
  EXPECT(cudaErrorInvalidValue, cudaHostRegister(nullptr, page, 0));
  EXPECT(cudaErrorInvalidValue, cudaHostRegister(memory, page, 0x100));
  EXPECT(cudaErrorInvalidValue, cudaHostRegister(memory, SIZE_MAX, 0));
  EXPECT(cudaErrorInvalidValue, // it is no device's memory
         cudaHostRegister(memory, page, cudaHostRegisterIoMemory));
  EXPECT(cudaErrorInvalidValue, cudaHostGetFlags(nullptr, memory));
  EXPECT(cudaErrorInvalidValue, cudaHostGetDevicePointer(nullptr, memory, 0));
  int readOnly = 0;
  OK(cudaDeviceGetAttribute(&readOnly, cudaDevAttrHostRegisterReadOnlySupported, 0));
  if (readOnly) {
    OK(cudaHostRegister(memory, page, cudaHostRegisterReadOnly));
    OK(cudaHostUnregister(memory));
  } else {
    EXPECT(cudaErrorNotSupported, cudaHostRegister(memory, page, cudaHostRegisterReadOnly));
  }
  // Memory of the runtime cannot be registered once more.
  void *pinned = nullptr;
  OK(cudaMallocHost(&pinned, page));
  EXPECT(cudaErrorInvalidValue, cudaHostRegister(pinned, page, 0)); // seen
  EXPECT(cudaErrorInvalidValue, cudaHostUnregister(pinned));
  OK(cudaHostGetFlags(&flags, pinned));
  EQUAL(cudaHostAllocMapped, flags);
  OK(cudaFreeHost(pinned));
  void *devices = nullptr;
  OK(cudaMalloc(&devices, page));
  EXPECT(cudaErrorInvalidValue, cudaHostRegister(devices, page, 0));
  EXPECT(cudaErrorInvalidValue, cudaHostUnregister(devices));
  OK(cudaFree(devices));
  EXPECT(cudaErrorInvalidValue, cudaFreeHost(pinned));
  free(memory);
}

/// What was given back is nobody's.
static void freed(cudaStream_t s) {
  char *p = nullptr;
  OK(cudaMalloc(&p, 4096));
  EXPECT(cudaErrorInvalidValue, cudaFree(p + 1));
  EXPECT(cudaErrorInvalidValue, cudaFreeAsync(p + 1, s));
  EXPECT(cudaErrorInvalidValue, cudaFreeHost(p));
  OK(cudaFree(p));
  int local = 0;
  EXPECT(cudaErrorInvalidValue, cudaFreeAsync(&local, s));
  EXPECT(cudaErrorInvalidValue, cudaPointerGetAttributes(nullptr, p));
  cudaPointerAttributes attributes{};
  OK(cudaPointerGetAttributes(&attributes, nullptr));
  EQUAL(cudaMemoryTypeUnregistered, attributes.type);
}

int main() {
  OK(cudaSetDevice(0));
  onTwoThreads([](int) {
    cudaStream_t s;
    OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    linear(s);
    pitched();
    arrays();
    registered();
    freed(s);
    OK(cudaStreamDestroy(s));
  });
  return finish("Allocation");
}
