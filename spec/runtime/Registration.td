// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: what compiled programs call behind the scenes.

def __cudaRegisterFatBinary : RuntimeFunction<[In<"void *", "fatCubin">], None, Done>, Raw, Returns<"void **">;
def __cudaRegisterFatBinaryEnd : RuntimeFunction<[
    In<"void **", "fatCubinHandle">], None, Done>, Raw, Returns<"void">;
def __cudaUnregisterFatBinary : RuntimeFunction<[
    In<"void **", "fatCubinHandle">], None, Done>, Raw, Returns<"void">;
def __cudaRegisterFunction : RuntimeFunction<[
    In<"void **", "fatCubinHandle">, In<"const char *", "hostFun">, In<"char *", "deviceFun">,
    In<"const char *", "deviceName">, In<"int", "threadLimit">, In<"uint3 *", "tid">, In<"uint3 *", "bid">,
    In<"dim3 *", "bDim">, In<"dim3 *", "gDim">, In<"int *", "wSize">], None, Done>, Raw, Returns<"void">;
def __cudaRegisterVar : RuntimeFunction<[
    In<"void **", "fatCubinHandle">, In<"char *", "hostVar">, In<"char *", "deviceAddress">,
    In<"const char *", "deviceName">, In<"int", "ext">, In<"size_t", "size">, In<"int", "constant">,
    In<"int", "global">], None, Done>, Raw, Returns<"void">;
def __cudaRegisterManagedVar : RuntimeFunction<[
    In<"void **", "fatCubinHandle">, In<"void **", "hostVarPtrAddress">, In<"char *", "deviceAddress">,
    In<"const char *", "deviceName">, In<"int", "ext">, In<"size_t", "size">, In<"int", "constant">,
    In<"int", "global">], None, Done>, Raw, Returns<"void">;
def __cudaRegisterHostVar : RuntimeFunction<[In<"void **", "fatCubinHandle">], None, Done>, Raw, Returns<"void">;
def __cudaRegisterUnifiedTable : RuntimeFunction<[
    In<"void **", "fatCubinHandle">], None, Done>, Raw, Returns<"void">;
def __cudaInitModule : RuntimeFunction<[In<"void **", "fatCubinHandle">], None, Done>, Raw, Returns<"char">;
def __cudaPushCallConfiguration : RuntimeFunction<[
    In<"dim3", "gridDim">, In<"dim3", "blockDim">, In<"size_t", "sharedMem">,
    In<"struct CUstream_st *", "stream">], None, Done>, Raw, Returns<"unsigned int">;
def __cudaPopCallConfiguration : RuntimeFunction<[
    In<"dim3 *", "gridDim">, In<"dim3 *", "blockDim">, In<"size_t *", "sharedMem">,
    In<"void *", "stream">], None, Done>, Raw;
def __cudaGetKernel : RuntimeFunction<[
    In<"cudaKernel_t *", "kernelPtr">, In<"const void *", "entryFuncAddr">], None, Done>, Raw;
def __cudaLaunchKernel : RuntimeFunction<[
    In<"cudaKernel_t", "kernel">, In<"dim3", "gridDim">, In<"dim3", "blockDim">, In<"void **", "args">,
    In<"size_t", "sharedMem">, In<"cudaStream_t", "stream">], None, Done>, Raw, PerThreadStream;
def __cudaGetProcAddress : RuntimeFunction<[In<"const char *", "symbol">], None, Done>, Raw;
