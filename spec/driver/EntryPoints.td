// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: entry points.

def CUdriverProcAddress_flags : Enum<[
  Value<"CU_GET_PROC_ADDRESS_DEFAULT", 0>,
  Value<"CU_GET_PROC_ADDRESS_LEGACY_STREAM", 0x1>,
  Value<"CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM", 0x2>
]>;

def CUdriverProcAddressQueryResult : Enum<[
  Value<"CU_GET_PROC_ADDRESS_SUCCESS", 0>,
  Value<"CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND", 1>,
  Value<"CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT", 2>
]>;

def cuGetProcAddress : DriverFunction<12000, [
    In<"const char *", "symbol">, Out<"void **", "pfn">, In<"int", "cudaVersion">,
    In<"cuuint64_t", "flags">, OptOut<"CUdriverProcAddressQueryResult *", "symbolStatus">], None, Done>, Version<2>, Across,
  Doc<"Gives the address of a function of the driver for a version of CUDA.">;
def cuGetProcAddress_v1 : DriverFunction<11030, [
    In<"const char *", "symbol">, Out<"void **", "pfn">, In<"int", "cudaVersion">, In<"cuuint64_t", "flags">], None, Done>,
    Old<"cuGetProcAddress">, Across;
def cuGetExportTable : DriverFunction<3000, [
    Out<"const void **", "ppExportTable">, In<"const CUuuid *", "pExportTableId">], None, Done>, Across,
  Doc<"Gives a table of functions that are not documented.">;
