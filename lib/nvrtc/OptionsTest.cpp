// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Forms of options, defaults, and what is refused.
#include "nvrtc/Options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using anywarp::nvrtc::Options;
using testing::Contains;
using testing::ElementsAre;
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
  EXPECT_THAT(options.job.options, ElementsAre("-std=c++17"));
}

TEST(NvrtcOptions, ValuesInEveryPlace) {
  for (std::vector<std::string> words : {std::vector<std::string>{"--gpu-architecture=sm_90a"},
                                         {"-arch=sm_90a"},
                                         {"-arch", "sm_90a"},
                                         {"-arch sm_90a"},
                                         {"  --gpu-architecture sm_90a"}}) {
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
}

TEST(NvrtcOptions, Switches) {
  EXPECT_FALSE(parsed({"--fmad=false"}).job.fusedMultiplyAdd);
  EXPECT_TRUE(parsed({"-ftz"}).job.flushDenormals);
  EXPECT_THAT(parsed({"-ftz=maybe"}).error, HasSubstr("maybe"));
  Options fast = parsed({"-use_fast_math"});
  EXPECT_TRUE(fast.job.fastMath && fast.job.flushDenormals);
  EXPECT_FALSE(fast.job.preciseDivision || fast.job.preciseSqrt);
}

TEST(NvrtcOptions, HintsWithAndWithoutValues) {
  EXPECT_EQ("",
            parsed({"--restrict", "-Xptxas", "-O3", "-dopt=on", "-opt-info", "inline", "--minimal"})
                .error);
  EXPECT_EQ("", parsed({"--ptxas-options=-v", ""}).error);
}

TEST(NvrtcOptions, Refused) {
  EXPECT_THAT(parsed({"--no-such-option"}).error,
              HasSubstr("unrecognized option --no-such-option found"));
  EXPECT_THAT(parsed({"-arch=compute_12"}).error,
              HasSubstr("invalid value for --gpu-architecture"));
  EXPECT_THAT(parsed({"-arch=lto_90"}).error, HasSubstr("invalid value for --gpu-architecture"));
  EXPECT_THAT(parsed({"-dlto"}).error, HasSubstr("not supported"));
  EXPECT_THAT(parsed({"--create-pch=x"}).error, HasSubstr("not supported"));
  EXPECT_THAT(parsed({"-D"}).error, HasSubstr("needs a value"));
  EXPECT_THAT(parsed({"-maxrregcount=-4"}).error, HasSubstr("not a valid value"));
  for (const char *wrong : {"-", "--", "", "=", "-=", "x.cu"})
    if (*wrong)
      EXPECT_NE("", parsed({wrong}).error) << wrong;
}
