// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes and ids of streams, boxes that are copied and filled in them, on two threads at once; what is
// asked of devices and kernels besides.
#include <thread>
#include <vector>

#include "Check.h"

__global__ void nothing() {}

static void attributes(cudaStream_t s, cudaStream_t t) {
  unsigned long long first = 0, second = 0;
  OK(cudaStreamGetId(s, &first));
  OK(cudaStreamGetId(t, &second));
  CHECK(first != second);
  EXPECT(cudaErrorInvalidValue, cudaStreamGetId(s, nullptr));
  cudaStreamAttrValue value{}, seen{};
  value.syncPolicy = cudaSyncPolicyYield;
  OK(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &value));
  OK(cudaStreamGetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &seen));
  EQUAL(cudaSyncPolicyYield, seen.syncPolicy);
  OK(cudaStreamCopyAttributes(t, s));
  seen = {};
  OK(cudaStreamGetAttribute(t, cudaStreamAttributeSynchronizationPolicy, &seen));
  EQUAL(cudaSyncPolicyYield, seen.syncPolicy);
  EXPECT(cudaErrorInvalidValue, cudaStreamGetAttribute(s, cudaStreamAttrID(99), &seen));
  EXPECT(cudaErrorInvalidValue, cudaStreamSetAttribute(s, cudaStreamAttrID(99), &value));
}

/// A box of bytes is filled in one stream and copied in it; outside of it nothing changes.
static void boxes(cudaStream_t s) {
  constexpr size_t kWidth = 13, kHeight = 5, kDepth = 3;
  cudaPitchedPtr box{};
  OK(cudaMalloc3D(&box, make_cudaExtent(kWidth, kHeight, kDepth)));
  std::vector<unsigned char> host(kWidth * kHeight * kDepth, 1);
  OK(cudaMemset3DAsync(box, 7, make_cudaExtent(kWidth, kHeight, kDepth), s));
  OK(cudaMemset3DAsync(box, 9, make_cudaExtent(2, 3, 1), s));
  OK(cudaMemset3DAsync(box, 5, make_cudaExtent(0, 3, 1), s)); // nothing
  cudaMemcpy3DParms copy{};
  copy.srcPtr = box;
  copy.dstPtr = make_cudaPitchedPtr(host.data(), kWidth, kWidth, kHeight);
  copy.extent = make_cudaExtent(kWidth, kHeight, kDepth);
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3DAsync(&copy, s));
  OK(cudaStreamSynchronize(s));
  for (size_t i = 0; i < host.size(); ++i) {
    size_t x = i % kWidth, y = i / kWidth % kHeight, z = i / kWidth / kHeight;
    EQUAL(x < 2 && y < 3 && z == 0 ? 9 : 7, host[i]);
  }
  EXPECT(cudaErrorInvalidValue, cudaMemcpy3DAsync(nullptr, s));
  OK(cudaFree(box.ptr));
}

static void attached(cudaStream_t s) {
  int *managed = nullptr;
  OK(cudaMallocManaged(&managed, 4096));
  *managed = 3;
  OK(cudaStreamAttachMemAsync(s, managed, 0, cudaMemAttachSingle));
  OK(cudaStreamSynchronize(s));
  EQUAL(3, *managed);
  EXPECT(cudaErrorInvalidValue, cudaStreamAttachMemAsync(s, managed, 0, 99));
  OK(cudaFree(managed));
}

static void questions() {
  size_t bytes = 0, width = 0;
  int clusters = 0;
  OK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, nothing, 1, 64));
  CHECK(bytes >= 48 << 10);
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  OK(cudaDeviceGetTexture1DLinearMaxWidth(&width, &format, 0));
  CHECK(width > 0);
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(16);
  config.blockDim = dim3(64);
  OK(cudaOccupancyMaxPotentialClusterSize(&clusters, nothing, &config));
  CHECK(clusters >= 1);
  cudaAtomicOperation add = cudaAtomicOperationIntegerAdd;
  unsigned capabilities = 0;
  int native = 0, devices = 0;
  OK(cudaDeviceGetHostAtomicCapabilities(&capabilities, &add, 1, 0));
  OK(cudaDeviceGetAttribute(&native, cudaDevAttrHostNativeAtomicSupported, 0));
  CHECK(!native || capabilities != 0);
  OK(cudaGetDeviceCount(&devices));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetHostAtomicCapabilities(&capabilities, &add, 1, 99));
  EXPECT(cudaErrorInvalidDevice, cudaDeviceGetP2PAtomicCapabilities(&capabilities, &add, 1, 0, 99));
  if (devices > 1)
    OK(cudaDeviceGetP2PAtomicCapabilities(&capabilities, &add, 1, 0, 1));
  EXPECT(cudaErrorInvalidValue, cudaOccupancyMaxPotentialClusterSize(nullptr, nothing, &config));
}

int main() {
  OK(cudaSetDevice(0));
  questions();
  std::thread threads[2];
  for (std::thread &thread : threads)
    thread = std::thread([] {
      cudaStream_t s, t;
      OK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
      OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
      attributes(s, t);
      for (cudaStream_t each : {s, t}) {
        boxes(each);
        attached(each);
      }
      OK(cudaStreamDestroy(s));
      OK(cudaStreamDestroy(t));
    });
  for (std::thread &thread : threads)
    thread.join();
  return finish("StreamState");
}
