// SIMD within a word and integer intrinsics: a hash over 65536 pairs for each
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define CK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("FAIL line %d: %s\n", __LINE__, cudaGetErrorName(e_)); exit(1); } } while (0)
template <class T> static uint64_t hash(const std::vector<T> &v) { uint64_t h = 1469598103934665603ull; auto *p = (const unsigned char *)v.data(); for (size_t i = 0; i < v.size() * sizeof(T); ++i) h = (h ^ p[i]) * 1099511628211ull; return h; }
#define W(a, b) ((unsigned long long)(a) << 32 | (b))
__device__ unsigned arg(unsigned i) { unsigned h = i * 2654435761u; h ^= h >> 15; h *= 0x85ebca6bu; h ^= h >> 13; h *= 0xc2b2ae35u; h ^= h >> 16; return i < 16 ? 0x7f80ff00u + i * 0x01008001u : h; }
template <class F> __global__ void run(unsigned long long *out, F f) { unsigned i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = (unsigned long long)f(arg(i), arg(i * 3 + 1), arg(i + 77)); }
template <class F> static void test(const char *name, F f) { const int n = 65536; static unsigned long long *d = nullptr; if (!d) CK(cudaMalloc(&d, n * 8)); run<<<n / 256, 256>>>(d, f); std::vector<unsigned long long> v(n); CK(cudaMemcpy(v.data(), d, n * 8, cudaMemcpyDeviceToHost)); printf("%s %016llx %llx %llx %llx\n", name, (unsigned long long)hash(v), v[0], v[7], v[1000]); }
int main() {
  test("vadd2", [] __device__(unsigned a, unsigned b, unsigned) { return __vadd2(a, b); });
  test("vadd4", [] __device__(unsigned a, unsigned b, unsigned) { return __vadd4(a, b); });
  test("vsub2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsub2(a, b); });
  test("vsub4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsub4(a, b); });
  test("vaddss2", [] __device__(unsigned a, unsigned b, unsigned) { return __vaddss2(a, b); });
  test("vaddss4", [] __device__(unsigned a, unsigned b, unsigned) { return __vaddss4(a, b); });
  test("vaddus2", [] __device__(unsigned a, unsigned b, unsigned) { return __vaddus2(a, b); });
  test("vaddus4", [] __device__(unsigned a, unsigned b, unsigned) { return __vaddus4(a, b); });
  test("vsubss2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsubss2(a, b); });
  test("vsubss4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsubss4(a, b); });
  test("vsubus2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsubus2(a, b); });
  test("vsubus4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsubus4(a, b); });
  test("vavgu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vavgu2(a, b); });
  test("vavgu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vavgu4(a, b); });
  test("vavgs2", [] __device__(unsigned a, unsigned b, unsigned) { return __vavgs2(a, b); });
  test("vavgs4", [] __device__(unsigned a, unsigned b, unsigned) { return __vavgs4(a, b); });
  test("vhaddu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vhaddu2(a, b); });
  test("vhaddu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vhaddu4(a, b); });
  test("vmaxs2", [] __device__(unsigned a, unsigned b, unsigned) { return __vmaxs2(a, b); });
  test("vmaxs4", [] __device__(unsigned a, unsigned b, unsigned) { return __vmaxs4(a, b); });
  test("vmaxu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vmaxu2(a, b); });
  test("vmaxu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vmaxu4(a, b); });
  test("vmins2", [] __device__(unsigned a, unsigned b, unsigned) { return __vmins2(a, b); });
  test("vmins4", [] __device__(unsigned a, unsigned b, unsigned) { return __vmins4(a, b); });
  test("vminu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vminu2(a, b); });
  test("vminu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vminu4(a, b); });
  test("vcmpeq2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpeq2(a, b); });
  test("vcmpeq4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpeq4(a, b); });
  test("vcmpne2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpne2(a, b); });
  test("vcmpne4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpne4(a, b); });
  test("vcmpges2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpges2(a, b); });
  test("vcmpges4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpges4(a, b); });
  test("vcmpgeu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpgeu2(a, b); });
  test("vcmpgeu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpgeu4(a, b); });
  test("vcmpgts2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpgts2(a, b); });
  test("vcmpgts4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpgts4(a, b); });
  test("vcmpgtu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpgtu2(a, b); });
  test("vcmpgtu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpgtu4(a, b); });
  test("vcmples2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmples2(a, b); });
  test("vcmples4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmples4(a, b); });
  test("vcmpleu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpleu2(a, b); });
  test("vcmpleu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpleu4(a, b); });
  test("vcmplts2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmplts2(a, b); });
  test("vcmplts4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmplts4(a, b); });
  test("vcmpltu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpltu2(a, b); });
  test("vcmpltu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vcmpltu4(a, b); });
  test("vseteq2", [] __device__(unsigned a, unsigned b, unsigned) { return __vseteq2(a, b); });
  test("vseteq4", [] __device__(unsigned a, unsigned b, unsigned) { return __vseteq4(a, b); });
  test("vsetne2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetne2(a, b); });
  test("vsetne4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetne4(a, b); });
  test("vsetges2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetges2(a, b); });
  test("vsetges4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetges4(a, b); });
  test("vsetgeu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetgeu2(a, b); });
  test("vsetgeu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetgeu4(a, b); });
  test("vsetgts2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetgts2(a, b); });
  test("vsetgts4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetgts4(a, b); });
  test("vsetgtu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetgtu2(a, b); });
  test("vsetgtu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetgtu4(a, b); });
  test("vsetles2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetles2(a, b); });
  test("vsetles4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetles4(a, b); });
  test("vsetleu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetleu2(a, b); });
  test("vsetleu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetleu4(a, b); });
  test("vsetlts2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetlts2(a, b); });
  test("vsetlts4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetlts4(a, b); });
  test("vsetltu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetltu2(a, b); });
  test("vsetltu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsetltu4(a, b); });
  test("vabsdiffs2", [] __device__(unsigned a, unsigned b, unsigned) { return __vabsdiffs2(a, b); });
  test("vabsdiffs4", [] __device__(unsigned a, unsigned b, unsigned) { return __vabsdiffs4(a, b); });
  test("vabsdiffu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vabsdiffu2(a, b); });
  test("vabsdiffu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vabsdiffu4(a, b); });
  test("vsads2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsads2(a, b); });
  test("vsads4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsads4(a, b); });
  test("vsadu2", [] __device__(unsigned a, unsigned b, unsigned) { return __vsadu2(a, b); });
  test("vsadu4", [] __device__(unsigned a, unsigned b, unsigned) { return __vsadu4(a, b); });
  test("vneg2", [] __device__(unsigned a, unsigned b, unsigned) { return __vneg2(a); });
  test("vneg4", [] __device__(unsigned a, unsigned b, unsigned) { return __vneg4(a); });
  test("vnegss2", [] __device__(unsigned a, unsigned b, unsigned) { return __vnegss2(a); });
  test("vnegss4", [] __device__(unsigned a, unsigned b, unsigned) { return __vnegss4(a); });
  test("vabs2", [] __device__(unsigned a, unsigned b, unsigned) { return __vabs2(a); });
  test("vabs4", [] __device__(unsigned a, unsigned b, unsigned) { return __vabs4(a); });
  test("vabsss2", [] __device__(unsigned a, unsigned b, unsigned) { return __vabsss2(a); });
  test("vabsss4", [] __device__(unsigned a, unsigned b, unsigned) { return __vabsss4(a); });
  test("__brev(a)", [] __device__(unsigned a, unsigned b, unsigned c) { return __brev(a); });
  test("__clz(a)", [] __device__(unsigned a, unsigned b, unsigned c) { return __clz(a); });
  test("__ffs(a)", [] __device__(unsigned a, unsigned b, unsigned c) { return __ffs(a); });
  test("__popc(a)", [] __device__(unsigned a, unsigned b, unsigned c) { return __popc(a); });
  test("__byte_perm(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __byte_perm(a, b, c); });
  test("__funnelshift_l(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __funnelshift_l(a, b, c); });
  test("__funnelshift_r(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __funnelshift_r(a, b, c); });
  test("__funnelshift_lc(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __funnelshift_lc(a, b, c); });
  test("__funnelshift_rc(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __funnelshift_rc(a, b, c); });
  test("__mul24(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __mul24(a, b); });
  test("__umul24(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __umul24(a, b); });
  test("__mulhi((int)a, (int)b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __mulhi((int)a, (int)b); });
  test("__umulhi(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __umulhi(a, b); });
  test("__sad(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __sad(a, b, c); });
  test("__usad(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __usad(a, b, c); });
  test("__hadd(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __hadd(a, b); });
  test("__rhadd(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __rhadd(a, b); });
  test("__uhadd(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __uhadd(a, b); });
  test("__urhadd(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __urhadd(a, b); });
  test("__dp4a((int)a, (int)b, (int)c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __dp4a((int)a, (int)b, (int)c); });
  test("__dp4a(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __dp4a(a, b, c); });
  test("__dp2a_lo((int)a, (int)b, (int)c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __dp2a_lo((int)a, (int)b, (int)c); });
  test("__dp2a_hi(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __dp2a_hi(a, b, c); });
  test("__brevll(W(a, b))", [] __device__(unsigned a, unsigned b, unsigned c) { return __brevll(W(a, b)); });
  test("__clzll(W(a, b))", [] __device__(unsigned a, unsigned b, unsigned c) { return __clzll(W(a, b)); });
  test("__ffsll(W(a, b))", [] __device__(unsigned a, unsigned b, unsigned c) { return __ffsll(W(a, b)); });
  test("__popcll(W(a, b))", [] __device__(unsigned a, unsigned b, unsigned c) { return __popcll(W(a, b)); });
  test("__umul64hi(W(a, b), W(c, a))", [] __device__(unsigned a, unsigned b, unsigned c) { return __umul64hi(W(a, b), W(c, a)); });
  test("__mul64hi(W(a, b), W(c, a))", [] __device__(unsigned a, unsigned b, unsigned c) { return __mul64hi(W(a, b), W(c, a)); });
  test("__fns(a, b % 32, (int)(c % 9) - 4)", [] __device__(unsigned a, unsigned b, unsigned c) { return __fns(a, b % 32, (int)(c % 9) - 4); });
  test("__viaddmax_s32(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __viaddmax_s32(a, b, c); });
  test("__viaddmin_u32(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __viaddmin_u32(a, b, c); });
  test("__vimax3_s32(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __vimax3_s32(a, b, c); });
  test("__vimin3_u32(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __vimin3_u32(a, b, c); });
  test("__vimax3_s32_relu(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __vimax3_s32_relu(a, b, c); });
  test("__viaddmax_s16x2(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __viaddmax_s16x2(a, b, c); });
  test("__viaddmin_u16x2(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __viaddmin_u16x2(a, b, c); });
  test("__vimax3_s16x2(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __vimax3_s16x2(a, b, c); });
  test("__vimax_s32_relu(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __vimax_s32_relu(a, b); });
  test("__vimin_s16x2_relu(a, b)", [] __device__(unsigned a, unsigned b, unsigned c) { return __vimin_s16x2_relu(a, b); });
  test("__viaddmax_s16x2_relu(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __viaddmax_s16x2_relu(a, b, c); });
  test("__viaddmin_s32_relu(a, b, c)", [] __device__(unsigned a, unsigned b, unsigned c) { return __viaddmin_s32_relu(a, b, c); });
}
