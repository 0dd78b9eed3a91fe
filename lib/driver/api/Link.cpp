// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The linker of the manual's section "Module Management". Parts are PTX; what comes out, the
// "cubin", is a fat binary container with the PTX of the whole: it loads like any image, and can be
// stored.
#include "driver/api/Link.h"

#include <utility>

#include "driver/code/Program.h"
#include "driver/context/Device.h"
#include "driver/process/Process.h"
#include "fatbin/Writer.h"
#include "ptx/Printer.h"

namespace anywarp::driver {

CUresult cuLinkCreate(unsigned int numOptions, CUjit_option *options, void **optionValues,
                      CUlinkState *stateOut) {
  Ref<LinkState> state = make<LinkState>();
  LockGuard lock(state->mutex);
  if (CUresult result = state->options.read(numOptions, options, optionValues))
    return result;
  if (CUresult result = Process::get().publish(Object::KindLinkState, state))
    return result;
  *stateOut = handleOf(*state);
  return CUDA_SUCCESS;
}

/// Notes what a part defines. False if another one has it already: that is told when it is added.
static bool define(LinkState &state, const std::vector<std::string> &names, const std::string &part)
    AW_REQUIRES(state.mutex) {
  for (const std::string &name : names)
    if (auto [first, isNew] = state.definitions.emplace(name, part); !isNew) {
      state.say("error   : Multiple definition of '" + name + "' in '" + part +
                "', first defined in '" + first->second + "'");
      return false;
    }
  return true;
}

/// The codes, and what ends the whole link, are those of NVIDIA's driver.
static CUresult refuse(LinkState &state, CUjitInputType type, std::string_view bytes,
                       const Status &why, const std::string &part) AW_REQUIRES(state.mutex) {
  state.say(part + "; fatal   : " + why.message());
  CUresult result = toResult(why);
  const bool isObject = type == CU_JIT_INPUT_OBJECT || type == CU_JIT_INPUT_LIBRARY;
  if (type == CU_JIT_INPUT_NVVM)
    result = CUDA_ERROR_JIT_COMPILER_NOT_FOUND;
  else if (isObject && result == CUDA_ERROR_INVALID_IMAGE)
    result = CUDA_ERROR_UNKNOWN;
  else if (type == CU_JIT_INPUT_CUBIN && fatbin::classify(bytes) != fatbin::ImageKind::Cubin)
    result = CUDA_ERROR_INVALID_IMAGE;
  if (type == CU_JIT_INPUT_NVVM || type == CU_JIT_INPUT_CUBIN)
    state.failure = result;
  return result;
}

static CUresult addImages(LinkState &state, std::vector<fatbin::PtxImage> images,
                          const std::string &part) AW_REQUIRES(state.mutex) {
  // Faults of the text are told when it is added, as the assembler does.
  for (fatbin::PtxImage &image : images) {
    std::vector<std::string> definitions;
    if (CUresult result = Program::check(image, state.options, &definitions))
      return result;
    if (!define(state, definitions, part))
      return state.failure = CUDA_ERROR_INVALID_SOURCE;
    state.images.push_back(std::move(image));
  }
  return CUDA_SUCCESS;
}

static CUresult addBytes(LinkState &state, CUjitInputType type, std::string_view bytes,
                         const std::string &name) {
  auto images = [&]() -> Expected<std::vector<fatbin::PtxImage>> {
    switch (type) {
    case CU_JIT_INPUT_CUBIN: // an earlier link's output; a GPU's is refused with advice
      if (fatbin::classify(bytes) == fatbin::ImageKind::PtxText)
        return Status(StatusCode::InvalidInput, "a text where a binary is expected");
      [[fallthrough]];
    case CU_JIT_INPUT_PTX:
    case CU_JIT_INPUT_FATBINARY:
      return fatbin::loadImage(bytes, architecture().sm, codeForOthers());
    case CU_JIT_INPUT_OBJECT:
    case CU_JIT_INPUT_LIBRARY:
      return fatbin::loadObjects(bytes, architecture().sm, codeForOthers());
    default:
      return Status(StatusCode::NotSupported, "input of a kind that cannot be linked");
    }
  }();
  LockGuard lock(state.mutex);
  if (state.isComplete)
    return CUDA_ERROR_INVALID_VALUE;
  if (state.failure)
    return state.failure;
  // A fat binary that has nothing for this device adds nothing (seen on a GPU, for a cubin, too).
  // Machine code that a GPU would link is missed, and so refused.
  if (type == CU_JIT_INPUT_FATBINARY &&
      (images ? images->empty()
              : images.status().code() == StatusCode::NotFound &&
                    !fatbin::hasCodeFor(bytes, architecture().sm))) {
    state.options.infoLog += "info    : nothing for sm_" + std::to_string(architecture().sm) +
                             " in '" + name + "', which is passed over\n";
    state.options.finish();
    return CUDA_SUCCESS;
  }
  CUresult result = images ? addImages(state, std::move(*images), name)
                           : refuse(state, type, bytes, images.status(), name);
  if (type == CU_JIT_INPUT_CUBIN && // nothing in one is looked at as a text is
      (result == CUDA_ERROR_INVALID_PTX || result == CUDA_ERROR_UNSUPPORTED_PTX_VERSION))
    result = state.failure = CUDA_ERROR_INVALID_IMAGE;
  if (result)
    state.options.finish();
  return result;
}

CUresult cuLinkAddData(LinkState &found, CUjitInputType type, void *data, size_t size,
                       const char *name, unsigned int numOptions, CUjit_option *options,
                       void **optionValues) {
  JitOptions own; // only checked: what they steer has no effect on PTX
  if (CUresult result = own.read(numOptions, options, optionValues))
    return result;
  return addBytes(found, type, {static_cast<const char *>(data), size}, name ? name : "link input");
}

CUresult cuLinkAddFile(LinkState &found, CUjitInputType type, const char *path,
                       unsigned int numOptions, CUjit_option *options, void **optionValues) {
  JitOptions own;
  if (CUresult result = own.read(numOptions, options, optionValues))
    return result;
  std::string bytes;
  if (CUresult result = readFile(path, bytes))
    return result;
  return addBytes(found, type, bytes, path);
}

CUresult cuLinkComplete(LinkState &found, void **cubinOut, size_t *sizeOut) {
  LockGuard lock(found.mutex);
  if (std::exchange(found.isComplete, true))
    return found.failure ? found.failure : CUDA_ERROR_INVALID_HANDLE;
  if (found.failure)
    return found.failure;
  if (found.images.empty()) // the whole is a module without contents
    found.images.push_back({".version 7.0\n.target sm_70\n.address_size 64\n", {70, 0}, "", ""});
  Ref<Program> program;
  CUresult result = Program::build(found.images, found.options, program, /*isLinked=*/true);
  found.options.finish();
  if (result) // names that are missing (seen): each text was checked when it came
    return found.failure = result == CUDA_ERROR_NOT_SUPPORTED ? result : CUDA_ERROR_INVALID_SOURCE;
  std::string text = ptx::print(program->module());
  fatbin::NewEntry entry;
  entry.contents = text;
  entry.arch.sm = uint32_t(std::atoi(program->module().target.c_str() + 3));
  entry.debug = program->debug();
  if (program->debug())
    entry.options = "-g";
  Expected<std::string> bytes = fatbin::writeContainer({entry});
  if (!bytes)
    return found.failure = toResult(bytes.status());
  found.output = std::move(*bytes);
  *cubinOut = found.output.data();
  if (sizeOut)
    *sizeOut = found.output.size();
  return CUDA_SUCCESS;
}

CUresult cuLinkDestroy(CUlinkState state) {
  if (!Process::get().handles.remove(Object::KindLinkState, reinterpret_cast<uint64_t>(state)))
    return CUDA_ERROR_INVALID_HANDLE;
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
