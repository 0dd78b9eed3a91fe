// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The JITLink context: symbols come from a resolver, memory from the process.
#include "jit/Linker.h"

#include <llvm/ExecutionEngine/JITLink/ELF_x86_64.h>
#include <llvm/ExecutionEngine/JITLink/JITLink.h>
#include <llvm/ExecutionEngine/JITLink/JITLinkMemoryManager.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Process.h>

namespace anywarp::jit {

namespace link = llvm::jitlink;

namespace {

link::InProcessMemoryManager &memoryManager() {
  // Never destroyed: kernels may be released by static destructors of the application.
  static auto *manager =
      new link::InProcessMemoryManager(llvm::sys::Process::getPageSizeEstimate());
  return *manager;
}

class Object final : public LinkedObject {
public:
  explicit Object(ObjectBytes bytes) { object_ = std::move(bytes); }
  ~Object() override {
    if (allocation_)
      llvm::consumeError(memoryManager().deallocate(std::move(allocation_)));
  }

  Status failure;
  bool isLinked() const { return bool(allocation_); }

  void describe(link::LinkGraph &graph) {
    for (const link::Section &section : graph.sections()) {
      link::SectionRange range(section);
      if (section.getMemLifetime() != llvm::orc::MemLifetime::NoAlloc && !range.empty())
        sections_.push_back(
            {section.getName().str(), range.getStart().getValue(), size_t(range.getSize())});
    }
    for (const link::Symbol *symbol : graph.defined_symbols())
      if (symbol->hasName())
        symbols_[symbol->getName().str()] = {symbol->getAddress().getValue(),
                                             size_t(symbol->getSize())};
  }
  void keep(link::JITLinkMemoryManager::FinalizedAlloc allocation) {
    allocation_ = std::move(allocation);
  }

private:
  link::JITLinkMemoryManager::FinalizedAlloc allocation_;
};

class Context final : public link::JITLinkContext {
public:
  Context(Object &object, const SymbolResolver &resolve)
      : JITLinkContext(nullptr), object_(object), resolve_(resolve) {}

  link::JITLinkMemoryManager &getMemoryManager() override { return memoryManager(); }

  void notifyFailed(llvm::Error error) override {
    object_.failure = Status(StatusCode::InvalidInput, llvm::toString(std::move(error)));
  }

  void lookup(const LookupMap &symbols,
              std::unique_ptr<link::JITLinkAsyncLookupContinuation> next) override {
    link::AsyncLookupResult result;
    std::string missing;
    for (const auto &[name, flags] : symbols) {
      void *address = resolve_(name.str());
      if (!address && flags == link::SymbolLookupFlags::RequiredSymbol)
        missing += (missing.empty() ? "" : ", ") + name.str();
      result[name] = {llvm::orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported};
    }
    if (missing.empty())
      next->run(std::move(result));
    else
      next->run(
          llvm::createStringError(llvm::inconvertibleErrorCode(), "undefined symbol: " + missing));
  }

  llvm::Error notifyResolved(link::LinkGraph &graph) override {
    object_.describe(graph);
    return llvm::Error::success();
  }

  void notifyFinalized(link::JITLinkMemoryManager::FinalizedAlloc allocation) override {
    object_.keep(std::move(allocation));
  }

private:
  Object &object_;
  const SymbolResolver &resolve_;
};

} // namespace

Expected<std::unique_ptr<LinkedObject>> LinkedObject::link(ObjectBytes bytes,
                                                           const SymbolResolver &resolve) {
  auto object = std::make_unique<Object>(bytes);
  auto graph = link::createLinkGraphFromELFObject_x86_64(
      llvm::MemoryBufferRef(llvm::StringRef(*bytes), "kernel"));
  if (!graph)
    return Status(StatusCode::InvalidInput, llvm::toString(graph.takeError()));
  // Memory comes from the process and symbols from tables: every step runs to its end in here.
  link::link_ELF_x86_64(std::move(*graph), std::make_unique<Context>(*object, resolve));
  if (!object->failure.ok())
    return std::move(object->failure);
  if (!object->isLinked())
    return Status(StatusCode::System, "linking did not finish");
  return std::unique_ptr<LinkedObject>(std::move(object));
}

void *LinkedObject::find(std::string_view name) const {
  auto it = symbols_.find(name);
  return it == symbols_.end() ? nullptr : reinterpret_cast<void *>(it->second.first);
}

bool LinkedObject::contains(uintptr_t address) const {
  for (const Section &section : sections_)
    if (address >= section.address && address < section.address + section.size)
      return true;
  return false;
}

} // namespace anywarp::jit
