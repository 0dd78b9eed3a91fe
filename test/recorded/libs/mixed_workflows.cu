// cuBLAS, cuSPARSE, cuSOLVER, cuFFT, cuRAND together: conjugate gradients, k-means by products, PCA of random data, convolution by FFT, streams and events between libraries
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuComplex.h>
#include <tuple>
#include <array>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <complex>
#include <string>
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
static void *buf(size_t n) { void *p; CK(cudaMalloc(&p, n + 256)); CK(cudaMemset(p, 0, n + 256)); return p; }
typedef std::complex<double> Z;
template <class T> inline Z z(T x) { return Z(double(float(x)), 0); }
template <> inline Z z(double x) { return x; }
template <> inline Z z(int x) { return double(x); }
template <> inline Z z(int64_t x) { return double(x); }
template <> inline Z z(cuComplex x) { return Z(x.x, x.y); }
template <> inline Z z(cuDoubleComplex x) { return Z(x.x, x.y); }
template <class T> inline T mk(Z v) { return T(float(v.real())); }
template <> inline double mk(Z v) { return v.real(); }
template <> inline int mk(Z v) { return int(v.real()); }
template <> inline int8_t mk(Z v) { return int8_t(v.real()); }
template <> inline cuComplex mk(Z v) { return {float(v.real()), float(v.imag())}; }
template <> inline cuDoubleComplex mk(Z v) { return {v.real(), v.imag()}; }
static int digits = 4; static double tiny = 1e-6;
static void num(double y) { if (std::isnan(y)) printf(" nan"); else printf(" %.*g", digits, std::fabs(y) < tiny ? 0.0 : y); }
template <class T> static void show(const char *name, const std::vector<T> &v) { printf("%s:", name); for (auto x : v) { Z y = z(x); num(y.real()); if (std::is_same<T, cuComplex>::value || std::is_same<T, cuDoubleComplex>::value) { printf(","); num(y.imag()); } } printf("\n"); }
template <class T> static void show(const char *name, const T *d, size_t n) { show(name, get(d, n)); }
template <class T> static void hashed(const char *name, const T *d, size_t n) { unsigned long long h = 0; for (auto x : get(d, n)) { Z y = z(x); for (double p : {y.real(), y.imag()}) { h = (h ^ (p != p ? 0x7ff8ull << 48 : (unsigned long long)llround(p))) * 0x9e3779b97f4a7c15ull; h ^= h >> 29; } } printf("%s hash %016llx\n", name, h); }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
static int lineBuffered = (setvbuf(stdout, nullptr, _IOLBF, 1 << 16), 0);
struct Rnd { unsigned s; explicit Rnd(unsigned seed = 1) : s(seed * 2654435761u + 12345u) {} int operator()(int n) { s = s * 1664525u + 1013904223u; return int((s >> 10) % unsigned(n)); } };
template <class T> static std::vector<T> ints(size_t n, unsigned seed, int range = 7) { Rnd r(seed); std::vector<T> v(n); for (auto &x : v) { double a = r(range) - range / 2, b = r(range) - range / 2; x = mk<T>(Z(a, b)); } return v; }
template <class T> constexpr cudaDataType typeOf() { return std::is_same<T, float>::value ? CUDA_R_32F : std::is_same<T, double>::value ? CUDA_R_64F : std::is_same<T, cuComplex>::value ? CUDA_C_32F : std::is_same<T, cuDoubleComplex>::value ? CUDA_C_64F : std::is_same<T, __half>::value ? CUDA_R_16F : std::is_same<T, __nv_bfloat16>::value ? CUDA_R_16BF : std::is_same<T, int8_t>::value ? CUDA_R_8I : CUDA_R_32I; }
template <class T> constexpr bool isComplex() { return std::is_same<T, cuComplex>::value || std::is_same<T, cuDoubleComplex>::value; }
template <class T> struct RealOf { typedef T type; };
template <> struct RealOf<cuComplex> { typedef float type; };
template <> struct RealOf<cuDoubleComplex> { typedef double type; };
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cufft.h>
#include <curand.h>
#define PICK(T, s, d, c, z) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return s(a...); else if constexpr (std::is_same<T, double>::value) return d(a...); else if constexpr (std::is_same<T, cuComplex>::value) return c(a...); else return z(a...); }
static void good(const char *what, double e, double bound) { if (e <= bound) printf("%s good\n", what); else printf("%s BAD %.2g\n", what, e); }
// op(A) B with A m x k, B k x n; op 1 conjugates and transposes A
template <class T> static std::vector<Z> mul(const std::vector<T> &a, int lda, const std::vector<T> &b, int ldb, int m, int k, int n, int opa = 0, int opb = 0) { std::vector<Z> c(m * n); for (int j = 0; j < n; ++j) for (int i = 0; i < m; ++i) { Z s = 0; for (int p = 0; p < k; ++p) s += (opa ? std::conj(z(a[p + i * lda])) : z(a[i + p * lda])) * (opb ? std::conj(z(b[j + p * ldb])) : z(b[p + j * ldb])); c[i + j * m] = s; } return c; }
static double far(const std::vector<Z> &a, const std::vector<Z> &b) { double e = 0, s = 1; for (size_t i = 0; i < b.size(); ++i) { double d = std::abs(a[i] - b[i]); if (!(d <= e)) e = d; s = std::max(s, std::abs(b[i])); } return e / s; }
template <class T> static std::vector<Z> zs(const std::vector<T> &v, int m, int n, int ld) { std::vector<Z> r; for (int j = 0; j < n; ++j) for (int i = 0; i < m; ++i) r.push_back(z(v[i + j * ld])); return r; }
static std::vector<Z> eye(int n) { std::vector<Z> r(n * n); for (int i = 0; i < n; ++i) r[i * n + i] = 1; return r; }
template <class T> static double eps() { return sizeof(typename RealOf<T>::type) == 4 ? 2e-5 : 1e-12; }
template <class T> static std::vector<T> hermitian(int n, int ld, unsigned seed, int range = 9, double diag = 0) { auto a = ints<T>(ld * n, seed, range); for (int j = 0; j < n; ++j) { for (int i = 0; i < j; ++i) a[i + j * ld] = mk<T>(std::conj(z(a[j + i * ld]))); a[j + j * ld] = mk<T>(Z(z(a[j + j * ld]).real() + diag, 0)); } return a; }
template <class T> static Z zz(T x) { return z(x); }
#undef PICK
#include <cusparse.h>
#define PICK(T, s, d, c, z) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return s(a...); else if constexpr (std::is_same<T, double>::value) return d(a...); else if constexpr (std::is_same<T, cuComplex>::value) return c(a...); else return z(a...); }
template <class T> struct Csr { int m, n, base; std::vector<int> p, j, i; std::vector<T> v; int nnz() const { return int(j.size()); } };
template <class T> static Csr<T> sparse(int m, int n, int percent, unsigned seed, int base = 0, int range = 7) { Rnd r(seed); Csr<T> a{m, n, base, {base}, {}, {}, {}}; for (int i = 0; i < m; ++i) { for (int j = 0; j < n; ++j) if (r(100) < percent && i != 2) { a.j.push_back(j + base); a.i.push_back(i + base); double x = r(range) - range / 2, y = r(range) - range / 2; a.v.push_back(mk<T>(Z(x == 0 ? 1 : x, y))); } a.p.push_back(int(a.j.size()) + base); } return a; }
// a triangular matrix with a diagonal of ones, twos and minus ones
template <class T> static Csr<T> triangle(int n, int percent, unsigned seed, bool lower, int base = 0, bool other = false) { Rnd r(seed); Csr<T> a{n, n, base, {base}, {}, {}, {}}; for (int i = 0; i < n; ++i) { for (int j = 0; j < n; ++j) { bool in = i == j || ((lower ? j < i : j > i) || other) && r(100) < percent; if (!in) continue; a.j.push_back(j + base); a.i.push_back(i + base); double x = r(3) - 1, y = r(3) - 1; a.v.push_back(i == j ? mk<T>(Z(i % 3 == 2 ? -1 : 1, 0)) : mk<T>(Z(x, y))); } a.p.push_back(int(a.j.size()) + base); } return a; }
__global__ void multiply(cufftComplex *a, const cufftComplex *b, int n, float s) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { cufftComplex x = a[i], y = b[i]; a[i] = {s * (x.x * y.x - x.y * y.y), s * (x.x * y.y + x.y * y.x)}; } }
__global__ void nearest(const float *dist, int *who, int n, int k) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) { int best = 0; for (int c = 1; c < k; ++c) if (dist[c * n + i] < dist[best * n + i]) best = c; who[i] = best; } }
int main() {
  digits = 4; cudaStream_t s1, s2; cudaEvent_t e; CK(cudaStreamCreate(&s1)); CK(cudaStreamCreate(&s2)); CK(cudaEventCreate(&e)); cublasHandle_t bl; cusparseHandle_t sp; cusolverDnHandle_t dn; OK(cublasCreate(&bl)); OK(cusparseCreate(&sp)); OK(cusolverDnCreate(&dn)); OK(cublasSetStream(bl, s1)); OK(cusparseSetStream(sp, s1)); OK(cusolverDnSetStream(dn, s1));
  { // conjugate gradients for a tridiagonal system
    const int n = 200; std::vector<int> p = {0}, j; std::vector<double> v; for (int i = 0; i < n; ++i) { if (i) j.push_back(i - 1), v.push_back(-1); j.push_back(i), v.push_back(2.5); if (i + 1 < n) j.push_back(i + 1), v.push_back(-1); p.push_back(j.size()); } std::vector<double> b(n); for (int i = 0; i < n; ++i) b[i] = i % 5 - 1; double *x = devz<double>(n), *r = dev(b), *q = dev(b), *w = devz<double>(n); cusparseSpMatDescr_t A; cusparseDnVecDescr_t Q, W; OK(cusparseCreateCsr(&A, n, n, v.size(), dev(p), dev(j), dev(v), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F)); OK(cusparseCreateDnVec(&Q, n, q, CUDA_R_64F)); OK(cusparseCreateDnVec(&W, n, w, CUDA_R_64F)); double one = 1, zero = 0, rr, rn, qw; size_t z; OK(cusparseSpMV_bufferSize(sp, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, Q, &zero, W, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &z)); void *wk = buf(z); OK(cublasDdot(bl, n, r, 1, r, 1, &rr)); int it = 0; while (rr > 1e-20 && it < 300) { OK(cusparseSpMV(sp, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, Q, &zero, W, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, wk)); OK(cublasDdot(bl, n, q, 1, w, 1, &qw)); double al = rr / qw, ml = -al; OK(cublasDaxpy(bl, n, &al, q, 1, x, 1)); OK(cublasDaxpy(bl, n, &ml, w, 1, r, 1)); OK(cublasDdot(bl, n, r, 1, r, 1, &rn)); double be = rn / rr; OK(cublasDscal(bl, n, &be, q, 1)); OK(cublasDaxpy(bl, n, &one, r, 1, q, 1)); rr = rn; ++it; } printf("cg iterations in range %d", it > 20 && it < 60); show("", x, 6); }
  { // PCA of random data
    const int m = 500, k = 6; curandGenerator_t g; OK(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10)); OK(curandSetPseudoRandomGeneratorSeed(g, 17)); OK(curandSetStream(g, s2)); double *X = devz<double>(m * k); OK(curandGenerateNormalDouble(g, X, m * k, 0, 1)); CK(cudaEventRecord(e, s2)); CK(cudaStreamWaitEvent(s1, e, 0)); double *C = devz<double>(k * k), one = 1.0 / m, zero = 0; OK(cublasDsyrk(bl, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, k, m, &one, X, m, &zero, C, k)); double *w = devz<double>(k); int lw, *info = devz<int>(1); OK(cusolverDnDsyevd_bufferSize(dn, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, k, C, k, w, &lw)); OK(cusolverDnDsyevd(dn, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, k, C, k, w, devz<double>(lw), lw, info)); CK(cudaStreamSynchronize(s1)); show("pca", w, k); }
  { // k-means steps
    const int n = 300, k = 3, dim = 2; std::vector<float> pts(n * dim); Rnd r(5); for (int i = 0; i < n; ++i) { int c = i % 3; pts[i] = c * 20 + r(9); pts[n + i] = (c == 1 ? 30 : 0) + r(9); } float *P = dev(pts), *D = devz<float>(n * k); int *who = devz<int>(n); std::vector<float> cen = {0, 5, 45, 0, 30, 3}; for (int step = 0; step < 3; ++step) { std::vector<float> d0(n * k); for (int c = 0; c < k; ++c) { float cc = cen[c] * cen[c] + cen[3 + c] * cen[3 + c]; for (int i = 0; i < n; ++i) d0[c * n + i] = cc; } CK(cudaMemcpy(D, d0.data(), n * k * 4, cudaMemcpyHostToDevice)); float *C = dev(cen), al = -2, be = 1; OK(cublasSgemm(bl, CUBLAS_OP_N, CUBLAS_OP_T, n, k, dim, &al, P, n, C, k, &be, D, n)); nearest<<<(n + 127) / 128, 128, 0, s1>>>(D, who, n, k); CK(cudaStreamSynchronize(s1)); auto w = get(who, n); std::vector<double> sx(6); std::vector<int> cnt(3); for (int i = 0; i < n; ++i) cnt[w[i]]++, sx[w[i]] += pts[i], sx[3 + w[i]] += pts[n + i]; for (int c = 0; c < 6; ++c) if (cnt[c % 3]) cen[c] = sx[c] / cnt[c % 3]; } show("centres", cen); }
  { // convolution
    const int n = 256; std::vector<cufftComplex> a(n), b(n); for (int i = 0; i < n; ++i) a[i] = {float(i % 7), 0}, b[i] = {i < 4 ? float(i + 1) : 0, 0}; cufftComplex *A = dev(a), *B = dev(b); cufftHandle p; OK(cufftPlan1d(&p, n, CUFFT_C2C, 1)); OK(cufftSetStream(p, s1)); OK(cufftExecC2C(p, A, A, CUFFT_FORWARD)); OK(cufftExecC2C(p, B, B, CUFFT_FORWARD)); multiply<<<2, 128, 0, s1>>>(A, B, n, 1.f / n); OK(cufftExecC2C(p, A, A, CUFFT_INVERSE)); CK(cudaStreamSynchronize(s1)); digits = 3; tiny = 1e-3; show("convolution", std::vector<cufftComplex>(get(A, 8))); }
  sync("end");
}
