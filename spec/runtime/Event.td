// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: events.

def cudaEventDefault : Macro<"0x00">;
def cudaEventBlockingSync : Macro<"0x01">, Same<"CU_EVENT_BLOCKING_SYNC">;
def cudaEventDisableTiming : Macro<"0x02">, Same<"CU_EVENT_DISABLE_TIMING">;
def cudaEventInterprocess : Macro<"0x04">, Same<"CU_EVENT_INTERPROCESS">;
def cudaEventRecordDefault : Macro<"0x00">;
def cudaEventRecordExternal : Macro<"0x01">, Same<"CU_EVENT_RECORD_EXTERNAL">;
def cudaEventWaitDefault : Macro<"0x00">;
def cudaEventWaitExternal : Macro<"0x01">;

def cudaEvent_t : Handle<"CUevent_st">;

def cudaEventCreate : RuntimeFunction<[Out<"cudaEvent_t *", "event">], CurrentContext, Done>,
  On<"cuEventCreate", ["event", "CU_EVENT_DEFAULT"]>;
def cudaEventCreateWithFlags : RuntimeFunction<[
    Out<"cudaEvent_t *", "event">, In<"unsigned int", "flags">], CurrentContext, Done>, Device, On<"cuEventCreate">;
def cudaEventRecord : RuntimeFunction<[
    In<"cudaEvent_t", "event">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Device, On<"cuEventRecord">;
def cudaEventRecordWithFlags : RuntimeFunction<[
    In<"cudaEvent_t", "event">, In<"cudaStream_t", "stream", "0">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, PerThreadStream, Device, On<"cuEventRecordWithFlags">;
def cudaEventQuery : RuntimeFunction<[In<"cudaEvent_t", "event">], Initialized, Done>, On<"cuEventQuery">;
def cudaEventSynchronize : RuntimeFunction<[In<"cudaEvent_t", "event">], Initialized, Done>, On<"cuEventSynchronize">;
def cudaEventDestroy : RuntimeFunction<[In<"cudaEvent_t", "event">], CurrentContext, Done>, Device,
  On<"cuEventDestroy">;
def cudaEventElapsedTime : RuntimeFunction<[
    Out<"float *", "ms">, In<"cudaEvent_t", "start">, In<"cudaEvent_t", "end">], Initialized, Done>,
  On<"cuEventElapsedTime">;
