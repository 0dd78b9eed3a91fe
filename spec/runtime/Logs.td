// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: error logs.

def cudaLogLevel : Enum<[
  Value<"cudaLogLevelError", 0>,
  Value<"cudaLogLevelWarning", 1>
]>, Tag<"CUDAlogLevel_enum">;

def cudaLogsCallbackHandle : Handle<"CUlogsCallbackEntry_st">;
def cudaLogIterator : Typedef<"unsigned int">;
def cudaLogsCallback_t : Callback<"void", "void *data, cudaLogLevel logLevel, char *message, size_t length">;

// The callbacks differ only in the name of the level's enum.
def cudaLogsRegisterCallback : RuntimeFunction<[
    In<"cudaLogsCallback_t", "callbackFunc">, In<"void *", "userData">,
    Out<"cudaLogsCallbackHandle *", "callback_out">], CurrentContext, Done>,
  On<"cuLogsRegisterCallback", ["reinterpret_cast<CUlogsCallback>(callbackFunc)", "userData", "callback_out"]>;
def cudaLogsUnregisterCallback : RuntimeFunction<[
    In<"cudaLogsCallbackHandle", "callback">], CurrentContext, Done>, On<"cuLogsUnregisterCallback">;
def cudaLogsCurrent : RuntimeFunction<[
    Out<"cudaLogIterator *", "iterator_out">, In<"unsigned int", "flags">], CurrentContext, Done>, On<"cuLogsCurrent">;
def cudaLogsDumpToFile : RuntimeFunction<[
    InOut<"cudaLogIterator *", "iterator">, In<"const char *", "pathToFile">,
    In<"unsigned int", "flags">], CurrentContext, Done>, On<"cuLogsDumpToFile">;
def cudaLogsDumpToMemory : RuntimeFunction<[
    InOut<"cudaLogIterator *", "iterator">, InOut<"char *", "buffer">, InOut<"size_t *", "size">,
    In<"unsigned int", "flags">], CurrentContext, Done>, On<"cuLogsDumpToMemory">;
