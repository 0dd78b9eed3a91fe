// cuBLAS under capture: results in host memory, pointer modes, workspaces, streams; names and texts of statuses
#include <cuda_runtime.h>
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
  cublasHandle_t h; OK(cublasCreate(&h)); cudaStream_t s; CK(cudaStreamCreate(&s)); OK(cublasSetStream(h, s)); float *x = dev(ints<float>(64, 1)), *y = dev(ints<float>(64, 2)), *r = devz<float>(8), one = 2, hr = -1; int *ir = devz<int>(4);
  { CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); printf("axpy %d\n", cublasSaxpy(h, 10, &one, x, 1, y, 1)); one = 50; OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE)); printf("dot %d\n", cublasSdot(h, 10, x, 1, y, 1, r)); printf("nrm2 %d\n", cublasSnrm2(h, 10, x, 1, r + 1)); printf("amax %d\n", cublasIsamax(h, 10, x, 1, ir)); OK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST)); cudaGraph_t g; printf("end %d\n", cudaStreamEndCapture(s, &g)); cudaGraphExec_t e; CK(cudaGraphInstantiate(&e, g, 0)); for (int i = 0; i < 2; ++i) { CK(cudaGraphLaunch(e, s)); CK(cudaStreamSynchronize(s)); show("y", y, 10); show("r", r, 2); show("i", ir, 1); } }
  { CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); printf("dot to host %d\n", (int)hush([&] { return cublasSdot(h, 10, x, 1, y, 1, &hr); })); cudaStreamCaptureStatus st; cudaStreamIsCapturing(s, &st); printf("status %d\n", st); cudaGraph_t g = nullptr; printf("end %d\n", cudaStreamEndCapture(s, &g)); cudaGetLastError(); }
  { CK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); float al = 1, be = 0; printf("gemm %d gemv %d trsm %d syrk %d\n", cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &al, x, 4, x, 4, &be, y, 4), cublasSgemv(h, CUBLAS_OP_N, 4, 4, &al, x, 4, x, 1, &be, y + 16, 1), cublasStrsm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 4, 4, &al, x, 4, y, 4), cublasSsyrk(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 4, 4, &al, x, 4, &be, y + 32, 4)); float hv[4] = {1, 2, 3, 4}; printf("set vector async %d\n", cublasSetVectorAsync(4, 4, hv, 1, y + 50, 1, s)); cudaGraph_t g; printf("end %d\n", cudaStreamEndCapture(s, &g)); size_t n = 0; (void)n; cudaGraphExec_t e; CK(cudaGraphInstantiate(&e, g, 0)); CK(cudaGraphLaunch(e, s)); CK(cudaStreamSynchronize(s)); show("y", y, 60); }
  void *w = devz<char>(1 << 16); ST(cublasSetWorkspace(h, w, 1 << 16)); ST(cublasSetWorkspace(h, nullptr, 0)); ST(cublasSetWorkspace(h, nullptr, 4096)); ST(cublasSetWorkspace(h, (char *)w + 4, 1024)); ST(cublasSetWorkspace(h, (char *)w + 16, 1024)); ST(cublasSetWorkspace(h, w, 0)); ST(cublasSetWorkspace(nullptr, w, 1)); cudaStream_t q; ST(cublasGetStream(h, &q)); printf("same %d\n", q == s); ST(cublasGetStream(h, nullptr)); ST(cublasSetStream(nullptr, s)); cublasPointerMode_t pm; ST(cublasGetPointerMode(h, &pm)); printf("%d\n", pm); ST(cublasGetPointerMode(h, nullptr)); ST(cublasSetPointerMode(h, (cublasPointerMode_t)3)); cublasAtomicsMode_t am; ST(cublasSetAtomicsMode(h, (cublasAtomicsMode_t)3)); ST(cublasGetAtomicsMode(h, &am)); printf("%d\n", am); for (int m : {0, 1, 2, 3, 4, 5, 16, 17, 18, 32, 64, 100}) { int st = cublasSetMathMode(h, (cublasMath_t)m); cublasMath_t mm; cublasGetMathMode(h, &mm); printf("math %d: %d %d\n", m, st, mm); } for (int m : {0, 1, 8, 132, -1}) { int st = cublasSetSmCountTarget(h, m), v; cublasGetSmCountTarget(h, &v); printf("sm %d: %d %d\n", m, st, v); }
  for (int c = -1; c < 20; ++c) printf("%d %s | %s\n", c, cublasGetStatusName((cublasStatus_t)c), cublasGetStatusString((cublasStatus_t)c)); int v; ST(cublasGetProperty((libraryPropertyType)7, &v)); ST(cublasGetProperty(MAJOR_VERSION, nullptr)); printf("major %d\n", (cublasGetProperty(MAJOR_VERSION, &v), v)); ST(cublasLoggerConfigure(0, 0, 0, nullptr)); ST(cublasSetLoggerCallback(nullptr)); cublasLogCallback cb = (cublasLogCallback)4; ST(cublasGetLoggerCallback(&cb)); printf("%p\n", (void *)cb); ST(cublasGetLoggerCallback(nullptr)); sync("end");
}
