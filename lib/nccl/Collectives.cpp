// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Collectives and messages as the program calls them.
#include "nccl/Group.h"
#include "support/Mutex.h"

namespace anywarp::nccl {

static Operation operation(Kind kind, const void *send, void *receive, size_t count,
                           ncclDataType_t type, int root = 0) {
  Operation made{kind, type};
  made.root = root;
  made.count = count;
  made.send = static_cast<const char *>(send);
  made.receive = static_cast<char *>(receive);
  return made;
}

/// With an operation: a PreMulSum must have been made for the type.
static ncclResult_t reduce(Operation made, ncclRedOp_t op, ncclComm_t handle, cudaStream_t stream) {
  made.op = uint32_t(op);
  if (op >= ncclNumOps) {
    Comm &comm = of(handle);
    LockGuard lock(comm.mutex);
    const Comm::Factor &factor = comm.factors.at(int(op));
    if (factor.type != made.type)
      return ncclInvalidArgument;
    made.op = kPreMulSum;
    made.scalar = factor.bits;
    made.deviceScalar = factor.device;
  }
  return submit(handle, made, stream);
}

/// The buffers that a rank must have.
static bool lacks(size_t count, bool needsSend, const void *send, bool needsReceive,
                  const void *receive) {
  return count && ((needsSend && !send) || (needsReceive && !receive));
}
static bool isRoot(int root, ncclComm_t comm) { return of(comm).member->region.rank() == root; }

ncclResult_t ncclReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
                        ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream) {
  if (lacks(count, true, sendbuff, isRoot(root, comm), recvbuff))
    return ncclInvalidArgument;
  return reduce(operation(Kind::Reduce, sendbuff, recvbuff, count, datatype, root), op, comm,
                stream);
}

ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                       cudaStream_t stream) {
  return nccl::ncclBroadcast(buff, buff, count, datatype, root, comm, stream);
}

ncclResult_t ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, int root, ncclComm_t comm,
                           cudaStream_t stream) {
  if (lacks(count, isRoot(root, comm), sendbuff, true, recvbuff))
    return ncclInvalidArgument;
  return submit(comm, operation(Kind::Broadcast, sendbuff, recvbuff, count, datatype, root),
                stream);
}

ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                           cudaStream_t stream) {
  if (lacks(count, true, sendbuff, true, recvbuff))
    return ncclInvalidArgument;
  return reduce(operation(Kind::AllReduce, sendbuff, recvbuff, count, datatype), op, comm, stream);
}

ncclResult_t ncclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                               ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                               cudaStream_t stream) {
  if (lacks(recvcount, true, sendbuff, true, recvbuff))
    return ncclInvalidArgument;
  return reduce(operation(Kind::ReduceScatter, sendbuff, recvbuff, recvcount, datatype), op, comm,
                stream);
}

ncclResult_t ncclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount,
                           ncclDataType_t datatype, ncclComm_t comm, cudaStream_t stream) {
  if (lacks(sendcount, true, sendbuff, true, recvbuff))
    return ncclInvalidArgument;
  return submit(comm, operation(Kind::AllGather, sendbuff, recvbuff, sendcount, datatype), stream);
}

ncclResult_t ncclAlltoAll(const void *sendbuff, void *recvbuff, size_t count,
                          ncclDataType_t datatype, ncclComm_t comm, cudaStream_t stream) {
  if (lacks(count, true, sendbuff, true, recvbuff) || (count && sendbuff == recvbuff))
    return ncclInvalidArgument;
  return submit(comm, operation(Kind::AlltoAll, sendbuff, recvbuff, count, datatype), stream);
}

ncclResult_t ncclGather(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
                        int root, ncclComm_t comm, cudaStream_t stream) {
  if (lacks(count, true, sendbuff, isRoot(root, comm), recvbuff))
    return ncclInvalidArgument;
  return submit(comm, operation(Kind::Gather, sendbuff, recvbuff, count, datatype, root), stream);
}

ncclResult_t ncclScatter(const void *sendbuff, void *recvbuff, size_t count,
                         ncclDataType_t datatype, int root, ncclComm_t comm, cudaStream_t stream) {
  if (lacks(count, isRoot(root, comm), sendbuff, true, recvbuff))
    return ncclInvalidArgument;
  return submit(comm, operation(Kind::Scatter, sendbuff, recvbuff, count, datatype, root), stream);
}

ncclResult_t ncclSend(const void *sendbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  if (lacks(count, true, sendbuff, false, nullptr))
    return ncclInvalidArgument;
  return submit(comm, operation(Kind::Send, sendbuff, nullptr, count, datatype, peer), stream);
}

ncclResult_t ncclRecv(void *recvbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, cudaStream_t stream) {
  if (lacks(count, false, nullptr, true, recvbuff))
    return ncclInvalidArgument;
  return submit(comm, operation(Kind::Receive, nullptr, recvbuff, count, datatype, peer), stream);
}

} // namespace anywarp::nccl
