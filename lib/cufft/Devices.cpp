// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT manual, section "Multiple GPU cuFFT Transforms". An array's parts lie on their devices. To
// transform it, the parts are brought together on the first device, which all CPU devices' memory
// is as near to, and go back in the order that the result has.
#include <algorithm>

#include "cufft/Plan.h"
#include "cufft/Spread.h"

namespace anywarp::cufft {

namespace {

/// The device's primary context is current.
class OnDevice {
public:
  explicit OnDevice(int device) {
    CUcontext context;
    const runtime::DriverCalls &cu = library::cu();
    isOn_ = !cu.cuDevicePrimaryCtxRetain(&context, device) && !cu.cuCtxPushCurrent(context);
  }
  ~OnDevice() {
    CUcontext context;
    if (isOn_)
      (void)library::cu().cuCtxPopCurrent(&context);
  }
  OnDevice(const OnDevice &) = delete;
  bool isOn() const { return isOn_; }

private:
  bool isOn_ = false;
};

constexpr int kMostDevices = 16;

/// An array on devices.
struct Array {
  cudaLibXtDesc handle{};
  cudaXtDesc parts{};
};

bool isShuffled(int format) {
  return format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED || format == CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED;
}

/// The shape of what a descriptor holds.
Spread spreadOf(const Request &request, const cudaLibXtDesc &array) {
  const bool isInPlace =
      array.subFormat != CUFFT_XT_FORMAT_INPUT && array.subFormat != CUFFT_XT_FORMAT_OUTPUT;
  return Spread::of(request, array.subFormat == CUFFT_XT_FORMAT_OUTPUT, isInPlace);
}

bool isArray(const Plan &plan, const cudaLibXtDesc *array) {
  return array && array->library == LIB_FORMAT_CUFFT && array->descriptor &&
         array->descriptor->nGPUs == int(plan.devices().size());
}

enum class Way { Collect, Distribute };

/// Between an array and the whole of it in natural order, which lies on the first device or on the
/// host.
CUresult move(const Plan &plan, cudaLibXtDesc &array, char *whole, Way way) {
  const Spread spread = spreadOf(plan.request(), array);
  for (int i = 0; i < array.descriptor->nGPUs; ++i) {
    const Spread::Part part = spread.part(i, array.descriptor->nGPUs, isShuffled(array.subFormat));
    if (!part.size())
      continue;
    CUDA_MEMCPY2D copy{};
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_UNIFIED;
    const auto piece = reinterpret_cast<CUdeviceptr>(array.descriptor->data[i]);
    const auto place = reinterpret_cast<CUdeviceptr>(whole + part.offset);
    const auto pitch = size_t(std::max(part.pitch, part.width));
    copy.srcDevice = way == Way::Collect ? piece : place;
    copy.dstDevice = way == Way::Collect ? place : piece;
    copy.srcPitch = way == Way::Collect ? size_t(part.width) : pitch;
    copy.dstPitch = way == Way::Collect ? pitch : size_t(part.width);
    copy.WidthInBytes = size_t(part.width);
    copy.Height = size_t(part.height);
    if (CUresult result = library::cu().cuMemcpy2DAsync(&copy, plan.stream()))
      return result;
  }
  return CUDA_SUCCESS;
}

/// What the program gave the devices to do is done.
CUresult finishDevices(const Plan &plan) {
  for (int device : plan.devices()) {
    OnDevice on(device);
    if (!on.isOn())
      return CUDA_ERROR_INVALID_DEVICE;
    if (CUresult result = library::cu().cuCtxSynchronize())
      return result;
  }
  return CUDA_SUCCESS;
}

/// Memory for a whole array.
int64_t wholeBytes(const Request &request) {
  return std::max(Spread::of(request, false, true).total(),
                  Spread::of(request, true, true).total());
}

} // namespace

cufftResult cufftXtSetGPUs(cufftHandle handle, int count, int *which) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || plan->isMade())
    return CUFFT_INVALID_PLAN;
  if (count < 2 || count > kMostDevices || !which)
    return CUFFT_INVALID_VALUE;
  int present = 0;
  if (library::ensureContext() || library::cu().cuDeviceGetCount(&present))
    return CUFFT_SETUP_FAILED;
  for (int i = 0; i < count; ++i)
    if (which[i] < 0 || which[i] >= present)
      return CUFFT_INVALID_DEVICE;
  plan->setDevices({which, which + count});
  return CUFFT_SUCCESS;
}

cufftResult cufftXtSetWorkArea(cufftHandle handle, void **workArea) {
  if (!workArea)
    return CUFFT_INVALID_VALUE;
  std::shared_ptr<Plan> plan = planOf(handle);
  return plan ? plan->setWorkArea(workArea[0]) : CUFFT_INVALID_PLAN;
}

bool isSpread(cufftHandle handle) {
  std::shared_ptr<Plan> plan = planOf(handle);
  return plan && plan->isMade() && plan->devices().size() > 1;
}

// -- Arrays ---------------------------------------------------------------------------------------

cufftResult cufftXtMalloc(cufftHandle handle, cudaLibXtDesc **descriptor, cufftXtSubFormat format) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || !plan->isMade())
    return CUFFT_INVALID_PLAN;
  if (format < CUFFT_XT_FORMAT_INPUT || format > CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED)
    return CUFFT_INVALID_VALUE;
  auto array = std::make_unique<Array>();
  array->handle = {CUDA_XT_DESCRIPTOR_VERSION, &array->parts, LIB_FORMAT_CUFFT, format, nullptr};
  array->parts.version = CUDA_XT_DESCRIPTOR_VERSION;
  array->parts.nGPUs = int(plan->devices().size());
  const Spread spread = spreadOf(plan->request(), array->handle);
  for (int i = 0; i < array->parts.nGPUs; ++i) {
    array->parts.GPUs[i] = plan->devices()[size_t(i)];
    // Room for either order: a transform in place changes it.
    const int64_t bytes = std::max(spread.part(i, array->parts.nGPUs, false).size(),
                                   spread.part(i, array->parts.nGPUs, true).size());
    array->parts.size[i] = size_t(bytes);
    OnDevice on(array->parts.GPUs[i]);
    CUdeviceptr memory = 0;
    if (!on.isOn() || library::cu().cuMemAlloc(&memory, size_t(std::max(bytes, int64_t(1))))) {
      (void)cufft::cufftXtFree(&array.release()->handle);
      return CUFFT_ALLOC_FAILED;
    }
    array->parts.data[i] = reinterpret_cast<void *>(memory);
  }
  *descriptor = &array.release()->handle;
  return CUFFT_SUCCESS;
}

cufftResult cufftXtFree(cudaLibXtDesc *descriptor) {
  if (!descriptor)
    return CUFFT_SUCCESS;
  if (descriptor->library != LIB_FORMAT_CUFFT || !descriptor->descriptor)
    return CUFFT_INVALID_VALUE;
  std::unique_ptr<Array> array(reinterpret_cast<Array *>(descriptor));
  for (int i = 0; i < array->parts.nGPUs; ++i) {
    OnDevice on(array->parts.GPUs[i]);
    if (array->parts.data[i] && on.isOn())
      (void)library::cu().cuMemFree(reinterpret_cast<CUdeviceptr>(array->parts.data[i]));
  }
  return CUFFT_SUCCESS;
}

cufftResult cufftXtMemcpy(cufftHandle handle, void *target, void *source, cufftXtCopyType type) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan)
    return CUFFT_INVALID_PLAN;
  if (!target || !source || type < CUFFT_COPY_HOST_TO_DEVICE || type >= CUFFT_COPY_UNDEFINED)
    return CUFFT_INVALID_VALUE;
  if (!plan->isMade())
    return CUFFT_INTERNAL_ERROR; // (seen)
  auto *to = static_cast<cudaLibXtDesc *>(target), *from = static_cast<cudaLibXtDesc *>(source);
  if ((type != CUFFT_COPY_HOST_TO_DEVICE && !isArray(*plan, from)) ||
      (type != CUFFT_COPY_DEVICE_TO_HOST && !isArray(*plan, to)))
    return CUFFT_INVALID_VALUE;
  if (CUresult result = finishDevices(*plan))
    return toResult(result);
  OnDevice on(plan->devices()[0]);
  CUresult result;
  if (type == CUFFT_COPY_HOST_TO_DEVICE) {
    result = move(*plan, *to, static_cast<char *>(source), Way::Distribute);
  } else if (type == CUFFT_COPY_DEVICE_TO_HOST) {
    result = move(*plan, *from, static_cast<char *>(target), Way::Collect);
  } else {
    const library::Scratch whole(plan->stream(), size_t(wholeBytes(plan->request())));
    result = whole.result() ? whole.result() : move(*plan, *from, whole.get(), Way::Collect);
    if (!result)
      result = move(*plan, *to, whole.get(), Way::Distribute);
  }
  return toResult(result ? result : library::synchronize(plan->stream()));
}

// -- Execution ------------------------------------------------------------------------------------

/// In place the order becomes the other one; out of place it is the output's natural one.
static cufftResult execute(cufftHandle handle, cudaLibXtDesc *input, cudaLibXtDesc *output,
                           bool isForward) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || !plan->isMade())
    return CUFFT_INVALID_PLAN;
  const Request request = plan->request();
  if (!isArray(*plan, input) || !isArray(*plan, output) || request.hasLayout ||
      (!request.in.isComplex && !isForward) || (!request.out.isComplex && isForward))
    return CUFFT_INVALID_VALUE;
  const bool isInPlace = input == output;
  if (!isInPlace &&
      (input->subFormat != CUFFT_XT_FORMAT_INPUT || output->subFormat != CUFFT_XT_FORMAT_OUTPUT))
    return CUFFT_INVALID_VALUE;
  if (CUresult result = finishDevices(*plan))
    return toResult(result);
  OnDevice on(plan->devices()[0]);
  const auto bytes = size_t(wholeBytes(request));
  const library::Scratch from(plan->stream(), bytes), to(plan->stream(), isInPlace ? 0 : bytes);
  if (from.result() || to.result())
    return CUFFT_ALLOC_FAILED;
  char *const whole = isInPlace ? from.get() : to.get();
  if (CUresult result = move(*plan, *input, from.get(), Way::Collect))
    return toResult(result);
  if (cufftResult result = plan->execute(from.get(), whole, isForward))
    return result;
  if (isInPlace && request.batch == 1)
    output->subFormat =
        isShuffled(input->subFormat) ? CUFFT_XT_FORMAT_INPLACE : CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
  if (CUresult result = move(*plan, *output, whole, Way::Distribute))
    return toResult(result);
  return toResult(library::synchronize(plan->stream()));
}

static cufftResult executeIn(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output,
                             int direction) {
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE)
    return CUFFT_INVALID_VALUE;
  return execute(plan, input, output, direction == CUFFT_FORWARD);
}

cufftResult cufftXtExecDescriptorC2C(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output,
                                     int direction) {
  return executeIn(plan, input, output, direction);
}
cufftResult cufftXtExecDescriptorZ2Z(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output,
                                     int direction) {
  return executeIn(plan, input, output, direction);
}
cufftResult cufftXtExecDescriptorR2C(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
  return execute(plan, input, output, true);
}
cufftResult cufftXtExecDescriptorD2Z(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
  return execute(plan, input, output, true);
}
cufftResult cufftXtExecDescriptorC2R(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
  return execute(plan, input, output, false);
}
cufftResult cufftXtExecDescriptorZ2D(cufftHandle plan, cudaLibXtDesc *input,
                                     cudaLibXtDesc *output) {
  return execute(plan, input, output, false);
}

cufftResult cufftXtExecDescriptor(cufftHandle handle, cudaLibXtDesc *input, cudaLibXtDesc *output,
                                  int direction) {
  std::shared_ptr<Plan> plan = planOf(handle);
  // Real transforms have one direction, whatever is said.
  if (plan && plan->isMade() && plan->request().isReal())
    return execute(handle, input, output, !plan->request().in.isComplex);
  return executeIn(handle, input, output, direction);
}

} // namespace anywarp::cufft
