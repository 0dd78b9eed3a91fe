// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: device variables by symbol.

def cudaMemcpyToSymbol : RuntimeFunction<[
    In<"const void *", "symbol">, In<"const void *", "src">, In<"size_t", "count">,
    In<"size_t", "offset", "0">,
    In<"enum cudaMemcpyKind", "kind", "cudaMemcpyHostToDevice">], CurrentContext, Done>, PerThread,
  Doc<"Copies bytes into a device variable.">,
  Is<"Symbol", "copySymbol(symbol, offset, count, isInto(kind), [&](void *place) { return runtime::cudaMemcpy(place, src, count, kind); })">;
def cudaMemcpyFromSymbol : RuntimeFunction<[
    In<"void *", "dst">, In<"const void *", "symbol">, In<"size_t", "count">, In<"size_t", "offset", "0">,
    In<"enum cudaMemcpyKind", "kind", "cudaMemcpyDeviceToHost">], CurrentContext, Done>, PerThread,
  Doc<"Copies bytes out of a device variable.">,
  Is<"Symbol", "copySymbol(symbol, offset, count, isOutOf(kind), [&](void *place) { return runtime::cudaMemcpy(dst, place, count, kind); })">;
def cudaMemcpyToSymbolAsync : RuntimeFunction<[
    In<"const void *", "symbol">, In<"const void *", "src">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Doc<"Copies bytes into a device variable, in a stream.">,
  Is<"Symbol", "copySymbol(symbol, offset, count, isInto(kind), [&](void *place) { return runtime::cudaMemcpyAsync(place, src, count, kind, stream); })">;
def cudaMemcpyFromSymbolAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"const void *", "symbol">, In<"size_t", "count">, In<"size_t", "offset">,
    In<"enum cudaMemcpyKind", "kind">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Doc<"Copies bytes out of a device variable, in a stream.">,
  Is<"Symbol", "copySymbol(symbol, offset, count, isOutOf(kind), [&](void *place) { return runtime::cudaMemcpyAsync(dst, place, count, kind, stream); })">;
def cudaGetSymbolAddress : RuntimeFunction<[
    OptOut<"void **", "devPtr">, In<"const void *", "symbol">], CurrentContext, Done>,
  Doc<"Gives the address of a device variable.">;
def cudaGetSymbolSize : RuntimeFunction<[
    InOut<"size_t *", "size">, In<"const void *", "symbol">], CurrentContext, Done>,
  Doc<"Gives the size of a device variable in bytes.">;
