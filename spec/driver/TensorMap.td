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
def CUtensorMapAllocClass : Enum<[
  Value<"CU_TENSOR_MAP_ALLOC_CLASS_AUTO", 0>,
  Value<"CU_TENSOR_MAP_ALLOC_CLASS_SMALL", 1>,
  Value<"CU_TENSOR_MAP_ALLOC_CLASS_LARGE", 2>
]>;
def cuTensorMapSetAllocationClass : DriverFunction<13050, [
    InOut<"CUtensorMap *", "tensorMap">, In<"CUtensorMapAllocClass", "allocClass">,
    OptOut<"CUtensorMapAllocClass *", "outAllocClass">], Initialized>,
  Because<"a tensor map here has one size">, Doc<"Says how much a tensor map may hold.">;

// -- Rules ----------------------------------------------------------------------------------------

// The documented conditions of all encodings.
def checkTensor : Rules<["TensorMap"], [In<"const CUtensorMap *", "place">, In<"const Tensor &", "tensor">], [
  Invalid<"uintptr_t(place) % 64">,
  Invalid<"!bitsOf(tensor.type)">,
  Invalid<"unsigned(tensor.interleave) > CU_TENSOR_MAP_INTERLEAVE_32B">,
  // The modes with other atoms came with compute capability 10.0.
  Invalid<"unsigned(tensor.swizzle) > CU_TENSOR_MAP_SWIZZLE_128B">,
  Invalid<"unsigned(tensor.promotion) > CU_TENSOR_MAP_L2_PROMOTION_L2_256B">,
  Invalid<"unsigned(tensor.fill) > CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA">,
  Invalid<"tensor.fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE && !isFloat(tensor.type)">,
  Let<"const bool isWide = tensor.interleave == CU_TENSOR_MAP_INTERLEAVE_32B">,
  Invalid<"isWide && tensor.swizzle != CU_TENSOR_MAP_SWIZZLE_32B">,
  Invalid<"!tensor.rank || tensor.rank > TensorMap::kMaxRank">,
  Invalid<"tensor.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE && tensor.rank < 3">,
  Let<"const unsigned unit = isWide ? 32 : 16">,
  Invalid<"!tensor.address || uintptr_t(tensor.address) % unit">,
  Invalid<"!tensor.dims || !tensor.elementStrides">,
  Invalid<"tensor.rank > 1 && !tensor.strides">,
  Each<"const cuuint64_t extent", "std::span(tensor.dims, tensor.rank)", [Invalid<"!extent || extent > 1ull << 32">]>,
  Each<"const cuuint32_t stride", "std::span(tensor.elementStrides, tensor.rank)", [Invalid<"!stride || stride > 8">]>,
  Each<"const cuuint64_t stride", "std::span(tensor.strides, tensor.rank - 1)", [Invalid<"stride % unit || stride >= 1ull << 40">]>
]>;

def checkTile : Rules<["TensorMap"], [In<"const Tensor &", "tensor">, In<"const cuuint32_t *", "box">], [
  Invalid<"!box">,
  Each<"const cuuint32_t extent", "std::span(box, tensor.rank)", [Invalid<"!extent || extent > 256">]>,
  Invalid<"!isRowValid(tensor, box[0])">
]>;

// Corners have to fit into so many bits, by the number of spatial dimensions.
def checkPixels : Rules<["TensorMap"], [
    In<"const Tensor &", "tensor">, In<"const int *", "lower">, In<"const int *", "upper">, In<"cuuint32_t", "channels">,
    In<"cuuint32_t", "pixels">], [
  Invalid<"!lower || !upper">,
  Invalid<"tensor.rank < 3">,
  Invalid<"!channels || channels > 256 || !isRowValid(tensor, channels)">,
  Invalid<"!pixels || pixels > 1024">,
  Let<"const unsigned count = tensor.rank - 2">,
  Let<"const int limit = count == 1 ? 32768 : count == 2 ? 128 : 16">,
  Each<"const int corner", "std::span(lower, count)", [Invalid<"corner < -limit || corner >= limit">]>,
  Each<"const int corner", "std::span(upper, count)", [Invalid<"corner < -limit || corner >= limit">]>
]>;

def checkNewAddress : Rules<["TensorMap"], [In<"const TensorMap &", "map">, In<"const void *", "address">], [
  Invalid<"map.magic != TensorMap::kMagic">,
  Invalid<"!address || uintptr_t(address) % (map.interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16)">
]>;
