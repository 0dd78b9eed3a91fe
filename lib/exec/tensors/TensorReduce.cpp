// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which type has which reductions, what becomes of NaN and of subnormal numbers was seen on an
// H100.
#include "exec/tensors/TensorReduce.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>

#include "exec/images/Texels.h"

namespace anywarp::exec {

namespace {

using Reduction = TensorOp::Reduction;

template <typename T, typename Update> void update(void *global, Update operation) {
  std::atomic_ref<T> place(*static_cast<T *>(global));
  T old = place.load(std::memory_order_relaxed);
  while (!place.compare_exchange_weak(old, operation(old), std::memory_order_relaxed))
    ;
}

template <typename T> T combine(Reduction op, T a, T b) {
  switch (op) {
  case TensorOp::Add:
    return T(a + b);
  case TensorOp::Min:
    return b < a ? b : a;
  case TensorOp::Max:
    return b > a ? b : a;
  case TensorOp::Inc:
    return a >= b ? T(0) : T(a + 1);
  case TensorOp::Dec:
    return a == 0 || a > b ? b : T(a - 1);
  case TensorOp::And:
    return a & b;
  case TensorOp::Or:
    return a | b;
  case TensorOp::Xor:
    return a ^ b;
  }
  return a;
}

template <typename T> void reduceInteger(Reduction op, void *global, const void *operand) {
  T value;
  std::memcpy(&value, operand, sizeof value);
  update<T>(global, [&](T old) {
    if (op != TensorOp::Add)
      return combine(op, old, value);
    using U = std::make_unsigned_t<T>; // wraps
    return T(U(old) + U(value));
  });
}

/// Sixteen bits as a float and back.
struct Half {
  static float wide(uint16_t bits) { return halfToFloat(bits); }
  static uint16_t narrow(float value) { return std::bit_cast<uint16_t>(_Float16(value)); }
};
struct BrainHalf {
  static float wide(uint16_t bits) { return std::bit_cast<float>(uint32_t(bits) << 16); }
  static uint16_t narrow(float value) {
    uint32_t bits = std::bit_cast<uint32_t>(value);
    return uint16_t((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
  }
};

constexpr uint16_t kHalfNaN = 0x7fff;

template <typename Format> uint16_t combineHalves(Reduction op, uint16_t a, uint16_t b) {
  const float x = Format::wide(a), y = Format::wide(b);
  if (op == TensorOp::Add) {
    const float sum = x + y; // wide enough that rounding it again does no harm
    return std::isnan(sum) ? kHalfNaN : Format::narrow(sum);
  }
  if (std::isnan(x) || std::isnan(y))
    return std::isnan(x) && std::isnan(y) ? kHalfNaN : std::isnan(x) ? b : a;
  const bool isLess = x < y || (x == y && std::signbit(x) && !std::signbit(y));
  return (op == TensorOp::Min) == isLess ? a : b;
}

template <typename Format> void reduceHalf(Reduction op, void *global, const void *operand) {
  uint16_t value;
  std::memcpy(&value, operand, sizeof value);
  update<uint16_t>(global, [&](uint16_t old) { return combineHalves<Format>(op, old, value); });
}

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.f, x) : x; }

void addFloat(bool flushes, void *global, const void *operand) {
  float value;
  std::memcpy(&value, operand, sizeof value);
  update<uint32_t>(global, [&](uint32_t old) {
    const float x = std::bit_cast<float>(old);
    const float sum = flushes ? flushed(flushed(x) + flushed(value)) : x + value;
    return std::isnan(sum) ? 0x7fffffffu : std::bit_cast<uint32_t>(sum);
  });
}

void addDouble(void *global, const void *operand) {
  double value;
  std::memcpy(&value, operand, sizeof value);
  update<uint64_t>(global, [&](uint64_t old) {
    return std::bit_cast<uint64_t>(std::bit_cast<double>(old) + value);
  });
}

} // namespace

bool canReduce(TensorOp::Reduction op, TensorType type) {
  const bool isCount = op == TensorOp::Inc || op == TensorOp::Dec;
  const bool isOrder = op == TensorOp::Min || op == TensorOp::Max;
  switch (type) {
  case TensorType::UInt32:
    return true;
  case TensorType::Int32:
  case TensorType::UInt64:
    return !isCount;
  case TensorType::Int64:
    return isOrder;
  case TensorType::Float16:
  case TensorType::BFloat16:
    return isOrder || op == TensorOp::Add;
  case TensorType::Float32:
  case TensorType::Float32Ftz:
  case TensorType::TFloat32:
  case TensorType::TFloat32Ftz:
  case TensorType::Float64:
    return op == TensorOp::Add;
  case TensorType::UInt8:
  case TensorType::UInt16:
    return false;
  }
  return false;
}

void reduceElement(TensorOp::Reduction op, TensorType type, void *global, const void *operand) {
  switch (type) {
  case TensorType::UInt32:
    return reduceInteger<uint32_t>(op, global, operand);
  case TensorType::Int32:
    return reduceInteger<int32_t>(op, global, operand);
  case TensorType::UInt64:
    return reduceInteger<uint64_t>(op, global, operand);
  case TensorType::Int64:
    return reduceInteger<int64_t>(op, global, operand);
  case TensorType::Float16:
    return reduceHalf<Half>(op, global, operand);
  case TensorType::BFloat16:
    return reduceHalf<BrainHalf>(op, global, operand);
  case TensorType::Float32:
  case TensorType::TFloat32:
    return addFloat(/*flushes=*/false, global, operand);
  case TensorType::Float32Ftz:
  case TensorType::TFloat32Ftz:
    return addFloat(/*flushes=*/true, global, operand);
  case TensorType::Float64:
    return addDouble(global, operand);
  case TensorType::UInt8:
  case TensorType::UInt16:
    return;
  }
}

} // namespace anywarp::exec
