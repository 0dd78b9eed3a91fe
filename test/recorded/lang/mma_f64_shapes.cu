// f64 products of mma in all shapes and roundings: order of the sums, signs of zeros, large and small numbers, subnormals
#include <cstdio>
typedef unsigned long long ull;
__device__ ull rnd(ull &s) { s = s * 6364136223846793005ull + 1442695040888963407ull; return s >> 11; }
__device__ double value(ull &s, int kind) {
  ull r = rnd(s); double x = (double(r % 2001) - 1000) * (kind == 1 ? 1 : 1.0 / 3);
  if (kind == 2) { static const ull edge[] = {0, 1ull << 63, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000001, 0xfff8000000000077, 0x3ff0000000000000, 0xbff0000000000000, 1, 0x8000000000000001, 0x7fefffffffffffff, 0x0010000000000000}; return __longlong_as_double(edge[r / 7 % 12]); }
  if (kind == 3) return (r & 64 ? 1.0 : -1.0) * (r & 128 ? 0.0 : double(r & 1));
  if (kind == 4) return __longlong_as_double(((r & 1 ? 0x3000ull : 0xb000ull) + r % 4096) << 48 | r >> 5);
  if (kind == 5) return __longlong_as_double(r >> 3 & 0x801fffffffffffffull);
  return x;
}
#define K4(name, text) __global__ void name(ull *o, int kind) { ull s = 1 + threadIdx.x + 97 * kind; ull h = 0; for (int i = 0; i < 16; ++i) { double a = value(s, kind), b = value(s, kind), c = value(s, kind), d = value(s, kind), x, y; asm volatile(text " {%0,%1},{%2},{%3},{%4,%5};" : "=d"(x), "=d"(y) : "d"(a), "d"(b), "d"(c), "d"(d)); if (i == 0) { o[threadIdx.x] = __double_as_longlong(x); o[32 + threadIdx.x] = __double_as_longlong(y); } h = h * 1099511628211ull + __double_as_longlong(x); h = h * 1099511628211ull + __double_as_longlong(y); } o[64 + threadIdx.x] = h; }
K4(rn, "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64") K4(rz, "mma.sync.aligned.m8n8k4.row.col.rz.f64.f64.f64.f64") K4(rm, "mma.sync.aligned.m8n8k4.row.col.rm.f64.f64.f64.f64") K4(rp, "mma.sync.aligned.m8n8k4.row.col.rp.f64.f64.f64.f64")
#define BODY(NA, NB, text, ...) ull s = 5 + threadIdx.x + 31 * kind, h = 0; for (int i = 0; i < 8; ++i) { double a[NA], b[NB], c[4], d[4]; for (double &v : a) v = value(s, kind); for (double &v : b) v = value(s, kind); for (double &v : c) v = value(s, kind); asm volatile(text : "=d"(d[0]), "=d"(d[1]), "=d"(d[2]), "=d"(d[3]) : __VA_ARGS__, "d"(c[0]), "d"(c[1]), "d"(c[2]), "d"(c[3])); if (i == 0) { o[threadIdx.x] = __double_as_longlong(d[0]); o[32 + threadIdx.x] = __double_as_longlong(d[3]); } for (double v : d) h = h * 1099511628211ull + __double_as_longlong(v); } o[64 + threadIdx.x] = h;
__global__ void m16k4(ull *o, int kind) { BODY(2, 1, "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%7,%8,%9,%10};", "d"(a[0]), "d"(a[1]), "d"(b[0])) }
__global__ void m16k8(ull *o, int kind) { BODY(4, 2, "mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};", "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1])) }
__global__ void m16k8rz(ull *o, int kind) { BODY(4, 2, "mma.sync.aligned.m16n8k8.row.col.rz.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%10,%11,%12,%13};", "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1])) }
__global__ void m16k16(ull *o, int kind) { BODY(8, 4, "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%16,%17,%18,%19};", "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3])) }
__global__ void m16k16rp(ull *o, int kind) { BODY(8, 4, "mma.sync.aligned.m16n8k16.row.col.rp.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%16,%17,%18,%19};", "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3])) }
int main() {
  ull *o; cudaMallocManaged(&o, 4096); struct { const char *n; void (*f)(ull *, int); } all[] = {{"m8n8k4", rn}, {"m8n8k4.rz", rz}, {"m8n8k4.rm", rm}, {"m8n8k4.rp", rp}, {"m16n8k4", m16k4}, {"m16n8k8", m16k8}, {"m16n8k8.rz", m16k8rz}, {"m16n8k16", m16k16}, {"m16n8k16.rp", m16k16rp}};
  for (auto &x : all) for (int kind : {0, 1, 3, 4, 5}) { x.f<<<1, 32>>>(o, kind); printf("%s %d %s", x.n, kind, cudaGetErrorName(cudaDeviceSynchronize())); if (kind == 2 || kind == 3) for (int i = 0; i < 64; i += 3) printf(" %llx", o[i]); ull h = 0; for (int i = 64; i < 96; ++i) h = h * 1099511628211ull + o[i]; printf(" hash %llx\n", h); }
}
