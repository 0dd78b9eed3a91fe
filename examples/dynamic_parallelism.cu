// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that launch kernels (dynamic parallelism): a quicksort that splits itself further, and an
// adaptive integration whose intervals are halved where the curve is steep; its last step runs in
// the tail stream, after everything else.
// nvcc: -rdc=true
#include <cuda_runtime.h>

#include <algorithm>
#include <vector>

#include "check.h"

__global__ void quicksort(int *data, int first, int last, int level) {
  if (last - first < 16 || level == 20) { // the guide promises 24 levels
    for (int i = first + 1; i <= last; ++i)
      for (int j = i; j > first && data[j - 1] > data[j]; --j) {
        int swapped = data[j];
        data[j] = data[j - 1];
        data[j - 1] = swapped;
      }
    return;
  }
  int pivot = data[(first + last) / 2], i = first, j = last;
  while (i <= j) {
    while (data[i] < pivot)
      ++i;
    while (data[j] > pivot)
      --j;
    if (i <= j) {
      int swapped = data[i];
      data[i++] = data[j];
      data[j--] = swapped;
    }
  }
  // The halves have nothing to do with each other.
  if (first < j)
    quicksort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, first, j, level + 1);
  if (i < last)
    quicksort<<<1, 1, 0, cudaStreamFireAndForget>>>(data, i, last, level + 1);
}

struct Integral {
  double sum, result;
  int parts;
};

__device__ double curve(double x) { return 1 / (1e-3 + x * x); }

__global__ void refine(Integral *integral, double from, double width, int level) {
  // Each thread looks at one eighth of the interval.
  double part = width / blockDim.x, left = from + threadIdx.x * part, middle = left + part / 2;
  double coarse = (curve(left) + curve(left + part)) / 2 * part;
  double fine = (curve(left) + 2 * curve(middle) + curve(left + part)) / 4 * part;
  if (level < 12 && fabs(coarse - fine) > 1e-6) {
    refine<<<1, blockDim.x>>>(integral, left, part, level + 1);
  } else {
    atomicAdd(&integral->sum, fine + (fine - coarse) / 3);
    atomicAdd(&integral->parts, 1);
  }
}

__global__ void finish(Integral *integral) { integral->result = integral->sum; }

__global__ void integrate(Integral *integral) {
  finish<<<1, 1, 0, cudaStreamTailLaunch>>>(integral); // launched first, runs last
  refine<<<1, 8>>>(integral, -1, 2, 0);
}

int main() {
  const int n = 20000;
  std::vector<int> data(n);
  unsigned random = 1;
  for (int &value : data)
    value = int((random = random * 1664525u + 1013904223u) >> 12);
  std::vector<int> expected = data;
  std::sort(expected.begin(), expected.end());
  int *sorted;
  CHECK(cudaMalloc(&sorted, n * sizeof(int)));
  CHECK(cudaMemcpy(sorted, data.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  quicksort<<<1, 1>>>(sorted, 0, n - 1, 0);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(data.data(), sorted, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    EXPECT(data[i] == expected[i], "element %d is %d and not %d", i, data[i], expected[i]);
  CHECK(cudaFree(sorted));

  Integral *integral, found;
  CHECK(cudaMalloc(&integral, sizeof *integral));
  CHECK(cudaMemset(integral, 0, sizeof *integral));
  integrate<<<1, 1>>>(integral);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&found, integral, sizeof found, cudaMemcpyDeviceToHost));
  double root = std::sqrt(1e-3), exact = 2 * std::atan(1 / root) / root;
  EXPECT(found.parts > 8, "%d parts: nothing was refined", found.parts);
  EXPECT(found.result == found.sum, "the last step ran before the others");
  EXPECT(isClose(found.result, exact, 1e-4), "the integral is %.9g, not %.9g", found.result, exact);
  CHECK(cudaFree(integral));
  std::printf("dynamic_parallelism: ok\n");
}
