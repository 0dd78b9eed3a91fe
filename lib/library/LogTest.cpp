// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which calls a logger tells, and to whom. Levels and masks as cuSPARSE's manual has them
// (section "Logging"): 0 off, 1 errors, 5 calls; bit L - 1 of the mask is level L.
#include "library/Log.h"

#include <gtest/gtest.h>

using anywarp::library::Log;

static constexpr Log::Heads kHeads{"[x][Error] ", "[x][Trace] "};

static std::string contentsOf(std::FILE *file) {
  std::string text;
  std::rewind(file);
  for (int c; (c = std::fgetc(file)) != EOF;)
    text += char(c);
  return text;
}

TEST(Log, LevelsAndMasks) {
  Log log(kHeads);
  EXPECT_FALSE(log.hears(/*succeeded=*/false));
  EXPECT_TRUE(log.setLevel(1));
  EXPECT_TRUE(log.hears(/*succeeded=*/false));
  EXPECT_FALSE(log.hears(/*succeeded=*/true));
  EXPECT_TRUE(log.setLevel(5));
  EXPECT_TRUE(log.hears(/*succeeded=*/true));
  EXPECT_FALSE(log.setLevel(6));
  log.setMask(16);
  EXPECT_TRUE(log.hears(/*succeeded=*/true));
  log.setMask(8);
  EXPECT_FALSE(log.hears(/*succeeded=*/false));
}

TEST(Log, DisabledForGood) {
  Log log(kHeads);
  log.disable();
  log.setMask(Log::kEverything);
  EXPECT_FALSE(log.hears(/*succeeded=*/false));
}

TEST(Log, MaskOutweighsLevel) {
  EXPECT_TRUE(Log(kHeads, "1", "16", "").hears(/*succeeded=*/true));
  EXPECT_FALSE(Log(kHeads, "1", "", "").hears(/*succeeded=*/true));
}

TEST(Log, CallbackMayCallTheLog) {
  Log log(kHeads);
  std::FILE *file = std::tmpfile();
  log.setFile(file);
  log.setMask(Log::kEverything);
  int level = 0;
  log.setCallback([&](const Log::Message &message) {
    level = message.level;
    EXPECT_STREQ("f", message.function);
    log.setCallback({});
  });
  log.tell("f", /*succeeded=*/false, "f() = BAD");
  EXPECT_EQ(Log::kError, level);
  log.tell("f", /*succeeded=*/true, "f() = OK");
  EXPECT_EQ("[x][Error] f() = BAD\n[x][Trace] f() = OK\n", contentsOf(file));
  std::fclose(file);
}

TEST(Log, FileThatCannotBeOpened) {
  Log log(kHeads);
  std::FILE *file = std::tmpfile();
  log.setFile(file);
  EXPECT_FALSE(log.openFile("/nonexistent/file"));
  log.tell("f", /*succeeded=*/true, "f() = OK");
  EXPECT_EQ("[x][Trace] f() = OK\n", contentsOf(file));
  std::fclose(file);
}
