// cuComplex.h: arithmetic, absolute values, conversions, edge values in kernels and on the host
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <string>
static struct Line { Line() { setvbuf(stdout, 0, _IONBF, 0); } } line;
#define T(...) printf("%-60s ", #__VA_ARGS__); printf("%s\n", cudaGetErrorName(__VA_ARGS__)); cudaGetLastError()
#include <cuComplex.h>
__host__ __device__ inline int fill(double *o) { int n = 0; cuDoubleComplex a = make_cuDoubleComplex(1.5, -2.25), b = make_cuDoubleComplex(-0.5, 4), z = make_cuDoubleComplex(0, 0); auto put = [&](cuDoubleComplex c) { o[n++] = cuCreal(c); o[n++] = cuCimag(c); }; put(cuCadd(a, b)); put(cuCsub(a, b)); put(cuCmul(a, b)); put(cuCdiv(a, b)); put(cuConj(a)); put(cuCfma(a, b, a)); o[n++] = cuCabs(a); o[n++] = cuCabs(make_cuDoubleComplex(3e200, 4e200)); o[n++] = cuCabs(z); put(cuCdiv(a, make_cuDoubleComplex(1e-300, 1e-300))); cuFloatComplex f = make_cuFloatComplex(1.25f, 3), g = cuComplexDoubleToFloat(b); auto putf = [&](cuFloatComplex c) { o[n++] = cuCrealf(c); o[n++] = cuCimagf(c); }; putf(cuCaddf(f, g)); putf(cuCsubf(f, g)); putf(cuCmulf(f, g)); putf(cuCdivf(f, g)); putf(cuConjf(f)); putf(cuCfmaf(f, g, f)); o[n++] = cuCabsf(f); o[n++] = cuCabsf(make_cuFloatComplex(3e30f, 4e30f)); put(cuComplexFloatToDouble(g)); cuComplex q = make_cuComplex(2, 3); o[n++] = q.x * 10 + q.y; return n; }
__global__ void k(double *o, int *n) { *n = fill(o); }
int main() { double *o, h[64]; int *n; cudaMallocManaged(&o, 1024); cudaMallocManaged(&n, 4); int m = fill(h); k<<<1, 1>>>(o, n); T(cudaDeviceSynchronize()); printf("%d %d\n", m, *n); for (int i = 0; i < m; ++i) printf("%.12g %.6g\n", o[i], h[i]); }
