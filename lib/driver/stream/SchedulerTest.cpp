// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of commands: within a stream, among streams, by the rules of the legacy default stream,
// and by what a command is told to wait for.
#include "driver/stream/Scheduler.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <thread>

#include "driver/process/Process.h"
#include "support/Mutex.h"

using namespace anywarp::driver;
using namespace std::chrono_literals;

namespace {
/// What ran, in order.
struct Journal {
  anywarp::Mutex mutex;
  std::vector<int> entries AW_GUARDED_BY(mutex);
  std::vector<int> seen() {
    anywarp::LockGuard lock(mutex);
    return entries;
  }
  void add(int entry) {
    anywarp::LockGuard lock(mutex);
    entries.push_back(entry);
  }
};

class Note final : public Command {
public:
  Note(Journal &journal, int number, std::atomic<bool> *gate = nullptr)
      : Command(gate ? Runs::OnExecutor : Runs::Anywhere), journal_(journal), number_(number),
        gate_(gate) {}
  CUresult run(CUresult) override {
    while (gate_ && !*gate_)
      std::this_thread::sleep_for(100us);
    journal_.add(number_);
    return CUDA_SUCCESS;
  }

private:
  Journal &journal_;
  const int number_;
  std::atomic<bool> *gate_;
};

struct SchedulerTest : testing::Test {
  static void SetUpTestSuite() {
    setenv("ANYWARP_DEVICE", "cpu", 1);
    ASSERT_EQ(Process::initialize({}), CUDA_SUCCESS);
  }
  void SetUp() override {
    CUcontext handle;
    ASSERT_EQ(anywarp::driver::edge::cuDevicePrimaryCtxRetain(&handle, 0), CUDA_SUCCESS);
    ASSERT_EQ(anywarp::driver::cuCtxSetCurrent(handle), CUDA_SUCCESS);
    context = find<Context>(handle);
    ASSERT_NE(context, nullptr);
  }
  void TearDown() override {
    scheduler().wait(*context);
    ASSERT_EQ(anywarp::driver::edge::cuDevicePrimaryCtxRelease(0), CUDA_SUCCESS);
  }
  Scheduler &scheduler() { return Process::get().scheduler; }
  Ref<Stream> stream(unsigned flags = CU_STREAM_NON_BLOCKING) {
    return make<Stream>(*context, Stream::Role::Created, flags, 0);
  }
  Context *context = nullptr;
  Journal journal;
};

TEST_F(SchedulerTest, AStreamKeepsItsOrder) {
  Ref<Stream> s = stream();
  for (int i = 0; i < 1000; ++i)
    scheduler().enqueue(make<Note>(journal, i), *s);
  scheduler().wait(*s);
  ASSERT_EQ(journal.seen().size(), 1000u);
  EXPECT_TRUE(std::ranges::is_sorted(journal.seen()));
  EXPECT_TRUE(scheduler().isIdle(*s));
}

TEST_F(SchedulerTest, StreamsDoNotWaitForEachOther) {
  Ref<Stream> a = stream(), b = stream();
  std::atomic<bool> gate{false};
  scheduler().enqueue(make<Note>(journal, 1, &gate), *a);
  scheduler().enqueue(make<Note>(journal, 2), *b);
  scheduler().wait(*b);
  EXPECT_EQ(journal.seen(), std::vector<int>{2});
  EXPECT_FALSE(scheduler().isIdle(*a));
  gate = true;
  scheduler().wait(*a);
  EXPECT_EQ(journal.seen(), (std::vector<int>{2, 1}));
}

/// Threads of the scheduler.
size_t executors() {
  size_t count = 0;
  for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::string name;
    std::ifstream(task.path() / "comm") >> name;
    count += name == "anywarp-stream";
  }
  return count;
}

/// Keeps an executor until the gate opens.
class Hold final : public Command {
public:
  explicit Hold(std::atomic<bool> &gate) : Command(Runs::OnExecutor), gate_(gate) {}
  CUresult run(CUresult) override {
    isRunning = true;
    while (!gate_)
      std::this_thread::sleep_for(1ms);
    return CUDA_SUCCESS;
  }
  std::atomic<bool> isRunning{false};

private:
  std::atomic<bool> &gate_;
};

TEST_F(SchedulerTest, OneExecutorRunsAStream) {
  std::atomic<bool> gate{false}, chainGate{false};
  const auto until = [](auto isTrue) { // an executor that is lost is a failure, no end of time
    const auto end = std::chrono::steady_clock::now() + 60s;
    while (!isTrue() && std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(100us);
    EXPECT_TRUE(isTrue());
  };
  const auto hold = [&](std::atomic<bool> &free) {
    Ref<Stream> held = stream();
    Ref<Hold> command = make<Hold>(free);
    scheduler().enqueue(command, *held);
    until([&] { return command->isRunning.load(); });
    return held;
  };
  // Every executor that there is gets work, so that each new one is seen.
  std::vector<Ref<Stream>> busy;
  size_t before;
  do {
    before = executors();
    busy.push_back(hold(gate));
  } while (executors() == before && busy.size() < 20);
  EXPECT_GT(executors(), before) << "20 executors are too many for these tests";
  Ref<Stream> chain = hold(chainGate);
  before = executors();
  for (int i = 0; i < 50; ++i)
    scheduler().enqueue(make<Note>(journal, i), *chain);
  chainGate = true;
  until([&] { return scheduler().isIdle(*chain); }); // nobody waits: only executors run it
  EXPECT_LE(executors(), before);
  gate = true;
  for (const Ref<Stream> &s : busy)
    scheduler().wait(*s);
}

TEST_F(SchedulerTest, WhatCanRunEndsAtOnce) {
  Ref<Stream> a = stream(), b = stream();
  std::vector<int> expected;
  for (int i = 0; i < 100; i += 2) {
    Ref<Note> first = make<Note>(journal, i);
    scheduler().enqueue(first, *a);
    scheduler().endIfReady(*first); // before what is given to others from now on
    scheduler().enqueue(make<Note>(journal, i + 1), *b);
    expected.insert(expected.end(), {i, i + 1});
    scheduler().wait(*b);
  }
  EXPECT_EQ(journal.seen(), expected);
}

TEST_F(SchedulerTest, WhatStandsBehindOtherWorkIsNotWaitedFor) {
  Ref<Stream> a = stream();
  std::atomic<bool> gate{false};
  Ref<Note> second = make<Note>(journal, 2);
  scheduler().enqueue(make<Note>(journal, 1, &gate), *a);
  scheduler().enqueue(second, *a);
  scheduler().endIfReady(*second);
  EXPECT_TRUE(journal.seen().empty());
  gate = true;
  scheduler().wait(*a);
  EXPECT_EQ(journal.seen(), (std::vector<int>{1, 2}));
}

TEST_F(SchedulerTest, TheLegacyStreamJoinsBlockingOnesOnly) {
  Ref<Stream> blocking = stream(CU_STREAM_DEFAULT), free = stream();
  std::atomic<bool> gate{false};
  scheduler().enqueue(make<Note>(journal, 1, &gate), *blocking);
  scheduler().enqueue(make<Note>(journal, 2), context->legacyStream());
  scheduler().enqueue(make<Note>(journal, 3), *blocking);
  scheduler().enqueue(make<Note>(journal, 4), *free);
  scheduler().wait(*free);
  EXPECT_EQ(journal.seen(), std::vector<int>{4});
  gate = true;
  scheduler().wait(*blocking);
  EXPECT_EQ(journal.seen(), (std::vector<int>{4, 1, 2, 3}));
}

TEST_F(SchedulerTest, ACommandWaitsForOthersByName) {
  Ref<Stream> a = stream(), b = stream();
  std::atomic<bool> gate{false};
  Ref<Command> first = make<Note>(journal, 1, &gate);
  scheduler().enqueue(first, *a);
  Ref<Command> second = make<Note>(journal, 2);
  scheduler().enqueue(second, *b, {first});
  EXPECT_TRUE(scheduler().comesAfter(*b, *first));
  EXPECT_FALSE(Scheduler::isDone(*second));
  gate = true;
  scheduler().wait(*second);
  EXPECT_EQ(journal.seen(), (std::vector<int>{1, 2}));
  EXPECT_TRUE(Scheduler::isDone(*first));
}

TEST_F(SchedulerTest, CommandsThatNeedEachOthersEffectsGetOn) {
  // More gates than executors would be idle: each is opened by a command of another stream.
  constexpr int kPairs = 24;
  std::atomic<bool> gates[kPairs] = {};
  struct Open final : Command {
    explicit Open(std::atomic<bool> &gate) : Command(Runs::OnExecutor), gate(gate) {}
    CUresult run(CUresult) override {
      gate = true;
      return CUDA_SUCCESS;
    }
    std::atomic<bool> &gate;
  };
  std::vector<Ref<Stream>> streams;
  for (int i = 0; i < kPairs; ++i)
    scheduler().enqueue(make<Note>(journal, i, &gates[i]), *streams.emplace_back(stream()));
  for (int i = 0; i < kPairs; ++i)
    scheduler().enqueue(make<Open>(gates[i]), *streams.emplace_back(stream()));
  for (const Ref<Stream> &s : streams)
    scheduler().wait(*s);
  EXPECT_EQ(journal.seen().size(), size_t(kPairs));
}

TEST_F(SchedulerTest, IdleWorkIsAlone) {
  Ref<Stream> s = stream();
  std::atomic<bool> gate{true};
  for (int i = 0; i < 50; ++i)
    scheduler().enqueue(make<Note>(journal, i, &gate), *s);
  scheduler().whileIdle([&] { journal.add(-1); });
  ASSERT_EQ(journal.seen().size(), 51u);
  EXPECT_EQ(journal.seen().back(), -1);
}

TEST_F(SchedulerTest, AJointCommandIsInAllItsStreams) {
  Ref<Stream> a = stream(), b = stream(CU_STREAM_DEFAULT), c = stream();
  std::atomic<bool> gates[2] = {};
  scheduler().enqueue(make<Note>(journal, 1, &gates[0]), *a);
  scheduler().enqueue(make<Note>(journal, 2, &gates[1]), context->legacyStream());
  Stream *const streams[] = {c.get(), a.get(), b.get()};
  scheduler().enqueue(make<Note>(journal, 3), streams, {}, /*runsHere=*/true);
  scheduler().enqueue(make<Note>(journal, 4), *a);
  scheduler().enqueue(make<Note>(journal, 5), *b);
  gates[0] = true;
  std::this_thread::sleep_for(1ms);
  EXPECT_FALSE(scheduler().isIdle(*c)); // b is behind the legacy stream
  gates[1] = true;
  scheduler().wait(*a);
  scheduler().wait(*b);
  const std::vector<int> seen = journal.seen();
  ASSERT_EQ(seen.size(), 5u);
  EXPECT_EQ(seen[2], 3);
}

TEST_F(SchedulerTest, WhatIsBriefEndsInTheThreadThatGivesIt) {
  Ref<Stream> a = stream(), b = stream();
  Stream *const streams[] = {a.get(), b.get()};
  std::vector<int> expected;
  for (int i = 0; i < 100; ++i) {
    Ref<Command> command = make<Note>(journal, i);
    scheduler().enqueue(command, streams, {}, /*runsHere=*/true);
    EXPECT_TRUE(command->isDone());
    EXPECT_TRUE(scheduler().isIdle(*b));
    expected.push_back(i);
  }
  EXPECT_EQ(journal.seen(), expected);
}

TEST_F(SchedulerTest, WhatCouldNotEndIsRunOnceMore) {
  struct Late final : Command {
    explicit Late(std::atomic<int> &left) : Command(Runs::Anywhere), left(left) {}
    CUresult run(CUresult) override { return left-- > 0 ? kUnfinished : CUDA_SUCCESS; }
    std::atomic<int> &left;
  };
  Ref<Stream> s = stream();
  Stream *const streams[] = {s.get()};
  std::atomic<int> left{1};
  scheduler().enqueue(make<Late>(left), streams, {}, /*runsHere=*/true);
  scheduler().enqueue(make<Note>(journal, 1), streams, {}, /*runsHere=*/true);
  scheduler().wait(*s);
  EXPECT_EQ(left, -1);
  left = 3; // nobody gives it more work or waits for it
  Ref<Command> last = make<Late>(left);
  scheduler().enqueue(last, streams, {}, /*runsHere=*/true);
  while (!last->isDone())
    std::this_thread::sleep_for(100us);
  EXPECT_EQ(left, -1);
}

TEST_F(SchedulerTest, IdleStreamsRunACommandInTheCallingThread) {
  struct Here final : Command {
    explicit Here(std::function<void()> body) : Command(Runs::Anywhere), body(std::move(body)) {}
    CUresult run(CUresult) override {
      body();
      return CUDA_SUCCESS;
    }
    std::function<void()> body;
  };
  Ref<Stream> a = stream(), b = stream(CU_STREAM_DEFAULT);
  Stream *const streams[] = {a.get(), b.get(), a.get()}; // one may be named twice
  const auto self = std::this_thread::get_id();
  Ref<Command> command = make<Here>([&] {
    EXPECT_EQ(std::this_thread::get_id(), self);
    scheduler().enqueue(make<Note>(journal, 2), *b); // behind it in all its streams
    scheduler().enqueue(make<Note>(journal, 3), context->legacyStream());
    std::this_thread::sleep_for(2ms);
    journal.add(1);
  });
  ASSERT_EQ(scheduler().runIfIdle(command, streams), Scheduler::AtOnce::Ended);
  EXPECT_TRUE(command->isDone());
  EXPECT_TRUE(scheduler().isIdle(*a));
  scheduler().wait(context->legacyStream());
  EXPECT_EQ(journal.seen(), (std::vector<int>{1, 2, 3}));
}

TEST_F(SchedulerTest, BusyStreamsRunNothingAtOnce) {
  Ref<Stream> a = stream(), b = stream(CU_STREAM_DEFAULT);
  Stream *const streams[] = {a.get(), b.get()};
  for (Stream *busy : {b.get(), &context->legacyStream()}) {
    std::atomic<bool> gate{false};
    scheduler().enqueue(make<Note>(journal, 1, &gate), *busy);
    Ref<Command> command = make<Note>(journal, 2);
    EXPECT_EQ(scheduler().runIfIdle(command, streams), Scheduler::AtOnce::Busy);
    EXPECT_TRUE(journal.seen().empty());
    EXPECT_TRUE(scheduler().isIdle(*a));
    gate = true;
    scheduler().wait(*busy);
    scheduler().enqueue(command, streams, {}, /*runsHere=*/true);
    EXPECT_EQ(journal.seen(), (std::vector<int>{1, 2}));
    anywarp::LockGuard lock(journal.mutex);
    journal.entries.clear();
  }
}

TEST_F(SchedulerTest, WhatCouldNotEndAtOnceIsLeftInItsStreams) {
  struct Late final : Command {
    explicit Late(std::atomic<bool> &may) : Command(Runs::Anywhere), may(may) {}
    CUresult run(CUresult) override { return may ? CUDA_SUCCESS : kUnfinished; }
    std::atomic<bool> &may;
  };
  Ref<Stream> a = stream(), b = stream();
  Stream *const streams[] = {a.get(), b.get(), a.get()};
  std::atomic<bool> may{false};
  Ref<Command> command = make<Late>(may);
  ASSERT_EQ(scheduler().runIfIdle(command, streams), Scheduler::AtOnce::Left);
  EXPECT_FALSE(command->isDone());
  scheduler().enqueue(make<Note>(journal, 1), *b);
  std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(journal.seen().empty()); // it is behind it
  may = true;
  scheduler().wait(*b);
  EXPECT_TRUE(command->isDone());
  EXPECT_EQ(journal.seen(), std::vector<int>{1});
  scheduler().wait(*a);
}
} // namespace
