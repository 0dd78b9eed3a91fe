// cuFFT complex plans: strides, embeds, distances, batches one within the other; what is written and what is left alone
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
// C2C/Z2Z layouts: what is written, what is left alone, and whether it is right
int main() { int id = 0;
  for (int prec = 0; prec < 2; prec++) for (int inplace = 0; inplace < 2; inplace++) for (auto &n : std::vector<std::vector<int>>{{8}, {15}, {17}, {6, 10}, {5, 7}, {3, 4, 5}, {1}, {1, 9}, {9, 1}, {2, 1, 6}, {64, 3}}) for (int is : {1, 2, 3}) for (int os : {1, 2}) for (int pad : {0, 1, 3}) for (int batch : {1, 3}) for (int inter : {0, 1}) for (int dir : {-1, 1}) {
    int rank = n.size(), ie[3], oe[3]; size_t it = 1, ot = 1, tot = 1; if (inplace && is != os) continue; for (int i = 0; i < rank; i++) { ie[i] = n[i] + (i ? pad : 0); oe[i] = n[i] + (i && !inplace ? (pad ^ 1) : i ? pad : 0); it *= ie[i]; ot *= oe[i]; tot *= n[i]; } int id_ = inter ? 1 : it * is, od = inter ? 1 : ot * os; int iis = inter ? is * batch : is, oos = inter ? os * batch : os; size_t isz = it * iis + (batch - 1) * (size_t)id_ + 4, osz = ot * oos + (batch - 1) * (size_t)od + 4; if (inplace) { oos = iis; od = id_; osz = isz; }
    size_t e = prec ? 16 : 8; std::vector<char> hin(isz * e), hout(osz * e); auto put = [&](std::vector<char> &v, size_t i, Z z) { if (prec) { ((double *)v.data())[2 * i] = z.real(); ((double *)v.data())[2 * i + 1] = z.imag(); } else { ((float *)v.data())[2 * i] = z.real(); ((float *)v.data())[2 * i + 1] = z.imag(); } }; auto at = [&](std::vector<char> &v, size_t i) { return prec ? Z(((double *)v.data())[2 * i], ((double *)v.data())[2 * i + 1]) : Z(((float *)v.data())[2 * i], ((float *)v.data())[2 * i + 1]); };
    for (size_t i = 0; i < isz; i++) put(hin, i, num(i)); for (size_t i = 0; i < osz; i++) put(hout, i, Z(-777, 777)); auto *di = dev(hin); auto *dst = inplace ? di : dev(hout); cufftHandle p; int s = cufftPlanMany(&p, rank, (int *)n.data(), ie, iis, id_, oe, oos, od, prec ? CUFFT_Z2Z : CUFFT_C2C, batch); if (s) { printf("%d: plan %d\n", id++, s); continue; } int x = prec ? cufftExecZ2Z(p, (cufftDoubleComplex *)di, (cufftDoubleComplex *)dst, dir) : cufftExecC2C(p, (cufftComplex *)di, (cufftComplex *)dst, dir); auto r = get(dst, osz * e); std::vector<char> touched(osz); double worst = 0;
    for (int b = 0; b < batch; b++) { std::vector<Z> a(tot); std::vector<size_t> where(tot); for (size_t i = 0; i < tot; i++) { size_t rem = i, ia = 0, oa = 0, im = 1, om = 1; for (int d = rank - 1; d >= 0; d--) { size_t k = rem % n[d]; rem /= n[d]; ia += k * im; oa += k * om; im *= ie[d]; om *= oe[d]; } a[i] = at(hin, ia * iis + (size_t)b * id_); where[i] = oa * oos + (size_t)b * od; } dftn(a.data(), n, dir); for (size_t i = 0; i < tot; i++) { touched[where[i]] = 1; worst = std::max(worst, std::abs(a[i] - at(r, where[i]))); } }
    size_t spoiled = 0; for (size_t i = 0; i < osz; i++) if (!touched[i] && at(r, i) != (inplace ? at(hin, i) : Z(-777, 777))) spoiled++; bool inputKept = inplace || get(di, isz * e) == hin; if (x || worst > 2e-3 || spoiled || !inputKept) printf("%d: rank %d n %d is %d os %d pad %d batch %d inter %d inplace %d exec %d worst %.1e spoiled %zu kept %d\n", id, rank, n[0], is, os, pad, batch, inter, inplace, x, worst, spoiled, inputKept); id++; cufftDestroy(p); cudaFree(di); if (!inplace) cudaFree(dst); }
  printf("%d layouts\n", id); }
