// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust as a first program has it: vectors, sort, reduce, transform.
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include <cstdio>

struct Saxpy {
  float a;
  __host__ __device__ float operator()(float x, float y) const { return a * x + y; }
};

thrust::device_vector<int> early(1000, 3); // made by a kernel before main()

int main() {
  thrust::host_vector<int> numbers(10007);
  for (int i = 0; i < 10007; ++i)
    numbers[i] = int(i * 7919ll % 10007); // each number below 10007 once
  thrust::device_vector<int> sorted = numbers;
  thrust::sort(sorted.begin(), sorted.end());
  numbers = sorted;
  bool isSorted = true;
  for (int i = 0; i < 10007; ++i)
    isSorted &= numbers[i] == i;
  int sum = thrust::reduce(sorted.begin(), sorted.end());
  thrust::device_vector<float> x(1000, 3.0f), y(1000, 1.0f);
  thrust::transform(x.begin(), x.end(), y.begin(), y.begin(), Saxpy{2.0f});
  float last = y[999];
  int threes = thrust::reduce(early.begin(), early.end());
  std::printf("%d %d %g %d\n", isSorted, sum, last, threes);
  return !(isSorted && sum == 10006 * 10007 / 2 && last == 7.0f && threes == 3000);
}
