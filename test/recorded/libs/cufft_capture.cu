// cuFFT: transforms captured and replayed in another stream; a plan made while another stream is captured
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
int main() { cudaStream_t s, s2; CK(cudaStreamCreate(&s)); CK(cudaStreamCreateWithFlags(&s2, cudaStreamNonBlocking)); for (int n : {64, 1000, 10007, 65536}) { std::vector<cufftComplex> h(n); for (int i = 0; i < n; i++) { Z z = num(i); h[i] = {(float)z.real(), (float)z.imag()}; } auto *d = dev(h); auto *e = devz<cufftComplex>(n); cufftHandle p; CF(cufftPlan1d(&p, n, CUFFT_C2C, 1)); CF(cufftSetStream(p, s)); cudaGraph_t g; cudaGraphExec_t x; CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); int a = cufftExecC2C(p, d, e, -1), b = cufftExecC2C(p, e, e, 1); cudaError_t c = cudaStreamEndCapture(s, &g); printf("%d: capture %d %d %s\n", n, a, b, cudaGetErrorName(c)); if (c) continue; CK(cudaGraphInstantiate(&x, g, 0)); auto check = [&](double f) { auto v = get(e, n); double w = 0; for (int i = 0; i < n; i++) w = std::max(w, (double)std::abs(Z(v[i].x, v[i].y) / (double)n - Z(h[i].x, h[i].y) * f)); return w < 1e-3 ? "ok" : "FAIL"; }; CK(cudaGraphLaunch(x, s)); CK(cudaStreamSynchronize(s)); printf("first %s\n", check(1)); for (auto &q : h) q.x *= 2, q.y *= 2; CK(cudaMemcpy(d, h.data(), n * 8, cudaMemcpyHostToDevice)); CK(cudaGraphLaunch(x, s2)); CK(cudaStreamSynchronize(s2)); printf("second %s\n", check(1)); printf("set %d %d null %d\n", (int)cufftSetStream(p, s2), (int)cufftExecC2C(p, d, e, -1), (int)cufftSetStream(p, 0)); CK(cudaDeviceSynchronize()); int m[1] = {n}; CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); cufftHandle q; int mk = cufftPlanMany(&q, 1, m, 0, 1, 0, 0, 1, 0, CUFFT_C2C, 1); (void)mk; c = cudaStreamEndCapture(s, &g); printf("plan while capturing %d %s\n", mk, cudaGetErrorName(c)); CF(cufftDestroy(p)); CK(cudaGraphExecDestroy(x)); } sync("end"); }
