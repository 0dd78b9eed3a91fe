// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: types of cufftXt.h.

def cufftXtSubFormat : Enum<[
    Value<"CUFFT_XT_FORMAT_INPUT", 0>,
    Value<"CUFFT_XT_FORMAT_OUTPUT", 1>,
    Value<"CUFFT_XT_FORMAT_INPLACE", 2>,
    Value<"CUFFT_XT_FORMAT_INPLACE_SHUFFLED", 3>,
    Value<"CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED", 4>,
    Value<"CUFFT_XT_FORMAT_DISTRIBUTED_INPUT", 5>,
    Value<"CUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT", 6>,
    Value<"CUFFT_FORMAT_UNDEFINED", 7>]>, Tag<"cufftXtSubFormat_t">;
def cufftXtCopyType : Enum<[
    Value<"CUFFT_COPY_HOST_TO_DEVICE", 0>,
    Value<"CUFFT_COPY_DEVICE_TO_HOST", 1>,
    Value<"CUFFT_COPY_DEVICE_TO_DEVICE", 2>,
    Value<"CUFFT_COPY_UNDEFINED", 3>]>, Tag<"cufftXtCopyType_t">;
def cufftXtQueryType : Enum<[
    Value<"CUFFT_QUERY_1D_FACTORS", 0>,
    Value<"CUFFT_QUERY_UNDEFINED", 1>]>, Tag<"cufftXtQueryType_t">;
def cufftXt1dFactors : Struct<96, [{
  long long int size;
  long long int stringCount;
  long long int stringLength;
  long long int substringLength;
  long long int factor1;
  long long int factor2;
  long long int stringMask;
  long long int substringMask;
  long long int factor1Mask;
  long long int factor2Mask;
  int stringShift;
  int substringShift;
  int factor1Shift;
  int factor2Shift;
}]>, Tag<"cufftXt1dFactors_t">;
def cufftXtWorkAreaPolicy : Enum<[
    Value<"CUFFT_WORKAREA_MINIMAL", 0>,
    Value<"CUFFT_WORKAREA_USER", 1>,
    Value<"CUFFT_WORKAREA_PERFORMANCE", 2>]>, Tag<"cufftXtWorkAreaPolicy_t">;
def cufftXtCallbackType : Enum<[
    Value<"CUFFT_CB_LD_COMPLEX", 0>,
    Value<"CUFFT_CB_LD_COMPLEX_DOUBLE", 1>,
    Value<"CUFFT_CB_LD_REAL", 2>,
    Value<"CUFFT_CB_LD_REAL_DOUBLE", 3>,
    Value<"CUFFT_CB_ST_COMPLEX", 4>,
    Value<"CUFFT_CB_ST_COMPLEX_DOUBLE", 5>,
    Value<"CUFFT_CB_ST_REAL", 6>,
    Value<"CUFFT_CB_ST_REAL_DOUBLE", 7>,
    Value<"CUFFT_CB_UNDEFINED", 8>]>, Tag<"cufftXtCallbackType_t">;

// What device code calls for each element. JIT callbacks differ from the others in the spelling of the offset's type.
class Load<string result, string offset> : Callback<result, "void *dataIn, " # offset # " offset, void *callerInfo, void *sharedPointer">;
class Store<string element, string offset>
    : Callback<"void", "void *dataOut, " # offset # " offset, " # element # " element, void *callerInfo, void *sharedPointer">;
foreach kind = [["cufftCallback", "size_t"], ["cufftJITCallback", "unsigned long long"]] in {
  foreach element = [["C", "cufftComplex"], ["Z", "cufftDoubleComplex"], ["R", "cufftReal"], ["D", "cufftDoubleReal"]] in {
    def !head(kind) # "Load" # !head(element) : Load<!head(!tail(element)), !head(!tail(kind))>, Plain;
    def !head(kind) # "Store" # !head(element) : Store<!head(!tail(element)), !head(!tail(kind))>, Plain;
  }
}
