// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface without handles.
#include "../Check.h"

#include <cublas.h>
#include <vector>

int main() {
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasInit());
  float *x = nullptr, *y = nullptr;
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasAlloc(4, sizeof *x, reinterpret_cast<void **>(&x)));
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasAlloc(4, sizeof *y, reinterpret_cast<void **>(&y)));
  const std::vector<float> a = {1, 2, 3, 4}, b = {5, 6, 7, 8};
  std::vector<float> c(4);
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasSetVector(4, 4, a.data(), 1, x, 1));
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasSetVector(4, 4, b.data(), 1, y, 1));
  EQUAL(70, cublasSdot(4, x, 1, y, 1));
  EQUAL(10, cublasSasum(4, x, 1));
  EQUAL(4, cublasIsamax(4, x, 1));
  cublasSaxpy(4, 2, x, 1, y, 1); // y = 7 10 13 16
  cublasSgemm('n', 'T', 2, 2, 2, 1, x, 2, x, 2, 1, y, 2);
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasGetVector(4, 4, y, 1, c.data(), 1));
  EQUAL(17, c[0]); // 7 + 1 1 + 3 3
  EQUAL(24, c[1]); // 10 + 2 1 + 4 3
  EQUAL(27, c[2]);
  EQUAL(36, c[3]);
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasGetError());
  std::fflush(stdout);
  cublasSgemm('x', 'n', 2, 2, 2, 1, x, 2, x, 2, 1, y, 2);
  EXPECT(CUBLAS_STATUS_INVALID_VALUE, cublasGetError());
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasGetError());
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasFree(x));
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasFree(y));
  EXPECT(CUBLAS_STATUS_SUCCESS, cublasShutdown());
  return failures ? 1 : 0;
}
