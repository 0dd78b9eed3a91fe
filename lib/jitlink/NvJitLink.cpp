// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: handles and checks of arguments.
#include <cstring>

#include "jitlink/Link.h"
#include "support/HandleTable.h"

#define AW_EXPORT extern "C" __attribute__((visibility("default")))

using anywarp::jitlink::Link;

namespace {

using Table = anywarp::HandleTable<nvJitLinkHandle, Link>;

std::shared_ptr<Link> find(nvJitLinkHandle handle) { return Table::get().find(handle); }

/// What a call with a handle that stands for nothing answers.
nvJitLinkResult stale(nvJitLinkHandle handle) {
  return handle ? NVJITLINK_ERROR_INVALID_INPUT : NVJITLINK_ERROR_NULL_INPUT;
}

template <class Get> nvJitLinkResult sizeOf(nvJitLinkHandle handle, size_t *size, Get get) {
  std::shared_ptr<Link> link = find(handle);
  if (!link)
    return stale(handle);
  if (!size)
    return NVJITLINK_ERROR_NULL_INPUT;
  std::string contents;
  if (nvJitLinkResult result = get(*link, contents))
    return result;
  *size = contents.size();
  return NVJITLINK_SUCCESS;
}

/// `closing`: bytes for the NUL of a text.
template <class Get>
nvJitLinkResult copy(nvJitLinkHandle handle, void *to, size_t closing, Get get) {
  std::shared_ptr<Link> link = find(handle);
  if (!link)
    return stale(handle);
  if (!to)
    return NVJITLINK_ERROR_NULL_INPUT;
  std::string contents;
  if (nvJitLinkResult result = get(*link, contents))
    return result;
  std::memcpy(to, contents.c_str(), contents.size() + closing);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult cubinOf(Link &link, std::string &bytes) { return link.cubin(bytes); }
nvJitLinkResult ltoIrOf(Link &link, std::string &bytes) { return link.ltoIr(bytes); }
nvJitLinkResult ptxOf(Link &link, std::string &text) { return link.ptx(text); }
nvJitLinkResult errorLogOf(Link &link, std::string &text) {
  return text = link.errorLog(), NVJITLINK_SUCCESS;
}
nvJitLinkResult infoLogOf(Link &link, std::string &text) {
  return text = link.infoLog(), NVJITLINK_SUCCESS;
}

} // namespace

AW_EXPORT nvJitLinkResult nvJitLinkVersion(unsigned int *major, unsigned int *minor) {
  if (!major || !minor)
    return NVJITLINK_ERROR_NULL_INPUT;
  *major = 13;
  *minor = 0;
  return NVJITLINK_SUCCESS;
}

AW_EXPORT nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t numOptions,
                                          const char **options) {
  if (!handle || !options)
    return NVJITLINK_ERROR_NULL_INPUT;
  std::vector<std::string> words;
  for (uint32_t i = 0; i < numOptions; ++i) {
    if (!options[i])
      return NVJITLINK_ERROR_NULL_INPUT;
    words.push_back(options[i]);
  }
  auto link = std::make_shared<Link>();
  nvJitLinkResult result = link->setOptions(words);
  *handle = Table::get().add(std::move(link));
  return result;
}

AW_EXPORT nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle) {
  if (!handle || !*handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (!Table::get().remove(*handle))
    return NVJITLINK_ERROR_INVALID_INPUT;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

AW_EXPORT nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType inputType,
                                           const void *data, size_t size, const char *name) {
  std::shared_ptr<Link> link = find(handle);
  if (!link)
    return stale(handle);
  if (!data)
    return NVJITLINK_ERROR_NULL_INPUT;
  return link->addData(inputType, {static_cast<const char *>(data), size}, name ? name : "input");
}

AW_EXPORT nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType inputType,
                                           const char *fileName) {
  std::shared_ptr<Link> link = find(handle);
  if (!link)
    return stale(handle);
  if (!fileName)
    return NVJITLINK_ERROR_NULL_INPUT;
  return link->addFile(inputType, fileName);
}

AW_EXPORT nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  std::shared_ptr<Link> link = find(handle);
  return link ? link->complete() : stale(handle);
}

AW_EXPORT nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t *size) {
  return sizeOf(handle, size, cubinOf);
}
AW_EXPORT nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin) {
  return copy(handle, cubin, 0, cubinOf);
}
/// The text's size counts its NUL, as everywhere where PTX is given out.
AW_EXPORT nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle handle, size_t *size) {
  nvJitLinkResult result = sizeOf(handle, size, ptxOf);
  if (result == NVJITLINK_SUCCESS)
    ++*size;
  return result;
}
AW_EXPORT nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle handle, char *ptx) {
  return copy(handle, ptx, 1, ptxOf);
}
AW_EXPORT nvJitLinkResult nvJitLinkGetLinkedLTOIRSize(nvJitLinkHandle handle, size_t *size) {
  return sizeOf(handle, size, ltoIrOf);
}
AW_EXPORT nvJitLinkResult nvJitLinkGetLinkedLTOIR(nvJitLinkHandle handle, void *ltoir) {
  return copy(handle, ltoir, 0, ltoIrOf);
}
/// The size counts the closing NUL where there is a log at all.
AW_EXPORT nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *size) {
  nvJitLinkResult result = sizeOf(handle, size, errorLogOf);
  if (result == NVJITLINK_SUCCESS && *size)
    ++*size;
  return result;
}
AW_EXPORT nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log) {
  return copy(handle, log, 1, errorLogOf);
}
AW_EXPORT nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *size) {
  nvJitLinkResult result = sizeOf(handle, size, infoLogOf);
  if (result == NVJITLINK_SUCCESS && *size)
    ++*size;
  return result;
}
AW_EXPORT nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log) {
  return copy(handle, log, 1, infoLogOf);
}
