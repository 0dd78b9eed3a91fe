// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: memory and events shared between processes.

def CUDA_IPC_HANDLE_SIZE : Macro<"64">;

def cudaIpcEventHandle_t : Struct<64, [{
  char reserved[64];
}]>, Tag<"cudaIpcEventHandle_st">, Same<"CUipcEventHandle">;

def cudaIpcMemHandle_t : Struct<64, [{
  char reserved[64];
}]>, Tag<"cudaIpcMemHandle_st">, Same<"CUipcMemHandle">;

def cudaIpcGetEventHandle : RuntimeFunction<[
    Out<"cudaIpcEventHandle_t *", "handle">, In<"cudaEvent_t", "event">], CurrentContext, Done>,
  On<"cuIpcGetEventHandle">;
def cudaIpcOpenEventHandle : RuntimeFunction<[
    Out<"cudaEvent_t *", "event">, In<"cudaIpcEventHandle_t", "handle">], CurrentContext, Done>,
  On<"cuIpcOpenEventHandle">;
def cudaIpcGetMemHandle : RuntimeFunction<[
    Out<"cudaIpcMemHandle_t *", "handle">, In<"void *", "devPtr">], CurrentContext, Done>, On<"cuIpcGetMemHandle">;
def cudaIpcOpenMemHandle : RuntimeFunction<[
    Out<"void **", "devPtr">, In<"cudaIpcMemHandle_t", "handle">,
    In<"unsigned int", "flags">], CurrentContext, Done>, On<"cuIpcOpenMemHandle">;
def cudaIpcCloseMemHandle : RuntimeFunction<[In<"void *", "devPtr">], CurrentContext, Done>, On<"cuIpcCloseMemHandle">;
