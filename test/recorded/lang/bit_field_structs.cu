// bit-fields in structures: signed, unsigned, bool and enumerations, widths of zero, packed, beside unions and virtual functions, as parameters
#include <cstdio>
#include <cstring>
enum E : unsigned char { A, B, C, D };
struct S1 { int a : 3; unsigned b : 5; int : 0; long long c : 40; unsigned long long d : 20; bool e : 1; E f : 2; signed char g : 4; short h : 9; };
struct S2 { unsigned a : 1, b : 31; unsigned c : 17; unsigned short d : 15; unsigned char e : 8; char f; int g : 12; };
struct __attribute__((packed)) S3 { unsigned a : 5; unsigned long long b : 37; short c : 11; char d; int e : 24; };
union U { unsigned w; struct { unsigned m : 23, x : 8, s : 1; } f; float v; };
struct Base { int x : 5; virtual __device__ int get() const { return x; } };
struct Derived : Base { unsigned y : 27; __device__ int get() const override { return x * 1000 + y; } };
template <class T> __host__ __device__ void fill(T &t, int i);
template <> __host__ __device__ void fill(S1 &t, int i) { t.a = i; t.b = i * 3; t.c = -1ll * i * 123456789; t.d = i * 77777ull; t.e = i & 4; t.f = (E)(i & 3); t.g = i; t.h = i * 31; }
template <> __host__ __device__ void fill(S2 &t, int i) { t.a = i; t.b = i * 1234567u; t.c = i * 9999; t.d = i * 3333; t.e = i * 7; t.f = i; t.g = -i * 13; }
template <> __host__ __device__ void fill(S3 &t, int i) { t.a = i; t.b = i * 12345678901ull; t.c = i * 333; t.d = i; t.e = i * -54321; }
template <class T> __global__ void k(T *o, long long *r) { int i = threadIdx.x; T t; memset(&t, 0, sizeof t); fill(t, i); o[i] = t; r[i] = 0; }
__global__ void k1(S1 *s, long long *r) { int i = threadIdx.x; S1 t = s[i]; t.a++; t.b -= 40; t.c *= 3; t.d <<= 3; t.g += 7; t.h ^= 0x155; r[i] = t.a + 1000ll * t.b + 7 * t.c + t.d * 3 + t.e + t.f * 5 + t.g * 11 + t.h; s[i] = t; }
__global__ void k2(U *u) { int i = threadIdx.x; u[i].v = (i - 8) * 1.37f; u[i].f.x += 3; u[i].f.s ^= 1; u[i].f.m |= 1; }
__global__ void k3(S2 p, S3 q, int *o) { Derived d; d.x = -9 + threadIdx.x; d.y = p.b; Base *b = &d; o[threadIdx.x] = b->get() + p.c + q.c + (int)q.b + q.e; }
__global__ void k4(int *o) { S1 a[4]; for (int i = 0; i < 4; ++i) { memset(&a[i], 0, sizeof a[i]); fill(a[i], i + threadIdx.x); } int s = 0; for (int i = 0; i < 4; ++i) { auto &x = a[(i * 3 + threadIdx.x) & 3]; s += x.a * 3 + x.g - x.h; int old = x.a++; s += old; s += (x.b = 77); s += -x.e + !x.f + ~x.g + (x.h >> 2) + (x.a << 3); } o[threadIdx.x] = s; }
template <class T> void bytes(const char *n, T *t) { printf("%s %zu %zu:", n, sizeof(T), alignof(T)); for (int i = 0; i < 32; i += 7) { printf(" "); for (size_t k = 0; k < sizeof(T); ++k) printf("%02x", ((unsigned char *)&t[i])[k]); } printf("\n"); T h; int same = 1; for (int i = 0; i < 32; ++i) { memset(&h, 0, sizeof h); fill(h, i); if (memcmp(&h, &t[i], sizeof h)) same = 0; } printf("host same %d\n", same); }
int main() {
  S1 *a; S2 *b; S3 *c; U *u; long long *r; int *o; cudaMallocManaged(&a, 32 * sizeof *a); cudaMallocManaged(&b, 32 * sizeof *b); cudaMallocManaged(&c, 32 * sizeof *c); cudaMallocManaged(&u, 128); cudaMallocManaged(&r, 256); cudaMallocManaged(&o, 128);
  k<<<1, 32>>>(a, r); k<<<1, 32>>>(b, r); k<<<1, 32>>>(c, r); cudaDeviceSynchronize(); bytes("S1", a); bytes("S2", b); bytes("S3", c);
  k1<<<1, 32>>>(a, r); k2<<<1, 32>>>(u); cudaDeviceSynchronize(); for (int i = 0; i < 32; ++i) printf("%lld %08x%c", r[i], u[i].w, i % 4 == 3 ? '\n' : ' ');
  k3<<<1, 32>>>(b[5], c[9], o); cudaDeviceSynchronize(); for (int i = 0; i < 32; ++i) printf("%d ", o[i]); puts("");
  k4<<<1, 32>>>(o); cudaDeviceSynchronize(); for (int i = 0; i < 32; ++i) printf("%d ", o[i]); puts("");
}
