// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of images, and the way from an instruction to what carries it out.
#include "exec/images/Image.h"
#include "exec/images/Texels.h"
#include "support/Mutex.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>
#include <deque>

namespace anywarp::exec {
namespace {

// handle: generation [16] index + 1 [20]
constexpr unsigned kIndexBits = 20, kChunkBits = 8;
constexpr uint32_t kImages = (1u << kIndexBits) - 1;
constexpr size_t kFreeReserve = 64; ///< free slots are left alone until so many have gathered

struct Slot {
  std::atomic<uint64_t> handle{0};
  uint32_t generation = 0;
  Image image;
};

/// Slots are never given back, so that a kernel may look at any of them at any time.
struct Table {
  std::atomic<Slot *> chunks[1u << (kIndexBits - kChunkBits)] = {};
  Mutex mutex; ///< guards everything below, and writing
  uint32_t used AW_GUARDED_BY(mutex) = 0;
  std::deque<uint32_t> free AW_GUARDED_BY(mutex);

  Slot *slotOf(uint64_t handle) {
    const uint32_t number = uint32_t(handle & kImages);
    if (!number || handle >> kImageHandleBits)
      return nullptr;
    Slot *chunk = chunks[(number - 1) >> kChunkBits].load(std::memory_order_acquire);
    return chunk ? &chunk[(number - 1) & ((1u << kChunkBits) - 1)] : nullptr;
  }
};

Table &table() {
  static Table *const all = new Table; // outlives kernels that run while the process exits
  return *all;
}

/// A register may hold the address of a .texref or .surfref variable, which holds the handle.
const Image *imageOf(uint64_t handle) {
  if (handle >> kImageHandleBits && handle % 8 == 0)
    handle = *reinterpret_cast<const uint64_t *>(handle); // faults as any bad address does
  return findImage(handle);
}

} // namespace

uint64_t addImage(const Image &image) {
  Table &all = table();
  LockGuard lock(all.mutex);
  uint32_t index;
  const bool isFull = all.used == kImages;
  if (all.free.size() > kFreeReserve || (isFull && !all.free.empty())) {
    index = all.free.front();
    all.free.pop_front();
  } else if (isFull) {
    return 0;
  } else {
    index = all.used++;
    auto &chunk = all.chunks[index >> kChunkBits];
    if (!chunk.load(std::memory_order_relaxed))
      chunk.store(new Slot[1u << kChunkBits], std::memory_order_release);
  }
  Slot &slot = *all.slotOf(index + 1);
  slot.generation = (slot.generation + 1) & 0xffff;
  Image entered = image;
  entered.sampler = rowSamplerOf(image);
  slot.image = entered;
  const uint64_t handle = uint64_t(slot.generation) << kIndexBits | (index + 1);
  slot.handle.store(handle, std::memory_order_release);
  return handle;
}

bool removeImage(uint64_t handle) {
  Table &all = table();
  LockGuard lock(all.mutex);
  Slot *slot = all.slotOf(handle);
  if (!slot || slot->handle.load(std::memory_order_relaxed) != handle)
    return false;
  slot->handle.store(0, std::memory_order_release);
  all.free.push_back(uint32_t(handle & kImages) - 1);
  return true;
}

const Image *findImage(uint64_t handle) {
  Slot *slot = table().slotOf(handle);
  return slot && slot->handle.load(std::memory_order_acquire) == handle ? &slot->image : nullptr;
}

bool anyImage(const std::function<bool(const Image &)> &is) {
  Table &all = table();
  LockGuard lock(all.mutex);
  for (uint32_t number = 1; number <= all.used; ++number)
    if (const Slot *slot = all.slotOf(number);
        slot->handle.load(std::memory_order_relaxed) && is(slot->image))
      return true;
  return false;
}

/// A half has the first bits of the colour (seen). Bits of a float.
static uint32_t halfTowardsZero(float value) {
  if (std::abs(value) < 0x1p-14f)
    value = std::trunc(value * 0x1p24f) * 0x1p-24f;
  return std::bit_cast<uint32_t>(value) & ~0x1fffu;
}

void Image::setBorder(const float (&color)[4]) {
  for (unsigned c = 0; c < 4; ++c) {
    const uint32_t bits = std::bit_cast<uint32_t>(color[c]);
    border[c] = 0;
    if (c >= channels)
      continue;
    const float clamped =
        std::isnan(color[c]) ? 0 : std::clamp(color[c], isSigned ? -1.f : 0.f, 1.f);
    // The product is a float, and a half more is rounded towards 0, as a GPU was seen to do.
    const auto scale = float((1u << (channelBits - isSigned)) - 1);
    const float product = std::abs(clamped) * scale;
    const double rounded = std::copysign(std::ceil(double(product) - 0.5), clamped);
    switch (reading) {
    case Reading::Integer: {
      const unsigned unused = 32 - channelBits;
      border[c] = isSigned ? uint32_t(int32_t(bits << unused) >> unused) : bits << unused >> unused;
      break;
    }
    case Reading::Fixed:
      border[c] = uint32_t(rounded) * (channelBits == 8 ? 257u : 1u);
      break;
    case Reading::Real:
      border[c] = isFloat && channelBits == 16 ? halfTowardsZero(color[c])
                  : isFloat                    ? bits
                                               : std::bit_cast<uint32_t>(isSrgb && c == alpha()
                                                                             ? float(rounded * 257)
                                                                             : float(rounded / double(scale)));
      break;
    }
  }
}

uint32_t answerQuery(const Image &image, ImageOp op, uint32_t level) {
  // Data type and order: OpenCL's codes. Modes: numbers by the order in which PTX lists them.
  const ImageLevel &shape = image.levels[std::min<uint32_t>(level, image.levelCount - 1u)];
  const bool isFloatRead = image.reading != Image::Reading::Integer;
  const unsigned size = image.channelBits == 8 ? 0 : image.channelBits == 16 ? 1 : 2;
  const auto addressMode = [&](unsigned i) {
    static constexpr uint32_t codes[] = {0, 3, 1, 4};
    return codes[unsigned(image.address[i])];
  };
  switch (op.mode) {
  case ImageOp::Width:
    return shape.size[0];
  case ImageOp::Height:
    return image.dimensions < 2 ? 0 : shape.size[1];
  case ImageOp::Depth:
    return image.dimensions < 3 ? 0 : shape.size[2];
  case ImageOp::DataType:
    if (image.isFloat)
      return size == 1 ? 0x10dd : 0x10de;
    if (isFloatRead)
      return (image.isSigned ? 0x10d0 : 0x10d2) + size;
    return (image.isSigned ? 0x10d7 : 0x10da) + size;
  case ImageOp::Order:
    return image.channels == 1 ? 0x10b0 : image.channels == 2 ? 0x10b2 : 0x10b5;
  case ImageOp::Normalized:
    return image.isNormalized;
  case ImageOp::Layers:
    return !image.isLayered ? 0 : image.isCube ? image.slices / 6 : image.slices;
  case ImageOp::Levels:
    return image.levelCount;
  case ImageOp::Samples:
    return 1;
  case ImageOp::Filter:
    return image.isLinear;
  case ImageOp::AddressMode0:
  case ImageOp::AddressMode1:
  case ImageOp::AddressMode2:
    return addressMode(op.mode - unsigned(ImageOp::AddressMode0));
  default:
    return 0; // memory layout: rows
  }
}

/// The lanes of `lanes` that cannot be served.
static uint32_t accessImage(const Image *image, ImageOp op, uint32_t lanes,
                            const uint32_t *arguments, uint32_t *results) {
  const bool isSurfaceOp =
      op.kind == ImageOp::Load || op.kind == ImageOp::Store || op.kind == ImageOp::Reduce;
  static const Image none;
  const ImageCall call{image ? *image : none, op, lanes, arguments, results};
  switch (op.kind) {
  case ImageOp::IsTexture:
  case ImageOp::IsSurface:
    for (uint32_t left = lanes; left; left &= left - 1)
      call.setResult(0, unsigned(std::countr_zero(left)),
                     image && image->isSurface == (op.kind == ImageOp::IsSurface));
    return 0;
  case ImageOp::Query:
    if (!image)
      return lanes;
    for (uint32_t left = lanes; left; left &= left - 1) {
      const unsigned lane = unsigned(std::countr_zero(left));
      call.setResult(0, lane, answerQuery(*image, op, op.arguments ? call.argument(0, lane) : 0));
    }
    return 0;
  default:
    break;
  }
  if (!image || image->isSurface != isSurfaceOp)
    return lanes;
  if (isSurfaceOp)
    return accessSurface(call);
  sampleTexture(call);
  return 0;
}

bool accessImages(ImageOp op, uint32_t lanes, const uint64_t *handles, const uint32_t *arguments,
                  uint32_t *results, uint32_t &failed) {
  uint32_t bad = 0;
  const bool isTest = op.kind == ImageOp::IsTexture || op.kind == ImageOp::IsSurface;
  const auto find = [&](uint64_t handle) { return isTest ? findImage(handle) : imageOf(handle); };
  if (op.hasOneHandle) {
    bad = accessImage(find(handles[0]), op, lanes, arguments, results);
  } else {
    for (uint32_t left = lanes; left && !bad;) { // once for each distinct object
      const uint64_t handle = handles[std::countr_zero(left)];
      uint32_t same = 0;
      for (uint32_t rest = left; rest; rest &= rest - 1)
        if (const unsigned lane = unsigned(std::countr_zero(rest)); handles[lane] == handle)
          same |= 1u << lane;
      bad = accessImage(find(handle), op, same, arguments, results);
      left &= ~same;
    }
  }
  if (bad)
    failed = unsigned(std::countr_zero(bad));
  return !bad;
}

} // namespace anywarp::exec
