// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: functions of the program that load and store elements (manual, section "cuFFT Callback Routines").

def cufftXtSetJITCallback : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"const char *", "lto_callback_symbol_name">, In<"const void *", "lto_callback_fatbin">,
    In<"size_t", "lto_callback_fatbin_size">, In<"cufftXtCallbackType", "type">, In<"void **", "caller_info">]>;
def cufftXtSetCallback : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"void **", "callback_routine">, In<"cufftXtCallbackType", "cbType">,
    In<"void **", "caller_info">]>, AnyHandle; // the shared library answers CUFFT_NOT_IMPLEMENTED (seen)
def cufftXtClearCallback : LibraryFunction<[In<"cufftHandle", "plan">, In<"cufftXtCallbackType", "cbType">]>, AnyHandle;
def cufftXtSetCallbackSharedSize : LibraryFunction<[
    In<"cufftHandle", "plan">, In<"cufftXtCallbackType", "cbType">, In<"size_t", "sharedSize">]>;
