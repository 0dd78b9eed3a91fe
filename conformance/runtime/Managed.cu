// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Advice on managed memory, and what can be asked of its ranges.
#include "ManagedPlaces.h"

static void advice() {
  char *p = allocate();
  EQUAL(0, get(cudaMemRangeAttributeReadMostly, p, kBytes));
  EQUAL(cudaInvalidDeviceId, get(cudaMemRangeAttributePreferredLocation, p, kBytes));
  EQUAL(cudaInvalidDeviceId, get(cudaMemRangeAttributeLastPrefetchLocation, p, kBytes));
  EQUAL(cudaMemLocationTypeInvalid, get(cudaMemRangeAttributePreferredLocationType, p, kBytes));
  EQUAL(cudaMemLocationTypeInvalid, get(cudaMemRangeAttributeLastPrefetchLocationType, p, kBytes));
  // Of all pages or of none.
  OK(cudaMemAdvise(p, kHalf, cudaMemAdviseSetReadMostly, kDevice));
  EQUAL(1, get(cudaMemRangeAttributeReadMostly, p, kHalf));
  EQUAL(0, get(cudaMemRangeAttributeReadMostly, p, kBytes));
  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseSetReadMostly, kWrong)); // which device does not matter
  EQUAL(1, get(cudaMemRangeAttributeReadMostly, p, kBytes));
  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetReadMostly, kDevice));
  EQUAL(0, get(cudaMemRangeAttributeReadMostly, p, kHalf));

  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, kDevice));
  EQUAL(0, get(cudaMemRangeAttributePreferredLocation, p, kBytes));
  EQUAL(cudaMemLocationTypeDevice, get(cudaMemRangeAttributePreferredLocationType, p, kBytes));
  EQUAL(0, get(cudaMemRangeAttributePreferredLocationId, p, kBytes));
  OK(cudaMemAdvise(p, 4096, cudaMemAdviseSetPreferredLocation, kHost));
  EQUAL(cudaCpuDeviceId, get(cudaMemRangeAttributePreferredLocation, p, 4096));
  EQUAL(cudaMemLocationTypeHost, get(cudaMemRangeAttributePreferredLocationType, p, 4096));
  EQUAL(cudaInvalidDeviceId, get(cudaMemRangeAttributePreferredLocation, p, kBytes));
  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetPreferredLocation, kWrong));
  EQUAL(cudaInvalidDeviceId, get(cudaMemRangeAttributePreferredLocation, p, kBytes));

  int by[3] = {7, 7, 7};
  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, kDevice));
  OK(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, p, kBytes));
  CHECK(by[0] == 0 && by[1] == cudaInvalidDeviceId && by[2] == cudaInvalidDeviceId);
  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetAccessedBy, kDevice));
  OK(cudaMemRangeGetAttribute(by, sizeof by, cudaMemRangeAttributeAccessedBy, p, kBytes));
  EQUAL(cudaInvalidDeviceId, by[0]);

  EXPECT(cudaErrorInvalidValue,
         cudaMemAdvise(nullptr, kBytes, cudaMemAdviseSetReadMostly, kDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(p, 0, cudaMemAdviseSetReadMostly, kDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(p, kBytes + 1, cudaMemAdviseSetReadMostly, kDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(p, kBytes, cudaMemoryAdvise(99), kDevice));
  EXPECT(cudaErrorInvalidValue,
         cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation, kWrong));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(p, kBytes, cudaMemAdviseSetAccessedBy, kWrong));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(p, kBytes, cudaMemAdviseUnsetAccessedBy, kWrong));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(p, kBytes, cudaMemAdviseSetPreferredLocation,
                                              at(cudaMemLocationTypeHostNuma, 9999)));
  for (int each = cudaMemAdviseSetReadMostly; each <= cudaMemAdviseUnsetAccessedBy; ++each)
    EXPECT(cudaErrorInvalidValue, cudaMemAdvise(p, kBytes, cudaMemoryAdvise(each), kInvalid));
  void *device, *pinned;
  OK(cudaMalloc(&device, 4096));
  OK(cudaMallocHost(&pinned, 4096));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(device, 4096, cudaMemAdviseSetReadMostly, kDevice));
  EXPECT(cudaErrorInvalidValue, cudaMemAdvise(pinned, 4096, cudaMemAdviseSetReadMostly, kDevice));
  OK(cudaFree(device));
  OK(cudaFreeHost(pinned));
  // A new allocation at the old place knows nothing of it.
  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseSetReadMostly, kDevice));
  OK(cudaFree(p));
  p = allocate();
  EQUAL(0, get(cudaMemRangeAttributeReadMostly, p, kBytes));
  OK(cudaFree(p));
}

static void ranges() {
  char *p = allocate();
  int readMostly = 7, preferred = 7;
  void *data[] = {&readMostly, &preferred};
  size_t sizes[] = {4, 4};
  cudaMemRangeAttribute both[] = {cudaMemRangeAttributeReadMostly,
                                  cudaMemRangeAttributePreferredLocation};
  OK(cudaMemAdvise(p, kBytes, cudaMemAdviseSetReadMostly, kDevice));
  OK(cudaMemRangeGetAttributes(data, sizes, both, 2, p, kBytes));
  EQUAL(1, readMostly);
  EQUAL(cudaInvalidDeviceId, preferred);
  readMostly = 7;
  OK(cudaMemRangeGetAttributes(data, sizes, both, 1, p + 100, 1));
  EQUAL(1, readMostly);
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttributes(data, sizes, both, 0, p, kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttributes(nullptr, sizes, both, 2, p, kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttributes(data, nullptr, both, 2, p, kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttributes(data, sizes, nullptr, 2, p, kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttributes(data, sizes, both, 2, p, 0));
  sizes[1] = 5;
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttributes(data, sizes, both, 2, p, kBytes));
  int by[2];
  const auto one = cudaMemRangeAttributeReadMostly;
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttribute(by, 8, one, p, kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttribute(by, 0, one, p, kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttribute(nullptr, 4, one, p, kBytes));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttribute(by, 4, one, p, 0));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttribute(by, 4, one, p, kBytes + 1));
  EXPECT(cudaErrorInvalidValue, cudaMemRangeGetAttribute(by, 4, one, nullptr, 4));
  EXPECT(cudaErrorInvalidValue,
         cudaMemRangeGetAttribute(by, 4, cudaMemRangeAttribute(99), p, kBytes));
  EXPECT(cudaErrorInvalidValue,
         cudaMemRangeGetAttribute(by, 3, cudaMemRangeAttributeAccessedBy, p, kBytes));
  OK(cudaFree(p));
}

/// A copy or a fill without a stream has ended when the call returns (seen, for copies from device to
/// device, too).
static void hostReads() {
  const size_t bytes = 64 << 20;
  unsigned char *from, *to;
  OK(cudaMallocManaged(&from, bytes));
  OK(cudaMallocManaged(&to, bytes));
  for (int i = 1; i < 8; ++i) {
    OK(cudaMemset(from, i, bytes));
    EQUAL(i, int(from[bytes - 1]));
    OK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice));
    EQUAL(i, int(to[bytes - 1]));
    OK(cudaDeviceSynchronize());
  }
  OK(cudaFree(from));
  OK(cudaFree(to));
}

int main() {
  advice();
  hostReads();
  onTwoThreads([](int) { ranges(); });
  return finish("Managed");
}
