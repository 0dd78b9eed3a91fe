// cuSOLVER 64-bit API: Xsyevd, Xsyevdx by value and index, XsyevBatched, Xgeev with left and right vectors, Xgesvdr, Xgesvdp, Xgesvd in four types; syevdx, sygvdx of the older API
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
// Many lines: each 32 of them are one digest; with SHOW in the environment they are printed as well.
struct Lines { unsigned long long h = 0; int n = 0; char text[4096]; int used = 0; bool shows = getenv("SHOW"); void end() { fprintf(stdout, "%d: %016llx\n", n, h); h = 0; } ~Lines() { if (used) text[used++] = '\n', line(); if (n % 32) end(); } void line() { for (int i = 0; i < used; ++i) h = (h ^ (unsigned char)text[i]) * 1099511628211ull + 7; if (shows) fwrite(text, 1, used, stdout); used = 0; if (++n % 32 == 0) end(); } };
static Lines lines;
template <class... A> static void say(const char *f, A... a) { char b[4096]; int k = snprintf(b, sizeof b, f, a...); for (int i = 0; i < k; ++i) { lines.text[lines.used++] = b[i]; if (b[i] == '\n' || lines.used > 4000) lines.line(); } }
#define printf say
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
#include <cusolverDn.h>
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
cusolverDnHandle_t h; cusolverDnParams_t p; const cusolverEigMode_t N = CUSOLVER_EIG_MODE_NOVECTOR, V = CUSOLVER_EIG_MODE_VECTOR;
template <class T> void all(const char *n) {
  typedef typename RealOf<T>::type R; printf("%s\n", n); digits = 3; size_t d, o; int *info = devz<int>(16); auto dt = typeOf<T>(), rt = typeOf<R>(); std::vector<char> hb(1 << 20); auto W = [&] { return buf(d + 16); };
  for (auto u : {CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER}) for (int s : {1, 6, 33}) for (auto j : {N, V}) { auto a = hermitian<T>(s, s + 2, s); T *A = dev(a); R *w = devz<R>(s); OK(cusolverDnXsyevd_bufferSize(h, p, j, u, s, dt, A, s + 2, rt, w, dt, &d, &o)); int st = hush([&] { return cusolverDnXsyevd(h, p, j, u, s, dt, A, s + 2, rt, w, dt, W(), d, hb.data(), o, info); }); printf("Xsyevd %d %d %d: %d info %d", u, s, j, st, get(info, 1)[0]); auto e = get(w, s); show("", std::vector<R>(e.begin(), e.begin() + std::min(s, 6))); if (j == V) { auto v = get(A, (s + 2) * s); good("orthogonal", far(mul(v, s + 2, v, s + 2, s, s, s, 1), eye(s)), 10 * eps<T>()); } }
  for (auto rg : {CUSOLVER_EIG_RANGE_ALL, CUSOLVER_EIG_RANGE_I, CUSOLVER_EIG_RANGE_V}) for (auto [il, iu] : {std::pair{1, 3}, {2, 2}, {4, 8}, {0, 2}, {3, 2}, {5, 9}}) for (auto j : {N, V}) { const int s = 8; auto a = hermitian<T>(s, s, 5); T *A = dev(a); R *w = devz<R>(s), vl = R(il * 5 - 20), vu = R(iu * 5 - 10.5); int64_t me = -1; int sb = hush([&] { return cusolverDnXsyevdx_bufferSize(h, p, j, rg, CUBLAS_FILL_MODE_LOWER, s, dt, A, s, &vl, &vu, il, iu, &me, rt, w, dt, &d, &o); }); int st = sb ? 99 : (int)hush([&] { return cusolverDnXsyevdx(h, p, j, rg, CUBLAS_FILL_MODE_LOWER, s, dt, A, s, &vl, &vu, il, iu, &me, rt, w, dt, W(), d, hb.data(), o, info); }); printf("Xsyevdx range %d %d..%d vectors %d: %d %d info %d", rg, il, iu, j, sb, st, get(info, 1)[0]); if (!st) { printf(" found %d", (int)me); auto e = get(w, s); show("", std::vector<R>(e.begin(), e.begin() + me)); if (j == V && me) { auto v = get(A, s * s); good("orthogonal", far(mul(v, s, v, s, me, s, me, 1), eye(me)), 10 * eps<T>()); } } else printf("\n");
    int im = -1, lw = 0; A = dev(a); sb = hush([&] { return PICK(T, cusolverDnSsyevdx_bufferSize, cusolverDnDsyevdx_bufferSize, cusolverDnCheevdx_bufferSize, cusolverDnZheevdx_bufferSize)(h, j, rg, CUBLAS_FILL_MODE_LOWER, s, (const T *)A, s, vl, vu, il, iu, &im, (const R *)w, &lw); }); st = sb ? 99 : (int)hush([&] { return PICK(T, cusolverDnSsyevdx, cusolverDnDsyevdx, cusolverDnCheevdx, cusolverDnZheevdx)(h, j, rg, CUBLAS_FILL_MODE_LOWER, s, A, s, vl, vu, il, iu, &im, w, devz<T>(lw + 1), lw, info); }); printf("syevdx: %d %d info %d", sb, st, get(info, 1)[0]); if (!st) { printf(" found %d", im); auto e = get(w, s); show("", std::vector<R>(e.begin(), e.begin() + im)); } else printf("\n");
    auto b = hermitian<T>(s, s, 6, 3, 12); A = dev(a); T *B = dev(b); sb = hush([&] { return PICK(T, cusolverDnSsygvdx_bufferSize, cusolverDnDsygvdx_bufferSize, cusolverDnChegvdx_bufferSize, cusolverDnZhegvdx_bufferSize)(h, CUSOLVER_EIG_TYPE_1, j, rg, CUBLAS_FILL_MODE_LOWER, s, (const T *)A, s, (const T *)B, s, vl / 10, vu / 10, il, iu, &im, (const R *)w, &lw); }); st = sb ? 99 : (int)hush([&] { return PICK(T, cusolverDnSsygvdx, cusolverDnDsygvdx, cusolverDnChegvdx, cusolverDnZhegvdx)(h, CUSOLVER_EIG_TYPE_1, j, rg, CUBLAS_FILL_MODE_LOWER, s, A, s, B, s, vl / 10, vu / 10, il, iu, &im, w, devz<T>(lw + 1), lw, info); }); printf("sygvdx: %d %d info %d", sb, st, get(info, 1)[0]); if (!st) { printf(" found %d", im); auto e = get(w, s); show("", std::vector<R>(e.begin(), e.begin() + im)); } else printf("\n"); }
  for (int s : {1, 4, 20, 40}) for (auto j : {N, V}) { const int nb = 3; std::vector<T> a; for (int i = 0; i < nb; ++i) { auto m = hermitian<T>(s, s, 50 + i); a.insert(a.end(), m.begin(), m.end()); } T *A = dev(a); R *w = devz<R>(s * nb); OK(cusolverDnXsyevBatched_bufferSize(h, p, j, CUBLAS_FILL_MODE_UPPER, s, dt, A, s, rt, w, dt, &d, &o, nb)); int st = hush([&] { return cusolverDnXsyevBatched(h, p, j, CUBLAS_FILL_MODE_UPPER, s, dt, A, s, rt, w, dt, W(), d, hb.data(), o, info, nb); }); printf("XsyevBatched %d %d: %d", s, j, st); show(" info", info, nb); auto e = get(w, s * nb); show("w", std::vector<R>(e.begin() + s, e.begin() + s + std::min(s, 5))); if (j == V) { auto v = get(A + s * s, s * s); good("orthogonal", far(mul(v, s, v, s, s, s, s, 1), eye(s)), 10 * eps<T>()); } }
  for (int s : {1, 2, 5, 12}) for (auto jr : {N, V}) { auto a = ints<T>(s * s, 7, 9); T *A = dev(a), *VR = devz<T>(s * s); auto ct = sizeof(R) == 4 ? CUDA_C_32F : CUDA_C_64F; void *w = buf(16 * s); OK(cusolverDnXgeev_bufferSize(h, p, N, jr, s, dt, A, s, ct, w, dt, nullptr, 1, dt, VR, s, dt, &d, &o)); int st = hush([&] { return cusolverDnXgeev(h, p, N, jr, s, dt, A, s, ct, w, dt, nullptr, 1, dt, VR, s, dt, W(), d, hb.data(), o, info); }); std::vector<Z> e; if (sizeof(R) == 4) for (auto q : get((cuComplex *)w, s)) e.push_back(z(q)); else for (auto q : get((cuDoubleComplex *)w, s)) e.push_back(z(q)); std::sort(e.begin(), e.end(), [](Z x, Z y) { return std::abs(x.real() - y.real()) > 1e-3 ? x.real() < y.real() : x.imag() < y.imag(); }); printf("Xgeev %d vectors %d: %d info %d", s, jr, st, get(info, 1)[0]); for (auto q : e) { num(q.real()); printf(","); num(q.imag()); } printf("\n"); if (jr == V && isComplex<T>()) { auto v = get(VR, s * s); double worst = 0; for (int c = 0; c < s; ++c) { double q = 0; for (int r = 0; r < s; ++r) q += std::norm(z(v[c * s + r])); worst = std::max(worst, std::abs(std::sqrt(q) - 1)); } good("unit", worst, 10 * eps<T>()); } }
  for (auto [m, k, rank] : {std::tuple{12, 8, 3}, {8, 8, 2}}) { std::vector<T> a(m * k); for (int j = 0; j < k; ++j) for (int i = 0; i < m; ++i) a[j * m + i] = mk<T>(Z((i + 1) * (j + 2) % 5 * 0.01 + (i == j ? std::pow(3.0, 6 - j) : 0), 0)); T *A = dev(a), *U = devz<T>(m * m), *VT = devz<T>(k * k); R *S = devz<R>(k); OK(cusolverDnXgesvdr_bufferSize(h, p, 'S', 'S', m, k, rank, 2, 3, dt, A, m, rt, S, dt, U, m, dt, VT, k, dt, &d, &o)); int st = hush([&] { return cusolverDnXgesvdr(h, p, 'S', 'S', m, k, rank, 2, 3, dt, A, m, rt, S, dt, U, m, dt, VT, k, dt, W(), d, hb.data(), o, info); }); printf("Xgesvdr %d %d: %d info %d", m, k, st, get(info, 1)[0]); show("", S, rank); }
  for (auto [m, k] : {std::pair{9, 5}, {5, 9}, {6, 6}}) for (int econ : {0, 1}) for (auto j : {N, V}) { auto a = ints<T>(m * k, 11, 9); int q = std::min(m, k); T *A = dev(a), *U = devz<T>(m * m), *Vv = devz<T>(k * k); R *S = devz<R>(q); double err = -1; int sb = hush([&] { return cusolverDnXgesvdp_bufferSize(h, p, j, econ, m, k, dt, A, m, rt, S, dt, U, m, dt, Vv, k, dt, &d, &o); }); int st = sb ? 99 : (int)hush([&] { return cusolverDnXgesvdp(h, p, j, econ, m, k, dt, A, m, rt, S, dt, U, m, dt, Vv, k, dt, W(), d, hb.data(), o, info, &err); }); printf("Xgesvdp %d %d econ %d vectors %d: %d %d info %d", m, k, econ, j, sb, st, get(info, 1)[0]); if (st) { printf("\n"); continue; } show("", S, q); if (j == V) { auto u = get(U, m * m), w = get(Vv, k * k); auto s = get(S, q); for (int c = 0; c < q; ++c) for (int r = 0; r < m; ++r) u[c * m + r] = mk<T>(z(u[c * m + r]) * double(s[c])); good("product", far(mul(u, m, w, k, m, q, k, 0, 1), zs(a, m, k, m)), 50 * eps<T>()); } }
  for (auto [m, k] : {std::pair{9, 5}, {5, 9}}) for (char ju : {'A', 'S', 'N', 'O'}) for (char jv : {'A', 'S', 'N', 'O'}) { auto a = ints<T>(m * k, 12, 9); int q = std::min(m, k); T *A = dev(a), *U = devz<T>(m * m), *VT = devz<T>(k * k); R *S = devz<R>(q); int sb = hush([&] { return cusolverDnXgesvd_bufferSize(h, p, ju, jv, m, k, dt, A, m, rt, S, dt, U, m, dt, VT, k, dt, &d, &o); }); int st = sb ? 99 : (int)hush([&] { return cusolverDnXgesvd(h, p, ju, jv, m, k, dt, A, m, rt, S, dt, U, m, dt, VT, k, dt, W(), d, hb.data(), o, info); }); printf("Xgesvd %d %d %c%c: %d %d info %d", m, k, ju, jv, sb, st, get(info, 1)[0]); if (!st) show("", S, q); else printf("\n"); }
}
int main() { OK(cusolverDnCreate(&h)); OK(cusolverDnCreateParams(&p)); all<float>("float"); all<double>("double"); all<cuComplex>("complex"); all<cuDoubleComplex>("double complex"); sync("end"); }
