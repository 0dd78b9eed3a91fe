// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole way from PTX to a grid that ran, at every lane count; caching of kernels; failures.
#include "jit/Session.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <unistd.h>

#include "exec/Launch.h"
#include "jit/Background.h"
#include "jit/Compiler.h"
#include "ptx/Verifier.h"
#include "ptx/parse/Parser.h"

namespace fs = std::filesystem;

namespace anywarp::jit {
namespace {

/// Kernels of these tests go to a folder of their own; set before the options are first read.
class CacheFolder : public testing::Environment {
public:
  CacheFolder()
      : folder_(fs::temp_directory_path() / ("aw-session-test-" + std::to_string(getpid()))) {
    setenv("CUDA_CACHE_PATH", folder_.c_str(), 1);
    setenv("CUDA_CACHE_DISABLE", "0", 1);
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path folder_;
};
auto *cacheFolder = static_cast<CacheFolder *>(testing::AddGlobalTestEnvironment(new CacheFolder));

const char *const kText = R"(
.version 8.0
.target sm_80
.address_size 64
.global .align 4 .u32 bias;
.visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c, .param .u32 n)
{
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<11>;
  ld.param.u64 %rd1, [a];
  ld.param.u64 %rd2, [b];
  ld.param.u64 %rd3, [c];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ntid.x;
  mov.u32 %r4, %tid.x;
  mad.lo.s32 %r5, %r2, %r3, %r4;
  setp.ge.s32 %p1, %r5, %r1;
  @%p1 bra done;
  mul.wide.s32 %rd4, %r5, 4;
  add.s64 %rd5, %rd1, %rd4;
  ld.global.u32 %r6, [%rd5];
  add.s64 %rd6, %rd2, %rd4;
  ld.global.u32 %r7, [%rd6];
  add.s32 %r8, %r6, %r7;
  ld.global.u32 %r6, [bias];
  add.s32 %r8, %r8, %r6;
  add.s64 %rd7, %rd3, %rd4;
  st.global.u32 [%rd7], %r8;
done:
  ret;
}
.visible .entry reverse(.param .u64 a)
{
  .shared .align 4 .b8 buffer[1024];
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [a];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, buffer;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  ld.global.u32 %r3, [%rd3];
  shl.b32 %r4, %r1, 2;
  add.s32 %r5, %r2, %r4;
  st.shared.u32 [%r5], %r3;
  bar.sync 0;
  sub.s32 %r6, 1020, %r4;
  add.s32 %r5, %r2, %r6;
  ld.shared.u32 %r3, [%r5];
  st.global.u32 [%rd3], %r3;
  ret;
}
.visible .entry broken(.param .u64 a)
{
  .reg .b32 %r<2>;
  nosuchinstruction.u32 %r1, %r1;
  ret;
}
)";

class SessionTest : public testing::Test {
protected:
  void SetUp() override {
    Diagnostics diagnostics;
    auto module = ptx::parse(kText, diagnostics);
    ASSERT_NE(module, nullptr) << diagnostics.render("test");
    ptx::verify(*module, diagnostics);
    module_ = std::move(module);
  }
  CompileRequest request(const char *kernel, unsigned width, const char *key = "test") {
    CompileRequest r;
    r.module = module_.get();
    r.entry = module_->findFunction(kernel);
    r.owner = module_;
    r.moduleKey = key;
    r.simdWidth = width;
    r.shape = exec::BlockShape::of(256, 1, 1);
    r.resolve = [this](const std::string &name) -> void * {
      return name == "bias" ? &bias_ : nullptr;
    };
    return r;
  }
  static void awaitBetter(const exec::Kernel &kernel) {
    for (int i = 0; i < 3000 && kernel.lacksBetter(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  static exec::LaunchState launchOf(uint32_t blocks, const void *params) {
    exec::LaunchState l{};
    l.gridDim[0] = blocks, l.gridDim[1] = l.gridDim[2] = 1;
    l.blockDim[0] = 256, l.blockDim[1] = l.blockDim[2] = 1;
    l.params = params;
    return l;
  }
  void expectAdds(const CompiledKernel &compiled) {
    constexpr uint32_t n = 1000;
    std::vector<uint32_t> a(n), b(n), c(n);
    std::iota(a.begin(), a.end(), 5);
    std::iota(b.begin(), b.end(), 1000);
    struct {
      const void *a, *b, *c;
      uint32_t n;
    } params{a.data(), b.data(), c.data(), n};
    exec::LaunchResult result = runGrid(compiled.kernel(), launchOf(4, &params));
    ASSERT_TRUE(result.ok()) << result.fault.describe() << result.status.message();
    for (uint32_t i = 0; i < n; ++i)
      ASSERT_EQ(c[i], a[i] + b[i] + bias_);
  }
  std::shared_ptr<const ptx::Module> module_;
  uint32_t bias_ = 17;
};

TEST_F(SessionTest, AddsVectorsAtEveryWidth) {
  for (unsigned width : {0u, 32u, 16u, 8u, 1u}) {
    auto compiled = Session::get().compile(request("add", width));
    ASSERT_TRUE(bool(compiled)) << compiled.status().message();
    if (width) {
      EXPECT_EQ((*compiled)->kernel().info.simdWidth, width);
    }
    EXPECT_STREQ((*compiled)->kernel().name, "add");
    expectAdds(**compiled);
  }
}

TEST_F(SessionTest, ReversesThroughSharedMemory) {
  for (unsigned width : {32u, 16u, 8u, 1u}) {
    auto compiled = Session::get().compile(request("reverse", width));
    ASSERT_TRUE(bool(compiled)) << compiled.status().message();
    std::vector<uint32_t> data(256), expected(256);
    std::iota(data.begin(), data.end(), 0);
    std::copy(data.rbegin(), data.rend(), expected.begin());
    struct {
      void *a;
    } params{data.data()};
    exec::LaunchResult result = runGrid((*compiled)->kernel(), launchOf(1, &params));
    ASSERT_TRUE(result.ok()) << result.fault.describe();
    EXPECT_EQ(data, expected) << width;
  }
}

TEST_F(SessionTest, OneObjectServesEveryLoadOfAModule) {
  auto first = Session::get().compile(request("add", 32, "twice"));
  ASSERT_TRUE(bool(first)) << first.status().message();
  uint32_t other = 100;
  CompileRequest again = request("add", 32, "twice");
  again.resolve = [&](const std::string &) -> void * { return &other; };
  auto second = Session::get().compile(again);
  ASSERT_TRUE(bool(second));
  expectAdds(**first);
  std::swap(bias_, other); // the second kernel's variable now holds 17, ours 100
  expectAdds(**first);
}

TEST_F(SessionTest, BackEndsForgetEarlierKernels) {
  auto compile = [](const CompileRequest &request) {
    auto object = compileToObject(request, TargetCpu::host());
    EXPECT_TRUE(bool(object)) << object.status().message();
    return object ? *object : std::string();
  };
  const std::string first = compile(request("add", 32));
  ASSERT_FALSE(first.empty());
  EXPECT_NE(compile(request("reverse", 8)), first);
  CompileRequest plain = request("add", 32);
  plain.optLevel = 0;
  EXPECT_NE(compile(plain), first);
  EXPECT_FALSE(bool(compileToObject(request("broken", 32), TargetCpu::host())));
  EXPECT_EQ(compile(request("add", 32)), first);
}

TEST_F(SessionTest, FailuresAreValues) {
  auto poisoned = Session::get().compile(request("broken", 32));
  ASSERT_FALSE(bool(poisoned));
  EXPECT_EQ(poisoned.status().code(), StatusCode::NotSupported);
  CompileRequest unbound = request("add", 32);
  unbound.resolve = nullptr;
  auto missing = Session::get().compile(unbound);
  ASSERT_FALSE(bool(missing));
  EXPECT_NE(missing.status().message().find("bias"), std::string::npos);
}

TEST_F(SessionTest, FindsWhatWasPrepared) {
  CompileRequest r = request("add", 32, "prepared");
  unsigned missing = 0;
  r.missing = [&] { ++missing; };
  Session::get().prepare(r);
  EXPECT_EQ(missing, 1u);
  Session::get().prepare(r);
  auto compiled = Session::get().compile(r);
  ASSERT_TRUE(bool(compiled)) << compiled.status().message();
  EXPECT_EQ(missing, 1u);
  expectAdds(**compiled);
}

TEST_F(SessionTest, LeavesWhatNobodyWants) {
  CompileRequest r = request("add", 32, "unwanted");
  const std::atomic<bool> unwanted = true;
  r.unwanted = &unwanted;
  auto object = compileToObject(r, TargetCpu::host());
  ASSERT_FALSE(bool(object));
  EXPECT_NE(object.status().message().find("nobody wants it"), std::string::npos);
  Session::get().prepare(r);
  r.unwanted = nullptr;
  unsigned missing = 0;
  r.missing = [&] { ++missing; };
  auto compiled = Session::get().compile(r);
  ASSERT_TRUE(bool(compiled)) << compiled.status().message();
  EXPECT_EQ(missing, 1u);
  expectAdds(**compiled);
}

TEST_F(SessionTest, QuickCodeDoesTheSame) {
  for (unsigned width : {32u, 16u, 8u, 1u}) {
    CompileRequest r = request("add", width, "quick");
    r.quick = true;
    auto compiled = Session::get().compile(r);
    ASSERT_TRUE(bool(compiled)) << compiled.status().message();
    EXPECT_EQ((*compiled)->kernel().better, nullptr);
    expectAdds(**compiled);
  }
}

TEST_F(SessionTest, OptimisedCodeTakesOverFromQuickCode) {
  for (const char *name : {"add", "reverse"}) {
    CompileRequest r = request(name, 32, "tiers");
    r.inBackground = 1;
    r.quickFirst = true;
    auto compiled = Session::get().compile(r);
    ASSERT_TRUE(bool(compiled)) << compiled.status().message();
    const exec::Kernel &kernel = (*compiled)->kernel();
    ASSERT_NE(kernel.better, nullptr);
    if (name == std::string("add"))
      expectAdds(**compiled);
    r.owner.reset();
    module_.reset(); // the program has unloaded it
    awaitBetter(kernel);
    ASSERT_FALSE(kernel.lacksBetter());
    for (exec::BlockFn code : {kernel.block, kernel.bestBlock()}) {
      EXPECT_TRUE((*compiled)->contains(reinterpret_cast<uintptr_t>(code)));
      EXPECT_GT((*compiled)->locate(reinterpret_cast<uintptr_t>(code)).line, 0u);
    }
    if (name == std::string("add"))
      expectAdds(**compiled);
    SetUp();
    // The optimised object is what the next one finds.
    CompileRequest again = request(name, 32, "tiers");
    again.inBackground = 1;
    again.missing = [] { ADD_FAILURE(); };
    auto second = Session::get().compile(again);
    ASSERT_TRUE(bool(second)) << second.status().message();
    EXPECT_EQ((*second)->kernel().better, nullptr);
    EXPECT_EQ((*second)->size(), (*compiled)->size());
  }
}

/// A kernel that is long to optimise: `rounds` of two instructions.
std::shared_ptr<const ptx::Module> longKernel(int rounds) {
  std::string text = ".version 8.0\n.target sm_80\n.address_size 64\n"
                     ".visible .entry long(.param .u64 a) {\n.reg .b32 %r<3>;\n.reg .b64 %rd1;\n"
                     "ld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\n";
  for (int i = 0; i < rounds; ++i)
    text +=
        "mad.lo.u32 %r1, %r1, %r1, " + std::to_string(i) + ";\nshf.l.wrap.b32 %r1, %r1, %r1, 7;\n";
  text += "st.global.u32 [%rd1], %r1;\nret;\n}\n";
  Diagnostics diagnostics;
  auto module = ptx::parse(text, diagnostics);
  ptx::verify(*module, diagnostics);
  return module;
}
CompileRequest requestOf(const std::shared_ptr<const ptx::Module> &module, const char *key) {
  CompileRequest r;
  r.module = module.get();
  r.entry = module->findFunction("long");
  r.owner = module;
  r.moduleKey = key;
  r.simdWidth = 32;
  r.shape = exec::BlockShape::of(256, 1, 1);
  r.inBackground = 1;
  return r;
}

/// What a launch pays for code that it may not run again is only what it needs.
TEST_F(SessionTest, OptimisesWhatRunsLong) {
  constexpr uint64_t kMillisecond = 1'000'000;
  const CompileRequest r = requestOf(longKernel(300), "runs long");
  auto compiled = Session::get().compile(r);
  ASSERT_TRUE(bool(compiled)) << compiled.status().message();
  const exec::Kernel &kernel = (*compiled)->kernel();
  ASSERT_NE(kernel.better, nullptr);
  kernel.better->ran(kMillisecond / 2, /*isEnd=*/true);
  EXPECT_FALSE(kernel.better->isComing);
  EXPECT_TRUE(kernel.lacksBetter());
  kernel.better->ran(kMillisecond / 2, /*isEnd=*/false); // within the next launch
  awaitBetter(kernel);
  EXPECT_FALSE(kernel.lacksBetter());
}

TEST_F(SessionTest, OptimisesWhatIsLaunchedOften) {
  const CompileRequest r = requestOf(longKernel(300), "launched often");
  auto compiled = Session::get().compile(r);
  ASSERT_TRUE(bool(compiled)) << compiled.status().message();
  const exec::Kernel &kernel = (*compiled)->kernel();
  ASSERT_NE(kernel.better, nullptr);
  std::vector<uint32_t> data(1);
  struct {
    void *a;
  } params{data.data()};
  for (int i = 0; i < 10; ++i)
    ASSERT_TRUE(runGrid(kernel, launchOf(1, &params)).ok());
  awaitBetter(kernel);
  EXPECT_FALSE(kernel.lacksBetter());
}

/// Compiles a kernel that is long to optimise, and ends at once.
[[noreturn]] void compileAndEnd() {
  setenv("ANYWARP_TRACE", "jit", 1);
  const bool isMade = bool(Session::get().compile(requestOf(longKernel(3000), "ends early")));
  Background::get().shutDown(std::chrono::milliseconds(0));
  std::_Exit(isMade ? 0 : 1);
}
TEST(SessionDeathTest, BeginsWithTheQuickObjectOfAProcessThatEnded) {
  const testing::ExitedWithCode isFine(0);
  EXPECT_EXIT(compileAndEnd(), isFine, "long: W 32, object from quick compiler");
  EXPECT_EXIT(compileAndEnd(), isFine, "long: W 32, object from disk, quick");
}

TEST_F(SessionTest, QuickObjectsAreMadeForLongKernelsOnly) {
  CompileRequest r = request("add", 32, "short");
  r.inBackground = 1;
  auto compiled = Session::get().compile(r);
  ASSERT_TRUE(bool(compiled)) << compiled.status().message();
  EXPECT_EQ((*compiled)->kernel().better, nullptr);
  expectAdds(**compiled);
}

TEST_F(SessionTest, FailuresInTheBackgroundAreValues) {
  CompileRequest poisoned = request("broken", 32);
  poisoned.inBackground = 1;
  auto compiled = Session::get().compile(poisoned);
  ASSERT_FALSE(bool(compiled));
  EXPECT_EQ(compiled.status().code(), StatusCode::NotSupported);
  CompileRequest unbound = request("add", 32, "unbound tiers");
  unbound.inBackground = 1;
  unbound.quickFirst = true;
  unbound.resolve = nullptr;
  auto missing = Session::get().compile(unbound);
  ASSERT_FALSE(bool(missing));
  EXPECT_NE(missing.status().message().find("bias"), std::string::npos);
}

TEST_F(SessionTest, ManyThreadsCompileManyKernels) {
  std::vector<std::thread> threads;
  std::atomic<int> failures{0};
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (unsigned width : {32u, 16u, 8u})
        for (const char *kernel : {"add", "reverse"})
          failures += !Session::get().compile(request(kernel, width, t % 2 ? "even" : "odd"));
    });
  for (auto &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

} // namespace
} // namespace anywarp::jit
