// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans on a GPU: the host packs the numbers, as FFTW's strides are more general than cuFFT's.
#include "cufftw/OnGpu.h"

#include <cstring>
#include <string>
#include <vector>

#include "cufft.h"
#include "cufftXt.h"
#include "library/Side.h"
#include "library/Work.h"
#include "support/Trace.h"

namespace anywarp::cufftw {

using cufft::Axis;
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

enum class Side : uint8_t { In, Out };

/// Loops and axes of one side, the innermost last, with strides in numbers of that side.
std::vector<Axis> layoutOf(const Problem &problem, Side side) {
  std::vector<Axis> all(problem.loop.begin(), problem.loop.begin() + problem.loops);
  all.insert(all.end(), problem.axes.begin(), problem.axes.begin() + problem.rank);
  const Kind halved = side == Side::In ? Kind::ComplexToReal : Kind::RealToComplex;
  if (problem.kind == halved)
    all.back().n = cufft::halfOf(all.back().n);
  return all;
}

int64_t numbersOf(const std::vector<Axis> &layout) {
  int64_t product = 1;
  for (const Axis &axis : layout)
    product *= axis.n;
  return product;
}

/// Calls copy(place, index) for each number: its place by the strides, its index when packed.
template <typename Copy>
void forEach(const std::vector<Axis> &layout, int64_t Axis::*stride, Copy copy) {
  std::vector<int64_t> turn(layout.size());
  int64_t place = 0;
  for (int64_t index = 0, numbers = numbersOf(layout); index < numbers; ++index) {
    copy(place, index);
    for (size_t i = layout.size(); i-- > 0;) {
      place += layout[i].*stride;
      if (++turn[i] < layout[i].n)
        break;
      place -= layout[i].*stride * layout[i].n;
      turn[i] = 0;
    }
  }
}

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
  if (problem_.count() == 0)
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
  const std::vector<Axis> from = layoutOf(problem_, Side::In), to = layoutOf(problem_, Side::Out);
  const auto inBytes = size_t(problem_.bytesIn()), outBytes = size_t(problem_.bytesOut());
  std::vector<char> packedIn(size_t(numbersOf(from)) * inBytes),
      packedOut(size_t(numbersOf(to)) * outBytes);
  forEach(from, &Axis::in, [&](int64_t place, int64_t index) {
    std::memcpy(packedIn.data() + size_t(index) * inBytes,
                static_cast<const char *>(in) + place * int64_t(inBytes), inBytes);
  });
  const bool isForward = problem_.kind == Kind::Forward || problem_.kind == Kind::RealToComplex;
  LockGuard lock(mutex_);
  const DeviceMemory deviceIn(packedIn.size()), deviceOut(packedOut.size());
  const runtime::DriverCalls &cu = library::cu();
  if (!deviceIn.address() || !deviceOut.address() ||
      cu.cuMemcpyHtoD(deviceIn.address(), packedIn.data(), packedIn.size()) != CUDA_SUCCESS)
    return tell(CUFFT_ALLOC_FAILED);
  if (cufftResult status = run(plan_, reinterpret_cast<void *>(deviceIn.address()),
                               reinterpret_cast<void *>(deviceOut.address()),
                               isForward ? CUFFT_FORWARD : CUFFT_INVERSE))
    return tell(status);
  if (cu.cuMemcpyDtoH(packedOut.data(), deviceOut.address(), packedOut.size()) != CUDA_SUCCESS)
    return tell(CUFFT_EXEC_FAILED);
  forEach(to, &Axis::out, [&](int64_t place, int64_t index) {
    std::memcpy(static_cast<char *>(out) + place * int64_t(outBytes),
                packedOut.data() + size_t(index) * outBytes, outBytes);
  });
}

} // namespace anywarp::cufftw
