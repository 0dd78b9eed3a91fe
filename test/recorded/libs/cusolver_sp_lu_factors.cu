// cuSOLVER sparse low-level LU on the host: permutations, the factors without the unit diagonal, thresholds, zero pivots
#include <cuda_runtime.h>
#include <cusolverSp.h>
#include <cusolverSp_LOWLEVEL_PREVIEW.h>
#include <cusparse.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
// the library may write its own message about a bad argument to standard output: that text is dropped
#include <unistd.h>
#include <fcntl.h>
template <class F> static auto hush(F f) { fflush(stdout); int keep = dup(1), null = open("/dev/null", O_WRONLY); dup2(null, 1); auto r = f(); fflush(stdout); dup2(keep, 1); close(keep); close(null); return r; }
#define ERRI(x) printf("%s -> %d\n", #x, (int)hush([&] { return x; }))
template <class T> static T *dev(const std::vector<T> &v) { T *d; CK(cudaMalloc((void **)&d, v.size() * sizeof(T) + 16)); CK(cudaMemcpy(d, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice)); return d; }
template <class T> static T *devz(size_t n) { T *d; CK(cudaMalloc((void **)&d, n * sizeof(T) + 16)); CK(cudaMemset(d, 0, n * sizeof(T) + 16)); return d; }
template <class T> static std::vector<T> get(const T *d, size_t n) { std::vector<T> v(n); CK(cudaMemcpy(v.data(), d, n * sizeof(T), cudaMemcpyDeviceToHost)); return v; }
int main() {
  cusolverSpHandle_t h; cusolverSpCreate(&h); cusparseMatDescr_t d; cusparseCreateMatDescr(&d); struct M { const char *name; std::vector<int> rp, ci; std::vector<double> v; }; const M ms[] = {{"tridiagonal", {0, 2, 5, 8, 10}, {0, 1, 0, 1, 2, 1, 2, 3, 2, 3}, {4, 1, 1, 4, 1, 1, 4, 1, 1, 4}}, {"rows to exchange", {0, 2, 5, 7, 9}, {0, 1, 0, 1, 2, 2, 3, 0, 3}, {1, 2, 4, 1, 8, 2, 1, 2, 16}}, {"singular", {0, 2, 4, 6, 7}, {0, 1, 0, 1, 2, 3, 3}, {1, 2, 2, 4, 1, 1, 1}}};
  for (auto &m : ms) for (double threshold : {1.0, 0.0}) { const int n = 4, z = (int)m.v.size(); csrluInfoHost_t i; cusolverSpCreateCsrluInfoHost(&i); size_t s, w; printf("%s, threshold %g: %d", m.name, threshold, cusolverSpXcsrluAnalysisHost(h, n, z, d, m.rp.data(), m.ci.data(), i)); printf(" %d", cusolverSpDcsrluBufferInfoHost(h, n, z, d, m.v.data(), m.rp.data(), m.ci.data(), i, &s, &w)); std::vector<char> b(w + 64); printf(" %d", cusolverSpDcsrluFactorHost(h, n, z, d, m.v.data(), m.rp.data(), m.ci.data(), i, threshold, b.data())); for (double t : {0.0, 1e-12, 1.0}) { int p = -7; printf(" pivot %d", cusolverSpDcsrluZeroPivotHost(h, i, t, &p)); printf(" %d", p); } int nl = -7, nu = -7; printf(" count %d", cusolverSpXcsrluNnzHost(h, &nl, &nu, i)); printf(" %d %d\n", nl, nu); int P[4], Q[4], lr[5], lc[16], ur[5], uc[16]; double lv[16], uv[16]; if (nl > 16 || nu > 16) return 1; printf("extract %d\n", cusolverSpDcsrluExtractHost(h, P, Q, d, lv, lr, lc, d, uv, ur, uc, i, b.data())); auto ints = [](const char *n, const int *v, int k) { printf(" %s", n); for (int j = 0; j < k; j++) printf(" %d", v[j]); printf("\n"); }; auto reals = [](const char *n, const double *v, int k) { printf(" %s", n); for (int j = 0; j < k; j++) printf(" %.3f", v[j] + 0.0); printf("\n"); }; ints("P", P, 4); ints("Q", Q, 4); ints("L rows", lr, 5); ints("L columns", lc, nl); reals("L", lv, nl); ints("U rows", ur, 5); ints("U columns", uc, nu); reals("U", uv, nu); if (m.name[0] != 's') { double r[4] = {1, 2, 3, 4}, x[4]; printf("solve %d", cusolverSpDcsrluSolveHost(h, n, r, x, i, b.data())); reals("x", x, 4); } cusolverSpDestroyCsrluInfoHost(i); }
}
