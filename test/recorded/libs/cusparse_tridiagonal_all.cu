// cuSPARSE: gtsv2, nopivot, StridedBatch, gtsvInterleavedBatch with three algorithms, gpsvInterleavedBatch in four types, several sizes, zero diagonals with pivoting
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
cusparseHandle_t h;
template <class T> void all(const char *n) {
  printf("%s\n", n); digits = 3; for (int m : {3, 4, 7, 32, 100}) { std::vector<T> l(m), d(m), u(m), b(m * 2); Rnd r(m); for (int i = 0; i < m; ++i) { l[i] = mk<T>(Z(i ? r(3) - 1 : 0, i ? r(3) - 1 : 0)); u[i] = mk<T>(Z(i + 1 < m ? r(3) - 1 : 0, 0)); d[i] = mk<T>(Z(5 + r(3), 1)); b[i] = mk<T>(Z(r(7) - 3, r(3))); b[m + i] = mk<T>(Z(i % 5, 0)); } T *L = dev(l), *D = dev(d), *U = dev(u), *B = dev(b); size_t z; OK((PICK(T, cusparseSgtsv2_bufferSizeExt, cusparseDgtsv2_bufferSizeExt, cusparseCgtsv2_bufferSizeExt, cusparseZgtsv2_bufferSizeExt)(h, m, 2, (const T *)L, (const T *)D, (const T *)U, (const T *)B, m, &z))); OK((PICK(T, cusparseSgtsv2, cusparseDgtsv2, cusparseCgtsv2, cusparseZgtsv2)(h, m, 2, (const T *)L, (const T *)D, (const T *)U, B, m, buf(z)))); printf("gtsv2 %d", m); auto x = get(B, 2 * m); show("", std::vector<T>(x.begin() + m, x.begin() + m + std::min(m, 6))); B = dev(b); OK((PICK(T, cusparseSgtsv2_nopivot_bufferSizeExt, cusparseDgtsv2_nopivot_bufferSizeExt, cusparseCgtsv2_nopivot_bufferSizeExt, cusparseZgtsv2_nopivot_bufferSizeExt)(h, m, 2, (const T *)L, (const T *)D, (const T *)U, (const T *)B, m, &z))); OK((PICK(T, cusparseSgtsv2_nopivot, cusparseDgtsv2_nopivot, cusparseCgtsv2_nopivot, cusparseZgtsv2_nopivot)(h, m, 2, (const T *)L, (const T *)D, (const T *)U, B, m, buf(z)))); x = get(B, 2 * m); show("nopivot", std::vector<T>(x.begin(), x.begin() + std::min(m, 6)));
    const int nb = 3; int st = m + 2; auto batch = [&](const std::vector<T> &v, bool inter) { std::vector<T> o(inter ? m * nb : st * nb, mk<T>(Z(0, 0))); for (int q = 0; q < nb; ++q) for (int i = 0; i < m; ++i) o[inter ? i * nb + q : q * st + i] = v[i]; return o; }; L = dev(batch(l, false)); D = dev(batch(d, false)); U = dev(batch(u, false)); auto bb = batch(b, false); for (int i = 0; i < m; ++i) bb[st + i] = mk<T>(Z(1, 0)); B = dev(bb); OK((PICK(T, cusparseSgtsv2StridedBatch_bufferSizeExt, cusparseDgtsv2StridedBatch_bufferSizeExt, cusparseCgtsv2StridedBatch_bufferSizeExt, cusparseZgtsv2StridedBatch_bufferSizeExt)(h, m, (const T *)L, (const T *)D, (const T *)U, (const T *)B, nb, st, &z))); OK((PICK(T, cusparseSgtsv2StridedBatch, cusparseDgtsv2StridedBatch, cusparseCgtsv2StridedBatch, cusparseZgtsv2StridedBatch)(h, m, (const T *)L, (const T *)D, (const T *)U, B, nb, st, buf(z)))); x = get(B, st * nb); show("strided", std::vector<T>(x.begin() + st, x.begin() + st + std::min(m, 6)));
    for (int alg : {0, 1, 2}) { L = dev(batch(l, true)); D = dev(batch(d, true)); U = dev(batch(u, true)); B = dev(batch(b, true)); OK((PICK(T, cusparseSgtsvInterleavedBatch_bufferSizeExt, cusparseDgtsvInterleavedBatch_bufferSizeExt, cusparseCgtsvInterleavedBatch_bufferSizeExt, cusparseZgtsvInterleavedBatch_bufferSizeExt)(h, alg, m, (const T *)L, (const T *)D, (const T *)U, (const T *)B, nb, &z))); OK((PICK(T, cusparseSgtsvInterleavedBatch, cusparseDgtsvInterleavedBatch, cusparseCgtsvInterleavedBatch, cusparseZgtsvInterleavedBatch)(h, alg, m, L, D, U, B, nb, buf(z)))); x = get(B, m * nb); printf("interleaved %d", alg); show("", std::vector<T>(x.begin(), x.begin() + std::min(m * nb, 9))); }
    std::vector<T> ds(m), dw(m); for (int i = 0; i < m; ++i) ds[i] = mk<T>(Z(i > 1 ? 1 : 0, 0)), dw[i] = mk<T>(Z(i + 2 < m ? -1 : 0, i + 2 < m ? 1 : 0)); T *DS = dev(batch(ds, true)), *DW = dev(batch(dw, true)); L = dev(batch(l, true)); D = dev(batch(d, true)); U = dev(batch(u, true)); B = dev(batch(b, true)); OK((PICK(T, cusparseSgpsvInterleavedBatch_bufferSizeExt, cusparseDgpsvInterleavedBatch_bufferSizeExt, cusparseCgpsvInterleavedBatch_bufferSizeExt, cusparseZgpsvInterleavedBatch_bufferSizeExt)(h, 0, m, (const T *)DS, (const T *)L, (const T *)D, (const T *)U, (const T *)DW, (const T *)B, nb, &z))); OK((PICK(T, cusparseSgpsvInterleavedBatch, cusparseDgpsvInterleavedBatch, cusparseCgpsvInterleavedBatch, cusparseZgpsvInterleavedBatch)(h, 0, m, DS, L, D, U, DW, B, nb, buf(z)))); x = get(B, m * nb); show("gpsv", std::vector<T>(x.begin(), x.begin() + std::min(m * nb, 9))); }
  { std::vector<T> l = {mk<T>(Z(0, 0)), mk<T>(Z(1, 0)), mk<T>(Z(2, 0)), mk<T>(Z(1, 0))}, d = {mk<T>(Z(0, 0)), mk<T>(Z(1, 0)), mk<T>(Z(0, 0)), mk<T>(Z(2, 0))}, u = {mk<T>(Z(2, 0)), mk<T>(Z(1, 0)), mk<T>(Z(1, 0)), mk<T>(Z(0, 0))}; T *L = dev(l), *D = dev(d), *U = dev(u), *B = dev(ints<T>(4, 8)); size_t z; OK((PICK(T, cusparseSgtsv2_bufferSizeExt, cusparseDgtsv2_bufferSizeExt, cusparseCgtsv2_bufferSizeExt, cusparseZgtsv2_bufferSizeExt)(h, 4, 1, (const T *)L, (const T *)D, (const T *)U, (const T *)B, 4, &z))); OK((PICK(T, cusparseSgtsv2, cusparseDgtsv2, cusparseCgtsv2, cusparseZgtsv2)(h, 4, 1, (const T *)L, (const T *)D, (const T *)U, B, 4, buf(z)))); show("zero diagonal", B, 4); }
}
int main() { OK(cusparseCreate(&h)); all<float>("f"); all<double>("d"); all<cuComplex>("c"); all<cuDoubleComplex>("z"); sync("end"); }
