// SIMD video instructions of PTX: 2 x 16 and 4 x 8 bits, operand selectors, signs, saturation, accumulation, masks; dp4a, dp2a of mixed signs
#include <cstdio>
typedef unsigned u;
__device__ u rnd(u &s) { s = s * 1664525u + 1013904223u; return s >> 7 ^ s << 19; }
__device__ u pick(u &s) { static const u edge[] = {0, ~0u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff7fffu, 0x00ff00ffu, 0x01010101u, 0x8000u, 0x7f80u}; u r = rnd(s); return r % 3 ? rnd(s) : edge[r / 3 % 10]; }
#define ONE(text) { u h = 0, s = 12345 + threadIdx.x; for (int i = 0; i < 64; ++i) { u a = pick(s), b = pick(s), c = pick(s), d; asm volatile(text " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); h = h * 31 + d; } o[k++ * 32 + threadIdx.x] = h; }
#define TYPES(op, tail) ONE(op ".s32.s32.s32" tail) ONE(op ".u32.u32.u32" tail) ONE(op ".s32.u32.s32" tail) ONE(op ".s32.s32.u32" tail) ONE(op ".u32.s32.s32" tail)
#define TYPES2(op) TYPES(op, "") TYPES(op, ".sat") TYPES(op, ".add")
#define ALL(n) TYPES2("vadd" n) TYPES2("vsub" n) TYPES2("vavrg" n) TYPES2("vabsdiff" n) TYPES2("vmin" n) TYPES2("vmax" n)
#define SETS(op) ONE(op ".s32.s32.lt") ONE(op ".u32.u32.ge") ONE(op ".s32.u32.eq") ONE(op ".u32.s32.ne.add") ONE(op ".u32.u32.gt.add") ONE(op ".s32.s32.le")
#define SEL(op, m, p, q) { u h = 0, s = 777 + threadIdx.x; for (int i = 0; i < 64; ++i) { u a = pick(s), b = pick(s), c = pick(s), d; asm volatile(op " %0" m ", %1" p ", %2" q ", %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); h = h * 31 + d; } o[k++ * 32 + threadIdx.x] = h; }
__global__ void two(u *o) { int k = 0; ALL("2") SETS("vset2") }
__global__ void four(u *o) { int k = 0; ALL("4") SETS("vset4") }
__global__ void selectors(u *o) {
  int k = 0; SEL("vadd2.s32.s32.s32", ".h0", ".h10", ".h32") SEL("vadd2.s32.s32.s32", ".h1", ".h31", ".h02") SEL("vsub2.u32.u32.u32.sat", ".h10", ".h23", ".h13") SEL("vabsdiff2.s32.s32.s32.add", ".h10", ".h22", ".h11") SEL("vmax2.s32.u32.s32", ".h0", ".h01", ".h33") SEL("vavrg2.s32.s32.s32", ".h10", ".h12", ".h30")
  SEL("vadd4.s32.s32.s32", ".b0", ".b3210", ".b7654") SEL("vadd4.s32.s32.s32.sat", ".b21", ".b0123", ".b4567") SEL("vsub4.u32.u32.u32", ".b310", ".b7531", ".b0246") SEL("vabsdiff4.s32.s32.s32.add", ".b3210", ".b0000", ".b7777") SEL("vmin4.s32.s32.s32", ".b2", ".b1111", ".b6666") SEL("vset4.s32.s32.lt", ".b31", ".b3210", ".b5674") SEL("vset2.u32.u32.ge", ".h1", ".h10", ".h23") SEL("vavrg4.u32.u32.u32.sat", ".b3210", ".b2301", ".b6745")
}
#define DOT(text) { u h = 0, s = 99 + threadIdx.x; for (int i = 0; i < 64; ++i) { u a = pick(s), b = pick(s), c = pick(s), d; asm volatile(text " %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c)); h = h * 31 + d; } o[k++ * 32 + threadIdx.x] = h; }
__global__ void dots(u *o) { int k = 0; DOT("dp4a.s32.s32") DOT("dp4a.u32.u32") DOT("dp4a.s32.u32") DOT("dp4a.u32.s32") DOT("dp2a.lo.s32.s32") DOT("dp2a.hi.s32.s32") DOT("dp2a.lo.u32.u32") DOT("dp2a.hi.u32.u32") DOT("dp2a.lo.s32.u32") DOT("dp2a.hi.u32.s32") DOT("sad.s32") DOT("sad.u32") DOT("mad24.lo.s32") DOT("mad24.hi.u32") DOT("mad.hi.s32") DOT("mad.hi.sat.s32") DOT("prmt.b32") DOT("prmt.b32.f4e") DOT("prmt.b32.b4e") DOT("prmt.b32.rc8") DOT("prmt.b32.ecl") DOT("prmt.b32.ecr") DOT("prmt.b32.rc16") DOT("shf.l.wrap.b32") DOT("shf.l.clamp.b32") DOT("shf.r.wrap.b32") DOT("shf.r.clamp.b32") DOT("bfe.u32") DOT("bfe.s32") DOT("slct.s32.s32") }
int main() {
  u *o; cudaMallocManaged(&o, 1 << 16); auto show = [&](const char *n, int count) { printf("%s %s\n", n, cudaGetErrorName(cudaDeviceSynchronize())); for (int k = 0; k < count; ++k) { u h = 0; for (int t = 0; t < 32; ++t) h = h * 131 + o[k * 32 + t]; printf(" %08x", h); } printf("\n"); };
  two<<<1, 32>>>(o); show("two", 96); four<<<1, 32>>>(o); show("four", 96); selectors<<<1, 32>>>(o); show("selectors", 14); dots<<<1, 32>>>(o); show("dots", 30);
}
