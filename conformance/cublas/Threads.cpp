// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 64 threads with a handle and a stream each get the bits that one thread gets. With --bits the
// program prints a hash of results of many sizes, for comparisons between numbers of workers.
#include "Check.h"

#include <cstring>
#include <thread>

static unsigned long long hashOf(const std::vector<float> &v, unsigned long long h = 1) {
  for (float x : v) {
    unsigned bits;
    std::memcpy(&bits, &x, 4);
    h = (h ^ bits) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 29;
  }
  return h;
}

/// A product, a sum, a triangular solution, in one stream.
static unsigned long long work(int n) {
  cublasHandle_t handle;
  cudaStream_t stream;
  DONE(cudaStreamCreate(&stream));
  OK(cublasCreate(&handle));
  OK(cublasSetStream(handle, stream));
  auto a = numbers<float>(size_t(n) * n, 1), b = numbers<float>(size_t(n) * n, 2);
  for (int i = 0; i < n; ++i)
    a[size_t(i) * (n + 1)] += 4 * float(n);
  Device<float> da(a), db(b), dc(b);
  const float alpha = 0.7f, beta = 0.3f;
  float dot = 0, norm = 0;
  OK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, da.p, n, db.p, n, &beta, dc.p,
                 n));
  OK(cublasStrsm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N,
                 CUBLAS_DIAG_NON_UNIT, n, n, &alpha, da.p, n, dc.p, n));
  OK(cublasSsyrk(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, n, n, &alpha, da.p, n, &beta, dc.p,
                 n));
  OK(cublasSgemv(handle, CUBLAS_OP_T, n, n, &alpha, da.p, n, db.p, 1, &beta, dc.p, 1));
  OK(cublasSdot(handle, n * n, da.p, 1, dc.p, 1, &dot));
  OK(cublasSnrm2(handle, n * n, dc.p, 1, &norm));
  DONE(cudaStreamSynchronize(stream));
  const unsigned long long hash = hashOf({dot, norm}, hashOf(dc.get()));
  OK(cublasDestroy(handle));
  DONE(cudaStreamDestroy(stream));
  return hash;
}

int main(int argc, char **argv) {
  if (argc > 1 && !std::strcmp(argv[1], "--bits")) {
    for (int n : {3, 40, 257, 600})
      std::printf("%016llx\n", work(n));
    return failures ? 1 : 0;
  }
  const unsigned long long expected = work(150);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int i = 0; i < 64; ++i)
    threads.emplace_back([&] { wrong += work(150) != expected; });
  for (std::thread &thread : threads)
    thread.join();
  EQUAL(0, wrong.load());
  return failures ? 1 : 0;
}
