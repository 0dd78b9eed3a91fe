// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: events.

def CUevent : Handle<"CUevent_st">, Usable<"Event", "CUDA_ERROR_INVALID_HANDLE", "findEvent">;

def CUevent_sched_flags : Enum<[
  Value<"CU_EVENT_SCHED_AUTO", 0x0>,
  Value<"CU_EVENT_SCHED_SPIN", 0x1>,
  Value<"CU_EVENT_SCHED_YIELD", 0x2>,
  Value<"CU_EVENT_SCHED_BLOCKING_SYNC", 0x4>
]>;

def cl_event_flags : Enum<[
  Value<"NVCL_EVENT_SCHED_AUTO", 0x0>,
  Value<"NVCL_EVENT_SCHED_SPIN", 0x1>,
  Value<"NVCL_EVENT_SCHED_YIELD", 0x2>,
  Value<"NVCL_EVENT_SCHED_BLOCKING_SYNC", 0x4>
]>;

def CUevent_flags : Enum<[
  Value<"CU_EVENT_DEFAULT", 0x0>,
  Value<"CU_EVENT_BLOCKING_SYNC", 0x1>,
  Value<"CU_EVENT_DISABLE_TIMING", 0x2>,
  Value<"CU_EVENT_INTERPROCESS", 0x4>
]>;

def CUevent_record_flags : Enum<[
  Value<"CU_EVENT_RECORD_DEFAULT", 0x0>,
  Value<"CU_EVENT_RECORD_EXTERNAL", 0x1>
]>;

def CUevent_wait_flags : Enum<[
  Value<"CU_EVENT_WAIT_DEFAULT", 0x0>,
  Value<"CU_EVENT_WAIT_EXTERNAL", 0x1>
]>;

def cuEventCreate : DriverFunction<2000, [Out<"CUevent *", "phEvent">, In<"unsigned int", "Flags">], CurrentContext, Done>,
  Doc<"Makes an event in the current context.">;
def cuEventRecord : DriverFunction<2000, [
    In<"CUevent", "hEvent">, In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream, InHostFunctions,
  On<"cuEventRecordWithFlags", ["hEvent", "hStream", "CU_EVENT_RECORD_DEFAULT"]>,
  Doc<"Records in an event the work that a stream has so far.">;
def cuEventRecordWithFlags : DriverFunction<11010, [
    Found<"CUevent", "hEvent">, Found<"CUstream", "hStream">, In<"unsigned int", "flags">], HandleContext, Done>,
    PerThreadStream, InHostFunctions, Refuses<[
    Fails<"CUDA_ERROR_INVALID_HANDLE", "!hEvent">,
    Invalid<"flags & ~unsigned(CU_EVENT_RECORD_EXTERNAL)">,
    Find<"hStream">,
    Find<"hEvent">,
    Fails<"CUDA_ERROR_INVALID_HANDLE", "&hEvent_->context() != &hStream_->context()">]>,
  Doc<"Records in an event the work that a stream has so far, with flags.">;
def cuEventQuery : DriverFunction<2000, [Found<"CUevent", "hEvent">], HandleContext, Done>, InHostFunctions,
  Refuses<[Asks<"refuseCaptured(*hEvent_)">, Unsafe<>]>, Doc<"Tells whether the recorded work has ended.">;
def cuEventSynchronize : DriverFunction<2000, [Found<"CUevent", "hEvent">], HandleContext, Done>, InHostFunctions,
  Refuses<[Asks<"refuseCaptured(*hEvent_)">, Unsafe<>]>, Doc<"Waits for the recorded work.">;
def cuEventDestroy : DriverFunction<4000, [In<"CUevent", "hEvent">], HandleContext, Done>, Version<2>, InHostFunctions,
  Doc<"Ends an event.">;
def cuEventDestroy_v1 : DriverFunction<2000, [In<"CUevent", "hEvent">], HandleContext, Done>,
    Old<"cuEventDestroy">, InHostFunctions, On<"cuEventDestroy">;
def cuEventElapsedTime : DriverFunction<12080, [
    OptOut<"float *", "pMilliseconds">, Found<"CUevent", "hStart">, Found<"CUevent", "hEnd">], HandleContext, Done>,
    Version<2>, InHostFunctions, Refuses<[
    Invalid<"!pMilliseconds">,
    Fails<"CUDA_ERROR_INVALID_HANDLE", "&hStart_->context() != &hEnd_->context()">,
    Invalid<"!hEnd_->hasTiming() && hEnd_->captured()">, // seen
    Fails<"CUDA_ERROR_INVALID_HANDLE", "!hStart_->hasTiming()">,
    Fails<"CUDA_ERROR_INVALID_HANDLE", "!hEnd_->hasTiming()">,
    Fails<"CUDA_ERROR_CAPTURED_EVENT", "hStart_->captured()">,
    Fails<"CUDA_ERROR_CAPTURED_EVENT", "hEnd_->captured()">]>, Doc<"Gives the time between two events in milliseconds.">;
def cuEventElapsedTime_v1 : DriverFunction<2000, [
    Out<"float *", "pMilliseconds">, In<"CUevent", "hStart">, In<"CUevent", "hEnd">], HandleContext, Done>,
    Old<"cuEventElapsedTime">, InHostFunctions, On<"cuEventElapsedTime">;
