// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of options, defaults, and what is refused.
#include "nvrtc/Options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using anywarp::nvrtc::Options;
using testing::Contains;
using testing::HasSubstr;

static Options parsed(std::vector<std::string> words) {
  Options options;
  options.parse(words);
  return options;
}

TEST(NvrtcOptions, Defaults) {
  Options options = parsed({});
  EXPECT_EQ("", options.error);
  EXPECT_EQ("compute_75", options.job.archs.front().name("compute_"));
  EXPECT_FALSE(options.isRealArch);
  EXPECT_TRUE(options.job.fusedMultiplyAdd && options.job.preciseDivision &&
              options.job.preciseSqrt);
  EXPECT_FALSE(options.job.flushDenormals);
  EXPECT_THAT(options.job.options, Contains("-std=c++17"));
}

TEST(NvrtcOptions, ValuesInEveryPlace) {
  for (std::vector<std::string> words : {std::vector<std::string>{"--gpu-architecture=sm_90a"},
                                         {"-arch=sm_90a"},
                                         {"-arch", "sm_90a"},
                                         {"--gpu-architecture", "sm_90a"},
                                         {" -arch=sm_90a\n"}}) {
    Options options = parsed(words);
    EXPECT_EQ("", options.error);
    EXPECT_EQ("90a", options.job.archs.front().name(""));
    EXPECT_TRUE(options.isRealArch);
  }
  for (std::vector<std::string> words : {std::vector<std::string>{"-DA=1"},
                                         {"-D", "A=1"},
                                         {"--define-macro=A=1"},
                                         {"-D=A=1"},
                                         {"-D A=1"}})
    EXPECT_THAT(parsed(words).job.options, Contains("-DA=1")) << words[0];
  EXPECT_THAT(parsed({"-I/some where"}).job.options, Contains("-I/some where"));
  EXPECT_EQ(32u, parsed({"-maxrregcount", "32"}).job.maxRegisters);
  EXPECT_FALSE(parsed({"-ftz", "false"}).job.flushDenormals);
  // Of one word.
  for (const char *wrong : {"-arch sm_90", "--define-macro A", "-ftz true", "-G -lineinfo"})
    EXPECT_THAT(parsed({wrong}).error, HasSubstr("unrecognized option")) << wrong;
  // These take their value after "=" only.
  for (const char *wrong : {"-std", "--std", "-time", "-frandom-seed", "-opt-info", "-pch-dir"})
    EXPECT_THAT(parsed({wrong, "c++17"}).error, HasSubstr("unrecognized option")) << wrong;
}

TEST(NvrtcOptions, LongNamesHaveTwoDashes) {
  for (const char *good : {"-dc", "--device-c", "-G", "--device-debug", "-w", "-use_fast_math",
                           "--use_fast_math", "-minimal", "--minimal", "-default-device"})
    EXPECT_EQ("", parsed({good}).error) << good;
  for (const char *wrong : {"--dc", "-device-c", "--G", "-device-debug", "--arch=sm_80", "--w",
                            "-gpu-architecture=sm_80", "--default-device"})
    EXPECT_THAT(parsed({wrong}).error, HasSubstr("unrecognized option")) << wrong;
}

TEST(NvrtcOptions, Switches) {
  EXPECT_FALSE(parsed({"--fmad=false"}).job.fusedMultiplyAdd);
  EXPECT_TRUE(parsed({"-ftz=true"}).job.flushDenormals);
  for (const char *wrong : {"-ftz", "-ftz=maybe", "-ftz=1", "-ftz=TRUE", "-ftz="})
    EXPECT_THAT(parsed({wrong}).error, HasSubstr("expects true or false")) << wrong;
  Options fast = parsed({"-use_fast_math"});
  EXPECT_TRUE(fast.job.fastMath && fast.job.flushDenormals);
  EXPECT_FALSE(fast.job.preciseDivision || fast.job.preciseSqrt);
  // What is said holds, wherever it stands.
  for (std::vector<std::string> words :
       {std::vector<std::string>{"-ftz=false", "-use_fast_math"}, {"-use_fast_math", "-ftz=false"}})
    EXPECT_FALSE(parsed(words).job.flushDenormals);
}

TEST(NvrtcOptions, GivenTwice) {
  EXPECT_EQ("", parsed({"-arch=sm_80", "-arch=compute_80"}).notes);
  EXPECT_EQ("", parsed({"-ftz=true", "-ftz=true"}).notes);
  Options options = parsed({"-arch=sm_80", "-arch=compute_90"});
  EXPECT_THAT(options.notes, HasSubstr("warning"));
  EXPECT_EQ("90", options.job.archs.front().name(""));
  EXPECT_FALSE(options.isRealArch);
  EXPECT_THAT(parsed({"-std=c++17", "--std=c++20"}).notes, HasSubstr("warning"));
  EXPECT_THAT(parsed({"-ftz=true", "-ftz=false"}).notes, HasSubstr("warning"));
  EXPECT_THAT(parsed({"-maxrregcount=32", "-maxrregcount=32"}).notes, HasSubstr("warning"));
}

TEST(NvrtcOptions, Warnings) {
  EXPECT_THAT(parsed({"-diag-suppress=177,550"}).job.options, Contains("-Wno-unused-variable"));
  EXPECT_THAT(parsed({"-diag-suppress=177,550"}).job.suppressed, testing::ElementsAre(177u, 550u));
  EXPECT_THAT(parsed({"-diag-error", "177"}).job.options, Contains("-Werror=unused-variable"));
  EXPECT_THAT(parsed({"-diag-error=all"}).error, HasSubstr("numbers"));
  EXPECT_THAT(parsed({"-diag-error=0"}).error, HasSubstr("numbers"));
  // Such numbers are no matter of the option's form.
  for (const char *wrong : {"-diag-suppress=5000", "-diag-suppress=177,,68", "-diag-suppress="}) {
    EXPECT_EQ("", parsed({wrong}).error) << wrong;
    EXPECT_NE("", parsed({wrong}).commandError) << wrong;
  }
}

TEST(NvrtcOptions, Hints) {
  EXPECT_EQ("", parsed({"--restrict", "-Xptxas", "-O3", "-dopt=on", "-opt-info=inline", "--minimal",
                        "-split-compile=4", "-jtd", "101", "-Ofc=max", "-dQ=true"})
                    .error);
  for (const char *wrong : {"-dopt=off", "-opt-info=all", "-split-compile=-1", "-jtd=102",
                            "-Ofc=fast", "--restrict=true"})
    EXPECT_NE("", parsed({wrong}).error) << wrong;
}

TEST(NvrtcOptions, Refused) {
  EXPECT_THAT(parsed({"--no-such-option"}).error,
              HasSubstr("unrecognized option --no-such-option found"));
  for (const char *wrong :
       {"compute_12", "compute_72", "lto_90", "90", "compute_090", "sm_100b", "sm_80,sm_90", ""})
    EXPECT_THAT(parsed({std::string("-arch=") + wrong}).error,
                HasSubstr("invalid value for --gpu-architecture"))
        << wrong;
  for (const char *wrong : {"compute_80a", "sm_90f"}) {
    EXPECT_EQ("", parsed({"-arch", wrong}).error);
    EXPECT_NE("", parsed({"-arch", wrong}).commandError);
  }
  EXPECT_THAT(parsed({"-optix-ir"}).error, HasSubstr("not supported"));
  EXPECT_THAT(parsed({"--create-pch="}).error, HasSubstr("must specify file name"));
  EXPECT_THAT(parsed({"--create-pch=x", "-pch"}).error, HasSubstr("at the same time"));
  Options created = parsed({"-pch-dir=folder", "--create-pch=x"});
  EXPECT_EQ(created.pch.mode, anywarp::frontend::PchRequest::Create);
  EXPECT_EQ(created.pch.file, "folder/x");
  EXPECT_EQ(parsed({"-pch-dir=folder", "-use-pch=/x"}).pch.file, "/x");
  EXPECT_NE("", parsed({"-D"}).commandError);
  EXPECT_THAT(parsed({"-maxrregcount=many"}).error, HasSubstr("expects an integer value"));
  for (const char *wrong : {"-", "--", "", "=", "-=", "x.cu", "-Werror", "-O3", "true"})
    EXPECT_NE("", parsed({wrong}).error) << wrong;
}

TEST(NvrtcOptions, ThatExcludeEachOther) {
  for (std::vector<std::string> words : {std::vector<std::string>{"-dc", "-dw"},
                                         {"-dc", "-rdc=false"},
                                         {"-dw", "-rdc=true"},
                                         {"-ewp", "-dc"},
                                         {"-ewp", "-rdc=true"},
                                         {"-dlto", "-rdc=false"},
                                         {"-err-no", "-no-err-no"}})
    EXPECT_THAT(parsed(words).error, HasSubstr("exclude each other")) << words[0] << words[1];
}
