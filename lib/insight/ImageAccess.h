// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which bytes of memory an instruction of a texture or surface uses, where that is known: texels of
// linear memory by whole coordinates, and places in surfaces.
#pragma once

#include <bit>

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

/// The texel that the point lies in, one that every filter uses. Of lines and planes with one
/// level.
inline ImageBytes bytesOfTexture(const exec::Image &image, const Site &site, uint64_t place) {
  const std::string &instruction = site.instruction;
  const bool isReal = instruction.ends_with(".f32");
  const bool isPlane = instruction.find(".2d") != instruction.npos;
  const exec::ImageLevel &level = image.levels[0];
  if (image.levelCount != 1 || image.isLayered || image.isCube ||
      image.dimensions != (isPlane ? 2 : 1))
    return {};
  uint64_t texel[2] = {};
  for (unsigned i = 0; i <= unsigned(isPlane); ++i) {
    const auto word = uint32_t(place >> 32 * i);
    double at = int32_t(word);
    if (isReal)
      at = double(std::bit_cast<float>(word)) * (image.isNormalized ? level.size[i] : 1);
    if (!(at >= 0 && at < level.size[i]))
      return {};
    texel[i] = uint64_t(at);
  }
  const uint64_t bytes = image.texelBytes();
  return {reinterpret_cast<uint64_t>(level.data) + texel[1] * level.rowBytes + texel[0] * bytes,
          bytes};
}

inline ImageBytes bytesOfImage(const exec::Event &event, const Site &site, uint32_t lane) {
  const exec::Image *image = exec::findImage(event.a[lane]);
  if (!image || !event.b || image->block != exec::Image::Block::None)
    return {};
  const exec::ImageLevel &level = image->levels[0];
  const auto start = reinterpret_cast<uint64_t>(level.data);
  const uint64_t texel = image->texelBytes();
  if (!image->isSurface) {
    if (!image->isBuffer)
      return bytesOfTexture(*image, site, event.b[lane]);
    const uint64_t index = uint32_t(event.b[lane]);
    return index < level.size[0] ? ImageBytes{start + index * texel, texel} : ImageBytes{};
  }
  const exec::ImagePlace place = exec::ImagePlace::of(event.b[lane]);
  const uint64_t depth = image->dimensions == 3 ? level.size[2] : image->slices;
  if (place.x + site.bytes > level.size[0] * texel || place.y >= level.size[1] || place.z >= depth)
    return {};
  return {start + place.z * level.sliceBytes + place.y * level.rowBytes + place.x, site.bytes};
}

} // namespace anywarp::insight
