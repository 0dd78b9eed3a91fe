// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Library Management".
#include "driver/code/Library.h"

#include <algorithm>
#include <span>

#include "driver/context/Device.h"
#include "driver/process/Process.h"
#include "support/Options.h"

namespace anywarp::driver {

Library::~Library() {
  Process &process = Process::get();
  for (auto &[name, kernel] : kernels_)
    process.handles.remove(KindKernel, kernel->handleBits());
  for (auto [context, handle] : modules_)
    Context::unpublish(KindModule, handle);
  for (auto &[name, place] : managed_)
    if (!place.isForeign)
      (void)process.memory.free(place.address, [](const Allocation &allocation) {
        return allocation.kind == Allocation::Kind::Managed;
      });
}

bool Library::findModule(Context &context, Module *&module) {
  LockGuard lock(mutex_);
  auto it = modules_.find(context.id());
  // A module goes with its context; after a reset there is none although the id is known.
  module = it == modules_.end() ? nullptr : find<Module>(reinterpret_cast<CUmodule>(it->second));
  return module != nullptr;
}

CUresult Library::module(Context &context, Module *&module) {
  if (failure_)
    return failure_;
  if (findModule(context, module))
    return CUDA_SUCCESS;
  // Loading late waits for the context, as the guide says of lazy loading and a GPU does. Programs
  // that rely on more concurrency than they are promised show it here, too.
  if (Options::get().moduleLoading != "EAGER" && !Scheduler::isExecutor())
    Process::get().scheduler.waitUnnoticed(context);
  LockGuard lock(mutex_);
  uint64_t &handle = modules_[context.id()];
  module = find<Module>(reinterpret_cast<CUmodule>(handle));
  if (module) // another thread's
    return CUDA_SUCCESS;
  Ref<Module> made;
  if (CUresult result = Module::create(context, program_, made, &managed_))
    return result;
  made->isOfLibrary = true;
  if (CUresult result = context.publish(KindModule, made))
    return result;
  handle = made->handleBits();
  module = made.get();
  return CUDA_SUCCESS;
}

CUresult Library::kernel(const std::string &name, Kernel *&kernel) {
  if (failure_)
    return failure_;
  LockGuard lock(mutex_);
  auto it = kernels_.find(name);
  if (it == kernels_.end()) {
    const ptx::Function *entry = program_->symbols().function(name);
    if (!entry || !entry->isEntry || !entry->isDefined)
      return CUDA_ERROR_NOT_FOUND;
    Ref<Kernel> made = make<Kernel>(*this, *entry);
    if (CUresult result = Process::get().publish(KindKernel, made))
      return result;
    it = kernels_.emplace(name, std::move(made)).first;
  }
  kernel = it->second.get();
  return CUDA_SUCCESS;
}

std::vector<std::string> Library::kernelNames() const {
  std::vector<std::string> names;
  if (failure_)
    return names;
  for (const auto &function : program_->module().functions)
    if (function->isEntry && function->isDefined)
      names.push_back(function->name);
  return names;
}

std::vector<std::string> Library::managedNames() const {
  std::vector<std::string> names;
  if (failure_)
    return names;
  for (const auto &variable : program_->module().variables)
    if (variable->isManaged && !variable->isExtern)
      names.push_back(variable->name);
  return names;
}

void Library::follow(const Device &device, const std::string &name,
                     const FunctionSettings &settings) {
  LockGuard lock(mutex_);
  for (auto [context, handle] : modules_)
    if (Module *module = find<Module>(reinterpret_cast<CUmodule>(handle));
        module && &module->context().device() == &device)
      module->follow(name, settings);
}

void Library::placeManaged(const std::string &name, CUdeviceptr address, size_t bytes) {
  LockGuard lock(mutex_);
  Module::VariablePlace &place = managed_[name];
  place.address = address;
  place.size = bytes;
  place.isManaged = place.isForeign = true;
}

Kernel::Kernel(Library &library, const ptx::Function &entry)
    : library_(library), entry_(entry),
      facts_(model::describeKernel(library.program().symbols(), entry)) {
  for (int i = 0; i < Process::get().deviceCount(); ++i)
    settings_.push_back(std::make_unique<FunctionSettings>(facts_));
}

const std::unique_ptr<FunctionSettings> &Kernel::settings(const Device &device) const {
  return settings_[size_t(device.ordinal() - Process::get().devices().front()->ordinal())];
}

CUresult Kernel::function(Context &context, Function *&function) {
  if ((function = last_.find(context)))
    return CUDA_SUCCESS;
  Module *module;
  if (CUresult result = library_.module(context, module))
    return result;
  if (CUresult result = module->function(name(), function, settings(context.device()).get()))
    return result;
  last_.keep(context, *function);
  return CUDA_SUCCESS;
}

Function *Kernel::LastFunction::find(const Context &context) const {
  if (context_ != context.id())
    return nullptr;
  CUfunction handle = handle_;
  return context_ == context.id() ? driver::find<Function>(handle) : nullptr;
}

void Kernel::LastFunction::keep(const Context &context, const Function &function) {
  LockGuard lock(mutex_);
  context_ = 0;
  handle_ = handleOf(function);
  context_ = context.id();
}

CUresult Kernel::setAttribute(const Device &device, CUfunction_attribute attribute, int value) {
  FunctionSettings &settings = *this->settings(device);
  if (CUresult result = driver::setAttribute(facts_, settings, attribute, value))
    return result;
  library_.follow(device, name(), settings);
  return CUDA_SUCCESS;
}

// -- The API --------------------------------------------------------------------------------------

#include "driver/rules/Library.inc"

/// Loads a program. As on a GPU (seen) the call succeeds whatever the image is, and the logs tell
/// what is wrong with it.
template <typename Load> static CUresult enter(Load load, JitOptions &jit, CUlibrary *handle) {
  Ref<Program> program;
  CUresult failure = load(program);
  jit.finish();
  Ref<Library> library = make<Library>(std::move(program), failure);
  if (CUresult result = Process::get().publish(Object::KindLibrary, library))
    return result;
  *handle = handleOf(*library);
  return CUDA_SUCCESS;
}

CUresult cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *jitOptions,
                           void **jitOptionsValues, unsigned int numJitOptions,
                           CUlibraryOption *libraryOptions, void **libraryOptionValues,
                           unsigned int numLibraryOptions) {
  JitOptions jit;
  if (CUresult result = jit.read(numJitOptions, jitOptions, jitOptionsValues))
    return result;
  if (CUresult result = checkLibraryOptions(libraryOptions, libraryOptionValues, numLibraryOptions))
    return result;
  if (!code)
    return CUDA_ERROR_INVALID_VALUE;
  return enter([&](Ref<Program> &program) { return Program::load(code, jit, program); }, jit,
               library);
}

CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *fileName, CUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned int numJitOptions,
                               CUlibraryOption *libraryOptions, void **libraryOptionValues,
                               unsigned int numLibraryOptions) {
  JitOptions jit;
  if (CUresult result = jit.read(numJitOptions, jitOptions, jitOptionsValues))
    return result;
  if (CUresult result = checkLibraryOptions(libraryOptions, libraryOptionValues, numLibraryOptions))
    return result;
  if (CUresult result = checkLibraryFile(fileName, numLibraryOptions))
    return result;
  std::string bytes;
  if (CUresult result = readFile(fileName, bytes))
    return result;
  if (bytes.empty())
    return CUDA_ERROR_INVALID_IMAGE; // of what is in a file only this is told at once (seen)
  return enter([&](Ref<Program> &program) { return Program::load(bytes, jit, program); }, jit,
               library);
}

CUresult cuLibraryUnload(CUlibrary library) {
  // Its kernels and variables may be in use in any context.
  Process::get().scheduler.waitForAll();
  Process::get().handles.remove(Object::KindLibrary, reinterpret_cast<uint64_t>(library));
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetKernel(CUkernel *pKernel, Library &found, const char *name) {
  Kernel *kernel;
  if (CUresult result = found.kernel(name, kernel))
    return result;
  *pKernel = handleOf(*kernel);
  return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned int numKernels, Library &library) {
  unsigned i = 0;
  for (const std::string &name : library.kernelNames()) {
    if (i == numKernels)
      break;
    Kernel *kernel;
    if (CUresult result = library.kernel(name, kernel))
      return result;
    kernels[i++] = handleOf(*kernel);
  }
  return CUDA_SUCCESS;
}

/// The library's module in the current context.
static CUresult currentModule(Library &library, Module *&module) {
  Context *context;
  if (CUresult result = usableContext(context))
    return result;
  return library.module(*context, module);
}

CUresult cuLibraryGetModule(CUmodule *pMod, Library &found) {
  Module *module;
  if (CUresult result = currentModule(found, module))
    return result;
  *pMod = handleOf(*module);
  return CUDA_SUCCESS;
}

CUresult cuKernelGetFunction(CUfunction *pFunc, Kernel &found) {
  Context *context;
  if (CUresult result = usableContext(context))
    return result;
  Function *function;
  if (CUresult result = found.function(*context, function))
    return result;
  *pFunc = handleOf(*function);
  return CUDA_SUCCESS;
}

static CUresult findVariable(Library &library, const char *name, bool isManaged, CUdeviceptr *dptr,
                             size_t *bytes) {
  Module *module;
  if (CUresult result = currentModule(library, module))
    return result;
  const Module::VariablePlace *place = module->variable(name);
  if (CUresult result = checkVariable(place, module->program().symbols().function(name), isManaged))
    return result;
  if (dptr)
    *dptr = place->address;
  if (bytes)
    *bytes = place->size;
  return CUDA_SUCCESS;
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t paramIndex, size_t *paramOffset,
                              size_t *paramSize) {
  Kernel *found = find<Kernel>(kernel);
  if (!found) // documented: no other error than a wrong value
    return kernel ? CUDA_ERROR_INVALID_HANDLE : CUDA_ERROR_INVALID_VALUE;
  return paramInfo(found->facts(), paramIndex, paramOffset, paramSize);
}

#include "driver/bodies/Library.inc"

} // namespace anywarp::driver
