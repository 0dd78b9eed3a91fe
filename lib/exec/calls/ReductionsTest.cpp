// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Delayed reductions: what memory has in the end, and when it has it.
#include "exec/calls/Reductions.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <vector>

#include "exec/blocks/TestKernels.h"

namespace anywarp::exec::test {
namespace {

/// What generated code does: it reduces the refused lanes itself.
template <typename T>
uint32_t reduce(Reductions &reductions, Reduction reduction, uint32_t lanes,
                const std::vector<T *> &places, const std::vector<T> &values,
                const std::function<T(T, T)> &combine) {
  std::vector<uint64_t> addresses(32);
  for (size_t i = 0; i < places.size(); ++i)
    addresses[i] = reinterpret_cast<uint64_t>(places[i]);
  const uint32_t refused =
      reductions.add(reductionWord(reduction, sizeof(T), lanes), addresses.data(), values.data());
  EXPECT_EQ(refused & ~lanes, 0u);
  for (unsigned i = 0; i < 32; ++i)
    if (refused >> i & 1)
      *places[i] = combine(*places[i], values[i]);
  return refused;
}

/// Rows at places that repeat, among them such as share an entry of any table of fewer than
/// `words` entries; partial rows too.
template <typename T>
void checkOperation(Reduction reduction, T start, const std::function<T(T, T)> &combine) {
  constexpr size_t kWords = 1 << 16;
  std::vector<T> memory(kWords, start), expected(kWords, start);
  auto reductions = Reductions::create();
  ASSERT_TRUE(reductions);
  uint64_t state = 1;
  unsigned delayed = 0;
  auto random = [&] { return uint32_t((state = state * 6364136223846793005u + 1) >> 33); };
  for (unsigned row = 0; row < 500; ++row) {
    std::vector<T *> places(32);
    std::vector<T> values(32);
    const uint32_t lanes = row % 3 ? ~0u : random();
    for (unsigned i = 0; i < 32; ++i) {
      const size_t at = random() % 24 + (random() % 16 == 0 ? kWords / 2 : 0);
      places[i] = &memory[at];
      values[i] = T(uint64_t(random()) << 40 | uint64_t(random()) << 20 | random());
      if (lanes >> i & 1)
        expected[at] = combine(expected[at], values[i]);
    }
    const uint32_t refused = reduce<T>(*reductions, reduction, lanes, places, values, combine);
    for (unsigned i = 0; i < 32; ++i)
      if ((lanes & ~refused) >> i & 1) {
        ++delayed;
        ASSERT_LE(reductions->low, reinterpret_cast<uint64_t>(places[i]));
        ASSERT_GE(reductions->high, reinterpret_cast<uint64_t>(places[i] + 1));
      }
  }
  EXPECT_GT(delayed, 4000u);
  reductions->settle();
  EXPECT_EQ(memory, expected);
  EXPECT_GT(reductions->low, reductions->high);
}

/// Calls `check` for each operation, with what memory has at first and the operation.
template <typename T, typename Check> void forEachOperation(Check check) {
  using Signed = std::make_signed_t<T>;
  using Combine = std::function<T(T, T)>;
  check(Reduction::Add, T(5), Combine([](T a, T b) { return T(a + b); }));
  check(Reduction::And, T(-1), Combine([](T a, T b) { return T(a & b); }));
  check(Reduction::Or, T(0), Combine([](T a, T b) { return T(a | b); }));
  check(Reduction::Xor, T(9), Combine([](T a, T b) { return T(a ^ b); }));
  check(Reduction::Min, T(7), Combine([](T a, T b) { return T(std::min(Signed(a), Signed(b))); }));
  check(Reduction::Max, T(-7), Combine([](T a, T b) { return T(std::max(Signed(a), Signed(b))); }));
  check(Reduction::UMin, T(-1), Combine([](T a, T b) { return std::min(a, b); }));
  check(Reduction::UMax, T(1), Combine([](T a, T b) { return std::max(a, b); }));
}

TEST(Reductions, of32Bits) { forEachOperation<uint32_t>(checkOperation<uint32_t>); }
TEST(Reductions, of64Bits) { forEachOperation<uint64_t>(checkOperation<uint64_t>); }

uint32_t plus(uint32_t a, uint32_t b) { return a + b; }

TEST(Reductions, ofTwoKindsForOnePlaceKeepTheirOrder) {
  auto reductions = Reductions::create();
  uint32_t word = 10;
  const auto max = [](uint32_t a, uint32_t b) { return std::max(a, b); };
  for (int round = 0; round < 3; ++round) {
    reduce<uint32_t>(*reductions, Reduction::Add, 1, {&word}, {5}, plus);
    reduce<uint32_t>(*reductions, Reduction::Add, 1, {&word}, {1}, plus);
    reduce<uint32_t>(*reductions, Reduction::UMax, 1, {&word}, {100}, max);
    reduce<uint32_t>(*reductions, Reduction::UMax, 1, {&word}, {90}, max);
  }
  reduce<uint32_t>(*reductions, Reduction::Add, 1, {&word}, {3}, plus);
  reductions->settle();
  EXPECT_EQ(word, 115u); // 16 -> 100 -> 106 -> 112 + 3
}

/// Generated code may combine with the last single value itself, until that place is taken.
TEST(Reductions, ofOneValueAreRemembered) {
  auto reductions = Reductions::create();
  constexpr unsigned kAdd = unsigned(Reduction::Add), kMax = unsigned(Reduction::UMax);
  std::vector<uint32_t> memory(1 << 16);
  uint32_t &word = memory[0];
  auto one = [&](Reduction reduction, uint32_t &place) {
    const auto address = reinterpret_cast<uint64_t>(&place);
    const uint32_t value = 1;
    if (reductions->add(reductionWord(reduction, 4, 1), &address, &value))
      place += 1;
  };
  auto isRemembered = [&](unsigned reduction, uint32_t &place) {
    return reductions->recent[reduction].address == reinterpret_cast<uint64_t>(&place);
  };
  one(Reduction::Add, word);
  ASSERT_TRUE(isRemembered(kAdd, word));
  *static_cast<uint32_t *>(reductions->recent[kAdd].value) += 10;
  one(Reduction::UMax, word); // unlike operations keep their order
  EXPECT_FALSE(isRemembered(kAdd, word));
  EXPECT_TRUE(isRemembered(kMax, word));
  EXPECT_EQ(word, 12u);
  for (size_t i = 1; i < memory.size(); i *= 2) {
    one(Reduction::Add, memory[i]);
    ASSERT_TRUE(isRemembered(kAdd, memory[i]));
  }
  EXPECT_FALSE(isRemembered(kMax, word))
      << "a word as far off as the table is long has taken its entry";
  reductions->settle();
  EXPECT_FALSE(isRemembered(kAdd, memory.back()));
  one(Reduction::Add, word);
  reductions->discard();
  EXPECT_FALSE(isRemembered(kAdd, word));
}

TEST(Reductions, areRefusedWhereTheyDoNotCombine) {
  auto reductions = Reductions::create();
  std::vector<uint32_t> memory(1 << 20);
  size_t next = 0;
  uint32_t refused = 0;
  std::vector<uint32_t *> places(32);
  for (unsigned row = 0; row < 1000; ++row) {
    for (uint32_t *&place : places)
      place = &memory[next++];
    refused = reduce<uint32_t>(*reductions, Reduction::Add, ~0u, places,
                               std::vector<uint32_t>(32, 1), plus);
    ASSERT_EQ(refused, ~0u);
  }
  EXPECT_GT(reductions->low, reductions->high) << "accesses would be tested for nothing";
  // Another kernel is not to suffer from it.
  auto again = [&] {
    return reduce<uint32_t>(*reductions, Reduction::Add, ~0u, places, std::vector<uint32_t>(32, 1),
                            plus);
  };
  again();
  EXPECT_EQ(again(), ~0u);
  int other = 0;
  reductions->begin(&other);
  again();
  EXPECT_EQ(again(), 0u);
  reductions->settle();
  EXPECT_EQ(*places[0], 5u);
}

/// As generated code does it: one place a hundred times, then another.
TEST(Reductions, thatCombineWithoutACallAreNotRefused) {
  auto reductions = Reductions::create();
  std::vector<uint32_t> memory(1 << 14);
  const uint32_t one = 1;
  for (uint32_t &word : memory) {
    const auto address = reinterpret_cast<uint64_t>(&word);
    if (reductions->add(reductionWord(Reduction::Add, 4, 1), &address, &one))
      ++word;
    RecentReduction &last = reductions->recent[unsigned(Reduction::Add)];
    ASSERT_EQ(last.address, address) << "refused";
    *static_cast<uint32_t *>(last.value) += 99;
    last.isUsed = 1;
  }
  reductions->settle();
  EXPECT_EQ(memory, std::vector<uint32_t>(memory.size(), 100));
}

/// Two places of one entry of the table, in turn: each combines a hundred times meanwhile.
TEST(Reductions, thatShareAnEntryAreNotRefused) {
  auto reductions = Reductions::create();
  std::vector<uint32_t> memory(1 << 13);
  const uint32_t one = 1;
  for (unsigned i = 0; i < 5000; ++i) {
    uint32_t &word = memory[i % 2 * 4096];
    const auto address = reinterpret_cast<uint64_t>(&word);
    if (reductions->add(reductionWord(Reduction::Add, 4, 1), &address, &one))
      ++word;
    RecentReduction &last = reductions->recent[unsigned(Reduction::Add)];
    ASSERT_EQ(last.address, address) << "refused";
    *static_cast<uint32_t *>(last.value) += 99;
    last.isUsed = 1;
  }
  reductions->settle();
  EXPECT_EQ(memory[0], 250000u);
  EXPECT_EQ(memory[4096], 250000u);
}

TEST(Reductions, atNoAddressAreRefused) {
  auto reductions = Reductions::create();
  const uint64_t address = kMisalignedBase + 4096;
  const uint32_t value = 1;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(reductions->add(reductionWord(Reduction::Add, 4, 1), &address, &value), 1u);
  reductions->settle();
}

/// Addresses that equal what the table has of another operation, for the same place.
TEST(Reductions, atAddressesLikeTagsAreRefused) {
  auto reductions = Reductions::create();
  uint32_t word = 0;
  const uint32_t value = 1;
  const auto at = reinterpret_cast<uint64_t>(&word);
  const Reduction all[] = {Reduction::Add, Reduction::And, Reduction::Or,   Reduction::Xor,
                           Reduction::Min, Reduction::Max, Reduction::UMin, Reduction::UMax};
  for (Reduction known : all)
    for (Reduction tried : all)
      for (unsigned high = 0; high < 256; ++high) {
        const uint64_t address = at | uint64_t(high) << 56;
        reductions->add(reductionWord(known, 4, 1), &at, &value);
        const uint32_t refused = reductions->add(reductionWord(tried, 4, 1), &address, &value);
        if (high) {
          ASSERT_EQ(refused, 1u) << unsigned(known) << " " << unsigned(tried) << " " << high;
        }
        reductions->discard();
      }
}

/// As generated code does it: rows in the array where all of their lanes lie in it.
template <typename T> struct DenseRows {
  std::unique_ptr<Reductions> reductions = Reductions::create();
  unsigned dense = 0; ///< rows without a call

  void add(Reduction reduction, const std::vector<T *> &places, const std::vector<T> &values,
           const std::function<T(T, T)> &combine) {
    DenseReductions &open = reductions->dense[unsigned(reduction)];
    auto offsetOf = [&](T *place) { return reinterpret_cast<uint64_t>(place) - open.low; };
    if (!std::ranges::all_of(places, [&](T *place) { return offsetOf(place) < open.bytes; })) {
      reduce<T>(*reductions, reduction, ~0u, places, values, combine);
      return;
    }
    for (size_t i = 0; i < places.size(); ++i) {
      T &value = *reinterpret_cast<T *>(static_cast<char *>(open.values) + offsetOf(places[i]));
      value = combine(value, values[i]);
    }
    *reinterpret_cast<T *>(static_cast<char *>(open.values) + open.bytes) = 1; // of no lane
    open.isUsed = 1;
    ++dense;
  }
};

template <typename T>
void checkDense(Reduction reduction, T start, const std::function<T(T, T)> &combine) {
  constexpr size_t kWords = 256;
  std::vector<T> memory(kWords, start), expected = memory;
  DenseRows<T> rows;
  uint64_t state = 7;
  auto random = [&] { return uint32_t((state = state * 6364136223846793005u + 1) >> 33); };
  for (unsigned row = 0; row < 1000; ++row) {
    std::vector<T *> places(32);
    std::vector<T> values(32);
    const size_t reach = std::min<size_t>(kWords, 8 + row); // more of them as time goes on
    for (size_t i = 0; i < places.size(); ++i) {
      const size_t at = kWords - 1 - random() % reach;
      places[i] = &memory[at];
      values[i] = T(uint64_t(random()) << 40 | uint64_t(random()) << 20 | random());
      expected[at] = combine(expected[at], values[i]);
    }
    rows.add(reduction, places, values, combine);
    if (row % 400 == 399) {
      rows.reductions->settle();
      ASSERT_EQ(memory, expected) << row;
    }
  }
  rows.reductions->settle();
  EXPECT_EQ(memory, expected);
  EXPECT_GT(rows.dense, 500u);
}

TEST(Reductions, thatLieCloseHaveAnArray) {
  forEachOperation<uint32_t>(checkDense<uint32_t>);
  forEachOperation<uint64_t>(checkDense<uint64_t>);
}

/// Sums, then the greatest, then sums again: each sees what came before.
TEST(Reductions, ofAnotherKindCloseTheArray) {
  const auto max = [](uint32_t a, uint32_t b) { return std::max(a, b); };
  std::vector<uint32_t> memory(32);
  std::vector<uint32_t *> places;
  for (uint32_t &word : memory)
    places.push_back(&word);
  DenseRows<uint32_t> rows;
  auto repeat = [&](Reduction reduction, uint32_t value,
                    const std::function<uint32_t(uint32_t, uint32_t)> &combine) {
    const unsigned before = rows.dense;
    for (unsigned row = 0; row < 100; ++row)
      rows.add(reduction, places, std::vector<uint32_t>(32, value), combine);
    return rows.dense - before;
  };
  EXPECT_GT(repeat(Reduction::Add, 1, plus), 50u);
  repeat(Reduction::UMax, 150, max);
  repeat(Reduction::Add, 2, plus);
  repeat(Reduction::UMax, 300, max);
  rows.reductions->settle();
  EXPECT_EQ(memory, std::vector<uint32_t>(32, 350));
  EXPECT_GT(repeat(Reduction::Add, 1, plus), 50u);
  rows.reductions->discard();
  EXPECT_EQ(memory, std::vector<uint32_t>(32, 351)) << "the first row was refused";
}

/// Between them lies what nobody has written to.
TEST(Reductions, thatLieFarApartHaveNoArray) {
  std::vector<uint32_t> memory(1 << 16);
  std::vector<uint32_t *> places(32, &memory[0]);
  places[31] = &memory.back();
  DenseRows<uint32_t> rows;
  for (unsigned row = 0; row < 100; ++row)
    rows.add(Reduction::Add, places, std::vector<uint32_t>(32, 1), plus);
  EXPECT_EQ(rows.dense, 0u);
  rows.reductions->settle();
  EXPECT_EQ(memory[0], 3100u);
  EXPECT_EQ(memory.back(), 100u);
}

// -- In a grid ------------------------------------------------------------------------------------

struct Sum {
  uint32_t *word;
  uint32_t seenInBlock = 0; ///< by the last block, before the grid ended
  bool ends = true;
};

/// As generated code does it: adds 1 for each thread.
void addOnes(const LaunchState *l, BlockState *b) {
  auto &sum = *static_cast<Sum *>(const_cast<void *>(l->params));
  void *pending = aw_reductions(l, b);
  const auto address = reinterpret_cast<uint64_t>(sum.word);
  const uint32_t one = 1;
  for (uint32_t i = 0; i < l->threadsPerBlock; ++i)
    if (aw_reduce(l, b, pending, reductionWord(Reduction::Add, 4, 1), &address, &one))
      __atomic_fetch_add(sum.word, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&sum.seenInBlock, __atomic_load_n(sum.word, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
  if (!sum.ends)
    aw_fault(l, b, 0, uint32_t(Fault::Trap), 0);
}

TEST(Reductions, areInMemoryWhenTheGridHasEnded) {
  uint32_t word = 0;
  Sum sum{&word};
  ASSERT_TRUE(runGrid(blockKernel(addOnes), launchOf({100}, {64}, &sum)).ok());
  EXPECT_EQ(word, 6400u);
  EXPECT_LT(sum.seenInBlock, 6400u) << "nothing was delayed";
  ASSERT_TRUE(runGrid(blockKernel(addOnes), launchOf({1}, {64}, &sum)).ok());
  EXPECT_EQ(word, 6464u);
  EXPECT_LT(sum.seenInBlock, 6464u);
}

TEST(Reductions, ofAFailedGridAreForgotten) {
  void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  Sum sum{static_cast<uint32_t *>(page), 0, false};
  EXPECT_FALSE(runGrid(blockKernel(addOnes), launchOf({1}, {64}, &sum)).ok());
  munmap(page, 4096);
  uint32_t word = 0;
  Sum next{&word};
  ASSERT_TRUE(runGrid(blockKernel(addOnes), launchOf({1}, {64}, &next)).ok());
  EXPECT_EQ(word, 64u);
}

/// As addOnes, but another thread of the program gives the memory back before the block ends.
void addToVanishing(const LaunchState *l, BlockState *b) {
  addOnes(l, b);
  const auto &sum = *static_cast<const Sum *>(l->params);
  if (munmap(sum.word, 4096) != 0)
    std::abort();
}

TEST(Reductions, toMemoryThatIsGoneAreAFaultOfTheGrid) {
  void *page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(page, MAP_FAILED);
  Sum sum{static_cast<uint32_t *>(page)};
  const LaunchResult result = runGrid(blockKernel(addToVanishing), launchOf({1}, {64}, &sum));
  EXPECT_EQ(result.fault.fault, Fault::IllegalAddress);
  EXPECT_EQ(result.fault.address, reinterpret_cast<uint64_t>(page));
  uint32_t word = 0;
  Sum next{&word};
  ASSERT_TRUE(runGrid(blockKernel(addOnes), launchOf({1}, {64}, &next)).ok());
  EXPECT_EQ(word, 64u);
}

} // namespace
} // namespace anywarp::exec::test
