// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How words are spelled: by programs of the toolkit (nvcc's manual), and by run-time compilers.
#include "cmdline/Options.h"

#include <gtest/gtest.h>

namespace anywarp::cmdline {
namespace {

enum class Id { Input, Arch, Debug, Level, Include, Machine, Only };
constexpr OptionInfo kTable[] = {
    {unsigned(Id::Arch), "gpu-architecture", "arch", OptionKind::Value, "", ""},
    {unsigned(Id::Debug), "device-debug", "G", OptionKind::Flag, "", ""},
    {unsigned(Id::Level), "opt-level", "O", OptionKind::JoinedValue, "0|3", ""},
    {unsigned(Id::Include), "include-path", "I", OptionKind::JoinedList, "", ""},
    {unsigned(Id::Machine), "machine", "m", OptionKind::JoinedNumber, "64", ""},
    {unsigned(Id::Only), "", "only", OptionKind::Equals, "", ""},
};
constexpr OptionGrammar kProgram = {.eitherDash = true};
constexpr OptionGrammar kCompiler = {};

Id idOf(const OptionMatch &match) { return match.info ? Id(match.info->id) : Id::Input; }

TEST(MatchOption, DashesTellLongNamesFromShortOnes) {
  EXPECT_EQ(Id::Arch, idOf(matchOption(kTable, "--gpu-architecture=sm_90", kCompiler)));
  EXPECT_EQ(Id::Arch, idOf(matchOption(kTable, "-arch=sm_90", kCompiler)));
  EXPECT_EQ(Id::Input, idOf(matchOption(kTable, "-gpu-architecture=sm_90", kCompiler)));
  EXPECT_EQ(Id::Input, idOf(matchOption(kTable, "--arch=sm_90", kCompiler)));
  EXPECT_EQ(Id::Arch, idOf(matchOption(kTable, "-gpu-architecture=sm_90", kProgram)));
  EXPECT_EQ(Id::Arch, idOf(matchOption(kTable, "--arch=sm_90", kProgram)));
}

TEST(MatchOption, AnEmptyNameIsNone) {
  EXPECT_EQ(Id::Only, idOf(matchOption(kTable, "-only=1", kCompiler)));
  for (const char *word : {"", "-", "--", "--=1", "-=1", "only"}) {
    EXPECT_EQ(nullptr, matchOption(kTable, word, kCompiler).info) << word;
    EXPECT_EQ(nullptr, matchOption(kTable, word, kProgram).info) << word;
  }
}

TEST(MatchOption, ValuesStandBehindAnEqualsSignOrTheShortName) {
  EXPECT_FALSE(matchOption(kTable, "-arch", kCompiler).hasValue);
  OptionMatch match = matchOption(kTable, "-arch=", kCompiler);
  EXPECT_TRUE(match.hasValue);
  EXPECT_EQ("", match.value);
  EXPECT_EQ("a=b", matchOption(kTable, "-arch=a=b", kCompiler).value);
  EXPECT_EQ("folder", matchOption(kTable, "-Ifolder", kCompiler).value);
  EXPECT_EQ("64", matchOption(kTable, "-m64", kCompiler).value);
  EXPECT_EQ(Id::Input, idOf(matchOption(kTable, "-max", kCompiler))); // no number
  EXPECT_EQ("fast", matchOption(kTable, "-Ofast", kCompiler).value);
  EXPECT_EQ(Id::Input, idOf(matchOption(kTable, "-Ofast", {.joinsNumbers = true})));
}

TEST(MatchOption, RowsSayWhichValuesThereAre) {
  EXPECT_TRUE(isAllowed(kTable[2], "3"));
  EXPECT_FALSE(isAllowed(kTable[2], "2"));
  EXPECT_FALSE(isAllowed(kTable[2], "0|3"));
  EXPECT_TRUE(isAllowed(kTable[0], "anything"));
}

TEST(OptionReader, WordsOfACommandLine) {
  Options<Id> options;
  ASSERT_TRUE(
      options.read(kTable, {"-arch", "sm_90", "a.cu", "-Ia,b", "-I", "c", "--device-debug"}));
  EXPECT_EQ("sm_90", options.value(Id::Arch));
  EXPECT_EQ((std::vector<std::string>{"a", "b", "c"}), options.all(Id::Include));
  EXPECT_EQ((std::vector<std::string>{"a.cu"}), options.all(Id::Input));
  EXPECT_TRUE(options.has(Id::Debug));
}

TEST(OptionReader, MistakesAreTold) {
  auto errorOf = [](std::vector<std::string> words) {
    Options<Id> options;
    EXPECT_FALSE(options.read(kTable, words));
    return options.error;
  };
  EXPECT_EQ("Unknown option '--gpu-architectur'; did you mean '--gpu-architecture'?",
            errorOf({"--gpu-architectur"}));
  EXPECT_EQ("Missing argument for option 'gpu-architecture'", errorOf({"-arch"}));
  EXPECT_EQ("Value '7' is not defined for option 'opt-level'", errorOf({"-O7"}));
  EXPECT_EQ("no argument expected after '-G'", errorOf({"-G=1"}));
}

TEST(SplitList, QuotesAndBackslashesKeepCommas) {
  EXPECT_EQ((std::vector<std::string>{"a", "b,c", "'d,e'"}), splitList("a,b\\,c,'d,e'"));
  EXPECT_EQ((std::vector<std::string>{"a b", "c"}), splitWords("'a b' c"));
}

} // namespace
} // namespace anywarp::cmdline
