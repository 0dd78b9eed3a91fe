// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: tensor maps.

def CU_TENSOR_MAP_NUM_QWORDS : Macro<"16">;

def CUtensorMap : Struct<128, [{
  cuuint64_t opaque[16];
}]>, Align<128>;

def CUtensorMapDataType : Enum<[
  Value<"CU_TENSOR_MAP_DATA_TYPE_UINT8", 0>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_UINT16", 1>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_UINT32", 2>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_INT32", 3>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_UINT64", 4>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_INT64", 5>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_FLOAT16", 6>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_FLOAT32", 7>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_FLOAT64", 8>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_BFLOAT16", 9>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ", 10>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_TFLOAT32", 11>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ", 12>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B", 13>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B", 14>,
  Value<"CU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B", 15>
]>;

def CUtensorMapInterleave : Enum<[
  Value<"CU_TENSOR_MAP_INTERLEAVE_NONE", 0>,
  Value<"CU_TENSOR_MAP_INTERLEAVE_16B", 1>,
  Value<"CU_TENSOR_MAP_INTERLEAVE_32B", 2>
]>;

def CUtensorMapSwizzle : Enum<[
  Value<"CU_TENSOR_MAP_SWIZZLE_NONE", 0>,
  Value<"CU_TENSOR_MAP_SWIZZLE_32B", 1>,
  Value<"CU_TENSOR_MAP_SWIZZLE_64B", 2>,
  Value<"CU_TENSOR_MAP_SWIZZLE_128B", 3>,
  Value<"CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B", 4>,
  Value<"CU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B", 5>,
  Value<"CU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B", 6>
]>;

def CUtensorMapL2promotion : Enum<[
  Value<"CU_TENSOR_MAP_L2_PROMOTION_NONE", 0>,
  Value<"CU_TENSOR_MAP_L2_PROMOTION_L2_64B", 1>,
  Value<"CU_TENSOR_MAP_L2_PROMOTION_L2_128B", 2>,
  Value<"CU_TENSOR_MAP_L2_PROMOTION_L2_256B", 3>
]>;

def CUtensorMapFloatOOBfill : Enum<[
  Value<"CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE", 0>,
  Value<"CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA", 1>
]>;

def CUtensorMapIm2ColWideMode : Enum<[
  Value<"CU_TENSOR_MAP_IM2COL_WIDE_MODE_W", 0>,
  Value<"CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128", 1>
]>;

def cuTensorMapEncodeTiled : DriverFunction<12000, [
    Out<"CUtensorMap *", "tensorMap">, In<"CUtensorMapDataType", "tensorDataType">,
    In<"cuuint32_t", "tensorRank">, In<"void *", "globalAddress">, In<"const cuuint64_t *", "globalDim">,
    In<"const cuuint64_t *", "globalStrides">, In<"const cuuint32_t *", "boxDim">,
    In<"const cuuint32_t *", "elementStrides">, In<"CUtensorMapInterleave", "interleave">,
    In<"CUtensorMapSwizzle", "swizzle">, In<"CUtensorMapL2promotion", "l2Promotion">,
    In<"CUtensorMapFloatOOBfill", "oobFill">], CurrentContext, Done>, Doc<"Makes a tensor map for tiles.">;
def cuTensorMapEncodeIm2col : DriverFunction<12000, [
    Out<"CUtensorMap *", "tensorMap">, In<"CUtensorMapDataType", "tensorDataType">,
    In<"cuuint32_t", "tensorRank">, In<"void *", "globalAddress">, In<"const cuuint64_t *", "globalDim">,
    In<"const cuuint64_t *", "globalStrides">, In<"const int *", "pixelBoxLowerCorner">,
    In<"const int *", "pixelBoxUpperCorner">, In<"cuuint32_t", "channelsPerPixel">,
    In<"cuuint32_t", "pixelsPerColumn">, In<"const cuuint32_t *", "elementStrides">,
    In<"CUtensorMapInterleave", "interleave">, In<"CUtensorMapSwizzle", "swizzle">,
    In<"CUtensorMapL2promotion", "l2Promotion">, In<"CUtensorMapFloatOOBfill", "oobFill">], CurrentContext, Done>,
  Doc<"Makes a tensor map for im2col access.">;
def cuTensorMapEncodeIm2colWide : DriverFunction<12080, [
    Out<"CUtensorMap *", "tensorMap">, In<"CUtensorMapDataType", "tensorDataType">,
    In<"cuuint32_t", "tensorRank">, In<"void *", "globalAddress">, In<"const cuuint64_t *", "globalDim">,
    In<"const cuuint64_t *", "globalStrides">, In<"int", "pixelBoxLowerCornerWidth">,
    In<"int", "pixelBoxUpperCornerWidth">, In<"cuuint32_t", "channelsPerPixel">,
    In<"cuuint32_t", "pixelsPerColumn">, In<"const cuuint32_t *", "elementStrides">,
    In<"CUtensorMapInterleave", "interleave">, In<"CUtensorMapIm2ColWideMode", "mode">,
    In<"CUtensorMapSwizzle", "swizzle">, In<"CUtensorMapL2promotion", "l2Promotion">,
    In<"CUtensorMapFloatOOBfill", "oobFill">], Initialized>,
    Because<"from compute capability 10.0 on">, Doc<"Makes a tensor map for wide im2col access.">;
def cuTensorMapReplaceAddress : DriverFunction<12000, [
    InOut<"CUtensorMap *", "tensorMap">, In<"void *", "globalAddress">], Initialized, Done>, Refuses<[
    Invalid<"!tensorMap">,
    Invalid<"uintptr_t(tensorMap) % 64">]>, Doc<"Changes the address of a tensor map.">;
