// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: stream memory operations.

def CUstreamWaitValue_flags : Enum<[
  Value<"CU_STREAM_WAIT_VALUE_GEQ", 0x0>,
  Value<"CU_STREAM_WAIT_VALUE_EQ", 0x1>,
  Value<"CU_STREAM_WAIT_VALUE_AND", 0x2>,
  Value<"CU_STREAM_WAIT_VALUE_NOR", 0x3>,
  Value<"CU_STREAM_WAIT_VALUE_FLUSH", 0x40000000>
]>;

def CUstreamWriteValue_flags : Enum<[
  Value<"CU_STREAM_WRITE_VALUE_DEFAULT", 0x0>,
  Value<"CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER", 0x1>
]>;

def CUstreamBatchMemOpType : Enum<[
  Value<"CU_STREAM_MEM_OP_WAIT_VALUE_32", 1>,
  Value<"CU_STREAM_MEM_OP_WRITE_VALUE_32", 2>,
  Value<"CU_STREAM_MEM_OP_WAIT_VALUE_64", 4>,
  Value<"CU_STREAM_MEM_OP_WRITE_VALUE_64", 5>,
  Value<"CU_STREAM_MEM_OP_BARRIER", 6>,
  Value<"CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES", 3>
]>;

def CUstreamMemoryBarrier_flags : Enum<[
  Value<"CU_STREAM_MEMORY_BARRIER_TYPE_SYS", 0x0>,
  Value<"CU_STREAM_MEMORY_BARRIER_TYPE_GPU", 0x1>
]>;

def CUstreamBatchMemOpParams : Union<48, [{
  CUstreamBatchMemOpType operation;
  struct CUstreamMemOpWaitValueParams_st {
    CUstreamBatchMemOpType operation;
    CUdeviceptr address;
    union {
      cuuint32_t value;
      cuuint64_t value64;
    };
    unsigned int flags;
    CUdeviceptr alias;
  } waitValue;
  struct CUstreamMemOpWriteValueParams_st {
    CUstreamBatchMemOpType operation;
    CUdeviceptr address;
    union {
      cuuint32_t value;
      cuuint64_t value64;
    };
    unsigned int flags;
    CUdeviceptr alias;
  } writeValue;
  struct CUstreamMemOpFlushRemoteWritesParams_st {
    CUstreamBatchMemOpType operation;
    unsigned int flags;
  } flushRemoteWrites;
  struct CUstreamMemOpMemoryBarrierParams_st {
    CUstreamBatchMemOpType operation;
    unsigned int flags;
  } memoryBarrier;
  cuuint64_t pad[6];
}]>, Version<1>, Tag<"CUstreamBatchMemOpParams_union">;

def cuStreamWaitValue32 : DriverFunction<11070, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint32_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions,
  Doc<"Makes a stream wait until 32 bits of memory satisfy a condition.">,
  Is<"StreamMemOps", "submitWait(stream, CU_STREAM_MEM_OP_WAIT_VALUE_32, addr, value, flags)">;
def cuStreamWaitValue32_v1 : DriverFunction<8000, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint32_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Old<"cuStreamWaitValue32">, PerThreadStream, InHostFunctions,
  On<"cuStreamWaitValue32">;
def cuStreamWaitValue64 : DriverFunction<11070, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint64_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions,
  Doc<"Makes a stream wait until 64 bits of memory satisfy a condition.">,
  Is<"StreamMemOps", "submitWait(stream, CU_STREAM_MEM_OP_WAIT_VALUE_64, addr, value, flags)">;
def cuStreamWaitValue64_v1 : DriverFunction<9000, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint64_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Old<"cuStreamWaitValue64">, PerThreadStream, InHostFunctions,
  On<"cuStreamWaitValue64">;
def cuStreamWriteValue32 : DriverFunction<11070, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint32_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions,
  Doc<"Writes 32 bits of memory in the order of a stream.">,
  Is<"StreamMemOps", "submitWrite(stream, CU_STREAM_MEM_OP_WRITE_VALUE_32, addr, value, flags)">;
def cuStreamWriteValue32_v1 : DriverFunction<8000, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint32_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Old<"cuStreamWriteValue32">, PerThreadStream, InHostFunctions,
  On<"cuStreamWriteValue32">;
def cuStreamWriteValue64 : DriverFunction<11070, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint64_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions,
  Doc<"Writes 64 bits of memory in the order of a stream.">,
  Is<"StreamMemOps", "submitWrite(stream, CU_STREAM_MEM_OP_WRITE_VALUE_64, addr, value, flags)">;
def cuStreamWriteValue64_v1 : DriverFunction<9000, [
    In<"CUstream", "stream">, In<"CUdeviceptr", "addr">, In<"cuuint64_t", "value">,
    In<"unsigned int", "flags">], HandleContext, Done>, Old<"cuStreamWriteValue64">, PerThreadStream, InHostFunctions,
  On<"cuStreamWriteValue64">;
def cuStreamBatchMemOp : DriverFunction<11070, [
    In<"CUstream", "stream">, In<"unsigned int", "count">, In<"CUstreamBatchMemOpParams *", "paramArray">,
    In<"unsigned int", "flags">], HandleContext, Done>, Version<2>, PerThreadStream, InHostFunctions,
  Refuses<[Invalid<"flags">, Invalid<"count > 255">, Invalid<"count && !paramArray">]>,
  Doc<"Does several waits and writes of memory in a stream.">, Is<"StreamMemOps", "submit(stream, paramArray, count)">;
def cuStreamBatchMemOp_v1 : DriverFunction<8000, [
    In<"CUstream", "stream">, In<"unsigned int", "count">, In<"CUstreamBatchMemOpParams *", "paramArray">,
    In<"unsigned int", "flags">], HandleContext, Done>, Old<"cuStreamBatchMemOp">, PerThreadStream, InHostFunctions,
  On<"cuStreamBatchMemOp">;

// -- Rules ----------------------------------------------------------------------------------------

def checkWaitFlags : Rules<["StreamMemOps"], [In<"unsigned", "flags">], [
  Invalid<"flags & ~(kConditionMask | unsigned(CU_STREAM_WAIT_VALUE_FLUSH))">,
  Absence<"flags & CU_STREAM_WAIT_VALUE_FLUSH"> // as the device's attribute says
]>;

def checkWriteFlags : Rules<["StreamMemOps"], [In<"unsigned", "flags">], [
  Invalid<"flags"> // also CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER (seen)
]>;

def checkMemOpKind : Rules<["StreamMemOps"], [In<"CUstreamBatchMemOpType", "kind">], [
  Absence<"kind == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES">,
  Invalid<"kind != CU_STREAM_MEM_OP_WAIT_VALUE_32 && kind != CU_STREAM_MEM_OP_WAIT_VALUE_64 && kind != CU_STREAM_MEM_OP_WRITE_VALUE_32 && "
          "kind != CU_STREAM_MEM_OP_WRITE_VALUE_64 && kind != CU_STREAM_MEM_OP_BARRIER">
]>;
