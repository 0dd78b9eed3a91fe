// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: fills.

def cuMemsetD8 : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"unsigned char", "uc">, In<"size_t", "N">], CurrentContext, Done>, Version<2>, PerThread,
  Doc<"Sets bytes.">, Is<"Memset", "fill(dstDevice, 0, uc, 1, N, 1, nullptr, Blocking::Yes)">;
def cuMemsetD8_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"unsigned char", "uc">, In<"unsigned int", "N">], CurrentContext, Done>,
    Old<"cuMemsetD8">, On<"cuMemsetD8">;
def cuMemsetD16 : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"unsigned short", "us">, In<"size_t", "N">], CurrentContext, Done>, Version<2>, PerThread,
  Doc<"Sets values of 16 bits.">, Is<"Memset", "fill(dstDevice, 0, us, 2, N, 1, nullptr, Blocking::Yes)">;
def cuMemsetD16_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"unsigned short", "us">, In<"unsigned int", "N">], CurrentContext, Done>,
    Old<"cuMemsetD16">, On<"cuMemsetD16">;
def cuMemsetD32 : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"unsigned int", "ui">, In<"size_t", "N">], CurrentContext, Done>, Version<2>, PerThread,
  Doc<"Sets values of 32 bits.">, Is<"Memset", "fill(dstDevice, 0, ui, 4, N, 1, nullptr, Blocking::Yes)">;
def cuMemsetD32_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"unsigned int", "ui">, In<"unsigned int", "N">], CurrentContext, Done>,
    Old<"cuMemsetD32">, On<"cuMemsetD32">;
def cuMemsetD2D8 : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"size_t", "dstPitch">, In<"unsigned char", "uc">,
    In<"size_t", "Width">, In<"size_t", "Height">], CurrentContext, Done>, Version<2>, PerThread,
  Doc<"Sets rows of bytes; the pitch is in bytes.">, Is<"Memset", "fill(dstDevice, dstPitch, uc, 1, Width, Height, nullptr, Blocking::Yes)">;
def cuMemsetD2D8_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"unsigned int", "dstPitch">, In<"unsigned char", "uc">,
    In<"unsigned int", "Width">, In<"unsigned int", "Height">], CurrentContext, Done>, Old<"cuMemsetD2D8">,
  On<"cuMemsetD2D8">;
def cuMemsetD2D16 : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"size_t", "dstPitch">, In<"unsigned short", "us">,
    In<"size_t", "Width">, In<"size_t", "Height">], CurrentContext, Done>, Version<2>, PerThread,
  Doc<"Sets rows of 16-bit values; the pitch is in bytes.">, Is<"Memset", "fill(dstDevice, dstPitch, us, 2, Width, Height, nullptr, Blocking::Yes)">;
def cuMemsetD2D16_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"unsigned int", "dstPitch">, In<"unsigned short", "us">,
    In<"unsigned int", "Width">, In<"unsigned int", "Height">], CurrentContext, Done>, Old<"cuMemsetD2D16">,
  On<"cuMemsetD2D16">;
def cuMemsetD2D32 : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"size_t", "dstPitch">, In<"unsigned int", "ui">,
    In<"size_t", "Width">, In<"size_t", "Height">], CurrentContext, Done>, Version<2>, PerThread,
  Doc<"Sets rows of 32-bit values; the pitch is in bytes.">, Is<"Memset", "fill(dstDevice, dstPitch, ui, 4, Width, Height, nullptr, Blocking::Yes)">;
def cuMemsetD2D32_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"unsigned int", "dstPitch">, In<"unsigned int", "ui">,
    In<"unsigned int", "Width">, In<"unsigned int", "Height">], CurrentContext, Done>, Old<"cuMemsetD2D32">,
  On<"cuMemsetD2D32">;
def cuMemsetD8Async : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"unsigned char", "uc">, In<"size_t", "N">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Sets bytes in a stream.">, Is<"Memset", "fill(dstDevice, 0, uc, 1, N, 1, hStream, Blocking::No)">;
def cuMemsetD16Async : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"unsigned short", "us">, In<"size_t", "N">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Sets values of 16 bits in a stream.">,
  Is<"Memset", "fill(dstDevice, 0, us, 2, N, 1, hStream, Blocking::No)">;
def cuMemsetD32Async : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"unsigned int", "ui">, In<"size_t", "N">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Sets values of 32 bits in a stream.">,
  Is<"Memset", "fill(dstDevice, 0, ui, 4, N, 1, hStream, Blocking::No)">;
def cuMemsetD2D8Async : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"size_t", "dstPitch">, In<"unsigned char", "uc">,
    In<"size_t", "Width">, In<"size_t", "Height">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Sets rows of bytes in a stream.">,
  Is<"Memset", "fill(dstDevice, dstPitch, uc, 1, Width, Height, hStream, Blocking::No)">;
def cuMemsetD2D16Async : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"size_t", "dstPitch">, In<"unsigned short", "us">,
    In<"size_t", "Width">, In<"size_t", "Height">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Sets rows of 16-bit values in a stream.">,
  Is<"Memset", "fill(dstDevice, dstPitch, us, 2, Width, Height, hStream, Blocking::No)">;
def cuMemsetD2D32Async : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"size_t", "dstPitch">, In<"unsigned int", "ui">,
    In<"size_t", "Width">, In<"size_t", "Height">, In<"CUstream", "hStream">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Doc<"Sets rows of 32-bit values in a stream.">,
  Is<"Memset", "fill(dstDevice, dstPitch, ui, 4, Width, Height, hStream, Blocking::No)">;
