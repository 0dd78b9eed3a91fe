// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The compiler of LLVM IR: text of both ages, several modules, options; the PTX runs through the
// driver; what is wrong is an error with a log.
#include "../Check.h"

#include <nvJitLink.h>
#include <nvvm.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#define OK(call) EXPECT(0, call)

// The language of LLVM 7, as NVVM IR is specified: pointers name their pointees.
static const char kTyped[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@table = internal addrspace(1) constant [4 x i32] [i32 1, i32 10, i32 100, i32 1000], align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.cuda.syncthreads()
declare i32 @twice(i32)
define void @k(i32* %p) {
entry:
  call void @llvm.cuda.syncthreads()
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %t64 = zext i32 %t to i64
  %e = getelementptr [4 x i32], [4 x i32] addrspace(1)* @table, i64 0, i64 %t64
  %v = load i32, i32 addrspace(1)* %e, align 4
  %w = call i32 @twice(i32 %v)
  %q = getelementptr inbounds i32, i32* %p, i64 %t64
  store i32 %w, i32* %q, align 4
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (i32*)* @k, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
)";
static const char kTwice[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define i32 @twice(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}
define i32 @unused(i32 %x) {
  ret i32 %x
}
!nvvmir.version = !{!0}
!0 = !{i32 2, i32 0}
)";
static const char kVersionless[] = R"(
target triple = "nvptx64-nvidia-cuda"
define i32 @twice(i32 %x) {
  ret i32 %x
}
)";
// Today's, which NVIDIA's library takes for compute_100 and later.
static const char kOpaque[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %a = load float, ptr %p
  %b = call float @llvm.nvvm.sqrt.rn.f(float %a)
  %m = fmul contract float %b, %a
  %s = fadd contract float %m, 1.0
  store float %s, ptr %p
  ret void
}
declare float @llvm.nvvm.sqrt.rn.f(float)
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
!nvvm.annotations = !{!2}
!2 = !{ptr @k, !"kernel", i32 1}
)";

// Votes and shuffles under the names of the NVVM IR specification, and assembly in both branches
// that must not become one: thread t adds t, the ballot of the even threads, the answers of any,
// all and uni, the value of the thread before it and the mask of those that run with it.
static const char kWarp[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)
declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.match.all.sync.i32(i32, i32)
define void @k(i32* %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bit = and i32 %t, 1
  %even = icmp eq i32 %bit, 0
  %vote = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %even)
  %ballot = extractvalue {i32, i1} %vote, 0
  %any = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 1, i1 %even)
  %any1 = extractvalue {i32, i1} %any, 1
  %all = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 0, i1 %even)
  %all1 = extractvalue {i32, i1} %all, 1
  %uni = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 2, i1 true)
  %uni1 = extractvalue {i32, i1} %uni, 1
  %match = call {i32, i1} @llvm.nvvm.match.all.sync.i32(i32 -1, i32 7)
  %match1 = extractvalue {i32, i1} %match, 1
  %up = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 1, i32 %t, i32 1, i32 0)
  %before = extractvalue {i32, i1} %up, 0
  br i1 %even, label %a, label %b
a:
  %x = call i32 asm sideeffect "activemask.b32 $0;", "=r"()
  br label %end
b:
  %y = call i32 asm sideeffect "activemask.b32 $0;", "=r"()
  br label %end
end:
  %mask = phi i32 [%x, %a], [%y, %b]
  %m1 = select i1 %any1, i32 1, i32 0
  %m2 = select i1 %all1, i32 2, i32 0
  %m3 = select i1 %uni1, i32 4, i32 0
  %m4 = select i1 %match1, i32 8, i32 0
  %o1 = or i32 %m1, %m2
  %o2 = or i32 %m3, %m4
  %answers = or i32 %o1, %o2
  %s1 = xor i32 %ballot, %mask
  %s2 = shl i32 %before, 8
  %s3 = xor i32 %s1, %s2
  %s4 = xor i32 %s3, %answers
  %t64 = zext i32 %t to i64
  %q = getelementptr inbounds i32, i32* %p, i64 %t64
  store i32 %s4, i32* %q, align 4
  ret void
}
!nvvm.annotations = !{!0, !2}
!0 = !{void (i32*)* @k, !"kernel", i32 1}
!2 = !{void (i32*)* @k, !"cluster_max_blocks", i32 4}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
)";
// One division, with a line, and a store that a function inlined there makes; EMISSION is replaced.
static const char kLine[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @k(float* %p, float %a, float %b) !dbg !4 {
  %q = fdiv float %a, %b, !dbg !7
  store float %q, float* %p, !dbg !9
  ret void, !dbg !7
}
!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!8}
!nvvm.annotations = !{!0}
!nvvmir.version = !{!1}
!0 = !{void (float*, float, float)* @k, !"kernel", i32 1}
!1 = !{i32 2, i32 0, i32 3, i32 2}
!2 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !3, isOptimized: true, runtimeVersion: 0, emissionKind: EMISSION)
!3 = !DIFile(filename: "divide.py", directory: "/nowhere")
!4 = distinct !DISubprogram(name: "k", file: !3, line: 41, type: !5, isLocal: false, isDefinition: true, scopeLine: 41, isOptimized: true, unit: !2)
!5 = !DISubroutineType(types: !6)
!6 = !{null}
!7 = !DILocation(line: 42, column: 3, scope: !4)
!8 = !{i32 2, !"Debug Info Version", i32 3}
!9 = !DILocation(line: 7, column: 5, scope: !10, inlinedAt: !7)
!10 = distinct !DISubprogram(name: "keep", linkageName: "_keep", file: !11, line: 6, type: !5, isLocal: false, isDefinition: true, scopeLine: 6, isOptimized: true, unit: !2)
!11 = !DIFile(filename: "keep.py", directory: "/nowhere")
)";

// A function for each instruction that the options choose, and a kernel not to be inlined.
static const char kMath[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@.flush = private addrspace(4) constant [11 x i8] c"__CUDA_FTZ\00"
declare i32 @__nvvm_reflect(i8*)
declare float @llvm.nvvm.sqrt.f(float)
declare float @llvm.nvvm.sqrt.rn.f(float)
define float @quotient(float %x, float %y) {
  %r = fdiv float %x, %y
  ret float %r
}
define float @root(float %x) {
  %r = call float @llvm.nvvm.sqrt.f(float %x)
  ret float %r
}
define float @reciprocal(float %x) {
  %s = call float @llvm.nvvm.sqrt.f(float %x)
  %r = fdiv float 1.0, %s
  ret float %r
}
define float @rounded(float %x) {
  %r = call float @llvm.nvvm.sqrt.rn.f(float %x)
  ret float %r
}
define float @sum(float %x, float %y) {
  %m = fmul float %x, %y
  %r = fadd float %m, %y
  ret float %r
}
define float @fastsum(float %x, float %y) {
  %m = fmul fast float %x, %y
  %r = fadd fast float %m, %y
  ret float %r
}
@pairs = internal addrspace(4) constant [16 x i8] c"\01\02\03\04\05\06\07\08\09\0A\0B\0C\0D\0E\0F\10", align 8
define float @pair(i64 %i) {
  %base = bitcast i8* addrspacecast (i8 addrspace(4)* getelementptr ([16 x i8], [16 x i8] addrspace(4)* @pairs, i64 0, i64 0) to i8*) to {float, float}*
  %p = getelementptr {float, float}, {float, float}* %base, i64 %i, i32 0
  %q = getelementptr {float, float}, {float, float}* %base, i64 %i, i32 1
  %a = load float, float* %p
  %b = load float, float* %q
  %r = fsub float %a, %b
  ret float %r
}
define i32 @flushes() {
  %r = call i32 @__nvvm_reflect(i8* addrspacecast (i8 addrspace(4)* getelementptr ([11 x i8], [11 x i8] addrspace(4)* @.flush, i64 0, i64 0) to i8*))
  %s = add i32 %r, 70
  ret i32 %s
}
define void @k() noinline {
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void ()* @k, !"kernel", i32 1}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
)";

class Program {
public:
  Program() { OK(nvvmCreateProgram(&handle)); }
  ~Program() {
    OK(nvvmDestroyProgram(&handle));
    CHECK(!handle);
  }
  Program &add(const char *text, const char *name = "module", bool isLazy = false) {
    OK((isLazy ? nvvmLazyAddModuleToProgram : nvvmAddModuleToProgram)(handle, text,
                                                                      std::strlen(text), name));
    return *this;
  }
  nvvmResult verify(std::vector<const char *> options = {}) {
    return nvvmVerifyProgram(handle, int(options.size()), options.data());
  }
  nvvmResult compile(std::vector<const char *> options = {}) {
    return nvvmCompileProgram(handle, int(options.size()), options.data());
  }
  std::string text(nvvmResult (*sizeOf)(nvvmProgram, size_t *),
                   nvvmResult (*get)(nvvmProgram, char *)) {
    size_t size = 0;
    OK(sizeOf(handle, &size));
    std::string text(size, '?');
    OK(get(handle, text.data()));
    CHECK(size >= 1 && text.back() == '\0');
    text.resize(size - 1);
    return text;
  }
  std::string ptx() { return text(nvvmGetCompiledResultSize, nvvmGetCompiledResult); }
  std::string log() { return text(nvvmGetProgramLogSize, nvvmGetProgramLog); }

  nvvmProgram handle = nullptr;
};

/// Runs the kernel k with the values' place, and what else it takes.
template <class T, class... More>
static std::vector<T> run(const std::string &ptx, std::vector<T> values, More... more) {
  CUmodule module;
  CUfunction function;
  CUdeviceptr memory;
  size_t bytes = values.size() * sizeof(T);
  OK(cuModuleLoadData(&module, ptx.c_str()));
  OK(cuModuleGetFunction(&function, module, "k"));
  OK(cuMemAlloc(&memory, bytes));
  OK(cuMemcpyHtoD(memory, values.data(), bytes));
  void *arguments[] = {&memory, &more...};
  OK(cuLaunchKernel(function, 1, 1, 1, unsigned(values.size()), 1, 1, 0, nullptr, arguments,
                    nullptr));
  OK(cuMemcpyDtoH(values.data(), memory, bytes));
  OK(cuMemFree(memory));
  OK(cuModuleUnload(module));
  return values;
}

/// Whose library this is stands in its PTX.
static bool isNvidias() {
  Program program;
  program.add(kTyped).add(kTwice);
  OK(program.compile());
  return program.ptx().find("NVIDIA NVVM Compiler") != std::string::npos;
}

static void programs() {
  const bool isLazy = !isNvidias(); // which takes only bitcode so
  for (const char *arch : {"-arch=compute_75", "-arch=compute_90"})
    for (const char *level : {"-opt=3", "-opt=0"}) {
      Program program;
      program.add(kTyped).add(kTwice, "twice", isLazy);
      OK(program.verify());
      CHECK(program.ptx().empty());
      OK(program.compile({arch, level}));
      CHECK(program.log().empty());
      std::string ptx = program.ptx();
      CHECK(ptx.find(".entry k(") != std::string::npos);
      CHECK(ptx.find("unused") == std::string::npos || !isLazy); // nobody asked for it
      CHECK((run<int>(ptx, {0, 0, 0, 0}) == std::vector<int>{2, 20, 200, 2000}));
    }
  Program newer;
  newer.add(kOpaque);
  OK(newer.compile({"-arch=compute_120"}));
  CHECK(newer.ptx().find(".target sm_120") != std::string::npos);
  CHECK(newer.ptx().find("fma.rn.f32") != std::string::npos);
  if (newer.compile({"-arch=compute_90"}) == NVVM_SUCCESS) // ours only
    CHECK(run<float>(newer.ptx(), {4}).front() == 9);
}

static void options() {
  Program program;
  program.add(kTyped).add(kTwice);
  OK(program.compile({"-ftz=1", "-fma=1", "-prec-div=0", "-prec-sqrt=0", "-generate-line-info"}));
  OK(program.compile({"-g", "-opt=0"}));
  for (const char *option : {"-foo", "-arch=compute_12", "-arch=sm_90", "-opt=7", "-ftz=2"}) {
    EXPECT(NVVM_ERROR_INVALID_OPTION, program.compile({option}));
    CHECK(program.log() == std::string("libnvvm : error: ") + option + " is an unsupported option");
    CHECK(program.ptx().empty());
    EXPECT(NVVM_ERROR_INVALID_OPTION, program.verify({option}));
  }
}

/// The function's text.
static std::string bodyOf(const std::string &ptx, const char *name) {
  size_t begin = ptx.find(std::string(" ") + name + "(\n");
  if (begin == std::string::npos)
    begin = ptx.find(std::string(" ") + name + "()");
  CHECK(begin != std::string::npos);
  return begin == std::string::npos ? "" : ptx.substr(begin, ptx.find("\n}", begin) - begin);
}

struct Choice {
  std::vector<const char *> options;
  const char *quotient, *root, *rounded, *sum, *fastSum, *flushes;
};

static void mathematics() {
  const Choice choices[] = {
      {{}, "div.rn.f32", "sqrt.rn.f32", "sqrt.rn.f32", "fma.rn.f32", "fma.rn.f32", " 70"},
      {{"-prec-div=0", "-prec-sqrt=0"},
       "div.full.f32",
       "sqrt.approx.f32",
       "sqrt.rn.f32",
       "fma.rn.f32",
       "fma.rn.f32",
       " 70"},
      {{"-prec-div=0", "-prec-sqrt=0", "-ftz=1"},
       "div.full.ftz.f32",
       "sqrt.approx.ftz.f32",
       "sqrt.rn.f32",
       "fma.rn.ftz.f32",
       "fma.rn.ftz.f32",
       " 71"},
      {{"-fma=0"}, "div.rn.f32", "sqrt.rn.f32", "sqrt.rn.f32", "mul.rn.f32", "fma.rn.f32", " 70"},
      {{"-opt=0"}, "div.rn.f32", "sqrt.rn.f32", "sqrt.rn.f32", "mul.", "mul.", ""},
  };
  for (const Choice &choice : choices) {
    Program program;
    program.add(kMath);
    OK(program.compile(choice.options));
    CHECK(program.log().find("overriding noinline attribute") != std::string::npos);
    std::string ptx = program.ptx();
    auto expect = [&](const char *function, const char *instruction) {
      if (bodyOf(ptx, function).find(instruction) != std::string::npos)
        return;
      ++failures;
      std::printf("no %s in %s\n", instruction, bodyOf(ptx, function).c_str());
    };
    expect("quotient", choice.quotient);
    expect("root", choice.root);
    expect("rounded", choice.rounded);
    expect("sum", choice.sum);
    expect("fastsum", choice.fastSum);
    expect("flushes", choice.flushes);
    bool isOptimized = *choice.flushes;
    if (isOptimized) // in constant memory, side by side
      expect("pair", "ld.const.v2.f32");
    if (std::strstr(choice.root, "approx"))
      expect("reciprocal",
             std::strstr(choice.root, "ftz") ? "rsqrt.approx.ftz.f32" : "rsqrt.approx.f32");
    if (!std::strcmp(choice.fastSum, "mul."))
      CHECK(ptx.find("fma.rn") == std::string::npos);
  }
  // The same question as LLVM's intrinsic, in which our libdevice asks it.
  if (isNvidias())
    return;
  Program program;
  std::string text = kMath;
  for (size_t at; (at = text.find("@__nvvm_reflect")) != std::string::npos;)
    text.replace(at, 15, "@llvm.nvvm.reflect");
  program.add(text.c_str());
  OK(program.compile({"-ftz=1"}));
  CHECK(bodyOf(program.ptx(), "flushes").find(" 71") != std::string::npos);
}

/// The device library in the file `path` follows the options.
static void library(const char *path) {
  static const char kCalls[] = R"(
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare float @__nv_sqrtf(float)
declare float @__nv_fast_sinf(float)
declare float @__nv_fadd_rn(float, float)
define float @k(float %x, float %y) {
  %a = call float @__nv_sqrtf(float %x)
  %b = call float @__nv_fast_sinf(float %a)
  %c = call float @__nv_fadd_rn(float %b, float %y)
  ret float %c
}
!nvvmir.version = !{!1}
!1 = !{i32 2, i32 0}
)";
  std::ifstream file(path, std::ios::binary);
  std::string bitcode((std::istreambuf_iterator<char>(file)), {});
  CHECK(!bitcode.empty());
  auto compile = [&](std::vector<const char *> options) {
    Program program;
    program.add(kCalls);
    OK(nvvmLazyAddModuleToProgram(program.handle, bitcode.data(), bitcode.size(), "library"));
    OK(program.compile(options));
    return program.ptx();
  };
  std::string precise = compile({});
  for (const char *instruction : {"sqrt.rn.f32", "sin.approx.f32", "add.rn.f32"})
    CHECK(precise.find(instruction) != std::string::npos);
  std::string fast = compile({"-ftz=1", "-prec-sqrt=0"});
  for (const char *instruction : {"sqrt.approx.ftz.f32", "sin.approx.ftz.f32", "add.rn.ftz.f32"})
    CHECK(fast.find(instruction) != std::string::npos);
}

/// Each architecture that the compiler has is named in the text.
static void architectures() {
  for (const char *arch : {"75", "80", "86", "87", "88", "89", "90", "90a", "100", "120", "121"}) {
    Program program;
    program.add(kMath);
    OK(program.compile({("-arch=compute_" + std::string(arch)).c_str()}));
    CHECK(program.ptx().find(".target sm_" + std::string(arch)) != std::string::npos);
  }
}

static void warps() {
  for (const char *level : {"-opt=3", "-opt=0"}) {
    Program program;
    program.add(kWarp);
    OK(program.compile({"-arch=compute_90", level}));
    CHECK(program.ptx().find(".maxclusterrank 4") != std::string::npos);
    std::vector<unsigned> expected(32);
    for (unsigned t = 0; t < 32; ++t)
      expected[t] =
          0x55555555 ^ (t % 2 ? 0xAAAAAAAA : 0x55555555) ^ (t ? t - 1 : 0) << 8 ^ (1 | 4 | 8);
    CHECK(run<unsigned>(program.ptx(), std::vector<unsigned>(32)) == expected);
  }
}

/// The modules say what is described, whatever the options are.
static void lines() {
  for (const char *emission : {"DebugDirectivesOnly", "LineTablesOnly", "FullDebug"})
    for (const char *option : {"-opt=3", "-generate-line-info"}) {
      std::string text = kLine;
      text.replace(text.find("EMISSION"), 8, emission);
      Program program;
      program.add(text.c_str());
      OK(program.compile({"-arch=compute_90", option, "-prec-div=0"}));
      std::string ptx = program.ptx();
      CHECK(ptx.find(".loc\t1 42 3") != std::string::npos);
      CHECK(ptx.find("divide.py\"") != std::string::npos);
      CHECK(ptx.find("div.full.f32") != std::string::npos);
      bool hasSections = ptx.find(".debug_info") != std::string::npos;
      CHECK(hasSections == (std::strcmp(emission, "DebugDirectivesOnly") != 0));
      CHECK(ptx.find("keep.py\"") != std::string::npos);
      if (!hasSections) { // .loc tells what is inlined
        const char *file = ".file\t";
        const size_t row = ptx.rfind(file, ptx.find("keep.py\""));
        const int number = std::atoi(ptx.c_str() + row + std::strlen(file));
        const std::string place = ".loc\t" + std::to_string(number) + " 7 5, function_name $L";
        CHECK(ptx.find(place) != std::string::npos);
        CHECK(ptx.find(", inlined_at 1 42 3") != std::string::npos);
      }
      CHECK(run<float>(ptx, {0}, 3.0f, 4.0f) == std::vector<float>{0.75f});
    }
}

/// What -gen-lto makes of each module is linked by nvJitLink.
static void linkTime() {
  nvJitLinkHandle link;
  const char *words[] = {"-arch=sm_90", "-lto"};
  OK(nvJitLinkCreate(&link, 2, words));
  for (const char *text : {kTyped, kTwice}) {
    Program program;
    program.add(text);
    OK(program.verify({"-arch=compute_90", "-gen-lto"}));
    OK(program.compile({"-arch=compute_90", "-gen-lto"}));
    size_t size = 0;
    OK(nvvmGetCompiledResultSize(program.handle, &size));
    std::string ir(size, '?');
    OK(nvvmGetCompiledResult(program.handle, ir.data()));
    CHECK(ir.find(".entry") == std::string::npos); // not PTX
    EXPECT(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
           nvJitLinkAddData(link, NVJITLINK_INPUT_CUBIN, ir.data(), size, "module"));
    OK(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, ir.data(), size, "module"));
  }
  OK(nvJitLinkComplete(link));
  size_t size = 0;
  OK(nvJitLinkGetLinkedCubinSize(link, &size));
  std::string cubin(size, '?');
  OK(nvJitLinkGetLinkedCubin(link, cubin.data()));
  if (!isNvidias()) // whose link keeps no kernel of these
    CHECK((run<int>(cubin, {0, 0, 0, 0}) == std::vector<int>{2, 20, 200, 2000}));
  OK(nvJitLinkDestroy(&link));
}

static void wrongModules() {
  Program none;
  EXPECT(NVVM_ERROR_NO_MODULE_IN_PROGRAM, none.compile());
  EXPECT(NVVM_ERROR_NO_MODULE_IN_PROGRAM, none.verify());

  Program junk;
  junk.add("hello", "m");
  EXPECT(NVVM_ERROR_INVALID_IR, junk.verify());
  EXPECT(NVVM_ERROR_COMPILATION, junk.compile());
  CHECK(junk.log().find("m (1, 0): parse expected top-level entity") == 0);

  Program versionless;
  versionless.add(kVersionless);
  EXPECT(NVVM_ERROR_IR_VERSION_MISMATCH, versionless.compile());
  CHECK(versionless.log().find("incompatible") != std::string::npos);

  Program twice;
  twice.add(kTyped).add(kTwice).add(kTwice, "again");
  EXPECT(NVVM_ERROR_COMPILATION, twice.compile());
  CHECK(!twice.log().empty());

  Program broken; // no terminator
  broken.add("define void @f() {\n  %x = add i32 1, 1\n}\n");
  EXPECT(NVVM_ERROR_INVALID_IR, broken.verify());

  // Damaged bitcode, and what no back end can do anything with.
  std::string bitcode = "BC\xC0\xDE";
  bitcode.resize(4096, '\x5a');
  Program damaged;
  OK(nvvmAddModuleToProgram(damaged.handle, bitcode.data(), bitcode.size(), "damaged"));
  CHECK(damaged.compile() != NVVM_SUCCESS);
  CHECK(!damaged.log().empty());
  Program host;
  host.add("target triple = \"x86_64-unknown-linux-gnu\"\ndefine void @f() {\n  ret void\n}\n"
           "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n");
  EXPECT(NVVM_ERROR_COMPILATION, host.compile());
  Program unknown;
  unknown.add(
      "define ptx_kernel void @k(ptr %p) {\n  call void asm sideeffect \"\", \"{nonsense}\"()\n"
      "  %v = load i4096, ptr %p\n  %w = sdiv i4096 %v, 3\n  store i4096 %w, ptr %p\n  ret "
      "void\n}\n"
      "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n");
  nvvmResult result = unknown.compile();
  CHECK(result == NVVM_SUCCESS || (result == NVVM_ERROR_COMPILATION && !unknown.log().empty()));
}

static void dialects() {
  int older = 0, newer = 0;
  OK(nvvmLLVMVersion("compute_90", &older));
  EXPECT(7, older);
  OK(nvvmLLVMVersion("compute_120", &newer));
  CHECK(newer > older);
  EXPECT(NVVM_ERROR_INVALID_INPUT, nvvmLLVMVersion("compute_90", nullptr));
  EXPECT(NVVM_ERROR_INVALID_OPTION, nvvmLLVMVersion("compute_1", &newer));
}

static void wrongArguments() {
  int a = 0, b = 0, c = 0, d = 0;
  OK(nvvmVersion(&a, &b));
  EXPECT(2, a);
  OK(nvvmIRVersion(&a, &b, &c, &d));
  EXPECT(2, a);
  EXPECT(3, c);
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmCreateProgram(nullptr));
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmDestroyProgram(nullptr));
  nvvmProgram nobody = nullptr;
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmDestroyProgram(&nobody));
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmAddModuleToProgram(nullptr, "x", 1, "x"));
  EXPECT(NVVM_ERROR_INVALID_PROGRAM, nvvmCompileProgram(nullptr, 0, nullptr));
  CHECK(!std::strcmp(nvvmGetErrorString(NVVM_ERROR_INVALID_IR), "NVVM_ERROR_INVALID_IR"));
}

static void threads() {
  std::vector<std::thread> all;
  for (int i = 0; i < 4; ++i)
    all.emplace_back([] {
      for (int round = 0; round < 3; ++round) {
        Program program;
        program.add(kTyped).add(kTwice);
        OK(program.compile());
        CHECK(!program.ptx().empty());
      }
    });
  for (std::thread &thread : all)
    thread.join();
}

int main(int count, char **words) {
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDevicePrimaryCtxRetain(&context, device));
  OK(cuCtxSetCurrent(context));
  programs();
  mathematics();
  architectures();
  if (count > 1)
    library(words[1]);
  options();
  linkTime();
  warps();
  lines();
  wrongModules();
  dialects();
  wrongArguments();
  threads();
  return finish("Nvvm");
}
