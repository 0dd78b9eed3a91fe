// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS: handles, their settings, texts, the log.

defvar Handle = In<"cublasHandle_t", "handle">;

def cublasCreate : LibraryFunction<[Out<"cublasHandle_t *", "handle">]>, Version<2>;
def cublasDestroy : LibraryFunction<[Handle]>, Version<2>;
def cublasGetVersion : LibraryFunction<[Handle, Out<"int *", "version">]>, Version<2>, AnyHandle;
def cublasGetProperty : LibraryFunction<[In<"libraryPropertyType", "type">, Out<"int *", "value">]>;
def cublasGetCudartVersion : LibraryFunction<[]>, Returns<"size_t">;

class Setting<string type, string param, string routine, string version = ""> {
  string Type = type;
  string Param = param;
  string Routine = routine;
  string V = version;
}
// A pair of functions for each.
foreach s = [Setting<"cudaStream_t", "streamId", "Stream", "_v2">, Setting<"cublasPointerMode_t", "mode", "PointerMode", "_v2">,
             Setting<"cublasAtomicsMode_t", "mode", "AtomicsMode">, Setting<"cublasMath_t", "mode", "MathMode">,
             Setting<"int", "smCountTarget", "SmCountTarget">, Setting<"cublasEmulationStrategy_t", "emulationStrategy", "EmulationStrategy">,
             Setting<"cudaEmulationSpecialValuesSupport", "mask", "EmulationSpecialValuesSupport">,
             Setting<"cudaEmulationMantissaControl", "mantissaControl", "FixedPointEmulationMantissaControl">,
             Setting<"int", "maxMantissaBitCount", "FixedPointEmulationMaxMantissaBitCount">,
             Setting<"int", "mantissaBitOffset", "FixedPointEmulationMantissaBitOffset">,
             Setting<"int *", "mantissaBitCount", "FixedPointEmulationMantissaBitCountPointer">] in {
  let Symbol = "cublasSet" # s.Routine # s.V in
    def "cublasSet" # s.Routine : LibraryFunction<[Handle, In<s.Type, s.Param>]>;
  let Symbol = "cublasGet" # s.Routine # s.V in
    def "cublasGet" # s.Routine : LibraryFunction<[Handle, Out<s.Type # " *", s.Param>]>;
}
def cublasSetWorkspace : LibraryFunction<[Handle, In<"void *", "workspace">, In<"size_t", "workspaceSizeInBytes">]>, Version<2>;

def cublasGetStatusName : LibraryFunction<[In<"cublasStatus_t", "status">]>, Returns<"const char *">;
def cublasGetStatusString : LibraryFunction<[In<"cublasStatus_t", "status">]>, Returns<"const char *">;
def cublasXerbla : LibraryFunction<[In<"const char *", "srName">, In<"int", "info">]>, Returns<"void">;
def cublasLoggerConfigure
    : LibraryFunction<[In<"int", "logIsOn">, In<"int", "logToStdOut">, In<"int", "logToStdErr">, In<"const char *", "logFileName">]>;
def cublasSetLoggerCallback : LibraryFunction<[In<"cublasLogCallback", "userCallback">]>;
def cublasGetLoggerCallback : LibraryFunction<[Out<"cublasLogCallback *", "userCallback">]>;
