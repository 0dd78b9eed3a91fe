// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: error logs.

def CUlogLevel : Enum<[
  Value<"CU_LOG_LEVEL_ERROR", 0>,
  Value<"CU_LOG_LEVEL_WARNING", 1>
]>;

def CUlogsCallbackHandle : Handle<"CUlogsCallbackEntry_st">, Owner<"">;
def CUlogsCallback : Callback<"void", "void *data, CUlogLevel logLevel, char *message, size_t length">;
def CUlogIterator : Typedef<"unsigned int">;

def cuLogsRegisterCallback : DriverFunction<12090, [
    In<"CUlogsCallback", "callbackFunc">, In<"void *", "userData">,
    OptOut<"CUlogsCallbackHandle *", "callback_out">], Initialized, Done>, InHostFunctions,
  Refuses<[Invalid<"!callbackFunc">]>, Doc<"Registers a function that gets each line of the error log.">;
def cuLogsUnregisterCallback : DriverFunction<12090, [In<"CUlogsCallbackHandle", "callback">], Initialized, Done>,
    InHostFunctions, Doc<"Takes back what cuLogsRegisterCallback registered.">,
  Is<"Logs", "Logs::get().unregisterCallback(callback) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE">;
def cuLogsCurrent : DriverFunction<12090, [
    Out<"CUlogIterator *", "iterator_out">, In<"unsigned int", "flags">], Initialized, Done>, InHostFunctions,
  Doc<"Gives the end of the error log.">, Gives<"Logs", "Logs::get().current()">;
def cuLogsDumpToFile : DriverFunction<12090, [
    InOut<"CUlogIterator *", "iterator">, In<"const char *", "pathToFile">, In<"unsigned int", "flags">], Initialized, Done>,
    InHostFunctions, Refuses<[Invalid<"!pathToFile">]>, Doc<"Writes the error log from a place on to a file.">;
def cuLogsDumpToMemory : DriverFunction<12090, [
    InOut<"CUlogIterator *", "iterator">, InOut<"char *", "buffer">, InOut<"size_t *", "size">,
    In<"unsigned int", "flags">], Initialized, Done>, InHostFunctions, Refuses<[
    Invalid<"!buffer">,
    Invalid<"!size">,
    Invalid<"!*size">]>, Doc<"Copies the error log from a place on; the size is in bytes.">;
