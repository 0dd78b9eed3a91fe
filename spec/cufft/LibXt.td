// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT: memory on several devices (cudalibxt.h).

def CUDA_XT_DESCRIPTOR_VERSION : Macro<"0x01000000">;
def MAX_CUDA_DESCRIPTOR_GPUS : Macro<"64">;
def cudaLibXtCopyType : Enum<[
    Value<"LIB_XT_COPY_HOST_TO_DEVICE", 0>,
    Value<"LIB_XT_COPY_DEVICE_TO_HOST", 1>,
    Value<"LIB_XT_COPY_DEVICE_TO_DEVICE", 2>]>, Tag<"cudaXtCopyType_t">;
def libFormat : Enum<[
    Value<"LIB_FORMAT_CUFFT", 0>,
    Value<"LIB_FORMAT_UNDEFINED", 1>]>, Tag<"libFormat_t">;
def cudaXtDesc : Struct<1296, [{
  int version;
  int nGPUs;
  int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
  void *data[MAX_CUDA_DESCRIPTOR_GPUS];
  size_t size[MAX_CUDA_DESCRIPTOR_GPUS];
  void *cudaXtState;
}]>, Tag<"cudaXtDesc_t">;
def cudaLibXtDesc : Struct<32, [{
  int version;
  cudaXtDesc *descriptor;
  libFormat library;
  int subFormat;
  void *libDescriptor;
}]>, Tag<"cudaLibXtDesc_t">;
