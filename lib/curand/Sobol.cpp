// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sobol' sequences, plain and scrambled, 32 and 64 bits. All points of one dimension lie together.
// Points 2^k * i to 2^k * (i + 1) - 1 are the point 2^k * i plus the first 2^k points: a table of
// those serves many at once.
#include "curand/Generator.h"

#include <algorithm>
#include <bit>
#include <type_traits>

#include "curand/Directions.h"
#include "library/Processor.h"

namespace anywarp::curand {
namespace {

constexpr uint64_t kTable = 256;            ///< points in the table
constexpr uint64_t kPointsPerBlock = 32768; ///< about

template <typename Word> struct SobolWork {
  Shape shape;
  const Word *vectors, *constants; ///< no constants: null
  uint64_t position, points;       ///< of every dimension
  uint64_t dimensions, partsPerDimension, pointsPerPart, dimensionsPerBlock;
};

/// The point's word: the sum of the vectors that its Gray code names.
template <typename Word> AW_EVERYWHERE Word pointOf(const Word *vectors, uint64_t point) {
  constexpr unsigned kBits = sizeof(Word) * 8;
  const Word number = Word(point), gray = number ^ (number >> 1);
  Word sum = 0;
  for (unsigned bit = 0; bit < kBits; ++bit)
    sum ^= vectors[bit] & -(gray >> bit & 1);
  return sum;
}

/// The first `size` points. Point 2^t + k has the Gray code of point k, and two bits more.
template <typename Word>
AW_EVERYWHERE void fillTable(const Word *vectors, Word *table, uint64_t size) {
  table[0] = 0;
  for (unsigned t = 0; uint64_t(1) << t < size; ++t) {
    const Word more = vectors[t] ^ (t ? vectors[t - 1] : 0);
    for (uint64_t k = 0, half = uint64_t(1) << t; k < half; ++k)
      table[half + k] = table[k] ^ more;
  }
}

template <typename Word, Kind kind>
AW_EVERYWHERE void fillPart(const SobolWork<Word> &work, uint64_t dimension, uint64_t from,
                            uint64_t to) {
  constexpr uint64_t kBits = sizeof(Word) * 8;
  using Value = std::remove_cvref_t<decltype(valueOf<kind>(work.shape, Word()))>;
  const Word *vectors = work.vectors + dimension * kBits;
  const Word constant = work.constants ? work.constants[dimension] : 0;
  auto *out = static_cast<Value *>(work.shape.to) + dimension * work.points;
  alignas(64) Word table[kTable];
  const uint64_t tableSize = std::min<uint64_t>(kTable, std::bit_ceil(to - from));
  fillTable(vectors, table, tableSize);
  for (uint64_t i = from; i < to;) {
    const uint64_t point = work.position + i, inside = point % tableSize;
    const Word base = constant ^ pointOf(vectors, point - inside);
    const uint64_t count = std::min(tableSize - inside, to - i);
    for (uint64_t k = 0; k < count; ++k)
      out[i + k] = valueOf<kind>(work.shape, Word(base ^ table[inside + k]));
    i += count;
  }
}

template <typename Word> void fillSobol(const SobolWork<Word> &work, library::Block block) {
  const uint64_t part = block.index % work.partsPerDimension;
  const uint64_t first = block.index / work.partsPerDimension * work.dimensionsPerBlock;
  const uint64_t last = std::min(work.dimensions, first + work.dimensionsPerBlock);
  const uint64_t from = part * work.pointsPerPart,
                 to = std::min(work.points, from + work.pointsPerPart);
  withKind(work.shape.kind, [&]<Kind kind>() {
    auto body = [&]() AW_EVERYWHERE_LAMBDA {
      for (uint64_t dimension = first; dimension < last; ++dimension)
        fillPart<Word, kind>(work, dimension, from, to);
    };
    if constexpr (isSimple(kind))
      library::runForProcessor(body);
    else
      body();
  });
}

template <typename Word> class SobolEngine final : public Engine {
public:
  explicit SobolEngine(bool isScrambled) : isScrambled_(isScrambled) {}
  double firstInverse() const override { return sizeof(Word) == 4 ? 10 : 0; }
  double firstNormal() const override { return sizeof(Word) == 4 ? 10000 : 2000; }
  curandStatus_t fill(Generator &generator, const Shape &shape, uint64_t count) override {
    SobolWork<Word> work{};
    work.shape = shape;
    if constexpr (sizeof(Word) == 4) {
      work.vectors = directions32(isScrambled_);
      work.constants = isScrambled_ ? scrambleConstants32() : nullptr;
    } else {
      work.vectors = reinterpret_cast<const Word *>(directions(isScrambled_));
      work.constants = isScrambled_ ? reinterpret_cast<const Word *>(scrambleConstants()) : nullptr;
    }
    work.position = generator.position;
    work.dimensions = generator.dimensions;
    work.points = count / work.dimensions;
    work.partsPerDimension = (work.points + kPointsPerBlock - 1) / kPointsPerBlock;
    work.pointsPerPart = (work.points + work.partsPerDimension - 1) / work.partsPerDimension;
    work.dimensionsPerBlock = std::max<uint64_t>(kPointsPerBlock / work.pointsPerPart / 2, 1);
    generator.position += work.points;
    const uint64_t rows = (work.dimensions + work.dimensionsPerBlock - 1) / work.dimensionsPerBlock;
    return run<fillSobol<Word>>(generator, sizeof(Word) == 4 ? "curand_sobol32" : "curand_sobol64",
                                rows * work.partsPerDimension, work);
  }

private:
  const bool isScrambled_;
};

} // namespace

std::unique_ptr<Engine> makeSobol(bool has64Bits, bool isScrambled) {
  if (has64Bits)
    return std::make_unique<SobolEngine<unsigned long long>>(isScrambled);
  return std::make_unique<SobolEngine<uint32_t>>(isScrambled);
}

// The tables of the public interface: rows of 32 and 64 words.
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t **vectors,
                                           curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 &&
      set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6)
    return CURAND_STATUS_OUT_OF_RANGE;
  const uint32_t *words = directions32(set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
  *vectors = reinterpret_cast<curandDirectionVectors32_t *>(const_cast<uint32_t *>(words));
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t **vectors,
                                           curandDirectionVectorSet_t set) {
  if (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 &&
      set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6)
    return CURAND_STATUS_OUT_OF_RANGE;
  const uint64_t *words = directions(set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
  *vectors = reinterpret_cast<curandDirectionVectors64_t *>(const_cast<uint64_t *>(words));
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants32(unsigned **constants) {
  *constants = const_cast<uint32_t *>(scrambleConstants32());
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
  *constants = reinterpret_cast<unsigned long long *>(const_cast<uint64_t *>(scrambleConstants()));
  return CURAND_STATUS_SUCCESS;
}

} // namespace anywarp::curand
