// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: fills.

def cudaMemset : RuntimeFunction<[
    In<"void *", "devPtr">, In<"int", "value">, In<"size_t", "count">], CurrentContext, Done>, PerThread,
  On<"cuMemsetD8">;
def cudaMemset2D : RuntimeFunction<[
    In<"void *", "devPtr">, In<"size_t", "pitch">, In<"int", "value">, In<"size_t", "width">,
    In<"size_t", "height">], CurrentContext, Done>, PerThread, On<"cuMemsetD2D8">;
def cudaMemset3D : RuntimeFunction<[
    In<"struct cudaPitchedPtr", "pitchedDevPtr">, In<"int", "value">,
    In<"struct cudaExtent", "extent">], CurrentContext, Done>, PerThread, Doc<"Sets slices of rows of bytes.">;
def cudaMemsetAsync : RuntimeFunction<[
    In<"void *", "devPtr">, In<"int", "value">, In<"size_t", "count">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream, Device, On<"cuMemsetD8Async">;
def cudaMemset2DAsync : RuntimeFunction<[
    In<"void *", "devPtr">, In<"size_t", "pitch">, In<"int", "value">, In<"size_t", "width">,
    In<"size_t", "height">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Device, On<"cuMemsetD2D8Async">;
def cudaMemset3DAsync : RuntimeFunction<[
    In<"struct cudaPitchedPtr", "pitchedDevPtr">, In<"int", "value">, In<"struct cudaExtent", "extent">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream, Device,
  Doc<"Sets slices of rows of bytes, in a stream.">;
