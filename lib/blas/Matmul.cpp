// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cutting a product into tiles. A tile whose operands have one plain type goes to the backend as it
// lies; every other one is converted in chunks.
#include "blas/Matmul.h"

#include <climits>

#include "blas/Backend.h"
#include "blas/Finish.h"
#include "blas/ShortProducts.h"
#include "blas/Small.h"
#include "blas/Tile.h"

namespace anywarp::blas {

int64_t indexOf(Order order, int64_t ld, int64_t row, int64_t column) {
  switch (order) {
  case Order::Column:
    return row + column * ld;
  case Order::Row:
    return row * ld + column;
  case Order::Col32:
    return column / 32 * ld + row * 32 + column % 32;
  case Order::Col4_4R2_8C: {
    // Tiles of 32 columns and 8 rows: the even rows, then the odd ones, each in parts of 4 by 4.
    const int64_t r = row % 8, c = column % 32;
    return column / 32 * ld + row / 8 * 256 + (r % 2) * 128 + c / 4 * 16 + r / 2 * 4 + c % 4;
  }
  case Order::Col32_2R_4R4: {
    // Tiles of 32 columns and 32 rows.
    const int64_t r = row % 32, c = column % 32;
    return column / 32 * ld + row / 32 * 1024 + ((r % 8) / 2 * 4 + r / 8) * 64 + (r % 2) * 32 + c;
  }
  }
  return 0;
}

DoubleComplex readScalar(const void *value, cudaDataType type) {
  DoubleComplex result = 0;
  loadRun(type, static_cast<const char *>(value), 0, 1, 1, &result);
  return result;
}

namespace {

struct Work {
  Matmul p;
  int64_t tileRows, tileColumns, down, across; ///< tiles of one member
  int64_t members;                             ///< of the batch in one block
  bool isDirect;
};

constexpr int64_t kChunk = 256;     ///< of k that is converted at a time
constexpr int64_t kMostEdge = 1024; ///< of a tile that is converted
constexpr int64_t kBlockWork = 1 << 21;

int64_t ceilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

template <typename T>
void scaleTile(T beta, const T *c, int64_t ldc, T *d, int64_t ldd, int64_t rows, int64_t columns) {
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i)
      d[i + j * ldd] = beta == T(0)   ? T(0)
                       : beta == T(1) ? c[i + j * ldc]
                                      : multiply(beta, c[i + j * ldc]);
}

char letterOf(const Operand &o) { return !o.isTransposed ? 'N' : o.isConjugated ? 'C' : 'T'; }

/// memberOf of an operand whose type is known.
template <typename T> const T *elementsOf(const Operand &o, int64_t member) {
  return o.isArray ? static_cast<const T *const *>(o.data)[member]
                   : static_cast<const T *>(o.data) + member * o.stride;
}

template <typename T>
void directTile(const Matmul &p, int64_t member, int64_t r0, int64_t c0, int64_t rows,
                int64_t columns) {
  const T alpha = valueOf<T>(p.alpha, p.scaleType), beta = valueOf<T>(p.beta, p.scaleType);
  const T *c = beta == T(0) ? nullptr : elementsOf<T>(p.c, member) + r0 + c0 * p.c.ld;
  T *d = const_cast<T *>(elementsOf<T>(p.d, member)) + r0 + c0 * p.d.ld;
  const bool isScaled = alpha == T(0) || p.k == 0;
  if (isScaled || (c && c != d))
    scaleTile(isScaled ? beta : T(1), c, p.c.ld, d, p.d.ld, rows, columns);
  if (isScaled)
    return;
  const T *a = elementsOf<T>(p.a, member) + (p.a.isTransposed ? r0 * p.a.ld : r0);
  const T *b = elementsOf<T>(p.b, member) + (p.b.isTransposed ? c0 : c0 * p.b.ld);
  if (std::max({p.m, p.n, p.k}) <= kMostSmall && hasSmall()) { // one tile is the whole result
    const auto operand = [&](const Operand &o, const T *data) {
      constexpr int64_t kAhead = 2; // members
      const T *next = member + kAhead < p.batches ? elementsOf<T>(o, member + kAhead) : nullptr;
      return SmallMatrix<T>{data, o.ld, next, o.isTransposed, o.isConjugated};
    };
    return multiplySmall(SmallProduct<T>{rows, columns, p.k, alpha, beta, operand(p.a, a),
                                         operand(p.b, b), operand(p.d, d)});
  }
  call<"gemm", T>(letterOf(p.a), letterOf(p.b), Int(rows), Int(columns), Int(p.k), alpha, a,
                  Int(p.a.ld), b, Int(p.b.ld), beta, d, Int(p.d.ld));
}

/// The factor of a stored element of a narrow operand. `outer` counts rows of A or columns of B,
/// `inner` along k.
float scaleOf(const Operand &o, int64_t outer, int64_t inner, int64_t outerCount, int64_t k) {
  const auto *scales = static_cast<const float *>(o.scale);
  switch (o.scaleMode) {
  case ScaleMode::OuterVec:
    return scales[outer];
  case ScaleMode::Vec128:
    return scales[outer + inner / 128 * outerCount];
  case ScaleMode::Block128:
    return scales[outer / 128 * (ceilDiv(ceilDiv(k, 128), 4) * 4) + inner / 128];
  case ScaleMode::Vec32Ue8m0: {
    // Blocks of 128 rows by 4 scales: 32 by 4 by 4 bytes.
    const int64_t s = inner / 32, block = outer / 128 * ceilDiv(k, 128) + s / 4;
    return toFloat(static_cast<const E8M0 *>(
        o.scale)[block * 512 + outer % 32 * 16 + outer % 128 / 32 * 4 + s % 4]);
  }
  default:
    return 1;
  }
}

template <typename W> void roundInputs(Rounding rounding, W *values, int64_t count) {
  if constexpr (std::is_same_v<Real<W>, float>) {
    auto *p = reinterpret_cast<float *>(values);
    count *= int64_t(sizeof(W) / sizeof(float));
    if (rounding == Rounding::Tf32)
      for (int64_t i = 0; i < count; ++i)
        p[i] = toTf32(p[i]);
    else if (rounding == Rounding::Half)
      for (int64_t i = 0; i < count; ++i)
        p[i] = toFloat(toHalf(p[i]));
  }
}

/// Converts a part of an operand as it is stored, columns one after the other; returns their
/// distance. `outer` is a row of op(A) or a column of op(B), `inner` runs along k.
template <typename W>
int64_t pack(const Operand &o, const char *base, bool isA, const Matmul &p, int64_t outer,
             int64_t outerCount, int64_t inner, int64_t innerCount, W *out) {
  const bool isOuterDown = isA != o.isTransposed; // stored rows are the outer index
  const int64_t rows = isOuterDown ? outerCount : innerCount;
  const int64_t columns = isOuterDown ? innerCount : outerCount;
  const int64_t row = isOuterDown ? outer : inner, column = isOuterDown ? inner : outer;
  for (int64_t j = 0; j < columns; ++j) {
    W *to = out + j * rows;
    loadColumn(o, base, row, column + j, rows, to);
    if (o.scale && o.scaleMode != ScaleMode::Scalar)
      for (int64_t i = 0; i < rows; ++i)
        to[i] *= Real<W>(scaleOf(o, outer + (isOuterDown ? i : j), inner + (isOuterDown ? j : i),
                                 isA ? p.m : p.n, p.k));
    if constexpr (kIsComplex<W>)
      if (o.isConjugated)
        for (int64_t i = 0; i < rows; ++i)
          to[i] = conjugate(to[i]);
    roundInputs(p.rounding, to, rows);
  }
  return rows;
}

/// The product of short numbers, where the processor has instructions for them. False: not done.
template <typename S>
bool shortProduct(const Matmul &p, int64_t member, int64_t r0, int64_t c0, int64_t rows,
                  int64_t columns, S *sums) {
  using T = std::conditional_t<std::is_same_v<S, float>, Bfloat16, int8_t>;
  for (const Operand *o : {&p.a, &p.b})
    if (o->type != (std::is_same_v<S, float> ? CUDA_R_16BF : CUDA_R_8I) ||
        o->order != Order::Column)
      return false;
  const ShortProducts how = shortProducts<T>();
  if (std::min(rows, columns) < 16 || p.k < 32 || how == ShortProducts::None)
    return false;
  const auto strip = [&](const Operand &o, bool isOuterDown, int64_t first) {
    return Strip<T>{elementsOf<T>(o, member) + first * (isOuterDown ? 1 : o.ld),
                    isOuterDown ? 1 : o.ld, isOuterDown ? o.ld : 1};
  };
  return multiplyShort(how, strip(p.a, !p.a.isTransposed, r0), strip(p.b, p.b.isTransposed, c0),
                       rows, columns, p.k, sums);
}

/// W: what is multiplied; S: what sums are kept in; V: what alpha, beta and the epilogue work in.
/// Not inlined: its arrays on the stack end with each tile.
template <typename W, typename S, typename V>
[[gnu::noinline]] void convertedTile(const Matmul &p, int64_t member, int64_t r0, int64_t c0,
                                     int64_t rows, int64_t columns, V *rowSums) {
  const bool isProduct = p.k && !(!p.alpha.isVector && valueOf<V>(p.alpha, p.scaleType) == V(0));
  if constexpr (std::is_same_v<W, float>) {
    auto *sums = static_cast<S *>(__builtin_alloca(size_t(rows * columns) * sizeof(S)));
    if (isProduct && shortProduct(p, member, r0, c0, rows, columns, sums))
      return finishTile<S, V>(p, member, r0, c0, rows, columns, sums, rowSums);
  }
  auto *pa = static_cast<W *>(__builtin_alloca(size_t(rows * kChunk) * sizeof(W)));
  auto *pb = static_cast<W *>(__builtin_alloca(size_t(columns * kChunk) * sizeof(W)));
  auto *product = static_cast<W *>(__builtin_alloca(size_t(rows * columns) * sizeof(W)));
  constexpr bool isExact = !std::is_same_v<W, S>;
  auto *sums = reinterpret_cast<S *>(product);
  if constexpr (isExact)
    sums = static_cast<S *>(__builtin_alloca(size_t(rows * columns) * sizeof(S)));
  std::fill(sums, sums + rows * columns, S(0));
  const char *a = isProduct ? memberOf(p.a, member) : nullptr;
  const char *b = isProduct ? memberOf(p.b, member) : nullptr;
  for (int64_t q = 0; isProduct && q < p.k; q += kChunk) {
    const int64_t depth = std::min(kChunk, p.k - q);
    const int64_t lda = pack(p.a, a, true, p, r0, rows, q, depth, pa);
    const int64_t ldb = pack(p.b, b, false, p, c0, columns, q, depth, pb);
    call<"gemm", W>(p.a.isTransposed ? 'T' : 'N', p.b.isTransposed ? 'T' : 'N', Int(rows),
                    Int(columns), Int(depth), W(1), pa, Int(lda), pb, Int(ldb),
                    isExact || q == 0 ? W(0) : W(1), product, Int(rows));
    // Sums of 256 products of 8-bit integers are exact floats.
    if constexpr (isExact)
      for (int64_t i = 0; i < rows * columns; ++i)
        sums[i] = S(uint32_t(sums[i]) + uint32_t(int32_t(product[i])));
  }
  finishTile<S, V>(p, member, r0, c0, rows, columns, sums, rowSums);
}

template <typename W, typename S, typename V>
void convertedBlock(const Work &w, int64_t member, int64_t r0, int64_t c0) {
  const Matmul &p = w.p;
  const int64_t rows = std::min(w.tileRows, p.m - r0);
  V *rowSums = nullptr;
  const bool isWhole = p.epilogue.parts & kBiasGradient; // this block has all columns
  if (isWhole) {
    rowSums = static_cast<V *>(__builtin_alloca(size_t(rows) * sizeof(V)));
    std::fill(rowSums, rowSums + rows, V(0));
  }
  const int64_t end = isWhole ? p.n : std::min(c0 + w.tileColumns, p.n);
  for (int64_t c = c0; c < end; c += w.tileColumns)
    convertedTile<W, S, V>(p, member, r0, c, rows, std::min(w.tileColumns, end - c), rowSums);
  if (isWhole)
    storeRun(p.epilogue.biasType, static_cast<char *>(p.epilogue.bias),
             r0 + member * p.epilogue.biasStride, 1, rows, rowSums);
}

template <typename T> void directBlock(const Work &w, int64_t member, int64_t r0, int64_t c0) {
  directTile<T>(w.p, member, r0, c0, std::min(w.tileRows, w.p.m - r0),
                std::min(w.tileColumns, w.p.n - c0));
}

void runTile(const Work &w, int64_t member, int64_t r0, int64_t c0) {
  switch (w.p.arithmetic) {
  case Arithmetic::F32:
    return w.isDirect ? directBlock<float>(w, member, r0, c0)
                      : convertedBlock<float, float, float>(w, member, r0, c0);
  case Arithmetic::F64:
    return w.isDirect ? directBlock<double>(w, member, r0, c0)
                      : convertedBlock<double, double, double>(w, member, r0, c0);
  case Arithmetic::C32:
    return w.isDirect ? directBlock<Complex>(w, member, r0, c0)
                      : convertedBlock<Complex, Complex, Complex>(w, member, r0, c0);
  case Arithmetic::C64:
    return w.isDirect
               ? directBlock<DoubleComplex>(w, member, r0, c0)
               : convertedBlock<DoubleComplex, DoubleComplex, DoubleComplex>(w, member, r0, c0);
  case Arithmetic::I32:
    return w.p.scaleType == CUDA_R_32I ? convertedBlock<float, int32_t, int32_t>(w, member, r0, c0)
                                       : convertedBlock<float, int32_t, float>(w, member, r0, c0);
  }
}

void multiplyBlock(const Work &w, library::Block block) {
  const int64_t tiles = w.down * w.across, tile = int64_t(block.index) % tiles;
  const int64_t first = int64_t(block.index) / tiles * w.members;
  const int64_t last = std::min(first + w.members, w.p.batches);
  for (int64_t member = first; member < last; ++member)
    runTile(w, member, tile % w.down * w.tileRows, tile / w.down * w.tileColumns);
}

void clearAmax(const Epilogue &e, library::Block) {
  for (float *amax : {e.amax, e.auxAmax})
    if (amax)
      *amax = 0;
}

/// Sums of op(A)'s rows or op(B)'s columns along k.
void sumInputs(const Matmul &p, library::Block block) {
  const bool isA = p.epilogue.parts & kBiasGradientA;
  const Operand &o = isA ? p.a : p.b;
  const int64_t count = isA ? p.m : p.n, blocks = ceilDiv(count, 64);
  const int64_t member = int64_t(block.index) / blocks, first = int64_t(block.index) % blocks * 64;
  const char *base = memberOf(o, member);
  for (int64_t i = first; i < std::min(first + 64, count); ++i) {
    double sum = 0, value;
    for (int64_t q = 0; q < p.k; ++q) {
      const bool isDown = isA != o.isTransposed;
      loadRun(o.type, base, indexOf(o.order, o.ld, isDown ? i : q, isDown ? q : i), 1, 1, &value);
      sum += value;
    }
    const auto result = float(sum);
    storeRun(p.epilogue.biasType, static_cast<char *>(p.epilogue.bias),
             i + member * p.epilogue.biasStride, 1, 1, &result);
  }
}

template <typename T> bool isPlain(const Matmul &p) {
  for (const Operand *o : {&p.a, &p.b, &p.c, &p.d})
    if (o->type != kDataType<T> || o->order != Order::Column || o->scale || o->ld > INT_MAX ||
        (o->isConjugated && !o->isTransposed))
      return false;
  return p.scaleType == kDataType<T> && p.rounding == Rounding::None && !p.epilogue.parts &&
         !p.epilogue.amax && !p.alpha.isVector && !p.beta.isVector && p.k <= INT_MAX;
}

bool isDirect(const Matmul &p) {
  switch (p.arithmetic) {
  case Arithmetic::F32:
    return isPlain<float>(p);
  case Arithmetic::F64:
    return isPlain<double>(p);
  case Arithmetic::C32:
    return isPlain<Complex>(p);
  case Arithmetic::C64:
    return isPlain<DoubleComplex>(p);
  default:
    return false;
  }
}

/// Rows become columns where that saves work: the transpose of a product is the product of the
/// transposes in reverse.
void normalise(Matmul &p) {
  if (p.d.order == Order::Row && p.c.order == Order::Row && !p.epilogue.parts &&
      !p.alpha.isVector && !p.beta.isVector) {
    std::swap(p.a, p.b);
    std::swap(p.m, p.n);
    p.c.order = p.d.order = Order::Column;
    p.a.isTransposed = !p.a.isTransposed;
    p.b.isTransposed = !p.b.isTransposed;
  }
  for (Operand *o : {&p.a, &p.b})
    if (o->order == Order::Row) {
      o->order = Order::Column;
      o->isTransposed = !o->isTransposed;
    }
}

/// Tile sizes depend on the problem alone: a sum is the same with any number of workers.
Work plan(const Matmul &problem) {
  Work w{problem, 0, 0, 1, 1, 1, false};
  Matmul &p = w.p;
  normalise(p);
  w.isDirect = isDirect(p);
  // The backend packs both operands for each tile: large ones cost less, small ones share better.
  const int64_t least = w.isDirect ? std::min(p.m, p.n) : 0, depth = std::max<int64_t>(p.k, 1);
  w.tileRows = std::min<int64_t>(p.m, least >= 2048 ? 1024 : least >= 512 ? 512 : 256);
  w.tileColumns = std::min<int64_t>(p.n, least >= 4096 ? 1024 : least >= 1024 ? 512 : 256);
  const int64_t most = w.isDirect ? INT_MAX / 2 : kMostEdge;
  auto isSmall = [&] {
    return double(w.tileRows) * double(w.tileColumns) * double(depth) < kBlockWork;
  };
  while (isSmall() && w.tileRows < p.m && w.tileRows * 2 <= most)
    w.tileRows = std::min(w.tileRows * 2, p.m);
  while (isSmall() && w.tileColumns < p.n && w.tileColumns * 2 <= most)
    w.tileColumns = std::min(w.tileColumns * 2, p.n);
  w.down = ceilDiv(p.m, w.tileRows);
  w.across = p.epilogue.parts & kBiasGradient ? 1 : ceilDiv(p.n, w.tileColumns);
  if (w.down * w.across == 1)
    w.members = std::clamp<int64_t>(kBlockWork / (p.m * p.n * depth + 64), 1, 1024);
  return w;
}

} // namespace

CUresult multiply(CUstream stream, const Matmul &p) {
  if (p.m <= 0 || p.n <= 0 || p.batches <= 0)
    return CUDA_SUCCESS;
  if (p.epilogue.amax || p.epilogue.auxAmax)
    if (CUresult result = library::launch<clearAmax>("blas_clear_amax", stream, 1, p.epilogue))
      return result;
  const Work w = plan(p);
  const uint64_t blocks = uint64_t(ceilDiv(p.batches, w.members) * w.down * w.across);
  if (CUresult result = library::launch<multiplyBlock>("blas_multiply", stream, blocks, w))
    return result;
  if (p.epilogue.parts & (kBiasGradientA | kBiasGradientB)) {
    const int64_t count = p.epilogue.parts & kBiasGradientA ? p.m : p.n;
    return library::launch<sumInputs>("blas_sum_inputs", stream,
                                      uint64_t(ceilDiv(count, 64) * p.batches), w.p);
  }
  return CUDA_SUCCESS;
}

} // namespace anywarp::blas
