// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL's manual, "Collective Communication Functions" and "Point To Point Communication Functions".

defvar BadType = Fails<"ncclInvalidArgument", "int(datatype) < 0 || datatype >= ncclNumTypes">;
defvar BadOp = Fails<"ncclInvalidArgument", "!anywarp::nccl::isOperation(comm, op)">;
class BadRank<string name> : Fails<"ncclInvalidArgument", name # " < 0 || " # name # " >= anywarp::nccl::ranksOf(comm)">;

class Collective<list<Param> params, list<Fails> errors> : LibraryFunction<params> { let Errors = errors; }

def ncclReduce : Collective<[SendBuffer, ReceiveBuffer, Size<"count">, Type, Op, Int<"root">, Comm, Stream],
                            [BadType, BadOp, BadRank<"root">]>;
def ncclBcast : Collective<[In<"void *", "buff">, Size<"count">, Type, Int<"root">, Comm, Stream], [BadType, BadRank<"root">]>;
def ncclBroadcast : Collective<[SendBuffer, ReceiveBuffer, Size<"count">, Type, Int<"root">, Comm, Stream],
                               [BadType, BadRank<"root">]>;
def ncclAllReduce : Collective<[SendBuffer, ReceiveBuffer, Size<"count">, Type, Op, Comm, Stream], [BadType, BadOp]>;
def ncclReduceScatter : Collective<[SendBuffer, ReceiveBuffer, Size<"recvcount">, Type, Op, Comm, Stream], [BadType, BadOp]>;
def ncclAllGather : Collective<[SendBuffer, ReceiveBuffer, Size<"sendcount">, Type, Comm, Stream], [BadType]>;
def ncclAlltoAll : Collective<[SendBuffer, ReceiveBuffer, Size<"count">, Type, Comm, Stream], [BadType]>;
def ncclGather : Collective<[SendBuffer, ReceiveBuffer, Size<"count">, Type, Int<"root">, Comm, Stream],
                            [BadType, BadRank<"root">]>;
def ncclScatter : Collective<[SendBuffer, ReceiveBuffer, Size<"count">, Type, Int<"root">, Comm, Stream],
                             [BadType, BadRank<"root">]>;
def ncclSend : Collective<[SendBuffer, Size<"count">, Type, Int<"peer">, Comm, Stream], [BadType, BadRank<"peer">]>;
def ncclRecv : Collective<[ReceiveBuffer, Size<"count">, Type, Int<"peer">, Comm, Stream], [BadType, BadRank<"peer">]>;
def ncclPutSignal : LibraryFunction<[
    In<"const void *", "localbuff">, Size<"count">, Type, Int<"peer">, In<"ncclWindow_t", "peerWin">, Size<"peerWinOffset">,
    Int<"sigIdx">, Int<"ctx">, In<"unsigned int", "flags">, Comm, Stream], Absent>,
    Because<"ncclSend and ncclRecv pass messages between ranks">;
def ncclSignal : LibraryFunction<[Int<"peer">, Int<"sigIdx">, Int<"ctx">, In<"unsigned int", "flags">, Comm, Stream], Absent>,
    Because<"ncclSend and ncclRecv pass messages between ranks">;
def ncclWaitSignal : LibraryFunction<[Int<"nDesc">, In<"ncclWaitSignalDesc_t *", "signalDescs">, Comm, Stream], Absent>,
    Because<"ncclSend and ncclRecv pass messages between ranks">;
