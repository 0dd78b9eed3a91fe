// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: arrays.

def cudaArrayDefault : Macro<"0x00">;
def cudaArrayLayered : Macro<"0x01">, Same<"CUDA_ARRAY3D_LAYERED">;
def cudaArraySurfaceLoadStore : Macro<"0x02">, Same<"CUDA_ARRAY3D_SURFACE_LDST">;
def cudaArrayCubemap : Macro<"0x04">, Same<"CUDA_ARRAY3D_CUBEMAP">;
def cudaArrayTextureGather : Macro<"0x08">, Same<"CUDA_ARRAY3D_TEXTURE_GATHER">;
def cudaArrayColorAttachment : Macro<"0x20">;
def cudaArraySparse : Macro<"0x40">, Same<"CUDA_ARRAY3D_SPARSE">;
def cudaArrayDeferredMapping : Macro<"0x80">;
def cudaArraySparsePropertiesSingleMipTail : Macro<"0x1">;

def cudaChannelFormatKind : Enum<[
  Value<"cudaChannelFormatKindSigned", 0>,
  Value<"cudaChannelFormatKindUnsigned", 1>,
  Value<"cudaChannelFormatKindFloat", 2>,
  Value<"cudaChannelFormatKindNone", 3>,
  Value<"cudaChannelFormatKindNV12", 4>,
  Value<"cudaChannelFormatKindUnsignedNormalized8X1", 5>,
  Value<"cudaChannelFormatKindUnsignedNormalized8X2", 6>,
  Value<"cudaChannelFormatKindUnsignedNormalized8X4", 7>,
  Value<"cudaChannelFormatKindUnsignedNormalized16X1", 8>,
  Value<"cudaChannelFormatKindUnsignedNormalized16X2", 9>,
  Value<"cudaChannelFormatKindUnsignedNormalized16X4", 10>,
  Value<"cudaChannelFormatKindSignedNormalized8X1", 11>,
  Value<"cudaChannelFormatKindSignedNormalized8X2", 12>,
  Value<"cudaChannelFormatKindSignedNormalized8X4", 13>,
  Value<"cudaChannelFormatKindSignedNormalized16X1", 14>,
  Value<"cudaChannelFormatKindSignedNormalized16X2", 15>,
  Value<"cudaChannelFormatKindSignedNormalized16X4", 16>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed1", 17>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed1SRGB", 18>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed2", 19>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed2SRGB", 20>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed3", 21>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed3SRGB", 22>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed4", 23>,
  Value<"cudaChannelFormatKindSignedBlockCompressed4", 24>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed5", 25>,
  Value<"cudaChannelFormatKindSignedBlockCompressed5", 26>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed6H", 27>,
  Value<"cudaChannelFormatKindSignedBlockCompressed6H", 28>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed7", 29>,
  Value<"cudaChannelFormatKindUnsignedBlockCompressed7SRGB", 30>,
  Value<"cudaChannelFormatKindUnsignedNormalized1010102", 31>
]>;

def cudaChannelFormatDesc : Struct<20, [{
  int x;
  int y;
  int z;
  int w;
  enum cudaChannelFormatKind f;
}]>;

def cudaArray_t : Handle<"cudaArray">, Same<"CUarray">;
def cudaArray_const_t : Typedef<"const struct cudaArray *">;
def cudaMipmappedArray_t : Handle<"cudaMipmappedArray">, Same<"CUmipmappedArray">;
def cudaMipmappedArray_const_t : Typedef<"const struct cudaMipmappedArray *">;

def cudaArraySparseProperties : Struct<48, [{
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent;
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize;
  unsigned int flags;
  unsigned int reserved[4];
}]>, Same<"CUDA_ARRAY_SPARSE_PROPERTIES">;

def cudaArrayMemoryRequirements : Struct<32, [{
  size_t size;
  size_t alignment;
  unsigned int reserved[4];
}]>, Same<"CUDA_ARRAY_MEMORY_REQUIREMENTS">;

def cudaMallocArray : RuntimeFunction<[
    Out<"cudaArray_t *", "array">, In<"const struct cudaChannelFormatDesc *", "desc">,
    In<"size_t", "width">, In<"size_t", "height", "0">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, Doc<"Makes a 1D or 2D array.">;
def cudaFreeArray : RuntimeFunction<[In<"cudaArray_t", "array">], CurrentContext, Done>,
  On<"cuArrayDestroy">, DoneIf<"!array">;
def cudaFreeMipmappedArray : RuntimeFunction<[
    In<"cudaMipmappedArray_t", "mipmappedArray">], CurrentContext, Done>,
  On<"cuMipmappedArrayDestroy">, DoneIf<"!mipmappedArray">;
def cudaMalloc3DArray : RuntimeFunction<[
    Out<"cudaArray_t *", "array">, In<"const struct cudaChannelFormatDesc *", "desc">,
    In<"struct cudaExtent", "extent">, In<"unsigned int", "flags", "0">], CurrentContext, Done>,
  Doc<"Makes an array of up to three dimensions, layered or a cube map.">;
def cudaMallocMipmappedArray : RuntimeFunction<[
    Out<"cudaMipmappedArray_t *", "mipmappedArray">, In<"const struct cudaChannelFormatDesc *", "desc">,
    In<"struct cudaExtent", "extent">, In<"unsigned int", "numLevels">,
    In<"unsigned int", "flags", "0">], CurrentContext, Done>, Doc<"Makes an array with levels of falling size.">;
def cudaGetMipmappedArrayLevel : RuntimeFunction<[
    Out<"cudaArray_t *", "levelArray">, In<"cudaMipmappedArray_const_t", "mipmappedArray">,
    In<"unsigned int", "level">], CurrentContext, Done>,
  On<"cuMipmappedArrayGetLevel", ["levelArray", "toDriver(mipmappedArray)", "level"]>;
def cudaArrayGetInfo : RuntimeFunction<[
    OptOut<"struct cudaChannelFormatDesc *", "desc">, OptOut<"struct cudaExtent *", "extent">,
    OptOut<"unsigned int *", "flags">, In<"cudaArray_t", "array">], Initialized, Done>, Doc<"Gives the shape of an array.">;
def cudaArrayGetPlane : RuntimeFunction<[
    Out<"cudaArray_t *", "pPlaneArray">, In<"cudaArray_t", "hArray">,
    In<"unsigned int", "planeIdx">], CurrentContext, Done>, On<"cuArrayGetPlane">;
def cudaArrayGetMemoryRequirements : RuntimeFunction<[
    Out<"struct cudaArrayMemoryRequirements *", "memoryRequirements">, In<"cudaArray_t", "array">,
    In<"int", "device">], CurrentContext, Done>, Doc<"Gives size and alignment of an array that gets its memory later.">;
def cudaMipmappedArrayGetMemoryRequirements : RuntimeFunction<[
    Out<"struct cudaArrayMemoryRequirements *", "memoryRequirements">, In<"cudaMipmappedArray_t", "mipmap">,
    In<"int", "device">], CurrentContext, Done>,
  Doc<"Gives size and alignment of a mipmapped array that gets its memory later.">;
def cudaArrayGetSparseProperties : RuntimeFunction<[
    Out<"struct cudaArraySparseProperties *", "sparseProperties">,
    In<"cudaArray_t", "array">], CurrentContext, Done>, On<"cuArrayGetSparseProperties">;
def cudaMipmappedArrayGetSparseProperties : RuntimeFunction<[
    Out<"struct cudaArraySparseProperties *", "sparseProperties">,
    In<"cudaMipmappedArray_t", "mipmap">], CurrentContext, Done>, On<"cuMipmappedArrayGetSparseProperties">;
def cudaGetChannelDesc : RuntimeFunction<[
    Out<"struct cudaChannelFormatDesc *", "desc">, In<"cudaArray_const_t", "array">], CurrentContext, Done>,
  Doc<"Gives the channels of an array's elements.">;
def cudaCreateChannelDesc : RuntimeFunction<[
    In<"int", "x">, In<"int", "y">, In<"int", "z">, In<"int", "w">,
    In<"enum cudaChannelFormatKind", "f">], None, Done>, Returns<"struct cudaChannelFormatDesc">,
  Doc<"Makes the description of channels from their bits.">;
