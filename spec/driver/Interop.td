// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: graphics interoperability.

class NothingDrawn : Because<"the devices draw nothing: no resource of a graphics API can be registered">;

def CUgraphicsResource : Handle<"CUgraphicsResource_st">;

def CUgraphicsRegisterFlags : Enum<[
  Value<"CU_GRAPHICS_REGISTER_FLAGS_NONE", 0x0>,
  Value<"CU_GRAPHICS_REGISTER_FLAGS_READ_ONLY", 0x1>,
  Value<"CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD", 0x2>,
  Value<"CU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST", 0x4>,
  Value<"CU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER", 0x8>
]>;

def CUgraphicsMapResourceFlags : Enum<[
  Value<"CU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE", 0x0>,
  Value<"CU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY", 0x1>,
  Value<"CU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD", 0x2>
]>;

def cuGraphicsUnregisterResource : DriverFunction<3000, [In<"CUgraphicsResource", "resource">]>, NothingDrawn,
  Doc<"Ends a resource of a graphics interface.">;
def cuGraphicsSubResourceGetMappedArray : DriverFunction<3000, [
    In<"CUarray *", "pArray">, In<"CUgraphicsResource", "resource">, In<"unsigned int", "arrayIndex">,
    In<"unsigned int", "mipLevel">]>, NothingDrawn, Doc<"Gives an array of a mapped resource.">;
def cuGraphicsResourceGetMappedMipmappedArray : DriverFunction<5000, [
    Out<"CUmipmappedArray *", "pMipmappedArray">, In<"CUgraphicsResource", "resource">]>, NothingDrawn,
  Doc<"Gives the mipmapped array of a mapped resource.">;
def cuGraphicsResourceGetMappedPointer : DriverFunction<3020, [
    Out<"CUdeviceptr *", "pDevPtr">, Out<"size_t *", "pSize">, In<"CUgraphicsResource", "resource">]>,
    Version<2>, NothingDrawn, Doc<"Gives address and size in bytes of a mapped resource.">;
def cuGraphicsResourceGetMappedPointer_v1 : DriverFunction<3000, [
    Out<"CUdeviceptr_v1 *", "pDevPtr">, Out<"unsigned int *", "pSize">, In<"CUgraphicsResource", "resource">]>,
    Old<"cuGraphicsResourceGetMappedPointer">, NothingDrawn;
def cuGraphicsResourceSetMapFlags : DriverFunction<6050, [
    In<"CUgraphicsResource", "resource">, In<"unsigned int", "flags">]>, Version<2>, NothingDrawn,
  Doc<"Says how a mapped resource will be used.">;
def cuGraphicsResourceSetMapFlags_v1 : DriverFunction<3000, [
    In<"CUgraphicsResource", "resource">, In<"unsigned int", "flags">]>, Old<"cuGraphicsResourceSetMapFlags">, NothingDrawn;
def cuGraphicsMapResources : DriverFunction<3000, [
    In<"unsigned int", "count">, In<"CUgraphicsResource *", "resources">, In<"CUstream", "hStream">]>,
    PerThreadStream, NothingDrawn, Doc<"Maps resources for CUDA, in a stream.">;
def cuGraphicsUnmapResources : DriverFunction<3000, [
    In<"unsigned int", "count">, In<"CUgraphicsResource *", "resources">, In<"CUstream", "hStream">]>,
    PerThreadStream, NothingDrawn, Doc<"Gives mapped resources back, in a stream.">;
