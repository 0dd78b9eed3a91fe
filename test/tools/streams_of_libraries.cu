// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handle of a library may outlive its stream: no call fails behind the program's back.
// RUN: nvcc -o %t %s -lcublas -lcurand -lcufft -lcusparse
// RUN: compute-sanitizer --error-exitcode 9 %t | FileCheck %s
// CHECK: curand 0 0
// CHECK: cufft 0 0
// CHECK: cusparse 0 0
// CHECK: cublas 0 0
// CHECK: ERROR SUMMARY: 0 errors
#include <cstdio>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusparse.h>

int main() {
  float *data;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  cudaStream_t stream;

  curandGenerator_t generator;
  cudaStreamCreate(&stream);
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10);
  curandSetStream(generator, stream);
  int work = curandGenerateUniform(generator, data, 1024);
  cudaStreamDestroy(stream);
  printf("curand %d %d\n", work, curandDestroyGenerator(generator));

  cufftHandle plan;
  cudaStreamCreate(&stream);
  cufftPlan1d(&plan, 256, CUFFT_C2C, 1);
  cufftSetStream(plan, stream);
  auto *complex = reinterpret_cast<cufftComplex *>(data);
  work = cufftExecC2C(plan, complex, complex, CUFFT_FORWARD);
  cudaStreamDestroy(stream);
  printf("cufft %d %d\n", work, cufftDestroy(plan));

  cusparseHandle_t sparse;
  csrilu02Info_t info;
  cusparseMatDescr_t matrix;
  cudaStreamCreate(&stream);
  cusparseCreate(&sparse);
  cusparseSetStream(sparse, stream);
  cusparseCreateCsrilu02Info(&info);
  cusparseCreateMatDescr(&matrix);
  const int rows[] = {0, 1, 2}, columns[] = {0, 1};
  const float values[] = {2, 3};
  int *deviceRows, *deviceColumns, bytes;
  cudaMalloc(&deviceRows, sizeof rows);
  cudaMalloc(&deviceColumns, sizeof columns);
  cudaMemcpy(deviceRows, rows, sizeof rows, cudaMemcpyHostToDevice);
  cudaMemcpy(deviceColumns, columns, sizeof columns, cudaMemcpyHostToDevice);
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  cusparseScsrilu02_bufferSize(sparse, 2, 2, matrix, data, deviceRows, deviceColumns, info, &bytes);
  void *buffer;
  cudaMalloc(&buffer, bytes + 1);
  work = cusparseScsrilu02_analysis(sparse, 2, 2, matrix, data, deviceRows, deviceColumns, info,
                                    CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer);
  work += cusparseScsrilu02(sparse, 2, 2, matrix, data, deviceRows, deviceColumns, info,
                            CUSPARSE_SOLVE_POLICY_NO_LEVEL, buffer);
  cudaStreamDestroy(stream);
  printf("cusparse %d %d\n", work, cusparseDestroyCsrilu02Info(info));
  cusparseDestroyMatDescr(matrix);
  cusparseDestroy(sparse);

  cublasHandle_t blas;
  const float two = 2;
  cudaStreamCreate(&stream);
  cublasCreate(&blas);
  cublasSetStream(blas, stream);
  work = cublasSscal(blas, 2, &two, data, 1);
  cudaStreamDestroy(stream);
  printf("cublas %d %d\n", work, cublasDestroy(blas));
}
