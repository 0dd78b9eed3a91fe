// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams, events, callbacks, and entry points of the driver.
#include "Check.h"

static int called = 0;
static void callback(cudaStream_t, cudaError_t status, void *data) {
  called += status == cudaSuccess ? *static_cast<int *>(data) : 1000;
}
static void function(void *data) { called += 10 * *static_cast<int *>(data); }

static void streams() {
  cudaStream_t stream, high;
  unsigned flags = 9;
  int value = 9, least = 0, greatest = 0;
  EXPECT(cudaErrorInvalidValue, cudaStreamCreateWithFlags(&stream, 8));
  EXPECT(cudaErrorInvalidValue, cudaStreamCreate(nullptr));
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamGetFlags(stream, &flags));
  EQUAL(cudaStreamDefault, flags);
  OK(cudaStreamGetPriority(stream, &value));
  EQUAL(0, value);
  OK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  CHECK(least >= greatest);
  OK(cudaDeviceGetStreamPriorityRange(nullptr, nullptr));
  OK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, -100));
  OK(cudaStreamGetPriority(high, &value));
  EQUAL(greatest, value); // clamped to the range
  OK(cudaStreamGetFlags(high, &flags));
  EQUAL(cudaStreamNonBlocking, flags);
  OK(cudaStreamGetFlags(0, &flags));
  EQUAL(cudaStreamDefault, flags);
  OK(cudaStreamGetDevice(stream, &value));
  EQUAL(0, value);
  OK(cudaStreamQuery(0));
  OK(cudaStreamSynchronize(cudaStreamPerThread));
  EXPECT(cudaErrorInvalidResourceHandle, cudaStreamDestroy(0));
  EXPECT(cudaErrorInvalidResourceHandle, cudaStreamDestroy(cudaStreamLegacy));
  EXPECT(cudaErrorInvalidResourceHandle, cudaStreamDestroy(cudaStreamPerThread));
  EXPECT(cudaErrorInvalidResourceHandle, cudaStreamWaitEvent(stream, nullptr, 0));

  int five = 5;
  OK(cudaStreamAddCallback(stream, callback, &five, 0));
  EXPECT(cudaErrorInvalidValue, cudaStreamAddCallback(stream, callback, &five, 1));
  EXPECT(cudaErrorInvalidValue, cudaStreamAddCallback(stream, nullptr, &five, 0));
  OK(cudaStreamSynchronize(stream));
  EQUAL(5, called);
  OK(cudaLaunchHostFunc(stream, function, &five));
  EXPECT(cudaErrorInvalidValue, cudaLaunchHostFunc(stream, nullptr, &five));
  OK(cudaStreamSynchronize(stream));
  EQUAL(55, called);
  OK(cudaStreamDestroy(stream));
  OK(cudaStreamDestroy(high));
}

static void events() {
  cudaEvent_t event, untimed;
  float milliseconds = -1;
  EXPECT(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, 0x20));
  EXPECT(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, cudaEventInterprocess));
  OK(cudaEventCreate(&event));
  OK(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, event, event));
  OK(cudaEventQuery(event)); // never recorded is complete
  OK(cudaEventRecord(event, 0));
  OK(cudaEventRecord(untimed, 0));
  OK(cudaEventSynchronize(untimed));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&milliseconds, event, untimed));
  OK(cudaEventElapsedTime(&milliseconds, event, event));
  CHECK(milliseconds == 0);
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventRecord(nullptr, 0));
  EXPECT(cudaErrorInvalidResourceHandle, cudaEventDestroy(nullptr));
  OK(cudaEventDestroy(event));
  OK(cudaEventDestroy(untimed));
}

static void entryPoints() {
  void *pointer = &pointer;
  cudaDriverEntryPointQueryResult status;
  OK(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &pointer, 13000, 0, &status));
  EQUAL(cudaDriverEntryPointSymbolNotFound, status);
  CHECK(!pointer);
  OK(cudaGetDriverEntryPointByVersion("cuMemCreate", &pointer, 9000, 0, &status));
  EQUAL(cudaDriverEntryPointVersionNotSufficent, status);
  OK(cudaGetDriverEntryPointByVersion("cuNoSuchThing", &pointer, 13000, 0, nullptr));
  EXPECT(cudaErrorInvalidValue,
         cudaGetDriverEntryPointByVersion("cuMemAlloc", &pointer, 99999, 0, &status));
  EXPECT(cudaErrorInvalidValue,
         cudaGetDriverEntryPointByVersion("cuInit", &pointer, 13000, 77, &status));
  OK(cudaGetDriverEntryPointByVersion("cuDriverGetVersion", &pointer, 13000, 0, &status));
  EQUAL(cudaDriverEntryPointSuccess, status);
  int version = 0, same = 0;
  reinterpret_cast<int (*)(int *)>(pointer)(&version);
  OK(cudaDriverGetVersion(&same));
  EQUAL(same, version);
}

int main() {
  streams();
  events();
  entryPoints();
  return finish("Stream");
}
