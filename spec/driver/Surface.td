// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: surfaces.

def CUsurfref : Handle<"CUsurfref_st">, Usable<"SurfaceReference", "CUDA_ERROR_INVALID_HANDLE", "findReference">;
def CUsurfObject : Typedef<"unsigned long long">, Version<1>, Owner<"handle">, Object<"ImageObject", "CUDA_ERROR_INVALID_VALUE", "findSurface">;

def cuSurfRefSetArray : DriverFunction<3000, [
    Found<"CUsurfref", "hSurfRef">, In<"CUarray", "hArray">, In<"unsigned int", "Flags">], Initialized, Done>, Deprecated,
  Doc<"Binds a surface reference to an array.">;
def cuSurfRefGetArray : DriverFunction<3000, [
    Out<"CUarray *", "phArray">, Found<"CUsurfref", "hSurfRef">], Initialized, Done>, Deprecated,
  Refuses<[Invalid<"!hSurfRef_->array()">]>, Doc<"Gives the array to which a surface reference is bound.">,
  Gives<"TextureReference", "hSurfRef.array()">;
def cuSurfObjectCreate : DriverFunction<5000, [
    Out<"CUsurfObject *", "pSurfObject">, In<"const CUDA_RESOURCE_DESC *", "pResDesc">], CurrentContext, Done>,
  Refuses<[Unsafe<>, Invalid<"!pResDesc">, Invalid<"pResDesc->resType != CU_RESOURCE_TYPE_ARRAY">, MeetsInside<"pResDesc", "checkResource">]>,
  Doc<"Makes a surface object.">;
def cuSurfObjectDestroy : DriverFunction<5000, [In<"CUsurfObject", "surfObject">], CurrentContext, Done>,
  Refuses<[Unsafe<>]>, Doc<"Ends a surface object.">, Is<"Surface", "ImageObject::destroy(surfObject, /*isSurface=*/true)">;
def cuSurfObjectGetResourceDesc : DriverFunction<5000, [
    Out<"CUDA_RESOURCE_DESC *", "pResDesc">, Found<"CUsurfObject", "surfObject">], CurrentContext, Done>,
  Doc<"Gives the memory of a surface object.">, Gives<"Surface", "surfObject.resource">;
