// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, grids and descriptors.
#include "cusolvermg/Grid.h"

#include "library/Handles.h"

namespace anywarp::cusolvermg {
namespace {

auto &handles = *new library::Handles<Context, ::cusolverMgContext>;
auto &grids = *new library::Handles<Grid, void>;
auto &descriptors = *new library::Handles<Descriptor, void>;
constexpr auto kOk = CUSOLVER_STATUS_SUCCESS;
constexpr auto kBad = CUSOLVER_STATUS_INVALID_VALUE;

bool areDevices(int count, const int *devices) {
  int known = 0;
  if (count < 1 || !devices || library::cu().cuDeviceGetCount(&known))
    return false;
  return std::all_of(devices, devices + count, [=](int id) { return id >= 0 && id < known; });
}

} // namespace

Context &of(cusolverMgHandle_t handle) { return *handles.find(handle); }
Grid *gridOf(cudaLibMgGrid_t grid) { return grids.find(grid); }
Descriptor *descriptorOf(cudaLibMgMatrixDesc_t descriptor) { return descriptors.find(descriptor); }
bool isLive(cusolverMgHandle_t handle) { return handles.find(handle); }

cusolverStatus_t cusolverMgCreate(cusolverMgHandle_t *handle) {
  if (library::ensureContext())
    return CUSOLVER_STATUS_NOT_INITIALIZED;
  *handle = handles.add(std::make_unique<Context>());
  return kOk;
}
cusolverStatus_t cusolverMgDestroy(cusolverMgHandle_t handle) {
  handles.remove(handle);
  return kOk;
}
/// The manual: once for each handle.
cusolverStatus_t cusolverMgDeviceSelect(cusolverMgHandle_t handle, int count, int *devices) {
  if (!areDevices(count, devices) || !of(handle).devices.empty())
    return kBad;
  of(handle).devices.assign(devices, devices + count);
  return kOk;
}
/// The manual: one row of devices.
cusolverStatus_t cusolverMgCreateDeviceGrid(cudaLibMgGrid_t *grid, int32_t rows, int32_t columns,
                                            const int32_t *devices,
                                            cusolverMgGridMapping_t mapping) {
  if (rows != 1 || !areDevices(columns, devices) ||
      (mapping != CUDALIBMG_GRID_MAPPING_COL_MAJOR && mapping != CUDALIBMG_GRID_MAPPING_ROW_MAJOR))
    return kBad;
  auto object = std::make_unique<Grid>();
  object->devices.assign(devices, devices + columns);
  *grid = grids.add(std::move(object));
  return kOk;
}
cusolverStatus_t cusolverMgDestroyGrid(cudaLibMgGrid_t grid) {
  return grids.remove(grid) ? kOk : kBad;
}
/// The manual: blocks are whole columns.
cusolverStatus_t cusolverMgCreateMatrixDesc(cudaLibMgMatrixDesc_t *descriptor, int64_t rows,
                                            int64_t columns, int64_t blockRows,
                                            int64_t blockColumns, cudaDataType type,
                                            const cudaLibMgGrid_t grid) {
  const Grid *found = gridOf(grid);
  if (!found || rows < 0 || columns < 0 || blockRows < rows || blockColumns < 1)
    return kBad;
  *descriptor = descriptors.add(std::unique_ptr<Descriptor>(
      new Descriptor{rows, columns, blockColumns, type, found->devices}));
  return kOk;
}
cusolverStatus_t cusolverMgDestroyMatrixDesc(cudaLibMgMatrixDesc_t descriptor) {
  return descriptors.remove(descriptor) ? kOk : kBad;
}

} // namespace anywarp::cusolvermg
