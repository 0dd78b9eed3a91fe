// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: types of cufft.h.

def CUFFT_VER_MAJOR : Macro<"12">;
def CUFFT_VER_MINOR : Macro<"0">;
def CUFFT_VER_PATCH : Macro<"0">;
def CUFFT_VER_BUILD : Macro<"61">;
def CUFFT_VERSION : Macro<"12000">;
def MAX_CUFFT_ERROR : Macro<"0x15">;
def CUFFT_FORWARD : Macro<"-1">;
def CUFFT_INVERSE : Macro<"1">;
def CUFFT_COMPATIBILITY_DEFAULT : Macro<"CUFFT_COMPATIBILITY_FFTW_PADDING">;
def MAX_SHIM_RANK : Macro<"3">;
def CUFFT_PLAN_NULL : Macro<"-1">;

def cufftResult : Enum<[
    Value<"CUFFT_SUCCESS", 0>,
    Value<"CUFFT_INVALID_PLAN", 1>,
    Value<"CUFFT_ALLOC_FAILED", 2>,
    Value<"CUFFT_INVALID_TYPE", 3>,
    Value<"CUFFT_INVALID_VALUE", 4>,
    Value<"CUFFT_INTERNAL_ERROR", 5>,
    Value<"CUFFT_EXEC_FAILED", 6>,
    Value<"CUFFT_SETUP_FAILED", 7>,
    Value<"CUFFT_INVALID_SIZE", 8>,
    Value<"CUFFT_UNALIGNED_DATA", 9>,
    Value<"CUFFT_INVALID_DEVICE", 11>,
    Value<"CUFFT_NO_WORKSPACE", 13>,
    Value<"CUFFT_NOT_IMPLEMENTED", 14>,
    Value<"CUFFT_NOT_SUPPORTED", 16>,
    Value<"CUFFT_MISSING_DEPENDENCY", 17>,
    Value<"CUFFT_NVRTC_FAILURE", 18>,
    Value<"CUFFT_NVJITLINK_FAILURE", 19>,
    Value<"CUFFT_NVSHMEM_FAILURE", 20>]>, Tag<"cufftResult_t">;
def cufftType : Enum<[
    Value<"CUFFT_R2C", 0x2a>,
    Value<"CUFFT_C2R", 0x2c>,
    Value<"CUFFT_C2C", 0x29>,
    Value<"CUFFT_D2Z", 0x6a>,
    Value<"CUFFT_Z2D", 0x6c>,
    Value<"CUFFT_Z2Z", 0x69>]>, Tag<"cufftType_t">;
def cufftCompatibility : Enum<[Value<"CUFFT_COMPATIBILITY_FFTW_PADDING", 1>]>, Tag<"cufftCompatibility_t">;
def cufftProperty : Enum<[
    Value<"NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT", 1>,
    Value<"NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS", 2>]>, Tag<"cufftProperty_t">;
def cufftReal : Typedef<"float">;
def cufftDoubleReal : Typedef<"double">;
def cufftComplex : Typedef<"cuComplex">;
def cufftDoubleComplex : Typedef<"cuDoubleComplex">;
def cufftHandle : Typedef<"int">;
