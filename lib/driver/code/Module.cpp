// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loading of modules, and the manual's section "Module Management".
#include "driver/code/Module.h"

#include <algorithm>
#include <cstring>

#include "driver/process/Process.h"
#include "insight/Sanitizer.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::driver {

// -- Variables ------------------------------------------------------------------------------------

Module::Module(Context &context, Ref<Program> program)
    : context_(context), program_(std::move(program)) {
  for (const auto &function : program_->module().functions) {
    exec::FunctionDescriptor &descriptor = descriptors_.emplace_back();
    descriptor.name = function->name.c_str();
    descriptorOf_.emplace(function->name, &descriptor);
  }
  for (const auto &[alias, aliasee] : program_->module().aliases)
    if (auto it = descriptorOf_.find(aliasee); it != descriptorOf_.end())
      descriptorOf_[alias] = it->second;
}

Module::~Module() {
  for (auto &[name, function] : functions_)
    if (function->handleBits())
      Context::unpublish(KindFunction, function->handleBits());
  for (auto &[name, reference] : references_)
    for (Kind kind : {KindTextureReference, KindSurfaceReference})
      if (reference->handleBits())
        Context::unpublish(kind, reference->handleBits());
  // Nothing to do for memory that the context has already taken with it.
  for (auto &[name, place] : variables_)
    if (!place.isManaged || ownsManaged_)
      (void)Process::get().memory.free(place.address, [](const Allocation &allocation) {
        return allocation.kind == Allocation::Kind::Variable ||
               allocation.kind == Allocation::Kind::Managed;
      });
}

CUresult Module::create(Context &context, Ref<Program> program, Ref<Module> &module,
                        Variables *managed) {
  Ref<Module> made = Ref<Module>::adopt(new Module(context, std::move(program)));
  made->ownsManaged_ = !managed;
  if (CUresult result = made->placeVariables(managed))
    return result;
  module = std::move(made);
  return CUDA_SUCCESS;
}

static bool isDeviceVariable(const ptx::Variable &variable) {
  return (variable.space == ptx::StateSpace::Global || variable.space == ptx::StateSpace::Const) &&
         !variable.isExtern && variable.sizeInBytes() != 0;
}

static constexpr size_t kMostLow = size_t(64) << 10;

CUresult Module::placeVariables(Variables *managed) {
  MemoryMap &memory = Process::get().memory;
  std::vector<const ptx::Variable *> fresh; // filled when all have their places
  for (const auto &variable : program_->module().variables) {
    if (!isDeviceVariable(*variable))
      continue;
    if (variable->isManaged && managed) {
      auto known = managed->find(variable->name);
      if (known != managed->end() &&
          (known->second.isForeign || memory.find(known->second.address))) {
        variables_.emplace(variable->name, known->second);
        continue;
      }
    }
    VariablePlace place;
    place.size = variable->sizeInBytes();
    place.isManaged = variable->isManaged;
    auto kind = variable->isManaged ? Allocation::Kind::Managed : Allocation::Kind::Variable;
    // Small ones where cuModuleGetGlobal's oldest form can name them, if there is room. Not
    // references: what kernels tell from handles by being far above them.
    bool isReference = variable->type == ptx::Type::TexRef ||
                       variable->type == ptx::Type::SurfRef ||
                       variable->type == ptx::Type::SamplerRef;
    bool isLow = !variable->isManaged && !isReference && place.size <= kMostLow &&
                 memory.allocate(context_, kind, place.size, CU_MEM_ATTACH_GLOBAL, place.address,
                                 nullptr, nullptr, /*isLow=*/true) == CUDA_SUCCESS;
    CUresult result =
        isLow ? CUDA_SUCCESS
              : memory.allocate(context_, kind, place.size, CU_MEM_ATTACH_GLOBAL, place.address);
    if (result != CUDA_SUCCESS)
      return result;
    if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
      sanitizer->allocated(place.address, place.size, insight::Block::Kind::Variable);
    variables_.emplace(variable->name, place);
    if (variable->isManaged && managed)
      (*managed)[variable->name] = place;
    fresh.push_back(variable.get());
  }
  for (const ptx::Variable *variable : fresh)
    if (CUresult result = fillVariable(*variable, variables_.at(variable->name)))
      return result;
  return CUDA_SUCCESS;
}

CUresult Module::fillVariable(const ptx::Variable &variable, const VariablePlace &place) {
  auto *bytes = reinterpret_cast<char *>(place.address);
  std::memset(bytes, 0, place.size);
  if (!variable.initial.empty())
    std::memcpy(bytes, variable.initial.data(), std::min(variable.initial.size(), place.size));
  for (const ptx::Relocation &relocation : variable.relocations) {
    void *target = resolve(relocation.symbol);
    if (!target)
      target = resolve(relocation.symbol + ".desc");
    if (!target || relocation.size > sizeof(uint64_t) ||
        relocation.offset + relocation.size > place.size) {
      report("module: the initialiser of '" + variable.name + "' names '" + relocation.symbol +
             "', which is not defined");
      return CUDA_ERROR_INVALID_PTX;
    }
    uint64_t value =
        (reinterpret_cast<uint64_t>(target) + uint64_t(relocation.addend)) >> relocation.shift;
    std::memcpy(bytes + relocation.offset, &value, relocation.size);
  }
  return CUDA_SUCCESS;
}

void Module::addManaged(std::vector<char> &addresses) const {
  for (const auto &[name, place] : variables_)
    if (place.isManaged && !place.isForeign) {
      const auto *bytes = reinterpret_cast<const char *>(&place.address);
      addresses.insert(addresses.end(), bytes, bytes + sizeof place.address);
    }
}

const Module::VariablePlace *Module::variable(const std::string &name) const {
  auto it = variables_.find(name);
  return it == variables_.end() ? nullptr : &it->second;
}

void *Module::resolve(const std::string &symbol) {
  if (const VariablePlace *place = variable(symbol))
    return reinterpret_cast<void *>(place->address);
  constexpr std::string_view kSuffix = ".desc";
  if (!symbol.ends_with(kSuffix))
    return nullptr;
  auto it = descriptorOf_.find(symbol.substr(0, symbol.size() - kSuffix.size()));
  return it == descriptorOf_.end() ? nullptr : it->second;
}

// -- Functions ------------------------------------------------------------------------------------

CUresult Module::function(const std::string &name, Function *&function,
                          const FunctionSettings *kernel) {
  if (CUresult result = listed(name, function, kernel))
    return result;
  function->isAsked.store(true, std::memory_order_relaxed);
  return CUDA_SUCCESS;
}

CUresult Module::listed(const std::string &name, Function *&function,
                        const FunctionSettings *kernel) {
  LockGuard lock(mutex_);
  Ref<Function> &known = functions_[name];
  if (!known) {
    const ptx::Function *entry = program_->symbols().function(name);
    if (!entry || !entry->isEntry || !entry->isDefined) {
      functions_.erase(name);
      return CUDA_ERROR_NOT_FOUND;
    }
    if (!entry->poison.empty()) {
      functions_.erase(name);
      report("kernel '" + name + "' cannot be used: " + entry->poison);
      return CUDA_ERROR_NOT_SUPPORTED;
    }
    Ref<Function> made = make<Function>(*this, *entry, kernel);
    if (CUresult result = context_.publish(KindFunction, made)) {
      functions_.erase(name);
      return result;
    }
    known = std::move(made);
  }
  function = known.get();
  return CUDA_SUCCESS;
}

void Module::follow(const std::string &name, const FunctionSettings &kernel) {
  LockGuard lock(mutex_);
  if (auto it = functions_.find(name); it != functions_.end() && it->second)
    it->second->settings().follow(kernel);
}

Function *Module::kernelAt(const void *descriptor) {
  {
    LockGuard lock(mutex_);
    if (auto it = kernelAt_.find(descriptor); it != kernelAt_.end())
      return it->second;
  }
  for (const exec::FunctionDescriptor &known : descriptors_)
    if (&known == descriptor) {
      Function *found = nullptr;
      if (function(known.name, found) != CUDA_SUCCESS)
        return nullptr;
      LockGuard lock(mutex_);
      kernelAt_.emplace(descriptor, found);
      return found;
    }
  return nullptr;
}

std::vector<std::string> Module::kernelNames() const {
  std::vector<std::string> names;
  for (const auto &function : program_->module().functions)
    if (function->isEntry && function->isDefined)
      names.push_back(function->name);
  return names;
}

// -- The API --------------------------------------------------------------------------------------

static CUresult enter(Ref<Program> program, CUmodule *handle) {
  Context &context = currentContext();
  Ref<Module> module;
  if (CUresult result = Module::create(context, std::move(program), module))
    return result;
  if (CUresult result = context.publish(Object::KindModule, module))
    return result;
  *handle = handleOf(*module);
  if (insight::Sanitizer *sanitizer = insight::Sanitizer::get())
    sanitizer->opened("module", module->handleBits());
  return CUDA_SUCCESS;
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int numOptions,
                            CUjit_option *options, void **optionValues) {
  JitOptions jit;
  if (CUresult result = jit.read(numOptions, options, optionValues))
    return result;
  if (!image)
    return CUDA_ERROR_INVALID_VALUE;
  Ref<Program> program;
  CUresult result = Program::load(image, jit, program);
  jit.finish();
  return result ? result : enter(std::move(program), module);
}

CUresult cuModuleLoad(CUmodule *module, const char *fname) {
  JitOptions jit;
  Ref<Program> program;
  if (CUresult result = jit.read(0, nullptr, nullptr))
    return result;
  if (CUresult result = Program::loadFile(fname, jit, program))
    return result;
  return enter(std::move(program), module);
}

CUresult cuModuleUnload(Module &module) {
  // Its kernels and variables may be in use.
  Process::get().scheduler.wait(module.context());
  Context::unpublish(Object::KindModule, module.handleBits());
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction *hfunc, Module &module, const char *name) {
  Function *function;
  if (CUresult result = module.function(name, function))
    return result;
  *hfunc = handleOf(*function);
  return CUDA_SUCCESS;
}

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int numFunctions,
                                    Module &module) {
  if (!numFunctions)
    return CUDA_SUCCESS;
  if (!functions)
    return CUDA_ERROR_INVALID_VALUE;
  unsigned i = 0;
  for (const std::string &name : module.kernelNames()) {
    if (i == numFunctions)
      break;
    Function *function;
    if (CUresult result = module.listed(name, function))
      return result;
    functions[i++] = handleOf(*function);
  }
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr *dptr, size_t *bytes, Module &module, const char *name) {
  if (bytes)
    *bytes = 0; // what is not found has no size (seen)
  const Module::VariablePlace *place = module.variable(name);
  if (!place) // the name of a function is found, and is no variable
    return module.program().symbols().function(name) ? CUDA_ERROR_INVALID_VALUE
                                                     : CUDA_ERROR_NOT_FOUND;
  if (const ptx::Variable *declared = module.program().module().findVariable(name);
      declared && (declared->type == ptx::Type::TexRef || declared->type == ptx::Type::SurfRef))
    return CUDA_ERROR_INVALID_VALUE; // so is that of a reference (seen)
  if (dptr)
    *dptr = place->address;
  if (bytes)
    *bytes = place->size;
  return CUDA_SUCCESS;
}

#include "driver/bodies/Module.inc"

} // namespace anywarp::driver
