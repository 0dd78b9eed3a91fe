// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What texture and surface references and objects refuse: null handles, no place for the answer,
// numbers beyond an enumeration, sizes and pitches that do not fit.
#include "Check.h"
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

constexpr CUresult kValue = CUDA_ERROR_INVALID_VALUE, kHandle = CUDA_ERROR_INVALID_HANDLE;

static void references() {
  CUtexref t = nullptr, made = nullptr;
  CUdeviceptr p = 0;
  CUarray a = nullptr, got = nullptr;
  CUmipmappedArray mip = nullptr, gotMip = nullptr;
  size_t offset = 0;
  CUaddress_mode am;
  CUfilter_mode fm;
  CUarray_format fmt;
  int n = 0;
  unsigned flags = 0;
  float x = 0, y = 0, color[4] = {};
  CUDA_ARRAY_DESCRIPTOR d{16, 16, CU_AD_FORMAT_FLOAT, 1};
  CUDA_ARRAY3D_DESCRIPTOR e{16, 16, 0, CU_AD_FORMAT_FLOAT, 1, 0};
  OK(cuMemAlloc(&p, 4096));
  OK(cuArrayCreate(&a, &d));
  OK(cuMipmappedArrayCreate(&mip, &e, 2));
  OK(cuTexRefCreate(&made));
  EXPECT(kHandle, cuTexRefDestroy(nullptr)); // seen
  CUmodule module =
      loadPtx(std::string(kPtxHead) +
              ".visible .global .texref picture;\n.visible .global .surfref canvas;\n");
  OK(cuModuleGetTexRef(&t, module, "picture"));
  EXPECT(kHandle, cuTexRefSetArray(nullptr, a, CU_TRSA_OVERRIDE_FORMAT)); // seen
  EXPECT(kHandle, cuTexRefSetArray(t, nullptr, CU_TRSA_OVERRIDE_FORMAT)); // seen
  OK(cuTexRefSetArray(t, a, 0));                                          // seen
  EXPECT(kValue, cuTexRefSetArray(t, a, 2));
  EXPECT(kHandle, cuTexRefSetMipmappedArray(nullptr, mip, CU_TRSA_OVERRIDE_FORMAT)); // seen
  EXPECT(kHandle, cuTexRefSetMipmappedArray(t, nullptr, CU_TRSA_OVERRIDE_FORMAT));   // seen
  EXPECT(kHandle, cuTexRefSetAddress(&offset, nullptr, p, 4096));                    // seen
  EXPECT(kValue, cuTexRefSetAddress(&offset, t, p, ~size_t(0)));
  EXPECT(kValue, cuTexRefSetAddress(&offset, t, p, size_t(1) << 40));
  EXPECT(kValue, cuTexRefSetAddress(nullptr, t, p + 4, 400));
  EXPECT(kHandle, cuTexRefSetAddress2D(nullptr, &d, p, 256)); // seen
  EXPECT(kValue, cuTexRefSetAddress2D(t, nullptr, p, 256));
  EXPECT(kValue, cuTexRefSetAddress2D(t, &d, p, 3));
  EXPECT(kHandle, cuTexRefSetFormat(nullptr, CU_AD_FORMAT_FLOAT, 1)); // seen
  EXPECT(kValue, cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 3));
  EXPECT(kValue, cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 5));
  EXPECT(kHandle, cuTexRefSetAddressMode(nullptr, 0, CU_TR_ADDRESS_MODE_WRAP)); // seen
  EXPECT(kValue, cuTexRefSetAddressMode(t, -1, CU_TR_ADDRESS_MODE_WRAP));
  EXPECT(kValue, cuTexRefSetAddressMode(t, 3, CU_TR_ADDRESS_MODE_WRAP));
  EXPECT(kHandle, cuTexRefSetFilterMode(nullptr, CU_TR_FILTER_MODE_POINT)); // seen
  if (!onNvidia()) { // which takes any number
    EXPECT(kValue, cuTexRefSetFormat(t, CUarray_format(77), 1));
    EXPECT(kValue, cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 0));
    EXPECT(kValue, cuTexRefSetAddressMode(t, 0, CUaddress_mode(77)));
    EXPECT(kValue, cuTexRefSetFilterMode(t, CUfilter_mode(77)));
  }
  EXPECT(kHandle, cuTexRefSetMipmapFilterMode(nullptr, CU_TR_FILTER_MODE_POINT)); // seen
  EXPECT(kValue, cuTexRefSetMipmapFilterMode(t, CUfilter_mode(77)));
  EXPECT(kHandle, cuTexRefSetMipmapLevelBias(nullptr, 0));     // seen
  EXPECT(kHandle, cuTexRefSetMipmapLevelClamp(nullptr, 0, 1)); // seen
  OK(cuTexRefSetMipmapLevelClamp(t, 3, 1));
  EXPECT(kHandle, cuTexRefSetMaxAnisotropy(nullptr, 1)); // seen
  OK(cuTexRefSetMaxAnisotropy(t, 77));
  EXPECT(kHandle, cuTexRefSetBorderColor(nullptr, color)); // seen
  EXPECT(kValue, cuTexRefSetBorderColor(t, nullptr));
  EXPECT(kHandle, cuTexRefSetFlags(nullptr, 0)); // seen
  EXPECT(kValue, cuTexRefSetFlags(t, 0x1000));
  EXPECT(kHandle, cuTexRefGetAddress(&p, nullptr));             // seen
  if (!onNvidia())                                              // crashes
    EXPECT(kHandle, cuTexRefGetArray(&got, nullptr));           // seen
  EXPECT(kHandle, cuTexRefGetMipmappedArray(&gotMip, nullptr)); // seen
  EXPECT(kHandle, cuTexRefGetAddressMode(&am, nullptr, 0));     // seen
  EXPECT(kValue, cuTexRefGetAddressMode(&am, t, 3));
  EXPECT(kHandle, cuTexRefGetFilterMode(&fm, nullptr)); // seen
  OK(cuTexRefGetFormat(nullptr, &n, t));                // seen
  OK(cuTexRefGetFormat(&fmt, nullptr, t));
  EXPECT(kHandle, cuTexRefGetFormat(&fmt, &n, nullptr));         // seen
  EXPECT(kHandle, cuTexRefGetMipmapFilterMode(&fm, nullptr));    // seen
  EXPECT(kHandle, cuTexRefGetMipmapLevelBias(&x, nullptr));      // seen
  EXPECT(kHandle, cuTexRefGetMipmapLevelClamp(&x, &y, nullptr)); // seen
  EXPECT(kHandle, cuTexRefGetMaxAnisotropy(&n, nullptr));        // seen
  EXPECT(kHandle, cuTexRefGetBorderColor(color, nullptr));       // seen
  EXPECT(kHandle, cuTexRefGetFlags(&flags, nullptr));            // seen
  CUsurfref u = nullptr;
  OK(cuModuleGetSurfRef(&u, module, "canvas"));
  EXPECT(kHandle, cuSurfRefSetArray(nullptr, a, 0)); // seen
  EXPECT(kHandle, cuSurfRefSetArray(u, nullptr, 0)); // seen
  EXPECT(kValue, cuSurfRefSetArray(u, a, 1));
  EXPECT(kHandle, cuSurfRefGetArray(&got, nullptr)); // seen
  OK(cuTexRefDestroy(made));
  if (!onNvidia())                                   // crashes
    EXPECT(kHandle, cuTexRefGetFlags(&flags, made)); // gone
}

static void objects() {
  CUarray a = nullptr;
  CUDA_ARRAY_DESCRIPTOR d{16, 16, CU_AD_FORMAT_FLOAT, 1};
  OK(cuArrayCreate(&a, &d));
  CUtexObject o = 0;
  CUsurfObject so = 0;
  CUDA_RESOURCE_DESC r{}, rSeen;
  CUDA_TEXTURE_DESC td{}, tSeen;
  CUDA_RESOURCE_VIEW_DESC vSeen;
  r.resType = CU_RESOURCE_TYPE_ARRAY;
  r.res.array.hArray = a;
  EXPECT(kValue, cuTexObjectCreate(&o, nullptr, &td, nullptr));
  EXPECT(kValue, cuTexObjectCreate(&o, &r, nullptr, nullptr));
  if (!onNvidia()) // crashes
    EXPECT(kValue, cuSurfObjectCreate(&so, nullptr));
  OK(cuTexObjectDestroy(0));      // seen
  OK(cuTexObjectDestroy(12345));  // seen
  OK(cuSurfObjectDestroy(0));     // seen
  OK(cuSurfObjectDestroy(12345)); // seen
  OK(cuTexObjectCreate(&o, &r, &td, nullptr));
  OK(cuTexObjectGetResourceViewDesc(&vSeen, o)); // has none // seen
  EXPECT(kValue, cuTexObjectGetResourceDesc(&rSeen, 0));
  EXPECT(kValue, cuTexObjectGetTextureDesc(&tSeen, 0));
  EXPECT(kValue, cuTexObjectGetResourceDesc(&rSeen, 12345));
  OK(cuTexObjectDestroy(o));
  OK(cuTexObjectDestroy(o)); // seen
  EXPECT(kValue, cuTexObjectGetResourceDesc(&rSeen, o));
  OK(cuTexObjectCreate(&o, &r, &td, nullptr));
  r.res.array.hArray = nullptr;
  EXPECT(kValue, cuTexObjectCreate(&o, &r, &td, nullptr));
  EXPECT(kValue, cuSurfObjectCreate(&so, &r)); // seen
}

int main() {
  inChildren({{"references", references}, {"objects", objects}});
  return finish("RefusedTextures");
}
