// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT manual, sections "cuFFT Basic Plans", "cuFFT Extensible Plans" and those on sizes of work
// areas. Each form of arguments becomes a Request, which a plan is made of or measured by.
#include "cufft/Plan.h"

namespace anywarp::cufft {

// What a form of the arguments is used for, once it is a Request.

static cufftResult create(cufftHandle *handle, const Request &request) {
  auto plan = std::make_shared<Plan>();
  size_t workSize;
  if (cufftResult result = plan->make(request, &workSize))
    return result;
  *handle = addPlan(std::move(plan));
  return CUFFT_SUCCESS;
}

static cufftResult make(cufftHandle handle, const Request &request, size_t *workSize) {
  std::shared_ptr<Plan> plan = planOf(handle);
  return plan ? plan->make(request, workSize) : CUFFT_INVALID_PLAN;
}

static cufftResult measure(cufftHandle handle, const Request &request, size_t *workSize) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan)
    return CUFFT_INVALID_PLAN;
  *workSize = plan->workSizeOf(request);
  return CUFFT_SUCCESS;
}

static cufftResult estimate(const Request &request, size_t *workSize) {
  *workSize = Plan().workSizeOf(request);
  return CUFFT_SUCCESS;
}

/// `read` fills a request; `use` takes it.
template <typename Read, typename Use> static cufftResult with(cufftType type, Read read, Use use) {
  Request request;
  if (cufftResult result = read(request)) // which type there is comes first (seen)
    return isType(type) ? result : CUFFT_INVALID_TYPE;
  if (cufftResult result = setTypes(request, type))
    return result;
  return use(request);
}

/// The four uses of one form. `...`: its parameters; READ: what fills `request`.
#define AW_FORM(FORM, READ, ...)                                                                   \
  cufftResult cufftMakePlan##FORM(cufftHandle plan, __VA_ARGS__, size_t *workSize) {               \
    return with(type, READ, [&](auto &request) { return make(plan, request, workSize); });         \
  }                                                                                                \
  cufftResult cufftGetSize##FORM(cufftHandle handle, __VA_ARGS__, size_t *workSize) {              \
    return with(type, READ, [&](auto &request) { return measure(handle, request, workSize); });    \
  }
#define AW_BASIC_FORM(FORM, READ, ...)                                                             \
  AW_FORM(FORM, READ, __VA_ARGS__)                                                                 \
  cufftResult cufftPlan##FORM(cufftHandle *plan, __VA_ARGS__) {                                    \
    return with(type, READ, [&](auto &request) { return create(plan, request); });                 \
  }                                                                                                \
  cufftResult cufftEstimate##FORM(__VA_ARGS__, size_t *workSize) {                                 \
    return with(type, READ, [&](auto &request) { return estimate(request, workSize); });           \
  }
#define AW_MANY(T)                                                                                 \
  [&](Request &request) {                                                                          \
    return readRequest<T>({rank, n, inembed, istride, idist, onembed, ostride, odist, batch},      \
                          request);                                                                \
  }

AW_BASIC_FORM(
    1d, [&](Request &r) { return readSizes({nx}, batch, r); }, int nx, cufftType type, int batch)
AW_BASIC_FORM(
    2d, [&](Request &r) { return readSizes({nx, ny}, 1, r); }, int nx, int ny, cufftType type)
AW_BASIC_FORM(
    3d, [&](Request &r) { return readSizes({nx, ny, nz}, 1, r); }, int nx, int ny, int nz,
    cufftType type)
AW_BASIC_FORM(Many, AW_MANY(int), int rank, int *n, int *inembed, int istride, int idist,
              int *onembed, int ostride, int odist, cufftType type, int batch)
AW_FORM(Many64, AW_MANY(long long int), int rank, long long int *n, long long int *inembed,
        long long int istride, long long int idist, long long int *onembed, long long int ostride,
        long long int odist, cufftType type, long long int batch)

// -- cufftXt API ----------------------------------------------------------------------------------

template <typename Read>
static cufftResult readXt(Request &request, Read read, cudaDataType in, cudaDataType out,
                          cudaDataType execution) {
  cufftResult result = read(request);
  return result ? result : setTypes(request, in, out, execution);
}

cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                cudaDataType inputtype, long long int *onembed,
                                long long int ostride, long long int odist, cudaDataType outputtype,
                                long long int batch, size_t *workSize, cudaDataType executiontype) {
  Request request;
  if (cufftResult result =
          readXt(request, AW_MANY(long long int), inputtype, outputtype, executiontype))
    return result;
  return make(plan, request, workSize);
}

cufftResult cufftXtGetSizeMany(cufftHandle plan, int rank, long long int *n, long long int *inembed,
                               long long int istride, long long int idist, cudaDataType inputtype,
                               long long int *onembed, long long int ostride, long long int odist,
                               cudaDataType outputtype, long long int batch, size_t *workSize,
                               cudaDataType executiontype) {
  Request request;
  if (cufftResult result =
          readXt(request, AW_MANY(long long int), inputtype, outputtype, executiontype))
    return result;
  return measure(plan, request, workSize);
}

// -- Handles --------------------------------------------------------------------------------------

cufftResult cufftCreate(cufftHandle *handle) {
  *handle = addPlan(std::make_shared<Plan>());
  return CUFFT_SUCCESS;
}

cufftResult cufftDestroy(cufftHandle handle) {
  if (handle == -1) // CUFFT_PLAN_NULL
    return CUFFT_SUCCESS;
  std::shared_ptr<Plan> plan = removePlan(handle);
  if (!plan)
    return CUFFT_INVALID_PLAN;
  plan->finish();
  return CUFFT_SUCCESS;
}

cufftResult cufftGetSize(cufftHandle handle, size_t *workSize) {
  std::shared_ptr<Plan> plan = planOf(handle);
  if (!plan || !plan->isMade())
    return CUFFT_INVALID_PLAN;
  *workSize = plan->workSize();
  return CUFFT_SUCCESS;
}

} // namespace anywarp::cufft
