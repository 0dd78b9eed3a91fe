// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: textures.

def cudaTextureType1D : Macro<"0x01">;
def cudaTextureType2D : Macro<"0x02">;
def cudaTextureType3D : Macro<"0x03">;
def cudaTextureTypeCubemap : Macro<"0x0C">;
def cudaTextureType1DLayered : Macro<"0xF1">;
def cudaTextureType2DLayered : Macro<"0xF2">;
def cudaTextureTypeCubemapLayered : Macro<"0xFC">;

def cudaResourceType : Enum<[
  Value<"cudaResourceTypeArray", 0x0>,
  Value<"cudaResourceTypeMipmappedArray", 0x1>,
  Value<"cudaResourceTypeLinear", 0x2>,
  Value<"cudaResourceTypePitch2D", 0x3>
]>, Same<"CUresourcetype">;

def cudaResourceViewFormat : Enum<[
  Value<"cudaResViewFormatNone", 0x0>,
  Value<"cudaResViewFormatUnsignedChar1", 0x1>,
  Value<"cudaResViewFormatUnsignedChar2", 0x2>,
  Value<"cudaResViewFormatUnsignedChar4", 0x3>,
  Value<"cudaResViewFormatSignedChar1", 0x4>,
  Value<"cudaResViewFormatSignedChar2", 0x5>,
  Value<"cudaResViewFormatSignedChar4", 0x6>,
  Value<"cudaResViewFormatUnsignedShort1", 0x7>,
  Value<"cudaResViewFormatUnsignedShort2", 0x8>,
  Value<"cudaResViewFormatUnsignedShort4", 0x9>,
  Value<"cudaResViewFormatSignedShort1", 0xa>,
  Value<"cudaResViewFormatSignedShort2", 0xb>,
  Value<"cudaResViewFormatSignedShort4", 0xc>,
  Value<"cudaResViewFormatUnsignedInt1", 0xd>,
  Value<"cudaResViewFormatUnsignedInt2", 0xe>,
  Value<"cudaResViewFormatUnsignedInt4", 0xf>,
  Value<"cudaResViewFormatSignedInt1", 0x10>,
  Value<"cudaResViewFormatSignedInt2", 0x11>,
  Value<"cudaResViewFormatSignedInt4", 0x12>,
  Value<"cudaResViewFormatHalf1", 0x13>,
  Value<"cudaResViewFormatHalf2", 0x14>,
  Value<"cudaResViewFormatHalf4", 0x15>,
  Value<"cudaResViewFormatFloat1", 0x16>,
  Value<"cudaResViewFormatFloat2", 0x17>,
  Value<"cudaResViewFormatFloat4", 0x18>,
  Value<"cudaResViewFormatUnsignedBlockCompressed1", 0x19>,
  Value<"cudaResViewFormatUnsignedBlockCompressed2", 0x1a>,
  Value<"cudaResViewFormatUnsignedBlockCompressed3", 0x1b>,
  Value<"cudaResViewFormatUnsignedBlockCompressed4", 0x1c>,
  Value<"cudaResViewFormatSignedBlockCompressed4", 0x1d>,
  Value<"cudaResViewFormatUnsignedBlockCompressed5", 0x1e>,
  Value<"cudaResViewFormatSignedBlockCompressed5", 0x1f>,
  Value<"cudaResViewFormatUnsignedBlockCompressed6H", 0x20>,
  Value<"cudaResViewFormatSignedBlockCompressed6H", 0x21>,
  Value<"cudaResViewFormatUnsignedBlockCompressed7", 0x22>
]>;

def cudaResourceDesc : Struct<144, [{
  enum cudaResourceType resType;
  union {
    struct {
      cudaArray_t array;
    } array;
    struct {
      cudaMipmappedArray_t mipmap;
    } mipmap;
    struct {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void *devPtr;
      struct cudaChannelFormatDesc desc;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags;
}]>;

def cudaResourceViewDesc : Struct<112, [{
  enum cudaResourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];
}]>, Same<"CUDA_RESOURCE_VIEW_DESC">;

def cudaTextureAddressMode : Enum<[
  Value<"cudaAddressModeWrap", 0>,
  Value<"cudaAddressModeClamp", 1>,
  Value<"cudaAddressModeMirror", 2>,
  Value<"cudaAddressModeBorder", 3>
]>, Same<"CUaddress_mode">;

def cudaTextureFilterMode : Enum<[
  Value<"cudaFilterModePoint", 0>,
  Value<"cudaFilterModeLinear", 1>
]>, Same<"CUfilter_mode">;

def cudaTextureReadMode : Enum<[
  Value<"cudaReadModeElementType", 0>,
  Value<"cudaReadModeNormalizedFloat", 1>
]>;

def cudaTextureDesc : Struct<72, [{
  enum cudaTextureAddressMode addressMode[3];
  enum cudaTextureFilterMode filterMode;
  enum cudaTextureReadMode readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  enum cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
}]>;

def cudaTextureObject_t : Typedef<"unsigned long long">;

def cudaCreateTextureObject : RuntimeFunction<[
    Out<"cudaTextureObject_t *", "pTexObject">, In<"const struct cudaResourceDesc *", "pResDesc">,
    In<"const struct cudaTextureDesc *", "pTexDesc">,
    In<"const struct cudaResourceViewDesc *", "pResViewDesc">], CurrentContext, Done>, Doc<"Makes a texture object.">;
def cudaDestroyTextureObject : RuntimeFunction<[
    In<"cudaTextureObject_t", "texObject">], CurrentContext, Done>, On<"cuTexObjectDestroy">, DoneIf<"!texObject">;
def cudaGetTextureObjectResourceDesc : RuntimeFunction<[
    Out<"struct cudaResourceDesc *", "pResDesc">,
    In<"cudaTextureObject_t", "texObject">], CurrentContext, Done>, Doc<"Gives the memory of a texture object.">;
def cudaGetTextureObjectTextureDesc : RuntimeFunction<[
    Out<"struct cudaTextureDesc *", "pTexDesc">,
    In<"cudaTextureObject_t", "texObject">], CurrentContext, Done>, Doc<"Gives the settings of a texture object.">;
def cudaGetTextureObjectResourceViewDesc : RuntimeFunction<[
    Out<"struct cudaResourceViewDesc *", "pResViewDesc">,
    In<"cudaTextureObject_t", "texObject">], CurrentContext, Done>, On<"cuTexObjectGetResourceViewDesc">;
