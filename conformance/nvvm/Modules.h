// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The modules that the programs compile.
#pragma once

// The language of LLVM 7, as NVVM IR is specified: pointers name their pointees.
inline const char kTyped[] = R"(
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
inline const char kTwice[] = R"(
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
inline const char kVersionless[] = R"(
target triple = "nvptx64-nvidia-cuda"
define i32 @twice(i32 %x) {
  ret i32 %x
}
)";
// Today's, which NVIDIA's library takes for compute_100 and later.
inline const char kOpaque[] = R"(
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
inline const char kWarp[] = R"(
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
inline const char kLine[] = R"(
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
inline const char kMath[] = R"(
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
