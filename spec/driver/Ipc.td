// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: memory and events shared between processes.

def CU_IPC_HANDLE_SIZE : Macro<"64">;

def CUipcEventHandle : Struct<64, [{
  char reserved[64];
}]>, Version<1>;

def CUipcMemHandle : Struct<64, [{
  char reserved[64];
}]>, Version<1>;

def CUipcMem_flags : Enum<[
  Value<"CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS", 0x1>
]>;

def cuIpcGetEventHandle : DriverFunction<4010, [
    Out<"CUipcEventHandle *", "pHandle">, In<"CUevent", "event">], CurrentContext, Done>,
  Doc<"Gives a handle by which another process can open an event.">;
def cuIpcOpenEventHandle : DriverFunction<4010, [
    Out<"CUevent *", "phEvent">, In<"CUipcEventHandle", "handle">], CurrentContext, Done>,
  Doc<"Opens an event of another process.">;
def cuIpcGetMemHandle : DriverFunction<4010, [Out<"CUipcMemHandle *", "pHandle">, In<"CUdeviceptr", "dptr">], CurrentContext, Done>,
  Doc<"Gives a handle by which another process can open memory.">;
def cuIpcOpenMemHandle : DriverFunction<11000, [
    Out<"CUdeviceptr *", "pdptr">, In<"CUipcMemHandle", "handle">, In<"unsigned int", "Flags">], CurrentContext, Done>, Version<2>,
  Refuses<[Invalid<"Flags != CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS">]>, Doc<"Maps memory of another process.">;
def cuIpcOpenMemHandle_v1 : DriverFunction<4010, [
    Out<"CUdeviceptr *", "pdptr">, In<"CUipcMemHandle", "handle">, In<"unsigned int", "Flags">], CurrentContext, Done>,
    Old<"cuIpcOpenMemHandle">, On<"cuIpcOpenMemHandle">;
def cuIpcCloseMemHandle : DriverFunction<4010, [In<"CUdeviceptr", "dptr">], CurrentContext, Done>,
  Doc<"Takes mapped memory of another process out.">;
