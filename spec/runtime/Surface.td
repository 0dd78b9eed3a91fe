// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runtime API: surfaces.

def cudaSurfaceType1D : Macro<"0x01">;
def cudaSurfaceType2D : Macro<"0x02">;
def cudaSurfaceType3D : Macro<"0x03">;
def cudaSurfaceTypeCubemap : Macro<"0x0C">;
def cudaSurfaceType1DLayered : Macro<"0xF1">;
def cudaSurfaceType2DLayered : Macro<"0xF2">;
def cudaSurfaceTypeCubemapLayered : Macro<"0xFC">;

def cudaSurfaceBoundaryMode : Enum<[
  Value<"cudaBoundaryModeZero", 0>,
  Value<"cudaBoundaryModeClamp", 1>,
  Value<"cudaBoundaryModeTrap", 2>
]>;

def cudaSurfaceFormatMode : Enum<[
  Value<"cudaFormatModeForced", 0>,
  Value<"cudaFormatModeAuto", 1>
]>;

def cudaSurfaceObject_t : Typedef<"unsigned long long">;

def cudaCreateSurfaceObject : RuntimeFunction<[
    Out<"cudaSurfaceObject_t *", "pSurfObject">,
    Record<"const struct cudaResourceDesc *", "pResDesc", "CUDA_RESOURCE_DESC">], CurrentContext, Done>,
  On<"cuSurfObjectCreate">;
def cudaDestroySurfaceObject : RuntimeFunction<[
    In<"cudaSurfaceObject_t", "surfObject">], CurrentContext, Done>, On<"cuSurfObjectDestroy">, DoneIf<"!surfObject">;
def cudaGetSurfaceObjectResourceDesc : RuntimeFunction<[
    Out<"struct cudaResourceDesc *", "pResDesc">,
    In<"cudaSurfaceObject_t", "surfObject">], CurrentContext, Done>, Doc<"Gives the memory of a surface object.">;
