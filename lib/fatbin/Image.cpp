// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Telling images apart, following wrappers, choosing PTX.
#include "fatbin/Image.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <tuple>

#include "fatbin/Format.h"
#include "support/Options.h"
#include "support/os/AddressSpace.h"

namespace anywarp::fatbin {

/// Most that is looked at behind a bare pointer, and most containers of one device link.
static constexpr size_t kMaxImageBytes = size_t(2) << 30;
static constexpr size_t kMaxContainers = 65536;

static Status invalid(std::string what) {
  return {StatusCode::InvalidInput, "image: " + std::move(what)};
}

static bool startsLikePtx(char c) {
  return c == '.' || c == '/' || c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '@';
}

/// Stops at the first difference: a string of one byte is not overrun, even if `size` is only what
/// happens to be readable.
static bool startsWith(const char *bytes, size_t size, const void *magic) {
  for (size_t i = 0; i < sizeof(uint32_t); ++i)
    if (i >= size || bytes[i] != static_cast<const char *>(magic)[i])
      return false;
  return true;
}

static ImageKind classify(const char *bytes, size_t size) {
  if (size == 0)
    return ImageKind::Unknown;
  if (startsWith(bytes, size, &kWrapperMagic))
    return ImageKind::Wrapper;
  if (startsWith(bytes, size, &kContainerMagic))
    return ImageKind::Container;
  if (startsWith(bytes, size,
                 "\x7f"
                 "ELF"))
    return ImageKind::Cubin;
  return startsLikePtx(bytes[0]) ? ImageKind::PtxText : ImageKind::Unknown;
}

ImageKind classify(const void *image) {
  return classify(static_cast<const char *>(image), readableBytes(image, sizeof(uint32_t)));
}

ImageKind classify(std::string_view bytes) { return classify(bytes.data(), bytes.size()); }

bool runsOn(const Arch &arch, uint32_t sm) {
  switch (arch.suffix) {
  case 'a':
    return arch.sm == sm;
  case 'f':
    return arch.sm <= sm && arch.sm / 10 == sm / 10;
  default:
    return arch.sm <= sm;
  }
}

static std::string describe(uint32_t sm) {
  return std::to_string(sm / 10) + "." + std::to_string(sm % 10);
}

/// Of text that stands for machine code alone: the devices it is for.
static std::string_view devicesOf(const Entry &entry) {
  const size_t at = entry.options.find(kForDevices);
  if (at == std::string_view::npos)
    return {};
  const std::string_view names = entry.options.substr(at + sizeof kForDevices - 1);
  return names.substr(0, names.find(' '));
}

static Status noPtx(const Container &container, uint32_t sm) {
  std::set<std::string> code, ptx;
  for (const Entry &entry : container.entries)
    if (std::string_view devices = devicesOf(entry); !devices.empty())
      code.insert(std::string(devices));
    else
      (entry.kind == EntryKind::Ptx ? ptx : code)
          .insert((entry.kind == EntryKind::Ptx ? "compute_" : "sm_") + entry.arch.toString());
  auto join = [](const std::set<std::string> &names) {
    std::string text;
    for (const std::string &name : names)
      text += (text.empty() ? "" : ", ") + name;
    return text;
  };
  std::string arch = std::to_string(sm);
  std::string message =
      "no PTX for a device of compute capability " + describe(sm) + " (image holds ";
  if (!ptx.empty())
    message += "PTX for " + join(ptx) + (code.empty() ? "" : "; ");
  if (!code.empty())
    message += "machine code for " + join(code);
  message += "): rebuild with -gencode arch=compute_" + arch + ",code=compute_" + arch +
             " or an older architecture";
  return {StatusCode::NotFound, std::move(message)};
}

static bool isRelocatable(std::string_view options) {
  return options.find("--compile-only") != std::string_view::npos;
}

bool isRelocatable(const Entry &entry) {
  return entry.kind == EntryKind::Ptx && isRelocatable(entry.options);
}

bool isRelocatable(const PtxImage &image) { return isRelocatable(image.options); }

/// Whether a GPU would run it. Text that stands for machine code alone (nvcc's -gencode
/// arch=compute_80,code=sm_80) is for its own generation, from its minor version on.
static bool isFor(const Entry &entry, uint32_t sm) {
  if (!runsOn(entry.arch, sm))
    return false;
  std::string_view names = devicesOf(entry);
  if (names.empty())
    return true;
  while (!names.empty()) {
    const size_t end = std::min(names.find(','), names.size());
    const std::optional<Arch> arch = Arch::parse(names.substr(0, end));
    if (arch && runsOn(*arch, sm) && arch->sm / 10 == sm / 10)
      return true;
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return false;
}

/// Outside strict mode text for machine code of others runs, too, where nothing else does.
static bool mayRun(const Entry &entry, uint32_t sm) {
  return Options::get().strict == "1" ? isFor(entry, sm) : runsOn(entry.arch, sm);
}

Expected<const Entry *> choosePtx(const Container &container, uint32_t sm, Others others) {
  if (container.entries.empty())
    return static_cast<const Entry *>(nullptr);
  const Entry *best = nullptr, *other = nullptr;
  auto rank = [sm](const Entry &entry) {
    return std::tuple(isFor(entry, sm), entry.arch.sm, entry.arch.suffix != 0);
  };
  auto rankOfOther = [](const Entry &entry) {
    return std::pair(entry.arch.suffix != 0, entry.arch.sm);
  };
  for (const Entry &entry : container.entries) {
    if (entry.kind != EntryKind::Ptx)
      continue;
    if (!mayRun(entry, sm)) {
      if (!other || rankOfOther(entry) < rankOfOther(*other))
        other = &entry;
    } else if (!best || rank(entry) > rank(*best)) {
      best = &entry;
    }
  }
  if (!best && others == Others::Taken)
    best = other;
  if (!best)
    return noPtx(container, sm);
  return best;
}

static Status appendChosen(std::vector<PtxImage> &images, const Container &container, uint32_t sm,
                           Others others) {
  Expected<const Entry *> entry = choosePtx(container, sm, others);
  if (!entry)
    return entry.takeStatus();
  if (!*entry)
    return {}; // an object file without device code
  // Relocatable code of several sources in one container is one program (nvFatbinAddReloc).
  for (const Entry &each : container.entries) {
    const bool isPart = isRelocatable(each) && isRelocatable(**entry) &&
                        each.arch.toString() == (*entry)->arch.toString();
    if (&each != *entry && !isPart)
      continue;
    Expected<std::string> text = readContents(each);
    if (!text)
      return text.takeStatus();
    images.push_back(
        {std::move(*text), each.arch, std::string(each.sourceName), std::string(each.options)});
  }
  return {};
}

static Status appendContainer(std::vector<PtxImage> &images, std::string_view bytes, uint32_t sm,
                              Others others) {
  Expected<Container> container = readContainer(bytes);
  return container ? appendChosen(images, *container, sm, others) : container.takeStatus();
}

/// The container behind a bare pointer as a span that is known to be readable.
static Expected<std::string_view> containerAt(const void *pointer) {
  size_t readable = readableBytes(pointer, kMaxImageBytes);
  std::string_view bytes(static_cast<const char *>(pointer), readable);
  Expected<size_t> size = containerSize(bytes);
  if (!size)
    return size.takeStatus();
  if (*size > readable)
    return invalid("container of " + std::to_string(*size) + " bytes ends in unreadable memory");
  return bytes.substr(0, *size);
}

static Status appendContainerAt(std::vector<PtxImage> &images, const void *pointer, uint32_t sm,
                                Others others) {
  Expected<std::string_view> bytes = containerAt(pointer);
  if (!bytes)
    return bytes.takeStatus();
  return appendContainer(images, *bytes, sm, others);
}

static Status appendWrapper(std::vector<PtxImage> &images, const void *pointer, uint32_t sm,
                            Others others) {
  WrapperHeader wrapper;
  if (readableBytes(pointer, sizeof wrapper) < sizeof wrapper)
    return invalid("fat binary wrapper is cut off");
  std::memcpy(&wrapper, pointer, sizeof wrapper);
  if (wrapper.version != 1 && wrapper.version != 2)
    return invalid("fat binary wrapper version " + std::to_string(wrapper.version) +
                   " is not known");
  // A device link's own container holds machine code only; the PTX is in the objects it linked.
  if (wrapper.version == 2 && wrapper.extra) {
    auto *array = reinterpret_cast<const char *>(wrapper.extra);
    size_t readable = readableBytes(array, kMaxContainers * sizeof(void *));
    // Libraries that were linked may hold machine code alone (the device runtime does); what is
    // really missing then is told by the link.
    Status withoutPtx;
    for (size_t at = 0;; at += sizeof(void *)) {
      if (readable - at < sizeof(void *))
        return invalid("the container list of a device link has no end");
      void *container;
      std::memcpy(&container, array + at, sizeof container);
      if (!container)
        break;
      Status status = appendContainerAt(images, container, sm, others);
      if (status.code() == StatusCode::NotFound)
        withoutPtx = std::move(status);
      else if (!status.ok())
        return status;
    }
    if (!images.empty() || !withoutPtx.ok())
      return images.empty() ? withoutPtx : Status();
  }
  if (!wrapper.data)
    return invalid("fat binary wrapper without a container");
  return appendContainerAt(images, reinterpret_cast<const void *>(wrapper.data), sm, others);
}

bool hasCodeFor(std::string_view bytes, uint32_t sm) {
  // Machine code runs on its own generation, from its minor version on.
  auto runs = [sm](const Arch &arch) { return runsOn(arch, sm) && arch.sm / 10 == sm / 10; };
  if (classify(bytes) == ImageKind::Cubin)
    return runs(Arch::ofCubin(bytes));
  Expected<Container> container = readContainer(bytes);
  return container &&
         std::any_of(container->entries.begin(), container->entries.end(), [&](const Entry &entry) {
           return entry.kind == EntryKind::LtoIr ? runsOn(entry.arch, sm)
                                                 : entry.kind == EntryKind::Elf && runs(entry.arch);
         });
}

static Status refuseCubin(std::string_view bytes, uint32_t sm) {
  const std::string arch = std::to_string(sm);
  const Arch made = Arch::ofCubin(bytes);
  return {StatusCode::NotFound, "the image is GPU machine code" +
                                    (made.sm ? " for sm_" + made.toString() : std::string()) +
                                    " (a cubin) without PTX: rebuild with -gencode arch=compute_" +
                                    arch + ",code=compute_" + arch + " or an older architecture"};
}

static Expected<std::vector<PtxImage>> finish(Status status, std::vector<PtxImage> images) {
  if (!status.ok())
    return status;
  return images;
}

Expected<std::vector<PtxImage>> loadImage(const void *image, uint32_t sm, Others others) {
  std::vector<PtxImage> images;
  if (readableBytes(image, 1) == 0)
    return invalid("pointer to unreadable memory");
  switch (classify(image)) {
  case ImageKind::Wrapper:
    return finish(appendWrapper(images, image, sm, others), std::move(images));
  case ImageKind::Container:
    return finish(appendContainerAt(images, image, sm, others), std::move(images));
  case ImageKind::Cubin:
    return refuseCubin({static_cast<const char *>(image), readableBytes(image, 64)}, sm);
  case ImageKind::PtxText: {
    auto *text = static_cast<const char *>(image);
    size_t size = ::strnlen(text, readableBytes(image, kMaxUnpackedBytes));
    return loadImage(std::string_view(text, size), sm, others);
  }
  case ImageKind::Unknown:
    break;
  }
  return invalid("neither a fat binary nor PTX text");
}

Expected<std::vector<PtxImage>> loadObjects(std::string_view bytes, uint32_t sm, Others others) {
  std::vector<PtxImage> images;
  Status withoutPtx;
  for (const Container &container : findContainers(bytes)) {
    Status status = appendChosen(images, container, sm, others);
    if (status.code() == StatusCode::NotFound)
      withoutPtx = std::move(status);
    else if (!status.ok())
      return status;
  }
  if (images.empty())
    return withoutPtx.ok() ? invalid("no device code in it") : withoutPtx;
  return images;
}

Expected<std::vector<PtxImage>> loadImage(std::string_view bytes, uint32_t sm, Others others) {
  std::vector<PtxImage> images;
  switch (classify(bytes)) {
  case ImageKind::Container:
    return finish(appendContainer(images, bytes, sm, others), std::move(images));
  case ImageKind::Cubin:
    return refuseCubin(bytes, sm);
  case ImageKind::PtxText:
    bytes = bytes.substr(0, bytes.find('\0'));
    if (bytes.size() >= kMaxUnpackedBytes)
      return invalid("PTX text has no end");
    images.push_back({std::string(bytes), {}, {}, {}});
    return images;
  case ImageKind::Wrapper:
    return invalid("a fat binary wrapper cannot be read from a file");
  case ImageKind::Unknown:
    break;
  }
  return invalid("neither a fat binary nor PTX text");
}

} // namespace anywarp::fatbin
