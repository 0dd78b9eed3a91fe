// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading symbol tables, checking the link, writing the registration object.
#include "DeviceLink.h"

#include <algorithm>
#include <set>

#include "common/PtxInfo.h"
#include "fatbin/Image.h"
#include "ptx/parse/Parser.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"

namespace anywarp::nvcc {
namespace {

/// An object's own name follows: nv_… in those of this compiler, NVIDIA's begin with digits.
constexpr llvm::StringLiteral kPrefix = "__cudaRegisterLinkedBinary_";

struct Collection {
  std::vector<RelocatableObject> wanted;
  std::set<std::string> seen, defined;

  void read(const llvm::object::ObjectFile &object, const std::string &file, bool isMember) {
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
        wanted.push_back({id, file, codeOf(object), isMember});
    }
  }

  static std::string codeOf(const llvm::object::ObjectFile &object) {
    for (const llvm::object::SectionRef &section : object.sections()) {
      llvm::Expected<llvm::StringRef> name = section.getName();
      if (!name) {
        llvm::consumeError(name.takeError());
      } else if (*name == ".nv_fatbin" || *name == "__nv_relfatbin") {
        if (llvm::Expected<llvm::StringRef> contents = section.getContents())
          return contents->str();
        else
          llvm::consumeError(contents.takeError());
      }
    }
    return {};
  }

  void read(const llvm::MemoryBufferRef &buffer, const std::string &file, bool isMember) {
    auto object = llvm::object::ObjectFile::createObjectFile(buffer);
    if (!object) {
      llvm::consumeError(object.takeError());
      return;
    }
    if (!(*object)->isRelocatableObject())
      return; // a shared library has linked its own
    read(**object, file, isMember);
  }

  void read(const llvm::object::Archive &archive, const std::string &file) {
    llvm::Error error = llvm::Error::success();
    for (const llvm::object::Archive::Child &child : archive.children(error)) {
      llvm::Expected<llvm::StringRef> name = child.getName();
      if (auto member = child.getMemoryBufferRef())
        read(*member, file + ":" + (name ? name->str() : std::string()), /*isMember=*/true);
      else
        llvm::consumeError(member.takeError());
      llvm::consumeError(name.takeError());
    }
    llvm::consumeError(std::move(error));
  }
};

/// The PTX of a container for a device, or for the oldest one if that is newer.
std::unique_ptr<ptx::Module> moduleOf(const fatbin::Container &container, uint32_t sm) {
  Expected<const fatbin::Entry *> chosen = fatbin::choosePtx(container, sm);
  const fatbin::Entry *entry = chosen ? *chosen : nullptr;
  if (!chosen)
    for (const fatbin::Entry &each : container.entries)
      if (each.kind == fatbin::EntryKind::Ptx && (!entry || each.arch.sm < entry->arch.sm))
        entry = &each;
  Expected<std::string> text =
      entry ? fatbin::readContents(*entry) : Expected<std::string>(std::string());
  Diagnostics ignored; // of the compile that made it
  return entry && text ? ptx::parse(*text, ignored) : nullptr;
}

/// `bytes` as the elements of an initialiser.
std::string listOf(const std::string &bytes) {
  std::string text;
  for (unsigned char byte : bytes)
    text += std::to_string(unsigned(byte)) + (text.size() % 100 > 95 ? ",\n" : ",");
  return text;
}

} // namespace

std::vector<RelocatableObject> relocatableObjects(const std::vector<std::string> &files,
                                                  const std::map<std::string, std::string> &names) {
  Collection objects;
  for (const std::string &file : files) {
    auto buffer =
        llvm::MemoryBuffer::getFile(file, /*IsText=*/false, /*RequiresNullTerminator=*/false);
    if (!buffer)
      continue; // the linker will say so
    llvm::MemoryBufferRef reference = (*buffer)->getMemBufferRef();
    auto known = names.find(file);
    const std::string &name = known == names.end() ? file : known->second;
    auto archive = llvm::object::Archive::create(reference);
    if (archive) {
      objects.read(**archive, name);
    } else {
      llvm::consumeError(archive.takeError());
      objects.read(reference, name, /*isMember=*/false);
    }
  }
  std::erase_if(objects.wanted,
                [&](const RelocatableObject &o) { return objects.defined.count(o.id) != 0; });
  return std::move(objects.wanted);
}

int checkDeviceLink(const std::vector<RelocatableObject> &objects, uint32_t sm) {
  std::vector<std::unique_ptr<ptx::Module>> modules;
  std::vector<ptx::LinkPart> parts;
  bool isKnown = true;
  std::set<std::string_view> seen; // an object that was linked of several holds the code of all
  for (const RelocatableObject &object : objects) {
    if (!seen.insert(object.code).second)
      continue;
    for (const fatbin::Container &container : fatbin::findContainers(object.code)) {
      std::unique_ptr<ptx::Module> module = moduleOf(container, sm);
      isKnown &= module || container.entries.empty();
      if (!module)
        continue;
      parts.push_back({object.file, module.get()});
      modules.push_back(std::move(module));
    }
  }
  ptx::LinkFaults faults = ptx::findLinkFaults(parts);
  if (!isKnown)
    faults.undefined.clear();
  return tool::reportLinkFaults(faults);
}

std::string libraryCode(const std::string &path) {
  auto buffer =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer)
    return {};
  auto archive = llvm::object::Archive::create((*buffer)->getMemBufferRef());
  if (!archive) {
    llvm::consumeError(archive.takeError());
    return {};
  }
  std::string code;
  llvm::Error error = llvm::Error::success();
  for (const llvm::object::Archive::Child &child : (*archive)->children(error)) {
    llvm::Expected<llvm::MemoryBufferRef> member = child.getMemoryBufferRef();
    if (!member) {
      llvm::consumeError(member.takeError());
      continue;
    }
    auto object = llvm::object::ObjectFile::createObjectFile(*member);
    if (object && code.empty())
      code = Collection::codeOf(**object);
    else
      llvm::consumeError(object.takeError());
  }
  llvm::consumeError(std::move(error));
  return code;
}

bool usesSymbol(const std::vector<std::string> &files, std::string_view prefix) {
  for (const std::string &file : files) {
    if (!file.ends_with(".o"))
      continue;
    auto object = llvm::object::ObjectFile::createObjectFile(file);
    if (!object) {
      llvm::consumeError(object.takeError());
      continue;
    }
    for (const llvm::object::SymbolRef &symbol : object->getBinary()->symbols()) {
      llvm::Expected<llvm::StringRef> name = symbol.getName();
      if (name && name->starts_with(prefix))
        return true;
      llvm::consumeError(name.takeError());
    }
  }
  return false;
}

/// Where the objects of this compiler have what they register, for those that are in the program:
/// all is registered before the first constructor that may use it.
static std::string placesOf(const std::vector<RelocatableObject> &objects) {
  std::string declared, table;
  for (const RelocatableObject &object : objects) {
    if (!object.id.starts_with("nv_")) {
      table += "{0, 0},";
      continue;
    }
    declared += "extern \"C\" AW_HERE const char __fatbinwrap_" + object.id + "[];\n" +
                "extern \"C\" AW_HERE void __cuda_register_globals_" + object.id + "(void **);\n";
    table += "{__fatbinwrap_" + object.id + ", __cuda_register_globals_" + object.id + "},\n";
  }
  return "#define AW_HERE __attribute__((weak, visibility(\"hidden\")))\n" + declared +
         "const struct {\n  const void *wrapper;\n  RegisterGlobals callback;\n} places[] = {" +
         table + "};\n";
}

// -- The registration of relocatable device code, as C++ ------------------------------------------

/// What comes before the table of objects.
constexpr char kLinkHead[] =
    R"(// Registers the relocatable device code of a program as one fat binary.
#include <stdlib.h>
namespace {
struct Wrapper {
  int magic, version;
  const void *data;
  const void *extra;
};
typedef void (*RegisterGlobals)(void **);
// A container without entries: all code is in those of the objects.
alignas(8) const unsigned char nothing[16] = {0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0};
// By object. Those from archives are known from the start, whether or not the host's linker takes
// their member; the others when their constructor has run.
struct Object {
  const void *container;
  RegisterGlobals callback;
};
)";

/// What registers them: behind their number and places.
constexpr char kLinkBody[] = R"(
const void *containers[kCount + 1]; // those that are known, then null
void **handle;
int missing = -1; // objects that are not known yet; before the first is: unknown
bool started; // this object's constructor has run
__attribute__((section(".nvFatBinSegment"), used)) Wrapper wrapper = {0x466243b1, 2, nothing, containers};

}
extern "C" {
void **__cudaRegisterFatBinary(void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
}
static void unregisterAll() {
  if (handle)
    __cudaUnregisterFatBinary(handle);
  handle = nullptr;
}
static void registerAll() {
  int known = 0;
  for (const Object &object : objects)
    if (object.container)
      containers[known++] = object.container;
  containers[known] = nullptr;
  if (!known)
    return;
  handle = __cudaRegisterFatBinary(&wrapper);
  for (const Object &object : objects)
    if (object.callback)
      object.callback(handle);
  __cudaRegisterFatBinaryEnd(handle);
}
static void begin() {
  if (missing >= 0)
    return;
  missing = 0;
  for (int i = 0; i < kCount; ++i) {
    if (places[i].wrapper) {
      objects[i].container = static_cast<const Wrapper *>(places[i].wrapper)->data;
      objects[i].callback = places[i].callback;
    }
    missing += !objects[i].container;
  }
  atexit(unregisterAll); // after the destructors of all objects that are constructed from now on
}
static void add(int index, RegisterGlobals callback, const void *object) {
  begin();
  const bool isKnown = objects[index].container, isNew = objects[index].callback != callback;
  objects[index].callback = callback;
  if (handle && isKnown) {
    if (isNew) {
      callback(handle);
      __cudaRegisterFatBinaryEnd(handle);
    }
    return;
  }
  if (!isKnown) {
    objects[index].container = static_cast<const Wrapper *>(object)->data;
    --missing;
  }
  // One that comes later than this object: begin again, nothing has been used yet.
  if (!missing || started) {
    unregisterAll();
    registerAll();
  }
}
extern "C" {
#define AW_MODULE(index, id)                                                                       \
  __attribute__((visibility("hidden"))) void __cudaRegisterLinkedBinary_##id(                      \
      RegisterGlobals callback, const void *object, const void *, const void *) {                  \
    add(index, callback, object);                                                                  \
  }
)";

/// Behind the function of each. This object is linked last where nvcc links, so that its
/// constructor runs after those of the objects.
constexpr char kLinkEnd[] = R"(}
__attribute__((constructor)) static void start() {
  begin();
  started = true;
  if (!handle)
    registerAll();
}
)";

std::string deviceLinkSource(const std::vector<RelocatableObject> &objects) {
  std::string code, table, functions;
  for (size_t i = 0; i < objects.size(); ++i) {
    const std::string number = std::to_string(i);
    if (objects[i].isMember)
      code += "alignas(8) const unsigned char code" + number + "[] = {" + listOf(objects[i].code) +
              "};\n";
    table += objects[i].isMember ? "{code" + number + ", 0}," : "{0, 0},";
    functions += "AW_MODULE(" + number + ", " + objects[i].id + ")\n";
  }
  return kLinkHead + code + "Object objects[] = {" + table +
         "};\nconst int kCount = " + std::to_string(objects.size()) + ";\n" + placesOf(objects) +
         kLinkBody + functions + kLinkEnd;
}

} // namespace anywarp::nvcc
