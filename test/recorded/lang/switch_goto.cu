// Switches, jumps into loops, irreducible flow, loops with several ends.
#include <cstdio>
__device__ int duff(const int *a, int n) { unsigned s = 0; int i = 0, k = (n + 7) / 8; if (!n) return 0; switch (n % 8) { case 0: do { s = s * 3 + a[i++]; case 7: s = s * 3 + a[i++]; case 6: s = s * 3 + a[i++]; case 5: s = s * 3 + a[i++]; case 4: s = s * 3 + a[i++]; case 3: s = s * 3 + a[i++]; case 2: s = s * 3 + a[i++]; case 1: s = s * 3 + a[i++]; } while (--k > 0); } return s; }
__device__ unsigned collatz(unsigned n) { unsigned c = 0; again: if (n == 1) goto done; ++c; if (n & 1) { n = 3 * n + 1; goto again; } n >>= 1; goto again; done: return c; }
__device__ int irreducible(int x) { int n = 0; if (x & 1) goto b; a: n += 3; if (n > 100) return n; if (x % 5 == 0) goto c; b: n += 7; if (n % 4 == x % 4) goto a; c: n += x % 3 + 1; if (n < 60 + x) goto b; return n * 1000 + x; }
__device__ long long sw64(long long v) { switch (v) { case 0x100000000ll: return 1; case -1ll: return 2; case 0x7fffffffffffffffll: return 3; case 0: return 4; } return 5; }
__device__ int early(const int *a, int n, int x) { for (int i = 0; i < n; ++i) { for (int j = i; j < n; ++j) { if (a[i] + a[j] == x) return i * 100 + j; if (a[j] > 50) break; if (a[j] & 1) continue; } } return -1; }
__global__ void k(int *o) {
  int t = threadIdx.x; int a[20]; for (int i = 0; i < 20; ++i) a[i] = (i * 37 + t * 11) % 64;
  o[t * 8] = duff(a, t % 20); o[t * 8 + 1] = collatz(t + 1); o[t * 8 + 2] = irreducible(t);
  o[t * 8 + 4] = sw64(t == 0 ? 1ll << 32 : t == 1 ? -1 : t == 2 ? 0x7fffffffffffffffll : t == 3 ? 0 : t); o[t * 8 + 5] = early(a, 20, t + 20);
  int d = 0; do { d += t; if (d > 1000) break; } while (d % 17 != 3 && t); o[t * 8 + 6] = d; int w = t; while (w --> 0 && w != 13) ; o[t * 8 + 7] = w;
}
int main() { int *o; cudaMallocManaged(&o, 64 * 32); k<<<1, 64>>>(o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); for (int i = 0; i < 64; ++i) { for (int j = 0; j < 8; ++j) if (j != 3) printf("%d ", o[i * 8 + j]); puts(""); } }
