// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading symbol tables, writing the registration object.
#include "DeviceLink.h"

#include <algorithm>
#include <set>

#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace anywarp::nvcc {
namespace {

constexpr llvm::StringLiteral kPrefix = "__cudaRegisterLinkedBinary_nv_";

struct Ids {
  std::vector<std::string> wanted;
  std::set<std::string> seen, defined;

  void read(const llvm::object::ObjectFile &object) {
    for (const llvm::object::SymbolRef &symbol : object.symbols()) {
      llvm::Expected<llvm::StringRef> name = symbol.getName();
      if (!name) {
        llvm::consumeError(name.takeError());
        continue;
      }
      if (!name->starts_with(kPrefix))
        continue;
      std::string id = name->substr(kPrefix.size()).str();
      llvm::Expected<uint32_t> flags = symbol.getFlags();
      if (!flags) {
        llvm::consumeError(flags.takeError());
        continue;
      }
      if (!(*flags & llvm::object::SymbolRef::SF_Undefined))
        defined.insert(id);
      else if (seen.insert(id).second)
        wanted.push_back(id);
    }
  }

  void read(const llvm::MemoryBufferRef &buffer) {
    auto object = llvm::object::ObjectFile::createObjectFile(buffer);
    if (!object) {
      llvm::consumeError(object.takeError());
      return;
    }
    if (!(*object)->isRelocatableObject())
      return; // a shared library has linked its own
    read(**object);
  }
};

} // namespace

std::vector<std::string> relocatableIds(const std::vector<std::string> &files) {
  Ids ids;
  for (const std::string &file : files) {
    auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer)
      continue; // the linker will say so
    llvm::MemoryBufferRef reference = (*buffer)->getMemBufferRef();
    auto archive = llvm::object::Archive::create(reference);
    if (!archive) {
      llvm::consumeError(archive.takeError());
      ids.read(reference);
      continue;
    }
    llvm::Error error = llvm::Error::success();
    for (const llvm::object::Archive::Child &child : (*archive)->children(error))
      if (auto member = child.getMemoryBufferRef())
        ids.read(*member);
      else
        llvm::consumeError(member.takeError());
    llvm::consumeError(std::move(error));
  }
  std::erase_if(ids.wanted, [&](const std::string &id) { return ids.defined.count(id) != 0; });
  return ids.wanted;
}

std::string deviceLinkSource(const std::vector<std::string> &ids) {
  std::string count = std::to_string(ids.size());
  std::string text = R"(// Registers the relocatable device code of a program as one fat binary.
namespace {
struct Wrapper {
  int magic, version;
  const void *data;
  const void *extra;
};
typedef void (*RegisterGlobals)(void **);
// A container without entries: all code is in those of the objects.
alignas(8) const unsigned char nothing[16] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0};
const void *containers[)" + count + R"( + 1];
RegisterGlobals callbacks[)" + count + R"( + 1];
int count;
void **handle;
bool started; // this object's constructor has run
__attribute__((section(".nvFatBinSegment"), used)) Wrapper wrapper = {0x466243b1, 2, nothing, containers};

}
extern "C" {
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
}
static void registerAll() {
  handle = __cudaRegisterFatBinary(&wrapper);
  for (int i = 0; i < count; ++i)
    if (callbacks[i])
      callbacks[i](handle);
  __cudaRegisterFatBinaryEnd(handle);
}
static void add(RegisterGlobals callback, const void *object) {
  callbacks[count] = callback;
  containers[count++] = static_cast<const Wrapper *>(object)->data;
  // An object whose constructor comes later: begin again, nothing has been used yet.
  if (started) {
    if (handle)
      __cudaUnregisterFatBinary(handle);
    registerAll();
  }
}
extern "C" {
#define AW_MODULE(id)                                                                              \
  __attribute__((visibility("hidden"))) void __cudaRegisterLinkedBinary_nv_##id(                   \
      RegisterGlobals callback, const void *object, const void *, const void *) {                  \
    add(callback, object);                                                                         \
  }
)";
  for (const std::string &id : ids)
    text += "AW_MODULE(" + id + ")\n";
  // Linked last where nvcc links, so that its constructor runs after those of the objects.
  text += R"(}
__attribute__((constructor)) static void start() {
  started = true;
  if (count)
    registerAll();
}
__attribute__((destructor)) static void unregisterAll() {
  if (handle)
    __cudaUnregisterFatBinary(handle);
}
)";
  return text;
}

} // namespace anywarp::nvcc
