// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans on a GPU: the host packs the numbers.
#include "cufftw/OnGpu.h"

#include <algorithm>
#include <memory>
#include <new>
#include <string>

#include "cufft.h"
#include "cufftXt.h"
#include "cufftw/Packing.h"
#include "library/Side.h"
#include "library/Work.h"
#include "support/Trace.h"

namespace anywarp::cufftw {

using cufft::Kind;
using cufft::Precision;
using cufft::Problem;

namespace {

#include "cufft/Library.inc"
const library::Library kCufft{"cufft", kSonames};

/// NVIDIA's function of that name and type; null if it is missing.
template <typename Function> Function *vendors(Function *, const char *name) {
  return reinterpret_cast<Function *>(library::vendorFunction(kCufft, name));
}
#define AW_VENDORS(NAME) vendors(static_cast<decltype(&NAME)>(nullptr), #NAME)

void tell(cufftResult status) {
  trace("library", std::string("a transform of cuFFTW failed on the GPU: ") + statusName(status));
}

/// Memory of the device for one execution.
class DeviceMemory {
public:
  explicit DeviceMemory(size_t bytes) {
    if (library::cu().cuMemAlloc(&address_, bytes) != CUDA_SUCCESS)
      address_ = 0;
  }
  ~DeviceMemory() {
    if (address_)
      (void)library::cu().cuMemFree(address_);
  }
  DeviceMemory(const DeviceMemory &) = delete;
  CUdeviceptr address() const { return address_; }

private:
  CUdeviceptr address_ = 0;
};

cudaDataType typeOf(const Problem &problem, bool isReal) {
  if (problem.precision == Precision::Double)
    return isReal ? CUDA_R_64F : CUDA_C_64F;
  return isReal ? CUDA_R_32F : CUDA_C_32F;
}

} // namespace

GpuPlan::GpuPlan(const Problem &problem) : problem_(problem) {
  auto *create = AW_VENDORS(cufftCreate);
  auto *make = AW_VENDORS(cufftXtMakePlanMany);
  isMade_ = problem_.count() == 0;
  if (isMade_)
    return;
  cufftResult status = CUFFT_SETUP_FAILED;
  if (create && make && library::ensureContext() == CUDA_SUCCESS)
    status = create(&plan_);
  if (status != CUFFT_SUCCESS) {
    tell(status);
    return;
  }
  isCreated_ = true;
  long long n[cufft::kMostAxes];
  for (int i = 0; i < problem_.rank; ++i)
    n[i] = problem_.axes[size_t(i)].n;
  size_t workBytes = 0;
  status = make(plan_, problem_.rank, n, nullptr, 1, 0,
                typeOf(problem_, problem_.kind == Kind::RealToComplex), nullptr, 1, 0,
                typeOf(problem_, problem_.kind == Kind::ComplexToReal), problem_.count(),
                &workBytes, typeOf(problem_, false));
  isMade_ = status == CUFFT_SUCCESS;
  if (!isMade_)
    tell(status);
}

GpuPlan::~GpuPlan() {
  if (isCreated_)
    if (auto *destroy = AW_VENDORS(cufftDestroy))
      (void)destroy(plan_);
}

void GpuPlan::execute(const void *in, void *out) const {
  if (problem_.count() == 0)
    return;
  auto *run = AW_VENDORS(cufftXtExec);
  if (!isMade_ || !run || library::ensureContext() != CUDA_SUCCESS)
    return tell(CUFFT_INVALID_PLAN);
  const auto inBytes = size_t(numbersOf(layoutOf(problem_, Side::In)) * problem_.bytesIn()),
             outBytes = size_t(numbersOf(layoutOf(problem_, Side::Out)) * problem_.bytesOut());
  const std::unique_ptr<char[]> packed(new (std::nothrow) char[std::max(inBytes, outBytes)]);
  if (!packed)
    return tell(CUFFT_ALLOC_FAILED);
  pack(problem_, in, packed.get());
  const bool isForward = problem_.kind == Kind::Forward || problem_.kind == Kind::RealToComplex;
  LockGuard lock(mutex_);
  const DeviceMemory deviceIn(inBytes), deviceOut(outBytes);
  const runtime::DriverCalls &cu = library::cu();
  if (!deviceIn.address() || !deviceOut.address() ||
      cu.cuMemcpyHtoD(deviceIn.address(), packed.get(), inBytes) != CUDA_SUCCESS)
    return tell(CUFFT_ALLOC_FAILED);
  if (cufftResult status = run(plan_, reinterpret_cast<void *>(deviceIn.address()),
                               reinterpret_cast<void *>(deviceOut.address()),
                               isForward ? CUFFT_FORWARD : CUFFT_INVERSE))
    return tell(status);
  if (cu.cuMemcpyDtoH(packed.get(), deviceOut.address(), outBytes) != CUDA_SUCCESS)
    return tell(CUFFT_EXEC_FAILED);
  unpack(problem_, packed.get(), out);
}

} // namespace anywarp::cufftw
