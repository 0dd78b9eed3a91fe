// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation and release of every kind of memory, sizes of zero, what a pointer is.
#include "Check.h"

__managed__ int managed = 42;

template <typename Pointer> static void expectKind(Pointer pointer, int type, int device,
                                                   bool isDevice, bool isHost) {
  cudaPointerAttributes attributes;
  std::memset(&attributes, 7, sizeof attributes);
  OK(cudaPointerGetAttributes(&attributes, pointer));
  EQUAL(type, attributes.type);
  EQUAL(device, attributes.device);
  EQUAL(isDevice, attributes.devicePointer == (void *)pointer);
  EQUAL(isHost, attributes.hostPointer == (void *)pointer);
}

static void nothing() {
  void *pointer = &pointer;
  size_t pitch = 9;
  cudaPitchedPtr pitched;
  OK(cudaMalloc(&pointer, 0));
  CHECK(!pointer);
  pointer = &pointer;
  OK(cudaMallocHost(&pointer, 0));
  CHECK(!pointer);
  pointer = &pointer;
  OK(cudaMallocManaged(&pointer, 0));
  CHECK(!pointer);
  pointer = &pointer;
  OK(cudaMallocPitch(&pointer, &pitch, 0, 4));
  CHECK(!pointer);
  EQUAL(0, pitch);
  OK(cudaMallocPitch(&pointer, &pitch, 4, 0));
  CHECK(!pointer);
  OK(cudaMalloc3D(&pitched, make_cudaExtent(0, 2, 2)));
  OK(cudaMallocAsync(&pointer, 0, 0));
  CHECK(!pointer);
  OK(cudaFree(nullptr));
  OK(cudaFreeHost(nullptr));
  OK(cudaFreeAsync(nullptr, 0));
}

static void device() {
  void *pointer = nullptr;
  int local = 0;
  EXPECT(cudaErrorInvalidValue, cudaMalloc((void **)nullptr, 4));
  EXPECT(cudaErrorMemoryAllocation, cudaMalloc(&pointer, size_t(1) << 60));
  OK(cudaMalloc(&pointer, 4096));
  EXPECT(cudaErrorInvalidValue, cudaFreeHost(pointer));
  OK(cudaFree(pointer));
  EXPECT(cudaErrorInvalidValue, cudaFree(pointer));
  EXPECT(cudaErrorInvalidValue, cudaFree((void *)0x1234));
  EXPECT(cudaErrorInvalidValue, cudaFree(&local));

  size_t pitch = 0;
  OK(cudaMallocPitch(&pointer, &pitch, 1, 10));
  EQUAL(512, pitch);
  OK(cudaFree(pointer));
  OK(cudaMallocPitch(&pointer, &pitch, 513, 10));
  EQUAL(1024, pitch);
  OK(cudaFree(pointer));
  cudaPitchedPtr pitched;
  OK(cudaMalloc3D(&pitched, make_cudaExtent(10, 3, 2)));
  EQUAL(512, pitched.pitch);
  EQUAL(10, pitched.xsize);
  EQUAL(3, pitched.ysize);
  OK(cudaFree(pitched.ptr));
}

static void host() {
  void *pinned = nullptr, *mapped = nullptr;
  unsigned flags = 0;
  int local = 0;
  OK(cudaMallocHost(&pinned, 4096));
  EXPECT(cudaErrorInvalidValue, cudaFree(pinned));
  EXPECT(cudaErrorInvalidValue, cudaHostAlloc(&mapped, 16, 0x40));
  EXPECT(cudaErrorInvalidValue, cudaHostGetFlags(&flags, &local));
  OK(cudaHostGetDevicePointer(&mapped, pinned, 0));
  CHECK(mapped == pinned);
  EXPECT(cudaErrorInvalidValue, cudaHostGetDevicePointer(&mapped, &local, 0));
  EXPECT(cudaErrorInvalidValue, cudaHostGetDevicePointer(&mapped, pinned, 5));
  EXPECT(cudaErrorInvalidValue, cudaHostRegister(&local, 0, 0));
  EXPECT(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(&local));
  EXPECT(cudaErrorInvalidValue, cudaFreeHost(&local));
  EXPECT(cudaErrorInvalidValue, cudaMallocManaged(&mapped, 64, 9));
  OK(cudaMallocManaged(&mapped, 64, cudaMemAttachHost));
  OK(cudaFree(mapped));
  OK(cudaFreeHost(pinned));
}

static void kinds() {
  char *memory = nullptr;
  void *pinned = nullptr;
  int local = 0;
  OK(cudaMalloc(&memory, 4096));
  OK(cudaMallocHost(&pinned, 64));
  expectKind(memory, cudaMemoryTypeDevice, 0, true, false);
  expectKind(memory + 100, cudaMemoryTypeDevice, 0, true, false);
  expectKind(pinned, cudaMemoryTypeHost, 0, true, true);
  expectKind(&managed, cudaMemoryTypeManaged, 0, true, true);
  expectKind(&local, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, false, true);
  expectKind((void *)0x10, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, false, true);
  OK(cudaFree(memory));
  OK(cudaFreeHost(pinned));
}

int main() {
  EQUAL(42, managed);
  nothing();
  device();
  host();
  kinds();
  return finish("Memory");
}
