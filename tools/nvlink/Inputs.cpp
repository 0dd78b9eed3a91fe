// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing images.
#include "nvlink/Inputs.h"

#include <algorithm>
#include <cstdio>

#include "common/Program.h"
#include "common/PtxInfo.h"
#include "fatbin/Image.h"
#include "ptx/Verifier.h"
#include "ptx/parse/Parser.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"

namespace anywarp::nvlink {
namespace {

constexpr std::string_view kName = "nvlink";

/// Names of the registration functions that a host object wants to call.
void addRegistrations(std::string_view bytes, std::vector<std::string> &names) {
  constexpr llvm::StringLiteral prefix = "__cudaRegisterLinkedBinary";
  auto object =
      llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(llvm::StringRef(bytes), ""));
  if (!object) {
    llvm::consumeError(object.takeError());
    return;
  }
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (name && flags && name->starts_with(prefix) &&
        (*flags & llvm::object::SymbolRef::SF_Undefined))
      names.push_back(name->substr(prefix.size()).str());
    llvm::consumeError(name.takeError());
    llvm::consumeError(flags.takeError());
  }
}

void addRegistrationsOfMembers(std::string_view bytes, std::vector<std::string> &names) {
  auto archive = llvm::object::Archive::create(llvm::MemoryBufferRef(llvm::StringRef(bytes), ""));
  if (!archive)
    return llvm::consumeError(archive.takeError());
  llvm::Error error = llvm::Error::success();
  for (const llvm::object::Archive::Child &child : (*archive)->children(error))
    if (llvm::Expected<llvm::StringRef> member = child.getBuffer())
      addRegistrations(std::string_view(*member), names);
    else
      llvm::consumeError(member.takeError());
  llvm::consumeError(std::move(error));
}

} // namespace

bool Inputs::add(const tool::DeviceImage &image, const std::string &file) {
  Expected<std::string> text = fatbin::readContents(image.entry);
  if (!text) {
    tool::fatal(kName, file + ": " + text.status().message());
    return false;
  }
  Diagnostics diagnostics;
  InputModule input;
  input.file = file;
  input.module = ptx::parse(*text, diagnostics);
  if (!input.module || !ptx::verify(*input.module, diagnostics)) {
    fputs(diagnostics.render(file).c_str(), stderr);
    tool::fatal(kName, "'" + file + "' holds no valid PTX");
    return false;
  }
  taken.push_back(std::move(input));
  return true;
}

bool Inputs::read(const std::string &path, bool warnsWithoutArch) {
  std::string bytes;
  if (!tool::readFile(kName, path, bytes))
    return false;
  tool::DeviceCode code = tool::readDeviceCode(bytes);
  if (!code.faults.empty() || code.kind == tool::DeviceCode::None) {
    tool::fatal(kName, "'" + path + "' is damaged or no input for the device link" +
                           (code.faults.empty() ? "" : ": " + code.faults.front()));
    return false;
  }
  if (code.kind == tool::DeviceCode::Archive && !archives_.insert(path).second)
    return true;
  if (code.kind == tool::DeviceCode::Host)
    addRegistrations(bytes, registrations);
  else if (code.kind == tool::DeviceCode::Archive)
    addRegistrationsOfMembers(bytes, registrations);
  for (size_t first = 0; first < code.images.size();) {
    size_t end = first;
    const tool::DeviceImage *best = nullptr;
    auto rank = [](const tool::DeviceImage &image) {
      return std::pair(image.entry.arch.sm, image.entry.arch.suffix != 0);
    };
    for (; end < code.images.size() && code.images[end].container == code.images[first].container;
         ++end)
      if (const tool::DeviceImage &image = code.images[end];
          image.entry.kind == fatbin::EntryKind::Ptx &&
          fatbin::runsOn(image.entry.arch, arch_.sm) && (!best || rank(image) > rank(*best)))
        best = &image;
    const tool::DeviceImage &one = code.images[first];
    first = end;
    // Host objects and their archives also carry whole programs, which are linked already.
    const bool isHost =
        code.kind == tool::DeviceCode::Host || code.kind == tool::DeviceCode::Archive;
    if (isHost && !one.isPlain && !(best ? *best : one).isRelocatable())
      continue;
    std::string file = one.member.empty() ? path : path + ":" + one.member;
    if (!best) {
      if (warnsWithoutArch) {
        ++warnings;
        tool::warn(kName, "Skipping '" + file + "': it holds no PTX for sm_" + arch_.toString());
      }
      continue;
    }
    if (!add(*best, file))
      return false;
  }
  return true;
}

int Inputs::check() const {
  std::vector<ptx::LinkPart> parts;
  for (const InputModule &input : taken)
    parts.push_back({input.file, input.module.get()});
  return tool::reportLinkFaults(ptx::findLinkFaults(parts));
}

} // namespace anywarp::nvlink
