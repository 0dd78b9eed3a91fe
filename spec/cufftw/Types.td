// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFTW: types and constants.

def FFTW_FORWARD : Macro<"-1">;
def FFTW_INVERSE : Macro<"1">;
def FFTW_BACKWARD : Macro<"1">;
def FFTW_ESTIMATE : Macro<"0x01">;
def FFTW_MEASURE : Macro<"0x02">;
def FFTW_PATIENT : Macro<"0x03">;
def FFTW_EXHAUSTIVE : Macro<"0x04">;
def FFTW_WISDOM_ONLY : Macro<"0x05">;
def FFTW_DESTROY_INPUT : Macro<"0x08">;
def FFTW_PRESERVE_INPUT : Macro<"0x0C">;
def FFTW_UNALIGNED : Macro<"0x10">;

def fftw_iodim : Struct<12, [{
  int n;
  int is;
  int os;
}]>;
def fftw_iodim64 : Struct<24, [{
  ptrdiff_t n;
  ptrdiff_t is;
  ptrdiff_t os;
}]>;
def fftwf_iodim : Typedef<"fftw_iodim">;
def fftwf_iodim64 : Typedef<"fftw_iodim64">;
def fftw_plan : Typedef<"void *">;
def fftwf_plan : Typedef<"void *">;
