// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A job and a result as bytes and back; damaged bytes are refused.
#include "frontend/nvrtc/Wire.h"

#include <gtest/gtest.h>

namespace anywarp::frontend {
namespace {

std::string someRequest() {
  RuntimeSource source;
  source.text = std::string("text with a \0 in it", 19);
  source.headers = {{"a.h", "first"}, {"b.h", ""}};
  source.nameExpressions = {"k<int>", "&v"};
  source.isAlone = true;
  source.pch.mode = PchRequest::Automatic;
  source.pch.limit = size_t(1) << 40;
  CompileJob job;
  job.input = "prog.cu";
  job.source = &source;
  job.options = {"-std=c++20", "-Ia b"};
  job.archs = {{90, 'a'}, {75, 0}};
  job.suppressed = {20, 177};
  job.fastMath = true;
  job.staticTemplateStubs = false;
  job.preprocessOutput = "out";
  setInstallation({"/include", "/libdevice.bc"});
  return pack(job, {"A=1", "B="});
}

TEST(Wire, ARequestComesBack) {
  RuntimeRequest request;
  ASSERT_TRUE(unpack(someRequest(), request));
  EXPECT_EQ(request.source.text, std::string("text with a \0 in it", 19));
  ASSERT_EQ(request.source.headers.size(), 2u);
  EXPECT_EQ(request.source.headers[0].second, "first");
  EXPECT_EQ(request.source.nameExpressions, (std::vector<std::string>{"k<int>", "&v"}));
  EXPECT_TRUE(request.source.isAlone);
  EXPECT_EQ(request.source.pch.mode, PchRequest::Automatic);
  EXPECT_EQ(request.source.pch.limit, size_t(1) << 40);
  EXPECT_EQ(request.job.input, "prog.cu");
  EXPECT_EQ(request.job.source, &request.source);
  EXPECT_EQ(request.job.options, (std::vector<std::string>{"-std=c++20", "-Ia b"}));
  EXPECT_EQ(request.job.archs, (std::vector<Arch>{{90, 'a'}, {75, 0}}));
  EXPECT_EQ(request.job.suppressed, (std::vector<unsigned>{20, 177}));
  EXPECT_TRUE(request.job.fastMath);
  EXPECT_FALSE(request.job.staticTemplateStubs);
  EXPECT_TRUE(request.job.useCache);
  EXPECT_EQ(request.job.preprocessOutput, "out");
  EXPECT_EQ(request.installation.libdevice, "/libdevice.bc");
  EXPECT_EQ(request.environment, (std::vector<std::string>{"A=1", "B="}));
}

TEST(Wire, AResultComesBack) {
  RuntimeResult result, back;
  result.outcome = RuntimeResult::Errors;
  result.ptx = ".version";
  result.log = "error";
  result.names = {"", "_Z1kv"};
  result.errors = 3;
  result.pch = PchOutcome::TooLarge;
  result.pchBytes = 77;
  ASSERT_TRUE(unpack(pack(result), back));
  EXPECT_EQ(back.outcome, RuntimeResult::Errors);
  EXPECT_EQ(back.ptx, ".version");
  EXPECT_EQ(back.log, "error");
  EXPECT_EQ(back.names, result.names);
  EXPECT_EQ(back.errors, 3u);
  EXPECT_EQ(back.pch, PchOutcome::TooLarge);
  EXPECT_EQ(back.pchBytes, 77u);
}

TEST(Wire, DamagedBytesAreRefused) {
  const std::string bytes = someRequest();
  RuntimeRequest request;
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(unpack(bytes.substr(0, size), request)) << size;
  EXPECT_FALSE(unpack(bytes + "x", request));
  EXPECT_FALSE(unpack("other build" + bytes, request));
}

} // namespace
} // namespace anywarp::frontend
