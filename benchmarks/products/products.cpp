// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops of matrix products whose fragments come from shared memory: wgmma m64n256k16 and ldmatrix
// with mma.sync m16n8k16, f16 with sums in f32. All elements are 1, so that every sum is known.
// Prints GFLOP/s for each second of processor time.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include <cuda.h>

namespace {

constexpr unsigned kThreads = 128, kBlocks = 2, kSums = 128; ///< sums of a thread
constexpr unsigned kDepth = 64;                              ///< k of one round

std::string registers() {
  std::string text;
  for (unsigned i = 0; i < kSums; ++i)
    text += (i ? ", %f" : "%f") + std::to_string(i);
  return text;
}

/// `round` between the parts that both loops have; %r5 is the start of shared memory, filled
/// with 1.
std::string kernel(const std::string &round) {
  std::string text = R"(.version 8.0
.target sm_90a
.address_size 64
.visible .entry products(.param .u64 out, .param .u32 rounds) .maxntid 128, 1, 1 {
  .reg .f32 %f<128>; .reg .b64 %rd<8>; .reg .b32 %r<40>; .reg .pred %p<3>;
  .shared .align 1024 .b8 memory[49152];
  ld.param.u64 %rd1, [out]; ld.param.u32 %r1, [rounds];
  mov.u32 %r2, %tid.x; mov.u32 %r5, memory; mad.lo.u32 %r4, %r2, 4, %r5; mov.u32 %r3, 0;
Fill:
  mad.lo.u32 %r6, %r3, 512, %r4; st.shared.b32 [%r6], 0x3c003c00;
  add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, 96; @%p1 bra Fill;
  bar.sync 0;
)";
  for (unsigned i = 0; i < kSums; ++i)
    text += "  mov.f32 %f" + std::to_string(i) + ", 0f00000000;\n";
  text += "Round:\n" + round + R"(  sub.u32 %r1, %r1, 1; setp.ne.u32 %p2, %r1, 0; @%p2 bra Round;
  mov.u32 %r7, %ctaid.x; mad.lo.u32 %r2, %r7, 128, %r2; mul.wide.u32 %rd2, %r2, 4;
  add.u64 %rd1, %rd1, %rd2;
)";
  for (unsigned i = 1; i < kSums; ++i)
    text += "  add.f32 %f0, %f0, %f" + std::to_string(i) + ";\n";
  return text + "  st.global.f32 [%rd1], %f0; ret;\n}\n";
}

/// Four steps of 16 along k: A is 64 lines of 128 bytes, swizzled, and B 256 behind them.
std::string wgmma() {
  std::string text =
      R"(  shr.u32 %r6, %r5, 4; cvt.u64.u32 %rd2, %r6; or.b64 %rd4, %rd2, 0x4000004000010000;
  add.u64 %rd5, %rd4, 1024; wgmma.fence.sync.aligned;
)";
  for (unsigned step = 0; step < kDepth / 16; ++step)
    text += "  add.u64 %rd6, %rd4, " + std::to_string(2 * step) + "; add.u64 %rd7, %rd5, " +
            std::to_string(2 * step) +
            ";\n  wgmma.mma_async.sync.aligned.m64n256k16.f32.f16.f16 {" + registers() +
            "}, %rd6, %rd7, 1, 1, 1, 0, 0;\n";
  return text + "  wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;\n";
}

/// The same product for each warp's 16 lines of A, by 32 products of 8 columns in each step.
std::string mma() {
  std::string text = "  mad.lo.u32 %r8, %r2, 16, %r5;\n";
  for (unsigned step = 0; step < kDepth / 16; ++step) {
    text += "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r8+" +
            std::to_string(step * 2048) + "];\n";
    for (unsigned column = 0; column < 32; column += 2) {
      text += "  ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r14, %r15, %r16, %r17}, [%r8+" +
              std::to_string(8192 + column * 256) + "];\n";
      for (unsigned half = 0; half < 2; ++half) {
        std::string sums;
        for (unsigned i = 0; i < 4; ++i)
          sums += (i ? ", %f" : "%f") + std::to_string((column + half) * 4 + i);
        text += "  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {" + sums +
                "}, {%r10, %r11, %r12, %r13}, {%r" + std::to_string(14 + 2 * half) + ", %r" +
                std::to_string(15 + 2 * half) + "}, {" + sums + "};\n";
      }
    }
  }
  return text;
}

double processorTime() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// False: the sums are wrong, or a call failed.
bool measure(const char *name, const std::string &text, unsigned rounds) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr out;
  std::vector<float> sums(kThreads * kBlocks);
  if (cuModuleLoadData(&module, text.c_str()) ||
      cuModuleGetFunction(&function, module, "products") ||
      cuMemAlloc(&out, sums.size() * sizeof(float)))
    return false;
  double best = 0;
  for (unsigned round = 0; round < 4; ++round) { // the first compiles
    unsigned count = round ? rounds : 1;
    void *args[] = {&out, &count};
    const double start = processorTime();
    if (cuLaunchKernel(function, kBlocks, 1, 1, kThreads, 1, 1, 0, nullptr, args, nullptr) ||
        cuCtxSynchronize())
      return false;
    const double seconds = processorTime() - start;
    const double operations = 2.0 * 64 * 256 * kDepth * rounds * kBlocks;
    if (round)
      best = std::max(best, operations / seconds * 1e-9);
  }
  if (cuMemcpyDtoH(sums.data(), out, sums.size() * sizeof(float)))
    return false;
  for (float sum : sums)
    if (sum != float(kSums) * kDepth * float(rounds)) {
      std::printf("%s: a sum is %g\n", name, sum);
      return false;
    }
  std::printf("%-8s %8.2f GFLOP/s\n", name, best);
  cuMemFree(out);
  return cuModuleUnload(module) == CUDA_SUCCESS;
}

} // namespace

int main(int argc, char **argv) {
  const unsigned rounds = argc > 1 && !std::strcmp(argv[1], "--quick") ? 1 : 200;
  CUdevice device;
  CUcontext context;
  if (cuInit(0) || cuDeviceGet(&device, 0) || cuDevicePrimaryCtxRetain(&context, device) ||
      cuCtxSetCurrent(context))
    return 1;
  const bool isGood = measure("wgmma", kernel(wgmma()), rounds);
  return measure("mma", kernel(mma()), rounds) && isGood ? 0 : 1;
}
