// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, errors, and which objects live.
#include <unordered_set>

#include "cusparse/Api.h"
#include "cusparse/Registry.h"
#include "cusparse/Run.h"
#include "support/Mutex.h"

namespace anywarp::cusparse {
namespace {

struct Live {
  SharedMutex mutex;
  std::unordered_set<const void *> objects AW_GUARDED_BY(mutex);
};
/// Never destroyed: programs call from destructors of their own.
Live &live() {
  static Live &registry = *new Live;
  return registry;
}

} // namespace

void enter(const void *object) {
  UniqueLock lock(live().mutex);
  live().objects.insert(object);
}
bool leave(const void *object) {
  UniqueLock lock(live().mutex);
  return live().objects.erase(object);
}
bool isLive(const void *object) {
  if (!object)
    return false;
  SharedLock lock(live().mutex);
  return live().objects.contains(object);
}

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
  if (library::ensureContext())
    return CUSPARSE_STATUS_NOT_INITIALIZED;
  return create(handle);
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) { return destroy(handle); }

cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int *version) {
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value) {
  switch (type) {
  case MAJOR_VERSION:
    *value = CUSPARSE_VER_MAJOR;
    return CUSPARSE_STATUS_SUCCESS;
  case MINOR_VERSION:
    *value = CUSPARSE_VER_MINOR;
    return CUSPARSE_STATUS_SUCCESS;
  case PATCH_LEVEL:
    *value = CUSPARSE_VER_PATCH;
    return CUSPARSE_STATUS_SUCCESS;
  }
  return CUSPARSE_STATUS_INVALID_VALUE;
}

const char *cusparseGetErrorName(cusparseStatus_t status) {
  switch (int(status)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return #name;
#include "cusparse/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized error code";
}
const char *cusparseGetErrorString(cusparseStatus_t status) {
  switch (int(status)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return text;
#include "cusparse/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized error code";
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t streamId) {
  handle->stream = streamId;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *streamId) {
  *streamId = handle->stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  handle->pointerMode = mode;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode) {
  *mode = handle->pointerMode;
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace anywarp::cusparse
