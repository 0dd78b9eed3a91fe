// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The static libraries in one program: they are complete, and none disturbs another.
#include <cmath>
#include <cstdio>

#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cufft.h>
#include <cufftw.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>

static int failures = 0;
#define CHECK(condition)                                                                           \
  if (!(condition) && ++failures)                                                                  \
  std::printf("line %d: %s\n", __LINE__, #condition)

int main() {
  double *a = nullptr;
  CHECK(cudaMallocManaged(reinterpret_cast<void **>(&a), 64 * sizeof(double)) == cudaSuccess);
  a[0] = 3, a[1] = 4;
  cublasHandle_t blas;
  double norm = 0;
  CHECK(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasDnrm2(blas, 2, a, 1, &norm) == CUBLAS_STATUS_SUCCESS && norm == 5);
  CHECK(cublasDestroy(blas) == CUBLAS_STATUS_SUCCESS);
  cublasLtHandle_t light;
  CHECK(cublasLtCreate(&light) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasLtDestroy(light) == CUBLAS_STATUS_SUCCESS);

  a[0] = 4;
  cusolverDnHandle_t solver;
  int size = 0, *info = reinterpret_cast<int *>(a + 8);
  CHECK(cusolverDnCreate(&solver) == CUSOLVER_STATUS_SUCCESS);
  CHECK(cusolverDnDpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, 1, a, 1, &size) ==
        CUSOLVER_STATUS_SUCCESS);
  double *work = nullptr;
  CHECK(cudaMalloc(reinterpret_cast<void **>(&work), (size + 1) * sizeof(double)) == cudaSuccess);
  CHECK(cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_LOWER, 1, a, 1, work, size, info) ==
        CUSOLVER_STATUS_SUCCESS);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && a[0] == 2 && *info == 0);
  CHECK(cusolverDnDestroy(solver) == CUSOLVER_STATUS_SUCCESS);
  cusparseHandle_t sparse;
  CHECK(cusparseCreate(&sparse) == CUSPARSE_STATUS_SUCCESS);
  CHECK(cusparseDestroy(sparse) == CUSPARSE_STATUS_SUCCESS);

  curandGenerator_t generator;
  float uniform[4] = {};
  CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10) ==
        CURAND_STATUS_SUCCESS);
  CHECK(curandGenerateUniform(generator, uniform, 4) == CURAND_STATUS_SUCCESS && uniform[3] > 0);
  CHECK(curandDestroyGenerator(generator) == CURAND_STATUS_SUCCESS);

  auto *signal = reinterpret_cast<cufftDoubleComplex *>(a);
  signal[0] = {1, 0}, signal[1] = {2, 0};
  cufftHandle plan;
  CHECK(cufftPlan1d(&plan, 2, CUFFT_Z2Z, 1) == CUFFT_SUCCESS);
  CHECK(cufftExecZ2Z(plan, signal, signal, CUFFT_FORWARD) == CUFFT_SUCCESS);
  CHECK(cudaDeviceSynchronize() == cudaSuccess && signal[0].x == 3 && signal[1].x == -1);
  CHECK(cufftDestroy(plan) == CUFFT_SUCCESS);
  fftw_complex line[2] = {{1, 0}, {2, 0}};
  fftw_plan old = fftw_plan_dft_1d(2, line, line, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(old);
  CHECK(line[0][0] == 3 && line[1][0] == -1);
  fftw_destroy_plan(old);
  return failures != 0;
}
