// several libraries: sixteen host threads that make and destroy handles of all libraries over and over; one cuBLAS handle passed between threads; results of each thread (exact or rounded)
#include "Recorded.h"
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <mutex>
#include <thread>
int main() {
  std::vector<std::string> out(16); std::vector<std::thread> th; cublasHandle_t shared; OK(cublasCreate(&shared)); std::mutex mu; std::vector<double> dots(16);
  for (int k = 0; k < 16; ++k) th.emplace_back([&, k] { std::string s; double sum = 0; int bad = 0; for (int r = 0; r < 6; ++r) { cudaStream_t st; bad += cudaStreamCreate(&st) != 0; cublasHandle_t b; cusolverDnHandle_t d; curandGenerator_t g; cufftHandle f; cusparseHandle_t sp; bad += cublasCreate(&b) + cusolverDnCreate(&d) + cusparseCreate(&sp) + curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MRG32K3A) + cufftPlan1d(&f, 16 + k, CUFFT_Z2Z, 1); bad += cublasSetStream(b, st) + cusolverDnSetStream(d, st) + cusparseSetStream(sp, st) + curandSetStream(g, st) + cufftSetStream(f, st) + curandSetPseudoRandomGeneratorSeed(g, 100 + k); const int n = 10 + k; double *A, *C; int *info; bad += cudaMalloc((void **)&A, 65536) + cudaMalloc((void **)&C, 65536) + cudaMalloc((void **)&info, 4); bad += curandGenerateUniformDouble(g, A, 2 * n * n); double one = 1, zero = 0, v = 0; bad += cublasDgemm(b, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, A, n, A, n, &zero, C, n); int lw; bad += cusolverDnDsyevd_bufferSize(d, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, C, n, A, &lw); double *w; bad += cudaMalloc((void **)&w, lw * 8 + 8); bad += cusolverDnDsyevd(d, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_LOWER, n, C, n, A, w, lw, info); bad += cublasDasum(b, n, A, 1, &v); sum += v; bad += cufftExecZ2Z(f, (cufftDoubleComplex *)A, (cufftDoubleComplex *)C, -1); bad += cublasDnrm2(b, 2 * (16 + k), C, 1, &v); sum += v * 1e-3; if (r == 3) { std::lock_guard<std::mutex> l(mu); bad += cublasDdot(shared, n, A, 1, A, 1, &dots[k]); } bad += cudaStreamSynchronize(st) != 0; bad += cublasDestroy(b) + cusolverDnDestroy(d) + cusparseDestroy(sp) + curandDestroyGenerator(g) + cufftDestroy(f); bad += cudaFree(A) + cudaFree(C) + cudaFree(w) + cudaFree(info) + cudaStreamDestroy(st); } char t[100]; snprintf(t, 100, "thread %d bad %d sum %.5g", k, bad, sum); out[k] = t; });
  for (auto &t : th) t.join(); for (int k = 0; k < 16; ++k) printf("%s dot %.5g\n", out[k].c_str(), dots[k]); OK(cublasDestroy(shared)); sync("end"); }
