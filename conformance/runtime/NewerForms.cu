// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of runtimes newer than 13.0: where managed memory is, and a capture that goes on.
#include "Check.h"

static void locations() {
  constexpr size_t kPart = 1 << 20;
  char *memory;
  OK(cudaMallocManaged(&memory, 2 * kPart));
  cudaMemLocation device = {}, seen[3] = {};
  device.type = cudaMemLocationTypeDevice;
  OK(cudaMemPrefetchAsync(memory + kPart, kPart, device, 0, nullptr));
  OK(cudaDeviceSynchronize());
  OK(cudaMemGetLocationInfo(memory, 2 * kPart, kPart, 0, seen));
  EQUAL(cudaMemLocationTypeHost, seen[0].type);
  EQUAL(cudaMemLocationTypeDevice, seen[1].type);
  EQUAL(0, seen[1].id);
  EQUAL(cudaMemLocationTypeInvalid, seen[2].type); // behind the range
  EXPECT(cudaErrorInvalidValue, cudaMemGetLocationInfo(memory, 2 * kPart, 0, 0, seen));
  EXPECT(cudaErrorInvalidValue, cudaMemGetLocationInfo(memory, kPart, kPart, 0, nullptr));
  OK(cudaFree(memory));
}

static void recapture() {
  EXPECT(cudaErrorNotSupported,
         cudaStreamBeginRecaptureToGraph(nullptr, cudaStreamCaptureModeGlobal, nullptr, nullptr));
}

int main() {
  locations();
  recapture();
  return finish("NewerForms");
}
