// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture and surface objects: what the program said, and the image that kernels find under the
// handle. The handle is exec's; the object itself is a child of its context.
#pragma once

#include "driver/memory/Array.h"
#include "exec/images/Image.h"

namespace anywarp::driver {

class ImageObject : public Object {
public:
  static constexpr Kind kKind = KindImage;

  ImageObject(const CUDA_RESOURCE_DESC &resource, bool isSurface)
      : resource(resource), isSurface(isSurface) {}
  ~ImageObject() override;

  const CUDA_RESOURCE_DESC resource;
  const bool isSurface;
  CUDA_TEXTURE_DESC texture{};
  CUDA_RESOURCE_VIEW_DESC view{};
  uint64_t image = 0;

  /// Makes a surface object of the context. `handle` is what kernels know it by.
  static CUresult createSurface(Context &context, const CUDA_RESOURCE_DESC &resource,
                                uint64_t &handle);
  static CUresult createTexture(Context &context, const CUDA_RESOURCE_DESC &resource,
                                const CUDA_TEXTURE_DESC &texture,
                                const CUDA_RESOURCE_VIEW_DESC *view, uint64_t &handle);
  /// The object behind a handle of that kind; null if there is none.
  static ImageObject *find(uint64_t handle, bool isSurface);
  /// Ends it when everything that may use it has run.
  static CUresult destroy(uint64_t handle, bool isSurface);

private:
  /// Enters `description` and the object.
  static CUresult enter(Context &context, Ref<ImageObject> object, exec::Image &description,
                        uint64_t &handle);
};

/// Null if the handle stands for none.
inline ImageObject *findTexture(uint64_t handle) {
  return ImageObject::find(handle, /*isSurface=*/false);
}
inline ImageObject *findSurface(uint64_t handle) {
  return ImageObject::find(handle, /*isSurface=*/true);
}

} // namespace anywarp::driver
