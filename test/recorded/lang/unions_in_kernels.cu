// unions in kernels: punning, anonymous, with constructors, in shared and constant memory
#include <cstdio>
#include <cstdint>
#include <new>
union P { float f; unsigned u; unsigned char b[4]; short h[2]; };
union Q { double d; long long l; float2 f; int4 *p; struct { unsigned lo, hi; }; };
struct Var { enum K { I, F, S } k; union { int i; float f; struct { char c[8]; } s; }; __host__ __device__ Var(int x) : k(I), i(x) {} __host__ __device__ Var(float x) : k(F), f(x) {} __host__ __device__ explicit Var(const char *x) : k(S) { int n = 0; while (x[n] && n < 7) { s.c[n] = x[n]; ++n; } s.c[n] = 0; } };
union NT { struct X { int v; __device__ X(int v) : v(v) {} __device__ ~X() { v = -1; } } x; double d; __device__ NT() : d(0) {} __device__ ~NT() {} };
__constant__ P cp[4] = {{1.5f}, {-2.25f}, {0.0f}, {1e30f}};
__device__ Q dq = {3.25};
__global__ void k(unsigned *o) {
  int i = threadIdx.x; __shared__ P sp[32]; sp[i].f = i * 0.37f - 3; __syncthreads();
  P a = sp[31 - i]; a.b[3] ^= 0x80; unsigned r = a.u; a.h[0] = -1; r = r * 31 + a.u; r = r * 31 + cp[i & 3].u; r = r * 31 + cp[i & 3].b[i >> 3];
  Q q = dq; q.hi += i << 16; q.lo = i; r = r * 31 + (unsigned)(q.l >> 20); q.f.x = i; r = r * 31 + (unsigned)q.l; r = r * 31 + __double2int_rn(q.d);
  Var v[3] = {Var(i), Var(i * 0.5f), Var("hello")}; Var &w = v[i % 3]; switch (w.k) { case Var::I: r += w.i; break; case Var::F: r += (unsigned)(w.f * 100); break; case Var::S: for (int n = 0; w.s.c[n]; ++n) r = r * 7 + w.s.c[n]; }
  NT n; new (&n.x) NT::X(i); r ^= n.x.v; n.x.~X(); n.d = i; r ^= (unsigned)__double_as_longlong(n.d) + (unsigned)(__double_as_longlong(n.d) >> 32);
  o[i] = r;
}
__global__ void k2(uint64_t *o) { int i = threadIdx.x; union { uint64_t q; uint32_t w[2]; uint16_t h[4]; uint8_t b[8]; } u; u.q = 0x0123456789abcdefull * (i + 1); uint64_t s = 0; for (int n = 0; n < 8; ++n) s = s * 257 + u.b[(n * i) & 7]; for (int n = 0; n < 4; ++n) u.h[n] += u.h[3 - n]; s ^= u.q; u.w[i & 1] = ~u.w[1 - (i & 1)]; u.b[i & 7] = i; o[i] = s + u.q; }
int main() { unsigned *o; uint64_t *p; cudaMallocManaged(&o, 128); cudaMallocManaged(&p, 256); k<<<1, 32>>>(o); k2<<<1, 32>>>(p); cudaDeviceSynchronize(); for (int i = 0; i < 32; ++i) printf("%08x %016llx%c", o[i], (unsigned long long)p[i], i % 4 == 3 ? '\n' : ' '); printf("%s\n", cudaGetErrorName(cudaGetLastError())); }
