// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: arrays.

def CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL : Macro<"0x1">;
def CUDA_ARRAY3D_LAYERED : Macro<"0x01">;
def CUDA_ARRAY3D_2DARRAY : Macro<"0x01">;
def CUDA_ARRAY3D_SURFACE_LDST : Macro<"0x02">;
def CUDA_ARRAY3D_CUBEMAP : Macro<"0x04">;
def CUDA_ARRAY3D_TEXTURE_GATHER : Macro<"0x08">;
def CUDA_ARRAY3D_DEPTH_TEXTURE : Macro<"0x10">;
def CUDA_ARRAY3D_COLOR_ATTACHMENT : Macro<"0x20">;
def CUDA_ARRAY3D_SPARSE : Macro<"0x40">;
def CUDA_ARRAY3D_DEFERRED_MAPPING : Macro<"0x80">;
def CUDA_ARRAY3D_VIDEO_ENCODE_DECODE : Macro<"0x100">;

def CUarray : Handle<"CUarray_st">, Usable<"Array", "CUDA_ERROR_INVALID_HANDLE", "findArray">;
def CUmipmappedArray : Handle<"CUmipmappedArray_st">, Object<"MipmappedArray", "CUDA_ERROR_INVALID_HANDLE">;

def CUarray_format : Enum<[
  Value<"CU_AD_FORMAT_UNSIGNED_INT8", 0x1>,
  Value<"CU_AD_FORMAT_UNSIGNED_INT16", 0x2>,
  Value<"CU_AD_FORMAT_UNSIGNED_INT32", 0x3>,
  Value<"CU_AD_FORMAT_SIGNED_INT8", 0x8>,
  Value<"CU_AD_FORMAT_SIGNED_INT16", 0x9>,
  Value<"CU_AD_FORMAT_SIGNED_INT32", 0xa>,
  Value<"CU_AD_FORMAT_HALF", 0x10>,
  Value<"CU_AD_FORMAT_FLOAT", 0x20>,
  Value<"CU_AD_FORMAT_NV12", 0xb0>,
  Value<"CU_AD_FORMAT_UNORM_INT8X1", 0xc0>,
  Value<"CU_AD_FORMAT_UNORM_INT8X2", 0xc1>,
  Value<"CU_AD_FORMAT_UNORM_INT8X4", 0xc2>,
  Value<"CU_AD_FORMAT_UNORM_INT16X1", 0xc3>,
  Value<"CU_AD_FORMAT_UNORM_INT16X2", 0xc4>,
  Value<"CU_AD_FORMAT_UNORM_INT16X4", 0xc5>,
  Value<"CU_AD_FORMAT_SNORM_INT8X1", 0xc6>,
  Value<"CU_AD_FORMAT_SNORM_INT8X2", 0xc7>,
  Value<"CU_AD_FORMAT_SNORM_INT8X4", 0xc8>,
  Value<"CU_AD_FORMAT_SNORM_INT16X1", 0xc9>,
  Value<"CU_AD_FORMAT_SNORM_INT16X2", 0xca>,
  Value<"CU_AD_FORMAT_SNORM_INT16X4", 0xcb>,
  Value<"CU_AD_FORMAT_BC1_UNORM", 0x91>,
  Value<"CU_AD_FORMAT_BC1_UNORM_SRGB", 0x92>,
  Value<"CU_AD_FORMAT_BC2_UNORM", 0x93>,
  Value<"CU_AD_FORMAT_BC2_UNORM_SRGB", 0x94>,
  Value<"CU_AD_FORMAT_BC3_UNORM", 0x95>,
  Value<"CU_AD_FORMAT_BC3_UNORM_SRGB", 0x96>,
  Value<"CU_AD_FORMAT_BC4_UNORM", 0x97>,
  Value<"CU_AD_FORMAT_BC4_SNORM", 0x98>,
  Value<"CU_AD_FORMAT_BC5_UNORM", 0x99>,
  Value<"CU_AD_FORMAT_BC5_SNORM", 0x9a>,
  Value<"CU_AD_FORMAT_BC6H_UF16", 0x9b>,
  Value<"CU_AD_FORMAT_BC6H_SF16", 0x9c>,
  Value<"CU_AD_FORMAT_BC7_UNORM", 0x9d>,
  Value<"CU_AD_FORMAT_BC7_UNORM_SRGB", 0x9e>,
  Value<"CU_AD_FORMAT_P010", 0x9f>,
  Value<"CU_AD_FORMAT_P016", 0xa1>,
  Value<"CU_AD_FORMAT_NV16", 0xa2>,
  Value<"CU_AD_FORMAT_P210", 0xa3>,
  Value<"CU_AD_FORMAT_P216", 0xa4>,
  Value<"CU_AD_FORMAT_YUY2", 0xa5>,
  Value<"CU_AD_FORMAT_Y210", 0xa6>,
  Value<"CU_AD_FORMAT_Y216", 0xa7>,
  Value<"CU_AD_FORMAT_AYUV", 0xa8>,
  Value<"CU_AD_FORMAT_Y410", 0xa9>,
  Value<"CU_AD_FORMAT_Y416", 0xb1>,
  Value<"CU_AD_FORMAT_Y444_PLANAR8", 0xb2>,
  Value<"CU_AD_FORMAT_Y444_PLANAR10", 0xb3>,
  Value<"CU_AD_FORMAT_YUV444_8bit_SemiPlanar", 0xb4>,
  Value<"CU_AD_FORMAT_YUV444_16bit_SemiPlanar", 0xb5>,
  Value<"CU_AD_FORMAT_UNORM_INT_101010_2", 0x50>,
  Value<"CU_AD_FORMAT_MAX", 0x7fffffff>
]>;

def CUarray_cubemap_face : Enum<[
  Value<"CU_CUBEMAP_FACE_POSITIVE_X", 0x0>,
  Value<"CU_CUBEMAP_FACE_NEGATIVE_X", 0x1>,
  Value<"CU_CUBEMAP_FACE_POSITIVE_Y", 0x2>,
  Value<"CU_CUBEMAP_FACE_NEGATIVE_Y", 0x3>,
  Value<"CU_CUBEMAP_FACE_POSITIVE_Z", 0x4>,
  Value<"CU_CUBEMAP_FACE_NEGATIVE_Z", 0x5>
]>;

def CUDA_ARRAY_DESCRIPTOR : Struct<24, [{
  size_t Width;
  size_t Height;
  CUarray_format Format;
  unsigned int NumChannels;
}]>, Version<2>;

def CUDA_ARRAY3D_DESCRIPTOR : Struct<40, [{
  size_t Width;
  size_t Height;
  size_t Depth;
  CUarray_format Format;
  unsigned int NumChannels;
  unsigned int Flags;
}]>, Version<2>;

def CUDA_ARRAY_SPARSE_PROPERTIES : Struct<48, [{
  struct {
    unsigned int width;
    unsigned int height;
    unsigned int depth;
  } tileExtent;
  unsigned int miptailFirstLevel;
  unsigned long long miptailSize;
  unsigned int flags;
  unsigned int reserved[4];
}]>, Version<1>;

def CUDA_ARRAY_MEMORY_REQUIREMENTS : Struct<32, [{
  size_t size;
  size_t alignment;
  unsigned int reserved[4];
}]>, Version<1>;

def CUDA_ARRAY_DESCRIPTOR_v1 : Struct<16, [{
  unsigned int Width;
  unsigned int Height;
  CUarray_format Format;
  unsigned int NumChannels;
}]>, Internal;

def CUDA_ARRAY3D_DESCRIPTOR_v1 : Struct<24, [{
  unsigned int Width;
  unsigned int Height;
  unsigned int Depth;
  CUarray_format Format;
  unsigned int NumChannels;
  unsigned int Flags;
}]>, Internal;

def cuArrayCreate : DriverFunction<3020, [
    Out<"CUarray *", "pHandle">, In<"const CUDA_ARRAY_DESCRIPTOR *", "pAllocateArray">], CurrentContext, Done>, Version<2>,
  Refuses<[Invalid<"!pAllocateArray">]>, Doc<"Makes a 1D or 2D array.">;
def cuArrayCreate_v1 : DriverFunction<2000, [
    Out<"CUarray *", "pHandle">, In<"const CUDA_ARRAY_DESCRIPTOR_v1 *", "pAllocateArray">], CurrentContext, Done>,
    Old<"cuArrayCreate">, Refuses<[Invalid<"!pAllocateArray">]>;
def cuArrayGetDescriptor : DriverFunction<3020, [
    Out<"CUDA_ARRAY_DESCRIPTOR *", "pArrayDescriptor">, Found<"CUarray", "hArray">], HandleContext, Done>,
    Version<2>, InHostFunctions, Doc<"Gives the shape of a 1D or 2D array.">;
def cuArrayGetDescriptor_v1 : DriverFunction<2000, [
    Out<"CUDA_ARRAY_DESCRIPTOR_v1 *", "pArrayDescriptor">, In<"CUarray", "hArray">], HandleContext, Done>,
    Old<"cuArrayGetDescriptor">, InHostFunctions;
def cuArrayGetSparseProperties : DriverFunction<11010, [
    Out<"CUDA_ARRAY_SPARSE_PROPERTIES *", "sparseProperties">, In<"CUarray", "array">], HandleContext, Done>, InHostFunctions,
  Doc<"Gives the tiles of a sparse array.">, Is<"Array", "unless<Array>(array)">;
def cuMipmappedArrayGetSparseProperties : DriverFunction<11010, [
    Out<"CUDA_ARRAY_SPARSE_PROPERTIES *", "sparseProperties">, In<"CUmipmappedArray", "mipmap">], HandleContext, Done>,
    InHostFunctions, Doc<"Gives the tiles of a sparse mipmapped array.">, Is<"Array", "unless<MipmappedArray>(mipmap)">;
def cuArrayGetMemoryRequirements : DriverFunction<11060, [
    Out<"CUDA_ARRAY_MEMORY_REQUIREMENTS *", "memoryRequirements">, In<"CUarray", "array">,
    In<"CUdevice", "device">], HandleContext, Done>, InHostFunctions,
  Doc<"Gives size and alignment of an array that gets its memory later.">, Is<"Array", "unless<Array>(array)">;
def cuMipmappedArrayGetMemoryRequirements : DriverFunction<11060, [
    Out<"CUDA_ARRAY_MEMORY_REQUIREMENTS *", "memoryRequirements">, In<"CUmipmappedArray", "mipmap">,
    In<"CUdevice", "device">], HandleContext, Done>, InHostFunctions,
  Doc<"Gives size and alignment of a mipmapped array that gets its memory later.">, Is<"Array", "unless<MipmappedArray>(mipmap)">;
def cuArrayGetPlane : DriverFunction<11020, [
    Out<"CUarray *", "pPlaneArray">, In<"CUarray", "hArray">, In<"unsigned int", "planeIdx">], HandleContext, Done>,
    InHostFunctions, Doc<"Gives one plane of an array with several.">,
  Is<"Array", "find<Array>(hArray) ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE">;
def cuArrayDestroy : DriverFunction<2000, [Found<"CUarray", "hArray">], HandleContext, Done>,
  Refuses<[Unsafe<>]>,
  Doc<"Ends an array.">;
def cuArray3DCreate : DriverFunction<3020, [
    Out<"CUarray *", "pHandle">, In<"const CUDA_ARRAY3D_DESCRIPTOR *", "pAllocateArray">], CurrentContext, Done>, Version<2>,
  Refuses<[Invalid<"!pAllocateArray">, Unsafe<>]>, Doc<"Makes an array of up to three dimensions, layered or a cube map.">;
def cuArray3DCreate_v1 : DriverFunction<2000, [
    Out<"CUarray *", "pHandle">, In<"const CUDA_ARRAY3D_DESCRIPTOR_v1 *", "pAllocateArray">], CurrentContext, Done>,
    Old<"cuArray3DCreate">, Refuses<[Invalid<"!pAllocateArray">]>;
def cuArray3DGetDescriptor : DriverFunction<3020, [
    Out<"CUDA_ARRAY3D_DESCRIPTOR *", "pArrayDescriptor">, Found<"CUarray", "hArray">], HandleContext, Done>,
    Version<2>, InHostFunctions, Doc<"Gives the shape of an array.">, Gives<"Array", "hArray.descriptor()">;
def cuArray3DGetDescriptor_v1 : DriverFunction<2000, [
    Out<"CUDA_ARRAY3D_DESCRIPTOR_v1 *", "pArrayDescriptor">, In<"CUarray", "hArray">], HandleContext, Done>,
    Old<"cuArray3DGetDescriptor">, InHostFunctions;
def cuMipmappedArrayCreate : DriverFunction<5000, [
    Out<"CUmipmappedArray *", "pHandle">, In<"const CUDA_ARRAY3D_DESCRIPTOR *", "pMipmappedArrayDesc">,
    In<"unsigned int", "numMipmapLevels">], CurrentContext, Done>,
  Refuses<[Invalid<"!pMipmappedArrayDesc">, Unsafe<>]>, Doc<"Makes an array with levels of falling size.">;
def cuMipmappedArrayGetLevel : DriverFunction<5000, [
    Out<"CUarray *", "pLevelArray">, Found<"CUmipmappedArray", "hMipmappedArray">, In<"unsigned int", "level">], HandleContext, Done>,
    InHostFunctions, Refuses<[Invalid<"level >= hMipmappedArray_->levels.size()">]>,
  Doc<"Gives a level of a mipmapped array as an array.">, Gives<"Array", "handleOf(*hMipmappedArray.levels[level])">;
def cuMipmappedArrayDestroy : DriverFunction<5000, [Found<"CUmipmappedArray", "hMipmappedArray">], HandleContext, Done>,
  Refuses<[Unsafe<>]>,
  Doc<"Ends a mipmapped array with its levels.">;

// -- Rules ----------------------------------------------------------------------------------------

// Depth textures and colour attachments come from graphics libraries only.
def checkArrayDescriptor : Rules<["Array"], [In<"const CUDA_ARRAY3D_DESCRIPTOR &", "it">], [
  Let<"constexpr unsigned kAbsent = CUDA_ARRAY3D_SPARSE | CUDA_ARRAY3D_DEFERRED_MAPPING | CUDA_ARRAY3D_VIDEO_ENCODE_DECODE">,
  Let<"constexpr unsigned kKnown = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST | CUDA_ARRAY3D_CUBEMAP | "
      "CUDA_ARRAY3D_TEXTURE_GATHER">,
  Invalid<"it.Flags & ~(kKnown | kAbsent)">,
  Absence<"it.Flags & kAbsent">,
  Let<"const ChannelType channel = channelType(it.Format)">,
  Let<"const bool isBlocks = it.Format >= CU_AD_FORMAT_BC1_UNORM && it.Format < CU_AD_FORMAT_UNORM_INT8X1">,
  Absence<"!channel.bytes && (isBlocks || it.Format == CU_AD_FORMAT_UNORM_INT_101010_2)">,
  Invalid<"!channel.bytes">,
  Invalid<"channel.count && it.NumChannels != channel.count">,
  Invalid<"!channel.count && it.NumChannels != 1 && it.NumChannels != 2 && it.NumChannels != 4">,
  Invalid<"!hasValidExtent(it)">
]>;
