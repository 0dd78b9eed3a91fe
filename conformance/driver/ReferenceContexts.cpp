// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface references without a current context, after a fault, and on two threads.
#include "TextureReferences.h"

/// The calls ask for no current context, and take one that is gone; a new reference needs one.
/// What they set holds wherever the module is used. The context of the reference counts (all seen).
static void withoutContext() {
  Loaded l;
  CUDA_ARRAY3D_DESCRIPTOR shape = square(4);
  shape.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  CUarray array, bound = nullptr;
  CUtexref own, made, same = nullptr;
  CUmipmappedArray mipmap = makeMipmap(8, 4);
  OK(cuArray3DCreate(&array, &shape));
  OK(cuTexRefCreate(&own));
  auto use = [&](CUresult creates) {
    unsigned flags = 7;
    CUarray_format format;
    int channels = 0;
    OK(cuTexRefSetFormat(l.image, CU_AD_FORMAT_FLOAT, 1));
    OK(cuTexRefGetFormat(&format, &channels, l.image));
    OK(cuTexRefSetAddressMode(l.image, 0, CU_TR_ADDRESS_MODE_CLAMP));
    OK(cuTexRefSetFlags(l.image, 0));
    OK(cuTexRefSetMipmappedArray(l.image, mipmap, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefSetAddress(nullptr, l.image, l.out, 4));
    OK(cuTexRefSetArray(l.image, array, CU_TRSA_OVERRIDE_FORMAT));
    OK(cuTexRefGetArray(&bound, l.image));
    CHECK(bound == array);
    OK(cuTexRefSetFlags(l.image, CU_TRSF_NORMALIZED_COORDINATES)); // of what is bound
    OK(cuTexRefGetFlags(&flags, l.image));
    EQUAL(CU_TRSF_NORMALIZED_COORDINATES, flags);
    OK(cuSurfRefSetArray(l.target, array, 0));
    OK(cuSurfRefGetArray(&bound, l.target));
    OK(cuModuleGetTexRef(&same, l.module, "image"));
    CHECK(same == l.image);
    OK(cuTexRefSetArray(own, array, CU_TRSA_OVERRIDE_FORMAT));
    EXPECT(creates, cuTexRefCreate(&made));
  };
  std::thread([&] { use(CUDA_ERROR_INVALID_CONTEXT); }).join();
  float value = 5;
  OK(launch1(kernelOf(l.module, "store"), 1, 1, {&value}));
  EQUAL(5, l.plain(0, 0));
  std::thread([&] {
    CUcontext gone;
    OK(cuCtxCreate(&gone, nullptr, 0, 0));
    std::thread([&] { OK(cuCtxDestroy(gone)); }).join();
    use(CUDA_ERROR_CONTEXT_IS_DESTROYED);
    OK(cuTexRefDestroy(own));
  }).join();
  value = 6;
  OK(launch1(kernelOf(l.module, "store"), 1, 1, {&value}));
  EQUAL(6, l.plain(0, 0));
  OK(cuMipmappedArrayDestroy(mipmap));
  OK(cuArrayDestroy(array));
}

static void afterFault() {
  auto *l = new Loaded; // nothing can be freed any more
  CUdeviceptr nowhere = 16;
  float x = 0;
  unsigned flags;
  OK(launch1(kernelOf(l->module, "plain"), 1, 1, {&nowhere, &x, &x}));
  EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuCtxSynchronize());
  std::thread([&] {
    CUtexref same;
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuTexRefSetFlags(l->image, 0));
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuTexRefGetFlags(&flags, l->image));
    EXPECT(CUDA_ERROR_ILLEGAL_ADDRESS, cuModuleGetTexRef(&same, l->module, "image"));
  }).join();
}

/// Two streams, and two threads with a module of their own.
static void threads() {
  onTwoThreads([](int who) {
    Loaded l;
    CUmipmappedArray mipmap = makeMipmap(4, 3);
    CUstream streams[2];
    OK(cuTexRefSetFlags(l.image, CU_TRSF_NORMALIZED_COORDINATES));
    OK(cuTexRefSetMipmapLevelClamp(l.image, 0, 2));
    OK(cuTexRefSetMipmappedArray(l.image, mipmap, CU_TRSA_OVERRIDE_FORMAT));
    for (CUstream &s : streams)
      OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < 10; ++i) {
      OK(cuTexRefSetMipmapLevelBias(l.image, float(who)));
      for (CUstream s : streams)
        EQUAL(2 + who, l.fetch(0.5f, 0.5f, 1, s));
    }
    for (CUstream s : streams)
      OK(cuStreamDestroy(s));
    OK(cuMipmappedArrayDestroy(mipmap));
  });
}

int main() {
  inChild("without a context", [] {
    usePrimary();
    withoutContext();
  });
  inChild("after a fault", [] {
    usePrimary();
    afterFault();
  });
  inChild("threads", [] {
    usePrimary();
    threads();
  });
  return finish("ReferenceContexts");
}
