// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL's manual, "Communicator Creation and Management Functions", "Group Calls", "User Buffer Registration Functions".

def ncclGetVersion : LibraryFunction<[Out<"int *", "version">]>;
def ncclGetUniqueId : LibraryFunction<[Out<"ncclUniqueId *", "uniqueId">]>;
def ncclCommInitRank : LibraryFunction<[
    Out<"ncclComm_t *", "comm">, Int<"nranks">, In<"ncclUniqueId", "commId">, Int<"rank">]> {
  let Errors = [Fails<"ncclInvalidArgument", "nranks < 1 || rank < 0 || rank >= nranks">];
}
def ncclCommInitRankConfig : LibraryFunction<[
    Out<"ncclComm_t *", "comm">, Int<"nranks">, In<"ncclUniqueId", "commId">, Int<"rank">, Config]> {
  let Errors = [Fails<"ncclInvalidArgument", "nranks < 1 || rank < 0 || rank >= nranks">];
}
def ncclCommInitRankScalable : LibraryFunction<[
    Out<"ncclComm_t *", "newcomm">, Int<"nranks">, Int<"myrank">, Int<"nId">, Out<"ncclUniqueId *", "commIds">, Config]> {
  let Errors = [Fails<"ncclInvalidArgument", "nranks < 1 || myrank < 0 || myrank >= nranks || nId < 1 || nId > nranks">];
}
def ncclCommInitAll : LibraryFunction<[Out<"ncclComm_t *", "comm">, Int<"ndev">, In<"const int *", "devlist">]> {
  let Errors = [Fails<"ncclInvalidArgument", "ndev < 1">];
}
def ncclCommFinalize : LibraryFunction<[Comm]>;
def ncclCommDestroy : LibraryFunction<[Comm]>, AnyHandle;
def ncclCommAbort : LibraryFunction<[Comm]>, AnyHandle;
def ncclCommRevoke : LibraryFunction<[Comm, Int<"revokeFlags">]> {
  let Errors = [Fails<"ncclInvalidArgument", "revokeFlags != NCCL_REVOKE_DEFAULT">];
}
def ncclCommSplit : LibraryFunction<[Comm, Int<"color">, Int<"key">, Out<"ncclComm_t *", "newcomm">, Config]> {
  let Errors = [Fails<"ncclInvalidArgument", "color < -1">];
}
def ncclCommShrink : LibraryFunction<[
    Comm, Out<"int *", "excludeRanksList">, Int<"excludeRanksCount">, Out<"ncclComm_t *", "newcomm">, Config,
    Int<"shrinkFlags">]> {
  let Errors = [Fails<"ncclInvalidArgument", "excludeRanksCount < 1 || excludeRanksCount >= anywarp::nccl::ranksOf(comm)">,
                Fails<"ncclInvalidArgument", "shrinkFlags != NCCL_SHRINK_DEFAULT && shrinkFlags != NCCL_SHRINK_ABORT">];
}
def ncclCommGetUniqueId : LibraryFunction<[Comm, Out<"ncclUniqueId *", "uniqueId">], Absent>, Because<"ncclCommGrow is absent">;
def ncclCommGrow : LibraryFunction<[
    Comm, Int<"nRanks">, In<"const ncclUniqueId *", "uniqueId">, Int<"rank">, Out<"ncclComm_t *", "newcomm">, Config], Absent>,
    Because<"ncclCommInitRank makes a communicator of more ranks">;
def ncclCommSuspend : LibraryFunction<[Comm, Int<"flags">], Absent>, Because<"a communicator holds no memory of a device">;
def ncclCommResume : LibraryFunction<[Comm], Absent>, Because<"ncclCommSuspend is absent">;
def ncclCommMemStats : LibraryFunction<[Comm, In<"ncclCommMemStat_t", "stat">, Out<"uint64_t *", "value">], Absent>,
    Because<"a communicator holds no memory of a device">;
def ncclGetErrorString : LibraryFunction<[In<"ncclResult_t", "result">]>, Returns<"const char *">;
def ncclGetLastError : LibraryFunction<[Comm]>, Returns<"const char *">;
def ncclResetDebugInit : LibraryFunction<[]>, Returns<"void">;
def ncclCommGetAsyncError : LibraryFunction<[Comm, Out<"ncclResult_t *", "asyncError">]>, AnyHandle;
def ncclCommCount : LibraryFunction<[ConstComm, Out<"int *", "count">]>;
def ncclCommCuDevice : LibraryFunction<[ConstComm, Out<"int *", "device">]>;
def ncclCommUserRank : LibraryFunction<[ConstComm, Out<"int *", "rank">]>;
def ncclMemAlloc : LibraryFunction<[Out<"void **", "ptr">, Size<"size">]>;
def ncclMemFree : LibraryFunction<[In<"void *", "ptr">]>;
def ncclCommRegister : LibraryFunction<[ConstComm, In<"void *", "buff">, Size<"size">, Out<"void **", "handle">]>;
def ncclCommDeregister : LibraryFunction<[ConstComm, In<"void *", "handle">]>;
def ncclCommWindowRegister : LibraryFunction<[
    Comm, In<"void *", "buff">, Size<"size">, Out<"ncclWindow_t *", "win">, Int<"winFlags">]>;
def ncclCommWindowDeregister : LibraryFunction<[Comm, In<"ncclWindow_t", "win">]>;
def ncclWinGetUserPtr : LibraryFunction<[Comm, In<"ncclWindow_t", "win">, Out<"void **", "outUserPtr">]>;
def ncclGetPeerDevicePointer : LibraryFunction<[
    In<"ncclWindow_t", "window">, Size<"offset">, Int<"peer">, Out<"void **", "outPtr">], Absent>,
    Because<"kernels do not reach other ranks">;
def ncclGetLsaMultimemDevicePointer : LibraryFunction<[In<"ncclWindow_t", "window">, Size<"offset">, Out<"void **", "outPtr">], Absent>,
    Because<"kernels do not reach other ranks">;
def ncclDevCommCreate : LibraryFunction<[Comm, In<"const void *", "reqs">, Out<"void *", "outDevComm">], Absent>,
    Because<"kernels do not reach other ranks">;
def ncclDevCommDestroy : LibraryFunction<[Comm, In<"const void *", "devComm">], Absent>, Because<"ncclDevCommCreate is absent">;
def ncclGroupStart : LibraryFunction<[]>;
def ncclGroupEnd : LibraryFunction<[]>;
def ncclGroupSimulateEnd : LibraryFunction<[In<"ncclSimInfo_t *", "simInfo">], Absent>,
    Because<"there is no model of the time that a group takes">;
def ncclRedOpCreatePreMulSum : LibraryFunction<[
    Out<"ncclRedOp_t *", "op">, Out<"void *", "scalar">, Type, In<"ncclScalarResidence_t", "residence">, Comm]> {
  let Errors = [Fails<"ncclInvalidArgument", "int(datatype) < 0 || datatype >= ncclNumTypes">,
                Fails<"ncclInvalidArgument", "residence != ncclScalarDevice && residence != ncclScalarHostImmediate">];
}
def ncclRedOpDestroy : LibraryFunction<[Op, Comm]>;
