// -use_fast_math: division, square roots, trigonometry, denormals, what stays exact
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <string>
static struct Line { Line() { setvbuf(stdout, 0, _IONBF, 0); } } line;
#define T(...) printf("%-60s ", #__VA_ARGS__); printf("%s\n", cudaGetErrorName(__VA_ARGS__)); cudaGetLastError()
__device__ float in[] = {0.f, 1.f, -1.f, 0.5f, 3.7f, 1e-40f, 1e-38f, 1e38f, 3e38f, 100.f, -2.5f, 1e10f, INFINITY, NAN, 7e-4f};
__global__ void k(float *o, double *d) { int i = threadIdx.x, N = 15; float x = in[i], *p = o + i * 16; int n = 0; p[n++] = x / 3.f; p[n++] = 1.f / x; p[n++] = sqrtf(fabsf(x)); p[n++] = rsqrtf(fabsf(x)); p[n++] = x + 1e-39f; p[n++] = x * 1e-5f; p[n++] = fmaf(x, 2.f, 1e-40f); p[n++] = fabsf(x) < 1e-39f; p[n++] = x == 0.f; p[n++] = fminf(x, 1e-41f); p[n++] = x / in[(i + 3) % N]; p[n++] = powf(2.f, x < 100 && x > -100 ? x : 1.f); d[i] = (double)x * 1e-300; p[n++] = isnan(x) + 2 * isinf(x); p[n++] = (float)(d[i] * 1e300); p[n++] = floorf(x) + truncf(x); p[n++] = __int_as_float(0x00012345) * x; }
int main() { float *o; double *d; cudaMallocManaged(&o, 4096); cudaMallocManaged(&d, 1024); k<<<1, 15>>>(o, d); T(cudaDeviceSynchronize()); for (int i = 0; i < 15; ++i) { for (int j = 0; j < 16; ++j) { unsigned u; memcpy(&u, &o[i * 16 + j], 4); if (o[i * 16 + j] != o[i * 16 + j]) printf("nan "); else if (j < 4 || j == 10 || j == 11) printf("%.5g ", o[i * 16 + j]); else printf("%08x ", u); } printf("%a\n", d[i]); } }
