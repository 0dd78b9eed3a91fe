// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: events.

def cudaEventDefault : Macro<"0x00">;
def cudaEventBlockingSync : Macro<"0x01">;
def cudaEventDisableTiming : Macro<"0x02">;
def cudaEventInterprocess : Macro<"0x04">;
def cudaEventRecordDefault : Macro<"0x00">;
def cudaEventRecordExternal : Macro<"0x01">;
def cudaEventWaitDefault : Macro<"0x00">;
def cudaEventWaitExternal : Macro<"0x01">;

def cudaEvent_t : Handle<"CUevent_st">;

def cudaEventCreate : RuntimeFunction<[Out<"cudaEvent_t *", "event">], CurrentContext, Done>;
def cudaEventCreateWithFlags : RuntimeFunction<[
    Out<"cudaEvent_t *", "event">, In<"unsigned int", "flags">], CurrentContext, Done>, Device;
def cudaEventRecord : RuntimeFunction<[
    In<"cudaEvent_t", "event">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Device;
def cudaEventRecordWithFlags : RuntimeFunction<[
    In<"cudaEvent_t", "event">, In<"cudaStream_t", "stream", "0">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, PerThreadStream, Device;
def cudaEventQuery : RuntimeFunction<[In<"cudaEvent_t", "event">], Initialized, Done>;
def cudaEventSynchronize : RuntimeFunction<[In<"cudaEvent_t", "event">], Initialized, Done>;
def cudaEventDestroy : RuntimeFunction<[In<"cudaEvent_t", "event">], CurrentContext, Done>, Device;
def cudaEventElapsedTime : RuntimeFunction<[
    Out<"float *", "ms">, In<"cudaEvent_t", "start">, In<"cudaEvent_t", "end">], Initialized, Done>;
