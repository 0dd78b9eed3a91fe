// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and semaphores of other interfaces, by file descriptors. A GPU takes those that Vulkan has
// exported on it, and of this program only the errors; the CPU takes a memfd and an eventfd, with
// which the program shows that both sides see each other.
#include "Check.h"

#include <atomic>
#include <cstdint>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

__global__ void iota(unsigned *p, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = i;
}

static constexpr size_t kBytes = 1 << 20;

static int makeFile(size_t bytes, void **mapped) {
  int fd = memfd_create("shared", MFD_CLOEXEC);
  CHECK(fd >= 0 && ftruncate(fd, off_t(bytes)) == 0);
  *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK(*mapped != MAP_FAILED);
  return fd;
}

/// What no side takes. The manual has an invalid handle where there is none; NVIDIA's library tells
/// of an invalid value, and for descriptors that are none of cudaErrorUnknown.
static void errors() {
  const cudaError_t noHandle = onNvidia() ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  const cudaError_t noFile = onNvidia() ? cudaErrorUnknown : cudaErrorInvalidValue;
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc desc = {};
  desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
  desc.handle.fd = -1;
  desc.size = kBytes;
  EXPECT(cudaErrorInvalidValue, cudaImportExternalMemory(&memory, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaImportExternalMemory(nullptr, &desc));
  EXPECT(noFile, cudaImportExternalMemory(&memory, &desc));
  desc.type = cudaExternalMemoryHandleType(77);
  EXPECT(cudaErrorInvalidValue, cudaImportExternalMemory(&memory, &desc));
  desc.type = cudaExternalMemoryHandleTypeOpaqueWin32; // of another system
  EXPECT(cudaErrorNotSupported, cudaImportExternalMemory(&memory, &desc));
  desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
  desc.flags = 0x100;
  EXPECT(cudaErrorInvalidValue, cudaImportExternalMemory(&memory, &desc));
  desc.flags = 0;
  desc.size = 0;
  EXPECT(cudaErrorInvalidValue, cudaImportExternalMemory(&memory, &desc));
  cudaExternalMemoryBufferDesc buffer = {};
  cudaExternalMemoryMipmappedArrayDesc levels = {};
  cudaMipmappedArray_t mipmap = nullptr;
  void *p = nullptr;
  buffer.size = 4096;
  EXPECT(noHandle, cudaExternalMemoryGetMappedBuffer(&p, nullptr, &buffer));
  levels.formatDesc = cudaCreateChannelDesc<float>();
  levels.extent = make_cudaExtent(8, 8, 0);
  levels.numLevels = 1;
  EXPECT(noHandle, cudaExternalMemoryGetMappedMipmappedArray(&mipmap, nullptr, &levels));
  EXPECT(noHandle, cudaDestroyExternalMemory(nullptr));

  cudaExternalSemaphore_t semaphore = nullptr;
  cudaExternalSemaphoreHandleDesc about = {};
  about.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  about.handle.fd = -1;
  EXPECT(cudaErrorInvalidValue, cudaImportExternalSemaphore(&semaphore, nullptr));
  EXPECT(cudaErrorInvalidValue, cudaImportExternalSemaphore(nullptr, &about));
  EXPECT(noFile, cudaImportExternalSemaphore(&semaphore, &about));
  about.type = cudaExternalSemaphoreHandleType(77);
  EXPECT(cudaErrorInvalidValue, cudaImportExternalSemaphore(&semaphore, &about));
  about.type = cudaExternalSemaphoreHandleTypeOpaqueWin32;
  EXPECT(cudaErrorNotSupported, cudaImportExternalSemaphore(&semaphore, &about));
  about.type = cudaExternalSemaphoreHandleTypeOpaqueFd;
  about.flags = 1;
  EXPECT(cudaErrorInvalidValue, cudaImportExternalSemaphore(&semaphore, &about));
  cudaExternalSemaphoreSignalParams signal = {};
  cudaExternalSemaphoreWaitParams wait = {};
  EXPECT(cudaErrorInvalidValue, cudaSignalExternalSemaphoresAsync(nullptr, &signal, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaSignalExternalSemaphoresAsync(&semaphore, nullptr, 1, 0));
  if (!onNvidia())
    EXPECT(noHandle, cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaWaitExternalSemaphoresAsync(nullptr, &wait, 1, 0));
  EXPECT(cudaErrorInvalidValue, cudaWaitExternalSemaphoresAsync(&semaphore, nullptr, 1, 0));
  EXPECT(noHandle, cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, 0));
  EXPECT(cudaErrorInvalidValue, // seen: none at all
         cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 0, 0));
  EXPECT(cudaErrorInvalidValue, cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 0, 0));
  EXPECT(noHandle, cudaDestroyExternalSemaphore(nullptr));
}

static void memory() {
  void *mapped;
  int fd = makeFile(kBytes, &mapped);
  auto *words = static_cast<unsigned *>(mapped);
  cudaExternalMemory_t external = nullptr;
  cudaExternalMemoryHandleDesc desc = {};
  desc.type = cudaExternalMemoryHandleTypeOpaqueFd;
  desc.handle.fd = fd;
  desc.size = kBytes + 1;
  EXPECT(cudaErrorInvalidValue, cudaImportExternalMemory(&external, &desc)); // not so much
  desc.size = kBytes;
  OK(cudaImportExternalMemory(&external, &desc));

  cudaExternalMemoryBufferDesc buffer = {};
  unsigned *all = nullptr, *part = nullptr, value = 0;
  EXPECT(cudaErrorInvalidValue,
         cudaExternalMemoryGetMappedBuffer((void **)&all, external, &buffer));
  EXPECT(cudaErrorInvalidValue,
         cudaExternalMemoryGetMappedBuffer((void **)&all, external, nullptr));
  buffer.size = kBytes;
  EXPECT(cudaErrorInvalidValue, cudaExternalMemoryGetMappedBuffer(nullptr, external, &buffer));
  OK(cudaExternalMemoryGetMappedBuffer((void **)&all, external, &buffer));
  buffer.offset = 4;
  EXPECT(cudaErrorInvalidValue,
         cudaExternalMemoryGetMappedBuffer((void **)&part, external, &buffer));
  buffer.offset = 0;
  buffer.flags = 1;
  EXPECT(cudaErrorInvalidValue,
         cudaExternalMemoryGetMappedBuffer((void **)&part, external, &buffer));
  buffer.flags = 0;
  buffer.offset = 5000;
  buffer.size = 400;
  OK(cudaExternalMemoryGetMappedBuffer((void **)&part, external, &buffer));
  // A kernel's stores are seen outside; what comes from outside is seen by copies.
  iota<<<8, 128>>>(all, 1000);
  OK(cudaDeviceSynchronize());
  EQUAL(999, words[999]);
  words[5000 / 4] = 4711;
  OK(cudaMemcpy(&value, part, 4, cudaMemcpyDeviceToHost));
  EQUAL(4711, value);
  EXPECT(cudaErrorInvalidValue, cudaMemcpy(&value, (char *)part + 398, 4, cudaMemcpyDeviceToHost));
  // Two streams, a half each.
  cudaStream_t s[2];
  for (unsigned i = 0; i < 2; ++i) {
    OK(cudaStreamCreateWithFlags(&s[i], cudaStreamNonBlocking));
    OK(cudaMemsetAsync(all + i * 512, int(i) + 1, 2048, s[i]));
  }
  for (cudaStream_t each : s) {
    OK(cudaStreamSynchronize(each));
    OK(cudaStreamDestroy(each));
  }
  CHECK(words[0] == 0x01010101 && words[511] == 0x01010101 && words[512] == 0x02020202);
  OK(cudaFree(part));
  EXPECT(cudaErrorInvalidValue, cudaFree(part));
  OK(cudaFree(all));

  // The same memory as an array of two levels, where the library has that.
  cudaExternalMemoryMipmappedArrayDesc levels = {};
  cudaMipmappedArray_t mipmap = nullptr;
  EXPECT(cudaErrorInvalidValue,
         cudaExternalMemoryGetMappedMipmappedArray(&mipmap, external, nullptr));
  EXPECT(cudaErrorInvalidChannelDescriptor,
         cudaExternalMemoryGetMappedMipmappedArray(&mipmap, external, &levels));
  levels.formatDesc = cudaCreateChannelDesc<float>();
  levels.extent = make_cudaExtent(8, 8, 0);
  levels.numLevels = 2;
  EXPECT(cudaErrorInvalidValue,
         cudaExternalMemoryGetMappedMipmappedArray(nullptr, external, &levels));
  levels.offset = kBytes; // nothing is there
  EXPECT(cudaErrorInvalidValue,
         cudaExternalMemoryGetMappedMipmappedArray(&mipmap, external, &levels));
  levels.offset = 65536;
  std::memset(mapped, 0, kBytes);
  OK(cudaExternalMemoryGetMappedMipmappedArray(&mipmap, external, &levels));
  for (unsigned level = 0; level < 2; ++level) {
    const size_t side = level ? 4 : 8;
    float in[64], out[64] = {};
    for (int i = 0; i < 64; ++i)
      in[i] = float(i) + 0.5f;
    cudaArray_t array = nullptr;
    cudaExtent extent = {};
    OK(cudaGetMipmappedArrayLevel(&array, mipmap, level));
    OK(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
    EQUAL(side, extent.width);
    EQUAL(side, extent.height);
    OK(cudaMemcpy2DToArray(array, 0, 0, in, side * 4, side * 4, side, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2DFromArray(out, side * 4, array, 0, 0, side * 4, side, cudaMemcpyDeviceToHost));
    CHECK(!std::memcmp(in, out, side * side * 4));
  }
  int written = 0, outside = 0;
  for (size_t i = 0; i < kBytes / 4; ++i)
    (i < 65536 / 4 ? outside : written) += words[i] != 0;
  EQUAL(64 + 16, written); // they are in the file
  EQUAL(0, outside);
  OK(cudaFreeMipmappedArray(mipmap));
  OK(cudaDestroyExternalMemory(external));
  EXPECT(cudaErrorInvalidResourceHandle, cudaDestroyExternalMemory(external));
  munmap(mapped, kBytes);
}

static cudaExternalSemaphore_t import(cudaExternalSemaphoreHandleType type, int fd) {
  cudaExternalSemaphoreHandleDesc desc = {};
  desc.type = type;
  desc.handle.fd = fd;
  cudaExternalSemaphore_t semaphore = nullptr;
  OK(cudaImportExternalSemaphore(&semaphore, &desc));
  return semaphore;
}

static void binary() {
  int fd = eventfd(0, EFD_SEMAPHORE), peer = dup(fd);
  cudaExternalSemaphore_t semaphore = import(cudaExternalSemaphoreHandleTypeOpaqueFd, fd);
  cudaStream_t stream;
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaExternalSemaphoreWaitParams wait = {};
  cudaExternalSemaphoreSignalParams signal = {};
  OK(cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, stream));
  EQUAL(cudaErrorNotReady, cudaStreamQuery(stream));
  uint64_t one = 1, seen = 0;
  CHECK(write(peer, &one, 8) == 8);
  OK(cudaStreamSynchronize(stream));
  OK(cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(read(peer, &seen, 8) == 8);
  EQUAL(1, seen);
  signal.flags = 4;
  EXPECT(cudaErrorInvalidValue, cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, stream));
  OK(cudaDestroyExternalSemaphore(semaphore));
  EXPECT(cudaErrorInvalidResourceHandle, cudaDestroyExternalSemaphore(semaphore));
  OK(cudaStreamDestroy(stream));
  close(peer);
}

/// Two threads with a stream each hand a counter to each other.
static void timeline() {
  void *mapped;
  int fd = makeFile(4096, &mapped);
  auto *counter = static_cast<std::atomic<uint64_t> *>(mapped);
  cudaExternalSemaphore_t semaphore =
      import(cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd, fd);
  bool fine[2] = {true, true};
  auto play = [&](unsigned which) {
    cudaStream_t s;
    fine[which] &= cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess;
    for (uint64_t i = which; i < 40; i += 2) {
      cudaExternalSemaphoreWaitParams wait = {};
      cudaExternalSemaphoreSignalParams signal = {};
      wait.params.fence.value = i;
      signal.params.fence.value = i + 1;
      fine[which] &= cudaWaitExternalSemaphoresAsync(&semaphore, &wait, 1, s) == cudaSuccess;
      fine[which] &= cudaSignalExternalSemaphoresAsync(&semaphore, &signal, 1, s) == cudaSuccess;
    }
    fine[which] &= cudaStreamSynchronize(s) == cudaSuccess;
    fine[which] &= cudaStreamDestroy(s) == cudaSuccess;
  };
  std::thread a(play, 0), b(play, 1);
  a.join();
  b.join();
  CHECK(fine[0] && fine[1]);
  EQUAL(40, counter->load());
  OK(cudaDestroyExternalSemaphore(semaphore));
  munmap(mapped, 4096);
}

int main() {
  errors();
  if (!onNvidia())
    onTwoThreads([](int) {
      memory();
      binary();
      timeline();
    });
  return finish("External");
}
