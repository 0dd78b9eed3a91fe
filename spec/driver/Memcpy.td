// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: copies.

def CUDA_MEMCPY2D : Struct<128, [{
  size_t srcXInBytes;
  size_t srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes;
  size_t dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes;
  size_t Height;
}]>, Version<2>;

def CUDA_MEMCPY3D : Struct<200, [{
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  void *reserved0;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  void *reserved1;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
}]>, Version<2>, Owner<"record">;

def CUDA_MEMCPY3D_PEER : Struct<200, [{
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr srcDevice;
  CUarray srcArray;
  CUcontext srcContext;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr dstDevice;
  CUarray dstArray;
  CUcontext dstContext;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
}]>, Version<1>;

def CUmemcpyFlags : Enum<[
  Value<"CU_MEMCPY_FLAG_DEFAULT", 0x0>,
  Value<"CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE", 0x1>
]>;

def CUmemcpySrcAccessOrder : Enum<[
  Value<"CU_MEMCPY_SRC_ACCESS_ORDER_INVALID", 0x0>,
  Value<"CU_MEMCPY_SRC_ACCESS_ORDER_STREAM", 0x1>,
  Value<"CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL", 0x2>,
  Value<"CU_MEMCPY_SRC_ACCESS_ORDER_ANY", 0x3>,
  Value<"CU_MEMCPY_SRC_ACCESS_ORDER_MAX", 0x7fffffff>
]>;

def CUmemcpyAttributes : Struct<24, [{
  CUmemcpySrcAccessOrder srcAccessOrder;
  CUmemLocation srcLocHint;
  CUmemLocation dstLocHint;
  unsigned int flags;
}]>, Version<1>;

def CUmemcpy3DOperandType : Enum<[
  Value<"CU_MEMCPY_OPERAND_TYPE_POINTER", 0x1>,
  Value<"CU_MEMCPY_OPERAND_TYPE_ARRAY", 0x2>,
  Value<"CU_MEMCPY_OPERAND_TYPE_MAX", 0x7fffffff>
]>;

def CUoffset3D : Struct<24, [{
  size_t x;
  size_t y;
  size_t z;
}]>, Version<1>;

def CUextent3D : Struct<24, [{
  size_t width;
  size_t height;
  size_t depth;
}]>, Version<1>;

def CUmemcpy3DOperand : Struct<40, [{
  CUmemcpy3DOperandType type;
  union {
    struct {
      CUdeviceptr ptr;
      size_t rowLength;
      size_t layerHeight;
      CUmemLocation locHint;
    } ptr;
    struct {
      CUarray array;
      CUoffset3D offset;
    } array;
  } op;
}]>, Version<1>;

def CUDA_MEMCPY3D_BATCH_OP : Struct<112, [{
  CUmemcpy3DOperand src;
  CUmemcpy3DOperand dst;
  CUextent3D extent;
  CUmemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
}]>, Version<1>;

def CUDA_MEMCPY2D_v1 : Struct<96, [{
  unsigned int srcXInBytes;
  unsigned int srcY;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr_v1 srcDevice;
  CUarray srcArray;
  unsigned int srcPitch;
  unsigned int dstXInBytes;
  unsigned int dstY;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr_v1 dstDevice;
  CUarray dstArray;
  unsigned int dstPitch;
  unsigned int WidthInBytes;
  unsigned int Height;
}]>, Internal;

def CUDA_MEMCPY3D_v1 : Struct<144, [{
  unsigned int srcXInBytes;
  unsigned int srcY;
  unsigned int srcZ;
  unsigned int srcLOD;
  CUmemorytype srcMemoryType;
  const void *srcHost;
  CUdeviceptr_v1 srcDevice;
  CUarray srcArray;
  void *reserved0;
  unsigned int srcPitch;
  unsigned int srcHeight;
  unsigned int dstXInBytes;
  unsigned int dstY;
  unsigned int dstZ;
  unsigned int dstLOD;
  CUmemorytype dstMemoryType;
  void *dstHost;
  CUdeviceptr_v1 dstDevice;
  CUarray dstArray;
  void *reserved1;
  unsigned int dstPitch;
  unsigned int dstHeight;
  unsigned int WidthInBytes;
  unsigned int Height;
  unsigned int Depth;
}]>, Internal;

def cuMemcpy : DriverFunction<4000, [
    In<"CUdeviceptr", "dst">, In<"CUdeviceptr", "src">, In<"size_t", "ByteCount">], CurrentContext, Done>, PerThread, Across,
  Doc<"Copies bytes between any two places.">, Is<"Memcpy", "copyLinear(unifiedEndpoint, dst, unifiedEndpoint, src, ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyPeer : DriverFunction<4000, [
    In<"CUdeviceptr", "dstDevice">, In<"CUcontext", "dstContext">, In<"CUdeviceptr", "srcDevice">,
    In<"CUcontext", "srcContext">, In<"size_t", "ByteCount">], CurrentContext, Done>, PerThread, Across,
  Doc<"Copies bytes from memory of one context to that of another.">;
def cuMemcpyHtoD : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"const void *", "srcHost">, In<"size_t", "ByteCount">], CurrentContext, Done>,
    Version<2>, PerThread, Across, Doc<"Copies bytes from the host to a device.">,
  Is<"Memcpy", "copyLinear(deviceEndpoint, dstDevice, hostAddressEndpoint, CUdeviceptr(srcHost), ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyHtoD_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"const void *", "srcHost">, In<"unsigned int", "ByteCount">], CurrentContext, Done>,
    Old<"cuMemcpyHtoD">, On<"cuMemcpyHtoD">;
def cuMemcpyDtoH : DriverFunction<3020, [
    In<"void *", "dstHost">, In<"CUdeviceptr", "srcDevice">, In<"size_t", "ByteCount">], CurrentContext, Done>,
    Version<2>, PerThread, Across, Doc<"Copies bytes from a device to the host.">,
  Is<"Memcpy", "copyLinear(hostAddressEndpoint, CUdeviceptr(dstHost), deviceEndpoint, srcDevice, ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyDtoH_v1 : DriverFunction<2000, [
    In<"void *", "dstHost">, In<"CUdeviceptr_v1", "srcDevice">, In<"unsigned int", "ByteCount">], CurrentContext, Done>,
    Old<"cuMemcpyDtoH">, On<"cuMemcpyDtoH">;
def cuMemcpyDtoD : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"CUdeviceptr", "srcDevice">, In<"size_t", "ByteCount">], CurrentContext, Done>,
    Version<2>, PerThread, Across, Doc<"Copies bytes within a device.">,
  Is<"Memcpy", "copyLinear(deviceEndpoint, dstDevice, deviceEndpoint, srcDevice, ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyDtoD_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"CUdeviceptr_v1", "srcDevice">, In<"unsigned int", "ByteCount">], CurrentContext, Done>,
    Old<"cuMemcpyDtoD">, On<"cuMemcpyDtoD">;
def cuMemcpyDtoA : DriverFunction<3020, [
    In<"CUarray", "dstArray">, In<"size_t", "dstOffset">, In<"CUdeviceptr", "srcDevice">,
    In<"size_t", "ByteCount">], CurrentContext, Done>, Version<2>, PerThread, Across,
  Doc<"Copies bytes from a device to a 1D array, offset in bytes.">,
  Is<"Memcpy", "copyToArray({dstArray, dstOffset}, deviceEndpoint, srcDevice, ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyDtoA_v1 : DriverFunction<2000, [
    In<"CUarray", "dstArray">, In<"unsigned int", "dstOffset">, In<"CUdeviceptr_v1", "srcDevice">,
    In<"unsigned int", "ByteCount">], CurrentContext, Done>, Old<"cuMemcpyDtoA">, On<"cuMemcpyDtoA">;
def cuMemcpyAtoD : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"CUarray", "srcArray">, In<"size_t", "srcOffset">,
    In<"size_t", "ByteCount">], CurrentContext, Done>, Version<2>, PerThread, Across,
  Doc<"Copies bytes from a 1D array to a device.">,
  Is<"Memcpy", "copyFromArray(deviceEndpoint, dstDevice, {srcArray, srcOffset}, ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyAtoD_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"CUarray", "srcArray">, In<"unsigned int", "srcOffset">,
    In<"unsigned int", "ByteCount">], CurrentContext, Done>, Old<"cuMemcpyAtoD">, On<"cuMemcpyAtoD">;
def cuMemcpyHtoA : DriverFunction<3020, [
    In<"CUarray", "dstArray">, In<"size_t", "dstOffset">, In<"const void *", "srcHost">,
    In<"size_t", "ByteCount">], CurrentContext, Done>, Version<2>, PerThread,
  Doc<"Copies bytes from the host to a 1D array.">,
  Is<"Memcpy", "copyToArray({dstArray, dstOffset}, hostAddressEndpoint, CUdeviceptr(srcHost), ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyHtoA_v1 : DriverFunction<2000, [
    In<"CUarray", "dstArray">, In<"unsigned int", "dstOffset">, In<"const void *", "srcHost">,
    In<"unsigned int", "ByteCount">], CurrentContext, Done>, Old<"cuMemcpyHtoA">, On<"cuMemcpyHtoA">;
def cuMemcpyAtoH : DriverFunction<3020, [
    In<"void *", "dstHost">, In<"CUarray", "srcArray">, In<"size_t", "srcOffset">, In<"size_t", "ByteCount">], CurrentContext, Done>,
    Version<2>, PerThread, Doc<"Copies bytes from a 1D array to the host.">,
  Is<"Memcpy", "copyFromArray(hostAddressEndpoint, CUdeviceptr(dstHost), {srcArray, srcOffset}, ByteCount, nullptr, Blocking::Yes)">;
def cuMemcpyAtoH_v1 : DriverFunction<2000, [
    In<"void *", "dstHost">, In<"CUarray", "srcArray">, In<"unsigned int", "srcOffset">,
    In<"unsigned int", "ByteCount">], CurrentContext, Done>, Old<"cuMemcpyAtoH">, On<"cuMemcpyAtoH">;
def cuMemcpyAtoA : DriverFunction<3020, [
    In<"CUarray", "dstArray">, In<"size_t", "dstOffset">, In<"CUarray", "srcArray">,
    In<"size_t", "srcOffset">, In<"size_t", "ByteCount">], CurrentContext, Done>, Version<2>, PerThread, Across,
  Doc<"Copies bytes from one 1D array to another.">;
def cuMemcpyAtoA_v1 : DriverFunction<2000, [
    In<"CUarray", "dstArray">, In<"unsigned int", "dstOffset">, In<"CUarray", "srcArray">,
    In<"unsigned int", "srcOffset">, In<"unsigned int", "ByteCount">], CurrentContext, Done>, Old<"cuMemcpyAtoA">,
  On<"cuMemcpyAtoA">;
def cuMemcpy2D : DriverFunction<3020, [In<"const CUDA_MEMCPY2D *", "pCopy">], CurrentContext, Done>, Version<2>, PerThread, Across,
  Refuses<[Invalid<"!pCopy">]>, Doc<"Copies rows between any two places.">, Is<"Memcpy", "copy3D(widen(*pCopy), nullptr, Blocking::Yes)">;
def cuMemcpy2D_v1 : DriverFunction<2000, [In<"const CUDA_MEMCPY2D_v1 *", "pCopy">], CurrentContext, Done>, Old<"cuMemcpy2D">,
  Refuses<[Invalid<"!pCopy">]>;
def cuMemcpy2DUnaligned : DriverFunction<3020, [In<"const CUDA_MEMCPY2D *", "pCopy">], CurrentContext, Done>, Version<2>, PerThread, Across,
  On<"cuMemcpy2D">, Doc<"Copies rows whose pitches need not be aligned.">;
def cuMemcpy2DUnaligned_v1 : DriverFunction<2000, [
    In<"const CUDA_MEMCPY2D_v1 *", "pCopy">], CurrentContext, Done>, Old<"cuMemcpy2DUnaligned">,
  Refuses<[Invalid<"!pCopy">]>;
def cuMemcpy3D : DriverFunction<3020, [In<"const CUDA_MEMCPY3D *", "pCopy">], CurrentContext, Done>, Version<2>, PerThread, Across,
  Refuses<[Invalid<"!pCopy">]>, Doc<"Copies slices of rows between any two places.">;
def cuMemcpy3D_v1 : DriverFunction<2000, [In<"const CUDA_MEMCPY3D_v1 *", "pCopy">], CurrentContext, Done>, Old<"cuMemcpy3D">,
  Refuses<[Invalid<"!pCopy">]>;
def cuMemcpy3DPeer : DriverFunction<4000, [In<"const CUDA_MEMCPY3D_PEER *", "pCopy">], CurrentContext, Done>, PerThread, Across,
  Refuses<[Invalid<"!pCopy">]>, Doc<"Copies slices of rows from one context to another.">;
def cuMemcpyAsync : DriverFunction<4000, [
    In<"CUdeviceptr", "dst">, In<"CUdeviceptr", "src">, In<"size_t", "ByteCount">, In<"CUstream", "hStream">], UsableContext, Done>,
    PerThreadStream, Across, Doc<"Copies bytes between any two places, in a stream.">,
  Is<"Memcpy", "copyLinear(unifiedEndpoint, dst, unifiedEndpoint, src, ByteCount, hStream, Blocking::No)">;
def cuMemcpyPeerAsync : DriverFunction<4000, [
    In<"CUdeviceptr", "dstDevice">, In<"CUcontext", "dstContext">, In<"CUdeviceptr", "srcDevice">,
    In<"CUcontext", "srcContext">, In<"size_t", "ByteCount">, In<"CUstream", "hStream">], UsableContext, Done>, PerThreadStream, Across,
  Doc<"Copies bytes from one context to another, in a stream.">;
def cuMemcpyHtoDAsync : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"const void *", "srcHost">, In<"size_t", "ByteCount">,
    In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream, Across,
  Doc<"Copies bytes from the host to a device, in a stream.">,
  Is<"Memcpy", "copyLinear(deviceEndpoint, dstDevice, hostAddressEndpoint, CUdeviceptr(srcHost), ByteCount, hStream, Blocking::No)">;
def cuMemcpyHtoDAsync_v1 : DriverFunction<2000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"const void *", "srcHost">, In<"unsigned int", "ByteCount">,
    In<"CUstream", "hStream">], UsableContext, Done>, Old<"cuMemcpyHtoDAsync">, On<"cuMemcpyHtoDAsync">;
def cuMemcpyDtoHAsync : DriverFunction<3020, [
    In<"void *", "dstHost">, In<"CUdeviceptr", "srcDevice">, In<"size_t", "ByteCount">,
    In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream, Across,
  Doc<"Copies bytes from a device to the host, in a stream.">,
  Is<"Memcpy", "copyLinear(hostAddressEndpoint, CUdeviceptr(dstHost), deviceEndpoint, srcDevice, ByteCount, hStream, Blocking::No)">;
def cuMemcpyDtoHAsync_v1 : DriverFunction<2000, [
    In<"void *", "dstHost">, In<"CUdeviceptr_v1", "srcDevice">, In<"unsigned int", "ByteCount">,
    In<"CUstream", "hStream">], UsableContext, Done>, Old<"cuMemcpyDtoHAsync">, On<"cuMemcpyDtoHAsync">;
def cuMemcpyDtoDAsync : DriverFunction<3020, [
    In<"CUdeviceptr", "dstDevice">, In<"CUdeviceptr", "srcDevice">, In<"size_t", "ByteCount">,
    In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream, Across,
  Doc<"Copies bytes within a device, in a stream.">,
  Is<"Memcpy", "copyLinear(deviceEndpoint, dstDevice, deviceEndpoint, srcDevice, ByteCount, hStream, Blocking::No)">;
def cuMemcpyDtoDAsync_v1 : DriverFunction<3000, [
    In<"CUdeviceptr_v1", "dstDevice">, In<"CUdeviceptr_v1", "srcDevice">, In<"unsigned int", "ByteCount">,
    In<"CUstream", "hStream">], UsableContext, Done>, Old<"cuMemcpyDtoDAsync">, On<"cuMemcpyDtoDAsync">;
def cuMemcpyHtoAAsync : DriverFunction<3020, [
    In<"CUarray", "dstArray">, In<"size_t", "dstOffset">, In<"const void *", "srcHost">,
    In<"size_t", "ByteCount">, In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream,
  Doc<"Copies bytes from the host to a 1D array, in a stream.">,
  Is<"Memcpy", "copyToArray({dstArray, dstOffset}, hostAddressEndpoint, CUdeviceptr(srcHost), ByteCount, hStream, Blocking::No)">;
def cuMemcpyHtoAAsync_v1 : DriverFunction<2000, [
    In<"CUarray", "dstArray">, In<"unsigned int", "dstOffset">, In<"const void *", "srcHost">,
    In<"unsigned int", "ByteCount">, In<"CUstream", "hStream">], UsableContext, Done>, Old<"cuMemcpyHtoAAsync">,
  On<"cuMemcpyHtoAAsync">;
def cuMemcpyAtoHAsync : DriverFunction<3020, [
    In<"void *", "dstHost">, In<"CUarray", "srcArray">, In<"size_t", "srcOffset">,
    In<"size_t", "ByteCount">, In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream,
  Doc<"Copies bytes from a 1D array to the host, in a stream.">,
  Is<"Memcpy", "copyFromArray(hostAddressEndpoint, CUdeviceptr(dstHost), {srcArray, srcOffset}, ByteCount, hStream, Blocking::No)">;
def cuMemcpyAtoHAsync_v1 : DriverFunction<2000, [
    In<"void *", "dstHost">, In<"CUarray", "srcArray">, In<"unsigned int", "srcOffset">,
    In<"unsigned int", "ByteCount">, In<"CUstream", "hStream">], UsableContext, Done>, Old<"cuMemcpyAtoHAsync">,
  On<"cuMemcpyAtoHAsync">;
def cuMemcpy2DAsync : DriverFunction<3020, [
    In<"const CUDA_MEMCPY2D *", "pCopy">, In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream, Across,
  Refuses<[Invalid<"!pCopy">]>, Doc<"Copies rows in a stream.">, Is<"Memcpy", "copy3D(widen(*pCopy), hStream, Blocking::No)">;
def cuMemcpy2DAsync_v1 : DriverFunction<2000, [
    In<"const CUDA_MEMCPY2D_v1 *", "pCopy">, In<"CUstream", "hStream">], UsableContext, Done>, Old<"cuMemcpy2DAsync">,
  Refuses<[Invalid<"!pCopy">]>;
def cuMemcpy3DAsync : DriverFunction<3020, [
    In<"const CUDA_MEMCPY3D *", "pCopy">, In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream, Across,
  Refuses<[Invalid<"!pCopy">]>, Doc<"Copies slices of rows in a stream.">, Is<"Memcpy", "copy3D(*pCopy, hStream, Blocking::No)">;
def cuMemcpy3DAsync_v1 : DriverFunction<2000, [
    In<"const CUDA_MEMCPY3D_v1 *", "pCopy">, In<"CUstream", "hStream">], UsableContext, Done>, Old<"cuMemcpy3DAsync">,
  Refuses<[Invalid<"!pCopy">]>;
def cuMemcpy3DPeerAsync : DriverFunction<4000, [
    In<"const CUDA_MEMCPY3D_PEER *", "pCopy">, In<"CUstream", "hStream">], UsableContext, Done>, PerThreadStream, Across,
  Refuses<[Invalid<"!pCopy">]>, Doc<"Copies slices of rows from one context to another, in a stream.">;
def cuMemcpyBatchAsync : DriverFunction<13000, [
    In<"CUdeviceptr *", "dsts">, In<"CUdeviceptr *", "srcs">, In<"size_t *", "sizes">,
    In<"size_t", "count">, In<"CUmemcpyAttributes *", "attrs">, In<"size_t *", "attrsIdxs">,
    In<"size_t", "numAttrs">, In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream, Across,
  On<"cuMemcpyBatchAsync_v1", ["dsts", "srcs", "sizes", "count", "attrs", "attrsIdxs", "numAttrs", "nullptr", "hStream"]>,
  Doc<"Does a list of linear copies in a stream, in any order.">;
def cuMemcpyBatchAsync_v1 : DriverFunction<12080, [
    In<"CUdeviceptr *", "dsts">, In<"CUdeviceptr *", "srcs">, In<"size_t *", "sizes">,
    In<"size_t", "count">, In<"CUmemcpyAttributes *", "attrs">, In<"size_t *", "attrsIdxs">,
    In<"size_t", "numAttrs">, OptOut<"size_t *", "failIdx">, In<"CUstream", "hStream">], UsableContext, Done>,
    Old<"cuMemcpyBatchAsync">, PerThreadStream;
def cuMemcpyWithAttributesAsync : DriverFunction<13020, [
    In<"CUdeviceptr", "dst">, In<"CUdeviceptr", "src">, In<"size_t", "size">,
    In<"CUmemcpyAttributes *", "attr">, Found<"CUstream", "hStream">], UsableContext, Done>, PerThreadStream,
  Doc<"Does a linear copy in a stream, with attributes of its ends.">;
def cuMemcpy3DWithAttributesAsync : DriverFunction<13020, [
    In<"CUDA_MEMCPY3D_BATCH_OP *", "op">, In<"unsigned long long", "flags">,
    Found<"CUstream", "hStream">], UsableContext, Done>, PerThreadStream,
  Doc<"Does a 3D copy in a stream, with attributes of its ends.">;
def cuMemcpy3DBatchAsync : DriverFunction<13000, [
    In<"size_t", "numOps">, In<"CUDA_MEMCPY3D_BATCH_OP *", "opList">, In<"unsigned long long", "flags">,
    In<"CUstream", "hStream">], UsableContext, Done>, Version<2>, PerThreadStream, Across,
  On<"cuMemcpy3DBatchAsync_v1", ["numOps", "opList", "nullptr", "flags", "hStream"]>,
  Doc<"Does a list of 3D copies in a stream, in any order.">;
def cuMemcpy3DBatchAsync_v1 : DriverFunction<12080, [
    In<"size_t", "numOps">, In<"CUDA_MEMCPY3D_BATCH_OP *", "opList">, OptOut<"size_t *", "failIdx">,
    In<"unsigned long long", "flags">, In<"CUstream", "hStream">], UsableContext, Done>,
    Old<"cuMemcpy3DBatchAsync">, PerThreadStream;

// -- Rules ----------------------------------------------------------------------------------------

// A hint may be left out; a place that is named must exist.
def checkHint : Rules<["BatchCopy"], [In<"const CUmemLocation &", "hint">], [
  Invalid<"hint.type == CU_MEM_LOCATION_TYPE_DEVICE && !findDevice(hint.id)">,
  Invalid<"unsigned(hint.type) > CU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT">
]>;

def checkCopyAttributes : Rules<["BatchCopy"], [In<"CUmemcpySrcAccessOrder", "order">, In<"unsigned", "flags">], [
  Invalid<"flags & ~unsigned(CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE)">,
  Invalid<"order < CU_MEMCPY_SRC_ACCESS_ORDER_STREAM || order > CU_MEMCPY_SRC_ACCESS_ORDER_ANY">
]>;

def checkLinearBatch : Rules<["BatchCopy"], [
    In<"const CUdeviceptr *", "dsts">, In<"const CUdeviceptr *", "srcs">, In<"const size_t *", "sizes">, In<"size_t", "count">,
    In<"const CUmemcpyAttributes *", "attrs">, In<"const size_t *", "indices">, In<"size_t", "groups">], [
  Invalid<"!dsts || !srcs || !sizes || !attrs">,
  Invalid<"!count">,
  Invalid<"!checkGroups(indices, groups, count)">
]>;

def checkBoxBatch : Rules<["BatchCopy"], [In<"size_t", "count">, In<"const CUDA_MEMCPY3D_BATCH_OP *", "boxes">, In<"unsigned long long", "flags">], [
  Invalid<"!count || !boxes">,
  Invalid<"flags">
]>;

// The texels of both arrays are of the same size, which `bytes` are so far.
def checkOperandArray : Rules<["BatchCopy"], [In<"const Array *", "array">, In<"size_t", "bytes">], [
  BadHandle<"!array">,
  Invalid<"bytes && bytes != array->texelBytes()">
]>;

def checkOperand : Rules<["BatchCopy"], [In<"const CUmemcpy3DOperand &", "it">, In<"size_t", "element">, In<"const CopyExtent &", "extent">], [
  Let<"const bool isArray = it.type == CU_MEMCPY_OPERAND_TYPE_ARRAY">,
  Let<"const size_t most = SIZE_MAX / element">,
  Invalid<"isArray && it.op.array.offset.x > most">,
  Accepts<"isArray">,
  Invalid<"it.type != CU_MEMCPY_OPERAND_TYPE_POINTER">,
  Asks<"checkHint(it.op.ptr.locHint)">,
  Let<"const auto &pointer = it.op.ptr">,
  Invalid<"pointer.rowLength > most">,
  Invalid<"pointer.rowLength && pointer.rowLength * element < extent.width">,
  Invalid<"pointer.layerHeight && pointer.layerHeight < extent.height">
]>;

// Of an array: within it, in bytes, rows and slices.
def checkArrayBox : Rules<["Memcpy"], [
    In<"const Array &", "array">, In<"size_t", "x">, In<"size_t", "y">, In<"size_t", "z">, In<"const CopyExtent &", "extent">], [
  Invalid<"x > array.rowBytes() || extent.width > array.rowBytes() - x">,
  Invalid<"y > array.rows() || extent.height > array.rows() - y">,
  Invalid<"z > array.slices() || extent.depth > array.slices() - z">
]>;

def checkArrayRow : Rules<["Memcpy"], [In<"const Array &", "array">, In<"size_t", "offset">, In<"size_t", "bytes">], [
  Invalid<"offset > array.rowBytes() || bytes > array.rowBytes() - offset">
]>;

def checkWritten : Rules<["Memcpy", "Copy"], [In<"const CopyEndpoint &", "to">], [Invalid<"to.isReadOnly">]>;

def checkHostRange : Rules<["Copy"], [In<"const std::optional<Allocation> &", "allocation">, In<"uintptr_t", "address">, In<"size_t", "bytes">], [
  // Host memory that the program may address is not bounded by what it registered of it.
  Accepts<"!allocation || allocation->kind == Allocation::Kind::Registered">,
  Invalid<"bytes > allocation->end() - address">
]>;

def checkFillPlace : Rules<["Copy"], [In<"const Fill &", "fill">], [
  Accepts<"!fill.width && fill.height == 1">, // wherever it is (seen)
  Invalid<"uintptr_t(fill.address) % fill.valueBytes">,
  Invalid<"fill.height > 1 && fill.pitch % fill.valueBytes">,
  Invalid<"fill.width > SIZE_MAX / fill.valueBytes">
]>;

// Of an endpoint of a copy that is no array. Rows of one slice need not reach to the next.
// The first byte may lie beyond the pitch in memory of a pool, and only there (seen).
def checkRows : Rules<["Memcpy"], [In<"const Place &", "place">, In<"const CopyExtent &", "extent">, In<"size_t", "pitch">, In<"size_t", "rows">, In<"bool", "isOfPool">], [
  Let<"const size_t used = place.x + extent.width">,
  Invalid<"used < place.x || pitch < (isOfPool ? extent.width : used) || pitch > model::kMaxPitch">,
  Let<"const bool isOneSlice = extent.depth == 1 && place.z == 0">,
  Invalid<"!isOneSlice && rows < extent.height + place.y">,
  Invalid<"place.type < CU_MEMORYTYPE_HOST || place.type > CU_MEMORYTYPE_UNIFIED">,
  Invalid<"place.type == CU_MEMORYTYPE_HOST && !place.host">
]>;
