// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt: handles, texts, the log.

defvar Light = In<"cublasLtHandle_t", "lightHandle">;

def cublasLtCreate : LibraryFunction<[Out<"cublasLtHandle_t *", "lightHandle">]>;
let BadContext = "CUBLAS_STATUS_INVALID_VALUE" in // seen
  def cublasLtDestroy : LibraryFunction<[Light]>;
def cublasLtGetStatusName : LibraryFunction<[In<"cublasStatus_t", "status">]>, Returns<"const char *">;
def cublasLtGetStatusString : LibraryFunction<[In<"cublasStatus_t", "status">]>, Returns<"const char *">;
def cublasLtGetVersion : LibraryFunction<[]>, Returns<"size_t">;
def cublasLtGetCudartVersion : LibraryFunction<[]>, Returns<"size_t">;
def cublasLtGetProperty : LibraryFunction<[In<"libraryPropertyType", "type">, Out<"int *", "value">]>;
def cublasLtHeuristicsCacheGetCapacity : LibraryFunction<[Out<"size_t *", "capacity">]>;
def cublasLtHeuristicsCacheSetCapacity : LibraryFunction<[In<"size_t", "capacity">]>;
def cublasLtDisableCpuInstructionsSetMask : LibraryFunction<[In<"unsigned", "mask">]>, Returns<"unsigned">;
def cublasLtLoggerSetCallback : LibraryFunction<[In<"cublasLtLoggerCallback_t", "callback">]>;
def cublasLtLoggerSetFile : LibraryFunction<[In<"FILE *", "file">]>;
def cublasLtLoggerOpenFile : LibraryFunction<[In<"const char *", "logFile">]>;
let Errors = [Fails<"CUBLAS_STATUS_INVALID_VALUE", "level < 0 || level > 5">] in
  def cublasLtLoggerSetLevel : LibraryFunction<[In<"int", "level">]>;
def cublasLtLoggerSetMask : LibraryFunction<[In<"int", "mask">]>;
def cublasLtLoggerForceDisable : LibraryFunction<[]>;
