// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Objects made by the back end from small IR, linked and run: symbols near and far, line tables,
// what must be refused.
#include "jit/Linker.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Target/TargetMachine.h>

#include "jit/BuildId.h"
#include "jit/DebugInfo.h"
#include "jit/Symbols.h"
#include "jit/TargetCpu.h"

namespace anywarp::jit {
namespace {

ObjectBytes compile(const char *text, const TargetCpu &cpu = TargetCpu::host()) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  auto module = llvm::parseAssemblyString(text, error, context);
  if (!module) {
    ADD_FAILURE() << error.getMessage().str();
    return nullptr;
  }
  auto target = createTargetMachine(cpu, 2, /*debug=*/false);
  EXPECT_TRUE(bool(target));
  module->setDataLayout((*target)->createDataLayout());
  module->setTargetTriple((*target)->getTargetTriple().str());
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream out(buffer);
  llvm::legacy::PassManager passes;
  EXPECT_FALSE(
      (*target)->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile));
  passes.run(*module);
  return std::make_shared<const std::string>(buffer.begin(), buffer.end());
}

void *nothing(const std::string &) { return nullptr; }

TEST(Linker, RunsCodeWithConstantsAndData) {
  auto linked = LinkedObject::link(compile(R"(
@"k.info" = constant [3 x i32] [i32 7, i32 8, i32 9]
define i32 @"k.block"(i32 %i) {
  %p = getelementptr [3 x i32], ptr @"k.info", i32 0, i32 %i
  %v = load i32, ptr %p
  ret i32 %v
}
)"),
                                   nothing);
  ASSERT_TRUE(bool(linked)) << linked.status().message();
  auto *info = static_cast<const int *>((*linked)->find("k.info"));
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info[2], 9);
  auto *fn = reinterpret_cast<int (*)(int)>((*linked)->find("k.block"));
  ASSERT_NE(fn, nullptr);
  EXPECT_EQ(fn(1), 8);
  EXPECT_TRUE((*linked)->contains(reinterpret_cast<uintptr_t>(fn)));
  EXPECT_FALSE((*linked)->contains(reinterpret_cast<uintptr_t>(&nothing)));
  EXPECT_EQ((*linked)->find("other"), nullptr);
}

TEST(Linker, ReachesSymbolsAnywhere) {
  static int near = 5;
  int *far = static_cast<int *>(std::malloc(64 << 20)); // mapped far from the code
  *far = 7;
  auto linked = LinkedObject::link(compile(R"(
@near = external global i32
@far = external global i32
declare double @fmod(double, double)
define i32 @sum() {
  %a = load i32, ptr @near
  %b = load i32, ptr @far
  %c = add i32 %a, %b
  ret i32 %c
}
define ptr @where() { ret ptr @far }
define double @rest(double %x, double %y) {
  %r = frem double %x, %y
  ret double %r
}
)"),
                                   [&](const std::string &name) -> void * {
                                     if (name == "near")
                                       return &near;
                                     return name == "far" ? far : findProcessSymbol(name);
                                   });
  ASSERT_TRUE(bool(linked)) << linked.status().message();
  EXPECT_EQ(reinterpret_cast<int (*)()>((*linked)->find("sum"))(), 12);
  EXPECT_EQ(reinterpret_cast<int *(*)()>((*linked)->find("where"))(), far);
  EXPECT_EQ(reinterpret_cast<double (*)(double, double)>((*linked)->find("rest"))(7.5, 2), 1.5);
  std::free(far);
}

TEST(Linker, HalfPrecisionAsFloat) {
  auto linked = LinkedObject::link(compile(R"(
declare half @llvm.maxnum.f16(half, half)
declare half @llvm.minnum.f16(half, half)
define i16 @clamp(i16 %bits) {
  %x = bitcast i16 %bits to half
  %low = call half @llvm.maxnum.f16(half %x, half 0.0)
  %y = call half @llvm.minnum.f16(half %low, half 1.0)
  %r = bitcast half %y to i16
  ret i16 %r
}
)",
                                           {"x86-64-v3", ""}),
                                   [](const std::string &name) { return findProcessSymbol(name); });
  ASSERT_TRUE(bool(linked)) << linked.status().message();
  auto *clamp = reinterpret_cast<uint16_t (*)(uint16_t)>((*linked)->find("clamp"));
  EXPECT_EQ(clamp(0x3800), 0x3800); // 0.5
  EXPECT_EQ(clamp(0xbc00), 0);      // -1
  EXPECT_EQ(clamp(0x4000), 0x3c00); // 2
  EXPECT_EQ(clamp(0x7e00), 0);      // no number
}

TEST(Linker, NamesWhatIsMissing) {
  auto linked = LinkedObject::link(
      compile("declare void @system()\ndefine void @f() { call void @system() ret void }"),
      [](const std::string &name) { return findProcessSymbol(name); });
  ASSERT_FALSE(bool(linked));
  EXPECT_EQ(linked.status().message(), "undefined symbol: system");
}

TEST(Linker, RefusesWhatIsNoObject) {
  EXPECT_FALSE(bool(LinkedObject::link(std::make_shared<const std::string>("garbage"), nothing)));
  EXPECT_FALSE(bool(LinkedObject::link(std::make_shared<const std::string>(), nothing)));
}

TEST(Linker, LocatesSourceLines) {
  auto linked = LinkedObject::link(compile(R"(
define void @f(ptr %p) !dbg !4 {
  store volatile i32 1, ptr %p, !dbg !7
  store volatile i32 2, ptr %p, !dbg !8
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, isOptimized: true, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "kernel.cu", directory: "/src")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{i32 7, !"Dwarf Version", i32 4}
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 10, type: !5, unit: !0, spFlags: DISPFlagDefinition)
!5 = !DISubroutineType(types: !6)
!6 = !{}
!7 = !DILocation(line: 12, column: 3, scope: !4)
!8 = !DILocation(line: 15, column: 5, scope: !4)
)"),
                                   nothing);
  ASSERT_TRUE(bool(linked)) << linked.status().message();
  auto start = reinterpret_cast<uintptr_t>((*linked)->find("f"));
  LineTable lines;
  LineEntry first = lines.locate(**linked, start);
  EXPECT_EQ(first.line, 12u);
  EXPECT_EQ(first.file, "/src/kernel.cu");
  LineEntry second = lines.locate(**linked, start + 6); // behind the first store
  EXPECT_EQ(second.line, 15u);
  EXPECT_EQ(second.column, 5u);
  EXPECT_TRUE(lines.locate(**linked, 16).file.empty());
}

TEST(Linker, BuildIdIsKnown) { EXPECT_GE(buildId().size(), 16u); }

} // namespace
} // namespace anywarp::jit
