// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalar device IR: small kernels are translated and run for one thread, with the aw.* functions
// that they need defined here. Expected values come from the PTX ISA manual's formulas.
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "codegen/Codegen.h"
#include "exec/KernelAbi.h"
#include "ptx/parse/Parser.h"

using namespace anywarp;
using testing::HasSubstr;
using testing::Not;

namespace {

constexpr const char *kHead = ".version 8.5\n.target sm_90\n.address_size 64\n";

struct Emitted {
  std::unique_ptr<llvm::LLVMContext> context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<ptx::Module> source;
  std::unique_ptr<llvm::Module> module;
  std::string error;

  std::string text() const {
    std::string out;
    llvm::raw_string_ostream stream(out);
    module->print(stream, nullptr);
    return out;
  }
  std::string attribute(const char *name) const {
    return module->getFunction("k")->getFnAttribute(name).getValueAsString().str();
  }
};

/// Translates kernel `k` of a module.
Emitted emit(const std::string &text) {
  Emitted result;
  Diagnostics diagnostics;
  result.source = ptx::parse(kHead + text, diagnostics);
  if (!result.source) {
    result.error = diagnostics.render("test");
    return result;
  }
  const ptx::Function *entry = result.source->findFunction("k");
  auto module = codegen::emitDeviceIr(*result.source, *entry, *result.context);
  if (module)
    result.module = std::move(*module);
  else
    result.error = module.status().message();
  return result;
}

/// A kernel around `body`, with registers of each size; it gets one pointer in %out.
std::string kernel(const std::string &body, const std::string &outside = "") {
  return outside +
         ".visible .entry k(.param .u64 p) {\n"
         ".reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<16>; .reg .b64 %d<16>; .reg .b64 %out;\n"
         ".reg .f32 %f<4>; .reg .f64 %g<4>; .reg .b128 %q<2>;\n"
         "ld.param.u64 %out, [p]; cvta.to.global.u64 %out, %out;\n" +
         body + "\nret;\n}\n";
}

struct Memory {
  uint64_t words[64] = {};
  alignas(128) char shared[1024] = {};
  const void *params = nullptr;
} memory;
void *paramPointer;

void *paramBase() { return &paramPointer; }
void *sharedBase() { return memory.shared; }
uint32_t zero() { return 0; }
/// What ResolveAddresses makes of it.
uint64_t wholeAddress(uint64_t bits, uint64_t anchor) {
  return bits >> 33 ? bits : anchor + uint64_t(int64_t(int32_t(uint32_t(bits) - uint32_t(anchor))));
}
uint32_t sizeOfShared() { return sizeof(memory.shared); }

/// Runs kernel `k` for one thread on fresh memory; `memory.words` has what it stored at %out.
void run(Emitted emitted) {
  ASSERT_EQ("", emitted.error);
  memory = Memory();
  paramPointer = memory.words;
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser(); // inline assembly
  auto jit = llvm::cantFail(llvm::orc::LLJITBuilder().create());
  emitted.module->setDataLayout(jit->getDataLayout());
  emitted.module->setTargetTriple(jit->getTargetTriple().str());
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[jit->mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                                           llvm::JITSymbolFlags::Exported |
                                               llvm::JITSymbolFlags::Callable};
  };
  add("aw.param.base", paramBase);
  add("aw.shared.base", sharedBase);
  add("aw.aggr_smem_size", sizeOfShared);
  add("aw.whole.address", wholeAddress);
  add("aw.cluster_ctarank", zero);
  add("aw.yield", zero);
  llvm::cantFail(jit->getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(symbols))));
  llvm::cantFail(jit->addIRModule(
      llvm::orc::ThreadSafeModule(std::move(emitted.module), std::move(emitted.context))));
  auto address = jit->lookup("k");
  ASSERT_TRUE(bool(address)) << llvm::toString(address.takeError());
  address->toPtr<void()>()();
}

/// Value of %d0 after `body`.
uint64_t valueOf(const std::string &body) {
  run(emit(kernel(body + "\nst.global.u64 [%out], %d0;")));
  return memory.words[0];
}

/// Value of %r0 after `body`.
uint32_t wordOf(const std::string &body) {
  return uint32_t(valueOf(body + "\ncvt.u64.u32 %d0, %r0;"));
}

// (1 + 2^-10)^2 - (1 + 2^-9) is 2^-20 if the product is not rounded.
TEST(Emit, ProductsOfHalvesAreFusedUnlessRounded) {
  auto difference = [](const std::string &mul, const std::string &sub) {
    return valueOf("mov.b16 %h0, 0x3c01; mov.b16 %h1, 0x3c02;" + mul + ".f16 %h2, %h0, %h0;" + sub +
                   ".f16 %h3, %h2, %h1; cvt.u64.u16 %d0, %h3;");
  };
  EXPECT_EQ(0x0010u, difference("mul", "sub"));
  EXPECT_EQ(0u, difference("mul.rn", "sub"));
  EXPECT_EQ(0u, difference("mul", "sub.rn"));
  // Not if the product is wanted for itself, or a factor is another by then.
  EXPECT_EQ(0u, valueOf("mov.b16 %h0, 0x3c01; mov.b16 %h1, 0x3c02; mul.f16 %h2, %h0, %h0;"
                        "sub.f16 %h3, %h2, %h1; st.global.b16 [%out+8], %h2;"
                        "cvt.u64.u16 %d0, %h3;"));
  EXPECT_EQ(0u, valueOf("mov.b16 %h0, 0x3c01; mov.b16 %h1, 0x3c02; mul.f16 %h2, %h0, %h0;"
                        "mov.b16 %h0, 0; sub.f16 %h3, %h2, %h1; cvt.u64.u16 %d0, %h3;"));
}

// As ptxas has them, too: NVIDIA's nvcc leaves a * b - c to it. (1 + 2^-13)^2 - (1 + 2^-12) is
// 2^-26.
TEST(Emit, ProductsOfFloatsAreFusedUnlessRounded) {
  auto difference = [](const std::string &mul, const std::string &sum) {
    return valueOf("mov.f32 %f0, 0f3F800400; mov.f32 %f1, 0f3F800800; mov.f32 %f3, 0fBF800800;" +
                   mul + ".f32 %f2, %f0, %f0;" + sum + "; mov.b32 %r0, %f3; cvt.u64.u32 %d0, %r0;");
  };
  EXPECT_EQ(0x32800000u, difference("mul", "sub.f32 %f3, %f2, %f1"));
  EXPECT_EQ(0xb2800000u, difference("mul", "sub.f32 %f3, %f1, %f2"));
  EXPECT_EQ(0x32800000u, difference("mul", "add.f32 %f3, %f3, %f2"));
  EXPECT_EQ(0x32800000u, difference("mul.ftz", "sub.ftz.f32 %f3, %f2, %f1"));
  EXPECT_EQ(0u, difference("mul.rn", "sub.f32 %f3, %f2, %f1"));
  EXPECT_EQ(0u, difference("mul", "sub.rn.f32 %f3, %f2, %f1"));
  EXPECT_EQ(0u, difference("mul", "st.global.f32 [%out+8], %f2; sub.f32 %f3, %f2, %f1"));
  auto wide = [](const std::string &mul) { // (1 + 2^-27)^2 - (1 + 2^-26) is 2^-54
    return valueOf("mov.f64 %g0, 0d3FF0000002000000; mov.f64 %g1, 0d3FF0000004000000;" + mul +
                   ".f64 %g2, %g0, %g0; sub.f64 %g3, %g2, %g1; mov.b64 %d0, %g3;");
  };
  EXPECT_EQ(0x3c90000000000000u, wide("mul"));
  EXPECT_EQ(0u, wide("mul.rn"));
}

TEST(EmitTexture, OneCallWithItsArguments) {
  Emitted k = emit(kernel("ld.param.u64 %d0, [p];\n"
                          "tex.grad.a2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%d0, {%r0,%f0,%f1,%f1}], "
                          "{%f0,%f1}, {%f2,%f3}, {%r1,%r2};\n"
                          "st.global.v4.f32 [%out], {%f0,%f1,%f2,%f3};"));
  ASSERT_EQ(k.error, "");
  for (llvm::Instruction &inst : llvm::instructions(*k.module->getFunction("k")))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
        call && call->getCalledFunction()->getName() == "aw.texture") {
      auto op = exec::ImageOp::of(
          uint32_t(llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getZExtValue()));
      EXPECT_EQ(op.kind, exec::ImageOp::Sample);
      EXPECT_EQ(op.geometry, exec::ImageOp::A2);
      EXPECT_EQ(op.mode, exec::ImageOp::Gradient);
      EXPECT_EQ(op.arguments, 8); // layer, two coordinates, four derivatives, offsets
      EXPECT_TRUE(op.hasOffset);
      return;
    }
  FAIL() << k.text();
}

TEST(EmitTexture, WhatIsNotOffered) {
  EXPECT_THAT(emit(kernel("tex.2d.v4.f32.f32 {%f0,%f1,%f2,%f3}, [%d0, {%f0,%f1}], %f2;")).error,
              HasSubstr("depth comparison"));
}

} // namespace

TEST(EmitIntegerArith, WrapsAndSaturates) {
  EXPECT_EQ(0x80000000u, wordOf("add.s32 %r0, 0x7fffffff, 1;"));
  EXPECT_EQ(0x7fffffffu, wordOf("add.sat.s32 %r0, 0x7fffffff, 1;"));
  EXPECT_EQ(0x80000000u, wordOf("sub.sat.s32 %r0, 0x80000000, 1;"));
  EXPECT_EQ(0xfffffffeu, wordOf("mul.hi.u32 %r0, -1, -1;"));
  EXPECT_EQ(0u, wordOf("mul.hi.s32 %r0, -1, -1;"));
  EXPECT_EQ(0xfffffffe00000001u, valueOf("mul.wide.u32 %d0, -1, -1;"));
  EXPECT_EQ(0x7fffffffu, wordOf("mad.hi.sat.s32 %r0, 0x7fffffff, 0x7fffffff, 0x7fffffff;"));
  EXPECT_EQ(0x80000000u, wordOf("abs.s32 %r0, 0x80000000;"));
  EXPECT_EQ(0xffffu, wordOf("mul24.hi.u32 %r0, 0xffffff, 0xff000100;")); // 0xffffff * 0x100
}

TEST(EmitIntegerArith, DivisionNeverTraps) {
  EXPECT_EQ(0xffffffffu, wordOf("mov.u32 %r1, 0; div.u32 %r0, 5, %r1;"));
  EXPECT_EQ(0xffffffffu, wordOf("mov.u32 %r1, 0; div.s32 %r0, -5, %r1;"));
  EXPECT_EQ(0xffffffffu, wordOf("mov.u32 %r1, 0; rem.u32 %r0, 5, %r1;"));
  EXPECT_EQ(0x80000000u, wordOf("mov.u32 %r1, -1; div.s32 %r0, 0x80000000, %r1;"));
  EXPECT_EQ(0u, wordOf("mov.u32 %r1, -1; rem.s32 %r0, 0x80000000, %r1;"));
}

TEST(EmitIntegerArith, CarryGoesThroughTheFlag) {
  EXPECT_EQ(0x100000000u,
            valueOf("add.cc.u32 %r1, -1, 1; addc.u32 %r2, 0, 0; mov.b64 %d0, {%r1, %r2};"));
  EXPECT_EQ(0xffffffffffffffffu,
            valueOf("sub.cc.u32 %r1, 0, 1; subc.u32 %r2, 0, 0; mov.b64 %d0, {%r1, %r2};"));
  EXPECT_EQ(3u, wordOf("mad.lo.cc.u32 %r1, -1, 2, 2; madc.hi.u32 %r0, -1, 2, 1;"));
}

TEST(EmitIntegerArith, BitFields) {
  EXPECT_EQ(0xffffffffu, wordOf("bfind.u32 %r0, 0;"));
  EXPECT_EQ(30u, wordOf("bfind.s32 %r0, 0x80000000;"));
  EXPECT_EQ(0xfffffff8u, wordOf("bfe.s32 %r0, 0x00000800, 8, 4;"));
  EXPECT_EQ(0u, wordOf("bfe.u32 %r0, -1, 40, 4;"));
  EXPECT_EQ(0xffffffffu, wordOf("bfe.s32 %r0, 0x80000000, 200, 1;"));
  EXPECT_EQ(0x12ff5678u, wordOf("bfi.b32 %r0, 0xff, 0x12345678, 16, 8;"));
  EXPECT_EQ(7u,
            valueOf("mov.u32 %r1, 0x10000; bfi.b64 %d0, 1, 6, 0, 1; bfi.b64 %d0, 0, %d0, %r1, 2;"));
  EXPECT_EQ(0xfffffff0u, wordOf("bmsk.clamp.b32 %r0, 4, 60;"));
  EXPECT_EQ(0xffffff80u, wordOf("szext.wrap.s32 %r0, 0x80, 8;"));
  EXPECT_EQ(7u, wordOf("fns.b32 %r0, 0xaaaaaaaa, 2, 3;"));
  EXPECT_EQ(1u, wordOf("fns.b32 %r0, 0xaaaaaaaa, 4, -2;"));
}

TEST(EmitLogic, ShiftsAreClamped) {
  EXPECT_EQ(0u, wordOf("mov.u32 %r1, 32; shl.b32 %r0, 1, %r1;"));
  EXPECT_EQ(0xffffffffu, wordOf("mov.u32 %r1, 1000; shr.s32 %r0, 0x80000000, %r1;"));
  EXPECT_EQ(0u, wordOf("mov.u32 %r1, 1000; shr.u32 %r0, 0x80000000, %r1;"));
  EXPECT_EQ(0x11111111u,
            wordOf("mov.u32 %r1, 40; shf.l.clamp.b32 %r0, 0x11111111, 0x22222222, %r1;"));
  EXPECT_EQ(0x22222211u,
            wordOf("mov.u32 %r1, 40; shf.l.wrap.b32 %r0, 0x11111111, 0x22222222, %r1;"));
}

TEST(EmitLogic, Lop3IsItsTable) {
  // a = 0xf0, b = 0xcc, c = 0xaa enumerate all inputs: the result is the table itself.
  std::string body;
  for (unsigned table = 0; table < 256; ++table)
    body += "lop3.b32 %r0, 0xf0, 0xcc, 0xaa, " + std::to_string(table) + "; st.global.u8 [%out+" +
            std::to_string(table) + "], %r0;\n";
  run(emit(kernel(body)));
  uint8_t results[256];
  std::memcpy(results, memory.words, sizeof(results));
  for (unsigned table = 0; table < 256; ++table)
    ASSERT_EQ(table, results[table]);
}

TEST(EmitDataMovement, Permute) {
  EXPECT_EQ(0x88776655u, wordOf("prmt.b32 %r0, 0x44332211, 0x88776655, 0x7654;"));
  EXPECT_EQ(0xff001133u, wordOf("prmt.b32 %r0, 0x44332211, 0x88776655, 0xf802;"));
  EXPECT_EQ(0x55443322u, wordOf("prmt.b32.f4e %r0, 0x44332211, 0x88776655, 1;"));
}

/// What the manual says of prmt's default mode, byte by byte.
uint32_t permuted(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = a | uint64_t(b) << 32;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned nibble = selector >> 4 * i & 15;
    uint8_t byte = uint8_t(bytes >> 8 * (nibble & 7));
    if (nibble & 8)
      byte = byte & 0x80 ? 0xff : 0;
    result |= uint32_t(byte) << 8 * i;
  }
  return result;
}

TEST(EmitDataMovement, PermuteBySelectorsOfAllKinds) {
  const uint32_t a = 0x84a37201, b = 0x7f80c3e5;
  for (uint32_t selector : {0x3210u, 0x0123u, 0x4321u, 0x6543u, 0x7654u, 0x1032u, 0xba98u, 0xfedcu,
                            0x8c3fu, 0x0000u, 0xffffu, 0x5140u, 0xd2e9u, 0xabcd5432u}) {
    const std::string words =
        std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(selector) + ";";
    EXPECT_EQ(permuted(a, b, selector), wordOf("prmt.b32 %r0, " + words)) << selector;
    // From memory: the same where the selector, or all three, are known only when it runs.
    const std::string stored = "st.volatile.global.u32 [%out+8], " + std::to_string(selector) +
                               "; ld.volatile.global.u32 %r3, [%out+8];"
                               "st.volatile.global.u32 [%out+8], " +
                               std::to_string(a) +
                               "; ld.volatile.global.u32 %r1, [%out+8];"
                               "st.volatile.global.u32 [%out+8], " +
                               std::to_string(b) + "; ld.volatile.global.u32 %r2, [%out+8];";
    EXPECT_EQ(permuted(a, b, selector), wordOf(stored + "prmt.b32 %r0, %r1, %r2, %r3;"))
        << selector;
    EXPECT_EQ(permuted(a, b, selector),
              wordOf(stored + "prmt.b32 %r0, %r1, %r2, " + std::to_string(selector) + ";"))
        << selector;
  }
}

TEST(EmitDataMovement, LoadsExtendByType) {
  EXPECT_EQ(0xffffff80u, wordOf("st.global.u8 [%out+8], 0x80; ld.global.s8 %r0, [%out+8];"));
  EXPECT_EQ(0x80u, wordOf("st.global.u8 [%out+8], 0x80; ld.global.u8 %r0, [%out+8];"));
  EXPECT_EQ(0xfffffffffffffffeu,
            valueOf("st.global.u32 [%out+8], -2; ld.global.s32 %d0, [%out+8];"));
  EXPECT_EQ(3u, wordOf("mov.b32 %r1, 3; st.global.v2.u32 [%out+8], {7, %r1}; ld.global.v2.u32 {_, "
                       "%r0}, [%out+8];"));
}

TEST(EmitDataMovement, SharedAddressesAreOffsets) {
  const std::string vars =
      ".shared .align 4 .b8 a[5];\n.shared .align 8 .b64 b;\n.extern .shared .align 16 .b8 c[];\n";
  Emitted e = emit(kernel(
      "mov.u32 %r1, b; st.shared.u64 [%r1], 77; mov.u32 %r2, c; mov.u32 %r3, a;"
      "cvta.shared.u64 %d1, %d2; ld.shared.u64 %d0, [b];"
      "st.global.u32 [%out], %r1; st.global.u32 [%out+4], %r2; st.global.u64 [%out+8], %d0;"
      "cvt.u64.u32 %d2, %r1; cvta.shared.u64 %d1, %d2; ld.u64 %d3, [%d1]; isspacep.shared %p1, %d1;"
      "selp.u64 %d4, 1, 2, %p1; st.global.u64 [%out+16], %d3; st.global.u64 [%out+24], %d4;",
      vars));
  EXPECT_EQ("16", e.attribute("aw-static-shared"));
  EXPECT_EQ("8", e.attribute("aw-param-bytes"));
  run(std::move(e));
  EXPECT_EQ(8u | 16ull << 32, memory.words[0]);
  EXPECT_EQ(77u, memory.words[1]);
  EXPECT_EQ(77u, memory.words[2]);
  EXPECT_EQ(1u, memory.words[3]);
}

TEST(EmitDataMovement, ShortLocalAddresses) {
  const std::string body =
      ".local .align 8 .b8 a[32]; mov.u32 %r1, a; add.u32 %r1, %r1, 8; mov.u64 %d1, 5;"
      "st.local.u64 [%r1], %d1; ld.local.u64 %d0, [a+8];";
  EXPECT_EQ(5u, valueOf(body));
}

TEST(EmitComparison, SecondDestinationIsTheComplement) {
  EXPECT_EQ(2u, wordOf("setp.lt.s32 %p1|%p2, 5, -5; selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 2, 0, "
                       "%p2; or.b32 %r0, %r1, %r2;"));
  EXPECT_EQ(
      0u,
      wordOf("setp.ne.u32 %p3, 0, 0; setp.lt.and.u32 %p1|%p2, 5, 6, %p3; selp.u32 %r1, 1, 0, %p1;"
             "selp.u32 %r2, 2, 0, %p2; or.b32 %r0, %r1, %r2;"));
  EXPECT_EQ(0x3f800000u, wordOf("set.gt.f32.s32 %f1, 1, 0; mov.b32 %r0, %f1;"));
  EXPECT_EQ(0u, wordOf("mov.f32 %f1, 0f7fc00000; set.ne.u32.f32 %r0, %f1, 0f00000000;"));
  EXPECT_EQ(0xffffffffu, wordOf("mov.f32 %f1, 0f7fc00000; set.neu.u32.f32 %r0, %f1, 0f00000000;"));
  EXPECT_EQ(0xffffffffu,
            wordOf("mov.f32 %f1, 0f80000001; set.eq.ftz.u32.f32 %r0, %f1, 0f00000000;"));
}

TEST(EmitControlFlow, GuardsAndLoops) {
  EXPECT_EQ(45u,
            wordOf("mov.u32 %r0, 0; mov.u32 %r1, 0;\nL: add.u32 %r0, %r0, %r1; add.u32 %r1, %r1, 1;"
                   "setp.lt.u32 %p1, %r1, 10; @%p1 bra L; @%p1 mov.u32 %r0, 99; @!%p1 add.u32 %r0, "
                   "%r0, 0;"));
  EXPECT_EQ(22u, wordOf("T: .branchtargets A, B; mov.u32 %r1, 1; brx.idx %r1, T;\nA: mov.u32 %r0, "
                        "11; bra E;\nB: mov.u32 %r0, 22;\nE:"));
}

TEST(EmitControlFlow, CallsByParameters) {
  const std::string function =
      ".func (.param .align 8 .b8 out[16]) f(.param .b32 x, .param .align 8 .b8 s[16]) {\n"
      ".reg .b32 %a; .reg .b64 %b; ld.param.u32 %a, [x]; ld.param.u64 %b, [s+8]; st.param.u64 "
      "[out+8], %b;"
      "add.u32 %a, %a, 1; cvt.u64.u32 %b, %a; st.param.u64 [out], %b; ret; }\n";
  run(emit(kernel(
      "{ .param .b32 a; .param .align 8 .b8 b[16]; .param .align 8 .b8 r[16]; st.param.b32 [a], 41;"
      "st.param.u64 [b+8], 7; call (r), f, (a, b); ld.param.u64 %d0, [r]; ld.param.u64 %d1, [r+8]; "
      "}"
      "st.global.u64 [%out], %d0; st.global.u64 [%out+8], %d1;",
      function)));
  EXPECT_EQ(42u, memory.words[0]);
  EXPECT_EQ(7u, memory.words[1]);
}

TEST(EmitControlFlow, IndirectCallsBringInWhatTheyCanReach) {
  Emitted e = emit(kernel("mov.u64 %d1, f; { .param .b32 a; .param .b32 r; st.param.b32 [a], 1;\n"
                          "P: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (r), %d1, "
                          "(a), P; ld.param.b32 %r0, [r]; }",
                          ".func (.param .b32 r) f(.param .b32 a) { .reg .b32 %x; ld.param.b32 %x, "
                          "[a]; st.param.b32 [r], %x; ret; }\n"
                          ".func (.param .b32 r) g(.param .b32 a) { .reg .b32 %x; ld.param.b32 %x, "
                          "[a]; st.param.b32 [r], %x; ret; }\n"));
  ASSERT_EQ("", e.error);
  EXPECT_TRUE(e.module->getNamedGlobal("f.desc"));
  EXPECT_TRUE(e.module->getFunction("f")->hasFnAttribute("aw-function"));
  EXPECT_FALSE(e.module->getFunction("g"));
}

TEST(EmitAtomic, ReadModifyWrite) {
  run(emit(kernel(
      "atom.global.add.u32 %r0, [%out], 5; atom.global.inc.u32 %r1, [%out], 4; atom.global.max.s32 "
      "%r2, [%out], -1;"
      "atom.global.cas.b32 %r3, [%out], 0, 9; st.global.v4.u32 [%out+16], {%r0, %r1, %r2, %r3};"
      "red.global.add.noftz.f16x2 [%out+8], %r4;")));
  EXPECT_EQ(9u, uint32_t(memory.words[0]));
  EXPECT_EQ(0u | 5ull << 32, memory.words[2]);
  EXPECT_EQ(0u, memory.words[3]);
}

TEST(EmitSynchronization, MbarrierCountsPhases) {
  run(emit(
      kernel("mbarrier.init.shared.b64 [m], 2; mbarrier.arrive.shared.b64 %d1, [m]; "
             "mbarrier.pending_count.b64 %r1, %d1;"
             "mbarrier.test_wait.shared.b64 %p1, [m], %d1; mbarrier.arrive.expect_tx.shared.b64 "
             "%d2, [m], 16;"
             "mbarrier.test_wait.shared.b64 %p2, [m], %d1; mbarrier.complete_tx.shared.b64 [m], 16;"
             "mbarrier.test_wait.parity.shared.b64 %p3, [m], 0; selp.u32 %r2, 1, 0, %p1; selp.u32 "
             "%r3, 1, 0, %p2;"
             "selp.u32 %r4, 1, 0, %p3; st.global.v4.u32 [%out], {%r1, %r2, %r3, %r4};",
             ".shared .align 8 .b64 m;\n")));
  EXPECT_EQ(2u, memory.words[0]);         // pending before the arrival; the phase was open
  EXPECT_EQ(1ull << 32, memory.words[1]); // open until the bytes came, then over
}

TEST(EmitSynchronization, TokenOutlivesMbarrier) {
  run(emit(kernel("mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.shared.b64 %d1, [m]; "
                  "mbarrier.inval.shared.b64 [m];"
                  "mbarrier.init.shared.b64 [m], 1; mbarrier.complete_tx.shared.b64 [m], 8;"
                  "mbarrier.test_wait.shared.b64 %p1, [m], %d1; "
                  "mbarrier.test_wait.parity.shared.b64 %p2, [m], 0;"
                  "mbarrier.arrive.expect_tx.shared.b64 %d2, [m], 8; "
                  "mbarrier.test_wait.parity.shared.b64 %p3, [m], 0;"
                  "selp.u32 %r1, 1, 0, %p1; selp.u32 %r2, 1, 0, %p2; selp.u32 %r3, 1, 0, %p3;"
                  "st.global.v4.u32 [%out], {%r1, %r2, %r3, %r3};",
                  ".shared .align 8 .b64 m;\n")));
  EXPECT_EQ(1u, memory.words[0]);              // the phase of the token is over, the new one is not
  EXPECT_EQ(1u | 1ull << 32, memory.words[1]); // bytes may come before they are expected
}

TEST(Emit, UnsupportedInstructionsNameThemselves) {
  EXPECT_THAT(emit(kernel("tcgen05.wait::ld.sync.aligned;")).error,
              HasSubstr("instruction 'tcgen05.wait::ld.sync.aligned' is not supported: the tensor "
                        "memory of 10.x and 11.0 is not modelled, line"));
  EXPECT_EQ("", emit(kernel("prefetch.tensormap [%out];")).error); // a hint
  EXPECT_THAT(emit(kernel("call f;", ".extern .func f;\n")).error,
              HasSubstr("unresolved extern function 'f'"));
}

TEST(Emit, RuntimeFunctionsAreSerial) {
  Emitted e = emit(kernel(
      "{ .param .b64 a; .param .b64 b; .param .b32 r; st.param.b64 [a], %d0; st.param.b64 [b], %d0;"
      "call (r), vprintf, (a, b); }",
      ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"));
  ASSERT_EQ("", e.error);
  EXPECT_TRUE(e.module->getFunction("vprintf")->hasFnAttribute("aw-serial"));
  // A declaration of it may leave out the result; one of malloc may not.
  const std::string body = "{ .param .b64 a; .param .b64 b; st.param.b64 [a], %d0; st.param.b64 "
                           "[b], %d0; call ";
  EXPECT_EQ("", emit(kernel(body + "vprintf, (a, b); }",
                            ".extern .func vprintf(.param .b64 a, .param .b64 b);\n"))
                    .error);
  EXPECT_THAT(emit(kernel(body + "malloc, (a); }", ".extern .func malloc(.param .b64 a);\n")).error,
              HasSubstr("wrong signature"));
}

TEST(Emit, TheDeviceRuntimeIsOneSerialFunction) {
  const std::string declaration =
      ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 a, "
      ".param .align 4 .b8 b[12], .param .align 4 .b8 c[12], .param .b32 d);\n";
  const std::string call =
      "{ .param .b64 a; .param .align 4 .b8 b[12]; .param .align 4 .b8 c[12]; .param .b32 d; "
      ".param .b64 r;"
      "st.param.b32 [b+4], 7; call (r), __cudaCDP2GetParameterBufferV2, (a, b, c, d); }";
  Emitted e = emit(kernel(call, declaration));
  ASSERT_EQ("", e.error);
  EXPECT_TRUE(e.module->getFunction("__aw_device_runtime")->hasFnAttribute("aw-serial"));
  EXPECT_TRUE(
      e.module->getFunction("__cudaCDP2GetParameterBufferV2")->hasFnAttribute("aw-function"));

  // What the engine would read beyond the arguments is refused.
  std::string small = declaration, smallCall = call;
  small.replace(small.find("b[12]"), 5, "b[8]");
  smallCall.replace(smallCall.find("b[12]"), 5, "b[8]");
  EXPECT_THAT(emit(kernel(smallCall, small)).error, HasSubstr("wrong signature"));
  EXPECT_THAT(emit(kernel("call cudaFly;", ".extern .func cudaFly;\n")).error,
              HasSubstr("unresolved extern"));
}

TEST(Emit, ConditionalHandlesAreAddresses) {
  std::string call = "{ .param .b64 h; .param .b32 v; st.param.b64 [h], %d0; st.param.b32 [v], %r0;"
                     "call cudaGraphSetConditional, (h, v); }";
  Emitted e =
      emit(kernel(call, ".extern .func cudaGraphSetConditional(.param .b64 h, .param .b32 v);\n"));
  ASSERT_EQ("", e.error);
  EXPECT_THAT(e.text(), HasSubstr("store i32"));
  Emitted wrong =
      emit(kernel(call, ".extern .func cudaGraphSetConditional(.param .b64 h, .param .b64 v);\n"));
  EXPECT_THAT(wrong.error, HasSubstr("wrong signature"));
}

TEST(Emit, NothingIsUndefined) {
  Emitted e = emit(kernel("add.s32 %r0, %r1, %r2; shl.b32 %r0, %r0, %r3; mad.wide.s32 %d0, %r0, 4, "
                          "%d1; st.global.u64 [%out], %d0;"
                          "fma.rn.f32 %f0, %f1, %f2, %f3; st.global.f32 [%out], %f0;"));
  ASSERT_EQ("", e.error);
  for (const char *word : {"undef", "poison", "nsw", "nuw", "inbounds", "exact", "fast"})
    EXPECT_THAT(e.text(), Not(HasSubstr(std::string(" ") + word)));
}

TEST(Emit, PlacesAreKept) {
  Emitted e = emit(".file 1 \"/src/a.cu\"\n" +
                   kernel("st.global.u32 [%out], 1;\n.loc 1 17 3\nst.global.u32 [%out+4], 2;"));
  ASSERT_EQ("", e.error);
  std::vector<unsigned> lines;
  std::string file;
  for (llvm::Instruction &inst : llvm::instructions(*e.module->getFunction("k")))
    if (llvm::isa<llvm::StoreInst>(inst)) {
      lines.push_back(inst.getDebugLoc().getLine());
      file = llvm::cast<llvm::DIScope>(inst.getDebugLoc().getScope())->getFilename();
    }
  ASSERT_EQ(2u, lines.size());
  EXPECT_EQ(9u, lines[0]); // of the PTX text
  EXPECT_EQ(17u, lines[1]);
  EXPECT_EQ("a.cu", file);
}
