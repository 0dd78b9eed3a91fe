// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_DEVICE=all through the runtime API: copies between all devices, and the order of work
// around them.
#include "Drivers.h"

__global__ void slowFill(int *out, int value) {
  for (long long start = clock64(); clock64() - start < 50000000;)
    ;
  for (int i = threadIdx.x; i < kCount; i += blockDim.x)
    out[i] = value;
}

static void copies(int from, int to) {
  std::vector<int> data(kCount);
  auto check = [&](int *memory, int start) {
    std::fill(data.begin(), data.end(), 0);
    OK(cudaMemcpy(data.data(), memory, kBytes, cudaMemcpyDefault));
    CHECK(isFilled(data, start));
  };
  int *target = filled(to, 0), *source = filled(from, 0);
  int start = 100;
  auto again = [&] {
    OK(cudaSetDevice(from));
    fill<<<kCount / 256, 256>>>(source, ++start);
  };
  again();
  OK(cudaMemcpyPeer(target, to, source, from, kBytes));
  check(target, start);
  again();
  OK(cudaMemcpy(target, source, kBytes, cudaMemcpyDeviceToDevice));
  check(target, start);
  again();
  OK(cudaMemcpy(target, source, kBytes, cudaMemcpyDefault));
  check(target, start);
  again();
  OK(cudaDeviceSynchronize());
  OK(cudaSetDevice(to));
  OK(cudaMemcpy(target, source, kBytes, cudaMemcpyDefault));
  check(target, start);

  // In a stream of either, with work before and after it.
  for (int device : {from, to}) {
    cudaStream_t stream;
    again();
    OK(cudaDeviceSynchronize());
    OK(cudaSetDevice(device));
    OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    if (device == from)
      addOne<<<kCount / 256, 256, 0, stream>>>(source);
    OK(cudaMemcpyPeerAsync(target, to, source, from, kBytes, stream));
    if (device == to)
      addOne<<<kCount / 256, 256, 0, stream>>>(target);
    OK(cudaStreamSynchronize(stream));
    check(target, start + 1);
    OK(cudaMemset(target, 0, kBytes));
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpyAsync(target, source, kBytes, cudaMemcpyDefault, stream));
    OK(cudaStreamSynchronize(stream));
    check(target, device == from ? start + 1 : start);
    // Memory of the host into the device whose stream it is not.
    std::vector<int> host(kCount, 77);
    OK(cudaMemcpyAsync(device == from ? target : source, host.data(), kBytes,
                       cudaMemcpyHostToDevice, stream));
    std::fill(host.begin(), host.end(), 0); // pageable: may change as soon as the call is back
    OK(cudaStreamSynchronize(stream));
    OK(cudaMemcpy(data.data(), device == from ? target : source, kBytes, cudaMemcpyDeviceToHost));
    EQUAL(77, data[kCount - 1]);
    OK(cudaStreamDestroy(stream));
  }

  // Two dimensions: every second row of 64 numbers.
  again();
  OK(cudaDeviceSynchronize());
  OK(cudaMemset(target, 0, kBytes));
  OK(cudaDeviceSynchronize());
  OK(cudaMemcpy2D(target, 256, source, 512, 256, kCount / 128, cudaMemcpyDefault));
  OK(cudaMemcpy(data.data(), target, kBytes, cudaMemcpyDefault));
  bool isRight = true;
  for (int i = 0; i < kCount / 2; ++i)
    isRight &= data[i] == (i / 64 * 128 + i % 64) * 3 + start;
  CHECK(isRight);

  // Through an array of the one into memory of the other.
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  for (int device : {from, to}) {
    again();
    OK(cudaDeviceSynchronize());
    OK(cudaSetDevice(device));
    OK(cudaMallocArray(&array, &format, 256, 256));
    OK(cudaMemcpy2DToArray(array, 0, 0, source, 1024, 1024, 256, cudaMemcpyDefault));
    OK(cudaMemset(target, 0, kBytes));
    OK(cudaDeviceSynchronize());
    OK(cudaMemcpy2DFromArray(target, 1024, array, 0, 0, 1024, 256, cudaMemcpyDefault));
    check(target, start);
    OK(cudaFreeArray(array));
  }
  // Freed while another device is current.
  OK(cudaSetDevice(from));
  OK(cudaFree(target));
  OK(cudaSetDevice(to));
  OK(cudaFree(source));
}

static void order(int from, int to) {
  int *source = filled(from, 0), *target = filled(to, 0);
  cudaStream_t producer, consumer;
  cudaEvent_t ready;
  std::vector<int> data(kCount);
  OK(cudaSetDevice(from));
  OK(cudaDeviceSynchronize());
  OK(cudaStreamCreateWithFlags(&producer, cudaStreamNonBlocking));
  OK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  OK(cudaSetDevice(to));
  OK(cudaDeviceSynchronize());
  OK(cudaStreamCreateWithFlags(&consumer, cudaStreamNonBlocking));
  OK(cudaSetDevice(from));
  slowFill<<<1, 32, 0, producer>>>(source, 1234);
  OK(cudaEventRecord(ready, producer));
  OK(cudaSetDevice(to));
  OK(cudaStreamWaitEvent(consumer, ready, 0));
  OK(cudaMemcpyPeerAsync(target, to, source, from, kBytes, consumer));
  addOne<<<kCount / 256, 256, 0, consumer>>>(target);
  OK(cudaStreamSynchronize(consumer));
  OK(cudaMemcpy(data.data(), target, kBytes, cudaMemcpyDeviceToHost));
  EQUAL(1235, data[0]);
  EQUAL(1235, data[kCount - 1]);

  // What cannot be.
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(ready, consumer));
  OK(cudaStreamDestroy(consumer));
  OK(cudaSetDevice(from));
  OK(cudaStreamDestroy(producer));
  OK(cudaEventDestroy(ready));
  OK(cudaFree(source));
  OK(cudaFree(target));
}

static void entryPoint() {
  void *found = nullptr;
  cudaDriverEntryPointQueryResult status;
  OK(cudaGetDriverEntryPointByVersion("cuMemcpy", &found, 12000, cudaEnableDefault, &status));
  auto *copy = reinterpret_cast<int (*)(unsigned long long, unsigned long long, size_t)>(found);
  int *source = filled(0, 11), *target = filled(devices - 1, 0);
  std::vector<int> data(kCount);
  OK(cudaSetDevice(0));
  OK(cudaDeviceSynchronize());
  EQUAL(0, copy((unsigned long long)target, (unsigned long long)source, kBytes));
  OK(cudaMemcpy(data.data(), target, kBytes, cudaMemcpyDefault));
  CHECK(isFilled(data, 11));
  OK(cudaFree(source));
  OK(cudaFree(target));
}

int main() {
  std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);
  list();
  for (int from = 0; from < devices; ++from)
    for (int to = 0; to < devices; ++to)
      if (from != to) {
        copies(from, to);
        order(from, to);
      }
  entryPoint();
  resetAll();
  return finish("between_drivers");
}
