// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries loaded at run time, in two streams and on two threads.
#include "Libraries.h"

#include <thread>

static void twoStreams() {
  cudaLibrary_t library = load(kPtx);
  cudaKernel_t kernel = nullptr;
  OK(cudaLibraryGetKernel(&kernel, library, "put"));
  cudaStream_t streams[2];
  unsigned *d = nullptr;
  OK(cudaMalloc(&d, 8));
  for (cudaStream_t &stream : streams)
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (unsigned i = 0; i <= 50; ++i)
    for (unsigned s = 0; s < 2; ++s)
      OK(put(kernel, d + s, i * 10 + s, streams[s]));
  for (cudaStream_t stream : streams)
    OK(cudaStreamSynchronize(stream));
  EQUAL(500, word(d));
  EQUAL(501, word(d + 1));
  for (cudaStream_t stream : streams)
    OK(cudaStreamDestroy(stream));
  OK(cudaLibraryUnload(library));
  OK(cudaFree(d));
}

/// Each thread loads, uses and unloads libraries of its own; one is common.
static void twoThreads() {
  cudaLibrary_t common = load(kPtx);
  unsigned seen[2] = {};
  cudaKernel_t kernels[2] = {};
  auto work = [&](int thread) {
    unsigned *d = nullptr, good = 0;
    bool fine = cudaMalloc(&d, 4) == cudaSuccess;
    for (unsigned i = 0; i < 5; ++i) {
      cudaLibrary_t own = nullptr;
      cudaKernel_t kernel = nullptr;
      unsigned value = 0, wanted = i * 2 + unsigned(thread);
      fine &=
          cudaLibraryLoadData(&own, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0) == cudaSuccess;
      fine &= cudaLibraryGetKernel(&kernel, own, "put") == cudaSuccess;
      fine &= put(kernel, d, wanted) == cudaSuccess;
      fine &= cudaMemcpy(&value, d, 4, cudaMemcpyDeviceToHost) == cudaSuccess;
      fine &= cudaLibraryGetKernel(&kernels[thread], common, "bump") == cudaSuccess;
      fine &= cudaLaunchKernel((const void *)kernels[thread], dim3(1), dim3(1), nullptr, 0, 0) ==
              cudaSuccess;
      fine &= cudaDeviceSynchronize() == cudaSuccess;
      fine &= cudaLibraryUnload(own) == cudaSuccess;
      good += value == wanted;
    }
    fine &= cudaFree(d) == cudaSuccess;
    seen[thread] = fine ? good : 0;
  };
  std::thread a(work, 0), b(work, 1);
  a.join();
  b.join();
  EQUAL(5, seen[0]);
  EQUAL(5, seen[1]);
  CHECK(kernels[0] == kernels[1]);
  void *counter = nullptr;
  OK(cudaLibraryGetGlobal(&counter, nullptr, common, "counter"));
  EQUAL(17, word(counter));
  OK(cudaLibraryUnload(common));
}

int main() {
  twoStreams();
  twoThreads();
  return finish("LibraryThreads");
}
