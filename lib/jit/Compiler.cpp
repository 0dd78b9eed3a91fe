// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One compilation: its own LLVMContext, under protection, with the dumps of ANYWARP_DUMP.
#include "jit/Compiler.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <llvm/CodeGen/MachineModuleInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Pass.h>
#include <llvm/PassInfo.h>
#include <llvm/PassRegistry.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

#include "codegen/Codegen.h"
#include "exec/ObserveAbi.h"
#include "exec/memory/Protect.h"
#include "ptx/Printer.h"
#include "support/Dump.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::jit {

namespace {

void onFatalError(void *, const char *reason, bool) {
  if (exec::isProtected())
    exec::leaveProtected(reason);
}

/// LLVM's verdicts of the kind that normally ends the process end the compilation instead.
void catchFatalErrors() {
  static std::once_flag once;
  std::call_once(once, [] { llvm::install_fatal_error_handler(onFatalError); });
}

bool isDumped(const char *what) { return Options::contains(Options::get().dump, what); }

std::unique_ptr<llvm::raw_fd_ostream> openDump(const std::string &name, const char *suffix) {
  std::error_code error;
  auto file = std::make_unique<llvm::raw_fd_ostream>(dumpPath(name, suffix), error);
  if (!error)
    return file;
  report("cannot write " + name + suffix + " to ANYWARP_DUMP_DIR: " + error.message());
  return nullptr;
}

/// Passes that are left out, by LLVM's names.
constexpr llvm::StringRef kLeftOut[] = {
    // They rarely find something in vector code.
    "early-ifcvt", "machine-combiner", "x86-domain-reassignment", "x86-optimize-LEAs",
    "x86-partial-reduction", "x86-avoid-SFB", "postra-machine-sink", "shrink-wrap",
    "machine-latecleanup",
    // Kernels have nothing of what these look for: collected memory, calls of memcmp and of
    // mathematical functions, thread-local variables, exceptions, tiles.
    "gc-lowering", "shadow-stack-gc-lowering", "gc-analysis", "mergeicmps", "expand-memcmp",
    "partially-inline-libcalls", "replace-with-veclib", "interleaved-access", "tlshoist",
    "callbrprepare", "dwarf-eh-prepare", "lower-amx-intrinsics", "lower-amx-type", "tilepreconfig",
    "tileconfig", "lowertilecopy",
    // Nor are they protected from what they read themselves.
    "x86-slh", "x86-lvi-load", "x86-lvi-ret", "x86-seses", "x86-cf-opt", "kcfi",
    "pseudo-probe-inserter", "stack-frame-layout"};

/// Ends a compilation whose object nobody wants any more.
class LeaveIfUnwanted final : public llvm::FunctionPass {
public:
  explicit LeaveIfUnwanted(const std::atomic<bool> &unwanted)
      : FunctionPass(kId), unwanted_(unwanted) {}
  bool runOnFunction(llvm::Function &) override {
    check(&unwanted_);
    return false;
  }
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override { usage.setPreservesAll(); }

  static void check(const std::atomic<bool> *unwanted) {
    if (unwanted && unwanted->load(std::memory_order_relaxed))
      exec::leaveProtected("nobody wants it any more");
  }

private:
  static inline char kId = 0;
  const std::atomic<bool> &unwanted_;
};

/// The back end's usual passes without those.
class SlimPassManager : public llvm::legacy::PassManager {
public:
  explicit SlimPassManager(const std::atomic<bool> *unwanted) : unwanted_(unwanted) {}
  void add(llvm::Pass *pass) override {
    const llvm::PassInfo *info =
        llvm::PassRegistry::getPassRegistry()->getPassInfo(pass->getPassID());
    const llvm::StringRef name = info ? info->getPassArgument() : "";
    // The first allocation of two is that of tiles.
    const bool isForTiles = name == "greedy" && !std::exchange(hasTileAllocation_, true);
    if (!isForTiles && !llvm::is_contained(kLeftOut, name))
      llvm::legacy::PassManager::add(pass);
    else
      delete pass;
    if (unwanted_)
      llvm::legacy::PassManager::add(new LeaveIfUnwanted(*unwanted_));
  }

private:
  const std::atomic<bool> *const unwanted_;
  bool hasTileAllocation_ = false;
};

/// As LLVMTargetMachine::addPassesToEmitFile, without passes that find nothing to do in our code:
/// following the places of variables alone took a fiftieth of the time of a small kernel. Nor is
/// there a schedule after register allocation: processors reorder better, and its time is the
/// square of a block's length.
Status emit(llvm::Module &module, llvm::TargetMachine &target, llvm::CodeGenFileType type,
            llvm::raw_pwrite_stream &out, const std::atomic<bool> *unwanted) {
  auto &machine = static_cast<llvm::LLVMTargetMachine &>(target); // as all back ends are
  SlimPassManager passes(unwanted);
  llvm::TargetPassConfig *config = machine.createPassConfig(passes);
  config->setDisableVerify(true);
  for (llvm::AnalysisID pass :
       {&llvm::LiveDebugValuesID, &llvm::RemoveRedundantDebugValuesID, &llvm::XRayInstrumentationID,
        &llvm::FEntryInserterID, &llvm::PatchableFunctionID, &llvm::StackMapLivenessID,
        &llvm::FixupStatepointCallerSavedID, &llvm::FuncletLayoutID,
        &llvm::MachineSanitizerBinaryMetadataID, &llvm::StackFrameLayoutAnalysisPassID,
        &llvm::PostRASchedulerID, &llvm::PostMachineSchedulerID})
    config->disablePass(pass);
  passes.add(config);
  auto *functions = new llvm::MachineModuleInfoWrapperPass(&machine);
  passes.add(functions); // which owns it
  if (config->addISelPasses())
    return {StatusCode::System, "the back end selects no instructions"};
  config->addMachinePasses();
  config->setInitialized();
  if (machine.addAsmPrinter(passes, out, nullptr, type, functions->getMMI().getContext()))
    return {StatusCode::System, "the back end does not write objects"};
  passes.add(llvm::createFreeMachineFunctionPass());
  passes.run(module);
  return {};
}

/// Beyond this many instructions machine code is made the quick way: register allocation and
/// scheduling would take seconds, and more than in proportion.
constexpr unsigned kMaxOptimized = 30'000;

unsigned optLevelOf(const CompileRequest &request) {
  return request.recordRegisters || request.describeVariables ? 0 : request.optLevel;
}

codegen::CodegenOptions optionsOf(const CompileRequest &request) {
  codegen::CodegenOptions options;
  options.simdWidth = request.simdWidth;
  options.strict = request.strict;
  options.managedViews = request.managedViews;
  options.shape = request.shape;
  options.fewThreads = request.fewThreads;
  // What records say must be so when an access faults: nothing is moved.
  options.optLevel = optLevelOf(request);
  options.observed = request.observe != 0;
  options.endsPieces = request.observe & exec::ObserveEnds;
  options.guarded = request.observe & exec::ObserveMisses;
  options.byRanges = request.observe & exec::ObserveInit;
  options.doubts = request.observe & exec::ObserveDoubts;
  options.interruptible = request.interruptible;
  options.tellsSteps = request.steps;
  options.waitsInPlace = request.describeVariables;
  options.debug = request.debug;
  const std::string &barriers = Options::get().barriers;
  // Loops over the pieces would tear functions, and what is said of them, apart.
  if (barriers == "coroutine" || request.describeVariables || request.interruptible)
    options.barriers = codegen::CodegenOptions::Coroutine;
  else if (barriers == "loops")
    options.barriers = codegen::CodegenOptions::Loops;
  return options;
}

/// Back ends wait here for the next compilation: to make one, with what it knows of the processor,
/// takes as long as a small kernel. One that a failed compilation had is lost.
class TargetMachines {
public:
  using Key =
      std::tuple<std::string, std::string, unsigned, bool>; ///< createTargetMachine's arguments

  Expected<std::unique_ptr<llvm::TargetMachine>> take(const Key &key) {
    {
      LockGuard lock(mutex_);
      auto &idle = idle_[key];
      if (!idle.empty()) {
        auto machine = std::move(idle.back());
        idle.pop_back();
        return machine;
      }
    }
    const auto &[name, features, optLevel, debug] = key;
    return createTargetMachine({name, features}, optLevel, debug);
  }
  void giveBack(const Key &key, std::unique_ptr<llvm::TargetMachine> machine) {
    LockGuard lock(mutex_);
    if (auto &idle = idle_[key]; idle.size() < kMost)
      idle.push_back(std::move(machine));
  }
  /// Never freed: kernels may still be compiled while the program's destructors run.
  static TargetMachines &get() {
    static auto *const machines = new TargetMachines;
    return *machines;
  }

private:
  static constexpr size_t kMost = 4; ///< of one kind: each holds about a megabyte
  Mutex mutex_;
  std::map<Key, std::vector<std::unique_ptr<llvm::TargetMachine>>> idle_ AW_GUARDED_BY(mutex_);
};

/// Fewer instructions are optimised about as soon as a quick object of them is made and linked.
constexpr unsigned kLeastForQuick = 150;

/// All of one compilation; on the stack of compileToObject, filled in under protection.
struct Compilation {
  const CompileRequest &request;
  const TargetCpu &cpu;
  std::vector<CompileStage> *stages;
  bool *isQuick;          ///< null: the object is to be optimised
  const std::string name; ///< of the kernel
  Status status;
  std::string object;
  const char *stage = "start";
  double last = 0; ///< end of the last of `stages`

  void run();
  bool mayBeQuick(const llvm::Module &module) const;
  void ended(const char *name);
};

double threadMilliseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) * 1e-6;
}

void Compilation::ended(const char *name) {
  if (!stages)
    return;
  const double now = threadMilliseconds();
  stages->push_back({name, now - std::exchange(last, now)});
}

/// No frame steps over the guard of the kernel's stack.
void probeStack(llvm::Module &module) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("probe-stack", "inline-asm");
}

std::string toString(const llvm::SmallVectorImpl<char> &bytes) {
  return {bytes.begin(), bytes.end()};
}

/// Whether an object may come from the code as it is, with registers and instructions as they come
/// to hand. Functions that stay are bound to the module's descriptors, or recursive: deep ones need
/// the small frames of optimised code.
bool Compilation::mayBeQuick(const llvm::Module &module) const {
  const bool hasFunctions = llvm::any_of(module, [](const llvm::Function &function) {
    return !function.isDeclaration() && function.hasFnAttribute("aw-function");
  });
  return !hasFunctions && !module.getFunction(name + ".bind") &&
         (request.quickFirst || module.getInstructionCount() >= kLeastForQuick);
}

void Compilation::run() {
  using Clock = std::chrono::steady_clock;
  auto milliseconds = [last = Clock::now()]() mutable {
    auto before = std::exchange(last, Clock::now());
    return std::chrono::duration<double, std::milli>(last - before).count();
  };
  last = threadMilliseconds();
  TargetMachines::Key key(cpu.name, cpu.features, request.quick ? 0 : optLevelOf(request),
                          request.debug);
  auto target = TargetMachines::get().take(key);
  if (!target) {
    status = target.takeStatus();
    return;
  }
  llvm::LLVMContext context;
  context.setDiscardValueNames(Options::get().dump.empty() && !request.recordRegisters &&
                               !request.describeVariables);
  if (isDumped("ptx"))
    if (auto file = openDump(name, ".ptx"))
      *file << ptx::print(*request.module);
  double setUp = milliseconds();
  ended("SetUp");

  stage = "translation of PTX";
  auto emitted =
      codegen::emitDeviceIr(*request.module, *request.entry, context,
                            {request.recordRegisters, request.describeVariables, request.observe,
                             request.profile, Options::get().approx == "exact"});
  if (!emitted) {
    status = emitted.takeStatus();
    return;
  }
  std::unique_ptr<llvm::Module> module = std::move(*emitted);
  if (isDumped("device-ir"))
    if (auto file = openDump(name, ".device.ll"))
      module->print(*file, nullptr);
  double front = milliseconds();
  ended("Emit");

  stage = "forming of warps";
  codegen::CodegenOptions options = optionsOf(request);
  if (stages || request.unwanted)
    options.afterPass = [this](const char *pass) {
      LeaveIfUnwanted::check(request.unwanted);
      ended(pass);
    };
  options.quick = request.quick;
  bool isInterim = false;
  if (isQuick)
    options.complete = [&] { return isInterim = mayBeQuick(*module); };
  if (status = codegen::lowerToWarps(*module, **target, options); !status.ok())
    return;
  probeStack(*module);
  if (isDumped("final-ir"))
    if (auto file = openDump(name, ".final.ll"))
      module->print(*file, nullptr);
  double lower = milliseconds();

  stage = "code generation";
  if (isQuick)
    *isQuick = isInterim;
  if (isInterim) {
    TargetMachines::get().giveBack(key, std::move(*target));
    key = {cpu.name, cpu.features, 0, false};
    if (target = TargetMachines::get().take(key); !target) {
      status = target.takeStatus();
      return;
    }
  }
  // A back end that has selected instructions the quick way goes on doing so: it is not kept.
  const bool isHuge = module->getInstructionCount() > kMaxOptimized;
  if (isHuge)
    (*target)->setOptLevel(llvm::CodeGenOptLevel::None);

  if (isDumped("asm"))
    if (auto file = openDump(name, ".s"))
      if (auto clone = llvm::CloneModule(*module))
        if (status = emit(*clone, **target, llvm::CodeGenFileType::AssemblyFile, *file,
                          request.unwanted);
            !status.ok())
          return;
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream out(buffer);
  if (status = emit(*module, **target, llvm::CodeGenFileType::ObjectFile, out, request.unwanted);
      !status.ok())
    return;
  object = toString(buffer);
  ended("BackEnd");
  if (!isHuge)
    TargetMachines::get().giveBack(key, std::move(*target));
  double back = milliseconds();
  if (isTraced("jit")) {
    char text[256];
    std::snprintf(
        text, sizeof text,
        "compiled %.100s%s: set-up %.1f, PTX to IR %.1f, warps %.1f, code %.1f ms; %zu bytes",
        name.c_str(), isInterim ? " quickly" : "", setUp, front, lower, back, object.size());
    trace("jit", text);
  }
}

} // namespace

Expected<std::string> compileToObject(const CompileRequest &request, const TargetCpu &cpu,
                                      std::vector<CompileStage> *stages, bool *isQuick) {
  catchFatalErrors();
  Compilation compilation{request, cpu, stages, isQuick, request.entry->name, {}, {}};
  Status survived =
      exec::runProtected([](void *arg) { static_cast<Compilation *>(arg)->run(); }, &compilation);
  if (!survived.ok())
    return std::move(survived).annotated(std::string("the compiler failed in the ") +
                                         compilation.stage + " of " + compilation.name);
  if (!compilation.status.ok())
    return std::move(compilation.status);
  return std::move(compilation.object);
}

} // namespace anywarp::jit
