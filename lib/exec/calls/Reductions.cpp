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
  if (isRefusing(lanes))
    return lanes;
  if (bytes != bytes_) { // places of both kinds could overlap
    settle();
    bytes_ = bytes;
  }
  // Before the address below takes the entry of the last one.
  const bool wasUsed = std::exchange(recent[what & 0xff].isUsed, 0);
  const uint32_t refused = select(Reduction(what & 0xff), [&](auto reduction) {
    constexpr Reduction R = decltype(reduction)::value;
    return bytes == 4
               ? addLanes<uint32_t, R>(lanes, addresses, static_cast<const uint32_t *>(values))
               : addLanes<uint64_t, R>(lanes, addresses, static_cast<const uint64_t *>(values));
  });
  if (wasUsed) // at least once; what came without a call is counted as one row
    count(~uint32_t(0), 0);
  count(lanes, refused);
  if (lanes == 1 && isPending())
    remember(Reduction(what & 0xff), *addresses);
  return refused;
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
  usedCount_ = 0;
  static_cast<PendingReductions &>(*this) = {};
}

void Reductions::discard() {
  for (Entry &entry : entries_)
    entry.tag = kEmpty;
  usedCount_ = 0;
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
