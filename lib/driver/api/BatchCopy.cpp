// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of the manual's section "Memory Management" that make many copies at once. All of them
// are checked before the first is enqueued; among each other they have no order.
#include <cstdint>
#include <vector>

#include "driver/base/Batch.h"
#include "driver/context/Device.h"
#include "driver/memory/Array.h"
#include "driver/memory/Copy.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

namespace {
struct Copy {
  CopyEndpoint to, from;
  CopyExtent extent;
  SourceUse use = SourceUse::InStream;
};
/// No copy in particular is at fault.
constexpr size_t kNone = SIZE_MAX;
} // namespace

#include "driver/rules/BatchCopy.inc"

/// In the stream is one of the times that ANY allows.
static SourceUse useOf(CUmemcpySrcAccessOrder order) {
  return order == CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL ? SourceUse::DuringCall
                                                             : SourceUse::InStream;
}

static CUresult batchStream(CUstream hStream, Stream *&stream) {
  if (CUresult result = findStream(hStream, stream))
    return result;
  // Documented: never the legacy default stream.
  return stream->isLegacy() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

static CUresult submitAll(const std::vector<Copy> &copies, Stream &stream) {
  for (const Copy &copy : copies)
    if (CUresult result =
            submitCopy(copy.to, copy.from, copy.extent, stream, Blocking::No, copy.use))
      return result;
  return CUDA_SUCCESS;
}

// -- Linear ---------------------------------------------------------------------------------------

static CUresult linearCopies(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                             CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                             size_t &failed, std::vector<Copy> &copies) {
  if (CUresult result = checkLinearBatch(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs))
    return result;
  for (size_t i = 0, group = 0; i < count; ++i) {
    if (i && group + 1 < numAttrs && attrsIdxs[group + 1] == i)
      ++group;
    const CUmemcpyAttributes &attributes = attrs[group];
    failed = i;
    Copy copy;
    copy.extent.width = sizes[i];
    if (!sizes[i]) // seen
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult result = checkCopyAttributes(attributes.srcAccessOrder, attributes.flags))
      return result;
    copy.use = useOf(attributes.srcAccessOrder);
    for (CUmemLocation hint : {attributes.srcLocHint, attributes.dstLocHint})
      if (CUresult result = checkHint(hint))
        return result;
    if (CUresult result = unifiedEndpoint(dsts[i], copy.extent, copy.to))
      return result;
    if (CUresult result = unifiedEndpoint(srcs[i], copy.extent, copy.from))
      return result;
    copies.push_back(copy);
  }
  failed = kNone;
  return CUDA_SUCCESS;
}

/// Does the copies that `read` makes of the lists. `failIdx` gets the number of one that is
/// refused.
template <typename Read> static CUresult copyBatch(CUstream hStream, size_t *failIdx, Read read) {
  size_t failed = kNone;
  Stream *stream;
  std::vector<Copy> copies;
  CUresult result = batchStream(hStream, stream);
  if (result == CUDA_SUCCESS)
    result = read(failed, copies);
  if (result == CUDA_SUCCESS)
    result = submitAll(copies, *stream);
  if (result && failIdx)
    *failIdx = failed;
  return result;
}

CUresult cuMemcpyBatchAsync_v1(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count,
                               CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                               size_t *failIdx, CUstream hStream) {
  return copyBatch(hStream, failIdx, [&](size_t &failed, std::vector<Copy> &copies) {
    return linearCopies(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failed, copies);
  });
}

CUresult cuMemcpyWithAttributesAsync(CUdeviceptr dst, CUdeviceptr src, size_t size,
                                     CUmemcpyAttributes *attr, Stream &stream) {
  size_t first = 0, failed = kNone;
  std::vector<Copy> copies;
  if (CUresult result = linearCopies(&dst, &src, &size, 1, attr, &first, 1, failed, copies))
    return result;
  return submitAll(copies, stream);
}

// -- Three dimensions -----------------------------------------------------------------------------

/// Bytes of an element, which extents and offsets count: a texel of the array, else a byte.
static CUresult elementBytes(const CUDA_MEMCPY3D_BATCH_OP &op, size_t &bytes) {
  bytes = 0;
  for (const CUmemcpy3DOperand *operand : {&op.src, &op.dst})
    if (operand->type == CU_MEMCPY_OPERAND_TYPE_ARRAY) {
      Array *array = find<Array>(operand->op.array.array);
      if (CUresult result = checkOperandArray(array, bytes))
        return result;
      bytes = array->texelBytes();
    }
  if (!bytes)
    bytes = 1;
  return CUDA_SUCCESS;
}

static CUresult operandEndpoint(const CUmemcpy3DOperand &operand, size_t element,
                                const CopyExtent &extent, CopyEndpoint &endpoint) {
  if (CUresult result = checkOperand(operand, element, extent))
    return result;
  if (operand.type == CU_MEMCPY_OPERAND_TYPE_ARRAY) {
    const CUoffset3D &offset = operand.op.array.offset;
    return arrayBoxEndpoint(operand.op.array.array, offset.x * element, offset.y, offset.z, extent,
                            endpoint);
  }
  const auto &pointer = operand.op.ptr;
  // A row or layer of no length is packed.
  const size_t rows = pointer.layerHeight ? pointer.layerHeight : extent.height;
  endpoint.pitch = pointer.rowLength ? pointer.rowLength * element : extent.width;
  if (__builtin_mul_overflow(endpoint.pitch, rows, &endpoint.slicePitch))
    return CUDA_ERROR_INVALID_VALUE;
  return unifiedEndpoint(pointer.ptr, extent, endpoint);
}

static CUresult boxCopies(size_t numOps, const CUDA_MEMCPY3D_BATCH_OP *opList,
                          unsigned long long flags, size_t &failed, std::vector<Copy> &copies) {
  if (CUresult result = checkBoxBatch(numOps, opList, flags))
    return result;
  for (size_t i = 0; i < numOps; ++i) {
    const CUDA_MEMCPY3D_BATCH_OP &op = opList[i];
    failed = i;
    Copy copy;
    if (CUresult result = checkCopyAttributes(op.srcAccessOrder, op.flags))
      return result;
    copy.use = useOf(op.srcAccessOrder);
    size_t element;
    if (CUresult result = elementBytes(op, element))
      return result;
    copy.extent = {0, op.extent.height, op.extent.depth};
    if (__builtin_mul_overflow(op.extent.width, element, &copy.extent.width) ||
        copy.extent.isEmpty())
      return CUDA_ERROR_INVALID_VALUE;
    if (CUresult result = operandEndpoint(op.dst, element, copy.extent, copy.to))
      return result;
    if (CUresult result = operandEndpoint(op.src, element, copy.extent, copy.from))
      return result;
    copies.push_back(copy);
  }
  failed = kNone;
  return CUDA_SUCCESS;
}

CUresult cuMemcpy3DBatchAsync_v1(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx,
                                 unsigned long long flags, CUstream hStream) {
  return copyBatch(hStream, failIdx, [&](size_t &failed, std::vector<Copy> &copies) {
    return boxCopies(numOps, opList, flags, failed, copies);
  });
}

CUresult cuMemcpy3DWithAttributesAsync(CUDA_MEMCPY3D_BATCH_OP *op, unsigned long long flags,
                                       Stream &stream) {
  size_t failed = kNone;
  std::vector<Copy> copies;
  if (CUresult result = boxCopies(1, op, flags, failed, copies))
    return result;
  return submitAll(copies, stream);
}

} // namespace anywarp::driver
