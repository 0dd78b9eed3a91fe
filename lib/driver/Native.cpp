// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries whose kernels are C++ code. Their PTX says what the API tells of a kernel: names and
// parameters. Its bodies are never compiled.
#include "driver/Native.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "driver/code/Library.h"
#include "driver/code/Program.h"
#include "driver/entry/Entry.h"
#include "driver/launch/Launch.h"
#include "driver/process/CaptureRules.h"
#include "driver/process/Process.h"
#include "driver/stream/Event.h"
#include "exec/memory/HostGuard.h"
#include "support/Options.h"

namespace anywarp::driver {

static std::string ptxOf(const NativeKernel *kernels, unsigned count) {
  std::string text = ".version 8.1\n.target sm_50\n.address_size 64\n";
  for (const NativeKernel &kernel : std::span(kernels, count)) {
    text += std::string(".visible .entry ") + kernel.name + "(";
    if (kernel.paramBytes)
      text += ".param .align 16 .b8 params[" + std::to_string(kernel.paramBytes) + "]";
    text += ")\n.maxntid 1\n{ ret; }\n";
  }
  return text;
}

CUresult Program::makeNative(const NativeKernel *kernels, unsigned count, Ref<Program> &program) {
  JitOptions options;
  fatbin::PtxImage image;
  image.text = ptxOf(kernels, count);
  if (CUresult result = build({image}, options, program))
    return result;
  for (unsigned i = 0; i < count; ++i)
    program->natives_.emplace(kernels[i].name, &kernels[i]);
  return CUDA_SUCCESS;
}

static CUresult loadNative(CUlibrary *library, const NativeKernel *kernels, unsigned count) {
  Ref<Program> program;
  if (CUresult result = Program::makeNative(kernels, count, program))
    return result;
  Ref<Library> made = make<Library>(std::move(program), CUDA_SUCCESS);
  if (CUresult result = Process::get().publish(Object::KindLibrary, made))
    return result;
  *library = handleOf(*made);
  return CUDA_SUCCESS;
}

static CUresult settle(CUstream handle) {
  Stream *stream = nullptr;
  if (findStream(handle, stream) == CUDA_ERROR_INVALID_HANDLE) {
    // It is gone, and its work may be of any device.
    Process::get().scheduler.waitForAll();
    return CUDA_SUCCESS;
  }
  if (!stream)
    return CUDA_SUCCESS;
  {
    LockGuard lock(captures().mutex);
    if (stream->capture)
      return CUDA_SUCCESS;
  }
  Process::get().scheduler.wait(*stream);
  return stream->context().error();
}

// -- Work for several streams ---------------------------------------------------------------------

static CUresult findStreamOf(CUcontext context, CUstream handle, Stream *&stream) {
  if (handle && handle != CU_STREAM_LEGACY && handle != CU_STREAM_PER_THREAD)
    return findStream(handle, stream);
  if (CUresult result = edge::cuCtxPushCurrent(context))
    return result;
  const CUresult result = findStream(handle, stream);
  CUcontext same;
  (void)driver::cuCtxPopCurrent(&same);
  return result;
}

constexpr uint64_t kMostBriefBlocks = 64;

static LaunchRequest requestOf(uint64_t blocks, const Stream &stream) {
  constexpr uint64_t kColumns = 1 << 30;
  LaunchRequest request;
  request.grid[0] = uint32_t(std::min(blocks, kColumns));
  request.grid[1] = uint32_t((blocks + request.grid[0] - 1) / request.grid[0]);
  request.workers = stream.workers();
  return request;
}

static CUresult prepare(const JointLaunch &asked, const Stream &stream, PreparedLaunch &launch) {
  Function *function;
  if (CUresult result =
          findFunction(reinterpret_cast<CUfunction>(asked.kernel), function, &stream.context()))
    return result;
  std::vector<char> params(function->facts().paramBytes);
  if (!params.empty())
    std::memcpy(params.data(), asked.params, params.size());
  if (CUresult result =
          prepareLaunch(*function, requestOf(asked.blocks, stream), std::move(params), launch))
    return result;
  launch.origin = WorkOrigin::here(stream);
  launch.isOver = asked.isOver;
  return CUDA_SUCCESS;
}

/// What each event stands for comes first.
static CUresult waitForEvents(const JointLaunch &asked, std::span<Stream *const> streams,
                              std::vector<Ref<Command>> &after) {
  for (unsigned i = 0; asked.after && i < asked.count; ++i) {
    if (!asked.after[i])
      continue;
    const Event *event = find<Event>(asked.after[i]);
    if (!event)
      return CUDA_ERROR_INVALID_HANDLE;
    if (event->shared())
      waitFor(*streams[i], *event);
    else if (Ref<RecordEvent> record = event->recorded())
      after.push_back(std::move(record));
  }
  return CUDA_SUCCESS;
}

namespace {
/// Runs in the thread that gives it, from the caller's parameters. What it leaves is a launch like
/// others.
class BriefLaunch final : public Command {
public:
  BriefLaunch(const JointLaunch &asked, const jit::CompiledKernel &code)
      : Command(Runs::Anywhere), asked_(&asked), code_(code) {}
  CUresult run(CUresult context) override {
    if (context != CUDA_SUCCESS)
      return CUDA_SUCCESS;
    const JointLaunch *asked = std::exchange(asked_, nullptr);
    if (!asked)
      return left_->run();
    const Stream &own = *stream();
    const CUresult result = runBare(code_, requestOf(asked->blocks, own), asked->params);
    if (result || !asked->isOver || asked->isOver(asked->params))
      return result;
    left_ = std::make_unique<PreparedLaunch>();
    const CUresult prepared = prepare(*asked, own, *left_);
    return prepared ? prepared : kUnfinished;
  }
  const char *awaited() const override { return code_.kernel().name; }

  /// A thread keeps the memory of its last one.
  static void *operator new(size_t bytes) {
    std::unique_ptr<char[]> &spare = ThreadState::get().spare;
    return spare ? spare.release() : new char[bytes];
  }
  static void operator delete(void *memory) {
    ThreadState::get().spare.reset(static_cast<char *>(memory));
  }

private:
  const JointLaunch *asked_; ///< until it has run once
  const jit::CompiledKernel &code_;
  std::unique_ptr<PreparedLaunch> left_;
};
} // namespace

/// The kernel's in the stream's context, in which it stays; null: there is none.
static const jit::CompiledKernel *codeOf(const JointLaunch &asked, const Stream &stream) {
  static thread_local struct {
    CUkern_st *kernel = nullptr;
    uint64_t context = 0;
    const jit::CompiledKernel *code = nullptr;
  } last;
  Context &context = stream.context();
  if (last.kernel == asked.kernel && last.context == context.id())
    return last.code;
  Function *function;
  const jit::CompiledKernel *code;
  if (findFunction(reinterpret_cast<CUfunction>(asked.kernel), function, &context) ||
      codeFor(*function, requestOf(asked.blocks, stream), code))
    return nullptr;
  last = {asked.kernel, context.id(), code};
  return code;
}

static bool blocksLaunches() {
  static const bool blocks = Options::get().launchBlocking == "1";
  return blocks;
}

/// False: something stands before it, watches it or is wrong with it, and nothing was done. None of
/// what is around a call of the API is needed here.
static bool runAtOnce(JointLaunch &asked) {
  Stream *few[8];
  if (!asked.runsHere || asked.blocks > kMostBriefBlocks || asked.count > std::size(few) ||
      blocksLaunches() || Process::state() != CUDA_SUCCESS || isAnyCapture() ||
      ThreadState::get().isInHostFunction())
    return false;
  for (unsigned i = 0; i < asked.count; ++i)
    if ((asked.after && asked.after[i]) ||
        findStreamOf(asked.contexts[i], asked.streams[i], few[i]))
      return false;
  if (!mayRunBare(few[0]->context()))
    return false;
  const jit::CompiledKernel *code = codeOf(asked, *few[0]);
  if (!code)
    return false;
  const Scheduler::AtOnce outcome =
      Process::get().scheduler.runIfIdle(make<BriefLaunch>(asked, *code), {few, asked.count});
  asked.hasEnded = outcome == Scheduler::AtOnce::Ended;
  return outcome != Scheduler::AtOnce::Busy;
}

static CUresult launchJointly(JointLaunch &asked) {
  Stream *few[8];
  std::vector<Stream *> many(asked.count > std::size(few) ? asked.count : 0);
  const std::span<Stream *> streams(many.empty() ? few : many.data(), asked.count);
  for (unsigned i = 0; i < asked.count; ++i) {
    if (CUresult result = findStreamOf(asked.contexts[i], asked.streams[i], streams[i]))
      return result;
    bool isCapturing;
    if (CUresult result = enterStream(*streams[i], isCapturing))
      return result;
    if ((asked.isCapturing = isCapturing))
      return CUDA_SUCCESS;
  }
  Stream &first = *streams.front();
  PreparedLaunch launch;
  if (CUresult result = prepare(asked, first, launch))
    return result;
  std::vector<Ref<Command>> after;
  if (CUresult result = waitForEvents(asked, streams, after))
    return result;
  std::vector<char> used;
  if (ManagedAccess::watchesHost())
    used = launch.params;
  Process &process = Process::get();
  const Ref<Command> command = commandOf(LaunchAction(std::move(launch)));
  process.scheduler.enqueue(command, streams, std::move(after),
                            asked.runsHere && !blocksLaunches());
  if (!used.empty())
    process.managed.usesParams(*command, first, used);
  if (blocksLaunches())
    process.scheduler.wait(*command);
  asked.hasEnded = command->isDone();
  return CUDA_SUCCESS;
}

/// A call of a library of ours, of our driver; NVIDIA's driver alone has none.
template <typename Body> static CUresult onOurs(const char *name, Body body) {
  if (vendor() && !routing::hasBothDrivers())
    return CUDA_ERROR_NOT_SUPPORTED;
  std::optional<routing::OnOurs> ours;
  if (routing::hasBothDrivers())
    ours.emplace();
  entry::Scope call(name, nullptr, {entry::Requires::Initialized, CUDA_ERROR_NOT_PERMITTED},
                    /*perThread=*/false, [](routing::Route &) {});
  if (call.ok())
    call.finish(body());
  return call.result();
}

} // namespace anywarp::driver

extern "C" __attribute__((visibility("default"))) int
anywarp_launchJointly(anywarp::driver::JointLaunch *launch) {
  using namespace anywarp::driver;
  if (!vendor() && runAtOnce(*launch))
    return CUDA_SUCCESS;
  return onOurs(kLaunchJointlyName, [&] { return launchJointly(*launch); });
}

extern "C" __attribute__((visibility("default"))) int
anywarp_loadNative(CUlib_st **library, const anywarp::driver::NativeKernel *kernels,
                   unsigned count) {
  using namespace anywarp::driver;
  if (vendor() && !routing::hasBothDrivers())
    return CUDA_ERROR_NOT_SUPPORTED;
  if (!library)
    return CUDA_SUCCESS;
  return onOurs(kLoadNativeName, [&] { return loadNative(library, kernels, count); });
}

extern "C" __attribute__((visibility("default"))) int anywarp_settleStream(CUstream_st *handle) {
  using namespace anywarp::driver;
  return onOurs(kSettleStreamName, [&] { return settle(handle); });
}

/// For the runtime, which finds it by its name: a context of ours is current to the calling thread,
/// and calls may use it. False: the API tells whether that is so.
extern "C" __attribute__((visibility("default"))) bool anywarp_hasContext() {
  using namespace anywarp::driver;
  Context *context;
  return !vendor() && Process::state() == CUDA_SUCCESS && usableContext(context) == CUDA_SUCCESS;
}

extern "C" __attribute__((visibility("default"))) void anywarp_openToHost(uintptr_t address) {
  anywarp::exec::openToHost(address);
}
