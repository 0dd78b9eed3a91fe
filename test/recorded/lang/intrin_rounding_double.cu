// double intrinsics with roundings: bits of add, mul, fma, div, rcp, sqrt, conversions to and from every width
#include <cstdio>
#include <cstring>
#define OPS2(X) X(__dadd_rn) X(__dadd_rz) X(__dadd_ru) X(__dadd_rd) X(__dsub_rn) X(__dsub_rz) X(__dsub_ru) X(__dsub_rd) X(__dmul_rn) X(__dmul_rz) X(__dmul_ru) X(__dmul_rd) X(__ddiv_rn) X(__ddiv_rz) X(__ddiv_ru) X(__ddiv_rd)
#define OPS1(X) X(__drcp_rn) X(__drcp_rz) X(__drcp_ru) X(__drcp_rd) X(__dsqrt_rn) X(__dsqrt_rz) X(__dsqrt_ru) X(__dsqrt_rd)
#define OPSF(X) X(__double2float_rn) X(__double2float_rz) X(__double2float_ru) X(__double2float_rd)
#define OPSI(X) X(__double2int_rn) X(__double2int_rz) X(__double2int_ru) X(__double2int_rd) X(__double2uint_rn) X(__double2uint_rz) X(__double2uint_ru) X(__double2uint_rd) X(__double2ll_rn) X(__double2ll_rz) X(__double2ll_ru) X(__double2ll_rd) X(__double2ull_rn) X(__double2ull_rz) X(__double2ull_ru) X(__double2ull_rd) X(__double2hiint) X(__double2loint) X(__double_as_longlong) X((int)) X((unsigned)) X((long long)) X((unsigned long long)) X((short)) X((unsigned char)) X((bool)) X(llrint) X(lrint) X(llround) X(lround) X(ilogb)
#define OPSL(X) X(__ll2double_rn) X(__ll2double_rz) X(__ll2double_ru) X(__ll2double_rd) X(__ull2double_rn) X(__ull2double_rz) X(__ull2double_ru) X(__ull2double_rd) X((double))
__device__ unsigned long long B(double d) { return d != d ? 0x7ff8000000000000ull : __double_as_longlong(d); }
__device__ double v[] = {0, -0.0, 1, -1, 0.1, 1.0 / 3, 2.5, -2.5, 3.5, 0.5, -0.5, 1e300, -1e300, 1e-300, 4.9e-324, 2.2250738585072014e-308, 1.7976931348623157e308, INFINITY, -INFINITY, NAN, 2147483647.5, -2147483648.5, 4294967295.5, 9.3e18, -9.3e18, 1.9e19, 9007199254740993.0, 16777217.0, 1e-45};
__device__ long long w[] = {0, 1, -1, 9007199254740993ll, -9007199254740993ll, 0x7fffffffffffffffll, -0x7fffffffffffffffll - 1, 0x7ffffffffffffbffll, 0x7ffffffffffffc01ll, 123456789};
__global__ void k(unsigned long long *o, int *count) { int n = 0, N = sizeof v / 8; auto h = [&](unsigned long long x, unsigned long long &s) { s = (s ^ x) * 0x100000001b3ull; s ^= s >> 29; };
#define R2(f) { unsigned long long s = 14695981039346656037ull; for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) h(B(f(v[i], v[j])), s); o[n++] = s; }
#define R1(f) for (int i = 0; i < N; ++i) o[n++] = B(f(v[i]));
#define RF(f) for (int i = 0; i < N; ++i) { float r = f(v[i]); o[n++] = r != r ? 0x7fffffff : __float_as_uint(r); }
#define RI(f) for (int i = 0; i < N; ++i) o[n++] = (unsigned long long)f(v[i]);
#define RL(f) for (int i = 0; i < 10; ++i) o[n++] = B(f(w[i]));
  OPS2(R2) OPS1(R1) OPSF(RF) OPSI(RI) OPSL(RL)
  for (int r = 0; r < 4; ++r) { unsigned long long s = 1; for (int i = 0; i < N; ++i) for (int j = 0; j < N; ++j) for (int l = 0; l < N; l += 3) { double x = v[i], y = v[j], z = v[l]; h(B(r == 0 ? __fma_rn(x, y, z) : r == 1 ? __fma_rz(x, y, z) : r == 2 ? __fma_ru(x, y, z) : __fma_rd(x, y, z)), s); } o[n++] = s; }
  for (int i = 0; i < N; ++i) { o[n++] = B(__hiloint2double(i * 77777777, i * 13)); o[n++] = B(__int2double_rn((int)w[i % 10])); o[n++] = B(__uint2double_rn((unsigned)w[i % 10])); } *count = n; }
const char *names[] = {
#define NM(x) #x,
OPS2(NM) OPS1(NM) OPSF(NM) OPSI(NM) OPSL(NM) };
int main() { unsigned long long *o; int *c; cudaMallocManaged(&o, 1 << 16); cudaMallocManaged(&c, 4); k<<<1, 1>>>(o, c); { cudaError_t code = cudaDeviceSynchronize(); printf("%s %d\n", cudaGetErrorName(code), *c); } int n = 0, q = 0; for (int i = 0; i < 16; ++i) printf("%s %016llx\n", names[q++], o[n++]); for (int i = 0; i < 8 + 4 + 31 + 9; ++i) { printf("%s", names[q++]); for (int j = 0; j < (i < 43 ? 29 : 10); ++j) printf(" %llx", o[n++]); printf("\n"); } while (n < *c) printf("%llx ", o[n++]); printf("\n"); }
