// integer edges in device code: shifts past the width, division by zero and of the least number, conversions of NaN and out-of-range floats
#include <cstdio>
#include <climits>
__global__ void k(int z, int n, unsigned u, long long l, float nan, float big, double dbig) {
  volatile int s[] = {0, 1, 31, 32, 33, 63, 64, 65, -1, 1000};
  for (int i = 0; i < 10; ++i) printf("shift %d: %d %u %d %lld %llu %lld\n", s[i], n << s[i], u >> s[i], -n >> s[i], l << s[i], (unsigned long long)l >> s[i], -l >> s[i]);
  volatile int zero = z; volatile long long lz = z; volatile int least = INT_MIN + z; volatile long long lleast = LLONG_MIN + z; volatile int m1 = z - 1;
  printf("div0 %d %d %u %u\n", n / zero, n % zero, u / (unsigned)zero, u % (unsigned)zero);
  printf("div0 64 %lld %lld %llu %llu\n", l / lz, l % lz, (unsigned long long)l / (unsigned long long)lz, (unsigned long long)l % (unsigned long long)lz);
  printf("least %d %d %lld %lld\n", least / m1, least % m1, lleast / m1, lleast % m1);
  printf("abs %d %lld neg %d\n", abs(least), llabs(lleast), -least);
  volatile float f[] = {nan, big, -big, 3e9f, -3e9f, 300.7f, -300.7f, 1e20f, -1e20f, 0.99999994f, -0.5f, 2147483648.0f, 65535.9f, -1.0f};
  for (int i = 0; i < 14; ++i) { float x = f[i]; printf("cvt %g: %d %u %lld %llu %d %d %d %d\n", x, (int)x, (unsigned)x, (long long)x, (unsigned long long)x, (int)(short)x, (int)(unsigned short)x, (int)(signed char)x, (int)(unsigned char)x); }
  volatile double d[] = {nan, dbig, -dbig, 3e9, -3e9, 9.3e18, -9.3e18, 1.9e19, 4294967295.5, -0.9};
  for (int i = 0; i < 10; ++i) { double x = d[i]; printf("cvtd %g: %d %u %lld %llu\n", x, (int)x, (unsigned)x, (long long)x, (unsigned long long)x); }
  printf("round %d %d %d %d %u %lld\n", __float2int_rn(2.5f + z), __float2int_ru(2.1f + z), __float2int_rd(-2.1f + z), __double2int_rz(-2.9 + z), __float2uint_rn(-3.5f + z), __double2ll_rn(1.5 + z));
  printf("int2float %.9g %.9g %.9g %.9g %.17g %.17g\n", __int2float_rn(16777217 + z), __int2float_rz(16777219 + z), __int2float_ru(16777217 + z), __uint2float_rd(4294967295u + z), __ll2double_rn(9007199254740993ll + z), __ull2double_ru(18446744073709551615ull + z));
  printf("bits %d %d %d %d %d %d %d\n", __clz(z), __clzll(z), __ffs(z), __ffsll(z), __popc(-1 + z), __brev(1 + z), __fns(0x8421 + z, z, 2));
  printf("mul %d %u %lld %llu %d %u\n", __mulhi(least, 3), __umulhi(u, u), __mul64hi(l, l), __umul64hi(l, l), __mul24(0x1234567 + z, 0x7654321), __umul24(0xfedcba9 + z, 0xabcdef1));
  printf("byte %x %x %x %d %d\n", __byte_perm(0x01234567 + z, 0x89abcdef, 0x7531), __byte_perm(0x81234567 + z, 0x89abcdef, 0xfedc), __funnelshift_l(0x80000001 + z, 0x7fffffff, 35), __hadd(INT_MAX, INT_MAX - 2 + z), __rhadd(-3 + z, -4));
}
int main() { k<<<1, 1>>>(0, 0x40000001, 0xf0000001u, 0x4000000000000001ll, __builtin_nanf(""), __builtin_inff(), __builtin_inf()); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); }
