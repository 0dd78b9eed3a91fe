// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Driver API: surfaces.

def CUsurfref : Handle<"CUsurfref_st">;
def CUsurfObject : Typedef<"unsigned long long">, Version<1>, Owner<"handle">;

def cuSurfRefSetArray : DriverFunction<3000, [
    In<"CUsurfref", "hSurfRef">, In<"CUarray", "hArray">, In<"unsigned int", "Flags">], Initialized, Done>, Deprecated;
def cuSurfRefGetArray : DriverFunction<3000, [
    Out<"CUarray *", "phArray">, In<"CUsurfref", "hSurfRef">], Initialized, Done>, Deprecated;
def cuSurfObjectCreate : DriverFunction<5000, [
    Out<"CUsurfObject *", "pSurfObject">, In<"const CUDA_RESOURCE_DESC *", "pResDesc">], CurrentContext, Done>;
def cuSurfObjectDestroy : DriverFunction<5000, [In<"CUsurfObject", "surfObject">], CurrentContext, Done>;
def cuSurfObjectGetResourceDesc : DriverFunction<5000, [
    Out<"CUDA_RESOURCE_DESC *", "pResDesc">, In<"CUsurfObject", "surfObject">], CurrentContext, Done>;
