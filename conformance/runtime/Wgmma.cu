// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma: matrices in shared memory in every layout that descriptors know, A in registers, all types;
// needs -arch=sm_90a. Elements are small integers, so that sums are exact in any order.
#include "Check.h"

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <vector>

enum Kind { F16, F16Half, BF16, TF32, E4M3, E5M2, S8, U8, Registers, Negative, Fresh };

struct Job {
  uint64_t a, b; ///< descriptors without the start address
  unsigned atA, atB;
  int transA, transB;
};

__device__ uint64_t withStart(uint64_t descriptor, const uint8_t *base, unsigned at) {
  return descriptor | ((uint64_t(__cvta_generic_to_shared(base)) + at) & 0x3ffff) >> 4;
}

#define D32 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}"
#define D16 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15}"
#define MULTIPLY(SHAPE, TYPES, TAIL)                                                               \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0;\n"                                          \
               "wgmma.mma_async.sync.aligned." SHAPE "." TYPES " " D32 ", %32, %33, p" TAIL "; }"  \
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])                                                                             \
               : "l"(da), "l"(db), "r"(added))
#define MULTIPLY_I(TYPES)                                                                          \
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %34, 0;\n"                                          \
               "wgmma.mma_async.sync.aligned.m64n64k32.s32." TYPES " " D32 ", %32, %33, p; }"      \
               : "+r"(i[0]), "+r"(i[1]), "+r"(i[2]), "+r"(i[3]), "+r"(i[4]), "+r"(i[5]), "+r"(i[6]), "+r"(i[7]), "+r"(i[8]), "+r"(i[9]), "+r"(i[10]), "+r"(i[11]), "+r"(i[12]), "+r"(i[13]), "+r"(i[14]), "+r"(i[15]), "+r"(i[16]), "+r"(i[17]), "+r"(i[18]), "+r"(i[19]), "+r"(i[20]), "+r"(i[21]), "+r"(i[22]), "+r"(i[23]), "+r"(i[24]), "+r"(i[25]), "+r"(i[26]), "+r"(i[27]), "+r"(i[28]), "+r"(i[29]), "+r"(i[30]), "+r"(i[31])                                                                             \
               : "l"(da), "l"(db), "r"(added))

template <int K, int TransA, int TransB>
__global__ void multiply(const uint8_t *shared, unsigned bytes, Job job, const uint32_t *regs, float *out) {
#if !defined __CUDA_ARCH__ || defined __CUDA_ARCH_FEAT_SM90_ALL || __CUDA_ARCH__ < 900
  extern __shared__ __align__(1024) uint8_t smem[];
  for (unsigned n = threadIdx.x; n < bytes; n += blockDim.x)
    smem[n] = shared[n];
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  const uint64_t da = withStart(job.a, smem, job.atA), db = withStart(job.b, smem, job.atB);
  float d[32];
  uint32_t i[32];
  for (int n = 0; n < 32; ++n) {
    d[n] = 1;
    i[n] = K == F16Half ? 0x3c003c00 : 1;
  }
  const int added = K == Fresh ? 0 : 1;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  if constexpr (K == F16 || K == Fresh) {
    if constexpr (TransA && TransB)
      MULTIPLY("m64n64k16", "f32.f16.f16", ", 1, 1, 1, 1");
    else if constexpr (TransA)
      MULTIPLY("m64n64k16", "f32.f16.f16", ", 1, 1, 1, 0");
    else if constexpr (TransB)
      MULTIPLY("m64n64k16", "f32.f16.f16", ", 1, 1, 0, 1");
    else
      MULTIPLY("m64n64k16", "f32.f16.f16", ", 1, 1, 0, 0");
  }
  if constexpr (K == Negative)
    MULTIPLY("m64n64k16", "f32.f16.f16", ", 1, -1, 0, 0");
  if constexpr (K == BF16)
    MULTIPLY("m64n64k16", "f32.bf16.bf16", ", 1, 1, 0, 0");
  if constexpr (K == TF32)
    MULTIPLY("m64n64k8", "f32.tf32.tf32", ", 1, 1");
  if constexpr (K == E4M3)
    MULTIPLY("m64n64k32", "f32.e4m3.e4m3", ", 1, 1");
  if constexpr (K == E5M2)
    MULTIPLY("m64n64k32", "f32.e5m2.e5m2", ", 1, 1");
  if constexpr (K == S8)
    MULTIPLY_I("s8.s8");
  if constexpr (K == U8)
    MULTIPLY_I("u8.u8");
  if constexpr (K == F16Half)
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 " D16 ", %16, %17, 1, 1, 1, 0, 0;"
                 : "+r"(i[0]), "+r"(i[1]), "+r"(i[2]), "+r"(i[3]), "+r"(i[4]), "+r"(i[5]), "+r"(i[6]), "+r"(i[7]), "+r"(i[8]), "+r"(i[9]), "+r"(i[10]), "+r"(i[11]), "+r"(i[12]), "+r"(i[13]), "+r"(i[14]), "+r"(i[15])
                 : "l"(da), "l"(db));
  if constexpr (K == Registers)
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " D32
                 ", {%32, %33, %34, %35}, %36, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
                 : "r"(regs[threadIdx.x * 4]), "r"(regs[threadIdx.x * 4 + 1]),
                   "r"(regs[threadIdx.x * 4 + 2]), "r"(regs[threadIdx.x * 4 + 3]), "l"(db));
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" ::: "memory");
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int n = 0; n < 32; ++n) {
    const int row = 16 * warp + lane / 4 + (n & 2) * 4, column = n / 4 * 8 + lane % 4 * 2 + (n & 1);
    float value = d[n];
    if (K == S8 || K == U8)
      value = float(int(i[n]));
    if (K == F16Half)
      value = __half2float(__ushort_as_half((unsigned short)(i[n / 2] >> (n % 2 * 16))));
    out[row * 64 + column] = value;
  }
#endif
}

static int valueOf(int line, int k, int salt, bool isUnsigned) {
  int v = (line * 7 + k * 5 + salt + line * k) % 7;
  return isUnsigned ? v : v - 3;
}

/// Where byte `at` of a line lies; span 16: not swizzled.
static unsigned swizzled(unsigned at, unsigned span) { return at ^ (at >> 7 & (span / 16 - 1)) << 4; }
static uint64_t descriptorOf(unsigned span, unsigned leading, unsigned stride) {
  uint64_t mode = span == 128 ? 1 : span == 64 ? 2 : span == 32 ? 3 : 0;
  return uint64_t(leading >> 4) << 16 | uint64_t(stride >> 4) << 32 | mode << 62;
}

struct Matrix {
  std::vector<uint8_t> bytes;
  uint64_t descriptor;
  unsigned start;
};
/// 64 lines of 32 bytes each, in 16 KiB. `offset`: where along k they begin in their lines.
static Matrix alongK(unsigned span, unsigned offset, const std::vector<uint8_t> &lines) {
  Matrix m{std::vector<uint8_t>(16384), 0, offset};
  for (unsigned line = 0; line < 64; ++line)
    for (unsigned byte = 0; byte < 32; ++byte) {
      unsigned at = span == 16 ? line % 8 * 16 + line / 8 * 256 + byte / 16 * 128 + byte % 16
                               : line % 8 * span + line / 8 * 8 * span + byte + offset;
      m.bytes[swizzled(at, span)] = lines[line * 32 + byte];
    }
  m.descriptor = span == 16 ? descriptorOf(16, 128, 256) : descriptorOf(span, 16, 8 * span);
  return m;
}
/// The same across k, of 16-bit elements.
static Matrix acrossK(unsigned span, const std::vector<uint8_t> &lines) {
  Matrix m{std::vector<uint8_t>(16384), 0, 0};
  for (unsigned line = 0; line < 64; ++line)
    for (unsigned k = 0; k < 16; ++k)
      for (unsigned half = 0; half < 2; ++half) {
        unsigned byte = line * 2 + half;
        unsigned at = byte % span + k % 8 * span;
        at += span == 16 ? byte / 16 * 128 + k / 8 * 1024 : byte / span * 16 * span + k / 8 * 8 * span;
        m.bytes[swizzled(at, span)] = lines[line * 32 + k * 2 + half];
      }
  m.descriptor = span == 16 ? descriptorOf(16, 1024, 128) : descriptorOf(span, 16 * span, 8 * span);
  return m;
}

static std::vector<uint8_t> linesOf(Kind kind, int salt) {
  std::vector<uint8_t> lines(64 * 32);
  for (int line = 0; line < 64; ++line)
    for (int k = 0; k < 32; ++k) {
      float value = float(valueOf(line, k, salt, kind == U8));
      uint8_t *to = &lines[line * 32];
      if (kind == TF32) {
        if (k < 8)
          std::memcpy(to + 4 * k, &value, 4);
      } else if (kind == E4M3) {
        to[k] = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3);
      } else if (kind == E5M2) {
        to[k] = __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E5M2);
      } else if (kind == S8 || kind == U8) {
        to[k] = uint8_t(int(value));
      } else if (k < 16) {
        unsigned short bits;
        if (kind == BF16) {
          __nv_bfloat16 b = __float2bfloat16(value);
          std::memcpy(&bits, &b, 2);
        } else {
          __half h = __float2half(value);
          std::memcpy(&bits, &h, 2);
        }
        std::memcpy(to + 2 * k, &bits, 2);
      }
    }
  return lines;
}
static int depthOf(Kind kind) {
  return kind == TF32 ? 8 : kind == E4M3 || kind == E5M2 || kind == S8 || kind == U8 ? 32 : 16;
}

template <int K, int TransA = 0, int TransB = 0>
static void check(const char *name, const Matrix &a, const Matrix &b) {
  std::vector<uint8_t> bytes = a.bytes;
  bytes.insert(bytes.end(), b.bytes.begin(), b.bytes.end());
  // A in registers: word r of a thread is row lane / 4 + 8 (r & 1), columns 2 (lane % 4) + 8 (r / 2).
  std::vector<uint8_t> lines = linesOf(Kind(K), 1);
  std::vector<uint32_t> regs(128 * 4);
  for (int t = 0; t < 128; ++t)
    for (int r = 0; r < 4; ++r) {
      int row = t / 32 * 16 + t % 32 / 4 + 8 * (r & 1), column = t % 4 * 2 + 8 * (r / 2);
      std::memcpy(&regs[t * 4 + r], &lines[row * 32 + column * 2], 4);
    }
  uint8_t *shared;
  uint32_t *deviceRegs;
  float *out;
  OK(cudaMalloc(&shared, bytes.size()));
  OK(cudaMalloc(&deviceRegs, regs.size() * 4));
  OK(cudaMalloc(&out, 64 * 64 * 4));
  OK(cudaMemcpy(shared, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
  OK(cudaMemcpy(deviceRegs, regs.data(), regs.size() * 4, cudaMemcpyHostToDevice));
  Job job{a.descriptor, b.descriptor, a.start, 16384 + b.start, TransA, TransB};
  multiply<K, TransA, TransB><<<1, 128, 32768>>>(shared, unsigned(bytes.size()), job, deviceRegs, out);
  std::vector<float> seen(64 * 64);
  OK(cudaMemcpy(seen.data(), out, seen.size() * 4, cudaMemcpyDeviceToHost));
  int wrong = 0;
  for (int row = 0; row < 64; ++row)
    for (int column = 0; column < 64; ++column) {
      float sum = 0;
      for (int k = 0; k < depthOf(Kind(K)); ++k)
        sum += float(valueOf(row, k, 1, K == U8) * valueOf(column, k, 2, K == U8));
      float expected = K == Fresh ? sum : K == Negative ? 1 - sum : 1 + sum;
      if (seen[row * 64 + column] != expected && !wrong++)
        std::printf("%s: (%d, %d) is %g, expected %g\n", name, row, column, seen[row * 64 + column], expected);
    }
  if (wrong) {
    ++failures;
    std::printf("%s: %d of 4096 are wrong\n", name, wrong);
  }
  OK(cudaFree(shared));
  OK(cudaFree(deviceRegs));
  OK(cudaFree(out));
}

template <int K> static void type(const char *name) {
  check<K>(name, alongK(128, 0, linesOf(Kind(K), 1)), alongK(128, 0, linesOf(Kind(K), 2)));
}

int main() {
  const std::vector<uint8_t> a = linesOf(F16, 1), b = linesOf(F16, 2);
  for (unsigned span : {16u, 32u, 64u, 128u}) {
    std::printf("lines of %u bytes\n", span);
    check<F16>("along k", alongK(span, 0, a), alongK(span, 0, b));
    check<F16, 1, 0>("A across k", acrossK(span, a), alongK(128, 0, b));
    check<F16, 0, 1>("B across k", alongK(128, 0, a), acrossK(span, b));
    check<F16, 1, 1>("both across k", acrossK(span, a), acrossK(span, b));
  }
  check<F16>("second quarter", alongK(128, 32, a), alongK(128, 96, b));
  check<F16>("second half", alongK(64, 32, a), alongK(64, 0, b));
  type<BF16>("bf16");
  type<TF32>("tf32");
  type<E4M3>("e4m3");
  type<E5M2>("e5m2");
  type<S8>("s8");
  type<U8>("u8");
  type<F16Half>("sums in f16");
  type<Registers>("A in registers");
  type<Negative>("negative");
  type<Fresh>("sums from 0");
  return finish("Wgmma");
}
