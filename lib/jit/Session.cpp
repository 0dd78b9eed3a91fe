// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compile request: key, object (cached or compiled), link, kernel.
#include "jit/Session.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>
#include <map>
#include <optional>

#include "jit/Background.h"
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
  char numbers[340];
  std::snprintf(
      numbers, sizeof numbers,
      "abi %u w %u shape %u %u %d %d %d %u %d few %d opt %u debug %d strict %d views %d record "
      "%d variables %d "
      "observe %u profile %d steps %d interruptible %d quick %d",
      exec::kAbiVersion, request.simdWidth, unsigned(request.shape.kind), unsigned(request.shape.x),
      request.shape.fullWarps, request.shape.flat, request.shape.narrowGrid,
      unsigned(request.shape.most), request.shape.isFilled, request.fewThreads, request.optLevel,
      request.debug, request.strict, request.managedViews, request.recordRegisters,
      request.describeVariables, request.observe, request.profile, request.steps,
      request.interruptible, request.quick);
  add(numbers);
  add(request.moduleKey);
  add(request.entry->name);
  add(Options::get().barriers);
  add(Options::get().approx);
  add(cpu.name);
  add(cpu.features);
  add(buildId());
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

void tell(const std::string &what) {
  if (isTraced("jit"))
    trace("jit", what);
}

/// Code whose kernel may get a better one. When it has run so long that optimising costs little
/// beside it, that begins. A launch counts for a tenth of that at least.
class InterimCode final : public exec::BetterCode {
public:
  static constexpr uint64_t kWorth = 1'000'000, kLeastOfLaunch = kWorth / 10; ///< nanoseconds

  /// `begin`: false where it cannot now.
  explicit InterimCode(std::function<bool()> begin) : begin_(std::move(begin)) {}
  void ran(uint64_t nanoseconds, bool isEnd) override {
    if (isEnd)
      nanoseconds = std::max(nanoseconds, kLeastOfLaunch);
    const uint64_t all = ran_.fetch_add(nanoseconds, std::memory_order_relaxed) + nanoseconds;
    if (all >= due_.load(std::memory_order_relaxed))
      begin();
  }
  void begin() {
    if (isComing.exchange(true, std::memory_order_acq_rel))
      return;
    due_.store(ran_.load(std::memory_order_relaxed) + kWorth, std::memory_order_relaxed);
    if (!begin_())
      isComing.store(false, std::memory_order_release);
  }
  /// There is none and will be none.
  void giveUp() {
    due_.store(~uint64_t(0), std::memory_order_relaxed);
    isComing.store(false, std::memory_order_release);
  }

private:
  const std::function<bool()> begin_;
  std::atomic<uint64_t> ran_{0}, due_{kWorth};
};

class LinkedKernel final : public CompiledKernel {
public:
  static Expected<std::shared_ptr<LinkedKernel>> create(const CompileRequest &request,
                                                        ObjectBytes bytes) {
    return create(request.entry->name, std::move(bytes), request.resolve);
  }
  /// For objects that may be followed by a better one, which `begin` begins to make.
  static Expected<std::shared_ptr<LinkedKernel>>
  createQuick(const CompileRequest &request, ObjectBytes bytes,
              std::function<bool(const std::shared_ptr<LinkedKernel> &)> begin) {
    std::map<std::string, void *> symbols;
    auto created =
        create(request.entry->name, std::move(bytes), [&](const std::string &symbol) -> void * {
          void *address = request.resolve ? request.resolve(symbol) : nullptr;
          return symbols[symbol] = address;
        });
    if (!created)
      return created;
    LinkedKernel &kernel = **created;
    kernel.symbols_ = std::move(symbols);
    kernel.interim_.emplace([begin = std::move(begin), self = std::weak_ptr(*created)] {
      const std::shared_ptr<LinkedKernel> kernel = self.lock();
      return kernel && begin(kernel);
    });
    kernel.kernel_.better = &*kernel.interim_;
    return created;
  }
  InterimCode &interim() { return *interim_; }
  /// From now on blocks that begin run the code of this object, which is of the same module.
  void improve(ObjectBytes bytes) {
    auto better = create(name_, std::move(bytes), [this](const std::string &symbol) {
      const auto it = symbols_.find(symbol); // the program may have unloaded the module
      return it == symbols_.end() ? nullptr : it->second;
    });
    if (!better)
      return stay(better.status().message());
    const exec::Kernel &kernel = (*better)->kernel();
    if (std::memcmp(&kernel.info, &kernel_.info, sizeof kernel.info) != 0)
      return stay("the optimised code is of another kind");
    better_ = std::move(*better);
    hasBetter_.store(true, std::memory_order_release);
    interim_->block.store(kernel.block, std::memory_order_release);
    interim_->piece.store(kernel.piece, std::memory_order_release);
    tell(name_ + ": optimised code takes over");
  }
  void stay(const std::string &why) {
    interim_->giveUp();
    tell(name_ + " stays as it is: " + why);
  }

  LineEntry locate(uintptr_t pc) const override {
    return object_->contains(pc) || !hasBetter() ? lines_.locate(*object_, pc)
                                                 : better_->locate(pc);
  }
  bool contains(uintptr_t pc) const override {
    return object_->contains(pc) || (hasBetter() && better_->contains(pc));
  }
  size_t size() const override { return hasBetter() ? better_->size() : object_->object()->size(); }

private:
  static Expected<std::shared_ptr<LinkedKernel>> create(const std::string &name, ObjectBytes bytes,
                                                        const SymbolResolver &resolveOwn) {
    auto resolve = [&](const std::string &symbol) -> void * {
      if (void *address = findProcessSymbol(symbol))
        return address;
      return resolveOwn ? resolveOwn(symbol) : nullptr;
    };
    auto linked = LinkedObject::link(std::move(bytes), resolve);
    if (!linked)
      return linked.takeStatus().annotated("linking of " + name);
    auto kernel = std::make_shared<LinkedKernel>();
    kernel->object_ = std::move(*linked);
    if (Status status = kernel->describe(name); !status.ok())
      return std::move(status).annotated("linking of " + name);
    return kernel;
  }
  bool hasBetter() const { return hasBetter_.load(std::memory_order_acquire); }

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

  // Of quick objects
  std::map<std::string, void *> symbols_; ///< of the module
  std::optional<InterimCode> interim_;
  std::shared_ptr<LinkedKernel> better_; ///< written once
  std::atomic<bool> hasBetter_ = false;
};

class DefaultSession final : public Session {
public:
  DefaultSession() : cache_(ObjectCache::Config::fromEnvironment()) {}

  Expected<std::shared_ptr<CompiledKernel>> compile(const CompileRequest &request) override {
    auto start = std::chrono::steady_clock::now();
    const char *origin = nullptr;
    auto kernel = request.quick          ? compileQuick(request, origin)
                  : request.inBackground ? compileUpgraded(request, origin)
                                         : compilePlain(request, origin);
    if (!kernel)
      return kernel.takeStatus();
    if (isTraced("jit")) {
      char text[256];
      std::snprintf(
          text, sizeof text, "%.100s: W %u, object from %s, ready after %.2f ms",
          request.entry->name.c_str(), (*kernel)->kernel().info.simdWidth, origin,
          std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
              .count());
      trace("jit", text);
    }
    return std::shared_ptr<CompiledKernel>(std::move(*kernel));
  }

  void prepare(const CompileRequest &request) override {
    cache().prepare(cacheKey(request), maker(request));
  }

private:
  using Linked = Expected<std::shared_ptr<LinkedKernel>>;

  static std::function<Expected<std::string>()> maker(const CompileRequest &request) {
    return [&request] {
      if (request.missing)
        request.missing();
      return compileToObject(request, TargetCpu::host());
    };
  }
  static Linked link(const CompileRequest &request, const ObjectCache::Entry &entry,
                     const char *&origin) {
    static const char *const kOrigin[] = {"memory", "disk", "compiler"};
    origin = kOrigin[int(entry.origin)];
    return LinkedKernel::create(request, entry.object);
  }

  Linked compilePlain(const CompileRequest &request, const char *&origin) {
    Expected<ObjectCache::Entry> entry = cache().get(cacheKey(request), maker(request));
    return entry ? link(request, *entry, origin) : Linked(entry.takeStatus());
  }

  /// What ANYWARP_TIER=quick makes does not go to the disk.
  Linked compileQuick(const CompileRequest &request, const char *&origin) {
    Expected<ObjectCache::Entry> entry = uncached_.get(cacheKey(request), maker(request));
    return entry ? link(request, *entry, origin) : Linked(entry.takeStatus());
  }

  Linked compileUpgraded(const CompileRequest &request, const char *&origin) {
    const std::string key = cacheKey(request);
    ObjectCache &held = request.quickFirst ? uncached_ : cache();
    const auto entry = held.getAny(key, [&request]() -> Expected<ObjectCache::Made> {
      if (request.missing)
        request.missing();
      bool isQuick = false;
      auto object = compileToObject(request, TargetCpu::host(), nullptr, &isQuick);
      if (!object)
        return object.takeStatus();
      return ObjectCache::Made{std::move(*object), isQuick};
    });
    if (!entry)
      return entry.status();
    if (!entry->isQuick)
      return link(request, *entry, origin);
    static const char *const kOrigin[] = {"memory, quick", "disk, quick", "quick compiler"};
    origin = kOrigin[int(entry->origin)];
    CompileRequest later = request;
    later.resolve = nullptr;
    later.missing = nullptr;
    Linked kernel = LinkedKernel::createQuick(
        request, entry->object, [this, later, key](const std::shared_ptr<LinkedKernel> &kernel) {
          return beginUpgrade(later, key, kernel);
        });
    if (kernel && request.quickFirst)
      (*kernel)->interim().begin();
    return kernel;
  }

  bool beginUpgrade(const CompileRequest &request, const std::string &key,
                    const std::weak_ptr<LinkedKernel> &interim) {
    return Background::get().begin(
        request.inBackground,
        [this, copy = request, key, interim](const std::atomic<bool> &unwanted) mutable {
          copy.unwanted = &unwanted;
          const Expected<ObjectCache::Entry> entry = cache().get(key, maker(copy));
          if (const std::shared_ptr<LinkedKernel> kernel = interim.lock())
            entry ? kernel->improve(entry->object) : kernel->stay(entry.status().message());
        });
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
