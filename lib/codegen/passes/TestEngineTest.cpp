// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/TestEngine.h"

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <list>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>

#include "exec/ReductionAbi.h"

namespace anywarp::codegen::test {
namespace {

using exec::BlockState;
using exec::Collective;
using exec::CollectiveLane;
using exec::LaunchState;

// -- The engine: one block at a time, its pieces in turn ------------------------------------------

struct Request {
  enum Kind { Running, Barrier, Collect, Yield, Ended } kind = Running;
  uint32_t id = 0, lanes = 0;
  Collective op{};
  CollectiveLane *array = nullptr;
};

struct BlockRun {
  const LaunchState *launch = nullptr;
  uint32_t width = 1;
  std::vector<Request> requests;
  struct Slot {
    uint32_t expected = 0, arrived = 0, popc = 0;
    bool any = false, all = true;
    std::vector<uint32_t> waiting;
  };
  std::map<uint32_t, Slot> barriers;
  std::vector<uint32_t> results; ///< of aw_barrier_reduce, by piece
  std::vector<uint8_t> ops;
};

/// Delays every reduction; the first for a word at an odd place is refused. From the second row of
/// one operation on, its places have an array.
struct Delayed : exec::PendingReductions {
  struct One {
    uint64_t what, address, value;
  };
  std::list<One> list;
  std::set<uint64_t> seen;
  std::vector<char> words; ///< of the array
  uint32_t add(uint64_t what, const uint64_t *addresses, const char *values);
  void openDense(uint64_t what);
  void closeDense();
  void settle();
};

jmp_buf gStop;
Events gEvents;
Delayed gDelayed;

BlockRun &runOf(BlockState *block) { return *static_cast<BlockRun *>(block->engine); }

uint32_t lanesOf(const BlockRun &run, uint32_t piece) {
  uint32_t threads = std::min(run.width, run.launch->threadsPerBlock - piece * run.width);
  return threads == 32 ? ~0u : (1u << threads) - 1;
}

void release(BlockRun &run, BlockRun::Slot &slot) {
  for (uint32_t piece : slot.waiting) {
    run.results[piece] = run.ops[piece] == 0   ? slot.popc
                         : run.ops[piece] == 1 ? slot.all
                                               : slot.any;
    run.requests[piece].kind = Request::Running;
  }
  slot = {};
}

/// Whole-block barriers release when every piece has arrived or ended.
void settle(BlockRun &run) {
  for (auto &[id, slot] : run.barriers) {
    if (slot.waiting.empty() && slot.arrived == 0)
      continue;
    if (slot.expected == 0) {
      uint32_t here = 0;
      for (uint32_t p = 0; p < run.requests.size(); ++p)
        here += run.requests[p].kind == Request::Ended ||
                (run.requests[p].kind == Request::Barrier && run.requests[p].id == id);
      if (here == run.requests.size())
        release(run, slot);
    } else if (slot.arrived >= slot.expected) {
      release(run, slot);
    }
  }
}

bool wait(BlockState *block, uint32_t piece, uint32_t id, uint32_t count, uint32_t lanes,
          uint32_t holds, uint32_t op) {
  BlockRun &run = runOf(block);
  BlockRun::Slot &slot = run.barriers[id];
  slot.expected = count;
  slot.arrived += uint32_t(std::popcount(lanesOf(run, piece)));
  slot.popc += uint32_t(std::popcount(holds & lanes));
  slot.any |= (holds & lanes) != 0;
  slot.all &= (holds & lanes) == lanes;
  slot.waiting.push_back(piece);
  run.ops[piece] = uint8_t(op);
  run.requests[piece] = {Request::Barrier, id, lanes, {}, nullptr};
  return true;
}

extern "C" {
bool testBarrierSync(const LaunchState *, BlockState *b, uint32_t piece, uint32_t id,
                     uint32_t count, uint32_t lanes) {
  return wait(b, piece, id, count, lanes, 0, 0);
}
void testBarrierArrive(const LaunchState *, BlockState *b, uint32_t piece, uint32_t id,
                       uint32_t count, uint32_t lanes) {
  BlockRun::Slot &slot = runOf(b).barriers[id];
  slot.expected = count;
  slot.arrived += uint32_t(std::popcount(lanesOf(runOf(b), piece)));
}
bool testBarrierReduce(const LaunchState *, BlockState *b, uint32_t piece, uint32_t id,
                       uint32_t count, uint32_t lanes, uint32_t holds, uint32_t op) {
  return wait(b, piece, id, count, lanes, holds, op);
}
uint32_t testBarrierResult(const LaunchState *, BlockState *b, uint32_t piece) {
  return runOf(b).results[piece];
}
bool testCollective(const LaunchState *, BlockState *b, uint32_t piece, uint32_t op, uint32_t lanes,
                    CollectiveLane *array) {
  runOf(b).requests[piece] = {Request::Collect, 0, lanes, Collective(op), array};
  return true;
}
bool testSleep(const LaunchState *, BlockState *b, uint32_t piece, uint32_t) {
  runOf(b).requests[piece].kind = Request::Yield;
  return true;
}

bool testYield(const LaunchState *, BlockState *b, uint32_t piece) {
  runOf(b).requests[piece].kind = Request::Yield;
  return true;
}
uint32_t testPrintf(const LaunchState *, BlockState *, uint32_t thread, const char *format,
                    void *args) {
  char line[256];
  snprintf(line, sizeof line, format, args ? *static_cast<int *>(args) : 0);
  gEvents.lines.push_back(std::to_string(thread) + ":" + line);
  return 1;
}
uint64_t testMalloc(const LaunchState *, BlockState *, uint32_t, uint64_t bytes) {
  return reinterpret_cast<uint64_t>(std::malloc(bytes));
}
void testFree(const LaunchState *, BlockState *, uint32_t, uint64_t address) {
  std::free(reinterpret_cast<void *>(address));
}
void testMallocLanes(const LaunchState *, BlockState *, uint32_t, uint32_t lanes,
                     const uint64_t *bytes, uint64_t *addresses) {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1)
      addresses[lane] = reinterpret_cast<uint64_t>(std::malloc(bytes[lane]));
}
void testFreeLanes(const LaunchState *, BlockState *, uint32_t, uint32_t lanes,
                   const uint64_t *addresses) {
  for (unsigned lane = 0; lane < 32; ++lane)
    if (lanes >> lane & 1)
      std::free(reinterpret_cast<void *>(addresses[lane]));
}
void testFault(const LaunchState *, BlockState *, uint32_t thread, uint32_t fault, uint64_t) {
  gEvents.fault = exec::Fault(fault);
  gEvents.faultThread = thread;
  longjmp(gStop, 1);
}
void testAssert(const LaunchState *, BlockState *, uint32_t thread, const char *message,
                const char *, uint32_t, const char *) {
  gEvents.fault = exec::Fault::Assert;
  gEvents.faultThread = thread;
  gEvents.lines.push_back(message);
  longjmp(gStop, 1);
}
void *testReductions(const LaunchState *, BlockState *) {
  return static_cast<exec::PendingReductions *>(&gDelayed);
}
uint32_t testReduce(const LaunchState *, BlockState *, void *pending, uint64_t what,
                    const uint64_t *addresses, const char *values) {
  EXPECT_EQ(pending, static_cast<exec::PendingReductions *>(&gDelayed));
  return gDelayed.add(what, addresses, values);
}
void testSettle(const LaunchState *, BlockState *, void *) { gDelayed.settle(); }
uint64_t testClock(const LaunchState *, BlockState *) { return 1; }
}

template <typename T> T reduced(exec::Reduction reduction, T a, T b) {
  using Signed = std::make_signed_t<T>;
  switch (reduction) {
  case exec::Reduction::Add:
    return T(a + b);
  case exec::Reduction::And:
    return T(a & b);
  case exec::Reduction::Or:
    return T(a | b);
  case exec::Reduction::Xor:
    return T(a ^ b);
  case exec::Reduction::Min:
    return Signed(b) < Signed(a) ? b : a;
  case exec::Reduction::Max:
    return Signed(b) > Signed(a) ? b : a;
  case exec::Reduction::UMin:
    return b < a ? b : a;
  case exec::Reduction::UMax:
    return b > a ? b : a;
  }
  return 0;
}

uint64_t identityOf(exec::Reduction reduction, unsigned bytes) {
  const uint64_t ones = bytes == 4 ? ~0u : ~uint64_t(0);
  switch (reduction) {
  case exec::Reduction::And:
  case exec::Reduction::UMin:
    return ones;
  case exec::Reduction::Min:
    return ones >> 1;
  case exec::Reduction::Max:
    return (ones >> 1) + 1;
  default:
    return 0;
  }
}

void Delayed::openDense(uint64_t what) {
  const unsigned bytes = what >> 8 & 0xff;
  const uint64_t identity = identityOf(exec::Reduction(what & 0xff), bytes), size = high - low;
  if (size > exec::DenseReductions::kMaxBytes)
    return;
  words.resize(size + bytes);
  for (uint64_t at = 0; at < words.size(); at += bytes)
    std::memcpy(&words[at], &identity, bytes);
  dense[what & 0xff] = {low, size, words.data()};
}

/// What the array has comes after all that is in the list.
void Delayed::closeDense() {
  for (uint64_t kind = 0; kind < exec::kReductions; ++kind) {
    const exec::DenseReductions closed = std::exchange(dense[kind], {});
    const unsigned bytes = closed.bytes ? unsigned(words.size() - closed.bytes) : 1;
    gEvents.dense += closed.isUsed;
    for (uint64_t at = 0; at < closed.bytes; at += bytes) {
      uint64_t value = 0;
      std::memcpy(&value, &words[at], bytes);
      list.push_back({kind | uint64_t(bytes) << 8, closed.low + at, value});
    }
  }
}

uint32_t Delayed::add(uint64_t what, const uint64_t *addresses, const char *values) {
  const unsigned bytes = what >> 8 & 0xff;
  uint32_t refused = 0;
  closeDense();
  for (unsigned lane = 0; lane < 32; ++lane) {
    if (!(what >> 32 >> lane & 1))
      continue;
    const uint64_t address = addresses[lane];
    for (exec::RecentReduction &last : recent) // the list keeps the order of unlike operations
      if (last.address == address)
        last = {};
    if (address / bytes % 2 && seen.insert(address).second) {
      refused |= 1u << lane;
      continue;
    }
    uint64_t value = 0;
    std::memcpy(&value, values + lane * bytes, bytes);
    list.push_back({what & 0xffff, address, value});
    low = std::min(low, address);
    high = std::max(high, address + bytes);
    ++gEvents.delayed;
    if (what >> 32 == 1)
      recent[what & 0xff] = {address, &list.back().value};
  }
  if (!refused && what >> 32 != 1 &&
      std::ranges::all_of(list, [&](const One &one) { return one.what == (what & 0xffff); }))
    openDense(what);
  return refused;
}

void Delayed::settle() {
  closeDense();
  for (const One &one : list) {
    const auto reduction = exec::Reduction(one.what & 0xff);
    if (one.what >> 8 == 4) {
      auto *place = reinterpret_cast<uint32_t *>(one.address);
      *place = reduced(reduction, *place, uint32_t(one.value));
    } else {
      auto *place = reinterpret_cast<uint64_t *>(one.address);
      *place = reduced(reduction, *place, one.value);
    }
  }
  *this = {};
}

/// redux.sync over the values of a group.
uint32_t folded(Collective op, const std::vector<CollectiveLane> &group) {
  auto fold = [&](auto f) {
    uint32_t r = uint32_t(group[0].value);
    for (size_t i = 1; i < group.size(); ++i)
      r = f(r, uint32_t(group[i].value));
    return r;
  };
  switch (op) {
  case Collective::ReduxAdd:
    return fold([](uint32_t x, uint32_t y) { return x + y; });
  case Collective::ReduxMin:
    return fold([](uint32_t x, uint32_t y) { return uint32_t(std::min(int32_t(x), int32_t(y))); });
  case Collective::ReduxMax:
    return fold([](uint32_t x, uint32_t y) { return uint32_t(std::max(int32_t(x), int32_t(y))); });
  case Collective::ReduxUMin:
    return fold([](uint32_t x, uint32_t y) { return std::min(x, y); });
  case Collective::ReduxUMax:
    return fold([](uint32_t x, uint32_t y) { return std::max(x, y); });
  case Collective::ReduxAnd:
    return fold([](uint32_t x, uint32_t y) { return x & y; });
  case Collective::ReduxOr:
    return fold([](uint32_t x, uint32_t y) { return x | y; });
  case Collective::ReduxXor:
    return fold([](uint32_t x, uint32_t y) { return x ^ y; });
  default:
    return 0;
  }
}

/// The collective of one warp whose pieces are all there: written from the PTX manual's words.
void collect(Collective op, std::vector<std::pair<uint32_t, CollectiveLane *>> &lanes) {
  std::map<uint32_t, CollectiveLane *> byLane(lanes.begin(), lanes.end());
  std::map<uint32_t, CollectiveLane> in;
  for (auto [l, p] : byLane)
    in[l] = *p;
  for (auto [l, p] : byLane) {
    uint32_t members = in[l].memberMask;
    std::vector<CollectiveLane> group;
    uint32_t present = 0, ballot = 0;
    for (auto &[k, v] : in)
      if (op == Collective::ActiveMask || members >> k & 1) {
        group.push_back(v);
        present |= 1u << k;
        ballot |= uint32_t(v.predicate != 0) << k;
      }
    uint32_t b = in[l].b & 31, c = in[l].c & 31, segment = in[l].c >> 8 & 31;
    int limit = int((l & segment) | (c & ~segment));
    int from = 0;
    bool inside = false;
    switch (op) {
    case Collective::ShflUp:
      from = int(l) - int(b);
      inside = from >= limit;
      break;
    case Collective::ShflDown:
      from = int(l + b);
      inside = from <= limit;
      break;
    case Collective::ShflBfly:
      from = int(l ^ b);
      inside = from <= limit;
      break;
    case Collective::ShflIdx:
      from = int((l & segment) | (b & ~segment));
      inside = from <= limit;
      break;
    case Collective::VoteAll:
      p->value = ballot == present;
      break;
    case Collective::VoteAny:
      p->value = ballot != 0;
      break;
    case Collective::VoteUni:
      p->value = ballot == 0 || ballot == present;
      break;
    case Collective::Ballot:
      p->value = ballot;
      break;
    case Collective::MatchAny32:
    case Collective::MatchAny64: {
      uint32_t same = 0;
      for (auto &[k, v] : in)
        same |= uint32_t((members >> k & 1) && v.value == in[l].value) << k;
      p->value = same;
      break;
    }
    case Collective::MatchAll32:
    case Collective::MatchAll64: {
      bool all = true;
      for (auto &v : group)
        all &= v.value == in[l].value;
      p->value = all ? present : 0;
      p->predicate = all;
      break;
    }
    case Collective::ReduxAdd:
    case Collective::ReduxMin:
    case Collective::ReduxMax:
    case Collective::ReduxUMin:
    case Collective::ReduxUMax:
    case Collective::ReduxAnd:
    case Collective::ReduxOr:
    case Collective::ReduxXor:
      p->value = folded(op, group);
      break;
    case Collective::ActiveMask:
      p->value = present;
      break;
    case Collective::Elect:
      p->value = uint32_t(std::countr_zero(present));
      p->predicate = p->value == l;
      break;
    case Collective::Sync:
      break;
    }
    if (op <= Collective::ShflIdx) {
      from = inside ? from : int(l);
      p->value = in.count(uint32_t(from)) ? in[uint32_t(from)].value : 0;
      p->predicate = inside;
    }
  }
}

/// Collectives of warps in which every piece that has not ended waits at one of the same kind.
void settleCollectives(BlockRun &run) {
  uint32_t perWarp = 32 / run.width;
  for (uint32_t first = 0; first < run.requests.size(); first += perWarp) {
    uint32_t end = std::min<uint32_t>(first + perWarp, uint32_t(run.requests.size()));
    std::vector<std::pair<uint32_t, CollectiveLane *>> lanes;
    const Request *any = nullptr;
    bool ready = true;
    for (uint32_t p = first; p < end; ++p) {
      const Request &w = run.requests[p];
      if (w.kind == Request::Ended)
        continue;
      ready &= w.kind == Request::Collect && (!any || w.op == any->op);
      any = &w;
      for (uint32_t l = 0; l < run.width && ready; ++l)
        if (w.lanes >> l & 1)
          lanes.push_back({(p - first) * run.width + l, w.array + l});
    }
    if (!any || !ready)
      continue;
    collect(any->op, lanes);
    for (uint32_t p = first; p < end; ++p)
      if (run.requests[p].kind == Request::Collect)
        run.requests[p].kind = Request::Running;
  }
}

bool runPieces(const exec::Kernel &kernel, LaunchState &launch, BlockState &block, BlockRun &run) {
  size_t stride = (kernel.info.frameBytes + 127) / 128 * 128;
  uint32_t pieces = launch.piecesPerBlock;
  std::unique_ptr<char, decltype(&std::free)> frames(
      static_cast<char *>(std::aligned_alloc(128, stride * pieces)), &std::free);
  std::vector<bool> begun(pieces);
  for (bool progress = true; progress;) {
    progress = false;
    bool ended = true;
    for (uint32_t p = 0; p < pieces; ++p) {
      Request &request = run.requests[p];
      if (request.kind == Request::Yield)
        request.kind = Request::Running;
      ended &= request.kind == Request::Ended;
      if (request.kind != Request::Running)
        continue;
      progress = true;
      block.currentPiece = p;
      void *frame = frames.get() + stride * p;
      if (!begun[p]) {
        begun[p] = true;
        kernel.piece(&launch, &block, p, frame);
      } else {
        (*static_cast<exec::ResumeFn *>(frame))(frame);
      }
      if (*static_cast<exec::ResumeFn *>(frame) == nullptr)
        request.kind = Request::Ended;
      else if (request.kind == Request::Running) // a bare suspension
        wait(&block, p, 0, 0, 0, 0, 0);
    }
    if (ended)
      return true;
    settle(run);
    settleCollectives(run);
  }
  return false;
}

// -- Compiling ------------------------------------------------------------------------------------

/// `declare` lines for Intrinsics.def.
std::string declarations() {
  auto type = [](char c) {
    switch (c) {
    case 'v':
      return "void";
    case 'i':
      return "i32";
    case 'l':
      return "i64";
    case '1':
      return "i1";
    case 'f':
      return "float";
    case '3':
      return "ptr addrspace(3)";
    default:
      return "ptr";
    }
  };
  std::string text;
  auto add = [&](const char *name, llvm::StringRef signature, const char *effect) {
    std::string result;
    if (signature.consume_front("{")) {
      // "{i1}..." is a struct result
      result = std::string("{ ") + type(signature[0]) + ", " + type(signature[1]) + " }";
      signature = signature.drop_front(3);
    } else {
      result = type(signature[0]);
      signature = signature.drop_front();
    }
    text += "declare " + result + " @" + name + "(";
    for (size_t i = 0; i < signature.size(); ++i)
      text += std::string(i ? ", " : "") + type(signature[i]);
    llvm::StringRef e(effect);
    text += e == "Pure"   ? ") nounwind willreturn memory(none) speculatable\n"
            : e == "Read" ? ") nounwind willreturn memory(inaccessiblemem: readwrite)\n"
            : e == "End"  ? ") nounwind noreturn\n"
                          : ") nounwind convergent\n";
  };
#define AW_INTRINSIC(Id, name, signature, shape, effect) add(name, signature, #effect);
#include "codegen/Intrinsics.def"
  return text;
}

std::unique_ptr<llvm::Module> parse(llvm::StringRef body, llvm::LLVMContext &context) {
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(declarations() + body.str(), error, context);
  if (!module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    error.print("test", stream);
    ADD_FAILURE() << text;
  }
  return module;
}

llvm::orc::JITTargetMachineBuilder hostTarget() {
  static const bool once = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser(); // inline assembly
    return true;
  }();
  (void)once;
  auto builder = llvm::cantFail(llvm::orc::JITTargetMachineBuilder::detectHost());
  if (const char *cpu = std::getenv("TEST_CPU")) // another vector unit than the host's
    builder = llvm::orc::JITTargetMachineBuilder(builder.getTargetTriple()), builder.setCPU(cpu);
  builder.setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  return builder;
}

std::unique_ptr<llvm::orc::LLJIT> makeJit() {
  return llvm::cantFail(
      llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(hostTarget()).create());
}

void define(llvm::orc::LLJIT &jit, std::initializer_list<std::pair<const char *, void *>> symbols) {
  llvm::orc::SymbolMap map;
  for (auto [name, address] : symbols)
    map[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                      llvm::JITSymbolFlags::Exported};
  llvm::cantFail(jit.getMainJITDylib().define(llvm::orc::absoluteSymbols(std::move(map))));
}

} // namespace

Events &events() { return gEvents; }

CodegenOptions optionsFor(unsigned width, Dim grid, Dim block) {
  CodegenOptions options;
  options.simdWidth = width;
  options.shape = exec::BlockShape::of(block.x, block.y, block.z, grid.x, grid.y, grid.z);
  return options;
}

TestKernel::TestKernel(llvm::StringRef body, const CodegenOptions &options) {
  auto context = std::make_unique<llvm::LLVMContext>();
  auto target = llvm::cantFail(hostTarget().createTargetMachine());
  std::unique_ptr<llvm::Module> module = parse(body, *context);
  if (!module) {
    status_ = Status(StatusCode::InvalidInput, "the test's text");
    return;
  }
  std::string name;
  for (llvm::Function &function : *module)
    if (function.hasFnAttribute("aw-kernel"))
      name = function.getName().str();
  status_ = lowerToWarps(*module, *target, options);
  if (!status_.ok())
    return;
  llvm::raw_string_ostream stream(text_);
  stream << *module;
  std::string broken;
  llvm::raw_string_ostream report(broken);
  if (llvm::verifyModule(*module, &report)) {
    ADD_FAILURE() << broken;
    status_ = Status(StatusCode::System, "broken module");
    return;
  }
  jit_ = makeJit();
  define(*jit_, {{"aw_barrier_sync", reinterpret_cast<void *>(testBarrierSync)},
                 {"aw_barrier_arrive", reinterpret_cast<void *>(testBarrierArrive)},
                 {"aw_barrier_reduce", reinterpret_cast<void *>(testBarrierReduce)},
                 {"aw_barrier_result", reinterpret_cast<void *>(testBarrierResult)},
                 {"aw_collective", reinterpret_cast<void *>(testCollective)},
                 {"aw_yield", reinterpret_cast<void *>(testYield)},
                 {"aw_sleep", reinterpret_cast<void *>(testSleep)},
                 {"aw_vprintf", reinterpret_cast<void *>(testPrintf)},
                 {"aw_malloc", reinterpret_cast<void *>(testMalloc)},
                 {"aw_free", reinterpret_cast<void *>(testFree)},
                 {"aw_malloc_lanes", reinterpret_cast<void *>(testMallocLanes)},
                 {"aw_free_lanes", reinterpret_cast<void *>(testFreeLanes)},
                 {"aw_fault", reinterpret_cast<void *>(testFault)},
                 {"aw_assertfail", reinterpret_cast<void *>(testAssert)},
                 {"aw_reductions", reinterpret_cast<void *>(testReductions)},
                 {"aw_reduce", reinterpret_cast<void *>(testReduce)},
                 {"aw_settle", reinterpret_cast<void *>(testSettle)},
                 {"aw_clock", reinterpret_cast<void *>(testClock)},
                 {"aw_globaltimer", reinterpret_cast<void *>(testClock)}});
  llvm::cantFail(
      jit_->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  auto find = [&](const std::string &symbol) -> void * {
    auto address = jit_->lookup(symbol);
    if (!address) {
      ADD_FAILURE() << llvm::toString(address.takeError());
      return nullptr;
    }
    return address->toPtr<void *>();
  };
  if (void *info = find(name + ".info"))
    std::memcpy(&kernel_.info, info, sizeof kernel_.info);
  if (kernel_.info.frameBytes)
    kernel_.piece = reinterpret_cast<exec::PieceFn>(find(name + ".piece"));
  else
    kernel_.block = reinterpret_cast<exec::BlockFn>(find(name + ".block"));
  if (text_.find("@\"" + name + ".bind\"") != std::string::npos ||
      text_.find("@" + name + ".bind(") != std::string::npos)
    reinterpret_cast<void (*)()>(find(name + ".bind"))();
}

TestKernel::~TestKernel() = default;

void *TestKernel::symbol(llvm::StringRef name) {
  auto address = jit_->lookup(name);
  return address ? address->toPtr<void *>() : (llvm::consumeError(address.takeError()), nullptr);
}

bool TestKernel::run(Dim grid, Dim block, const Params &params, uint32_t sharedBytes) {
  if (!status_.ok()) {
    ADD_FAILURE() << status_.message();
    return false;
  }
  gEvents = {};
  gDelayed = {};
  const uint32_t width = kernel_.info.simdWidth;
  LaunchState launch{};
  launch.gridDim[0] = grid.x, launch.gridDim[1] = grid.y, launch.gridDim[2] = grid.z;
  launch.blockDim[0] = block.x, launch.blockDim[1] = block.y, launch.blockDim[2] = block.z;
  launch.clusterDim[0] = launch.clusterDim[1] = launch.clusterDim[2] = 1;
  launch.threadsPerBlock = block.count();
  launch.warpsPerBlock = (block.count() + 31) / 32;
  launch.piecesPerBlock = (block.count() + width - 1) / width;
  launch.dynamicShared = sharedBytes;
  launch.totalShared = sharedBytes + kernel_.info.staticShared;
  launch.params = params.data();
  std::vector<char> shared(launch.totalShared + 256);
  std::vector<char> local(size_t(launch.piecesPerBlock) * width * kernel_.info.localBytes + 256);
  auto aligned = [](std::vector<char> &bytes, uintptr_t to) {
    return reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(bytes.data()) + to - 1) / to * to);
  };
  for (uint32_t i = 0; i < grid.count(); ++i) {
    std::fill(shared.begin(), shared.end(), 0);
    BlockRun run;
    run.launch = &launch;
    run.width = width;
    run.requests.resize(launch.piecesPerBlock);
    run.results.resize(launch.piecesPerBlock);
    run.ops.resize(launch.piecesPerBlock);
    BlockState state{};
    state.blockIdx[0] = i % grid.x;
    state.blockIdx[1] = i / grid.x % grid.y;
    state.blockIdx[2] = i / grid.x / grid.y;
    state.shared = aligned(shared, 128);
    state.local = aligned(local, 64);
    char *windows[] = {state.shared};
    state.clusterShared = windows;
    state.engine = &run;
    state.endPiece = launch.piecesPerBlock;
    if (setjmp(gStop))
      return true; // a fault ended the grid
    if (kernel_.block) {
      kernel_.block(&launch, &state);
      asm volatile("emms"); // kPieceInRegister
    } else if (!runPieces(kernel_, launch, state, run)) {
      return false;
    }
  }
  gDelayed.settle();
  return true;
}

// -- The reference --------------------------------------------------------------------------------

namespace {
struct Registers {
  uint32_t tid[3], ntid[3], ctaid[3], nctaid[3];
  const void *params;
};
Registers gNow;
template <uint32_t (Registers::*field)[3], int dimension> uint32_t readRegister() {
  return (gNow.*field)[dimension];
}
uint32_t readLane() {
  return (gNow.tid[0] + gNow.ntid[0] * (gNow.tid[1] + gNow.ntid[1] * gNow.tid[2])) % 32;
}
const void *readParams() { return gNow.params; }
void endThread() { longjmp(gStop, 1); }
} // namespace

bool runReference(llvm::StringRef body, Dim grid, Dim block, const Params &params) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module = parse(body, *context);
  if (!module)
    return false;
  std::string name;
  for (llvm::Function &function : *module)
    if (function.hasFnAttribute("aw-kernel"))
      name = function.getName().str();
  auto jit = makeJit();
#define AW_READ(text, field, d) {text, reinterpret_cast<void *>(readRegister<&Registers::field, d>)}
  define(*jit, {AW_READ("aw.tid.x", tid, 0),
                AW_READ("aw.tid.y", tid, 1),
                AW_READ("aw.tid.z", tid, 2),
                AW_READ("aw.ntid.x", ntid, 0),
                AW_READ("aw.ntid.y", ntid, 1),
                AW_READ("aw.ntid.z", ntid, 2),
                AW_READ("aw.ctaid.x", ctaid, 0),
                AW_READ("aw.ctaid.y", ctaid, 1),
                AW_READ("aw.ctaid.z", ctaid, 2),
                AW_READ("aw.nctaid.x", nctaid, 0),
                AW_READ("aw.nctaid.y", nctaid, 1),
                AW_READ("aw.nctaid.z", nctaid, 2),
                {"aw.exit", reinterpret_cast<void *>(endThread)},
                {"aw.laneid", reinterpret_cast<void *>(readLane)},
                {"aw.param.base", reinterpret_cast<void *>(readParams)}});
  llvm::cantFail(
      jit->addIRModule(llvm::orc::ThreadSafeModule(std::move(module), std::move(context))));
  auto address = jit->lookup(name);
  if (!address) {
    ADD_FAILURE() << llvm::toString(address.takeError());
    return false;
  }
  auto *kernel = address->toPtr<void (*)()>();
  gNow = {{}, {block.x, block.y, block.z}, {}, {grid.x, grid.y, grid.z}, params.data()};
  for (uint32_t b = 0; b < grid.count(); ++b)
    for (uint32_t t = 0; t < block.count(); ++t) {
      gNow.ctaid[0] = b % grid.x, gNow.ctaid[1] = b / grid.x % grid.y,
      gNow.ctaid[2] = b / grid.x / grid.y;
      gNow.tid[0] = t % block.x, gNow.tid[1] = t / block.x % block.y,
      gNow.tid[2] = t / block.x / block.y;
      if (!setjmp(gStop))
        kernel();
    }
  return true;
}

} // namespace anywarp::codegen::test
