// bfe, bfi and shifts of 64 bits with immediate and register operands of 64 and more
#include <cstdio>
#include <vector>
typedef unsigned u; typedef unsigned long long ull;
__global__ void k0(ull *o, const ull *in, int n) { int i = threadIdx.x; ull a = in[3*i], b = in[3*i+1], c = in[3*i+2], r; int cc = (int)c; (void)cc;
  asm volatile("bfi.b64 %0, %1, %2, 63, 33;" : "=l"(r) : "l"(a), "l"(b)); o[0 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 0, 32;" : "=l"(r) : "l"(a)); o[1 * n + i] = r;
  asm volatile("shr.u64 %0, %1, 65;" : "=l"(r) : "l"(a)); o[2 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 33, 33;" : "=l"(r) : "l"(a)); o[3 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 224, 7;" : "=l"(r) : "l"(a), "l"(b)); o[4 * n + i] = r;
  asm volatile("shr.u64 %0, %1, 63;" : "=l"(r) : "l"(a)); o[5 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 65, 33;" : "=l"(r) : "l"(a), "l"(b)); o[6 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 7, 7;" : "=l"(r) : "l"(a), "l"(b)); o[7 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 1, 255;" : "=l"(r) : "l"(a)); o[8 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 255, 127;" : "=l"(r) : "l"(a)); o[9 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 0, 0;" : "=l"(r) : "l"(a)); o[10 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 65, 16;" : "=l"(r) : "l"(a), "l"(b)); o[11 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 8, 63;" : "=l"(r) : "l"(a)); o[12 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 65, 65;" : "=l"(r) : "l"(a)); o[13 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 33, 65;" : "=l"(r) : "l"(a)); o[14 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 63, 31;" : "=l"(r) : "l"(a)); o[15 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 0, %2;" : "=l"(r) : "l"(a), "r"(cc)); o[16 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, %2, 224;" : "=l"(r) : "l"(a), "r"(cc)); o[17 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 63, 255;" : "=l"(r) : "l"(a)); o[18 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 8, 1;" : "=l"(r) : "l"(a), "l"(b)); o[19 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 32, 255;" : "=l"(r) : "l"(a)); o[20 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 31, 7;" : "=l"(r) : "l"(a), "l"(b)); o[21 * n + i] = r;
  asm volatile("shr.s64 %0, %1, 33;" : "=l"(r) : "l"(a)); o[22 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 0, 224;" : "=l"(r) : "l"(a)); o[23 * n + i] = r;
  asm volatile("shl.b64 %0, %1, -1;" : "=l"(r) : "l"(a)); o[24 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 255, 127;" : "=l"(r) : "l"(a)); o[25 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 65, 128;" : "=l"(r) : "l"(a)); o[26 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 7, 1;" : "=l"(r) : "l"(a)); o[27 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 128, 32;" : "=l"(r) : "l"(a)); o[28 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 64, 63;" : "=l"(r) : "l"(a)); o[29 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 65, 224;" : "=l"(r) : "l"(a)); o[30 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 16, 224;" : "=l"(r) : "l"(a)); o[31 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 64, 33;" : "=l"(r) : "l"(a)); o[32 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 63, 7;" : "=l"(r) : "l"(a), "l"(b)); o[33 * n + i] = r;
  asm volatile("shl.b64 %0, %1, 2147483647;" : "=l"(r) : "l"(a)); o[34 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 224, 31;" : "=l"(r) : "l"(a)); o[35 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 63, 64;" : "=l"(r) : "l"(a)); o[36 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 64, 0;" : "=l"(r) : "l"(a)); o[37 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 0, 1;" : "=l"(r) : "l"(a)); o[38 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 0, 31;" : "=l"(r) : "l"(a)); o[39 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 255, 16;" : "=l"(r) : "l"(a)); o[40 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 255, 65;" : "=l"(r) : "l"(a)); o[41 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 127, 16;" : "=l"(r) : "l"(a)); o[42 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 127, 31;" : "=l"(r) : "l"(a)); o[43 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 7, 127;" : "=l"(r) : "l"(a)); o[44 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 16, 32;" : "=l"(r) : "l"(a)); o[45 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 224, 63;" : "=l"(r) : "l"(a)); o[46 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 7, 128;" : "=l"(r) : "l"(a), "l"(b)); o[47 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 128, 16;" : "=l"(r) : "l"(a), "l"(b)); o[48 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 63, 65;" : "=l"(r) : "l"(a), "l"(b)); o[49 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 224, 255;" : "=l"(r) : "l"(a)); o[50 * n + i] = r;
  asm volatile("shr.u64 %0, %1, 31;" : "=l"(r) : "l"(a)); o[51 * n + i] = r;
  asm volatile("shr.s64 %0, %1, 256;" : "=l"(r) : "l"(a)); o[52 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 224, 32;" : "=l"(r) : "l"(a)); o[53 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 64, 7;" : "=l"(r) : "l"(a)); o[54 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 8, 31;" : "=l"(r) : "l"(a)); o[55 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 1, 33;" : "=l"(r) : "l"(a)); o[56 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 33, 64;" : "=l"(r) : "l"(a)); o[57 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 127, 16;" : "=l"(r) : "l"(a)); o[58 * n + i] = r;
  asm volatile("shl.b64 %0, %1, 33;" : "=l"(r) : "l"(a)); o[59 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 64, 255;" : "=l"(r) : "l"(a)); o[60 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 1, 0;" : "=l"(r) : "l"(a)); o[61 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 16, 32;" : "=l"(r) : "l"(a)); o[62 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 31, 64;" : "=l"(r) : "l"(a)); o[63 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 8, 63;" : "=l"(r) : "l"(a)); o[64 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 33, 7;" : "=l"(r) : "l"(a), "l"(b)); o[65 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 32, 0;" : "=l"(r) : "l"(a), "l"(b)); o[66 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 0, 8;" : "=l"(r) : "l"(a)); o[67 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 32, 65;" : "=l"(r) : "l"(a), "l"(b)); o[68 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 255, 255;" : "=l"(r) : "l"(a), "l"(b)); o[69 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 32, 1;" : "=l"(r) : "l"(a)); o[70 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 16, 33;" : "=l"(r) : "l"(a)); o[71 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 16, 7;" : "=l"(r) : "l"(a)); o[72 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 33, 8;" : "=l"(r) : "l"(a)); o[73 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 8, 224;" : "=l"(r) : "l"(a)); o[74 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 32, %2;" : "=l"(r) : "l"(a), "r"(cc)); o[75 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 16, 63;" : "=l"(r) : "l"(a)); o[76 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 128, 64;" : "=l"(r) : "l"(a)); o[77 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 255, 65;" : "=l"(r) : "l"(a), "l"(b)); o[78 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, %2, 1;" : "=l"(r) : "l"(a), "r"(cc)); o[79 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 128, 0;" : "=l"(r) : "l"(a)); o[80 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 8, 224;" : "=l"(r) : "l"(a)); o[81 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 0, 33;" : "=l"(r) : "l"(a)); o[82 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 1, 63;" : "=l"(r) : "l"(a)); o[83 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 33, 32;" : "=l"(r) : "l"(a)); o[84 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 65, 63;" : "=l"(r) : "l"(a)); o[85 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 1, 8;" : "=l"(r) : "l"(a)); o[86 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 8, 33;" : "=l"(r) : "l"(a), "l"(b)); o[87 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 127, 63;" : "=l"(r) : "l"(a)); o[88 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 33, 255;" : "=l"(r) : "l"(a)); o[89 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 63, 65;" : "=l"(r) : "l"(a)); o[90 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 31, 33;" : "=l"(r) : "l"(a), "l"(b)); o[91 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 0, 64;" : "=l"(r) : "l"(a)); o[92 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 224, 224;" : "=l"(r) : "l"(a)); o[93 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 8, 7;" : "=l"(r) : "l"(a)); o[94 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 128, 31;" : "=l"(r) : "l"(a)); o[95 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 63, 63;" : "=l"(r) : "l"(a), "l"(b)); o[96 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 255, 64;" : "=l"(r) : "l"(a), "l"(b)); o[97 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 63, 1;" : "=l"(r) : "l"(a)); o[98 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 224, %2;" : "=l"(r) : "l"(a), "r"(cc)); o[99 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 255, 63;" : "=l"(r) : "l"(a)); o[100 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 32, 33;" : "=l"(r) : "l"(a)); o[101 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 0, 255;" : "=l"(r) : "l"(a), "l"(b)); o[102 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 224, 16;" : "=l"(r) : "l"(a), "l"(b)); o[103 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 1, 128;" : "=l"(r) : "l"(a), "l"(b)); o[104 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 0, 1;" : "=l"(r) : "l"(a)); o[105 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 127, 33;" : "=l"(r) : "l"(a), "l"(b)); o[106 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 33, 31;" : "=l"(r) : "l"(a)); o[107 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 32, 8;" : "=l"(r) : "l"(a), "l"(b)); o[108 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 63, 1;" : "=l"(r) : "l"(a)); o[109 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 8, 7;" : "=l"(r) : "l"(a)); o[110 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 7, 33;" : "=l"(r) : "l"(a)); o[111 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 128, 63;" : "=l"(r) : "l"(a)); o[112 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 32, 8;" : "=l"(r) : "l"(a)); o[113 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 255, 8;" : "=l"(r) : "l"(a)); o[114 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 32, 8;" : "=l"(r) : "l"(a)); o[115 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 1, 0;" : "=l"(r) : "l"(a), "l"(b)); o[116 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 33, 65;" : "=l"(r) : "l"(a), "l"(b)); o[117 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 33, 127;" : "=l"(r) : "l"(a)); o[118 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 65, 1;" : "=l"(r) : "l"(a)); o[119 * n + i] = r;
  asm volatile("shr.s64 %0, %1, 128;" : "=l"(r) : "l"(a)); o[120 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 1, 128;" : "=l"(r) : "l"(a)); o[121 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 8, 8;" : "=l"(r) : "l"(a), "l"(b)); o[122 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 32, 16;" : "=l"(r) : "l"(a)); o[123 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 16, 16;" : "=l"(r) : "l"(a)); o[124 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 16, 64;" : "=l"(r) : "l"(a)); o[125 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 224, 8;" : "=l"(r) : "l"(a), "l"(b)); o[126 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 128, 1;" : "=l"(r) : "l"(a)); o[127 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 31, 31;" : "=l"(r) : "l"(a)); o[128 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 63, 127;" : "=l"(r) : "l"(a), "l"(b)); o[129 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 65, 7;" : "=l"(r) : "l"(a)); o[130 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 16, 1;" : "=l"(r) : "l"(a)); o[131 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, %2, 33;" : "=l"(r) : "l"(a), "r"(cc)); o[132 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 127, 0;" : "=l"(r) : "l"(a)); o[133 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 8, 16;" : "=l"(r) : "l"(a)); o[134 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 31, 33;" : "=l"(r) : "l"(a)); o[135 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 33, 0;" : "=l"(r) : "l"(a), "l"(b)); o[136 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 7, 32;" : "=l"(r) : "l"(a), "l"(b)); o[137 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 65, 65;" : "=l"(r) : "l"(a)); o[138 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 7, 7;" : "=l"(r) : "l"(a)); o[139 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 64, %2;" : "=l"(r) : "l"(a), "r"(cc)); o[140 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 32, 63;" : "=l"(r) : "l"(a), "l"(b)); o[141 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 127, 32;" : "=l"(r) : "l"(a), "l"(b)); o[142 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 127, 7;" : "=l"(r) : "l"(a), "l"(b)); o[143 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 255, 1;" : "=l"(r) : "l"(a)); o[144 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, 127, 127;" : "=l"(r) : "l"(a)); o[145 * n + i] = r;
  asm volatile("bfi.b64 %0, %1, %2, 255, 7;" : "=l"(r) : "l"(a), "l"(b)); o[146 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 8, 128;" : "=l"(r) : "l"(a)); o[147 * n + i] = r;
  asm volatile("bfe.u64 %0, %1, 7, 8;" : "=l"(r) : "l"(a)); o[148 * n + i] = r;
  asm volatile("bfe.s64 %0, %1, %2, 128;" : "=l"(r) : "l"(a), "r"(cc)); o[149 * n + i] = r;
}
static ull in[] = {0x0ull,0x8000000000000000ull,0x0ull,0x1ull,0x7fffffffffffffffull,0x1ull,0xffffffffffffffffull,0x123456789abcdefull,0x5ull,0x8000000000000000ull,0xfedcba9876543210ull,0x8ull,0x7fffffffffffffffull,0x80000000ull,0x10ull,0x123456789abcdefull,0xffffffff00000000ull,0x1full,0xfedcba9876543210ull,0x8000000080000000ull,0x20ull,0x80000000ull,0x0ull,0x21ull,0xffffffff00000000ull,0x1ull,0x40ull,0x8000000080000000ull,0xffffffffffffffffull,0xffull,0x0ull,0x8000000000000000ull,0x100ull,0x1ull,0x7fffffffffffffffull,0xffffffffull,0xffffffffffffffffull,0x123456789abcdefull,0x10203ull,0x8000000000000000ull,0xfedcba9876543210ull,0x1f20ull,0x7fffffffffffffffull,0x80000000ull,0x80000004ull,0x123456789abcdefull,0xffffffff00000000ull,0x7ull};
static const char *names[] = {"bfi.b64 63 33",
"bfe.s64 0 32",
"shr.u64 65",
"bfe.s64 33 33",
"bfi.b64 224 7",
"shr.u64 63",
"bfi.b64 65 33",
"bfi.b64 7 7",
"bfe.u64 1 255",
"bfe.s64 255 127",
"bfe.s64 0 0",
"bfi.b64 65 16",
"bfe.u64 8 63",
"bfe.u64 65 65",
"bfe.u64 33 65",
"bfe.s64 63 31",
"bfe.s64 0 reg",
"bfe.u64 reg 224",
"bfe.s64 63 255",
"bfi.b64 8 1",
"bfe.u64 32 255",
"bfi.b64 31 7",
"shr.s64 33",
"bfe.u64 0 224",
"shl.b64 -1",
"bfe.u64 255 127",
"bfe.s64 65 128",
"bfe.s64 7 1",
"bfe.u64 128 32",
"bfe.s64 64 63",
"bfe.u64 65 224",
"bfe.u64 16 224",
"bfe.u64 64 33",
"bfi.b64 63 7",
"shl.b64 2147483647",
"bfe.s64 224 31",
"bfe.u64 63 64",
"bfe.u64 64 0",
"bfe.u64 0 1",
"bfe.u64 0 31",
"bfe.u64 255 16",
"bfe.u64 255 65",
"bfe.u64 127 16",
"bfe.u64 127 31",
"bfe.s64 7 127",
"bfe.s64 16 32",
"bfe.u64 224 63",
"bfi.b64 7 128",
"bfi.b64 128 16",
"bfi.b64 63 65",
"bfe.u64 224 255",
"shr.u64 31",
"shr.s64 256",
"bfe.u64 224 32",
"bfe.s64 64 7",
"bfe.s64 8 31",
"bfe.u64 1 33",
"bfe.s64 33 64",
"bfe.s64 127 16",
"shl.b64 33",
"bfe.u64 64 255",
"bfe.s64 1 0",
"bfe.u64 16 32",
"bfe.s64 31 64",
"bfe.s64 8 63",
"bfi.b64 33 7",
"bfi.b64 32 0",
"bfe.u64 0 8",
"bfi.b64 32 65",
"bfi.b64 255 255",
"bfe.s64 32 1",
"bfe.u64 16 33",
"bfe.s64 16 7",
"bfe.s64 33 8",
"bfe.s64 8 224",
"bfe.s64 32 reg",
"bfe.s64 16 63",
"bfe.u64 128 64",
"bfi.b64 255 65",
"bfe.s64 reg 1",
"bfe.u64 128 0",
"bfe.u64 8 224",
"bfe.s64 0 33",
"bfe.u64 1 63",
"bfe.s64 33 32",
"bfe.s64 65 63",
"bfe.u64 1 8",
"bfi.b64 8 33",
"bfe.s64 127 63",
"bfe.s64 33 255",
"bfe.s64 63 65",
"bfi.b64 31 33",
"bfe.u64 0 64",
"bfe.s64 224 224",
"bfe.u64 8 7",
"bfe.u64 128 31",
"bfi.b64 63 63",
"bfi.b64 255 64",
"bfe.u64 63 1",
"bfe.u64 224 reg",
"bfe.s64 255 63",
"bfe.s64 32 33",
"bfi.b64 0 255",
"bfi.b64 224 16",
"bfi.b64 1 128",
"bfe.s64 0 1",
"bfi.b64 127 33",
"bfe.u64 33 31",
"bfi.b64 32 8",
"bfe.s64 63 1",
"bfe.s64 8 7",
"bfe.u64 7 33",
"bfe.s64 128 63",
"bfe.u64 32 8",
"bfe.u64 255 8",
"bfe.s64 32 8",
"bfi.b64 1 0",
"bfi.b64 33 65",
"bfe.s64 33 127",
"bfe.u64 65 1",
"shr.s64 128",
"bfe.s64 1 128",
"bfi.b64 8 8",
"bfe.u64 32 16",
"bfe.s64 16 16",
"bfe.s64 16 64",
"bfi.b64 224 8",
"bfe.u64 128 1",
"bfe.u64 31 31",
"bfi.b64 63 127",
"bfe.u64 65 7",
"bfe.s64 16 1",
"bfe.s64 reg 33",
"bfe.u64 127 0",
"bfe.u64 8 16",
"bfe.u64 31 33",
"bfi.b64 33 0",
"bfi.b64 7 32",
"bfe.s64 65 65",
"bfe.u64 7 7",
"bfe.u64 64 reg",
"bfi.b64 32 63",
"bfi.b64 127 32",
"bfi.b64 127 7",
"bfe.s64 255 1",
"bfe.s64 127 127",
"bfi.b64 255 7",
"bfe.u64 8 128",
"bfe.u64 7 8",
"bfe.s64 reg 128"};
int main() { const int n = 16; ull *o, *d; cudaMalloc(&d, sizeof in); cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice); cudaMalloc(&o, 200 * n * sizeof(ull)); std::vector<ull> h(200 * n);
  k0<<<1, n>>>(o, d, n); if (auto e = cudaMemcpy(h.data(), o, 150 * n * sizeof(ull), cudaMemcpyDeviceToHost)) printf("ERR %s\n", cudaGetErrorName(e)); for (int j = 0; j < 150; ++j) { printf("%s:", names[0 + j]); for (int i = 0; i < n; ++i) printf(" %llx", (ull)h[j * n + i]); printf("\n"); }
}