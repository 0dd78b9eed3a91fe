// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NCCL (libnccl.so.2): collectives and messages of several devices. A null communicator is InvalidArgument, as is a null result.
include "LibraryApi.td"

def nccl : LibraryInfo {
  let Name = "nccl";
  let Title = "NCCL";
  let File = "libnccl";
  let Versions = [2];
  let Result = "ncclResult_t";
  let Success = "ncclSuccess";
  let Null = "ncclInvalidArgument";
  let BadHandle = "ncclInvalidArgument";
  let NotSupported = "ncclInvalidUsage";
  let NoVendor = "ncclSystemError";
  let HasVersionNode = false;
  let Handles = ["ncclComm_t", "const ncclComm_t"];
}

class Int<string name> : In<"int", name>;
class Size<string name> : In<"size_t", name>;
defvar Comm = In<"ncclComm_t", "comm">;
defvar ConstComm = In<"const ncclComm_t", "comm">;
defvar Stream = In<"cudaStream_t", "stream">;
defvar Type = In<"ncclDataType_t", "datatype">;
defvar Op = In<"ncclRedOp_t", "op">;
defvar SendBuffer = In<"const void *", "sendbuff">;
defvar ReceiveBuffer = In<"void *", "recvbuff">;
defvar Config = In<"ncclConfig_t *", "config">;

include "Types.td"
include "Communicators.td"
include "Collectives.td"

def nccl_types : TypesHeader<["Types"]>;
def nccl_functions : FunctionsHeader<["Communicators", "Collectives"]>;
