// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The object cache by itself: hits, damaged files, the size limit, one compilation per key.
#include "jit/ObjectCache.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace anywarp::jit {
namespace {

class ObjectCacheTest : public testing::Test {
protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("aw-cache-test-" + std::to_string(getpid()));
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  ObjectCache::Config config(uint64_t maxBytes = 1 << 20) { return {folder_.string(), maxBytes}; }
  static std::function<Expected<std::string>()> makes(std::string object) {
    return [object] { return Expected<std::string>(object); };
  }
  static std::function<Expected<std::string>()> mustNotRun() {
    return []() -> Expected<std::string> {
      ADD_FAILURE() << "compiled although it is cached";
      return std::string();
    };
  }
  static ObjectCache::Origin originOf(ObjectCache &cache, const std::string &key,
                                      const std::string &object) {
    auto entry = cache.get(key, makes(object));
    EXPECT_TRUE(entry && *entry->object == object);
    return entry->origin;
  }
  std::vector<fs::path> files() {
    std::vector<fs::path> result;
    for (auto &file : fs::directory_iterator(folder_))
      if (file.path().filename() != "lock")
        result.push_back(file.path());
    return result;
  }

  fs::path folder_;
};
using Origin = ObjectCache::Origin;

TEST_F(ObjectCacheTest, MemoryThenDisk) {
  std::string object(5000, 'x');
  ObjectCache first(config());
  EXPECT_EQ(originOf(first, "a", object), Origin::Compiled);
  EXPECT_EQ(first.get("a", mustNotRun())->origin, Origin::Memory);
  ObjectCache second(config()); // another process
  auto entry = second.get("a", mustNotRun());
  EXPECT_EQ(entry->origin, Origin::Disk);
  EXPECT_EQ(*entry->object, object);
  EXPECT_EQ(originOf(second, "b", "other"), Origin::Compiled);
}

/// What was made quickly serves who takes any, also in the next process, until there is the best.
TEST_F(ObjectCacheTest, QuickObjectsStandInForTheBest) {
  const auto makesQuick = []() -> Expected<ObjectCache::Made> {
    return ObjectCache::Made{"quick", /*isQuick=*/true};
  };
  const auto fails = []() -> Expected<ObjectCache::Made> {
    ADD_FAILURE() << "compiled although it is cached";
    return ObjectCache::Made{};
  };
  ObjectCache first(config());
  auto entry = first.getAny("a", makesQuick);
  EXPECT_TRUE(entry->isQuick && entry->origin == Origin::Compiled && *entry->object == "quick");
  EXPECT_TRUE(first.getAny("a", fails)->isQuick);
  ObjectCache second(config()), third(config());
  entry = second.getAny("a", fails);
  EXPECT_TRUE(entry->isQuick && entry->origin == Origin::Disk && *entry->object == "quick");
  EXPECT_EQ(originOf(second, "a", "best"), Origin::Compiled); // nobody else takes a quick one
  for (ObjectCache *cache : {&second, &third}) {
    entry = cache->getAny("a", fails);
    EXPECT_TRUE(!entry->isQuick && *entry->object == "best");
  }
}

TEST_F(ObjectCacheTest, WithoutAFolderNothingIsWritten) {
  ObjectCache first({"", 1 << 20});
  EXPECT_EQ(originOf(first, "a", "x"), Origin::Compiled);
  EXPECT_FALSE(fs::exists(folder_));
}

TEST_F(ObjectCacheTest, FolderThatCannotBeMade) {
  ObjectCache cache({"/proc/nowhere", 1 << 20});
  EXPECT_EQ(originOf(cache, "a", "x"), Origin::Compiled);
}

TEST_F(ObjectCacheTest, DamagedFilesAreMisses) {
  std::string object(5000, 'x');
  {
    ObjectCache cache(config());
    originOf(cache, "a", object);
  }
  ASSERT_EQ(files().size(), 1u);
  fs::path file = files()[0];
  std::string good(fs::file_size(file), '\0');
  std::ifstream(file, std::ios::binary).read(good.data(), std::streamsize(good.size()));
  auto expectMiss = [&](const std::string &bytes) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
    ObjectCache cache(config());
    EXPECT_EQ(originOf(cache, "a", object), Origin::Compiled);
    // and it was repaired
    ObjectCache next(config());
    EXPECT_EQ(originOf(next, "a", object), Origin::Disk);
  };
  expectMiss("");
  expectMiss(good.substr(0, 10));
  expectMiss(good.substr(0, good.size() - 1));
  expectMiss(good + "x");
  for (size_t at : {size_t(0), size_t(9), size_t(17), size_t(100), good.size() - 1}) {
    std::string bad = good;
    bad[at] = char(bad[at] ^ 1);
    expectMiss(bad);
  }
  // a good file under the wrong name
  fs::copy_file(file, folder_ / ("b" + file.extension().string()));
  ObjectCache cache(config());
  EXPECT_EQ(originOf(cache, "b", "other"), Origin::Compiled);
}

// What is found on disk is run: nobody else may have put it there.
TEST_F(ObjectCacheTest, WhatOthersMayWriteIsNotRun) {
  {
    ObjectCache cache(config());
    originOf(cache, "a", "object");
  }
  fs::path file = files().at(0);
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  auto origin = [&] {
    ObjectCache cache(config());
    return originOf(cache, "a", "object");
  };
  EXPECT_EQ(origin(), Origin::Disk);
  fs::permissions(file, fs::perms(0666));
  EXPECT_EQ(origin(), Origin::Compiled);
  EXPECT_EQ(origin(), Origin::Disk); // it was replaced
  fs::permissions(folder_, fs::perms(0777));
  EXPECT_EQ(origin(), Origin::Compiled);
  fs::permissions(folder_, fs::perms(0755));
  EXPECT_EQ(origin(), Origin::Disk);
  if (geteuid() == 0) {
    ASSERT_EQ(chown(file.c_str(), 65534, 65534), 0);
    EXPECT_EQ(origin(), Origin::Compiled);
  }
}

TEST_F(ObjectCacheTest, MemoryShrinks) {
  ObjectCache::Config small{"", 0, /*idleBytes=*/10000};
  ObjectCache cache(small);
  std::string object(1000, 'x');
  std::vector<std::weak_ptr<const std::string>> seen;
  auto inUse = cache.get("used", makes(object));
  for (int i = 0; i < 100; ++i) {
    auto entry = cache.get("k" + std::to_string(i), makes(object));
    seen.push_back(entry->object);
  }
  auto kept = std::count_if(seen.begin(), seen.end(), [](auto &o) { return !o.expired(); });
  EXPECT_LE(kept, 11);
  EXPECT_GE(kept, 5);
  EXPECT_EQ(cache.get("k99", mustNotRun())->origin, Origin::Memory); // the youngest stay
  EXPECT_EQ(cache.get("used", mustNotRun())->origin, Origin::Memory);
  EXPECT_EQ(originOf(cache, "k0", object), Origin::Compiled);
}

TEST_F(ObjectCacheTest, LittleStaysInMemoryThatIsOnDisk) {
  ObjectCache::Config onDisk = config();
  onDisk.idleBytesWithFolder = 10000;
  ObjectCache cache(onDisk);
  std::string object(1000, 'x');
  std::vector<std::weak_ptr<const std::string>> seen;
  for (int i = 0; i < 100; ++i)
    seen.push_back(cache.get("k" + std::to_string(i), makes(object))->object);
  EXPECT_LE(std::count_if(seen.begin(), seen.end(), [](auto &o) { return !o.expired(); }), 11);
  EXPECT_EQ(cache.get("k0", mustNotRun())->origin, Origin::Disk);
  EXPECT_LT(ObjectCache::Config().idleBytesWithFolder, 3u << 20);
}

TEST_F(ObjectCacheTest, TheOldestGoFirst) {
  constexpr size_t kEntry = 1000;
  ObjectCache cache(config(10 * kEntry + 500));
  for (int i = 0; i < 30; ++i) {
    std::string key = "k" + std::to_string(i);
    originOf(cache, key, std::string(kEntry - 24, char('a' + i % 26)));
    // file times are coarse: make the order plain
    fs::last_write_time(folder_ / (key + ".awobj"),
                        fs::file_time_type::clock::now() - std::chrono::seconds(1000 - i));
    uint64_t total = 0;
    for (auto &file : files())
      total += fs::file_size(file);
    ASSERT_LE(total, 10 * kEntry + 500);
  }
  EXPECT_TRUE(fs::exists(folder_ / "k29.awobj"));
  EXPECT_FALSE(fs::exists(folder_ / "k0.awobj"));
  EXPECT_GE(files().size(), 8u);
  originOf(cache, "huge", std::string(20 * kEntry, 'x')); // never fits: not kept
  EXPECT_FALSE(fs::exists(folder_ / "huge.awobj"));
  EXPECT_TRUE(fs::exists(folder_ / "k29.awobj"));
}

TEST_F(ObjectCacheTest, OneCompilationForAllWhoWait) {
  ObjectCache cache(config());
  std::atomic<int> compilations{0};
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&] {
      auto entry = cache.get("a", [&] {
        ++compilations;
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        return Expected<std::string>("object");
      });
      good += entry && *entry->object == "object";
    });
  for (auto &thread : threads)
    thread.join();
  EXPECT_EQ(compilations, 1);
  EXPECT_EQ(good, 8);
}

/// A process that compiles "a" until a byte comes, and says when it has begun.
class OtherProcess {
public:
  explicit OtherProcess(const ObjectCache::Config &config) {
    int begun[2], ends[2];
    EXPECT_TRUE(pipe(begun) == 0 && pipe(ends) == 0);
    if (!(child_ = fork())) {
      close(ends[1]);
      ObjectCache cache(config);
      auto entry = cache.get("a", [&] {
        char byte = 0;
        (void)!write(begun[1], &byte, 1);
        (void)!read(ends[0], &byte, 1);
        return Expected<std::string>("object");
      });
      _exit(entry && entry->origin == Origin::Compiled ? 0 : 1);
    }
    char byte;
    EXPECT_EQ(read(begun[0], &byte, 1), 1);
    for (int end : {begun[0], begun[1], ends[0]})
      close(end);
    end_ = ends[1];
  }
  void finish() {
    char byte = 0;
    EXPECT_EQ(write(end_, &byte, 1), 1);
  }
  void kill() { ::kill(child_, SIGKILL); }
  ~OtherProcess() {
    close(end_);
    waitpid(child_, nullptr, 0);
  }

private:
  pid_t child_;
  int end_;
};

TEST_F(ObjectCacheTest, AProcessWaitsForWhatAnotherCompiles) {
  OtherProcess other(config());
  ObjectCache cache(config());
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    other.finish();
  });
  auto entry = cache.get("a", mustNotRun());
  later.join();
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->origin, Origin::Disk);
  EXPECT_EQ(*entry->object, "object");
}

TEST_F(ObjectCacheTest, AProcessThatEndsOrStandsStillKeepsNobodyWaiting) {
  ObjectCache cache(config());
  {
    OtherProcess other(config());
    EXPECT_EQ(originOf(cache, "b", "object"), Origin::Compiled); // another key
    other.kill();
    EXPECT_EQ(originOf(cache, "a", "object"), Origin::Compiled);
  }
  fs::remove_all(folder_);
  OtherProcess other(config());
  ObjectCache::Config impatient = config();
  impatient.longestWait = std::chrono::milliseconds(20);
  ObjectCache second(impatient);
  EXPECT_EQ(originOf(second, "a", "object"), Origin::Compiled);
}

TEST_F(ObjectCacheTest, FailuresReachEveryoneAndAreNotKept) {
  ObjectCache cache(config());
  auto fails = [] {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return Expected<std::string>(Status(StatusCode::NotSupported, "no"));
  };
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      auto entry = cache.get("a", fails);
      failures += !entry && entry.status().message() == "no";
    });
  for (auto &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 4);
  EXPECT_EQ(originOf(cache, "a", "object"), Origin::Compiled);
}

TEST_F(ObjectCacheTest, WhatWasPreparedIsThere) {
  ObjectCache cache(config());
  cache.prepare("a", makes("object"));
  cache.prepare("a", mustNotRun());
  EXPECT_EQ(cache.get("a", mustNotRun())->origin, Origin::Memory);
  ObjectCache second(config());
  second.prepare("a", mustNotRun()); // from the disk
  EXPECT_EQ(second.get("a", mustNotRun())->origin, Origin::Memory);
}

TEST_F(ObjectCacheTest, AFailedPreparationIsNobodysFailure) {
  ObjectCache cache(config());
  std::promise<void> begun, mayFail;
  std::thread guess([&] {
    cache.prepare("a", [&] {
      begun.set_value();
      mayFail.get_future().wait();
      return Expected<std::string>(Status(StatusCode::System, "nobody wants it any more"));
    });
  });
  begun.get_future().wait();
  cache.prepare("a", mustNotRun()); // does not wait
  mayFail.set_value();
  EXPECT_EQ(originOf(cache, "a", "object"), Origin::Compiled);
  guess.join();
}

TEST_F(ObjectCacheTest, APreparationLeavesWhatAnotherProcessCompiles) {
  OtherProcess other(config());
  ObjectCache cache(config());
  cache.prepare("a", mustNotRun());
  other.finish();
  EXPECT_EQ(cache.get("a", mustNotRun())->origin, Origin::Disk);
}

} // namespace
} // namespace anywarp::jit
