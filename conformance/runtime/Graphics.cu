// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resources of graphics interfaces. None can be registered without such an interface: NVIDIA's
// library says of all else that it is no resource, or no list of any. CPU devices have no such
// interface and say that.
#include "Check.h"

#include <thread>

/// What the library at hand answers where NVIDIA's answers `theirs`.
static cudaError_t expected(cudaError_t theirs) {
  return onNvidia() ? theirs : cudaErrorNotSupported;
}

static void errors(cudaStream_t s) {
  const cudaError_t noResource = expected(cudaErrorInvalidResourceHandle),
                    noList = expected(cudaErrorInvalidValue);
  cudaGraphicsResource_t none = nullptr;
  void *p = nullptr;
  size_t bytes = 0;
  cudaArray_t array = nullptr;
  cudaMipmappedArray_t mipmap = nullptr;
  EXPECT(noResource, cudaGraphicsUnregisterResource(nullptr));
  for (unsigned flags : {unsigned(cudaGraphicsMapFlagsNone), unsigned(cudaGraphicsMapFlagsReadOnly),
                         unsigned(cudaGraphicsMapFlagsWriteDiscard)})
    EXPECT(noResource, cudaGraphicsResourceSetMapFlags(nullptr, flags));
  EXPECT(noResource, cudaGraphicsMapResources(1, &none, s));
  EXPECT(noResource, cudaGraphicsUnmapResources(1, &none, s));
  EXPECT(noList, cudaGraphicsMapResources(1, nullptr, s));
  EXPECT(noList, cudaGraphicsUnmapResources(1, nullptr, s));
  EXPECT(noList, cudaGraphicsMapResources(0, &none, s));
  EXPECT(noList, cudaGraphicsUnmapResources(0, &none, s));
  EXPECT(noResource, cudaGraphicsMapResources(-1, &none, s));
  EXPECT(noResource, cudaGraphicsUnmapResources(-1, &none, s));
  EXPECT(noResource, cudaGraphicsResourceGetMappedPointer(&p, &bytes, nullptr));
  EXPECT(noResource, cudaGraphicsSubResourceGetMappedArray(&array, nullptr, 0, 0));
  EXPECT(noResource, cudaGraphicsResourceGetMappedMipmappedArray(&mipmap, nullptr));
  CHECK(!p && !bytes && !array && !mipmap);
}

int main() {
  cudaStream_t s[2];
  for (cudaStream_t &each : s)
    OK(cudaStreamCreateWithFlags(&each, cudaStreamNonBlocking));
  errors(s[0]);
  errors(s[1]);
  // The errors are of the thread that made them.
  const cudaError_t noResource = expected(cudaErrorInvalidResourceHandle);
  int good[2] = {};
  auto ask = [&](int which) {
    for (int i = 0; i < 50; ++i)
      good[which] +=
          cudaGraphicsUnregisterResource(nullptr) == noResource && cudaGetLastError() == noResource;
  };
  std::thread a(ask, 0), b(ask, 1);
  a.join();
  b.join();
  EQUAL(50, good[0]);
  EQUAL(50, good[1]);
  OK(cudaPeekAtLastError());
  for (cudaStream_t each : s) {
    OK(cudaStreamSynchronize(each)); // no error stays behind
    OK(cudaStreamDestroy(each));
  }
  return finish("Graphics");
}
