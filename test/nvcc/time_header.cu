// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// nvcc's headers bring <time.h> along: programs use its functions without naming it.
// RUN: nvcc %s -o %t && %t
__global__ void kernel(clock_t *out) { *out = clock(); }
int main() {
  timespec pause = {0, 1000};
  return nanosleep(&pause, nullptr) || time(nullptr) == time_t(-1);
}
