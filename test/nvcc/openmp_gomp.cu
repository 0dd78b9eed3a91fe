// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP in the host code of a .cu file that g++ links, with its own OpenMP library: what the file
// and g++'s objects make of threads is one.
// REQUIRES: openmp
// RUN: nvcc -std=c++17 -Xcompiler -fopenmp -c %s -o %t.o && g++ -x c++ -std=c++17 -O1 -fopenmp -DOTHER -c %s -o %t.other.o
// RUN: g++ -fopenmp %t.o %t.other.o -L%{lib} -lcudart_static -ldl -lrt -lpthread -o %t && %t | FileCheck %s
// RUN: env OMP_NUM_THREADS=3 OMP_SCHEDULE=guided,2 %t | FileCheck %s
// RUN: bash -c 'ldd %t | grep -c libomp || true' | FileCheck %s --check-prefix=ONE
// ONE: {{^}}0
// CHECK: threads 4 4
// CHECK-NEXT: loops 4950 4950 4950 4950 4950 -4950 4950 4950 0
// CHECK-NEXT: wide 10 3 18446744073709551615
// CHECK-NEXT: reductions 4950 99 0 1
// CHECK-NEXT: critical 400 400
// CHECK-NEXT: once 1 7 7
// CHECK-NEXT: ordered 1
// CHECK-NEXT: tasks 55 10 1 2 3 4950 4950
// CHECK-NEXT: serial 0 1
// CHECK-NEXT: many 136
// CHECK-NEXT: device 0
#include <omp.h>
#ifdef OTHER
int inOther(int n) {
  int most = 0;
#pragma omp parallel num_threads(n) reduction(max : most)
  most = omp_get_num_threads();
  return most;
}
void addInOther(int *sum) {
#pragma omp critical
  ++*sum;
}
#else
#include <cstdint>
#include <cstdio>
#include <string>
int inOther(int n);
void addInOther(int *sum);
__global__ void kernel() {}

static int fib(int n) {
  if (n < 2)
    return n;
  int a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b) if (n > 5)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main() {
  int threads = 0;
#pragma omp parallel num_threads(4)
#pragma omp single
  threads = omp_get_num_threads();
  std::printf("threads %d %d\n", threads, inOther(4));

  long s[9] = {};
#pragma omp parallel num_threads(4)
  {
#pragma omp for
    for (int i = 0; i < 100; ++i)
#pragma omp atomic
      s[0] += i;
#pragma omp for schedule(static, 3)
    for (unsigned i = 0; i < 100; ++i)
#pragma omp atomic
      s[1] += i;
#pragma omp for schedule(dynamic) nowait
    for (long i = 99; i >= 0; --i)
#pragma omp atomic
      s[2] += i;
#pragma omp for schedule(guided, 2)
    for (unsigned long i = 0; i < 100; ++i)
#pragma omp atomic
      s[3] += i;
#pragma omp for schedule(runtime)
    for (int i = 0; i < 100; i += 1)
#pragma omp atomic
      s[4] += i;
#pragma omp for schedule(dynamic, 7)
    for (int i = 0; i > -100; i -= 1)
#pragma omp atomic
      s[5] += i;
#pragma omp for collapse(2)
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j < 10; ++j)
#pragma omp atomic
        s[6] += i * 10 + j;
#pragma omp for schedule(auto)
    for (short i = 0; i < 100; ++i)
#pragma omp atomic
      s[7] += i;
#pragma omp for schedule(dynamic)
    for (int i = 5; i < 5; ++i)
#pragma omp atomic
      s[8] += 1;
  }
  std::printf("loops");
  for (long each : s)
    std::printf(" %ld", each);

  int wide = 0, last = -1, down = 0;
  uint64_t top = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(dynamic, 2) lastprivate(top)
    for (uint64_t i = ~uint64_t(9); i < ~uint64_t(0); ++i) {
      top = i + 1;
#pragma omp atomic
      ++wide;
    }
#pragma omp for schedule(static, 1) lastprivate(last)
    for (int i = 0; i < 4; ++i)
      last = i;
  }
  std::printf("\nwide %d %d %llu\n", wide + 1, last + down, (unsigned long long)top);

  int sum = 0, most = 0, all = 0xff;
  bool some = false;
#pragma omp parallel for num_threads(4) reduction(+ : sum) reduction(max : most) reduction(& : all) reduction(|| : some)
  for (int i = 0; i < 100; ++i)
    sum += i, most = i > most ? i : most, all &= i, some = some || i == 50;
  std::printf("reductions %d %d %d %d\n", sum, most, all, some);

  int guarded = 0, named = 0;
#pragma omp parallel num_threads(4)
  for (int i = 0; i < 50; ++i) {
    addInOther(&guarded);
#pragma omp critical
    ++guarded;
#pragma omp critical(name)
    named += 2;
  }
  std::printf("critical %d %d\n", guarded, named);

  int once = 0, wrong = 0, master = 0;
#pragma omp parallel num_threads(4)
  {
    int seven;
#pragma omp single copyprivate(seven)
    {
      seven = 7;
      ++once;
    }
    if (seven != 7)
#pragma omp atomic
      ++wrong;
#pragma omp master
    master = seven;
  }
  std::printf("once %d %d %d\n", once, wrong ? 0 : 7, master);

  std::string order, want;
#pragma omp parallel for num_threads(4) ordered schedule(dynamic)
  for (int i = 0; i < 20; ++i) {
#pragma omp ordered
    order += char('a' + i);
  }
  for (int i = 0; i < 20; ++i)
    want += char('a' + i);
  std::printf("ordered %d\n", order == want);

  int result = 0, group = 0, first = 0, second = 0, third = 0, loop = 0, grains = 0;
  std::string text = "moved with the task, and destroyed";
#pragma omp parallel num_threads(4)
#pragma omp single
  {
    result = fib(10);
#pragma omp taskgroup
    for (int i = 0; i < 10; ++i)
#pragma omp task firstprivate(text)
#pragma omp atomic
      group += text.size() > 9;
    int step = 0;
#pragma omp task depend(out : step) shared(step)
    first = ++step;
#pragma omp task depend(inout : step) shared(step)
    second = ++step;
#pragma omp task depend(in : step) shared(step)
    third = step + 1;
#pragma omp taskwait
#pragma omp taskloop
    for (int i = 0; i < 100; ++i)
#pragma omp atomic
      loop += i;
#pragma omp taskloop grainsize(7) firstprivate(text)
    for (long i = 0; i < 100; ++i)
#pragma omp atomic
      grains += text.empty() ? 0 : int(i);
  }
  std::printf("tasks %d %d %d %d %d %d %d\n", result, group, first, second, third, loop, grains);

  int serial = -1, alone = 0;
#pragma omp parallel if (threads < 0)
  serial = omp_get_thread_num(), alone = omp_get_num_threads();
  std::printf("serial %d %d\n", serial, alone);

  int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12, m = 13, n = 14, o = 15, p = 16, q = 0;
#pragma omp parallel num_threads(2)
#pragma omp master
  q = a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
  std::printf("many %d\n", q);
  kernel<<<1, 1>>>();
  std::printf("device %d\n", cudaDeviceSynchronize());
}
#endif
