// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What was not to be read in the PTX ISA manual was seen on an H100
// (conformance/runtime/TensorMap.cu). A box is walked row by row (a row runs along dimension 0, or
// holds the channels of one pixel) and a row in chunks of 16 bytes, which is what swizzles move
// about. What lies outside of the tensor is filled in shared memory and left alone in global
// memory.
#include "exec/tensors/TensorCopy.h"

#include "exec/tensors/TensorReduce.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace anywarp::exec {

namespace {

constexpr unsigned kChunk = 16;

/// In the order of PTX's numbers (tensormap.replace.elemtype).
constexpr TensorType kPtxTypes[] = {
    TensorType::UInt8,      TensorType::UInt16,  TensorType::UInt32,   TensorType::Int32,
    TensorType::UInt64,     TensorType::Int64,   TensorType::Float16,  TensorType::Float32,
    TensorType::Float32Ftz, TensorType::Float64, TensorType::BFloat16, TensorType::TFloat32,
    TensorType::TFloat32Ftz};

/// CUtensorMapSwizzle.
enum Swizzle : uint8_t { SwizzleNone, Swizzle32, Swizzle64, Swizzle128, Swizzles };
/// Bytes that a row takes at least.
constexpr unsigned kSpan[Swizzles] = {0, 32, 64, 128};
/// Bits 7 and up of an address that change bits 4 and up.
constexpr uint64_t kSwizzleMask[Swizzles] = {0, 1, 3, 7};

/// A tensor and the box as they are walked: dimension 0 is one row of contiguous bytes. Interleaved
/// tensors (a slice of 16 or 32 bytes for each place, then places, slices of channels, images) get
/// one dimension more: their rows are the bytes of a slice.
struct View {
  static constexpr unsigned kMost = TensorMap::kMaxRank + 1;
  unsigned rank = 0;
  unsigned elementBytes = 0;
  uint64_t stride[kMost] = {}; ///< bytes between neighbours
  int64_t last[kMost] = {};    ///< index
  unsigned extent[kMost] = {}; ///< places of the box
  unsigned step[kMost] = {};   ///< from one place to the next
  int64_t coordinate[kMost] = {};
  bool isInterleaved = false;

  uint64_t rowBytes() const { return uint64_t(extent[0]) * elementBytes; }
};

View viewOf(const TensorMap &map, const TensorOperands &operands, bool isIm2col) {
  View view;
  view.isInterleaved = map.interleave != 0;
  view.elementBytes = view.isInterleaved ? 1 : map.elementBits / 8;
  const unsigned first = view.isInterleaved ? 1 : 0;
  view.rank = map.rank + first;
  const uint64_t unit = view.isInterleaved ? kChunk * map.interleave : view.elementBytes;
  for (unsigned i = 0; i < map.rank; ++i) {
    const unsigned at = i + first;
    view.stride[at] = i ? map.stride[i - 1] : unit;
    view.last[at] = map.lastIndex[i];
    view.step[at] = at ? map.elementStride[i] : 1;
    view.extent[at] = (map.box[i] + view.step[at] - 1) / view.step[at];
    view.coordinate[at] = operands.coordinate[i];
  }
  if (view.isInterleaved) {
    view.stride[0] = 1;
    view.last[0] = int64_t(unit) - 1;
    view.extent[0] = unsigned(unit);
    view.extent[view.rank - 2] = 1; // one slice of channels, whatever the box says
  } else if (isIm2col) {
    view.extent[0] = map.channelsPerPixel;
  }
  return view;
}

class Box {
public:
  Box(TensorOp op, const TensorMap &map, const TensorOperands &operands, SharedWindow window)
      : op(op), map(map), operands(operands), window(window) {}

  TensorResult run();
  std::vector<TensorPart> parts();
  uint64_t bytes() {
    if (refusal())
      return 0;
    view = viewOf(map, operands, op.mode == TensorOp::Im2col);
    return view.rowBytes() * rowCount();
  }

private:
  TensorOp op;
  const TensorMap &map;
  const TensorOperands &operands;
  SharedWindow window;
  View view;
  uint64_t pitch = 0; ///< from one row to the next in shared memory
  uint64_t start = 0; ///< of the box in the window
  uint64_t done = 0;  ///< rows so far, in bytes

  const char *refusal() const;
  TensorResult prepare();
  template <typename Body> void forEachRow(Body body) {
    if (op.mode == TensorOp::Im2col)
      forEachRowIm2col(body);
    else
      forEachRowTiled(body);
  }
  template <typename Body> void forEachRowTiled(Body body);
  template <typename Body> void forEachRowIm2col(Body body);
  unsigned spatial() const { return map.rank - 2; } ///< dimensions of an image, from 1 on
  uint64_t rowCount() const;
  bool startsInside() const; ///< of the bounding box
  /// Where the chunk at `offset` of the box lies in shared memory; null if outside of the window.
  char *chunkAt(uint64_t offset) const;
  /// `body(shared, global, low, bytes)` for each chunk of the next row: `bytes` of it, from `low`
  /// on, are in the tensor. `at`: a coordinate for each dimension. False: the row is not in shared
  /// memory as a whole.
  template <typename Body> bool forEachChunk(const int64_t *at, Body body);
  void moveChunk(char *shared, char *global, unsigned low, unsigned bytes) const;
  void fill(char *to, unsigned bytes) const;
  void convert(char *elements, unsigned bytes) const;
};

uint64_t Box::rowCount() const {
  if (op.mode == TensorOp::Im2col)
    return map.pixelsPerColumn;
  uint64_t count = 1;
  for (unsigned i = 1; i < view.rank; ++i)
    count *= view.extent[i];
  return count;
}

bool Box::startsInside() const {
  for (unsigned i = 0; i < spatial(); ++i)
    if (view.coordinate[i + 1] < map.lowerCorner[i] ||
        view.coordinate[i + 1] > view.last[i + 1] + map.upperCorner[i])
      return false;
  return true;
}

template <typename Body> void Box::forEachRowTiled(Body body) {
  unsigned index[View::kMost] = {};
  int64_t at[View::kMost];
  std::copy(view.coordinate, view.coordinate + view.rank, at);
  while (body(at)) {
    unsigned i = 1;
    for (; i < view.rank; ++i) {
      at[i] += view.step[i];
      if (++index[i] < view.extent[i])
        break;
      index[i] = 0;
      at[i] = view.coordinate[i];
    }
    if (i >= view.rank)
      return;
  }
}

/// Pixels in the order width, height, depth, image, within the bounding box of every image.
template <typename Body> void Box::forEachRowIm2col(Body body) {
  int64_t base[View::kMost], at[View::kMost];
  std::copy(view.coordinate, view.coordinate + view.rank, base);
  for (unsigned pixel = 0; pixel < map.pixelsPerColumn; ++pixel) {
    std::copy(base, base + view.rank, at);
    if (op.kind == TensorOp::Load)
      for (unsigned i = 0; i < spatial(); ++i)
        at[i + 1] += operands.offset[i];
    if (!body(at))
      return;
    unsigned i = 0;
    for (; i < spatial(); ++i) {
      base[i + 1] += view.step[i + 1];
      if (base[i + 1] <= view.last[i + 1] + map.upperCorner[i])
        break;
      base[i + 1] = map.lowerCorner[i];
    }
    if (i == spatial())
      ++base[view.rank - 1];
  }
}

char *Box::chunkAt(uint64_t offset) const {
  uint64_t place = start + offset;
  place ^= (place >> 7 & kSwizzleMask[map.swizzle]) << 4;
  return place + kChunk <= window.bytes ? window.begin + place : nullptr;
}

/// What takes the place of elements outside of the tensor.
void Box::fill(char *to, unsigned bytes) const {
  if (!map.fill) {
    std::memset(to, 0, bytes);
    return;
  }
  static constexpr uint16_t kNaN = 0x7ff7; // seen for every type, in all of its 16 bits
  for (unsigned i = 0; i + 1 < bytes; i += 2)
    std::memcpy(to + i, &kNaN, 2);
}

/// float to tf32, to nearest even; NaN in its one form.
uint32_t toTFloat32(uint32_t bits) {
  constexpr uint32_t kDropped = 13;
  if ((bits & 0x7fffffff) > 0x7f800000)
    return 0x7fffe000;
  bits += (1u << (kDropped - 1)) - 1 + (bits >> kDropped & 1);
  return bits >> kDropped << kDropped;
}

/// Elements that have just come from global memory.
void Box::convert(char *elements, unsigned bytes) const {
  if (map.dataType != TensorType::TFloat32 && map.dataType != TensorType::TFloat32Ftz)
    return;
  for (unsigned i = 0; i < bytes; i += 4) {
    uint32_t bits;
    std::memcpy(&bits, elements + i, 4);
    bits = toTFloat32(bits);
    std::memcpy(elements + i, &bits, 4);
  }
}

template <typename Body> bool Box::forEachChunk(const int64_t *at, Body body) {
  bool isInside = true;
  uint64_t address = map.address;
  for (unsigned i = 1; i < view.rank; ++i) {
    isInside &= at[i] >= 0 && at[i] <= view.last[i];
    address += uint64_t(at[i]) * view.stride[i];
  }
  const unsigned rowBytes = unsigned(view.rowBytes()), each = kChunk / view.elementBytes;
  const uint64_t place = done;
  done += pitch;
  for (unsigned offset = 0; offset < rowBytes; offset += kChunk) {
    char *shared = chunkAt(place + offset);
    if (!shared)
      return false;
    const int64_t first = at[0] + offset / view.elementBytes;
    // Elements [low, high) of the chunk are in the tensor.
    unsigned low = unsigned(std::clamp<int64_t>(-first, 0, each));
    unsigned high = unsigned(std::clamp<int64_t>(view.last[0] + 1 - first, low, each));
    if (!isInside)
      low = high = 0;
    body(shared, reinterpret_cast<char *>(address + uint64_t(first + low) * view.elementBytes),
         low * view.elementBytes, (high - low) * view.elementBytes);
  }
  return true;
}

void Box::moveChunk(char *shared, char *global, unsigned low, unsigned bytes) const {
  char *inner = shared + low;
  if (op.kind == TensorOp::Reduce) {
    for (unsigned i = 0; i < bytes; i += map.elementBits / 8)
      reduceElement(op.reduction, map.dataType, global + i, inner + i);
    return;
  }
  if (op.kind == TensorOp::Store) {
    std::memcpy(global, inner, bytes);
    return;
  }
  fill(shared, low);
  std::memcpy(inner, global, bytes);
  convert(inner, bytes);
  fill(inner + bytes, kChunk - low - bytes);
}

/// Why the instruction is not one for this map; null: it is. As devices of compute capability 9.0
/// refuse it.
const char *Box::refusal() const {
  const bool isIm2col = op.mode == TensorOp::Im2col;
  if (map.magic != TensorMap::kMagic || !map.rank || map.rank > TensorMap::kMaxRank ||
      !bitsOf(map.dataType) || map.elementBits != bitsOf(map.dataType) || map.interleave > 2)
    return "not a tensor map";
  if (map.rank != op.rank)
    return "a tensor map of another rank";
  if (isIm2col != (map.mode == TensorMap::Mode::Im2col) ||
      ((isIm2col || map.interleave) && map.rank < 3))
    return "a tensor map of another mode";
  if (map.swizzle >= Swizzles)
    return "a swizzle mode of later devices";
  for (unsigned i = 0; i < map.rank; ++i) {
    if (!map.elementStride[i] || (!isIm2col && !map.box[i]))
      return "not a tensor map";
    if (op.kind != TensorOp::Load && operands.coordinate[i] < 0)
      return "a negative coordinate of a box that goes to global memory";
    if (op.kind != TensorOp::Load && isIm2col && i < spatial() && map.lowerCorner[i] < 0)
      return "a bounding box that begins outside of the tensor that is written";
  }
  if (!map.interleave && int64_t(operands.coordinate[0]) * map.elementBits / 8 % kChunk)
    return "a row that does not start at a multiple of 16 bytes";
  if (op.kind == TensorOp::Reduce && !canReduce(op.reduction, map.dataType))
    return "a reduction that the element type does not have";
  return nullptr;
}

/// Reads the map; with a fault where the copy cannot be.
TensorResult Box::prepare() {
  auto refuse = [](Fault fault, const char *reason) { return TensorResult{fault, reason, 0}; };
  if (const char *reason = refusal())
    return refuse(Fault::IllegalInstruction, reason);
  const bool isIm2col = op.mode == TensorOp::Im2col;
  view = viewOf(map, operands, isIm2col);
  const uint64_t rowBytes = view.rowBytes();
  if (!rowBytes || rowBytes % kChunk)
    return refuse(Fault::IllegalInstruction, "rows of a box that are no multiple of 16 bytes");
  if (isIm2col && !startsInside())
    return refuse(Fault::IllegalInstruction, "a pixel outside of the bounding box");
  start = operands.shared - reinterpret_cast<uint64_t>(window.begin);
  if (start % 128)
    return refuse(Fault::MisalignedAddress, "a box in shared memory is aligned to 128 bytes");
  pitch = view.isInterleaved ? rowBytes : std::max<uint64_t>(rowBytes, kSpan[map.swizzle]);
  const uint64_t rows = rowCount();
  if (!rows)
    return refuse(Fault::IllegalInstruction, "not a tensor map");
  const uint64_t taken = pitch * (rows - 1) + rowBytes;
  if (start > window.bytes || taken > window.bytes - start)
    return refuse(Fault::IllegalAddress, "a box that does not fit into shared memory");
  return {Fault::None, "", rowBytes * rows};
}

TensorResult Box::run() {
  const TensorResult result = prepare();
  if (result.fault != Fault::None)
    return result;
  bool isWhole = true;
  forEachRow([&](const int64_t *at) {
    return isWhole =
               forEachChunk(at, [&](char *shared, char *global, unsigned low, unsigned bytes) {
                 moveChunk(shared, global, low, bytes);
               });
  });
  if (!isWhole)
    return {Fault::IllegalAddress, "a box whose swizzle leaves shared memory", 0};
  return result;
}

std::vector<TensorPart> Box::parts() {
  std::vector<TensorPart> all;
  if (prepare().fault != Fault::None)
    return all;
  forEachRow([&](const int64_t *at) {
    return forEachChunk(at, [&](char *shared, char *global, unsigned low, unsigned bytes) {
      TensorPart now{reinterpret_cast<uint64_t>(global), bytes, reinterpret_cast<uint64_t>(shared),
                     kChunk};
      if (op.kind != TensorOp::Load) { // what lies outside is not read
        now.shared += low;
        now.sharedBytes = bytes;
      }
      if (all.empty())
        return all.push_back(now);
      TensorPart &last = all.back();
      const bool follows =
          last.shared + last.sharedBytes == now.shared &&
          (!bytes || !last.globalBytes || last.global + last.globalBytes == now.global);
      if (!follows)
        return all.push_back(now);
      if (!last.globalBytes)
        last.global = now.global;
      last.globalBytes += now.globalBytes;
      last.sharedBytes += now.sharedBytes;
    });
  });
  return all;
}

} // namespace

TensorResult copyTensor(TensorOp op, const TensorMap &map, const TensorOperands &operands,
                        SharedWindow window) {
  return Box(op, map, operands, window).run();
}

std::vector<TensorPart> partsOf(TensorOp op, const TensorMap &map, const TensorOperands &operands,
                                SharedWindow window) {
  return Box(op, map, operands, window).parts();
}

uint64_t boxBytes(const TensorMap &map) {
  TensorOp op;
  op.mode = map.mode == TensorMap::Mode::Im2col ? TensorOp::Im2col : TensorOp::Tile;
  op.rank = map.rank;
  return Box(op, map, TensorOperands{}, {}).bytes();
}

SharedWindow windowOf(const LaunchState &launch, const BlockState &block, uint64_t address) {
  const uint32_t *dim = launch.clusterDim;
  SharedWindow window{block.shared, launch.totalShared};
  for (uint32_t rank = 0; rank < dim[0] * dim[1] * dim[2]; ++rank)
    if (address - reinterpret_cast<uint64_t>(block.clusterShared[rank]) < window.bytes)
      window.begin = block.clusterShared[rank];
  return window;
}

bool replaceField(TensorMap &map, TensorField field, uint32_t ordinal, uint64_t value) {
  if (map.magic != TensorMap::kMagic)
    return true;
  if (ordinal >= TensorMap::kMaxRank)
    return false;
  switch (field) {
  case TensorField::GlobalAddress:
    map.address = value;
    return true;
  case TensorField::Rank:
    map.rank = uint8_t(value + 1);
    return value < TensorMap::kMaxRank;
  case TensorField::BoxDim:
    map.box[ordinal] = uint16_t(value);
    return value && value <= 256;
  case TensorField::GlobalDim:
    map.lastIndex[ordinal] = uint32_t(value) - 1;
    return true;
  case TensorField::GlobalStride:
    if (ordinal + 1 >= TensorMap::kMaxRank)
      return false;
    map.stride[ordinal] = value;
    return true;
  case TensorField::ElementStride:
    map.elementStride[ordinal] = uint8_t(value);
    return value && value <= 8;
  case TensorField::ElementType:
    if (value >= std::size(kPtxTypes))
      return false;
    map.dataType = kPtxTypes[value];
    map.elementBits = uint8_t(bitsOf(map.dataType));
    return true;
  case TensorField::Interleave:
    map.interleave = uint8_t(value);
    return value <= 2;
  case TensorField::Swizzle:
    map.swizzle = uint8_t(value);
    return value < Swizzles;
  case TensorField::SwizzleAtomicity:
    return value == 0; // 16 bytes: all that devices before compute capability 10.0 have
  case TensorField::Fill:
    map.fill = uint8_t(value);
    return value <= 1;
  }
  return false;
}

} // namespace anywarp::exec
