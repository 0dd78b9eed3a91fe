// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Observed kernels, from PTX to events: which addresses, lanes and places they tell, and that a
// piece can be ended at an event while others go on.
#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>

#include "exec/Launch.h"
#include "exec/calls/Observer.h"
#include "jit/Session.h"
#include "ptx/Verifier.h"
#include "ptx/parse/Parser.h"
#include "support/Mutex.h"

namespace anywarp::jit {
namespace {

using exec::EventKind;

/// out[tid] = tid where tid < n; a barrier; then one more store, inlined from line 7.
const char *const kText = R"(
.version 8.0
.target sm_80
.address_size 64
.file 1 "/src/kernel.cu"
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .shared .align 4 .b8 buffer[256];
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<5>;
  .loc 1 3 1
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd2, %r2, 4;
  add.s64 %rd3, %rd1, %rd2;
  setp.ge.u32 %p1, %r2, %r1;
  .loc 1 4 1
  @%p1 bra done;
  .loc 1 5 1
  st.global.u32 [%rd3+8], %r2;
done:
  .loc 1 6 1
  bar.sync 0;
  .loc 1 7 1
  mov.u32 %r3, buffer;
  .loc 1 20 1, function_name $L__info_string0, inlined_at 1 7 1
  st.shared.v2.u32 [%r3], {%r2, %r2};
  ret;
}
.section .debug_str { $L__info_string0: .b8 112,117,116,0 }
)";

/// in[tid] and what a neighbour left in shared memory, read at once and behind another barrier.
const char *const kExchange = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in)
{
  .shared .align 4 .b8 buffer[512];
  .reg .b32 %r<9>;
  .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [out];
  ld.param.u64 %rd2, [in];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  ld.global.u32 %r2, [%rd4];
  mov.u32 %r3, buffer;
  shl.b32 %r4, %r1, 2;
  add.u32 %r5, %r3, %r4;
  st.shared.u32 [%r5], %r2;
  ld.volatile.shared.u32 %r6, [%r5+4];
  bar.sync 0;
  ld.volatile.shared.u32 %r7, [%r5+8];
  add.u32 %r6, %r6, %r7;
  add.s64 %rd5, %rd1, %rd3;
  st.global.u32 [%rd5], %r6;
  ret;
}
)";

class Recorder : public exec::Observer {
public:
  struct Record {
    uint32_t lanes;
    std::vector<uint64_t> a;
    uint64_t span = 0;
    unsigned times = 0;
  };
  exec::SiteRange *ranges(uint32_t sites) override {
    opened.resize(sites);
    return opened.data();
  }
  exec::Verdict on(const exec::Event &event) override {
    LockGuard lock(mutex_);
    Record &record = records[{event.site, event.piece * event.width}];
    record.lanes = event.lanes;
    record.span = event.span;
    ++record.times;
    if (opens && event.span)
      opened.at(event.site) = {opensAt, (opensBytes - event.span) / 4 + 1};
    record.a.assign(event.width, 0);
    for (uint32_t lane = 0; event.a && lane < event.width; ++lane)
      record.a[lane] = event.a[lane];
    return endSite == int(event.site) && event.piece == 0 ? exec::Verdict::EndPiece
                                                          : exec::Verdict::GoOn;
  }
  void allocated(const exec::LaunchState &, const exec::BlockState &, uint32_t, uint64_t,
                 uint64_t) override {}
  void freed(const exec::LaunchState &, const exec::BlockState &, uint32_t, uint64_t) override {}
  std::map<std::pair<uint32_t, uint32_t>, Record> records; ///< by site and first thread
  int endSite = -1;
  // Guarded kernels: what tests take for right, from the first event of a site on.
  bool opens = false;
  uint64_t opensAt = 0, opensBytes = 0;
  std::vector<exec::SiteRange> opened;

private:
  Mutex mutex_;
};

class ObserveTest : public testing::TestWithParam<unsigned> {
protected:
  explicit ObserveTest(uint32_t observe = exec::ObserveMemory | exec::ObserveSync |
                                          exec::ObserveEnds,
                       const char *text = kText)
      : text_(text), observe_(observe) {}
  void SetUp() override {
    Diagnostics diagnostics;
    module_ = ptx::parse(text_, diagnostics);
    ASSERT_NE(module_, nullptr) << diagnostics.render("test");
    ptx::verify(*module_, diagnostics);
    CompileRequest request;
    request.module = module_.get();
    request.entry = module_->findFunction("k");
    request.moduleKey = text_;
    request.simdWidth = GetParam();
    request.observe = observe_;
    auto compiled = Session::get().compile(request);
    ASSERT_TRUE(bool(compiled)) << compiled.status().message();
    code_ = *compiled;
  }
  /// The sites of a kind, and the texts of their lines.
  std::map<uint32_t, std::string> sites(EventKind kind) {
    std::map<uint32_t, std::string> found;
    std::string_view text = code_->sites();
    for (uint32_t i = 0; !text.empty(); ++i) {
      std::string line(text.substr(0, text.find('\n')));
      text.remove_prefix(line.size() + 1);
      if (line.starts_with(std::to_string(uint32_t(kind)) + "\t"))
        found[i] = line;
    }
    return found;
  }
  exec::LaunchResult run(Recorder &recorder, uint32_t threads, uint32_t n) {
    struct {
      uint32_t *out;
      uint32_t n;
    } params{out_, n};
    exec::LaunchState launch{};
    launch.gridDim[0] = launch.gridDim[1] = launch.gridDim[2] = 1;
    launch.blockDim[0] = threads;
    launch.blockDim[1] = launch.blockDim[2] = 1;
    launch.params = &params;
    exec::LaunchOptions options;
    options.observer = &recorder;
    return exec::runGrid(code_->kernel(), launch, options);
  }
  std::unique_ptr<ptx::Module> module_;
  std::shared_ptr<CompiledKernel> code_;
  uint32_t out_[128] = {};
  const char *text_;
  const uint32_t observe_;
};

/// What sites say of where their addresses come from.
class RootsTest : public ObserveTest {
protected:
  RootsTest()
      : ObserveTest(exec::ObserveMemory | exec::ObserveSync | exec::ObserveMisses, kExchange) {}
  /// The field of the site whose instruction is `text`.
  std::string rootsOf(EventKind kind, const std::string &text) {
    for (auto &[site, line] : sites(kind))
      if (const size_t at = line.find("\t" + text + "\t"); at != line.npos) {
        const size_t begin = at + text.size() + 2;
        return line.substr(begin, line.find('\t', begin) - begin);
      }
    return "none";
  }
};

TEST_P(RootsTest, ParametersAndIntervals) {
  EXPECT_EQ(rootsOf(EventKind::Load, "ld.global.u32"), "8");
  EXPECT_EQ(rootsOf(EventKind::Store, "st.global.u32"), "0 q"); // shared memory is only read there
  EXPECT_EQ(rootsOf(EventKind::Store, "st.shared.u32"), "s");
  auto loads = sites(EventKind::Load);
  std::erase_if(loads, [](auto &entry) {
    return entry.second.find("ld.volatile.shared") == std::string::npos;
  });
  // The second one reads what nothing writes between its barriers: it has no event.
  ASSERT_EQ(loads.size(), 1u);
  EXPECT_EQ(loads.begin()->second.find("s q"), std::string::npos);
}

/// Which kernels tell synccheck of their barriers.
class DoubtsTest : public ObserveTest {
protected:
  DoubtsTest() : ObserveTest(exec::ObserveSync | exec::ObserveDoubts) {}
  void SetUp() override {}
  /// Sites of a kernel that has a thread's number in %r2, n in %r1 and a store behind.
  std::map<uint32_t, std::string> sitesOf(EventKind kind, const std::string &body) {
    whole_ = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
  .shared .align 4 .b8 buffer[256];
  .reg .pred %p<2>;
  .reg .b32 %r<9>;
  .reg .b64 %rd<5>;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
)" + body + "st.global.u32 [%rd1], %r1;\nend: ret;\n}\n";
    text_ = whole_.c_str();
    ObserveTest::SetUp();
    return sites(kind);
  }
  bool tells(const std::string &body) {
    const bool barrier = !sitesOf(EventKind::BarrierSync, body).empty();
    EXPECT_EQ(barrier, !sites(EventKind::Store).empty()); // what comes behind tells of progress
    return barrier;
  }
  std::string whole_;
};

TEST_P(DoubtsTest, BarriersOfTheWholeBlock) {
  EXPECT_FALSE(tells("bar.sync 0;"));
  EXPECT_FALSE(tells("setp.gt.u32 %p1, %r1, 5; @%p1 bra by; bar.sync 0; by:"));
  EXPECT_TRUE(tells("setp.gt.u32 %p1, %r2, 5; @%p1 bra by; bar.sync 0; by:"));
  EXPECT_FALSE(tells("setp.ge.u32 %p1, %r2, %r1; @%p1 bra end; bar.sync 0;")); // they end
  EXPECT_FALSE(tells("setp.ge.u32 %p1, %r2, %r1; @!%p1 bra go; st.global.u32 [%rd1+4], %r2;"
                     "bra end; go: bar.sync 0;"));
  EXPECT_FALSE(tells("mov.u32 %r3, 0; loop: bar.sync 0; add.u32 %r3, %r3, 1;"
                     "setp.lt.u32 %p1, %r3, %r1; @%p1 bra loop;"));
  EXPECT_TRUE(tells("mov.u32 %r3, 0; loop: bar.sync 0; add.u32 %r3, %r3, 1;"
                    "setp.lt.u32 %p1, %r3, %r2; @%p1 bra loop;"));
  // Lanes that leave a loop at different times come to the barrier behind it together.
  EXPECT_FALSE(tells("mov.u32 %r3, 0; loop: st.global.u32 [%rd1+4], %r3; add.u32 %r3, %r3, 1;"
                     "setp.lt.u32 %p1, %r3, %r2; @%p1 bra loop; bar.sync 0;"));
  // How often they went round decides about the barrier.
  EXPECT_TRUE(tells("mov.u32 %r3, 0; loop: st.global.u32 [%rd1+4], %r3; add.u32 %r3, %r3, 1;"
                    "setp.lt.u32 %p1, %r3, %r2; @%p1 bra loop;"
                    "setp.gt.u32 %p1, %r3, 5; @%p1 bra by; bar.sync 0; by:"));
  EXPECT_TRUE(tells("mov.u32 %r3, buffer; ld.shared.u32 %r4, [%r3];"
                    "setp.gt.u32 %p1, %r4, 5; @%p1 bra by; bar.sync 0; by:"));
}

TEST_P(DoubtsTest, WhatMayBeWrongAllTheSame) {
  EXPECT_TRUE(sitesOf(EventKind::WarpSync, "bar.warp.sync 0xffffffff;").empty());
  EXPECT_EQ(sitesOf(EventKind::WarpSync, "bar.warp.sync %r1;").size(), 1u);
  EXPECT_TRUE(sitesOf(EventKind::BarrierSync, "bar.sync 1, 64;").empty());
  EXPECT_EQ(sitesOf(EventKind::BarrierSync, "bar.sync 1, %r1;").size(), 1u);
  EXPECT_EQ(
      sitesOf(EventKind::MbarrierInit, "mov.u32 %r3, buffer; mbarrier.init.shared.b64 [%r3], 1;")
          .size(),
      1u);
}

TEST_P(DoubtsTest, FencesWhereTheGridMayMeet) {
  auto fences = [&](const std::string &body) { return sitesOf(EventKind::Fence, body).size(); };
  const std::string grid = "mov.u32 %r3, %envreg2; st.global.u32 [%rd1+4], %r3;";
  EXPECT_EQ(fences("membar.gl; fence.acq_rel.gpu;"), 0u);
  EXPECT_EQ(fences(grid + "fence.acq_rel.gpu;"), 1u);
  EXPECT_EQ(fences(grid + "fence.acq_rel.cta;"), 0u);
}

/// Kernels that test their accesses themselves.
class GuardTest : public ObserveTest {
protected:
  GuardTest() : ObserveTest(exec::ObserveMemory | exec::ObserveMisses | exec::ObserveEnds) {}
  uint32_t globalStore() {
    for (auto &[site, line] : sites(EventKind::Store))
      if (line.find("st.global") != line.npos)
        return site;
    return ~0u;
  }
};

TEST_P(ObserveTest, TellsAddressesAndLanes) {
  Recorder recorder;
  ASSERT_TRUE(run(recorder, 48, 40).ok());
  auto stores = sites(EventKind::Store);
  ASSERT_EQ(stores.size(), 2u);
  uint32_t global = ~0u;
  for (auto &[site, line] : stores)
    if (line.find("st.global") != line.npos)
      global = site;
  ASSERT_NE(global, ~0u);
  unsigned lanes = 0;
  for (auto &[key, record] : recorder.records)
    for (uint32_t lane = 0; key.first == global && lane < GetParam(); ++lane)
      if (record.lanes >> lane & 1) {
        ++lanes;
        EXPECT_EQ(record.a[lane], uint64_t(out_ + key.second + lane + 2));
      }
  EXPECT_EQ(lanes, 40u);
  EXPECT_EQ(out_[2 + 39], 39u);
  EXPECT_EQ(out_[2 + 40], 0u);
}

TEST_P(ObserveTest, SitesHavePlaces) {
  auto stores = sites(EventKind::Store);
  ASSERT_EQ(stores.size(), 2u);
  std::string all;
  for (auto &[site, line] : stores)
    all += line + "\n";
  EXPECT_NE(all.find("st.global.u32\t0\tk\t/src/kernel.cu\t5\n"), all.npos) << all;
  EXPECT_NE(all.find("\tput\t/src/kernel.cu\t20\tk\t/src/kernel.cu\t7\n"), all.npos) << all;
  EXPECT_EQ(sites(EventKind::BarrierSync).size(), 1u);
  EXPECT_EQ(sites(EventKind::BarrierLeave).size(), 1u);
}

TEST_P(ObserveTest, EndsOnePiece) {
  Recorder recorder;
  for (auto &[site, line] : sites(EventKind::Store))
    if (line.find("st.global") != line.npos)
      recorder.endSite = int(site);
  exec::LaunchResult result = run(recorder, 64, 64);
  ASSERT_TRUE(result.ok()) << result.status.message() << result.fault.describe();
  EXPECT_EQ(out_[2], 0u); // its piece ended before the store
  EXPECT_EQ(out_[2 + 63], 63u);
  bool passed = false; // the barrier does not wait for the piece that ended
  for (auto &[site, line] : sites(EventKind::BarrierLeave))
    for (auto &[key, record] : recorder.records)
      passed |= key.first == site && key.second == 64 - GetParam();
  EXPECT_TRUE(passed);
}

/// The store of the first piece fails its test, which then knows the whole of out_. Shared memory
/// is known from the start.
TEST_P(GuardTest, TellsMissesOnly) {
  Recorder recorder;
  recorder.opens = true;
  recorder.opensAt = uint64_t(out_);
  recorder.opensBytes = sizeof out_;
  ASSERT_TRUE(run(recorder, 96, 96).ok());
  ASSERT_EQ(recorder.records.size(), 1u);
  const auto &[key, record] = *recorder.records.begin();
  EXPECT_EQ(key, std::pair(globalStore(), 0u));
  EXPECT_EQ(record.a[0], uint64_t(out_ + 2));
  EXPECT_EQ(record.times, 1u);
  EXPECT_EQ(out_[2 + 95], 95u);
}

TEST_P(GuardTest, TestsBothEnds) {
  Recorder recorder;
  recorder.opens = true;
  recorder.opensAt = uint64_t(out_ + 2);
  recorder.opensBytes = 64 * 4; // what the first 64 threads store to
  ASSERT_TRUE(run(recorder, 96, 96).ok());
  std::set<uint32_t> told;
  for (auto &[key, record] : recorder.records)
    told.insert(key.second);
  EXPECT_EQ(told.size(), 1 + 32 / GetParam()); // the first, and all beyond
  EXPECT_TRUE(told.count(64));
  EXPECT_FALSE(told.count(64 - GetParam()));

  Recorder misaligned;
  misaligned.opens = true;
  misaligned.opensAt = uint64_t(out_) + 1;
  misaligned.opensBytes = sizeof out_ - 1;
  ASSERT_TRUE(run(misaligned, 96, 96).ok());
  EXPECT_EQ(misaligned.records.size(), 96 / GetParam());
}

TEST_P(GuardTest, EndsOnePieceOfALoop) {
  EXPECT_NE(code_->kernel().block, nullptr); // no frames: what ends a piece is a branch
  Recorder recorder;
  recorder.endSite = int(globalStore());
  exec::LaunchResult result = run(recorder, 64, 64);
  ASSERT_TRUE(result.ok()) << result.status.message() << result.fault.describe();
  EXPECT_EQ(out_[2], 0u);
  EXPECT_EQ(out_[2 + GetParam() - 1], 0u);
  EXPECT_EQ(out_[2 + 63], 63u);
}

/// Nobody listens: nothing is told, the kernel runs.
TEST_P(GuardTest, RunsUnobserved) {
  struct {
    uint32_t *out;
    uint32_t n;
  } params{out_, 64};
  exec::LaunchState launch{};
  std::fill_n(launch.gridDim, 3, 1);
  launch.blockDim[0] = 64;
  launch.blockDim[1] = launch.blockDim[2] = 1;
  launch.params = &params;
  ASSERT_TRUE(exec::runGrid(code_->kernel(), launch).ok());
  EXPECT_EQ(out_[2 + 63], 63u);
}

INSTANTIATE_TEST_SUITE_P(Widths, RootsTest, testing::Values(1u, 32u));
INSTANTIATE_TEST_SUITE_P(Widths, DoubtsTest, testing::Values(1u, 32u));
INSTANTIATE_TEST_SUITE_P(Widths, GuardTest, testing::Values(1u, 8u, 16u, 32u));
INSTANTIATE_TEST_SUITE_P(Widths, ObserveTest, testing::Values(1u, 8u, 16u, 32u));

} // namespace
} // namespace anywarp::jit
