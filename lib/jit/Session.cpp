// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compile request: key, object (cached or compiled), link, kernel.
#include "jit/Session.h"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

#include "jit/BuildId.h"
#include "jit/Compiler.h"
#include "jit/DebugInfo.h"
#include "jit/Linker.h"
#include "jit/Symbols.h"
#include "jit/TargetCpu.h"
#include "ptx/Module.h"
#include "support/Options.h"
#include "support/Trace.h"

namespace anywarp::jit {

namespace {

/// Everything that the bytes of an object depend on.
std::string cacheKey(const CompileRequest &request) {
  const TargetCpu &cpu = TargetCpu::host();
  llvm::SHA256 hash;
  auto add = [&](llvm::StringRef text) {
    uint64_t size = text.size();
    hash.update(llvm::StringRef(reinterpret_cast<const char *>(&size), sizeof size));
    hash.update(text);
  };
  char numbers[320];
  std::snprintf(
      numbers, sizeof numbers,
      "abi %u w %u shape %u %u %d %d %d %u %d few %d opt %u debug %d strict %d views %d record "
      "%d variables %d "
      "observe %u profile %d steps %d interruptible %d",
      exec::kAbiVersion, request.simdWidth, unsigned(request.shape.kind), unsigned(request.shape.x),
      request.shape.fullWarps, request.shape.flat, request.shape.narrowGrid,
      unsigned(request.shape.most), request.shape.isFilled, request.fewThreads, request.optLevel,
      request.debug, request.strict, request.managedViews, request.recordRegisters,
      request.describeVariables, request.observe, request.profile, request.steps,
      request.interruptible);
  add(numbers);
  add(request.moduleKey);
  add(request.entry->name);
  add(Options::get().barriers);
  add(cpu.name);
  add(cpu.features);
  add(buildId());
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

class LinkedKernel final : public CompiledKernel {
public:
  static Expected<std::shared_ptr<CompiledKernel>> create(const CompileRequest &request,
                                                          ObjectBytes bytes) {
    auto resolve = [&](const std::string &symbol) -> void * {
      if (void *address = findProcessSymbol(symbol))
        return address;
      return request.resolve ? request.resolve(symbol) : nullptr;
    };
    auto linked = LinkedObject::link(std::move(bytes), resolve);
    if (!linked)
      return linked.takeStatus();
    auto kernel = std::make_shared<LinkedKernel>();
    kernel->object_ = std::move(*linked);
    if (Status status = kernel->describe(request.entry->name); !status.ok())
      return status;
    return std::shared_ptr<CompiledKernel>(std::move(kernel));
  }

  LineEntry locate(uintptr_t pc) const override { return lines_.locate(*object_, pc); }
  bool contains(uintptr_t pc) const override { return object_->contains(pc); }
  size_t size() const override { return object_->object()->size(); }

private:
  Status describe(const std::string &name) {
    name_ = name;
    kernel_.name = name_.c_str();
    const void *info = object_->find(name + ".info");
    if (!info)
      return {StatusCode::InvalidInput, "the object does not describe its kernel"};
    std::memcpy(&kernel_.info, info, sizeof kernel_.info);
    if (kernel_.info.abiVersion != exec::kAbiVersion)
      return {StatusCode::InvalidInput, "the object follows another ABI version"};
    bool waits = kernel_.info.frameBytes != 0;
    void *code = object_->find(name + (waits ? ".piece" : ".block"));
    if (!code)
      return {StatusCode::InvalidInput, "the object has no code"};
    if (waits)
      kernel_.piece = reinterpret_cast<exec::PieceFn>(code);
    else
      kernel_.block = reinterpret_cast<exec::BlockFn>(code);
    if (const void *registers = object_->find(name + ".registers"))
      registers_ = static_cast<const char *>(registers);
    if (const void *sites = object_->find(name + ".sites"))
      sites_ = static_cast<const char *>(sites);
    if (const void *places = object_->find(name + ".places"))
      places_ = static_cast<const char *>(places);
    registration_ = DebugRegistration::announce(*object_);
    // Functions whose address is taken: their code goes into the module's descriptors.
    if (void *bind = object_->find(name + ".bind"))
      reinterpret_cast<void (*)()>(bind)();
    return {};
  }

  std::string name_;
  std::unique_ptr<LinkedObject> object_;
  std::unique_ptr<DebugRegistration> registration_;
  LineTable lines_;
};

class DefaultSession final : public Session {
public:
  DefaultSession() : cache_(ObjectCache::Config::fromEnvironment()) {}

  Expected<std::shared_ptr<CompiledKernel>> compile(const CompileRequest &request) override {
    auto start = std::chrono::steady_clock::now();
    Expected<ObjectCache::Entry> entry = cache().get(cacheKey(request), maker(request));
    if (!entry)
      return entry.takeStatus();
    auto kernel = LinkedKernel::create(request, entry->object);
    if (!kernel)
      return kernel.takeStatus().annotated("linking of " + request.entry->name);
    if (isTraced("jit")) {
      static const char *const kOrigin[] = {"memory", "disk", "compiler"};
      char text[256];
      std::snprintf(
          text, sizeof text, "%.100s: W %u, object from %s, ready after %.2f ms",
          request.entry->name.c_str(), (*kernel)->kernel().info.simdWidth,
          kOrigin[int(entry->origin)],
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
              .count());
      trace("jit", text);
    }
    return kernel;
  }

  void prepare(const CompileRequest &request) override {
    cache().prepare(cacheKey(request), maker(request));
  }

private:
  static std::function<Expected<std::string>()> maker(const CompileRequest &request) {
    return [&request] {
      if (request.missing)
        request.missing();
      return compileToObject(request, TargetCpu::host());
    };
  }
  /// A dump shows a compilation: the disk must not answer instead.
  ObjectCache &cache() {
    static const bool dumps = !Options::get().dump.empty();
    return dumps ? uncached_ : cache_;
  }

  ObjectCache cache_, uncached_{ObjectCache::Config()};
};

} // namespace

Session &Session::get() {
  static Session *session = new DefaultSession; // kernels may be released late
  return *session;
}

} // namespace anywarp::jit
