// cublasLt: which types, scales, compute types, transposes and epilogues have an algorithm
#include <cuda_runtime.h>
#include <cublasLt.h>
#include <tuple>
#include <array>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cmath>
#include <fcntl.h>
#include <unistd.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// The library may write its own message about a bad argument to standard output: that text is dropped.
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
#define OK(x) do { int s_ = (int)hush([&] { return x; }); if (s_) printf("line %d: %s -> %d\n", __LINE__, #x, s_); } while (0)
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
template <class T> static void show(const char *name, const std::vector<T> &v) { printf("%s:", name); for (auto x : v) { double y = (double)x; printf(" %.4g", std::fabs(y) < 1e-9 ? 0.0 : y); } printf("\n"); }
template <class T> static void show(const char *name, const T *d, size_t n) { show(name, get(d, n)); }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
static int lineBuffered = (setvbuf(stdout, nullptr, _IOLBF, 1 << 16), 0);
struct Rnd { unsigned s; explicit Rnd(unsigned seed = 1) : s(seed) {} int operator()(int n) { s = s * 1664525u + 1013904223u; return int((s >> 10) % unsigned(n)); } };
template <class T> static std::vector<T> ints(size_t n, unsigned seed, int range = 7) { Rnd r(seed); std::vector<T> v(n); for (auto &x : v) x = T(float(r(range) - range / 2)); return v; }
static cublasLtHandle_t h;
static int ask(cudaDataType ta, cudaDataType tb, cudaDataType tc, cudaDataType td, cublasComputeType_t ct, cudaDataType st, int opa, int opb, int epi, int biasType = -1, int m = 32, int ord = 0, int auxType = -1) {
  cublasLtMatmulDesc_t d; cublasLtMatrixLayout_t a, b, c, e; if (int s = cublasLtMatmulDescCreate(&d, ct, st)) return 1000 + s; auto set = [&](auto at, auto v) { cublasLtMatmulDescSetAttribute(d, at, &v, sizeof v); }; set(CUBLASLT_MATMUL_DESC_TRANSA, (cublasOperation_t)opa); set(CUBLASLT_MATMUL_DESC_TRANSB, (cublasOperation_t)opb); set(CUBLASLT_MATMUL_DESC_EPILOGUE, epi); static void *buf = devz<char>(1 << 20); set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, buf); if (biasType >= 0) set(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, (int)biasType); if (epi & 128) { set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, buf); set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, (int64_t)128); if (auxType >= 0) set(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, (int)auxType); }
  cublasLtMatrixLayoutCreate(&a, ta, m, m, m); cublasLtMatrixLayoutCreate(&b, tb, m, m, m); cublasLtMatrixLayoutCreate(&c, tc, m, m, m); cublasLtMatrixLayoutCreate(&e, td, m, m, m); if (ord) for (auto l : {a, b, c, e}) { int o = 1; cublasLtMatrixLayoutSetAttribute(l, CUBLASLT_MATRIX_LAYOUT_ORDER, &o, 4); } cublasLtMatmulPreference_t p; cublasLtMatmulPreferenceCreate(&p); size_t ws = 1 << 22; cublasLtMatmulPreferenceSetAttribute(p, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &ws, 8); cublasLtMatmulHeuristicResult_t r; int n = 0; int s = hush([&] { return cublasLtMatmulAlgoGetHeuristic(h, d, a, b, c, e, p, 1, &r, &n); }); cublasLtMatmulDescDestroy(d); for (auto l : {a, b, c, e}) cublasLtMatrixLayoutDestroy(l); cublasLtMatmulPreferenceDestroy(p); return s;
}
int main() {
  OK(cublasLtCreate(&h)); auto F = CUDA_R_32F, H = CUDA_R_16F, B = CUDA_R_16BF, D = CUDA_R_64F, I = CUDA_R_8I, J = CUDA_R_32I, C = CUDA_C_32F, Z = CUDA_C_64F, E4 = CUDA_R_8F_E4M3, E5 = CUDA_R_8F_E5M2;
  for (auto ab : {F, H, B, D, C, Z}) for (auto cd : {F, H, B, D, I, J, C, Z}) for (auto ct : {CUBLAS_COMPUTE_16F, CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_32I, CUBLAS_COMPUTE_32F_PEDANTIC}) { printf("%d %d %d:", ab, cd, ct); for (auto st : {F, H, D, J, C, Z}) printf(" %d", ask(ab, ab, cd, cd, ct, st, 1, 0, 1)); printf("\n"); }
  for (auto ta : {E4, E5}) for (auto tb : {E4, E5}) for (auto td : {F, H, B, E4, E5}) { printf("fp8 %d %d %d:", ta, tb, td); for (auto tc : {F, H, B, E4}) printf(" %d", ask(ta, tb, tc, td, CUBLAS_COMPUTE_32F, F, 1, 0, 1)); for (int o = 0; o < 4; ++o) printf(" %d", ask(ta, tb, B, td, CUBLAS_COMPUTE_32F, F, o & 1, o >> 1, 1)); for (int m : {16, 8, 24}) printf(" m%d", ask(ta, tb, B, td, CUBLAS_COMPUTE_32F, F, 1, 0, 1, -1, m)); printf("\n"); }
  int epis[] = {1, 2, 4, 6, 32, 36, 128 | 2, 128 | 6, 128 | 32, 128 | 36, 8 | 128, 8 | 16 | 128, 64 | 128, 64 | 128 | 16, 256, 512, 3, 777};
  for (auto t : {F, H, B, D, C}) for (int epi : epis) { bool f8 = t == E4; auto ct = t == D ? CUBLAS_COMPUTE_64F : t == I ? CUBLAS_COMPUTE_32I : CUBLAS_COMPUTE_32F; auto st = t == D ? D : t == C ? C : t == I ? J : F; auto o = f8 ? B : t == I ? J : t; printf("epilogue %d %d:", t, epi); for (int op = 0; op < 4; ++op) printf(" %d", ask(t, t, o, o, ct, st, op & 1, op >> 1, epi)); printf(" bias:"); for (auto bt : {F, H, B}) printf(" %d", ask(t, t, o, o, ct, st, 1, 0, epi, bt)); printf(" aux:"); for (auto at : {F, H, B, E4}) printf(" %d", ask(t, t, o, o, ct, st, 1, 0, epi, -1, 32, 0, at)); printf(" f32 out: %d row: %d m5: %d\n", ask(t, t, F, F, ct, st, 1, 0, epi), ask(t, t, o, o, ct, st, 1, 0, epi, -1, 32, 1), ask(t, t, o, o, ct, st, 1, 0, epi, -1, 5)); }
}
