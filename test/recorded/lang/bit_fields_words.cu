// bfe, bfi, bmsk, szext, shifts and prmt with immediate and register operands of 32 and more
#include <cstdio>
#include <vector>
typedef unsigned u; typedef unsigned long long ull;
__global__ void k0(u *o, const u *in, int n) { int i = threadIdx.x; u a = in[3*i], b = in[3*i+1], c = in[3*i+2], r; int cc = (int)c; (void)cc;
  asm volatile("bfi.b32 %0, %1, %2, 0, 127;" : "=r"(r) : "r"(a), "r"(b)); o[0 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 255, 128;" : "=r"(r) : "r"(a), "r"(b)); o[1 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 8, 255;" : "=r"(r) : "r"(a)); o[2 * n + i] = r;
  asm volatile("shf.l.clamp.b32 %0, %1, %2, 2147483647;" : "=r"(r) : "r"(a), "r"(b)); o[3 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, %2, 255;" : "=r"(r) : "r"(a), "r"(c)); o[4 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 33, 1;" : "=r"(r) : "r"(a)); o[5 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 16, 31;" : "=r"(r) : "r"(a)); o[6 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 8, %2;" : "=r"(r) : "r"(a), "r"(c)); o[7 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 128, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[8 * n + i] = r;
  asm volatile("shf.r.clamp.b32 %0, %1, %2, 33;" : "=r"(r) : "r"(a), "r"(b)); o[9 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, %2, 127;" : "=r"(r) : "r"(a), "r"(c)); o[10 * n + i] = r;
  asm volatile("szext.clamp.u32 %0, %1, 256;" : "=r"(r) : "r"(a)); o[11 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 224, 224;" : "=r"(r) : "r"(a)); o[12 * n + i] = r;
  asm volatile("prmt.b32.rc16 %0, %1, %2, 291;" : "=r"(r) : "r"(a), "r"(b)); o[13 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 1, 127;" : "=r"(r) : "r"(a)); o[14 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 128, 33;" : "=r"(r) : "r"(a)); o[15 * n + i] = r;
  asm volatile("szext.wrap.u32 %0, %1, 33;" : "=r"(r) : "r"(a)); o[16 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 16, 0;" : "=r"(r) : "r"(a), "r"(b)); o[17 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 33, 127;" : "=r"(r) : "r"(a)); o[18 * n + i] = r;
  asm volatile("szext.clamp.s32 %0, %1, -1;" : "=r"(r) : "r"(a)); o[19 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 16, 65;" : "=r"(r) : "r"(a)); o[20 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 64, 128;" : "=r"(r) : "r"(a)); o[21 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 64, 33;" : "=r"(r) : "r"(a)); o[22 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 63, 0;" : "=r"(r) : "r"(a), "r"(b)); o[23 * n + i] = r;
  asm volatile("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[24 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 224, 16;" : "=r"(r) : "r"(a)); o[25 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 63, 64;" : "=r"(r) : "r"(a)); o[26 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 64, 0;" : "=r"(r) : "r"(a)); o[27 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 0, 1;" : "=r"(r) : "r"(a)); o[28 * n + i] = r;
  asm volatile("shf.r.wrap.b32 %0, %1, %2, 65;" : "=r"(r) : "r"(a), "r"(b)); o[29 * n + i] = r;
  asm volatile("shl.b32 %0, %1, 1;" : "=r"(r) : "r"(a)); o[30 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 0, 31;" : "=r"(r) : "r"(a)); o[31 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 255, 16;" : "=r"(r) : "r"(a)); o[32 * n + i] = r;
  asm volatile("szext.clamp.s32 %0, %1, 65;" : "=r"(r) : "r"(a)); o[33 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 255, 65;" : "=r"(r) : "r"(a)); o[34 * n + i] = r;
  asm volatile("shf.l.wrap.b32 %0, %1, %2, 257;" : "=r"(r) : "r"(a), "r"(b)); o[35 * n + i] = r;
  asm volatile("prmt.b32 %0, %1, %2, 47768;" : "=r"(r) : "r"(a), "r"(b)); o[36 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 127, 16;" : "=r"(r) : "r"(a)); o[37 * n + i] = r;
  asm volatile("shl.b32 %0, %1, 8;" : "=r"(r) : "r"(a)); o[38 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 127, 31;" : "=r"(r) : "r"(a)); o[39 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 7, 65;" : "=r"(r) : "r"(a)); o[40 * n + i] = r;
  asm volatile("prmt.b32.ecr %0, %1, %2, 30292;" : "=r"(r) : "r"(a), "r"(b)); o[41 * n + i] = r;
  asm volatile("shf.l.wrap.b32 %0, %1, %2, -1;" : "=r"(r) : "r"(a), "r"(b)); o[42 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 224, 63;" : "=r"(r) : "r"(a)); o[43 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 7, 65;" : "=r"(r) : "r"(a), "r"(b)); o[44 * n + i] = r;
  asm volatile("shl.b32 %0, %1, 63;" : "=r"(r) : "r"(a)); o[45 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 128, 7;" : "=r"(r) : "r"(a), "r"(b)); o[46 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 63, 63;" : "=r"(r) : "r"(a), "r"(b)); o[47 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 224, 255;" : "=r"(r) : "r"(a)); o[48 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 128, 32;" : "=r"(r) : "r"(a)); o[49 * n + i] = r;
  asm volatile("shf.r.clamp.b32 %0, %1, %2, 65;" : "=r"(r) : "r"(a), "r"(b)); o[50 * n + i] = r;
  asm volatile("shf.r.wrap.b32 %0, %1, %2, 32;" : "=r"(r) : "r"(a), "r"(b)); o[51 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 224, 0;" : "=r"(r) : "r"(a), "r"(b)); o[52 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 224, 32;" : "=r"(r) : "r"(a)); o[53 * n + i] = r;
  asm volatile("shf.r.wrap.b32 %0, %1, %2, 8;" : "=r"(r) : "r"(a), "r"(b)); o[54 * n + i] = r;
  asm volatile("shf.r.wrap.b32 %0, %1, %2, 1;" : "=r"(r) : "r"(a), "r"(b)); o[55 * n + i] = r;
  asm volatile("shr.u32 %0, %1, 65;" : "=r"(r) : "r"(a)); o[56 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 64, 1;" : "=r"(r) : "r"(a)); o[57 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 8, 16;" : "=r"(r) : "r"(a)); o[58 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 1, 33;" : "=r"(r) : "r"(a)); o[59 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 33, 63;" : "=r"(r) : "r"(a)); o[60 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 127, 8;" : "=r"(r) : "r"(a)); o[61 * n + i] = r;
  asm volatile("prmt.b32 %0, %1, %2, 7;" : "=r"(r) : "r"(a), "r"(b)); o[62 * n + i] = r;
  asm volatile("shf.r.clamp.b32 %0, %1, %2, 31;" : "=r"(r) : "r"(a), "r"(b)); o[63 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 64, 255;" : "=r"(r) : "r"(a)); o[64 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 0, 255;" : "=r"(r) : "r"(a)); o[65 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 16, 32;" : "=r"(r) : "r"(a)); o[66 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 31, 63;" : "=r"(r) : "r"(a)); o[67 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 8, 33;" : "=r"(r) : "r"(a)); o[68 * n + i] = r;
  asm volatile("szext.wrap.u32 %0, %1, 64;" : "=r"(r) : "r"(a)); o[69 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 33, 0;" : "=r"(r) : "r"(a), "r"(b)); o[70 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 31, 224;" : "=r"(r) : "r"(a), "r"(b)); o[71 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 0, 8;" : "=r"(r) : "r"(a)); o[72 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 32, 63;" : "=r"(r) : "r"(a), "r"(b)); o[73 * n + i] = r;
  asm volatile("shf.r.wrap.b32 %0, %1, %2, 256;" : "=r"(r) : "r"(a), "r"(b)); o[74 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 255, 7;" : "=r"(r) : "r"(a), "r"(b)); o[75 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 32, 0;" : "=r"(r) : "r"(a)); o[76 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 16, 33;" : "=r"(r) : "r"(a)); o[77 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 16, 1;" : "=r"(r) : "r"(a)); o[78 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 33, 7;" : "=r"(r) : "r"(a)); o[79 * n + i] = r;
  asm volatile("szext.wrap.u32 %0, %1, 65;" : "=r"(r) : "r"(a)); o[80 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 8, 128;" : "=r"(r) : "r"(a)); o[81 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, %2, 31;" : "=r"(r) : "r"(a), "r"(c)); o[82 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 224, 32;" : "=r"(r) : "r"(a), "r"(b)); o[83 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 16, 33;" : "=r"(r) : "r"(a)); o[84 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 128, 64;" : "=r"(r) : "r"(a)); o[85 * n + i] = r;
  asm volatile("shf.r.clamp.b32 %0, %1, %2, 64;" : "=r"(r) : "r"(a), "r"(b)); o[86 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 1, %2;" : "=r"(r) : "r"(a), "r"(c)); o[87 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 224, 255;" : "=r"(r) : "r"(a), "r"(b)); o[88 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 128, 0;" : "=r"(r) : "r"(a)); o[89 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 8, 224;" : "=r"(r) : "r"(a)); o[90 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 0, 32;" : "=r"(r) : "r"(a)); o[91 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 1, 63;" : "=r"(r) : "r"(a)); o[92 * n + i] = r;
  asm volatile("szext.clamp.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(c)); o[93 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 33, 31;" : "=r"(r) : "r"(a)); o[94 * n + i] = r;
  asm volatile("bmsk.wrap.b32 %0, 8, %1;" : "=r"(r) : "r"(c)); o[95 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 65, 33;" : "=r"(r) : "r"(a)); o[96 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 1, 8;" : "=r"(r) : "r"(a)); o[97 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 8, 31;" : "=r"(r) : "r"(a), "r"(b)); o[98 * n + i] = r;
  asm volatile("bmsk.clamp.b32 %0, %1, 31;" : "=r"(r) : "r"(c)); o[99 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 127, 33;" : "=r"(r) : "r"(a)); o[100 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 33, 224;" : "=r"(r) : "r"(a)); o[101 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 63, 64;" : "=r"(r) : "r"(a)); o[102 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 31, 31;" : "=r"(r) : "r"(a), "r"(b)); o[103 * n + i] = r;
  asm volatile("bmsk.wrap.b32 %0, 0, %1;" : "=r"(r) : "r"(c)); o[104 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 0, 64;" : "=r"(r) : "r"(a)); o[105 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 224, 128;" : "=r"(r) : "r"(a)); o[106 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 8, 7;" : "=r"(r) : "r"(a)); o[107 * n + i] = r;
  asm volatile("shf.r.clamp.b32 %0, %1, %2, 2147483647;" : "=r"(r) : "r"(a), "r"(b)); o[108 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 128, 31;" : "=r"(r) : "r"(a)); o[109 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 63, 32;" : "=r"(r) : "r"(a), "r"(b)); o[110 * n + i] = r;
  asm volatile("shf.r.wrap.b32 %0, %1, %2, 63;" : "=r"(r) : "r"(a), "r"(b)); o[111 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 63, 1;" : "=r"(r) : "r"(a)); o[112 * n + i] = r;
  asm volatile("szext.clamp.u32 %0, %1, 33;" : "=r"(r) : "r"(a)); o[113 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 224, %2;" : "=r"(r) : "r"(a), "r"(c)); o[114 * n + i] = r;
  asm volatile("szext.wrap.u32 %0, %1, 128;" : "=r"(r) : "r"(a)); o[115 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 255, 33;" : "=r"(r) : "r"(a)); o[116 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 32, 32;" : "=r"(r) : "r"(a)); o[117 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 0, 128;" : "=r"(r) : "r"(a), "r"(b)); o[118 * n + i] = r;
  asm volatile("shf.r.clamp.b32 %0, %1, %2, 255;" : "=r"(r) : "r"(a), "r"(b)); o[119 * n + i] = r;
  asm volatile("shr.u32 %0, %1, 64;" : "=r"(r) : "r"(a)); o[120 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 1, 65;" : "=r"(r) : "r"(a), "r"(b)); o[121 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 0, 0;" : "=r"(r) : "r"(a)); o[122 * n + i] = r;
  asm volatile("szext.clamp.s32 %0, %1, 255;" : "=r"(r) : "r"(a)); o[123 * n + i] = r;
  asm volatile("shr.s32 %0, %1, 33;" : "=r"(r) : "r"(a)); o[124 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 33, 31;" : "=r"(r) : "r"(a)); o[125 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 32, 1;" : "=r"(r) : "r"(a), "r"(b)); o[126 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, %3, 255;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); o[127 * n + i] = r;
  asm volatile("bmsk.clamp.b32 %0, 0, %1;" : "=r"(r) : "r"(c)); o[128 * n + i] = r;
  asm volatile("bmsk.clamp.b32 %0, %1, 65;" : "=r"(r) : "r"(c)); o[129 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 63, 0;" : "=r"(r) : "r"(a)); o[130 * n + i] = r;
  asm volatile("bmsk.wrap.b32 %0, %1, 128;" : "=r"(r) : "r"(c)); o[131 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 8, 1;" : "=r"(r) : "r"(a)); o[132 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 7, 33;" : "=r"(r) : "r"(a)); o[133 * n + i] = r;
  asm volatile("prmt.b32.ecl %0, %1, %2, 47768;" : "=r"(r) : "r"(a), "r"(b)); o[134 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 32, 8;" : "=r"(r) : "r"(a)); o[135 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 255, 8;" : "=r"(r) : "r"(a)); o[136 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 32, 7;" : "=r"(r) : "r"(a)); o[137 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 0, 224;" : "=r"(r) : "r"(a), "r"(b)); o[138 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 33, 63;" : "=r"(r) : "r"(a), "r"(b)); o[139 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 33, 65;" : "=r"(r) : "r"(a)); o[140 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 65, 1;" : "=r"(r) : "r"(a)); o[141 * n + i] = r;
  asm volatile("shr.u32 %0, %1, 0;" : "=r"(r) : "r"(a)); o[142 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 1, 127;" : "=r"(r) : "r"(a)); o[143 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 224, 128;" : "=r"(r) : "r"(a), "r"(b)); o[144 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 8, 1;" : "=r"(r) : "r"(a), "r"(b)); o[145 * n + i] = r;
  asm volatile("bfe.u32 %0, %1, 32, 16;" : "=r"(r) : "r"(a)); o[146 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 16, 8;" : "=r"(r) : "r"(a)); o[147 * n + i] = r;
  asm volatile("bfi.b32 %0, %1, %2, 128, 65;" : "=r"(r) : "r"(a), "r"(b)); o[148 * n + i] = r;
  asm volatile("bfe.s32 %0, %1, 16, 63;" : "=r"(r) : "r"(a)); o[149 * n + i] = r;
}
static u in[] = {0x0u,0x80000000u,0x0u,0x1u,0x7fffffffu,0x1u,0xffffffffu,0x89abcdefu,0x5u,0x80000000u,0x12345678u,0x8u,0x7fffffffu,0xf0e1d2c3u,0x10u,0x89abcdefu,0xff00ffu,0x1fu,0x12345678u,0x80ff7f01u,0x20u,0xf0e1d2c3u,0x0u,0x21u,0xff00ffu,0x1u,0x40u,0x80ff7f01u,0xffffffffu,0xffu,0x0u,0x80000000u,0x100u,0x1u,0x7fffffffu,0xffffffffu,0xffffffffu,0x89abcdefu,0x10203u,0x80000000u,0x12345678u,0x1f20u,0x7fffffffu,0xf0e1d2c3u,0x80000004u,0x89abcdefu,0xff00ffu,0x7u};
static const char *names[] = {"bfi.b32 0 127",
"bfi.b32 255 128",
"bfe.u32 8 255",
"shf.l.clamp 2147483647",
"bfe.s32 reg 255",
"bfe.u32 33 1",
"bfe.s32 16 31",
"bfe.u32 8 reg",
"bfi.b32 128 reg",
"shf.r.clamp 33",
"bfe.s32 reg 127",
"szext.clamp.u32 256",
"bfe.u32 224 224",
"prmt.rc16 291",
"bfe.u32 1 127",
"bfe.s32 128 33",
"szext.wrap.u32 33",
"bfi.b32 16 0",
"bfe.s32 33 127",
"szext.clamp.s32 -1",
"bfe.s32 16 65",
"bfe.u32 64 128",
"bfe.u32 64 33",
"bfi.b32 63 0",
"prmt.rc8",
"bfe.s32 224 16",
"bfe.u32 63 64",
"bfe.u32 64 0",
"bfe.u32 0 1",
"shf.r.wrap 65",
"shl.b32 1",
"bfe.u32 0 31",
"bfe.u32 255 16",
"szext.clamp.s32 65",
"bfe.u32 255 65",
"shf.l.wrap 257",
"prmt 47768",
"bfe.u32 127 16",
"shl.b32 8",
"bfe.u32 127 31",
"bfe.s32 7 65",
"prmt.ecr 30292",
"shf.l.wrap -1",
"bfe.u32 224 63",
"bfi.b32 7 65",
"shl.b32 63",
"bfi.b32 128 7",
"bfi.b32 63 63",
"bfe.u32 224 255",
"bfe.u32 128 32",
"shf.r.clamp 65",
"shf.r.wrap 32",
"bfi.b32 224 0",
"bfe.u32 224 32",
"shf.r.wrap 8",
"shf.r.wrap 1",
"shr.u32 65",
"bfe.s32 64 1",
"bfe.s32 8 16",
"bfe.u32 1 33",
"bfe.s32 33 63",
"bfe.s32 127 8",
"prmt 7",
"shf.r.clamp 31",
"bfe.u32 64 255",
"bfe.s32 0 255",
"bfe.u32 16 32",
"bfe.s32 31 63",
"bfe.s32 8 33",
"szext.wrap.u32 64",
"bfi.b32 33 0",
"bfi.b32 31 224",
"bfe.u32 0 8",
"bfi.b32 32 63",
"shf.r.wrap 256",
"bfi.b32 255 7",
"bfe.s32 32 0",
"bfe.u32 16 33",
"bfe.s32 16 1",
"bfe.s32 33 7",
"szext.wrap.u32 65",
"bfe.s32 8 128",
"bfe.s32 reg 31",
"bfi.b32 224 32",
"bfe.s32 16 33",
"bfe.u32 128 64",
"shf.r.clamp 64",
"bfe.s32 1 reg",
"bfi.b32 224 255",
"bfe.u32 128 0",
"bfe.u32 8 224",
"bfe.s32 0 32",
"bfe.u32 1 63",
"szext.clamp.u32",
"bfe.s32 33 31",
"bmsk.wrap 8 reg",
"bfe.s32 65 33",
"bfe.u32 1 8",
"bfi.b32 8 31",
"bmsk.clamp reg 31",
"bfe.s32 127 33",
"bfe.s32 33 224",
"bfe.s32 63 64",
"bfi.b32 31 31",
"bmsk.wrap 0 reg",
"bfe.u32 0 64",
"bfe.s32 224 128",
"bfe.u32 8 7",
"shf.r.clamp 2147483647",
"bfe.u32 128 31",
"bfi.b32 63 32",
"shf.r.wrap 63",
"bfe.u32 63 1",
"szext.clamp.u32 33",
"bfe.u32 224 reg",
"szext.wrap.u32 128",
"bfe.s32 255 33",
"bfe.s32 32 32",
"bfi.b32 0 128",
"shf.r.clamp 255",
"shr.u32 64",
"bfi.b32 1 65",
"bfe.s32 0 0",
"szext.clamp.s32 255",
"shr.s32 33",
"bfe.u32 33 31",
"bfi.b32 32 1",
"bfi.b32 reg 255",
"bmsk.clamp 0 reg",
"bmsk.clamp reg 65",
"bfe.s32 63 0",
"bmsk.wrap reg 128",
"bfe.s32 8 1",
"bfe.u32 7 33",
"prmt.ecl 47768",
"bfe.u32 32 8",
"bfe.u32 255 8",
"bfe.s32 32 7",
"bfi.b32 0 224",
"bfi.b32 33 63",
"bfe.s32 33 65",
"bfe.u32 65 1",
"shr.u32 0",
"bfe.s32 1 127",
"bfi.b32 224 128",
"bfi.b32 8 1",
"bfe.u32 32 16",
"bfe.s32 16 8",
"bfi.b32 128 65",
"bfe.s32 16 63"};
int main() { const int n = 16; u *o, *d; cudaMalloc(&d, sizeof in); cudaMemcpy(d, in, sizeof in, cudaMemcpyHostToDevice); cudaMalloc(&o, 200 * n * sizeof(u)); std::vector<u> h(200 * n);
  k0<<<1, n>>>(o, d, n); if (auto e = cudaMemcpy(h.data(), o, 150 * n * sizeof(u), cudaMemcpyDeviceToHost)) printf("ERR %s\n", cudaGetErrorName(e)); for (int j = 0; j < 150; ++j) { printf("%s:", names[0 + j]); for (int i = 0; i < n; ++i) printf(" %llx", (ull)h[j * n + i]); printf("\n"); }
}