// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options, inputs and the link itself.
#include "jitlink/Link.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "cmdline/Options.h"
#include "fatbin/LtoIr.h"
#include "fatbin/Writer.h"
#include "ptx/Printer.h"
#include "ptx/Verifier.h"
#include "ptx/link/Linker.h"
#include "ptx/link/Prototypes.h"
#include "ptx/parse/Parser.h"
#include "support/Diagnostic.h"

namespace anywarp::jitlink {
namespace {

constexpr const char *kLogName = "ptxas application ptx input";
constexpr uint32_t kOldest = 75; ///< sm that CUDA 13 still knows
/// Beyond it inputs are refused: no program is that large.
constexpr uint64_t kMaxFile = uint64_t(1) << 32;

using Kind = cmdline::OptionKind;

enum Id : unsigned {
#define AW_OPTION(id, longName, shortName, kind, values, help) id,
#include "jitlink/Options.def"
};
constexpr cmdline::OptionInfo kOptions[] = {
#define AW_OPTION(id, longName, shortName, kind, values, help)                                     \
  {id, longName, shortName, Kind::kind, values, help},
#include "jitlink/Options.def"
};

bool isWellFormed(const cmdline::OptionMatch &word) {
  switch (word.info->kind) {
  case Kind::Flag:
    return !word.hasValue;
  case Kind::Bool:
    return word.value == "true" || word.value == "false";
  case Kind::Optional:
    return true;
  default:
    return word.hasValue;
  }
}

const char *nameOf(nvJitLinkInputType type) {
  switch (type) {
  case NVJITLINK_INPUT_CUBIN:
    return "NVJITLINK_INPUT_CUBIN";
  case NVJITLINK_INPUT_PTX:
    return "NVJITLINK_INPUT_PTX";
  case NVJITLINK_INPUT_LTOIR:
    return "NVJITLINK_INPUT_LTOIR";
  case NVJITLINK_INPUT_FATBIN:
    return "NVJITLINK_INPUT_FATBIN";
  case NVJITLINK_INPUT_OBJECT:
    return "NVJITLINK_INPUT_OBJECT";
  case NVJITLINK_INPUT_LIBRARY:
    return "NVJITLINK_INPUT_LIBRARY";
  case NVJITLINK_INPUT_INDEX:
    return "NVJITLINK_INPUT_INDEX";
  default:
    return nullptr;
  }
}

bool isObject(std::string_view bytes) {
  return bytes.starts_with("\177ELF") || bytes.starts_with("!<arch>\n");
}

} // namespace

nvJitLinkResult Link::fail(nvJitLinkResult result, const std::string &message) {
  errorLog_ += message + "\n";
  return result;
}

// -- Options --------------------------------------------------------------------------------------

nvJitLinkResult Link::setArch(std::string_view name) {
  size_t prefix = name.starts_with("sm_") ? 3 : name.starts_with("compute_") ? 8 : 0;
  std::string digits(name.substr(prefix));
  char *end = digits.data();
  unsigned long number = digits.empty() || digits[0] < '0' || digits[0] > '9'
                             ? 0
                             : std::strtoul(digits.c_str(), &end, 10);
  std::string_view rest(end);
  if (!prefix || !number || number > 999 || !(rest.empty() || rest == "a" || rest == "f"))
    return fail(NVJITLINK_ERROR_UNRECOGNIZED_ARCH,
                "unrecognized -arch value: " + std::string(name));
  if (number < kOldest)
    return fail(NVJITLINK_ERROR_UNSUPPORTED_ARCH, "unsupported -arch value: " + std::string(name));
  arch_.sm = uint32_t(number);
  arch_.suffix = rest.empty() ? 0 : rest[0];
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::setOption(const std::string &option) {
  const cmdline::OptionMatch word = cmdline::matchOption(kOptions, option, {});
  if (word.info && word.info->id == Optimise) {
    if (isAllowed(*word.info, option.substr(2)))
      return NVJITLINK_SUCCESS;
    return fail(NVJITLINK_ERROR_UNRECOGNIZED_OPTION,
                "unsupported value of -O: " + option.substr(2) + ". Only 0 and 3 are supported.");
  }
  if (!word.info || !isWellFormed(word))
    return fail(NVJITLINK_ERROR_UNRECOGNIZED_OPTION, "unrecognized option: " + option);
  switch (word.info->id) {
  case Architecture:
    return setArch(word.value);
  case Debug:
    debug_ = true;
    break;
  case Verbose:
    isVerbose_ = true;
    break;
  case LinkTime:
    hasLto_ = true;
    break;
  case EmitPtx:
    wantsPtx_ = true;
    break;
  case MaxRegisters:
    maxRegisters_ = uint32_t(std::strtoul(word.value.c_str(), nullptr, 10));
    break;
  case Relocatable:
    isRelocatable_ = true;
    break;
  case RelocatableCode:
    isRelocatable_ |= word.value == "true";
    break;
  default: // steers how machine code is made, or leaves out what nobody uses
    break;
  }
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::setOptions(const std::vector<std::string> &options) {
  LockGuard lock(mutex_);
  for (const std::string &option : options)
    if (nvJitLinkResult result = setOption(option))
      return result;
  if (!arch_.sm)
    return fail(NVJITLINK_ERROR_MISSING_ARCH, "-arch=sm_NN is missing");
  if (wantsPtx_ && !hasLto_)
    return fail(NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS, "ERROR: -ptx requires -lto");
  isUsable_ = true;
  return NVJITLINK_SUCCESS;
}

// -- Inputs ---------------------------------------------------------------------------------------

/// The text of one module: checked now, as the assembler would.
nvJitLinkResult Link::addText(const fatbin::PtxImage &image, const std::string &name) {
  Diagnostics diagnostics;
  std::unique_ptr<ptx::Module> module = ptx::parse(image.text, diagnostics);
  if (module)
    (void)ptx::verify(*module, diagnostics);
  bool isGood = module && !diagnostics.hasErrors();
  if (module)
    for (const auto &function : module->functions)
      isGood &= function->poison.empty();
  errorLog_ += diagnostics.render(kLogName);
  if (!isGood)
    return fail(NVJITLINK_ERROR_PTX_COMPILE,
                "ptxas fatal   : Ptx assembly aborted due to errors\nERROR "
                "NVJITLINK_ERROR_PTX_COMPILE: JIT the PTX (" +
                    name + ")");
  fatbin::Arch target;
  if (module->target.starts_with("sm_")) {
    char *end;
    target.sm = uint32_t(std::strtoul(module->target.c_str() + 3, &end, 10));
    target.suffix = *end;
  }
  if (!fatbin::runsOn(target, arch_.sm))
    return fail(NVJITLINK_ERROR_PTX_COMPILE, "ptxas fatal   : PTX for " + module->target +
                                                 " does not run on sm_" + std::to_string(arch_.sm) +
                                                 " (" + name + ")");
  debug_ |= (" " + image.options + " ").find(" -g ") != std::string::npos;
  modules_.push_back(std::move(module));
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::addData(nvJitLinkInputType type, std::string_view data,
                              const std::string &name) {
  LockGuard lock(mutex_);
  if (!isUsable_)
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (isComplete_)
    return fail(NVJITLINK_ERROR_INVALID_INPUT, "the link is complete: " + name);
  auto wrongType = [&] {
    mutex_.assertHeld();
    return fail(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE,
                std::string("ERROR 1: bad input: does not match type ") + nameOf(type) + ": " +
                    name);
  };
  auto withoutLto = [&] {
    mutex_.assertHeld();
    return fail(NVJITLINK_ERROR_LTO_NOT_ENABLED, "ERROR 1: LTO-IR without -lto: " + name);
  };
  std::optional<std::string_view> ltoIr = fatbin::containerOfLtoIr(data);
  // Of the caller, at any address.
  auto loadLtoIr = [&] {
    mutex_.assertHeld();
    return fatbin::loadImage(std::string(*ltoIr), arch_.sm);
  };
  fatbin::ImageKind kind = fatbin::classify(data);
  Expected<std::vector<fatbin::PtxImage>> images = std::vector<fatbin::PtxImage>();
  switch (type) {
  case NVJITLINK_INPUT_PTX:
    // Whatever else it is, its first fault is told.
    if (kind == fatbin::ImageKind::Container || ltoIr || isObject(data))
      return wrongType();
    images->push_back({std::string(data.substr(0, data.find('\0'))), {}, "", ""});
    break;
  case NVJITLINK_INPUT_CUBIN:
    if (kind != fatbin::ImageKind::Container && kind != fatbin::ImageKind::Cubin)
      return wrongType();
    images = fatbin::loadImage(data, arch_.sm);
    break;
  case NVJITLINK_INPUT_FATBIN:
    if (kind != fatbin::ImageKind::Container)
      return wrongType();
    images = fatbin::loadImage(data, arch_.sm);
    break;
  case NVJITLINK_INPUT_OBJECT:
  case NVJITLINK_INPUT_LIBRARY:
    if (!isObject(data))
      return wrongType();
    images = fatbin::loadObjects(data, arch_.sm);
    break;
  case NVJITLINK_INPUT_ANY:
    if (ltoIr && !hasLto_)
      return withoutLto();
    if (ltoIr)
      images = loadLtoIr();
    else if (kind == fatbin::ImageKind::PtxText || kind == fatbin::ImageKind::Container ||
             kind == fatbin::ImageKind::Cubin)
      images = fatbin::loadImage(data, arch_.sm);
    else if (isObject(data))
      images = fatbin::loadObjects(data, arch_.sm);
    else
      return fail(NVJITLINK_ERROR_UNRECOGNIZED_INPUT, "unrecognized input type: " + name);
    break;
  case NVJITLINK_INPUT_LTOIR:
    if (!ltoIr)
      return wrongType();
    if (!hasLto_)
      return withoutLto();
    images = loadLtoIr();
    break;
  default:
    return fail(NVJITLINK_ERROR_INCORRECT_INPUT_TYPE, "unsupported input type: " + name);
  }
  if (!images) {
    nvJitLinkResult result =
        images.status().code() == StatusCode::NotFound       ? NVJITLINK_ERROR_ARCH_MISMATCH
        : images.status().code() == StatusCode::NotSupported ? NVJITLINK_ERROR_UNRECOGNIZED_INPUT
                                                             : NVJITLINK_ERROR_INCORRECT_INPUT_TYPE;
    return fail(result, images.status().message() + " (" + name + ")");
  }
  for (const fatbin::PtxImage &image : *images)
    if (nvJitLinkResult result = addText(image, name))
      return result;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::addFile(nvJitLinkInputType type, const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::string bytes;
  if (file && file.tellg() >= 0 && uint64_t(file.tellg()) <= kMaxFile) {
    file.seekg(0);
    bytes.assign(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  if (bytes.empty()) {
    LockGuard lock(mutex_);
    return fail(NVJITLINK_ERROR_INVALID_INPUT, "cannot read file " + path);
  }
  return addData(type, bytes, path);
}

// -- The link -------------------------------------------------------------------------------------

nvJitLinkResult Link::complete() {
  LockGuard lock(mutex_);
  if (!isUsable_)
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (isComplete_)
    return fail(NVJITLINK_ERROR_INVALID_INPUT, "the link is complete");
  isComplete_ = true;
  std::unique_ptr<ptx::Module> whole;
  if (!modules_.empty()) {
    Diagnostics diagnostics;
    // As with NVIDIA's library the text of -lto -ptx may lack names: others may be added to it.
    if (hasLto_)
      ptx::takeUnknownResults(modules_);
    const auto kind = isRelocatable_ || wantsPtx_ ? ptx::Linked::Part : ptx::Linked::Program;
    whole = ptx::link(std::move(modules_), diagnostics, kind);
    errorLog_ += diagnostics.render("nvlink");
    if (!whole)
      return fail(NVJITLINK_ERROR_INTERNAL, "ERROR 9: finish");
  }
  modules_.clear();
  std::vector<fatbin::NewEntry> entries;
  if (whole) {
    // As with nvcc's option, kernels that say how they are launched keep to that.
    for (const auto &function : whole->functions)
      if (function->isEntry && function->isDefined && !function->maxnreg && !function->maxntid[0] &&
          !function->reqntid[0])
        function->maxnreg = maxRegisters_;
    ptx_ = ptx::print(*whole);
    fatbin::NewEntry entry;
    entry.contents = ptx_;
    entry.arch.sm = uint32_t(std::strtoul(whole->target.c_str() + 3, nullptr, 10));
    entry.debug = debug_;
    if (debug_)
      entry.options = "-g";
    entries.push_back(entry);
    if (isVerbose_)
      for (const auto &function : whole->functions)
        if (function->isEntry && function->isDefined)
          infoLog_ += "info    : Function '" + function->name + "' linked for 'sm_" +
                      std::to_string(arch_.sm) + "'\n";
  }
  Expected<std::string> bytes = fatbin::writeContainer(entries);
  if (!bytes)
    return fail(NVJITLINK_ERROR_INTERNAL, bytes.status().message());
  cubin_ = std::move(*bytes);
  return NVJITLINK_SUCCESS;
}

// -- Results --------------------------------------------------------------------------------------

nvJitLinkResult Link::cubin(std::string &bytes) {
  LockGuard lock(mutex_);
  if (cubin_.empty() || wantsPtx_) // programs ask for this first, and then for the text
    return NVJITLINK_ERROR_INTERNAL;
  bytes = cubin_;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::ltoIr(std::string &bytes) {
  LockGuard lock(mutex_);
  if (!hasLto_ || cubin_.empty())
    return NVJITLINK_ERROR_INVALID_INPUT;
  bytes = fatbin::toLtoIr(cubin_);
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult Link::ptx(std::string &text) {
  LockGuard lock(mutex_);
  if (!wantsPtx_ || cubin_.empty())
    return NVJITLINK_ERROR_INVALID_INPUT;
  text = ptx_;
  return NVJITLINK_SUCCESS;
}

std::string Link::errorLog() {
  LockGuard lock(mutex_);
  return errorLog_;
}

std::string Link::infoLog() {
  LockGuard lock(mutex_);
  return infoLog_;
}

} // namespace anywarp::jitlink
