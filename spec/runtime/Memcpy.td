// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: copies.

// A copy of rows from one end to another.
class CopiesRows<string to, string from, string stream = "nullptr">
    : Is<"Memcpy2D", "copy2D(End::of(" # to # "), End::of(" # from # "), width, height, kind, " # stream # ")">;
def cudaMemcpyKind : Enum<[
  Value<"cudaMemcpyHostToHost", 0>,
  Value<"cudaMemcpyHostToDevice", 1>,
  Value<"cudaMemcpyDeviceToHost", 2>,
  Value<"cudaMemcpyDeviceToDevice", 3>,
  Value<"cudaMemcpyDefault", 4>
]>;

def cudaPitchedPtr : Struct<32, [{
  void *ptr;
  size_t pitch;
  size_t xsize;
  size_t ysize;
}]>;

def cudaExtent : Struct<24, [{
  size_t width;
  size_t height;
  size_t depth;
}]>;

def cudaPos : Struct<24, [{
  size_t x;
  size_t y;
  size_t z;
}]>;

def cudaMemcpy3DParms : Struct<160, [{
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  struct cudaExtent extent;
  enum cudaMemcpyKind kind;
}]>;

def cudaMemcpy3DPeerParms : Struct<168, [{
  cudaArray_t srcArray;
  struct cudaPos srcPos;
  struct cudaPitchedPtr srcPtr;
  int srcDevice;
  cudaArray_t dstArray;
  struct cudaPos dstPos;
  struct cudaPitchedPtr dstPtr;
  int dstDevice;
  struct cudaExtent extent;
}]>;

def cudaMemcpyFlags : Enum<[
  Value<"cudaMemcpyFlagDefault", 0x0>,
  Value<"cudaMemcpyFlagPreferOverlapWithCompute", 0x1>
]>;

def cudaMemcpySrcAccessOrder : Enum<[
  Value<"cudaMemcpySrcAccessOrderInvalid", 0x0>,
  Value<"cudaMemcpySrcAccessOrderStream", 0x1>,
  Value<"cudaMemcpySrcAccessOrderDuringApiCall", 0x2>,
  Value<"cudaMemcpySrcAccessOrderAny", 0x3>,
  Value<"cudaMemcpySrcAccessOrderMax", 0x7fffffff>
]>, Same<"CUmemcpySrcAccessOrder">;

def cudaMemcpyAttributes : Struct<24, [{
  enum cudaMemcpySrcAccessOrder srcAccessOrder;
  struct cudaMemLocation srcLocHint;
  struct cudaMemLocation dstLocHint;
  unsigned int flags;
}]>, Same<"CUmemcpyAttributes">;

def cudaMemcpy3DOperandType : Enum<[
  Value<"cudaMemcpyOperandTypePointer", 0x1>,
  Value<"cudaMemcpyOperandTypeArray", 0x2>,
  Value<"cudaMemcpyOperandTypeMax", 0x7fffffff>
]>, Same<"CUmemcpy3DOperandType">;

def cudaOffset3D : Struct<24, [{
  size_t x;
  size_t y;
  size_t z;
}]>;

def cudaMemcpy3DOperand : Struct<40, [{
  enum cudaMemcpy3DOperandType type;
  union {
    struct {
      void *ptr;
      size_t rowLength;
      size_t layerHeight;
      struct cudaMemLocation locHint;
    } ptr;
    struct {
      cudaArray_t array;
      struct cudaOffset3D offset;
    } array;
  } op;
}]>, Same<"CUmemcpy3DOperand">;

def cudaMemcpy3DBatchOp : Struct<112, [{
  struct cudaMemcpy3DOperand src;
  struct cudaMemcpy3DOperand dst;
  struct cudaExtent extent;
  enum cudaMemcpySrcAccessOrder srcAccessOrder;
  unsigned int flags;
}]>, Same<"CUDA_MEMCPY3D_BATCH_OP">;

def cudaMemcpy3D : RuntimeFunction<[
    In<"const struct cudaMemcpy3DParms *", "p">], CurrentContext, Done>, PerThread,
  Doc<"Copies slices of rows between any two places.">,
  Is<"Memcpy", "copyBox<CUDA_MEMCPY3D>(p, [&](auto *record) { return cu().cuMemcpy3D(record); })">;
def cudaMemcpy3DPeer : RuntimeFunction<[
    In<"const struct cudaMemcpy3DPeerParms *", "p">], CurrentContext, Done>, PerThread,
  Doc<"Copies slices of rows from one device to another.">,
  Is<"Memcpy", "copyBox<CUDA_MEMCPY3D_PEER>(p, [&](auto *record) { return cu().cuMemcpy3DPeer(record); })">;
def cudaMemcpy3DAsync : RuntimeFunction<[
    In<"const struct cudaMemcpy3DParms *", "p">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Device, Doc<"Copies slices of rows in a stream.">,
  Is<"Memcpy", "copyBox<CUDA_MEMCPY3D>(p, [&](auto *record) { return cu().cuMemcpy3DAsync(record, stream); })">;
def cudaMemcpy3DPeerAsync : RuntimeFunction<[
    In<"const struct cudaMemcpy3DPeerParms *", "p">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream,
  Doc<"Copies slices of rows from one device to another, in a stream.">,
  Is<"Memcpy", "copyBox<CUDA_MEMCPY3D_PEER>(p, [&](auto *record) { return cu().cuMemcpy3DPeerAsync(record, stream); })">;
def cudaMemcpy : RuntimeFunction<[
    In<"void *", "dst">, In<"const void *", "src">, In<"size_t", "count">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, PerThread, Doc<"Copies bytes in a direction.">;
def cudaMemcpyPeer : RuntimeFunction<[
    In<"void *", "dst">, In<"int", "dstDevice">, In<"const void *", "src">, In<"int", "srcDevice">,
    In<"size_t", "count">], CurrentContext, Done>, Doc<"Copies bytes from one device to another.">;
def cudaMemcpy2D : RuntimeFunction<[
    In<"void *", "dst">, In<"size_t", "dpitch">, In<"const void *", "src">, In<"size_t", "spitch">,
    In<"size_t", "width">, In<"size_t", "height">, In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>,
    PerThread, Doc<"Copies rows in a direction; pitches and width are in bytes.">,
  CopiesRows<"dst, dpitch", "src, spitch">;
def cudaMemcpy2DToArray : RuntimeFunction<[
    In<"cudaArray_t", "dst">, In<"size_t", "wOffset">, In<"size_t", "hOffset">, In<"const void *", "src">,
    In<"size_t", "spitch">, In<"size_t", "width">, In<"size_t", "height">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, PerThread, Doc<"Copies rows into an array.">,
  CopiesRows<"dst, wOffset, hOffset", "src, spitch">;
def cudaMemcpy2DFromArray : RuntimeFunction<[
    In<"void *", "dst">, In<"size_t", "dpitch">, In<"cudaArray_const_t", "src">, In<"size_t", "wOffset">,
    In<"size_t", "hOffset">, In<"size_t", "width">, In<"size_t", "height">,
    In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, PerThread, Doc<"Copies rows out of an array.">,
  CopiesRows<"dst, dpitch", "src, wOffset, hOffset">;
def cudaMemcpy2DArrayToArray : RuntimeFunction<[
    In<"cudaArray_t", "dst">, In<"size_t", "wOffsetDst">, In<"size_t", "hOffsetDst">,
    In<"cudaArray_const_t", "src">, In<"size_t", "wOffsetSrc">, In<"size_t", "hOffsetSrc">,
    In<"size_t", "width">, In<"size_t", "height">,
    In<"enum cudaMemcpyKind", "kind", "cudaMemcpyDeviceToDevice">], CurrentContext, Done>, PerThread,
  Doc<"Copies rows from one array to another.">,
  CopiesRows<"dst, wOffsetDst, hOffsetDst", "src, wOffsetSrc, hOffsetSrc">;
def cudaMemcpyAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"const void *", "src">, In<"size_t", "count">,
    In<"enum cudaMemcpyKind", "kind">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Device, Doc<"Copies bytes in a direction, in a stream.">;
def cudaMemcpyPeerAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"int", "dstDevice">, In<"const void *", "src">, In<"int", "srcDevice">,
    In<"size_t", "count">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
  Doc<"Copies bytes from one device to another, in a stream.">;
def cudaMemcpyBatchAsync : RuntimeFunction<[
    In<"void *const *", "dsts">, In<"const void *const *", "srcs">, In<"const size_t *", "sizes">,
    In<"size_t", "count">, In<"struct cudaMemcpyAttributes *", "attrs">, In<"size_t *", "attrsIdxs">,
    In<"size_t", "numAttrs">, In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  Doc<"Does a list of linear copies in a stream, in any order.">;
def cudaMemcpyWithAttributesAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"const void *", "src">, In<"size_t", "size">,
    In<"struct cudaMemcpyAttributes *", "attr">, In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream,
  On<"cuMemcpyWithAttributesAsync">;
def cudaMemcpy3DWithAttributesAsync : RuntimeFunction<[
    In<"struct cudaMemcpy3DBatchOp *", "op">, In<"unsigned long long", "flags">, In<"cudaStream_t", "stream">],
    CurrentContext, Done>, PerThreadStream, On<"cuMemcpy3DWithAttributesAsync">;
def cudaMemcpy3DBatchAsync : RuntimeFunction<[
    In<"size_t", "numOps">, In<"struct cudaMemcpy3DBatchOp *", "opList">, In<"unsigned long long", "flags">,
    In<"cudaStream_t", "stream">], CurrentContext, Done>, PerThreadStream, On<"cuMemcpy3DBatchAsync">;
def cudaMemcpy2DAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"size_t", "dpitch">, In<"const void *", "src">, In<"size_t", "spitch">,
    In<"size_t", "width">, In<"size_t", "height">, In<"enum cudaMemcpyKind", "kind">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream, Device, Doc<"Copies rows in a stream.">,
  CopiesRows<"dst, dpitch", "src, spitch", "&stream">;
def cudaMemcpy2DToArrayAsync : RuntimeFunction<[
    In<"cudaArray_t", "dst">, In<"size_t", "wOffset">, In<"size_t", "hOffset">, In<"const void *", "src">,
    In<"size_t", "spitch">, In<"size_t", "width">, In<"size_t", "height">,
    In<"enum cudaMemcpyKind", "kind">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Doc<"Copies rows into an array, in a stream.">,
  CopiesRows<"dst, wOffset, hOffset", "src, spitch", "&stream">;
def cudaMemcpy2DFromArrayAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"size_t", "dpitch">, In<"cudaArray_const_t", "src">, In<"size_t", "wOffset">,
    In<"size_t", "hOffset">, In<"size_t", "width">, In<"size_t", "height">,
    In<"enum cudaMemcpyKind", "kind">, In<"cudaStream_t", "stream", "0">], CurrentContext, Done>,
    PerThreadStream, Doc<"Copies rows out of an array, in a stream.">,
  CopiesRows<"dst, dpitch", "src, wOffset, hOffset", "&stream">;
def cudaMemcpyToArray : RuntimeFunction<[
    In<"cudaArray_t", "dst">, In<"size_t", "wOffset">, In<"size_t", "hOffset">, In<"const void *", "src">,
    In<"size_t", "count">, In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, PerThread, Deprecated,
  Doc<"Copies bytes into an array, along its rows.">,
  Is<"Memcpy2D", "toArray(dst, wOffset, hOffset, src, count, kind, nullptr)">;
def cudaMemcpyFromArray : RuntimeFunction<[
    In<"void *", "dst">, In<"cudaArray_const_t", "src">, In<"size_t", "wOffset">, In<"size_t", "hOffset">,
    In<"size_t", "count">, In<"enum cudaMemcpyKind", "kind">], CurrentContext, Done>, PerThread, Deprecated,
  Doc<"Copies bytes out of an array, along its rows.">,
  Is<"Memcpy2D", "fromArray(dst, src, wOffset, hOffset, count, kind, nullptr)">;
def cudaMemcpyArrayToArray : RuntimeFunction<[
    In<"cudaArray_t", "dst">, In<"size_t", "wOffsetDst">, In<"size_t", "hOffsetDst">,
    In<"cudaArray_const_t", "src">, In<"size_t", "wOffsetSrc">, In<"size_t", "hOffsetSrc">,
    In<"size_t", "count">,
    In<"enum cudaMemcpyKind", "kind", "cudaMemcpyDeviceToDevice">], CurrentContext, Done>,
    PerThread, Deprecated, Doc<"Copies bytes from one array to another, along their rows.">;
def cudaMemcpyToArrayAsync : RuntimeFunction<[
    In<"cudaArray_t", "dst">, In<"size_t", "wOffset">, In<"size_t", "hOffset">, In<"const void *", "src">,
    In<"size_t", "count">, In<"enum cudaMemcpyKind", "kind">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream, Deprecated,
  Doc<"Copies bytes into an array, along its rows, in a stream.">,
  Is<"Memcpy2D", "toArray(dst, wOffset, hOffset, src, count, kind, &stream)">;
def cudaMemcpyFromArrayAsync : RuntimeFunction<[
    In<"void *", "dst">, In<"cudaArray_const_t", "src">, In<"size_t", "wOffset">, In<"size_t", "hOffset">,
    In<"size_t", "count">, In<"enum cudaMemcpyKind", "kind">,
    In<"cudaStream_t", "stream", "0">], CurrentContext, Done>, PerThreadStream, Deprecated,
  Doc<"Copies bytes out of an array, along its rows, in a stream.">,
  Is<"Memcpy2D", "fromArray(dst, src, wOffset, hOffset, count, kind, &stream)">;
