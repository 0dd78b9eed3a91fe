// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: profiler control.

def CUoutput_mode : Enum<[
  Value<"CU_OUT_KEY_VALUE_PAIR", 0x0>,
  Value<"CU_OUT_CSV", 0x1>
]>;

def cuProfilerInitialize : DriverFunction<4000, [
    In<"const char *", "configFile">, In<"const char *", "outputFile">, In<"CUoutput_mode", "outputMode">], Initialized>,
    Deprecated,
    Because<"it configured a profiler that CUDA no longer has">,
  Doc<"Says where the old profiler reads its settings and writes its results.">;
def cuProfilerStart : DriverFunction<4000, [], CurrentContext, Done>,
  Doc<"Begins the part of a program that profilers look at.">;
def cuProfilerStop : DriverFunction<4000, [], CurrentContext, Done>,
  Doc<"Ends the part of a program that profilers look at.">;
