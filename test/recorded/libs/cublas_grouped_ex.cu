// cuBLAS grouped products: types, empty groups, device arrays, statuses; Ex batches
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cublas_v2.h>
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
int main() {
  cublasHandle_t h; OK(cublasCreate(&h)); auto A = ints<float>(512, 1), B = ints<float>(512, 2), C = ints<float>(512, 3); float *a = dev(A), *b = dev(B), *c = dev(C);
  cublasOperation_t ta[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_N}, tb[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_T}; int m[] = {3, 4, 2}, n[] = {2, 3, 5}, k[] = {4, 2, 3}, la[] = {4, 4, 4}, lb[] = {5, 5, 5}, lc[] = {4, 4, 4}, gs[] = {2, 1, 3}; float al[] = {1, 2, -1}, be[] = {0, 1, 2};
  std::vector<float *> pa, pb, pc; for (int i = 0; i < 6; ++i) { pa.push_back(a + 20 * i); pb.push_back(b + 25 * i); pc.push_back(c + 30 * i); } auto **da = dev(pa), **db = dev(pb), **dc = dev(pc);
  ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, al, da, la, db, lb, be, dc, lc, 3, gs)); show("c", c, 180); int g0[] = {0, 1, 0}; ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, al, da, la, db, lb, be, dc, lc, 3, g0)); show("c0", c, 60); ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, al, da, la, db, lb, be, dc, lc, 0, gs)); ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, al, da, la, db, lb, be, dc, lc, -1, gs)); int gm[] = {1, -1, 1}; ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, al, da, la, db, lb, be, dc, lc, 3, gm)); int mz[] = {0, 4, 2}, kz[] = {0, 2, 3}; ST(cublasSgemmGroupedBatched(h, ta, tb, mz, n, k, al, da, la, db, lb, be, dc, lc, 3, gs)); show("m0", c, 90); ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, kz, al, da, la, db, lb, be, dc, lc, 3, gs)); show("k0", c, 90); int bad[] = {1, 4, 4}; ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, al, da, bad, db, lb, be, dc, lc, 3, gs)); cublasOperation_t to[] = {(cublasOperation_t)9, CUBLAS_OP_N, CUBLAS_OP_N}; ST(cublasSgemmGroupedBatched(h, to, tb, m, n, k, al, da, la, db, lb, be, dc, lc, 3, gs)); ST(cublasSgemmGroupedBatched(nullptr, ta, tb, m, n, k, al, da, la, db, lb, be, dc, lc, 3, gs)); int mneg[] = {-1, 4, 2}; ST(cublasSgemmGroupedBatched(h, ta, tb, mneg, n, k, al, da, la, db, lb, be, dc, lc, 3, gs));
  OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE)); float *dal = dev(std::vector<float>(al, al + 3)), *dbe = dev(std::vector<float>(be, be + 3)); ST(cublasSgemmGroupedBatched(h, ta, tb, m, n, k, dal, da, la, db, lb, dbe, dc, lc, 3, gs)); OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST)); sync("device scalars");
  auto *ax = (const void *const *)da; for (auto t : {CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_64F, CUDA_R_8I, CUDA_C_32F}) for (auto u : {CUDA_R_32F, CUDA_R_16F, CUDA_R_16BF, CUDA_R_64F}) for (auto ct : {CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_PEDANTIC, CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_COMPUTE_64F, CUBLAS_COMPUTE_16F}) { double z[8] = {}; int one[] = {1}; int s = hush([&] { int mm[] = {2}, ll[] = {8}; return cublasGemmGroupedBatchedEx(h, ta, tb, mm, mm, mm, z, ax, t, ll, ax, t, ll, z, (void *const *)dc, u, ll, 1, one, ct); }); printf("grouped %d %d %d -> %d\n", t, u, ct, s); }
  { std::vector<__half> ha(512), hb(512); for (int i = 0; i < 512; ++i) { ha[i] = __float2half(A[i]); hb[i] = __float2half(B[i]); } auto *dha = dev(ha), *dhb = dev(hb); std::vector<__half *> qa, qb; for (int i = 0; i < 6; ++i) { qa.push_back(dha + 20 * i); qb.push_back(dhb + 25 * i); } ST(cublasGemmGroupedBatchedEx(h, ta, tb, m, n, k, al, (const void *const *)dev(qa), CUDA_R_16F, la, (const void *const *)dev(qb), CUDA_R_16F, lb, be, (void *const *)dc, CUDA_R_16F, lc, 3, gs, CUBLAS_COMPUTE_32F)); auto v = get((__half *)c, 180); printf("half:"); for (auto x : v) printf(" %.4g", __half2float(x)); printf("\n"); }
  double one = 1, zero = 0; double *d = dev(ints<double>(512, 5)), *e = devz<double>(512); std::vector<double *> pd = {d, d + 16, d + 32}, pe = {e, e + 16, e + 32}; ST(cublasDgemmGroupedBatched(h, ta, tb, m, n, k, new double[3]{1, 1, 1}, dev(pd), la, dev(pd), lb, new double[3]{0, 0, 0}, dev(pe), lc, 1, new int[1]{1})); show("d", e, 12); (void)one; (void)zero; sync("end");
}
