// cuSPARSE: properties, names of codes, pointer modes, loggers, legacy descriptors, device scalars of all products, graphs of SpMV, SpMM, SpSV, SDDMM, conversions in a captured stream
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
#include <cusparse.h>
#define PICK(T, s, d, c, z) [&](auto... a) { if constexpr (std::is_same<T, float>::value) return s(a...); else if constexpr (std::is_same<T, double>::value) return d(a...); else if constexpr (std::is_same<T, cuComplex>::value) return c(a...); else return z(a...); }
template <class T> struct Csr { int m, n, base; std::vector<int> p, j, i; std::vector<T> v; int nnz() const { return int(j.size()); } };
template <class T> static Csr<T> sparse(int m, int n, int percent, unsigned seed, int base = 0, int range = 7) { Rnd r(seed); Csr<T> a{m, n, base, {base}, {}, {}, {}}; for (int i = 0; i < m; ++i) { for (int j = 0; j < n; ++j) if (r(100) < percent && i != 2) { a.j.push_back(j + base); a.i.push_back(i + base); double x = r(range) - range / 2, y = r(range) - range / 2; a.v.push_back(mk<T>(Z(x == 0 ? 1 : x, y))); } a.p.push_back(int(a.j.size()) + base); } return a; }
// a triangular matrix with a diagonal of ones, twos and minus ones
template <class T> static Csr<T> triangle(int n, int percent, unsigned seed, bool lower, int base = 0, bool other = false) { Rnd r(seed); Csr<T> a{n, n, base, {base}, {}, {}, {}}; for (int i = 0; i < n; ++i) { for (int j = 0; j < n; ++j) { bool in = i == j || ((lower ? j < i : j > i) || other) && r(100) < percent; if (!in) continue; a.j.push_back(j + base); a.i.push_back(i + base); double x = r(3) - 1, y = r(3) - 1; a.v.push_back(i == j ? mk<T>(Z(i % 3 == 2 ? -1 : 1, 0)) : mk<T>(Z(x, y))); } a.p.push_back(int(a.j.size()) + base); } return a; }
int main() {
  cusparseHandle_t h; ST(cusparseCreate(&h)); int v; for (int k = 0; k < 3; ++k) ST(cusparseGetProperty((libraryPropertyType)k, &v)); ST(cusparseGetProperty((libraryPropertyType)8, &v)); ST(cusparseGetVersion(h, &v)); printf("major %d\n", v / 1000); for (int i = 0; i < 13; ++i) printf("%d %s | %s\n", i, cusparseGetErrorName((cusparseStatus_t)i), cusparseGetErrorString((cusparseStatus_t)i)); cusparsePointerMode_t pm; ST(cusparseGetPointerMode(h, &pm)); printf("mode %d\n", pm); ST(cusparseLoggerSetLevel(0)); ST(cusparseLoggerSetMask(0)); ST(cusparseLoggerSetLevel(7)); cusparseMatDescr_t d; ST(cusparseCreateMatDescr(&d)); printf("defaults %d %d %d %d\n", cusparseGetMatType(d), cusparseGetMatFillMode(d), cusparseGetMatDiagType(d), cusparseGetMatIndexBase(d)); for (int t : {0, 1, 2, 3, 4}) printf("type %d: %d reads %d\n", t, (int)cusparseSetMatType(d, (cusparseMatrixType_t)t), cusparseGetMatType(d)); for (int t : {0, 1, 2}) printf("fill %d: %d diag %d base %d\n", t, (int)cusparseSetMatFillMode(d, (cusparseFillMode_t)t), (int)cusparseSetMatDiagType(d, (cusparseDiagType_t)t), (int)cusparseSetMatIndexBase(d, (cusparseIndexBase_t)t)); ST(cusparseDestroyMatDescr(d)); ST(cusparseDestroyMatDescr(nullptr));
  cudaStream_t s; CK(cudaStreamCreate(&s)); ST(cusparseSetStream(h, s)); ST(cusparseSetPointerMode(h, CUSPARSE_POINTER_MODE_DEVICE)); auto a = sparse<float>(20, 16, 25, 3); auto t = triangle<float>(16, 25, 4, true); float *al = dev(std::vector<float>{2, -1}), *be = al + 1; auto N = CUSPARSE_OPERATION_NON_TRANSPOSE; cusparseSpMatDescr_t A, T, P; OK(cusparseCreateCsr(&A, 20, 16, a.nnz(), dev(a.p), dev(a.j), dev(a.v), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); OK(cusparseCreateCsr(&T, 16, 16, t.nnz(), dev(t.p), dev(t.j), dev(t.v), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); float *pv = dev(a.v); OK(cusparseCreateCsr(&P, 20, 16, a.nnz(), dev(a.p), dev(a.j), pv, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); float *x = dev(ints<float>(16, 1)), *y = dev(ints<float>(20, 2)), *z = devz<float>(16), *B = dev(ints<float>(16 * 4, 3)), *C = dev(ints<float>(20 * 4, 4)), *L = dev(ints<float>(20 * 4, 5)), *R = dev(ints<float>(4 * 16, 6)), *D = devz<float>(20 * 16); cusparseDnVecDescr_t dx, dy, dz; OK(cusparseCreateDnVec(&dx, 16, x, CUDA_R_32F)); OK(cusparseCreateDnVec(&dy, 20, y, CUDA_R_32F)); OK(cusparseCreateDnVec(&dz, 16, z, CUDA_R_32F)); cusparseDnMatDescr_t dB, dC, dL, dR, dD; OK(cusparseCreateDnMat(&dB, 16, 4, 16, B, CUDA_R_32F, CUSPARSE_ORDER_COL)); OK(cusparseCreateDnMat(&dC, 20, 4, 20, C, CUDA_R_32F, CUSPARSE_ORDER_COL)); OK(cusparseCreateDnMat(&dL, 20, 4, 20, L, CUDA_R_32F, CUSPARSE_ORDER_COL)); OK(cusparseCreateDnMat(&dR, 4, 16, 4, R, CUDA_R_32F, CUSPARSE_ORDER_COL)); OK(cusparseCreateDnMat(&dD, 20, 16, 20, D, CUDA_R_32F, CUSPARSE_ORDER_COL)); size_t n[5]; OK(cusparseSpMV_bufferSize(h, N, al, A, dx, be, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, n)); OK(cusparseSpMM_bufferSize(h, N, N, al, A, dB, be, dC, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, n + 1)); OK(cusparseSDDMM_bufferSize(h, N, N, al, dL, dR, be, P, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, n + 2)); OK(cusparseSparseToDense_bufferSize(h, A, dD, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, n + 3)); cusparseSpSVDescr_t sv; OK(cusparseSpSV_createDescr(&sv)); OK(cusparseSpSV_bufferSize(h, N, al, T, dx, dz, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, sv, n + 4)); void *b[5]; for (int i = 0; i < 5; ++i) b[i] = buf(n[i]); OK(cusparseSpSV_analysis(h, N, al, T, dx, dz, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, sv, b[4])); CK(cudaStreamSynchronize(s));
  cudaGraph_t g; cudaGraphExec_t e; CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); ST(cusparseSpMV(h, N, al, A, dx, be, dy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, b[0])); ST(cusparseSpMM(h, N, N, al, A, dB, be, dC, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, b[1])); ST(cusparseSDDMM(h, N, N, al, dL, dR, be, P, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, b[2])); ST(cusparseSparseToDense(h, A, dD, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, b[3])); ST(cusparseSpSV_solve(h, N, al, T, dx, dz, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, sv)); CK(cudaStreamEndCapture(s, &g)); CK(cudaGraphInstantiate(&e, g, 0)); for (int i = 0; i < 3; ++i) CK(cudaGraphLaunch(e, s)); CK(cudaStreamSynchronize(s)); hashed("y", y, 20); hashed("C", C, 80); hashed("P", pv, a.nnz()); hashed("D", D, 320); show("z", z, 16);
  cusparseSpVecDescr_t sx; OK(cusparseCreateSpVec(&sx, 20, 4, dev(std::vector<int>{1, 4, 7, 19}), dev(std::vector<float>{1, 2, -3, 4}), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)); float *r = devz<float>(1); OK(cusparseSpVV_bufferSize(h, N, sx, dy, r, CUDA_R_32F, n)); OK(cusparseSpVV(h, N, sx, dy, r, CUDA_R_32F, buf(n[0]))); CK(cudaStreamSynchronize(s)); show("spvv", r, 1); OK(cusparseAxpby(h, al, sx, be, dy)); CK(cudaStreamSynchronize(s)); hashed("axpby", y, 20); OK(cusparseRot(h, al, be, sx, dy)); CK(cudaStreamSynchronize(s)); hashed("rot", y, 20); ST(cusparseDestroy(h)); ST(cusparseDestroy(nullptr)); sync("end");
}
