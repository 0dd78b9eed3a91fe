// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Surface loads, stores and reductions. The first coordinate is in bytes, or in texels where the
// texel's format decides what is stored (.p).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "exec/images/Image.h"

namespace anywarp::exec {
namespace {

/// Where an access of `bytes` bytes lies; null: outside, and nothing is done.
char *placeOf(const ImageCall &call, unsigned lane, unsigned bytes, bool &traps) {
  const Image &image = call.image;
  const ImageLevel &level = image.levels[0];
  unsigned row = 0;
  int64_t at[4] = {}; // x in bytes, y, z, slice
  if (ImageOp::isLayered(call.op.geometry))
    at[3] = int32_t(call.argument(row++, lane));
  const unsigned dimensions = ImageOp::dimensionsOf(call.op.geometry);
  for (unsigned i = 0; i < dimensions; ++i)
    at[i] = int32_t(call.argument(row++, lane));
  if (call.op.isFormatted)
    at[0] *= image.texelBytes();
  const int64_t limit[4] = {int64_t(level.size[0]) * image.texelBytes(), level.size[1],
                            level.size[2], image.slices};
  bool isInside = true;
  for (unsigned i = 0; i < 4; ++i) {
    const int64_t last = limit[i] - (i ? 1 : bytes);
    if (at[i] >= 0 && at[i] <= last)
      continue;
    isInside = false;
    at[i] = std::clamp<int64_t>(at[i], 0, std::max<int64_t>(last, 0));
  }
  traps = !isInside && call.op.mode == ImageOp::Trap;
  if ((!isInside && call.op.mode != ImageOp::Clamp) || int64_t(bytes) > limit[0])
    return nullptr;
  // Parts stand at multiples of their size.
  const uint64_t mask = call.op.isFormatted ? 0 : (1u << call.op.component) - 1;
  const uint64_t x = uint64_t(at[0]) & ~mask;
  return level.data + uint64_t(at[3] + at[2]) * level.sliceBytes +
         uint64_t(at[1]) * level.rowBytes + x;
}

unsigned dataRow(const ImageOp &op) {
  return ImageOp::isLayered(op.geometry) + ImageOp::dimensionsOf(op.geometry);
}

void loadParts(const ImageCall &call, unsigned lane, const char *place) {
  const unsigned bytes = 1u << call.op.component, count = 1u << call.op.components;
  uint32_t words[4] = {};
  for (unsigned i = 0; place && i < count; ++i)
    std::memcpy(&words[bytes == 8 ? 2 * i : i], place + i * bytes, bytes);
  for (unsigned i = 0; i < 4; ++i)
    call.setResult(i, lane, words[i]);
}

void storeParts(const ImageCall &call, unsigned lane, char *place) {
  const unsigned bytes = 1u << call.op.component, count = 1u << call.op.components;
  unsigned row = dataRow(call.op);
  for (unsigned i = 0; i < count; ++i) {
    uint32_t words[2] = {call.argument(row++, lane)};
    if (bytes == 8)
      words[1] = call.argument(row++, lane);
    std::memcpy(place + i * bytes, words, bytes);
  }
}

uint16_t floatToHalf(float value) { // to nearest even
  const uint32_t bits = std::bit_cast<uint32_t>(value), sign = bits >> 16 & 0x8000;
  const uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return uint16_t(sign | 0x7e00);
  if (magnitude >= 0x477ff000)
    return uint16_t(sign | 0x7c00);
  if (magnitude < 0x38800000) // a multiple of the least half
    return uint16_t(sign |
                    uint32_t(std::nearbyint(double(std::bit_cast<float>(magnitude)) * 0x1p24)));
  const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
  return uint16_t(sign | ((rounded - 0x38000000) >> 13));
}

/// One texel in the surface's own format: numbers that it cannot hold are held at its limits.
void storeTexel(const ImageCall &call, unsigned lane, char *place) {
  const Image &image = call.image;
  const unsigned given = 1u << call.op.components, bytes = image.channelBits / 8u;
  const unsigned row = dataRow(call.op);
  for (unsigned c = 0; c < image.channels; ++c) {
    uint32_t word = c < given ? call.argument(row + c, lane) : 0;
    if (image.isFloat && bytes == 2)
      word = floatToHalf(std::bit_cast<float>(word));
    else if (!image.isFloat && bytes < 4 && image.isSigned)
      word =
          uint32_t(std::clamp(int32_t(word), -(1 << (8 * bytes - 1)), (1 << (8 * bytes - 1)) - 1));
    else if (!image.isFloat && bytes < 4)
      word = std::min(word, (1u << 8 * bytes) - 1);
    std::memcpy(place + c * bytes, &word, bytes);
  }
}

/// Puts `value` there if it is before what is there.
template <typename T, typename Before> void putIf(T *at, T value, Before before) {
  T now = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (before(value, now) && !__atomic_compare_exchange_n(at, &now, value, /*weak=*/true,
                                                            __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
}

template <typename T> void reduce(char *place, T value, uint8_t operation) {
  T *at = reinterpret_cast<T *>(place);
  switch (operation) {
  case ImageOp::Min:
    putIf(at, value, std::less<T>());
    return;
  case ImageOp::Max:
    putIf(at, value, std::greater<T>());
    return;
  case ImageOp::And:
    __atomic_fetch_and(at, value, __ATOMIC_RELAXED);
    return;
  case ImageOp::Or:
    __atomic_fetch_or(at, value, __ATOMIC_RELAXED);
    return;
  default: // unsigned: sums wrap
    __atomic_fetch_add(reinterpret_cast<std::make_unsigned_t<T> *>(place),
                       std::make_unsigned_t<T>(value), __ATOMIC_RELAXED);
  }
}

void reduceAt(const ImageCall &call, unsigned lane, char *place) {
  const unsigned row = dataRow(call.op);
  const uint8_t operation = call.op.components;
  const uint32_t low = call.argument(row, lane);
  if (call.op.component == 3) {
    const uint64_t value = uint64_t(call.argument(row + 1, lane)) << 32 | low;
    return call.op.isSigned ? reduce(place, int64_t(value), operation)
                            : reduce(place, value, operation);
  }
  if (call.op.isSigned || (call.op.isFormatted && call.image.isSigned))
    reduce(place, int32_t(low), operation);
  else
    reduce(place, low, operation);
}

} // namespace

uint32_t accessSurface(const ImageCall &call) {
  const ImageOp &op = call.op;
  const unsigned bytes = op.kind == ImageOp::Store && op.isFormatted ? call.image.texelBytes()
                         : op.kind == ImageOp::Reduce                ? 1u << op.component
                                                      : 1u << (op.component + op.components);
  uint32_t trapped = 0;
  for (uint32_t left = call.lanes; left; left &= left - 1) {
    const unsigned lane = unsigned(std::countr_zero(left));
    bool traps;
    char *place = placeOf(call, lane, bytes, traps);
    if (traps)
      trapped |= 1u << lane;
    else if (op.kind == ImageOp::Load)
      loadParts(call, lane, place);
    else if (!place)
      continue;
    else if (op.kind == ImageOp::Reduce)
      reduceAt(call, lane, place);
    else if (op.isFormatted)
      storeTexel(call, lane, place);
    else
      storeParts(call, lane, place);
  }
  return trapped;
}

} // namespace anywarp::exec
