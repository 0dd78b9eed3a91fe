// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: checkpoints of processes.

class InTheProcess : Because<"device memory is part of the process: its checkpoint holds it">;

def CUprocessState : Enum<[
  Value<"CU_PROCESS_STATE_RUNNING", 0>,
  Value<"CU_PROCESS_STATE_LOCKED", 1>,
  Value<"CU_PROCESS_STATE_CHECKPOINTED", 2>,
  Value<"CU_PROCESS_STATE_FAILED", 3>
]>;

def CUcheckpointLockArgs : Struct<64, [{
  unsigned int timeoutMs;
  unsigned int reserved0;
  cuuint64_t reserved1[7];
}]>;

def CUcheckpointCheckpointArgs : Struct<64, [{
  cuuint64_t reserved[8];
}]>;

def CUcheckpointGpuPair : Struct<32, [{
  CUuuid oldUuid;
  CUuuid newUuid;
}]>;

def CUcheckpointRestoreArgs : Struct<64, [{
  CUcheckpointGpuPair *gpuPairs;
  unsigned int gpuPairsCount;
  char reserved[44];
  cuuint64_t reserved1;
}]>;

def CUcheckpointUnlockArgs : Struct<64, [{
  cuuint64_t reserved[8];
}]>;

def cuCheckpointProcessGetRestoreThreadId : DriverFunction<12080, [
    In<"int", "pid">, Out<"int *", "tid">], Initialized>, InTheProcess, Doc<"Gives the thread that restores a process.">;
def cuCheckpointProcessGetState : DriverFunction<12080, [
    In<"int", "pid">, Out<"CUprocessState *", "state">], Initialized>, InTheProcess, Doc<"Tells how far a checkpoint is.">;
def cuCheckpointProcessLock : DriverFunction<12080, [
    In<"int", "pid">, In<"CUcheckpointLockArgs *", "args">], Initialized>, InTheProcess,
  Doc<"Stops the calls of a process before a checkpoint.">;
def cuCheckpointProcessCheckpoint : DriverFunction<12080, [
    In<"int", "pid">, In<"CUcheckpointCheckpointArgs *", "args">], Initialized>, InTheProcess,
  Doc<"Moves the memory of a process to the host.">;
def cuCheckpointProcessRestore : DriverFunction<12080, [
    In<"int", "pid">, In<"CUcheckpointRestoreArgs *", "args">], Initialized>, InTheProcess,
  Doc<"Brings the memory of a process back.">;
def CUcheckpointOperationHandle : Handle<"CUcheckpointOperation_st">;
def cuCheckpointOperationComplete : DriverFunction<13041, [In<"CUcheckpointOperationHandle", "handle">], Initialized>, InTheProcess,
  Doc<"Tells that a program has done its part of a checkpoint.">;
def cuCheckpointProcessUnlock : DriverFunction<12080, [
    In<"int", "pid">, In<"CUcheckpointUnlockArgs *", "args">], Initialized>, InTheProcess,
  Doc<"Lets the calls of a process go on.">;
