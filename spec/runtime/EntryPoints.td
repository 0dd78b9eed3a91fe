// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: entry points of the driver.

def cudaGetDriverEntryPointFlags : Enum<[
  Value<"cudaEnableDefault", 0x0>,
  Value<"cudaEnableLegacyStream", 0x1>,
  Value<"cudaEnablePerThreadDefaultStream", 0x2>
]>, Same<"CUdriverProcAddress_flags">;

def cudaDriverEntryPointQueryResult : Enum<[
  Value<"cudaDriverEntryPointSuccess", 0>,
  Value<"cudaDriverEntryPointSymbolNotFound", 1>,
  Value<"cudaDriverEntryPointVersionNotSufficent", 2>
]>, Same<"CUdriverProcAddressQueryResult">;

def cudaGetDriverEntryPoint : RuntimeFunction<[
    In<"const char *", "symbol">, Out<"void **", "funcPtr">, In<"unsigned long long", "flags">,
    OptOut<"enum cudaDriverEntryPointQueryResult *", "driverStatus", "NULL">], Initialized, Done>,
    PerThreadStream, Deprecated, Doc<"Gives the address of a function of the driver.">;
def cudaGetDriverEntryPointByVersion : RuntimeFunction<[
    In<"const char *", "symbol">, Out<"void **", "funcPtr">, In<"unsigned int", "cudaVersion">,
    In<"unsigned long long", "flags">,
    OptOut<"enum cudaDriverEntryPointQueryResult *", "driverStatus", "NULL">], Initialized, Done>,
    PerThreadStream, Doc<"Gives the address of a function of the driver for a version of CUDA.">;
def cudaGetExportTable : RuntimeFunction<[
    Out<"const void **", "ppExportTable">, In<"const cudaUUID_t *", "pExportTableId">], Initialized>,
    Because<"undocumented tables are not offered">;
