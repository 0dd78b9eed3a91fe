// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/launch/LaunchRecord.h"

#include <set>

#include "driver/code/Module.h"
#include "driver/code/Occupancy.h"
#include "driver/context/Device.h"
#include "driver/launch/Launch.h"
#include "insight/profiler/KernelProfile.h"
#include "support/Mutex.h"
#include "support/Options.h"
#include "support/Recording.h"

namespace anywarp::driver {

bool profilesKernels() {
  static const bool profiles = Recording::get() && Recording::get()->hasKernels();
  return profiles;
}

/// The block whose steps are recorded: one of the first launch of each kernel.
static uint64_t toldBlock(const jit::CompiledKernel &code) {
  static Mutex mutex;
  static auto *const told AW_POINTS_TO_GUARDED_BY(mutex) = new std::set<std::string>;
  if (!Options::contains(Options::get().record, "steps"))
    return insight::KernelProfile::kNoBlock;
  LockGuard lock(mutex);
  return told->insert(code.kernel().name).second
             ? std::strtoull(Options::get().recordBlock.c_str(), nullptr, 10)
             : insight::KernelProfile::kNoBlock;
}

LaunchRecord::LaunchRecord(const PreparedLaunch &root, const jit::CompiledKernel &code,
                           const LaunchRequest &request)
    : root_(root), code_(code), request_(request), observer_(Observation::get()) {
  if (observer_)
    seen_ = observer_->now();
  if (!recordsWork())
    return;
  if (profilesKernels())
    profile_ = std::make_unique<insight::KernelProfile>(code.places(), toldBlock(code));
  start_ = Recording::now();
}

LaunchRecord::~LaunchRecord() = default;

exec::Profile *LaunchRecord::profile() const { return profile_.get(); }

static std::string dimensions(const uint32_t (&size)[3]) {
  return "[" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
         std::to_string(size[2]) + "]";
}

void LaunchRecord::tell(bool isFromDevice) const {
  const Context &context = root_.module->context();
  ObservedWork work{};
  work.kind = ObservedWork::Kind::Grid;
  work.isAsync = true;
  work.correlation = root_.origin.correlation;
  work.device = uint32_t(context.device().ordinal());
  work.context = uint32_t(context.id());
  work.stream = uint32_t(root_.origin.stream);
  work.queued = root_.origin.seen;
  work.start = seen_;
  work.end = observer_->now();
  const std::string name(code_.kernel().name);
  work.name = name.c_str();
  for (int i = 0; i < 3; ++i) {
    work.grid[i] = request_.grid[i];
    work.block[i] = request_.block[i];
    work.cluster[i] = request_.cluster[i];
  }
  work.dynamicShared = request_.dynamicShared;
  work.isCooperative = request_.cooperative;
  work.isFromDevice = isFromDevice;
  Function *function = nullptr;
  if (root_.module->listed(name.c_str(), function) == CUDA_SUCCESS) {
    work.staticShared = uint32_t(function->facts().staticShared);
    work.registers = uint32_t(function->facts().registers);
    work.localBytes = uint32_t(function->facts().localBytes);
  }
  observer_->work(work);
}

void LaunchRecord::finish(bool isFromDevice) {
  if (observer_)
    tell(isFromDevice);
  if (!start_)
    return;
  RecordLine line("kernel");
  addOrigin(line, root_.origin, start_);
  const Context &context = root_.module->context();
  const exec::KernelInfo &info = code_.kernel().info;
  line.add("name", code_.kernel().name)
      .add("context", context.id())
      .add("device", uint64_t(context.device().ordinal()))
      .add("multiprocessors", uint64_t(context.device().multiprocessors()))
      .add("capability", uint64_t(architecture().sm))
      .addRaw("grid", dimensions(request_.grid))
      .addRaw("block", dimensions(request_.block))
      .addRaw("cluster", dimensions(request_.cluster))
      .add("dynamicShared", uint64_t(request_.dynamicShared))
      .add("width", uint64_t(info.simdWidth))
      .add("paramBytes", uint64_t(info.paramBytes));
  Function *function = nullptr;
  if (root_.module->listed(code_.kernel().name, function) == CUDA_SUCCESS) {
    const KernelFacts &facts = function->facts();
    const uint32_t *block = request_.block;
    const uint32_t threads = block[0] * block[1] * block[2];
    const size_t dynamic = request_.dynamicShared;
    const OccupancyLimits limits = occupancyLimits(facts, function->settings(), threads, dynamic);
    line.add("limitBlocks", uint64_t(limits.blocks))
        .add("limitWarps", uint64_t(limits.warps))
        .add("limitRegisters", uint64_t(limits.registers))
        .add("limitShared",
             uint64_t(blocksInLaunchedShared(facts, request_.carveout, limits.warps, dynamic)))
        .add("maxWarps", uint64_t(architecture().maxWarpsPerSm))
        .add("driverShared", uint64_t(architecture().reservedSharedPerBlock));
    constexpr uint64_t kUnit = 16; // as Nsight Compute tells it (seen)
    line.add("staticShared", (facts.staticShared + kUnit - 1) / kUnit * kUnit)
        .add("registers", uint64_t(facts.registers))
        .add("localBytes", uint64_t(facts.localBytes));
  }
  if (profile_)
    line.addRaw("instructions", insight::toJson(profile_->places(), profile_->sum()));
  bool isCut = false;
  if (profile_)
    if (const auto steps = profile_->steps(isCut); !steps.empty()) {
      line.addRaw("steps", insight::toJson(profile_->places(), steps, isCut));
      line.add("stepsCut", uint64_t(isCut));
    }
  Recording::get()->add(std::move(line).finish());
}

} // namespace anywarp::driver
