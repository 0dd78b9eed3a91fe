// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE: handles, errors, logging.

def cusparseCreate : LibraryFunction<[Out<"cusparseHandle_t *", "handle">]>;
def cusparseDestroy : LibraryFunction<[Context<>]>, AnyHandle;
def cusparseGetVersion : LibraryFunction<[Context<>, Out<"int *", "version">]>;
def cusparseGetProperty : LibraryFunction<[In<"libraryPropertyType", "type">, Out<"int *", "value">]>;
def cusparseGetErrorName : LibraryFunction<[In<"cusparseStatus_t", "status">]>, Returns<"const char*">;
def cusparseGetErrorString : LibraryFunction<[In<"cusparseStatus_t", "status">]>, Returns<"const char*">;
def cusparseSetStream : LibraryFunction<[Context<>, In<"cudaStream_t", "streamId">]>;
def cusparseGetStream : LibraryFunction<[Context<>, Out<"cudaStream_t *", "streamId">]>;
def cusparseGetPointerMode : LibraryFunction<[Context<>, Out<"cusparsePointerMode_t *", "mode">]>;
def cusparseSetPointerMode : LibraryFunction<[Context<>, In<"cusparsePointerMode_t", "mode">]> {
  let Errors = [Bad<"!cusparse::isValid(mode)">];
}
def cusparseLoggerSetCallback : LibraryFunction<[In<"cusparseLoggerCallback_t", "callback">]>;
def cusparseLoggerSetFile : LibraryFunction<[In<"FILE *", "file">]>;
def cusparseLoggerOpenFile : LibraryFunction<[In<"const char *", "logFile">]>;
def cusparseLoggerSetLevel : LibraryFunction<[In<"int", "level">]>;
def cusparseLoggerSetMask : LibraryFunction<[In<"int", "mask">]>;
def cusparseLoggerForceDisable : LibraryFunction<[]>;
