// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: events.

def CUevent : Handle<"CUevent_st">;

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

def cuEventCreate : DriverFunction<2000, [Out<"CUevent *", "phEvent">, In<"unsigned int", "Flags">], CurrentContext, Done>;
def cuEventRecord : DriverFunction<2000, [
    In<"CUevent", "hEvent">, In<"CUstream", "hStream">], HandleContext, Done>, PerThreadStream, InHostFunctions;
def cuEventRecordWithFlags : DriverFunction<11010, [
    In<"CUevent", "hEvent">, In<"CUstream", "hStream">, In<"unsigned int", "flags">], HandleContext, Done>,
    PerThreadStream, InHostFunctions;
def cuEventQuery : DriverFunction<2000, [In<"CUevent", "hEvent">], HandleContext, Done>, InHostFunctions;
def cuEventSynchronize : DriverFunction<2000, [In<"CUevent", "hEvent">], HandleContext, Done>, InHostFunctions;
def cuEventDestroy : DriverFunction<4000, [In<"CUevent", "hEvent">], HandleContext, Done>, Version<2>, InHostFunctions;
def cuEventDestroy_v1 : DriverFunction<2000, [In<"CUevent", "hEvent">], HandleContext, Done>,
    Old<"cuEventDestroy">, InHostFunctions;
def cuEventElapsedTime : DriverFunction<12080, [
    Out<"float *", "pMilliseconds">, In<"CUevent", "hStart">, In<"CUevent", "hEnd">], HandleContext, Done>,
    Version<2>, InHostFunctions;
def cuEventElapsedTime_v1 : DriverFunction<2000, [
    Out<"float *", "pMilliseconds">, In<"CUevent", "hStart">, In<"CUevent", "hEnd">], HandleContext, Done>,
    Old<"cuEventElapsedTime">, InHostFunctions;
