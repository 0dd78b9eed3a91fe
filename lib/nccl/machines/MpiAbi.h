// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The constants of the two ABIs of MPI, as numbers and names: nothing here includes a header of an
// MPI. conformance/mpi/Constants.cpp holds them against both headers.
#pragma once

#include <cstdint>

namespace anywarp::nccl::mpi_abi {

inline constexpr int kThreadMultiple = 3;

/// Handles are addresses of the library's variables.
struct OpenMpi {
  static constexpr const char *kWorld = "ompi_mpi_comm_world", *kByte = "ompi_mpi_byte",
                              *kErrorsReturn = "ompi_mpi_errors_return";
  static constexpr uintptr_t kStatusIgnore = 0;
  static constexpr int kAnySource = -1;
};
/// Handles are numbers. So for Intel's MPI and MVAPICH.
struct Mpich {
  static constexpr uint32_t kWorld = 0x44000000, kByte = 0x4c00010d, kErrorsReturn = 0x54000001;
  static constexpr uintptr_t kStatusIgnore = 1;
  static constexpr int kAnySource = -2;
};

} // namespace anywarp::nccl::mpi_abi
