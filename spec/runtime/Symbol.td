// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: device variables by symbol.

def cudaMemcpyToSymbol : RuntimeFunction<[
    In<"const void *", "symbol">, In<"const void *", "src">, In<"size_t", "count">,
    In<"size_t", "offset", "0">,
    In<"enum cudaMemcpyKind", "kind", "cudaMemcpyHostToDevice">], CurrentContext, Done>, PerThread;
def cudaMemcpyFromSymbol : RuntimeFunction<[
    In<"void *", "dst">, In<"const void *", "symbol">, In<"size_t", "count">, In<"size_t", "offset", "0">,
    In<"enum cudaMemcpyKind", "kind", "cudaMemcpyDeviceToHost">], CurrentContext, Done>, PerThread;
def cudaMemcpyToSymbolAsync : RuntimeFunction<[
    In<"const void *", "symbol">, In<"const void *", "src">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream;
def cudaMemcpyFromSymbolAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"const void *", "symbol">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream;
def cudaGetSymbolAddress : RuntimeFunction<[
    Out<"void **", "devPtr">, In<"const void *", "symbol">], CurrentContext, Done>;
def cudaGetSymbolSize : RuntimeFunction<[
    InOut<"size_t *", "size">, In<"const void *", "symbol">], CurrentContext, Done>;
