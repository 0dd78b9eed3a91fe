// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Legacy texture and surface references: a setting at a time, and at any moment a texture or
// surface object that has them all. A reference of a module keeps that object's handle in its
// variable, where kernels read it.
#pragma once

#include "driver/memory/Texture.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class TextureReference : public Object {
public:
  using Handle = CUtexref;
  static constexpr Kind kKind = KindTextureReference;

  /// `cell`: the module's variable; null for one of cuTexRefCreate.
  explicit TextureReference(uint64_t *cell) : cell_(cell) {
    for (CUaddress_mode &mode : settings.addressMode)
      mode = CU_TR_ADDRESS_MODE_CLAMP;
  }
  ~TextureReference() override;

  /// Binds and makes an object; what was bound before stays if that is not possible.
  CUresult bind(const CUDA_RESOURCE_DESC &resource);
  void unbind();
  /// `change(settings)` under the lock, then the object is made anew if something is bound.
  template <typename Change> CUresult set(Change change) {
    LockGuard lock(mutex_);
    change(*this);
    if (isBound_)
      renew();
    return CUDA_SUCCESS;
  }
  /// The bound resource if it is of this type; null else.
  const CUDA_RESOURCE_DESC *bound(CUresourcetype type) const {
    return isBound_ && resource_.resType == type ? &resource_ : nullptr;
  }

  CUDA_TEXTURE_DESC settings{};
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  unsigned channels = 1;

private:
  void renew();
  CUresult make(const CUDA_RESOURCE_DESC &resource, uint64_t &handle) const;
  void replace(uint64_t handle);

  uint64_t *const cell_;
  Mutex mutex_; ///< guards everything, against other setters
  CUDA_RESOURCE_DESC resource_{};
  bool isBound_ = false;
  uint64_t object_ = 0;
};

class SurfaceReference : public Object {
public:
  using Handle = CUsurfref;
  static constexpr Kind kKind = KindSurfaceReference;

  explicit SurfaceReference(uint64_t *cell) : cell_(cell) {}
  ~SurfaceReference() override;
  CUresult bind(CUarray array);
  CUarray array() const {
    LockGuard lock(mutex_);
    return array_;
  }

private:
  uint64_t *const cell_;
  mutable Mutex mutex_; ///< guards everything below
  CUarray array_ AW_GUARDED_BY(mutex_) = nullptr;
  uint64_t object_ AW_GUARDED_BY(mutex_) = 0;
};

/// The reference of a handle; or why there is none to use.
CUresult findReference(CUtexref handle, TextureReference *&reference);
CUresult findReference(CUsurfref handle, SurfaceReference *&reference);

} // namespace anywarp::driver
