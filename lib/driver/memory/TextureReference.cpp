// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's sections "Texture Reference Management" and "Surface Reference Management".
#include "driver/memory/TextureReference.h"

#include <algorithm>

#include "driver/code/Module.h"
#include "driver/context/Device.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

template <typename Reference>
static CUresult usable(typename Reference::Handle handle, Reference *&reference) {
  reference = find<Reference>(handle);
  return reference ? reference->owner()->error() : CUDA_ERROR_INVALID_HANDLE;
}

CUresult findReference(CUtexref handle, TextureReference *&reference) {
  return usable(handle, reference);
}

CUresult findReference(CUsurfref handle, SurfaceReference *&reference) {
  return usable(handle, reference);
}

static void forget(uint64_t object, bool isSurface) {
  if (ImageObject *image = object ? ImageObject::find(object, isSurface) : nullptr)
    Context::unpublish(Object::KindImage, image->handleBits());
}

TextureReference::~TextureReference() { forget(object_, /*isSurface=*/false); }

CUresult TextureReference::make(const CUDA_RESOURCE_DESC &resource, uint64_t &handle) const {
  return ImageObject::createTexture(*owner(), resource, settings, nullptr, handle);
}

/// Work that was enqueued before still means the old object.
void TextureReference::replace(uint64_t handle) {
  Process::get().scheduler.wait(*owner());
  if (cell_)
    *cell_ = handle;
  forget(object_, /*isSurface=*/false);
  object_ = handle;
}

void TextureReference::renew() {
  CUDA_RESOURCE_DESC resource = resource_;
  if (resource.resType == CU_RESOURCE_TYPE_LINEAR) {
    resource.res.linear.format = format;
    resource.res.linear.numChannels = channels;
  }
  uint64_t handle = 0; // settings that do not go together leave nothing to fetch from
  (void)make(resource, handle);
  resource_ = resource;
  replace(handle);
}

CUresult TextureReference::bind(const CUDA_RESOURCE_DESC &resource) {
  LockGuard lock(mutex_);
  uint64_t handle;
  if (CUresult result = make(resource, handle))
    return result;
  resource_ = resource;
  isBound_ = true;
  replace(handle);
  return CUDA_SUCCESS;
}

void TextureReference::unbind() {
  LockGuard lock(mutex_);
  isBound_ = false;
  replace(0);
}

SurfaceReference::~SurfaceReference() { forget(object_, /*isSurface=*/true); }

CUresult SurfaceReference::bind(CUarray array) {
  LockGuard lock(mutex_);
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  uint64_t handle;
  if (CUresult result = ImageObject::createSurface(*owner(), resource, handle))
    return result;
  Process::get().scheduler.wait(*owner());
  *cell_ = handle;
  forget(object_, /*isSurface=*/true);
  object_ = handle;
  array_ = array;
  return CUDA_SUCCESS;
}

// -- References of modules ------------------------------------------------------------------------

template <typename Reference>
static CUresult referenceOf(CUmodule hmod, const char *name, ptx::Type type,
                            typename Reference::Handle *handle) {
  Module *module = find<Module>(hmod);
  if (!module)
    return CUDA_ERROR_INVALID_HANDLE;
  if (CUresult error = module->context().error())
    return error;
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  const ptx::Variable *variable = module->program().module().findVariable(name);
  const Module::VariablePlace *place = module->variable(name);
  if (!variable || !place || variable->type != type)
    return CUDA_ERROR_NOT_FOUND;
  return module->reference(
      name,
      [&]() -> Ref<Object> {
        return make<Reference>(reinterpret_cast<uint64_t *>(place->address));
      },
      Reference::kKind, reinterpret_cast<uint64_t &>(*handle));
}

// -- Binding --------------------------------------------------------------------------------------

CUresult cuTexRefCreate(CUtexref *pTexRef) {
  Ref<TextureReference> made = make<TextureReference>(nullptr);
  if (CUresult result = currentContext().publish(Object::KindTextureReference, made))
    return result;
  *pTexRef = handleOf(*made);
  return CUDA_SUCCESS;
}

CUresult cuTexRefSetArray(CUtexref hTexRef, CUarray hArray, unsigned int Flags) {
  TextureReference *reference;
  Array *array = find<Array>(hArray);
  if (CUresult result = findReference(hTexRef, reference))
    return result;
  if (!array)
    return CUDA_ERROR_INVALID_HANDLE;
  if (Flags & ~CU_TRSA_OVERRIDE_FORMAT) // which is meant in any case
    return CUDA_ERROR_INVALID_VALUE;
  reference->format = array->descriptor().Format;
  reference->channels = array->descriptor().NumChannels;
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = hArray;
  return reference->bind(resource);
}

CUresult cuTexRefSetMipmappedArray(CUtexref hTexRef, CUmipmappedArray hMipmappedArray,
                                   unsigned int Flags) {
  TextureReference *reference;
  MipmappedArray *mipmap = find<MipmappedArray>(hMipmappedArray);
  if (CUresult result = findReference(hTexRef, reference))
    return result;
  if (!mipmap)
    return CUDA_ERROR_INVALID_HANDLE;
  if (Flags & ~CU_TRSA_OVERRIDE_FORMAT) // which is meant in any case
    return CUDA_ERROR_INVALID_VALUE;
  reference->format = mipmap->levels[0]->descriptor().Format;
  reference->channels = mipmap->levels[0]->descriptor().NumChannels;
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
  resource.res.mipmap.hMipmappedArray = hMipmappedArray;
  return reference->bind(resource);
}

CUresult cuTexRefSetAddress(size_t *ByteOffset, TextureReference &reference, CUdeviceptr dptr,
                            size_t bytes) {
  const size_t offset = dptr % model::kTextureAlignment;
  if (offset && !ByteOffset)
    return CUDA_ERROR_INVALID_VALUE;
  if (!dptr) {
    reference.unbind();
    return CUDA_SUCCESS;
  }
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_LINEAR;
  resource.res.linear.devPtr = dptr - offset;
  resource.res.linear.format = reference.format;
  resource.res.linear.numChannels = reference.channels;
  resource.res.linear.sizeInBytes = bytes + offset;
  if (CUresult result = reference.bind(resource))
    return result;
  if (ByteOffset)
    *ByteOffset = offset;
  return CUDA_SUCCESS;
}

CUresult cuTexRefSetAddress2D(TextureReference &reference, const CUDA_ARRAY_DESCRIPTOR *desc,
                              CUdeviceptr dptr, size_t Pitch) {
  const size_t texelBytes = size_t(channelType(desc->Format).bytes) * desc->NumChannels;
  if (!texelBytes || Pitch / texelBytes < desc->Width)
    return CUDA_ERROR_INVALID_VALUE;
  reference.format = desc->Format;
  reference.channels = desc->NumChannels;
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_PITCH2D;
  resource.res.pitch2D.devPtr = dptr;
  resource.res.pitch2D.format = desc->Format;
  resource.res.pitch2D.numChannels = desc->NumChannels;
  resource.res.pitch2D.width = desc->Width;
  resource.res.pitch2D.height = desc->Height;
  resource.res.pitch2D.pitchInBytes = Pitch;
  return reference.bind(resource);
}

// -- Settings -------------------------------------------------------------------------------------

template <typename Change> static CUresult change(CUtexref hTexRef, bool isValid, Change change) {
  TextureReference *reference;
  if (CUresult result = findReference(hTexRef, reference))
    return result;
  return isValid ? reference->set(change) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuTexRefSetFormat(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents) {
  const int n = NumPackedComponents;
  return change(hTexRef, channelType(fmt).bytes && (n == 1 || n == 2 || n == 4),
                [&](TextureReference &reference) {
                  reference.format = fmt;
                  reference.channels = unsigned(n);
                });
}

CUresult cuTexRefSetAddressMode(CUtexref hTexRef, int dim, CUaddress_mode am) {
  return change(hTexRef, dim >= 0 && dim < 3 && unsigned(am) <= CU_TR_ADDRESS_MODE_BORDER,
                [&](TextureReference &reference) { reference.settings.addressMode[dim] = am; });
}

CUresult cuTexRefSetFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
  return change(hTexRef, unsigned(fm) <= CU_TR_FILTER_MODE_LINEAR,
                [&](TextureReference &reference) { reference.settings.filterMode = fm; });
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref hTexRef, CUfilter_mode fm) {
  return change(hTexRef, unsigned(fm) <= CU_TR_FILTER_MODE_LINEAR,
                [&](TextureReference &reference) { reference.settings.mipmapFilterMode = fm; });
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref hTexRef, float bias) {
  return change(hTexRef, true,
                [&](TextureReference &reference) { reference.settings.mipmapLevelBias = bias; });
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref hTexRef, float minMipmapLevelClamp,
                                     float maxMipmapLevelClamp) {
  return change(hTexRef, true, [&](TextureReference &reference) {
    reference.settings.minMipmapLevelClamp = minMipmapLevelClamp;
    reference.settings.maxMipmapLevelClamp = maxMipmapLevelClamp;
  });
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref hTexRef, unsigned int maxAniso) {
  return change(hTexRef, true,
                [&](TextureReference &reference) { reference.settings.maxAnisotropy = maxAniso; });
}

CUresult cuTexRefSetBorderColor(CUtexref hTexRef, float *pBorderColor) {
  return change(hTexRef, pBorderColor != nullptr, [&](TextureReference &reference) {
    std::copy_n(pBorderColor, 4, reference.settings.borderColor);
  });
}

CUresult cuTexRefSetFlags(CUtexref hTexRef, unsigned int Flags) {
  constexpr unsigned kKnown = CU_TRSF_READ_AS_INTEGER | CU_TRSF_NORMALIZED_COORDINATES |
                              CU_TRSF_SRGB | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION;
  return change(hTexRef, !(Flags & ~kKnown),
                [&](TextureReference &reference) { reference.settings.flags = Flags; });
}

// -- What they are set to -------------------------------------------------------------------------

template <typename Tell> static CUresult tell(CUtexref hTexRef, Tell tell) {
  TextureReference *reference;
  if (CUresult result = findReference(hTexRef, reference))
    return result;
  tell(*reference);
  return CUDA_SUCCESS;
}

template <typename Tell>
static CUresult tellBound(CUtexref hTexRef, CUresourcetype type, Tell tell) {
  TextureReference *reference;
  if (CUresult result = findReference(hTexRef, reference))
    return result;
  const CUDA_RESOURCE_DESC *resource = reference->bound(type);
  if (!resource)
    return CUDA_ERROR_INVALID_VALUE;
  tell(*resource);
  return CUDA_SUCCESS;
}

CUresult cuTexRefGetAddress(CUdeviceptr *pdptr, CUtexref hTexRef) {
  if (!tellBound(hTexRef, CU_RESOURCE_TYPE_PITCH2D,
                 [&](const CUDA_RESOURCE_DESC &r) { *pdptr = r.res.pitch2D.devPtr; }))
    return CUDA_SUCCESS;
  return tellBound(hTexRef, CU_RESOURCE_TYPE_LINEAR,
                   [&](const CUDA_RESOURCE_DESC &r) { *pdptr = r.res.linear.devPtr; });
}

CUresult cuTexRefGetArray(CUarray *phArray, CUtexref hTexRef) {
  return tellBound(hTexRef, CU_RESOURCE_TYPE_ARRAY,
                   [&](const CUDA_RESOURCE_DESC &r) { *phArray = r.res.array.hArray; });
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef) {
  return tellBound(hTexRef, CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, [&](const CUDA_RESOURCE_DESC &r) {
    *phMipmappedArray = r.res.mipmap.hMipmappedArray;
  });
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *pam, CUtexref hTexRef, int dim) {
  return tell(hTexRef, [&](const TextureReference &r) { *pam = r.settings.addressMode[dim]; });
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *pfm, CUtexref hTexRef) {
  return tell(hTexRef, [&](const TextureReference &r) { *pfm = r.settings.filterMode; });
}

CUresult cuTexRefGetFormat(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef) {
  return tell(hTexRef, [&](const TextureReference &r) {
    if (pFormat)
      *pFormat = r.format;
    if (pNumChannels)
      *pNumChannels = int(r.channels);
  });
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *pfm, CUtexref hTexRef) {
  return tell(hTexRef, [&](const TextureReference &r) { *pfm = r.settings.mipmapFilterMode; });
}

CUresult cuTexRefGetMipmapLevelBias(float *pbias, CUtexref hTexRef) {
  return tell(hTexRef, [&](const TextureReference &r) { *pbias = r.settings.mipmapLevelBias; });
}

CUresult cuTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp,
                                     CUtexref hTexRef) {
  return tell(hTexRef, [&](const TextureReference &r) {
    *pminMipmapLevelClamp = r.settings.minMipmapLevelClamp;
    *pmaxMipmapLevelClamp = r.settings.maxMipmapLevelClamp;
  });
}

CUresult cuTexRefGetMaxAnisotropy(int *pmaxAniso, CUtexref hTexRef) {
  return tell(hTexRef,
              [&](const TextureReference &r) { *pmaxAniso = int(r.settings.maxAnisotropy); });
}

CUresult cuTexRefGetBorderColor(float *pBorderColor, CUtexref hTexRef) {
  return tell(hTexRef, [&](const TextureReference &r) {
    std::copy_n(r.settings.borderColor, 4, pBorderColor);
  });
}

CUresult cuTexRefGetFlags(unsigned int *pFlags, CUtexref hTexRef) {
  return tell(hTexRef, [&](const TextureReference &r) { *pFlags = r.settings.flags; });
}

// -- Surfaces -------------------------------------------------------------------------------------

CUresult cuSurfRefSetArray(SurfaceReference &reference, CUarray hArray, unsigned int Flags) {
  if (!find<Array>(hArray))
    return CUDA_ERROR_INVALID_HANDLE;
  const bool isSurface = find<Array>(hArray)->descriptor().Flags & CUDA_ARRAY3D_SURFACE_LDST;
  return Flags || !isSurface ? CUDA_ERROR_INVALID_VALUE : reference.bind(hArray);
}

#include "driver/bodies/TextureReference.inc"

} // namespace anywarp::driver
