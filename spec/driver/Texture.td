// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: textures.

def CU_TRSA_OVERRIDE_FORMAT : Macro<"0x01">;
def CU_TRSF_READ_AS_INTEGER : Macro<"0x01">;
def CU_TRSF_NORMALIZED_COORDINATES : Macro<"0x02">;
def CU_TRSF_SRGB : Macro<"0x10">;
def CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : Macro<"0x20">;
def CU_TRSF_SEAMLESS_CUBEMAP : Macro<"0x40">;

def CUtexref : Handle<"CUtexref_st">, Usable<"TextureReference", "CUDA_ERROR_INVALID_HANDLE", "findReference">;
def CUtexObject : Typedef<"unsigned long long">, Version<1>, Owner<"handle">, Object<"ImageObject", "CUDA_ERROR_INVALID_VALUE", "findTexture">;

def CUaddress_mode : Enum<[
  Value<"CU_TR_ADDRESS_MODE_WRAP", 0>,
  Value<"CU_TR_ADDRESS_MODE_CLAMP", 1>,
  Value<"CU_TR_ADDRESS_MODE_MIRROR", 2>,
  Value<"CU_TR_ADDRESS_MODE_BORDER", 3>
]>;

def CUfilter_mode : Enum<[
  Value<"CU_TR_FILTER_MODE_POINT", 0>,
  Value<"CU_TR_FILTER_MODE_LINEAR", 1>
]>;

def CUresourcetype : Enum<[
  Value<"CU_RESOURCE_TYPE_ARRAY", 0x0>,
  Value<"CU_RESOURCE_TYPE_MIPMAPPED_ARRAY", 0x1>,
  Value<"CU_RESOURCE_TYPE_LINEAR", 0x2>,
  Value<"CU_RESOURCE_TYPE_PITCH2D", 0x3>
]>;

def CUDA_RESOURCE_DESC : Struct<144, [{
  CUresourcetype resType;
  union {
    struct {
      CUarray hArray;
    } array;
    struct {
      CUmipmappedArray hMipmappedArray;
    } mipmap;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned int numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      CUdeviceptr devPtr;
      CUarray_format format;
      unsigned int numChannels;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
}]>, Version<1>, Owner<"record">;

def CUDA_TEXTURE_DESC : Struct<104, [{
  CUaddress_mode addressMode[3];
  CUfilter_mode filterMode;
  unsigned int flags;
  unsigned int maxAnisotropy;
  CUfilter_mode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
}]>, Version<1>;

def CUresourceViewFormat : Enum<[
  Value<"CU_RES_VIEW_FORMAT_NONE", 0x0>,
  Value<"CU_RES_VIEW_FORMAT_UINT_1X8", 0x1>,
  Value<"CU_RES_VIEW_FORMAT_UINT_2X8", 0x2>,
  Value<"CU_RES_VIEW_FORMAT_UINT_4X8", 0x3>,
  Value<"CU_RES_VIEW_FORMAT_SINT_1X8", 0x4>,
  Value<"CU_RES_VIEW_FORMAT_SINT_2X8", 0x5>,
  Value<"CU_RES_VIEW_FORMAT_SINT_4X8", 0x6>,
  Value<"CU_RES_VIEW_FORMAT_UINT_1X16", 0x7>,
  Value<"CU_RES_VIEW_FORMAT_UINT_2X16", 0x8>,
  Value<"CU_RES_VIEW_FORMAT_UINT_4X16", 0x9>,
  Value<"CU_RES_VIEW_FORMAT_SINT_1X16", 0xa>,
  Value<"CU_RES_VIEW_FORMAT_SINT_2X16", 0xb>,
  Value<"CU_RES_VIEW_FORMAT_SINT_4X16", 0xc>,
  Value<"CU_RES_VIEW_FORMAT_UINT_1X32", 0xd>,
  Value<"CU_RES_VIEW_FORMAT_UINT_2X32", 0xe>,
  Value<"CU_RES_VIEW_FORMAT_UINT_4X32", 0xf>,
  Value<"CU_RES_VIEW_FORMAT_SINT_1X32", 0x10>,
  Value<"CU_RES_VIEW_FORMAT_SINT_2X32", 0x11>,
  Value<"CU_RES_VIEW_FORMAT_SINT_4X32", 0x12>,
  Value<"CU_RES_VIEW_FORMAT_FLOAT_1X16", 0x13>,
  Value<"CU_RES_VIEW_FORMAT_FLOAT_2X16", 0x14>,
  Value<"CU_RES_VIEW_FORMAT_FLOAT_4X16", 0x15>,
  Value<"CU_RES_VIEW_FORMAT_FLOAT_1X32", 0x16>,
  Value<"CU_RES_VIEW_FORMAT_FLOAT_2X32", 0x17>,
  Value<"CU_RES_VIEW_FORMAT_FLOAT_4X32", 0x18>,
  Value<"CU_RES_VIEW_FORMAT_UNSIGNED_BC1", 0x19>,
  Value<"CU_RES_VIEW_FORMAT_UNSIGNED_BC2", 0x1a>,
  Value<"CU_RES_VIEW_FORMAT_UNSIGNED_BC3", 0x1b>,
  Value<"CU_RES_VIEW_FORMAT_UNSIGNED_BC4", 0x1c>,
  Value<"CU_RES_VIEW_FORMAT_SIGNED_BC4", 0x1d>,
  Value<"CU_RES_VIEW_FORMAT_UNSIGNED_BC5", 0x1e>,
  Value<"CU_RES_VIEW_FORMAT_SIGNED_BC5", 0x1f>,
  Value<"CU_RES_VIEW_FORMAT_UNSIGNED_BC6H", 0x20>,
  Value<"CU_RES_VIEW_FORMAT_SIGNED_BC6H", 0x21>,
  Value<"CU_RES_VIEW_FORMAT_UNSIGNED_BC7", 0x22>
]>;

def CUDA_RESOURCE_VIEW_DESC : Struct<112, [{
  CUresourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];
}]>, Version<1>;

def cuTexRefSetArray : DriverFunction<2000, [
    In<"CUtexref", "hTexRef">, In<"CUarray", "hArray">, In<"unsigned int", "Flags">], Initialized, Done>, Deprecated,
  Doc<"Binds a texture reference to an array.">;
def cuTexRefSetMipmappedArray : DriverFunction<5000, [
    In<"CUtexref", "hTexRef">, In<"CUmipmappedArray", "hMipmappedArray">, In<"unsigned int", "Flags">], Initialized, Done>,
    Deprecated, Doc<"Binds a texture reference to a mipmapped array.">;
def cuTexRefSetAddress : DriverFunction<3020, [
    OptOut<"size_t *", "ByteOffset">, Found<"CUtexref", "hTexRef">, In<"CUdeviceptr", "dptr">,
    In<"size_t", "bytes">], Initialized, Done>, Version<2>, Deprecated, Doc<"Binds a texture reference to linear memory.">;
def cuTexRefSetAddress_v1 : DriverFunction<2000, [
    OptOut<"unsigned int *", "ByteOffset">, In<"CUtexref", "hTexRef">, In<"CUdeviceptr_v1", "dptr">,
    In<"unsigned int", "bytes">], Initialized, Done>, Old<"cuTexRefSetAddress">;
def cuTexRefSetAddress2D : DriverFunction<4010, [
    Found<"CUtexref", "hTexRef">, In<"const CUDA_ARRAY_DESCRIPTOR *", "desc">, In<"CUdeviceptr", "dptr">,
    In<"size_t", "Pitch">], Initialized, Done>, Version<3>, Deprecated,
  Refuses<[Invalid<"!desc">]>, Doc<"Binds a texture reference to rows of memory; the pitch is in bytes.">;
def cuTexRefSetAddress2D_v2 : DriverFunction<3020, [
    In<"CUtexref", "hTexRef">, In<"const CUDA_ARRAY_DESCRIPTOR *", "desc">, In<"CUdeviceptr", "dptr">,
    In<"size_t", "Pitch">], Initialized, Done>, Old<"cuTexRefSetAddress2D", "_v2">, On<"cuTexRefSetAddress2D">;
def cuTexRefSetAddress2D_v1 : DriverFunction<2020, [
    In<"CUtexref", "hTexRef">, In<"const CUDA_ARRAY_DESCRIPTOR_v1 *", "desc">, In<"CUdeviceptr_v1", "dptr">,
    In<"unsigned int", "Pitch">], Initialized, Done>, Old<"cuTexRefSetAddress2D">,
  Refuses<[Invalid<"!desc">]>;
def cuTexRefSetFormat : DriverFunction<2000, [
    In<"CUtexref", "hTexRef">, In<"CUarray_format", "fmt">, In<"int", "NumPackedComponents">], Initialized, Done>, Deprecated,
  Doc<"Sets the format of what a texture reference reads.">;
def cuTexRefSetAddressMode : DriverFunction<2000, [
    In<"CUtexref", "hTexRef">, In<"int", "dim">, In<"CUaddress_mode", "am">], Initialized, Done>, Deprecated,
  Doc<"Sets what a texture reference reads outside of a dimension.">;
def cuTexRefSetFilterMode : DriverFunction<2000, [
    In<"CUtexref", "hTexRef">, In<"CUfilter_mode", "fm">], Initialized, Done>, Deprecated,
  Doc<"Sets how a texture reference filters.">;
def cuTexRefSetMipmapFilterMode : DriverFunction<5000, [
    In<"CUtexref", "hTexRef">, In<"CUfilter_mode", "fm">], Initialized, Done>, Deprecated,
  Doc<"Sets how a texture reference filters between levels.">;
def cuTexRefSetMipmapLevelBias : DriverFunction<5000, [
    In<"CUtexref", "hTexRef">, In<"float", "bias">], Initialized, Done>, Deprecated,
  Doc<"Sets what a texture reference adds to the level.">;
def cuTexRefSetMipmapLevelClamp : DriverFunction<5000, [
    In<"CUtexref", "hTexRef">, In<"float", "minMipmapLevelClamp">, In<"float", "maxMipmapLevelClamp">], Initialized, Done>,
    Deprecated, Doc<"Sets the least and the greatest level of a texture reference.">;
def cuTexRefSetMaxAnisotropy : DriverFunction<5000, [
    In<"CUtexref", "hTexRef">, In<"unsigned int", "maxAniso">], Initialized, Done>, Deprecated,
  Doc<"Sets the greatest anisotropy of a texture reference.">;
def cuTexRefSetBorderColor : DriverFunction<8000, [
    In<"CUtexref", "hTexRef">, In<"float *", "pBorderColor">], Initialized, Done>, Deprecated,
  Doc<"Sets the colour outside of a texture reference's memory.">;
def cuTexRefSetFlags : DriverFunction<2000, [
    In<"CUtexref", "hTexRef">, In<"unsigned int", "Flags">], Initialized, Done>, Deprecated,
  Doc<"Sets the flags of a texture reference.">;
def cuTexRefGetAddress : DriverFunction<3020, [
    Out<"CUdeviceptr *", "pdptr">, In<"CUtexref", "hTexRef">], Initialized, Done>, Version<2>, Deprecated,
  Doc<"Gives the address to which a texture reference is bound.">;
def cuTexRefGetAddress_v1 : DriverFunction<2000, [
    Out<"CUdeviceptr_v1 *", "pdptr">, In<"CUtexref", "hTexRef">], Initialized, Done>, Old<"cuTexRefGetAddress">;
def cuTexRefGetArray : DriverFunction<2000, [
    Out<"CUarray *", "phArray">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives the array to which a texture reference is bound.">;
def cuTexRefGetMipmappedArray : DriverFunction<5000, [
    Out<"CUmipmappedArray *", "phMipmappedArray">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives the mipmapped array to which a texture reference is bound.">;
def cuTexRefGetAddressMode : DriverFunction<2000, [
    Out<"CUaddress_mode *", "pam">, In<"CUtexref", "hTexRef">, In<"int", "dim">], Initialized, Done>, Deprecated,
  Refuses<[Invalid<"dim < 0 || dim > 2">]>, Doc<"Gives what a texture reference reads outside of a dimension.">;
def cuTexRefGetFilterMode : DriverFunction<2000, [
    Out<"CUfilter_mode *", "pfm">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives how a texture reference filters.">;
def cuTexRefGetFormat : DriverFunction<2000, [
    OptOut<"CUarray_format *", "pFormat">, OptOut<"int *", "pNumChannels">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives the format of what a texture reference reads.">;
def cuTexRefGetMipmapFilterMode : DriverFunction<5000, [
    Out<"CUfilter_mode *", "pfm">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives how a texture reference filters between levels.">;
def cuTexRefGetMipmapLevelBias : DriverFunction<5000, [
    Out<"float *", "pbias">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives what a texture reference adds to the level.">;
def cuTexRefGetMipmapLevelClamp : DriverFunction<5000, [
    Out<"float *", "pminMipmapLevelClamp">, Out<"float *", "pmaxMipmapLevelClamp">,
    In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives the least and the greatest level of a texture reference.">;
def cuTexRefGetMaxAnisotropy : DriverFunction<5000, [
    Out<"int *", "pmaxAniso">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives the greatest anisotropy of a texture reference.">;
def cuTexRefGetBorderColor : DriverFunction<8000, [
    Out<"float *", "pBorderColor">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives the colour outside of a texture reference's memory.">;
def cuTexRefGetFlags : DriverFunction<2000, [
    Out<"unsigned int *", "pFlags">, In<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Gives the flags of a texture reference.">;
def cuTexRefCreate : DriverFunction<2000, [Out<"CUtexref *", "pTexRef">], CurrentContext, Done>, Deprecated,
  Doc<"Makes a texture reference.">;
def cuTexRefDestroy : DriverFunction<2000, [Checked<"CUtexref", "hTexRef">], Initialized, Done>, Deprecated,
  Doc<"Ends a texture reference of cuTexRefCreate.">,
  Is<"TextureReference", "Context::unpublish(Object::KindTextureReference, reinterpret_cast<uint64_t>(hTexRef)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE">;
def cuTexObjectCreate : DriverFunction<5000, [
    Out<"CUtexObject *", "pTexObject">, In<"const CUDA_RESOURCE_DESC *", "pResDesc">,
    In<"const CUDA_TEXTURE_DESC *", "pTexDesc">, In<"const CUDA_RESOURCE_VIEW_DESC *", "pResViewDesc">], CurrentContext, Done>,
  Refuses<[Unsafe<>, Invalid<"!pResDesc">, Invalid<"!pTexDesc">, MeetsInside<"pResDesc", "checkResource", "pResViewDesc = nullptr">]>, Doc<"Makes a texture object.">;
def cuTexObjectDestroy : DriverFunction<5000, [In<"CUtexObject", "texObject">], CurrentContext, Done>, Refuses<[Unsafe<>]>,
  Doc<"Ends a texture object.">, Is<"Texture", "ImageObject::destroy(texObject, /*isSurface=*/false)">;
def cuTexObjectGetResourceDesc : DriverFunction<5000, [
    Out<"CUDA_RESOURCE_DESC *", "pResDesc">, Found<"CUtexObject", "texObject">], CurrentContext, Done>,
  Doc<"Gives the memory of a texture object.">, Gives<"Texture", "texObject.resource">;
def cuTexObjectGetTextureDesc : DriverFunction<5000, [
    Out<"CUDA_TEXTURE_DESC *", "pTexDesc">, Found<"CUtexObject", "texObject">], CurrentContext, Done>,
  Doc<"Gives the settings of a texture object.">, Gives<"Texture", "texObject.texture">;
def cuTexObjectGetResourceViewDesc : DriverFunction<5000, [
    Out<"CUDA_RESOURCE_VIEW_DESC *", "pResViewDesc">, Found<"CUtexObject", "texObject">], CurrentContext, Done>,
  Doc<"Gives the view of a texture object.">,
  Gives<"Texture", "texObject.view">;

// -- Rules ----------------------------------------------------------------------------------------

// An extent of 0, and rows that overlap, are no errors.
def checkResource : Rules<["Texture"], [In<"const CUDA_RESOURCE_DESC &", "it">], [
  Invalid<"it.flags", "it.flags = 1">,
  Invalid<"unsigned(it.resType) > CU_RESOURCE_TYPE_PITCH2D", "it.resType = CUresourcetype(4)">,
  Let<"const bool isArray = it.resType == CU_RESOURCE_TYPE_ARRAY">,
  Invalid<"isArray && !it.res.array.hArray", "it.res.array.hArray = nullptr">,
  BadHandle<"isArray && !find<Array>(it.res.array.hArray)">,
  Let<"const bool isMipmap = it.resType == CU_RESOURCE_TYPE_MIPMAPPED_ARRAY">,
  Invalid<"isMipmap && !it.res.mipmap.hMipmappedArray",
          "it.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY; it.res.mipmap.hMipmappedArray = nullptr">,
  BadHandle<"isMipmap && !find<MipmappedArray>(it.res.mipmap.hMipmappedArray)">,
  Let<"const auto &linear = it.res.linear">,
  Let<"const bool isLinear = it.resType == CU_RESOURCE_TYPE_LINEAR">,
  Invalid<"isLinear && (!linear.devPtr || linear.devPtr % model::kTextureAlignment)",
          "it.resType = CU_RESOURCE_TYPE_LINEAR; it.res.linear = {0, CU_AD_FORMAT_FLOAT, 1, 64}">,
  Invalid<"isLinear && !texelBytes(linear.format, linear.numChannels)",
          "it.resType = CU_RESOURCE_TYPE_LINEAR; it.res.linear = {4096, CU_AD_FORMAT_FLOAT, 3, 64}">,
  Invalid<"isLinear && linear.sizeInBytes / texelBytes(linear.format, linear.numChannels) > "
          "model::textureLinearWidth(texelBytes(linear.format, linear.numChannels))",
          "it.resType = CU_RESOURCE_TYPE_LINEAR; it.res.linear = {4096, CU_AD_FORMAT_FLOAT, 1, size_t(1) << 40}">,
  Let<"const auto &pitched = it.res.pitch2D">,
  Accepts<"it.resType != CU_RESOURCE_TYPE_PITCH2D">,
  Invalid<"!pitched.devPtr || pitched.devPtr % model::kTextureAlignment",
          "it.resType = CU_RESOURCE_TYPE_PITCH2D; it.res.pitch2D = {8, CU_AD_FORMAT_FLOAT, 1, 8, 8, 32}">,
  Invalid<"!texelBytes(pitched.format, pitched.numChannels)",
          "it.resType = CU_RESOURCE_TYPE_PITCH2D; it.res.pitch2D = {4096, CU_AD_FORMAT_FLOAT, 3, 8, 8, 32}">,
  Invalid<"pitched.width > 131072 || pitched.height > 65000",
          "it.resType = CU_RESOURCE_TYPE_PITCH2D; it.res.pitch2D = {4096, CU_AD_FORMAT_FLOAT, 1, 8, 65001, 32}">,
  Invalid<"pitched.pitchInBytes > 2097120 || pitched.pitchInBytes % model::kTexturePitchAlignment",
          "it.resType = CU_RESOURCE_TYPE_PITCH2D; it.res.pitch2D = {4096, CU_AD_FORMAT_FLOAT, 1, 8, 8, 33}">
]>, Valid<"it.resType = CU_RESOURCE_TYPE_ARRAY; it.res.array.hArray = (CUarray)things[size_t(Kind::CUarray)]">;

// Blocks of 4 x 4 texels in an array's texels, which are two or four unsigned words.
def checkBlocks : Rules<["Texture"], [In<"Image::Block", "block">, In<"const Image &", "image">], [
  Invalid<"image.dimensions != 2">,
  Invalid<"image.channelBits != 32 || image.isSigned || image.isFloat">,
  Let<"const bool isTwoWords = block == Image::Block::Color || block == Image::Block::Red">,
  Invalid<"image.channels != (isTwoWords ? 2 : 4)">,
  Absence<"block == Image::Block::None"> // BC6H, BC7
]>;

def checkView : Rules<["Texture"], [In<"const CUDA_RESOURCE_VIEW_DESC &", "it">], [
  Each<"const unsigned word", "it.reserved", [Invalid<"word">]>,
  Invalid<"it.format == CU_RES_VIEW_FORMAT_NONE || unsigned(it.format) > CU_RES_VIEW_FORMAT_UNSIGNED_BC7">
]>;

// The extent is the whole array's, whatever part of its layers is meant. One beyond the last level or layer is let pass, as on a GPU.
def checkPart : Rules<["Texture"], [In<"const CUDA_RESOURCE_VIEW_DESC &", "it">, In<"const Image &", "image">], [
  Let<"const exec::ImageLevel &base = image.levels[0]">,
  Invalid<"it.width != base.size[0]">,
  Invalid<"it.height != (image.dimensions > 1 ? base.size[1] : 0)">,
  Let<"const bool isLayers = image.isLayered || image.isCube">,
  Invalid<"it.depth != (image.dimensions > 2 ? base.size[2] : isLayers ? image.slices : 0)">,
  Invalid<"it.firstMipmapLevel > it.lastMipmapLevel || it.firstMipmapLevel >= image.levelCount">,
  Invalid<"it.lastMipmapLevel > (image.levelCount > 1 ? image.levelCount : 0u)">,
  Invalid<"it.firstLayer > it.lastLayer || it.firstLayer >= image.slices">,
  Invalid<"it.lastLayer > (image.isLayered ? image.slices : 0)">,
  Let<"const unsigned layers = std::min(it.lastLayer, image.slices - 1) - it.firstLayer + 1">,
  Invalid<"image.isLayered && image.isCube && layers % 6">
]>;

def checkSampling : Rules<["Texture"], [In<"const CUDA_TEXTURE_DESC &", "it">, In<"const Image &", "image">], [
  Invalid<"it.flags & ~kTextureFlags">,
  Invalid<"unsigned(it.filterMode) > CU_TR_FILTER_MODE_LINEAR">,
  Invalid<"unsigned(it.mipmapFilterMode) > CU_TR_FILTER_MODE_LINEAR">,
  Invalid<"it.flags & CU_TRSF_SEAMLESS_CUBEMAP && !image.isCube">,
  Each<"const int word", "it.reserved", [Invalid<"word">]>,
  Each<"const CUaddress_mode mode", "std::span(it.addressMode, image.dimensions)", [
    Invalid<"unsigned(mode) > CU_TR_ADDRESS_MODE_BORDER">
  ]>
]>;
