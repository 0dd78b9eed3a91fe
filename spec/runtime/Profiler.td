// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: profiler control.

def cudaProfilerStart : RuntimeFunction<[], CurrentContext, Done>, On<"cuProfilerStart">;
def cudaProfilerStop : RuntimeFunction<[], CurrentContext, Done>, On<"cuProfilerStop">;
