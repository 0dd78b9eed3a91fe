// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/Recorder.h"

#include <unistd.h>

#include "driver/Copy.h"
#include "driver/Device.h"
#include "driver/Launch.h"
#include "driver/Module.h"
#include "driver/Occupancy.h"
#include "insight/profiler/KernelProfile.h"
#include "support/Recording.h"

namespace anywarp::driver {

bool profilesKernels() {
  static const bool profiles = Recording::get() && Recording::get()->hasKernels();
  return profiles;
}

static bool recordsWork() {
  static const bool records =
      Recording::get() && (Recording::get()->hasWork() || Recording::get()->hasKernels());
  return records;
}

LaunchOrigin LaunchOrigin::here(const Stream &stream) {
  if (!recordsWork())
    return {};
  return {stream.id(), Recording::thread(), Recording::now()};
}

static void addOrigin(RecordLine &line, const LaunchOrigin &origin, uint64_t start) {
  line.add("process", uint64_t(getpid()))
      .add("thread", origin.thread)
      .add("stream", origin.stream)
      .add("queued", origin.queued)
      .add("start", start)
      .add("end", Recording::now());
}

// -- Grids ----------------------------------------------------------------------------------------

LaunchRecord::LaunchRecord(const PreparedLaunch &root, const jit::CompiledKernel &code,
                           const LaunchRequest &request)
    : root_(root), code_(code), request_(request) {
  if (!recordsWork())
    return;
  if (profilesKernels())
    profile_ = std::make_unique<insight::KernelProfile>(code.places());
  start_ = Recording::now();
}

LaunchRecord::~LaunchRecord() = default;

exec::Profile *LaunchRecord::profile() const { return profile_.get(); }

static std::string dimensions(const uint32_t (&size)[3]) {
  return "[" + std::to_string(size[0]) + "," + std::to_string(size[1]) + "," +
         std::to_string(size[2]) + "]";
}

void LaunchRecord::finish() {
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
    const OccupancyLimits limits = occupancyLimits(
        facts, function->settings(), block[0] * block[1] * block[2], request_.dynamicShared);
    line.add("limitBlocks", uint64_t(limits.blocks))
        .add("limitWarps", uint64_t(limits.warps))
        .add("limitRegisters", uint64_t(limits.registers))
        .add("limitShared", uint64_t(limits.shared))
        .add("maxWarps", uint64_t(architecture().maxWarpsPerSm))
        .add("driverShared", uint64_t(architecture().reservedSharedPerBlock));
    line.add("staticShared", uint64_t(facts.staticShared))
        .add("registers", uint64_t(facts.registers))
        .add("localBytes", uint64_t(facts.localBytes));
  }
  if (profile_)
    line.addRaw("instructions", insight::toJson(profile_->places(), profile_->sum()));
  Recording::get()->add(std::move(line).finish());
}

// -- Copies and fills -----------------------------------------------------------------------------

TransferRecord::TransferRecord(const CopySide &to, const CopySide &from, const CopyExtent &extent,
                               const LaunchOrigin &origin)
    : kind_("copy"), origin_(origin) {
  if (!recordsWork())
    return;
  auto letter = [](const CopySide &side) {
    return side.isManaged ? 2 : side.isHost || side.isPageable;
  };
  constexpr const char *kDirections[3][3] = {
      {"DtoD", "DtoH", "DtoD"}, {"HtoD", "HtoH", "HtoD"}, {"DtoD", "DtoH", "DtoD"}};
  direction_ = kDirections[letter(from)][letter(to)];
  bytes_ = uint64_t(extent.width) * extent.height * extent.depth;
  isPageable_ = to.isPageable || from.isPageable;
  start_ = Recording::now();
}

TransferRecord::TransferRecord(uint64_t filledBytes, const LaunchOrigin &origin)
    : kind_("fill"), origin_(origin) {
  if (!recordsWork())
    return;
  bytes_ = filledBytes;
  start_ = Recording::now();
}

TransferRecord::~TransferRecord() {
  if (!start_)
    return;
  RecordLine line(kind_);
  addOrigin(line, origin_, start_);
  line.add("bytes", bytes_);
  if (*direction_)
    line.add("direction", direction_).add("pageable", uint64_t(isPageable_));
  Recording::get()->add(std::move(line).finish());
}

} // namespace anywarp::driver
