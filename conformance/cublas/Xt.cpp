// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASXt over all devices: matrices in host memory, columns in blocks.
#include "Check.h"

#include <cublasXt.h>

int main() {
  cublasXtHandle_t handle;
  int count = 0, block = 0;
  OK(cublasXtCreate(&handle));
  OK(cublasXtMaxBoards(&count));
  std::vector<int> devices;
  DONE(cudaGetDeviceCount(&count));
  for (int i = 0; i < count; ++i)
    devices.push_back(i);
  OK(cublasXtDeviceSelect(handle, count, devices.data()));
  EXPECT(CUBLAS_STATUS_INVALID_VALUE, cublasXtSetBlockDim(handle, 0));
  OK(cublasXtSetBlockDim(handle, 64));
  OK(cublasXtGetBlockDim(handle, &block));
  EQUAL(64, block);
  const size_t n = 200;
  auto a = numbers<double>(n * n, 1), b = numbers<double>(n * n, 2), c = numbers<double>(n * n, 3),
       d = c;
  const double alpha = 2, beta = -1;
  OK(cublasXtDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, a.data(), n, b.data(), n,
                   &beta, c.data(), n));
  OK(cublasXtDsymm(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, n, n, &alpha, a.data(), n,
                   b.data(), n, &beta, d.data(), n));
  auto before = numbers<double>(n * n, 3);
  int wrong = 0;
  for (size_t j = 0; j < n; j += 3)
    for (size_t i = 0; i < n; i += 3) {
      Exact product = 0, symmetric = 0;
      for (size_t p = 0; p < n; ++p) {
        product += exact(a[i + p * n]) * exact(b[j + p * n]);
        symmetric += exact(a[std::max(i, p) + std::min(i, p) * n]) * exact(b[p + j * n]);
      }
      wrong += !isClose(c[i + j * n], 2.0L * product - exact(before[i + j * n]), n, 15);
      wrong += !isClose(d[i + j * n], 2.0L * symmetric - exact(before[i + j * n]), n, 15);
    }
  EQUAL(0, wrong);
  OK(cublasXtDestroy(handle));
  EXPECT(CUBLAS_STATUS_INVALID_VALUE, cublasXtDestroy(nullptr)); // seen
  return failures ? 1 : 0;
}
