// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels: compiled forms and attributes; the part of the manual's section "Execution Control" that
// asks and sets.
#include "driver/code/Function.h"

#include <algorithm>
#include <cstdlib>

#include "driver/code/CompileAhead.h"
#include "driver/code/Library.h"
#include "driver/code/Module.h"
#include "driver/context/Device.h"
#include "driver/launch/Coredump.h"
#include "driver/launch/LaunchRecord.h"
#include "driver/process/Process.h"
#include "exec/Launch.h"
#include "exec/grid/Schedule.h"
#include "exec/memory/ManagedViews.h"
#include "exec/memory/Strict.h"
#include "insight/Sanitizer.h"
#include "ptx/link/Reach.h"
#include "support/Options.h"
#include "support/Unreachable.h"

namespace anywarp::driver {

FunctionSettings::FunctionSettings(const KernelFacts &facts) {
  clusterMustBeSet = facts.needsCluster;
  for (int i = 0; i < 3; ++i)
    cluster[i] = facts.requiredCluster[i];
}

void FunctionSettings::follow(const FunctionSettings &kernel) {
  auto take = [this](CUfunction_attribute attribute, auto &to, const auto &from) {
    if (!(own.load() >> attribute & 1))
      to = from.load();
  };
  take(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, maxDynamicShared, kernel.maxDynamicShared);
  take(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, carveout, kernel.carveout);
  take(CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET, clusterMustBeSet, kernel.clusterMustBeSet);
  take(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, cluster[0], kernel.cluster[0]);
  take(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, cluster[1], kernel.cluster[1]);
  take(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, cluster[2], kernel.cluster[2]);
  take(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, nonPortableCluster,
       kernel.nonPortableCluster);
  take(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, clusterScheduling,
       kernel.clusterScheduling);
}

Function::Function(Module &module, const ptx::Function &entry, const FunctionSettings *kernel)
    : module_(module), entry_(entry),
      facts_(model::describeKernel(module.program().symbols(), entry)),
      settings_(std::make_unique<FunctionSettings>(facts_)) {
  if (kernel)
    settings_->follow(*kernel);
}

Function::~Function() {
  for (Variant *variant = variants_.load(); variant;)
    delete std::exchange(variant, variant->next);
}

Context &Function::context() const { return module_.context(); }

/// Objects of this many bytes take about a second to make: one that does for another class of
/// blocks is used for it. Programs that time their launches would take another translation for the
/// kernel's time.
constexpr size_t kLongCode = 128 << 10;

namespace {
/// Stands for translated code where the kernel is C++ code.
class NativeCode final : public jit::CompiledKernel {
public:
  explicit NativeCode(const NativeKernel &native) {
    kernel_.name = native.name;
    kernel_.info.abiVersion = exec::kAbiVersion;
    kernel_.info.simdWidth = 1;
    kernel_.info.paramBytes = native.paramBytes;
    kernel_.block = native.block;
  }
  jit::LineEntry locate(uintptr_t) const override { return {}; }
  bool contains(uintptr_t) const override { return false; }
  size_t size() const override { return 0; }
};
} // namespace

bool Function::takesLong() const {
  constexpr size_t kMany = 2000; // PTX instructions, with the functions that the kernel reaches
  if (long_.load(std::memory_order_relaxed) == Long::Unknown)
    long_.store(ptx::reachedInstructions(module_.program().module(), entry_) > kMany ? Long::Yes
                                                                                     : Long::No,
                std::memory_order_relaxed);
  return long_.load(std::memory_order_relaxed) == Long::Yes;
}

jit::CompileRequest compileRequest(const Program &program, const ptx::Function &kernel,
                                   const exec::BlockShape &shape) {
  jit::CompileRequest request;
  request.module = &program.module();
  request.entry = &kernel;
  request.owner = std::make_shared<const Ref<const Program>>(Ref<const Program>(&program));
  request.moduleKey = program.key();
  request.simdWidth = unsigned(std::atoi(Options::get().simdWidth.c_str()));
  request.strict = exec::isStrict();
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    request.observe = sanitizer->observes();
  request.managedViews = exec::managedViews;
  request.shape = shape;
  request.optLevel = program.optLevel();
  request.debug = program.debug();
  request.profile = profilesKernels();
  request.steps = request.profile && Options::contains(Options::get().record, "steps");
  if (request.profile)
    request.simdWidth = 0; // counts of warps ask for whole ones
  if (Options::contains(Options::get().debugJit, "gdb") && request.module->describesVariables() &&
      !request.observe && !request.profile) {
    request.describeVariables = true;
    request.simdWidth = 1;
  }
  if (exec::Schedule::isAskedFor()) {
    request.interruptible = true;
    request.simdWidth = 1;
  }
  return request;
}

/// Whether a launch begins with code that is made quickly. Not where machine code is looked at.
void Function::chooseTier(jit::CompileRequest &request) const {
  const Options &options = Options::get();
  if (request.optLevel < 2 || request.observe || request.profile || request.interruptible ||
      request.debug || request.describeVariables || !options.debugJit.empty() ||
      !options.dump.empty() || options.tier == "optimized")
    return;
  if (options.tier == "quick") {
    request.quick = true;
    return;
  }
  const unsigned others = exec::workerCount() - 1;
  request.quickFirst = options.tier == "switched";
  constexpr unsigned kLeast = 4; // a program launches several kernels in turn
  request.inBackground = others || takesLong() || request.quickFirst ? std::max(others, kLeast) : 0;
}

Expected<const jit::CompiledKernel *> Function::code(const exec::BlockShape &launched,
                                                     bool hasFewThreads) {
  exec::BlockShape shape = launched;
  if (takesLong()) { // no code of its own for small blocks
    shape.most = 0;
    shape.isFilled = false;
    hasFewThreads = false;
  }
  const bool records = writesCoredumps(context());
  auto find = [&]() -> Variant * {
    for (Variant *v = variants_.load(std::memory_order_acquire); v; v = v->next)
      if (v->shape == shape && v->hasFewThreads == hasFewThreads && v->recordsRegisters == records)
        return v;
    return nullptr;
  };
  if (Variant *variant = find())
    return variant->code.get();
  LockGuard lock(compiling_);
  if (Variant *variant = find())
    return variant->code.get();
  auto add = [&](std::shared_ptr<jit::CompiledKernel> code) -> const jit::CompiledKernel * {
    Variant *next = variants_.load(std::memory_order_relaxed);
    auto *variant = new Variant{shape, hasFewThreads, records, std::move(code), next};
    variants_.store(variant, std::memory_order_release);
    return variant->code.get();
  };
  if (const NativeKernel *native = module_.program().native(name()))
    return add(std::make_shared<NativeCode>(*native));
  for (Variant *v = variants_.load(std::memory_order_acquire); v; v = v->next)
    if (v->code->size() >= kLongCode && v->recordsRegisters == records && v->shape.covers(shape))
      return add(v->code);
  jit::CompileRequest request = compileRequest(module_.program(), entry_, shape);
  request.fewThreads = hasFewThreads;
  request.recordRegisters = records;
  if (!records)
    chooseTier(request);
  request.missing = [&] { CompileAhead::get().follow(module_.program(), entry_, shape); };
  request.resolve = [this](const std::string &symbol) { return module_.resolve(symbol); };
  auto compiled = jit::Session::get().compile(request);
  if (!compiled)
    return compiled.takeStatus();
  return add(std::move(*compiled));
}

// -- Attributes -----------------------------------------------------------------------------------

/// The X.Y of a target as X*10+Y.
static int targetVersion(const std::string &target) {
  return target.rfind("sm_", 0) == 0 ? std::atoi(target.c_str() + 3) : 0;
}

uint32_t maxDynamicShared(const KernelFacts &facts, const FunctionSettings &settings) {
  if (int set = settings.maxDynamicShared; set >= 0)
    return uint32_t(set);
  return facts.staticShared < model::kSharedPerBlock ? model::kSharedPerBlock - facts.staticShared
                                                     : 0;
}

static int settingOf(const FunctionSettings &settings, CUfunction_attribute attribute) {
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    return settings.maxDynamicShared;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    return settings.carveout;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    return settings.clusterMustBeSet;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    return int(settings.cluster[0]);
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    return int(settings.cluster[1]);
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    return int(settings.cluster[2]);
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    return settings.nonPortableCluster;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    return settings.clusterScheduling;
  default:
    return 0;
  }
}

#include "driver/rules/Function.inc"

CUresult getAttribute(const KernelFacts &facts, const FunctionSettings &settings,
                      const Program &program, CUfunction_attribute attribute, int &value) {
  auto set = [&value](auto v) {
    value = int(v);
    return CUDA_SUCCESS;
  };
  if (CUresult result = checkAskedAttribute(attribute))
    return result;
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    return set(facts.maxThreads);
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    return set(facts.staticShared);
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    return set(facts.constBytes);
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    return set(facts.localBytes);
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    return set(facts.registers);
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    return set(targetVersion(program.module().target));
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    return set(architecture().sm);
  case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA:
    return set(0);
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    return set(maxDynamicShared(facts, settings));
  default:
    return set(settingOf(settings, attribute));
  }
}

CUresult setAttribute(const KernelFacts &facts, FunctionSettings &settings,
                      CUfunction_attribute attribute, int value) {
  if (CUresult result = checkFunctionAttribute(facts, attribute, value))
    return result;
  auto setCluster = [&](int axis) {
    settings.cluster[axis] = uint32_t(value);
    return CUDA_SUCCESS;
  };
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    settings.maxDynamicShared = value;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
    settings.carveout = value;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    return setCluster(0);
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    return setCluster(1);
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    return setCluster(2);
  case CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED:
    settings.nonPortableCluster = value != 0;
    return CUDA_SUCCESS;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE:
    settings.clusterScheduling = value;
    return CUDA_SUCCESS;
  default:
    AW_UNREACHABLE("an attribute that was not checked");
  }
}

CUresult paramInfo(const KernelFacts &facts, size_t index, size_t *offset, size_t *size) {
  if (CUresult result = checkParamIndex(facts, index))
    return result;
  *offset = facts.params[index].offset;
  if (size)
    *size = facts.params[index].size;
  return CUDA_SUCCESS;
}

CUresult findFunction(CUfunction handle, Function *&function, Context *context) {
  function = find<Function>(handle);
  if (function)
    return CUDA_SUCCESS;
  auto *kernel = find<Kernel>(reinterpret_cast<CUkernel>(handle));
  if (!kernel)
    return CUDA_ERROR_INVALID_HANDLE;
  if (!context)
    if (CUresult result = usableContext(context))
      return result;
  return kernel->function(*context, function);
}

// -- The API --------------------------------------------------------------------------------------

CUresult cuFuncGetAttribute(int *pi, CUfunction_attribute attrib, Function &function) {
  // Those that a GPU tells of loaded functions only (seen).
  const bool needsLoading = attrib == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ||
                            attrib == CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES ||
                            attrib == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
  if (needsLoading && !function.isAsked.load(std::memory_order_relaxed) && !function.isLoaded() &&
      Options::get().moduleLoading != "EAGER")
    return CUDA_ERROR_FUNCTION_NOT_LOADED;
  return getAttribute(function.facts(), function.settings(), function.module().program(), attrib,
                      *pi);
}

CUresult cuFuncSetAttribute(Function &function, CUfunction_attribute attrib, int value) {
  FunctionSettings &settings = function.settings();
  if (CUresult result = setAttribute(function.facts(), settings, attrib, value))
    return result;
  settings.own |= 1u << attrib;
  return CUDA_SUCCESS;
}

CUresult cuFuncSetSharedMemConfig(Function &, CUsharedconfig config) {
  // The device has one width of banks. The request is checked and has no effect,
  // as on current GPUs.
  return config < CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE ||
                 config > CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE
             ? CUDA_ERROR_INVALID_VALUE
             : CUDA_SUCCESS;
}

/// Compiles the form that a launch of full one-dimensional blocks needs; others follow when asked
/// for.
CUresult cuFuncLoad(Function &function) {
  auto code = function.code(exec::BlockShape::of(2 * model::kWarpSize, 1, 1, 1, 1, 1));
  return code ? CUDA_SUCCESS : toResult(code.status());
}

#include "driver/bodies/Function.inc"

} // namespace anywarp::driver
