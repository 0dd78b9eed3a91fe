// sizes, alignments, signedness and limits of types in device and host code
#include <cstdio>
#include <cstddef>
#include <cstdint>
#include <climits>
#include <cfloat>
#include <limits>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
struct A { char c; double d; }; struct B { bool b; short s; long long l; char c; }; struct C : A { char e; }; struct Em {}; struct F : Em { int i; }; struct G { [[no_unique_address]] Em e; int i; }; enum E1 { x1 }; enum class E2 : unsigned char { y }; enum E3 : long long { z }; union Un { char c[5]; short s; }; struct P { void (A::*f)(); int A::*m; }; struct Vb { virtual ~Vb() {} int i; }; struct __attribute__((packed)) Pk { char c; int i; short s; };
#define LIST(X) X(char) X(short) X(int) X(long) X(long long) X(unsigned long) X(float) X(double) X(bool) X(wchar_t) X(char16_t) X(char32_t) X(size_t) X(ptrdiff_t) X(void *) X(int *) X(void (*)()) X(int A::*) X(void (A::*)()) X(A) X(B) X(C) X(Em) X(F) X(G) X(E1) X(E2) X(E3) X(Un) X(P) X(Vb) X(Pk) X(__half) X(__half2) X(__nv_bfloat16) X(float3) X(float4) X(double2) X(double4) X(char3) X(uchar4) X(short3) X(longlong2) X(longlong4) X(dim3) X(int_fast8_t) X(int_fast16_t) X(intmax_t) X(uintptr_t) X(__int128) X(cudaTextureObject_t) X(decltype(nullptr)) X(decltype('a')) X(decltype(L'a')) X(decltype(threadIdx))
#define FILL(t) o[n++] = sizeof(t) * 1000 + alignof(t);
template <class O> __host__ __device__ int fill(O *o) { int n = 0; LIST(FILL)
  o[n++] = char(-1) < 0; o[n++] = wchar_t(-1) < 0; o[n++] = INT_MAX; o[n++] = CHAR_MIN; o[n++] = LONG_MAX == LLONG_MAX; o[n++] = FLT_DIG * 100 + DBL_DIG; o[n++] = FLT_RADIX * 100 + FLT_MANT_DIG; o[n++] = std::numeric_limits<int>::digits; o[n++] = std::numeric_limits<float>::is_iec559; o[n++] = offsetof(B, l) * 100 + offsetof(B, c); o[n++] = sizeof(1.0f + 1) + sizeof(1.0 + 1) * 10 + sizeof('a' + 1) * 100; o[n++] = 'ab'; o[n++] = sizeof("abc"); o[n++] = sizeof(u8"é") * 100 + sizeof(u"é") * 10 + sizeof(L"é"); o[n++] = "\xff"[0]; o[n++] = 0b1011 + 0'17 + 0x1p3; o[n++] = -7 / 2 * 100 + -7 % 2; o[n++] = (-8 >> 1); o[n++] = 1 ? -1 : 1u; o[n++] = (unsigned char)300; o[n++] = (signed char)200; o[n++] = int(3.99f) - int(-3.99); return n; }
__global__ void k(int *o, int *n) { *n = fill(o); }
const char *names[] = {
#define NAME(t) #t,
LIST(NAME) };
int main() { int *o, *n; cudaMallocManaged(&o, 4096); cudaMallocManaged(&n, 4); int h[200], m = fill(h); k<<<1, 1>>>(o, n); { cudaError_t code = cudaDeviceSynchronize(); printf("%s %d %d\n", cudaGetErrorName(code), *n, m); } for (int i = 0; i < m; ++i) printf("%s: %d%s\n", i < int(sizeof names / sizeof *names) ? names[i] : "", o[i], o[i] == h[i] ? "" : " differs"); }
