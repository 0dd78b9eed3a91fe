// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: profiler control.

def cudaProfilerStart : RuntimeFunction<[]>;
def cudaProfilerStop : RuntimeFunction<[]>;
