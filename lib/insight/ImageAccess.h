// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes of memory an instruction of a texture or surface uses, where that is known: texels of
// linear memory by whole coordinates, and places in surfaces.
#pragma once

#include "exec/calls/Observer.h"
#include "exec/images/Image.h"
#include "insight/Sites.h"

namespace anywarp::insight {

inline bool isOfImages(const Site &site) {
  return site.kind == exec::EventKind::ImageLoad || site.kind == exec::EventKind::ImageStore;
}

struct ImageBytes {
  uint64_t address = 0, bytes = 0; ///< bytes 0: not known, or outside
};

inline ImageBytes bytesOfImage(const exec::Event &event, const Site &site, uint32_t lane) {
  const exec::Image *image = exec::findImage(event.a[lane]);
  if (!image || !event.b || image->block != exec::Image::Block::None)
    return {};
  const exec::ImageLevel &level = image->levels[0];
  const auto start = reinterpret_cast<uint64_t>(level.data);
  const uint64_t texel = image->texelBytes();
  if (!image->isSurface) {
    const uint64_t index = uint32_t(event.b[lane]);
    return image->isBuffer && index < level.size[0] ? ImageBytes{start + index * texel, texel}
                                                    : ImageBytes{};
  }
  const exec::ImagePlace place = exec::ImagePlace::of(event.b[lane]);
  const uint64_t depth = image->dimensions == 3 ? level.size[2] : image->slices;
  if (place.x + site.bytes > level.size[0] * texel || place.y >= level.size[1] || place.z >= depth)
    return {};
  return {start + place.z * level.sliceBytes + place.y * level.rowBytes + place.x, site.bytes};
}

} // namespace anywarp::insight
