// cuFFT real plans: padding in place, odd lengths, embeds that are null with strides that do not count
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <complex>
#include <vector>
#include <fcntl.h>
#include <unistd.h>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ST(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaDeviceSynchronize()); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
static void sync(const char *what) { cudaError_t e = cudaDeviceSynchronize(); printf("%s: %s\n", what, cudaGetErrorName(e)); }
#include <cufft.h>
#include <cufftXt.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef std::complex<double> Z;
#define CF(x) do { cufftResult s_ = (x); if (s_) { printf("FAIL line %d: %d\n", __LINE__, (int)s_); exit(1); } } while (0)
static Z num(size_t i) { unsigned s = (unsigned)i * 2654435761u + 12345u; s ^= s >> 13; s *= 0x9E3779B1u; return Z((int)(s >> 7) % 5, (int)(s >> 17 & 7) - 3); }
// n-dimensional unnormalised transform
static void dftn(Z *a, const std::vector<int> &n, int sign) { size_t tot = 1; for (int x : n) tot *= x; size_t inner = tot; for (int d : n) { inner /= d; std::vector<Z> w(d), t(d); for (int k = 0; k < d; k++) w[k] = std::polar(1.0, sign * 2 * M_PI * k / d); for (size_t b = 0; b < tot; b += inner * d) for (size_t i = 0; i < inner; i++) { for (int k = 0; k < d; k++) { t[k] = 0; for (int j = 0; j < d; j++) t[k] += a[b + i + j * inner] * w[(size_t)j * k % d]; } for (int k = 0; k < d; k++) a[b + i + k * inner] = t[k]; } } }
int main() { int id = 0;
  for (int inverse = 0; inverse < 2; inverse++) for (int inplace = 0; inplace < 2; inplace++) for (auto &n : std::vector<std::vector<int>>{{8}, {9}, {1}, {2}, {17}, {6, 10}, {5, 7}, {3, 4, 6}, {4, 3, 5}, {1, 4}, {4, 1}, {100}}) for (int s : {1, 2}) for (int pad : {0, 1, 2}) for (int batch : {1, 3}) for (int mode = 0; mode < 3; mode++) {
    int rank = n.size(); int last = n[rank - 1], half = last / 2 + 1, re[3], ce[3]; size_t rt = 1, ct = 1, tot = 1; for (int i = 0; i < rank; i++) { bool l = i == rank - 1; re[i] = l ? (inplace ? 2 * (half + pad) : last + pad) : n[i]; ce[i] = l ? half + pad : n[i]; rt *= re[i]; ct *= ce[i]; tot *= n[i]; } if (inplace && s != 1) continue; if (mode && (pad || s != 1)) continue; // mode 1: NULL embeds, mode 2: NULL embeds with odd strides and distances
    int rdist = rt * s, cdist = ct * s; if (mode) { rt = inplace ? tot / last * 2 * half : tot; ct = tot / last * half; re[rank - 1] = inplace ? 2 * half : last; ce[rank - 1] = half; rdist = rt; cdist = ct; }
    size_t rsz = rt * s * batch + 8, csz = ct * s * batch + 8; std::vector<float> R(inplace ? csz * 2 : rsz, -777); std::vector<float> C(csz * 2, -777); auto ridx = [&](size_t i, int b) { size_t rem = i, a = 0, m = 1; for (int d = rank - 1; d >= 0; d--) { a += rem % n[d] * m; rem /= n[d]; m *= re[d]; } return a * s + (size_t)b * rdist; }; auto cidx = [&](size_t i, int b) { size_t rem = i, a = 0, m = 1; for (int d = rank - 1; d >= 0; d--) { int w = d == rank - 1 ? half : n[d]; a += rem % w * m; rem /= w; m *= ce[d]; } return a * s + (size_t)b * cdist; }; size_t htot = tot / last * half;
    std::vector<std::vector<Z>> spec(batch), val(batch); for (int b = 0; b < batch; b++) { val[b].resize(tot); for (size_t i = 0; i < tot; i++) val[b][i] = num(i + 1000 * b).real(); spec[b] = val[b]; dftn(spec[b].data(), n, -1); }
    for (int b = 0; b < batch; b++) { if (!inverse) for (size_t i = 0; i < tot; i++) R[ridx(i, b)] = val[b][i].real(); else for (size_t i = 0; i < htot; i++) { size_t row = i / half, col = i % half; Z z = spec[b][row * last + col]; C[2 * cidx(i, b)] = z.real(); C[2 * cidx(i, b) + 1] = z.imag(); } }
    auto &in = inverse ? C : R; auto &out = inverse ? R : C; auto *di = dev(in); auto *dst = inplace ? di : dev(out); cufftHandle p; int *ie = inverse ? ce : re, *oe = inverse ? re : ce; int st; if (mode == 0) st = cufftPlanMany(&p, rank, (int *)n.data(), ie, s, inverse ? cdist : rdist, oe, s, inverse ? rdist : cdist, inverse ? CUFFT_C2R : CUFFT_R2C, batch); else if (mode == 1) st = cufftPlanMany(&p, rank, (int *)n.data(), nullptr, 1, 0, nullptr, 1, 0, inverse ? CUFFT_C2R : CUFFT_R2C, batch); else st = cufftPlanMany(&p, rank, (int *)n.data(), nullptr, 5, 333, nullptr, 7, 1, inverse ? CUFFT_C2R : CUFFT_R2C, batch);
    if (st) { printf("%d: plan %d\n", id++, st); continue; } int x = inverse ? cufftExecC2R(p, (cufftComplex *)di, dst) : cufftExecR2C(p, di, (cufftComplex *)dst); auto r = get(dst, inplace ? R.size() : out.size()); double worst = 0; std::vector<char> touched(r.size()); for (int b = 0; b < batch; b++) { if (inverse) for (size_t i = 0; i < tot; i++) { size_t k = ridx(i, b); touched[k] = 1; worst = std::max(worst, std::abs(r[k] - val[b][i].real() * tot)); } else for (size_t i = 0; i < htot; i++) { size_t k = cidx(i, b), row = i / half, col = i % half; touched[2 * k] = touched[2 * k + 1] = 1; worst = std::max(worst, std::abs(Z(r[2 * k], r[2 * k + 1]) - spec[b][row * last + col])); } }
    size_t spoiled = 0; if (!inplace) for (size_t i = 0; i < r.size(); i++) if (!touched[i] && r[i] != -777) spoiled++; if (x || worst > 5e-3 || spoiled) printf("%d: inverse %d inplace %d rank %d n %d last %d s %d pad %d batch %d mode %d exec %d worst %.1e spoiled %zu\n", id, inverse, inplace, rank, n[0], last, s, pad, batch, mode, x, worst, spoiled); id++; cufftDestroy(p); cudaFree(di); if (!inplace) cudaFree(dst); }
  printf("%d layouts\n", id); sync("end"); }
