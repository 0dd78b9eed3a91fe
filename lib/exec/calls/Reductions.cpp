// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exec/calls/Reductions.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

#include "exec/KernelAbi.h"

namespace anywarp::exec {
namespace {

constexpr unsigned kTagShift = 56;
/// Lanes after which a kernel is judged, and lanes that are then refused.
constexpr uint32_t kTrial = 2048, kRefusal = 1 << 16;
/// Rows after which an array is worth filling and looking through.
constexpr unsigned kDenseRows = 16;

/// Other addresses may look like another operation's tag.
constexpr bool isOfProgram(uint64_t address) { return !(address >> kTagShift); }

template <typename T, Reduction R> constexpr T identityOf() {
  using Signed = std::make_signed_t<T>;
  switch (R) {
  case Reduction::And:
  case Reduction::UMin:
    return std::numeric_limits<T>::max();
  case Reduction::Min:
    return T(std::numeric_limits<Signed>::max());
  case Reduction::Max:
    return T(std::numeric_limits<Signed>::min());
  default:
    return 0;
  }
}

template <typename T, Reduction R> constexpr T combine(T a, T b) {
  using Signed = std::make_signed_t<T>;
  switch (R) {
  case Reduction::Add:
    return T(a + b);
  case Reduction::And:
    return a & b;
  case Reduction::Or:
    return a | b;
  case Reduction::Xor:
    return a ^ b;
  case Reduction::Min:
    return T(std::min(Signed(a), Signed(b)));
  case Reduction::Max:
    return T(std::max(Signed(a), Signed(b)));
  case Reduction::UMin:
    return std::min(a, b);
  case Reduction::UMax:
    return std::max(a, b);
  }
  __builtin_unreachable();
}

template <typename T, Reduction R> void reduceMemory(uint64_t address, T value) {
  if (value == identityOf<T, R>())
    return;
  std::atomic_ref<T> memory(*reinterpret_cast<T *>(address));
  if constexpr (R == Reduction::Add) {
    memory.fetch_add(value, std::memory_order_relaxed);
  } else {
    T old = memory.load(std::memory_order_relaxed);
    while (!memory.compare_exchange_weak(old, combine<T, R>(old, value), std::memory_order_relaxed))
      ;
  }
}

template <typename T, Reduction R> void giveWords(const T *values, uint64_t address, size_t count) {
  constexpr size_t kStep = 16;
  for (size_t first = 0; first < count; first += kStep) {
    const size_t end = std::min(first + kStep, count);
    T changed = 0;
    for (size_t i = first; i < end; ++i)
      changed |= values[i] ^ identityOf<T, R>();
    for (size_t i = first; changed && i < end; ++i)
      reduceMemory<T, R>(address + i * sizeof(T), values[i]);
  }
}

/// Mostly all lanes or one are meant, and the baseline has no instruction for others.
uint32_t countLanes(uint32_t lanes) {
  return lanes == ~uint32_t(0) ? 32 : lanes <= 1 ? lanes : uint32_t(std::popcount(lanes));
}

/// Calls `body` with the reduction as a constant.
template <typename Body> decltype(auto) select(Reduction reduction, Body body) {
#define AW_CASE(R)                                                                                 \
  case Reduction::R:                                                                               \
    return body(std::integral_constant<Reduction, Reduction::R>())
  switch (reduction) {
    AW_CASE(Add);
    AW_CASE(And);
    AW_CASE(Or);
    AW_CASE(Xor);
    AW_CASE(Min);
    AW_CASE(Max);
    AW_CASE(UMin);
    AW_CASE(UMax);
  }
#undef AW_CASE
  __builtin_unreachable();
}

} // namespace

std::unique_ptr<Reductions> Reductions::create() {
  std::unique_ptr<Reductions> made(new (std::nothrow) Reductions);
  if (made)
    for (Entry &entry : made->entries_)
      entry.tag = kEmpty;
  return made;
}

uint32_t Reductions::add(uint64_t what, const uint64_t *addresses, const void *values) {
  const auto lanes = uint32_t(what >> 32);
  const unsigned bytes = what >> 8 & 0xff;
  const auto kind = Reduction(what & 0xff);
  const uint32_t kindBit = uint32_t(1) << unsigned(kind);
  if (isRefusing(lanes))
    return lanes;
  // Places of two sizes could overlap; the array is of one operation.
  if (bytes != bytes_ || (dense_ && kinds_ != kindBit)) {
    settle();
    bytes_ = bytes;
  }
  kinds_ |= kindBit;
  // Before the address below takes the entry of the last one.
  const bool wasUsed = std::exchange(recent[unsigned(kind)].isUsed, 0) |
                       std::exchange(dense[unsigned(kind)].isUsed, 0);
  const uint32_t refused = select(kind, [&](auto reduction) {
    constexpr Reduction R = decltype(reduction)::value;
    return bytes == 4
               ? addLanes<uint32_t, R>(lanes, addresses, static_cast<const uint32_t *>(values))
               : addLanes<uint64_t, R>(lanes, addresses, static_cast<const uint64_t *>(values));
  });
  if (wasUsed) // at least once; what came without a call is counted as one row
    count(~uint32_t(0), 0);
  count(lanes, refused);
  if (lanes == 1 && isPending())
    remember(kind, *addresses);
  else if (!refused && ++rows_ >= kDenseRows)
    openDense(kind);
  return refused;
}

/// The array for all places of the table. A page at either end was written to already: nothing in
/// it faults.
void Reductions::openDense(Reduction reduction) {
  rows_ = 0;
  const uint64_t size = high - low;
  if (!isPending() || size > DenseReductions::kMaxBytes || !std::has_single_bit(kinds_) ||
      (dense_ && dense_->low == low && dense_->bytes == size))
    return;
  giveDense();
  select(reduction, [&](auto constant) {
    constexpr Reduction R = decltype(constant)::value;
    if (bytes_ == 4)
      std::fill_n(reinterpret_cast<uint32_t *>(denseValues_), size / 4, identityOf<uint32_t, R>());
    else
      std::fill_n(reinterpret_cast<uint64_t *>(denseValues_), size / 8, identityOf<uint64_t, R>());
  });
  dense_ = &dense[unsigned(reduction)];
  *dense_ = {low, size, denseValues_};
}

void Reductions::giveDense() {
  if (!dense_)
    return;
  const DenseReductions given = std::exchange(*std::exchange(dense_, nullptr), {});
  select(Reduction(std::countr_zero(kinds_)), [&](auto constant) {
    constexpr Reduction R = decltype(constant)::value;
    if (bytes_ == 4)
      giveWords<uint32_t, R>(reinterpret_cast<const uint32_t *>(denseValues_), given.low,
                             given.bytes / 4);
    else
      giveWords<uint64_t, R>(reinterpret_cast<const uint64_t *>(denseValues_), given.low,
                             given.bytes / 8);
  });
}

/// Generated code need not call for this address again. A refused lane counts too: it has its
/// entry.
void Reductions::remember(Reduction reduction, uint64_t address) {
  Entry &entry = entries_[address / bytes_ % kEntries];
  if (entry.tag == (address ^ uint64_t(reduction) << kTagShift) && isOfProgram(address))
    recent[unsigned(reduction)] = {address, &entry.value};
}

template <typename T, Reduction R>
uint32_t Reductions::addLanes(uint32_t lanes, const uint64_t *addresses, const T *values) {
  uint32_t refused = 0;
  auto one = [&](unsigned lane, bool isKnown) {
    const uint64_t address = addresses[lane];
    Entry &entry = entries_[address / sizeof(T) % kEntries];
    if (isKnown && entry.tag == (address ^ uint64_t(R) << kTagShift)) [[likely]] {
      entry.value = combine<T, R>(T(entry.value), values[lane]);
    } else {
      replace<T, R>(entry, address);
      refused |= uint32_t(1) << lane;
    }
  };
  if (lanes == ~uint32_t(0)) {
    uint64_t all = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
      all |= addresses[lane];
    if (isOfProgram(all)) [[likely]] {
#pragma GCC unroll 4
      for (unsigned lane = 0; lane < 32; ++lane)
        one(lane, true);
      return refused;
    }
  }
  for (uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = unsigned(std::countr_zero(left));
    one(lane, isOfProgram(addresses[lane]));
  }
  return refused;
}

template <typename T, Reduction R>
[[gnu::noinline]] void Reductions::replace(Entry &entry, uint64_t address) {
  if (address >> kAddressBits)
    return; // of no program: the caller's access faults
  if (entry.tag == kEmpty)
    used_[usedCount_++] = uint16_t(&entry - entries_);
  else
    give(entry);
  for (RecentReduction &last : recent)
    if (last.value == &entry.value)
      last = {};
  entry = {address ^ uint64_t(R) << kTagShift, identityOf<T, R>()};
  low = std::min(low, address);
  high = std::max(high, address + sizeof(T));
}

void Reductions::give(const Entry &entry) {
  constexpr uint64_t kAddress = (uint64_t(1) << kTagShift) - 1;
  select(Reduction(entry.tag >> kTagShift), [&](auto reduction) {
    constexpr Reduction R = decltype(reduction)::value;
    if (bytes_ == 4)
      reduceMemory<uint32_t, R>(entry.tag & kAddress, uint32_t(entry.value));
    else
      reduceMemory<uint64_t, R>(entry.tag & kAddress, entry.value);
  });
}

void Reductions::settle() {
  for (unsigned i = 0; i < usedCount_; ++i) {
    Entry &entry = entries_[used_[i]];
    give(entry);
    entry.tag = kEmpty;
  }
  giveDense();
  forget();
}

void Reductions::discard() {
  for (Entry &entry : entries_)
    entry.tag = kEmpty;
  forget();
}

/// Nothing is delayed.
void Reductions::forget() {
  usedCount_ = 0;
  dense_ = nullptr;
  kinds_ = rows_ = 0;
  static_cast<PendingReductions &>(*this) = {};
}

void Reductions::begin(const void *kernel) {
  if (kernel_ != kernel)
    tried_ = combined_ = refuse_ = 0;
  kernel_ = kernel;
}

bool Reductions::isRefusing(uint32_t lanes) {
  if (!refuse_) [[likely]]
    return false;
  refuse_ -= std::min(refuse_, countLanes(lanes));
  return true;
}

/// Where fewer than half are combined, an operation on memory each would have been faster.
void Reductions::count(uint32_t lanes, uint32_t refused) {
  tried_ += countLanes(lanes);
  combined_ += countLanes(lanes & ~refused);
  if (tried_ < kTrial) [[likely]]
    return;
  if (combined_ < tried_ / 2) {
    settle();
    refuse_ = kRefusal;
  }
  tried_ = combined_ = 0;
}

} // namespace anywarp::exec
