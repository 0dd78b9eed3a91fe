// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries loaded at run time: their kernels, variables and managed variables.
#include "Libraries.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

static const char kNoKernel[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                                ".visible .global .align 4 .u32 alone = 3;\n";
static const char kBad[] =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry k() { junk; }\n";

static void loading() {
  cudaLibrary_t library = nullptr;
  EXPECT(cudaErrorInvalidValue,
         cudaLibraryLoadData(nullptr, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(cudaErrorInvalidValue, // options are announced, and are not there
         cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 1, nullptr, nullptr, 0));
  if (!onNvidia())
    EXPECT(cudaErrorInvalidValue,
           cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 1));
  cudaLibraryOption unknown = cudaLibraryOption(99);
  void *one = reinterpret_cast<void *>(1);
  EXPECT(cudaErrorInvalidValue,
         cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, &unknown, &one, 1));
  cudaJitOption unknownJit = cudaJitOption(999);
  EXPECT(cudaErrorInvalidValue,
         cudaLibraryLoadData(&library, kPtx, &unknownJit, &one, 1, nullptr, nullptr, 0));

  cudaJitOption jit = cudaJitMaxRegisters;
  void *registers = reinterpret_cast<void *>(uintptr_t(32));
  cudaLibraryOption kept = cudaLibraryBinaryIsPreserved;
  OK(cudaLibraryLoadData(&library, kPtx, &jit, &registers, 1, &kept, &one, 1));
  unsigned count = 0;
  OK(cudaLibraryGetKernelCount(&count, library));
  EQUAL(2, count);
  OK(cudaLibraryUnload(library));

  // Text that is no PTX is told at the first use at the latest.
  library = nullptr;
  cudaError_t first = cudaLibraryLoadData(&library, kBad, nullptr, nullptr, 0, nullptr, nullptr, 0);
  (void)cudaGetLastError();
  cudaKernel_t kernel = nullptr;
  if (first == cudaSuccess) {
    EXPECT(cudaErrorInvalidPtx, cudaLibraryGetKernel(&kernel, library, "k"));
    OK(cudaLibraryUnload(library));
  } else {
    EQUAL(cudaErrorInvalidPtx, first);
  }
  EXPECT(cudaErrorInvalidResourceHandle, cudaLibraryUnload(nullptr));
}

static void files() {
  char path[] = "/tmp/cuda-library-XXXXXX";
  int fd = mkstemp(path);
  CHECK(fd >= 0);
  CHECK(write(fd, kPtx, sizeof kPtx - 1) == ssize_t(sizeof kPtx - 1));
  close(fd);
  cudaLibrary_t library = nullptr;
  EXPECT(cudaErrorInvalidValue,
         cudaLibraryLoadFromFile(nullptr, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaLibraryLoadFromFile(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  EXPECT(cudaErrorFileNotFound, cudaLibraryLoadFromFile(&library, "/nowhere/at/all.ptx", nullptr,
                                                        nullptr, 0, nullptr, nullptr, 0));
  OK(cudaLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0));
  std::remove(path); // it has been read
  cudaKernel_t kernel = nullptr;
  unsigned *d = nullptr;
  OK(cudaMalloc(&d, 4));
  OK(cudaLibraryGetKernel(&kernel, library, "put"));
  OK(put(kernel, d, 4711));
  EQUAL(4711, word(d));
  OK(cudaLibraryUnload(library));
  OK(cudaFree(d));
}

static void kernels() {
  cudaLibrary_t library = load(kPtx), none = load(kNoKernel);
  cudaKernel_t kernel = nullptr, again = nullptr, all[3] = {};
  unsigned count = 77;
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetKernel(nullptr, library, "put"));
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetKernel(&kernel, library, nullptr));
  EXPECT(cudaErrorInvalidResourceHandle, cudaLibraryGetKernel(&kernel, nullptr, "put"));
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&kernel, library, "absent"));
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&kernel, library, ""));
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetKernel(&kernel, library, "counter"));
  OK(cudaLibraryGetKernel(&kernel, library, "put"));
  OK(cudaLibraryGetKernel(&again, library, "put"));
  CHECK(kernel && kernel == again);

  EXPECT(cudaErrorInvalidValue, cudaLibraryGetKernelCount(nullptr, library));
  EXPECT(cudaErrorInvalidResourceHandle, cudaLibraryGetKernelCount(&count, nullptr));
  OK(cudaLibraryGetKernelCount(&count, library));
  EQUAL(2, count);
  OK(cudaLibraryGetKernelCount(&count, none));
  EQUAL(0, count);
  OK(cudaLibraryEnumerateKernels(all, 3, library)); // more room than kernels
  CHECK(all[0] && all[1] && all[0] != all[1] && !all[2]);
  CHECK(all[0] == kernel || all[1] == kernel);
  all[0] = all[1] = nullptr;
  OK(cudaLibraryEnumerateKernels(all, 1, library));
  CHECK(all[0] && !all[1]);
  OK(cudaLibraryEnumerateKernels(all, 0, library)); // seen
  EXPECT(cudaErrorInvalidValue, cudaLibraryEnumerateKernels(nullptr, 2, library));
  EXPECT(cudaErrorInvalidResourceHandle, cudaLibraryEnumerateKernels(all, 1, nullptr));

  void *function = nullptr;
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetUnifiedFunction(nullptr, library, "put"));
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetUnifiedFunction(&function, library, nullptr));
  EXPECT(cudaErrorInvalidResourceHandle, cudaLibraryGetUnifiedFunction(&function, nullptr, "put"));
  EXPECT(cudaErrorInvalidValue,
         cudaLibraryGetUnifiedFunction(&function, library, "absent"));                     // seen
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetUnifiedFunction(&function, library, "put")); // seen

  // An attribute of a kernel on one device.
  cudaFuncAttributes attributes = {};
  OK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 2048, 0));
  OK(cudaFuncGetAttributes(&attributes, (const void *)kernel));
  EQUAL(2048, attributes.maxDynamicSharedSizeBytes);
  OK(cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50,
                                     0));
  OK(cudaFuncGetAttributes(&attributes, (const void *)kernel));
  EQUAL(50, attributes.preferredShmemCarveout);
  EXPECT(cudaErrorInvalidValue,
         cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                         101, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         1 << 24, 0));
  EXPECT(cudaErrorInvalidValue, cudaKernelSetAttributeForDevice(
                                    kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, -1, 0));
  EXPECT(cudaErrorInvalidValue,
         cudaKernelSetAttributeForDevice(kernel, cudaFuncAttribute(99), 1, 0));
  EXPECT(cudaErrorInvalidDevice, cudaKernelSetAttributeForDevice(
                                     kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 0, 99));
  EXPECT(cudaErrorInvalidDevice, cudaKernelSetAttributeForDevice(
                                     kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 0, -1));
  EXPECT(
      cudaErrorInvalidResourceHandle,
      cudaKernelSetAttributeForDevice(nullptr, cudaFuncAttributeMaxDynamicSharedMemorySize, 0, 0));
  OK(cudaFuncGetAttributes(&attributes, (const void *)kernel));
  EQUAL(2048, attributes.maxDynamicSharedSizeBytes);
  OK(cudaLibraryUnload(none));
  OK(cudaLibraryUnload(library));
}

static void variables() {
  cudaLibrary_t library = load(kPtx), other = load(kPtx);
  void *counter = nullptr, *words = nullptr, *theirs = nullptr, *both = nullptr, *p = nullptr;
  size_t bytes = 0;
  OK(cudaLibraryGetGlobal(&counter, &bytes, library, "counter"));
  EQUAL(4, bytes);
  EQUAL(7, word(counter));
  OK(cudaLibraryGetGlobal(&words, &bytes, library, "words"));
  EQUAL(20, bytes);
  EQUAL(5, word(static_cast<unsigned *>(words) + 4));
  OK(cudaLibraryGetGlobal(&p, nullptr, library, "words")); // either can be left out
  CHECK(p == words);
  bytes = 0;
  OK(cudaLibraryGetGlobal(nullptr, &bytes, library, "words"));
  EQUAL(20, bytes);
  OK(cudaLibraryGetGlobal(&theirs, &bytes, other, "counter"));
  CHECK(theirs != counter);
  OK(cudaLibraryGetManaged(&both, &bytes, library, "both"));
  EQUAL(4, bytes);
  *static_cast<unsigned *>(both) = 100;
  cudaKernel_t bump = nullptr;
  OK(cudaLibraryGetKernel(&bump, library, "bump"));
  OK(cudaLaunchKernel((const void *)bump, dim3(5), dim3(1), nullptr, 0, 0));
  OK(cudaDeviceSynchronize());
  EQUAL(12, word(counter));
  EQUAL(7, word(theirs));
  EQUAL(110, *static_cast<unsigned *>(both));

  EXPECT(cudaErrorInvalidValue, cudaLibraryGetGlobal(nullptr, nullptr, library, "counter"));
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetGlobal(&p, &bytes, library, nullptr));
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetGlobal(&p, &bytes, library, "absent"));
  CHECK(cudaLibraryGetGlobal(&p, &bytes, library, "put") != cudaSuccess); // a kernel
  (void)cudaGetLastError();
  EXPECT(cudaErrorInvalidResourceHandle, cudaLibraryGetGlobal(&p, &bytes, nullptr, "counter"));
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetManaged(nullptr, nullptr, library, "both"));
  EXPECT(cudaErrorInvalidValue, cudaLibraryGetManaged(&p, &bytes, library, nullptr));
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetManaged(&p, &bytes, library, "absent"));
  EXPECT(cudaErrorSymbolNotFound, cudaLibraryGetManaged(&p, &bytes, library, "counter"));
  EXPECT(cudaErrorInvalidResourceHandle, cudaLibraryGetManaged(&p, &bytes, nullptr, "both"));
  OK(cudaLibraryUnload(other));
  EQUAL(12, word(counter)); // the other copy is untouched
  OK(cudaLibraryUnload(library));
}

int main() {
  loading();
  onTwoThreads([](int) {
    files();
    kernels();
    variables();
  });
  return finish("Library");
}
